//! A request from the arguments of its command.

use crate::{
    environment,
    problem::Failure,
    table::{Body, Flag, Kind, Operation, Place, Reply},
};
use clap::ArgMatches;
use client::{
    Request,
    http::{HeaderName, HeaderValue, Method},
};
use serde_json::{Map, Value, json};
use std::{io::Read, path::PathBuf};

/// The largest body that is read into memory.
const MOST_BYTES: u64 = 64 << 20;

/// The request of an operation.
pub fn request(operation: &Operation, matches: &ArgMatches) -> Result<Request, Failure> {
    let method =
        Method::from_bytes(operation.method.as_bytes()).map_err(|error| Failure::Unexpected(error.to_string()))?;
    let mut request = Request::new(method, operation.path);
    let mut fields = Map::new();
    for flag in operation.flags {
        if operation.reply == Reply::Page && flag.name == "limit" {
            continue;
        }
        let Some(value) = value(flag, matches)? else { continue };
        match flag.place {
            Place::Path => {
                let segment = client::segment(&plain(&value));
                request.path = request.path.replace(&format!("{{{}}}", flag.name), &segment);
            }
            Place::Query => request = request.query(flag.name, plain(&value)),
            Place::Header => request = header(request, flag.name, &plain(&value))?,
            Place::Body => {
                fields.insert(flag.name.to_owned(), value);
            }
        }
    }
    with_body(operation, request, fields, matches)
}

fn with_body(
    operation: &Operation,
    request: Request,
    fields: Map<String, Value>,
    matches: &ArgMatches,
) -> Result<Request, Failure> {
    match operation.body {
        Body::Nothing => Ok(request),
        Body::Bytes => Ok(request.body(content(matches)?)),
        Body::Json => {
            let mut body = match matches.get_one::<String>("from-file") {
                Some(file) => document(&read(file)?, file)?,
                None => json!({}),
            };
            let Some(all) = body.as_object_mut() else {
                return Err(Failure::Usage("--from-file is not an object".to_owned()));
            };
            all.extend(fields);
            for name in cleared(matches) {
                let flag = operation.flags.iter().find(|flag| flag.place == Place::Body && flag.flag == name);
                all.insert(flag.map_or(name, |flag| flag.name).to_owned(), Value::Null);
            }
            Ok(request.json(&body)?)
        }
    }
}

fn cleared(matches: &ArgMatches) -> Vec<&str> {
    let names = matches.try_get_many::<String>("clear").ok().flatten();
    names.into_iter().flatten().map(String::as_str).collect()
}

/// The content of `--from-file`, which is not read into memory if it is a file.
fn content(matches: &ArgMatches) -> Result<client::Body, Failure> {
    let content_type = "application/octet-stream".to_owned();
    match matches.get_one::<String>("from-file").map(String::as_str) {
        None | Some("-") => Ok(client::Body::Bytes { content_type, bytes: read("-")?.into() }),
        Some(path) => {
            std::fs::metadata(path).map_err(|error| Failure::Usage(format!("{path}: {error}")))?;
            Ok(client::Body::File { content_type, path: PathBuf::from(path) })
        }
    }
}

/// The value of a flag as JSON; `None` if it is not given.
fn value(flag: &Flag, matches: &ArgMatches) -> Result<Option<Value>, Failure> {
    let text = || matches.get_one::<String>(flag.flag);
    let texts = || matches.get_many::<String>(flag.flag).map(|all| all.cloned().collect::<Vec<String>>());
    Ok(match flag.kind {
        Kind::Text | Kind::Choice(_) => text().map(|text| json!(text)),
        Kind::Integer => matches.get_one::<i64>(flag.flag).map(|number| json!(number)),
        Kind::Number => matches.get_one::<f64>(flag.flag).map(|number| json!(number)),
        Kind::Switch => matches.get_one::<bool>(flag.flag).map(|on| json!(on)),
        Kind::Texts | Kind::Choices(_) => texts().map(|all| json!(all)),
        Kind::Integers => {
            matches.get_many::<i64>(flag.flag).map(|all| Value::Array(all.map(|number| json!(number)).collect()))
        }
        Kind::Map => texts().map(|all| pairs(flag, &all)).transpose()?,
        Kind::Secret => text().map(|from| secret(flag.flag, from)).transpose()?.map(|text| json!(text)),
        Kind::Json => text().map(|from| json_value(flag, from)).transpose()?,
        Kind::SecretJson => text()
            .map(|from| secret(flag.flag, from))
            .transpose()?
            .map(|text| document(text.as_bytes(), flag.flag))
            .transpose()?,
    })
}

/// A value of a query, a header or a path.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// `NAME=VALUE`, several times.
fn pairs(flag: &Flag, all: &[String]) -> Result<Value, Failure> {
    let mut fields = Map::new();
    for pair in all {
        let wrong = || Failure::Usage(format!("--{}: {pair:?} is not NAME=VALUE", flag.flag));
        let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
        fields.insert(name.to_owned(), json!(value));
    }
    Ok(Value::Object(fields))
}

fn json_value(flag: &Flag, from: &str) -> Result<Value, Failure> {
    match from.strip_prefix('@') {
        Some(path) => document(&read(path)?, path),
        None => {
            serde_json::from_str(from).map_err(|error| Failure::Usage(format!("--{}: not JSON: {error}", flag.flag)))
        }
    }
}

/// A secret from a variable, a file or standard input. It is never an argument, which other users of the machine and the
/// history of the shell could see.
pub fn secret(flag: &str, from: &str) -> Result<String, Failure> {
    if let Some(name) = from.strip_prefix("env:") {
        let missing = || Failure::Usage(format!("--{flag}: the variable {name} is not set, or empty"));
        return environment::variable(name).filter(|value| !value.is_empty()).ok_or_else(missing);
    }
    let file = match from.strip_prefix('@') {
        Some(path) => path,
        None if from == "-" => "-",
        None => {
            let text =
                format!("--{flag} is a secret: give it as env:NAME, @FILE or - (standard input), not as an argument");
            return Err(Failure::Usage(text));
        }
    };
    let wrong = |what: &str| Failure::Usage(format!("--{flag}: {} is {what}", described(file)));
    let text = String::from_utf8(read(file)?).map_err(|_| wrong("not UTF-8"))?;
    match text.trim_end_matches(['\n', '\r']) {
        "" => Err(wrong("empty")),
        secret => Ok(secret.to_owned()),
    }
}

/// JSON or YAML.
pub fn document(bytes: &[u8], name: &str) -> Result<Value, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{name} is not UTF-8")))?;
    if text.trim_start().starts_with(['{', '[']) {
        match serde_json::from_str(text) {
            Ok(value) => return Ok(value),
            Err(error) if name.ends_with(".json") => return Err(Failure::Usage(format!("{name}: {error}"))),
            // YAML can begin like JSON too.
            Err(_) => {}
        }
    }
    serde_norway::from_str(text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}

/// The content of a file, or of standard input if it is `-`.
pub fn read(file: &str) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| Failure::Usage(format!("{}: {error}", described(file)));
    let mut bytes = vec![];
    let number = if file == "-" {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).map_err(failed)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)
    };
    if number.map_err(failed)? as u64 > MOST_BYTES {
        return Err(Failure::Usage(format!("{} has more than {MOST_BYTES} bytes", described(file))));
    }
    Ok(bytes)
}

/// The name of a file in a message.
fn described(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

fn header(request: Request, name: &str, value: &str) -> Result<Request, Failure> {
    let value = if name.eq_ignore_ascii_case("if-match") { version_tag(value) } else { value.to_owned() };
    let wrong = || Failure::Usage(format!("{name}: {value:?} cannot be the value of a header"));
    let parsed = HeaderValue::from_str(&value).map_err(|_| wrong())?;
    Ok(request.header(HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?, parsed))
}

/// `7` and `v7` are the version `"v7"`.
fn version_tag(value: &str) -> String {
    let number = value.strip_prefix('v').unwrap_or(value);
    match number.parse::<u32>() {
        Ok(number) => format!("\"v{number}\""),
        Err(_) => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{table, tree};
    use std::ffi::OsString;

    fn made(words: &[&str]) -> Result<Request, Failure> {
        let words: Vec<OsString> = ["tenantctl"].iter().chain(words).map(OsString::from).collect();
        let matches =
            tree::command(&words).try_get_matches_from(&words).map_err(|error| Failure::Usage(error.to_string()))?;
        let (noun, below) = matches.subcommand().unwrap();
        let (verb, arguments) = below.subcommand().unwrap();
        request(table::noun(noun).unwrap().operation(verb).unwrap(), arguments)
    }

    fn body(request: &Request) -> Value {
        match &request.body {
            client::Body::Bytes { bytes, .. } => serde_json::from_slice(bytes).unwrap(),
            _ => Value::Null,
        }
    }

    #[test]
    fn flags_become_parameters_and_fields() {
        let request = made(&["tickets", "list", "--status", "open,new", "--tag", "a", "--limit", "3"]).unwrap();
        let query: Vec<_> = request.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(
            (request.path.as_str(), query),
            ("/api/psa/tickets", vec!["status=open,new".to_owned(), "tag=a".to_owned()])
        );
        let request =
            made(&["tickets", "update", "tkt/1", "--priority", "p1", "--clear", "team-id", "--if-match", "7"]).unwrap();
        assert_eq!(request.path, "/api/psa/tickets/tkt%2F1");
        assert_eq!(body(&request), json!({"priority": "p1", "team_id": null}));
        assert_eq!(request.headers["if-match"], "\"v7\"");
    }

    #[test]
    fn flags_replace_fields_of_a_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "subject: From a file\ntags: [a]\n").unwrap();
        let path = file.path().to_str().unwrap();
        let request = made(&["tickets", "create", "--from-file", path, "--subject", "From a flag"]).unwrap();
        assert_eq!(body(&request), json!({"subject": "From a flag", "tags": ["a"]}));
    }

    #[test]
    fn a_secret_as_an_argument_is_refused_without_showing_it() {
        let words = ["workflow-secrets", "set", "--name", "x", "--value", "hunter2", "--allowed-hosts", "a.example"];
        let text = made(&words).unwrap_err().to_string();
        assert!(text.contains("is a secret") && !text.contains("hunter2"), "{text}");
    }

    #[test]
    fn an_empty_secret_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "\n").unwrap();
        let from = format!("@{}", file.path().display());
        assert!(secret("value", &from).unwrap_err().to_string().ends_with("is empty"));
    }

    #[test]
    fn a_wrong_value_is_a_usage_error() {
        assert!(matches!(made(&["tickets", "list", "--status", "nonsense"]), Err(Failure::Usage(_))));
        assert!(matches!(made(&["tickets", "create"]), Err(Failure::Usage(_))));
    }
}
