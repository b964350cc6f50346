//! `tenant-control tenant move`: moves a tenant to another cell while it works.
//!
//! The rows are copied and followed by PostgreSQL's logical replication. Then the tenant is fenced, what has arrived
//! is compared, the directory is switched, and the target is opened. The stage is stored in both cells
//! (`tenant_moves`): a command that is interrupted continues when it is run again, and `--abort` goes back as long as
//! the move is not decided.

mod checks;
mod cleanup;
mod fence;
mod finish;
mod replication;
mod tables;
mod verify;

pub use checks::unknown_master_key;
pub use cleanup::{abandon, purge_moved};
pub use fence::lift as lift_fence;
pub use tables::NOT_MOVED;
pub use verify::row_hash;

use crate::operate::replication::cell_name;
use anyhow::{Context, bail, ensure};
use kernel::{
    clock::Clock,
    db::Target,
    sealing::Rewrapping,
    settings::{Keys, Tls},
};
use secrecy::{ExposeSecret, SecretString};
use std::time::{Duration, Instant};
use tables::Table;
use tokio::time::sleep;
use tokio_postgres::Client;
use uuid::Uuid;
use verify::State;

/// How long writes wait until the target has caught up. If it needs longer, they go on before the next fence.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(1);
const BETWEEN_FENCES: Duration = Duration::from_secs(3);
const MOST_FENCES: usize = 20;

/// How often the last part is tried.
const TRIES: usize = 3;

/// How many tables are compared at the same time behind the fence.
const PARALLEL: usize = 4;

/// The databases of a move. Their roles are superusers: only these create subscriptions, and see the rows of all tenants.
pub struct Ends {
    pub source: SecretString,
    pub target: SecretString,
    /// The directory's home, if it is not the source.
    pub directory: Option<SecretString>,
    /// How the target's PostgreSQL reaches the source, if not by the same URL.
    pub replication: Option<SecretString>,
    pub tls: Tls,
}

pub struct Options {
    pub attachments_are_shared: bool,
    /// The master keys of the source and of the target, if they differ.
    pub keys: Option<(Keys, Keys)>,
}

pub struct Move {
    source: Client,
    target: Client,
    home: Client,
    ends: Ends,
    tenant: Uuid,
    /// The names of the cells.
    from: String,
    to: String,
    /// The migrations of the source when the command began, which define `tables`.
    migrations: Vec<String>,
    tables: Vec<Table>,
    rewrapping: Option<Rewrapping>,
    attachments_are_shared: bool,
}

impl Move {
    pub async fn of(domain: &str, ends: Ends, options: Options) -> anyhow::Result<Move> {
        let source = connect(&ends.source, &ends.tls).await.context("the source")?;
        let target = connect(&ends.target, &ends.tls).await.context("the target")?;
        let directory = ends.directory.as_ref().unwrap_or(&ends.source);
        // The role `app_system` may switch it.
        let (home, _) = Target::new(directory, &ends.tls)?.connect().await.context("the directory")?;
        checks::check_home(&home).await?;
        let tenant = tenant_of(&source, domain).await?;
        ensure!(fence::only_one(&source, tenant).await?, "another command moves this tenant now");
        let (from, to) = (cell(&source).await.context("the source")?, cell(&target).await.context("the target")?);
        ensure!(from != to, "the source and the target are the same cell, {from}");
        let migrations = checks::migrations(&source).await?;
        let mut tables = tables::of_tenants(&source).await?;
        let Options { attachments_are_shared, keys } = options;
        for table in &mut tables {
            table.is_rewrapped = keys.is_some() && table.name == "data_keys";
        }
        let rewrapping = keys.map(|(from, to)| Rewrapping::new(&from, &to)).transpose()?;
        Ok(Move {
            source,
            target,
            home,
            ends,
            tenant,
            from,
            to,
            migrations,
            tables,
            rewrapping,
            attachments_are_shared,
        })
    }

    /// Moves the tenant, or continues a move that was interrupted.
    pub async fn run(&self, clock: Clock) -> anyhow::Result<()> {
        match self.stage().await?.as_deref() {
            None => self.prepare().await?,
            Some("decided") => return self.finish(clock).await,
            Some("moved" | "purging") => bail!("the tenant has moved: delete its old copy by `tenant purge-moved`"),
            Some("aborting") => bail!("the move is being aborted: run the command with --abort"),
            Some(stage) => {
                note(&format!("continues a move that was interrupted ({stage})"));
                self.check_undecided().await?;
                self.check_migrations().await?;
                fence::go_back(&self.source, self.tenant, "preparing").await?;
                self.expect_arrival().await?;
            }
        }
        self.copy().await?;
        if self.rewrapping.is_none() {
            self.check_keys().await?;
        }
        for left in (0..TRIES).rev() {
            let Err(error) = self.try_to_decide().await else { return self.finish(clock).await };
            // A transaction may be open. The target may be lost: then the tenant works on in the source.
            self.source.batch_execute("rollback").await?;
            let _ = self.target.batch_execute("rollback").await;
            // The response may have been lost.
            if self.stage().await?.as_deref() == Some("decided") {
                return self.finish(clock).await;
            }
            fence::go_back(&self.source, self.tenant, "verifying").await?;
            if left == 0 {
                return Err(error);
            }
            note(&format!("tries again: {error:#}"));
        }
        Ok(())
    }

    /// Until the target has everything, and follows.
    async fn copy(&self) -> anyhow::Result<()> {
        note("builds the fences");
        fence::build(&self.target, self.tenant, &self.tables).await?;
        fence::hide(&self.target, self.tenant, &self.tables).await?;
        fence::build(&self.source, self.tenant, &self.tables).await?;
        fence::hide(&self.source, self.tenant, &self.tables).await?;
        note("copies");
        self.enter("copying").await?;
        let url = self.ends.replication.as_ref().unwrap_or(&self.ends.source).expose_secret();
        replication::begin(&self.source, &self.target, self.tenant, &self.tables, url).await?;
        replication::copied(&self.source, &self.target, self.tenant).await?;
        note("analyzes the target");
        self.analyze_target().await
    }

    /// The planner does not know the tenant's rows yet. Statements behind the fence, and later those of the tenant, need their indexes.
    async fn analyze_target(&self) -> anyhow::Result<()> {
        for table in self.tables.iter().filter(|table| table.is_replicated()) {
            self.target.batch_execute(&format!("analyze {}", table.quoted())).await?;
        }
        Ok(())
    }

    /// Compares what arrived, and switches the directory if it is complete.
    async fn try_to_decide(&self) -> anyhow::Result<()> {
        fence::stop_deliveries(&self.source, self.tenant).await?;
        let states = self.common_states().await?;
        note("compares");
        let started = Instant::now();
        let rows = verify::all(&states, &self.tables, self.tenant).await?;
        note(&format!(
            "{rows} rows of {} tables are equal, {:.1} s",
            self.tables.len(),
            started.elapsed().as_secs_f64()
        ));
        let pairs = self.pairs().await?;
        let fenced = self.fence_caught_up("fenced").await?;
        note("fenced");
        self.copy_the_rest().await?;
        self.advance_sequences().await?;
        // Once, so that writes do not wait for more than twice as long.
        ensure!(fence::renew(&self.source, self.tenant).await?, "the fence ended before everything was copied");
        let has_rewrites = fence::has_rewrites(&self.source, self.tenant).await?;
        let since = verify::since(&pairs, &states, &self.tables, self.tenant, has_rewrites).await?;
        self.rewrap_keys().await?;
        self.check_keys().await?;
        self.flush_target().await?;
        self.check_migrations().await?;
        note(&format!("{since} rows behind the fence are equal, {:.2} s", fenced.elapsed().as_secs_f64()));
        ensure!(fence::hold(&self.source, self.tenant).await?, "the fence ended before everything was compared");
        Ok(())
    }

    /// A short fence, so that both cells have the same rows for a moment.
    async fn common_states(&self) -> anyhow::Result<(State, State)> {
        let source = connect(&self.ends.source, &self.ends.tls).await?;
        let target = connect(&self.ends.target, &self.ends.tls).await?;
        let fenced = self.fence_caught_up("verifying").await?;
        fence::forget_rewrites(&self.source, self.tenant).await?;
        let mut states = (State::keep(source).await?, State::keep(target).await?);
        ensure!(fence::holds(&self.source, self.tenant).await?, "the fence ended too early");
        fence::lift(&self.source, self.tenant, "verifying").await?;
        note(&format!("a common state of both cells after {:.2} s", fenced.elapsed().as_secs_f64()));
        states.0.find_last(&self.tables, self.tenant).await?;
        states.1.find_last(&self.tables, self.tenant).await?;
        Ok(states)
    }

    /// Fences the tenant when the target has almost caught up, and returns when it has everything. The target may be delayed at
    /// that moment: then the fence is lifted and tried again, so that writes do not wait for long. Returns when the fence began.
    async fn fence_caught_up(&self, stage: &str) -> anyhow::Result<Instant> {
        for _ in 0..MOST_FENCES {
            replication::copied(&self.source, &self.target, self.tenant).await?;
            fence::fence(&self.source, self.tenant, stage).await?;
            let fenced = Instant::now();
            if replication::has_caught_up(&self.source, &self.target, self.tenant, CATCH_UP_TIMEOUT).await? {
                return Ok(fenced);
            }
            fence::lift(&self.source, self.tenant, "verifying").await?;
            note(&format!("lifts the fence, because the target is more than {CATCH_UP_TIMEOUT:?} behind"));
            sleep(BETWEEN_FENCES).await;
        }
        bail!("the target does not catch up: run the command again when the tenant writes less")
    }

    /// Connections to both cells. They are made before the fence.
    async fn pairs(&self) -> anyhow::Result<Vec<(Client, Client)>> {
        let Ends { source, target, tls, .. } = &self.ends;
        let mut pairs = vec![];
        for _ in 0..PARALLEL {
            pairs.push((connect(source, tls).await?, connect(target, tls).await?));
        }
        Ok(pairs)
    }

    /// Replicated changes are not on the target's disk before a commit that waits for it.
    async fn flush_target(&self) -> anyhow::Result<()> {
        let statement = "update tenant_moves set changed_at = clock_timestamp() where tenant_id = $1";
        self.target.execute(statement, &[&self.tenant]).await?;
        Ok(())
    }

    /// The move is decided: nothing goes back any more.
    async fn finish(&self, clock: Clock) -> anyhow::Result<()> {
        note("decided");
        self.check_target_has_tenant().await?;
        self.switch().await?;
        note("switched");
        self.open_target(clock).await?;
        note("opened");
        fence::show(&self.target, self.tenant).await?;
        replication::end(&self.source, &self.target, self.tenant).await?;
        fence::tear_down(&self.target, self.tenant).await?;
        let done = "delete from tenant_moves where tenant_id = $1 and way = 'arrives' and stage = 'moved'";
        self.target.execute(done, &[&self.tenant]).await?;
        self.enter("moved").await?;
        note("moved");
        Ok(())
    }

    /// The tenant stays in the source, and nothing of it is left in the target.
    pub async fn abort(&self) -> anyhow::Result<()> {
        match self.stage().await?.as_deref() {
            None => bail!("no move of this tenant is under way"),
            Some("decided") => bail!("the move is decided: run the command without --abort"),
            Some("moved" | "purging") => bail!("the tenant has moved: move it back instead"),
            Some(_) => {}
        }
        self.check_undecided().await?;
        fence::go_back(&self.source, self.tenant, "aborting").await?;
        replication::end(&self.source, &self.target, self.tenant).await?;
        let arrives = "select from tenant_moves where tenant_id = $1 and way = 'arrives' and cell = $2";
        if self.target.query_opt(arrives, &[&self.tenant, &self.from]).await?.is_some() {
            finish::purge(&self.target, self.tenant, &self.tables).await?;
            fence::tear_down(&self.target, self.tenant).await?;
            fence::show(&self.target, self.tenant).await?;
            forget(&self.target, self.tenant).await?;
        }
        fence::tear_down(&self.source, self.tenant).await?;
        fence::show(&self.source, self.tenant).await?;
        forget(&self.source, self.tenant).await
    }

    /// The stage of the move to this target.
    async fn stage(&self) -> anyhow::Result<Option<String>> {
        let Some((stage, cell)) = stage(&self.source, self.tenant).await? else { return Ok(None) };
        ensure!(cell == self.to, "the tenant moves to the cell {cell}, not to {}", self.to);
        Ok(Some(stage))
    }

    async fn enter(&self, stage: &str) -> anyhow::Result<()> {
        let statement = "update tenant_moves set stage = $2, changed_at = clock_timestamp() where tenant_id = $1";
        self.source.execute(statement, &[&self.tenant, &stage]).await?;
        Ok(())
    }
}

async fn connect(url: &SecretString, tls: &Tls) -> anyhow::Result<Client> {
    let (client, _) = Target::new(url, tls)?.connect().await?;
    client.batch_execute(verify::TEXTS).await?;
    // The command writes complete rows: no trigger may add to them.
    let set = "set session_replication_role = replica";
    client.batch_execute(set).await.context("the role must be a superuser")?;
    Ok(client)
}

async fn tenant_of(client: &Client, domain: &str) -> anyhow::Result<Uuid> {
    let row = client.query_opt("select id from tenants where domain = $1", &[&domain]).await?;
    Ok(row.with_context(|| format!("no tenant of this cell has the domain {domain}"))?.get(0))
}

async fn cell(client: &Client) -> anyhow::Result<String> {
    cell_name(client).await?.context("this database has no name of a cell")
}

/// The stage of a move from this cell, and the other cell.
async fn stage(client: &Client, tenant: Uuid) -> anyhow::Result<Option<(String, String)>> {
    let leaves = "select stage, cell from tenant_moves where tenant_id = $1 and way = 'leaves'";
    Ok(client.query_opt(leaves, &[&tenant]).await?.map(|row| (row.get(0), row.get(1))))
}

async fn forget(client: &Client, tenant: Uuid) -> anyhow::Result<()> {
    client.execute("delete from tenant_moves where tenant_id = $1", &[&tenant]).await?;
    Ok(())
}

/// Shows the operator the present step.
fn note(what: &str) {
    eprintln!("{what}");
}
