//! The document as a whole.

use super::{
    Concurrency, Definition, Document, EventPattern, OnConflict, reach,
    reader::{MOST_FAULTS, Reader, VARIABLES},
    schema,
};
use crate::{Code, Fault, Functions, Invalid, Sandbox, bounds, run::size_of, sandbox::Expression};
use serde_json::{Map, Value};

/// A document that was read. Checks that need other parties (expressions, event patterns) are made before it is
/// finished, so that all faults are reported at once.
#[derive(Debug)]
pub struct Draft {
    definition: Option<Definition>,
    pub invalid: Vec<Invalid>,
    /// Each at its pointer, with the variables that it may use.
    pub expressions: Vec<Expression>,
    /// Each at its pointer.
    pub patterns: Vec<(String, EventPattern)>,
}

impl Draft {
    pub fn read(document: &Value, functions: &Functions) -> Draft {
        read(document, Some(functions))
    }

    /// Adds the faults of the expressions. `owner` is the caller.
    pub async fn check_expressions(&mut self, sandbox: &Sandbox, owner: u128) -> Result<(), Fault> {
        let wrong = sandbox.check(owner, &self.expressions).await?;
        self.invalid.extend(wrong.into_iter().map(|(at, why)| Invalid::at(at.pointer, Code::Invalid, why)));
        Ok(())
    }

    /// Every fault, by pointer, if there is one.
    pub fn finish(mut self) -> Result<Definition, Vec<Invalid>> {
        self.invalid.sort();
        self.invalid.dedup();
        self.invalid.truncate(MOST_FAULTS);
        match self.definition {
            Some(definition) if self.invalid.is_empty() => Ok(definition),
            _ => Err(self.invalid),
        }
    }
}

pub(super) fn read(document: &Value, functions: Option<&Functions>) -> Draft {
    let variables = VARIABLES.map(str::to_owned).to_vec();
    let (invalid, expressions, patterns) = (vec![], vec![], vec![]);
    let mut reader = Reader {
        functions,
        invalid,
        expressions,
        patterns,
        variables,
        secrets: vec![],
        takes_secrets: false,
        tasks: 0,
    };
    let definition = if size_of(document) > bounds::DEFINITION_BYTES {
        reader.fault("", Code::Exceeds, "is larger than 256 KiB");
        None
    } else {
        reader.definition(document)
    };
    let Reader { invalid, expressions, patterns, .. } = reader;
    Draft { definition, invalid, expressions, patterns }
}

impl Reader<'_> {
    fn definition(&mut self, document: &Value) -> Option<Definition> {
        const KNOWN: [&str; 8] = ["document", "use", "input", "output", "schedule", "concurrency", "timeout", "do"];
        let fields = self.object(document, "", &KNOWN)?;
        let about = self.required(fields, "document", "").and_then(|about| self.document(about));
        self.uses(fields);
        let schema = self.input_schema(fields);
        let input = self.inner(fields, "input", &["schema", "from"], "from", "");
        let output = self.inner(fields, "output", &["as"], "as", "");
        let schedule = fields.get("schedule").and_then(|schedule| self.schedule(schedule));
        let concurrency = fields.get("concurrency").and_then(|concurrency| self.concurrency(concurrency));
        let timeout = self.timeout(fields, "");
        let tasks = self.required(fields, "do", "").and_then(|tasks| self.list(tasks, "/do", 1));
        if self.tasks > bounds::TASKS {
            self.fault("/do", Code::Exceeds, format!("has more than {} tasks", bounds::TASKS));
        }
        if self.expressions.len() > bounds::EXPRESSIONS {
            self.expressions.clear();
            self.fault("", Code::Exceeds, format!("has more than {} expressions", bounds::EXPRESSIONS));
        }
        let tasks = tasks?;
        reach::unreachable(&tasks).into_iter().for_each(|wrong| self.note(wrong));
        let secrets = std::mem::take(&mut self.secrets);
        Some(Definition { document: about?, schema, input, output, schedule, concurrency, timeout, secrets, tasks })
    }

    fn document(&mut self, value: &Value) -> Option<Document> {
        let at = "/document";
        let fields = self.object(value, at, &["dsl", "namespace", "name", "version", "title", "summary"])?;
        let dsl = self.about(fields, "dsl", |text| text.starts_with("1.0.") && is_version(text), "must be 1.0.x");
        let label = "must have only lowercase letters, digits and single -, at most 63 characters";
        let namespace = self.about(fields, "namespace", is_label, label);
        let name = self.about(fields, "name", is_label, label);
        let version = self.about(fields, "version", is_version, "must be a version such as 1.0.0");
        let title = fields.get("title").and_then(|title| self.text(title, "/document/title", 200));
        let summary = fields.get("summary").and_then(|summary| self.text(summary, "/document/summary", 2_000));
        Some(Document { dsl: dsl?, namespace: namespace?, name: name?, version: version?, title, summary })
    }

    fn about(
        &mut self,
        fields: &Map<String, Value>,
        name: &str,
        fits: fn(&str) -> bool,
        else_: &str,
    ) -> Option<String> {
        let at = format!("/document/{name}");
        let value = self.required(fields, name, "/document")?;
        let text = self.text(value, &at, 100)?;
        if !fits(&text) {
            self.fault(at, Code::Invalid, else_);
        }
        Some(text)
    }

    /// `{from: …}` and `{as: …}`: one transformation in an object.
    pub(super) fn inner(
        &mut self,
        fields: &Map<String, Value>,
        name: &str,
        known: &[&str],
        inner: &str,
        at: &str,
    ) -> Option<Value> {
        let at = format!("{at}/{name}");
        let object = self.object(fields.get(name)?, &at, known)?;
        self.transformation(object.get(inner)?, &format!("{at}/{inner}"))
    }

    fn input_schema(&mut self, fields: &Map<String, Value>) -> Option<Value> {
        let at = "/input/schema";
        let fields = self.object(fields.get("input")?.get("schema")?, at, &["format", "document"])?;
        if fields.get("format").is_some_and(|format| format != "json") {
            self.fault(format!("{at}/format"), Code::Invalid, "must be json");
        }
        let document = self.required(fields, "document", at)?;
        // The schema of a stored definition was built when it was stored, and is built again when an input is checked:
        // this may be the thread that all workflows share.
        let build = self.functions.is_some();
        schema::check(document, &format!("{at}/document"), build).into_iter().for_each(|wrong| self.note(wrong));
        Some(document.clone())
    }

    fn concurrency(&mut self, value: &Value) -> Option<Concurrency> {
        let at = "/concurrency";
        let fields = self.object(value, at, &["key", "limit", "on_conflict"])?;
        let key = self.required(fields, "key", at).map(|key| self.template(key, "/concurrency/key"));
        let limit = fields.get("limit").map_or(Some(1), |limit| self.number(limit, "/concurrency/limit", 1, 100));
        let on_conflict = match fields.get("on_conflict").map(Value::as_str) {
            None | Some(Some("queue")) => OnConflict::Queue,
            Some(Some("skip")) => OnConflict::Skip,
            Some(Some("cancel_running")) => OnConflict::CancelRunning,
            Some(_) => {
                self.fault("/concurrency/on_conflict", Code::Invalid, "must be queue, skip or cancel_running");
                OnConflict::Queue
            }
        };
        Some(Concurrency { key: key?, limit: limit?, on_conflict })
    }
}

fn is_label(text: &str) -> bool {
    let fits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.len() <= 63 && text.split('-').all(fits)
}

fn is_version(text: &str) -> bool {
    let (numbers, _) = text.split_once(['-', '+']).unwrap_or((text, ""));
    let parts: Vec<&str> = numbers.split('.').collect();
    let known = |b: u8| b.is_ascii_alphanumeric() || b"-+.".contains(&b);
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u32>().is_ok()) && text.bytes().all(known)
}
