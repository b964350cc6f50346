//! The definitions, and the expectations in their comments: see `crates/flow/tests/hostile/README.md`.

use anyhow::{Context, ensure};
use serde_json::Value;
use std::{fs, path::Path};

pub struct Case {
    pub name: String,
    pub text: String,
    /// The expectations. All of them must hold.
    pub expected: Vec<String>,
    pub input: Value,
    pub output: Option<Value>,
    /// The event that starts a chain.
    pub start: String,
}

impl Case {
    pub fn expects(&self, word: &str) -> bool {
        self.expected.iter().any(|expected| expected.starts_with(word))
    }
}

/// Reads the cases. Loopback addresses in their inputs get the port of a listener that counts connections.
pub fn read(port: u16) -> anyhow::Result<Vec<Case>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../flow/tests/hostile");
    let mut cases = vec![];
    for file in fs::read_dir(directory)? {
        let path = file?.path();
        if path.extension().is_some_and(|kind| kind == "yaml") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path)?;
            cases.push(case(&name, &text, port).with_context(|| name.clone())?);
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(cases)
}

fn case(name: &str, text: &str, port: u16) -> anyhow::Result<Case> {
    let text = expanded(text)?;
    let comments = text.lines().map_while(|line| line.strip_prefix("# ")).filter_map(|line| line.split_once(": "));
    let all = |key: &str| -> Vec<String> {
        comments.clone().filter(|(name, _)| *name == key).map(|(_, value)| value.to_owned()).collect()
    };
    let expected = all("expect");
    ensure!(!expected.is_empty(), "it has no comment `expect`");
    let mut input = all("input").pop().unwrap_or_else(|| "{}".to_owned());
    for host in ["2130706433", "[::ffff:127.0.0.1]", "127.0.0.1"] {
        input = input.replace(&format!("{host}/\""), &format!("{host}:{port}/\""));
    }
    let input = serde_json::from_str(&input)?;
    let output = all("output").pop().map(|output| serde_json::from_str(&output)).transpose()?;
    let start = all("start").pop().unwrap_or_default();
    // The comments are removed: they are long where the input is.
    let text = text.split_inclusive('\n').skip_while(|line| line.starts_with("# ")).collect();
    Ok(Case { name: name.to_owned(), expected, input, output, start, text })
}

/// Replaces `<<text * count>>` by the repeated text.
fn expanded(text: &str) -> anyhow::Result<String> {
    let mut parts = text.split("<<");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (repeated, rest) = part.split_once(">>").context("<< is closed")?;
        let (what, count) = repeated.rsplit_once(" * ").context("<<text * count>>")?;
        all += &what.repeat(count.parse()?);
        all += rest;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn comments_state_the_expected_end() {
        let text =
            "# A file.\n# expect: run failed type=a|b\n# input: {\"url\": \"http://127.0.0.1/\"}\ndo: <<x * 3>>\n";
        let case = case("file", text, 7).unwrap();
        assert!(case.expects("run failed") && !case.expects("chain"));
        assert_eq!(case.input, json!({"url": "http://127.0.0.1:7/"}));
        assert_eq!(case.text, "do: xxx\n");
    }
}
