//! A sketch as bytes: the version of the format, the accuracy in hundredths of a per cent, the count of zeros, and for each
//! bin the distance to the one before it and its count. All numbers are variable-length, signed ones in zigzag.

use std::{collections::BTreeMap, fmt};

const VERSION: u8 = 1;
/// [`crate::ACCURACY`] in hundredths of a per cent.
const ACCURACY: u8 = 100;

/// The bytes are not a sketch of this version and accuracy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a sketch of this version and accuracy")
    }
}

impl std::error::Error for Malformed {}

pub fn write(zeros: i64, bins: &BTreeMap<i32, i64>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 + 3 * bins.len());
    bytes.extend([VERSION, ACCURACY]);
    write_signed(&mut bytes, zeros);
    let mut before = 0;
    for (bin, count) in bins {
        write_signed(&mut bytes, i64::from(*bin) - before);
        write_signed(&mut bytes, *count);
        before = i64::from(*bin);
    }
    bytes
}

/// Calls `add` with each bin and its count, and with `None` for the zeros.
pub fn read(bytes: &[u8], mut add: impl FnMut(Option<i32>, i64)) -> Result<(), Malformed> {
    let [VERSION, ACCURACY, rest @ ..] = bytes else { return Err(Malformed) };
    let mut rest = rest;
    add(None, read_signed(&mut rest)?);
    let mut bin: i64 = 0;
    while !rest.is_empty() {
        bin = bin.checked_add(read_signed(&mut rest)?).ok_or(Malformed)?;
        add(Some(i32::try_from(bin).map_err(|_| Malformed)?), read_signed(&mut rest)?);
    }
    Ok(())
}

fn write_signed(bytes: &mut Vec<u8>, value: i64) {
    let mut rest = ((value << 1) ^ (value >> 63)).cast_unsigned();
    while rest >= 0x80 {
        bytes.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn read_signed(bytes: &mut &[u8]) -> Result<i64, Malformed> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or(Malformed)?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed());
        }
    }
    Err(Malformed)
}
