//! The figures of a tenant or of the platform, by buckets of time. They contain every change that was committed.

use super::parts::{hour_of, merge_stored};
use crate::{
    db::{Db, Identity, Reason},
    http::Problem,
};
use api::{OrganizationId, TenantId};
use jiff::{Timestamp, civil::Date};
use queries::{
    client::Params,
    queries::figures::read::{
        CountActiveTenantsParams, CountActiveUsersParams, RankTenants, RankTenantsParams, ReadPlatformTotalsParams,
        ReadSharesParams, ReadTotalsParams, SumBorrowed, count_active_tenants, count_active_users, rank_tenants,
        read_platform_totals, read_shares, read_totals,
    },
};
use sketch::Sketch;
use std::collections::{BTreeMap, btree_map::Entry};
use uuid::Uuid;

/// The greatest number of dimensions that a measure can be filtered by.
const DIMENSIONS: usize = 3;

pub struct Selection<'a> {
    pub measures: &'a [&'static str],
    /// The boundaries of the buckets, one more than there are buckets: increasing, full quarter hours.
    pub boundaries: &'a [Timestamp],
    /// Only these organizations; `None` for all.
    pub organizations: Option<&'a [OrganizationId]>,
    /// The position of a dimension, and the accepted values.
    pub filters: &'a [(usize, Vec<String>)],
    pub group: Option<Group>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Organization,
    /// The position of a dimension.
    Dimension(usize),
}

/// The sum of a measure in a bucket. A bucket without changes has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Amount {
    pub measure: String,
    pub bucket: usize,
    /// The UUID of the organization or the value of the dimension. `None` without a group, and for what belongs to no
    /// organization.
    pub group: Option<String>,
    pub count: i64,
    /// Empty, unless the measure is one of `sketched`.
    pub sketch: Sketch,
}

/// The amounts of a tenant that a caller may see. The durations of `sketched` measures are read as well.
pub async fn read(
    db: &Db,
    who: &impl AsRef<Identity>,
    selection: &Selection<'_>,
    sketched: &[&str],
) -> Result<Vec<Amount>, Problem> {
    let Selection { measures, boundaries, organizations, filters, group } = *selection;
    let Some((since, until)) = range(boundaries) else { return Ok(vec![]) };
    let mut accepted: [Option<&[String]>; DIMENSIONS] = [None; DIMENSIONS];
    for (position, values) in filters {
        let filter = accepted.get_mut(*position);
        *filter.ok_or_else(|| Problem::internal(anyhow::anyhow!("no filter by dimension {position}")))? = Some(values);
    }
    let is_whole = organizations.is_none() && filters.is_empty() && group.is_none();
    let tenant = db.tenant(who).await?.summing_up();
    let sums = if is_whole && who.as_ref().organizations().is_none() {
        let split_hours = &split_hours(boundaries);
        let params = ReadTotalsParams { sketched, measures, since, until, split_hours, boundaries };
        read_totals().params(&tenant, &params).map(to_amount).all().await?
    } else {
        let [first, second, third] = accepted;
        let dimension = match group {
            Some(Group::Dimension(position)) => Some(i32::try_from(position + 1).map_err(Problem::internal)?),
            Some(Group::Organization) | None => None,
        };
        // The index by organization is used for a list of organizations, not for the policy.
        let organizations = organizations.or(who.as_ref().organizations()).map(uuids);
        let by_organization = group == Some(Group::Organization);
        let params = ReadSharesParams {
            sketched,
            measures,
            since,
            until,
            boundaries,
            by_organization,
            dimension,
            organizations,
            first,
            second,
            third,
        };
        read_shares().params(&tenant, &params).map(to_amount).all().await?
    };
    Ok(merged(sums))
}

/// The amounts of all tenants together.
pub async fn read_platform(
    db: &Db,
    measures: &[&'static str],
    boundaries: &[Timestamp],
    sketched: &[&str],
) -> Result<Vec<Amount>, Problem> {
    let Some((since, until)) = range(boundaries) else { return Ok(vec![]) };
    let system = db.system(Reason::Figures).await?;
    let split_hours = &split_hours(boundaries);
    let params = ReadPlatformTotalsParams { sketched, measures, since, until, split_hours, boundaries };
    Ok(merged(read_platform_totals().params(&*system, &params).map(to_amount).all().await?))
}

/// The number of people who made a request, by bucket and in all buckets together.
#[derive(Debug, Default)]
pub struct ActiveUsers {
    pub by_bucket: Vec<(usize, i64)>,
    pub total: i64,
}

pub async fn active_users(
    db: &Db,
    who: &impl AsRef<Identity>,
    boundaries: &[Timestamp],
) -> Result<ActiveUsers, Problem> {
    let Some((since, until)) = range(boundaries) else { return Ok(ActiveUsers::default()) };
    let tenant = db.tenant(who).await?.summing_up();
    let params = CountActiveUsersParams { boundaries, since, until };
    let mut active = ActiveUsers::default();
    for row in count_active_users().params(&tenant, &params).all().await? {
        match row.bucket {
            Some(bucket) => active.by_bucket.push((index(bucket), row.users)),
            None => active.total = row.users,
        }
    }
    Ok(active)
}

/// The number of tenants with a request, by bucket. Boundaries must be midnights of UTC.
pub async fn active_tenants(db: &Db, boundaries: &[Timestamp]) -> Result<Vec<(usize, i64)>, Problem> {
    let Some((since, until)) = range(boundaries) else { return Ok(vec![]) };
    let system = db.system(Reason::Figures).await?;
    let params = CountActiveTenantsParams { boundaries, since, until };
    let found = count_active_tenants().params(&*system, &params).all().await?;
    Ok(found.into_iter().map(|row| (index(row.bucket), row.tenants)).collect())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusyTenant {
    pub id: TenantId,
    pub name: String,
    pub requests: i64,
    pub errors: i64,
}

/// The tenants with the most requests in days of UTC; `until_day` is the day after the last.
pub async fn busiest_tenants(
    db: &Db,
    since_day: Date,
    until_day: Date,
    limit: i64,
) -> Result<Vec<BusyTenant>, Problem> {
    let system = db.system(Reason::Figures).await?;
    let params = RankTenantsParams { since_day, until_day, limit };
    let found = rank_tenants().params(&*system, &params).all().await?;
    let tenant = |RankTenants { id, name, requests, errors }| BusyTenant { id: TenantId(id), name, requests, errors };
    Ok(found.into_iter().map(tenant).collect())
}

/// The hours that a boundary divides. They are read as quarter hours.
fn split_hours(boundaries: &[Timestamp]) -> Vec<Timestamp> {
    let split = boundaries.iter().filter(|boundary| hour_of(**boundary) != **boundary);
    let mut hours: Vec<_> = split.map(|boundary| hour_of(*boundary)).collect();
    hours.dedup();
    hours
}

/// The first boundary and the last; `None` if there is no bucket.
pub(super) fn range(boundaries: &[Timestamp]) -> Option<(Timestamp, Timestamp)> {
    match boundaries {
        [since, .., until] => Some((*since, *until)),
        _ => None,
    }
}

pub(super) fn uuids(organizations: &[OrganizationId]) -> Vec<Uuid> {
    organizations.iter().map(|organization| organization.0).collect()
}

/// A bucket that PostgreSQL numbered.
fn index(bucket: i32) -> usize {
    usize::try_from(bucket).unwrap_or_default()
}

fn to_amount(row: SumBorrowed<'_>) -> Amount {
    let mut sketch = Sketch::new();
    row.sketches.into_iter().flatten().for_each(|bytes| merge_stored(&mut sketch, bytes));
    row.added.into_iter().flatten().for_each(|value| sketch.add(value));
    row.taken.into_iter().flatten().for_each(|value| sketch.add_many(value, -1));
    Amount {
        measure: row.measure.to_owned(),
        bucket: index(row.bucket),
        group: row.split.map(str::to_owned),
        count: row.count,
        sketch,
    }
}

/// The durations of changes come as rows of their own.
fn merged(sums: Vec<Amount>) -> Vec<Amount> {
    let mut all: BTreeMap<(String, usize, Option<String>), Amount> = BTreeMap::new();
    for sum in sums {
        match all.entry((sum.measure.clone(), sum.bucket, sum.group.clone())) {
            Entry::Vacant(entry) => {
                entry.insert(sum);
            }
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                known.count += sum.count;
                known.sketch.merge(&sum.sketch);
            }
        }
    }
    all.into_values().collect()
}
