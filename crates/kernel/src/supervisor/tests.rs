//! The supervisor with jobs that fail on purpose. Times are shorter than in production; tests only assert that nothing
//! happens too early, which also holds on a busy machine.

use super::{faults::Fault, *};
use std::{
    future::pending,
    sync::{Mutex, PoisonError},
};
use tokio::time::{Instant, sleep, timeout};

/// The log of a test's jobs, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<(&'static str, Instant)>>>);

impl Log {
    fn write(&self, what: &'static str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((what, Instant::now()));
    }

    fn lines(&self) -> Vec<&'static str> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|(what, _)| *what).collect()
    }

    fn times(&self, what: &str) -> Vec<Instant> {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().filter(|(line, _)| *line == what).map(|(_, at)| *at).collect()
    }
}

const GRACE: Duration = Duration::from_secs(2);

const TIMING: Timing = Timing {
    check: Duration::from_millis(10),
    hangs: Duration::from_secs(2),
    hangs_in_statement: Duration::from_secs(60),
    first_pause: Duration::from_millis(40),
    longest_pause: Duration::from_millis(160),
    stable: Duration::from_secs(60),
};

fn start(log: &Log, layers: &[&'static [Job<Log>]]) -> (Supervisor, Registry) {
    let registry = Registry::default();
    let layers = layers.iter().map(|jobs| jobs.iter().collect::<Vec<_>>());
    (Supervisor::start(log, &registry, layers, GRACE, TIMING), registry)
}

/// Waits until it holds; a test that waits in vain fails.
async fn until(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(20), waiting).await.expect("it holds in the end");
}

fn report(registry: &Registry, name: &str) -> TaskReport {
    registry.find(name).expect("the task is registered").report()
}

const PANICS: &[Job<Log>] = &[Job::continuous("panics", Process::Both, &[], |log, _| {
    Box::pin(async move {
        log.write("started");
        panic!("by design");
    })
})];

#[tokio::test]
async fn a_task_that_panics_is_started_again_after_ever_longer_pauses() {
    let log = Log::default();
    let (supervisor, registry) = start(&log, &[PANICS]);
    until(|| log.times("started").len() >= 5).await;
    let times = log.times("started");
    let pauses: Vec<Duration> = times.windows(2).map(|two| two[1] - two[0]).collect();
    for (pause, least) in pauses.iter().zip([40, 80, 160, 160]) {
        assert!(*pause >= Duration::from_millis(least), "{pauses:?}");
    }
    let seen = report(&registry, "panics");
    assert!(seen.restarts >= 4 && seen.failures >= 4, "{seen:?}");
    assert_eq!(seen.last_error.as_deref(), Some("panicked: by design"));
    assert!(seen.state.is_trouble());
    supervisor.stop().await;
    assert_eq!(report(&registry, "panics").state, TaskState::Stopped);
}

const ENDS: &[Job<Log>] = &[Job::continuous("ends", Process::Both, &[], |log, _| {
    Box::pin(async move {
        log.write("started");
    })
})];

#[tokio::test]
async fn a_task_that_ends_by_itself_is_started_again() {
    let log = Log::default();
    let (supervisor, registry) = start(&log, &[ENDS]);
    until(|| log.times("started").len() >= 2).await;
    let error = report(&registry, "ends").last_error;
    assert_eq!(error.as_deref(), Some("ended although nobody stopped it"));
    supervisor.stop().await;
}

const HANGS: &[Job<Log>] = &[
    Job::continuous("hangs", Process::Both, &[], |log, _| {
        Box::pin(async move {
            log.write("hangs");
            pending::<()>().await;
        })
    }),
    Job::continuous("waits", Process::Both, &[], |log, group| {
        group.until_stopped(async move {
            log.write("waits");
            progress::waiting(pending::<()>()).await;
        })
    }),
    Job::continuous("asks", Process::Both, &[], |log, group| {
        group.until_stopped(async move {
            log.write("asks");
            let _asking = progress::in_statement();
            pending::<()>().await;
        })
    }),
];

#[tokio::test]
async fn a_task_without_progress_is_started_again_but_not_one_that_waits_or_asks_postgresql() {
    let log = Log::default();
    let (supervisor, registry) = start(&log, &[HANGS]);
    until(|| log.times("hangs").len() >= 2).await;
    let times = log.times("hangs");
    assert!(times[1] - times[0] >= TIMING.hangs, "it had time to get on");
    assert!(report(&registry, "hangs").last_error.is_some_and(|error| error.starts_with("hung")));
    assert_eq!((log.times("waits").len(), log.times("asks").len()), (1, 1));
    assert_eq!(report(&registry, "waits").state, TaskState::Running);
    supervisor.stop().await;
}

const GROUP: &[Job<Log>] = &[Job::continuous("first", Process::Both, &["second"], |log, group| {
    Box::pin(async move {
        log.write("first");
        group.finally({
            let log = log.clone();
            async move { log.write("released") }
        });
        let second = group.spawn("second", {
            let log = log.clone();
            async move {
                log.write("second");
                progress::waiting(pending::<()>()).await;
            }
        });
        progress::waiting(group.stop().cancelled()).await;
        log.write("stopping");
        second.abort();
        second.ended().await;
    })
})];

#[tokio::test]
async fn tasks_of_a_group_are_released_and_restarted_together() {
    for fault in [Fault::Panic, Fault::Hang] {
        let log = Log::default();
        let (supervisor, registry) = start(&log, &[GROUP]);
        until(|| log.lines() == ["first", "second"]).await;
        registry.find("second").expect("the task is registered").injected.inject(fault);
        until(|| log.lines() == ["first", "second", "released", "first", "second"]).await;
        assert_eq!((report(&registry, "first").failures, report(&registry, "second").failures), (0, 1));
        assert_eq!((report(&registry, "first").restarts, report(&registry, "second").restarts), (1, 1));
        supervisor.stop().await;
        assert_eq!(log.lines()[5..], ["stopping", "released"]);
    }
}

const PERIODIC: &[Job<Log>] = &[Job::periodic(
    "periodic",
    Process::Both,
    |_| Duration::from_millis(20),
    |log, round| {
        Box::pin(async move {
            log.write(if round == 0 { "first" } else { "again" });
            if round == 1 { Err(Problem::not_found()) } else { Ok(()) }
        })
    },
)];

#[tokio::test]
async fn a_run_that_fails_is_counted_and_the_next_one_follows() {
    let log = Log::default();
    let (supervisor, registry) = start(&log, &[PERIODIC]);
    until(|| log.lines().len() >= 4).await;
    supervisor.stop().await;
    let seen = report(&registry, "periodic");
    assert_eq!((seen.failures, seen.restarts), (1, 0), "{seen:?}");
    assert_eq!(seen.runs, log.lines().len() as u64);
    assert_eq!(log.times("first").len(), 1);
    let times = log.times("again");
    assert!(times[1] - times[0] >= Duration::from_millis(15), "one run per period");
}

const KERNEL: &[Job<Log>] = &[Job::continuous("kernel", Process::Both, &[], |log, group| {
    Box::pin(async move {
        progress::waiting(group.stop().cancelled()).await;
        log.write("kernel stops");
    })
})];

const FAMILY: &[Job<Log>] = &[
    Job::continuous("slow", Process::Both, &[], |log, group| {
        Box::pin(async move {
            progress::waiting(group.stop().cancelled()).await;
            sleep(Duration::from_millis(100)).await;
            log.write("slow has stopped");
        })
    }),
    Job::continuous("stubborn", Process::Both, &[], |_, _| Box::pin(progress::waiting(pending::<()>()))),
];

#[tokio::test]
async fn jobs_stop_layer_by_layer_and_those_that_do_not_are_aborted() {
    let log = Log::default();
    let (supervisor, registry) = start(&log, &[KERNEL, FAMILY]);
    until(|| report(&registry, "stubborn").state == TaskState::Running).await;
    let stopping = Instant::now();
    timeout(Duration::from_secs(20), supervisor.stop()).await.expect("all jobs end");
    assert!(stopping.elapsed() >= GRACE, "the stubborn one had its time");
    assert_eq!(log.lines(), ["slow has stopped", "kernel stops"]);
}

#[tokio::test]
async fn what_a_subtask_panics_for_its_owner_panics_for() {
    let subtasks = Subtasks::default();
    subtasks.spawn(async { panic!("by design") });
    let owner = tokio::spawn(async move {
        loop {
            subtasks.spawn(async {});
            sleep(Duration::from_millis(5)).await;
        }
    });
    let ended = timeout(Duration::from_secs(20), owner).await.expect("the owner ends");
    assert!(ended.expect_err("the owner panics").is_panic());
}

#[test]
fn a_process_does_its_own_jobs_and_those_of_both() {
    assert!(Process::Serve.does(Process::Serve) && Process::Serve.does(Process::Both));
    assert!(!Process::Serve.does(Process::Work));
    assert!(Process::Both.does(Process::Work));
}
