//! Levels, such as the number of devices. They are sampled each quarter hour for all tenants; only differences are stored.

use super::{
    Figure, Gauge,
    read::{range, uuids},
};
use crate::{
    app::App,
    db::{Db, Identity, Reason},
    family::Families,
    http::Problem,
    supervisor::progress,
};
use api::OrganizationId;
use jiff::Timestamp;
use queries::{
    client::Params,
    queries::figures::gauges::{
        ReadLevelTotalsParams, ReadLevelsParams, ReadSamples, ReadSamplesParams, finish_sampling, last_sampling,
        lock_sampling, read_level_totals, read_levels, read_samples, sample_gauge,
    },
};
use uuid::Uuid;

const QUARTER_SECONDS: i64 = 900;

/// The level of a gauge at the end of a bucket, or now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The function of the gauge.
    pub gauge: &'static str,
    pub bucket: usize,
    pub organization: Option<OrganizationId>,
    pub value: i64,
    /// Only shares have it.
    pub whole: Option<i64>,
}

/// Samples all gauges, unless a process has already done it in this quarter hour.
pub async fn sample_when_due(app: &App) -> Result<(), Problem> {
    let now = app.clock.now();
    let last = last_sampling().bind(&*app.db.system(Reason::Figures).await?).one().await?;
    let quarter = |at: Timestamp| at.as_second().div_euclid(QUARTER_SECONDS);
    if last.is_none_or(|last| quarter(last) < quarter(now)) {
        sample(&app.db, &functions(app.families), now).await?;
    }
    Ok(())
}

/// Samples these gauges of all tenants and returns the number of levels that have changed; none while another process
/// samples.
pub async fn sample(db: &Db, gauges: &[&'static str], now: Timestamp) -> Result<usize, Problem> {
    let tx = db.system_tx(Reason::Figures).await?;
    if !lock_sampling().bind(&tx).one().await? {
        return Ok(0);
    }
    let mut changed = 0;
    for gauge in gauges {
        changed += sample_gauge().bind(&tx, gauge, &now).one().await?;
        progress::report();
    }
    finish_sampling().bind(&tx, &now).one().await?;
    tx.commit_with(async |_| Ok::<_, Problem>(())).await?;
    Ok(usize::try_from(changed).unwrap_or_default())
}

/// The functions of all gauges.
fn functions(families: &Families) -> Vec<&'static str> {
    let metrics = families.iter().flat_map(|family| family.metrics);
    let mut functions: Vec<_> = metrics
        .filter_map(|metric| match metric.figure {
            Figure::Gauge(gauge) => Some(gauge.function),
            _ => None,
        })
        .collect();
    functions.sort_unstable();
    functions.dedup();
    functions
}

/// One level for each gauge, bucket and, if `by_organization`, organization; the sum over organizations otherwise. Buckets
/// that ended before the first sample or begin after `now` have none. The bucket that contains `now` is computed from the tables.
pub async fn read_gauges(
    db: &Db,
    who: &impl AsRef<Identity>,
    gauges: &[Gauge],
    boundaries: &[Timestamp],
    organizations: Option<&[OrganizationId]>,
    by_organization: bool,
    now: Timestamp,
) -> Result<Vec<Level>, Problem> {
    let Some((since, _)) = range(boundaries) else { return Ok(vec![]) };
    let names: Vec<&str> = gauges.iter().map(|gauge| gauge.function).collect();
    let wanted = Wanted { gauges, names, organizations: organizations.map(uuids), by_organization };
    let ends: Vec<Timestamp> = boundaries[1..].iter().copied().take_while(|end| *end <= now).collect();
    let mut levels = if ends.is_empty() { vec![] } else { wanted.sampled(db, who, &ends).await? };
    if since <= now && ends.len() + 1 < boundaries.len() {
        levels.extend(wanted.current(db, who, ends.len()).await?);
    }
    Ok(levels)
}

struct Wanted<'a> {
    gauges: &'a [Gauge],
    names: Vec<&'a str>,
    organizations: Option<Vec<Uuid>>,
    by_organization: bool,
}

impl Wanted<'_> {
    /// The levels at these times.
    async fn sampled(&self, db: &Db, who: &impl AsRef<Identity>, ends: &[Timestamp]) -> Result<Vec<Level>, Problem> {
        let is_whole = self.organizations.is_none() && !self.by_organization && who.as_ref().organizations().is_none();
        if is_whole {
            return self.sampled_totals(db, who, ends).await;
        }
        let params = ReadSamplesParams {
            by_organization: self.by_organization,
            gauges: self.names.as_slice(),
            ends,
            organizations: self.organizations.as_deref(),
        };
        let tenant = db.tenant(who).await?.planned_anew();
        let rows = read_samples().params(&tenant, &params).all().await?;
        let level = |row: &ReadSamples| {
            let bucket = usize::try_from(row.bucket).ok()?;
            self.level(&row.gauge, bucket, row.organization_id, row.value, row.whole)
        };
        Ok(rows.iter().filter_map(level).collect())
    }

    /// The levels of the tenant as a whole at these times.
    async fn sampled_totals(
        &self,
        db: &Db,
        who: &impl AsRef<Identity>,
        ends: &[Timestamp],
    ) -> Result<Vec<Level>, Problem> {
        let params = ReadLevelTotalsParams { gauges: self.names.as_slice(), ends };
        let rows = read_level_totals().params(&db.tenant(who).await?, &params).all().await?;
        let levels = rows.into_iter().filter_map(|row| {
            let bucket = usize::try_from(row.bucket).ok()?;
            self.level(&row.gauge, bucket, None, row.value, row.whole)
        });
        Ok(levels.collect())
    }

    /// The levels of the tables now.
    async fn current(&self, db: &Db, who: &impl AsRef<Identity>, bucket: usize) -> Result<Vec<Level>, Problem> {
        let params = ReadLevelsParams {
            by_organization: self.by_organization,
            gauges: self.names.as_slice(),
            organizations: self.organizations.as_deref(),
        };
        let tenant = db.tenant(who).await?.planned_anew();
        let rows = read_levels().params(&tenant, &params).all().await?;
        if self.by_organization {
            let level =
                rows.iter().map(|row| self.level(&row.gauge, bucket, row.organization_id, row.value, row.whole));
            return Ok(level.flatten().collect());
        }
        let sum = |gauge: &Gauge| {
            let found = rows.iter().find(|row| row.gauge == gauge.function);
            let (value, whole) = found.map_or((0, None), |row| (row.value, row.whole));
            self.level(gauge.function, bucket, None, value, whole)
        };
        Ok(self.gauges.iter().filter_map(sum).collect())
    }

    fn level(
        &self,
        function: &str,
        bucket: usize,
        organization: Option<Uuid>,
        value: i64,
        whole: Option<i64>,
    ) -> Option<Level> {
        let gauge = self.gauges.iter().find(|gauge| gauge.function == function)?;
        let organization = organization.map(OrganizationId);
        let whole = gauge.share.then_some(whole.unwrap_or_default());
        Some(Level { gauge: gauge.function, bucket, organization, value, whole })
    }
}
