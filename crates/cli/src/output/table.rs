//! Tables: aligned and within the width on a terminal, complete and separated by tabs elsewhere.

use crate::{
    problem::Failure,
    terminal::{Terminal, cut, one_line},
};
use serde_json::Value;
use std::io::Write;
use unicode_width::UnicodeWidthStr;

const GAP: usize = 2;
/// A text is not cut to less than this: a column at the end is left out instead.
const LEAST_WIDTH: usize = 16;
/// How many columns are chosen if nothing else says which.
const MOST_COLUMNS: usize = 7;
/// Fields that are shown before the others.
const FIRST: [&str; 5] = ["id", "number", "name", "subject", "status"];

/// The columns for items that are not described: their plain fields, in the order of the first item.
pub fn columns_of(items: &[Value]) -> Vec<String> {
    let Some(first) = items.first() else { return vec![] };
    let Some(fields) = first.as_object() else { return vec!["value".to_owned()] };
    let plain = fields.iter().filter(|(_, value)| !value.is_object() && !value.is_array());
    let mut names: Vec<String> = plain.map(|(name, _)| name.clone()).collect();
    names.sort_by_key(|name| place(name));
    names.truncate(MOST_COLUMNS);
    names
}

/// The place of a field among the others, which keep their order.
fn place(name: &str) -> usize {
    FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len())
}

/// A value in one line.
pub fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(|item| !item.is_object() && !item.is_array()) => {
            items.iter().map(cell).collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    };
    if text.chars().any(char::is_control) { one_line(&text) } else { text }
}

/// A time on a terminal, to the minute.
pub fn short_time(text: &str) -> Option<String> {
    let time: jiff::Timestamp = text.parse().ok()?;
    Some(time.strftime("%Y-%m-%d %H:%MZ").to_string())
}

/// The texts of the rows.
pub fn cells(columns: &[String], items: &[Value]) -> Vec<Vec<String>> {
    let value_of =
        |item: &Value, column: &String| if item.is_object() { cell(&item[column.as_str()]) } else { cell(item) };
    items.iter().map(|item| columns.iter().map(|column| value_of(item, column)).collect()).collect()
}

/// The widths of the columns that fit. The widest texts are cut first, then columns at the end are left out. Ids are whole,
/// because people copy them; times are whole too.
pub fn widths(columns: &[String], rows: &[Vec<String>], available: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.width()).collect();
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(text.width());
        }
    }
    loop {
        let used = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        if used <= available {
            return widths;
        }
        let can_be_cut = |index: &usize| is_text(&columns[*index]) && widths[*index] > LEAST_WIDTH;
        match (0..widths.len()).filter(can_be_cut).max_by_key(|index| widths[*index]) {
            Some(widest) => widths[widest] -= 1,
            None if widths.len() > 1 => {
                widths.pop();
            }
            None => return widths,
        }
    }
}

fn is_text(column: &str) -> bool {
    column != "id" && !column.ends_with("_id") && !column.ends_with("_at")
}

pub fn write_header(
    out: &mut impl Write,
    columns: &[String],
    widths: &[usize],
    terminal: &Terminal,
) -> Result<(), Failure> {
    let names: Vec<String> = columns.iter().map(|column| column.to_uppercase().replace('_', " ")).collect();
    let line = aligned(&names, widths);
    Ok(writeln!(out, "{}", terminal.style("1", line.trim_end()))?)
}

pub fn write_rows(
    out: &mut impl Write,
    (columns, rows): (&[String], &[Vec<String>]),
    widths: &[usize],
    terminal: &Terminal,
) -> Result<(), Failure> {
    let status = columns.iter().position(|column| column == "status" || column == "result");
    for row in rows {
        let line = aligned(row, widths);
        match status.and_then(|index| colour_of(&row[index])).filter(|_| terminal.colour) {
            // The whole row has the colour, so that the alignment is not affected.
            Some(colour) => writeln!(out, "{}", terminal.style(colour, line.trim_end()))?,
            None => writeln!(out, "{}", line.trim_end())?,
        }
    }
    Ok(())
}

/// Failures are red, and what has ended is grey.
fn colour_of(status: &str) -> Option<&'static str> {
    match status {
        "failed" | "error" | "breached" | "disabled" | "rejected" | "infected" | "dead" => Some("31"),
        "closed" | "canceled" | "cancelled" | "revoked" | "expired" | "archived" | "ended" => Some("2"),
        _ => None,
    }
}

fn aligned(texts: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (text, width) in texts.iter().zip(widths) {
        let (cut, used) = cut(text, *width);
        line.push_str(&cut);
        line.extend(std::iter::repeat_n(' ', width - used + GAP));
    }
    line
}

/// Values separated by tabs, with a first line of names.
pub fn write_separated(
    out: &mut impl Write,
    columns: &[String],
    items: &[Value],
    is_first: bool,
) -> Result<(), Failure> {
    if is_first {
        writeln!(out, "{}", columns.join("\t"))?;
    }
    for row in cells(columns, items) {
        writeln!(out, "{}", row.join("\t"))?;
    }
    Ok(())
}

/// An object as a line for each field.
pub fn write_object(out: &mut impl Write, value: &Value, terminal: &Terminal) -> Result<(), Failure> {
    let Some(fields) = value.as_object() else {
        return if value.is_null() { Ok(()) } else { Ok(writeln!(out, "{}", cell(value))?) };
    };
    let width = fields.keys().map(|name| name.width()).max().unwrap_or(0);
    let mut names: Vec<&String> = fields.keys().collect();
    names.sort_by_key(|name| place(name));
    for name in names {
        let label = format!("{name:<width$}");
        match &fields[name] {
            Value::String(text) if text.contains('\n') && terminal.stdout => {
                let indent = " ".repeat(width + GAP);
                let text = printable(text).lines().collect::<Vec<_>>().join(&format!("\n{indent}"));
                writeln!(out, "{}  {text}", terminal.style("1", &label))?;
            }
            value => writeln!(out, "{}  {}", terminal.style("1", &label), cell(value))?,
        }
    }
    Ok(())
}

/// A text without characters that control the terminal, except line ends.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}
