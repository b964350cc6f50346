//! The posture of 5,000 customers with 100 devices each: how long a page takes and what it costs, and that a check
//! evaluates only its own customer.

use crate::{Outcome, Size, backup_scene::Scene};
use anyhow::Context;
use serde_json::json;
use std::time::{Duration, Instant};
use uuid::Uuid;

const AGGREGATE: &str = "/api/backup/customer-aggregate";

/// The time of a page of 50 customers, at the 99th percentile.
const PAGE: Duration = Duration::from_millis(1000);

/// Evidence of each device: a backup, a restore test and an integrity check.
const EVIDENCE: i64 = 3;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (customers, devices, pages) = size.pick((5_000_i64, 100_i64, 200), (100, 50, 10));
    let mut outcome = Outcome::default();
    let scene = Scene::set().await?;
    let tenant = tenant_of(&scene).await?;
    fill(&scene, tenant, customers, devices).await?;

    let mut times = vec![];
    let mut cursor: Option<String> = None;
    let mut seen = 0;
    for _ in 0..pages {
        let more = cursor.as_ref().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let started = Instant::now();
        let page = scene.client.get(&format!("{AGGREGATE}?limit=50{more}")).await.expect(200).body;
        times.push(started.elapsed());
        seen += page["data"].as_array().map_or(0, Vec::len);
        cursor = page["next_cursor"].as_str().map(str::to_owned);
    }
    times.sort();
    let (p50, p99) = (times[times.len() / 2], times[(times.len() * 99 / 100).min(times.len() - 1)]);
    let started = Instant::now();
    let single = scene.client.get(&format!("{AGGREGATE}?limit=1")).await.expect(200).body;
    let one = started.elapsed();
    outcome.figure(format!("{customers} customers with {devices} devices: {seen} customers in {pages} pages"));
    outcome.figure(format!("a page of 50 p50 {p50:.0?}, p99 {p99:.0?}, a page of one {one:.0?}"));
    outcome.promise_in_full(size, p99 <= PAGE, format!("a page of 50 customers has a p99 of at most {PAGE:.0?}"));
    outcome.promise(p99 <= 10 * PAGE, "a page is not ten times slower than promised");
    outcome.promise(single["summary"]["customers"] == customers, "the summary counts all customers");

    // All customers were evaluated a moment ago; then one repository is checked.
    let root = scene.stage.database.root().await;
    let settle =
        "update backup_postures set evaluated_at = now(), next_at = now() + interval '10 hours', version = 1000";
    root.batch_execute(settle).await?;
    let _worker = scene.worker().await?;
    let restic = scene.workplace.repository("vault")?;
    restic.backup("scale", &scene.workplace.files("files", &[1_000], 1)?)?;
    let (organization, _) = scene.customer("scale").await;
    root.batch_execute(settle).await?;
    let repository = scene.repository("vault", &organization, &restic.location, &json!({})).await;
    scene.checked(&repository, None).await?;
    let mut evaluated = 0;
    for _ in 0..60 {
        let counted = root.query_one("select count(*) from backup_postures where version > 1000", &[]).await?;
        evaluated = counted.get::<_, i64>(0);
        if evaluated > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    outcome.figure(format!("a check evaluates {evaluated} customer"));
    outcome.promise(evaluated == 1, "a check evaluates exactly its own customer");
    Ok(outcome)
}

async fn tenant_of(scene: &Scene) -> anyhow::Result<Uuid> {
    let root = scene.stage.database.root().await;
    let row = root.query_one("select id from tenants where domain = 'backup.example'", &[]).await?;
    row.try_get(0).context("the tenant of the drill")
}

/// Writes the rows directly, because only reading is measured.
async fn fill(scene: &Scene, tenant: Uuid, customers: i64, devices: i64) -> anyhow::Result<()> {
    let root = scene.stage.database.root().await;
    root.batch_execute("set session_replication_role = replica; set jit = off").await?;
    root.execute(ORGANIZATIONS, &[&tenant, &customers]).await.context("organizations")?;
    root.execute(POSTURES, &[&tenant]).await.context("postures")?;
    root.execute(DEVICES, &[&tenant, &(customers * devices), &devices]).await.context("devices")?;
    let written = root.execute(FACTS, &[&tenant]).await.context("evidence")?;
    anyhow::ensure!(i64::try_from(written)? >= customers * devices * (EVIDENCE - 1), "evidence is missing");
    root.batch_execute("vacuum analyze").await?;
    Ok(())
}

const ORGANIZATIONS: &str = "
    insert into organizations (tenant_id, id, name, domains, tags, custom_fields, created_at, updated_at)
    select $1, md5('organization ' || n)::uuid, 'Organization ' || n, '{}', '{}', '{}', now(), now()
    from generate_series(0, $2::bigint - 1) as n";

const POSTURES: &str = "
    insert into backup_postures (tenant_id, organization_id, next_at)
    select tenant_id, id, now() + interval '10 hours' from organizations where tenant_id = $1
    on conflict do nothing";

const DEVICES: &str = "
    insert into devices (
        tenant_id, id, organization_id, name, hostname, type, macs, software_count, tags, custom_fields, first_seen_at,
        created_at, updated_at)
    select
        $1,
        (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
        md5('organization ' || n / $3::bigint)::uuid, 'ws-' || n, 'ws-' || n, 'server', '{}', 0, '{}', '{}', now(), now(), now()
    from generate_series(0, $2::bigint - 1) as n";

/// One device in ten has no evidence.
const FACTS: &str = "
    insert into backup_evidence (
        tenant_id, device_id, origin, type, organization_id, evidence, last_success_at, last_attempt_at, last_result,
        updated_at)
    select tenant_id, id, 'veeam', kind.type, organization_id, 'reported', now() - interval '40 hours' * random(), now(),
        'succeeded', now()
    from devices
    cross join unnest(array['backup', 'restore_test', 'integrity_check']) as kind (type)
    where tenant_id = $1 and hostname !~ '7$'";
