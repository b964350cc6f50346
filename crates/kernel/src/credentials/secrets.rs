//! The secrets by which a key or a session is recognised: the present one, and earlier ones within their grace period.

use jiff::Timestamp;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// Hashes of the secrets that worked when they were read.
#[derive(Debug)]
pub struct Secrets {
    known: Vec<Known>,
    /// True if there are others, which have expired.
    has_ended: bool,
}

#[derive(Debug)]
struct Known {
    hash: Vec<u8>,
    valid_until: Option<Timestamp>,
}

/// The state of a presented secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Works,
    /// It was replaced by a rotation, and its grace period is over.
    Ended,
    Unknown,
}

impl Secrets {
    pub const NONE: Secrets = Secrets { known: vec![], has_ended: false };

    pub fn only(hash: Vec<u8>) -> Secrets {
        Secrets { known: vec![Known { hash, valid_until: None }], has_ended: false }
    }

    pub fn of_key(hashes: Vec<Vec<u8>>, ends: Vec<Option<Timestamp>>, has_ended: bool) -> Secrets {
        let known = hashes.into_iter().zip(ends).map(|(hash, valid_until)| Known { hash, valid_until });
        Secrets { known: known.collect(), has_ended }
    }

    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Compares with every secret, each in constant time: the duration does not reveal which one is similar.
    pub fn standing(&self, hash: &[u8], now: Timestamp) -> Standing {
        let mut found = 0u64;
        for (index, known) in (1u64..).zip(&self.known) {
            let is: Choice = known.hash.as_slice().ct_eq(hash);
            found.conditional_assign(&index, is);
        }
        let known = usize::try_from(found).ok().and_then(|index| self.known.get(index.checked_sub(1)?));
        match known {
            None => Standing::Unknown,
            Some(known) if known.valid_until.is_some_and(|until| until <= now) => Standing::Ended,
            Some(_) => Standing::Works,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_secret_works_until_its_own_end() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let secrets = Secrets::of_key(vec![vec![1], vec![2], vec![3]], vec![None, Some(at(10)), Some(at(20))], false);
        let standings = |now| [1, 2, 3, 4].map(|secret| secrets.standing(&[secret], at(now)));
        assert_eq!(standings(9), [Standing::Works, Standing::Works, Standing::Works, Standing::Unknown]);
        assert_eq!(standings(10), [Standing::Works, Standing::Ended, Standing::Works, Standing::Unknown]);
        assert_eq!(standings(20), [Standing::Works, Standing::Ended, Standing::Ended, Standing::Unknown]);
        assert_eq!(Secrets::NONE.standing(&[], at(0)), Standing::Unknown, "nothing is no secret");
        assert_eq!(secrets.standing(&[], at(0)), Standing::Unknown);
    }
}
