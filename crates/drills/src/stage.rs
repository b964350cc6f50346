//! The servers of a drill: a PostgreSQL of its own, with a migrated database and tenants.

use api::{TenantId, UserId, session::Environment};
use futures::{StreamExt, TryStreamExt, stream};
use kernel::{clock::Clock, db::Db, limits::Policy};
use tenant_control::operate::{
    plans::{self, Plan},
    tenants::{self, AdminKey, NewTenant},
};
use testkit::{Database, Postgres, session, user};

pub struct Stage {
    pub database: Database,
    pub postgres: Postgres,
}

impl Stage {
    /// `options` are PostgreSQL's settings. Durability is on unless they switch it off.
    pub async fn set(options: &str) -> anyhow::Result<Stage> {
        let postgres = Postgres::start(options)?;
        let database = Database::create(postgres.port, "tenant_control").await?;
        unlimited(&database).await?;
        Ok(Stage { database, postgres })
    }

    /// How many requests a tenant may make, with one key or with all. At first, more than any drill makes.
    pub async fn limit(&self, policy: &str) -> anyhow::Result<()> {
        limit(&self.database, policy).await
    }

    /// The first admin key of a new tenant.
    pub async fn tenant(&self, label: &str) -> anyhow::Result<AdminKey> {
        tenant(&self.database, label).await
    }

    /// Creates `count` tenants and returns their first admin keys.
    pub async fn tenants(&self, count: usize) -> anyhow::Result<Vec<AdminKey>> {
        let db = Db::new(&self.database.settings().database)?;
        let created = (0..count).map(|n| create(&db, format!("Tenant {n}"), format!("t{n}.example")));
        stream::iter(created).buffered(4).try_collect().await
    }

    /// A person of a tenant, signed in: the token of a new session.
    pub async fn person(&self, tenant: TenantId, role: &str) -> (UserId, String) {
        let (user, _) = user(&self.database, tenant.0, role).await;
        let (_, token) = session(&self.database, tenant.0, user).await;
        (user, token)
    }

    /// Another admin key of a tenant, with another person behind it.
    pub async fn another(&self, label: &str) -> anyhow::Result<AdminKey> {
        let db = Db::new(&self.database.settings().database)?;
        held::apart(tenants::create_key(&db, Clock::System, &format!("{label}.example"))).await
    }
}

/// Tenants may make more requests than any drill makes.
pub async fn unlimited(database: &Database) -> anyhow::Result<()> {
    limit(database, "6000000/60").await
}

async fn limit(database: &Database, policy: &str) -> anyhow::Result<()> {
    let policy: Policy = policy.parse().map_err(anyhow::Error::msg)?;
    let plan = Plan { name: "standard".to_owned(), key: policy, tenant: policy };
    plans::set(&Db::new(&database.settings().database)?, Clock::System, plan).await
}

/// The first admin key of a new tenant, in a database that is not a stage's.
pub async fn tenant(database: &Database, label: &str) -> anyhow::Result<AdminKey> {
    let db = Db::new(&database.settings().database)?;
    create(&db, label.to_owned(), format!("{label}.example")).await
}

async fn create(db: &Db, name: String, domain: String) -> anyhow::Result<AdminKey> {
    let new = NewTenant { name, domain, environment: Environment::NonProduction, platform: false };
    // Several are created side by side in one task.
    held::apart(tenants::create(db, Clock::System, new)).await
}
