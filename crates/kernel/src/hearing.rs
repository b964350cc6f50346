//! Receiving events requires reading them: a caller who subscribes an endpoint or a workflow to events needs their
//! scopes.

use crate::http::{Caller, Problem};
use api::{EventKind, Grant, ScopeSet, webhooks::EventPattern};

/// Reports every scope that the caller lacks for the kinds that the patterns match.
pub fn refuse_unreadable<'a>(
    caller: &Caller,
    patterns: impl IntoIterator<Item = &'a EventPattern>,
) -> Result<(), Problem> {
    refuse_unreadable_kinds(caller, patterns.into_iter().flat_map(EventPattern::kinds))
}

/// The same for kinds that are named one by one.
pub fn refuse_unreadable_kinds(caller: &Caller, kinds: impl Iterator<Item = EventKind>) -> Result<(), Problem> {
    let missing = missing(caller.scopes, kinds);
    if missing.is_empty() {
        return Ok(());
    }
    Err(Problem::insufficient_scope(missing, &caller.grants))
}

fn missing(own: ScopeSet, kinds: impl Iterator<Item = EventKind>) -> Vec<Grant> {
    let needed: ScopeSet = kinds.map(EventKind::read_scope).collect();
    needed.iter().filter(|scope| !own.contains((*scope).into())).map(Grant::Only).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Scope;

    fn lacks(own: &[Scope], patterns: &[&str]) -> Vec<String> {
        let patterns: Vec<EventPattern> = patterns.iter().map(|text| text.parse().unwrap()).collect();
        missing(own.iter().copied().collect(), patterns.iter().flat_map(EventPattern::kinds))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn each_kind_needs_its_own_scope_and_a_star_all_of_them() {
        assert!(lacks(&[Scope::TicketsRead], &["ticket.*", "ticket.created"]).is_empty());
        assert_eq!(lacks(&[Scope::TicketsRead], &["ticket.*", "api_key.rotated"]), ["api_keys:read"]);
        assert_eq!(lacks(&[Scope::EventsRead], &["ticket.sla.*"]), ["tickets:read"]);
        let all = lacks(&[], &["*"]);
        for scope in ["api_keys:read", "organizations:read", "tickets:read", "webhooks:read", "workflows:read"] {
            assert!(all.iter().any(|missing| missing == scope), "{scope}: {all:?}");
        }
        assert!(lacks(Scope::ALL, &["*"]).is_empty());
    }
}
