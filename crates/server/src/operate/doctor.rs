//! `tenant-control doctor`: looks at every part, says what is wrong and how to mend it.

mod background;
mod definers;

use super::{
    keys::{self, Vault},
    migrate,
};
use crate::{
    app::App,
    clock::Clock,
    db::Target,
    http::document,
    limits::Shared,
    settings::{Serve, Tls},
    workflows,
};
use anyhow::{Context, anyhow, ensure};
use flow::sandbox::Confinement;
use jiff::Timestamp;
use secrecy::SecretString;
use std::{net::TcpListener, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::mpsc::UnboundedReceiver,
    time::timeout,
};
use tokio_postgres::{AsyncMessage, Client};

/// One look at one part: what was found, or what is wrong.
pub struct Finding {
    pub part: &'static str,
    pub found: anyhow::Result<String>,
    pub mend: &'static str,
}

pub async fn examine(settings: &Serve) -> Vec<Finding> {
    let database = &settings.database;
    let mut findings = vec![finding("OpenAPI document", Ok(operations()), "")];
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
    }
    if let Ok((client, messages)) = system {
        findings.push(finding(
            "Background tasks",
            background::tasks(&client).await,
            "The log of the process has the cause, by the name of the task. A task that keeps failing is started again every \
             30 s; the other processes do its work meanwhile.",
        ));
        findings.push(finding(
            "Role app_system obeys row-level security",
            obeys(&client).await,
            "alter role app_system nosuperuser nobypassrls; and let another role own the tables.",
        ));
        findings.push(finding(
            "Announcements of revoked keys",
            announcements(&client, messages).await,
            "LISTEN needs a session of its own: point TC_SYSTEM_DATABASE_URL at PostgreSQL, not at a transaction pooler.",
        ));
    }
    findings.push(finding(
        "Master key",
        master_key(settings).await,
        "`tenant-control keys new-file PATH` makes one for a new installation; TC_MASTER_KEY_FILE names it. What is sealed \
         opens only with the key that it was sealed under: bring that back from its backup.",
    ));
    findings.push(finding(
        "Rate limits",
        limits(settings).await,
        "Start Redis and set TC_REDIS_URL to it, or leave it unset where one server is all there is.",
    ));
    findings.push(finding(
        "Requests to customers' URLs",
        settings.outbound.client().map(|_| settings.outbound.summary()),
        "TC_OUTBOUND_CA_FILE must be a readable file of certificates (PEM).",
    ));
    findings.push(finding(
        "Sandbox of expressions",
        sandbox(settings).await,
        "TC_SANDBOX_PROGRAM, if it is set, must be this program.",
    ));
    findings.extend(engine(settings).await);
    findings.push(finding(
        "Addresses to listen on",
        listen(settings).await,
        "Another process has the address: stop it, or choose others with TC_LISTEN and TC_OPS_LISTEN.",
    ));
    findings
}

/// How the processes that evaluate workflows' expressions are confined. Where the kernel refuses the filter of system calls
/// they still work, within their other limits.
async fn sandbox(settings: &Serve) -> anyhow::Result<String> {
    match settings.engine.sandbox()?.confinement().await {
        Ok(Confinement::Filtered) => {
            Ok("limits, and a filter of system calls: no network, no files, no programs".to_owned())
        }
        Ok(Confinement::LimitsOnly(why)) => Ok(format!(
            "warning: limits alone, as the kernel takes no filter of system calls ({why}); Linux with seccomp has one, \
             unless a container's profile forbids it"
        )),
        Err(fault) => Err(anyhow!("a process that evaluates expressions does not start: {}", fault.title)),
    }
}

/// Temporal, as workflows need it.
async fn engine(settings: &Serve) -> Vec<Finding> {
    let mend = "Start Temporal and set TC_TEMPORAL_URL to it (`just up` does both on a laptop); what the line says of \
                namespace, search attribute and fairness is done with Temporal's own command.";
    let engine = App::new(settings.clone()).and_then(|app| workflows::engine_of(&app));
    let looked = match engine {
        Err(error) => return vec![finding("Temporal", Err(error), mend)],
        Ok(None) => {
            let unset = "TC_TEMPORAL_URL is not set: workflows are accepted and wait".to_owned();
            return vec![finding("Temporal", Ok(unset), mend)];
        }
        Ok(Some(engine)) => engine.doctor().await,
    };
    looked.into_iter().map(|looked| finding(looked.what, looked.state, mend)).collect()
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
            "Functions that run as their owner",
            definers::confined(client).await,
            "alter function … set search_path = pg_catalog, public, pg_temp; alter function … owner to app_definer; \
             revoke all on function … from public; and grant execute to those that call it.",
        ),
        finding(
            "Statements end by themselves",
            timeouts(client).await,
            "alter role app set statement_timeout = '10s'; alter role app set idle_in_transaction_session_timeout = '5s';",
        ),
        finding(
            "Clocks agree",
            clocks(client).await,
            "Synchronise this machine's and PostgreSQL's clocks (NTP): keys expire by this machine's.",
        ),
    ]
}

fn finding(part: &'static str, found: anyhow::Result<String>, mend: &'static str) -> Finding {
    Finding { part, found, mend }
}

type Connected = anyhow::Result<(Client, UnboundedReceiver<AsyncMessage>)>;

async fn connect(url: anyhow::Result<SecretString>, tls: &Tls) -> Connected {
    Target::new(&url?, tls)?.connect().await
}

fn operations() -> String {
    let paths = document::published().value["paths"].as_object().map_or(0, serde_json::Map::len);
    format!("{paths} paths, each with its scopes")
}

async fn about(connected: &Connected) -> anyhow::Result<String> {
    let (client, _) = connected.as_ref().map_err(|error| anyhow!("{error:#}"))?;
    let row = client
        .query_one(
            "select current_setting('server_version'), current_setting('server_version_num')::int,
                    current_user::text, coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)",
            &[],
        )
        .await?;
    let (version, number, role, ssl): (&str, i32, &str, bool) = (row.get(0), row.get(1), row.get(2), row.get(3));
    ensure!(number >= 150_000, "version {version} is older than 15");
    Ok(format!("version {version}, role {role}, {}", if ssl { "encrypted" } else { "not encrypted" }))
}

async fn schema(client: &Client) -> anyhow::Result<String> {
    let missing = migrate::missing(client).await.context("the table of migrations cannot be read")?;
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
    Ok("owns nothing, bypasses nothing".to_owned())
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
    let apart = Clock.now().duration_since(theirs).abs();
    ensure!(apart.as_secs() < 5, "{} s apart", apart.as_secs());
    Ok(format!("{} ms apart", apart.as_millis()))
}

async fn announcements(client: &Client, mut messages: UnboundedReceiver<AsyncMessage>) -> anyhow::Result<String> {
    client.batch_execute("LISTEN doctor; NOTIFY doctor, 'hello'").await?;
    let heard = async {
        while let Some(message) = messages.recv().await {
            if matches!(message, AsyncMessage::Notification(_)) {
                return true;
            }
        }
        false
    };
    ensure!(timeout(Duration::from_secs(2), heard).await.unwrap_or(false), "an announcement did not arrive");
    Ok("heard".to_owned())
}

async fn master_key(settings: &Serve) -> anyhow::Result<String> {
    keys::check(&Vault::new(&settings.database, &settings.keys)?).await
}

async fn limits(settings: &Serve) -> anyhow::Result<String> {
    let Some(url) = settings.limits.redis_url()? else {
        return Ok("TC_REDIS_URL is not set: every server counts for itself".to_owned());
    };
    Ok(format!("shared through Redis {}", Shared::new(&url)?.version().await?))
}

async fn listen(settings: &Serve) -> anyhow::Result<String> {
    if is_alive(settings).await.unwrap_or(false) {
        return Ok(format!("this service is being served on {}", settings.listen));
    }
    for address in [settings.listen, settings.ops_listen] {
        TcpListener::bind(address).with_context(|| address.to_string())?;
    }
    Ok(format!("{} and {} are free", settings.listen, settings.ops_listen))
}

/// Whether it is one of ours that has the address.
async fn is_alive(settings: &Serve) -> anyhow::Result<bool> {
    let mut stream = TcpStream::connect(settings.ops_listen).await?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: ops\r\nConnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    timeout(Duration::from_secs(2), stream.take(4096).read_to_string(&mut answer)).await??;
    Ok(answer.ends_with("alive\n"))
}
