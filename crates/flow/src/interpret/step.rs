//! One task: its condition, its input, its work, its output, and its record.

use super::{Frame, Stop, Walk, at, bounded, holds, timed_out, within};
use crate::{
    Call, Case, EMIT, Fault, HTTP, Host, Kind, Length, Record, Scope, Status, Step, Task, Then, Work, bounds,
    duration::parse_duration, run::size_of,
};
use serde_json::{Value, json};
use std::{
    cell::{Cell, OnceCell},
    time::Duration,
};

/// An active step. If it is dropped before it ended, it was overtaken, and is recorded so.
pub(super) struct UnderWay<'h, H: Host> {
    pub host: &'h H,
    pub step: Step,
    /// `$task` of expressions.
    pub task: Value,
    /// Nothing is left to record: the host has recorded the effect, or it was noted.
    recorded: Cell<bool>,
    /// The winner of a competing `fork`. It is noted at once, and with every further note of the step.
    winner: OnceCell<Value>,
}

impl<H: Host> UnderWay<'_, H> {
    /// The name of the winning branch, now or from an earlier execution of the run.
    pub fn winner(&self) -> Option<&str> {
        self.winner.get()?["winner"].as_str()
    }

    pub fn won_by(&self, branch: &str) {
        if self.winner.set(json!({"winner": branch})).is_ok() {
            self.note(Status::Running, None, None);
        }
    }

    fn note(&self, status: Status, output: Option<Value>, error: Option<Fault>) {
        let output = output.or_else(|| self.winner.get().cloned());
        if !self.recorded.replace(status != Status::Running) {
            self.host.note(Record { step: self.step.clone(), status, output, error });
        }
    }
}

impl<H: Host> Drop for UnderWay<'_, H> {
    fn drop(&mut self) {
        self.note(Status::Canceled, None, None);
    }
}

impl<H: Host> Walk<'_, H> {
    /// Executes a task. Returns the next task, and the data.
    pub(super) async fn task(
        &self,
        task: &Task,
        path: String,
        frame: &mut Frame,
        data: Value,
    ) -> Result<(Then, Value), Stop> {
        self.spent.step().map_err(at(path.as_str()))?;
        let done = self.done.get(&path);
        if let Some(Err(fault)) = done.filter(|done| done.as_ref().is_err_and(|fault| fault.is_timeout_of(&path))) {
            return Err(fault.clone().into());
        }
        let step = Step { path, name: task.name.clone(), kind: kind(&task.work) };
        let about = json!({"name": step.name, "path": step.path});
        let winner = done.and_then(|done| done.as_ref().ok()).filter(|_| step.kind == Kind::Fork).cloned();
        let winner = winner.map(OnceCell::from).unwrap_or_default();
        let under = UnderWay { host: self.host, step, task: about, recorded: Cell::new(false), winner };
        // A resumed run does not repeat the steps before the timeout.
        let before = task.timeout.map(|_| frame.clone());
        let ended = within(self.host, task.timeout, self.attempt(task, &under, frame, data)).await;
        let ended = ended.unwrap_or_else(|| {
            if let Some(before) = before {
                *frame = before;
            }
            under.recorded.set(false);
            Err(timed_out().into())
        });
        match ended {
            Ok((then, output)) => {
                let own = matches!(task.work, Work::Set(_)).then(|| output.clone());
                under.note(Status::Succeeded, own, None);
                Ok((then, output))
            }
            Err(Stop::End(output)) => {
                under.note(Status::Succeeded, None, None);
                Err(Stop::End(output))
            }
            Err(Stop::Fault(fault)) => {
                let fault = at(under.step.path.as_str())(fault);
                under.note(Status::Failed, None, Some(fault.clone()));
                Err(fault.into())
            }
        }
    }

    async fn attempt(
        &self,
        task: &Task,
        under: &UnderWay<'_, H>,
        frame: &mut Frame,
        data: Value,
    ) -> Result<(Then, Value), Stop> {
        let place = |part: &str| at(format!("{}/{part}", under.step.path));
        if let Some(condition) = &task.condition {
            let value = self.evaluate(frame, condition, &data, &data, &under.task).await.map_err(place("if"))?;
            if !holds(&value) {
                under.note(Status::Skipped, None, None);
                return Ok((Then::Continue, data));
            }
        }
        let input = match &task.input {
            Some(from) => self.evaluate(frame, from, &data, &data, &under.task).await.map_err(place("input/from"))?,
            None => data,
        };
        let (then, raw) = self.work(task, under, frame, &input).await?;
        let output = match &task.output {
            Some(r#as) => self.evaluate(frame, r#as, &raw, &input, &under.task).await.map_err(place("output/as"))?,
            None => bounded(raw).map_err(place("output"))?,
        };
        if let Some(r#as) = &task.export {
            let exported = self.evaluate(frame, r#as, &output, &input, &under.task).await;
            frame.context = exported.map_err(place("export/as"))?;
        }
        Ok((then, output))
    }

    /// The work of the task: returns the next task, and the raw output.
    async fn work(
        &self,
        task: &Task,
        under: &UnderWay<'_, H>,
        frame: &mut Frame,
        input: &Value,
    ) -> Result<(Then, Value), Stop> {
        let path = under.step.path.as_str();
        if matches!(task.work, Work::Do(_) | Work::For { .. } | Work::Fork { .. } | Work::Try { .. }) {
            under.note(Status::Running, None, None);
        }
        let output = match &task.work {
            Work::Do(tasks) => self.list(tasks, &format!("{path}/do"), frame, input.clone()).await?,
            Work::For { each, at, list, condition, tasks } => {
                self.rounds((each, at, list, condition.as_ref(), tasks), under, frame, input).await?
            }
            Work::Fork { branches, compete: false } => self.all(branches, path, frame, input).await?,
            Work::Fork { branches, compete: true } => self.fastest(branches, under, frame, input).await?,
            Work::Try { tasks, catch } => self.careful(tasks, catch, under, frame, input).await?,
            Work::Set(asked) => self.evaluate(frame, asked, input, input, &under.task).await?,
            Work::Raise(asked) => return Err(self.raise(asked, under, frame, input).await.into()),
            Work::Switch(cases) => {
                let then = self.choose(cases, under, frame, input).await?;
                return Ok((then.unwrap_or(task.then), input.clone()));
            }
            effect => self.effect(effect, under, frame, input).await?,
        };
        Ok((task.then, output))
    }

    /// Steps that the host executes, unless they are done already.
    async fn effect(&self, work: &Work, under: &UnderWay<'_, H>, frame: &Frame, input: &Value) -> Result<Value, Fault> {
        let (host, step) = (self.host, &under.step);
        let scope = |asked: &Value| frame.scope(&[asked], input, input, &under.task);
        let ended = match (self.done.get(&step.path), work) {
            (Some(done), _) => done.clone(),
            (None, Work::Call { function, with }) if function == "approval" => {
                host.approve(step, &scope(with), with).await
            }
            (None, Work::Call { function, with }) => {
                let secrets = if function == HTTP { self.secrets } else { &[] };
                let call = Call { function, with, secrets, in_try: frame.in_try };
                host.call(step, &scope(with), call).await
            }
            (None, Work::Emit(event)) => {
                let call = Call { function: EMIT, with: event, secrets: &[], in_try: frame.in_try };
                host.call(step, &scope(event), call).await
            }
            (None, Work::Listen(to)) => host.listen(step, &scope(to), to).await,
            (None, Work::Wait(length)) => {
                let how_long = self.how_long(length, under, frame, input).await?;
                host.wait(step, how_long).await.map(|()| Value::Null)
            }
            _ => Ok(Value::Null),
        };
        under.recorded.set(ended.is_ok() || self.done.contains_key(&step.path));
        if let Ok(given) = &ended {
            bounds::check_depth(given)?;
            self.spent.answer(size_of(given))?;
        }
        match work {
            Work::Call { .. } | Work::Listen(_) => ended,
            // The output of these is their input.
            _ => ended.map(|_| input.clone()),
        }
    }

    async fn how_long(
        &self,
        length: &Length,
        under: &UnderWay<'_, H>,
        frame: &Frame,
        input: &Value,
    ) -> Result<Duration, Fault> {
        let asked = match length {
            Length::Fixed(how_long) => return Ok(*how_long),
            Length::Asked(asked) => asked,
        };
        let value = self.evaluate(frame, asked, input, input, &under.task).await?;
        let wrong =
            |message| Fault::new(Fault::VALIDATION, 422, "The value of `wait` is not a duration").detail(message);
        parse_duration(&value).map_err(wrong)
    }

    async fn choose(
        &self,
        cases: &[Case],
        under: &UnderWay<'_, H>,
        frame: &Frame,
        input: &Value,
    ) -> Result<Option<Then>, Fault> {
        let whens: Vec<&Value> = cases.iter().filter_map(|case| case.when.as_ref()).collect();
        let scope = frame.scope(&whens, input, input, &under.task);
        let mut values = vec![];
        while let Some(value) = whens.get(values.len()).and_then(|when| self.plainly(&scope, when)) {
            values.push(value);
        }
        if !values.iter().any(holds) && values.len() < whens.len() {
            let left: Vec<Value> = whens[values.len()..].iter().map(|when| (*when).clone()).collect();
            values.extend(self.until_one_holds(&scope, left).await?);
        }
        let place = values.iter().position(holds).unwrap_or(whens.len());
        Ok(cases.get(place).map(|case| case.then))
    }

    /// All in one round. A failed condition matters only if none before it holds, so then they are evaluated one by
    /// one.
    async fn until_one_holds(&self, scope: &Scope, whens: Vec<Value>) -> Result<Vec<Value>, Fault> {
        match self.ask(scope, whens.clone()).await {
            Err(fault) if whens.len() > 1 && !fault.retryable => {}
            asked => return asked,
        }
        let mut values = vec![];
        for when in whens {
            values.extend(self.ask(scope, vec![when]).await?);
            if values.last().is_some_and(holds) {
                break;
            }
        }
        Ok(values)
    }

    async fn raise(&self, asked: &Value, under: &UnderWay<'_, H>, frame: &Frame, input: &Value) -> Fault {
        let fault = match self.evaluate(frame, asked, input, input, &under.task).await {
            Ok(fault) => fault,
            Err(fault) => return fault,
        };
        let text = |name: &str| match &fault[name] {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let status = fault["status"].as_u64().and_then(|status| status.try_into().ok()).unwrap_or(500);
        let raised = Fault::new(text("type").unwrap_or_default(), status, text("title").unwrap_or_default());
        Fault { detail: text("detail"), ..raised }
    }
}

fn kind(work: &Work) -> Kind {
    match work {
        Work::Do(_) => Kind::Do,
        Work::Set(_) => Kind::Set,
        Work::Call { function, .. } if function == "approval" => Kind::Approval,
        Work::Call { .. } => Kind::Call,
        Work::Switch(_) => Kind::Switch,
        Work::For { .. } => Kind::For,
        Work::Fork { .. } => Kind::Fork,
        Work::Try { .. } => Kind::Try,
        Work::Wait(_) => Kind::Wait,
        Work::Listen(_) => Kind::Listen,
        Work::Emit(_) => Kind::Emit,
        Work::Raise(_) => Kind::Raise,
    }
}
