//! Texts without case and accents, and the rare words of the tenant.

use super::words::{SENTENCES, SUBJECT_WORDS, SYLLABLES};
use rand::{Rng, rngs::StdRng};

/// The number of rare words. The first ones are drawn often, most of them a few times.
const RARE_WORDS: usize = 20_000;

/// The text in lower case and without accents.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            letter => folded.push(without_accent(letter)),
        }
    }
    folded
}

fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ä' | 'å' | 'ã' | 'ą' => 'a',
        'ç' | 'č' | 'ć' => 'c',
        'đ' | 'ď' => 'd',
        'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'í' | 'ì' | 'î' | 'ï' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ó' | 'ò' | 'ô' | 'ö' | 'ø' | 'ő' => 'o',
        'ř' => 'r',
        'š' | 'ś' | 'ş' => 's',
        'ú' | 'ù' | 'û' | 'ü' | 'ů' | 'ű' => 'u',
        'ý' => 'y',
        'ž' | 'ź' | 'ż' => 'z',
        letter => letter,
    }
}

/// The name of a program, a project or a site: three or four syllables.
fn rare_word(number: usize) -> String {
    let count = SYLLABLES.len();
    // Spread, so that consecutive words differ by more than one letter.
    let mut spread = (number * 2_654_435_761) % count.pow(4);
    let mut word = String::new();
    for _ in 0..if number.is_multiple_of(5) { 3 } else { 4 } {
        word.push_str(SYLLABLES[spread % count]);
        spread /= count;
    }
    word
}

/// A word that few tickets have.
pub fn draw_rare_word(rng: &mut StdRng) -> String {
    rare_word((RARE_WORDS as f64).powf(rng.random::<f64>()) as usize)
}

/// A word of a subject; the first ones of the list are drawn most often.
pub fn subject_word(rng: &mut StdRng) -> &'static str {
    let rank = (SUBJECT_WORDS.len() as f64 * rng.random::<f64>().powf(1.7)) as usize;
    SUBJECT_WORDS[rank.min(SUBJECT_WORDS.len() - 1)]
}

/// Some sentences, some of which contain a rare word.
pub fn prose(rng: &mut StdRng, sentences: usize) -> String {
    let mut text = String::new();
    for _ in 0..sentences {
        if rng.random_bool(0.4) {
            text += &format!("It concerns {} and the {}. ", draw_rare_word(rng), subject_word(rng));
        }
        text += SENTENCES[rng.random_range(0..SENTENCES.len())];
        text.push(' ');
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_data::words::{FIRST_NAMES, LAST_ENDINGS, LAST_STEMS};

    #[test]
    fn every_name_can_be_typed_without_accents() {
        for name in FIRST_NAMES.iter().chain(&LAST_STEMS).chain(&LAST_ENDINGS) {
            assert!(fold(name).bytes().all(|byte| byte.is_ascii_lowercase()), "{name}: {}", fold(name));
        }
    }

    #[test]
    fn rare_words_are_long_enough_and_differ() {
        let words: std::collections::HashSet<_> = (0..RARE_WORDS).map(rare_word).collect();
        assert!(words.len() > RARE_WORDS * 9 / 10, "{}", words.len());
        assert!(words.iter().all(|word| word.len() >= 5), "a word is too short");
    }
}
