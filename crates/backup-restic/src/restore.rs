//! Restores some files of a snapshot into scratch space, reads them back and compares them with their hashes.
//!
//! Scratch space is a file without a name: the operating system frees it when the process ends, in whatever way.

use crate::{
    bridge::name,
    confine::SCRATCH,
    hash::sha256,
    packs::is_whole,
    repository::{Indexed, Opened},
};
use backup_check::{Failure, FailureKind, RestoreSample, Restored};
use bytes::Bytes;
use rustic_core::{
    BlobId, DataId, PackedId, RusticError, TreeId,
    repofile::{BlobType, Node, NodeType, SnapshotFile, SnapshotId},
};
use std::{
    collections::BTreeSet,
    fs::File,
    io::{Read, Seek, SeekFrom, Write},
    sync::Arc,
    time::Instant,
};

/// Directories that are read, and files among which the sample is chosen.
const MOST_TREES: usize = 200;
const MOST_CANDIDATES: usize = 5_000;

/// Packs that directories may be spread over once there are files, and files of the sample, so that reading them is
/// bounded.
const MOST_TREE_PACKS: usize = 32;
const MOST_DATA_PACKS: usize = 64;

pub fn restore(repository: &Opened, wanted: &RestoreSample) -> Result<Restored, Failure> {
    let started = Instant::now();
    let (mut restored, mut outcome) = attempt(repository, wanted);
    if is_damage(&outcome) {
        // Since the index was read, the snapshot may have been removed, and packs replaced by others.
        if !repository.has_snapshot(&wanted.snapshot)? {
            return Err(Failure::new(FailureKind::NotFound, "The snapshot was removed while it was checked."));
        }
        repository.forget_lists();
        (restored, outcome) = attempt(repository, wanted);
    }
    match outcome {
        Ok(()) => {}
        Err(failure) if failure.kind == FailureKind::Damaged => restored.fault = Some(failure.detail),
        // These are the customer's fault or ours, and no result of the test.
        Err(failure) => return Err(failure),
    }
    restored.milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(restored)
}

fn is_damage(outcome: &Result<(), Failure>) -> bool {
    outcome.as_ref().is_err_and(|failure| failure.kind == FailureKind::Damaged)
}

fn attempt(repository: &Opened, wanted: &RestoreSample) -> (Restored, Result<(), Failure>) {
    let mut restored = Restored::default();
    let outcome = restore_sample(repository, wanted, &mut restored);
    (restored, outcome)
}

fn restore_sample(repository: &Opened, wanted: &RestoreSample, restored: &mut Restored) -> Result<(), Failure> {
    let explain = |error: Box<RusticError>| repository.explain(&error);
    let id: SnapshotId = wanted.snapshot.parse().map_err(explain)?;
    let snapshot: SnapshotFile = repository.repository().get_file(&id).map_err(explain)?;
    let mut sample = Sample { repository, indexed: repository.indexed()?, packs: BTreeSet::new() };
    let mut choice = Choice(wanted.seed | 1);
    let mut candidates = sample.candidates(snapshot.tree, &mut choice)?;
    let most_packs = sample.packs.len() + MOST_DATA_PACKS;
    let (mut left, mut large) = (wanted.bytes.min(SCRATCH), None);
    while restored.files < wanted.files && !candidates.is_empty() && sample.packs.len() < most_packs {
        let file = candidates.swap_remove(choice.below(candidates.len()));
        if file.meta.size > left {
            large.get_or_insert(file);
            continue;
        }
        let bytes = sample.restore(&file, left)?;
        left = left.saturating_sub(bytes);
        (restored.files, restored.bytes) = (restored.files + 1, restored.bytes + bytes);
    }
    // A host may have nothing but large files, such as the disks of virtual machines: the beginning of one is restored.
    if let (0, Some(file)) = (restored.files, large) {
        (restored.files, restored.bytes) = (1, sample.restore(&file, left)?);
    }
    restored.packs = u32::try_from(sample.packs.len()).unwrap_or(u32::MAX);
    sample.check_packs()
}

/// The restored files, and the packs that contain them.
struct Sample<'a> {
    repository: &'a Opened,
    indexed: Arc<Indexed>,
    packs: BTreeSet<String>,
}

impl Sample<'_> {
    /// Files of the snapshot that are not empty, from directories that are chosen at random.
    fn candidates(&mut self, root: TreeId, choice: &mut Choice) -> Result<Vec<Node>, Failure> {
        let (mut trees, mut files, mut seen, mut has_empty) = (vec![root], vec![], 0, false);
        while !trees.is_empty() && seen < MOST_TREES && files.len() < MOST_CANDIDATES {
            if !files.is_empty() && self.packs.len() >= MOST_TREE_PACKS {
                break;
            }
            let tree = trees.swap_remove(choice.below(trees.len()));
            seen += 1;
            self.note_pack(&tree)?;
            let tree = self.indexed.get_tree(&tree).map_err(|error| self.repository.explain(&error))?;
            for node in tree.nodes {
                match (&node.node_type, node.subtree) {
                    (NodeType::Dir, Some(subtree)) => trees.push(subtree),
                    (NodeType::File, _) if node.meta.size == 0 => has_empty = true,
                    (NodeType::File, _) => files.push(node),
                    _ => {}
                }
            }
        }
        files.truncate(MOST_CANDIDATES);
        // A test that restores nothing proves nothing.
        match (files.is_empty(), trees.is_empty()) {
            (true, true) if has_empty => Err(fault("The snapshot contains only empty files.".to_owned())),
            (true, true) => Err(fault("The snapshot contains no files.".to_owned())),
            (true, false) => {
                let detail = format!("None of {MOST_TREES} directories of the snapshot contains a file with content.");
                Err(Failure::new(FailureKind::TooLarge, detail))
            }
            (false, _) => Ok(files),
        }
    }

    /// Writes the file, or as much of its beginning as may be restored, into scratch space, reads it back, and returns the
    /// number of bytes.
    fn restore(&mut self, node: &Node, most: u64) -> Result<u64, Failure> {
        let mut scratch = tempfile::tempfile().map_err(|_| no_scratch())?;
        let (mut written, mut size) = (vec![], 0);
        for blob in node.content.iter().flatten() {
            let bytes = self.blob(blob)?;
            size += bytes.len() as u64;
            scratch.write_all(&bytes).map_err(|_| no_scratch())?;
            written.push((name(blob), bytes.len()));
            // The number of blobs is the customer's: scratch space is bounded, whatever the size of the file claims.
            if size >= most.min(node.meta.size) {
                break;
            }
        }
        let is_whole = written.len() == node.content.iter().flatten().count();
        if size > node.meta.size || (size == node.meta.size) != is_whole {
            return Err(fault(format!("A file does not have the {} bytes that its directory states.", node.meta.size)));
        }
        compare(&mut scratch, &written)?;
        Ok(size)
    }

    fn blob(&mut self, id: &DataId) -> Result<Bytes, Failure> {
        self.note_pack(id)?;
        let bytes = self.indexed.get_blob_cached(&BlobId::from(**id), BlobType::Data);
        bytes.map_err(|error| self.repository.explain(&error))
    }

    /// Notes the pack that contains the blob, for the last step.
    fn note_pack<T: PackedId>(&mut self, id: &T) -> Result<(), Failure> {
        let entry = self.indexed.get_index_entry(id).map_err(|error| self.repository.explain(&error))?;
        self.packs.insert(name(&entry.pack));
        Ok(())
    }

    /// A pack that is damaged elsewhere fails the test, too: other files of the snapshot are likely to be in it.
    fn check_packs(&self) -> Result<(), Failure> {
        let sizes = self.repository.sizes()?;
        for pack in &self.packs {
            let Some(size) = sizes.get(pack) else { return Err(fault(format!("The pack {pack} does not exist."))) };
            if !is_whole(&*self.repository.files, pack, *size)? {
                return Err(fault(format!("The pack {pack} is damaged.")));
            }
        }
        Ok(())
    }
}

/// Reads the file back and compares each part with its hash.
fn compare(scratch: &mut File, written: &[(String, usize)]) -> Result<(), Failure> {
    scratch.seek(SeekFrom::Start(0)).map_err(|_| no_scratch())?;
    for (id, length) in written {
        let mut bytes = vec![0; *length];
        scratch.read_exact(&mut bytes).map_err(|_| no_scratch())?;
        if sha256(&bytes) != *id {
            return Err(fault(format!("The restored data does not match its hash {id}.")));
        }
    }
    Ok(())
}

fn fault(detail: String) -> Failure {
    Failure::new(FailureKind::Damaged, detail)
}

fn no_scratch() -> Failure {
    Failure::new(FailureKind::Unavailable, "Scratch space could not be used.")
}

/// Numbers that look random and are the same for the same seed.
struct Choice(u64);

impl Choice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}
