//! The worker: polls Temporal, interprets runs, carries out their effects.

use crate::{
    Engine, activities::Activities, dispatcher::Dispatch, effects::Effects, interpreter::Interpret, places::Places,
};
use futures::{FutureExt, future::BoxFuture};
use std::{
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use temporalio_common::worker::WorkerDeploymentOptions;
use temporalio_sdk::{
    Runtime, Worker, WorkerOptions,
    runtime::worker_tuner::{FixedSizeSlotSupplier, TunerHolder},
};
use tokio::{
    runtime::Handle,
    sync::{Notify, oneshot, watch},
};

/// The concurrency of a worker.
#[derive(Debug, Clone, Copy)]
pub struct Capacity {
    /// Effects; one tenant can use a third of them.
    pub effects: usize,
    /// Workflow tasks that are processed at once.
    pub decisions: usize,
    /// Runs that are cached in memory, so that their next step needs no replay.
    pub runs: usize,
}

impl Default for Capacity {
    fn default() -> Capacity {
        Capacity { effects: 100, decisions: 100, runs: 500 }
    }
}

/// After a crash, runs in the memory of a worker wait for this time before another worker continues them.
const STICKY: Duration = Duration::from_secs(3);
/// How long effects may take to end when the worker is stopped.
const GRACE: Duration = Duration::from_secs(10);
/// How long a dropped worker may take to complete the tasks that it has accepted.
const DRAIN: Duration = Duration::from_secs(15);
/// The SDK keeps a little memory of every activity while its worker exists, so a worker is replaced after this many.
const EFFECTS_OF_A_WORKER: usize = 100_000;
/// How often the worker reports that its thread makes progress.
const ALIVE: Duration = Duration::from_secs(1);

/// Works until `stop`, through outages of Temporal.
///
/// Dropped before that, it accepts no further tasks. It has some time to complete the accepted ones, in its own thread;
/// the rest is left to other workers.
///
/// `alive` is called every second, as long as its thread makes progress.
///
/// It has its own thread, because workflows may hold values that must not change threads; effects run on the caller's
/// runtime.
pub fn work(
    engine: Engine,
    effects: Arc<dyn Effects>,
    capacity: Capacity,
    stop: BoxFuture<'static, ()>,
    alive: Box<dyn Fn() + Send>,
) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let (stop_it, stopped) = watch::channel(false);
        let (held, dropped) = oneshot::channel::<()>();
        let (over, mut ended) = oneshot::channel();
        let (runtime, pollers) = (Handle::current(), Pollers::default());
        let places = Places::of(capacity.effects);
        let abandon = Abandon { stop: stop_it, pollers: pollers.clone(), runtime: runtime.clone(), _held: held };
        std::thread::Builder::new()
            .name("workflows".to_owned())
            .spawn(move || {
                let working = work_on(&engine, &effects, capacity, &places, &pollers, stopped);
                let reporting = async {
                    loop {
                        alive();
                        tokio::time::sleep(ALIVE).await;
                    }
                };
                let abandoned = async {
                    let _ = dropped.await;
                    tokio::time::sleep(DRAIN).await;
                };
                runtime.block_on(async {
                    tokio::select! {
                        () = working => {}
                        () = reporting => {}
                        () = abandoned => {}
                    }
                });
                let _ = over.send(());
            })
            .expect("a thread can be started");
        tokio::select! {
            () = stop => {
                abandon.stop.send_replace(true);
                let _ = ended.await;
            }
            _ = &mut ended => {}
        }
    })
}

/// Dropped together with the future of [`work`], and stops everything that the future has started.
struct Abandon {
    stop: watch::Sender<bool>,
    pollers: Pollers,
    runtime: Handle,
    /// Dropping it limits how long the thread may still take.
    _held: oneshot::Sender<()>,
}

impl Drop for Abandon {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        // The thread may hang, so it does not stop its pollers itself.
        let _runtime = self.runtime.enter();
        self.pollers.stop();
    }
}

/// Stops the pollers of the current SDK worker, from any thread.
///
/// The SDK polls in tasks of its own that do not end when their worker is dropped. They would continue to accept tasks
/// without completing them: each is lost until Temporal times it out, after ten seconds or more.
#[derive(Clone, Default)]
struct Pollers(Arc<Mutex<Option<ShutDown>>>);

/// Shuts down the pollers of one SDK worker.
type ShutDown = Box<dyn Fn() + Send>;

impl Pollers {
    /// They are stopped when the returned value is dropped, or before by [`Pollers::stop`].
    fn of(&self, shut_down: impl Fn() + Send + 'static) -> StopPollers<'_> {
        *self.current() = Some(Box::new(shut_down));
        StopPollers(self)
    }

    /// Stopping twice is harmless.
    fn stop(&self) {
        if let Some(shut_down) = &*self.current() {
            shut_down();
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<ShutDown>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct StopPollers<'a>(&'a Pollers);

impl Drop for StopPollers<'_> {
    fn drop(&mut self) {
        self.0.stop();
        *self.0.current() = None;
    }
}

async fn work_on(
    engine: &Engine,
    effects: &Arc<dyn Effects>,
    capacity: Capacity,
    places: &Places,
    pollers: &Pollers,
    mut stopped: watch::Receiver<bool>,
) {
    while !*stopped.borrow() {
        let worn = Arc::new(Notify::new());
        let activities = Activities::new(effects.clone(), places.clone(), EFFECTS_OF_A_WORKER, worn.clone());
        if let Err(error) = serve(engine, activities, capacity, &worn, pollers, stopped.clone()).await {
            tracing::warn!(error = format!("{error:#}"), "workflow worker failed; restarting");
            let pause = tokio::time::sleep(Duration::from_secs(1));
            let stop = stopped.wait_for(|stop| *stop);
            futures::future::select(pin!(pause), pin!(stop)).await;
        }
    }
}

/// The life of one SDK worker.
async fn serve(
    engine: &Engine,
    activities: Activities,
    capacity: Capacity,
    worn: &Notify,
    pollers: &Pollers,
    mut stopped: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let client = {
        let connect = pin!(engine.client());
        let stop = pin!(stopped.wait_for(|stop| *stop));
        match futures::future::select(connect, stop).await {
            futures::future::Either::Left((client, _)) => client?.clone(),
            futures::future::Either::Right(_) => return Ok(()),
        }
    };
    let options = WorkerOptions::new(engine.queue())
        .deployment_options(WorkerDeploymentOptions::from_build_id(env!("CARGO_PKG_VERSION").to_owned()))
        .tuner(
            TunerHolder::builder()
                .workflow_task_slot_supplier(FixedSizeSlotSupplier::new(capacity.decisions))
                .activity_task_slot_supplier(FixedSizeSlotSupplier::new(capacity.effects))
                .local_activity_task_slot_supplier(FixedSizeSlotSupplier::new(capacity.effects))
                .nexus_task_slot_supplier(FixedSizeSlotSupplier::new(1))
                .build(),
        )
        .max_cached_workflows(capacity.runs)
        .sticky_queue_schedule_to_start_timeout(STICKY)
        .graceful_shutdown_period(GRACE)
        .register_workflow::<Interpret>()?
        .register_workflow::<Dispatch>()?
        .register_activities(activities)
        .build();
    let mut worker = Worker::new(&Runtime::from_current_tokio(Default::default())?, client, options)?;
    let stop_pollers = pollers.of(worker.shutdown_handle());
    let end = async {
        tokio::select! {
            _ = stopped.wait_for(|stop| *stop) => {}
            () = worn.notified() => {}
        }
    };
    let mut end = pin!(end.fuse());
    let mut run = pin!(worker.run());
    loop {
        tokio::select! {
            ended = &mut run => return Ok(ended?),
            () = &mut end => stop_pollers.0.stop(),
        }
    }
}
