//! A function whose work continues after the response of its operation (202): the function ends with that work.
//!
//! Nobody waits for it. The engine calls the function again, which makes the same request with the same idempotency key,
//! so that nothing begins a second time, and looks whether its work has ended.

use super::operation::{CallMode, Operation, value};
use api::{
    BriefProblem, OperationId, ProblemCode, RunId,
    operations::{Operation as Work, OperationStatus},
};
use axum::http::Method;
use flow::Fault;
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{
        Caller,
        inside::{Call, call},
    },
};
use serde_json::Value;
use std::time::Duration;

/// The shortest and the longest time between two looks.
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(15);

/// A step of a run.
#[derive(Debug, Clone, Copy)]
pub struct StepRef<'a> {
    pub run: RunId,
    pub path: &'a str,
    /// When the current attempt of the run has begun.
    pub since: Option<Timestamp>,
}

pub enum Execution {
    Ended(Result<Value, Fault>),
    UnderWay { again_in: Duration },
}

impl Operation {
    /// Calls it, and looks whether the work that it has begun has ended. The outer error is internal, and may be retried.
    ///
    /// A run that is retried after its work has failed makes another request, if the first has certainly made nothing.
    pub async fn execute(
        &self,
        app: &App,
        caller: &Caller,
        step: StepRef<'_>,
        arguments: &Value,
    ) -> anyhow::Result<Execution> {
        for number in 1.. {
            let path = numbered(step.path, number);
            let called = self.call(app, caller.clone(), step.run, &path, arguments, CallMode::Execute).await?;
            let begun = match called {
                Ok(begun) if self.continues => begun,
                result => return Ok(Execution::Ended(result)),
            };
            let Some(work) = begun["operation_id"].as_str() else { return Ok(Execution::Ended(Ok(begun))) };
            let work = match read(app, caller, step.run, &format!("/api/operations?id={work}")).await? {
                Ok(work) => serde_json::from_value::<Work>(work)?,
                Err(fault) => return Ok(Execution::Ended(Err(fault))),
            };
            match next(&work, &self.method, step.since) {
                Next::Repeat => {}
                Next::Wait => return Ok(Execution::UnderWay { again_in: pause(work.created_at, app.clock.now()) }),
                Next::Fail => return Ok(Execution::Ended(Err(fault(work.id, work.status, work.error)))),
                Next::Return => {
                    let target = format!("{}?id={}", self.path, begun["id"].as_str().unwrap_or_default());
                    return Ok(Execution::Ended(read(app, caller, step.run, &target).await?));
                }
            }
        }
        anyhow::bail!("too many requests of one step")
    }
}

async fn read(app: &App, caller: &Caller, run: RunId, target: &str) -> anyhow::Result<Result<Value, Fault>> {
    let request = Call { method: Method::GET, target: target.to_owned(), body: None, idempotency_key: None };
    Ok(value(call(app, caller.clone(), &run.to_string(), request).await?))
}

/// The path of the step, from which the idempotency key of its request is made. No name of a step contains the mark.
fn numbered(path: &str, number: u32) -> String {
    if number == 1 { path.to_owned() } else { format!("{path}#{number}") }
}

#[derive(Debug, PartialEq, Eq)]
enum Next {
    Wait,
    Return,
    Fail,
    /// The work belongs to an earlier attempt of the run, and had no effect.
    Repeat,
}

fn next(work: &Work, method: &Method, since: Option<Timestamp>) -> Next {
    let is_old = since.is_some_and(|since| work.created_at < since);
    match work.status {
        OperationStatus::Pending | OperationStatus::Running => Next::Wait,
        OperationStatus::Succeeded => Next::Return,
        OperationStatus::Failed | OperationStatus::Canceled if is_old && is_repeatable(work, method) => Next::Repeat,
        OperationStatus::Failed | OperationStatus::Canceled => Next::Fail,
    }
}

/// A failed request to make something may have made it: it is repeated only if the reason excludes that.
fn is_repeatable(work: &Work, method: &Method) -> bool {
    let made_nothing = [ProblemCode::VmRefused, ProblemCode::ProviderUnavailable, ProblemCode::ProviderNotVerified];
    match work.error.as_ref().map(|error| error.code) {
        None => true,
        Some(ProblemCode::VmOutcomeUnknown) => false,
        Some(code) => *method != Method::POST || made_nothing.contains(&code),
    }
}

/// Work that takes long is looked at more rarely.
fn pause(begun: Timestamp, now: Timestamp) -> Duration {
    let age = Duration::try_from(now.duration_since(begun)).unwrap_or_default();
    (age / 4).clamp(SHORTEST, LONGEST)
}

fn fault(id: OperationId, status: OperationStatus, error: Option<BriefProblem>) -> Fault {
    match error {
        Some(error) => Fault::new(error.code.name(), error.code.status(), error.code.title()).detail(error.detail),
        None => Fault::new("canceled", 409, "The operation was canceled").detail(format!("{id} is {}.", status.name())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn work(status: &str, code: Option<&str>) -> Work {
        let at = "2026-11-16T12:00:00Z";
        let error = code.map(|code| json!({"code": code, "detail": "It did not work."}));
        let work = json!({"id": "op_01h455vb4pex5vsknk084sn02q", "kind": "cloud.vms.provision", "status": status,
            "progress": 0, "steps": [], "resource": {"type": "cloud_vm", "id": "vm_01h455vb4pex5vsknk084sn02q"},
            "error": error, "created_at": at, "updated_at": at, "finished_at": null, "version": 1});
        serde_json::from_value(work).unwrap()
    }

    #[test]
    fn only_a_retried_run_repeats_a_request_and_only_if_it_has_made_nothing() {
        let (before, after) = ("2026-11-16T11:00:00Z".parse().ok(), "2026-11-16T13:00:00Z".parse().ok());
        let next = |status, code, since| next(&work(status, code), &Method::POST, since);
        assert_eq!(next("running", None, after), Next::Wait);
        assert_eq!(next("succeeded", None, after), Next::Return);
        for code in [Some("vm_refused"), Some("provider_unavailable")] {
            assert_eq!(next("failed", code, before), Next::Fail);
            assert_eq!(next("failed", code, after), Next::Repeat);
        }
        assert_eq!(next("canceled", None, after), Next::Repeat);
        for code in [Some("vm_not_ready"), Some("vm_outcome_unknown")] {
            assert_eq!(next("failed", code, after), Next::Fail, "there may be a machine");
        }
    }

    #[test]
    fn a_change_is_repeated_unless_its_outcome_is_unknown() {
        let after = "2026-11-16T13:00:00Z".parse().ok();
        assert_eq!(next(&work("failed", Some("vm_not_ready")), &Method::PUT, after), Next::Repeat);
        assert_eq!(next(&work("failed", Some("vm_outcome_unknown")), &Method::PUT, after), Next::Fail);
    }

    #[test]
    fn work_is_looked_at_more_and_more_rarely() {
        let after = |seconds| pause(Timestamp::UNIX_EPOCH, Timestamp::from_second(seconds).unwrap()).as_secs();
        assert_eq!([0, 4, 20, 600].map(after), [1, 1, 5, 15]);
    }
}
