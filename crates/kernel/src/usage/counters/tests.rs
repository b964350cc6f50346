//! The names under which requests are counted, without a database.

use super::*;
use crate::clock::Offset;
use api::{ApiKeyId, SessionId, UserId};
use jiff::SignedDuration;

const LIST: &str = "tickets.list";
const CREATE: &str = "tickets.create";

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn by_key(number: u128) -> Holder {
    Holder::Key(ApiKeyId(id(number)))
}

fn by_user(number: u128) -> Holder {
    Holder::User { id: UserId(id(number)), session: SessionId(id(0)), last_used_at: Timestamp::UNIX_EPOCH }
}

fn answered(tenant: u128, holder: Holder, operation: &'static str, status: u16) -> Answered {
    Answered { tenant: TenantId(id(tenant)), holder, operation, status, took: Duration::from_millis(20) }
}

/// Tenant, API key, operation, requests, errors and refusals.
fn lines(taken: &Taken) -> Vec<(u128, String, &'static str, [i64; 3])> {
    let line = |(stored, counts): (&Stored, &Counts)| {
        let Counts { requests, errors, rate_limited, .. } = *counts;
        (stored.tenant.as_u128(), stored.api_key.clone(), stored.operation, [requests, errors, rate_limited])
    };
    taken.counts.iter().map(line).collect()
}

#[test]
fn requests_are_counted_by_tenant_key_operation_and_kind_of_status() {
    let counters = Counters::default();
    let add = |tenant, key, operation, status| {
        counters.add(Clock::System, &answered(tenant, by_key(key), operation, status));
    };
    for status in [200, 201, 304, 400, 404, 409, 500, 503, 429, 429] {
        add(1, 7, LIST, status);
    }
    add(1, 7, CREATE, 201);
    add(1, 8, LIST, 200);
    add(2, 7, LIST, 429);
    let taken = counters.take();
    let (seven, eight) = (id(7).to_string(), id(8).to_string());
    assert_eq!(
        lines(&taken),
        [
            (1, seven.clone(), CREATE, [1, 0, 0]),
            (1, seven.clone(), LIST, [10, 5, 2]),
            (1, eight, LIST, [1, 0, 0]),
            (2, seven, LIST, [1, 0, 1]),
        ]
    );
    assert!(taken.people.is_empty(), "keys are no people");
    for counts in taken.counts.values() {
        assert_eq!(counts.latency.count(), counts.requests, "the sketch contains every request");
        let median = counts.latency.quantile(0.5).unwrap();
        assert!((median - 0.02).abs() < 0.0003, "{median}");
    }
    assert!(counters.is_empty() && counters.take().counts.is_empty(), "what is taken is taken once");
}

#[test]
fn people_are_counted_together_and_are_active() {
    let counters = Counters::default();
    for user in [1, 2, 2] {
        counters.add(Clock::System, &answered(1, by_user(user), LIST, 200));
    }
    let taken = counters.take();
    assert_eq!(lines(&taken), [(1, String::new(), LIST, [3, 0, 0])]);
    let people: Vec<_> = taken.people.iter().map(|person| (person.tenant, person.user)).collect();
    assert_eq!(people, [(id(1), id(1)), (id(1), id(2))]);
    assert_eq!(taken.counts.values().next().unwrap().latency.count(), 3);
}

#[test]
fn each_quarter_hour_is_counted_by_itself() {
    let (counters, offset) = (Counters::default(), Offset::none());
    for _ in 0..3 {
        counters.add(offset.clock(), &answered(1, by_key(1), LIST, 200));
        offset.advance(SignedDuration::from_mins(15));
    }
    let at: Vec<i64> = counters.take().counts.keys().map(|stored| stored.at.as_second()).collect();
    assert_eq!((at.len(), at[1] - at[0], at[2] - at[1]), (3, 900, 900));
    assert!(at.iter().all(|at| at % 900 == 0));
}

#[test]
fn requests_of_too_many_keys_are_counted_as_others_of_their_tenant() {
    let counters = Counters::default();
    let all = 2 * MOST_KEYS as u128;
    for key in 0..all {
        counters.add(Clock::System, &answered(key % 3, by_key(key), LIST, 200));
    }
    // A key that is known is still counted by itself.
    counters.add(Clock::System, &answered(0, by_key(0), LIST, 200));
    let taken = counters.take();
    let requests: i64 = taken.counts.values().map(|counts| counts.requests).sum();
    assert_eq!(requests, all as i64 + 1, "none is lost");
    // A test that runs at the end of a quarter hour counts in two.
    assert!(taken.counts.len() <= MOST_KEYS + 2 * 3 * SHARDS, "{}", taken.counts.len());
    let other = |tenant| {
        let of = taken.counts.iter().filter(move |(stored, _)| stored.tenant == id(tenant) && stored.api_key == OTHER);
        of.map(|(stored, counts)| (stored.operation, counts.requests)).collect::<Vec<_>>()
    };
    for tenant in 0..3 {
        assert!(other(tenant).iter().all(|(operation, requests)| *operation == OTHER && *requests > 10_000));
        assert!(!other(tenant).is_empty());
    }
    let quarters: BTreeSet<Timestamp> = taken.counts.keys().map(|stored| stored.at).collect();
    let of_first = taken.counts.iter().filter(|(stored, _)| stored.api_key == id(0).to_string());
    let of_first: i64 = of_first.map(|(_, counts)| counts.requests).sum();
    assert!(of_first == 2 || quarters.len() > 1, "{of_first}");
}
