//! Schedules that follow our tables, and a server that is looked at.

use crate::common::{Working, World, engine, eventually};
use engine::{Reconciled, Schedule, When};
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
    let first = engine.reconcile(vec![kept.clone(), changed.clone(), gone.clone()]).await.unwrap();
    assert_eq!(first, Reconciled { put: 3, deleted: 0, kept: 0 });
    let wanted = vec![kept, Schedule { when: When::Cron("0 6 * * 1-5".to_owned()), ..changed }];
    // The list of schedules follows a little later.
    let mut second = Reconciled::default();
    for _ in 0..50 {
        second = engine.reconcile(wanted.clone()).await.unwrap();
        if second == (Reconciled { put: 0, deleted: 0, kept: 2 }) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("{second:?}");
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
    let fairness = findings.iter().find(|finding| finding.what == "temporal fairness").unwrap();
    assert!(fairness.state.as_ref().unwrap_err().to_string().contains("matching.enableFairness"), "{fairness:?}");
}
