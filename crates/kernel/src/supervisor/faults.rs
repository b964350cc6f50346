//! Deliberate faults, for the drill of the supervisor: a task is made to panic or to hang. Only a process that was
//! started with `--inject-faults` accepts them, on the operator's listener.

use super::{Registry, health::TaskHealth};
use axum::{
    Router,
    extract::{Query, State},
    http::StatusCode,
    routing::get,
};
use serde::Deserialize;
use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, Waker},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    Panic,
    Hang,
}

/// The fault that waits for a task, and how to wake the task for it.
#[derive(Default)]
pub struct Injected(Mutex<(Option<Fault>, Option<Waker>)>);

impl Injected {
    pub fn inject(&self, fault: Fault) {
        let mut injected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        injected.0 = Some(fault);
        if let Some(waker) = injected.1.take() {
            waker.wake();
        }
    }

    /// A restarted task has no fault.
    pub(super) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (None, None);
    }

    fn poll(&self, context: &Context<'_>) -> Option<Fault> {
        let mut injected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !injected.1.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
            injected.1 = Some(context.waker().clone());
        }
        injected.0
    }
}

/// The work of a task, which can be made to panic or to hang.
pub(super) struct Breakable<F> {
    pub health: Arc<TaskHealth>,
    pub work: Pin<Box<F>>,
}

impl<F: Future> Future for Breakable<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        match self.health.injected.poll(context) {
            Some(Fault::Panic) => panic!("a fault was injected"),
            // A task that waits for PostgreSQL gets more time: it hangs once it has returned its connection.
            Some(Fault::Hang) if !self.health.is_in_statement() => Poll::Pending,
            _ => self.work.as_mut().poll(context),
        }
    }
}

#[derive(Deserialize)]
struct Wanted {
    task: String,
    kind: Fault,
}

/// `GET` lists the tasks of the process, one per line; `POST` breaks one.
pub fn routes(registry: Registry) -> Router {
    Router::new().route("/faults", get(list).post(inject)).with_state(registry)
}

async fn list(State(registry): State<Registry>) -> String {
    registry.reports().iter().map(|task| format!("{}\n", task.name)).collect()
}

async fn inject(State(registry): State<Registry>, Query(wanted): Query<Wanted>) -> StatusCode {
    match registry.find(&wanted.task) {
        Some(task) => {
            tracing::warn!(task = task.name, fault = ?wanted.kind, "fault injected");
            task.injected.inject(wanted.kind);
            StatusCode::NO_CONTENT
        }
        None => StatusCode::NOT_FOUND,
    }
}
