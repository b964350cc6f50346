//! The terminal: which of the standard streams are one, its width, and if colours are shown.

use std::io::IsTerminal;

/// Used if the width of the terminal is unknown.
const USUAL_WIDTH: usize = 80;

/// The standard streams of the process. A command never prompts unless `stdin` and `stderr` are terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    pub stdin: bool,
    pub stdout: bool,
    pub stderr: bool,
    /// Colours on standard output: only on a terminal, and not if `NO_COLOR` is set or `TERM` is `dumb`.
    pub colour: bool,
    /// Columns of the terminal. Meaningful only if `stdout` or `stderr` is a terminal.
    pub width: usize,
}

impl Terminal {
    /// The terminal of this process.
    pub fn of_process(no_color: bool) -> Self {
        let stdout = std::io::stdout().is_terminal();
        let dumb = crate::environment::variable("TERM").is_some_and(|term| term == "dumb");
        let refused =
            no_color || dumb || crate::environment::variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok();
        let size = size.or_else(|| rustix::termios::tcgetwinsize(std::io::stderr()).ok());
        let width = size.map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0).unwrap_or(USUAL_WIDTH);
        Self {
            stdin: std::io::stdin().is_terminal(),
            stdout,
            stderr: std::io::stderr().is_terminal(),
            colour: stdout && !refused,
            width,
        }
    }

    /// A terminal of no kind, as in a pipeline.
    pub fn none() -> Self {
        Self { stdin: false, stdout: false, stderr: false, colour: false, width: USUAL_WIDTH }
    }

    /// A question can be put to a person.
    pub fn can_prompt(&self) -> bool {
        self.stdin && self.stderr
    }

    /// A text in a style, such as `1` (bold) or `31` (red), if colours are shown.
    pub fn style(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
