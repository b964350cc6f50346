//! jq, by jaq: compiles and evaluates. Only in the child.

use super::{Answer, Expression};
use crate::{
    Scope,
    bounds::{DATA_BYTES, DEPTH, MESSAGE_CHARS, is_deeper},
    functions::shortened,
    run::size_of,
    template,
};
use jaq_core::{
    Compiler, Ctx, Filter, Vars, compile,
    data::JustLut,
    load::{self, Arena, File, Loader},
    unwrap_valr,
};
use jaq_json::{Num, Val};
use serde::Deserialize;
use serde_json::{Map, Number, Value};
use std::collections::{BTreeMap, HashMap};

type Data = JustLut<Val>;

/// Functions whose value would depend on more than the expression and its scope, or that stop the process. Functions
/// that use one of them are removed too.
const WITHHELD: [&str; 14] = [
    "debug",
    "debug_empty",
    "env",
    "halt",
    "halt_error",
    "input",
    "inputs",
    "localtime",
    "now",
    "stderr",
    "stderr_empty",
    "strflocaltime",
    "todate_local",
    "input_line_number",
];

const MOST_COMPILED: usize = 256;

/// Compiled expressions, by their text and variables.
#[derive(Default)]
pub(super) struct Library(HashMap<(String, Vec<String>), Filter<Data>>);

enum Failure {
    Wrong(String),
    TooLarge,
    TooDeep,
}

impl Library {
    pub fn check(&mut self, expression: &Expression) -> Answer {
        match compiled(&expression.text, &expression.variables) {
            Ok(_) => Answer::Values(vec![]),
            Err(why) => Answer::Wrong(why),
        }
    }

    pub fn fill(&mut self, scope: Scope, templates: &[Value]) -> Answer {
        match self.values(scope, templates) {
            Ok(values) => Answer::Values(values),
            Err(Failure::Wrong(why)) => Answer::Wrong(why),
            Err(Failure::TooLarge) => Answer::TooLarge,
            Err(Failure::TooDeep) => Answer::TooDeep,
        }
    }

    fn values(&mut self, scope: Scope, templates: &[Value]) -> Result<Vec<Value>, Failure> {
        let to_jq = |value: Value| Val::deserialize(value).map_err(|error| Failure::Wrong(error.to_string()));
        let data = to_jq(scope.data)?;
        let variables: BTreeMap<String, Val> =
            scope.variables.into_iter().map(|(name, value)| Ok((name, to_jq(value)?))).collect::<Result<_, _>>()?;
        let (mut left, mut bytes) = (DATA_BYTES, 0);
        let fill = |template| {
            let mut value = |text: &str, depth| self.value(text, &data, &variables, (&mut left, depth));
            let value = template::fill(template, DEPTH, &mut value)?;
            if is_deeper(&value, DEPTH) {
                return Err(Failure::TooDeep);
            }
            bytes += size_of(&value);
            if bytes > DATA_BYTES { Err(Failure::TooLarge) } else { Ok(value) }
        };
        templates.iter().map(fill).collect()
    }

    fn value(
        &mut self,
        text: &str,
        data: &Val,
        variables: &BTreeMap<String, Val>,
        (left, depth): (&mut usize, usize),
    ) -> Result<Value, Failure> {
        let key = (text.to_owned(), variables.keys().cloned().collect::<Vec<_>>());
        if self.0.len() >= MOST_COMPILED && !self.0.contains_key(&key) {
            self.0.clear();
        }
        let filter = match self.0.entry(key) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => {
                let filter = compiled(text, &new.key().1).map_err(Failure::Wrong)?;
                new.insert(filter)
            }
        };
        let context = Ctx::<Data>::new(&filter.lut, Vars::new(variables.values().cloned()));
        let mut values = filter.id.run((context, data.clone())).map(unwrap_valr);
        let value = match values.next() {
            None => return Ok(Value::Null),
            Some(Err(error)) => return Err(failed(error)),
            Some(Ok(value)) => value,
        };
        match values.next() {
            None => to_json(&value, left, depth),
            Some(Ok(_)) => Err(Failure::Wrong("it returns more than one value: write [ … ] for a list".to_owned())),
            Some(Err(error)) => Err(failed(error)),
        }
    }
}

/// The message of `error` in an expression is reported unchanged.
fn failed(error: jaq_json::Error) -> Failure {
    let told = match error.into_val() {
        Val::TStr(text) => String::from_utf8_lossy(&text).into_owned(),
        other => other.to_string(),
    };
    Failure::Wrong(shortened(&told, MESSAGE_CHARS).into_owned())
}

fn compiled(text: &str, variables: &[String]) -> Result<Filter<Data>, String> {
    let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
    let funs = jaq_core::funs::<Data>().chain(jaq_std::funs()).chain(jaq_json::funs());
    let loader = Loader::new(defs.filter(|def| !WITHHELD.contains(&def.name)));
    let arena = Arena::default();
    let modules = loader.load(&arena, File { code: text, path: () }).map_err(|errors| unreadable(text, errors))?;
    load::import(&modules, |_| Err(String::new())).map_err(|errors| unreadable(text, errors))?;
    let names: Vec<String> = variables.iter().map(|name| format!("${name}")).collect();
    let compiler = Compiler::default().with_funs(funs.filter(|(name, ..)| !WITHHELD.contains(name)));
    let compiler = compiler.with_global_vars(names.iter().map(String::as_str));
    compiler.compile(modules).map_err(unknown)
}

fn unreadable(text: &str, errors: load::Errors<&str, ()>) -> String {
    let near = |part: &str| match load::span(text, part).start {
        at if at >= text.len() => "at the end".to_owned(),
        at => format!("at character {}, before {}", text[..at].chars().count() + 1, first_word(&text[at..])),
    };
    let first = errors.into_iter().next().map(|(_, error)| match error {
        load::Error::Io(_) => "modules cannot be imported".to_owned(),
        load::Error::Lex(all) => all
            .first()
            .map(|(expected, part)| format!("{} is expected {}", expected.as_str(), near(part)))
            .unwrap_or_default(),
        load::Error::Parse(all) => {
            let told = all.first().map(|(expected, part)| format!("{} is expected {}", expected.as_str(), near(part)));
            told.unwrap_or_default()
        }
    });
    format!("is not a valid jq expression: {}", shortened(&first.unwrap_or_default(), MESSAGE_CHARS))
}

fn first_word(text: &str) -> String {
    let end = text.char_indices().find(|(at, c)| *at > 0 && !c.is_alphanumeric()).map_or(text.len(), |(at, _)| at);
    format!("`{}`", &text[..end])
}

fn unknown(errors: compile::Errors<&str, ()>) -> String {
    let all = errors.into_iter().flat_map(|(_, errors)| errors);
    let told = all.take(3).map(|(name, what)| match what {
        compile::Undefined::Filter(0) => format!("there is no `{name}`"),
        compile::Undefined::Filter(arity) => format!("there is no `{name}` with {arity} arguments"),
        compile::Undefined::Var => format!("there is no variable `{name}` here"),
        other => format!("there is no {} `{name}`", other.as_str()),
    });
    shortened(&told.collect::<Vec<_>>().join("; "), MESSAGE_CHARS).into_owned()
}

/// jq has more values than JSON. `left` is the number of bytes that the value may still take, so that many references
/// to one value do not become many copies; `depth` is its maximum depth.
fn to_json(value: &Val, left: &mut usize, depth: usize) -> Result<Value, Failure> {
    let size = match value {
        Val::TStr(text) | Val::BStr(text) => text.len() + 2,
        _ => 1,
    };
    *left = left.checked_sub(size).ok_or(Failure::TooLarge)?;
    let inner = depth.checked_sub(1);
    Ok(match value {
        Val::Null => Value::Null,
        Val::Bool(value) => Value::Bool(*value),
        Val::Num(number) => number_to_json(number),
        Val::TStr(text) => Value::String(String::from_utf8_lossy(text).into_owned()),
        Val::BStr(_) => return Err(Failure::Wrong("it returns bytes, which JSON does not support".to_owned())),
        Val::Arr(items) => {
            let inner = inner.ok_or(Failure::TooDeep)?;
            Value::Array(items.iter().map(|item| to_json(item, left, inner)).collect::<Result<_, _>>()?)
        }
        Val::Obj(fields) => {
            let inner = inner.ok_or(Failure::TooDeep)?;
            let field = |(name, value): (&Val, &Val)| match to_json(name, left, 1)? {
                Value::String(name) => Ok((name, to_json(value, left, inner)?)),
                _ => Err(Failure::Wrong("it returns an object with a field name that is not a string".to_owned())),
            };
            Value::Object(fields.iter().map(field).collect::<Result<Map<_, _>, _>>()?)
        }
    })
}

/// A number that JSON does not have becomes null, as in jq.
fn number_to_json(number: &Num) -> Value {
    match number {
        Num::Int(whole) => Value::from(*whole as i64),
        other => {
            let text = other.to_string();
            let whole = text.parse::<u64>().ok().map(Number::from);
            let number = whole.or_else(|| text.parse::<f64>().ok().and_then(Number::from_f64));
            number.map_or(Value::Null, Value::Number)
        }
    }
}
