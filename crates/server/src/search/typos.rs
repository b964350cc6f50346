//! Typos: which words of the tenant are so similar to a searched one that they may be meant.
//!
//! A word of the vocabulary is stored with its variants: its first seven letters without up to two of them
//! (`app.search_variants`). A misspelt word has a variant in common with the right one; the distance decides.

use std::collections::BTreeSet;

/// Letters at the beginning of a word that variants are made of.
const HEAD: usize = 7;

/// Similar words of one word that are searched for.
const MOST: usize = 10;

/// How many typos are corrected: none in a short word, or in one with a digit, because `PC-0041` is not `PC-0042`.
pub fn tolerated(word: &str) -> usize {
    if word.chars().any(char::is_numeric) {
        return 0;
    }
    match word.chars().count() {
        5..9 => 1,
        9..=40 => 2,
        _ => 0,
    }
}

/// The head of the word without up to so many letters.
pub fn variants(word: &str, typos: usize) -> BTreeSet<String> {
    let mut all = BTreeSet::from([word.chars().take(HEAD).collect::<String>()]);
    for _ in 0..typos {
        let shorter: Vec<String> = all.iter().flat_map(|variant| without_one(variant)).collect();
        all.extend(shorter);
    }
    all
}

fn without_one(word: &str) -> Vec<String> {
    let without = |(at, letter): (usize, char)| format!("{}{}", &word[..at], &word[at + letter.len_utf8()..]);
    word.char_indices().map(without).collect()
}

/// Those words that have as many typos as are tolerated, the most similar ones first.
pub fn near<'a>(word: &str, vocabulary: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let most = tolerated(word);
    let distances = vocabulary.into_iter().map(|known| (distance(word, known), known));
    let mut similar: Vec<_> = distances.filter(|(distance, _)| (1..=most).contains(distance)).collect();
    similar.sort();
    similar.into_iter().take(MOST).map(|(_, known)| known.clone()).collect()
}

/// Letters that are inserted, left out, replaced, or swapped with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (mut before, mut last): (Vec<usize>, Vec<usize>) = (vec![], (0..=other.len()).collect());
    for (row, letter) in one.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, opposite) in other.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != opposite);
            let mut least = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            if row > 0 && column > 0 && one[row - 1] == *opposite && *letter == other[column - 1] {
                least = least.min(before[column - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut last, next);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_one_letter_or_two_neighbours() {
        for (one, other, typos) in [
            ("printer", "printer", 0),
            ("printr", "printer", 1),
            ("prniter", "printer", 1),
            ("prinder", "printer", 1),
            ("pprinter", "printer", 1),
            ("pirnetr", "printer", 2),
            ("", "abc", 3),
        ] {
            assert_eq!(distance(one, other), typos, "{one} {other}");
            assert_eq!(distance(other, one), typos, "{other} {one}");
        }
    }

    #[test]
    fn short_words_and_words_with_digits_have_no_typos() {
        for word in ["pump", "pc-0041", "0041", "laptop7"] {
            assert_eq!(tolerated(word), 0, "{word}");
            assert!(near(word, &["pumpe".to_owned(), "pc-0042".to_owned(), "laptop8".to_owned()]).is_empty());
        }
        assert_eq!((tolerated("laptop"), tolerated("waddamses")), (1, 2));
    }

    #[test]
    fn a_misspelt_word_has_a_variant_in_common_with_the_right_one() {
        // As many letters of a stored word are left out as the migration says.
        let stored = |word: &str| variants(word, if word.chars().count() >= 7 { 2 } else { 1 });
        for (typed, meant) in [
            ("printre", "printer"),
            ("xprinter", "printer"),
            ("rinter", "printer"),
            ("priner", "printer"),
            ("wadams", "waddams"),
            ("initechh", "initech"),
            ("xyworkstation", "workstation"),
            ("rkstation", "workstation"),
            ("wrokstatoin", "workstation"),
            ("müler", "müller"),
        ] {
            let common = variants(typed, tolerated(typed)).intersection(&stored(meant)).count();
            assert!(common > 0, "{typed} {meant}");
            assert_eq!(near(typed, &[meant.to_owned(), "unrelated".to_owned()]), [meant], "{typed}");
        }
    }
}
