//! A cell of an exported table. Text that a spreadsheet would execute as a formula is defused; numbers stay numbers.

use jiff::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(String),
    Number(i64),
    Time(Timestamp),
}

impl Cell {
    /// As CSV shows it.
    pub(super) fn csv(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) if is_formula(text) => format!("'{text}"),
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
            Cell::Time(time) => time.to_string(),
        }
    }
}

/// True if a spreadsheet would take the text for a formula and execute it.
pub(super) fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        if text.is_empty() { Cell::Empty } else { Cell::Text(text) }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        text.to_owned().into()
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Cell {
        Cell::Number(number)
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Cell {
        Cell::Number(number.into())
    }
}

impl From<Timestamp> for Cell {
    fn from(time: Timestamp) -> Cell {
        Cell::Time(time)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_made_text_and_a_number_stays_one() {
        let shown = |cell: Cell| cell.csv();
        assert_eq!(shown("=HYPERLINK(\"http://evil.example\")".into()), "'=HYPERLINK(\"http://evil.example\")");
        assert_eq!(shown("@SUM(A1)".into()), "'@SUM(A1)");
        assert_eq!(shown("-1+1|cmd".into()), "'-1+1|cmd");
        assert_eq!(shown("a = b".into()), "a = b");
        assert_eq!(shown(Cell::Number(-5)), "-5");
        assert_eq!(shown(None::<i64>.into()), "");
    }
}
