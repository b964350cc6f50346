//! A hundred thousand devices in each format: every device once, in flat memory, at a share of the rate of `COPY` for
//! the same rows. The spreadsheet is opened by a library: text is text, there are no formulas, numbers are numbers.

use crate::{
    Outcome, Size,
    memory::{self, MIB, Watch},
    stage::Stage,
};
use anyhow::{Context, ensure};
use calamine::{Data, Reader, Xlsx};
use futures::StreamExt;
use reqwest::Client;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    io::{Cursor, Write},
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use uuid::Uuid;

/// The maximum growth of the server's memory, in megabytes.
const GROWTH_MB: u64 = 50;

const FIRST_BYTE: Duration = Duration::from_secs(1);

/// The least share of `COPY`'s rows per second.
const SHARE: f64 = 0.05;

const REPORT: &str = "/api/rmm/reports/asset-inventory";

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let devices = size.pick(100_000, 10_000);
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off -c shared_buffers=512MB").await?;
    let admin = stage.tenant("export").await?;
    fill(&stage, admin.tenant.0, devices as i64).await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    server.client(&admin.key).get(&format!("{REPORT}?limit=200")).await.expect(200);
    let copied = copy(&stage, admin.tenant.0).await?;
    outcome.figure(format!("COPY {:.0} rows/s", devices as f64 / copied.as_secs_f64()));
    for (format, query) in [("ndjson", ""), ("csv", "&sort=name"), ("xlsx", "")] {
        let before = memory::resident(server.pid())?;
        let watch = Watch::start(server.pid(), memory::resident);
        let file = File::read(&server, &admin.key, &format!("{REPORT}?format={format}{query}")).await?;
        let growth = watch.stop().await.saturating_sub(before) / MIB;
        let rows = match format {
            "ndjson" => ndjson_rows(&file.bytes)?,
            "csv" => csv_rows(&file.bytes)?,
            _ => xlsx_rows(file.bytes.clone())?,
        };
        let share = copied.as_secs_f64() / file.took.as_secs_f64();
        outcome.figure(format!(
            "{format}: {rows} devices, {:.0} MB at {:.0} rows/s ({share:.2} of COPY), first byte after {} ms, {growth} MB more \
            memory",
            file.bytes.len() as f64 / 1e6,
            rows as f64 / file.took.as_secs_f64(),
            file.first_byte.as_millis()
        ));
        outcome.promise(rows == devices, format!("{format} has every device once"));
        outcome.promise(file.first_byte < FIRST_BYTE, format!("{format} begins within a second"));
        outcome.promise(growth < GROWTH_MB, format!("{format} needs less than {GROWTH_MB} MB"));
        outcome.promise_in_full(
            size,
            share >= SHARE,
            format!("{format} has at least {SHARE} of COPY's rows per second"),
        );
    }
    let page = pages(&server, &admin.key).await?;
    outcome.figure(format!(
        "a page of 200 after {} ms, with the summary {} ms",
        page.0.as_millis(),
        page.1.as_millis()
    ));
    Ok(outcome)
}

struct File {
    bytes: Vec<u8>,
    first_byte: Duration,
    took: Duration,
}

impl File {
    async fn read(server: &ServerProcess, key: &str, target: &str) -> anyhow::Result<File> {
        let http = Client::builder().no_proxy().build()?;
        let started = Instant::now();
        let mut answer = http.get(format!("{}{target}", server.base)).bearer_auth(key).send().await?;
        ensure!(answer.status() == 200, "{} for {target}", answer.status());
        let (mut bytes, mut first_byte) = (vec![], None);
        while let Some(chunk) = answer.chunk().await? {
            first_byte = first_byte.or(Some(started.elapsed()).filter(|_| !chunk.is_empty()));
            bytes.extend_from_slice(&chunk);
        }
        Ok(File { bytes, first_byte: first_byte.context("the response is empty")?, took: started.elapsed() })
    }
}

/// The time of a page without and with the summary.
async fn pages(server: &ServerProcess, key: &str) -> anyhow::Result<(Duration, Duration)> {
    let client = server.client(key);
    let timed = async |query: &str| {
        let started = Instant::now();
        client.get(&format!("{REPORT}?limit=200&{query}")).await.expect(200);
        started.elapsed()
    };
    Ok((timed("summary=false").await, timed("summary=true").await))
}

/// How long PostgreSQL alone takes to copy the columns of the report, as the tenant.
async fn copy(stage: &Stage, tenant: Uuid) -> anyhow::Result<Duration> {
    let app = stage.database.connect("app").await?;
    app.batch_execute(&format!("begin; set local app.tenant_id = '{tenant}'; set local jit = off")).await?;
    let started = Instant::now();
    let query = "copy (
        select device_rows.id, device_rows.organization_id, organizations.name as organization, device_rows.name, hostname,
            type, agent_kind, agent_version, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model,
            os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, device_rows.tags,
            device_rows.custom_fields, device_rows.external_system, device_rows.external_id, device_rows.contact_name,
            purchased_at, warranty_until, identity_conflict, retired_at, stale_since, first_seen_at, last_seen_at,
            last_full_inventory_at, booted_at, device_rows.created_at, device_rows.updated_at, device_rows.version, cpu,
            security
        from device_rows
        join organizations on organizations.id = device_rows.organization_id
        order by device_rows.id desc) to stdout";
    let mut rows = std::pin::pin!(app.copy_out(query).await?);
    while let Some(bytes) = rows.next().await {
        bytes?;
    }
    let took = started.elapsed();
    app.batch_execute("commit").await?;
    Ok(took)
}

fn ndjson_rows(bytes: &[u8]) -> anyhow::Result<usize> {
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let ids = lines.map(|line| Ok(serde_json::from_slice::<Value>(line)?["id"].as_str().context("an id")?.to_owned()));
    Ok(ids.collect::<anyhow::Result<BTreeSet<_>>>()?.len())
}

/// The number of distinct ids. One name in each thousand is a formula, which must be escaped.
fn csv_rows(bytes: &[u8]) -> anyhow::Result<usize> {
    let text = std::str::from_utf8(bytes)?;
    let mut lines = text.split("\r\n").filter(|line| !line.is_empty());
    ensure!(lines.next().is_some_and(|titles| titles.starts_with("id,organization_id,")), "no header line");
    let (mut ids, mut escaped) = (BTreeSet::new(), 0);
    for line in lines {
        ids.insert(line.split(',').next().unwrap_or_default());
        ensure!(!line.contains(",=cmd"), "a formula: {line}");
        escaped += usize::from(line.contains(",'=cmd"));
    }
    ensure!(escaped > 0, "no name is a formula");
    Ok(ids.len())
}

/// A library reads the file, as a spreadsheet program does.
fn xlsx_rows(bytes: Vec<u8>) -> anyhow::Result<usize> {
    read_by_openpyxl(&bytes)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes))?;
    let sheet = book.worksheet_range("Sheet1")?;
    let mut rows = sheet.rows();
    let titles = rows.next().context("titles")?;
    let column = |name: &str| {
        titles.iter().position(|title| matches!(title, Data::String(text) if text == name)).context(name.to_owned())
    };
    let (id, name, memory, seen) = (column("id")?, column("name")?, column("memory_bytes")?, column("last_seen_at")?);
    let (mut ids, mut formulas) = (BTreeSet::new(), 0);
    for row in rows {
        ids.insert(row[id].to_string());
        ensure!(matches!(row[memory], Data::Float(_) | Data::Int(_)), "memory is not a number: {:?}", row[memory]);
        ensure!(matches!(row[seen], Data::DateTime(_)), "a time is not a date: {:?}", row[seen]);
        ensure!(matches!(row[name], Data::String(_)), "a name is not a text: {:?}", row[name]);
        formulas += usize::from(row[name].to_string().starts_with("=cmd"));
    }
    ensure!(formulas > 0, "no name is a formula");
    ensure!(book.worksheet_formula("Sheet1")?.is_empty(), "a text became a formula");
    Ok(ids.len())
}

/// Another library reads the file, if Python has it.
fn read_by_openpyxl(bytes: &[u8]) -> anyhow::Result<()> {
    let path = std::env::temp_dir().join(format!("tenant-control-{:016x}.xlsx", rand::random::<u64>()));
    fs::File::create(&path)?.write_all(bytes)?;
    let script = "
import sys
try:
    import openpyxl
except ImportError:
    print('not installed'); sys.exit(0)
sheet = openpyxl.load_workbook(sys.argv[1], read_only=True).worksheets[0]
rows = sum(1 for _ in sheet.iter_rows())
print(rows, 'rows')";
    let read = std::process::Command::new("python3").arg("-c").arg(script).arg(&path).output();
    let _ = fs::remove_file(&path);
    match read {
        Ok(read) if read.status.success() => eprintln!("  openpyxl: {}", String::from_utf8_lossy(&read.stdout).trim()),
        Ok(read) => anyhow::bail!("openpyxl: {}", String::from_utf8_lossy(&read.stderr)),
        Err(_) => eprintln!("  openpyxl: no Python"),
    }
    Ok(())
}

/// Devices of fifty customers, as if agents had reported them.
async fn fill(stage: &Stage, tenant: Uuid, count: i64) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    root.batch_execute("set session_replication_role = replica; set jit = off").await?;
    root.execute(ORGANIZATIONS, &[&tenant]).await.context("organizations")?;
    root.execute(DEVICES, &[&tenant, &count]).await.context("devices")?;
    root.execute(PRESENCE, &[&tenant]).await.context("presence")?;
    root.execute(DETAILS, &[&tenant]).await.context("details")?;
    root.batch_execute("vacuum analyze").await?;
    Ok(())
}

const ORGANIZATIONS: &str = "
    insert into organizations (tenant_id, id, name, domains, tags, custom_fields, created_at, updated_at)
    select $1, md5('organization ' || n)::uuid, 'Organization ' || n, '{}', '{}', '{}', now(), now()
    from generate_series(0, 49) as n";

const DEVICES: &str = "
    insert into devices (
        tenant_id, id, organization_id, name, hostname, type, agent_id, agent_kind, agent_version, enrolled_organization_id,
        serial, hardware_uuid, macs, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes,
        software_count, last_user, tags, custom_fields, first_seen_at, created_at, updated_at)
    select
        $1,
        (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
        md5('organization ' || n % 50)::uuid,
        case when n % 1000 = 7 then '=cmd|''/c calc''!A' || n else 'ws-' || n end,
        'ws-' || n,
        (array['laptop', 'desktop', 'server', 'virtual_machine'])[1 + n % 4],
        'ws-' || n || '-2026-01-01-08-00-00', 'glpi', 'GLPI-Agent_v1.15', md5('organization ' || n % 50)::uuid,
        'SN' || n, md5('uuid ' || n)::uuid::text, array['00:1b:21:' || substr(md5(n::text), 1, 2) || ':9d:f8'],
        (array['Dell Inc.', 'HP', 'LENOVO'])[1 + n % 3], 'Model ' || n % 40,
        (array['windows', 'linux', 'macos'])[1 + n % 3], 'System ' || n % 3, '12', 'x86_64', '6.1.0-30-amd64',
        (4 + n % 60)::bigint * 1073741824, 300 + n % 50, 'user' || n % 500,
        case when n % 10 = 0 then array['vip'] else '{}' end, '{}', now() - interval '300 days',
        now() - interval '300 days', now() - interval '10 days' * random()
    from generate_series(1, $2::bigint) as n";

const PRESENCE: &str = "
    insert into device_presence (tenant_id, device_id, organization_id, last_seen_at, last_full_inventory_at, booted_at)
    select tenant_id, id, organization_id, now() - interval '3 days' * random(), now() - interval '5 days', now()
    from devices where tenant_id = $1";

const DETAILS: &str = "
    insert into device_details (tenant_id, device_id, organization_id, cpu, disks, networks, security)
    select
        tenant_id, id, organization_id,
        '{\"model\": \"Intel(R) Core(TM) i7-1365U\", \"manufacturer\": \"Intel\", \"sockets\": 1, \"cores\": 10, \"threads\": 12, \"speed_mhz\": 1800}',
        '[{\"name\": \"nvme0n1\", \"model\": \"Disk 512\", \"serial\": \"D1\", \"interface\": \"NVME\", \"size_bytes\": 512110190592}]',
        '[{\"name\": \"eth0\", \"mac\": \"00:1b:21:3c:9d:f8\", \"addresses\": [\"10.0.0.7\"], \"virtual_interface\": false}]',
        '{\"antivirus\": [], \"firewall\": true, \"encryption\": null}'
    from devices where tenant_id = $1";
