//! What a drill starts: a PostgreSQL of its own, with a migrated database and tenants.

use api::session::Environment;
use tenant_control::{
    clock::Clock,
    db::Db,
    operate::tenants::{self, AdminKey, NewTenant},
};
use testkit::{Database, Postgres};

pub struct Stage {
    pub database: Database,
    pub postgres: Postgres,
}

impl Stage {
    /// `options` are PostgreSQL's settings. Durability is on unless they switch it off.
    pub async fn set(options: &str) -> anyhow::Result<Stage> {
        let postgres = Postgres::start(options)?;
        let database = Database::create(postgres.port, "tenant_control").await?;
        Ok(Stage { database, postgres })
    }

    /// The first admin key of a new tenant.
    pub async fn tenant(&self, label: &str) -> anyhow::Result<AdminKey> {
        let new = NewTenant {
            name: label.to_owned(),
            domain: format!("{label}.example"),
            environment: Environment::NonProduction,
            platform: false,
        };
        tenants::create(&Db::new(&self.database.settings().database)?, Clock, new).await
    }
}
