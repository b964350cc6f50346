//! A nullable field of a merge update: absent leaves it, `null` clears it, a value sets it.

use serde::{Deserialize, Deserializer};

/// For `#[serde(default, deserialize_with = "patch::nullable")]` on an `Option<Option<T>>`.
pub fn nullable<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(d).map(Some)
}
