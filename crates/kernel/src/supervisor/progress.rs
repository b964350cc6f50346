//! Progress reports, by which hanging tasks are detected. Taking a database connection counts as progress, so most
//! loops need no further report. Outside supervised tasks all of this does nothing.

use super::health::TaskHealth;
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    task_local,
    time::{error::Elapsed, sleep, timeout},
};

task_local! {
    static TASK: Arc<TaskHealth>;
}

/// How often a waiting task reports progress.
const WAITING: Duration = Duration::from_millis(500);

/// The work of a task, whose reports go to `health`.
pub(super) fn of<F: Future>(health: Arc<TaskHealth>, work: F) -> impl Future<Output = F::Output> {
    TASK.scope(health, work)
}

/// The running task made progress.
pub fn report() {
    let _ = TASK.try_with(|task| task.progressed());
}

/// Waits for an event that may take any time, such as the next request. Such waiting is not a hang.
pub async fn waiting<F: Future>(event: F) -> F::Output {
    let mut event = pin!(event);
    loop {
        report();
        tokio::select! {
            biased;
            output = &mut event => {
                report();
                return output;
            }
            () = sleep(WAITING) => {}
        }
    }
}

/// Calls something that has its own time limit, such as a request to another service.
pub async fn within<F: Future>(limit: Duration, call: F) -> Result<F::Output, Elapsed> {
    timeout(limit, waiting(call)).await
}

/// While this is held, the task has as much time as PostgreSQL may take for a statement.
pub struct InStatement(Option<Arc<TaskHealth>>);

/// The running task has a database connection.
pub fn in_statement() -> InStatement {
    let task = TASK.try_with(Arc::clone).ok();
    task.iter().for_each(|task| task.took_connection());
    InStatement(task)
}

impl Drop for InStatement {
    fn drop(&mut self) {
        self.0.iter().for_each(|task| task.returned_connection());
    }
}
