//! Values with expressions in them. A string of the form `"${ … }"` is an expression, anywhere in a value; all else is
//! literal. The value of an expression is data: it is never searched for expressions again.

use crate::{
    Scope,
    bounds::{DATA_BYTES, DEPTH, is_deeper},
    run::size_of,
};
use serde_json::{Map, Value};

/// The expression in a text.
pub fn expression(text: &str) -> Option<&str> {
    text.trim().strip_prefix("${")?.strip_suffix('}').map(str::trim)
}

/// A text as a template of the expression in it, with or without `${ }` around it.
pub fn from_expression(text: &str) -> Value {
    Value::String(format!("${{ {} }}", expression(text).unwrap_or(text).trim()))
}

/// True if nothing is to be evaluated.
pub fn is_literal(template: &Value) -> bool {
    !any_text(template, &|text| expression(text).is_some())
}

/// True if an expression may use this variable; false positives are possible.
pub fn mentions(template: &Value, variable: &str) -> bool {
    any_text(template, &|text| expression(text).is_some_and(|text| names_variable(text, variable)))
}

pub(crate) fn names_variable(text: &str, variable: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split('$').skip(1).any(|rest| rest.strip_prefix(variable).is_some_and(|rest| !rest.starts_with(word)))
}

fn any_text(template: &Value, holds: &impl Fn(&str) -> bool) -> bool {
    match template {
        Value::String(text) => holds(text),
        Value::Array(items) => items.iter().any(|item| any_text(item, holds)),
        Value::Object(fields) => fields.values().any(|field| any_text(field, holds)),
        _ => false,
    }
}

/// The template with each expression replaced by the result of `value`, which gets the permitted depth. `depth` is the
/// depth of the whole; templates are within it, because the definition was checked.
pub fn fill<E>(
    template: &Value,
    depth: usize,
    value: &mut impl FnMut(&str, usize) -> Result<Value, E>,
) -> Result<Value, E> {
    let inner = depth.saturating_sub(1);
    Ok(match template {
        Value::String(text) => match expression(text) {
            Some(expression) => value(expression, depth)?,
            None => template.clone(),
        },
        Value::Array(items) => {
            Value::Array(items.iter().map(|item| fill(item, inner, value)).collect::<Result<_, E>>()?)
        }
        Value::Object(fields) => {
            let field = |(name, field): (&String, &Value)| Ok((name.clone(), fill(field, inner, value)?));
            Value::Object(fields.iter().map(field).collect::<Result<Map<_, _>, E>>()?)
        }
        plain => plain.clone(),
    })
}

/// The value of a template whose expressions are all plain paths (`.`, `.ticket.id`, `$context.hosts[0]`), as most are:
/// they need no sandbox. `None` for all others: wrong ones, and those that return more, or deeper values, than a step
/// may.
pub fn fill_plainly(template: &Value, scope: &Scope) -> Option<Value> {
    let mut left = DATA_BYTES;
    let mut value = |expression: &str, depth| {
        let value = follow(expression, scope).filter(|value| !is_deeper(value, depth)).ok_or(())?;
        // Checked before the copy: a template may use the same value many times.
        left = left.checked_sub(size_of(value)).ok_or(())?;
        Ok::<_, ()>(value.clone())
    };
    fill(template, DEPTH, &mut value).ok()
}

fn follow<'s>(expression: &str, scope: &'s Scope) -> Option<&'s Value> {
    let (mut here, mut rest) = match expression.strip_prefix('$') {
        Some(variable) => {
            let (name, rest) = word(variable)?;
            (scope.variables.get(name)?, rest)
        }
        None if expression == "." => (&scope.data, ""),
        None if expression.starts_with(".[") => (&scope.data, &expression[1..]),
        None if expression.starts_with('.') => (&scope.data, expression),
        None => return None,
    };
    while !rest.is_empty() {
        (here, rest) = if let Some(name) = rest.strip_prefix('.') {
            let (name, rest) = word(name)?;
            let field = match here {
                Value::Object(fields) => fields.get(name).unwrap_or(&Value::Null),
                Value::Null => &Value::Null,
                _ => return None,
            };
            (field, rest)
        } else {
            let (index, rest) = rest.strip_prefix('[')?.split_once(']')?;
            let index: usize = index.parse().ok()?;
            let item = match here {
                Value::Array(items) => items.get(index).unwrap_or(&Value::Null),
                Value::Null => &Value::Null,
                _ => return None,
            };
            (item, rest)
        };
    }
    Some(here)
}

/// The name at the beginning of a text, and the rest.
pub(crate) fn word(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some((name, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn scope() -> Scope {
        let data = json!({"ticket": {"id": "tkt_1", "tags": ["a", "b"]}, "evil": "${ $run.secret }"});
        Scope { data, variables: [("context".to_owned(), json!({"n": 1}))].into() }
    }

    #[test]
    fn plain_paths_are_followed() {
        let template = json!({"id": "${ .ticket.id }", "second": "${.ticket.tags[1]}", "n": ["${ $context.n }"], "no": "${ .a.b[3].c }"});
        let filled = fill_plainly(&template, &scope()).unwrap();
        assert_eq!(filled, json!({"id": "tkt_1", "second": "b", "n": [1], "no": null}));
        assert_eq!(fill_plainly(&json!("${ . }"), &scope()).unwrap(), scope().data);
    }

    #[test]
    fn what_is_more_than_a_path_or_wrong_is_left_to_the_sandbox() {
        for text in [
            "${ .a + 1 }",
            "${ .ticket.id.x }",
            "${ .ticket[0] }",
            "${ .. }",
            "${ .a? }",
            "${ $unknown }",
            "${ }",
            "${ [0] }",
            "${ .a .b }",
        ] {
            assert_eq!(fill_plainly(&json!(text), &scope()), None, "{text}");
        }
    }

    #[test]
    fn a_template_that_asks_for_much_many_times_is_not_filled_here() {
        let scope = Scope { data: json!("x".repeat(DATA_BYTES / 2)), variables: [].into() };
        assert!(fill_plainly(&json!(["${ . }"]), &scope).is_some());
        assert_eq!(fill_plainly(&json!(vec!["${ . }"; 100_000]), &scope), None);
    }

    #[test]
    fn a_template_that_would_become_too_deep_is_not_filled_here() {
        let nested = |depth: usize, inner| (0..depth).fold(inner, |inner, _| json!([inner]));
        let scope = Scope { data: nested(DEPTH - 3, json!(1)), variables: [].into() };
        assert!(fill_plainly(&nested(3, json!("${ . }")), &scope).is_some());
        assert_eq!(fill_plainly(&nested(4, json!("${ . }")), &scope), None);
    }

    #[test]
    fn data_is_never_taken_for_an_expression() {
        assert_eq!(fill_plainly(&json!("${ .evil }"), &scope()).unwrap(), json!("${ $run.secret }"));
        assert!(is_literal(&json!({"a": ["costs $5", "{}", 1]})));
        assert!(!is_literal(&json!({"a": [" ${ .x } "]})));
    }

    #[test]
    fn variables_are_found_by_whole_names() {
        assert!(mentions(&json!(["${ 1 + $item.x }"]), "item"));
        assert!(!mentions(&json!("${ $items }"), "item"));
        assert!(!mentions(&json!("$item"), "item"));
    }
}
