//! A scan of YAML before the parser sees it: refuses anchors, aliases, tags and directives, and bounds depth and width.
//!
//! The scan finds tokens by the rules of libyaml, which parses the text afterwards. So it knows an alias from a `*` in a
//! text, and is not misled by quotes, comments and block scalars. A test compares both on random texts.

mod scalars;

use super::Unreadable;
use crate::{
    Code, Invalid,
    bounds::{DOCUMENT_DEPTH, DOCUMENT_VALUES},
};

/// Characters within which the name of a field must end, unless it begins with `?`.
const KEY_BYTES: usize = 1024;

pub fn check(text: &str) -> Result<(), Unreadable> {
    let mut scan = Scan {
        text,
        place: Place { at: 0, line: 0, column: 0 },
        indent: -1,
        indents: vec![],
        flow: 0,
        key: None,
        key_allowed: true,
        nodes: 0,
    };
    while scan.next_token()? {}
    Ok(())
}

#[derive(Clone, Copy)]
struct Place {
    at: usize,
    line: usize,
    column: isize,
}

struct Scan<'t> {
    text: &'t str,
    place: Place,
    /// The column of the current block; -1 outside of all.
    indent: isize,
    /// The columns of the enclosing blocks.
    indents: Vec<isize>,
    /// How many `[` and `{` are open.
    flow: usize,
    /// The place where a field's name may have begun, outside of `[` and `{`.
    key: Option<Place>,
    /// True if one may begin here.
    key_allowed: bool,
    /// Scalars, lists and objects so far.
    nodes: usize,
}

impl Scan<'_> {
    /// True if there was another token.
    fn next_token(&mut self) -> Result<bool, Unreadable> {
        self.skip_to_token();
        self.unroll(self.place.column);
        let Some(c) = self.peek(0) else { return Ok(false) };
        let in_flow = self.flow > 0;
        match c {
            '%' if self.place.column == 0 => return Err(self.refuse("directives are not supported")),
            '-' | '.' if self.is_document_mark() => self.document_mark(),
            '[' | '{' => self.open()?,
            ']' | '}' => {
                self.flow = self.flow.saturating_sub(1);
                self.step_over(false);
            }
            ',' => {
                self.forget_key();
                self.step_over(true);
            }
            '-' if self.ends_word(1) => {
                self.begin_entry("a list is not allowed here")?;
                self.step_over(true);
            }
            '?' if in_flow || self.ends_word(1) => {
                self.begin_entry("a field is not allowed here")?;
                self.step_over(!in_flow);
            }
            ':' if in_flow || self.ends_word(1) => self.value()?,
            '*' => return Err(self.refuse("aliases are not supported: write the value out")),
            '&' => return Err(self.refuse("anchors are not supported: write the value out where it is needed")),
            '!' => return Err(self.refuse("tags are not supported")),
            '|' | '>' if !in_flow => {
                self.forget_key();
                self.key_allowed = true;
                self.count_node()?;
                self.block_scalar()?;
            }
            '"' | '\'' => {
                self.begin_scalar()?;
                self.quoted_scalar(c)?;
            }
            _ if self.begins_plain(c) => {
                self.begin_scalar()?;
                self.plain_scalar()?;
            }
            _ => return Err(self.malformed("a character that begins nothing")),
        }
        Ok(true)
    }

    fn document_mark(&mut self) {
        self.unroll(-1);
        self.forget_key();
        self.key_allowed = false;
        (0..3).for_each(|_| self.skip());
    }

    fn open(&mut self) -> Result<(), Unreadable> {
        self.save_key();
        self.count_node()?;
        self.flow += 1;
        self.check_depth()?;
        self.step_over(true);
        Ok(())
    }

    /// `-` and `?`, which begin a block if there is none yet.
    fn begin_entry(&mut self, not_allowed: &str) -> Result<(), Unreadable> {
        if self.flow == 0 {
            if !self.key_allowed {
                return Err(self.malformed(not_allowed));
            }
            self.roll(self.place.column)?;
        }
        self.forget_key();
        Ok(())
    }

    /// `:`. The name before it begins an object if there is none yet.
    fn value(&mut self) -> Result<(), Unreadable> {
        if self.flow > 0 {
            self.step_over(false);
            return Ok(());
        }
        let here = self.place;
        let key = self.key.take().filter(|key| key.line == here.line && key.at + KEY_BYTES >= here.at);
        match key {
            Some(key) => self.roll(key.column)?,
            None if !self.key_allowed => return Err(self.malformed("a value is not allowed here")),
            None => self.roll(here.column)?,
        }
        self.step_over(key.is_none());
        Ok(())
    }

    fn skip_to_token(&mut self) {
        loop {
            let tabs = self.flow > 0 || !self.key_allowed;
            while self.peek(0).is_some_and(|c| c == ' ' || (tabs && c == '\t')) {
                self.skip();
            }
            if self.peek(0) == Some('#') {
                self.skip_to_break();
            }
            if !self.peek(0).is_some_and(is_break) {
                return;
            }
            self.skip_any();
            self.key_allowed |= self.flow == 0;
        }
    }

    fn skip_to_break(&mut self) {
        while self.peek(0).is_some_and(|c| !is_break(c)) {
            self.skip();
        }
    }

    /// One character of a line.
    fn skip(&mut self) {
        if let Some(c) = self.peek(0) {
            self.place.at += c.len_utf8();
            self.place.column += 1;
        }
    }

    /// One character, or the end of a line.
    fn skip_any(&mut self) {
        if !self.peek(0).is_some_and(is_break) {
            return self.skip();
        }
        let is_pair = self.peek(0) == Some('\r') && self.peek(1) == Some('\n');
        (0..=usize::from(is_pair)).for_each(|_| self.skip());
        self.place.line += 1;
        self.place.column = 0;
    }

    fn step_over(&mut self, key_allowed: bool) {
        self.skip();
        self.key_allowed = key_allowed;
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.place.at..)?.chars().nth(ahead)
    }

    fn ends_word(&self, ahead: usize) -> bool {
        self.peek(ahead).is_none_or(|c| is_blank(c) || is_break(c))
    }

    fn begins_plain(&self, c: char) -> bool {
        let indicator = "-?:,[]{}#&*!|>'\"%@`".contains(c) || is_blank(c);
        let dash = c == '-' && !self.peek(1).is_some_and(is_blank);
        let other = self.flow == 0 && (c == '?' || c == ':') && !self.ends_word(1);
        !indicator || dash || other
    }

    fn is_document_mark(&self) -> bool {
        let rest = self.text.get(self.place.at..).unwrap_or_default();
        self.place.column == 0 && (rest.starts_with("---") || rest.starts_with("...")) && self.ends_word(3)
    }

    /// Keys within `[` and `{` begin no block and are not checked.
    fn save_key(&mut self) {
        if self.flow == 0 && self.key_allowed {
            self.key = Some(self.place);
        }
    }

    fn forget_key(&mut self) {
        if self.flow == 0 {
            self.key = None;
        }
    }

    fn roll(&mut self, column: isize) -> Result<(), Unreadable> {
        if self.indent < column {
            self.indents.push(self.indent);
            self.indent = column;
            self.count_node()?;
            self.check_depth()?;
        }
        Ok(())
    }

    fn unroll(&mut self, column: isize) {
        while self.flow == 0 && self.indent > column {
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn count_node(&mut self) -> Result<(), Unreadable> {
        self.nodes += 1;
        // A value may have a name.
        if self.nodes > 2 * DOCUMENT_VALUES {
            let message = format!("has more than {DOCUMENT_VALUES} values");
            return Err(Unreadable::Refused(Invalid::at("", Code::Exceeds, message)));
        }
        Ok(())
    }

    fn check_depth(&self) -> Result<(), Unreadable> {
        if self.indents.len() + self.flow > DOCUMENT_DEPTH {
            let message = format!("{} is nested deeper than {DOCUMENT_DEPTH} lists and objects", self.position());
            return Err(Unreadable::Refused(Invalid::at("", Code::Exceeds, message)));
        }
        Ok(())
    }

    fn refuse(&self, message: &str) -> Unreadable {
        Unreadable::Refused(Invalid::at("", Code::Invalid, format!("{}: {message}", self.position())))
    }

    fn malformed(&self, message: &str) -> Unreadable {
        Unreadable::Malformed(format!("{message} at {}", self.position()))
    }

    fn position(&self) -> String {
        format!("line {} column {}", self.place.line + 1, self.place.column + 1)
    }
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

fn is_break(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
