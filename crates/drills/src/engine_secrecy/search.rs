//! Searches bytes for texts: plain, in hex, in base64, and compressed with zlib or gzip. A database's page may end in
//! the middle of a text, so half of one is enough.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use flate2::read::{GzDecoder, ZlibDecoder};
use std::{
    collections::{BTreeSet, HashMap},
    io::Read,
};

/// Texts are looked up by a prefix of this length. All of them are longer.
const PREFIX: usize = 8;

/// At most this many bytes of a compressed stream are decompressed.
const MAX_DECOMPRESSED: u64 = 1024 * 1024;

pub struct Search {
    /// The texts to search for, each with the text that it is a form of, by their first bytes.
    needles: HashMap<[u8; PREFIX], Vec<(Vec<u8>, usize)>>,
    /// For each pair of bytes, true if a text begins with it, so that most positions are skipped quickly.
    begins: Vec<bool>,
}

impl Search {
    pub fn of(texts: &[String]) -> Search {
        let (mut needles, mut begins) = (HashMap::<_, Vec<_>>::new(), vec![false; 1 << 16]);
        for (number, text) in texts.iter().enumerate() {
            let (first, second) = text.as_bytes().split_at(text.len() / 2);
            for form in [first, second].into_iter().flat_map(forms) {
                let Some(prefix) = form.first_chunk::<PREFIX>().copied() else { continue };
                begins[pair(&prefix)] = true;
                needles.entry(prefix).or_default().push((form, number));
            }
        }
        Search { needles, begins }
    }

    /// Returns the numbers of the texts that occur.
    pub fn finds(&self, bytes: &[u8]) -> Vec<usize> {
        let mut found = BTreeSet::new();
        self.search(bytes, &mut found);
        for (at, start) in bytes.windows(3).enumerate() {
            let mut decompressed = vec![];
            // Invalid or truncated data yields the bytes up to the fault.
            let _ = match start {
                [0x78, flags, _] if (0x7800 + u32::from(*flags)).is_multiple_of(31) => {
                    ZlibDecoder::new(&bytes[at..]).take(MAX_DECOMPRESSED).read_to_end(&mut decompressed)
                }
                [0x1f, 0x8b, 0x08] => {
                    GzDecoder::new(&bytes[at..]).take(MAX_DECOMPRESSED).read_to_end(&mut decompressed)
                }
                _ => continue,
            };
            self.search(&decompressed, &mut found);
        }
        found.into_iter().collect()
    }

    fn search(&self, bytes: &[u8], found: &mut BTreeSet<usize>) {
        for (at, prefix) in bytes.windows(PREFIX).enumerate() {
            if !self.begins[pair(prefix)] {
                continue;
            }
            let needles = prefix.first_chunk::<PREFIX>().and_then(|prefix| self.needles.get(prefix));
            let here = needles.into_iter().flatten().filter(|(needle, _)| bytes[at..].starts_with(needle));
            found.extend(here.map(|(_, number)| *number));
        }
    }
}

fn pair(bytes: &[u8]) -> usize {
    (usize::from(bytes[0]) << 8) | usize::from(bytes[1])
}

/// The base64 form depends on the offset modulo three; digits that also hold bits of neighbouring bytes are left out.
fn forms(text: &[u8]) -> Vec<Vec<u8>> {
    let hex: String = text.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut forms = vec![text.to_vec(), hex.to_uppercase().into_bytes(), hex.into_bytes()];
    for before in 0..3 {
        let whole = BASE64_STANDARD.encode([vec![b'-'; before].as_slice(), text].concat());
        let digits = whole.get((before * 8).div_ceil(6)..(before + text.len()) * 8 / 6).unwrap_or_default();
        let in_addresses = digits.replace('+', "-").replace('/', "_");
        forms.extend([digits.as_bytes().to_vec(), in_addresses.into_bytes()]);
    }
    forms.sort();
    forms.dedup();
    forms
}

/// True if compressed, encoded and truncated texts among other bytes are found, and a text that is absent is not.
pub fn finds_compressed_and_encoded() -> bool {
    let texts: Vec<String> = (0..6).map(|_| kernel::credentials::new_secret()).collect();
    let search = Search::of(&texts);
    let zlib = compressed(flate2::read::ZlibEncoder::new(texts[0].as_bytes(), flate2::Compression::best()));
    let gzip = compressed(flate2::read::GzEncoder::new(texts[1].as_bytes(), flate2::Compression::fast()));
    let base64 = BASE64_STANDARD.encode(format!("ab{}", texts[2])).into_bytes();
    let hex = texts[3].bytes().map(|byte| format!("{byte:02x}")).collect::<String>().into_bytes();
    let half = texts[4].as_bytes()[..30].to_vec();
    let other: Vec<u8> = (0..5000_u32).map(|number| (number * 7 % 251) as u8).collect();
    let all = [zlib, gzip, base64, hex, half].into_iter().flat_map(|text| [other.clone(), text]).flatten();
    search.finds(&all.collect::<Vec<u8>>()) == [0, 1, 2, 3, 4] && search.finds(&other).is_empty()
}

fn compressed(mut encoder: impl Read) -> Vec<u8> {
    let mut compressed = vec![];
    let _ = encoder.read_to_end(&mut compressed);
    compressed
}

#[cfg(test)]
mod tests {
    #[test]
    fn compressed_and_encoded_texts_are_found() {
        assert!(super::finds_compressed_and_encoded());
    }
}
