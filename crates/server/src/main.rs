//! One binary in several roles; `tenant-control help` lists them.

mod key_commands;

use anyhow::Context;
use api::{Role, session::Environment};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::{net::SocketAddr, process::ExitCode};
use tenant_control::{
    app::App,
    clock::Clock,
    db::Db,
    http::document,
    limits::Policy,
    operate::{doctor, keys, migrate, plans, sso, tenants, users, workflows},
    serve::{Listeners, serve},
    settings::{Database, LogFormat, Migration, Serve, Tls, Work},
    supervisor::{Process, Stop},
    telemetry,
    work::work,
};
use tokio::signal::unix::{SignalKind, signal};

/// A page of fifty rows is a thousand small allocations: with the system's allocator they are a third of its cost.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The control plane of a multi-tenant IT-operations platform.
///
/// Settings are flags or environment variables. Data goes to standard output, everything else to standard error.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the public API.
    Serve(Serve),
    /// Deliver webhooks and carry out workflows. Run as many as it takes: they share the tenants among them.
    Work(Work),
    /// Migrate, then serve and work, with logs for people: for a laptop.
    Dev {
        #[command(flatten)]
        serve: Serve,
        #[command(flatten)]
        migration: Migration,
    },
    /// Bring the database to this version's schema.
    Migrate {
        #[command(flatten)]
        migration: Migration,
        #[command(flatten)]
        tls: Tls,
    },
    /// Create and list tenants.
    #[command(subcommand)]
    Tenant(Tenant),
    /// Enter and list the people of tenants.
    #[command(subcommand)]
    User(User),
    /// Approve and list the domains that people sign in by.
    #[command(subcommand)]
    Sso(Sso),
    /// Set and list plans: how many requests tenants may make.
    #[command(subcommand)]
    Plan(Plan),
    /// Mend what an engine has lost.
    #[command(subcommand)]
    Workflow(Workflow),
    /// Make and rotate the keys that tenants' secrets are sealed with.
    #[command(subcommand)]
    Keys(key_commands::Command),
    /// Print the OpenAPI document; needs no database.
    Openapi {
        /// As YAML instead of JSON.
        #[arg(long)]
        yaml: bool,
    },
    /// Look at every part, say what is wrong and how to mend it.
    Doctor(Serve),
    /// Evaluate workflows' expressions, for the process that starts it.
    #[command(hide = true)]
    JqSandbox,
}

#[derive(Subcommand)]
enum Tenant {
    /// Create a tenant and print its first admin key: the only time that it is shown.
    Create {
        #[command(flatten)]
        new: NewTenant,
        #[command(flatten)]
        database: Database,
    },
    /// Print another admin key of a tenant that has lost its own or let them expire.
    Key {
        /// The tenant's domain.
        #[arg(long)]
        domain: String,
        #[command(flatten)]
        database: Database,
    },
    /// List all tenants, one a line: id, domain, environment, name.
    List {
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand)]
enum User {
    /// Enter a user before the first sign-in and print their id. Without this, users come to be by signing in.
    Create {
        /// The tenant's domain.
        #[arg(long)]
        tenant: String,
        /// By which the user's identity provider knows them.
        #[arg(long)]
        email: String,
        /// owner, admin, technician or viewer.
        #[arg(long)]
        role: Role,
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        database: Database,
    },
    /// List the users of a tenant, one a line: id, email, role, name.
    List {
        /// The tenant's domain.
        #[arg(long)]
        tenant: String,
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand)]
enum Sso {
    /// Approve that a domain is a tenant's, where its DNS does not show it.
    Approve {
        /// The tenant's domain.
        #[arg(long)]
        tenant: String,
        /// The domain that one of the tenant's identity providers names.
        #[arg(long)]
        domain: String,
        #[command(flatten)]
        database: Database,
    },
    /// List the domains of all identity providers, one a line: domain, tenant, provider, enabled, proof.
    List {
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand)]
enum Workflow {
    /// After a loss of Temporal's store: begin every run that has not ended again, where it was. What is done stays done.
    Restart {
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand)]
enum Plan {
    /// Create a plan, or change it for all tenants that are on it.
    Set {
        /// The plan's name; new tenants are on `standard`.
        name: String,
        /// How many requests one key may make, in how many seconds.
        #[arg(long, value_name = "REQUESTS/SECONDS")]
        key: Policy,
        /// How many requests all keys of a tenant may make together.
        #[arg(long, value_name = "REQUESTS/SECONDS")]
        tenant: Policy,
        #[command(flatten)]
        database: Database,
    },
    /// Put a tenant on a plan.
    Put {
        /// The tenant's domain.
        #[arg(long)]
        domain: String,
        /// The plan's name.
        name: String,
        #[command(flatten)]
        database: Database,
    },
    /// List all plans, one a line: name, limit of a key, limit of a tenant, tenants that are on it.
    List {
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Args)]
struct NewTenant {
    /// The tenant's name, such as "Acme IT Services".
    #[arg(long)]
    name: String,
    /// The tenant's domain, such as acme.example; no two tenants have the same.
    #[arg(long)]
    domain: String,
    /// Non-production tenants are for evaluation: their keys begin with tck_test_.
    #[arg(long, value_enum, default_value_t = Kind::Production)]
    environment: Kind,
    /// Make it the operator's own tenant. There is one.
    #[arg(long)]
    platform: bool,
}

#[derive(Clone, Copy, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Kind {
    Production,
    NonProduction,
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    // It limits itself before anything else is started in it.
    if matches!(command, Command::JqSandbox) {
        return flow::sandbox::serve();
    }
    start(command)
}

#[tokio::main]
async fn start(command: Command) -> ExitCode {
    match run(command).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve(settings) => run_until_stopped(settings, Roles::Serve).await?,
        Command::Work(Work { work_ops_listen, settings }) => {
            run_until_stopped(settings, Roles::Work(work_ops_listen)).await?;
        }
        Command::Dev { mut serve, migration } => {
            serve.telemetry.log_format = LogFormat::Text;
            serve.keys.master_key_file = Some(keys::laptop_file(serve.keys.master_key_file)?);
            serve.outbound.open_to_this_machine();
            report(&migrate::run(&migration, &serve.database.tls).await?);
            run_until_stopped(serve, Roles::All).await?;
        }
        Command::Migrate { migration, tls } => report(&migrate::run(&migration, &tls).await?),
        Command::Tenant(Tenant::Create { new, database }) => create_tenant(&database, new).await?,
        Command::Tenant(Tenant::Key { domain, database }) => {
            show(&tenants::create_key(&Db::new(&database)?, Clock, &domain).await?);
        }
        Command::Tenant(Tenant::List { database }) => list_tenants(&database).await?,
        Command::Plan(Plan::Set { name, key, tenant, database }) => {
            plans::set(&Db::new(&database)?, Clock, plans::Plan { name, key, tenant }).await?;
        }
        Command::Plan(Plan::Put { domain, name, database }) => {
            plans::put(&Db::new(&database)?, Clock, &domain, &name).await?;
        }
        Command::Plan(Plan::List { database }) => list_plans(&database).await?,
        Command::User(User::Create { tenant, email, role, name, database }) => {
            let new = users::NewUser { tenant, email, role, name };
            println!("{}", users::create(&Db::new(&database)?, Clock, new).await.context("the user was not entered")?);
        }
        Command::User(User::List { tenant, database }) => list_users(&database, &tenant).await?,
        Command::Sso(Sso::Approve { tenant, domain, database }) => {
            sso::approve(&Db::new(&database)?, Clock, &tenant, &domain).await?;
        }
        Command::Sso(Sso::List { database }) => list_claims(&database).await?,
        Command::Workflow(Workflow::Restart { database }) => {
            println!("{} runs are begun again", workflows::restart(&Db::new(&database)?, Clock).await?);
        }
        Command::Keys(command) => return key_commands::run(command).await,
        Command::Openapi { yaml } => {
            let document = document::published();
            let text = if yaml { &document.yaml } else { &document.json };
            print!("{}", str::from_utf8(text)?);
        }
        Command::Doctor(settings) => return Ok(examine(&settings).await),
        Command::JqSandbox => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// What a process does.
enum Roles {
    Serve,
    /// With health, readiness and metrics at this address.
    Work(SocketAddr),
    All,
}

async fn run_until_stopped(settings: Serve, roles: Roles) -> anyhow::Result<()> {
    let _telemetry = telemetry::start(&settings.telemetry)?;
    let metrics = Some(telemetry::metrics()?);
    let stop = Stop::new();
    let running = async {
        let app = App::new(settings)?;
        let process = match roles {
            Roles::Work(ops) => return work(app, ops, metrics, stop.clone()).await,
            Roles::Serve => Process::Serve,
            Roles::All => Process::Both,
        };
        let listeners = Listeners::bind(app.settings.listen, app.settings.ops_listen)?;
        serve(app, process, listeners, metrics, stop.clone()).await
    };
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let signalled = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.cancel();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        ended = running => ended,
        () = signalled => Ok(()),
    }
}

fn report(applied: &[&str]) {
    match applied {
        [] => eprintln!("the schema is up to date"),
        applied => applied.iter().for_each(|name| eprintln!("applied {name}")),
    }
}

async fn create_tenant(database: &Database, new: NewTenant) -> anyhow::Result<()> {
    let environment = match new.environment {
        Kind::Production => Environment::Production,
        Kind::NonProduction => Environment::NonProduction,
    };
    let new = tenants::NewTenant { name: new.name, domain: new.domain, environment, platform: new.platform };
    let tenant = tenants::create(&Db::new(database)?, Clock, new).await.context("the tenant was not created")?;
    show(&tenant);
    Ok(())
}

/// The key alone goes to standard output, so that a script can take it.
fn show(created: &tenants::AdminKey) {
    eprintln!("tenant {}, admin key {}; this is the only time it is shown:", created.tenant, created.id);
    println!("{}", created.key);
}

async fn list_tenants(database: &Database) -> anyhow::Result<()> {
    for tenant in tenants::list(&Db::new(database)?).await? {
        let platform = if tenant.platform { " (platform)" } else { "" };
        let id = api::TenantId(tenant.id);
        println!("{id}\t{}\t{}\t{}{platform}", tenant.domain, tenant.environment, tenant.name);
    }
    Ok(())
}

async fn list_users(database: &Database, tenant: &str) -> anyhow::Result<()> {
    for user in users::list(&Db::new(database)?, tenant).await? {
        let id = api::UserId(user.id);
        println!("{id}\t{}\t{}\t{}", user.email, user.role, user.name.unwrap_or_default());
    }
    Ok(())
}

async fn list_claims(database: &Database) -> anyhow::Result<()> {
    for claim in sso::list(&Db::new(database)?).await? {
        let enabled = if claim.enabled { "enabled" } else { "disabled" };
        let proof = claim.proven_by.as_deref().unwrap_or("none");
        println!("{}\t{}\t{}\t{enabled}\t{proof}", claim.domain, claim.tenant, claim.name);
    }
    Ok(())
}

async fn list_plans(database: &Database) -> anyhow::Result<()> {
    for plan in plans::list(&Db::new(database)?).await? {
        let key = format!("{}/{}", plan.key_quota, plan.key_window_seconds);
        println!("{}\t{key}\t{}/{}\t{}", plan.name, plan.tenant_quota, plan.tenant_window_seconds, plan.tenants);
    }
    Ok(())
}

async fn examine(settings: &Serve) -> ExitCode {
    let findings = doctor::examine(settings).await;
    for finding in &findings {
        match &finding.found {
            Ok(found) => println!("ok    {}: {found}", finding.part),
            Err(wrong) => println!("WRONG {}: {wrong:#}\n      mend: {}", finding.part, finding.mend),
        }
    }
    if findings.iter().all(|finding| finding.found.is_ok()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
