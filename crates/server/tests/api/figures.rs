//! Figures: what is read is what was counted, folded or not, and what the tables say.

use api::OrganizationId;
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use kernel::{
    db::Identity,
    figures::{self, Amount, Gauge, Group, KEPT, Level, Selection},
    http::Problem,
};
use serde_json::json;
use tenant_control::{
    families,
    operate::analytics::{self, Mode, Rebuilt},
};
use testkit::{TestApp, TestTenant, uuid_of};
use tokio_postgres::Client;
use uuid::Uuid;

const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// A measure that no other test has.
fn measure() -> &'static str {
    Box::leak(format!("test.{:016x}", rand::random::<u64>()).into_boxed_str())
}

fn done<T>(result: Result<T, Problem>) -> T {
    result.unwrap_or_else(|problem| panic!("{}", problem.said()))
}

/// The beginning of the hour that contains a time.
fn hour(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second().div_euclid(3600) * 3600).unwrap()
}

struct Scene {
    app: TestApp,
    tenant: TestTenant,
    root: Client,
    measure: &'static str,
    /// Two hours, which have ended.
    boundaries: [Timestamp; 3],
}

async fn scene() -> Scene {
    let app = TestApp::start().await;
    let (tenant, root) = (app.tenant().await, app.database.root().await);
    let begin = hour(app.app.clock.now()) - HOUR * 2;
    Scene { app, tenant, root, measure: measure(), boundaries: [begin, begin + HOUR, begin + HOUR * 2] }
}

impl Scene {
    fn everyone(&self) -> Identity {
        Identity::new(self.tenant.id, None)
    }

    /// As a trigger would, in the first or the second hour.
    async fn change(
        &self,
        bucket: usize,
        organization: Option<Uuid>,
        dimensions: &[&str],
        count: i64,
        seconds: &[f64],
    ) {
        let insert = "insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
            values ($1, $2, $3, $4, $5, $6, nullif($7, '{}'::double precision[]))";
        let at = self.boundaries[bucket] + HOUR / 4;
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 7] =
            [&self.tenant.id.0, &self.measure, &at, &organization, &dimensions, &count, &seconds];
        self.root.execute(insert, &values).await.unwrap();
    }

    /// Other tests may be folding too.
    async fn fold(&self) {
        for _ in 0..200 {
            done(figures::fold_all(&self.app.app.db).await);
            let left = "select count(*) from metric_changes where tenant_id = $1 and measure = $2";
            let left = self.root.query_one(left, &[&self.tenant.id.0, &self.measure]).await.unwrap();
            if left.get::<_, i64>(0) == 0 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        panic!("the changes are never folded")
    }

    async fn read(&self, who: &Identity, group: Option<Group>, filters: &[(usize, Vec<String>)]) -> Vec<Amount> {
        let (measures, boundaries) = (&[self.measure], &self.boundaries);
        let selection = Selection { measures, boundaries, organizations: None, filters, group };
        done(figures::read(&self.app.app.db, who, &selection, measures).await)
    }

    async fn whole(&self) -> Vec<Amount> {
        self.read(&self.everyone(), None, &[]).await
    }
}

/// The bucket, the group and the count of each.
fn counts(amounts: &[Amount]) -> Vec<(usize, Option<&str>, i64)> {
    amounts.iter().map(|amount| (amount.bucket, amount.group.as_deref(), amount.count)).collect()
}

#[tokio::test]
async fn folding_changes_no_figure() {
    let scene = scene().await;
    let organization = Some(Uuid::from_u128(7));
    scene.change(0, organization, &["high", "it"], 3, &[1.0, 2.0, 4.0]).await;
    scene.change(0, None, &["low", "it"], 2, &[8.0, 8.0]).await;
    scene.change(1, organization, &["high", "hr"], 5, &[]).await;
    let (whole, by_priority) = (scene.whole().await, Some(Group::Dimension(0)));
    assert_eq!(counts(&whole), [(0, None, 5), (1, None, 5)]);
    assert_eq!(whole[0].sketch.count(), 5);
    let split = scene.read(&scene.everyone(), by_priority, &[]).await;
    assert_eq!(counts(&split), [(0, Some("high"), 3), (0, Some("low"), 2), (1, Some("high"), 5)]);

    scene.fold().await;
    assert_eq!(scene.whole().await, whole);
    assert_eq!(scene.read(&scene.everyone(), by_priority, &[]).await, split);
    let only_it = [(1, vec!["it".to_owned()])];
    assert_eq!(counts(&scene.read(&scene.everyone(), None, &only_it).await), [(0, None, 5)]);

    // A change after that is added to the folded rows, of the platform as well.
    scene.change(1, organization, &["high", "hr"], 1, &[]).await;
    assert_eq!(counts(&scene.whole().await), [(0, None, 5), (1, None, 6)]);
    for _ in 0..2 {
        let all = figures::read_platform(&scene.app.app.db, &[scene.measure], &scene.boundaries, &[]).await;
        assert_eq!(counts(&done(all)), [(0, None, 5), (1, None, 6)]);
        scene.fold().await;
    }
}

#[tokio::test]
async fn several_processes_that_fold_count_each_change_once() {
    let scene = scene().await;
    for number in 0..60_u128 {
        scene.change(0, Some(Uuid::from_u128(1 + number % 3)), &["x"], 1, &[1.0]).await;
    }
    let db = &scene.app.app.db;
    let folds: Vec<_> = (0..4)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move { done(figures::fold(&db).await) })
        })
        .collect();
    for fold in folds {
        fold.await.unwrap();
    }
    let amount = scene.whole().await.remove(0);
    assert_eq!((amount.count, amount.sketch.count()), (60, 60));
    scene.fold().await;
    assert_eq!(scene.whole().await, [amount]);
}

#[tokio::test]
async fn a_restricted_caller_reads_figures_of_its_organizations_only() {
    let scene = scene().await;
    let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let restricted = Identity::new(scene.tenant.id, Some(vec![OrganizationId(own)]));
    let stranger = Identity::new(scene.app.tenant().await.id, None);
    for (organization, count) in [(Some(own), 1), (Some(other), 10), (None, 100)] {
        scene.change(0, organization, &["x"], count, &[]).await;
    }
    for _ in 0..2 {
        let text = own.to_string();
        assert_eq!(counts(&scene.read(&restricted, None, &[]).await), [(0, None, 1)]);
        let by_organization = scene.read(&restricted, Some(Group::Organization), &[]).await;
        assert_eq!(counts(&by_organization), [(0, Some(text.as_str()), 1)]);
        assert_eq!(counts(&scene.whole().await), [(0, None, 111)]);
        assert_eq!(scene.read(&stranger, None, &[]).await, []);
        scene.fold().await;
    }
}

#[tokio::test]
async fn durations_that_are_taken_back_leave_no_trace() {
    let scene = scene().await;
    scene.change(0, None, &["x"], 3, &[1.0, 100.0, 100.0]).await;
    scene.fold().await;
    scene.change(0, None, &["x"], -2, &[100.0, 100.0]).await;
    for _ in 0..2 {
        let amount = scene.whole().await.remove(0);
        assert_eq!((amount.count, amount.sketch.count()), (1, 1));
        assert!(amount.sketch.quantile(1.0).is_some_and(|most| (most - 1.0).abs() < 0.02));
        scene.fold().await;
    }
}

#[tokio::test]
async fn tenants_are_ranked_by_their_requests() {
    let scene = scene().await;
    let second = scene.app.tenant().await;
    // A day that no other test counts requests of.
    let day = (scene.app.app.clock.now() - SignedDuration::from_hours(300 * 24)).to_zoned(TimeZone::UTC).date();
    let midnight = day.to_zoned(TimeZone::UTC).unwrap().timestamp();
    let insert = "insert into metric_changes (tenant_id, measure, at, dimensions, count)
        values ($1, $2, $3, '{}', $4), ($5, $2, $3, '{}', 9)";
    for (measure, count) in [("api.requests", 40_i64), ("api.errors", 4)] {
        let at = midnight + HOUR * 5;
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&scene.tenant.id.0, &measure, &at, &count, &second.id.0];
        scene.root.execute(insert, &values).await.unwrap();
    }
    let db = &scene.app.app.db;
    for _ in 0..2 {
        let busy = done(figures::busiest_tenants(db, day, day.tomorrow().unwrap(), 10).await);
        let busy: Vec<_> = busy.iter().map(|tenant| (tenant.id, tenant.requests, tenant.errors)).collect();
        assert_eq!(busy, [(scene.tenant.id, 40, 4), (second.id, 9, 9)]);
        let active = done(figures::active_tenants(db, &[midnight - HOUR * 24, midnight, midnight + HOUR * 24]).await);
        assert_eq!(active, [(1, 2)]);
        done(figures::fold_all(db).await);
    }
}

const GAUGE: Gauge = Gauge { function: "app.gauge_of_a_test", share: false };

#[tokio::test]
async fn a_level_holds_until_the_sample_that_differs() {
    let scene = scene().await;
    // The level of an organization is the number of its open tickets.
    let function = "create or replace function app.gauge_of_a_test()
        returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint) language sql stable
        as $$
            select tenant_id, organization_id, count(*), null::bigint
            from tickets where status = 'open' group by tenant_id, organization_id
        $$";
    scene.root.batch_execute(function).await.unwrap();
    let organization = scene.tenant.organization("Initech").await;
    for number in 0..12 {
        let ticket = json!({"subject": format!("Ticket {number}"), "organization_id": organization});
        scene.tenant.client.post("/api/psa/tickets", ticket).await.expect(201);
    }
    let organization = OrganizationId(uuid_of(&organization));
    let (db, now) = (&scene.app.app.db, scene.boundaries[2] + HOUR / 2);
    let end = |hours: i32| scene.boundaries[2] + HOUR * hours;
    let boundaries: Vec<Timestamp> = (-5..=1).map(end).collect();
    let open = async |count: i64| {
        let statement = "update tickets set status = case when rank <= $2 then 'open' else 'closed' end
            from (select id, row_number() over (order by id) as rank from tickets where tenant_id = $1) as ranked
            where tickets.tenant_id = $1 and tickets.id = ranked.id";
        scene.root.execute(statement, &[&scene.tenant.id.0, &count]).await.unwrap();
    };
    let mut changed = vec![];
    for (count, at) in [(4, -4), (4, -3), (12, -2), (0, 0)] {
        open(count).await;
        changed.push(done(figures::sample(db, &[GAUGE.function], end(at) - HOUR / 2).await));
    }
    open(7).await;
    let read = async |who: &Identity, by_organization: bool| {
        let levels = figures::read_gauges(db, who, &[GAUGE], &boundaries, None, by_organization, now).await;
        done(levels)
            .into_iter()
            .map(|Level { bucket, organization, value, .. }| (bucket, organization, value))
            .collect()
    };
    let all: Vec<_> = read(&scene.everyone(), false).await;
    assert_eq!(all, [(0, None, 4), (1, None, 4), (2, None, 12), (3, None, 12), (4, None, 0), (5, None, 7)]);
    let restricted: Vec<_> = read(&Identity::new(scene.tenant.id, Some(vec![organization])), true).await;
    assert_eq!(restricted.last(), Some(&(5, Some(organization), 7)));
    assert_eq!(restricted.len(), 6);
    let rows = "select count(*) from gauge_samples where tenant_id = $1 and gauge = $2";
    let rows = scene.root.query_one(rows, &[&scene.tenant.id.0, &GAUGE.function]).await.unwrap();
    assert_eq!(rows.get::<_, i64>(0), 3, "only differences are stored: {changed:?}");
}

#[tokio::test]
async fn figures_are_kept_as_long_as_promised() {
    let scene = scene().await;
    let now = scene.app.app.clock.now();
    let ago = |days: i64| hour(now) - HOUR * i32::try_from(days * 24).unwrap();
    let insert = "insert into metric_shares (tenant_id, measure, at, dimensions, count) values ($1, $2, $3, '{}', 1)";
    for (measure, days) in
        [("api.requests", 93), ("api.requests", 91), ("tickets.created", 93), ("tickets.created", 801)]
    {
        scene.root.execute(insert, &[&scene.tenant.id.0, &measure, &ago(days)]).await.unwrap();
    }
    let insert =
        "insert into metric_totals (tenant_id, measure, minutes, at, count) values ($1, 'api.requests', 60, $2, 1)";
    for days in [93, 801] {
        scene.root.execute(insert, &[&scene.tenant.id.0, &ago(days)]).await.unwrap();
    }
    done(figures::forget_old(&scene.app.app.db, now).await);
    let left = "select measure, at from metric_shares where tenant_id = $1
        union all select 'total', at from metric_totals where tenant_id = $1 order by 1";
    let left = scene.root.query(left, &[&scene.tenant.id.0]).await.unwrap();
    let left: Vec<(String, Timestamp)> = left.iter().map(|row| (row.get(0), row.get(1))).collect();
    let wanted = [("api.requests", 91), ("tickets.created", 93), ("total", 93)];
    assert_eq!(left, wanted.map(|(measure, days)| (measure.to_owned(), ago(days))));
    assert!(ago(801) < now - KEPT);
}

async fn rebuild(scene: &Scene, mode: Mode) -> Rebuilt {
    let (app, id) = (&scene.app.app, scene.tenant.id.to_string());
    analytics::rebuild(&app.db, app.clock, families::all(), Some(&id), mode).await.unwrap().remove(0)
}

#[tokio::test]
async fn a_wrong_figure_is_found_and_rebuilt_from_the_tables() {
    let scene = Scene { measure: "tickets.created", ..scene().await };
    let now = scene.app.app.clock.now();
    for subject in ["Printer on fire", "Copier on fire"] {
        scene.tenant.client.post("/api/psa/tickets", json!({"subject": subject})).await.expect(201);
    }
    let created = async || {
        let boundaries = [hour(now) - HOUR, hour(now) + HOUR * 2];
        let measures = &[scene.measure];
        let selection = Selection { measures, boundaries: &boundaries, organizations: None, filters: &[], group: None };
        done(figures::read(&scene.app.app.db, &scene.everyone(), &selection, &[]).await)[0].count
    };
    for _ in 0..2 {
        let right = rebuild(&scene, Mode::Check).await;
        assert!(right.rows > 0 && right.differences.is_empty(), "{right:?}");
        scene.fold().await;
    }
    let tamper = "update metric_totals set count = count + 5 where tenant_id = $1 and measure = $2";
    assert!(scene.root.execute(tamper, &[&scene.tenant.id.0, &scene.measure]).await.unwrap() > 0);
    let lose = "delete from metric_shares where tenant_id = $1 and measure = $2";
    assert!(scene.root.execute(lose, &[&scene.tenant.id.0, &scene.measure]).await.unwrap() > 0);
    assert!(created().await > 2);

    let found = rebuild(&scene, Mode::Check).await;
    assert!(found.differences.iter().all(|difference| difference.measure == scene.measure), "{found:?}");
    assert!(found.differences.len() >= 2 && found.repaired == 0, "a share and a total: {found:?}");
    let repaired = rebuild(&scene, Mode::Repair).await;
    assert_eq!(repaired.repaired, found.differences.len());
    assert!(rebuild(&scene, Mode::Check).await.differences.is_empty());
    assert_eq!(created().await, 2);
    // Changes after a repair are counted as usual.
    scene.tenant.client.post("/api/psa/tickets", json!({"subject": "Scanner on fire"})).await.expect(201);
    assert_eq!(created().await, 3);
    assert!(rebuild(&scene, Mode::Check).await.differences.is_empty());
}
