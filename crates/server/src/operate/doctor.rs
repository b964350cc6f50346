//! `tenant-control doctor`: checks every component, and reports what is wrong and how to fix it.

mod background;
mod cells;
mod definers;
pub mod verify;

use super::{
    keys::{self, Vault},
    migrate,
};
use anyhow::{Context, anyhow, ensure};
use flow::sandbox::Confinement;
use jiff::Timestamp;
use kernel::{
    clock::Clock,
    db::Target,
    family::{Families, Finding, finding},
    http::document::Document,
    limits::Shared,
    settings::{Serve, Tls},
};
use secrecy::SecretString;
use std::{net::TcpListener, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::mpsc::UnboundedReceiver,
    time::timeout,
};
use tokio_postgres::{AsyncMessage, Client};

pub async fn examine(settings: &Serve, families: &'static Families) -> Vec<Finding> {
    let database = &settings.database;
    let mut findings = vec![finding("OpenAPI document", Ok(operations(&families.document)), "")];
    let app = connect(database.app_url(), &database.tls).await;
    let system = connect(database.system_url(), &database.system_tls()).await;
    findings.push(finding(
        "PostgreSQL as app",
        about(&app).await,
        "Start PostgreSQL and set TC_DATABASE_URL to it, with the role app (`just up` does both on a laptop).",
    ));
    findings.push(finding(
        "PostgreSQL as app_system",
        about(&system).await,
        "Set TC_SYSTEM_DATABASE_URL to the same database, with the role app_system.",
    ));
    if let Ok((client, _)) = &app {
        findings.extend(examine_app(client).await);
        findings.push(finding(
            "Notifications of revoked keys",
            announcements(connect(database.direct_url(), &database.system_tls()).await, client).await,
            "LISTEN requires a session of its own, which a transaction pooler does not give: set TC_DIRECT_DATABASE_URL to \
             PostgreSQL itself, with the role app_system.",
        ));
    }
    if let Ok((client, _)) = &system {
        findings.extend(examine_system(client).await);
    }
    findings.extend(examine_settings(settings).await);
    for check in families.iter().flat_map(|family| family.checks) {
        findings.extend(check(settings, families).await);
    }
    findings.push(finding(
        "Addresses to listen on",
        listen(settings).await,
        "Another process uses the address: stop it, or set other addresses with TC_LISTEN and TC_OPS_LISTEN.",
    ));
    findings
}

async fn examine_system(client: &Client) -> Vec<Finding> {
    vec![
        finding(
            "Background tasks",
            background::tasks(client).await,
            "The log of the process has the cause, by the name of the task. A task that keeps failing is started again every \
             30 s; the other processes do its work meanwhile.",
        ),
        finding(
            "Cells",
            cells::directory(client).await,
            "wal_level: set wal_level = logical and restart PostgreSQL. Replication: see the log of PostgreSQL; the home must be \
             reachable. Missing tenants: `tenant-control cell sync`.",
        ),
        finding(
            "Role app_system obeys row-level security",
            obeys(client).await,
            "alter role app_system nosuperuser nobypassrls; and let another role own the tables.",
        ),
    ]
}

async fn examine_settings(settings: &Serve) -> Vec<Finding> {
    vec![
        finding(
            "Master key",
            master_key(settings).await,
            "For a new installation, create a file with `tenant-control keys new-file PATH` and set TC_MASTER_KEY_FILE to \
        it. Existing secrets can be decrypted only with the key that encrypted them: restore it from its backup.",
        ),
        finding(
            "Rate limits",
            limits(settings).await,
            "Start Redis and set TC_REDIS_URL to it, or leave it unset for a single server.",
        ),
        finding(
            "Requests to customers' URLs",
            settings.outbound.client().map(|_| settings.outbound.summary()),
            "TC_OUTBOUND_CA_FILE must be a readable file of certificates (PEM).",
        ),
        finding(
            "Sandbox of expressions",
            sandbox(settings).await,
            "TC_SANDBOX_PROGRAM, if it is set, must be this program.",
        ),
    ]
}

/// How the processes that evaluate workflows' expressions are confined. If the kernel refuses the filter of system
/// calls, they still work, within their other limits.
async fn sandbox(settings: &Serve) -> anyhow::Result<String> {
    match settings.engine.sandbox()?.confinement().await {
        Ok(Confinement::Filtered) => {
            Ok("resource limits and a system call filter: no network, no files, no programs".to_owned())
        }
        Ok(Confinement::LimitsOnly(why)) => Ok(format!(
            "warning: resource limits only, because the kernel accepts no system call filter ({why}); Linux with \
            seccomp supports it, unless the profile of a container forbids it"
        )),
        Err(fault) => Err(anyhow!("failed to start a process that evaluates expressions: {}", fault.title)),
    }
}

async fn examine_app(client: &Client) -> Vec<Finding> {
    vec![
        finding("Schema", schema(client).await, "Run `tenant-control migrate`."),
        finding(
            "Role app obeys row-level security",
            obeys(client).await,
            "alter role app nosuperuser nobypassrls; and let another role own the tables.",
        ),
        finding(
            "Row-level security on every table",
            protected(client).await,
            "alter table … force row level security; with a policy, as the migrations have it.",
        ),
        finding(
            "Security definer functions",
            definers::confined(client).await,
            "alter function … set search_path = pg_catalog, public, pg_temp; alter function … owner to app_definer; \
             revoke all on function … from public; and grant execute to those that call it.",
        ),
        finding(
            "Statement timeouts",
            timeouts(client).await,
            "alter role app set statement_timeout = '10s'; alter role app set idle_in_transaction_session_timeout = '5s';",
        ),
        finding(
            "Clocks agree",
            clocks(client).await,
            "Synchronise the clocks of this machine and of PostgreSQL (NTP): keys expire by the clock of this machine.",
        ),
    ]
}

type Connected = anyhow::Result<(Client, UnboundedReceiver<AsyncMessage>)>;

async fn connect(url: anyhow::Result<SecretString>, tls: &Tls) -> Connected {
    Target::new(&url?, tls)?.connect().await
}

fn operations(document: &Document) -> String {
    let paths = document.value["paths"].as_object().map_or(0, serde_json::Map::len);
    format!("{paths} paths, each with its scopes")
}

async fn about(connected: &Connected) -> anyhow::Result<String> {
    let (client, _) = connected.as_ref().map_err(|error| anyhow!("{error:#}"))?;
    let row = client
        .query_one(
            "select current_setting('server_version'), current_setting('server_version_num')::int,
                    current_user::text, coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false),
                    coalesce(host(inet_server_addr()) || ':' || inet_server_port(), 'a socket'), pg_is_in_recovery()",
            &[],
        )
        .await?;
    let (version, number, role, ssl): (&str, i32, &str, bool) = (row.get(0), row.get(1), row.get(2), row.get(3));
    let (server, is_replica): (&str, bool) = (row.get(4), row.get(5));
    ensure!(number >= 150_000, "version {version} is older than 15");
    ensure!(
        !is_replica,
        "{server} is a replica, which accepts no writes: the URL must lead to the primary, or name all hosts"
    );
    Ok(format!("version {version} at {server}, role {role}, {}", if ssl { "encrypted" } else { "not encrypted" }))
}

async fn schema(client: &Client) -> anyhow::Result<String> {
    let missing = migrate::missing(client).await.context("failed to read the table of migrations")?;
    ensure!(missing.is_empty(), "missing: {}", missing.join(", "));
    Ok("up to date".to_owned())
}

async fn obeys(client: &Client) -> anyhow::Result<String> {
    let row = client
        .query_one(
            "select rolsuper, rolbypassrls, exists (select from pg_class where relowner = pg_roles.oid)
             from pg_roles where rolname = current_user",
            &[],
        )
        .await?;
    let wrong: Vec<_> = ["is a superuser", "bypasses row-level security", "owns tables"]
        .into_iter()
        .enumerate()
        .filter(|(column, _)| row.get(*column))
        .map(|(_, wrong)| wrong)
        .collect();
    ensure!(wrong.is_empty(), "it {}", wrong.join(" and "));
    Ok("not the owner of any table, does not bypass row-level security".to_owned())
}

async fn protected(client: &Client) -> anyhow::Result<String> {
    let rows = client
        .query(
            "select relname::text, relrowsecurity and relforcerowsecurity
                 and exists (select from pg_policy where polrelid = pg_class.oid)
             from pg_class
             where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
            &[],
        )
        .await?;
    let open: Vec<&str> = rows.iter().filter(|row| !row.get::<_, bool>(1)).map(|row| row.get(0)).collect();
    ensure!(open.is_empty(), "unprotected: {}", open.join(", "));
    ensure!(!rows.is_empty(), "there are no tables");
    Ok(format!("{} tables", rows.len()))
}

async fn timeouts(client: &Client) -> anyhow::Result<String> {
    let sql = "select current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')";
    let row = client.query_one(sql, &[]).await?;
    let (statement, idle): (&str, &str) = (row.get(0), row.get(1));
    ensure!(statement != "0" && idle != "0", "statement_timeout {statement}, idle in transaction {idle}");
    Ok(format!("statements after {statement}, idle transactions after {idle}"))
}

async fn clocks(client: &Client) -> anyhow::Result<String> {
    let theirs: Timestamp = client.query_one("select clock_timestamp()", &[]).await?.get(0);
    let apart = Clock::System.now().duration_since(theirs).abs();
    ensure!(apart.as_secs() < 5, "{} s apart", apart.as_secs());
    Ok(format!("{} ms apart", apart.as_millis()))
}

/// The notification is sent by another role: a pooler passes on what arrives in the same transaction, or in the connection
/// that it happens to use again.
async fn announcements(listening: Connected, sender: &Client) -> anyhow::Result<String> {
    let (listener, mut messages) = listening?;
    listener.batch_execute("LISTEN doctor").await?;
    sender.batch_execute("NOTIFY doctor, 'hello'").await?;
    let heard = async {
        while let Some(message) = messages.recv().await {
            if matches!(message, AsyncMessage::Notification(_)) {
                return true;
            }
        }
        false
    };
    ensure!(timeout(Duration::from_secs(2), heard).await.unwrap_or(false), "a notification did not arrive");
    Ok("received".to_owned())
}

async fn master_key(settings: &Serve) -> anyhow::Result<String> {
    keys::check(&Vault::new(&settings.database, &settings.keys)?).await
}

async fn limits(settings: &Serve) -> anyhow::Result<String> {
    let Some(url) = settings.limits.redis_url()? else {
        return Ok("TC_REDIS_URL is not set: each server counts separately".to_owned());
    };
    Ok(format!("shared through Redis {}", Shared::new(&url)?.version().await?))
}

async fn listen(settings: &Serve) -> anyhow::Result<String> {
    if is_alive(settings).await.unwrap_or(false) {
        return Ok(format!("this service is already running on {}", settings.listen));
    }
    for address in [settings.listen, settings.ops_listen] {
        TcpListener::bind(address).with_context(|| address.to_string())?;
    }
    Ok(format!("{} and {} are free", settings.listen, settings.ops_listen))
}

/// True if another of our processes uses the address.
async fn is_alive(settings: &Serve) -> anyhow::Result<bool> {
    let mut stream = TcpStream::connect(settings.ops_listen).await?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: ops\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    timeout(Duration::from_secs(2), stream.take(4096).read_to_string(&mut answer)).await??;
    Ok(answer.ends_with("alive\n"))
}
