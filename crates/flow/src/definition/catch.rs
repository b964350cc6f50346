//! The `catch` of a `try` task: the errors that it catches, and how often it retries.

use super::{Backoff, Catch, Retry, reader::Reader, tasks::short};
use crate::{Code, bounds::ATTEMPTS, functions::escape};
use serde_json::Value;
use std::time::Duration;

impl Reader<'_> {
    pub(super) fn catch(&mut self, value: &Value, at: &str, depth: usize) -> Option<Catch> {
        let at = format!("{at}/catch");
        let fields = self.object(value, &at, &["errors", "as", "when", "exceptWhen", "retry", "do"])?;
        let (kind, status) = fields.get("errors").map_or((None, None), |errors| self.errors(errors, &at));
        let variable = self.variable(fields.get("as"), &format!("{at}/as"), "error");
        self.with_variables(&[&variable.clone()], |reader| {
            let when = fields.get("when").and_then(|when| reader.condition(when, &format!("{at}/when")));
            let except = fields.get("exceptWhen");
            let except_when = except.and_then(|when| reader.condition(when, &format!("{at}/exceptWhen")));
            let retry = fields.get("retry").map(|retry| reader.retry(retry, &format!("{at}/retry")));
            let tasks = match fields.get("do") {
                Some(tasks) => reader.list(tasks, &format!("{at}/do"), depth + 1),
                None => Some(vec![]),
            };
            let retry = if let Some(retry) = retry { Some(retry?) } else { None };
            Some(Catch { r#type: kind, status, variable, when, except_when, retry, tasks: tasks? })
        })
    }

    fn errors(&mut self, value: &Value, at: &str) -> (Option<String>, Option<u16>) {
        let at = format!("{at}/errors");
        let with = self.object(value, &at, &["with"]).and_then(|fields| self.required(fields, "with", &at));
        let at = format!("{at}/with");
        let Some(fields) = with.and_then(|with| self.object(with, &at, &["type", "status"])) else {
            return (None, None);
        };
        let kind = fields.get("type").and_then(|kind| self.text(kind, &format!("{at}/type"), 200));
        let status = fields.get("status").and_then(|status| self.number(status, &format!("{at}/status"), 100, 599));
        (kind.map(|kind| short(&kind)), status.and_then(|status| status.try_into().ok()))
    }

    fn retry(&mut self, value: &Value, at: &str) -> Option<Retry> {
        let fields = self.object(value, at, &["when", "exceptWhen", "delay", "backoff", "limit"])?;
        let when = fields.get("when").and_then(|when| self.condition(when, &format!("{at}/when")));
        let except_when = fields.get("exceptWhen").and_then(|when| self.condition(when, &format!("{at}/exceptWhen")));
        let delay = fields.get("delay");
        let delay = delay.map_or(Some(Duration::from_secs(1)), |delay| self.duration(delay, &format!("{at}/delay")));
        let backoff = fields.get("backoff").map_or(Some(Backoff::Constant), |backoff| self.backoff(backoff, at));
        let times = fields.get("limit").map_or(Some(3), |limit| self.times(limit, &format!("{at}/limit")));
        Some(Retry { when, except_when, delay: delay?, backoff: backoff?, times: times? })
    }

    /// `{exponential: {}}`.
    fn backoff(&mut self, value: &Value, at: &str) -> Option<Backoff> {
        let at = format!("{at}/backoff");
        let fields = self.object(value, &at, &["constant", "linear", "exponential"])?;
        for (name, value) in fields {
            self.object(value, &format!("{at}/{}", escape(name)), &[]);
        }
        let mut names = fields.keys().map(String::as_str);
        match (names.next(), names.next()) {
            (Some("constant"), None) => Some(Backoff::Constant),
            (Some("linear"), None) => Some(Backoff::Linear),
            (Some("exponential"), None) => Some(Backoff::Exponential),
            _ => {
                self.fault(at, Code::Invalid, "must have exactly one of constant, linear and exponential");
                None
            }
        }
    }

    /// `{attempt: {count: 5}}`.
    fn times(&mut self, value: &Value, at: &str) -> Option<u32> {
        let fields = self.object(value, at, &["attempt"])?;
        let attempt = self.required(fields, "attempt", at)?;
        let at = format!("{at}/attempt");
        let fields = self.object(attempt, &at, &["count"])?;
        let count = self.required(fields, "count", &at)?;
        self.number(count, &format!("{at}/count"), 1, ATTEMPTS)
    }
}
