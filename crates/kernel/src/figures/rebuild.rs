//! The figures of a tenant are computed from its tables again, compared with those that are kept, and replaced.
//!
//! All of it happens in one snapshot ([`crate::db::Db::snapshot`]). A change that is committed later is in neither the tables nor the
//! changes of the snapshot: it stays in `metric_changes`, and is added to the rebuilt figures like to any others. So figures
//! can be rebuilt while they change.

use super::{
    KEPT,
    fold::wait_for_fold,
    parts::{Key, Part, Parts, Share, Total, add_to_platform, add_to_shares, add_to_totals, platform_totals},
};
use crate::db::{Error, Tx};
use api::{OrganizationId, TenantId};
use jiff::{SignedDuration, Timestamp};
use queries::{
    client::Params,
    queries::figures::rebuild::{
        ExpectedSharesParams, KeptChangesParams, KeptSharesParams, KeptTotalsParams, RebuiltSince, RemoveKeptParams,
        expected_shares, kept_changes, kept_shares, kept_totals, rebuilt_since, remove_kept,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Figures that are about to be deleted are not compared.
const MARGIN: SignedDuration = SignedDuration::from_hours(24);

/// The figures of a tenant by its tables, beside those that are kept.
pub struct Comparison {
    pub differences: Vec<Difference>,
    tenant: TenantId,
    range: Range,
    expected: Parts,
    /// The kept totals without the changes that are not folded, which are not in the totals of the platform either.
    folded: BTreeMap<Total, Part>,
}

/// A figure of a quarter hour or of an hour that is not what the tables say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub measure: String,
    pub at: Timestamp,
    pub organization: Option<OrganizationId>,
    /// `None` for the total of the tenant.
    pub dimensions: Option<String>,
    pub kept: i64,
    /// It can equal `kept`, if the durations differ.
    pub expected: i64,
}

impl Comparison {
    /// The number of figures by the tables.
    pub fn rows(&self) -> usize {
        self.expected.shares.len()
    }
}

/// The measures that are rebuilt, and since when the tables have all their rows.
struct Range {
    measures: Vec<String>,
    sinces: Vec<Timestamp>,
}

/// Waits until no figures are folded. It must be the first statement of a transaction that repairs: what was folded after the
/// snapshot makes the transaction fail, and it can be repeated.
pub async fn lock(tx: &Tx) -> Result<(), Error> {
    wait_for_fold(tx).await
}

/// Compares the figures of those measures that can be rebuilt.
pub async fn compare(
    tx: &Tx,
    tenant: TenantId,
    measures: &[&'static str],
    now: Timestamp,
) -> Result<Comparison, Error> {
    let ranges = rebuilt_since().bind(tx, &(now - KEPT + MARGIN), &measures).all().await?;
    let (measures, sinces) = ranges.into_iter().map(|RebuiltSince { measure, since }| (measure, since)).unzip();
    let range = Range { measures, sinces };
    let expected = expected_parts(tx, tenant, &range).await?;
    let folded = folded_totals(tx, tenant, &range).await?;
    let kept = kept_parts(tx, tenant, &range, folded.clone()).await?;
    let differences = differences(&kept, &expected);
    Ok(Comparison { differences, tenant, range, expected, folded })
}

/// Replaces the kept figures by those of the tables.
pub async fn repair(tx: &Tx, comparison: Comparison) -> Result<(), Error> {
    let Comparison { tenant, range, expected, folded, .. } = comparison;
    let removed = RemoveKeptParams { measures: range.measures, sinces: range.sinces, tenant_id: tenant.0 };
    remove_kept().params(tx, &removed).one().await?;
    let mut platform = platform_totals(&expected.totals);
    for (key, part) in platform_totals(&folded) {
        platform.entry(key).or_default().subtract(&part);
    }
    platform.retain(|_, part| !part.is_zero());
    add_to_platform(tx, platform).await?;
    add_to_totals(tx, expected.totals).await?;
    add_to_shares(tx, expected.shares).await
}

async fn expected_parts(tx: &Tx, tenant: TenantId, range: &Range) -> Result<Parts, Error> {
    let Range { measures, sinces } = range;
    let params = ExpectedSharesParams { tenant_id: tenant.0, measures, sinces };
    let mut parts = Parts::default();
    for row in expected_shares().params(tx, &params).all().await? {
        let part = Part::new(row.count, row.seconds.as_deref(), None);
        parts.add(share(tenant, row.measure, row.at, row.organization_id, row.dimensions), &part);
    }
    Ok(parts)
}

async fn folded_totals(tx: &Tx, tenant: TenantId, range: &Range) -> Result<BTreeMap<Total, Part>, Error> {
    let Range { measures, sinces } = range;
    let params = KeptTotalsParams { tenant_id: tenant.0, measures, sinces };
    let rows = kept_totals().params(tx, &params).all().await?;
    let parts = rows.into_iter().map(|row| {
        let key = Key { tenant: tenant.0, measure: row.measure, at: row.at };
        (Total { key, minutes: row.minutes }, Part::new(row.count, None, row.sketch.as_deref()))
    });
    Ok(parts.collect())
}

/// The folded shares and totals with the changes that are not folded yet.
async fn kept_parts(tx: &Tx, tenant: TenantId, range: &Range, totals: BTreeMap<Total, Part>) -> Result<Parts, Error> {
    let Range { measures, sinces } = range;
    let mut parts = Parts { shares: BTreeMap::new(), totals };
    let params = KeptSharesParams { tenant_id: tenant.0, measures, sinces };
    for row in kept_shares().params(tx, &params).all().await? {
        let part = Part::new(row.count, None, row.sketch.as_deref());
        parts.shares.insert(share(tenant, row.measure, row.at, row.organization_id, row.dimensions), part);
    }
    let params = KeptChangesParams { tenant_id: tenant.0, measures, sinces };
    for row in kept_changes().params(tx, &params).all().await? {
        let part = Part::new(row.count, row.seconds.as_deref(), row.sketch.as_deref());
        parts.add(share(tenant, row.measure, row.at, row.organization_id, row.dimensions), &part);
    }
    Ok(parts)
}

fn share(tenant: TenantId, measure: String, at: Timestamp, organization: Option<Uuid>, dimensions: String) -> Share {
    Share { key: Key { tenant: tenant.0, measure, at }, organization, dimensions }
}

fn differences(kept: &Parts, expected: &Parts) -> Vec<Difference> {
    let difference = |key: &Key, share: Option<&Share>, kept: i64, expected: i64| Difference {
        measure: key.measure.clone(),
        at: key.at,
        organization: share.and_then(|share| share.organization).map(OrganizationId),
        dimensions: share.map(|share| share.dimensions.clone()),
        kept,
        expected,
    };
    let shares = differing(&kept.shares, &expected.shares);
    let shares = shares.map(|(share, kept, expected)| difference(&share.key, Some(share), kept, expected));
    let totals = differing(&kept.totals, &expected.totals);
    let totals = totals.map(|(total, kept, expected)| difference(&total.key, None, kept, expected));
    shares.chain(totals).collect()
}

/// The keys whose amounts differ, and their counts.
fn differing<'a, K: Ord>(
    kept: &'a BTreeMap<K, Part>,
    expected: &'a BTreeMap<K, Part>,
) -> impl Iterator<Item = (&'a K, i64, i64)> {
    let keys: BTreeSet<&K> = kept.keys().chain(expected.keys()).collect();
    keys.into_iter().filter_map(|key| {
        let nothing = Part::default();
        let (kept, expected) = (kept.get(key).unwrap_or(&nothing), expected.get(key).unwrap_or(&nothing));
        (!kept.equals(expected)).then_some((key, kept.count, expected.count))
    })
}
