//! All commands of `tenantctl`, read from its help: their words, their examples, the operation that
//! they call, and the flags that take a secret.

use crate::command_line::Home;
use anyhow::{Context, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use std::process::Stdio;

/// Calls of `--help` at the same time.
const AT_ONCE: usize = 4;

/// The value of a flag that takes a secret, as help shows it.
const SECRET: &str = "<env:NAME|@FILE|->";

/// A command that can be called.
#[derive(Debug)]
pub struct Leaf {
    pub words: Vec<String>,
    pub examples: Vec<String>,
    pub secret_flags: Vec<String>,
    /// The id of the operation of the API, if the command calls one.
    pub operation: Option<String>,
}

pub async fn all(home: &Home) -> anyhow::Result<Vec<Leaf>> {
    let (mut leaves, mut branches) = (vec![], vec![vec![]]);
    while !branches.is_empty() {
        let calls =
            branches.drain(..).map(|words: Vec<String>| async move { anyhow::Ok((help(home, &words).await?, words)) });
        let texts: Vec<(String, Vec<String>)> = stream::iter(calls).buffer_unordered(AT_ONCE).try_collect().await?;
        for (text, words) in texts {
            let below = subcommands(&text);
            if below.is_empty() {
                leaves.push(leaf(&text, words));
            } else {
                branches.extend(below.into_iter().map(|name| [words.clone(), vec![name]].concat()));
            }
        }
    }
    ensure!(leaves.len() > 100, "only {} commands were found", leaves.len());
    leaves.sort_by(|a, b| a.words.cmp(&b.words));
    Ok(leaves)
}

fn leaf(help: &str, words: Vec<String>) -> Leaf {
    Leaf { examples: examples(help), secret_flags: secret_flags(help), operation: operation(help), words }
}

async fn help(home: &Home, words: &[String]) -> anyhow::Result<String> {
    let mut command = home.tenantctl()?;
    command.args(words).arg("--help").stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.output().await.context("tenantctl does not start")?;
    ensure!(output.status.success(), "{words:?} --help failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// The names below `Commands:`.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

/// The lines below `Example:`. A line that was too long continues without an indent.
fn examples(help: &str) -> Vec<String> {
    let is_title = |line: &&str| line.trim_end_matches(':').trim_end_matches('s') == "Example";
    let lines = help.lines().skip_while(|line| !is_title(line)).skip(1).take_while(|line| !line.is_empty());
    let mut examples: Vec<String> = vec![];
    for line in lines {
        match examples.last_mut() {
            Some(last) if !line.starts_with("  tenantctl") => *last = format!("{last} {}", line.trim()),
            _ => examples.push(line.trim().to_owned()),
        }
    }
    examples
}

fn secret_flags(help: &str) -> Vec<String> {
    let lines = help.lines().filter(|line| line.contains(SECRET));
    lines.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--"))).map(str::to_owned).collect()
}

fn operation(help: &str) -> Option<String> {
    help.lines().find_map(|line| line.strip_prefix("Operation: ")).map(str::to_owned)
}

/// The variables that an example reads.
pub fn variables(example: &str) -> impl Iterator<Item = &str> {
    example.split("env:").skip(1).map(|rest| {
        let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "Does it\n\nUsage: tenantctl x y [OPTIONS]\n\nOptions:\n      --secret <env:NAME|@FILE|->  Secret\n\
        \x20     --name <TEXT>  Name\n\nExamples:\n  tenantctl x y --secret env:ONE\n  tenantctl x y --secret env:TWO\n\
        --name long\n\nOperation: x.y\n";

    #[test]
    fn examples_and_secret_flags_are_read_from_help() {
        assert_eq!(examples(HELP), ["tenantctl x y --secret env:ONE", "tenantctl x y --secret env:TWO --name long"]);
        assert_eq!(secret_flags(HELP), ["--secret"]);
        assert_eq!(operation(HELP).as_deref(), Some("x.y"));
        assert_eq!(variables("--a env:ONE --b 'env:TWO'").collect::<Vec<_>>(), ["ONE", "TWO"]);
    }

    #[test]
    fn commands_are_read_from_help() {
        let help =
            "About\n\nCommands:\n  login  Sign in\n  api-keys\n          Keys: list\n  help  Print\n\nOptions:\n  -h\n";
        assert_eq!(subcommands(help), ["login", "api-keys"]);
    }
}
