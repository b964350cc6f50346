//! The time to read figures: a year by day over 20 metrics of a tenant with 10 million requests and a million tickets,
//! and the platform's month by day over 5,000 tenants.
//!
//! The tables of figures are filled directly, as the counted rows would have left them: every quarter hour has traffic. The
//! requests and tickets themselves do not exist, so counting and rebuilding are not measured.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use jiff::{Timestamp, ToSpan, tz::TimeZone};
use kernel::clock::Clock;
use rand::Rng;
use serde_json::Value;
use sketch::Sketch;
use std::time::{Duration, Instant};
use testkit::ServerProcess;
use tokio_postgres::Client as Root;
use uuid::Uuid;

/// The 99th percentile of a tenant's year. It is limited by the sketches: four measures have one for each hour, which makes
/// 35,000 of them to be read and merged for each request.
const YEAR: Duration = Duration::from_millis(1_500);

/// The 99th percentile of the platform's month. It is limited by the sketches as well, which are fewer and have more bins.
const MONTH: Duration = Duration::from_millis(1_000);

/// Twenty metrics: counts, ratios, quantiles, levels and people.
const METRICS: &str = "tickets.created,tickets.resolved,tickets.reopened,tickets.sla_attainment,tickets.first_response_p50,\
    tickets.first_response_p90,tickets.resolution_p50,tickets.resolution_p90,tickets.backlog,devices.total,workflows.runs,\
    workflows.failed,webhooks.deliveries,webhooks.failed,webhooks.latency_p95,api.requests,api.errors,api.latency_p50,\
    api.latency_p99,users.active";

/// A measure, its count in a quarter hour for each request, and the median of its durations in seconds.
const MEASURES: &[(&str, f64, Option<f64>)] = &[
    ("api.requests", 1.0, Some(0.02)),
    ("api.errors", 0.02, None),
    ("api.rate_limited", 0.001, None),
    ("tickets.created", 0.1, None),
    ("tickets.resolved", 0.1, None),
    ("tickets.sla_met", 0.09, None),
    ("tickets.reopened", 0.005, None),
    ("tickets.first_response", 0.1, Some(1_800.0)),
    ("tickets.resolution", 0.1, Some(40_000.0)),
    ("workflows.runs", 0.05, None),
    ("workflows.failed", 0.002, None),
    ("webhooks.deliveries", 0.2, None),
    ("webhooks.failed", 0.002, None),
    ("webhooks.latency", 0.2, Some(0.3)),
];

/// The minutes of a total, its number of quarter hours, and its factor compared with a quarter hour.
const SPANS: [(i16, i64, f64); 2] = [(15, 1, 1.0), (60, 4, 4.0)];

/// Different sketches of a measure. Reading one costs the same as reading another.
const SKETCHES: usize = 200;

/// The amount of data.
struct Amounts {
    days: i64,
    /// Requests of the tenant in a quarter hour.
    requests: f64,
    customers: i64,
    /// Customers whose backlog changes in a quarter hour.
    changes: i64,
    people: i64,
    tenants: i64,
    /// The number of requests for a year, and for a month.
    years: usize,
    months: usize,
}

const FULL: Amounts = Amounts {
    days: 365,
    requests: 10_000_000.0 / 35_040.0,
    customers: 200,
    changes: 50,
    people: 50,
    tenants: 5_000,
    years: 200,
    months: 100,
};

const SHORT: Amounts =
    Amounts { days: 40, requests: 285.0, customers: 20, changes: 5, people: 10, tenants: 200, years: 8, months: 8 };

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let amounts = size.pick(FULL, SHORT);
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off -c shared_buffers=512MB -c max_wal_size=4GB").await?;
    let tenant = stage.tenant("figures").await?;
    let root = stage.database.root().await;
    root.batch_execute("set session_replication_role = replica; set jit = off").await?;
    let now = Clock::System.now();
    let today = now.to_zoned(TimeZone::UTC).date();
    let first = today.saturating_sub((amounts.days - 1).days()).to_zoned(TimeZone::UTC)?.timestamp();
    let rows = fill_tenant(&root, tenant.tenant.0, &amounts, first).await.context("the tenant")?;
    let month = today.saturating_sub(29.days()).to_zoned(TimeZone::UTC)?.timestamp();
    let rows = rows + fill_platform(&root, tenant.tenant.0, &amounts, month).await.context("the platform")?;
    root.batch_execute("vacuum analyze").await?;
    outcome.figure(format!("{rows} rows of figures, {} days, {} tenants", amounts.days, amounts.tenants));

    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let reader =
        ApiReader { http: reqwest::Client::builder().no_proxy().build()?, base: &server.base, key: &tenant.key };
    let year = format!("/api/analytics/tenant?since={first}&metrics={METRICS}");
    let seen = reader.body(&year).await?;
    check_year(&mut outcome, &seen, &amounts);
    let times = reader.repeatedly(&year, amounts.years).await?;
    let p99 = percentiles(&mut outcome, "a year by day over 20 metrics", &times);
    outcome.promise_in_full(size, p99 <= YEAR, format!("a year has a p99 of at most {YEAR:.0?}"));
    outcome.promise(p99 <= 5 * YEAR, "a year is not five times slower than promised");

    let month = "/api/analytics/platform?compare=previous_period";
    let seen = reader.body(month).await?;
    let active = seen["totals"]["tenants.active"]["value"].as_i64();
    outcome.promise(active == Some(amounts.tenants), format!("all tenants are active, not {active:?}"));
    let times = reader.repeatedly(month, amounts.months).await?;
    let p99 = percentiles(&mut outcome, "the platform's month by day", &times);
    outcome.promise_in_full(size, p99 <= MONTH, format!("a month of the platform has a p99 of at most {MONTH:.0?}"));
    outcome.promise(p99 <= 5 * MONTH, "a month of the platform is not five times slower than promised");

    // This request has no bound, because it reads the rows by customer.
    let groups = format!("/api/analytics/tenant?since={first}&metrics=tickets.created&group_by=organization_id");
    let seen = reader.body(&groups).await?;
    outcome.promise(seen["limits"]["groups"] == amounts.customers, "every customer is a group");
    let times = reader.repeatedly(&groups, amounts.years.div_ceil(10)).await?;
    percentiles(&mut outcome, "the year's tickets by customer", &times);
    Ok(outcome)
}

fn check_year(outcome: &mut Outcome, seen: &Value, amounts: &Amounts) {
    let series = seen["series"].as_array().map_or(0, Vec::len);
    let points = seen["series"][0]["points"].as_array().map_or(0, Vec::len);
    let requests = seen["totals"]["api.requests"]["value"].as_f64().unwrap_or(0.0);
    #[expect(clippy::cast_precision_loss, reason = "some thousand days")]
    let expected = amounts.requests * 96.0 * (amounts.days - 1) as f64;
    outcome.figure(format!("{series} series of {points} points over {requests:.0} requests"));
    outcome.promise(series == 20 && i64::try_from(points).ok() == Some(amounts.days), "the year has 20 series of days");
    outcome.promise(requests >= expected * 0.99, format!("the year has {expected:.0} requests"));
}

/// Reports the 50th and the 99th percentile, and returns the 99th.
fn percentiles(outcome: &mut Outcome, what: &str, times: &[Duration]) -> Duration {
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    outcome.figure(format!("{what}: p50 {:.0?}, p99 {:.0?} of {}", at(50), at(99), times.len()));
    at(99)
}

/// A client without the checks of the tests' client, which would be measured as well.
struct ApiReader<'a> {
    http: reqwest::Client,
    base: &'a str,
    key: &'a str,
}

impl ApiReader<'_> {
    async fn bytes(&self, target: &str) -> anyhow::Result<Vec<u8>> {
        let response = self.http.get(format!("{}{target}", self.base)).bearer_auth(self.key).send().await?;
        let (status, bytes) = (response.status(), response.bytes().await?);
        ensure!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&bytes));
        Ok(bytes.to_vec())
    }

    async fn body(&self, target: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_slice(&self.bytes(target).await?)?)
    }

    /// The times of `count` requests, one after the other, the shortest first.
    async fn repeatedly(&self, target: &str, count: usize) -> anyhow::Result<Vec<Duration>> {
        let mut times = vec![];
        for _ in 0..count {
            let started = Instant::now();
            self.bytes(target).await?;
            times.push(started.elapsed());
        }
        times.sort();
        Ok(times)
    }
}

/// The year of one tenant, as a whole, by customers, with its levels and its people.
async fn fill_tenant(root: &Root, tenant: Uuid, amounts: &Amounts, first: Timestamp) -> anyhow::Result<u64> {
    let (quarters, customers) = (amounts.days * 96, amounts.customers);
    let mut rows = 0;
    for (measure, share, median) in MEASURES {
        for (minutes, quarters_each, weight) in SPANS {
            let (count, sketches) = measured(amounts.requests * share * weight, *median);
            let values: &[&(dyn tokio_postgres::types::ToSql + Sync)] =
                &[&tenant, measure, &first, &(quarters / quarters_each), &count, &sketches, &minutes];
            rows += root.execute(TOTALS, values).await.with_context(|| format!("totals of {measure}"))?;
        }
    }
    root.execute(ORGANIZATIONS, &[&tenant, &customers]).await.context("customers")?;
    #[expect(clippy::cast_possible_truncation, reason = "some tickets")]
    let tickets = (amounts.requests * 0.1).round() as i64;
    rows += root.execute(SHARES, &[&tenant, &first, &quarters, &tickets, &customers]).await.context("shares")?;
    for gauge in ["app.gauge_tickets_backlog", "app.gauge_devices_total"] {
        root.execute(LEVELS, &[&tenant, &gauge, &customers]).await.context("levels")?;
        let values: &[&(dyn tokio_postgres::types::ToSql + Sync)] =
            &[&tenant, &gauge, &first, &quarters, &amounts.changes, &customers];
        rows += root.execute(SAMPLES, values).await.context("samples")?;
        rows +=
            root.execute(LEVEL_TOTALS, &[&tenant, &gauge, &first, &quarters, &customers]).await.context("levels")?;
    }
    root.execute(SAMPLING, &[&tenant, &first]).await.context("sampling")?;
    rows += root.execute(PEOPLE, &[&tenant, &first, &quarters, &amounts.people]).await.context("people")?;
    Ok(rows)
}

/// A month of all tenants. The first one is the operator's.
async fn fill_platform(root: &Root, operator: Uuid, amounts: &Amounts, first: Timestamp) -> anyhow::Result<u64> {
    root.execute("update tenants set platform = true where id = $1", &[&operator]).await?;
    root.execute(TENANTS, &[&(amounts.tenants - 1)]).await.context("tenants")?;
    let mut rows = 0;
    for (measure, share, median) in MEASURES {
        // A hundred requests of each tenant in a quarter hour.
        #[expect(clippy::cast_precision_loss, reason = "some thousand tenants")]
        let requests = 100.0 * amounts.tenants as f64;
        for (minutes, quarters_each, weight) in SPANS {
            let (count, sketches) = measured(requests * share * weight, *median);
            let values: &[&(dyn tokio_postgres::types::ToSql + Sync)] =
                &[measure, &first, &(30 * 96 / quarters_each), &count, &sketches, &minutes];
            rows += root.execute(PLATFORM, values).await.with_context(|| format!("the platform's {measure}"))?;
        }
    }
    let day = first.to_zoned(TimeZone::UTC).date();
    Ok(rows + root.execute(DAYS, &[&day]).await.context("days of tenants")?)
}

/// A count, and a sketch of that number of values; no sketch without a median.
fn measured(count: f64, median: Option<f64>) -> (i64, Option<Vec<Vec<u8>>>) {
    #[expect(clippy::cast_possible_truncation, reason = "some values")]
    let count = (count.round() as i64).max(1);
    let sketches = median.map(|median| (0..SKETCHES).map(|_| sketch_of(count, median).encode()).collect());
    (count, sketches)
}

/// Values between a tenth and ten times the median. Of very many, the bins are the same with fewer draws.
fn sketch_of(count: i64, median: f64) -> Sketch {
    const DRAWS: i64 = 2_000;
    let (mut sketch, mut rng) = (Sketch::new(), rand::rng());
    let draws = count.min(DRAWS);
    for draw in 0..draws {
        let weight = count / draws + i64::from(draw < count % draws);
        sketch.add_many(median * 10_f64.powf(rng.random_range(-1.0..1.0)), weight);
    }
    sketch
}

const TOTALS: &str = "
    insert into metric_totals (tenant_id, measure, minutes, at, count, sketch)
    select
        $1, $2, $7::smallint, $3::timestamptz + n * $7::smallint * interval '1 minute', $5,
        ($6::bytea[])[(1 + n % cardinality($6::bytea[]))::integer]
    from generate_series(0, $4::bigint - 1) as n";

const PLATFORM: &str = "
    insert into platform_totals (measure, minutes, at, count, sketch)
    select
        $1, $6::smallint, $2::timestamptz + n * $6::smallint * interval '1 minute', $4,
        ($5::bytea[])[(1 + n % cardinality($5::bytea[]))::integer]
    from generate_series(0, $3::bigint - 1) as n";

const ORGANIZATIONS: &str = "
    insert into organizations (tenant_id, id, name, domains, tags, custom_fields, created_at, updated_at)
    select $1, md5('customer ' || n)::uuid, 'Customer ' || n, '{}', '{}', '{}', now(), now()
    from generate_series(0, $2::bigint - 1) as n";

/// The tickets of a quarter hour belong to different customers.
const SHARES: &str = "
    insert into metric_shares (tenant_id, measure, at, organization_id, dimensions, count)
    select
        $1, 'tickets.created', $2::timestamptz + n * interval '15 minutes', md5('customer ' || (n * 7 + ticket) % $5::bigint)::uuid,
        array['p' || 1 + ticket % 4, 'incident', 'api'], count(*)
    from generate_series(0, $3::bigint - 1) as n
    cross join generate_series(0, $4::bigint - 1) as ticket
    group by n, (n * 7 + ticket) % $5::bigint, ticket % 4";

const LEVELS: &str = "
    insert into gauge_levels (tenant_id, gauge, organization_id, value)
    select $1, $2, md5('customer ' || n)::uuid, 40
    from generate_series(0, $3::bigint - 1) as n";

/// In each quarter hour, the levels of other customers change.
const SAMPLES: &str = "
    insert into gauge_samples (tenant_id, gauge, organization_id, at, value)
    select distinct on (n, (n * 13 + change) % $6::bigint)
        $1::uuid, $2::text, md5('customer ' || (n * 13 + change) % $6::bigint)::uuid, $3::timestamptz + n * interval '15 minutes',
        20 + n % 40
    from generate_series(0, $4::bigint - 1) as n
    cross join generate_series(0, $5::bigint - 1) as change";

const LEVEL_TOTALS: &str = "
    insert into gauge_totals (tenant_id, gauge, at, value)
    select $1, $2, $3::timestamptz + n * interval '15 minutes', $5::bigint * (20 + n % 40)
    from generate_series(0, $4::bigint - 1) as n";

const SAMPLING: &str = "
    insert into gauge_sampling (tenant_id, since, through)
    values ($1, $2, now())
    on conflict (tenant_id) do update set since = excluded.since, through = excluded.through";

/// Everybody works for five hours of each day.
const PEOPLE: &str = "
    insert into user_activity (tenant_id, at, user_id)
    select $1, $2::timestamptz + n * interval '15 minutes', md5('person ' || person)::uuid
    from generate_series(0, $3::bigint - 1) as n
    cross join generate_series(0, $4::bigint - 1) as person
    where (n + person) % 96 < 20";

const TENANTS: &str = "
    insert into tenants (id, name, domain, environment, platform, routing, created_at)
    select md5('tenant ' || n)::uuid, 'Tenant ' || n, 'figures-' || n || '.example', 'production', false, 'figures' || n, now()
    from generate_series(1, $1::bigint) as n";

const DAYS: &str = "
    insert into tenant_days (tenant_id, day, requests, errors)
    select id, $1::date + n, 9600, 96
    from tenants
    cross join generate_series(0, 29) as n";
