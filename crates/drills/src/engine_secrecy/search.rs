//! Searches bytes for texts: plain, in hex, in base64, and compressed with zlib or gzip. A database's page may end in
//! the middle of a text, so half of one is enough.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use flate2::read::{GzDecoder, ZlibDecoder};
use std::{
    collections::{BTreeSet, HashMap},
    io::Read,
};

/// All texts that are searched for are longer.
const BEGINNING: usize = 8;

/// Of what is packed, as much is unpacked.
const UNPACKED: u64 = 1024 * 1024;

pub struct Search {
    /// The texts to search for, each with the text that it is a form of, by their first bytes.
    needles: HashMap<[u8; BEGINNING], Vec<(Vec<u8>, usize)>>,
    /// For each pair of bytes, true if a text begins with it, so that most places are passed over at once.
    begins: Vec<bool>,
}

impl Search {
    pub fn of(texts: &[String]) -> Search {
        let (mut needles, mut begins) = (HashMap::<_, Vec<_>>::new(), vec![false; 1 << 16]);
        for (number, text) in texts.iter().enumerate() {
            let (first, second) = text.as_bytes().split_at(text.len() / 2);
            for form in [first, second].into_iter().flat_map(forms) {
                let Some(beginning) = form.first_chunk::<BEGINNING>().copied() else { continue };
                begins[pair(&beginning)] = true;
                needles.entry(beginning).or_default().push((form, number));
            }
        }
        Search { needles, begins }
    }

    /// The texts that occur.
    pub fn finds(&self, bytes: &[u8]) -> Vec<usize> {
        let mut found = BTreeSet::new();
        self.look(bytes, &mut found);
        for (at, start) in bytes.windows(3).enumerate() {
            let mut unpacked = vec![];
            // Invalid or truncated data yields the bytes up to the fault.
            let _ = match start {
                [0x78, flags, _] if (0x7800 + u32::from(*flags)).is_multiple_of(31) => {
                    ZlibDecoder::new(&bytes[at..]).take(UNPACKED).read_to_end(&mut unpacked)
                }
                [0x1f, 0x8b, 0x08] => GzDecoder::new(&bytes[at..]).take(UNPACKED).read_to_end(&mut unpacked),
                _ => continue,
            };
            self.look(&unpacked, &mut found);
        }
        found.into_iter().collect()
    }

    fn look(&self, bytes: &[u8], found: &mut BTreeSet<usize>) {
        for (at, beginning) in bytes.windows(BEGINNING).enumerate() {
            if !self.begins[pair(beginning)] {
                continue;
            }
            let needles = beginning.first_chunk::<BEGINNING>().and_then(|beginning| self.needles.get(beginning));
            let here = needles.into_iter().flatten().filter(|(needle, _)| bytes[at..].starts_with(needle));
            found.extend(here.map(|(_, number)| *number));
        }
    }
}

fn pair(bytes: &[u8]) -> usize {
    (usize::from(bytes[0]) << 8) | usize::from(bytes[1])
}

/// Base64 looks different after one byte, after two and after three; the digits that hold bits of others are left out.
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

/// Texts that are packed or written otherwise, among other bytes, are found; one that is not there is not.
pub fn finds_what_is_packed() -> bool {
    let texts: Vec<String> = (0..6).map(|_| kernel::credentials::new_secret()).collect();
    let search = Search::of(&texts);
    let zlib = packed(flate2::read::ZlibEncoder::new(texts[0].as_bytes(), flate2::Compression::best()));
    let gzip = packed(flate2::read::GzEncoder::new(texts[1].as_bytes(), flate2::Compression::fast()));
    let base64 = BASE64_STANDARD.encode(format!("ab{}", texts[2])).into_bytes();
    let hex = texts[3].bytes().map(|byte| format!("{byte:02x}")).collect::<String>().into_bytes();
    let half = texts[4].as_bytes()[..30].to_vec();
    let other: Vec<u8> = (0..5000_u32).map(|number| (number * 7 % 251) as u8).collect();
    let all = [zlib, gzip, base64, hex, half].into_iter().flat_map(|text| [other.clone(), text]).flatten();
    search.finds(&all.collect::<Vec<u8>>()) == [0, 1, 2, 3, 4] && search.finds(&other).is_empty()
}

fn packed(mut packing: impl Read) -> Vec<u8> {
    let mut packed = vec![];
    let _ = packing.read_to_end(&mut packed);
    packed
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_packed_or_written_otherwise_is_found() {
        assert!(super::finds_what_is_packed());
    }
}
