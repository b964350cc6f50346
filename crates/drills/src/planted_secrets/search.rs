//! Searches for secrets as plain text, in hex, in base64 and as lists of bytes; and for any text that has the form of a key
//! or a session.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use kernel::credentials::Presented;

/// The lengths of the secret and of the checksum after the last `_`.
const SECRET: usize = 43;
const CHECKSUM: usize = 6;

pub struct Secret {
    /// The secret without its checksum.
    pub text: String,
    hash: [u8; 32],
    /// True if a table must contain its hash.
    pub stored: bool,
}

impl Secret {
    /// A secret of another kind, whose hash is not stored.
    pub fn plain(text: &str) -> Secret {
        Secret { text: text.to_owned(), hash: [0x5e; 32], stored: false }
    }

    pub fn of_key(key: &str, stored: bool) -> Option<Secret> {
        let hash = Presented::parse(key)?.secret_hash();
        let text = key.rsplit_once('_')?.1.get(..SECRET)?.to_owned();
        Some(Secret { text, hash, stored })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    Table(&'a str),
    Log,
    Metrics,
}

pub struct Search {
    /// The texts that disclose a secret.
    forms: Vec<String>,
    /// Hashes, in hex as tables show them, and as lists of bytes.
    hashes: Vec<[String; 2]>,
}

#[derive(Default)]
pub struct Finds {
    pub wrong: Vec<String>,
    /// In `api_key_secrets.secret_hash` and `sessions.secret_hash`.
    pub hashes: usize,
    pub rows: usize,
    pub tables: usize,
}

impl Search {
    pub async fn new(stage: &Stage, secrets: &[Secret]) -> anyhow::Result<Search> {
        let root = stage.database.root().await;
        let mut forms = vec![];
        for secret in secrets {
            let bytes = secret.text.as_bytes();
            forms.extend([secret.text.clone(), hex(bytes), hex(bytes).to_uppercase(), list(bytes)]);
            // The base64 of a text depends on its offset modulo three.
            for before in 0..3 {
                let sql = "select translate(encode(convert_to($1, 'utf8'), 'base64'), E'\\n=', '')";
                let whole: String =
                    root.query_one(sql, &[&format!("{}{}", "-".repeat(before), secret.text)]).await?.get(0);
                // Without the digits that also contain bits of the text before or after.
                let from = (before * 8).div_ceil(6);
                let to = (before + secret.text.len()) * 8 / 6;
                let digits = whole.get(from..to).context("base64 is longer than the text")?;
                forms.extend([digits.to_owned(), digits.replace('+', "-").replace('/', "_")]);
            }
        }
        forms.sort();
        forms.dedup();
        let hashes = secrets.iter().map(|secret| [hex(&secret.hash), list(&secret.hash)]).collect();
        let search = Search { forms, hashes };
        search.check_itself(secrets)?;
        Ok(search)
    }

    /// Fails if the search misses a secret: an empty result would prove nothing.
    fn check_itself(&self, secrets: &[Secret]) -> anyhow::Result<()> {
        let secret = secrets.first().context("no secrets")?;
        let seen = |text: &str| {
            let mut finds = Finds::default();
            finds.text(self, Place::Log, text);
            !finds.wrong.is_empty()
        };
        let bytes = secret.text.as_bytes();
        let key = format!("tck_test_0123456789abcdef_{}000000", "x".repeat(SECRET));
        let session = format!("tcs_0123456789abcdef_{}000000", "x".repeat(SECRET));
        for text in [&secret.text, &hex(bytes), &list(bytes), &hex(&secret.hash), &key, &session] {
            ensure!(seen(&format!("before {text} after")), "the search does not find {text}");
        }
        ensure!(!seen("tck_test_0123456789abcdef_ and nothing else"), "the search finds a key where there is none");
        Ok(())
    }

    /// Searches every row of every table, as text.
    pub async fn tables(&self, stage: &Stage) -> anyhow::Result<Finds> {
        let root = stage.database.root().await;
        let query = "select format('%I.%I', nspname, relname)
            from pg_class join pg_namespace on pg_namespace.oid = relnamespace
            where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1";
        let mut finds = Finds::default();
        for table in root.query(query, &[]).await? {
            let table: &str = table.get(0);
            finds.tables += 1;
            for row in root.query(&format!("select t::text from {table} t"), &[]).await? {
                finds.rows += 1;
                finds.text(self, Place::Table(table), row.get(0));
            }
        }
        Ok(finds)
    }
}

impl Finds {
    /// Searches line by line, so that a find can be shown.
    pub fn text(&mut self, search: &Search, place: Place<'_>, text: &str) {
        for line in text.lines() {
            let secret = search.forms.iter().any(|form| line.contains(form.as_str()));
            if secret || has_key(line) {
                self.wrong.push(format!("{place:?}: {line}"));
            }
            let hashes = search.hashes.iter().flatten().map(|hash| line.matches(hash.as_str()).count()).sum::<usize>();
            match place {
                Place::Table("public.api_key_secrets" | "public.sessions") => self.hashes += hashes,
                // Copies for the previous version, until a migration drops their columns.
                Place::Table("public.api_keys") => {}
                _ if hashes > 0 => self.wrong.push(format!("{place:?}: the hash in {line}")),
                _ => {}
            }
        }
    }
}

/// True if the line has a text in the form of a key, including keys that were never returned.
fn has_key(line: &str) -> bool {
    let kinds = [("tck_", 3), ("tcs_", 2)];
    kinds.iter().flat_map(|(kind, part)| line.match_indices(kind).map(move |(at, _)| (at, *part))).any(|(at, part)| {
        let word = line[at..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        let secret = word.splitn(part + 1, '_').nth(part).unwrap_or_default();
        secret.len() >= SECRET + CHECKSUM
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes as `{:?}` formats them.
fn list(bytes: &[u8]) -> String {
    bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}
