//! Short tasks that one task starts, such as one attempt to deliver a webhook. They end with the task that owns them.

use std::{
    panic::resume_unwind,
    sync::{Mutex, PoisonError},
};
use tokio::task::JoinSet;

/// Dropping it aborts those that still run.
#[derive(Default)]
pub struct Subtasks(Mutex<JoinSet<()>>);

impl Subtasks {
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.spawn(work);
        // Nothing else would notice the panic of a subtask, so its owner panics too.
        while let Some(ended) = running.try_join_next() {
            if let Err(error) = ended
                && let Ok(panic) = error.try_into_panic()
            {
                drop(running);
                resume_unwind(panic);
            }
        }
    }
}
