//! Lists with any combination of filters. Candidates are collected first if they are few: tickets with a label, or those that
//! `q` finds. Everything else is checked row by row, in the order of the list.
//!
//! If `q` finds very many tickets, it is not asked for all of them: the next rows of the list are checked, some hundreds at a
//! time. Only if few of these match, all matches are collected. The cost is bounded by the number of the tenant's tickets.

use super::{
    place::Place,
    wanted::{Assignee, DueTime, Order, Part, Wanted},
};
use api::tickets::SlaFilter;
use jiff::Timestamp;
use kernel::{db::Tenant, find::ListFilter, http::Problem};
use queries::{
    client::Params,
    queries::psa::tickets::{
        TicketPlace, TicketPlacesParams, TicketRow, labelled_ticket_ids, ticket_places, tickets_by_ids,
    },
};
use std::collections::HashSet;
use uuid::Uuid;

/// Candidates that are collected. More of them are shorter to check than to collect.
const FEW: i64 = 2_000;

/// Rows that are checked against `q` at a time. Together they are more than [`FEW`].
const CHUNKS: [i64; 3] = [300, 1_500, 6_000];

pub struct Candidates<'a> {
    /// The tickets that can match, if they are few.
    pub(super) ids: Option<Vec<Uuid>>,
    /// `q`, if it has too many matches to be candidates. Each row of the list is then checked against it.
    pub(super) unchecked: Option<&'a ListFilter>,
}

/// The key that a part of a list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SortKey {
    Created,
    Changed,
    Due,
}

impl Wanted {
    pub async fn candidates(&self, db: &Tenant) -> Result<Candidates<'_>, Problem> {
        let found = match &self.words {
            Some(words) => words.ids(db, Some(FEW)).await?,
            None => None,
        };
        if found.is_some() {
            return Ok(Candidates { ids: found, unchecked: None });
        }
        Ok(Candidates { ids: self.labelled(db).await?, unchecked: self.words.as_ref() })
    }

    /// The tickets with a label, if they are few.
    async fn labelled(&self, db: &Tenant) -> Result<Option<Vec<Uuid>>, Problem> {
        let Some(label) = self.rare_label() else { return Ok(None) };
        let ids = self.with_label(db, &label, FEW + 1).await?;
        Ok(Some(ids).filter(|ids| ids.len() as i64 <= FEW))
    }

    /// Tickets with a label, and with the wanted statuses, priorities, organizations and time of creation.
    pub(super) async fn with_label(&self, db: &Tenant, label: &str, limit: i64) -> Result<Vec<Uuid>, Problem> {
        let (first, last) = self.created.ids();
        let statuses = self.statuses.as_deref().unwrap_or_default();
        let priorities = self.priorities.as_deref().unwrap_or_default();
        let organizations = self.organizations.as_deref().unwrap_or_default();
        let found = labelled_ticket_ids();
        Ok(found.bind(db, &label, &first, &last, &statuses, &priorities, &organizations, &limit).all().await?)
    }

    /// The rows of a part after this place, in the list's order.
    pub async fn rows(
        &self,
        db: &Tenant,
        candidates: &Candidates<'_>,
        part: Part,
        mut beyond: Option<Place>,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<(Place, TicketRow)>, Problem> {
        let mut listed: Vec<(Place, TicketRow)> = vec![];
        loop {
            let missing = limit - listed.len() as i64;
            let places = self.places(db, candidates, part, beyond, now, missing).await?;
            let ids: Vec<Uuid> = places.iter().map(|place| place.id).collect();
            let rows = if ids.is_empty() { vec![] } else { tickets_by_ids().bind(db, &ids).all().await? };
            let mut rows = rows.into_iter().peekable();
            for place in &places {
                listed.extend(rows.next_if(|row| row.id == place.id).map(|row| (*place, row)));
            }
            // A ticket is absent if it was moved out of the caller's sight since the statement before.
            if (places.len() as i64) < missing || listed.len() as i64 >= limit {
                return Ok(listed);
            }
            beyond = places.last().copied();
        }
    }

    pub(super) async fn places(
        &self,
        db: &Tenant,
        candidates: &Candidates<'_>,
        part: Part,
        mut beyond: Option<Place>,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<Place>, Problem> {
        let ids = candidates.ids.as_deref();
        let Some(words) = candidates.unchecked else { return self.next(db, ids, part, beyond, now, limit).await };
        let mut found = vec![];
        for size in CHUNKS {
            let places = self.next(db, ids, part, beyond, now, size).await?;
            let chunk: Vec<Uuid> = places.iter().map(|place| place.id).collect();
            let matching = if chunk.is_empty() { HashSet::new() } else { words.among(db, &chunk).await? };
            found.extend(places.iter().copied().filter(|place| matching.contains(&place.id)));
            if found.len() as i64 >= limit || (places.len() as i64) < size {
                found.truncate(limit as usize);
                return Ok(found);
            }
            beyond = places.last().copied();
        }
        let all = words.ids(db, None).await?.unwrap_or_default();
        let missing = limit - found.len() as i64;
        found.extend(self.next(db, Some(&all), part, beyond, now, missing).await?);
        Ok(found)
    }

    /// The next rows with all filters except `q`.
    async fn next(
        &self,
        db: &Tenant,
        candidates: Option<&[Uuid]>,
        part: Part,
        beyond: Option<Place>,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<Place>, Problem> {
        let Some(statuses) = self.statuses_of(part) else { return Ok(vec![]) };
        let priorities = match part.priority {
            Some(only) => vec![only],
            None => self.priorities.clone().unwrap_or_default(),
        };
        let (first, last) = self.created.ids();
        let key = self.sort_key(part);
        let params = TicketPlacesParams {
            has_candidates: candidates.is_some(),
            candidates: candidates.unwrap_or_default(),
            first,
            last,
            statuses: statuses.as_slice(),
            priorities: priorities.as_slice(),
            organization_ids: self.organizations.as_deref().unwrap_or_default(),
            kind: self.kind,
            source: self.source,
            is_unassigned: self.assignee == Some(Assignee::Nobody),
            assignee_id: self.assigned_to(),
            team_id: self.team_id,
            watcher_id: self.watcher_id,
            requester_id: self.requester_id,
            tag: self.tag.as_deref(),
            device_id: self.device_id,
            external_system: self.external_system.as_deref(),
            external_id: self.external_id.as_deref(),
            dedup_key: self.dedup_key.as_deref(),
            updated_since: self.updated.since,
            updated_until: self.updated.until,
            sla: self.sla.map(SlaFilter::name),
            sla_policy_id: self.sla_policy_id,
            now,
            due_until: self.due_until,
            due: part.due.name(),
            is_first: beyond.is_none(),
            sort: key.name(),
            descending: !self.ascending,
            beyond: beyond.map_or(Uuid::nil(), |place| place.id),
            beyond_at: beyond.map_or(Timestamp::UNIX_EPOCH, |place| place.at),
            limit,
        };
        let rows = ticket_places().params(db, &params).all().await?;
        Ok(rows.into_iter().map(|row| key.place(part, &row)).collect())
    }

    fn sort_key(&self, part: Part) -> SortKey {
        match (self.order, part.due) {
            (Order::Changed, _) => SortKey::Changed,
            (Order::Due, DueTime::Known) => SortKey::Due,
            _ => SortKey::Created,
        }
    }
}

impl SortKey {
    /// As the statement calls it.
    fn name(self) -> &'static str {
        match self {
            SortKey::Created => "created_at",
            SortKey::Changed => "updated_at",
            SortKey::Due => "due_at",
        }
    }

    fn place(self, part: Part, row: &TicketPlace) -> Place {
        let at = match self {
            SortKey::Created => None,
            SortKey::Changed => Some(row.updated_at),
            SortKey::Due => row.due_at,
        };
        Place { part: part.number, at: at.unwrap_or(Timestamp::UNIX_EPOCH), id: row.id }
    }
}

impl DueTime {
    fn name(self) -> &'static str {
        match self {
            DueTime::Any => "any",
            DueTime::Known => "known",
            DueTime::Unknown => "unknown",
        }
    }
}
