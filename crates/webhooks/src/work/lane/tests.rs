//! A lane alone, with simulated time.

use super::*;
use kernel::credentials::rights::Rights;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::BTreeMap;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;
const FAILED: Outcome = Outcome::Failed { retry_after: None };

fn schedule() -> RetrySchedule {
    RetrySchedule::new(1.0)
}

fn after(seconds: i64) -> Timestamp {
    NOW + SignedDuration::from_secs(seconds)
}

pub fn job(number: u128) -> Job {
    let id = Uuid::from_u128(number + 1);
    Job {
        id,
        event_id: id,
        event_at: NOW,
        kind: EventKind::TicketCreated,
        organization: None,
        subject_id: "org".into(),
        body: Bytes::new(),
        attempts: 0,
        replay: false,
        trace: None,
    }
}

/// With this many in its queue, and nothing more in the table.
fn lane(status: WebhookStatus, jobs: u128) -> Lane {
    limited(status, jobs, None)
}

fn limited(status: WebhookStatus, jobs: u128, max_per_second: Option<i32>) -> Lane {
    let mut lane = Lane::new(Arc::new(Endpoint::example(status, max_per_second)), Health::default(), 0);
    assert_eq!(lane.begin_load(NOW), lane.is_sending());
    lane.loaded((0..jobs).map(job).collect(), None);
    lane
}

/// A lane whose endpoint has accepted the first delivery.
fn proven(jobs: u128) -> Lane {
    let mut lane = lane(WebhookStatus::Active, jobs);
    let (job, kind) = lane.next(NOW).unwrap();
    lane.finished(&job, kind, Outcome::Accepted, schedule(), NOW);
    lane
}

fn depart(lane: &mut Lane, now: Timestamp) -> Vec<(Job, AttemptKind)> {
    std::iter::from_fn(|| lane.next(now)).collect()
}

#[test]
fn one_that_is_new_is_sent_few_at_once_and_one_that_takes_them_many() {
    let mut lane = lane(WebhookStatus::Active, 100);
    let sent = depart(&mut lane, NOW);
    assert_eq!(sent.len(), 2);
    assert_eq!(lane.wake_at(), None, "it waits for an answer, not for a time");
    let (job, kind) = &sent[0];
    assert_eq!(lane.finished(job, *kind, Outcome::Accepted, schedule(), NOW), (NextState::Delivered, None));
    assert_eq!(depart(&mut lane, NOW).len(), 32 - 1);
}

#[test]
fn one_that_fails_is_sent_ever_fewer_at_once() {
    let mut lane = proven(100);
    let sent = depart(&mut lane, NOW);
    for (number, (job, kind)) in sent[..5].iter().enumerate() {
        let (next_state, change) = lane.finished(job, *kind, FAILED, schedule(), NOW);
        assert!(matches!(next_state, NextState::Retry(at) if at >= after(5)) && change.is_none());
        assert_eq!(lane.allowance(), if number < 4 { 8 } else { 4 });
    }
    assert_eq!(depart(&mut lane, NOW).len(), 0, "as long as more are under way");
}

#[test]
fn what_comes_first_goes_first() {
    let mut lane = proven(3);
    lane.add(job(3), NOW);
    let sent: Vec<Uuid> = depart(&mut lane, NOW).into_iter().map(|(job, _)| job.id).collect();
    assert_eq!(sent, (1..4).map(|number| job(number).id).collect::<Vec<_>>());
}

#[test]
fn after_twenty_failures_one_is_tried_at_a_time_until_one_is_taken() {
    let mut lane = lane(WebhookStatus::Active, 100);
    let mut changes = vec![];
    for _ in 0..20 {
        let (job, kind) = lane.next(NOW).unwrap();
        changes.extend(lane.finished(&job, kind, FAILED, schedule(), NOW).1);
    }
    assert_eq!(changes, [StatusChange::Failing]);
    assert_eq!((lane.next(NOW).map(drop), lane.wake_at()), (None, Some(after(5))));
    let (probe, kind) = lane.next(after(5)).unwrap();
    assert_eq!(kind, AttemptKind::Probe);
    assert!(lane.next(after(5)).is_none(), "one at a time");
    assert_eq!(lane.finished(&probe, kind, FAILED, schedule(), after(6)), (NextState::Unchanged, None));
    let (again, kind) = lane.next(after(11)).unwrap();
    assert_eq!(again.id, probe.id, "it stays first");
    let (next_state, change) = lane.finished(&again, kind, Outcome::Accepted, schedule(), after(12));
    assert_eq!((next_state, change), (NextState::Delivered, Some(StatusChange::Recovered)));
    assert!(depart(&mut lane, after(12)).len() > 1, "the others follow");
}

#[test]
fn one_that_fails_for_five_days_is_given_up_and_one_that_is_gone_at_once() {
    let mut failing = lane(WebhookStatus::Failing, 1);
    let (mut now, mut change) = (NOW, None);
    while change.is_none() {
        let (job, kind) = failing.next(now).unwrap();
        change = failing.finished(&job, kind, FAILED, schedule(), now).1;
        now = failing.wake_at().unwrap_or(now);
    }
    assert!(matches!(change, Some(StatusChange::Disabled(_))));
    assert!(now >= NOW + SignedDuration::from_hours(120) && now < NOW + SignedDuration::from_hours(121));
    assert_eq!((failing.next(now).map(drop), failing.wake_at()), (None, None));

    let mut gone = lane(WebhookStatus::Active, 2);
    let (job, kind) = gone.next(NOW).unwrap();
    assert!(matches!(gone.finished(&job, kind, Outcome::Gone, schedule(), NOW).1, Some(StatusChange::Disabled(_))));
    assert!(gone.next(NOW).is_none());
}

#[test]
fn one_that_asks_for_time_is_sent_nothing_meanwhile() {
    let mut lane = lane(WebhookStatus::Active, 2);
    let (job, kind) = lane.next(NOW).unwrap();
    let asked = Outcome::Failed { retry_after: Some(SignedDuration::from_secs(60)) };
    let (next_state, _) = lane.finished(&job, kind, asked, schedule(), NOW);
    assert_eq!(next_state, NextState::Retry(after(60)));
    assert!(lane.next(after(59)).is_none());
    assert_eq!(lane.wake_at(), Some(after(60)));
    assert!(lane.next(after(60)).is_some());
}

#[test]
fn no_more_than_wanted_go_in_a_second() {
    let mut lane = limited(WebhookStatus::Active, 100, Some(5));
    let (mut now, mut sent) = (NOW, 0);
    while now < after(3) {
        while let Some((job, kind)) = lane.next(now) {
            sent += 1;
            lane.finished(&job, kind, Outcome::Accepted, schedule(), now);
        }
        now = lane.wake_at().unwrap();
    }
    assert_eq!(sent, 15);
}

#[test]
fn one_that_is_paused_is_sent_nothing_and_goes_on_when_it_is_let() {
    let mut lane = lane(WebhookStatus::Paused, 3);
    assert_eq!((lane.next(NOW).map(drop), lane.wake_at(), lane.begin_load(NOW)), (None, None, false));
    let mut resumed = Endpoint::example(WebhookStatus::Active, None);
    resumed.version = 2;
    lane.update(Arc::new(resumed), after(1));
    assert_eq!(depart(&mut lane, after(1)).len(), 2);
    assert!(lane.begin_load(after(1)), "the table may have more");
}

#[test]
fn more_than_the_window_stays_in_the_table() {
    let mut lane = lane(WebhookStatus::Active, 0);
    (0..300).for_each(|number| lane.add(job(number), NOW));
    assert_eq!(lane.known().count(), WINDOW);
    assert!(!lane.begin_load(NOW), "not before there is room");
    while lane.known().count() >= lane.window() / 2 {
        let (job, kind) = lane.next(NOW).unwrap();
        lane.finished(&job, kind, Outcome::Accepted, schedule(), NOW);
    }
    assert!(lane.begin_load(NOW));
    lane.add(job(1000), NOW);
    assert!(!lane.known().any(|id| id == job(1000).id), "it comes with the load, behind those before it");
    lane.loaded((256..300).map(job).collect(), None);
    assert!(!lane.loading && lane.load_at == Some(NOW), "for what came meanwhile");
}

/// A model of the ledger and the dispatcher, in any order: the table, an active load, active attempts.
struct World {
    lane: Lane,
    rng: StdRng,
    now: Timestamp,
    /// The waiting deliveries, and when they are due.
    table: BTreeMap<Uuid, (Timestamp, Job)>,
    under_way: Vec<(Job, AttemptKind)>,
    /// The deliveries that were known when the load was requested, and the requested number.
    load: Option<(Vec<Uuid>, usize)>,
    added: u128,
    ended: usize,
}

impl World {
    fn add(&mut self) {
        let new = job(self.added);
        self.added += 1;
        self.table.insert(new.id, (self.now, new.clone()));
        self.lane.add(new, self.now);
    }

    fn depart(&mut self) {
        if self.lane.begin_load(self.now) {
            assert!(self.load.is_none(), "one load at a time");
            self.load = Some((self.lane.known().collect(), self.lane.window()));
        }
        let failing = self.lane.status == WebhookStatus::Failing;
        while let Some((job, kind)) = self.lane.next(self.now) {
            assert!(self.table.contains_key(&job.id), "it has ended");
            assert!(self.under_way.iter().all(|(other, _)| other.id != job.id), "it is under way");
            self.under_way.push((job, kind));
            assert!(self.under_way.len() <= 32 && (!failing || self.under_way.len() == 1));
        }
    }

    fn load(&mut self) {
        let Some((known, most)) = self.load.take() else { return };
        let mut due: Vec<_> =
            self.table.values().filter(|(at, job)| *at <= self.now && !known.contains(&job.id)).collect();
        due.sort_by_key(|(at, _)| *at);
        let jobs: Vec<Job> = due.into_iter().take(most).map(|(_, job)| job.clone()).collect();
        let next = self.table.values().map(|(at, _)| *at).filter(|at| *at > self.now).min();
        let more_at = if jobs.len() == most { Some(self.now) } else { next };
        self.lane.loaded(jobs, more_at);
    }

    fn finish(&mut self, failing: f64) {
        if self.under_way.is_empty() {
            return;
        }
        let (job, kind) = self.under_way.swap_remove(self.rng.random_range(0..self.under_way.len()));
        let outcome = if self.rng.random_bool(failing) { FAILED } else { Outcome::Accepted };
        match self.lane.finished(&job, kind, outcome, schedule(), self.now).0 {
            NextState::Delivered | NextState::Failed => {
                self.table.remove(&job.id);
                self.ended += 1;
            }
            NextState::Retry(at) => {
                let attempts = job.attempts + 1;
                self.table.insert(job.id, (at, Job { attempts, ..job }));
            }
            NextState::Unchanged => {}
        }
    }
}

#[test]
fn what_the_owner_may_not_read_any_more_is_not_sent_but_left_to_be_cancelled() {
    for rights in [None, Some(Rights::stored(&["organizations:read".to_owned()], None))] {
        let mut lane = lane(WebhookStatus::Active, 3);
        let less = Endpoint::example(WebhookStatus::Active, None).with_rights(rights);
        lane.update(Arc::new(less), NOW);
        assert!(lane.next(NOW).is_none());
        assert!(lane.begin_load(NOW), "the table is asked, and what may not be sent is cancelled there");
        assert_eq!(lane.known().count(), 0);
    }
}

#[test]
fn whatever_happens_in_whatever_order_everything_is_sent_and_nothing_twice_at_once() {
    for seed in 0..60 {
        let mut rng = StdRng::seed_from_u64(seed);
        let (most, failing) = (rng.random_range(1..1500), [0.0, 0.1, 0.5, 0.95][seed as usize % 4]);
        let limit = rng.random_bool(0.2).then_some(50);
        let mut world = World {
            lane: Lane::new(Arc::new(Endpoint::example(WebhookStatus::Active, limit)), Health::default(), 0),
            rng,
            now: NOW,
            table: BTreeMap::new(),
            under_way: vec![],
            load: None,
            added: 0,
            ended: 0,
        };
        for step in 0.. {
            assert!(step < 2_000_000, "seed {seed}: {} of {most} ended", world.ended);
            // In the end the endpoint accepts everything, so that no delivery is given up.
            let failing = if step < 20_000 { failing } else { 0.0 };
            match world.rng.random_range(0..10) {
                0 | 1 if world.added < most => world.add(),
                2 => world.load(),
                3..7 => world.finish(failing),
                _ => world.depart(),
            }
            if world.added == most && world.table.is_empty() {
                break;
            }
            if world.under_way.is_empty() && world.load.is_none() {
                world.depart();
                if world.under_way.is_empty() && world.load.is_none() && world.added == most {
                    let next = world.lane.wake_at().unwrap_or_else(|| panic!("seed {seed}: nothing wakes it"));
                    assert!(next > world.now, "seed {seed}: it could have gone");
                    world.now = next;
                }
            }
        }
        assert!(world.under_way.is_empty() && world.ended as u128 == most);
    }
}
