//! The PostgreSQL server of a drill, with a migrated database and tenants.

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

    /// Sets the rate limit of tenants and keys. Initially, it is higher than any drill needs.
    pub async fn limit(&self, policy: &str) -> anyhow::Result<()> {
        limit(&self.database, policy).await
    }

    /// Creates a tenant and returns its first admin key.
    pub async fn tenant(&self, label: &str) -> anyhow::Result<AdminKey> {
        tenant(&self.database, label).await
    }

    /// Creates `count` tenants and returns their first admin keys.
    pub async fn tenants(&self, count: usize) -> anyhow::Result<Vec<AdminKey>> {
        let db = Db::new(&self.database.settings().database)?;
        let created = (0..count).map(|n| create(&db, format!("Tenant {n}"), format!("t{n}.example")));
        stream::iter(created).buffered(4).try_collect().await
    }

    /// Creates a user of a tenant. Returns the user and the token of a new session.
    pub async fn person(&self, tenant: TenantId, role: &str) -> (UserId, String) {
        let (user, _) = user(&self.database, tenant.0, role).await;
        let (_, token) = session(&self.database, tenant.0, user).await;
        (user, token)
    }

    /// Creates another admin key of a tenant, which belongs to another user.
    pub async fn another(&self, label: &str) -> anyhow::Result<AdminKey> {
        let db = Db::new(&self.database.settings().database)?;
        held::apart(tenants::create_key(&db, Clock::System, &format!("{label}.example"))).await
    }
}

/// Sets a rate limit that is higher than any drill needs.
pub async fn unlimited(database: &Database) -> anyhow::Result<()> {
    limit(database, "6000000/60").await
}

async fn limit(database: &Database, policy: &str) -> anyhow::Result<()> {
    let policy: Policy = policy.parse().map_err(anyhow::Error::msg)?;
    let plan = Plan { name: "standard".to_owned(), key: policy, tenant: policy };
    plans::set(&Db::new(&database.settings().database)?, Clock::System, plan).await
}

/// Creates a tenant in any database, and returns its first admin key.
pub async fn tenant(database: &Database, label: &str) -> anyhow::Result<AdminKey> {
    let db = Db::new(&database.settings().database)?;
    create(&db, label.to_owned(), format!("{label}.example")).await
}

async fn create(db: &Db, name: String, domain: String) -> anyhow::Result<AdminKey> {
    let new = NewTenant { name, domain, environment: Environment::NonProduction, platform: false };
    // Several tenants are created concurrently in one task.
    held::apart(tenants::create(db, Clock::System, new)).await
}
