//! Rotation of master keys and data keys, on a table of our own with a sealed column.

use api::TenantId;
use jiff::SignedDuration;
use kernel::{
    clock::Clock,
    sealing::{Column, Sealing},
    settings::Serve,
};
use secrecy::ExposeSecret;
use tenant_control::{
    families,
    operate::{
        doctor,
        keys::{self, Rewrapped, Rotated, Rotation, Vault},
    },
};
use testkit::{Database, TestApp};
use tokio_postgres::Client;
use uuid::Uuid;

const VALUE: Column = Column::new("safes", "value_sealed");

const TABLE: &str = "
    create table safes (
        tenant_id uuid not null,
        id uuid not null,
        value_sealed bytea not null,
        version integer not null default 1,
        primary key (tenant_id, id)
    );
    alter table safes enable row level security;
    alter table safes force row level security;
    create policy system on safes to app_system using (true);
    create policy owner on safes to current_user using (true);
    select app.sealed_column('safes', 'value_sealed')";

/// A database with its own master keys.
struct Place {
    database: Database,
    settings: Serve,
    vault: Vault,
    root: Client,
    folder: tempfile::TempDir,
}

impl Place {
    async fn new(name: &str) -> Place {
        let database = Database::create(Database::shared().await.port, name).await.unwrap();
        let root = database.connect("migrator").await.unwrap();
        root.batch_execute(TABLE).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("keys");
        keys::new_file(&file).unwrap();
        let settings = database.settings_with(&["--master-key-file", file.to_str().unwrap()]);
        let vault = Vault::new(&settings.database, &settings.keys).unwrap();
        Place { database, settings, vault, root, folder }
    }

    /// A newly started process.
    fn vault(&self) -> Vault {
        Vault::new(&self.settings.database, &self.settings.keys).unwrap()
    }

    async fn store(&self, tenant: TenantId, secret: &str) -> Uuid {
        let id = Clock::System.id();
        let sealed = self.vault.sealing.seal(tenant, VALUE, id, secret.as_bytes()).await.unwrap();
        let sql = "insert into safes (tenant_id, id, value_sealed) values ($1, $2, $3)";
        self.root.execute(sql, &[&tenant.0, &id, &sealed]).await.unwrap();
        id
    }

    async fn stored(&self, tenant: TenantId, id: Uuid) -> (Vec<u8>, i32) {
        let sql = "select value_sealed, version from safes where tenant_id = $1 and id = $2";
        let row = self.root.query_one(sql, &[&tenant.0, &id]).await.unwrap();
        (row.get(0), row.get(1))
    }

    async fn opens(&self, sealing: &Sealing, tenant: TenantId, id: Uuid) -> String {
        let (sealed, _) = self.stored(tenant, id).await;
        let opened = sealing.open(tenant, VALUE, id, &sealed).await.unwrap();
        String::from_utf8(opened.expose_secret().to_vec()).unwrap()
    }

    fn rotation(&self) -> Rotation<'static> {
        Rotation { before: Clock::System.now(), tenant: None, grace: SignedDuration::ZERO, columns: &[VALUE] }
    }

    async fn data_keys(&self) -> i64 {
        self.root.query_one("select count(*) from data_keys", &[]).await.unwrap().get(0)
    }
}

#[tokio::test]
async fn a_rotation_seals_everything_anew_and_changes_nothing_else() {
    let place = Place::new("rotates_data_keys").await;
    let app = TestApp::start_with(place.database.clone(), place.settings.clone()).await;
    let (one, two) = (app.tenant().await.id, app.tenant().await.id);
    let mut safes = vec![];
    for number in 0..250 {
        let tenant = if number % 2 == 0 { one } else { two };
        safes.push((tenant, place.store(tenant, &format!("secret {number}")).await));
    }
    let (before, version) = place.stored(one, safes[0].1).await;

    let done = keys::rotate(&place.vault, &place.rotation()).await.unwrap();
    assert_eq!(done, Rotated { keys: 2, values: 250, deleted: 2, failed: 0 });
    assert_eq!(place.data_keys().await, 2);
    let (after, same) = place.stored(one, safes[0].1).await;
    assert!(before != after && version == same);
    // A server that was running all the time, and one that starts now.
    for sealing in [&app.app.sealing, &place.vault().sealing] {
        for (number, (tenant, id)) in safes.iter().enumerate() {
            assert_eq!(place.opens(sealing, *tenant, *id).await, format!("secret {number}"));
        }
    }
    assert!(place.vault().sealing.open(one, VALUE, safes[0].1, &before).await.is_err(), "the key before is gone");

    let only = Rotation { tenant: Some(two), ..place.rotation() };
    let done = keys::rotate(&place.vault, &only).await.unwrap();
    assert_eq!(done, Rotated { keys: 1, values: 125, deleted: 1, failed: 0 });
}

#[tokio::test]
async fn an_interrupted_rotation_goes_on_where_it_was() {
    let place = Place::new("resumes_rotation").await;
    let app = TestApp::start_with(place.database.clone(), place.settings.clone()).await;
    let (one, two) = (app.tenant().await.id, app.tenant().await.id);
    let (first, second) = (place.store(one, "first").await, place.store(two, "second").await);
    let rotation = place.rotation();
    // The state after a kill between two tenants: one has a new key and no value is sealed again.
    let (grace, columns) = (SignedDuration::from_secs(3600), &[]);
    let interrupted = Rotation { tenant: Some(one), grace, columns, ..place.rotation() };
    let done = keys::rotate(&place.vault, &interrupted);
    tokio::time::timeout(std::time::Duration::from_millis(500), done).await.unwrap_err();
    assert_eq!(place.data_keys().await, 3);
    assert_eq!(place.opens(&place.vault().sealing, one, first).await, "first");

    let done = keys::rotate(&place.vault(), &Rotation { before: rotation.before, ..place.rotation() }).await.unwrap();
    assert_eq!(done, Rotated { keys: 1, values: 2, deleted: 2, failed: 0 });
    assert_eq!(place.opens(&app.app.sealing, one, first).await, "first");
    assert_eq!(place.opens(&app.app.sealing, two, second).await, "second");
}

#[tokio::test]
async fn a_key_that_the_engine_holds_something_sealed_with_stays() {
    let place = Place::new("keeps_keys_of_the_engine").await;
    let app = TestApp::start_with(place.database.clone(), place.settings.clone()).await;
    place.store(app.tenant().await.id, "secret").await;
    let sql = "insert into engine_keys (tenant_id, data_key_id) select tenant_id, id from data_keys";
    place.root.execute(sql, &[]).await.unwrap();
    let done = keys::rotate(&place.vault, &place.rotation()).await.unwrap();
    assert_eq!(done, Rotated { keys: 1, values: 1, deleted: 0, failed: 0 });
    assert_eq!(place.data_keys().await, 2);
}

#[tokio::test]
async fn what_does_not_open_stays_as_it_is_and_so_does_its_key() {
    let place = Place::new("keeps_what_is_broken").await;
    let app = TestApp::start_with(place.database.clone(), place.settings.clone()).await;
    let tenant = app.tenant().await.id;
    let (sound, broken) = (place.store(tenant, "sound").await, place.store(tenant, "broken").await);
    let damage = "update safes set value_sealed = value_sealed || '\\x00' where id = $1";
    place.root.execute(damage, &[&broken]).await.unwrap();
    let (damaged, _) = place.stored(tenant, broken).await;

    let done = keys::rotate(&place.vault, &place.rotation()).await.unwrap();
    assert_eq!(done, Rotated { keys: 1, values: 1, deleted: 0, failed: 1 });
    assert_eq!(place.opens(&app.app.sealing, tenant, sound).await, "sound");
    assert_eq!(place.stored(tenant, broken).await.0, damaged);
    let system = place.database.connect("app_system").await.unwrap();
    let refused = system.execute("delete from data_keys where retired_at is not null", &[]).await.unwrap_err();
    let constraint = refused.as_db_error().unwrap().constraint().map(str::to_owned);
    assert_eq!(constraint.as_deref(), Some("safes_value_key_exists"), "no key goes that something names");
}

#[tokio::test]
async fn a_master_key_is_replaced_while_servers_run() {
    let place = Place::new("replaces_master_key").await;
    let app = TestApp::start_with(place.database.clone(), place.settings.clone()).await;
    let file = place.folder.path().join("keys");
    let mut safes = vec![];
    for _ in 0..3 {
        let tenant = app.tenant().await.id;
        safes.push((tenant, place.store(tenant, "secret").await));
    }
    let old = place.vault.sealing.present_master().await.unwrap();
    let new = keys::add(&file).unwrap();
    assert_ne!(old, new);
    let refused = keys::prune(&place.vault(), &file).await.unwrap_err().to_string();
    assert!(refused.contains("still wraps 3 data keys"), "{refused}");

    assert_eq!(keys::rewrap(&place.vault()).await.unwrap(), Rewrapped { keys: 3, failed: 0 });
    assert_eq!(keys::rewrap(&place.vault()).await.unwrap(), Rewrapped::default(), "there is nothing left to do");
    assert_eq!(keys::prune(&place.vault(), &file).await.unwrap(), 1);
    let (present, rows) = keys::list(&place.vault()).await.unwrap();
    assert_eq!((present.as_str(), rows.len(), rows[0].wrapped_by.as_str()), (new.as_str(), 1, new.as_str()));
    // The server never saw the new key when it started.
    for (tenant, id) in safes {
        assert_eq!(place.opens(&app.app.sealing, tenant, id).await, "secret");
    }
    let later = app.tenant().await.id;
    app.app.sealing.seal(later, VALUE, Clock::System.id(), b"later").await.unwrap();
    assert_eq!(keys::list(&place.vault()).await.unwrap().1[0].in_use, 4);
}

#[tokio::test]
async fn the_doctor_notices_a_master_key_that_opens_nothing() {
    let place = Place::new("lost_master_key").await;
    let app = TestApp::start_with(place.database.clone(), place.settings.clone()).await;
    place.store(app.tenant().await.id, "secret").await;
    let found = async |settings: &Serve| {
        let findings = doctor::examine(settings, families::all()).await;
        let finding = findings.into_iter().find(|finding| finding.part == "Master key").unwrap();
        finding.found.map_err(|error| format!("{error:#}"))
    };
    assert!(found(&place.settings).await.unwrap().contains("1 data keys"));
    let other = place.folder.path().join("other");
    keys::new_file(&other).unwrap();
    let settings = place.database.settings_with(&["--master-key-file", other.to_str().unwrap()]);
    assert!(found(&settings).await.unwrap_err().contains("which is not there"));
}
