//! The plan of a run: the same interpreter over a host that only reads and changes nothing. Waits pass at once,
//! approvals are granted, and writes are listed.

use super::{
    data::error_to_wire,
    functions::{
        self, APPROVAL, HTTP, NOTIFY,
        http::{self, target},
        operation::{Author, CallMode},
    },
    secrets::Secrets,
};
use api::{
    EventKind, OrganizationId, Owner, RunId, WorkflowId,
    workflow_runs::{PlannedEffect, PlannedStep, Run, RunStatus, RunTrigger},
    workflows::TriggerType,
};
use flow::{Begun, Call, Definition, Done, EMIT, EventPattern, Fault, Host, Outcome, Record, Scope, Step, interpret};
use kernel::{
    app::App,
    credentials::rights::Rights,
    http::{Caller, Problem},
    shares::Fair,
};
use queries::queries::workflows::start::Startable;
use serde_json::{Value, json};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    sync::{Arc, LazyLock},
    time::Duration,
};
use tokio::{runtime::Handle, task::spawn_blocking, time::timeout};

/// The time limit of a plan.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The time limit of the plan of a run's remaining steps, for which the run waits.
const REST_TIMEOUT: Duration = Duration::from_secs(5);

/// The size limit of a plan, as JSON.
const PLAN_BYTES: usize = 4 * 1024 * 1024;

/// The number of concurrent plans, each on its own thread, and of those of one tenant.
static AT_ONCE: LazyLock<Arc<Fair>> = LazyLock::new(|| Fair::new(8, 4));

/// The run as it would be, with its plan.
pub async fn of(
    app: &App,
    caller: &Caller,
    workflow: &Startable,
    definition: Definition,
    input: Value,
) -> Result<Run, Problem> {
    let now = app.clock.now();
    let organizations: Option<Vec<_>> =
        workflow.organization_ids.as_ref().map(|ids| ids.iter().copied().map(OrganizationId).collect());
    let run = Run {
        id: RunId(app.clock.id()),
        workflow_id: WorkflowId(workflow.id),
        workflow_name: workflow.name.clone(),
        workflow_version: workflow.latest_version,
        status: RunStatus::Succeeded,
        trigger: RunTrigger { kind: TriggerType::Manual, event_id: None, scheduled_at: None },
        started_by: Some(caller.wire_actor()),
        depth: 0,
        attempt: 1,
        concurrency_key: None,
        organization_ids: organizations.clone(),
        input: input.clone(),
        output: Value::Null,
        error: None,
        plan: None,
        steps: None,
        approvals: None,
        created_at: now,
        updated_at: now,
        started_at: None,
        finished_at: None,
        version: 1,
    };
    let author = Author {
        tenant: caller.tenant(),
        kind: workflow.author_kind.clone(),
        id: workflow.author_id,
        organizations,
        owner: Owner::stored(&workflow.owner_kind, workflow.owner_id),
        ceiling: Rights::stored(&workflow.granted_scopes, workflow.granted_organization_ids.clone()),
    };
    let begun = begun(&run, input);
    let (outcome, plan) = draw(Planner::new(app, author, run.id), definition, begun, TIMEOUT).await?;
    let (status, output, error) = match outcome {
        Outcome::Succeeded { output } => (RunStatus::Succeeded, output, None),
        Outcome::Failed { fault } => (RunStatus::Failed, Value::Null, Some(fault)),
        Outcome::TimedOut { fault } => (RunStatus::TimedOut, Value::Null, Some(fault)),
        Outcome::Canceled => (RunStatus::Canceled, Value::Null, None),
    };
    Ok(Run { status, output, error: error.map(error_to_wire), plan: Some(plan), ..run })
}

/// The remaining steps of a run, given the completed ones, and whether they lead to its end.
pub async fn rest(
    app: &App,
    author: Author,
    run: &Run,
    definition: Definition,
    done: Done,
) -> Result<(Vec<PlannedStep>, bool), Problem> {
    let begun = Begun { done, ..begun(run, run.input.clone()) };
    let (outcome, plan) = draw(Planner::new(app, author, run.id), definition, begun, REST_TIMEOUT).await?;
    Ok((plan, matches!(outcome, Outcome::Succeeded { .. })))
}

async fn draw(
    planner: Planner,
    definition: Definition,
    begun: Begun,
    patience: Duration,
) -> Result<(Outcome, Vec<PlannedStep>), Problem> {
    let _turn = AT_ONCE.take(Some(planner.author.tenant)).await;
    // A workflow's futures stay on one thread.
    let handle = Handle::current();
    let planned = spawn_blocking(move || {
        let outcome = handle.block_on(timeout(patience, interpret(&definition, begun, &planner)));
        (outcome, planner.plan.into_inner())
    });
    let (outcome, plan) = planned.await.map_err(Problem::internal)?;
    let outcome = outcome.unwrap_or_else(|_| {
        let detail = format!("The plan was not complete within {} seconds.", patience.as_secs());
        Outcome::TimedOut { fault: Fault::new(Fault::TIMEOUT, 408, "The plan took too long").detail(detail) }
    });
    Ok((outcome, plan))
}

/// The variables about the run in expressions.
pub fn begun(run: &Run, input: Value) -> Begun {
    Begun {
        input,
        workflow: json!({"id": run.workflow_id, "name": run.workflow_name, "version": run.workflow_version}),
        run: json!({"id": run.id, "trigger": run.trigger, "created_at": run.created_at}),
        ..Begun::default()
    }
}

struct Planner {
    app: App,
    author: Author,
    run: RunId,
    plan: RefCell<Vec<PlannedStep>>,
    /// The approximate size of the plan as JSON.
    bytes: Cell<usize>,
    /// Objects that would exist by now, by id: they cannot be read.
    imagined: RefCell<BTreeMap<String, Value>>,
}

impl Planner {
    fn new(app: &App, author: Author, run: RunId) -> Planner {
        Planner {
            app: app.clone(),
            author,
            run,
            plan: RefCell::default(),
            bytes: Cell::new(0),
            imagined: RefCell::default(),
        }
    }

    fn list(
        &self,
        step: &Step,
        function: &str,
        effect: PlannedEffect,
        target: Option<String>,
        arguments: Value,
        result: Value,
    ) -> Result<(), Fault> {
        self.bytes.set(self.bytes.get() + arguments.to_string().len() + result.to_string().len());
        if self.bytes.get() > PLAN_BYTES {
            let detail = format!("The plan has more than {PLAN_BYTES} bytes.");
            return Err(Fault::new(Fault::TOO_LARGE, 413, "The plan is too large").detail(detail));
        }
        self.plan.borrow_mut().push(PlannedStep {
            path: step.path.clone(),
            name: step.name.clone(),
            function: function.to_owned(),
            effect,
            target,
            arguments,
            result,
        });
        Ok(())
    }

    async fn fill(&self, scope: &Scope, template: &Value) -> Result<Value, Fault> {
        let tenant = self.author.tenant;
        self.app.shares.plan_step(tenant, self.app.sandbox.fill(tenant.0.as_u128(), scope, template)).await
    }

    /// The result of a call about a planned object: the object, as the arguments change it.
    fn imagine(&self, arguments: &Value) -> Option<Value> {
        let id = arguments["id"].as_str().or(arguments["ticket_id"].as_str())?;
        let mut thing = self.imagined.borrow().get(id)?.clone();
        for (name, value) in arguments.as_object().into_iter().flatten() {
            if thing.get(name).is_some() && name != "id" {
                thing[name] = value.clone();
            }
        }
        self.imagined.borrow_mut().insert(id.to_owned(), thing.clone());
        Some(thing)
    }

    async fn ask(&self, caller: Caller, step: &Step, function: &str, arguments: &Value) -> Result<Value, Fault> {
        let unknown = || Fault::new(Fault::VALIDATION, 422, format!("Unknown function {function}"));
        let functions = functions::registry(&self.app);
        let operation = functions.operation(function).ok_or_else(unknown)?;
        if let Some(imagined) = self.imagine(arguments) {
            return Ok(imagined);
        }
        let asked = operation.call(&self.app, caller, self.run, &step.path, arguments, CallMode::DryRun).await;
        let result = asked.map_err(|cause| away(&cause))??;
        if operation.writes
            && let Some(id) = result["id"].as_str()
        {
            self.imagined.borrow_mut().insert(id.to_owned(), result.clone());
        }
        Ok(result)
    }

    async fn call_alone(&self, step: &Step, scope: &Scope, call: Call<'_>) -> Result<Value, Fault> {
        let function = call.function;
        let (template, texts) = call.without_secrets();
        let filled = self.fill(scope, &template).await?;
        let arguments = texts.shown(&filled)?;
        let caller = self.author.caller(&self.app).await.map_err(|cause| away(&cause))??;
        let (effect, target, result) = match function {
            HTTP => {
                let secrets =
                    Secrets::open(&self.app, &caller, call.secrets).await.map_err(|cause| not_opened(&cause))?;
                http::check(&http::Request { arguments: &filled, texts: &texts, secrets: &secrets })?;
                (PlannedEffect::Write, target(&arguments), Value::Null)
            }
            NOTIFY => (PlannedEffect::Write, Some(EventKind::WorkflowNotification.name().to_owned()), json!({})),
            EMIT => (PlannedEffect::Write, Some(EventKind::WorkflowEmitted.name().to_owned()), json!({})),
            _ => {
                let result = self.ask(caller, step, function, &arguments).await?;
                let functions = functions::registry(&self.app);
                let operation = functions.operation(function);
                let writes = operation.is_some_and(|operation| operation.writes);
                let effect = if writes { PlannedEffect::Write } else { PlannedEffect::Read };
                (effect, operation.map(functions::operation::Operation::target), result)
            }
        };
        self.list(step, function, effect, target, arguments, result.clone())?;
        Ok(result)
    }
}

fn not_opened(problem: &Problem) -> Fault {
    away(&anyhow::anyhow!("secrets: {}", problem.code().name()))
}

fn away(cause: &anyhow::Error) -> Fault {
    tracing::warn!(error = format!("{cause:#}"), "failed to plan a workflow run");
    Fault::new(Fault::RUNTIME, 503, "The service is unavailable right now")
}

impl Host for Planner {
    async fn evaluate(&self, scope: &Scope, asked: Vec<Value>) -> Result<Vec<Value>, Fault> {
        let tenant = self.author.tenant;
        let values = self.app.sandbox.fill_all(tenant.0.as_u128(), scope, &asked);
        held::apart(self.app.shares.plan_step(tenant, values)).await
    }

    async fn call(&self, step: &Step, scope: &Scope, call: Call<'_>) -> Result<Value, Fault> {
        // The branches of a fork run concurrently on one thread.
        held::apart(self.call_alone(step, scope, call)).await
    }

    async fn wait(&self, step: &Step, how_long: Duration) -> Result<(), Fault> {
        let arguments = json!({"seconds": how_long.as_secs_f64()});
        self.list(step, "wait", PlannedEffect::Wait, None, arguments, Value::Null)
    }

    async fn approve(&self, step: &Step, scope: &Scope, with: &Value) -> Result<Value, Fault> {
        let arguments = held::apart(self.fill(scope, with)).await?;
        let result = json!({"approved": true, "status": "approved", "approvals_given": 1, "decisions": []});
        self.list(step, APPROVAL, PlannedEffect::Approval, None, arguments, result.clone())?;
        Ok(result)
    }

    /// An example of a matching event.
    async fn listen(&self, step: &Step, scope: &Scope, to: &Value) -> Result<Value, Fault> {
        let arguments = held::apart(self.fill(scope, to)).await?;
        let patterns: Vec<EventPattern> = serde_json::from_value(arguments.clone()).unwrap_or_default();
        let kind = patterns.iter().flat_map(|pattern| &pattern.types).find_map(|kind| kind.parse::<EventKind>().ok());
        let result = kind.and_then(|kind| self.app.document().example(kind)).map_or(Value::Null, |event| json!(event));
        self.list(step, "listen", PlannedEffect::Listen, None, json!({"to": arguments}), result.clone())?;
        Ok(result)
    }

    async fn sleep(&self, how_long: Duration) {
        tokio::time::sleep(how_long).await;
    }

    fn note(&self, _: Record) {}
}
