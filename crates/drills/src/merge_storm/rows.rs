//! The rows that are left, compared with the acknowledged requests and with each other.

use super::clients::Made;
use crate::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use testkit::uuid_of;
use tokio_postgres::Client;
use uuid::Uuid;

const TICKETS: &str = "select
        id, merged_into_id, merged_from_ids, parent_id, status,
        comments = (select count(*) from ticket_comments where ticket_id = tickets.id),
        (worked_seconds, billable_seconds) = (
            select coalesce(sum(duration_seconds), 0), coalesce(sum(duration_seconds) filter (where billable), 0)
            from time_entries
            where ticket_id = tickets.id
        ),
        not exists (
            select from time_entries
            where ticket_id = tickets.id and organization_id is distinct from tickets.organization_id
        )
        and not exists (
            select from ticket_comments
            where ticket_id = tickets.id and organization_id is distinct from tickets.organization_id
        )
    from tickets";

/// The number of comments without an entry in the search index, and of entries without a comment.
const SEARCH: &str = "select count(*)
    from (select * from search_entries where type = 'ticket' and part <> '00000000-0000-0000-0000-000000000000') as entry
    full join ticket_comments as comment
        on comment.tenant_id = entry.tenant_id and comment.ticket_id = entry.id and comment.id = entry.part
    where comment.id is null or entry.id is null";

const ACTIVE: &str = "select source_id, target_id from ticket_merges where undone_at is null";

struct Ticket {
    merged_into: Option<Uuid>,
    merged_from: BTreeSet<Uuid>,
    parent: Option<Uuid>,
    is_merged: bool,
    is_counted: bool,
    is_summed: bool,
    has_same_organization: bool,
}

pub struct Rows {
    tickets: BTreeMap<Uuid, Ticket>,
    /// The tickets of comments and time entries, by their ids.
    comments: BTreeMap<Uuid, Uuid>,
    entries: BTreeMap<Uuid, Uuid>,
    links: Vec<(String, Uuid, Uuid)>,
    /// The merges that were not undone.
    active: BTreeMap<Uuid, Uuid>,
    not_indexed: i64,
}

impl Rows {
    pub async fn read(root: &Client) -> anyhow::Result<Rows> {
        let mut tickets = BTreeMap::new();
        for row in root.query(TICKETS, &[]).await? {
            let ticket = Ticket {
                merged_into: row.get(1),
                merged_from: row.get::<_, Vec<Uuid>>(2).into_iter().collect(),
                parent: row.get(3),
                is_merged: row.get::<_, &str>(4) == "merged",
                is_counted: row.get(5),
                is_summed: row.get(6),
                has_same_organization: row.get(7),
            };
            tickets.insert(row.get(0), ticket);
        }
        let pairs = async |query: &str| -> anyhow::Result<BTreeMap<Uuid, Uuid>> {
            Ok(root.query(query, &[]).await?.iter().map(|row| (row.get(0), row.get(1))).collect())
        };
        let links = root.query("select kind, ticket_id, other_id from ticket_links", &[]).await?;
        Ok(Rows {
            tickets,
            comments: pairs("select id, ticket_id from ticket_comments").await?,
            entries: pairs("select id, ticket_id from time_entries").await?,
            links: links.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect(),
            active: pairs(ACTIVE).await?,
            not_indexed: root.query_one(SEARCH, &[]).await?.get(0),
        })
    }

    pub fn links(&self) -> usize {
        self.links.len()
    }

    pub fn merged(&self) -> usize {
        self.active.len()
    }

    pub fn check(&self, made: &Made, outcome: &mut Outcome) {
        for (what, made, rows) in
            [("comment", &made.comments, &self.comments), ("time entry", &made.entries, &self.entries)]
        {
            let lost = made.keys().filter(|id| !rows.contains_key(&uuid_of(id))).count();
            outcome.promise(lost == 0, format!("no {what} is lost ({lost} are)"));
            outcome.promise(
                rows.len() == made.len(),
                format!("each {what} exists once ({} of {})", rows.len(), made.len()),
            );
            let is_misplaced = |(id, ticket): &(&String, &String)| {
                rows.get(&uuid_of(id)).is_some_and(|found| self.root(uuid_of(ticket)) != Some(*found))
            };
            let misplaced = made.iter().filter(is_misplaced).count();
            outcome.promise(
                misplaced == 0,
                format!("each {what} is on the ticket that the merges lead to ({misplaced} are not)"),
            );
        }
        let wrong = |is_right: &dyn Fn(&Uuid, &Ticket) -> bool| {
            self.tickets.iter().filter(|(id, ticket)| !is_right(id, ticket)).count()
        };
        let cyclic = wrong(&|id, _| self.root(*id).is_some());
        outcome.promise(cyclic == 0, format!("merges form no cycle ({cyclic} tickets are in one)"));
        let different = wrong(&|id, ticket| self.matches_merges(*id, ticket));
        outcome.promise(different == 0, format!("tickets match their merges ({different} do not)"));
        let counts = wrong(&|_, ticket| ticket.is_counted);
        outcome.promise(counts == 0, format!("counts of comments equal the comments ({counts} do not)"));
        let totals = wrong(&|_, ticket| ticket.is_summed);
        outcome.promise(totals == 0, format!("totals of time equal the sums of entries ({totals} do not)"));
        let mixed = wrong(&|_, ticket| ticket.has_same_organization);
        outcome.promise(mixed == 0, format!("rows have the organization of their ticket ({mixed} tickets differ)"));
        let not_indexed = self.not_indexed;
        outcome
            .promise(not_indexed == 0, format!("comments are found as parts of their tickets ({not_indexed} are not)"));
        for kind in ["parent_of", "blocks"] {
            outcome.promise(!self.has_cycle(kind), format!("links {kind} form no cycle"));
        }
        let parents = wrong(&|id, ticket| ticket.parent == self.parent(*id));
        outcome.promise(parents == 0, format!("each ticket has the parent of its only link ({parents} do not)"));
    }

    /// The ticket at the end of the merges; `None` if they form a cycle.
    fn root(&self, start: Uuid) -> Option<Uuid> {
        let (mut current, mut steps) = (start, 0);
        while let Some(next) = self.tickets.get(&current).and_then(|ticket| ticket.merged_into) {
            (current, steps) = (next, steps + 1);
            if steps > self.tickets.len() {
                return None;
            }
        }
        Some(current)
    }

    fn matches_merges(&self, id: Uuid, ticket: &Ticket) -> bool {
        let into = self.active.get(&id).copied();
        let from: BTreeSet<Uuid> =
            self.active.iter().filter(|(_, target)| **target == id).map(|(source, _)| *source).collect();
        ticket.merged_into == into && ticket.is_merged == into.is_some() && ticket.merged_from == from
    }

    /// Repeatedly removes tickets that no link leads to. The remaining tickets are in a cycle, or behind one.
    fn has_cycle(&self, kind: &str) -> bool {
        let mut links: Vec<_> = self.links.iter().filter(|(of, ..)| of == kind).collect();
        loop {
            let reached: BTreeSet<Uuid> = links.iter().map(|(.., other)| *other).collect();
            let before = links.len();
            links.retain(|(_, ticket, _)| reached.contains(ticket));
            if links.len() == before {
                return before > 0;
            }
        }
    }

    /// The parent of a ticket; `None` if it has no parent or several.
    fn parent(&self, id: Uuid) -> Option<Uuid> {
        let mut parents = self.links.iter().filter(|(kind, _, other)| kind == "parent_of" && *other == id);
        let first = parents.next().map(|(_, parent, _)| *parent);
        first.filter(|_| parents.next().is_none())
    }
}
