//! Typical typos on a keyboard.

use rand::{Rng, rngs::StdRng};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typo {
    /// The key beside the right one.
    NeighbouringKey,
    /// Two letters in the wrong order.
    Transposition,
    Omission,
    Doubling,
}

impl Typo {
    pub const ALL: [Typo; 4] = [Typo::NeighbouringKey, Typo::Transposition, Typo::Omission, Typo::Doubling];

    pub fn class(self) -> &'static str {
        match self {
            Typo::NeighbouringKey => "typo: neighbouring key",
            Typo::Transposition => "typo: transposition",
            Typo::Omission => "typo: omission",
            Typo::Doubling => "typo: doubling",
        }
    }

    /// The word with this typo at a random position, if it can have one. The word must consist of the letters a to z.
    pub fn make(self, rng: &mut StdRng, word: &str) -> Option<String> {
        let mut letters: Vec<char> = word.chars().collect();
        if letters.len() < 2 {
            return None;
        }
        let last = letters.len() - 1;
        match self {
            Typo::NeighbouringKey => {
                let at = rng.random_range(0..=last);
                letters[at] = neighbour(rng, letters[at])?;
            }
            Typo::Transposition => {
                let at = rng.random_range(0..last);
                letters.swap(at, at + 1);
            }
            Typo::Omission => {
                letters.remove(rng.random_range(0..=last));
            }
            Typo::Doubling => {
                let at = rng.random_range(0..=last);
                letters.insert(at, letters[at]);
            }
        }
        Some(letters.into_iter().collect()).filter(|typed: &String| typed != word)
    }
}

/// The key to the left or to the right.
fn neighbour(rng: &mut StdRng, letter: char) -> Option<char> {
    let row = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].into_iter().find(|row| row.contains(letter))?;
    let at = row.find(letter)?;
    let left = row[..at].chars().next_back();
    let right = row[at + 1..].chars().next();
    if rng.random_bool(0.5) { left.or(right) } else { right.or(left) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn every_typo_is_one_edit_away() {
        let mut rng = StdRng::seed_from_u64(1);
        for typo in Typo::ALL {
            let made: Vec<_> = (0..50).filter_map(|_| typo.make(&mut rng, "waddams")).collect();
            assert!(made.len() > 25, "{typo:?}");
            assert!(made.iter().all(|typed| strsim::osa_distance(typed, "waddams") == 1), "{typo:?}: {made:?}");
        }
    }
}
