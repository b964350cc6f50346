//! The files of a repository: YAML or JSON, with several documents in a file. A document has a `kind`, a `name` and a `spec`.

use super::{
    kinds::{self, Identity, Kind, nearest},
    reference,
};
use crate::problem::Failure;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    io::Read,
    path::{Path, PathBuf},
};

/// A resource as a file describes it. References in its values are not resolved.
#[derive(Debug)]
pub struct Document {
    pub kind: &'static Kind,
    pub name: String,
    pub spec: Map<String, Value>,
    /// File and number of the document in it, for messages.
    pub place: String,
    /// The folder that `${file:…}` is relative to.
    pub folder: PathBuf,
}

#[cfg(test)]
impl Document {
    /// A document that no file has.
    pub fn of(kind: &str, name: &str, spec: Value) -> Document {
        let Value::Object(spec) = spec else { panic!("a spec is an object") };
        let kind = Kind::named(kind).unwrap();
        Document { kind, name: name.to_owned(), spec, place: name.to_owned(), folder: ".".into() }
    }
}

/// All documents below a folder, in a file, or from standard input (`-`). All faults are reported at once.
pub fn read(path: &Path) -> Result<Vec<Document>, Failure> {
    let mut documents = vec![];
    let mut faults = vec![];
    for (place, folder, text) in texts(path)? {
        match values(&place, &text) {
            Ok(values) => {
                for (number, value) in values.into_iter().enumerate().filter(|(_, value)| !value.is_null()) {
                    let place = format!("{place}#{}", number + 1);
                    match document(value, place, &folder) {
                        Ok(document) => documents.push(document),
                        Err(fault) => faults.push(fault),
                    }
                }
            }
            Err(fault) => faults.push(fault),
        }
    }
    faults.extend(documents.iter().flat_map(plain_secrets));
    faults.extend(duplicates(&documents));
    if faults.is_empty() { Ok(documents) } else { Err(Failure::Usage(faults.join("\n"))) }
}

type Text = (String, PathBuf, String);

fn texts(path: &Path) -> Result<Vec<Text>, Failure> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text)?;
        return Ok(vec![("standard input".to_owned(), PathBuf::from("."), text)]);
    }
    let mut files = vec![];
    if path.is_dir() {
        collect(path, &mut files).map_err(|error| unreadable(path, &error))?;
        files.sort();
    } else {
        files.push(path.to_owned());
    }
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).map_err(|error| unreadable(&file, &error))?;
        Ok((file.display().to_string(), file.parent().unwrap_or(Path::new(".")).to_owned(), text))
    };
    files.into_iter().map(read).collect()
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("{}: {error}", path.display()))
}

/// Files whose names begin with a dot, and folders such as `.git`, are left out.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ["yaml", "yml", "json"].iter().any(|known| ending == *known)) {
            files.push(path);
        }
    }
    Ok(())
}

fn values(place: &str, text: &str) -> Result<Vec<Value>, String> {
    if Path::new(place).extension().is_some_and(|ending| ending == "json") {
        let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        return values.collect::<Result<_, _>>().map_err(|error: serde_json::Error| format!("{place}: {error}"));
    }
    let documents = serde_norway::Deserializer::from_str(text);
    let values: Result<_, serde_norway::Error> = documents.map(Value::deserialize).collect();
    values.map_err(|error| format!("{place}: {error}"))
}

fn document(value: Value, place: String, folder: &Path) -> Result<Document, String> {
    let fault = |text: String| format!("{place}: {text}");
    let Value::Object(mut fields) = value else { return Err(fault("a document is an object".to_owned())) };
    let kind = match fields.remove("kind") {
        Some(Value::String(kind)) => Kind::named(&kind).ok_or_else(|| fault(unknown_kind(&kind)))?,
        _ => return Err(fault("`kind` is missing".to_owned())),
    };
    let name = match fields.remove("name") {
        Some(Value::String(name)) if !name.is_empty() => name,
        None if kind.identity == Identity::Tenant => "tenant".to_owned(),
        _ => return Err(fault("`name` is missing, or is not a text".to_owned())),
    };
    let Some(Value::Object(mut spec)) = fields.remove("spec") else {
        return Err(fault("`spec` is missing, or is not an object".to_owned()));
    };
    if let Some(unknown) = fields.keys().next() {
        return Err(fault(format!("unknown field `{unknown}`: a document has `kind`, `name` and `spec`")));
    }
    if spec.contains_key("name") {
        return Err(fault("`name` stands beside `kind`, not in `spec`".to_owned()));
    }
    if kind.identity == Identity::ContractOfOrganization && spec.contains_key("organization_id") {
        return Err(fault("the `name` of an SlaContract is the organization: leave `organization_id` out".to_owned()));
    }
    check_name(kind, &name).map_err(fault)?;
    read_definition(kind, &mut spec).map_err(fault)?;
    Ok(Document { kind, name, spec, place, folder: folder.to_owned() })
}

fn unknown_kind(kind: &str) -> String {
    let names = kinds::names();
    match nearest(kind, names.iter().copied()) {
        Some(nearest) => format!("unknown kind `{kind}`; did you mean `{nearest}`?"),
        None => format!("unknown kind `{kind}`; kinds are {}", names.join(", ")),
    }
}

fn check_name(kind: &Kind, name: &str) -> Result<(), String> {
    match kind.identity {
        Identity::Tenant if name != "tenant" => Err(format!("the `name` of {} is `tenant`", kind.name)),
        Identity::Scope if name != "tenant" && !name.starts_with("organization/") && !name.starts_with("device/") => {
            Err(format!("the `name` of {} is `tenant`, `organization/NAME` or `device/ID`", kind.name))
        }
        _ => Ok(()),
    }
}

/// The API accepts a definition as text as well, and returns an object.
fn read_definition(kind: &Kind, spec: &mut Map<String, Value>) -> Result<(), String> {
    if kind.name != "Workflow" {
        return Ok(());
    }
    let Some(Value::String(text)) = spec.get("definition") else { return Ok(()) };
    let definition: Value = serde_norway::from_str(text).map_err(|error| format!("definition: {error}"))?;
    spec.insert("definition".to_owned(), definition);
    Ok(())
}

/// Secrets in write-only fields that are not references.
fn plain_secrets(document: &Document) -> Vec<String> {
    let mut faults = vec![];
    for known in document.kind.write_only {
        let Some(value) = document.spec.get(known.field) else { continue };
        let mut check = |place: String, name: &str, value: &Value| {
            let secret = value.as_str().is_some_and(|text| !reference::is_secret(text)) && !known.plain.contains(&name);
            if secret && (!known.names_are_returned || is_secret_name(name)) {
                let place = format!("{}: {place}", document.place);
                faults.push(format!("{place} is a secret: write ${{env:NAME}} or ${{file:PATH}} instead of its value"));
            }
        };
        match value {
            Value::Object(members) => {
                members.iter().for_each(|(name, value)| check(format!("{}.{name}", known.field), name, value));
            }
            value => check(known.field.to_owned(), known.field, value),
        }
    }
    faults
}

/// Names of headers that usually carry a credential.
fn is_secret_name(name: &str) -> bool {
    let name = name.to_lowercase();
    ["auth", "cookie", "key", "password", "secret", "signature", "token"].iter().any(|part| name.contains(part))
}

fn duplicates(documents: &[Document]) -> Vec<String> {
    let mut first: BTreeMap<(&str, &str, String), &str> = BTreeMap::new();
    let mut faults = vec![];
    for document in documents {
        // These fields distinguish two resources with the same name.
        let apart = match document.kind.identity {
            Identity::NameInOrganization => document.spec.get("organization_id").map(ToString::to_string),
            Identity::ContractOfOrganization => document.spec.get("starts_at").map(ToString::to_string),
            _ => None,
        };
        let key = (document.kind.name, &*document.name, apart.unwrap_or_default());
        if let Some(place) = first.insert(key, &document.place) {
            let Document { kind, name, place: second, .. } = document;
            faults.push(format!("{second}: {} `{name}` is already described in {place}", kind.name));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Document>, Failure> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("all.yaml"), text).unwrap();
        read(folder.path())
    }

    #[test]
    fn a_file_has_several_documents() {
        let text =
            "kind: Team\nname: Network\nspec: {}\n---\nkind: View\nname: Mine\nspec: {filter: {assignee_id: me}}\n";
        let documents = read_text(text).unwrap();
        let names: Vec<_> = documents.iter().map(|document| (document.kind.name, &*document.name)).collect();
        assert_eq!(names, [("Team", "Network"), ("View", "Mine")]);
    }

    #[test]
    fn all_faults_are_reported_at_once() {
        let text = "kind: Teem\nname: a\nspec: {}\n---\nkind: Team\nspec: {}\n---\nkind: Team\nname: b\nspec: {}\nlabels: {}\n";
        let failure = read_text(text).unwrap_err().to_string();
        for part in ["did you mean `Team`", "#2: `name` is missing", "unknown field `labels`"] {
            assert!(failure.contains(part), "{part} is not in {failure}");
        }
    }

    #[test]
    fn a_secret_in_plain_text_is_refused_and_not_shown() {
        let text = "kind: WorkflowSecret\nname: pager\nspec: {value: hunter2hunter2, allowed_hosts: [a.example]}\n";
        let failure = read_text(text).unwrap_err().to_string();
        assert!(failure.contains("value is a secret") && !failure.contains("hunter2"), "{failure}");
        let text =
            "kind: Webhook\nname: chat\nspec: {url: 'https://a.example', events: ['*'], headers: {X-Team: desk}}\n";
        assert!(read_text(text).is_ok());
    }

    #[test]
    fn one_resource_is_described_once() {
        let failure = read_text("kind: Team\nname: a\nspec: {}\n---\nkind: Team\nname: a\nspec: {}\n").unwrap_err();
        assert!(failure.to_string().contains("already described"), "{failure}");
    }
}
