//! Scalars: quoted, plain, and blocks of lines.

use super::{Scan, is_blank, is_break};
use crate::document::Unreadable;

impl Scan<'_> {
    pub(super) fn begin_scalar(&mut self) -> Result<(), Unreadable> {
        self.save_key();
        self.key_allowed = false;
        self.count_node()
    }

    pub(super) fn quoted_scalar(&mut self, quote: char) -> Result<(), Unreadable> {
        self.skip();
        loop {
            if self.is_document_mark() {
                return Err(self.malformed("a document ends within a quoted text"));
            }
            match self.peek(0) {
                None => return Err(self.malformed("a quoted text does not end")),
                Some('\'') if quote == '\'' && self.peek(1) == Some('\'') => {
                    self.skip();
                    self.skip();
                }
                Some(c) if c == quote => {
                    self.skip();
                    return Ok(());
                }
                Some('\\') if quote == '"' => {
                    self.skip();
                    self.skip_any();
                }
                Some(_) => self.skip_any(),
            }
        }
    }

    pub(super) fn plain_scalar(&mut self) -> Result<(), Unreadable> {
        let (indent, in_flow) = (self.indent + 1, self.flow > 0);
        let mut on_a_new_line = false;
        loop {
            if self.is_document_mark() || self.peek(0) == Some('#') {
                break;
            }
            while let Some(c) = self.peek(0).filter(|c| !is_blank(*c) && !is_break(*c)) {
                if in_flow && c == ':' && self.peek(1).is_some_and(|next| ",?[]{}".contains(next)) {
                    return Err(self.malformed("an unexpected ':'"));
                }
                if (c == ':' && self.ends_word(1)) || (in_flow && ",[]{}".contains(c)) {
                    break;
                }
                on_a_new_line = false;
                self.skip();
            }
            if !self.peek(0).is_some_and(|c| is_blank(c) || is_break(c)) {
                break;
            }
            while let Some(c) = self.peek(0).filter(|c| is_blank(*c) || is_break(*c)) {
                if on_a_new_line && c == '\t' && self.place.column < indent {
                    return Err(self.malformed("a tab in the indentation"));
                }
                on_a_new_line |= is_break(c);
                self.skip_any();
            }
            if !in_flow && self.place.column < indent {
                break;
            }
        }
        self.key_allowed |= on_a_new_line;
        Ok(())
    }

    pub(super) fn block_scalar(&mut self) -> Result<(), Unreadable> {
        self.skip();
        let mut indent = 0;
        for _ in 0..2 {
            match self.peek(0) {
                Some('+' | '-') => self.skip(),
                Some(digit @ '1'..='9') if indent == 0 => {
                    indent = self.indent.max(0) + isize::from(digit as u8 - b'0');
                    self.skip();
                }
                _ => {}
            }
        }
        while self.peek(0).is_some_and(is_blank) {
            self.skip();
        }
        if self.peek(0) == Some('#') {
            self.skip_to_break();
        }
        if self.peek(0).is_some_and(|c| !is_break(c)) {
            return Err(self.malformed("more than an indentation after | or >"));
        }
        self.skip_any();
        self.block_indentation(&mut indent)?;
        while self.place.column == indent && self.peek(0).is_some() {
            self.skip_to_break();
            self.skip_any();
            self.block_indentation(&mut indent)?;
        }
        Ok(())
    }

    /// The empty lines of a block scalar and the indentation after them. The first line with text decides how deep it is.
    fn block_indentation(&mut self, indent: &mut isize) -> Result<(), Unreadable> {
        let mut deepest = 0;
        loop {
            let within = |scan: &Self, indent: isize| indent == 0 || scan.place.column < indent;
            while within(self, *indent) && self.peek(0) == Some(' ') {
                self.skip();
            }
            deepest = deepest.max(self.place.column);
            if within(self, *indent) && self.peek(0) == Some('\t') {
                return Err(self.malformed("a tab in the indentation"));
            }
            if !self.peek(0).is_some_and(is_break) {
                break;
            }
            self.skip_any();
        }
        if *indent == 0 {
            *indent = deepest.max(self.indent + 1).max(1);
        }
        Ok(())
    }
}
