//! Data keys wrapped by AWS KMS, simulated by moto.

use kernel::sealing::Column;
use seal::{Owner, Wrapped};
use seal_kms::Kms;
use secrecy::ExposeSecret;
use testkit::{Database, Moto, TestApp};
use uuid::Uuid;

const SECRET: Column = Column::new("webhook_endpoints", "secret_sealed");
const OWNER: Owner = Owner { tenant: Uuid::from_u128(1), data_key: Uuid::from_u128(2) };

#[tokio::test]
async fn a_key_wrapped_by_kms_unwraps_for_its_owner_alone() {
    let moto = Moto::start().await.unwrap();
    let (key, other) = (moto.key().await.unwrap(), moto.key().await.unwrap());
    moto.alias("alias/tenant-control", &key).await.unwrap();
    let kms = Kms::new("alias/tenant-control".to_owned(), Some(&moto.endpoint)).await;
    let wrapped = kms.wrap(OWNER, &[7; 32]).await.unwrap();
    assert_eq!(wrapped.by, format!("kms:{key}"), "an alias may mean another key tomorrow");
    assert!(!wrapped.bytes.windows(32).any(|part| part == [7; 32]));
    assert_eq!(kms.unwrap(OWNER, &wrapped).await.unwrap().expose_secret(), [7; 32]);

    for stranger in [Owner { tenant: Uuid::nil(), ..OWNER }, Owner { data_key: Uuid::nil(), ..OWNER }] {
        let error = kms.unwrap(stranger, &wrapped).await.unwrap_err();
        assert!(!error.is_passing() && error.to_string().contains("InvalidCiphertext"), "{error}");
    }
    let mut changed = wrapped.clone();
    *changed.bytes.last_mut().unwrap() ^= 1;
    assert!(!kms.unwrap(OWNER, &changed).await.unwrap_err().is_passing());
    let unknown = Wrapped { by: format!("kms:{}", key.replace(&key[key.len() - 8..], "00000000")), ..wrapped.clone() };
    assert!(!kms.unwrap(OWNER, &unknown).await.unwrap_err().is_passing());

    moto.alias("alias/tenant-control", &other).await.unwrap();
    assert_eq!(kms.wrap(OWNER, &[7; 32]).await.unwrap().by, format!("kms:{other}"));
    assert_eq!(kms.unwrap(OWNER, &wrapped).await.unwrap().expose_secret(), [7; 32], "the key before still unwraps");
    drop(moto);
    assert!(kms.unwrap(OWNER, &wrapped).await.unwrap_err().is_passing());
}

#[tokio::test]
async fn an_installation_moves_from_a_file_to_kms_and_back() {
    let moto = Moto::start().await.unwrap();
    let key = moto.key().await.unwrap();
    let database = Database::create(Database::shared().await.port, "moves_to_kms").await.unwrap();
    let file = TestApp::start_with(database.clone(), database.settings()).await;
    let tenant = file.tenant().await.id;
    let row = file.app.clock.id();
    let sealed = file.app.sealing.seal(tenant, SECRET, row, b"whsec_hunter2").await.unwrap();

    let kms = ["--kms-key-id", &key, "--kms-endpoint", &moto.endpoint];
    let both = TestApp::start_with(database.clone(), database.settings_with(&kms)).await;
    assert_eq!(both.app.sealing.open(tenant, SECRET, row, &sealed).await.unwrap().expose_secret(), b"whsec_hunter2");
    let newer = both.tenant().await.id;
    let by_kms = both.app.sealing.seal(newer, SECRET, row, b"whsec_hunter3").await.unwrap();
    assert_eq!(both.app.sealing.open(newer, SECRET, row, &by_kms).await.unwrap().expose_secret(), b"whsec_hunter3");
    let root = database.root().await;
    let by = root.query_one("select wrapped_by from data_keys where tenant_id = $1", &[&newer.0]).await.unwrap();
    assert_eq!(by.get::<_, &str>(0), format!("kms:{key}"));

    let error = file.app.sealing.open(newer, SECRET, row, &by_kms).await.unwrap_err();
    assert!(format!("{:#}", error.into_cause()).contains("set TC_KMS_KEY_ID"));
    let back = database.settings_with(&[&kms[..], &["--wrap-with", "file"]].concat());
    let back = TestApp::start_with(database.clone(), back).await;
    back.app.sealing.open(newer, SECRET, row, &by_kms).await.unwrap();
    let newest = back.tenant().await.id;
    back.app.sealing.seal(newest, SECRET, row, b"whsec_hunter4").await.unwrap();
    let by = root.query_one("select wrapped_by from data_keys where tenant_id = $1", &[&newest.0]).await.unwrap();
    assert!(by.get::<_, &str>(0).starts_with("file:"));
}
