//! GENERATED from the SDK document: the nouns of the command line. See `table/tests.rs`.

use super::Noun;

/// All nouns, sorted by name.
pub static NOUNS: &[Noun] = &[];
