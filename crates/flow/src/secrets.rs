//! Secrets in the texts of `call: http`.
//!
//! A secret is never a value of the expression language. A text that names secrets is split: into literal texts, into
//! expressions without secrets, which are evaluated like all others, and into names. Only the function that sends the
//! request replaces the names by the values. Their positions are known from the definition alone, so nothing in the
//! data of a run can pass for a secret.

use crate::{Fault, functions::escape, template};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The function that accepts secrets.
pub const HTTP: &str = "http";

/// The variable under which expressions name secrets, without the `$`.
pub const VARIABLE: &str = "secret";

/// How a text with secrets must be written.
pub const FORM: &str = "a secret can only be part of a text: texts, $secret.name, paths and expressions in brackets, \
                        joined by +, such as ${ \"Bearer \" + $secret.name }, or ${ \"Bearer \\($secret.name)\" }";

/// A piece of an expression that names secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// An expression that names no secret.
    Expression(String),
    /// The name of a secret.
    Secret(String),
}

/// The texts with secrets in the arguments of a call, by JSON pointer. In the arguments, each is replaced by a list:
/// the values of its expressions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretTexts(BTreeMap<String, Vec<Part>>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    Text(String),
    /// The next of the values.
    Value,
    Secret(String),
}

impl SecretTexts {
    /// Removes the texts that name secrets from a template. The rest is a template without secrets.
    pub fn take_from(template: &Value) -> (Value, SecretTexts) {
        let mut texts = SecretTexts::default();
        let template = texts.take(template, String::new());
        (template, texts)
    }

    fn take(&mut self, template: &Value, at: String) -> Value {
        match template {
            Value::String(text) => {
                let pieces = template::expression(text).filter(|text| template::names_variable(text, VARIABLE));
                match pieces.and_then(|text| pieces_of(text).ok()) {
                    Some(pieces) => self.replace(pieces, at),
                    None => template.clone(),
                }
            }
            Value::Array(items) => {
                items.iter().enumerate().map(|(i, item)| self.take(item, format!("{at}/{i}"))).collect()
            }
            Value::Object(fields) => {
                let taken = fields
                    .iter()
                    .map(|(name, field)| (name.clone(), self.take(field, format!("{at}/{}", escape(name)))));
                Value::Object(taken.collect())
            }
            plain => plain.clone(),
        }
    }

    fn replace(&mut self, pieces: Vec<Piece>, at: String) -> Value {
        let (mut parts, mut expressions) = (vec![], vec![]);
        for piece in pieces {
            parts.push(match piece {
                Piece::Text(text) => Part::Text(text),
                Piece::Secret(name) => Part::Secret(name),
                Piece::Expression(text) => {
                    expressions.push(template::from_expression(&text));
                    Part::Value
                }
            });
        }
        self.0.insert(at, parts);
        Value::Array(expressions)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of the secrets.
    pub fn names(&self) -> BTreeSet<&str> {
        let parts = self.0.values().flatten();
        parts.filter_map(|part| if let Part::Secret(name) = part { Some(name.as_str()) } else { None }).collect()
    }

    /// The arguments with their texts reassembled. `secret` gets the pointer of a text and the name of a secret in it.
    pub fn put_together(&self, arguments: &Value, secret: impl Fn(&str, &str) -> String) -> Result<Value, Fault> {
        let mut whole = arguments.clone();
        for (pointer, parts) in &self.0 {
            let place = whole.pointer_mut(pointer).ok_or_else(|| misplaced(pointer))?;
            let Value::Array(values) = place.take() else { return Err(misplaced(pointer)) };
            let mut values = values.into_iter();
            let mut text = String::new();
            for part in parts {
                match part {
                    Part::Text(literal) => text += literal,
                    Part::Secret(name) => text += &secret(pointer, name),
                    Part::Value => match values.next() {
                        Some(Value::String(value)) => text += &value,
                        _ => return Err(no_text(pointer)),
                    },
                }
            }
            *place = Value::String(text);
        }
        Ok(whole)
    }

    /// The arguments as people read them: `Bearer $secret.name`.
    pub fn shown(&self, arguments: &Value) -> Result<Value, Fault> {
        self.put_together(arguments, |_, name| format!("${VARIABLE}.{name}"))
    }
}

fn misplaced(pointer: &str) -> Fault {
    Fault::new(Fault::RUNTIME, 500, "A text with a secret is not where it should be").detail(pointer)
}

fn no_text(pointer: &str) -> Fault {
    let detail = format!("{pointer}: a value that is joined with a secret must be a string. Write it as \"\\(…)\".");
    Fault::new(Fault::VALIDATION, 422, "The arguments of the call are invalid").detail(detail)
}

/// The pieces of an expression that names secrets; see [`FORM`].
pub fn pieces_of(expression: &str) -> Result<Vec<Piece>, &'static str> {
    let (mut pieces, mut rest) = (vec![], expression);
    loop {
        rest = operand(rest.trim_start(), &mut pieces).ok_or(FORM)?.trim_start();
        match rest.strip_prefix('+') {
            Some(next) => rest = next,
            None if rest.is_empty() => return Ok(pieces),
            None => return Err(FORM),
        }
    }
}

/// Reads one operand, and returns the rest.
fn operand<'t>(text: &'t str, pieces: &mut Vec<Piece>) -> Option<&'t str> {
    if let Some(inner) = text.strip_prefix('"') {
        return string(inner, pieces);
    }
    if let Some(inner) = text.strip_prefix('(') {
        let (inner, rest) = group(inner)?;
        pieces.push(without_secrets(format!("({inner})"))?);
        return Some(rest);
    }
    if let Some((name, rest)) = secret(text) {
        pieces.push(Piece::Secret(name.to_owned()));
        return Some(rest);
    }
    let is_path = |c: char| c.is_ascii_alphanumeric() || "._$[]".contains(c);
    let (path, rest) = text.split_at(text.find(|c| !is_path(c)).unwrap_or(text.len()));
    pieces.push(without_secrets(path.to_owned()).filter(|_| path.starts_with(['.', '$']))?);
    Some(rest)
}

fn without_secrets(expression: String) -> Option<Piece> {
    (!template::names_variable(&expression, VARIABLE)).then_some(Piece::Expression(expression))
}

/// `$secret.name`, and the rest.
fn secret(text: &str) -> Option<(&str, &str)> {
    template::word(text.strip_prefix('$')?.strip_prefix(VARIABLE)?.strip_prefix('.')?)
}

/// A string of jq after its opening quote, and the rest.
fn string<'t>(mut rest: &'t str, pieces: &mut Vec<Piece>) -> Option<&'t str> {
    loop {
        let (literal, end) = literal(rest)?;
        let text: String = serde_json::from_str(&format!("\"{literal}\"")).ok()?;
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        match end {
            End::Quote(after) => return Some(after),
            End::Interpolation(after) => {
                let (inner, after) = group(after)?;
                match secret(inner.trim()) {
                    Some((name, "")) => pieces.push(Piece::Secret(name.to_owned())),
                    _ => pieces.push(without_secrets(format!("\"\\({inner})\""))?),
                }
                rest = after;
            }
        }
    }
}

/// The end of a literal part of a string, with the rest.
enum End<'t> {
    Quote(&'t str),
    Interpolation(&'t str),
}

/// The literal part at the beginning of a string's content, as it is written.
fn literal(text: &str) -> Option<(&str, End<'_>)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (escaped, c) {
            (true, '(') => return Some((&text[..at - 1], End::Interpolation(&text[at + 1..]))),
            (true, _) => escaped = false,
            (false, '\\') => escaped = true,
            (false, '"') => return Some((&text[..at], End::Quote(&text[at + 1..]))),
            _ => {}
        }
    }
    None
}

/// The content of brackets after the opening one, and the rest after the closing one.
fn group(text: &str) -> Option<(&str, &str)> {
    let (mut depth, mut rest) = (1_usize, text);
    loop {
        let at = rest.find(['(', ')', '"'])?;
        let (found, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = match found {
            b'(' => {
                depth += 1;
                after
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    let end = text.len() - after.len() - 1;
                    return Some((&text[..end], after));
                }
                after
            }
            _ => behind_string(after)?,
        };
    }
}

fn behind_string(mut rest: &str) -> Option<&str> {
    loop {
        match literal(rest)?.1 {
            End::Quote(after) => return Some(after),
            End::Interpolation(after) => rest = group(after)?.1,
        }
    }
}

/// Every literal text in an expression, those inside of others included, as they are written.
pub fn literals(expression: &str) -> Vec<&str> {
    let (mut found, mut rest) = (vec![], expression);
    while let Some(at) = rest.find('"') {
        rest = &rest[at + 1..];
        loop {
            let Some((text, end)) = literal(rest) else { return found };
            found.push(text);
            match end {
                End::Quote(after) => rest = after,
                End::Interpolation(after) => {
                    let Some((inner, after)) = group(after) else { return found };
                    found.extend(literals(inner));
                    rest = after;
                    continue;
                }
            }
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    fn expression(text: &str) -> Piece {
        Piece::Expression(text.to_owned())
    }

    fn named(name: &str) -> Piece {
        Piece::Secret(name.to_owned())
    }

    #[test]
    fn a_text_with_secrets_is_taken_apart() {
        for (written, pieces) in [
            ("$secret.token", vec![named("token")]),
            (r#""Bearer " + $secret.token"#, vec![text("Bearer "), named("token")]),
            (r#""Bearer \($secret.token)""#, vec![text("Bearer "), named("token")]),
            (r#""\($secret.a):\( $secret.b )!""#, vec![named("a"), text(":"), named("b"), text("!")]),
            (r#".user+":"+$secret.password"#, vec![expression(".user"), text(":"), named("password")]),
            (r#"(.a | tostring) + $secret.b"#, vec![expression("(.a | tostring)"), named("b")]),
            (
                r#""x\(.n + (")" | length))" + $secret.b + $input.list[0]"#,
                vec![text("x"), expression(r#""\(.n + (")" | length))""#), named("b"), expression("$input.list[0]")],
            ),
            (r#""\"\u00e4\\" + $secret.b"#, vec![text("\"ä\\"), named("b")]),
        ] {
            assert_eq!(pieces_of(written), Ok(pieces), "{written}");
        }
    }

    #[test]
    fn whatever_could_make_a_value_of_a_secret_is_refused() {
        for written in [
            "$secret",
            "$secret | keys",
            "$secret.token | @base64",
            "$secret.token | length",
            r#"$secret["token"]"#,
            "$secret.token.x",
            "$secret.token[0]",
            "$secret.token[:3]",
            "[$secret.token]",
            "{a: $secret.token}",
            "($secret.token)",
            r#"("a" + $secret.token)"#,
            r#""\($secret.token | explode)""#,
            r#""\([$secret.token])""#,
            r#""a" + $secret.token == "ab""#,
            r#""a" + $secret.token, 1"#,
            "if $secret.token then 1 else 2 end",
            "$secret.token as $x | $x",
            "$secret.token // 1",
            "$secret.token * 2",
            "@base64 \"\\($secret.token)\"",
            "$secret.token + ",
            "+ $secret.token",
            "$secret.token \"a\"",
            "$secret.token # a remark",
            "$secret.token + \"open",
            "$secret.token + (1",
            "$secret . token",
            "$secret.1",
        ] {
            assert_eq!(pieces_of(written), Err(FORM), "{written}");
        }
    }

    #[test]
    fn arguments_are_put_together_where_the_definition_says() {
        let template = json!({
            "headers": {"a/b": "${ \"Bearer \" + $secret.token }", "plain": "${ .plain }"},
            "body": [{"user": "${ .user + \"/\" + $secret.password }"}],
        });
        let (rest, texts) = SecretTexts::take_from(&template);
        assert_eq!(rest, json!({"headers": {"a/b": [], "plain": "${ .plain }"}, "body": [{"user": ["${ .user }"]}]}));
        assert_eq!(texts.names().into_iter().collect::<Vec<_>>(), ["password", "token"]);
        // Data that looks like a secret's name stays data.
        let filled =
            json!({"headers": {"a/b": [], "plain": "$secret.token"}, "body": [{"user": ["$secret.password"]}]});
        let whole = texts.put_together(&filled, |_, name| format!("<{name}>")).unwrap();
        let user = "$secret.password/<password>";
        assert_eq!(
            whole,
            json!({"headers": {"a/b": "Bearer <token>", "plain": "$secret.token"}, "body": [{"user": user}]})
        );
        assert_eq!(texts.shown(&filled).unwrap()["headers"]["a/b"], "Bearer $secret.token");
        let wrong = json!({"headers": {"a/b": [], "plain": ""}, "body": [{"user": [7]}]});
        assert_eq!(texts.shown(&wrong).unwrap_err().r#type, Fault::VALIDATION);
        let travelled: SecretTexts = serde_json::from_value(json!(texts)).unwrap();
        assert_eq!(travelled, texts);
    }

    #[test]
    fn a_literal_text_is_not_evaluated() {
        let (rest, texts) = SecretTexts::take_from(&json!({"a": r#"${ "${ .x }" + $secret.b }"#}));
        assert_eq!(rest, json!({"a": []}));
        assert_eq!(texts.shown(&rest).unwrap(), json!({"a": "${ .x }$secret.b"}));
    }

    #[test]
    fn literals_are_found_at_any_depth() {
        assert_eq!(literals(r#""a" + .b + "c\("d" + "e\(.f)")g""#), ["a", "c", "d", "e", "", "g"]);
        assert_eq!(literals("1 + 2"), Vec::<&str>::new());
    }
}
