//! Samples of code for an operation, made from its recorded request: curl, Python with `requests`, TypeScript with
//! `fetch`. They read the address and the key from `TC_URL` and `TC_KEY`.

use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The request of a sample.
struct Sample<'a> {
    method: String,
    path: String,
    query: Vec<(&'a str, &'a Value)>,
    body: Option<&'a Value>,
    body_type: &'a str,
    /// It needs no credential.
    is_public: bool,
    returns: Returns,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Returns {
    Json,
    Text,
    Nothing,
}

/// Adds the samples of the first recorded exchange.
pub(super) fn add(operation: &mut Value, method: &str, path: &str, exchanges: &Value) {
    let Some(exchange) = exchanges.get(0) else { return };
    let is_public = operation["security"][0].as_object().is_some_and(Map::is_empty);
    let sample = Sample::of(exchange, method, path, is_public);
    let samples = json!([
        {"lang": "Shell", "label": "curl", "source": sample.curl()},
        {"lang": "Python", "label": "Python", "source": sample.python()},
        {"lang": "TypeScript", "label": "TypeScript", "source": sample.typescript()},
    ]);
    operation["x-codeSamples"] = samples;
}

impl<'a> Sample<'a> {
    fn of(exchange: &'a Value, method: &str, path: &str, is_public: bool) -> Sample<'a> {
        let used = exchange["parameters"].as_object().into_iter().flatten();
        let (in_path, query): (Vec<_>, Vec<_>) = used
            .map(|(name, value)| (name.as_str(), value))
            .partition(|(name, _)| path.contains(&format!("{{{name}}}")));
        let path = in_path
            .iter()
            .fold(path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), &text_of(value)));
        let returns = match exchange["type"].as_str() {
            None => Returns::Nothing,
            Some("application/json") => Returns::Json,
            Some(_) => Returns::Text,
        };
        let body_type = exchange["body_type"].as_str().unwrap_or_default();
        Sample { method: method.to_uppercase(), path, query, body: exchange.get("body"), body_type, is_public, returns }
    }

    /// The path and the query, encoded for a URL.
    fn target(&self) -> String {
        let pairs: Vec<_> =
            self.query.iter().map(|(name, value)| format!("{name}={}", encoded(&text_of(value)))).collect();
        if pairs.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, pairs.join("&")) }
    }

    /// A body in JSON, on several lines.
    fn json(&self) -> Option<String> {
        self.body.filter(|body| !body.is_string()).map(|body| format!("{body:#}"))
    }

    fn curl(&self) -> String {
        let request = if self.method == "GET" { String::new() } else { format!("--request {} ", self.method) };
        let mut lines = vec![format!("curl {request}\"$TC_URL{}\"", self.target())];
        if !self.is_public {
            lines.push("--header \"Authorization: Bearer $TC_KEY\"".to_owned());
        }
        if let Some(body) = self.body {
            lines.push(format!("--header \"Content-Type: {}\"", self.body_type));
            let text = self.json().unwrap_or_else(|| text_of(body));
            let option = if body.is_string() { "--data-binary" } else { "--data" };
            lines.push(format!("{option} '{}'", text.replace('\'', "'\\''")));
        }
        lines.join(" \\\n  ")
    }

    fn python(&self) -> String {
        let mut text = "import os\n\nimport requests\n\nresponse = requests.".to_owned();
        let _ = write!(text, "{}(\n    os.environ[\"TC_URL\"] + {},\n", self.method.to_lowercase(), json!(self.path));
        let mut headers = vec![];
        if !self.is_public {
            headers.push("\"Authorization\": \"Bearer \" + os.environ[\"TC_KEY\"]".to_owned());
        }
        if self.body.is_some_and(Value::is_string) {
            headers.push(format!("\"Content-Type\": {}", json!(self.body_type)));
        }
        if !headers.is_empty() {
            let _ = writeln!(text, "    headers={{{}}},", headers.join(", "));
        }
        if !self.query.is_empty() {
            let pairs: Vec<_> =
                self.query.iter().map(|(name, value)| format!("{}: {}", json!(name), python(value, 1))).collect();
            let _ = writeln!(text, "    params={{{}}},", pairs.join(", "));
        }
        if let Some(body) = self.body {
            let name = if body.is_string() { "data" } else { "json" };
            let _ = writeln!(text, "    {name}={},", python(body, 1));
        }
        let shown = match self.returns {
            Returns::Json => "print(response.json())",
            Returns::Text => "print(response.text)",
            Returns::Nothing => "print(response.status_code)",
        };
        let _ = write!(text, "    timeout=30,\n)\nresponse.raise_for_status()\n{shown}\n");
        text
    }

    fn typescript(&self) -> String {
        let mut text = String::new();
        let mut query = "";
        if !self.query.is_empty() {
            let pairs: Vec<_> =
                self.query.iter().map(|(name, value)| format!("{name}: {}", json!(text_of(value)))).collect();
            let _ = writeln!(text, "const query = new URLSearchParams({{ {} }});", pairs.join(", "));
            query = "?${query}";
        }
        let _ = writeln!(text, "const response = await fetch(`${{process.env.TC_URL}}{}{query}`, {{", self.path);
        if self.method != "GET" {
            let _ = writeln!(text, "  method: {},", json!(self.method));
        }
        let mut headers = vec![];
        if !self.is_public {
            headers.push("Authorization: `Bearer ${process.env.TC_KEY}`".to_owned());
        }
        if self.body.is_some() {
            headers.push(format!("\"Content-Type\": {}", json!(self.body_type)));
        }
        if !headers.is_empty() {
            let _ = writeln!(text, "  headers: {{ {} }},", headers.join(", "));
        }
        if let Some(body) = self.body {
            let body =
                self.json().map_or_else(|| body.to_string(), |json| format!("JSON.stringify({})", indented(&json)));
            let _ = writeln!(text, "  body: {body},");
        }
        let shown = match self.returns {
            Returns::Json => "await response.json()",
            Returns::Text => "await response.text()",
            Returns::Nothing => "response.status",
        };
        text += "});\nif (!response.ok) throw new Error(await response.text());\n";
        let _ = writeln!(text, "console.log({shown});");
        text
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What a query may contain unchanged is left as it is, because people read it.
fn encoded(text: &str) -> String {
    let mut whole = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,:*/@".contains(&byte) {
            whole.push(char::from(byte));
        } else {
            let _ = write!(whole, "%{byte:02X}");
        }
    }
    whole
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}

/// A value in the syntax of Python.
fn python(value: &Value, depth: usize) -> String {
    let (inner, outer) = ("    ".repeat(depth + 1), "    ".repeat(depth));
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Array(items) if !items.is_empty() => {
            let items = items.iter().map(|item| format!("{inner}{},\n", python(item, depth + 1)));
            format!("[\n{}{outer}]", items.collect::<String>())
        }
        Value::Object(fields) if !fields.is_empty() => {
            let fields =
                fields.iter().map(|(name, field)| format!("{inner}{}: {},\n", json!(name), python(field, depth + 1)));
            format!("{{\n{}{outer}}}", fields.collect::<String>())
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(exchange: &Value, method: &str, path: &str) -> Vec<String> {
        let mut operation = json!({"security": [{"bearer": ["tickets:write"]}]});
        add(&mut operation, method, path, &json!([exchange]));
        let samples = operation["x-codeSamples"].as_array().unwrap().iter();
        samples.map(|sample| sample["source"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_list_is_read_with_its_parameters() {
        let exchange = json!({"parameters": {"limit": 2, "q": "a b&c"}, "status": 200, "type": "application/json"});
        let samples = samples(&exchange, "get", "/api/psa/tickets");
        assert_eq!(
            samples[0],
            "curl \"$TC_URL/api/psa/tickets?limit=2&q=a%20b%26c\" \\\n  --header \"Authorization: Bearer $TC_KEY\""
        );
        assert_eq!(
            samples[1],
            "import os\n\nimport requests\n\nresponse = requests.get(\n    os.environ[\"TC_URL\"] + \"/api/psa/tickets\",\n    \
             headers={\"Authorization\": \"Bearer \" + os.environ[\"TC_KEY\"]},\n    \
             params={\"limit\": 2, \"q\": \"a b&c\"},\n    timeout=30,\n)\nresponse.raise_for_status()\n\
             print(response.json())\n"
        );
        assert_eq!(
            samples[2],
            "const query = new URLSearchParams({ limit: \"2\", q: \"a b&c\" });\n\
             const response = await fetch(`${process.env.TC_URL}/api/psa/tickets?${query}`, {\n  \
             headers: { Authorization: `Bearer ${process.env.TC_KEY}` },\n});\n\
             if (!response.ok) throw new Error(await response.text());\nconsole.log(await response.json());\n"
        );
    }

    #[test]
    fn a_body_is_quoted_in_every_language() {
        let body = json!({"subject": "Ana's printer", "vip": true, "tags": []});
        let exchange =
            json!({"parameters": {"id": "tkt_1"}, "body": body, "body_type": "application/json", "status": 204});
        let samples = samples(&exchange, "patch", "/api/psa/tickets/{id}");
        assert!(
            samples[0].starts_with("curl --request PATCH \"$TC_URL/api/psa/tickets/tkt_1\" \\\n"),
            "{}",
            samples[0]
        );
        assert!(samples[0].contains("\"subject\": \"Ana'\\''s printer\""), "{}", samples[0]);
        assert!(samples[1].contains("        \"vip\": True,\n"), "{}", samples[1]);
        assert!(samples[1].ends_with("print(response.status_code)\n"), "{}", samples[1]);
        assert!(samples[2].contains("    \"vip\": true\n  }),\n"), "{}", samples[2]);
    }
}
