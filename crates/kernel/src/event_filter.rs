//! Conditions on events, written by customers: declarative, without loops, and checked when they are stored.

use api::{Fault, problem::FaultCode, webhooks::EventFilter};
use serde_json::{Map, Number, Value};
use std::{cmp::Ordering, ops::RangeInclusive};

const MOST_FIELDS: usize = 20;
const ALTERNATIVES: RangeInclusive<usize> = 1..=50;

/// The maximum depth of a field.
const DEEPEST: usize = 10;

/// All conditions must hold.
#[derive(Debug, Clone)]
pub struct Filter(Vec<Condition>);

#[derive(Debug, Clone)]
struct Condition {
    path: Vec<String>,
    alternatives: Vec<Alternative>,
}

#[derive(Debug, Clone)]
enum Alternative {
    Is(Value),
    Prefix(String),
    AnythingBut(Vec<Value>),
    Exists(bool),
    Numeric(Vec<(Comparison, Number)>),
}

#[derive(Debug, Clone, Copy)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Filter {
    /// The pointers of the faults lead into the filter, which is at `pointer`.
    pub fn parse(filter: &EventFilter, pointer: &str) -> Result<Filter, Vec<Fault>> {
        if filter.0.len() > MOST_FIELDS {
            let detail = format!("has more than {MOST_FIELDS} fields");
            return Err(vec![Fault::at(pointer, FaultCode::Invalid, detail)]);
        }
        let (mut conditions, mut faults) = (vec![], vec![]);
        for (path, alternatives) in &filter.0 {
            let at = format!("{pointer}/{}", flow::escape(path));
            match condition(path, alternatives, &at) {
                Ok(condition) => conditions.push(condition),
                Err(found) => faults.extend(found),
            }
        }
        if faults.is_empty() { Ok(Filter(conditions)) } else { Err(faults) }
    }

    pub fn matches(&self, event: &Value) -> bool {
        self.0.iter().all(|condition| condition.holds(event))
    }
}

fn condition(path: &str, alternatives: &Value, at: &str) -> Result<Condition, Vec<Fault>> {
    let invalid = |at: String, detail: &str| vec![Fault::at(at, FaultCode::Invalid, detail)];
    let path: Vec<String> = path.split('.').take(DEEPEST + 1).map(str::to_owned).collect();
    if path.iter().any(String::is_empty) || path.len() > DEEPEST {
        return Err(invalid(at.to_owned(), "is not a path of a field, such as data.object.priority"));
    }
    let Some(alternatives) = alternatives.as_array().filter(|all| ALTERNATIVES.contains(&all.len())) else {
        return Err(invalid(at.to_owned(), "must be a list of 1 to 50 values"));
    };
    let parsed = alternatives.iter().enumerate().map(|(i, value)| {
        alternative(value).map_err(|detail| Fault::at(format!("{at}/{i}"), FaultCode::Invalid, detail))
    });
    let (good, bad): (Vec<_>, Vec<_>) = parsed.partition(Result::is_ok);
    let faults: Vec<Fault> = bad.into_iter().filter_map(Result::err).collect();
    if faults.is_empty() {
        Ok(Condition { path, alternatives: good.into_iter().flatten().collect() })
    } else {
        Err(faults)
    }
}

fn alternative(value: &Value) -> Result<Alternative, &'static str> {
    match value {
        Value::Array(_) => Err("must be a value or an object with a condition, not a list"),
        Value::Object(condition) => operator(condition),
        value => Ok(Alternative::Is(value.clone())),
    }
}

fn operator(condition: &Map<String, Value>) -> Result<Alternative, &'static str> {
    const KNOWN: &str = "must have exactly one of prefix, anything_but, exists and numeric";
    let mut fields = condition.iter();
    let (Some((name, value)), None) = (fields.next(), fields.next()) else { return Err(KNOWN) };
    match (name.as_str(), value) {
        ("prefix", Value::String(prefix)) => Ok(Alternative::Prefix(prefix.clone())),
        ("prefix", _) => Err("prefix must be a string"),
        ("exists", Value::Bool(wanted)) => Ok(Alternative::Exists(*wanted)),
        ("exists", _) => Err("exists must be true or false"),
        ("anything_but", Value::Array(values)) if ALTERNATIVES.contains(&values.len()) => {
            Ok(Alternative::AnythingBut(values.clone()))
        }
        ("anything_but", Value::Array(_) | Value::Object(_)) => {
            Err("anything_but must be a value or a list of 1 to 50 values")
        }
        ("anything_but", value) => Ok(Alternative::AnythingBut(vec![value.clone()])),
        ("numeric", Value::Array(terms)) => numeric(terms).map(Alternative::Numeric),
        ("numeric", _) => Err(NUMERIC),
        _ => Err(KNOWN),
    }
}

const NUMERIC: &str = "numeric must be one or two comparisons, such as [\">=\", 1, \"<\", 5]";

fn numeric(terms: &[Value]) -> Result<Vec<(Comparison, Number)>, &'static str> {
    let (pairs, rest) = terms.as_chunks::<2>();
    if !rest.is_empty() || !(1..=2).contains(&pairs.len()) {
        return Err(NUMERIC);
    }
    let pair = |[comparison, number]: &[Value; 2]| {
        let comparison = match comparison.as_str()? {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            "=" => Comparison::Equal,
            ">=" => Comparison::AtLeast,
            ">" => Comparison::More,
            _ => return None,
        };
        Some((comparison, number.as_number()?.clone()))
    };
    pairs.iter().map(pair).collect::<Option<_>>().ok_or(NUMERIC)
}

impl Condition {
    fn holds(&self, event: &Value) -> bool {
        let found = self.path.iter().try_fold(event, |value, name| value.get(name));
        self.alternatives.iter().any(|alternative| alternative.fits(found))
    }
}

impl Alternative {
    fn fits(&self, found: Option<&Value>) -> bool {
        match (self, found) {
            (Alternative::Exists(wanted), found) => found.is_some_and(|value| !value.is_null()) == *wanted,
            (_, None) => false,
            // For a list, no value may be refused; all other conditions need one matching value.
            (Alternative::AnythingBut(refused), Some(Value::Array(values))) => {
                !values.iter().any(|value| refused.contains(value))
            }
            (_, Some(Value::Array(values))) => values.iter().any(|value| self.fits_value(value)),
            (_, Some(value)) => self.fits_value(value),
        }
    }

    fn fits_value(&self, value: &Value) -> bool {
        match self {
            Alternative::Is(wanted) => value == wanted,
            Alternative::Prefix(prefix) => value.as_str().is_some_and(|text| text.starts_with(prefix)),
            Alternative::AnythingBut(refused) => !refused.contains(value),
            Alternative::Exists(wanted) => value.is_null() != *wanted,
            Alternative::Numeric(terms) => {
                let number = value.as_f64();
                number.is_some_and(|number| terms.iter().all(|(comparison, than)| comparison.holds(number, than)))
            }
        }
    }
}

impl Comparison {
    fn holds(self, number: f64, than: &Number) -> bool {
        let Some(order) = than.as_f64().and_then(|than| number.partial_cmp(&than)) else { return false };
        match self {
            Comparison::Less => order == Ordering::Less,
            Comparison::AtMost => order != Ordering::Greater,
            Comparison::Equal => order == Ordering::Equal,
            Comparison::AtLeast => order != Ordering::Less,
            Comparison::More => order == Ordering::Greater,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn filter(filter: Value) -> Result<Filter, Vec<Fault>> {
        Filter::parse(&serde_json::from_value(filter).unwrap(), "/filter")
    }

    fn matches(pattern: Value) -> bool {
        let event = json!({"type": "ticket.created", "organization_id": null,
            "data": {"object": {"priority": "p1", "count": 3, "labels": ["vpn", "mail"], "title": "Disk full"}}});
        filter(pattern).unwrap().matches(&event)
    }

    #[test]
    fn all_conditions_hold_by_one_of_their_alternatives() {
        assert!(matches(json!({})));
        assert!(matches(json!({"data.object.priority": ["p2", "p1"]})));
        assert!(!matches(json!({"data.object.priority": ["p2"]})));
        assert!(matches(json!({"data.object.priority": ["p1"], "type": ["ticket.created"]})));
        assert!(!matches(json!({"data.object.priority": ["p1"], "type": ["ticket.updated"]})));
        assert!(!matches(json!({"data.object.nothing": ["p1"]})));
    }

    #[test]
    fn a_condition_compares_texts_numbers_lists_and_absence() {
        for (wanted, alternative) in [
            (true, json!({"data.object.title": [{"prefix": "Disk"}]})),
            (false, json!({"data.object.title": [{"prefix": "disk"}]})),
            (false, json!({"data.object.count": [{"prefix": "3"}]})),
            (true, json!({"data.object.count": [{"numeric": [">=", 3, "<", 4]}]})),
            (false, json!({"data.object.count": [{"numeric": [">", 3]}]})),
            (true, json!({"data.object.count": [{"numeric": ["=", 3.0]}]})),
            (false, json!({"data.object.title": [{"numeric": ["=", 3]}]})),
            (true, json!({"data.object.labels": ["mail"]})),
            (false, json!({"data.object.labels": [{"anything_but": ["mail"]}]})),
            (true, json!({"data.object.labels": [{"anything_but": "printer"}]})),
            (true, json!({"organization_id": [{"exists": false}]})),
            (true, json!({"organization_id": [null]})),
            (true, json!({"data.object.gone": [{"exists": false}]})),
            (true, json!({"data.object.title": [{"exists": true}]})),
            (false, json!({"data.object.gone": [{"anything_but": ["x"]}]})),
        ] {
            assert_eq!(matches(alternative.clone()), wanted, "{alternative}");
        }
    }

    #[test]
    fn every_fault_has_its_place() {
        let faults = filter(json!({
            "a..b": ["x"],
            "a/b": [],
            "c": ["fine", ["list"], {"prefix": 1}, {"prefix": "x", "exists": true}, {"numeric": [">", 1, "<"]}],
        }));
        let places: Vec<_> = faults.unwrap_err().into_iter().filter_map(|fault| fault.pointer).collect();
        assert_eq!(
            places,
            ["/filter/a..b", "/filter/a~1b", "/filter/c/1", "/filter/c/2", "/filter/c/3", "/filter/c/4"]
        );
    }
}
