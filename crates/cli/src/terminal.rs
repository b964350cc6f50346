//! The terminal: which of the standard streams are one, its width, if colours are shown, and lines that fit it.

use std::io::{self, BufRead, IsTerminal, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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
        let stdout = io::stdout().is_terminal();
        let dumb = crate::environment::variable("TERM").is_some_and(|term| term == "dumb");
        let refused =
            no_color || dumb || crate::environment::variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let size = rustix::termios::tcgetwinsize(io::stdout()).ok();
        let size = size.or_else(|| rustix::termios::tcgetwinsize(io::stderr()).ok());
        let width = size.map(|size| usize::from(size.ws_col)).filter(|columns| *columns > 0).unwrap_or(USUAL_WIDTH);
        Self {
            stdin: io::stdin().is_terminal(),
            stdout,
            stderr: io::stderr().is_terminal(),
            colour: stdout && !refused,
            width,
        }
    }

    /// A terminal of no kind, as in a pipeline.
    pub fn none() -> Self {
        Self { stdin: false, stdout: false, stderr: false, colour: false, width: USUAL_WIDTH }
    }

    /// True if a person can be asked.
    pub fn can_prompt(&self) -> bool {
        self.stdin && self.stderr
    }

    /// A text in a style, such as `1` (bold) or `31` (red), if colours are shown.
    pub fn style(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Asks a person, and returns what was typed, without the line end.
pub fn ask(question: &str) -> io::Result<String> {
    let mut stderr = io::stderr().lock();
    write!(stderr, "{question}")?;
    stderr.flush()?;
    let mut typed = String::new();
    io::stdin().lock().read_line(&mut typed)?;
    Ok(typed.trim().to_owned())
}

/// A text in one line that cannot control the terminal.
pub fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A line that is redrawn: one that is as wide as the terminal could break, and would not be replaced as a whole.
pub fn fit(text: &str, width: usize) -> String {
    cut(&one_line(text), width.saturating_sub(1)).0
}

/// The beginning of a text that fits, and its width.
pub fn cut(text: &str, width: usize) -> (String, usize) {
    let whole = text.width();
    if whole <= width {
        return (text.to_owned(), whole);
    }
    let (mut short, mut used) = (String::new(), 0);
    for letter in text.chars() {
        let more = letter.width().unwrap_or(0);
        if used + more + 1 > width {
            break;
        }
        short.push(letter);
        used += more;
    }
    short.push('…');
    (short, used + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_redrawn_is_narrower_than_the_terminal() {
        assert_eq!(fit("short", 10), "short");
        assert_eq!(fit("much longer than that", 10), "much lon…");
        assert_eq!(fit("幅の広い文字", 10), "幅の広い…", "a letter can be two columns wide");
        assert_eq!(fit("a\u{1b}[2J\nb", 10), "a [2J b");
    }
}
