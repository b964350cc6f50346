//! A host in memory: effects are recorded, timers are real and short.

use crate::{document, functions::functions, sandbox};
use flow::{
    Begun, Call, Definition, Done, Fault, Host, Kind, Outcome, Record, Sandbox, Scope, Status, Step, interpret,
};
use serde_json::{Value, json};
use std::{cell::RefCell, time::Duration};
use tokio::sync::Notify;

pub struct Memory {
    sandbox: Sandbox,
    /// Path, function and arguments of what was called, in order.
    pub calls: RefCell<Vec<(String, String, Value)>>,
    pub sleeps: RefCell<Vec<Duration>>,
    pub notes: RefCell<Vec<Record>>,
    /// How often expressions went through the sandbox.
    pub evaluations: RefCell<usize>,
    /// Results of steps with an effect, as a real host stores them.
    pub done: RefCell<Done>,
    /// Approvals that are held back, by path.
    pub held: RefCell<Vec<String>>,
    pub released: Notify,
    /// The value of every expression, without the sandbox.
    pub canned: RefCell<Option<Value>>,
    /// By path, how often a call still fails.
    pub failing: RefCell<Vec<(String, usize)>>,
    /// Paths of calls whose failures a `try` handles.
    pub tried: RefCell<Vec<String>>,
}

impl Memory {
    pub fn new() -> Memory {
        Memory {
            sandbox: sandbox(),
            calls: RefCell::default(),
            sleeps: RefCell::default(),
            notes: RefCell::default(),
            evaluations: RefCell::default(),
            done: RefCell::default(),
            held: RefCell::default(),
            released: Notify::new(),
            canned: RefCell::default(),
            failing: RefCell::default(),
            tried: RefCell::default(),
        }
    }

    /// Every definition is checked before it is run.
    pub async fn run(&self, body: &str, input: Value) -> Outcome {
        let mut draft = flow::Draft::read(&document(body), &functions());
        draft.check_expressions(&self.sandbox, 1).await.expect("the sandbox works");
        let definition = draft.finish().expect("the test's own definition is valid");
        self.interpret(&definition, input).await
    }

    pub async fn interpret(&self, definition: &Definition, input: Value) -> Outcome {
        let (workflow, run) = (
            json!({"name": definition.document.name}),
            json!({"id": "run_1", "created_at": "2026-11-15T10:00:00.123456Z"}),
        );
        let done = self.done.borrow().clone();
        interpret(definition, Begun { input, workflow, run, done, remaining: None }, self).await
    }

    pub async fn output(&self, body: &str, input: Value) -> Value {
        match self.run(body, input).await {
            Outcome::Succeeded { output } => output,
            other => panic!("{other:?}"),
        }
    }

    pub async fn fault(&self, body: &str, input: Value) -> Fault {
        match self.run(body, input).await {
            Outcome::Failed { fault } => fault,
            other => panic!("{other:?}"),
        }
    }

    pub fn fail(&self, path: &str, times: usize) {
        self.failing.borrow_mut().push((path.to_owned(), times));
    }

    pub fn paths(&self) -> Vec<String> {
        self.calls.borrow().iter().map(|(path, ..)| path.clone()).collect()
    }

    /// The last note on each step.
    pub fn status(&self, path: &str) -> Option<Status> {
        self.notes.borrow().iter().rev().find(|record| record.step.path == path).map(|record| record.status)
    }

    fn ended(&self, step: &Step, result: Result<Value, Fault>) -> Result<Value, Fault> {
        let known = self.done.borrow_mut().insert(step.path.clone(), result.clone());
        assert!(known.is_none(), "{} is not unique, or was done twice", step.path);
        result
    }

    fn fails(&self, path: &str) -> bool {
        let mut failing = self.failing.borrow_mut();
        let Some((_, times)) = failing.iter_mut().find(|(failing, times)| failing == path && *times > 0) else {
            return false;
        };
        *times -= 1;
        true
    }
}

impl Host for Memory {
    async fn evaluate(&self, scope: &Scope, asked: Vec<Value>) -> Result<Vec<Value>, Fault> {
        *self.evaluations.borrow_mut() += 1;
        if let Some(value) = &*self.canned.borrow() {
            return Ok(vec![value.clone(); asked.len()]);
        }
        self.sandbox.fill_all(1, scope, &asked).await
    }

    /// Gives `{function, with}`, or something like a ticket.
    async fn call(&self, step: &Step, scope: &Scope, call: Call<'_>) -> Result<Value, Fault> {
        let function = call.function;
        let (template, texts) = call.without_secrets();
        let with = texts.shown(&self.sandbox.fill(1, scope, &template).await?)?;
        if call.in_try {
            self.tried.borrow_mut().push(step.path.clone());
        }
        self.calls.borrow_mut().push((step.path.clone(), function.to_owned(), with.clone()));
        if self.fails(&step.path) {
            return self.ended(step, Err(Fault::new(Fault::COMMUNICATION, 503, "It did not answer")));
        }
        let output = match function {
            "ticket.create" | "ticket.update" => {
                json!({"id": "tkt_01h455vb4pex5vsknk084sn02q", "number": 7, "subject": with["subject"], "with": with})
            }
            "ticket.list" => {
                json!({"data": [{"id": "tkt_01h455vb4pex5vsknk084sn02q", "updated_at": "2026-01-01T00:00:00Z"}]})
            }
            _ => json!({"function": function, "with": with}),
        };
        self.ended(step, Ok(output))
    }

    async fn wait(&self, step: &Step, how_long: Duration) -> Result<(), Fault> {
        tokio::time::sleep(how_long).await;
        self.ended(step, Ok(Value::Null)).map(drop)
    }

    async fn approve(&self, step: &Step, scope: &Scope, with: &Value) -> Result<Value, Fault> {
        let with = self.sandbox.fill(1, scope, with).await?;
        self.calls.borrow_mut().push((step.path.clone(), "approval".to_owned(), with));
        while self.held.borrow().contains(&step.path) {
            self.released.notified().await;
        }
        self.ended(step, Ok(json!({"approved": true})))
    }

    async fn listen(&self, step: &Step, scope: &Scope, to: &Value) -> Result<Value, Fault> {
        let to = self.sandbox.fill(1, scope, to).await?;
        let patterns: Vec<flow::EventPattern> = serde_json::from_value(to).expect("patterns are patterns");
        self.calls.borrow_mut().push((step.path.clone(), "listen".to_owned(), json!(patterns)));
        self.ended(step, Ok(json!({"type": patterns[0].types[0]})))
    }

    async fn sleep(&self, how_long: Duration) {
        self.sleeps.borrow_mut().push(how_long);
        tokio::time::sleep(how_long).await;
    }

    /// As a real host returns it: decisions, and nothing of overtaken steps.
    fn note(&self, record: Record) {
        let (path, mut done) = (&record.step.path, self.done.borrow_mut());
        match (record.status, &record.error, &record.output) {
            (Status::Canceled, ..) => drop(done.remove(path)),
            (_, Some(fault), _) if fault.is_timeout_of(path) => drop(done.insert(path.clone(), Err(fault.clone()))),
            (_, _, Some(winner)) if record.step.kind == Kind::Fork => {
                done.insert(path.clone(), Ok(winner.clone()));
            }
            _ => {}
        }
        drop(done);
        self.notes.borrow_mut().push(record);
    }
}
