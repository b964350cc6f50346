//! Typos: which words of the tenant are so similar to a searched one that they may be meant.
//!
//! A word of the vocabulary is stored with its variants: its first seven letters without up to two of them
//! (`app.search_variants`). A misspelt word has a variant in common with the right one; the distance decides: the number of
//! letters that are inserted, left out, replaced, or swapped with their neighbour.

use std::collections::BTreeSet;
use strsim::osa_distance;

/// Letters at the beginning of a word that variants are made of.
const HEAD: usize = 7;

/// Similar words of one word that are searched for.
const MOST: usize = 10;

/// Similar words of all words of a search.
const MOST_SIMILAR: usize = 200;

/// Letters of the shortest word that is found by a typo. One of them may be missing in the searched word.
const SHORTEST: usize = 5;

/// How many typos are corrected: none in a short word, or in one with a digit, because `PC-0041` is not `PC-0042`.
pub fn tolerated(word: &str) -> usize {
    if word.chars().any(char::is_numeric) {
        return 0;
    }
    match word.chars().count() {
        4..9 => 1,
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

/// The words of the vocabulary that may be meant by one of these.
pub fn similar<'a>(words: impl Iterator<Item = &'a str>, vocabulary: &[String]) -> Vec<&str> {
    let similar: BTreeSet<_> = words.flat_map(|word| by_distance(word, vocabulary)).map(|(_, known)| known).collect();
    similar.into_iter().take(MOST_SIMILAR).collect()
}

/// The words with the fewest typos, if these are tolerated.
pub fn near(word: &str, vocabulary: &[String]) -> Vec<String> {
    let mut similar: Vec<_> = by_distance(word, vocabulary).collect();
    similar.sort_unstable();
    let fewest = similar.first().map_or(0, |(distance, _)| *distance);
    let best = similar.into_iter().take_while(|(distance, _)| *distance == fewest);
    best.take(MOST).map(|(_, known)| known.to_owned()).collect()
}

/// The words with as many typos as are tolerated, each with their number.
fn by_distance<'a>(word: &str, vocabulary: &'a [String]) -> impl Iterator<Item = (usize, &'a str)> {
    let most = tolerated(word);
    let long = vocabulary.iter().filter(|known| known.chars().count() >= SHORTEST);
    let distances = long.map(move |known| (osa_distance(word, known), known.as_str()));
    distances.filter(move |(distance, _)| (1..=most).contains(distance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_and_words_with_digits_have_no_typos() {
        for word in ["pum", "pc-0041", "0041", "laptop7"] {
            assert_eq!(tolerated(word), 0, "{word}");
            assert!(near(word, &["pump".to_owned(), "pc-0042".to_owned(), "laptop8".to_owned()]).is_empty());
        }
        assert!(near("pimp", &["pump".to_owned()]).is_empty());
        assert_eq!((tolerated("laptop"), tolerated("waddamses")), (1, 2));
    }

    #[test]
    fn the_most_similar_words_are_meant() {
        let known = ["workstations", "workstation"].map(str::to_owned);
        assert_eq!(near("workstatio", &known), ["workstation"]);
        assert_eq!(near("wrokstatino", &known), ["workstation"], "neighbours that are swapped are one typo");
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
            ("lrge", "large"),
        ] {
            let common = variants(typed, tolerated(typed)).intersection(&stored(meant)).count();
            assert!(common > 0, "{typed} {meant}");
            assert_eq!(near(typed, &[meant.to_owned(), "unrelated".to_owned()]), [meant], "{typed}");
        }
    }
}
