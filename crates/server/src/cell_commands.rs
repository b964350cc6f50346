//! `tenant-control cell …` and `tenant-control directory …`.

use crate::cell_analytics_command::{self, Analytics};
use clap::Subcommand;
use kernel::{
    clock::Clock,
    db::Db,
    settings::{Database, Migration},
};
use secrecy::{ExposeSecret, SecretString};
use std::{path::PathBuf, process::ExitCode};
use tenant_control::operate::{
    cells::{self, Cell, Entered, status},
    route::{Address, Changes, Router},
};

#[derive(Subcommand)]
pub enum Command {
    /// Name the first cell, which becomes the home of the directory, and enter its tenants. Also changes its URL.
    Name {
        /// Name of the cell, such as `eu1`. It cannot be changed.
        name: String,
        /// Public URL of the cell's servers.
        #[arg(long)]
        url: String,
        #[command(flatten)]
        migration: Migration,
        #[command(flatten)]
        database: Database,
    },
    /// Join this cell to the others: subscribe to the directory, and enter the tenants of this cell.
    Join {
        /// Name of the cell, such as `eu2`. It cannot be changed.
        name: String,
        /// Public URL of the cell's servers.
        #[arg(long)]
        url: String,
        /// Connection string (libpq) with which this cell's PostgreSQL connects to the home, as a role that may replicate.
        #[arg(long, env = "TC_REPLICATION_URL", hide_env_values = true)]
        from: SecretString,
        #[command(flatten)]
        migration: Migration,
        #[command(flatten)]
        database: Database,
    },
    /// Remove this cell from the installation. It must have no tenants.
    Remove {
        #[command(flatten)]
        migration: Migration,
        #[command(flatten)]
        database: Database,
    },
    /// Add the tenants of this cell that are missing in the directory, such as those that were created while the cell was
    /// being named.
    Sync {
        #[command(flatten)]
        database: Database,
    },
    /// List all cells, one per line: name, URL, tenants; `this` marks this cell.
    List {
        #[command(flatten)]
        database: Database,
    },
    /// Request the status of every cell, one line per cell: name, state, tenants, URL, parts that are not operational.
    Status {
        #[command(flatten)]
        database: Database,
    },
    /// Request the figures of every cell and add them up, one line per metric: name, figure of each cell, figure of all.
    Analytics(Analytics),
}

#[derive(Subcommand)]
pub enum DirectoryCommand {
    /// Keep the maps of an HAProxy equal to the directory, until it is stopped.
    Route {
        /// Runtime API of HAProxy: the path of its socket, or a host and a port.
        #[arg(long)]
        socket: Address,
        /// Directory of the map files `tenants.map` and `domains.map`, as HAProxy's configuration names it.
        #[arg(long, value_name = "DIR")]
        map_dir: PathBuf,
        /// Compare once and exit, instead of continuously.
        #[arg(long)]
        once: bool,
        #[command(flatten)]
        database: Database,
    },
}

pub async fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Name { name, url, migration, database } => {
            let cell = Cell::new(&name, &url)?;
            let entered = cells::name(&Db::new(&database)?, Clock::System, &migration, &database.tls, &cell).await?;
            return Ok(show(&entered));
        }
        Command::Join { name, url, from, migration, database } => {
            let (cell, owner) = (Cell::new(&name, &url)?, (&migration, &database.tls));
            let entered = cells::join(&Db::new(&database)?, Clock::System, owner, &cell, from.expose_secret()).await?;
            return Ok(show(&entered));
        }
        Command::Remove { migration, database } => {
            cells::remove(&Db::new(&database)?, &migration, &database.tls).await?;
        }
        Command::Sync { database } => {
            return Ok(show(&cells::sync(&Db::new(&database)?, Clock::System, None).await?));
        }
        Command::List { database } => {
            for cell in cells::list(&Db::new(&database)?).await? {
                let this = if cell.is_this { "\tthis" } else { "" };
                println!("{}\t{}\t{}{this}", cell.name, cell.url, cell.tenants);
            }
        }
        Command::Status { database } => return report(&database).await,
        Command::Analytics(command) => return cell_analytics_command::run(command).await,
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn run_directory(command: DirectoryCommand) -> anyhow::Result<ExitCode> {
    let DirectoryCommand::Route { socket, map_dir, once, database } = command;
    let (db, router) = (Db::new(&database)?, Router::new(socket, map_dir));
    if once {
        say(router.keep(&db).await?);
    } else {
        let said = |done: anyhow::Result<Changes>| match done {
            Ok(changes) => say(changes),
            Err(error) => eprintln!("error: {error:#}"),
        };
        router.run(&db, said).await;
    }
    Ok(ExitCode::SUCCESS)
}

fn say(changes: Changes) {
    eprintln!("{} of {} routes changed", changes.changed, changes.routes);
}

fn show(entered: &Entered) -> ExitCode {
    eprintln!("the directory has {} tenants and {} SSO domains of this cell", entered.tenants, entered.sso_domains);
    entered.refused.iter().for_each(|domain| eprintln!("error: another tenant has the domain {domain}"));
    if entered.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The exit code is 1 if a cell is not operational or does not respond.
async fn report(database: &Database) -> anyhow::Result<ExitCode> {
    let all = status::status(&Db::new(database)?).await?;
    for cell in &all {
        let (state, parts) = match &cell.state {
            Ok((state, parts)) => (state.clone(), parts.join(", ")),
            Err(error) => ("unreachable".to_owned(), format!("{error:#}")),
        };
        println!("{}\t{state}\t{}\t{}\t{parts}", cell.name, cell.tenants, cell.url);
    }
    Ok(if all.iter().all(status::Reported::is_well) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
