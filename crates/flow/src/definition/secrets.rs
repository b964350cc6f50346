//! Secrets in a definition: their names, where they are used, and credentials in plain text that should be secrets.

use super::reader::Reader;
use crate::{
    Code, Invalid,
    bounds::{NAME_CHARS, SECRETS},
    functions::{did_you_mean, escape},
    secrets::{Piece, VARIABLE, literals, pieces_of},
    template,
};
use serde_json::{Map, Value};

/// Headers that contain only a credential.
const CREDENTIALS: [&str; 6] =
    ["authorization", "proxy-authorization", "x-api-key", "api-key", "x-auth-token", "cookie"];

/// Prefixes of credentials in the values of other headers.
const SCHEMES: [&str; 3] = ["bearer ", "basic ", "token "];

const PLAIN: &str = "holds a credential that everyone could read who reads the workflow: store it as a secret with PUT \
                     /api/psa/workflows/secrets, name it under use.secrets, and write ${ \"Bearer \" + $secret.name }";

const ELSEWHERE: &str = "a secret can only be used in the arguments of call: http";

impl Reader<'_> {
    /// `use: {secrets: [names]}`.
    pub(super) fn uses(&mut self, fields: &Map<String, Value>) {
        let used = fields.get("use").and_then(|used| self.object(used, "/use", &["secrets"]));
        let Some(names) = used.and_then(|used| used.get("secrets")) else { return };
        let at = "/use/secrets";
        let Some(names) = names.as_array() else { return self.fault(at, Code::Invalid, "must be a list of names") };
        if names.len() > SECRETS {
            return self.fault(at, Code::Exceeds, format!("has more than {SECRETS} names"));
        }
        for (i, name) in names.iter().enumerate() {
            let at = format!("{at}/{i}");
            let Some(name) = self.text(name, &at, NAME_CHARS) else { continue };
            if template::word(&name) != Some((&name, "")) {
                let message = "must begin with a letter and have only letters, digits and _ (ASCII)";
                self.fault(at, Code::Invalid, message);
            } else if self.secrets.contains(&name) {
                self.fault(at, Code::Invalid, "is listed twice");
            } else {
                self.secrets.push(name);
            }
        }
    }

    /// True if a variable may not have this name. A variable of a stored definition may: it is older than secrets.
    pub(super) fn is_secret(&self, variable: &str) -> bool {
        self.functions.is_some() && variable == VARIABLE
    }

    /// True if an expression names a secret. Those of a stored definition were checked when it was stored.
    pub(super) fn names_secret(&self, expression: &str) -> bool {
        self.functions.is_some() && template::names_variable(expression, VARIABLE)
    }

    /// An expression that names secrets.
    pub(super) fn secret_text(&mut self, text: &str, at: &str) {
        if !self.takes_secrets {
            return self.fault(at, Code::Invalid, ELSEWHERE);
        }
        let pieces = match pieces_of(text) {
            Ok(pieces) => pieces,
            Err(form) => return self.fault(at, Code::Invalid, form),
        };
        for piece in pieces {
            match piece {
                Piece::Text(_) => {}
                Piece::Expression(text) => self.expression(&text, at),
                Piece::Secret(name) if self.secrets.contains(&name) => {}
                Piece::Secret(name) => {
                    let near = did_you_mean(&name, self.secrets.iter().map(String::as_str));
                    let missing = Invalid::at(at, Code::NotFound, "the secret is not listed under use.secrets");
                    self.note(Invalid { did_you_mean: near, ..missing });
                }
            }
        }
    }

    /// The arguments of `call: http`, the only place for secrets.
    pub(super) fn http_arguments(&mut self, with: &Value, at: &str) -> Value {
        self.takes_secrets = true;
        let template = self.template(with, at);
        self.takes_secrets = false;
        if self.functions.is_some() {
            plain_credentials(with)
                .into_iter()
                .for_each(|place| self.fault(format!("{at}{place}"), Code::Invalid, PLAIN));
        }
        template
    }
}

/// The places where the arguments of a call contain a credential in plain text, as far as that can be detected.
fn plain_credentials(with: &Value) -> Vec<String> {
    let headers = with["headers"].as_object().into_iter().flatten();
    let headers = headers.filter(|(name, value)| {
        let name = name.trim().to_ascii_lowercase();
        if CREDENTIALS.contains(&name.as_str()) { is_plain(value) } else { has_scheme(value) }
    });
    let headers = headers.map(|(name, _)| format!("/headers/{}", escape(name)));
    let fields = ["/endpoint/authentication/basic/password", "/endpoint/authentication/bearer/token"];
    let fields = fields.into_iter().filter(|field| with.pointer(field).is_some_and(is_plain));
    headers.chain(fields.map(str::to_owned)).collect()
}

/// True if the value of a credential is literal, or an expression whose texts contain more than the prefix.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => match template::expression(text) {
            Some(expression) => !literals(expression).into_iter().all(is_label),
            None => text.contains(char::is_alphanumeric),
        },
        _ => true,
    }
}

/// `Bearer `, `Token token=`, `; session=`, `:`: text before a credential that is not part of it.
fn is_label(text: &str) -> bool {
    let is_word = |word: &str| {
        let name = word.trim_end_matches([' ', '=']).trim_start_matches([';', ',']);
        name.len() <= 20 && name.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_')
    };
    let separates = |word: &str| word.ends_with([' ', '=']);
    !text.contains(char::is_alphanumeric)
        || text.split_inclusive([' ', '=']).all(|word| separates(word) && is_word(word))
}

fn has_scheme(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    let literal = |text: &str| {
        let lower = text.trim_start().to_ascii_lowercase();
        SCHEMES.iter().any(|scheme| lower.strip_prefix(scheme).is_some_and(|rest| rest.trim().len() >= 8))
    };
    match template::expression(text) {
        Some(expression) => literals(expression).into_iter().any(literal),
        None => literal(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn places(with: &Value) -> Vec<String> {
        plain_credentials(with)
    }

    #[test]
    fn a_credential_in_plain_text_is_seen() {
        for value in [
            "Bearer abc.def",
            "abc",
            "Basic YWRtaW46aHVudGVyMg==",
            "${ \"Bearer abc\" }",
            "${ \"Bearer \" + \"abc\" }",
            "${ \"Bearer \\(\"abc\")\" }",
            "${ if .x then \"Bearer \" + .y else \"k3y\" end }",
            "${ \"admin:hunter\" | @base64 }",
        ] {
            for name in ["Authorization", "x-api-key", "COOKIE", " api-key"] {
                let headers = json!({"headers": {name: value}});
                assert_eq!(places(&headers), [format!("/headers/{name}")], "{name}: {value}");
            }
        }
        assert_eq!(places(&json!({"headers": {"x-api-key": 12345}})), ["/headers/x-api-key"]);
        assert_eq!(places(&json!({"headers": {"X-Upstream": "Bearer abcdefgh"}})), ["/headers/X-Upstream"]);
        let basic =
            json!({"endpoint": {"uri": "https://a", "authentication": {"basic": {"username": "a", "password": "b"}}}});
        assert_eq!(places(&basic), ["/endpoint/authentication/basic/password"]);
        let bearer = json!({"endpoint": {"authentication": {"bearer": {"token": "abc"}}}});
        assert_eq!(places(&bearer), ["/endpoint/authentication/bearer/token"]);
    }

    #[test]
    fn what_only_leads_to_a_credential_is_none() {
        for value in [
            "${ \"Bearer \" + $secret.token }",
            "${ \"Bearer \\($secret.token)\" }",
            "${ \"Token token=\" + .token }",
            "${ \"session=\" + .a + \"; lang=\" + .b }",
            "${ .token }",
            "${ $input.token }",
            "${ \"Basic \" + (.user + \":\" + .password | @base64) }",
            "",
        ] {
            assert_eq!(places(&json!({"headers": {"Authorization": value}})), Vec::<String>::new(), "{value}");
        }
        let others =
            json!({"headers": {"X-Team": "ops", "Accept": "basic text", "X-Count": 3}, "endpoint": "https://a"});
        assert_eq!(places(&others), Vec::<String>::new());
    }
}
