//! The effects that the engine requests during a run. Each may be repeated after a crash, and then has the same result:
//! our tables are read first.

use super::{
    halt::{Halt, over},
    notes,
    steps::{self, StepResult, StepState},
    waits,
};
use crate::{
    check, data,
    ending::{self, Ending},
    functions::{
        self, HTTP, NOTIFY, http,
        operation::Author,
        under_way::{Execution, StepRef},
    },
    plan, runs,
    secrets::Secrets,
    spans,
};
use api::{
    EventKind, OrganizationId, Owner, RunId, TenantId,
    workflow_runs::{RunStatus, StepStatus},
};
use engine::{Begin, Call, Close, Closed, DonePage, Effects, Evaluate, Failed, Finish, Open, Opened, RunRef, Tick};
use flow::{Done, EMIT, Fault, Kind, Outcome, Record, bounds::DATA_BYTES};
use futures::future::BoxFuture;
use kernel::{
    app::App,
    credentials::rights::Rights,
    db::{Identity, Tx},
    http::{Change, Problem},
    telemetry::TraceContext,
};
use queries::{
    client::Params,
    queries::workflows::{
        start::lock_admission,
        work::effects::{
            self as sql, BeginStepParams, author_of_run, begin_run, begin_step, beginning_of_run, done_steps,
        },
    },
};
use serde_json::{Value, json};
use std::time::Duration;
use tracing::Span;

/// The size of a page of completed steps, and how many steps are read at once.
const PAGE_BYTES: usize = 1_000_000;
const PAGE_STEPS: i64 = 200;

pub struct ServerEffects(pub App);

/// As the engine requires it: boxed, with its own error.
fn boxed<'a, T: Send + 'a>(
    effect: impl Future<Output = Result<T, Halt>> + Send + 'a,
) -> BoxFuture<'a, Result<T, Failed>> {
    Box::pin(async move { effect.await.map_err(Failed::from) })
}

impl Effects for ServerEffects {
    fn begin(&self, run: RunRef) -> BoxFuture<'_, Result<Option<Begin>, Failed>> {
        boxed(begin(&self.0, run))
    }

    fn done(&self, run: RunRef, after: Option<String>) -> BoxFuture<'_, Result<DonePage, Failed>> {
        boxed(done(&self.0, run, after.unwrap_or_default()))
    }

    fn evaluate(&self, run: RunRef, asked: Evaluate) -> BoxFuture<'_, Result<Vec<Value>, Failed>> {
        boxed(async move {
            let filled = self.0.sandbox.fill_all(run.tenant.as_u128(), &asked.scope, &asked.asked).await;
            // An unavailable sandbox gives no result: the evaluation is retried.
            filled.map_err(|fault| match fault.retryable {
                true => Halt::Ours(Problem::internal(anyhow::anyhow!(fault.title))),
                false => Halt::Fault(fault),
            })
        })
    }

    fn call(&self, run: RunRef, call: Call) -> BoxFuture<'_, Result<Value, Failed>> {
        boxed(perform(&self.0, run, call))
    }

    fn open(&self, run: RunRef, open: Open) -> BoxFuture<'_, Result<Opened, Failed>> {
        boxed(waits::open(&self.0, run, open))
    }

    fn close(&self, run: RunRef, close: Close) -> BoxFuture<'_, Result<Closed, Failed>> {
        boxed(waits::close(&self.0, run, close))
    }

    fn record(&self, run: RunRef, notes: Vec<Record>) -> BoxFuture<'_, Result<(), Failed>> {
        boxed(async move {
            let tx = self.0.db.tx(&identity(run)).await?;
            notes::write(&self.0, &tx, run, &notes).await?;
            Ok(commit(tx).await?)
        })
    }

    fn finish(&self, run: RunRef, finish: Finish) -> BoxFuture<'_, Result<(), Failed>> {
        boxed(end(&self.0, run, finish))
    }

    fn tick(&self, tick: Tick) -> BoxFuture<'_, Result<(), Failed>> {
        boxed(super::tick::tick(&self.0, tick))
    }
}

/// The identity for work that has no caller: the tenant itself.
pub fn identity(run: RunRef) -> Identity {
    Identity::new(TenantId(run.tenant), None)
}

pub async fn commit(tx: Tx) -> Result<(), Problem> {
    tx.commit_with(async |_| Ok(())).await
}

async fn begin(app: &App, run: RunRef) -> Result<Option<Begin>, Halt> {
    let now = app.clock.now();
    let mut change = Change::by_run(app, TenantId(run.tenant), RunId(run.run), "workflows.run").await?;
    let first = begin_run().bind(&*change, &now, &run.run).opt().await?.is_some();
    let Some(row) = beginning_of_run().bind(&*change, &run.run).opt().await? else { return Ok(None) };
    if RunStatus::named(&row.status).is_none_or(RunStatus::is_over) {
        return Ok(None);
    }
    let wire = runs::of_change(&mut change, RunId(run.run)).await?;
    if first {
        change.emit(EventKind::WorkflowRunStarted, &wire, json!({"object": wire.brief()}));
    }
    change.done().await?;
    let timeout = check::stored(&row.definition)?.timeout;
    let used = row.begun_at.map(|begun| Duration::try_from(now.duration_since(begun)).unwrap_or_default());
    let mut begun = plan::begun(&wire, wire.input.clone());
    begun.remaining = timeout.filter(|_| !first).map(|timeout| timeout.saturating_sub(used.unwrap_or_default()));
    Ok(Some(Begin { definition: row.definition, begun, resumes: row.resumes }))
}

/// A page of the run's completed steps.
pub async fn done(app: &App, run: RunRef, after: String) -> Result<DonePage, Halt> {
    let db = app.db.tenant(&identity(run)).await?;
    let rows = done_steps().bind(&db, &run.run, &after, &PAGE_STEPS).all().await?;
    let mut more = rows.len() as i64 == PAGE_STEPS;
    let (mut done, mut bytes) = (Done::new(), 0);
    for row in rows {
        let output = row.output.unwrap_or_default();
        bytes +=
            row.path.len() + output.to_string().len() + row.error.as_ref().map_or(0, |error| error.to_string().len());
        if bytes > PAGE_BYTES && !done.is_empty() {
            more = true;
            break;
        }
        let fault = data::fault_of_row(row.error);
        // A fork that failed after it had a winner counts as won; later steps are executed again.
        let is_failed = StepStatus::named(&row.status) == Some(StepStatus::Failed);
        let won =
            row.kind == notes::kind(Kind::Fork) && !fault.as_ref().is_some_and(|fault| fault.is_timeout_of(&row.path));
        let result = if is_failed && !won { Err(fault.unwrap_or_else(over)) } else { Ok(output) };
        done.insert(row.path, result);
    }
    Ok(DonePage { done, more })
}

/// The actor and the rights of the run.
pub fn author(run: RunRef, row: sql::Author) -> Author {
    Author {
        tenant: TenantId(run.tenant),
        kind: row.author_kind,
        id: row.author_id,
        organizations: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        owner: Owner::stored(&row.owner_kind, row.owner_id),
        ceiling: Rights::stored(&row.granted_scopes, row.granted_organization_ids),
    }
}

async fn perform(app: &App, run: RunRef, mut call: Call) -> Result<Value, Halt> {
    data::storable(&mut call.arguments);
    let input = call.secret_texts.shown(&call.arguments)?;
    let tx = app.db.tx(&identity(run)).await?;
    notes::write(app, &tx, run, &call.notes).await?;
    let begun = BeginStepParams {
        path: call.step.path.as_str(),
        name: call.step.name.as_str(),
        kind: notes::kind(call.step.kind),
        task: call.function.as_str(),
        status: StepStatus::Running.name(),
        input: Some(&input),
        until: None,
        now: app.clock.now(),
        run_id: run.run,
    };
    let mut stored = begin_step().params(&tx, &begun).opt().await?.ok_or_else(over)?;
    let begun = stored.begun.take();
    let author = author_of_run().bind(&tx, &run.run).one().await?;
    commit(tx).await?;
    match StepState::from(stored) {
        StepState::Succeeded(output) => return Ok(output),
        StepState::Failed(fault) => return Err(Halt::Fault(fault)),
        StepState::Running | StepState::Waiting { .. } | StepState::Over => {}
    }
    let context = spans::context(run.run, author.attempt, author.trace.as_deref());
    let execution = execute(app, run, &call, (author, begun));
    TraceContext::continued(context, || spans::of_call(run, &call), execution).await
}

/// Executes the function of a step that has begun, and stores the result. `begun` is the stored request of the step, if its
/// work continues.
async fn execute(
    app: &App,
    run: RunRef,
    call: &Call,
    (author, begun): (sql::Author, Option<Value>),
) -> Result<Value, Halt> {
    let id = RunId(run.run);
    let Call { step, function, arguments, secret_texts: texts, secrets, attempt, attempts, .. } = call;
    let place = StepRef { run: id, path: &step.path, since: author.begun_at, begun };
    let author = self::author(run, author);
    let functions = functions::registry(app);
    let result = match (author.caller(app).await?, functions.operation(function)) {
        (Err(fault), _) => Err(fault),
        (Ok(_), _) if [NOTIFY, EMIT].contains(&function.as_str()) => {
            return emit(app, run, &step.path, function, arguments).await;
        }
        (Ok(caller), _) if function == HTTP => {
            let secrets = Secrets::open(app, &caller, secrets).await?;
            let request = http::Request { arguments, texts, secrets: &secrets };
            http::call(app, id, &step.path, &request).await
        }
        (Ok(caller), Some(operation)) => match operation.execute(app, &caller, place, arguments).await? {
            Execution::Ended(result) => result,
            Execution::UnderWay { again_in } => return Err(Halt::NotYet(again_in)),
        },
        (Ok(_), None) => Err(Fault::new(Fault::VALIDATION, 422, format!("Unknown function {function}"))),
    };
    let result = result.map(|mut output| {
        data::storable(&mut output);
        output
    });
    if result.is_err() {
        Span::current().record("otel.status_code", "ERROR");
    }
    let stored = match &result {
        Err(fault) if fault.retryable && attempt < attempts => StepResult::Retried(fault),
        result => StepResult::of(result),
    };
    let tx = app.db.tx(&identity(run)).await?;
    steps::store_result(app, &tx, run, &step.path, stored).await?;
    commit(tx).await?;
    Ok(result?)
}

/// Emits an event of the workflow's own, and ends its step in the same transaction.
async fn emit(app: &App, run: RunRef, path: &str, function: &str, arguments: &Value) -> Result<Value, Halt> {
    let mut change = Change::by_run(app, TenantId(run.tenant), RunId(run.run), "workflows.notify").await?;
    let wire = runs::of_change(&mut change, RunId(run.run)).await?.brief();
    let data = arguments.get("data").filter(|data| data.is_object()).cloned().unwrap_or(json!({}));
    let text = |name: &str| arguments[name].as_str().map(str::to_owned);
    let missing = |name| Fault::new(Fault::VALIDATION, 422, format!("The argument {name} is missing"));
    let (kind, content) = match function {
        NOTIFY => {
            let message: String = text("message").ok_or_else(|| missing("message"))?.chars().take(2000).collect();
            (EventKind::WorkflowNotification, json!({"object": wire, "message": message, "data": data}))
        }
        _ => {
            let name: String = text("type").ok_or_else(|| missing("type"))?.chars().take(200).collect();
            (EventKind::WorkflowEmitted, json!({"object": wire, "name": name, "data": data}))
        }
    };
    let output = json!({});
    if !steps::store_result(app, &change, run, path, StepResult::Succeeded(&output)).await? {
        return Err(Halt::Fault(over()));
    }
    change.emit(kind, &wire, content);
    change.done().await?;
    Ok(output)
}

async fn end(app: &App, run: RunRef, finish: Finish) -> Result<(), Halt> {
    let ending = match finish.outcome {
        Outcome::Succeeded { mut output } => {
            data::storable(&mut output);
            Ending { status: RunStatus::Succeeded, output: Some(output), ..Ending::CANCELED }
        }
        Outcome::Failed { fault } => Ending { status: RunStatus::Failed, fault: Some(fault), ..Ending::CANCELED },
        Outcome::TimedOut { fault } => Ending { status: RunStatus::TimedOut, fault: Some(fault), ..Ending::CANCELED },
        Outcome::Canceled => Ending::CANCELED,
    };
    let ending = Ending { by_engine: true, ..ending };
    let mut change = Change::by_run(app, TenantId(run.tenant), RunId(run.run), "workflows.run").await?;
    lock_admission().bind(&*change).one().await?;
    notes::write(app, &change, run, &finish.notes).await?;
    ending::end(app, &mut change, &[run.run], ending).await?;
    change.done().await?;
    Ok(())
}

const _: () = assert!(DATA_BYTES <= PAGE_BYTES, "one step fits into a page");
