//! Whether much more of a host's data has changed than usual. Nothing here reads or writes anything.

/// Earlier backups that the newest is compared with.
const MOST_EARLIER: usize = 20;
const FEWEST_EARLIER: usize = 3;

/// Backups with less data change too much to say anything.
const LEAST_BYTES: u64 = 1024 * 1024;

/// The share that must be new, and how many times the usual share.
const HIGH_RATIO: f64 = 0.5;
const TIMES_USUAL: f64 = 4.0;

/// Bytes that a backup read, and those of them that were new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Volume {
    pub processed: u64,
    pub added: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ChangeRate {
    /// `None` if the backup program does not say it.
    pub ratio: Option<f64>,
    pub usual: Option<f64>,
    /// `None` if there is too little to compare with.
    pub is_unusual: Option<bool>,
}

/// `backups` are those of a host, newest first.
pub fn change_rate(backups: &[Option<Volume>]) -> ChangeRate {
    let ratio = |volume: &Option<Volume>| {
        volume.filter(|volume| volume.processed >= LEAST_BYTES).map(|volume| {
            // A backup can add more than it read: it also adds directories.
            (volume.added as f64 / volume.processed as f64).min(1.0)
        })
    };
    let Some((newest, earlier)) = backups.split_first() else { return ChangeRate::default() };
    let newest = ratio(newest);
    let mut earlier: Vec<f64> = earlier.iter().filter_map(ratio).take(MOST_EARLIER).collect();
    earlier.sort_by(f64::total_cmp);
    let usual = earlier.get(earlier.len() / 2).copied();
    let is_unusual = match (newest, usual) {
        (Some(newest), Some(usual)) if earlier.len() >= FEWEST_EARLIER => {
            Some(newest >= HIGH_RATIO && newest >= TIMES_USUAL * usual)
        }
        _ => None,
    };
    ChangeRate { ratio: newest, usual, is_unusual }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(all: &[u64]) -> Vec<Option<Volume>> {
        all.iter().map(|added| Some(Volume { processed: 100 << 20, added: added << 20 })).collect()
    }

    #[test]
    fn only_a_change_far_above_the_usual_is_unusual() {
        for (what, backups, expected) in [
            ("90 % after 1 %", percent(&[90, 1, 1, 2, 100]), Some(true)),
            ("as usual", percent(&[2, 1, 1, 2, 100]), Some(false)),
            ("much, but less than half", percent(&[40, 1, 1, 1]), Some(false)),
            ("always much", percent(&[90, 80, 85, 90]), Some(false)),
            ("too few to compare", percent(&[90, 1, 1]), None),
            ("the first one", percent(&[100]), None),
            ("none", vec![], None),
            ("old programs say nothing", vec![None; 5], None),
            ("the newest says nothing", [vec![None], percent(&[1, 1, 1])].concat(), None),
            ("too small", vec![Some(Volume { processed: 10, added: 10 }); 6], None),
        ] {
            assert_eq!(change_rate(&backups).is_unusual, expected, "{what}");
        }
        let rate = change_rate(&percent(&[90, 1, 3, 2]));
        assert_eq!((rate.ratio, rate.usual), (Some(0.9), Some(0.02)));
    }
}
