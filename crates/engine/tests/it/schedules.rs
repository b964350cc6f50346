//! Schedules that follow our tables, and the checks of a server.

use crate::common::{Working, World, engine, eventually};
use engine::{Engine, Reconciled, Schedule, When};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use testtemporal::Temporal;
use uuid::Uuid;

fn every(seconds: u64) -> Schedule {
    Schedule { tenant: Uuid::new_v4(), workflow: Uuid::new_v4(), when: When::Every(Duration::from_secs(seconds)) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schedule_ticks_at_the_times_that_it_means() {
    let temporal = Temporal::start().unwrap();
    let (engine, world) = (engine(&temporal.url()), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    let schedule = every(2);
    engine.schedule(&schedule).await.unwrap();
    engine.schedule(&schedule).await.unwrap();
    eventually("it ticks", || world.ticks().len() >= 3).await;
    let ticks = world.ticks();
    assert!(ticks.iter().all(|tick| (tick.tenant, tick.workflow) == (schedule.tenant, schedule.workflow)));
    assert!(ticks.iter().all(|tick| tick.at.as_second() % 2 == 0 && tick.at.subsec_nanosecond() == 0), "{ticks:?}");
    let times: BTreeSet<_> = ticks.iter().map(|tick| tick.at).collect();
    assert_eq!(times.len(), ticks.len(), "{ticks:?}");

    engine.unschedule(schedule.workflow).await.unwrap();
    engine.unschedule(schedule.workflow).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = world.ticks().len();
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(world.ticks().len(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn schedules_become_those_of_our_tables() {
    let temporal = Temporal::start().unwrap();
    let engine = engine(&temporal.url());
    let (kept, changed, gone) = (every(3600), every(3600), every(3600));
    let first = engine.reconcile(async { Ok(vec![kept.clone(), changed.clone(), gone.clone()]) }).await.unwrap();
    assert_eq!(first, Reconciled { put: 3, deleted: 0, kept: 0 });
    let wanted = vec![kept, Schedule { when: When::Cron("0 6 * * 1-5".to_owned()), ..changed }];
    // The list of schedules is updated with a delay.
    let mut second = Reconciled::default();
    for _ in 0..50 {
        second = engine.reconcile(async { Ok(wanted.clone()) }).await.unwrap();
        if second == (Reconciled { put: 0, deleted: 0, kept: 2 }) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("{second:?}");
}

async fn listed(engine: &Engine, wanted: &[Schedule]) {
    for _ in 0..50 {
        let done = engine.reconcile(async { Ok(wanted.to_vec()) }).await.unwrap();
        if done == (Reconciled { kept: wanted.len(), ..Reconciled::default() }) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("the schedules are not those that are wanted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schedule_that_another_worker_puts_meanwhile_stays_and_a_bad_one_holds_nobody_up() {
    let temporal = Temporal::start().unwrap();
    let engine = engine(&temporal.url());
    let new = every(3600);
    let meanwhile = async {
        listed(&engine, std::slice::from_ref(&new)).await;
        Ok(vec![])
    };
    assert_eq!(engine.reconcile(meanwhile).await.unwrap(), Reconciled::default());

    let bad = Schedule { when: When::Cron("never".to_owned()), ..every(0) };
    let next = every(3600);
    let error = engine.reconcile(async { Ok(vec![bad.clone(), next.clone()]) }).await.unwrap_err();
    assert!(format!("{error:#}").contains(&api::ids::WorkflowId(bad.workflow).to_string()), "{error:#}");
    listed(&engine, &[next]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_the_times_of_an_interval_that_an_outage_held_up_one_is_made_up_for() {
    let temporal = Temporal::start().unwrap();
    let (engine, world) = (engine(&temporal.url()), Arc::new(World::default()));
    let _working = Working::on(&engine, &world);
    engine.schedule(&every(3)).await.unwrap();
    eventually("it ticks", || !world.ticks().is_empty()).await;
    // Otherwise a run is active during the outage, and all of its times are skipped.
    tokio::time::sleep(Duration::from_secs(1)).await;
    temporal.kill().unwrap();
    let seconds = || world.ticks().iter().map(|tick| tick.at.as_second()).collect::<BTreeSet<_>>();
    let last = seconds().pop_last().unwrap();
    tokio::time::sleep(Duration::from_secs(11)).await;
    temporal.start_again().unwrap();
    eventually("it ticks again", || seconds().last() > Some(&(last + 10))).await;
    let made_up = seconds().range(last + 1..last + 10).count();
    assert!((1..=2).contains(&made_up), "{made_up} of three: {:?}", seconds());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_sees_what_is_missing() {
    let well = Temporal::start().unwrap();
    let findings = engine(&well.url()).doctor().await;
    assert!(findings.iter().all(|finding| finding.state.is_ok()), "{findings:?}");
    assert_eq!(findings.len(), 3);
    drop(well);

    let unfair = Temporal::start_with("--dynamic-config-value matching.enableFairness=false").unwrap();
    let findings = engine(&unfair.url()).doctor().await;
    let fairness = findings.iter().find(|finding| finding.what == "Fairness among tenants").unwrap();
    assert!(fairness.state.as_ref().unwrap_err().to_string().contains("matching.enableFairness"), "{fairness:?}");
}
