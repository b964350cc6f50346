//! `tenantctl api`: any request, with the credential, the retries and the output of other commands.

use crate::{
    context::{Context, Failure, note},
    flags::{option, positional, switch},
    values::{document, read},
};
use clap::{ArgAction, ArgMatches, Command};
use client::{
    Request,
    http::{HeaderName, HeaderValue, Method},
};
use futures::TryStreamExt;
use serde_json::{Map, Value, json};
use std::pin::pin;

pub fn command() -> Command {
    Command::new("api")
        .about("Send any request to the API")
        .after_help(
            "Examples:\n  tenantctl api GET /api/psa/tickets -f status=open -f limit=5\n  \
             tenantctl api GET /api/psa/tickets --paginate --jq '.[].subject'\n  \
             tenantctl api POST /api/psa/tickets -f subject='Printer on fire'\n  \
             tenantctl api POST /api/psa/tickets --input ticket.yaml",
        )
        .arg(positional("method", "METHOD", "GET, POST, PUT, PATCH or DELETE"))
        .arg(positional("path", "PATH", "Path with its query, such as /api/psa/tickets?limit=1"))
        .arg(
            option(
                "field",
                "NAME=VALUE",
                "Query parameter of GET and DELETE, field of the body of other methods: a text, or JSON with NAME:=JSON",
            )
            .short('f')
            .action(ArgAction::Append),
        )
        .arg(option("header", "NAME: VALUE", "Header, such as 'If-Match: \"v3\"'").short('H').action(ArgAction::Append))
        .arg(option("input", "FILE", "Body as JSON or YAML; - is standard input. Fields of -f replace its fields"))
        .arg(switch("paginate", "Read all pages of a list, and print one array").conflicts_with("include"))
        .arg(switch("include", "Write the status and the headers of the response to standard error").short('i'))
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let request = request(matches)?;
    if matches.get_flag("paginate") {
        let mut pages = pin!(context.client.pages(request));
        let mut list = context.output.items(&[]);
        while let Some(page) = pages.try_next().await? {
            list.page(page.items)?;
        }
        return list.end();
    }
    let mut streaming = context.client.stream(request).await?;
    if matches.get_flag("include") {
        note(streaming.status.to_string());
        for (name, value) in &streaming.headers {
            note(format!("{name}: {}", String::from_utf8_lossy(value.as_bytes())));
        }
    }
    let kind = streaming.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
    if !kind.starts_with("application/json") {
        while let Some(chunk) = streaming.chunk().await? {
            context.output.bytes(&chunk)?;
        }
        return Ok(());
    }
    let mut body = vec![];
    while let Some(chunk) = streaming.chunk().await? {
        body.extend_from_slice(&chunk);
    }
    let value: Value = serde_json::from_slice(&body)?;
    match &context.output.jq {
        // A raw request is for people who want the response as it is.
        None if context.terminal.stdout => context.output.line(&format!("{value:#}")),
        None => context.output.line(&value.to_string()),
        Some(_) => context.output.value(&value),
    }
}

fn request(matches: &ArgMatches) -> Result<Request, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let all = |name: &str| matches.get_many::<String>(name).into_iter().flatten().map(String::as_str);
    let method = text("method").unwrap_or_default().to_uppercase();
    let method = Method::from_bytes(method.as_bytes())
        .map_err(|_| Failure::Usage(format!("{method:?} is not an HTTP method")))?;
    let has_body = method != Method::GET && method != Method::DELETE;
    let mut request = Request::new(method, text("path").unwrap_or_default());
    let mut fields = Map::new();
    for pair in all("field") {
        let (name, value) = field(pair)?;
        if has_body {
            fields.insert(name.to_owned(), value);
        } else {
            request = request.query(name, value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
    }
    for line in all("header") {
        request = header(request, line)?;
    }
    let input = text("input").map(|file| document(&read(file)?, file)).transpose()?;
    match (input, has_body) {
        (None, false) => Ok(request),
        (Some(_), false) => Err(Failure::Usage("GET and DELETE have no body: use -f instead of --input".to_owned())),
        (None, true) => Ok(request.json(&Value::Object(fields))?),
        (Some(mut body), true) => {
            match body.as_object_mut() {
                Some(all) => all.extend(fields),
                None if fields.is_empty() => {}
                None => {
                    return Err(Failure::Usage("--input is not an object, so -f cannot add fields to it".to_owned()));
                }
            }
            Ok(request.json(&body)?)
        }
    }
}

/// `name=text` or `name:=json`.
fn field(pair: &str) -> Result<(&str, Value), Failure> {
    let wrong = || Failure::Usage(format!("{pair:?} is neither NAME=VALUE nor NAME:=JSON"));
    let (name, value) = pair.split_once('=').ok_or_else(wrong)?;
    match name.strip_suffix(':') {
        Some(name) => Ok((name, serde_json::from_str(value).map_err(|_| wrong())?)),
        None => Ok((name, json!(value))),
    }
}

fn header(request: Request, line: &str) -> Result<Request, Failure> {
    let wrong = || Failure::Usage(format!("{line:?} is not NAME: VALUE"));
    let (name, value) = line.split_once(':').ok_or_else(wrong)?;
    if name.trim().eq_ignore_ascii_case("authorization") {
        return Err(Failure::Usage(
            "a credential cannot be an argument: set TENANTCTL_KEY, or run tenantctl login".to_owned(),
        ));
    }
    let name = HeaderName::from_bytes(name.trim().as_bytes()).map_err(|_| wrong())?;
    Ok(request.header(name, HeaderValue::from_str(value.trim()).map_err(|_| wrong())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(words: &[&str]) -> Result<Request, Failure> {
        let matches = command().try_get_matches_from(["api"].iter().chain(words));
        request(&matches.map_err(|error| Failure::Usage(error.to_string()))?)
    }

    #[test]
    fn fields_are_parameters_or_a_body() {
        let get = made(&["get", "/api/psa/tickets", "-f", "limit=5"]).unwrap();
        assert_eq!(get.query, [("limit".to_owned(), "5".to_owned())]);
        let post = made(&["POST", "/api/x", "-f", "subject=a=b", "-f", "tags:=[\"x\"]"]).unwrap();
        let client::Body::Bytes { bytes, .. } = post.body else { panic!("no body") };
        assert_eq!(serde_json::from_slice::<Value>(&bytes).unwrap(), json!({"subject": "a=b", "tags": ["x"]}));
    }

    #[test]
    fn fields_are_not_lost_beside_another_body() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "[1, 2]").unwrap();
        let path = file.path().to_str().unwrap();
        assert!(made(&["POST", "/api/x", "--input", path]).is_ok());
        assert!(matches!(made(&["POST", "/api/x", "--input", path, "-f", "a=b"]), Err(Failure::Usage(_))));
    }

    #[test]
    fn a_credential_is_no_argument() {
        assert!(matches!(made(&["GET", "/", "-H", "Authorization: Bearer x"]), Err(Failure::Usage(_))));
    }
}
