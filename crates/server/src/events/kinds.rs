//! The kinds of events that a caller receives: those that it requests and whose objects it may read.

use api::{EventKind, ScopeSet, webhooks::EventPattern};
use kernel::{
    hearing,
    http::{Caller, Problem},
};

/// The requested kinds; `None` for all.
pub struct Kinds(Option<Vec<EventKind>>);

impl Kinds {
    pub fn only(kind: EventKind) -> Kinds {
        Kinds(Some(vec![kind]))
    }

    /// `*` does not name any kind.
    pub fn asked_for(patterns: Option<Vec<EventPattern>>) -> Kinds {
        let named = patterns.filter(|patterns| patterns.iter().all(|pattern| pattern.name() != "*"));
        Kinds(named.map(|patterns| patterns.iter().flat_map(EventPattern::kinds).collect()))
    }

    /// Kinds that are requested by name and not readable are refused by name.
    pub fn refuse_unreadable(&self, caller: &Caller) -> Result<(), Problem> {
        hearing::refuse_unreadable_kinds(caller, self.0.iter().flatten().copied())
    }

    /// The names by which the log is filtered; `None` if nothing is left out.
    pub fn readable(&self, caller: &Caller) -> Option<Vec<&'static str>> {
        self.readable_with(caller.scopes)
    }

    fn readable_with(&self, scopes: ScopeSet) -> Option<Vec<&'static str>> {
        let readable: Vec<EventKind> = EventKind::readable(scopes).collect();
        match &self.0 {
            None if readable.len() == EventKind::ALL.len() => None,
            None => Some(readable.into_iter().map(EventKind::name).collect()),
            Some(kinds) => {
                let both = kinds.iter().filter(|kind| readable.contains(kind));
                Some(both.map(|kind| kind.name()).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Scope;

    #[test]
    fn only_what_may_be_read_is_searched_for() {
        let all = Kinds::asked_for(None);
        assert_eq!(all.readable_with(Scope::ALL.iter().copied().collect()), None);
        assert_eq!(all.readable_with(Scope::EventsRead.into()), Some(vec![]));
        let starts = ["ticket.", "ticket_link.", "sla_", "team.", "time_entry.", "billing_run."];
        let is_of_tickets = |name: &str| starts.iter().any(|start| name.starts_with(start));
        let tickets = all.readable_with([Scope::EventsRead, Scope::TicketsRead].into_iter().collect()).unwrap();
        assert!(!tickets.is_empty() && tickets.iter().all(|name| is_of_tickets(name)), "{tickets:?}");
        let asked_for = |patterns: &[&str]| {
            Kinds::asked_for(Some(patterns.iter().map(|pattern| pattern.parse().unwrap()).collect()))
        };
        let some = asked_for(&["ticket.created", "api_key.*"]);
        assert_eq!(some.readable_with(Scope::TicketsRead.into()), Some(vec!["ticket.created"]));
        assert_eq!(asked_for(&["*"]).readable_with(Scope::ALL.iter().copied().collect()), None);
    }
}
