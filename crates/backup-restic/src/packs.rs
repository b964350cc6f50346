//! Compares the packs with the index, and reads some of them: the name of a pack is the hash of its content.

use crate::{
    bridge::name,
    files::{Files, Kind, MOST_FILES, Part, too_many},
    hash::Hasher,
    repository::{Opened, Sizes},
};
use backup_check::{Failure, FailureKind, MOST_NAMED_PACKS, PacksRead, ReadPacks};
use rustic_core::repofile::IndexFile;
use std::collections::HashSet;

/// Bytes that are read at a time.
const PART: u64 = 8 * 1024 * 1024;

pub fn read(repository: &Opened, wanted: &ReadPacks) -> Result<PacksRead, Failure> {
    let (indexed, mut missing) = compare(repository)?;
    let mut found = PacksRead { packs: indexed.len() as u64, bytes: indexed.values().sum(), ..PacksRead::default() };
    let is_chosen = |pack: &String| is_due(pack, wanted) || wanted.also.contains(pack);
    let mut damaged = vec![];
    for (pack, size) in &indexed {
        if missing.contains(pack) || !is_chosen(pack) {
            continue;
        }
        found.read += 1;
        found.read_bytes += size;
        if !is_whole(&*repository.files, pack, *size)? {
            damaged.push(pack.clone());
        }
    }
    if !missing.is_empty() || !damaged.is_empty() {
        // Unused packs may have been removed while they were read here. What nothing refers to any more is not lost.
        let (still_indexed, still_missing) = compare(repository)?;
        missing.retain(|pack| still_missing.contains(pack));
        damaged.retain(|pack| still_indexed.contains_key(pack));
    }
    (found.missing_count, found.missing) = (missing.len() as u64, named(missing.into_iter().collect(), &[]));
    (found.damaged_count, found.damaged) = (damaged.len() as u64, named(damaged, &wanted.also));
    Ok(found)
}

/// The packs that the indexes name, with their sizes, and those of them that do not exist or have another size.
fn compare(repository: &Opened) -> Result<(Sizes, HashSet<String>), Failure> {
    repository.forget_lists();
    // The index first: a backup that is running writes packs before the index that names them.
    let indexed = match indexed(repository) {
        // An index may have been replaced by another one since they were listed.
        Err(failure) if failure.kind == FailureKind::Damaged => indexed(repository)?,
        outcome => outcome?,
    };
    let files = repository.sizes()?;
    let is_missing = |(pack, size): &(&String, &u64)| files.get(*pack) != Some(*size);
    let missing = indexed.iter().filter(is_missing).map(|(pack, _)| pack.clone()).collect();
    repository.forget_lists();
    Ok((indexed, missing))
}

/// The packs that the indexes name, with their sizes. One index is in memory at a time.
fn indexed(repository: &Opened) -> Result<Sizes, Failure> {
    let mut packs = Sizes::new();
    let stream = repository.repository().stream_files::<IndexFile>().map_err(|error| repository.explain(&error))?;
    for file in stream {
        let (_, file) = file.map_err(|error| repository.explain(&error))?;
        for pack in &file.packs {
            packs.insert(name(&pack.id), u64::from(pack.pack_size()));
        }
        if packs.len() > MOST_FILES {
            return Err(too_many(Kind::Pack));
        }
    }
    Ok(packs)
}

/// True if the pack is in one of the groups. The beginning of a hash is evenly distributed.
fn is_due(pack: &str, wanted: &ReadPacks) -> bool {
    let Some(beginning) = pack.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()) else { return true };
    let groups = wanted.groups.max(1);
    let since_first = (beginning % groups + groups - wanted.first % groups) % groups;
    since_first < wanted.count
}

/// True if the content of a pack matches its name.
pub fn is_whole(files: &dyn Files, pack: &str, size: u64) -> Result<bool, Failure> {
    let (mut hasher, mut offset) = (Hasher::new(), 0);
    while offset < size {
        let length = PART.min(size - offset);
        match files.read(Kind::Pack, pack, Some(Part { offset, length })) {
            Ok(bytes) => hasher.update(&bytes),
            Err(failure) if failure.kind == FailureKind::Damaged => return Ok(false),
            Err(failure) => return Err(failure),
        }
        offset += length;
    }
    Ok(hasher.finish() == pack)
}

/// The first of them in order. Those of `before` come first: their groups may not be read again soon.
fn named(mut packs: Vec<String>, before: &[String]) -> Vec<String> {
    packs.sort_by_cached_key(|pack| (!before.contains(pack), pack.clone()));
    packs.truncate(MOST_NAMED_PACKS);
    packs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_that_were_damaged_before_are_named_first() {
        let pack = |number: usize| format!("{number:064x}");
        let all = (0..MOST_NAMED_PACKS + 2).map(pack).collect();
        let named = named(all, &[pack(MOST_NAMED_PACKS + 1)]);
        assert_eq!((named.len(), &named[0], &named[1]), (MOST_NAMED_PACKS, &pack(MOST_NAMED_PACKS + 1), &pack(0)));
    }

    #[test]
    fn every_pack_is_in_exactly_one_group() {
        for groups in [1, 2, 7, 30] {
            for number in 0..500_u32 {
                let pack = format!("{:08x}{}", number.wrapping_mul(2_654_435_761), "0".repeat(56));
                let wanted = |first, count| ReadPacks { groups, first, count, also: vec![] };
                let due = (0..groups).filter(|first| is_due(&pack, &wanted(*first, 1))).count();
                assert_eq!(due, 1);
                assert!(is_due(&pack, &wanted(3, groups)), "all groups");
                assert!(!is_due(&pack, &wanted(3, 0)), "no group");
            }
        }
    }
}
