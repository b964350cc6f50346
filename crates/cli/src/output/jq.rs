//! jq expressions, by jaq.
//!
//! An expression over a list sees one array. If it begins with `.[]`, its results for a page do not depend on the other
//! pages, and it is evaluated page by page in flat memory.

use crate::problem::Failure;
use jaq_core::{
    Compiler, Ctx, Vars, compile,
    data::JustLut,
    load::{
        self, Arena, File, Lexer, Loader, Parser,
        parse::{BinaryOp, Term},
    },
    path::Part,
    unwrap_valr,
};
use jaq_json::Val;
use serde::Deserialize;
use serde_json::Value;
use std::{fmt, io::Write};

type Data = JustLut<Val>;

/// A compiled jq expression.
pub struct Filter {
    text: String,
    program: jaq_core::Filter<Data>,
    by_item: bool,
}

impl Filter {
    pub fn compile(text: &str) -> Result<Self, Failure> {
        let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
        let funs = jaq_core::funs::<Data>().chain(jaq_std::funs()).chain(jaq_json::funs());
        let arena = Arena::default();
        let invalid = |why: String| Failure::Usage(format!("--jq: {why}"));
        let loaded = Loader::new(defs).load(&arena, File { code: text, path: () });
        let modules = loaded.map_err(|errors| invalid(unreadable(text, errors)))?;
        load::import(&modules, |_| Err(String::new())).map_err(|errors| invalid(unreadable(text, errors)))?;
        let program =
            Compiler::default().with_funs(funs).compile(modules).map_err(|errors| invalid(unknown(errors)))?;
        Ok(Self { text: text.to_owned(), program, by_item: is_by_item(text) })
    }

    /// The results for an array are those for its parts, one after the other.
    pub fn is_by_item(&self) -> bool {
        self.by_item
    }

    /// Prints the results for an input: a text as it is, other values as JSON, each in a line.
    pub fn print(&self, input: Value, out: &mut impl Write) -> Result<(), Failure> {
        let input = Val::deserialize(input).map_err(|error| Failure::Unexpected(error.to_string()))?;
        let context = Ctx::<Data>::new(&self.program.lut, Vars::new([]));
        for result in self.program.id.run((context, input)).map(unwrap_valr) {
            match result.map_err(|error| Failure::Usage(format!("--jq: {error}")))? {
                Val::TStr(text) => {
                    out.write_all(&text)?;
                    out.write_all(b"\n")?;
                }
                other => writeln!(out, "{other}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Filter").field(&self.text).finish()
    }
}

/// The expression begins with `.[]`, and everything after it is applied to each item.
fn is_by_item(text: &str) -> bool {
    let Ok(tokens) = Lexer::new(text).lex() else { return false };
    Parser::new(&tokens).parse(Parser::term).is_ok_and(|term| iterates_first(&term))
}

fn iterates_first(term: &Term<&str>) -> bool {
    match term {
        Term::Path(start, path) => match **start {
            Term::Id => matches!(path.0.first(), Some((Part::Range(None, None), _))),
            _ => false,
        },
        // In `.[] as $x | f`, `f` is applied to the array.
        Term::BinOp(left, BinaryOp::Pipe(None), _) => iterates_first(left),
        _ => false,
    }
}

fn unreadable(text: &str, errors: load::Errors<&str, ()>) -> String {
    let near = |part: &str| match load::span(text, part).start {
        at if at >= text.len() => "at the end".to_owned(),
        at => format!("at character {}", text[..at].chars().count() + 1),
    };
    let first = errors.into_iter().next().and_then(|(_, error)| match error {
        load::Error::Io(_) => Some("modules cannot be imported".to_owned()),
        load::Error::Lex(all) => {
            all.first().map(|(expected, part)| format!("{} is expected {}", expected.as_str(), near(part)))
        }
        load::Error::Parse(all) => {
            all.first().map(|(expected, part)| format!("{} is expected {}", expected.as_str(), near(part)))
        }
    });
    first.unwrap_or_else(|| "it is not a jq expression".to_owned())
}

fn unknown(errors: compile::Errors<&str, ()>) -> String {
    let all = errors.into_iter().flat_map(|(_, errors)| errors);
    let texts = all.take(3).map(|(name, what)| format!("there is no {} `{name}`", what.as_str()));
    texts.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_expressions_about_each_item_are_evaluated_page_by_page() {
        for text in
            [".[]", ".[].id", ".[] | select(.status == \"open\") | .id", ".[] | .a, .b", ".[] | [.id, .name] | @csv"]
        {
            assert!(is_by_item(text), "{text}");
        }
        for text in
            ["length", "[.[]]", ".[0]", ".[:2]", ".[] // 1", ".[], 1", ".[] as $x | length", "map(.id)", "first(.[])"]
        {
            assert!(!is_by_item(text), "{text}");
        }
    }

    #[test]
    fn a_wrong_expression_is_refused_with_its_place() {
        let text = Filter::compile(".[] |").unwrap_err().to_string();
        assert!(text.contains("at the end"), "{text}");
        let text = Filter::compile("nonsense").unwrap_err().to_string();
        assert!(text.contains("`nonsense`"), "{text}");
    }
}
