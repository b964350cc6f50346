//! Every list that one index serves, as a query string and as the server's statement; and one filter of each kind.

use anyhow::Context;
use api::{
    DeviceId, OrganizationId, TicketId, UserId,
    tickets::{TicketPriority, TicketStatus},
};
use jiff::Timestamp;
use tokio_postgres::{Client, types::ToSql};
use uuid::Uuid;

/// One row more than a page has, which shows that another page follows.
pub const ROWS: i64 = 51;

const UNRESOLVED: [&str; 5] = ["new", "open", "pending_customer", "pending_vendor", "scheduled"];

/// A caller, who may be restricted to some organizations.
pub struct Caller {
    pub name: String,
    pub tenant: Uuid,
    pub organizations: Option<Vec<Uuid>>,
    pub key: String,
}

/// The values of a tenant that can be filtered by.
pub struct Sample {
    id: Uuid,
    number: i64,
    /// The organizations from the one with the most tickets to the one with the fewest.
    pub organizations: Vec<Uuid>,
    labels: Vec<(&'static str, String, String)>,
    external: (String, String),
    after: Timestamp,
    before: Timestamp,
    /// A position in the middle of the lists by creation and by change.
    middle: (Timestamp, Uuid),
}

#[derive(Debug, Clone)]
pub enum Value {
    Id(Uuid),
    Ids(Vec<Uuid>),
    Text(String),
    Texts(Vec<String>),
    Time(Timestamp),
    Number(i64),
}

#[derive(Debug, Clone)]
pub struct Combination {
    /// The filters as in the query string.
    pub filters: Vec<(&'static str, String)>,
    pub statement: String,
    pub parameters: Vec<(&'static str, Value)>,
    /// The number of index scans that are merged.
    pub scans: usize,
    /// True for the first page: only this one can be requested over HTTP without a cursor.
    pub first_page: bool,
}

impl Value {
    pub fn literal(&self) -> String {
        let quote = |text: &str| format!("'{}'", text.replace('\'', "''"));
        match self {
            Value::Id(id) => format!("'{id}'"),
            Value::Ids(ids) => format!("'{{{}}}'", ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(",")),
            Value::Text(text) => quote(text),
            Value::Texts(texts) => format!("'{{{}}}'", texts.join(",")),
            Value::Time(time) => format!("'{time}'"),
            Value::Number(number) => number.to_string(),
        }
    }

    pub fn parameter(&self) -> &(dyn ToSql + Sync) {
        match self {
            Value::Id(id) => id,
            Value::Ids(ids) => ids,
            Value::Text(text) => text,
            Value::Texts(texts) => texts,
            Value::Time(time) => time,
            Value::Number(number) => number,
        }
    }
}

impl Combination {
    pub fn name(&self) -> String {
        let filters: Vec<_> = self.filters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{} [{}]{}", self.statement, filters.join("&"), if self.first_page { "" } else { " from the middle" })
    }
}

impl Sample {
    pub async fn of(root: &Client, tenant: Uuid) -> anyhow::Result<Sample> {
        let query = "select organization_id from tickets where tenant_id = $1 group by 1 order by count(*) desc";
        let organizations = root.query(query, &[&tenant]).await?.iter().map(|row| row.get(0)).collect();
        let middle = "select updated_at, id, number, created_at from tickets
            where tenant_id = $1 order by id offset (select count(*) / 2 from tickets where tenant_id = $1) limit 1";
        let middle = root.query_one(middle, &[&tenant]).await?;
        let created: Timestamp = middle.get(3);
        let external = "select external_system, external_id from tickets
            where tenant_id = $1 and external_system is not null order by md5(id::text) limit 1";
        let external = root.query_one(external, &[&tenant]).await?;
        let day = jiff::SignedDuration::from_hours(24);
        Ok(Sample {
            id: middle.get(1),
            number: middle.get(2),
            organizations,
            labels: labels(root, tenant).await?,
            external: (external.get(0), external.get(1)),
            after: created - day * 30,
            before: created + day * 30,
            middle: (middle.get(0), middle.get(1)),
        })
    }

    /// All lists of this caller that are index scans.
    pub fn combinations(&self, caller: &Caller) -> Vec<Combination> {
        let mut all = self.single();
        for organization in self.organization_filters(caller) {
            let organizations = match (&organization, &caller.organizations) {
                // A filter by a foreign organization finds nothing.
                (Some(id), Some(own)) => Some(own.iter().copied().filter(|own| own == id).collect()),
                (Some(id), None) => Some(vec![*id]),
                (None, own) => own.clone(),
            };
            for range in [false, true] {
                for ascending in [false, true] {
                    for first_page in [true, false] {
                        let list =
                            List { organization, organizations: organizations.clone(), range, ascending, first_page };
                        all.push(self.by_change(&list));
                        all.extend(self.by_status(&list));
                    }
                }
            }
        }
        all
    }

    /// No filter, an organization with many tickets, one with few and, for a restricted caller, a foreign one.
    fn organization_filters(&self, caller: &Caller) -> Vec<Option<Uuid>> {
        let own = caller.organizations.as_ref().unwrap_or(&self.organizations);
        let foreign = self.organizations.iter().find(|id| !own.contains(id)).copied();
        [None, own.first().copied(), own.last().copied(), foreign]
            .into_iter()
            .enumerate()
            .filter(|(n, id)| *n == 0 || id.is_some())
            .map(|(_, id)| id)
            .collect()
    }

    /// The filters that find one ticket.
    fn single(&self) -> Vec<Combination> {
        let one = |filters, statement: &str, parameters| Combination {
            filters,
            statement: statement.to_owned(),
            parameters,
            scans: 1,
            first_page: true,
        };
        let (system, id) = &self.external;
        vec![
            one(vec![("id", TicketId(self.id).to_string())], "get_ticket", vec![("id", Value::Id(self.id))]),
            one(
                vec![("number", self.number.to_string())],
                "get_ticket_by_number",
                vec![("number", Value::Number(self.number))],
            ),
            one(
                vec![("external_system", system.clone()), ("external_id", id.clone())],
                "ticket_by_external_ref",
                vec![
                    ("external_system", Value::Text(system.clone())),
                    ("external_id", Value::Text(id.clone())),
                    ("beyond", Value::Id(Uuid::max())),
                ],
            ),
        ]
    }

    /// A filter of each kind, and searches that find much, little and nothing.
    pub fn filters(&self) -> Vec<(&'static str, String)> {
        let mut filters = vec![
            ("status", "unresolved".to_owned()),
            ("status", "closed".to_owned()),
            ("priority", "p1,p2".to_owned()),
            ("created_since", self.after.to_string()),
            ("created_until", self.before.to_string()),
            ("updated_since", self.after.to_string()),
            ("updated_until", self.before.to_string()),
            ("sla", "running".to_owned()),
            ("sla", "breached".to_owned()),
            ("due_until", (self.before + jiff::SignedDuration::from_hours(24 * 365)).to_string()),
        ];
        filters.extend(self.organizations.first().map(|id| ("organization_id", OrganizationId(*id).to_string())));
        filters.extend(self.labels.iter().map(|(name, value, _)| (*name, value.clone())));
        filters.extend(["printer", "vpn pass", "ws17", "p", "nowhere", "status:open"].map(|q| ("q", q.to_owned())));
        filters
    }

    fn by_change(&self, list: &List) -> Combination {
        let mut filters = vec![("sort", if list.ascending { "updated_at" } else { "-updated_at" }.to_owned())];
        filters.extend(list.organization.map(|id| ("organization_id", OrganizationId(id).to_string())));
        let (first, last) = if list.range {
            filters.extend([("updated_since", self.after.to_string()), ("updated_until", self.before.to_string())]);
            (self.after, self.before)
        } else {
            (Timestamp::UNIX_EPOCH, far())
        };
        let (beyond_at, beyond) = match (list.first_page, list.ascending) {
            (false, _) => self.middle,
            (true, true) => (Timestamp::UNIX_EPOCH, Uuid::nil()),
            (true, false) => (far(), Uuid::max()),
        };
        let mut statement = if list.ascending { "first_changed_tickets" } else { "last_changed_tickets" }.to_owned();
        let mut parameters = vec![
            ("beyond_at", Value::Time(beyond_at)),
            ("beyond", Value::Id(beyond)),
            ("first", Value::Time(first)),
            ("last", Value::Time(last)),
            ("limit", Value::Number(ROWS)),
        ];
        if let Some(ids) = &list.organizations {
            statement += "_of_organizations";
            parameters.push(("organization_ids", Value::Ids(ids.clone())));
        }
        let scans = list.organizations.as_ref().map_or(1, Vec::len);
        Combination { filters, statement, parameters, scans, first_page: list.first_page }
    }

    fn by_status(&self, list: &List) -> Vec<Combination> {
        let all_statuses: Vec<_> = TicketStatus::ALL.iter().map(|status| status.name()).collect();
        let statuses: [(Option<&str>, Vec<&str>); 4] = [
            (None, all_statuses),
            (Some("closed"), vec!["closed"]),
            (Some("unresolved"), UNRESOLVED.to_vec()),
            (Some("open,merged"), vec!["merged", "open"]),
        ];
        let all_priorities: Vec<_> = TicketPriority::ALL.iter().map(|priority| priority.name()).collect();
        let priorities: [(Option<&str>, Vec<&str>); 2] = [(None, all_priorities), (Some("p1,p2"), vec!["p1", "p2"])];
        let labels = self.labels.iter().map(Some).chain([None]);
        let mut all = vec![];
        for label in labels {
            for (status, statuses) in &statuses {
                for (priority, priorities) in &priorities {
                    all.push(self.listed(list, label, (*status, statuses), (*priority, priorities)));
                }
            }
        }
        all
    }

    fn listed(
        &self,
        list: &List,
        label: Option<&(&'static str, String, String)>,
        (status, statuses): (Option<&str>, &[&str]),
        (priority, priorities): (Option<&str>, &[&str]),
    ) -> Combination {
        let mut filters = vec![];
        if list.ascending {
            filters.push(("sort", "created_at".to_owned()));
        }
        filters.extend(status.map(|status| ("status", status.to_owned())));
        filters.extend(priority.map(|priority| ("priority", priority.to_owned())));
        filters.extend(list.organization.map(|id| ("organization_id", OrganizationId(id).to_string())));
        filters.extend(label.map(|(name, value, _)| (*name, value.clone())));
        let (first, last) = if list.range {
            filters.extend([("created_since", self.after.to_string()), ("created_until", self.before.to_string())]);
            (earliest(self.after), last_before(self.before))
        } else {
            (Uuid::nil(), latest(far()))
        };
        let beyond = match (list.first_page, list.ascending) {
            (false, _) => self.middle.1,
            (true, true) => Uuid::nil(),
            (true, false) => Uuid::max(),
        };
        let mut parameters = vec![
            ("beyond", Value::Id(beyond)),
            ("first", Value::Id(first)),
            ("last", Value::Id(last)),
            ("limit", Value::Number(ROWS)),
        ];
        let order = if list.ascending { "oldest" } else { "newest" };
        let first_page = list.first_page;
        if status.is_none() && priority.is_none() && label.is_none() {
            let mut statement = format!("{order}_tickets");
            if let Some(ids) = &list.organizations {
                statement += "_of_organizations";
                parameters.push(("organization_ids", Value::Ids(ids.clone())));
            }
            let scans = list.organizations.as_ref().map_or(1, Vec::len);
            return Combination { filters, statement, parameters, scans, first_page };
        }
        let texts = |names: &[&str]| Value::Texts(names.iter().map(|&name| name.to_owned()).collect());
        parameters.extend([("statuses", texts(statuses)), ("priorities", texts(priorities))]);
        let kind = if label.is_some() { "labelled_tickets" } else { "tickets" };
        let mut statement = format!("{order}_{kind}_by_status");
        let mut scans = statuses.len() * priorities.len();
        if let Some(ids) = &list.organizations {
            statement += "_of_organizations";
            scans *= ids.len();
            parameters.push(("organization_ids", Value::Ids(ids.clone())));
        }
        parameters.extend(label.map(|(_, _, label)| ("label", Value::Text(label.clone()))));
        Combination { filters, statement, parameters, scans, first_page }
    }
}

/// The common part of all lists.
struct List {
    organization: Option<Uuid>,
    organizations: Option<Vec<Uuid>>,
    range: bool,
    ascending: bool,
    first_page: bool,
}

/// Filters by one label each: the parameter, its value and the label. Most kinds have the most frequent label and the least
/// frequent one.
async fn labels(root: &Client, tenant: Uuid) -> anyhow::Result<Vec<(&'static str, String, String)>> {
    let query = "select label from ticket_labels where tenant_id = $1 and label ^@ $2
        group by 1 order by count(*) desc, label";
    let mut labels = vec![];
    for (kind, name) in [
        ("type", "type"),
        ("source", "source"),
        ("assignee", "assignee_id"),
        ("tag", "tag"),
        ("device", "device_id"),
        ("external", "external_system"),
        ("dedup", "dedup_key"),
    ] {
        let prefix = format!("{kind}:");
        let found: Vec<String> = root.query(query, &[&tenant, &prefix]).await?.iter().map(|row| row.get(0)).collect();
        let (most, least) = (found.first(), found.last());
        let none = if kind == "assignee" { Some("assignee:none".to_owned()) } else { None };
        for label in most.into_iter().chain(least).cloned().chain(none) {
            let value = label[prefix.len()..].to_owned();
            let value = match kind {
                "assignee" if value != "none" => UserId(value.parse()?).to_string(),
                "device" => DeviceId(value.parse()?).to_string(),
                _ => value,
            };
            labels.push((name, value, label));
        }
    }
    labels.sort();
    labels.dedup();
    labels.first().context("tickets have labels")?;
    Ok(labels)
}

/// The latest time, as in the server.
fn far() -> Timestamp {
    Timestamp::constant(253_402_207_200, 0)
}

fn earliest(time: Timestamp) -> Uuid {
    Uuid::from_u128((time.as_millisecond().max(0) as u128) << 80)
}

/// The end of a period is not part of it.
fn last_before(time: Timestamp) -> Uuid {
    Uuid::from_u128(earliest(time).as_u128().saturating_sub(1))
}

fn latest(time: Timestamp) -> Uuid {
    Uuid::from_u128(earliest(time).as_u128() | ((1 << 80) - 1))
}
