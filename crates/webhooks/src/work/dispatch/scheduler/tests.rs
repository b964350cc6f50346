//! The scheduler alone, with simulated time.

use super::*;
use crate::work::{
    dispatch::permits::{TENANT_LIMIT, WORKER_LIMIT},
    lane,
    send::Attempt,
};
use api::webhooks::WebhookStatus;
use jiff::SignedDuration;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;
const A: TenantId = TenantId(Uuid::from_u128(1));
const B: TenantId = TenantId(Uuid::from_u128(2));

fn endpoint(tenant: TenantId, number: u128) -> Endpoint {
    let mut endpoint = Endpoint::example(WebhookStatus::Active, None);
    (endpoint.tenant, endpoint.id) = (tenant, Uuid::from_u128(tenant.0.as_u128() << 64 | number));
    endpoint
}

/// The job's id identifies its endpoint.
fn job(endpoint: &Endpoint, number: u128) -> Job {
    Job { id: Uuid::from_u128(endpoint.id.as_u128() << 16 | number), ..lane::tests::job(number) }
}

/// A scheduler with these endpoints, each with this many deliveries in memory and none in the table.
fn scheduler(endpoints: Vec<Endpoint>, jobs: u128) -> Scheduler {
    let mut scheduler = Scheduler::new(RetrySchedule::new(1.0));
    let mut by_tenant: HashMap<TenantId, Vec<Arc<Endpoint>>> = HashMap::new();
    endpoints.into_iter().for_each(|one| by_tenant.entry(one.tenant).or_default().push(Arc::new(one)));
    for (tenant, endpoints) in by_tenant {
        let with_health = endpoints.into_iter().map(|endpoint| (endpoint, Health::default())).collect();
        scheduler.receive(DispatchMessage::Endpoints(tenant, with_health), NOW);
    }
    for load in loads(scheduler.start_due(NOW)) {
        let jobs = (0..jobs).map(|number| job(&load.endpoint, number)).collect();
        scheduler.receive(loaded(&load, jobs), NOW);
    }
    scheduler
}

fn loaded(load: &LoadRequest, jobs: Vec<Job>) -> DispatchMessage {
    DispatchMessage::Loaded { endpoint: load.endpoint.id, lane: load.lane, jobs, more_at: None }
}

fn loads(effects: Vec<Effect>) -> Vec<LoadRequest> {
    let load = |effect| match effect {
        Effect::Load(load) => Some(load),
        _ => None,
    };
    effects.into_iter().filter_map(load).collect()
}

fn started(effects: Vec<Effect>) -> Vec<Start> {
    let start = |effect| match effect {
        Effect::Start(start) => Some(*start),
        _ => None,
    };
    effects.into_iter().filter_map(start).collect()
}

fn finish(scheduler: &mut Scheduler, start: Start, outcome: Outcome) -> Vec<Effect> {
    let Start { endpoint, job, kind, permit } = start;
    let finished = Finished { endpoint, job, kind, attempt: Attempt::example(), outcome, permit };
    scheduler.receive(DispatchMessage::Finished(Box::new(finished)), NOW)
}

fn of(tenant: TenantId, starts: &[Start]) -> usize {
    starts.iter().filter(|start| start.endpoint.tenant == tenant).count()
}

#[test]
fn endpoints_take_turns() {
    let mut scheduler = scheduler((0..3).map(|number| endpoint(A, number)).collect(), 5);
    let order: Vec<u128> =
        started(scheduler.start_due(NOW)).iter().map(|start| start.endpoint.id.as_u128() & 0xffff).collect();
    assert_eq!(order.len(), 6, "two at once for each that has accepted nothing yet");
    assert_eq!(order[..3], order[3..]);
    assert_eq!(order[..3].iter().collect::<HashSet<_>>().len(), 3);
}

#[test]
fn a_tenant_has_no_more_in_flight_than_its_limit_and_another_is_not_held_up() {
    let endpoints = (0..40).map(|number| endpoint(A, number)).chain([endpoint(B, 0)]).collect();
    let mut scheduler = scheduler(endpoints, 2);
    let mut starts = started(scheduler.start_due(NOW));
    assert_eq!((of(A, &starts), of(B, &starts)), (TENANT_LIMIT, 2));
    assert!(started(scheduler.start_due(NOW)).is_empty());

    let at = starts.iter().position(|start| start.endpoint.tenant == A).unwrap();
    finish(&mut scheduler, starts.swap_remove(at), Outcome::Accepted);
    let next = started(scheduler.start_due(NOW));
    assert_eq!((of(A, &next), next.len()), (1, 1), "a lane that waited for the permit");
}

#[test]
fn a_worker_has_no_more_in_flight_than_its_limit() {
    let tenants = (10..25).map(|tenant| TenantId(Uuid::from_u128(tenant)));
    let endpoints = tenants.flat_map(|tenant| (0..40).map(move |number| endpoint(tenant, number))).collect();
    let mut scheduler = scheduler(endpoints, 2);
    let mut starts = started(scheduler.start_due(NOW));
    assert_eq!(starts.len(), WORKER_LIMIT);
    assert!(!scheduler.can_start(), "nothing to wait for but a result");
    finish(&mut scheduler, starts.remove(0), Outcome::Accepted);
    assert!(scheduler.can_start());
    assert_eq!(started(scheduler.start_due(NOW)).len(), 1);
}

#[test]
fn an_attempt_that_is_lost_gives_its_permit_back() {
    let endpoints = (0..40).map(|number| endpoint(A, number)).collect();
    let mut scheduler = scheduler(endpoints, 2);
    let starts = started(scheduler.start_due(NOW));
    assert_eq!(starts.len(), TENANT_LIMIT);
    drop(starts);
    assert!(!scheduler.permits.has_in_flight(A));
}

#[test]
fn a_tenant_is_drained_when_its_last_attempt_has_ended_and_is_stored() {
    let mut scheduler = scheduler(vec![endpoint(A, 0), endpoint(B, 0)], 5);
    let mut of_a: Vec<Start> =
        started(scheduler.start_due(NOW)).into_iter().filter(|start| start.endpoint.tenant == A).collect();
    assert!(scheduler.receive(DispatchMessage::Drain(A), NOW).is_empty());
    assert!(started(scheduler.start_due(NOW)).is_empty());

    let first = finish(&mut scheduler, of_a.remove(0), Outcome::Accepted);
    assert!(matches!(&first[..], [Effect::Store(_)]));
    let last = finish(&mut scheduler, of_a.remove(0), Outcome::Accepted);
    assert!(matches!(&last[..], [Effect::Store(_), Effect::Drained(A)]));
    assert!(started(scheduler.start_due(NOW)).is_empty(), "three are left to the next worker");
    assert!(
        matches!(&scheduler.receive(DispatchMessage::Drain(A), NOW)[..], [Effect::Drained(A)]),
        "nothing in flight"
    );
}

#[test]
fn a_tenant_that_comes_back_is_not_drained() {
    let mut scheduler = scheduler(vec![endpoint(A, 0)], 1);
    let mut starts = started(scheduler.start_due(NOW));
    scheduler.receive(DispatchMessage::Drain(A), NOW);
    let back = vec![(Arc::new(endpoint(A, 0)), Health::default())];
    scheduler.receive(DispatchMessage::Endpoints(A, back), NOW);
    let effects = finish(&mut scheduler, starts.remove(0), Outcome::Accepted);
    assert!(matches!(&effects[..], [Effect::Store(_)]));
}

#[test]
fn a_load_of_an_earlier_lane_is_ignored() {
    let mut scheduler = scheduler(vec![], 0);
    let endpoints = || vec![(Arc::new(endpoint(A, 0)), Health::default())];
    scheduler.receive(DispatchMessage::Endpoints(A, endpoints()), NOW);
    let earlier = loads(scheduler.start_due(NOW)).remove(0);
    scheduler.receive(DispatchMessage::Endpoints(A, vec![]), NOW);
    scheduler.receive(DispatchMessage::Endpoints(A, endpoints()), NOW);
    let later = loads(scheduler.start_due(NOW)).remove(0);
    scheduler.receive(loaded(&earlier, vec![job(&earlier.endpoint, 1)]), NOW);
    assert!(started(scheduler.start_due(NOW)).is_empty());
    scheduler.receive(loaded(&later, vec![job(&later.endpoint, 1)]), NOW);
    assert_eq!(started(scheduler.start_due(NOW)).len(), 1);
}

#[test]
fn the_result_of_a_deleted_endpoint_is_stored_without_its_health() {
    let mut scheduler = scheduler(vec![endpoint(A, 0)], 1);
    let mut starts = started(scheduler.start_due(NOW));
    scheduler.receive(DispatchMessage::Endpoints(A, vec![]), NOW);
    let failed = Outcome::Failed { retry_after: None };
    let effects = finish(&mut scheduler, starts.remove(0), failed);
    let [Effect::Store(result)] = &effects[..] else { panic!("one result") };
    assert!(matches!(result.next_state, NextState::Retry(at) if at > NOW) && result.health.is_none());
}

#[test]
fn an_endpoint_that_is_gone_changes_its_status() {
    let mut scheduler = scheduler(vec![endpoint(A, 0)], 2);
    let start = started(scheduler.start_due(NOW)).remove(0);
    let effects = finish(&mut scheduler, start, Outcome::Gone);
    assert!(matches!(&effects[..], [Effect::ChangeStatus(_, StatusChange::Disabled(_)), Effect::Store(_)]));
    assert!(started(scheduler.start_due(NOW)).is_empty());
}

#[test]
fn health_is_stored_at_once_when_it_changes_and_otherwise_now_and_then() {
    let mut scheduler = scheduler(vec![endpoint(A, 0)], 5);
    let (mut starts, mut stored) = (vec![], vec![]);
    for outcome in [Outcome::Accepted, Outcome::Accepted, Outcome::Failed { retry_after: None }] {
        starts.extend(started(scheduler.start_due(NOW)));
        match &finish(&mut scheduler, starts.remove(0), outcome)[..] {
            [Effect::Store(result)] => stored.push(result.health.as_ref().map(|health| health.consecutive_failures)),
            _ => panic!("one result"),
        }
    }
    assert_eq!(stored, [Some(0), None, Some(1)]);
}

#[test]
fn a_limited_endpoint_is_woken_when_it_may_be_sent_the_next() {
    let mut limited = endpoint(A, 0);
    limited.max_per_second = Some(1);
    let mut scheduler = scheduler(vec![limited], 2);
    assert_eq!(started(scheduler.start_due(NOW)).len(), 1);
    let next = NOW + SignedDuration::from_secs(1);
    assert_eq!(scheduler.next_timer(), Some(next));
    scheduler.wake_due(NOW);
    assert!(started(scheduler.start_due(NOW)).is_empty());
    scheduler.wake_due(next);
    assert_eq!((started(scheduler.start_due(next)).len(), scheduler.next_timer()), (1, None));
}
