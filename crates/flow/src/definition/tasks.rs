//! Tasks, and lists of them.

use super::{Case, Length, Task, Then, Work, reader::Reader};
use crate::{
    Code, Invalid,
    bounds::{BRANCHES, CASES, EXPRESSION_CHARS, NAME_CHARS, NESTING, TASKS},
    fault::DSL_ERRORS,
    functions::{did_you_mean, escape},
    secrets::HTTP,
    template,
};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// A suggestion compares a name with all others; a definition may have hundreds of both.
const MOST_SUGGESTIONS: usize = 10;

const COMMON: [&str; 6] = ["if", "input", "output", "export", "timeout", "then"];

/// The kinds of tasks, and their fields in addition to those of all tasks.
const KINDS: [(&str, &[&str]); 11] = [
    ("do", &[]),
    ("set", &[]),
    ("call", &["with"]),
    ("switch", &[]),
    ("for", &["while", "do"]),
    ("fork", &[]),
    ("try", &["catch"]),
    ("wait", &[]),
    ("listen", &[]),
    ("emit", &[]),
    ("raise", &[]),
];

impl Reader<'_> {
    /// `[{name: task}, …]`. If anything in it is wrong, there may be no list, but every fault was collected.
    pub(super) fn list(&mut self, value: &Value, at: &str, depth: usize) -> Option<Vec<Task>> {
        let named = self.named(value, at)?;
        if depth > NESTING {
            self.fault(at, Code::Exceeds, format!("tasks are nested deeper than {NESTING}"));
            return None;
        }
        let names: Vec<&str> = named.iter().map(|(name, ..)| *name).collect();
        let tasks = named.iter().enumerate().map(|(place, (_, value, at))| self.task(&names, place, value, at, depth));
        tasks.collect::<Vec<_>>().into_iter().collect()
    }

    /// The items of a list of objects with one field each, with their pointers.
    fn named<'v>(&mut self, value: &'v Value, at: &str) -> Option<Vec<(&'v str, &'v Value, String)>> {
        let Some(items) = value.as_array().filter(|items| !items.is_empty()) else {
            self.fault(at, Code::Invalid, "must be a list such as [{name: …}], with one item at least");
            return None;
        };
        if items.len() > TASKS {
            self.fault(at, Code::Exceeds, format!("has more than {TASKS} items"));
            return None;
        }
        let mut named: Vec<(&str, &Value, String)> = vec![];
        for (i, item) in items.iter().enumerate() {
            let fields = item.as_object().filter(|fields| fields.len() == 1);
            let Some((name, value)) = fields.and_then(|fields| fields.iter().next()) else {
                self.fault(format!("{at}/{i}"), Code::Invalid, "must be an object with one field: the name");
                continue;
            };
            let at = format!("{at}/{i}/{}", escape(name));
            self.name(name, &at);
            if name.len() > NAME_CHARS {
                continue;
            }
            if named.iter().any(|(other, ..)| other == name) {
                self.fault(at.as_str(), Code::Invalid, "the name occurs twice in this list");
            }
            named.push((name, value, at));
        }
        (named.len() == items.len()).then_some(named)
    }

    fn task(&mut self, names: &[&str], place: usize, value: &Value, at: &str, depth: usize) -> Option<Task> {
        self.tasks += 1;
        if self.tasks > TASKS {
            return None;
        }
        let (kind, own) = self.kind(value, at)?;
        let known: Vec<&str> = [kind].iter().chain(own).chain(&COMMON).copied().collect();
        let fields = self.object(value, at, &known)?;
        let condition = fields.get("if").map(|condition| self.condition(condition, &format!("{at}/if")));
        let input = self.inner(fields, "input", &["from"], "from", at);
        let work = self.work(kind, fields, names, place, at, depth);
        let output = self.inner(fields, "output", &["as"], "as", at);
        let export = self.inner(fields, "export", &["as"], "as", at);
        let timeout = self.timeout(fields, at);
        let then = self.then(fields.get("then"), names, place, &format!("{at}/then"));
        let name = names[place].to_owned();
        Some(Task { name, condition: condition.flatten(), input, output, export, timeout, then, work: work? })
    }

    /// The kind of a task: exactly one field determines it. (`do` is also combined with `for`.)
    fn kind(&mut self, value: &Value, at: &str) -> Option<(&'static str, &'static [&'static str])> {
        let Some(fields) = value.as_object() else {
            self.fault(at, Code::Invalid, "must be an object");
            return None;
        };
        let is_kind = |(kind, _): &&(&'static str, _)| {
            fields.contains_key(*kind) && !(*kind == "do" && fields.contains_key("for"))
        };
        let found: Vec<_> = KINDS.iter().filter(is_kind).collect();
        if let [(kind, own)] = found[..] {
            return Some((kind, own));
        }
        let kinds = KINDS.map(|(kind, _)| kind);
        let unknown = fields.keys().filter(|name| !COMMON.contains(&name.as_str())).take(MOST_SUGGESTIONS);
        let near = unknown.filter_map(|name| did_you_mean(name, kinds.iter().copied())).next();
        let message = format!("must be exactly one of the tasks {}", kinds.join(", "));
        let near = near.filter(|_| found.is_empty());
        self.note(Invalid { did_you_mean: near, ..Invalid::at(at, Code::Invalid, message) });
        None
    }

    fn work(
        &mut self,
        kind: &str,
        fields: &Map<String, Value>,
        names: &[&str],
        place: usize,
        at: &str,
        depth: usize,
    ) -> Option<Work> {
        let (value, here) = (&fields[kind], format!("{at}/{kind}"));
        Some(match kind {
            "do" => Work::Do(self.list(value, &here, depth + 1)?),
            "set" => Work::Set(self.set(value, &here)?),
            "call" => self.call(value, fields.get("with"), at)?,
            "switch" => Work::Switch(self.cases(value, names, place, &here)?),
            "for" => self.rounds(value, fields, at, depth)?,
            "fork" => self.fork(value, &here, depth)?,
            "try" => {
                let tasks = self.list(value, &here, depth + 1);
                let catch = self.required(fields, "catch", at).and_then(|catch| self.catch(catch, at, depth));
                Work::Try { tasks: tasks?, catch: Box::new(catch?) }
            }
            "wait" => Work::Wait(self.wait(value, &here)?),
            "listen" => {
                let fields = self.object(value, &here, &["to"])?;
                let to = self.required(fields, "to", &here)?;
                Work::Listen(json!(self.events(to, &format!("{here}/to"))?))
            }
            "emit" => Work::Emit(self.emit(value, &here)?),
            _ => Work::Raise(self.raise(value, &here)?),
        })
    }

    fn set(&mut self, value: &Value, at: &str) -> Option<Value> {
        if !value.is_object() && value.as_str().is_none_or(|text| template::expression(text).is_none()) {
            self.fault(at, Code::Invalid, "must be an object, or an expression in ${ }");
            return None;
        }
        Some(self.template(value, at))
    }

    fn call(&mut self, function: &Value, with: Option<&Value>, at: &str) -> Option<Work> {
        let function = self.text(function, &format!("{at}/call"), 100)?;
        let here = format!("{at}/with");
        let with = match with {
            Some(with) if function == HTTP => self.http_arguments(with, &here),
            Some(with) => self.template(with, &here),
            None => json!({}),
        };
        if !with.is_object() {
            self.fault(here, Code::Invalid, "must be an object with the arguments by name");
            return None;
        }
        let Some(functions) = self.functions else { return Some(Work::Call { function, with }) };
        match functions.get(&function) {
            Some(known) => known.check(&with, &here).into_iter().for_each(|wrong| self.note(wrong)),
            None => {
                let near = did_you_mean(&function, functions.names());
                let missing = Invalid::at(format!("{at}/call"), Code::NotFound, "there is no such function");
                self.note(Invalid { did_you_mean: near, ..missing });
            }
        }
        Some(Work::Call { function, with })
    }

    fn cases(&mut self, value: &Value, names: &[&str], place: usize, at: &str) -> Option<Vec<Case>> {
        let named = self.named(value, at)?;
        if named.len() > CASES {
            self.fault(at, Code::Exceeds, format!("has more than {CASES} cases"));
            return None;
        }
        let mut cases = vec![];
        for (i, (name, value, at)) in named.iter().enumerate() {
            let Some(fields) = self.object(value, at, &["when", "then"]) else { continue };
            let when = fields.get("when").and_then(|when| self.condition(when, &format!("{at}/when")));
            if !fields.contains_key("when") && i + 1 < named.len() {
                self.fault(at.as_str(), Code::Invalid, "a case without `when` matches everything: it must be the last");
            }
            self.required(fields, "then", at);
            let then = self.then(fields.get("then"), names, place, &format!("{at}/then"));
            cases.push(Case { name: (*name).to_owned(), when, then });
        }
        Some(cases)
    }

    fn rounds(&mut self, value: &Value, fields: &Map<String, Value>, at: &str, depth: usize) -> Option<Work> {
        let here = format!("{at}/for");
        let inner = self.object(value, &here, &["each", "in", "at"])?;
        let each = self.variable(inner.get("each"), &format!("{here}/each"), "item");
        let index = self.variable(inner.get("at"), &format!("{here}/at"), "index");
        if each == index {
            self.fault(format!("{here}/at"), Code::Invalid, "is already the name of the item");
        }
        let list = self.required(inner, "in", &here).and_then(|list| self.condition(list, &format!("{here}/in")));
        let (condition, tasks) = self.with_variables(&[&each, &index], |reader| {
            let condition = fields.get("while").and_then(|while_| reader.condition(while_, &format!("{at}/while")));
            let tasks = reader.required(fields, "do", at);
            (condition, tasks.and_then(|tasks| reader.list(tasks, &format!("{at}/do"), depth + 1)))
        });
        Some(Work::For { each, at: index, list: list?, condition, tasks: tasks? })
    }

    fn fork(&mut self, value: &Value, at: &str, depth: usize) -> Option<Work> {
        let fields = self.object(value, at, &["branches", "compete"])?;
        let compete = fields.get("compete").map_or(Some(false), Value::as_bool);
        if compete.is_none() {
            self.fault(format!("{at}/compete"), Code::Invalid, "must be true or false");
        }
        let here = format!("{at}/branches");
        let branches = self.required(fields, "branches", at)?;
        if branches.as_array().is_some_and(|branches| branches.len() > BRANCHES) {
            self.fault(here, Code::Exceeds, format!("has more than {BRANCHES} branches"));
            return None;
        }
        let branches = self.list(branches, &here, depth + 1)?;
        let nowhere = "is not allowed in a branch: the fork continues when its branches have ended";
        for (i, branch) in branches.iter().enumerate() {
            let at = format!("{here}/{i}/{}", branch.name);
            if branch.then != Then::Continue {
                self.fault(format!("{at}/then"), Code::Invalid, nowhere);
            }
            let Work::Switch(cases) = &branch.work else { continue };
            for (i, case) in cases.iter().enumerate().filter(|(_, case)| case.then != Then::Continue) {
                self.fault(format!("{at}/switch/{i}/{}/then", case.name), Code::Invalid, nowhere);
            }
        }
        Some(Work::Fork { branches, compete: compete? })
    }

    fn wait(&mut self, value: &Value, at: &str) -> Option<Length> {
        if value.as_str().is_some_and(|text| template::expression(text).is_some()) {
            return Some(Length::Asked(self.template(value, at)));
        }
        self.duration(value, at).map(Length::Fixed)
    }

    /// `{event: {with: {type: …, data: …}}}`.
    fn emit(&mut self, value: &Value, at: &str) -> Option<Value> {
        let fields = self.object(value, at, &["event"])?;
        let event = self.required(fields, "event", at)?;
        let at = format!("{at}/event");
        let fields = self.object(event, &at, &["with"])?;
        let with = self.required(fields, "with", &at)?;
        let at = format!("{at}/with");
        let fields = self.object(with, &at, &["type", "data"])?;
        let kind = self.required(fields, "type", &at).and_then(|kind| self.text(kind, &format!("{at}/type"), 100))?;
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b);
        if !kind.bytes().all(fits) {
            self.fault(format!("{at}/type"), Code::Invalid, "must have only lowercase letters, digits, dots, _ and -");
        }
        Some(self.template(with, &at))
    }

    /// `{error: {type: …, status: …, title: …, detail: …}}`.
    fn raise(&mut self, value: &Value, at: &str) -> Option<Value> {
        let fields = self.object(value, at, &["error"])?;
        let error = self.required(fields, "error", at)?;
        let at = format!("{at}/error");
        let fields = self.object(error, &at, &["type", "status", "title", "detail"])?;
        let kind = self.required(fields, "type", &at).and_then(|kind| self.text(kind, &format!("{at}/type"), 200));
        let status = self.required(fields, "status", &at);
        let status = status.and_then(|status| self.number(status, &format!("{at}/status"), 400, 599));
        for name in ["title", "detail"].into_iter().filter(|name| fields.contains_key(*name)) {
            self.text(&fields[name], &format!("{at}/{name}"), EXPRESSION_CHARS);
            self.template(&fields[name], &format!("{at}/{name}"));
        }
        if kind.as_ref().is_some_and(|kind| kind.contains("${")) {
            self.fault(format!("{at}/type"), Code::Invalid, "must be literal");
        }
        let (kind, status) = (short(&kind?), status?);
        let title = fields.get("title").cloned().unwrap_or_else(|| json!(kind));
        Some(json!({"type": kind, "status": status, "title": title, "detail": fields.get("detail")}))
    }

    /// `{after: duration}`.
    pub(super) fn timeout(&mut self, fields: &Map<String, Value>, at: &str) -> Option<Duration> {
        let at = format!("{at}/timeout");
        let fields = self.object(fields.get("timeout")?, &at, &["after"])?;
        let after = self.required(fields, "after", &at)?;
        self.duration(after, &format!("{at}/after"))
    }

    fn then(&mut self, value: Option<&Value>, names: &[&str], place: usize, at: &str) -> Then {
        let target = match value.map(Value::as_str) {
            None | Some(Some("continue")) => return Then::Continue,
            Some(Some("exit")) => return Then::Exit,
            Some(Some("end")) => return Then::End,
            Some(target) => target,
        };
        match target.and_then(|target| names.iter().position(|name| *name == target)) {
            Some(found) if found > place => return Then::To(found),
            Some(_) => self.fault(at, Code::Invalid, "refers to an earlier task: use `for` with `while` to repeat"),
            None => {
                let words = names.iter().copied().chain(["continue", "exit", "end"]);
                let target = target.filter(|_| self.invalid.len() < MOST_SUGGESTIONS);
                let near = target.and_then(|target| did_you_mean(target, words));
                let missing = Invalid::at(at, Code::NotFound, "there is no task with this name in the same list");
                self.note(Invalid { did_you_mean: near, ..missing });
            }
        }
        Then::Continue
    }
}

/// The DSL's own types are addresses; the last segment is sufficient.
pub(super) fn short(kind: &str) -> String {
    kind.strip_prefix(DSL_ERRORS).unwrap_or(kind).to_owned()
}
