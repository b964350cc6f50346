//! Tests whether the backups of a repository can be deleted with the credentials that we have.

use crate::{
    files::{Files, Kind, Listed},
    hash::sha256,
    repository::{Backend, Opened},
    rest::Rest,
    s3::{S3, now},
};
use backup_check::{Failure, Immutability};
use jiff::Timestamp;
use outbound::StatusCode;

/// Packs whose retention is read.
const SAMPLED_PACKS: usize = 5;

/// The object that is written next to the repository, and that must refuse its deletion.
const CANARY: &str = "tenant-control-canary";
const CANARY_TEXT: &[u8] = b"Tenant Control tests with this object whether backups can be deleted.\n";

pub fn test(repository: &Opened) -> Result<Immutability, Failure> {
    match &repository.backend {
        Backend::Local => Ok(refuted("Files in a local directory can be deleted.")),
        Backend::Rest(rest) => test_rest(rest),
        Backend::S3(s3) => test_s3(s3),
    }
}

/// A server in append-only mode refuses every deletion of a pack before it checks whether the pack exists.
fn test_rest(rest: &Rest) -> Result<Immutability, Failure> {
    let nothing = sha256(format!("no pack has this name {}", now()).as_bytes());
    Ok(match rest.delete_nothing(&nothing)? {
        StatusCode::FORBIDDEN | StatusCode::METHOD_NOT_ALLOWED => {
            proved("The server refuses to delete packs with these credentials.")
        }
        status if status.is_success() || status == StatusCode::NOT_FOUND => {
            refuted("The server does not refuse to delete packs.")
        }
        status => unknown(&format!("The server responded with the status {} to a deletion.", status.as_u16())),
    })
}

fn test_s3(s3: &S3) -> Result<Immutability, Failure> {
    let packs = s3.list(Kind::Pack)?;
    let is_locked = match retention(s3, &packs)? {
        Some(Ok(mode)) => mode,
        Some(Err(why)) => return Ok(refuted(why)),
        None => return Ok(unknown("The repository has no packs.")),
    };
    match canary(s3)? {
        Canary::Kept => Ok(proved("Packs have a retention period, and a test object could not be deleted.")),
        Canary::Deleted => Ok(refuted("A test object in the bucket could be deleted.")),
        Canary::Expired | Canary::Unknown if is_locked => {
            Ok(proved("Packs have a retention period in compliance mode. A test object could not be used."))
        }
        Canary::Expired | Canary::Unknown => Ok(unknown("Packs have a retention period that some users can lift.")),
    }
}

/// Whether the sampled packs are retained in compliance mode, or why they are not retained. `None` without packs.
fn retention(s3: &S3, packs: &[Listed]) -> Result<Option<Result<bool, &'static str>>, Failure> {
    if packs.is_empty() {
        return Ok(None);
    }
    let mut is_locked = true;
    let step = packs.len().div_ceil(SAMPLED_PACKS);
    for pack in packs.iter().step_by(step) {
        match s3.retention(&s3.key(Kind::Pack, &pack.name))? {
            None => return Ok(Some(Err("Packs have no retention period."))),
            Some(retention) if has_expired(retention.until) => {
                return Ok(Some(Err("The retention period of a pack has ended.")));
            }
            Some(retention) => is_locked &= retention.mode == "COMPLIANCE",
        }
    }
    Ok(Some(Ok(is_locked)))
}

fn has_expired(until: Timestamp) -> bool {
    until <= now()
}

#[derive(Debug, PartialEq, Eq)]
enum Canary {
    Kept,
    Deleted,
    /// It was kept, but its retention period has ended: these credentials may not delete it, others may.
    Expired,
    /// It could not be written, or the response to its deletion says nothing.
    Unknown,
}

/// Tries to delete the canary; writes it first if there is none. In a bucket that keeps it, there is one for all checks.
fn canary(s3: &S3) -> Result<Canary, Failure> {
    let key = s3.named(CANARY);
    if let Some(version) = s3.version(&key)? {
        match delete(s3, &key, version.as_deref())? {
            // A new one decides.
            Canary::Deleted | Canary::Expired => {}
            other => return Ok(other),
        }
    }
    match s3.put(&key, CANARY_TEXT)? {
        Ok(version) => delete(s3, &key, version.as_deref()),
        Err(_) => Ok(Canary::Unknown),
    }
}

/// Without a version, the deletion would only hide the object in a bucket that has versions.
fn delete(s3: &S3, key: &str, version: Option<&str>) -> Result<Canary, Failure> {
    let status = s3.delete(key, version)?;
    let retained_until = match status {
        StatusCode::FORBIDDEN => s3.retention(key).ok().flatten().map(|retention| retention.until),
        _ => None,
    };
    Ok(outcome(status, retained_until, now()))
}

/// A refusal alone proves nothing: these credentials may not be allowed to delete anything, while others are.
fn outcome(status: StatusCode, retained_until: Option<Timestamp>, now: Timestamp) -> Canary {
    match (status, retained_until) {
        (StatusCode::FORBIDDEN, Some(until)) if until > now => Canary::Kept,
        (StatusCode::FORBIDDEN, Some(_)) => Canary::Expired,
        (status, _) if status.is_success() || status == StatusCode::NOT_FOUND => Canary::Deleted,
        _ => Canary::Unknown,
    }
}

fn proved(why: &str) -> Immutability {
    Immutability { immutable: Some(true), why: why.to_owned() }
}

fn refuted(why: &str) -> Immutability {
    Immutability { immutable: Some(false), why: why.to_owned() }
}

fn unknown(why: &str) -> Immutability {
    Immutability { immutable: None, why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_deletion_is_a_proof_only_during_the_retention_period() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (before, now, after) = (at("2026-11-14T00:00:00Z"), at("2026-11-15T00:00:00Z"), at("2026-11-16T00:00:00Z"));
        for (status, retained_until, expected) in [
            (StatusCode::FORBIDDEN, Some(after), Canary::Kept),
            (StatusCode::FORBIDDEN, Some(before), Canary::Expired),
            (StatusCode::FORBIDDEN, None, Canary::Unknown),
            (StatusCode::NO_CONTENT, None, Canary::Deleted),
            (StatusCode::NOT_FOUND, None, Canary::Deleted),
            (StatusCode::CONFLICT, Some(after), Canary::Unknown),
        ] {
            assert_eq!(outcome(status, retained_until, now), expected, "{status}");
        }
    }
}
