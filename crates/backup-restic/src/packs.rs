//! Compares the packs with the index, and reads some of them: the name of a pack is the hash of its content.

use crate::{
    bridge::name,
    files::{Files, Kind, MOST_FILES, Part, too_many},
    hash::Hasher,
    repository::Opened,
};
use backup_check::{Failure, FailureKind, MOST_NAMED_PACKS, PacksRead, ReadPacks};
use rustic_core::repofile::IndexFile;
use std::collections::HashMap;

/// Bytes that are read at a time.
const PART: u64 = 8 * 1024 * 1024;

pub fn read(repository: &Opened, wanted: &ReadPacks) -> Result<PacksRead, Failure> {
    // The index first: a backup that is running writes packs before the index that names them.
    let indexed = indexed(repository)?;
    let files: HashMap<String, u64> =
        repository.files.list(Kind::Pack)?.into_iter().map(|file| (file.name, file.size)).collect();
    let mut found = PacksRead { packs: indexed.len() as u64, ..PacksRead::default() };
    let mut chosen = vec![];
    for (pack, size) in indexed {
        found.bytes += size;
        if files.get(&pack) != Some(&size) {
            found.missing_count += 1;
            add_name(&mut found.missing, pack);
        } else if is_due(&pack, wanted) || wanted.also.contains(&pack) {
            chosen.push((pack, size));
        }
    }
    drop(files);
    for (pack, size) in chosen {
        found.read += 1;
        found.read_bytes += size;
        if !is_whole(&*repository.files, &pack, size)? {
            found.damaged_count += 1;
            add_name(&mut found.damaged, pack);
        }
    }
    found.missing.sort_unstable();
    found.damaged.sort_unstable();
    Ok(found)
}

/// The packs that the indexes name, with their sizes. One index is in memory at a time.
fn indexed(repository: &Opened) -> Result<HashMap<String, u64>, Failure> {
    let mut packs = HashMap::new();
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

fn add_name(names: &mut Vec<String>, name: String) {
    if names.len() < MOST_NAMED_PACKS {
        names.push(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
