//! The schedule of a workflow, and its event patterns.

use super::{EventPattern, Schedule, cron, reader::Reader};
use crate::{
    Code,
    bounds::{MOST_OFTEN, PATTERNS},
    functions::escape,
    template,
};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

impl Reader<'_> {
    pub(super) fn schedule(&mut self, value: &Value) -> Option<Schedule> {
        let at = "/schedule";
        let fields = self.object(value, at, &["on", "cron", "every"])?;
        if fields.keys().filter(|name| ["on", "cron", "every"].contains(&name.as_str())).count() != 1 {
            self.fault(at, Code::Invalid, "must have exactly one of on, cron and every");
        }
        if let Some(on) = fields.get("on") {
            let patterns = self.events(on, "/schedule/on")?;
            if !patterns.iter().all(|pattern| pattern.filter.values().all(template::is_literal)) {
                self.fault("/schedule/on", Code::Invalid, "must be literal: before a run there is nothing to evaluate");
            }
            return Some(Schedule::On(patterns));
        }
        if let Some(value) = fields.get("cron") {
            let text = self.text(value, "/schedule/cron", 200)?;
            let checked = cron::check(&text).map_err(|message| self.fault("/schedule/cron", Code::Invalid, message));
            return checked.ok().map(|()| Schedule::Cron(text));
        }
        let every = self.duration(fields.get("every")?, "/schedule/every")?;
        if every < MOST_OFTEN {
            self.fault("/schedule/every", Code::Exceeds, "must be at least a minute");
        }
        Some(Schedule::Every(every))
    }

    /// `{one: pattern}` or `{any: [pattern, …]}`.
    pub(super) fn events(&mut self, value: &Value, at: &str) -> Option<Vec<EventPattern>> {
        let fields = self.object(value, at, &["one", "any"])?;
        match (fields.get("one"), fields.get("any")) {
            (Some(one), None) => Some(vec![self.event(one, &format!("{at}/one"))?]),
            (None, Some(Value::Array(any))) if (1..=PATTERNS).contains(&any.len()) => {
                let each = any.iter().enumerate().map(|(i, one)| self.event(one, &format!("{at}/any/{i}")));
                each.collect::<Vec<_>>().into_iter().collect()
            }
            (None, Some(_)) => {
                self.fault(format!("{at}/any"), Code::Invalid, format!("must be a list of 1 to {PATTERNS} patterns"));
                None
            }
            _ => {
                self.fault(at, Code::Invalid, "must have exactly one of one and any");
                None
            }
        }
    }

    /// `{with: {type: …, data.object.priority: [p1]}}`: the kind, and the webhooks' filter on all else.
    fn event(&mut self, value: &Value, at: &str) -> Option<EventPattern> {
        let fields = self.object(value, at, &["with"])?;
        let with = self.required(fields, "with", at)?;
        let at = format!("{at}/with");
        let Some(with) = with.as_object() else {
            self.fault(at, Code::Invalid, "must be an object");
            return None;
        };
        let kinds = self.required(with, "type", &at)?;
        let types = self.kinds(kinds, &format!("{at}/type"))?;
        let mut filter = Map::new();
        for (name, value) in with.iter().filter(|(name, _)| *name != "type") {
            if self.is_short(name, &at) {
                filter.extend([self.alternatives(name, value, &at)]);
            }
        }
        let pattern = EventPattern { types, filter };
        self.patterns.push((at, pattern.clone()));
        Some(pattern)
    }

    fn kinds(&mut self, value: &Value, at: &str) -> Option<Vec<String>> {
        let kinds: Vec<&Value> = match value {
            Value::Array(kinds) if (1..=PATTERNS).contains(&kinds.len()) => kinds.iter().collect(),
            Value::String(_) => vec![value],
            _ => {
                self.fault(at, Code::Invalid, format!("must be the kind of an event, or a list of 1 to {PATTERNS}"));
                return None;
            }
        };
        let fits = |kind: &str| kind.bytes().all(|b| b.is_ascii_lowercase() || b"._*".contains(&b)) && !kind.is_empty();
        let texts: Option<Vec<String>> = kinds.iter().map(|kind| kind.as_str().map(str::to_owned)).collect();
        let known = texts.filter(|kinds| kinds.iter().all(|kind| fits(kind)));
        if known.is_none() {
            self.fault(at, Code::Invalid, "must be a kind such as ticket.created, or ticket.* for all of them");
        }
        known
    }

    fn alternatives(&mut self, name: &str, value: &Value, at: &str) -> (String, Value) {
        let value = self.template(value, &format!("{at}/{}", escape(name)));
        (name.to_owned(), if value.is_array() { value } else { Value::Array(vec![value]) })
    }
}

pub(super) fn alternatives_in_one_list<'de, D: Deserializer<'de>>(read: D) -> Result<Map<String, Value>, D::Error> {
    let mut filter = Map::<String, Value>::deserialize(read)?;
    for alternatives in filter.values_mut().filter_map(Value::as_array_mut) {
        let each = std::mem::take(alternatives).into_iter();
        *alternatives =
            each.flat_map(|one| if let Value::Array(several) = one { several } else { vec![one] }).collect();
    }
    Ok(filter)
}
