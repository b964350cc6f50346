//! The speed of reads compared with PostgreSQL's own benchmark: the same statements on the same data, pipelined by
//! pgbench, and served by our server over HTTP to wrk, with authentication, validation and JSON. The two take turns,
//! because the load of a shared machine varies; the result is the ratio. The baseline is a transaction for one tenant around
//! the handler's statement. The server sends less: one statement that sets its tenant by itself, which pgbench executes in a
//! turn of its own. In another turn, it executes the handler's statement alone, without a tenant and without row security: the
//! difference is the price of isolation.

use crate::{
    Outcome, Size,
    bench::{self, Spread, clients_cpu_seconds, cpu_seconds, pgbench, wrk},
    stage::Stage,
};
use anyhow::{Context, ensure};
use kernel::db::scoped_statement;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use testkit::ServerProcess;
use tokio_postgres::Client;
use uuid::Uuid;

const TENANTS: usize = 200;

/// The number of tenants of the load, weighted like the data: large ones more often.
const LOADED: usize = 40;

/// The statements of the handlers.
const STATEMENTS: &str = include_str!("../../server/src/rmm/organizations.sql");

pub struct Tenant {
    id: Uuid,
    pub key: String,
    organization: Uuid,
}

/// One kind of read: its statement for pgbench, its URL for wrk, and the promised share of pgbench's rate.
pub struct Read {
    pub name: &'static str,
    statement: &'static str,
    pub target: fn(&Tenant) -> String,
    share: f64,
}

pub const READS: &[Read] = &[
    Read {
        name: "50 rows",
        statement: "list_organizations",
        target: |_| "/api/rmm/organizations".to_owned(),
        share: 0.65,
    },
    Read {
        name: "one row",
        statement: "get_organization",
        target: |tenant| format!("/api/rmm/organizations?id={}", api::OrganizationId(tenant.organization)),
        share: 0.60,
    },
];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rows = size.pick(500_000, 50_000);
    let (rounds, turn) = size.pick((5, Duration::from_secs(5)), (3, Duration::from_secs(2)));
    let stage = Stage::set("-c shared_buffers=1GB -c synchronous_commit=on").await?;
    let tenants = fill(&stage, rows).await?;
    let server = ServerProcess::start(&stage.database, &["--database-connections", "16", "--log", "warn"]).await?;
    let mut outcome = Outcome::default();
    for read in READS {
        let bench = Bench::prepare(&stage, &server, read, &tenants)?;
        bench.turn(Duration::from_secs(1)).await?;
        let mut turns = vec![];
        for _ in 0..rounds {
            turns.push(bench.turn(turn).await?);
        }
        turns.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
        let Turn { bare, scoped, alone, served, server_cpu, wrk_cpu, pgbench_cpu } = turns[rounds / 2];
        let ratio = served / bare;
        outcome.figure(format!(
            "{} {} of pgbench ({served:.0}/s of {bare:.0}/s, {server_cpu:.0} µs of server CPU, {wrk_cpu:.0} µs of wrk's own, \
            {pgbench_cpu:.0} µs of pgbench's own)",
            read.name,
            Spread::of(turns.iter().map(Turn::ratio))
        ));
        let of_scoped = Spread::of(turns.iter().map(Turn::of_scoped));
        outcome.figure(format!("{of_scoped} of pgbench with the server's own statement ({scoped:.0}/s)"));
        let isolation = Spread::of(turns.iter().map(Turn::isolation));
        outcome.figure(format!("with isolation {isolation} of the statement alone ({alone:.0}/s)"));
        // A build that is not optimised, in turns of two seconds, still shows a tenfold regression.
        outcome.promise(ratio >= read.share / 10.0, format!("{} at {:.3} of pgbench", read.name, read.share / 10.0));
        outcome.promise_in_full(size, ratio >= read.share, format!("{} at {:.2} of pgbench", read.name, read.share));
    }
    outcome.figure(format!("{rows} rows of {TENANTS} tenants, {rounds} rounds of {} s", turn.as_secs()));
    Ok(outcome)
}

/// One kind of read, ready to be measured.
struct Bench<'a> {
    name: &'static str,
    postgres_port: u16,
    server: &'a ServerProcess,
    /// The statement in a transaction for one tenant, the statement as the server sends it, and the statement alone.
    isolated: Vec<PathBuf>,
    scoped: Vec<PathBuf>,
    alone: Vec<PathBuf>,
    lua: PathBuf,
}

/// Rates per second, and microseconds of CPU for each request or transaction.
struct Turn {
    bare: f64,
    scoped: f64,
    alone: f64,
    served: f64,
    server_cpu: f64,
    wrk_cpu: f64,
    pgbench_cpu: f64,
}

impl Turn {
    fn ratio(&self) -> f64 {
        self.served / self.bare
    }

    fn of_scoped(&self) -> f64 {
        self.served / self.scoped
    }

    fn isolation(&self) -> f64 {
        self.bare / self.alone
    }
}

impl<'a> Bench<'a> {
    fn prepare(stage: &Stage, server: &'a ServerProcess, read: &Read, tenants: &[Tenant]) -> anyhow::Result<Bench<'a>> {
        let folder = stage.postgres.directory();
        Ok(Bench {
            name: read.name,
            postgres_port: stage.postgres.port,
            server,
            isolated: pgbench_scripts(folder, read, tenants)?,
            scoped: scripts(folder, &format!("{}.scoped", read.statement), tenants, |tenant| scoped(read, tenant))?,
            alone: scripts(folder, &format!("{}.alone", read.statement), tenants, |tenant| alone(read, tenant))?,
            lua: wrk_script(folder.join(format!("{}.lua", read.statement)), read, tenants)?,
        })
    }

    async fn turn(&self, turn: Duration) -> anyhow::Result<Turn> {
        // Row security does not apply to a superuser.
        let alone = pgbench(self.postgres_port, &self.alone, turn, &["-U", "postgres"]).await?;
        let scoped = pgbench(self.postgres_port, &self.scoped, turn, &[]).await?;
        let before = clients_cpu_seconds()?;
        let bare = pgbench(self.postgres_port, &self.isolated, turn, &[]).await?;
        let (between, server_before) = (clients_cpu_seconds()?, cpu_seconds(self.server.pid())?);
        let served = wrk(&self.server.base, &self.lua, turn, &[]).await?;
        let micros = |cpu: f64, rate: f64| cpu / (rate * turn.as_secs_f64()) * 1e6;
        let turn = Turn {
            bare,
            scoped,
            alone,
            served,
            server_cpu: micros(cpu_seconds(self.server.pid())? - server_before, served),
            wrk_cpu: micros(clients_cpu_seconds()? - between, served),
            pgbench_cpu: micros(between - before, bare),
        };
        let (name, ratio, cpu) = (self.name, turn.ratio(), turn.server_cpu);
        eprintln!(
            "  {name}: alone {alone:.0}/s, scoped {scoped:.0}/s, pgbench {bare:.0}/s, served {served:.0}/s, {ratio:.2}, {cpu:.0} µs"
        );
        Ok(turn)
    }
}

/// Tenants by rank: the first has the most, the n-th about 1/n of it. Rows are as wide as a ticket.
pub async fn fill(stage: &Stage, rows: i32) -> anyhow::Result<Vec<Tenant>> {
    let created = stage.tenants(TENANTS).await?;
    let root = stage.database.root().await;
    let ids: Vec<Uuid> = created.iter().map(|tenant| tenant.tenant.0).collect();
    // Without triggers: nothing here searches, and the entries of the search index would take minutes.
    root.batch_execute("set session_replication_role = replica").await?;
    root.execute(FILL, &[&ids, &rows]).await?;
    root.batch_execute("set session_replication_role = origin").await?;
    root.batch_execute("vacuum analyze").await?;
    let ranks = (0..LOADED).map(|n| (TENANTS as f64).powf(n as f64 / LOADED as f64) as usize - 1);
    let mut tenants = vec![];
    for rank in ranks {
        let (id, key) = (created[rank].tenant.0, created[rank].key.clone());
        tenants.push(Tenant { id, key, organization: any_organization(&root, id).await? });
    }
    Ok(tenants)
}

const FILL: &str = "
    insert into organizations (
        tenant_id, id, name, notes, domains, tags, contact_name, contact_email, contact_phone,
        external_system, external_id, custom_fields, created_at, updated_at
    )
    select
        ($1::uuid[])[floor(exp(random() * ln(cardinality($1::uuid[]))))::int],
        (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3)
            || '8' || substr(md5(n::text), 4, 15))::uuid,
        'Organization ' || n,
        repeat('What a technician should know. ', 3 + n % 4),
        array['o' || n || '.example'],
        array['gold', 'site-' || n % 50],
        'Contact ' || n,
        'contact' || n || '@o' || n || '.example',
        '+49 30 ' || n,
        'psa',
        n::text,
        jsonb_build_object('contract', 'C-' || n),
        now(),
        now()
    from generate_series(1, $2::int) as n";

async fn any_organization(root: &Client, tenant: Uuid) -> anyhow::Result<Uuid> {
    let sql = "select id from organizations where tenant_id = $1 order by md5(id::text) limit 1";
    Ok(root.query_one(sql, &[&tenant]).await.context("every tenant has an organization")?.get(0))
}

/// A handler's statement, its parameters written out.
fn statement(name: &str, tenant: &Tenant) -> anyhow::Result<String> {
    bench::statement(STATEMENTS, name, |parameter| match parameter {
        "before" => Some(format!("'{}'", Uuid::max())),
        "limit" => Some("51".to_owned()),
        "id" => Some(format!("'{}'", tenant.organization)),
        _ => None,
    })
}

/// For each tenant a script with the statement in a transaction for that tenant.
pub fn pgbench_scripts(folder: &Path, read: &Read, tenants: &[Tenant]) -> anyhow::Result<Vec<PathBuf>> {
    scripts(folder, read.statement, tenants, |tenant| {
        let begin = format!("begin read only;\nset local app.tenant_id = '{}';", tenant.id);
        let statement = statement(read.statement, tenant)?;
        Ok(format!("\\startpipeline\n{begin}\n{statement};\ncommit;\n\\endpipeline\n"))
    })
}

/// The statement that sets its tenant by itself, as the server sends it.
fn scoped(read: &Read, tenant: &Tenant) -> anyhow::Result<String> {
    // All parameters are written out, so the first one is the tenant.
    let statement = scoped_statement(&statement(read.statement, tenant)?, false);
    Ok(statement.replace("$1", &format!("'{}'", tenant.id)) + ";\n")
}

/// The statement with the tenant as a condition instead of row security.
fn alone(read: &Read, tenant: &Tenant) -> anyhow::Result<String> {
    let statement = statement(read.statement, tenant)?;
    let condition = format!("\nwhere tenant_id = '{}' and ", tenant.id);
    ensure!(statement.contains("\nwhere "), "{} has no condition", read.statement);
    Ok(statement.replacen("\nwhere ", &condition, 1) + ";\n")
}

fn scripts(
    folder: &Path,
    stem: &str,
    tenants: &[Tenant],
    text: impl Fn(&Tenant) -> anyhow::Result<String>,
) -> anyhow::Result<Vec<PathBuf>> {
    let script = |(n, tenant): (usize, &Tenant)| {
        let path = folder.join(format!("{stem}.{n}.sql"));
        fs::write(&path, text(tenant)?)?;
        Ok(path)
    };
    tenants.iter().enumerate().map(script).collect()
}

fn wrk_script(path: PathBuf, read: &Read, tenants: &[Tenant]) -> anyhow::Result<PathBuf> {
    let mut text = "local requests = {}\nfunction init()\n".to_owned();
    for tenant in tenants {
        let target = (read.target)(tenant);
        let headers = format!("{{ [\"Authorization\"] = \"Bearer {}\" }}", tenant.key);
        writeln!(text, "  table.insert(requests, wrk.format(\"GET\", \"{target}\", {headers}))")?;
    }
    text += "end\nfunction request()\n  return requests[math.random(#requests)]\nend\n";
    fs::write(&path, text)?;
    Ok(path)
}
