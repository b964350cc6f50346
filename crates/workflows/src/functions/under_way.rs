//! A function whose work continues after the response of its operation (202): the function ends with that work.
//!
//! Nobody waits for it. The row of the step stores the operation that its request has begun. The engine calls the function
//! again, which then sends no request, but looks whether that operation has ended. So nothing begins a second time, whenever
//! the step continues: idempotency keys are kept for a day, and runs for months.

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
    db::{Error, Identity},
    http::{
        Caller,
        inside::{Call, call},
    },
};
use queries::queries::workflows::work::effects::remember_request;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// The shortest and the longest time between two looks.
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(15);

/// A step of a run.
#[derive(Debug)]
pub struct StepRef<'a> {
    pub run: RunId,
    pub path: &'a str,
    /// When the current attempt of the run has begun.
    pub since: Option<Timestamp>,
    /// The stored request of the step, if its work continues: a `Begun`.
    pub begun: Option<Value>,
}

pub enum Execution {
    Ended(Result<Value, Fault>),
    UnderWay { again_in: Duration },
}

/// A request whose work continues, as the row of its step stores it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Begun {
    /// Counts the requests of the step, from one.
    number: u32,
    operation_id: OperationId,
    /// The id of the object in the response.
    object_id: String,
}

enum Sent {
    Begun(Begun),
    Ended(Result<Value, Fault>),
}

impl Operation {
    /// Calls it, and looks whether the work that it has begun has ended. The outer error is internal, and may be retried.
    ///
    /// A run that is retried after its work has failed makes another request, if the first has certainly made nothing.
    pub async fn execute(
        &self,
        app: &App,
        caller: &Caller,
        mut step: StepRef<'_>,
        arguments: &Value,
    ) -> anyhow::Result<Execution> {
        let mut begun = step.begun.take().map(serde_json::from_value::<Begun>).transpose()?;
        loop {
            let number = match &begun {
                None => 1,
                Some(begun) => match self.look(app, caller, &step, begun).await? {
                    Some(execution) => return Ok(execution),
                    None => begun.number + 1,
                },
            };
            begun = match self.send(app, caller, &step, number, arguments).await? {
                Sent::Begun(begun) => Some(begun),
                Sent::Ended(result) => return Ok(Execution::Ended(result)),
            };
        }
    }

    /// Sends the request, and stores what it has begun before anybody waits for that.
    ///
    /// After a crash between the two, the request is sent again: a POST or a PUT with the same idempotency key, and so with
    /// the same response. A DELETE has no key; its repetition returns the deletion that is in progress, or the deleted
    /// object. Only if the deletion has failed by then does another one begin.
    async fn send(
        &self,
        app: &App,
        caller: &Caller,
        step: &StepRef<'_>,
        number: u32,
        arguments: &Value,
    ) -> anyhow::Result<Sent> {
        let path = numbered(step.path, number);
        let response = match self.call(app, caller.clone(), step.run, &path, arguments, CallMode::Execute).await? {
            Ok(response) if self.continues => response,
            result => return Ok(Sent::Ended(result)),
        };
        let Some(begun) = Begun::by(&response, number)? else { return Ok(Sent::Ended(Ok(response))) };
        // As the other statements about the step: the rights of the owner do not decide what is stored about a run.
        let tx = app.db.tx(&Identity::new(caller.tenant(), None)).await?;
        remember_request().bind(&tx, &serde_json::to_value(&begun)?, &step.run.0, &step.path).one().await?;
        tx.commit_with(async |_| Ok::<_, Error>(())).await?;
        Ok(Sent::Begun(begun))
    }

    /// `None` if the request is to be repeated.
    async fn look(
        &self,
        app: &App,
        caller: &Caller,
        step: &StepRef<'_>,
        begun: &Begun,
    ) -> anyhow::Result<Option<Execution>> {
        let work = match read(app, caller, step.run, &format!("/api/operations?id={}", begun.operation_id)).await? {
            Ok(work) => serde_json::from_value::<Work>(work)?,
            Err(fault) => return Ok(Some(Execution::Ended(Err(unreadable(begun.operation_id, fault))))),
        };
        Ok(Some(match next(&work, &self.method, step.since) {
            Next::Repeat => return Ok(None),
            Next::Wait => Execution::UnderWay { again_in: pause(work.created_at, app.clock.now()) },
            Next::Fail => Execution::Ended(Err(fault(work.id, work.status, work.error))),
            Next::Return => {
                let target = format!("{}?id={}", self.path, begun.object_id);
                Execution::Ended(read(app, caller, step.run, &target).await?)
            }
        }))
    }
}

impl Begun {
    /// `None` if the response names no operation: the work has ended.
    fn by(response: &Value, number: u32) -> serde_json::Result<Option<Begun>> {
        let operation_id = Option::<OperationId>::deserialize(&response["operation_id"])?;
        let object_id = response["id"].as_str().unwrap_or_default().to_owned();
        Ok(operation_id.map(|operation_id| Begun { number, operation_id, object_id }))
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

/// Why the operation cannot be looked at. What it has done is unknown if it is gone, so its request is not repeated.
fn unreadable(id: OperationId, fault: Fault) -> Fault {
    if fault.status != ProblemCode::NotFound.status() {
        return fault;
    }
    let detail = format!(
        "{id} is no longer kept, or the owner of the workflow may not read it. Its request is not repeated, because it may \
        have had its effect. Check that, and start a new run."
    );
    Fault::new("operation_not_found", fault.status, "The operation of the step was not found").detail(detail)
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
    fn a_step_stores_its_request_if_the_response_names_an_operation() {
        let (op, vm) = ("op_01h455vb4pex5vsknk084sn02q", "vm_01h455vb4pex5vsknk084sn02q");
        let begun = Begun::by(&json!({"id": vm, "operation_id": op, "status": "requested"}), 2).unwrap().unwrap();
        let stored = serde_json::to_value(&begun).unwrap();
        assert_eq!(stored, json!({"number": 2, "operation_id": op, "object_id": vm}));
        assert_eq!(serde_json::from_value::<Begun>(stored).unwrap(), begun);
        for ended in [json!({"id": vm, "operation_id": null}), json!({"id": vm}), Value::Null] {
            assert_eq!(Begun::by(&ended, 1).unwrap(), None);
        }
    }

    #[test]
    fn every_request_of_a_step_has_its_own_key() {
        assert_eq!([1, 2, 3].map(|number| numbered("do/0/make", number)), ["do/0/make", "do/0/make#2", "do/0/make#3"]);
    }

    #[test]
    fn an_operation_that_is_gone_has_a_fault_of_its_own() {
        let id = work("failed", None).id;
        let gone = unreadable(id, Fault::new("not_found", 404, "Not found"));
        assert_eq!((gone.r#type.as_str(), gone.status, gone.retryable), ("operation_not_found", 404, false));
        let away = Fault::new("unavailable", 503, "Unavailable").retryable();
        assert_eq!(unreadable(id, away.clone()), away);
    }

    #[test]
    fn work_is_looked_at_more_and_more_rarely() {
        let after = |seconds| pause(Timestamp::UNIX_EPOCH, Timestamp::from_second(seconds).unwrap()).as_secs();
        assert_eq!([0, 4, 20, 600].map(after), [1, 1, 5, 15]);
    }
}
