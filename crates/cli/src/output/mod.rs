//! Standard output: data only, as tables for people, as JSON, or as the results of a jq expression.

mod jq;
mod table;

pub use jq::Filter;

use crate::{problem::Failure, terminal::Terminal};
use serde_json::Value;
use std::{
    io::{BufWriter, StdoutLock, Write},
    sync::Arc,
};

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Table,
    Json,
}

/// Writes data to standard output.
#[derive(Clone, Debug)]
pub struct Output {
    pub format: Format,
    /// Applied to the whole result. Its results are printed instead.
    pub jq: Option<Arc<Filter>>,
    terminal: Terminal,
}

impl Output {
    pub fn new(format: Format, jq: Option<Filter>, terminal: Terminal) -> Self {
        Self { format, jq: jq.map(Arc::new), terminal }
    }

    /// The output is JSON, or made from it by a jq expression.
    pub fn is_json(&self) -> bool {
        self.format == Format::Json || self.jq.is_some()
    }

    /// A program reads the output, or a person who wants all of it.
    pub fn is_for_programs(&self) -> bool {
        self.is_json() || !self.terminal.stdout
    }

    /// One result: an object, or an array as a list.
    pub fn value(&self, value: &Value) -> Result<(), Failure> {
        if self.jq.is_none()
            && self.format == Format::Table
            && let Value::Array(items) = value
        {
            return self.list(&[], items.clone());
        }
        let mut out = stdout();
        self.write_value(&mut out, value)?;
        Ok(out.flush()?)
    }

    fn write_value(&self, out: &mut impl Write, value: &Value) -> Result<(), Failure> {
        match (&self.jq, self.format) {
            (Some(filter), _) => filter.print(value.clone(), out),
            (None, Format::Json) => {
                self.write_json(out, value)?;
                Ok(writeln!(out)?)
            }
            (None, Format::Table) => table::write_object(out, value, &self.terminal),
        }
    }

    /// Indented for people, in one line for programs.
    fn write_json(&self, out: &mut impl Write, value: &Value) -> Result<(), Failure> {
        if self.terminal.stdout {
            serde_json::to_writer_pretty(out, value)?;
        } else {
            serde_json::to_writer(out, value)?;
        }
        Ok(())
    }

    /// A line of text.
    pub fn line(&self, text: &str) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }

    /// Bytes as they are.
    pub fn bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        Ok(out.flush()?)
    }

    /// A list as a whole.
    pub fn list(&self, columns: &[&str], items: Vec<Value>) -> Result<(), Failure> {
        let mut list = self.items(columns);
        list.page(items)?;
        list.end()
    }

    /// A list, which is written page by page. `columns` are those of a table; without them the items decide.
    pub fn items(&self, columns: &[&str]) -> Items {
        Items {
            output: self.clone(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            count: 0,
            has_header: false,
            widths: vec![],
            kept: vec![],
        }
    }
}

fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(std::io::stdout().lock())
}

/// A list that is being written. Only a jq expression that needs the whole array keeps the items in memory.
#[derive(Debug)]
pub struct Items {
    output: Output,
    columns: Vec<String>,
    count: usize,
    /// The first line of a table was written.
    has_header: bool,
    widths: Vec<usize>,
    kept: Vec<Value>,
}

impl Items {
    /// Writes the next items.
    pub fn page(&mut self, items: Vec<Value>) -> Result<(), Failure> {
        let mut out = stdout();
        self.write_page(&mut out, items)?;
        Ok(out.flush()?)
    }

    /// Ends the list.
    pub fn end(self) -> Result<(), Failure> {
        let mut out = stdout();
        self.write_end(&mut out)?;
        Ok(out.flush()?)
    }

    fn write_page(&mut self, out: &mut impl Write, items: Vec<Value>) -> Result<(), Failure> {
        let number = items.len();
        match (&self.output.jq, self.output.format) {
            (Some(filter), _) if filter.is_by_item() => filter.print(Value::Array(items), out)?,
            (Some(_), _) => self.kept.extend(items),
            (None, Format::Json) => {
                for (index, item) in items.iter().enumerate() {
                    out.write_all(if self.count + index == 0 { b"[\n" } else { b",\n" })?;
                    self.output.write_json(out, item)?;
                }
            }
            // The widths of the columns come from the first items.
            (None, Format::Table) if items.is_empty() => {}
            (None, Format::Table) => self.write_rows(out, &items)?,
        }
        self.count += number;
        Ok(())
    }

    fn write_rows(&mut self, out: &mut impl Write, items: &[Value]) -> Result<(), Failure> {
        if self.columns.is_empty() {
            self.columns = table::columns_of(items);
        }
        let is_first = !std::mem::replace(&mut self.has_header, true);
        let terminal = &self.output.terminal;
        if !terminal.stdout {
            return table::write_separated(out, &self.columns, items, is_first);
        }
        let mut rows = table::cells(&self.columns, items);
        for row in &mut rows {
            for (_, text) in self.columns.iter().zip(row).filter(|(column, _)| column.ends_with("_at")) {
                *text = table::short_time(text).unwrap_or_else(|| text.clone());
            }
        }
        if is_first {
            self.widths = table::widths(&self.columns, &rows, terminal.width);
            table::write_header(out, &self.columns, &self.widths, terminal)?;
        }
        table::write_rows(out, (&self.columns, &rows), &self.widths, terminal)
    }

    fn write_end(mut self, out: &mut impl Write) -> Result<(), Failure> {
        match (&self.output.jq, self.output.format) {
            (Some(filter), _) if filter.is_by_item() => Ok(()),
            (Some(filter), _) => filter.print(Value::Array(self.kept), out),
            (None, Format::Json) => Ok(out.write_all(if self.count == 0 { b"[]\n" } else { b"\n]\n" })?),
            (None, Format::Table) if self.has_header || self.columns.is_empty() => Ok(()),
            (None, Format::Table) => self.write_rows(out, &[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(output: &Output, pages: &[Vec<Value>]) -> String {
        let mut items = output.items(&["id", "name"]);
        let mut out = vec![];
        for page in pages {
            items.write_page(&mut out, page.clone()).unwrap();
        }
        items.write_end(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn pages() -> Vec<Vec<Value>> {
        vec![
            vec![json!({"id": "a", "name": "One"}), json!({"id": "b", "name": null})],
            vec![json!({"id": "c", "name": "x\ty"})],
        ]
    }

    fn output(format: Format, jq: Option<&str>) -> Output {
        Output::new(format, jq.map(|text| Filter::compile(text).unwrap()), Terminal::none())
    }

    #[test]
    fn pages_are_one_json_array() {
        let text = written(&output(Format::Json, None), &pages());
        let all: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(all.as_array().unwrap().len(), 3);
        assert_eq!(written(&output(Format::Json, None), &[]), "[]\n");
    }

    #[test]
    fn jq_sees_the_whole_array() {
        assert_eq!(written(&output(Format::Table, Some("length")), &pages()), "3\n");
        assert_eq!(written(&output(Format::Table, Some(".[].id")), &pages()), "a\nb\nc\n");
        assert_eq!(written(&output(Format::Table, Some("[.[] | .id]")), &pages()), "[\"a\",\"b\",\"c\"]\n");
    }

    #[test]
    fn a_table_off_a_terminal_is_separated_by_tabs_and_complete() {
        let output = output(Format::Table, None);
        assert_eq!(written(&output, &pages()), "id\tname\na\tOne\nb\t\nc\tx y\n");
        assert_eq!(written(&output, &[vec![], pages().remove(1)]), "id\tname\nc\tx y\n", "one header");
        assert_eq!(written(&output, &[vec![]]), "id\tname\n");
    }

    #[test]
    fn a_table_on_a_terminal_is_aligned_and_fits() {
        let mut output = output(Format::Table, None);
        let page = || vec![json!({"id": "a", "name": "A rather long name"}), json!({"id": "tkt_1", "name": "B"})];
        output.terminal = Terminal { stdout: true, width: 23, ..Terminal::none() };
        assert_eq!(written(&output, &[page()]), "ID     NAME\na      A rather long n…\ntkt_1  B\n");
        output.terminal.width = 10;
        assert_eq!(written(&output, &[page()]), "ID\na\ntkt_1\n", "an id is never cut");
    }
}
