//! API keys for the other cells of an installation.

use super::optional_secret;
use anyhow::Context;
use clap::Args;
use secrecy::{ExposeSecret, SecretString};
use std::{collections::BTreeMap, path::PathBuf};

#[derive(Debug, Clone, Args)]
pub struct CellKeys {
    /// API keys of the platform tenants of all cells with the scope `platform_analytics:read`, as `cell=key`, separated by
    /// commas.
    #[arg(long, env = "TC_CELL_KEYS", hide_env_values = true)]
    pub cell_keys: Option<SecretString>,

    /// File that contains the API keys, separated by commas or on separate lines.
    #[arg(long, env = "TC_CELL_KEYS_FILE")]
    pub cell_keys_file: Option<PathBuf>,
}

impl CellKeys {
    /// The keys by the name of the cell.
    pub fn by_cell(&self) -> anyhow::Result<BTreeMap<String, SecretString>> {
        let text = optional_secret(self.cell_keys.as_ref(), self.cell_keys_file.as_ref(), "TC_CELL_KEYS")?;
        let text = text.unwrap_or_default();
        let entries = text.expose_secret().split([',', '\n']).map(str::trim).filter(|entry| !entry.is_empty());
        let pairs = entries.enumerate().map(|(at, entry)| -> anyhow::Result<(String, SecretString)> {
            // The entry may be a key, so the error does not contain it.
            let wrong = || format!("TC_CELL_KEYS: entry {} does not have the form cell=key", at + 1);
            let (cell, key) = entry.split_once('=').with_context(wrong)?;
            Ok((cell.trim().to_owned(), key.trim().to_owned().into()))
        });
        pairs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> anyhow::Result<BTreeMap<String, SecretString>> {
        CellKeys { cell_keys: Some(text.to_owned().into()), cell_keys_file: None }.by_cell()
    }

    #[test]
    fn each_cell_has_its_key() {
        let keys = keys("eu1=tck_one, eu2 = tck_two\n\nus1=tck_three,\n").unwrap();
        let shown: Vec<_> = keys.iter().map(|(cell, key)| (cell.as_str(), key.expose_secret())).collect();
        assert_eq!(shown, [("eu1", "tck_one"), ("eu2", "tck_two"), ("us1", "tck_three")]);
        assert!(CellKeys { cell_keys: None, cell_keys_file: None }.by_cell().unwrap().is_empty());
    }

    #[test]
    fn an_error_and_the_debug_form_contain_no_key() {
        let error = format!("{:#}", keys("eu1=tck_one,tck_two").unwrap_err());
        assert!(error.contains("entry 2") && !error.contains("tck"), "{error}");
        let keys = CellKeys { cell_keys: Some("eu1=tck_one".to_owned().into()), cell_keys_file: None };
        assert!(!format!("{keys:?}").contains("tck"));
    }
}
