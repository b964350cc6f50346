//! The parameters of a list: its filters and its order. Parsed once, without a connection.

use super::place::Place;
use api::{
    ProblemCode, UserId,
    search::SearchType,
    tickets::{
        SlaFilter, StatusFilter, TicketPriority, TicketQuery, TicketSort, TicketSource, TicketStatus, TicketType,
    },
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    find::ListFilter,
    http::{Caller, Problem},
};
use uuid::Uuid;

#[derive(Default)]
pub struct Wanted {
    /// True if no ticket can match.
    pub matches_nothing: bool,
    pub order: Order,
    pub ascending: bool,
    pub statuses: Option<Vec<&'static str>>,
    pub priorities: Option<Vec<&'static str>>,
    /// The requested customer, or those that the caller is restricted to.
    pub organizations: Option<Vec<Uuid>>,
    pub kind: Option<&'static str>,
    pub source: Option<&'static str>,
    pub assignee: Option<Assignee>,
    pub team_id: Option<Uuid>,
    /// The user who watches the tickets.
    pub watcher_id: Option<Uuid>,
    pub requester_id: Option<Uuid>,
    pub tag: Option<String>,
    pub device_id: Option<Uuid>,
    pub external_system: Option<String>,
    pub external_id: Option<String>,
    pub dedup_key: Option<String>,
    pub created: Period,
    pub updated: Period,
    pub sla: Option<SlaFilter>,
    pub sla_policy_id: Option<Uuid>,
    pub due_until: Option<Timestamp>,
    pub words: Option<ListFilter>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Created,
    Changed,
    /// By priority, and by creation within each.
    Priority,
    /// By the next target that is due, and by creation among tickets without one.
    Due,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assignee {
    Nobody,
    User(Uuid),
}

/// Its beginning is included, its end is not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Period {
    pub since: Option<Timestamp>,
    pub until: Option<Timestamp>,
}

/// A part of a list. Its tickets are in the order of one index; the parts follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    pub number: u8,
    /// The only priority of the part.
    pub priority: Option<&'static str>,
    pub due: DueTime,
}

/// The tickets of a part, by their due time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DueTime {
    Any,
    Known,
    Unknown,
}

/// Later than any ticket: the last instant that an id can contain is far beyond it.
pub const FAR: Timestamp = Timestamp::constant(253_402_207_200, 0);

impl Wanted {
    pub fn new(query: TicketQuery, caller: &Caller) -> Result<Wanted, Problem> {
        if query.external_id.is_some() && query.external_system.is_none() {
            return Err(Problem::unsupported_combination("external_id requires external_system."));
        }
        let updated = Period { since: query.updated_since, until: query.updated_until };
        let (order, ascending) = order(query.sort, updated.is_limited());
        let own: Option<Vec<Uuid>> = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect());
        let organizations = match query.organization_id {
            // Other organizations are not queried: a scan of rows that the policy hides would be very long.
            Some(id) => {
                Some(vec![id.0].into_iter().filter(|id| own.as_ref().is_none_or(|own| own.contains(id))).collect())
            }
            None => own,
        };
        let words = query.q.as_deref().map(|q| ListFilter::new(q, SearchType::Ticket, caller)).transpose()?;
        let finds_none = words.as_ref().is_some_and(Option::is_none);
        Ok(Wanted {
            matches_nothing: finds_none || organizations.as_ref().is_some_and(Vec::is_empty),
            order,
            ascending,
            statuses: query.status.map(statuses),
            priorities: query.priority.map(priorities),
            organizations,
            kind: query.kind.map(TicketType::name),
            source: query.source.map(TicketSource::name),
            assignee: query.assignee_id.as_deref().map(|who| assignee(who, caller)).transpose()?,
            team_id: query.team_id.map(|id| id.0),
            watcher_id: query.watcher_id.as_deref().map(|who| watcher(who, caller)).transpose()?,
            requester_id: query.requester_id.map(|id| id.0),
            tag: query.tag,
            device_id: query.device_id.map(|id| id.0),
            external_system: query.external_system,
            external_id: query.external_id,
            dedup_key: query.dedup_key,
            created: Period { since: query.created_since, until: query.created_until },
            updated,
            sla: query.sla,
            sla_policy_id: query.sla_policy_id.map(|id| id.0),
            due_until: query.due_until,
            words: words.flatten(),
        })
    }

    /// The parts of the list from this place on.
    pub fn parts(&self, after: Option<Place>) -> Vec<Part> {
        let whole = Part { number: 0, priority: None, due: DueTime::Any };
        let mut parts: Vec<Part> = match self.order {
            Order::Created | Order::Changed => vec![whole],
            Order::Priority => {
                let names = TicketPriority::ALL.iter().map(|priority| priority.name());
                let parts = (1..).zip(names).map(|(number, name)| Part { number, priority: Some(name), ..whole });
                let is_wanted = |name: &str| self.priorities.as_ref().is_none_or(|wanted| wanted.contains(&name));
                parts.filter(|part| part.priority.is_some_and(is_wanted)).collect()
            }
            Order::Due => vec![
                Part { number: 1, due: DueTime::Known, ..whole },
                Part { number: 2, due: DueTime::Unknown, ..whole },
            ],
        };
        if self.order == Order::Priority && !self.ascending {
            parts.reverse();
        }
        match after {
            Some(place) => parts.into_iter().skip_while(|part| part.number != place.part).collect(),
            None => parts,
        }
    }

    /// The labels in `ticket_labels` that stand for these filters.
    pub fn labels(&self) -> Vec<String> {
        let system = self.external_system.as_ref().filter(|_| self.external_id.is_none());
        let frequent = [
            system.map(|system| format!("external:{system}")),
            (self.assignee == Some(Assignee::Nobody)).then(|| "assignee:none".to_owned()),
            self.source.map(|source| format!("source:{source}")),
            self.kind.map(|kind| format!("type:{kind}")),
        ];
        self.rare_labels().into_iter().chain(frequent).flatten().collect()
    }

    /// The label that probably has the fewest tickets, if one of them is likely to have few.
    pub fn rare_label(&self) -> Option<String> {
        self.rare_labels().into_iter().flatten().next()
    }

    fn rare_labels(&self) -> [Option<String>; 7] {
        [
            self.dedup_key.as_ref().map(|key| format!("dedup:{key}")),
            self.device_id.map(|id| format!("device:{id}")),
            self.requester_id.map(|id| format!("requester:{id}")),
            self.watcher_id.map(|id| format!("watcher:{id}")),
            self.assigned_to().map(|id| format!("assignee:{id}")),
            self.team_id.map(|id| format!("team:{id}")),
            self.tag.as_ref().map(|tag| format!("tag:{tag}")),
        ]
    }

    /// True if one of the filters is in no index of tickets.
    pub fn has_unindexed_filter(&self) -> bool {
        self.words.is_some() || self.sla.is_some() || self.sla_policy_id.is_some() || self.due_until.is_some()
    }

    /// The user, unless the wanted tickets are assigned to nobody.
    pub fn assigned_to(&self) -> Option<Uuid> {
        match self.assignee {
            Some(Assignee::User(id)) => Some(id),
            Some(Assignee::Nobody) | None => None,
        }
    }

    /// The statuses that tickets of a part can have, empty for all; `None` if there are none. Only unresolved tickets have a
    /// target that is due.
    pub fn statuses_of(&self, part: Part) -> Option<Vec<&'static str>> {
        let is_unresolved =
            part.due == DueTime::Known || self.due_until.is_some() || self.sla == Some(SlaFilter::Running);
        let unresolved = TicketStatus::UNRESOLVED.map(TicketStatus::name);
        match &self.statuses {
            _ if !is_unresolved => Some(self.statuses.clone().unwrap_or_default()),
            None => Some(unresolved.to_vec()),
            Some(wanted) => {
                let both: Vec<_> = wanted.iter().copied().filter(|status| unresolved.contains(status)).collect();
                (!both.is_empty()).then_some(both)
            }
        }
    }
}

impl Period {
    pub fn is_limited(&self) -> bool {
        self.since.is_some() || self.until.is_some()
    }

    pub fn first(&self) -> Timestamp {
        self.since.unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The last microsecond of the period.
    pub fn last(&self) -> Timestamp {
        let before = |until: Timestamp| until.checked_sub(SignedDuration::from_nanos(1)).ok();
        let rounded = |time: Timestamp| Timestamp::from_microsecond(time.as_microsecond()).ok();
        self.until.map_or(Some(FAR), |until| before(until).and_then(rounded)).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// An id begins with the millisecond of its creation, so a period of creation is a range of ids.
    pub fn ids(&self) -> (Uuid, Uuid) {
        let end = earliest(self.until.unwrap_or(FAR));
        (earliest(self.first()), Uuid::from_u128(end.as_u128().saturating_sub(1)))
    }
}

fn earliest(time: Timestamp) -> Uuid {
    Uuid::from_u128((time.as_millisecond().max(0) as u128) << 80)
}

/// The order, and whether it ascends. A list of changes is sorted by change.
fn order(sort: Option<TicketSort>, is_by_change: bool) -> (Order, bool) {
    let default = if is_by_change { TicketSort::LastChangedFirst } else { TicketSort::NewestFirst };
    match sort.unwrap_or(default) {
        TicketSort::NewestFirst => (Order::Created, false),
        TicketSort::OldestFirst => (Order::Created, true),
        TicketSort::LastChangedFirst => (Order::Changed, false),
        TicketSort::FirstChangedFirst => (Order::Changed, true),
        TicketSort::MostUrgentFirst => (Order::Priority, true),
        TicketSort::LeastUrgentFirst => (Order::Priority, false),
        TicketSort::SoonestDueFirst => (Order::Due, true),
        TicketSort::LatestDueFirst => (Order::Due, false),
    }
}

fn statuses(wanted: Vec<StatusFilter>) -> Vec<&'static str> {
    let mut names: Vec<_> = wanted
        .into_iter()
        .flat_map(|filter| match filter {
            StatusFilter::Unresolved => TicketStatus::UNRESOLVED.map(TicketStatus::name).to_vec(),
            one => vec![one.name()],
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn priorities(wanted: Vec<TicketPriority>) -> Vec<&'static str> {
    let mut names: Vec<_> = wanted.into_iter().map(TicketPriority::name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn assignee(who: &str, caller: &Caller) -> Result<Assignee, Problem> {
    let no_user = || {
        Problem::new(
            ProblemCode::InvalidParameter,
            "assignee_id=me requires a session: an API key has no assigned tickets.",
        )
    };
    match who {
        "none" => Ok(Assignee::Nobody),
        "me" => caller.user().map(|id| Assignee::User(id.0)).ok_or_else(no_user),
        id => id.parse::<UserId>().map(|id| Assignee::User(id.0)).map_err(|_| Problem::not_found()),
    }
}

fn watcher(who: &str, caller: &Caller) -> Result<Uuid, Problem> {
    let no_user = || {
        Problem::new(ProblemCode::InvalidParameter, "watcher_id=me requires a session: an API key watches no tickets.")
    };
    match who {
        "me" => caller.user().map(|id| id.0).ok_or_else(no_user),
        id => id.parse::<UserId>().map(|id| id.0).map_err(|_| Problem::not_found()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_by_priority_has_a_part_for_each_and_one_by_due_time_has_two() {
        let numbers = |wanted: &Wanted, after| wanted.parts(after).iter().map(|part| part.number).collect::<Vec<_>>();
        let by_priority = |ascending| Wanted { order: Order::Priority, ascending, ..Wanted::default() };
        assert_eq!(numbers(&by_priority(true), None), [1, 2, 3, 4]);
        let third = Place { part: 3, at: Timestamp::UNIX_EPOCH, id: Uuid::nil() };
        assert_eq!(numbers(&by_priority(true), Some(third)), [3, 4]);
        assert_eq!(numbers(&by_priority(false), Some(third)), [3, 2, 1]);
        let some = Wanted { priorities: Some(vec!["p2", "p4"]), ..by_priority(true) };
        assert_eq!(numbers(&some, None), [2, 4]);
        assert_eq!(numbers(&Wanted { order: Order::Due, ..Wanted::default() }, None), [1, 2]);
        assert_eq!(numbers(&Wanted::default(), None), [0]);
    }

    #[test]
    fn only_unresolved_tickets_are_due() {
        let wanted = |statuses| Wanted { statuses, order: Order::Due, ..Wanted::default() };
        let known = wanted(None).parts(None)[0];
        assert_eq!(wanted(None).statuses_of(known).map(|statuses| statuses.len()), Some(5));
        assert_eq!(wanted(Some(vec!["closed", "open"])).statuses_of(known), Some(vec!["open"]));
        assert_eq!(wanted(Some(vec!["closed"])).statuses_of(known), None);
        let unknown = wanted(None).parts(None)[1];
        assert_eq!(wanted(Some(vec!["closed"])).statuses_of(unknown), Some(vec!["closed"]));
    }

    #[test]
    fn changes_are_sorted_by_change_unless_another_order_is_asked_for() {
        assert_eq!(order(None, false), (Order::Created, false));
        assert_eq!(order(None, true), (Order::Changed, false));
        assert_eq!(order(Some(TicketSort::OldestFirst), true), (Order::Created, true));
    }

    #[test]
    fn the_rarest_label_comes_first() {
        let wanted = Wanted { tag: Some("vip".to_owned()), kind: Some("alert"), ..Wanted::default() };
        assert_eq!((wanted.rare_label().as_deref(), wanted.labels().len()), (Some("tag:vip"), 2));
        assert_eq!(Wanted { assignee: Some(Assignee::Nobody), ..Wanted::default() }.rare_label(), None);
    }
}
