//! A spreadsheet (Office Open XML) that is written sequentially: an archive whose sizes follow the entries, so that
//! rows are sent as they are read and only the current page is in memory.
//!
//! Text is stored as inline strings, which no spreadsheet evaluates. Text that looks like a formula is also marked as
//! quoted, so that it stays text when a person edits the cell.

use super::cell::{Cell, is_formula};
use jiff::Timestamp;
use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, PoisonError},
};
use zip::{
    CompressionMethod, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

/// Rows of a sheet, including the titles. A larger table continues on another sheet.
const SHEET_ROWS: usize = 1_048_576;

/// Bytes of a sheet before compression. Entries of 4 GiB need an extension of the format that spreadsheets do not
/// support.
const SHEET_BYTES: u64 = 3 << 30;

/// Characters of a cell, as UTF-16.
const CELL_UNITS: usize = 32_767;

/// Numbers of the styles in `STYLES`.
const TITLE: u8 = 1;
const QUOTED: u8 = 2;
const TIME: u8 = 3;

const CONTENT_TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"#;

const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;

const STYLES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#;

const SHEET: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>"#;

const SHEET_END: &str = "</sheetData></worksheet>";

/// Bytes that are written and not sent yet.
#[derive(Clone, Default)]
struct Unsent(Arc<Mutex<Vec<u8>>>);

impl Write for Unsent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub struct Workbook {
    archive: ZipWriter<StreamWriter<Unsent>>,
    unsent: Unsent,
    titles: Vec<Cell>,
    /// The letters of each column.
    letters: Vec<String>,
    sheets: usize,
    /// Rows and bytes of the current sheet.
    rows: usize,
    bytes: u64,
}

impl Workbook {
    pub fn begin(titles: &[&str]) -> anyhow::Result<Workbook> {
        let unsent = Unsent::default();
        let mut workbook = Workbook {
            archive: ZipWriter::new_stream(unsent.clone()),
            unsent,
            titles: titles.iter().map(|title| Cell::from(*title)).collect(),
            letters: (0..titles.len()).map(letters).collect(),
            sheets: 0,
            rows: 0,
            bytes: 0,
        };
        workbook.part("[Content_Types].xml", CONTENT_TYPES)?;
        workbook.part("_rels/.rels", RELATIONS)?;
        workbook.part("xl/styles.xml", STYLES)?;
        workbook.begin_sheet()?;
        Ok(workbook)
    }

    pub fn row(&mut self, cells: &[Cell]) -> anyhow::Result<()> {
        if self.rows >= SHEET_ROWS || self.bytes >= SHEET_BYTES {
            self.write(SHEET_END)?;
            self.begin_sheet()?;
        }
        self.write_row(cells, None)
    }

    /// The bytes that were written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        mem::take(&mut *self.unsent.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The rest of the file.
    pub fn end(mut self) -> anyhow::Result<Vec<u8>> {
        self.write(SHEET_END)?;
        let (workbook, relations) = (workbook(self.sheets), relations(self.sheets));
        self.part("xl/workbook.xml", &workbook)?;
        self.part("xl/_rels/workbook.xml.rels", &relations)?;
        self.archive.finish()?;
        Ok(mem::take(&mut *self.unsent.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn begin_sheet(&mut self) -> anyhow::Result<()> {
        self.sheets += 1;
        (self.rows, self.bytes) = (0, 0);
        self.archive.start_file(format!("xl/worksheets/sheet{}.xml", self.sheets), options())?;
        let columns = format!(r#"<cols><col min="1" max="{}" width="20"/></cols>"#, self.titles.len().max(1));
        self.write(&format!("{SHEET}{columns}<sheetData>"))?;
        let titles = mem::take(&mut self.titles);
        let written = self.write_row(&titles, Some(TITLE));
        self.titles = titles;
        written
    }

    fn write_row(&mut self, cells: &[Cell], style: Option<u8>) -> anyhow::Result<()> {
        self.rows += 1;
        let mut text = format!(r#"<row r="{}">"#, self.rows);
        for (cell, letters) in cells.iter().zip(&self.letters) {
            write_cell(&mut text, cell, letters, self.rows, style)?;
        }
        text.push_str("</row>");
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.bytes += text.len() as u64;
        Ok(self.archive.write_all(text.as_bytes())?)
    }

    fn part(&mut self, name: &str, text: &str) -> anyhow::Result<()> {
        self.archive.start_file(name, options())?;
        self.write(text)
    }
}

/// A higher level of compression saves a few percent of the size and costs more time than the query.
fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).compression_level(Some(1))
}

fn write_cell(text: &mut String, cell: &Cell, letters: &str, row: usize, style: Option<u8>) -> anyhow::Result<()> {
    match cell {
        Cell::Empty => {}
        Cell::Number(number) => write!(text, r#"<c r="{letters}{row}"><v>{number}</v></c>"#)?,
        Cell::Time(time) => write!(text, r#"<c r="{letters}{row}" s="{TIME}"><v>{}</v></c>"#, serial(*time))?,
        Cell::Text(value) => {
            let style = style.or(is_formula(value).then_some(QUOTED)).unwrap_or_default();
            write!(text, r#"<c r="{letters}{row}" s="{style}" t="inlineStr"><is><t xml:space="preserve">"#)?;
            escape(text, &bounded(value));
            text.push_str("</t></is></c>");
        }
    }
    Ok(())
}

/// Days since the last day of 1899, in UTC, as spreadsheets count.
fn serial(time: Timestamp) -> f64 {
    const UNIX_EPOCH: f64 = 25_569.0;
    UNIX_EPOCH + time.as_second() as f64 / 86_400.0
}

/// The letters of a column: A to Z, AA, AB and so on.
fn letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// The text with at most as many characters as a cell can have.
fn bounded(text: &str) -> Cow<'_, str> {
    if text.len() <= CELL_UNITS || text.encode_utf16().count() <= CELL_UNITS {
        return text.into();
    }
    let mut units = 0;
    let fits = text.chars().take_while(|c| {
        units += c.len_utf16();
        units < CELL_UNITS
    });
    fits.chain(['…']).collect::<String>().into()
}

/// XML has no control characters; spreadsheets write them as `_x0001_`, and the same text itself as `_x005F_x0001_`.
fn escape(to: &mut String, text: &str) {
    for (at, c) in text.char_indices() {
        match c {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '\r' => to.push_str("_x000D_"),
            '\u{fffe}' | '\u{ffff}' => to.push('\u{fffd}'),
            c if c.is_ascii_control() && c != '\t' && c != '\n' => {
                let _ = write!(to, "_x{:04X}_", u32::from(c));
            }
            '_' if is_escape(&text[at..]) => to.push_str("_x005F_"),
            c => to.push(c),
        }
    }
}

fn is_escape(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 7
        && matches!(bytes[1], b'x' | b'X')
        && bytes[2..6].iter().all(u8::is_ascii_hexdigit)
        && bytes[6] == b'_'
}

fn workbook(sheets: usize) -> String {
    let mut text = String::from(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>"#,
    );
    for sheet in 1..=sheets {
        let _ = write!(text, r#"<sheet name="Sheet{sheet}" sheetId="{sheet}" r:id="rId{sheet}"/>"#);
    }
    text + "</sheets></workbook>"
}

fn relations(sheets: usize) -> String {
    let of = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let mut text = String::from(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#,
    );
    for sheet in 1..=sheets {
        let target = format!("worksheets/sheet{sheet}.xml");
        let _ = write!(text, r#"<Relationship Id="rId{sheet}" Type="{of}/worksheet" Target="{target}"/>"#);
    }
    let _ = write!(text, r#"<Relationship Id="rId{}" Type="{of}/styles" Target="styles.xml"/>"#, sheets + 1);
    text + "</Relationships>"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut to = String::new();
        escape(&mut to, text);
        to
    }

    #[test]
    fn columns_have_letters() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(letters), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn text_is_safe_in_xml() {
        assert_eq!(escaped("a<b>&\u{1}\r\n"), "a&lt;b&gt;&amp;_x0001__x000D_\n");
        assert_eq!(escaped("_x0041_ and _x_"), "_x005F_x0041_ and _x_");
        assert_eq!(escaped("_é_x12"), "_é_x12");
    }

    #[test]
    fn a_cell_has_at_most_as_much_text_as_a_spreadsheet_allows() {
        let long = "💣".repeat(20_000);
        let shown = bounded(&long);
        assert!(shown.ends_with('…') && shown.encode_utf16().count() <= CELL_UNITS);
        assert_eq!(bounded(&"x".repeat(CELL_UNITS)).len(), CELL_UNITS);
    }

    #[test]
    fn a_formula_stays_text_and_a_number_a_number() {
        let mut text = String::new();
        for cell in [Cell::from("=1+1"), Cell::Number(-7), Cell::Time(Timestamp::UNIX_EPOCH), Cell::Empty] {
            write_cell(&mut text, &cell, "B", 2, None).unwrap();
        }
        let quoted = r#"<c r="B2" s="2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>"#;
        assert_eq!(text, format!(r#"{quoted}<c r="B2"><v>-7</v></c><c r="B2" s="3"><v>25569</v></c>"#));
    }

    #[test]
    fn a_workbook_is_an_archive_that_leaves_in_parts() {
        let mut workbook = Workbook::begin(&["name"]).unwrap();
        let mut file = workbook.take();
        assert!(file.starts_with(b"PK\x03\x04"));
        for number in 0..5_000 {
            workbook.row(&[Cell::Number(number)]).unwrap();
        }
        let rows = workbook.take();
        assert!(!rows.is_empty(), "rows leave before the end");
        file.extend(rows);
        file.extend(workbook.end().unwrap());
        let mut archive = zip::ZipArchive::new(io::Cursor::new(file)).unwrap();
        let sheet = io::read_to_string(archive.by_name("xl/worksheets/sheet1.xml").unwrap()).unwrap();
        assert!(sheet.contains(r#"<c r="A5001"><v>4999</v></c>"#) && sheet.ends_with(SHEET_END));
        assert!(archive.by_name("xl/workbook.xml").is_ok());
    }
}
