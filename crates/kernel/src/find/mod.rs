//! `q` of the search and of lists: what it says (`grammar`), and which objects of one type it finds.
//!
//! The search ranks what it finds and corrects typos. A list is in an order of its own, and `q` is one of its filters: it
//! finds what it says and nothing similar. Both use the same grammar and the same index. Tenant and customers are not
//! arguments: the database takes them from the transaction.

pub mod asked;
pub mod grammar;
mod identifiers;
mod times;

use crate::{
    db::Tenant,
    http::{Caller, Problem},
};
use api::{ProblemCode, Scope, search::SearchType};
use asked::Asked;
use grammar::Parsed;
use queries::queries::find::find::{found_among, found_ids};
use serde_json::{Value, json};
use std::collections::HashSet;
use uuid::Uuid;

/// `q` of a list of objects of one type.
#[derive(Debug, Clone)]
pub struct ListFilter {
    kind: SearchType,
    asked: Value,
}

impl ListFilter {
    /// `None` if `q` names other types only, so that no object of the list can match.
    pub fn new(q: &str, kind: SearchType, caller: &Caller) -> Result<Option<ListFilter>, Problem> {
        let parsed = grammar::parse(q, caller.user())?;
        refuse_hidden_names(&parsed, caller)?;
        let is_wanted = parsed.types.as_ref().is_none_or(|types| types.contains(&kind));
        if !is_wanted || parsed.without_types.contains(&kind) {
            return Ok(None);
        }
        let asked = Asked { types: vec![kind], ..parsed.asked };
        Ok(Some(ListFilter { kind, asked: json!(asked) }))
    }

    /// The ids of all objects that match; `None` if there are more entries than `most`.
    pub async fn ids(&self, db: &Tenant, most: Option<i64>) -> Result<Option<Vec<Uuid>>, Problem> {
        found_ids().bind(db, &self.kind.name(), &self.asked, &most).one().await.map_err(index_failed)
    }

    /// Returns which of these objects match.
    pub async fn among(&self, db: &Tenant, ids: &[Uuid]) -> Result<HashSet<Uuid>, Problem> {
        let found = found_among().bind(db, &self.kind.name(), &self.asked, &ids).one().await;
        let found: Vec<Uuid> = found.map_err(index_failed)?;
        Ok(found.into_iter().collect())
    }
}

/// An index that fails is unavailable: an empty response would say that there is nothing.
pub fn index_failed(error: tokio_postgres::Error) -> Problem {
    Problem::unavailable(anyhow::Error::new(error).context("the search index failed"))
}

/// Names of customers are searched for those who may read them.
pub fn refuse_hidden_names(parsed: &Parsed, caller: &Caller) -> Result<(), Problem> {
    let may_read = caller.rights().scopes().contains(Scope::OrganizationsRead.into());
    if parsed.asked.organization_names.is_empty() || may_read {
        return Ok(());
    }
    let detail = "org: with a name requires the scope organizations:read. Send the id of the organization instead.";
    Err(Problem::new(ProblemCode::InvalidParameter, detail))
}
