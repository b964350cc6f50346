//! Progress on standard error: a line that is rewritten on a terminal, otherwise a line for each change.

use super::snapshot::Snapshot;
use crate::{
    context::{Terminal, note},
    terminal::{fit, one_line},
};
use std::{io::Write, time::Duration};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A line that is rewritten.
    Terminal,
    /// A line of text for each change.
    Plain,
    /// A JSON object on a line for each change.
    Json,
    None,
}

impl Form {
    pub const NAMES: [&'static str; 4] = ["terminal", "plain", "json", "none"];

    pub fn named(name: &str) -> Option<Form> {
        Some(match name {
            "terminal" => Form::Terminal,
            "plain" => Form::Plain,
            "json" => Form::Json,
            "none" => Form::None,
            _ => return None,
        })
    }
}

/// The last progress that was shown.
pub struct Progress {
    form: Form,
    width: usize,
    last: Option<Snapshot>,
}

impl Progress {
    pub fn new(terminal: Terminal, form: Option<Form>) -> Progress {
        let form = form.unwrap_or(if terminal.stderr { Form::Terminal } else { Form::Json });
        Progress { form, width: terminal.width, last: None }
    }

    pub fn show(&mut self, snapshot: &Snapshot, elapsed: Duration) {
        let changed = self.last.as_ref() != Some(snapshot);
        match self.form {
            Form::Terminal => rewrite(&fit(&terminal_line(snapshot, elapsed), self.width)),
            Form::Plain if changed => note(one_line(&terminal_line(snapshot, elapsed))),
            Form::Json if changed => note(snapshot.json(elapsed.as_millis()).to_string()),
            Form::Plain | Form::Json | Form::None => {}
        }
        if changed {
            self.last = Some(snapshot.clone());
        }
    }

    /// Ends the line that was rewritten.
    pub fn end(&mut self) {
        if self.form == Form::Terminal && self.last.is_some() {
            note("");
        }
    }
}

fn rewrite(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r\x1b[K{text}");
    let _ = stderr.flush();
}

fn terminal_line(snapshot: &Snapshot, elapsed: Duration) -> String {
    format!("{} · {} s", snapshot.line(), elapsed.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_has_a_name() {
        assert!(Form::NAMES.iter().all(|name| Form::named(name).is_some()));
        assert_eq!(Form::named("fancy"), None);
    }

    #[test]
    fn progress_is_for_programs_unless_standard_error_is_a_terminal() {
        assert_eq!(Progress::new(Terminal::none(), None).form, Form::Json);
        let terminal = Terminal { stderr: true, ..Terminal::none() };
        assert_eq!(Progress::new(terminal, None).form, Form::Terminal);
        assert_eq!(Progress::new(terminal, Some(Form::Json)).form, Form::Json);
    }
}
