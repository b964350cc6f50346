//! The parameters of a request: the filters, the order, the fields. Parsed once, without a connection.

use crate::devices::{TOMBSTONES, wire::ONLINE};
use api::{
    ProblemCode,
    assets::{AssetField, AssetFormat, AssetInclude, AssetQuery, AssetSort, BackupFilter},
    devices::{DeviceStatus, DeviceType, OsFamily},
    search::SearchType,
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    db::Tenant,
    find::ListFilter,
    http::{Caller, Key, Paging, Problem, export::Format},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Devices that are read at a time with their lists of software.
const PAGE_WITH_SOFTWARE: i64 = 100;

/// Parameters that do not select devices.
const OTHERS: [&str; 6] = ["sort", "fields", "include", "group_by", "summary", "format"];

pub struct Wanted {
    /// True if no device can match.
    pub matches_nothing: bool,
    pub backup_protected: Option<bool>,
    /// The organizations of the filter, or those that the caller is restricted to; empty for all.
    pub organization_ids: Vec<Uuid>,
    pub types: Vec<&'static str>,
    pub os_families: Vec<&'static str>,
    pub statuses: Vec<&'static str>,
    pub manufacturer: Option<String>,
    pub model: Option<String>,
    pub tag: Option<String>,
    pub identity_conflict: Option<bool>,
    pub updated_since: Option<Timestamp>,
    pub now: Timestamp,
    pub online_since: Timestamp,
    pub seen_since: Option<Timestamp>,
    pub seen_until: Option<Timestamp>,
    pub software: Option<String>,
    pub missing_software: Option<String>,
    pub q: Option<ListFilter>,
    /// The devices that match `q`; `None` without `q`.
    pub found: Option<Vec<Uuid>>,
    pub order: Order,
    pub fields: BTreeSet<AssetField>,
    pub include: BTreeSet<AssetInclude>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The name of the sort key in the statements.
    pub by: &'static str,
    pub descending: bool,
}

/// The end of a page: the sort keys and the id of its last row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub at: Timestamp,
    pub id: Uuid,
    pub name: String,
}

impl Key for Place {
    fn bytes(&self) -> Vec<u8> {
        [&(self.at, self.id).bytes()[..], self.name.as_bytes()].concat()
    }

    fn read(bytes: &[u8]) -> Option<Place> {
        let (place, name) = bytes.split_at_checked(24)?;
        let (at, id) = Key::read(place)?;
        let name = str::from_utf8(name).ok().filter(|name| !name.contains('\0'))?.to_owned();
        Some(Place { at, id, name })
    }
}

impl Wanted {
    /// With the format, unless it is JSON.
    pub fn new(query: AssetQuery, caller: &Caller, now: Timestamp) -> Result<(Wanted, Option<Format>), Problem> {
        let format = match query.format.unwrap_or(AssetFormat::Json) {
            AssetFormat::Json => None,
            AssetFormat::Ndjson => Some(Format::Ndjson),
            AssetFormat::Csv => Some(Format::Csv),
            AssetFormat::Xlsx => Some(Format::Xlsx),
        };
        let order = order(query.sort, query.updated_since.is_some(), format.is_some())?;
        if query.updated_since.is_some_and(|since| since < now - TOMBSTONES) {
            let detail = "updated_since may be at most 90 days ago: earlier deletions are no longer recorded. Read \
                the whole report instead.";
            return Err(Problem::new(ProblemCode::InvalidParameter, detail));
        }
        let own = caller.organizations().map(|ids| ids.iter().map(|id| id.0).collect::<Vec<_>>());
        let asked = query.organization_id.map(|ids| ids.into_iter().map(|id| id.0).collect::<Vec<_>>());
        let organizations = match (asked, own) {
            (Some(asked), Some(own)) => Some(asked.into_iter().filter(|id| own.contains(id)).collect()),
            (asked, own) => asked.or(own),
        };
        let unseen_until = query.stale_days.map(|days| now - SignedDuration::from_hours(24 * i64::from(days)));
        let lower = |text: Option<String>| text.map(|text| text.to_lowercase());
        let no_organization = organizations.as_ref().is_some_and(Vec::is_empty);
        let q = query.q.as_deref().map(|q| ListFilter::new(q, SearchType::Device, caller)).transpose()?;
        let no_device = q.as_ref().is_some_and(Option::is_none);
        let wanted = Wanted {
            matches_nothing: no_organization || no_device,
            backup_protected: query.backup.map(|backup| backup == BackupFilter::Protected),
            organization_ids: organizations.unwrap_or_default(),
            types: query.kind.into_iter().flatten().map(DeviceType::name).collect(),
            os_families: query.os_family.into_iter().flatten().map(OsFamily::name).collect(),
            statuses: query.status.into_iter().flatten().map(DeviceStatus::name).collect(),
            manufacturer: lower(query.manufacturer),
            model: lower(query.model),
            tag: query.tag,
            identity_conflict: query.identity_conflict,
            updated_since: query.updated_since,
            now,
            online_since: now - ONLINE,
            seen_since: query.last_seen_since,
            seen_until: [query.last_seen_until, unseen_until].into_iter().flatten().min(),
            software: lower(query.software),
            missing_software: lower(query.missing_software),
            q: q.flatten(),
            found: None,
            order,
            fields: query.fields.map_or_else(|| AssetField::ALL.iter().copied().collect(), |f| f.into_iter().collect()),
            include: query.include.into_iter().flatten().collect(),
        };
        Ok((wanted, format))
    }

    /// Finds the devices that match `q`, once for all pages and counts: a device that comes to match later is not part of
    /// the report. Each page is still read with the caller's current rights.
    pub async fn search(&mut self, db: &Tenant) -> Result<(), Problem> {
        if let Some(q) = &self.q {
            self.found = Some(q.ids(db, None).await?.unwrap_or_default());
        }
        Ok(())
    }

    pub fn page_size(&self) -> i64 {
        if self.includes(AssetInclude::Software) { PAGE_WITH_SOFTWARE } else { kernel::http::export::PAGE }
    }

    pub fn includes(&self, list: AssetInclude) -> bool {
        self.include.contains(&list)
    }

    pub fn shows(&self, field: AssetField) -> bool {
        self.fields.contains(&field)
    }

    /// The formats that return everything have no pages and no counts.
    pub fn refuse_pages(&self, paging: &Paging, counts: bool) -> Result<(), Problem> {
        if paging.is_asked_for() {
            return Err(Problem::unsupported_combination(
                "ndjson, csv and xlsx return all results and accept neither limit nor cursor.",
            ));
        }
        if counts {
            return Err(Problem::unsupported_combination("group_by and summary are available with JSON only."));
        }
        Ok(())
    }
}

fn order(sort: Option<AssetSort>, by_change: bool, whole: bool) -> Result<Order, Problem> {
    let default = if by_change { AssetSort::FirstChangedFirst } else { AssetSort::NewestFirst };
    let (by, descending) = match sort.unwrap_or(default) {
        AssetSort::OldestFirst => ("created_at", false),
        AssetSort::NewestFirst => ("created_at", true),
        AssetSort::Name => ("name", false),
        AssetSort::NameDescending => ("name", true),
        AssetSort::FirstChangedFirst => ("updated_at", false),
        AssetSort::LastChangedFirst => ("updated_at", true),
        AssetSort::LongestUnseenFirst => ("last_seen_at", false),
        AssetSort::LastSeenFirst => ("last_seen_at", true),
    };
    if by_change && by != "updated_at" {
        return Err(Problem::unsupported_combination(
            "With updated_since, the report can be sorted only by updated_at.",
        ));
    }
    // There is no index: every report of an agent would have to write it. Each page sorts all devices.
    if whole && by == "last_seen_at" {
        return Err(Problem::unsupported_combination("ndjson, csv and xlsx cannot be sorted by last_seen_at."));
    }
    Ok(Order { by, descending })
}

/// The parameters that select devices, as text.
pub fn parameters(query: &AssetQuery) -> BTreeMap<String, String> {
    let Ok(Value::Object(all)) = serde_json::to_value(query) else { return BTreeMap::new() };
    let selecting = all.into_iter().filter(|(name, value)| !value.is_null() && !OTHERS.contains(&name.as_str()));
    selecting.map(|(name, value)| (name, text(&value))).collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// The parameters of a statement that contains the filters, and others.
macro_rules! filtered {
    ($params:ident, $wanted:expr, { $($more:tt)* }) => {{
        let wanted: &Wanted = $wanted;
        queries::queries::inventory::report::$params {
            matches_nothing: wanted.matches_nothing,
            organization_ids: wanted.organization_ids.as_slice(),
            types: wanted.types.as_slice(),
            os_families: wanted.os_families.as_slice(),
            manufacturer: wanted.manufacturer.as_deref(),
            model: wanted.model.as_deref(),
            tag: wanted.tag.as_deref(),
            identity_conflict: wanted.identity_conflict,
            updated_since: wanted.updated_since,
            statuses: wanted.statuses.as_slice(),
            online_since: wanted.online_since,
            seen_since: wanted.seen_since,
            seen_until: wanted.seen_until,
            software: wanted.software.as_deref(),
            missing_software: wanted.missing_software.as_deref(),
            is_searched: wanted.found.is_some(),
            found_ids: wanted.found.as_deref().unwrap_or_default(),
            backup_protected: wanted.backup_protected,
            now: wanted.now,
            $($more)*
        }
    }};
}
pub(super) use filtered;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_survives_a_cursor() {
        let place = Place { at: Timestamp::UNIX_EPOCH, id: Uuid::from_u128(7), name: "ünï-01".to_owned() };
        assert_eq!(Place::read(&place.bytes()), Some(place));
        assert_eq!(Place::read(b"short"), None);
        assert_eq!(Place::read(&[0xff; 30]), None);
        assert_eq!(Place::read(&[0; 25]), None);
    }

    #[test]
    fn a_whole_report_is_sorted_along_an_index() {
        assert!(order(Some(AssetSort::LastSeenFirst), false, true).is_err());
        assert!(order(Some(AssetSort::Name), true, false).is_err());
        assert_eq!(order(None, true, true).ok(), Some(Order { by: "updated_at", descending: false }));
        assert_eq!(order(None, false, false).ok(), Some(Order { by: "created_at", descending: true }));
    }

    #[test]
    fn filters_are_repeated_as_text() {
        let query = AssetQuery {
            stale_days: Some(30),
            identity_conflict: Some(true),
            kind: Some(vec![DeviceType::Laptop, DeviceType::Server]),
            sort: Some(AssetSort::Name),
            ..AssetQuery::default()
        };
        let wanted = [("identity_conflict", "true"), ("stale_days", "30"), ("type", "laptop,server")];
        let wanted: BTreeMap<_, _> = wanted.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        assert_eq!(parameters(&query), wanted);
    }
}
