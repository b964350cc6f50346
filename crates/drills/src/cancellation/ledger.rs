//! Requests and responses, to be compared with the stored rows.

use super::requests::End;
use api::{ApiKeyId, OrganizationId};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use tokio_postgres::Client;

#[derive(Debug, Clone)]
pub enum What {
    Organization { mark: String },
    Change { id: String, mark: String },
    Key { mark: String },
    Revocation { id: String },
    Read,
}

#[derive(Debug, Clone)]
pub struct Entry {
    pub what: What,
    pub end: End,
}

#[derive(Default)]
pub struct Ledger(Vec<Entry>);

impl FromIterator<Entry> for Ledger {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Ledger {
        Ledger(entries.into_iter().collect())
    }
}

impl IntoIterator for Ledger {
    type Item = Entry;
    type IntoIter = std::vec::IntoIter<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A stored organization.
struct Row {
    name: String,
    notes: Option<String>,
    tags: Vec<String>,
    fields: Value,
    version: i32,
}

impl Ledger {
    pub fn add(&mut self, entry: Entry) {
        self.0.push(entry);
    }

    /// Organizations whose creation was acknowledged.
    pub fn organizations(&self) -> Vec<String> {
        self.responses()
            .filter(|(what, _)| matches!(what, What::Organization { .. }))
            .map(|(_, body)| id(body))
            .collect()
    }

    /// Keys whose creation was acknowledged, and for which no revocation was attempted.
    pub fn live_keys(&self) -> Vec<String> {
        let tried =
            |key: &String| self.0.iter().any(|entry| matches!(&entry.what, What::Revocation { id } if id == key));
        let made = self.responses().filter(|(what, _)| matches!(what, What::Key { .. }));
        made.map(|(_, body)| id(body)).filter(|id| !tried(id)).collect()
    }

    pub fn cut(&self) -> usize {
        self.0.iter().filter(|entry| !matches!(entry.end, End::Response(..))).count()
    }

    pub fn half_sent(&self) -> usize {
        self.0.iter().filter(|entry| matches!(entry.end, End::HalfSent)).count()
    }

    /// Responses other than success.
    pub fn refused(&self) -> Vec<String> {
        let refused = self.0.iter().filter_map(|entry| match &entry.end {
            End::Response(status, body) if *status >= 300 => Some(format!("{:?}: {status} {body}", entry.what)),
            _ => None,
        });
        refused.collect()
    }

    fn responses(&self) -> impl Iterator<Item = (&What, &Value)> {
        self.0.iter().filter_map(|entry| match &entry.end {
            End::Response(200..300, body) => Some((&entry.what, body)),
            _ => None,
        })
    }

    /// Returns the number of rows, and their differences from the responses.
    pub async fn compare(&self, root: &Client) -> anyhow::Result<(usize, Vec<String>)> {
        let (organizations, keys) = (organizations_of(root).await?, keys_of(root).await?);
        let mut wrongs = self.wrong_organizations(&organizations);
        wrongs.extend(self.wrong_keys(&keys));
        Ok((organizations.len() + keys.len(), wrongs))
    }

    fn wrong_organizations(&self, stored: &HashMap<String, Row>) -> Vec<String> {
        let marks = self.marks(|what| matches!(what, What::Organization { .. }));
        let rows = stored.iter().flat_map(|(id, row)| {
            let wrongs = self.wrong_row(id, row, marks.contains(row.name.as_str()));
            wrongs.into_iter().map(move |wrong| format!("{id}: {wrong}"))
        });
        let lost = self.responses().filter_map(|(what, body)| match what {
            What::Organization { mark } if stored.get(&id(body)).is_none_or(|row| row.name != *mark) => {
                Some(format!("{mark} was acknowledged and is lost"))
            }
            _ => None,
        });
        rows.chain(lost).collect()
    }

    fn wrong_row(&self, id: &str, row: &Row, sent_whole: bool) -> Vec<String> {
        let changes = self.0.iter().filter(|entry| matches!(&entry.what, What::Change { id: of, .. } if of == id));
        let sent: Vec<_> = changes.filter(|entry| !matches!(entry.end, End::HalfSent)).collect();
        let acknowledged: Vec<_> = sent.iter().filter_map(|entry| acknowledged(entry)).collect();
        let mark = row.notes.as_deref().unwrap_or_default();
        let applied = row.version - 1;
        let mut wrongs = vec![];
        let mut hold = |holds: bool, wrong: String| wrongs.extend((!holds).then_some(wrong));

        let whole = row.tags == [mark] && row.fields["mark"] == mark;
        hold(whole, format!("a mix of two writes: {mark}, {:?}, {}", row.tags, row.fields));
        let known = sent.iter().any(|entry| matches!(&entry.what, What::Change { mark: of, .. } if of == mark));
        hold(sent_whole && (mark == row.name || known), format!("{} or {mark} was never sent as a whole", row.name));
        let possible = acknowledged.len() as i32..=sent.len() as i32;
        hold(possible.contains(&applied), format!("changed {applied} times, {} acknowledged", acknowledged.len()));
        let last = acknowledged.iter().find(|(version, _)| *version == i64::from(row.version));
        hold(
            last.is_none_or(|(_, last)| *last == mark),
            format!("{mark} is stored, but {last:?} was acknowledged last"),
        );
        let versions: HashSet<_> = acknowledged.iter().map(|(version, _)| version).collect();
        hold(versions.len() == acknowledged.len(), "a version was acknowledged twice".to_owned());
        wrongs
    }

    fn wrong_keys(&self, stored: &HashMap<String, (String, bool, i32)>) -> Vec<String> {
        let mut wrongs = vec![];
        let marks = self.marks(|what| matches!(what, What::Key { .. }));
        for (id, (name, revoked, version)) in stored {
            if !marks.contains(name.as_str()) {
                wrongs.push(format!("{id} is stored as {name}, which was never sent as a whole"));
            }
            if *version != 1 + i32::from(*revoked) {
                wrongs.push(format!("{id} is at version {version}, revoked: {revoked}"));
            }
        }
        for (what, body) in self.responses() {
            match what {
                What::Key { mark } if !stored.contains_key(&id(body)) => {
                    wrongs.push(format!("{mark} was acknowledged and is lost"));
                }
                What::Revocation { id } if stored.get(id).is_none_or(|(_, revoked, _)| !revoked) => {
                    wrongs.push(format!("{id} was acknowledged as revoked and is not"));
                }
                _ => {}
            }
        }
        wrongs
    }

    /// Requests that create an object of a kind and were sent completely.
    fn marks(&self, kind: impl Fn(&What) -> bool) -> HashSet<&str> {
        let whole = self.0.iter().filter(|entry| kind(&entry.what) && !matches!(entry.end, End::HalfSent));
        let marks = whole.filter_map(|entry| match &entry.what {
            What::Organization { mark } | What::Key { mark } => Some(mark.as_str()),
            _ => None,
        });
        marks.collect()
    }
}

async fn organizations_of(root: &Client) -> anyhow::Result<HashMap<String, Row>> {
    let rows = root.query("select id, name, notes, tags, custom_fields, version from organizations", &[]).await?;
    let row = |row: &tokio_postgres::Row| Row {
        name: row.get(1),
        notes: row.get(2),
        tags: row.get(3),
        fields: row.get(4),
        version: row.get(5),
    };
    Ok(rows.iter().map(|stored| (OrganizationId(stored.get(0)).to_string(), row(stored))).collect())
}

/// The names, states and versions of the keys that the workers created.
async fn keys_of(root: &Client) -> anyhow::Result<HashMap<String, (String, bool, i32)>> {
    let query = "select id, name, revoked_at is not null, version from api_keys where created_by_kind = 'api_key'";
    let rows = root.query(query, &[]).await?;
    Ok(rows.iter().map(|row| (ApiKeyId(row.get(0)).to_string(), (row.get(1), row.get(2), row.get(3)))).collect())
}

/// The version and mark that a change was acknowledged with.
fn acknowledged(entry: &Entry) -> Option<(i64, &str)> {
    match (&entry.what, &entry.end) {
        (What::Change { mark, .. }, End::Response(200, body)) => Some((body["version"].as_i64()?, mark)),
        _ => None,
    }
}

fn id(body: &Value) -> String {
    body["id"].as_str().unwrap_or_default().to_owned()
}
