//! Hundreds of thousands of tickets: skewed realistically, and inserted in the order of time, so that the tenants' rows
//! are mixed. The rows of triggers are created for whole tables at once.

use crate::stage::Stage;
use anyhow::Context;
use std::time::Instant;
use tenant_control::operate::tenants::AdminKey;
use tokio_postgres::Client;
use uuid::Uuid;

/// With this exponent, the largest of 200 tenants has a tenth of all tickets, and the smallest about a thousandth.
const SKEW: f64 = 0.8;

const TABLES: [&str; 3] = ["tickets", "ticket_labels", "search_entries"];

/// Tenants from the largest to the smallest, with this many tickets together.
pub async fn fill(stage: &Stage, tenants: usize, tickets: usize) -> anyhow::Result<Vec<AdminKey>> {
    fill_with(stage, tenants, tickets, None).await
}

/// A tenant with one organization, so that new tickets need not name it.
pub async fn fill_one(stage: &Stage, tickets: usize) -> anyhow::Result<AdminKey> {
    fill_with(stage, 1, tickets, Some(1)).await?.pop().context("a tenant")
}

async fn fill_with(
    stage: &Stage,
    tenants: usize,
    tickets: usize,
    organizations: Option<i64>,
) -> anyhow::Result<Vec<AdminKey>> {
    let created = stage.tenants(tenants).await?;
    let weights: Vec<f64> = (1..=tenants).map(|rank| (rank as f64).powf(-SKEW)).collect();
    let all: f64 = weights.iter().sum();
    let counts: Vec<i64> = weights.iter().map(|weight| (weight / all * tickets as f64).ceil() as i64).collect();
    let ids: Vec<Uuid> = created.iter().map(|tenant| tenant.tenant.0).collect();

    let root = stage.database.root().await;
    // Triggers and foreign-key checks are off.
    root.batch_execute("set session_replication_role = replica; set maintenance_work_mem = '512MB'; set jit = off")
        .await?;
    root.batch_execute("set work_mem = '256MB'; select setseed(0.5)").await?;
    root.batch_execute(
        "create temporary table sizes (tenant_id uuid, count bigint, rank bigint, organizations bigint)",
    )
    .await?;
    root.execute(SIZES, &[&ids, &counts, &organizations]).await?;
    let indexes = drop_indexes(&root).await?;
    for (what, sql) in [
        ("organizations", ORGANIZATIONS),
        ("users", USERS),
        ("tickets", TICKETS),
        ("labels", LABELS),
        ("entries", ENTRIES),
    ] {
        let started = Instant::now();
        let rows = root.execute(sql, &[]).await.with_context(|| what.to_owned())?;
        eprintln!("  {rows} {what} in {:.1} s", started.elapsed().as_secs_f64());
    }
    root.execute("insert into ticket_counters select tenant_id, count from sizes", &[]).await?;
    let started = Instant::now();
    for index in &indexes {
        root.batch_execute(index).await?;
    }
    root.batch_execute("vacuum analyze").await?;
    eprintln!("  {} indexes, analyzed in {:.1} s", indexes.len(), started.elapsed().as_secs_f64());
    Ok(created)
}

/// Returns the statements that create the indexes again. Indexes of constraints stay.
async fn drop_indexes(root: &Client) -> anyhow::Result<Vec<String>> {
    let query = "select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
        where indrelid::regclass::text = any ($1)
        and not exists (select from pg_constraint where conindid = indexrelid)";
    let mut indexes = vec![];
    for row in root.query(query, &[&TABLES.map(str::to_owned).to_vec()]).await? {
        root.batch_execute(&format!("drop index {}", row.get::<_, &str>(0))).await?;
        indexes.push(row.get(1));
    }
    Ok(indexes)
}

const SIZES: &str = "
    insert into sizes
    select tenant_id, count, rank, coalesce($3::bigint, greatest(5, least(250, count / 100)))
    from unnest($1::uuid[], $2::bigint[]) with ordinality as sizes (tenant_id, count, rank)";

const ORGANIZATIONS: &str = "
    insert into organizations (tenant_id, id, name, domains, tags, custom_fields, created_at, updated_at)
    select
        tenant_id, md5('organization ' || rank || ' ' || n)::uuid, 'Organization ' || n, '{}', '{}', '{}',
        now() - interval '800 days', now() - interval '800 days'
    from sizes, generate_series(1, organizations) as n";

/// The technicians that tickets are assigned to.
const USERS: &str = "
    insert into users (tenant_id, id, email, role, created_at, updated_at)
    select
        tenant_id, md5('user ' || rank || ' ' || n)::uuid, 'technician-' || n || '@tenant-' || rank || '.example',
        'technician', now() - interval '800 days', now() - interval '800 days'
    from sizes, generate_series(1, greatest(4, count / 2000)) as n";

/// Two years of tickets. Most of the older ones are closed. A few customers, technicians, tags and words are frequent,
/// most are rare.
const TICKETS: &str = "
    insert into tickets (
        tenant_id, id, number, subject, description, type, status, priority, source, organization_id, requester_name,
        requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key,
        dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, created_by_kind, created_by_id,
        created_at, updated_at, resolved_at, closed_at, closes_at, version, resolution_due_at
    )
    with drawn as (
        select
            sizes.*,
            n,
            date_trunc('milliseconds', now() - interval '730 days' * (1 - (n - 0.1 - 0.8 * random()) / count))
                as created_at,
            n > count * 0.96 as recent,
            random() as of_status, random() as of_priority, random() as of_type, random() as of_source,
            random() as of_assignee, random() as of_device, random() as of_external, random() as of_dedup,
            random() as of_age,
            floor(power(organizations + 1, random()))::int as organization,
            floor(power(greatest(4, count / 2000), random()))::int as technician,
            array(
                select distinct 'tag-' || floor(power(200, random() + 0 * n))::int
                from generate_series(1, (n % 4)::int)
            ) as tags,
            array(
                select (
                    array['printer', 'vpn', 'password', 'outlook', 'slow', 'laptop', 'cannot', 'login', 'backup', 'disk',
                        'network', 'server', 'update', 'screen', 'phone', 'license', 'access', 'shared', 'folder', 'mail',
                        'error', 'install', 'reset', 'wifi', 'teams', 'sync', 'invoice', 'camera', 'dock', 'keyboard']
                )[1 + floor(30 * power(random() + 0 * n, 1.5))::int]
                from generate_series(1, 3)
            ) as words
        from sizes, generate_series(1, count) as n
    ),
    placed as (
        select
            *,
            case
                when recent and of_status < 0.75 then (
                    array['new', 'open', 'open', 'open', 'pending_customer', 'pending_customer', 'pending_vendor',
                        'scheduled']
                )[1 + floor(of_age * 8)::int]
                when of_status < 0.91 then 'closed'
                when of_status < 0.93 then 'resolved'
                when of_status < 0.96 then 'canceled'
                when of_status < 0.98 then 'merged'
                else 'pending_vendor'
            end as status
        from drawn
    )
    select
        tenant_id,
        (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(rank || ' ' || n), 1, 3)
            || '8' || substr(md5(rank || ' ' || n), 4, 15))::uuid,
        n,
        array_to_string(words, ' ') || ' ws' || n % 3000,
        repeat('It worked yesterday, nobody has changed anything, and it is urgent. ', 2 + (n % 7)::int),
        (array['incident', 'incident', 'incident', 'incident', 'request', 'request', 'alert', 'question', 'task', 'change'])
            [1 + floor(of_type * 10)::int],
        status,
        case
            when of_priority < 0.03 then 'p1' when of_priority < 0.15 then 'p2' when of_priority < 0.8 then 'p3' else 'p4'
        end,
        (array['email', 'email', 'email', 'portal', 'portal', 'alert', 'api', 'workflow'])[1 + floor(of_source * 8)::int],
        md5('organization ' || rank || ' ' || organization)::uuid,
        'Requester ' || n % 97,
        'requester' || n % 97 || '@o' || organization || '.example',
        case when of_assignee < 0.7 then md5('user ' || rank || ' ' || technician)::uuid end,
        tags,
        case when of_device < 0.4 then array[md5('device ' || rank || ' ' || n % greatest(1, count / 8))::uuid] else '{}' end,
        jsonb_build_object('contract', 'C-' || organization, 'site', 'Building ' || n % 12),
        case when of_external < 0.12 then 'halopsa' when of_external < 0.15 then 'autotask' end,
        case when of_external < 0.15 then n::text end,
        case when of_dedup < 0.1 then 'disk-full:srv-' || n % 50 || case when status in ('closed', 'canceled') then '' else ' ' || n end end,
        case when of_dedup < 0.1 then 3 end,
        case when of_dedup < 0.1 then created_at end,
        case when of_dedup < 0.1 then created_at + interval '1 hour' end,
        case when status in ('resolved', 'closed') then 'fixed' end,
        case when status in ('resolved', 'closed') then 'Switched off and on again.' end,
        'api_key',
        md5('key ' || rank)::uuid,
        created_at,
        least(now(), created_at + interval '20 days' * of_age),
        case when status in ('resolved', 'closed') then least(now(), created_at + interval '10 days' * of_age) end,
        case when status = 'closed' then least(now(), created_at + interval '20 days' * of_age) end,
        case when status = 'resolved' then now() + interval '3 days' end,
        1 + (n % 5)::int,
        -- Of the unresolved ones, most have a target that is due some day.
        case
            when status in ('new', 'open', 'pending_vendor') and n % 4 > 0 then now() + interval '1 hour' * (1 + n % 700)
        end
    from placed
    order by created_at";

const LABELS: &str = "
    insert into ticket_labels (tenant_id, label, ticket_id, organization_id, status, priority)
    select tenant_id, label, id, organization_id, status, priority
    from tickets, unnest(app.ticket_labels_of(tickets)) as label";

/// The search index has subjects and tags only, because the descriptions repeat the same text.
const ENTRIES: &str = r#"
    insert into search_entries (
        tenant_id, type, id, part, organization_id, title, subtitle, identifiers, labels, texts, terms, created_at,
        updated_at
    )
    select
        entry.tenant_id, entry.type, entry.id, entry.part, entry.organization_id, entry.title, entry.subtitle,
        entry.identifiers, entry.labels, entry.texts, app.search_terms(entry), entry.created_at, entry.updated_at
    from tickets
    cross join lateral app.search_entry(jsonb_populate_record(tickets, '{"description": null}')) as entry"#;
