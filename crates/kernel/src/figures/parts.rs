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

/// A share of a tenant's figure in a quarter hour.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Share {
    pub key: Key,
    pub organization: Option<Uuid>,
    /// The text of an array in PostgreSQL.
    pub dimensions: String,
}

/// The figure of a tenant as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Total {
    pub key: Key,
    pub minutes: i16,
}

/// A measure of a tenant at the beginning of some time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub tenant: Uuid,
    pub measure: String,
    pub at: Timestamp,
}

const QUARTER_MINUTES: i16 = 15;
const HOUR_MINUTES: i16 = 60;

/// The hour of UTC that contains this time.
pub(super) fn hour_of(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second().div_euclid(3_600) * 3_600).unwrap_or(at)
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
        tracing::error!(%error, "failed to read stored durations");
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
        let hour = Key { at: hour_of(share.key.at), ..share.key.clone() };
        self.totals.entry(Total { key: hour, minutes: HOUR_MINUTES }).or_default().add(part);
        self.totals.entry(Total { key: share.key.clone(), minutes: QUARTER_MINUTES }).or_default().add(part);
        self.shares.entry(share).or_default().add(part);
    }
}

/// By measure, minutes and time.
pub(super) type PlatformTotals = BTreeMap<(String, i16, Timestamp), Part>;

pub(super) fn platform_totals(totals: &BTreeMap<Total, Part>) -> PlatformTotals {
    let mut all = PlatformTotals::new();
    for (Total { key, minutes }, part) in totals {
        all.entry((key.measure.clone(), *minutes, key.at)).or_default().add(part);
    }
    all
}

/// Adds to `metric_shares`. Like the functions below, it requires the lock of the folded tables.
pub(super) async fn add_to_shares(tx: &Tx, parts: BTreeMap<Share, Part>) -> Result<(), Error> {
    for chunk in rows(parts).chunks_mut(ROWS) {
        let key = ShareSketchesParams {
            tenant_ids: column(chunk, |share| share.key.tenant),
            measures: column(chunk, |share| share.key.measure.clone()),
            ats: column(chunk, |share| share.key.at),
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
            tenant_ids: column(chunk, |total| total.key.tenant),
            measures: column(chunk, |total| total.key.measure.clone()),
            minutes: column(chunk, |total| total.minutes),
            ats: column(chunk, |total| total.key.at),
        };
        if has_sketches(chunk) {
            let stored = total_sketches().params(tx, &key).all().await?;
            merge_into(chunk, stored.into_iter().map(|row| (row.number, row.sketch)));
        }
        let TotalSketchesParams { tenant_ids, measures, minutes, ats } = key;
        let (counts, sketches) = (counts(chunk), sketches(chunk));
        let added = AddTotalsParams { tenant_ids, measures, minutes, ats, counts, sketches };
        add_totals().params(tx, &added).one().await?;
    }
    Ok(())
}

/// Adds to `platform_totals`.
pub(super) async fn add_to_platform(tx: &Tx, parts: PlatformTotals) -> Result<(), Error> {
    for chunk in rows(parts).chunks_mut(ROWS) {
        let key = PlatformSketchesParams {
            measures: column(chunk, |(measure, _, _)| measure.clone()),
            minutes: column(chunk, |(_, minutes, _)| *minutes),
            ats: column(chunk, |(_, _, at)| *at),
        };
        if has_sketches(chunk) {
            let stored = platform_sketches().params(tx, &key).all().await?;
            merge_into(chunk, stored.into_iter().map(|row| (row.number, row.sketch)));
        }
        let PlatformSketchesParams { measures, minutes, ats } = key;
        let (counts, sketches) = (counts(chunk), sketches(chunk));
        let added = AddPlatformTotalsParams { measures, minutes, ats, counts, sketches };
        add_platform_totals().params(tx, &added).one().await?;
    }
    Ok(())
}

/// Adds requests and errors to `tenant_days`; other measures are ignored.
pub(super) async fn add_to_days(tx: &Tx, totals: &BTreeMap<Total, Part>) -> Result<(), Error> {
    let is_counted = |total: &Total| total.minutes == HOUR_MINUTES && total.key.measure.starts_with("api.");
    let counted = totals.iter().filter(|(total, _)| is_counted(total));
    let counted: Vec<_> = counted.map(|(total, part)| (&total.key, part.count)).collect();
    let days = AddTenantDaysParams {
        tenant_ids: counted.iter().map(|(key, _)| key.tenant).collect::<Vec<_>>(),
        measures: counted.iter().map(|(key, _)| key.measure.as_str()).collect::<Vec<_>>(),
        ats: counted.iter().map(|(key, _)| key.at).collect::<Vec<_>>(),
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
