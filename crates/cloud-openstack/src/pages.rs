//! Lists that come in pages. The next page is requested by the id of the last entry, never by the URL that a response names.

use crate::session::Caller;
use api::cloud_verification::CloudFindingCode;
use cloud_boundary::Failure;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Entries of a page, which a service may lower.
pub(crate) const LIMIT: (&str, &str) = ("limit", "1000");

/// The largest list that is read: a server has a few kilobytes.
const MOST_BYTES: usize = 128 * 1024 * 1024;

pub(crate) struct Pages<'a> {
    caller: &'a Caller<'a>,
    path: &'a [&'a str],
    /// The field with the entries.
    key: &'static str,
    query: &'a [(&'a str, &'a str)],
    marker: Option<String>,
    is_over: bool,
    /// Bytes of the pages so far.
    bytes: usize,
}

impl<'a> Pages<'a> {
    pub fn new(
        caller: &'a Caller<'a>,
        path: &'a [&'a str],
        key: &'static str,
        query: &'a [(&'a str, &'a str)],
    ) -> Pages<'a> {
        Pages { caller, path, key, query, marker: None, is_over: false, bytes: 0 }
    }

    /// The entries of the next page; `None` after the last one.
    pub async fn next<T: DeserializeOwned>(&mut self) -> Result<Option<Vec<T>>, Failure> {
        if self.is_over {
            return Ok(None);
        }
        let mut query = self.query.to_vec();
        if let Some(marker) = &self.marker {
            query.push(("marker", marker));
            query.extend(Some(LIMIT).filter(|limit| !self.query.contains(limit)));
        }
        let answer = self.caller.get(self.path, &query).await?;
        self.bytes += answer.size();
        if self.bytes > MOST_BYTES {
            return Err(Failure::new(CloudFindingCode::Unclear, "The list is too large."));
        }
        let mut page: Value = answer.json()?;
        let Some(Value::Array(entries)) = page.get_mut(self.key).map(Value::take) else { return Err(unclear()) };
        let last = entries.last().and_then(|entry| entry.get("id")?.as_str()).map(str::to_owned);
        self.is_over = !has_next(&page, self.key);
        // A page that leads to itself would never end.
        if !self.is_over && (last.is_none() || last == self.marker) {
            return Err(unclear());
        }
        self.marker = last;
        Ok(Some(serde_json::from_value(Value::Array(entries)).map_err(|_| unclear())?))
    }
}

/// Glance has a field `next`, the others a list of links.
fn has_next(page: &Value, key: &str) -> bool {
    let links = page.get(format!("{key}_links")).and_then(Value::as_array);
    page.get("next").is_some_and(Value::is_string)
        || links.is_some_and(|links| links.iter().any(|link| link.get("rel").is_some_and(|rel| rel == "next")))
}

fn unclear() -> Failure {
    Failure::new(CloudFindingCode::Unclear, "A page of a list is not a valid response of OpenStack.")
}
