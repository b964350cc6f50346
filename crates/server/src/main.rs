//! One binary in several roles; `tenant-control help` lists them.

mod analytics_commands;
mod cell_analytics_command;
mod cell_commands;
mod doctor_command;
mod key_commands;
mod lists;
mod move_commands;
mod processes;
mod search_commands;

use anyhow::Context;
use api::{Role, session::Environment};
use clap::{Args, Parser, Subcommand, ValueEnum};
use kernel::{
    clock::Clock,
    db::Db,
    http::document::Version,
    limits::Policy,
    settings::{Database, Ingest, IngestListener, LogFormat, Migration, Serve, Tls, Work},
};
use processes::{Roles, run_until_stopped};
use std::process::ExitCode;
use tenant_control::{
    families,
    operate::{keys, migrate, plans, sso, tenants, users, workflows},
};

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
    /// Deliver webhooks and execute workflows. Several workers can run at the same time; they share the tenants.
    Work(Work),
    /// Listen for agents that report devices.
    Ingest(Ingest),
    /// Migrate, serve, work and listen for agents in one process with human-readable logs, for development.
    Dev {
        #[command(flatten)]
        serve: Serve,
        #[command(flatten)]
        agents: IngestListener,
        #[command(flatten)]
        migration: Migration,
    },
    /// Apply the migrations of this version to the database.
    Migrate {
        #[command(flatten)]
        migration: Migration,
        #[command(flatten)]
        tls: Tls,
    },
    /// Create and list tenants.
    #[command(subcommand)]
    Tenant(Tenant),
    /// Create and list users of tenants.
    #[command(subcommand)]
    User(User),
    /// Approve and list domains for single sign-on.
    #[command(subcommand)]
    Sso(Sso),
    /// Set and list plans, which define the rate limits of tenants.
    #[command(subcommand)]
    Plan(Plan),
    /// Repair workflows after a loss of the engine's data.
    #[command(subcommand)]
    Workflow(Workflow),
    /// Check and rebuild the search index.
    #[command(subcommand)]
    Search(search_commands::Command),
    /// Check and rebuild the figures of tenants.
    #[command(subcommand)]
    Analytics(analytics_commands::Command),
    /// Create and rotate the keys that encrypt tenants' secrets.
    #[command(subcommand)]
    Keys(key_commands::Command),
    /// Name, join and list cells, each of which serves some of the tenants.
    #[command(subcommand)]
    Cell(cell_commands::Command),
    /// Use the directory of tenants and their cells.
    #[command(subcommand)]
    Directory(cell_commands::DirectoryCommand),
    /// Print the OpenAPI document. It needs no database.
    Openapi {
        /// Print YAML instead of JSON.
        #[arg(long)]
        yaml: bool,
        /// Print the document for client generators, in this version of OpenAPI.
        #[arg(long, value_name = "VERSION", num_args = 0..=1, default_missing_value = "3.1", conflicts_with = "yaml")]
        sdk: Option<OpenApiVersion>,
    },
    /// Check every component and print how to fix each fault.
    Doctor(doctor_command::Doctor),
    /// Evaluate expressions of workflows for the parent process.
    #[command(hide = true)]
    JqSandbox,
    /// Open a backup repository for the parent process.
    #[command(hide = true)]
    CheckRepository,
}

#[derive(Subcommand)]
enum Tenant {
    /// Create a tenant and print its first admin key, which is shown only once.
    Create {
        #[command(flatten)]
        new: NewTenant,
        #[command(flatten)]
        database: Database,
    },
    /// Create and print another admin key for a tenant that has lost its keys or let them expire.
    Key {
        /// Domain of the tenant.
        #[arg(long)]
        domain: String,
        #[command(flatten)]
        database: Database,
    },
    /// List all tenants, one per line: id, domain, environment, name.
    List {
        #[command(flatten)]
        database: Database,
    },
    /// Move a tenant to another cell while it works. A command that was interrupted continues when it is run again.
    Move(Box<move_commands::Move>),
    /// Delete the old copy of a tenant that has moved to another cell.
    PurgeMoved(move_commands::PurgeMoved),
}

#[derive(Subcommand)]
enum User {
    /// Create a user before the first sign-in and print the id. Otherwise, users are created at their first sign-in.
    Create {
        /// Domain of the tenant.
        #[arg(long)]
        tenant: String,
        /// E-mail address of the user at the identity provider.
        #[arg(long)]
        email: String,
        /// Role: owner, admin, technician or viewer.
        #[arg(long)]
        role: Role,
        /// Name of the user.
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        database: Database,
    },
    /// List the users of a tenant, one per line: id, email, role, name.
    List {
        /// Domain of the tenant.
        #[arg(long)]
        tenant: String,
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand)]
enum Sso {
    /// Approve a domain of a tenant without a DNS record.
    Approve {
        /// Domain of the tenant.
        #[arg(long)]
        tenant: String,
        /// Domain of one of the tenant's identity providers.
        #[arg(long)]
        domain: String,
        #[command(flatten)]
        database: Database,
    },
    /// List the domains of all identity providers, one per line: domain, tenant, provider, enabled, proof.
    List {
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand)]
enum Workflow {
    /// After a loss of Temporal's data, restart every active run at its last step. Completed steps are not repeated.
    Restart {
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Subcommand)]
enum Plan {
    /// Create a plan, or change it for all of its tenants.
    Set {
        /// Name of the plan. New tenants have the plan `standard`.
        name: String,
        /// Rate limit of each key.
        #[arg(long, value_name = "REQUESTS/SECONDS")]
        key: Policy,
        /// Rate limit of all keys of a tenant together.
        #[arg(long, value_name = "REQUESTS/SECONDS")]
        tenant: Policy,
        #[command(flatten)]
        database: Database,
    },
    /// Assign a plan to a tenant.
    Put {
        /// Domain of the tenant.
        #[arg(long)]
        domain: String,
        /// Name of the plan.
        name: String,
        #[command(flatten)]
        database: Database,
    },
    /// List all plans, one per line: name, limit per key, limit per tenant, number of tenants.
    List {
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Args)]
struct NewTenant {
    /// Name of the tenant, such as "Acme IT Services".
    #[arg(long)]
    name: String,
    /// Domain of the tenant, such as acme.example. It must be unique.
    #[arg(long)]
    domain: String,
    /// Environment of the tenant. Non-production tenants are for evaluation; their keys begin with tck_test_.
    #[arg(long, value_enum, default_value_t = Kind::Production)]
    environment: Kind,
    /// Create the operator's own tenant. There can be only one.
    #[arg(long)]
    platform: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum OpenApiVersion {
    #[value(name = "3.1")]
    V3_1,
    #[value(name = "3.0")]
    V3_0,
}

#[derive(Clone, Copy, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Kind {
    Production,
    NonProduction,
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    // They limit themselves before anything else is started in them.
    match command {
        Command::JqSandbox => flow::sandbox::serve(),
        Command::CheckRepository => backup_restic::serve(),
        command => start(command),
    }
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
        Command::Ingest(Ingest { listener, ingest_ops_listen, settings }) => {
            run_until_stopped(settings, Roles::Ingest(listener.ingest_listen, ingest_ops_listen)).await?;
        }
        Command::Dev { mut serve, agents, migration } => {
            serve.telemetry.log_format = LogFormat::Text;
            serve.keys.master_key_file = Some(keys::laptop_file(serve.keys.master_key_file)?);
            serve.outbound.open_to_this_machine();
            report(&migrate::run(&migration, &serve.database.tls).await?);
            run_until_stopped(serve, Roles::All(agents.ingest_listen)).await?;
        }
        Command::Migrate { migration, tls } => report(&migrate::run(&migration, &tls).await?),
        Command::Tenant(Tenant::Create { new, database }) => create_tenant(&database, new).await?,
        Command::Tenant(Tenant::Key { domain, database }) => {
            show(&tenants::create_key(&Db::new(&database)?, Clock::System, &domain).await?);
        }
        Command::Tenant(Tenant::List { database }) => lists::tenants(&database).await?,
        Command::Tenant(Tenant::Move(command)) => move_commands::run(*command).await?,
        Command::Tenant(Tenant::PurgeMoved(command)) => move_commands::purge(&command).await?,
        Command::Plan(Plan::Set { name, key, tenant, database }) => {
            plans::set(&Db::new(&database)?, Clock::System, plans::Plan { name, key, tenant }).await?;
        }
        Command::Plan(Plan::Put { domain, name, database }) => {
            plans::put(&Db::new(&database)?, Clock::System, &domain, &name).await?;
        }
        Command::Plan(Plan::List { database }) => lists::plans(&database).await?,
        Command::User(User::Create { tenant, email, role, name, database }) => {
            let new = users::NewUser { tenant, email, role, name };
            println!(
                "{}",
                users::create(&Db::new(&database)?, Clock::System, new).await.context("the user was not created")?
            );
        }
        Command::User(User::List { tenant, database }) => lists::users(&database, &tenant).await?,
        Command::Sso(Sso::Approve { tenant, domain, database }) => {
            sso::approve(&Db::new(&database)?, Clock::System, &tenant, &domain).await?;
        }
        Command::Sso(Sso::List { database }) => lists::claims(&database).await?,
        Command::Workflow(Workflow::Restart { database }) => {
            println!("{} runs restarted", workflows::restart(&Db::new(&database)?, Clock::System).await?);
        }
        Command::Search(command) => return search_commands::run(command).await,
        Command::Analytics(command) => return analytics_commands::run(command).await,
        Command::Keys(command) => return key_commands::run(command).await,
        Command::Cell(command) => return cell_commands::run(command).await,
        Command::Directory(command) => return cell_commands::run_directory(command).await,
        Command::Openapi { yaml, sdk } => print_document(yaml, sdk)?,
        Command::Doctor(command) => return doctor_command::run(&command).await,
        Command::JqSandbox | Command::CheckRepository => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn print_document(yaml: bool, sdk: Option<OpenApiVersion>) -> anyhow::Result<()> {
    let document = families::document();
    let text = match sdk {
        Some(OpenApiVersion::V3_1) => &document.sdk(Version::V3_1).json,
        Some(OpenApiVersion::V3_0) => &document.sdk(Version::V3_0).json,
        None if yaml => &document.yaml().text,
        None => &document.json().text,
    };
    print!("{}", str::from_utf8(text)?);
    Ok(())
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
    let tenant =
        tenants::create(&Db::new(database)?, Clock::System, new).await.context("the tenant was not created")?;
    show(&tenant);
    Ok(())
}

/// The key alone goes to standard output, so that a script can take it.
fn show(created: &tenants::AdminKey) {
    eprintln!("tenant {}, admin key {}; this is the only time it is shown:", created.tenant, created.id);
    println!("{}", created.key);
}
