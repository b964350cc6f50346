//! A repository that is open.

use crate::{
    bridge::{Bridge, name},
    files::{Files, Kind},
    http::Http,
    local::Local,
    meter::Meter,
    rest::Rest,
    s3::S3,
    sigv4::Signer,
};
use backup_check::{
    Failure, FailureKind, Location, Locks, MOST_SNAPSHOTS, Network, Open, Opened as Identity, Snapshot, Snapshots,
};
use jiff::{Timestamp, Zoned};
use rustic_core::{
    Credentials, IndexedFullStatus, OpenStatus, Repository, RepositoryBackends, RepositoryOptions,
    repofile::{SnapshotFile, SnapshotSummary},
};
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

/// Paths of a snapshot that are returned, and characters of each and of the host.
const MOST_PATHS: usize = 4;
const LONGEST_PATH: usize = 200;
const LONGEST_HOST: usize = 253;

/// The largest size of all indexes together. In memory, an index is about as large as its files.
const LARGEST_INDEX: u64 = 256 * 1024 * 1024;

/// The backend of a repository, for the test of its immutability.
pub enum Backend {
    Local,
    Rest(Arc<Rest>),
    S3(Arc<S3>),
}

/// A repository with its index in memory.
pub type Indexed = Repository<IndexedFullStatus>;

/// Packs with their sizes.
pub type Sizes = HashMap<String, u64>;

pub struct Opened {
    pub files: Arc<dyn Files>,
    pub backend: Backend,
    repository: Repository<OpenStatus>,
    /// With its index in memory, once something was restored.
    indexed: Mutex<Option<Arc<Indexed>>>,
    /// The packs that exist, with their sizes: listing them takes many calls.
    sizes: Mutex<Option<Arc<Sizes>>>,
    bridge: Arc<Bridge>,
    meter: Arc<Meter>,
}

impl Opened {
    pub fn open(open: Open, meter: Arc<Meter>) -> Result<Opened, Failure> {
        let (files, backend) = connect(open.location, &open.network, &meter)?;
        if files.config_size()?.is_none() {
            return Err(Failure::new(FailureKind::NotFound, "There is no repository at this address."));
        }
        let bridge = Arc::new(Bridge::new(files.clone()));
        let repository = unlock(&bridge, &Credentials::password(open.password))?;
        Ok(Opened { files, backend, repository, indexed: Mutex::default(), sizes: Mutex::default(), bridge, meter })
    }

    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    pub fn identity(&self) -> Identity {
        let config = self.repository.config();
        Identity { id: name(&config.id), format_version: config.version }
    }

    /// For the next use, whose errors are not to be explained by a failure of an earlier one.
    pub fn repository(&self) -> &Repository<OpenStatus> {
        self.bridge.forget_failure();
        &self.repository
    }

    pub fn explain(&self, error: &rustic_core::RusticError) -> Failure {
        self.bridge.explain(error)
    }

    /// With all indexes in memory.
    pub fn indexed(&self) -> Result<Arc<Indexed>, Failure> {
        let mut kept = self.indexed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(indexed) = &*kept {
            return Ok(indexed.clone());
        }
        let listed = self.files.list(Kind::Index)?;
        let bytes = listed.iter().fold(0, |sum: u64, file| sum.saturating_add(file.size));
        if bytes > LARGEST_INDEX {
            let detail = format!("The indexes have more than {LARGEST_INDEX} bytes, so no restore is tested.");
            return Err(Failure::new(FailureKind::TooLarge, detail));
        }
        let repository = unlock(&self.bridge, &Credentials::Masterkey(self.repository.key()))?;
        let indexed = Arc::new(repository.to_indexed().map_err(|error| self.explain(&error))?);
        Ok(kept.insert(indexed).clone())
    }

    /// Frees the memory of the index and of the list of packs, and has them read again when they are needed again.
    pub fn forget_lists(&self) {
        *self.indexed.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self.sizes.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub fn sizes(&self) -> Result<Arc<Sizes>, Failure> {
        let mut kept = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sizes) = &*kept {
            return Ok(sizes.clone());
        }
        let listed = self.files.list(Kind::Pack)?.into_iter();
        Ok(kept.insert(Arc::new(listed.map(|file| (file.name, file.size)).collect())).clone())
    }

    pub fn has_snapshot(&self, id: &str) -> Result<bool, Failure> {
        Ok(self.files.list(Kind::Snapshot)?.iter().any(|file| file.name == id))
    }

    pub fn snapshots(&self) -> Result<Snapshots, Failure> {
        let listed = self.files.list(Kind::Snapshot)?;
        let bytes = self.sizes()?.values().fold(0, |sum: u64, size| sum.saturating_add(*size));
        let mut found = Snapshots { count: listed.len() as u64, bytes, ..Snapshots::default() };
        // The oldest is on top, to be removed first.
        let mut newest: BinaryHeap<Reverse<(Timestamp, String)>> = BinaryHeap::new();
        let mut kept = HashMap::new();
        let stream = self.repository().stream_files::<SnapshotFile>().map_err(|error| self.explain(&error))?;
        for file in stream {
            let (id, file) = match file.map_err(|error| self.explain(&error)) {
                Ok(file) => file,
                Err(failure) if failure.kind != FailureKind::Damaged => return Err(failure),
                Err(_) => {
                    found.damaged += 1;
                    continue;
                }
            };
            let snapshot = to_snapshot(name(&id), &file);
            newest.push(Reverse((snapshot.claimed_at, snapshot.id.clone())));
            kept.insert(snapshot.id.clone(), snapshot);
            if newest.len() > MOST_SNAPSHOTS
                && let Some(Reverse((_, oldest))) = newest.pop()
            {
                kept.remove(&oldest);
            }
        }
        if found.damaged > 0 {
            // Those that were removed since they were listed are not damaged.
            let left: HashSet<String> = self.files.list(Kind::Snapshot)?.into_iter().map(|file| file.name).collect();
            let removed = listed.iter().filter(|file| !left.contains(&file.name)).count() as u64;
            found.damaged = found.damaged.saturating_sub(removed);
        }
        found.newest = kept.into_values().collect();
        found.newest.sort_by(|a, b| (b.claimed_at, &b.id).cmp(&(a.claimed_at, &a.id)));
        Ok(found)
    }

    pub fn locks(&self) -> Result<Locks, Failure> {
        let listed = self.files.list(Kind::Lock)?;
        let oldest_at = listed.iter().filter_map(|file| file.written_at).min();
        Ok(Locks { count: listed.len() as u64, oldest_at })
    }
}

fn unlock(bridge: &Arc<Bridge>, credentials: &Credentials) -> Result<Repository<OpenStatus>, Failure> {
    let options = RepositoryOptions::default().no_cache(true);
    Repository::new(&options, &RepositoryBackends::new(bridge.clone(), None))
        .and_then(|repository| repository.open(credentials))
        .map_err(|error| bridge.explain(&error))
}

fn connect(location: Location, network: &Network, meter: &Arc<Meter>) -> Result<(Arc<dyn Files>, Backend), Failure> {
    match location {
        Location::Local { root, path } => Ok((Arc::new(Local::new(&root, path, meter.clone())?), Backend::Local)),
        Location::Rest { url, user, password } => {
            let http = Http::new(network, meter.clone())?;
            let rest = Arc::new(Rest::new(http, url, user.as_deref(), password.as_deref()));
            Ok((rest.clone(), Backend::Rest(rest)))
        }
        Location::S3 { endpoint, bucket, prefix, region, access_key_id, secret_access_key } => {
            let http = Http::new(network, meter.clone())?;
            let signer = Signer { region, access_key_id, secret_access_key };
            let s3 = Arc::new(S3 { http, endpoint, bucket, prefix, signer });
            Ok((s3.clone(), Backend::S3(s3)))
        }
    }
}

fn to_snapshot(id: String, file: &SnapshotFile) -> Snapshot {
    let summary: Option<&SnapshotSummary> = file.summary.as_ref();
    let time = |at: &Zoned| Some(at.timestamp()).filter(|at| at.as_second() > 0);
    Snapshot {
        id,
        host: cut(&file.hostname, LONGEST_HOST),
        paths: file.paths.iter().take(MOST_PATHS).map(|path| cut(path, LONGEST_PATH)).collect(),
        claimed_at: file.time.timestamp(),
        started_at: summary.and_then(|summary| time(&summary.backup_start)),
        ended_at: summary.and_then(|summary| time(&summary.backup_end)),
        processed_bytes: summary.map(|summary| summary.total_bytes_processed),
        added_bytes: summary.map(|summary| summary.data_added),
    }
}

/// At most so many characters; a character that cannot be stored is replaced.
fn cut(text: &str, most: usize) -> String {
    text.chars().map(|c| if c == '\0' { '\u{fffd}' } else { c }).take(most).collect()
}
