//! Repositories that the real restic has made, opened by the child process.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use backup_check::{
    Address, Checker, Failure, FailureKind, Limits, Location, Network, Open, Opened, PacksRead, ReadPacks,
    RestoreSample, Session, below,
};
use std::path::Path;
use testrestic::{
    ACCESS_KEY_ID, PASSWORD, REGION, RestServer, Restic, S3Server, SECRET_ACCESS_KEY, Workplace, content, flip,
    pack_file,
};

const LIMITS: Limits = Limits { calls: 100_000, bytes: 1 << 30 };

/// Servers of tests are on loopback.
fn network() -> Network {
    Network { allowed: vec!["127.0.0.0/8".parse().unwrap()], allow_http: true, ..Network::default() }
}

fn location(text: &str, root: &Path) -> Location {
    match Address::parse(text).unwrap() {
        Address::Local(path) => below(&[root.to_owned()], &path).unwrap(),
        Address::Rest(url) => Location::Rest { url, user: None, password: None },
        Address::S3 { endpoint, bucket, prefix } => Location::S3 {
            endpoint,
            bucket,
            prefix,
            region: REGION.to_owned(),
            access_key_id: ACCESS_KEY_ID.to_owned(),
            secret_access_key: SECRET_ACCESS_KEY.to_owned(),
        },
    }
}

async fn open_with(location: Location, password: &str, network: Network) -> Result<(Session, Opened), Failure> {
    let checker = Checker::new(env!("CARGO_BIN_EXE_check-repository").into());
    checker.open(Open { location, password: password.to_owned(), network, limits: LIMITS }).await
}

async fn open(restic: &Restic, workplace: &Workplace) -> Session {
    open_with(location(&restic.location, workplace.path()), PASSWORD, network()).await.unwrap().0
}

fn all_packs() -> ReadPacks {
    ReadPacks { groups: 1, first: 0, count: 1, also: vec![] }
}

fn sample(snapshot: &str) -> RestoreSample {
    RestoreSample { snapshot: snapshot.to_owned(), files: 10, bytes: 16 << 20, seed: 7 }
}

/// What restic says about a repository, and what we find in it.
async fn compare(restic: &Restic, workplace: &Workplace) {
    let files = workplace.files("compared", &[10, 100_000, 0, 3_000_000], 1).unwrap();
    let first = restic.backup("srv-01", &files).unwrap();
    let second = restic.backup("srv-02", &files).unwrap();
    let mut session = open(restic, workplace).await;
    let found = session.snapshots().await.unwrap();
    let mut ids: Vec<&str> = found.newest.iter().map(|snapshot| snapshot.id.as_str()).collect();
    let mut expected = [first.as_str(), second.as_str()];
    ids.sort_unstable();
    expected.sort_unstable();
    assert_eq!((ids.as_slice(), found.count, found.damaged), (&expected[..], 2, 0));
    let newest = found.newest.iter().find(|snapshot| snapshot.id == second).unwrap();
    assert_eq!((newest.host.as_str(), newest.paths[0].as_str()), ("srv-02", files.to_str().unwrap()));
    let packs = session.packs(all_packs()).await.unwrap();
    let listed = restic.list("packs").unwrap().len() as u64;
    assert_eq!((packs.packs, packs.read, packs.is_good()), (listed, listed, true));
    let restored = session.restore(sample(&second)).await.unwrap();
    // The empty file proves nothing, so it is not in the sample.
    assert_eq!((restored.files, restored.bytes, restored.fault), (3, 3_100_010, None));
    assert_eq!(session.locks().await.unwrap().count, 0);
    assert!(session.cost().calls > 5 && session.cost().bytes > 3_100_000, "{:?}", session.cost());
}

#[tokio::test]
async fn a_repository_in_a_folder_is_read_and_not_changed() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    compare(&restic, &workplace).await;
    let before = content(&workplace.path().join("repository")).unwrap();
    let mut session = open(&restic, &workplace).await;
    session.packs(all_packs()).await.unwrap();
    assert_eq!(session.immutability().await.unwrap().immutable, Some(false));
    assert!(before == content(&workplace.path().join("repository")).unwrap(), "files were changed");
}

#[tokio::test]
async fn a_repository_on_a_rest_server_is_read_and_its_append_only_mode_is_noticed() {
    let workplace = Workplace::new().unwrap();
    let folder = workplace.path().join("served");
    let server = RestServer::start(&folder).unwrap();
    let restic = Restic::init(server.location("acme")).unwrap();
    compare(&restic, &workplace).await;
    let before = content(&folder).unwrap();
    assert_eq!(open(&restic, &workplace).await.immutability().await.unwrap().immutable, Some(false));
    let closed = RestServer::start_with(&folder, &["--append-only"]).unwrap();
    let restic = Restic { location: closed.location("acme") };
    assert_eq!(open(&restic, &workplace).await.immutability().await.unwrap().immutable, Some(true));
    assert!(before == content(&folder).unwrap(), "files were changed");
}

#[tokio::test]
async fn a_repository_in_a_bucket_is_read_and_its_object_lock_is_proved() {
    let workplace = Workplace::new().unwrap();
    let server = S3Server::start().unwrap();
    server.bucket("open").unwrap();
    server.locked_bucket("locked", 30).unwrap();
    let restic = Restic::init(server.location("open", "customers/acme")).unwrap();
    compare(&restic, &workplace).await;
    let immutability = open(&restic, &workplace).await.immutability().await.unwrap();
    assert_eq!(immutability.immutable, Some(false), "{}", immutability.why);
    // What the server says about a missing pack is longer than the part that is read.
    let snapshot = restic.backup("srv-02", &workplace.files("tiny", &[3], 5).unwrap()).unwrap();
    for pack in restic.list("packs").unwrap() {
        server.remove_object(&format!("/open/customers/acme/data/{}/{pack}", &pack[..2])).unwrap();
    }
    let restored = open(&restic, &workplace).await.restore(sample(&snapshot)).await.unwrap();
    assert!(restored.fault.is_some());

    let restic = Restic::init(server.location("locked", "acme")).unwrap();
    restic.backup("srv-01", &workplace.files("kept", &[1_000], 2).unwrap()).unwrap();
    // Twice: the second time, the test object exists.
    for _ in 0..2 {
        let immutability = open(&restic, &workplace).await.immutability().await.unwrap();
        assert_eq!(immutability.immutable, Some(true), "{}", immutability.why);
    }
}

#[tokio::test]
async fn damage_is_found_and_named() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    let files = workplace.files("files", &[2_000_000, 2_000_000], 3).unwrap();
    let snapshot = restic.backup("srv-01", &files).unwrap();
    let folder = workplace.path().join("repository");
    let packs = restic.list("packs").unwrap();
    let read = async || -> PacksRead { open(&restic, &workplace).await.packs(all_packs()).await.unwrap() };

    let file = pack_file(&folder, &packs[0]);
    flip(&file, 1_000).unwrap();
    let found = read().await;
    assert_eq!((found.damaged, found.missing_count), (vec![packs[0].clone()], 0));
    let restored = open(&restic, &workplace).await.restore(sample(&snapshot)).await.unwrap();
    assert!(restored.fault.is_some());

    flip(&file, 1_000).unwrap();
    assert!(read().await.is_good(), "it is repaired");
    std::fs::rename(&file, workplace.path().join("away")).unwrap();
    let found = read().await;
    assert_eq!((found.missing, found.damaged_count), (vec![packs[0].clone()], 0));
    let restored = open(&restic, &workplace).await.restore(sample(&snapshot)).await.unwrap();
    assert!(restored.fault.is_some());
}

#[tokio::test]
async fn groups_cover_every_pack_once() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    for number in 0..6 {
        let files = workplace.files(&format!("files-{number}"), &[50_000], 10 + number).unwrap();
        restic.backup("srv-01", &files).unwrap();
    }
    let mut session = open(&restic, &workplace).await;
    let (mut read, mut all) = (0, 0);
    for first in 0..5 {
        let found = session.packs(ReadPacks { groups: 5, first, count: 1, also: vec![] }).await.unwrap();
        (read, all) = (read + found.read, found.packs);
    }
    assert_eq!((read, all), (12, 12));
}

#[tokio::test]
async fn what_cannot_be_opened_says_why() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    std::fs::create_dir(workplace.path().join("empty")).unwrap();
    let root = workplace.path().to_owned();
    let at = |name: &str| Location::Local { root: root.clone(), path: name.into() };
    let refused = Location::Rest { url: "https://127.0.0.1:8443/".parse().unwrap(), user: None, password: None };
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = Location::Rest { url: format!("http://{unused}/").parse().unwrap(), user: None, password: None };
    for (location, password, network, expected) in [
        (at("repository"), "wrong", network(), FailureKind::WrongPassword),
        (at("empty"), PASSWORD, network(), FailureKind::NotFound),
        (at("nothing"), PASSWORD, network(), FailureKind::NotFound),
        (refused, PASSWORD, Network::default(), FailureKind::Refused),
        (nobody, PASSWORD, network(), FailureKind::Unreachable),
    ] {
        let failure = open_with(location, password, network).await.unwrap_err();
        assert_eq!(failure.kind, expected, "{}", failure.detail);
    }
    drop(restic);
}

#[tokio::test]
async fn a_snapshot_may_claim_any_time_and_a_lock_is_counted() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    let files = workplace.files("files", &[10], 4).unwrap();
    restic.backup_with("srv-01", &files, &["--time", "2031-01-01 00:00:00"]).unwrap();
    // The name of a lock is the hash of its content; nobody reads the content here.
    std::fs::write(workplace.path().join("repository/locks").join("0".repeat(64)), "stale").unwrap();
    let mut session = open(&restic, &workplace).await;
    let found = session.snapshots().await.unwrap();
    assert!(found.newest[0].claimed_at > "2030-12-30T00:00:00Z".parse().unwrap());
    let locks = session.locks().await.unwrap();
    assert_eq!((locks.count, locks.oldest_at.is_some()), (1, true));
}

#[tokio::test]
async fn a_check_that_needs_too_much_is_ended() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    restic.backup("srv-01", &workplace.files("files", &[1_000_000], 5).unwrap()).unwrap();
    let checker = Checker::new(env!("CARGO_BIN_EXE_check-repository").into());
    let (location, limits) = (location(&restic.location, workplace.path()), Limits { calls: 20, bytes: 1 << 30 });
    let opened = checker.open(Open { location, password: PASSWORD.to_owned(), network: network(), limits }).await;
    let failure = opened.unwrap().0.packs(all_packs()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::TooLarge);
}

/// Repositories in `tests/repositories`, which these versions of restic have made. The formats stay readable, whichever
/// version is installed. Newer versions write a summary into snapshots.
#[tokio::test]
async fn stored_repositories_of_several_versions_are_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repositories");
    for (name, has_summary) in [("restic-0.14", false), ("restic-0.18", true)] {
        let before = content(&root.join(name)).unwrap();
        let at = Location::Local { root: root.clone(), path: name.into() };
        let (mut session, opened) = open_with(at, PASSWORD, network()).await.unwrap();
        assert_eq!(opened.format_version, 2, "{name}");
        let found = session.snapshots().await.unwrap();
        let hosts: Vec<&str> = found.newest.iter().map(|snapshot| snapshot.host.as_str()).collect();
        assert_eq!(
            (hosts.as_slice(), found.count, found.damaged),
            (&["srv-02", "srv-01", "srv-01"][..], 3, 0),
            "{name}"
        );
        let future = &found.newest[0];
        assert_eq!(
            (future.claimed_at.to_string().as_str(), future.paths[0].as_str()),
            ("2031-01-01T00:00:00Z", "/srv/files")
        );
        let made = future.started_at.zip(future.ended_at);
        assert_eq!(made.is_some_and(|(from, to)| from <= to && to < future.claimed_at), has_summary, "{name}");
        assert_eq!(
            (future.processed_bytes, found.newest[1].added_bytes.is_some()),
            (has_summary.then_some(17_000), has_summary)
        );
        let packs = session.packs(all_packs()).await.unwrap();
        assert!(packs.is_good() && packs.read == packs.packs && packs.packs > 2, "{packs:?}");
        let restored = session.restore(sample(&future.id)).await.unwrap();
        assert_eq!((restored.files, restored.bytes, restored.fault), (2, 17_000, None), "{name}");
        assert!(before == content(&root.join(name)).unwrap(), "files of {name} were changed");
    }
}

#[tokio::test]
async fn a_test_restores_the_beginning_of_a_file_that_is_too_large_and_a_snapshot_without_files_fails_it() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    let large = restic.backup("srv-01", &workplace.files("large", &[20_000_000], 6).unwrap()).unwrap();
    let folder = workplace.path().join("files/nothing");
    std::fs::create_dir_all(folder.join("below")).unwrap();
    let empty = restic.backup("srv-02", &folder).unwrap();
    let blank = restic.backup("srv-03", &workplace.files("blank", &[0, 0], 6).unwrap()).unwrap();
    let mut session = open(&restic, &workplace).await;
    let limited = |snapshot| RestoreSample { bytes: 1_000_000, ..sample(snapshot) };
    let restored = session.restore(limited(&large)).await.unwrap();
    assert!(restored.bytes >= 1_000_000 && restored.bytes < 20_000_000, "{restored:?}");
    assert_eq!((restored.files, restored.fault), (1, None));
    assert_eq!(
        session.restore(limited(&empty)).await.unwrap().fault.as_deref(),
        Some("The snapshot contains no files.")
    );
    assert_eq!(
        session.restore(limited(&blank)).await.unwrap().fault.as_deref(),
        Some("The snapshot contains only empty files.")
    );
}

/// Backup programs remove snapshots and unused packs while a check has the repository open.
#[tokio::test]
async fn what_was_removed_since_it_was_listed_is_not_damaged() {
    let workplace = Workplace::new().unwrap();
    let restic = workplace.repository("repository").unwrap();
    let old = restic.backup("srv-01", &workplace.files("old", &[300_000], 7).unwrap()).unwrap();
    let kept = restic.backup("srv-01", &workplace.files("kept", &[300_000], 8).unwrap()).unwrap();
    let mut session = open(&restic, &workplace).await;
    assert_eq!(session.restore(sample(&old)).await.unwrap().fault, None);
    restic.run(&["forget", "--prune", &old]).unwrap();
    let failure = session.restore(sample(&old)).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::NotFound, "{}", failure.detail);
    assert_eq!(session.restore(sample(&kept)).await.unwrap().fault, None, "the index is read anew");
    assert!(session.packs(all_packs()).await.unwrap().is_good());
    assert_eq!(session.snapshots().await.unwrap().damaged, 0);
}
