//! The only access to PostgreSQL: [`Tenant`] runs one statement of a tenant, [`ShortRead`] one that is certain to be short,
//! [`Tx`] several, [`System`] statements of no single tenant. Each sends its messages without waiting in between, and leaves
//! no transaction open when dropped: a client that disconnects holds no lock.

mod connect;
mod error;
mod identity;
mod listen;
mod pool;
mod scoped;
mod short_read;
mod system;
mod tenant;
mod tx;

pub use connect::Target;
pub use error::{Error, OnConstraint, follows_failure};
pub use identity::Identity;
pub use listen::ListenEvent;
pub use pool::{Abandonable, PoolFigures};
pub use scoped::scoped_statement;
pub use short_read::ShortRead;
pub use system::{Reason, System};
pub use tenant::Tenant;
pub use tx::{Tx, send_all};

use crate::settings::Database;
use api::TenantId;
use pool::Pool;
use std::sync::Arc;

/// Connections for the system's own statements: they are few and short. Statements that a tenant causes have a share of
/// them.
const SYSTEM_CONNECTIONS: usize = 8;
const SYSTEM_SHARE: usize = 2;

/// Connections to the home of the directory, for its rare changes.
const HOME_CONNECTIONS: usize = 2;

const BEGIN_BATCH: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; \
    SET LOCAL enable_mergejoin = off";

const BEGIN_SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = '10min'; \
    SET LOCAL idle_in_transaction_session_timeout = '10min'; SET LOCAL lock_timeout = '1min'";

#[derive(Clone)]
pub struct Db(Arc<Cell>);

/// One PostgreSQL. A tenant lives in one cell, and no statement crosses cells.
struct Cell {
    app: Pool,
    system: Pool,
    /// For LISTEN, which needs a session of its own.
    direct: Target,
    /// The home of the directory, if it is another cell.
    home: Option<Pool>,
}

impl Db {
    pub fn new(settings: &Database) -> anyhow::Result<Db> {
        let app = Target::new(&settings.app_url()?, &settings.tls)?;
        let system = Target::new(&settings.system_url()?, &settings.system_tls())?;
        let home = settings.directory_url()?.map(|url| Target::new(&url, &settings.system_tls())).transpose()?;
        let cell = Cell {
            app: app.pool(settings.database_connections, settings.share())?,
            system: system.pool(SYSTEM_CONNECTIONS, SYSTEM_SHARE)?,
            direct: Target::new(&settings.direct_url()?, &settings.system_tls())?,
            home: home.map(|home| home.pool(HOME_CONNECTIONS, HOME_CONNECTIONS)).transpose()?,
        };
        Ok(Db(Arc::new(cell)))
    }

    /// A process works for one cell. A request of a tenant of another cell is refused before it comes here (`directory`).
    fn cell_of(&self, _: TenantId) -> &Cell {
        &self.0
    }

    /// The same for a key, by its routing part.
    fn cell_of_key(&self, _routing: &str) -> &Cell {
        &self.0
    }

    /// One reading statement, in one round trip.
    pub async fn tenant(&self, who: &impl AsRef<Identity>) -> Result<Tenant, Error> {
        let who = who.as_ref();
        Ok(Tenant::new(self.cell_of(who.tenant()).app.get(Some(who.tenant())).await?, who.clone()))
    }

    /// One reading statement that is certain to be short: one row by its key, or a short page in the order of an index. It is
    /// pipelined with those of other requests, which wait for it, so its result must be read at once. What a restricted caller
    /// may see can be far apart in an index, so its statements do not delay others.
    pub async fn short_read(&self, who: &impl AsRef<Identity>) -> Result<ShortRead, Error> {
        let who = who.as_ref();
        let (pool, taker) = (&self.cell_of(who.tenant()).app, Some(who.tenant()));
        let client = match who.organizations() {
            None => pool.get_shared(taker).await?,
            Some(_) => pool.get(taker).await?,
        };
        Ok(ShortRead::new(client, who))
    }

    /// Several statements, or a write: all of it or nothing.
    pub async fn tx(&self, who: &impl AsRef<Identity>) -> Result<Tx, Error> {
        let who = who.as_ref();
        Ok(Tx::begin(self.cell_of(who.tenant()).app.get(Some(who.tenant())).await?, &who.begin("BEGIN READ WRITE")))
    }

    /// Statements about a key whose tenant is not known yet.
    pub async fn system_for_key(&self, routing: &str, reason: Reason) -> Result<System, Error> {
        Ok(System::new(self.cell_of_key(routing).system.get(None).await?, reason))
    }

    /// Statements that one tenant causes, within its share of the connections.
    pub async fn system_of(&self, tenant: TenantId, reason: Reason) -> Result<System, Error> {
        Ok(System::new(self.cell_of(tenant).system.get(Some(tenant)).await?, reason))
    }

    /// Statements over all tenants of a cell.
    pub async fn system(&self, reason: Reason) -> Result<System, Error> {
        Ok(System::new(self.0.system.get(None).await?, reason))
    }

    /// Statements on the home of the directory, which may be another cell.
    pub async fn home(&self, reason: Reason) -> Result<System, Error> {
        let pool = self.0.home.as_ref().unwrap_or(&self.0.system);
        Ok(System::new(pool.get(None).await?, reason))
    }

    /// True if changes of the directory go to another database.
    pub fn has_other_home(&self) -> bool {
        self.0.home.is_some()
    }

    /// Refuses to change the directory in a copy: the change would be lost.
    pub fn check_home(&self, is_home: bool) -> Result<(), Error> {
        if is_home || self.has_other_home() { Ok(()) } else { Err(Error::no_home()) }
    }

    /// Several statements over all tenants, all or none, each about a few rows: they use indexes, regardless of the
    /// planner's estimates for arrays.
    pub async fn batch(&self, reason: Reason) -> Result<Tx, Error> {
        reason.note();
        Ok(Tx::begin(self.0.system.get(None).await?, BEGIN_BATCH))
    }

    /// Several statements over all tenants, all or none, about many rows: they are planned as usual.
    pub async fn system_tx(&self, reason: Reason) -> Result<Tx, Error> {
        reason.note();
        Ok(Tx::begin(self.0.system.get(None).await?, "BEGIN"))
    }

    /// Several statements of an operator's command that see one state of the database and may take minutes. It fails with a
    /// passing error if it writes to a row that has changed meanwhile.
    pub async fn snapshot(&self, reason: Reason) -> Result<Tx, Error> {
        reason.note();
        Ok(Tx::begin(self.0.system.get(None).await?, BEGIN_SNAPSHOT))
    }

    /// Sends a notification to the listeners. It does not wait for the disk.
    pub async fn announce(&self, channel: &str, text: &str) -> Result<(), Error> {
        let system = self.system(Reason::Announcements).await?;
        let tell = "BEGIN; SET LOCAL synchronous_commit = off;";
        system.batch_execute(&format!("{tell} SELECT pg_notify('{channel}', '{text}'); COMMIT")).await?;
        Ok(())
    }

    /// Receives the notifications of a channel; returns when the connection is lost.
    pub async fn listen(&self, channel: &str, on_event: impl Fn(ListenEvent<'_>)) -> anyhow::Result<()> {
        listen::listen(&self.0.direct, channel, on_event).await
    }

    /// The number of connections that a tenant uses.
    pub fn connections_of(&self, tenant: TenantId) -> usize {
        self.cell_of(tenant).app.taken(Some(tenant))
    }

    /// The pools of this process by name: `requests` for the role `app`, `system` for `app_system`.
    pub fn pools(&self) -> [(&'static str, PoolFigures); 2] {
        [("requests", self.0.app.figures()), ("system", self.0.system.figures())]
    }

    /// Connections for requests: their number, and how many of them are free.
    pub fn connections(&self) -> (usize, usize) {
        self.0.app.status()
    }
}
