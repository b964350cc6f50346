//! The interpreter: a walk over the definition, deterministic by construction. Everything that is not a pure function
//! of the definition and of earlier results comes from the host.

mod blocks;
mod spent;
mod step;

use crate::{Begun, Definition, Done, Fault, Host, Outcome, Scope, Task, Then, bounds, run::size_of, template};
use futures::future::{Either, LocalBoxFuture, select};
use serde_json::{Value, json};
use spent::Spent;
use std::{cell::Cell, collections::BTreeMap, pin::pin, time::Duration};

/// Runs a definition to its end.
pub async fn interpret(definition: &Definition, begun: Begun, host: &impl Host) -> Outcome {
    let Begun { input, workflow, run, done, remaining } = begun;
    if let Err(fault) = bounds::check(&input) {
        return Outcome::Failed { fault: at("input")(fault) };
    }
    let secrets = &definition.secrets;
    let walk = Walk { host, secrets, done, spent: Spent::default(), unyielded: Cell::new(0) };
    let mut frame = Frame::new(&input, workflow, run);
    let whole = walk.whole(definition, &mut frame, input);
    match within(host, remaining.or(definition.timeout), whole).await {
        Some(Ok(output)) => Outcome::Succeeded { output },
        Some(Err(fault)) => Outcome::Failed { fault },
        None => Outcome::TimedOut { fault: timed_out() },
    }
}

/// The state that all branches of a run share.
struct Walk<'h, H> {
    host: &'h H,
    /// The names of the secrets that the definition may use.
    secrets: &'h [String],
    done: Done,
    spent: Spent,
    /// Bytes that were filled in since the last wait for the host.
    unyielded: Cell<usize>,
}

/// The state of one branch of a run.
#[derive(Clone)]
struct Frame {
    context: Value,
    /// `workflow`, `run`, loop variables and caught faults.
    variables: BTreeMap<String, Value>,
    /// True if a `try` around the present task handles failures of calls.
    in_try: bool,
}

/// The reason why a list of tasks stopped early.
enum Stop {
    Fault(Fault),
    /// `then: end`, with the data of that moment.
    End(Value),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl Frame {
    fn new(input: &Value, mut workflow: Value, run: Value) -> Frame {
        if workflow.is_null() {
            workflow = json!({});
        }
        if let Some(fields) = workflow.as_object_mut() {
            fields.insert("input".to_owned(), input.clone());
        }
        let variables = [("workflow".to_owned(), workflow), ("run".to_owned(), run)].into();
        Frame { context: json!({}), variables, in_try: false }
    }

    /// The variables that the expressions of a template use: all of them are sent with every effect.
    fn scope(&self, asked: &[&Value], data: &Value, input: &Value, task: &Value) -> Scope {
        if asked.iter().all(|template| template::is_literal(template)) {
            return Scope { data: Value::Null, variables: BTreeMap::new() };
        }
        let own = [("context", &self.context), ("input", input), ("task", task)];
        let others = self.variables.iter().map(|(name, value)| (name.as_str(), value));
        let spoken_of = |name: &str| asked.iter().any(|template| template::mentions(template, name));
        let known = own.into_iter().chain(others).filter(|(name, _)| spoken_of(name));
        Scope { data: data.clone(), variables: known.map(|(name, value)| (name.to_owned(), value.clone())).collect() }
    }
}

impl<H: Host> Walk<'_, H> {
    async fn whole(&self, definition: &Definition, frame: &mut Frame, input: Value) -> Result<Value, Fault> {
        let input = match &definition.input {
            Some(from) => self.evaluate(frame, from, &input, &input, &Value::Null).await.map_err(at("input/from"))?,
            None => input,
        };
        let output = match self.list(&definition.tasks, "do", frame, input).await {
            Ok(output) | Err(Stop::End(output)) => output,
            Err(Stop::Fault(fault)) => return Err(fault),
        };
        match &definition.output {
            Some(r#as) => self.evaluate(frame, r#as, &output, &output, &Value::Null).await.map_err(at("output/as")),
            None => Ok(output),
        }
    }

    /// The tasks of a list, one after the other, each with the output of the one before it.
    fn list<'a>(
        &'a self,
        tasks: &'a [Task],
        at: &'a str,
        frame: &'a mut Frame,
        input: Value,
    ) -> LocalBoxFuture<'a, Result<Value, Stop>> {
        Box::pin(async move {
            let (mut data, mut next) = (input, 0);
            while let Some(task) = tasks.get(next) {
                let (then, output) = self.task(task, format!("{at}/{next}/{}", task.name), frame, data).await?;
                data = output;
                next = match then {
                    Then::Continue => next + 1,
                    Then::To(place) => place,
                    Then::Exit => break,
                    Then::End => return Err(Stop::End(data)),
                };
            }
            Ok(data)
        })
    }

    /// The value of one template, within the limit.
    async fn evaluate(
        &self,
        frame: &Frame,
        asked: &Value,
        data: &Value,
        input: &Value,
        task: &Value,
    ) -> Result<Value, Fault> {
        let scope = frame.scope(&[asked], data, input, task);
        if let Some(value) = self.plainly(&scope, asked) {
            return bounded(value);
        }
        let values = self.ask(&scope, vec![asked.clone()]).await?;
        Ok(values.into_iter().next().unwrap_or_default())
    }

    /// Most templates need no host; but a run shares its thread with others, and must not block it for long.
    fn plainly(&self, scope: &Scope, asked: &Value) -> Option<Value> {
        let value = template::fill_plainly(asked, scope).filter(|_| self.unyielded.get() <= MOST_UNYIELDED)?;
        self.unyielded.set(self.unyielded.get() + size_of(&value));
        Some(value)
    }

    async fn ask(&self, scope: &Scope, asked: Vec<Value>) -> Result<Vec<Value>, Fault> {
        self.spent.evaluation()?;
        self.unyielded.set(0);
        let values = self.host.evaluate(scope, asked).await?;
        values.iter().try_for_each(|value| {
            bounds::check(value)?;
            self.spent.answer(size_of(value))
        })?;
        Ok(values)
    }
}

/// After this many bytes, the host evaluates even templates that do not need it.
const MOST_UNYIELDED: usize = 1024 * 1024;

/// The result of a future; `None` if the time is up first.
async fn within<T>(host: &impl Host, limit: Option<Duration>, future: impl Future<Output = T>) -> Option<T> {
    let Some(limit) = limit else { return Some(future.await) };
    match select(pin!(future), pin!(host.sleep(limit))).await {
        Either::Left((value, _)) => Some(value),
        Either::Right(_) => None,
    }
}

fn bounded(value: Value) -> Result<Value, Fault> {
    bounds::check(&value).map(|()| value)
}

fn timed_out() -> Fault {
    Fault::new(Fault::TIMEOUT, 408, "The time is up")
}

/// Adds the path to a fault, unless it has one already.
fn at(place: impl Into<String>) -> impl FnOnce(Fault) -> Fault {
    |fault| Fault { instance: fault.instance.or_else(|| Some(place.into())), ..fault }
}

/// As in jq: all but `false` and `null`.
fn holds(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false))
}
