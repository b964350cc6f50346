//! The use of scopes by keys: reasons to remove unused ones, or to add a missing one.

use api::{Grant, Scope, api_keys::ScopeReport};
use jiff::Timestamp;
use kernel::{credentials::report_start, db::Tenant, http::Problem};
use queries::queries::control::api_keys::{self as sql, scope_uses};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// For each of these keys.
pub async fn scope_reports(
    db: &Tenant,
    keys: &[sql::ApiKey],
    now: Timestamp,
) -> Result<HashMap<Uuid, ScopeReport>, Problem> {
    let ids: Vec<Uuid> = keys.iter().map(|key| key.id).collect();
    let uses = scope_uses().bind(db, &ids, &report_start(now)).all().await?;
    let uses_of = |id| uses.iter().filter(move |one| one.key_id == id);
    Ok(keys.iter().map(|key| (key.id, scope_report(&key.scopes, uses_of(key.id)))).collect())
}

fn scope_report<'a>(granted: &[String], uses: impl Iterator<Item = &'a sql::ScopeUses>) -> ScopeReport {
    let grants = granted.iter().filter_map(|text| text.parse::<Grant>().ok());
    let granted: BTreeSet<Scope> = grants.flat_map(Grant::scopes).collect();
    let (mut used, mut denied) = (BTreeSet::new(), BTreeSet::new());
    for (scope, uses) in uses.filter_map(|uses| Some((uses.scope.parse::<Scope>().ok()?, uses))) {
        used.extend((uses.used > 0).then_some(scope));
        denied.extend((uses.denied > 0).then_some(scope));
    }
    let names = |scopes: BTreeSet<Scope>| scopes.into_iter().map(Grant::Only).collect();
    ScopeReport { unused: names(&granted - &used), used: names(used), denied: names(denied) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_tells_used_unused_and_missing_scopes_apart() {
        let uses =
            |scope: &str, used, denied| sql::ScopeUses { key_id: Uuid::nil(), scope: scope.into(), used, denied };
        let uses = [uses("tickets:read", 3, 0), uses("audit:read", 0, 1), uses("of tomorrow", 1, 1)];
        let report = scope_report(&["tickets:*".into()], uses.iter());
        let names = |grants: &[Grant]| grants.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(&report.used), ["tickets:read"]);
        assert_eq!(names(&report.unused), ["tickets:write"]);
        assert_eq!(names(&report.denied), ["audit:read"]);
    }
}
