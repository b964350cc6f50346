//! Counts and durations by key, and how they are added to the folded tables.

use crate::db::{Error, Tx};
use jiff::Timestamp;
use queries::{
    client::Params,
    queries::figures::parts::{
        AddPlatformTotalsParams, AddSharesParams, AddTenantDaysParams, AddTotalsParams, PlatformSketchesParams,
        ShareSketchesParams, TotalSketchesParams, add_platform_totals, add_shares, add_tenant_days, add_totals,
        platform_sketches, share_sketches, total_sketches,
    },
};
use sketch::Sketch;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Rows that one statement writes.
const ROWS: usize = 5_000;

/// A share of a tenant's figure.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Share {
    pub total: Total,
    pub organization: Option<Uuid>,
    /// The text of an array in PostgreSQL.
    pub dimensions: String,
}

/// The figure of a tenant as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Total {
    pub tenant: Uuid,
    pub measure: String,
    pub at: Timestamp,
}

/// The amount of a key.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    pub count: i64,
    /// Only measures of durations have one.
    sketch: Option<Sketch>,
}

impl Part {
    /// `seconds` are taken back if the count is negative.
    pub fn new(count: i64, seconds: Option<&[f64]>, sketch: Option<&[u8]>) -> Part {
        let mut part = Part { count, sketch: None };
        if let Some(bytes) = sketch {
            merge_stored(part.sketch.get_or_insert_default(), bytes);
        }
        for value in seconds.into_iter().flatten() {
            part.sketch.get_or_insert_default().add_many(*value, count.signum());
        }
        part
    }

    pub fn add(&mut self, other: &Part) {
        self.count += other.count;
        if let Some(sketch) = &other.sketch {
            self.sketch.get_or_insert_default().merge(sketch);
        }
    }

    pub fn subtract(&mut self, other: &Part) {
        self.count -= other.count;
        if let Some(sketch) = &other.sketch {
            self.sketch.get_or_insert_default().subtract(sketch);
        }
    }

    /// No row and a row of zeros say the same.
    pub fn equals(&self, other: &Part) -> bool {
        let mut difference = self.clone();
        difference.subtract(other);
        difference.is_zero()
    }

    pub fn is_zero(&self) -> bool {
        self.count == 0 && self.sketch.as_ref().is_none_or(Sketch::is_empty)
    }
}

/// A stored sketch that cannot be read is an error in the log, and does not keep the others from being read.
pub(super) fn merge_stored(sketch: &mut Sketch, bytes: &[u8]) {
    if let Err(error) = sketch.merge_bytes(bytes) {
        tracing::error!(%error, "stored durations are unreadable");
    }
}

/// The shares of figures, and the totals that they add up to.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub shares: BTreeMap<Share, Part>,
    pub totals: BTreeMap<Total, Part>,
}

impl Parts {
    pub fn add(&mut self, share: Share, part: &Part) {
        self.totals.entry(share.total.clone()).or_default().add(part);
        self.shares.entry(share).or_default().add(part);
    }
}

/// By measure and time.
pub(super) type PlatformTotals = BTreeMap<(String, Timestamp), Part>;

pub(super) fn platform_totals(totals: &BTreeMap<Total, Part>) -> PlatformTotals {
    let mut all = PlatformTotals::new();
    for (total, part) in totals {
        all.entry((total.measure.clone(), total.at)).or_default().add(part);
    }
    all
}

/// Adds to `metric_shares`. Like the functions below, it requires the lock of the folded tables.
pub(super) async fn add_to_shares(tx: &Tx, parts: BTreeMap<Share, Part>) -> Result<(), Error> {
    for chunk in rows(parts).chunks_mut(ROWS) {
        let key = ShareSketchesParams {
            tenant_ids: column(chunk, |share| share.total.tenant),
            measures: column(chunk, |share| share.total.measure.clone()),
            ats: column(chunk, |share| share.total.at),
            organization_ids: column(chunk, |share| share.organization),
            dimensions: column(chunk, |share| share.dimensions.clone()),
        };
        if has_sketches(chunk) {
            let stored = share_sketches().params(tx, &key).all().await?;
            merge_into(chunk, stored.into_iter().map(|row| (row.number, row.sketch)));
        }
        let ShareSketchesParams { tenant_ids, measures, ats, organization_ids, dimensions } = key;
        let (counts, sketches) = (counts(chunk), sketches(chunk));
        let added = AddSharesParams { tenant_ids, measures, ats, organization_ids, dimensions, counts, sketches };
        add_shares().params(tx, &added).one().await?;
    }
    Ok(())
}

/// Adds to `metric_totals`.
pub(super) async fn add_to_totals(tx: &Tx, parts: BTreeMap<Total, Part>) -> Result<(), Error> {
    for chunk in rows(parts).chunks_mut(ROWS) {
        let key = TotalSketchesParams {
            tenant_ids: column(chunk, |total| total.tenant),
            measures: column(chunk, |total| total.measure.clone()),
            ats: column(chunk, |total| total.at),
        };
        if has_sketches(chunk) {
            let stored = total_sketches().params(tx, &key).all().await?;
            merge_into(chunk, stored.into_iter().map(|row| (row.number, row.sketch)));
        }
        let TotalSketchesParams { tenant_ids, measures, ats } = key;
        let (counts, sketches) = (counts(chunk), sketches(chunk));
        add_totals().params(tx, &AddTotalsParams { tenant_ids, measures, ats, counts, sketches }).one().await?;
    }
    Ok(())
}

/// Adds to `platform_totals`.
pub(super) async fn add_to_platform(tx: &Tx, parts: PlatformTotals) -> Result<(), Error> {
    for chunk in rows(parts).chunks_mut(ROWS) {
        let key = PlatformSketchesParams {
            measures: column(chunk, |(measure, _)| measure.clone()),
            ats: column(chunk, |(_, at)| *at),
        };
        if has_sketches(chunk) {
            let stored = platform_sketches().params(tx, &key).all().await?;
            merge_into(chunk, stored.into_iter().map(|row| (row.number, row.sketch)));
        }
        let PlatformSketchesParams { measures, ats } = key;
        let (counts, sketches) = (counts(chunk), sketches(chunk));
        let added = AddPlatformTotalsParams { measures, ats, counts, sketches };
        add_platform_totals().params(tx, &added).one().await?;
    }
    Ok(())
}

/// Adds requests and errors to `tenant_days`; other measures are ignored.
pub(super) async fn add_to_days(tx: &Tx, totals: &BTreeMap<Total, Part>) -> Result<(), Error> {
    let counted = totals.iter().filter(|(total, _)| total.measure.starts_with("api."));
    let counted: Vec<_> = counted.map(|(total, part)| (total, part.count)).collect();
    let days = AddTenantDaysParams {
        tenant_ids: counted.iter().map(|(total, _)| total.tenant).collect::<Vec<_>>(),
        measures: counted.iter().map(|(total, _)| total.measure.as_str()).collect::<Vec<_>>(),
        ats: counted.iter().map(|(total, _)| total.at).collect::<Vec<_>>(),
        counts: counted.iter().map(|(_, count)| *count).collect::<Vec<_>>(),
    };
    if !counted.is_empty() {
        add_tenant_days().params(tx, &days).one().await?;
    }
    Ok(())
}

fn rows<K>(parts: BTreeMap<K, Part>) -> Vec<(K, Part)> {
    parts.into_iter().collect()
}

fn column<K, T>(rows: &[(K, Part)], value: impl Fn(&K) -> T) -> Vec<T> {
    rows.iter().map(|(key, _)| value(key)).collect()
}

fn counts<K>(rows: &[(K, Part)]) -> Vec<i64> {
    rows.iter().map(|(_, part)| part.count).collect()
}

fn sketches<K>(rows: &[(K, Part)]) -> Vec<Option<Vec<u8>>> {
    rows.iter().map(|(_, part)| part.sketch.as_ref().map(Sketch::encode)).collect()
}

fn has_sketches<K>(rows: &[(K, Part)]) -> bool {
    rows.iter().any(|(_, part)| part.sketch.is_some())
}

/// `stored` are the numbers of rows, from 1, and the sketches that they have in the table.
fn merge_into<K>(rows: &mut [(K, Part)], stored: impl Iterator<Item = (i64, Vec<u8>)>) {
    for (number, bytes) in stored {
        let row = usize::try_from(number - 1).ok().and_then(|index| rows.get_mut(index));
        if let Some((_, part)) = row {
            merge_stored(part.sketch.get_or_insert_default(), &bytes);
        }
    }
}
