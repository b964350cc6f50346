//! Text in SVG: escaped, and measured without a font.

use std::fmt::{Display, Formatter, Result};

/// A coordinate: one decimal is less than a pixel.
pub struct Px(pub f64);

impl Display for Px {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let tenths = (self.0 * 10.0).round();
        // Adding zero makes the negative zero positive.
        write!(f, "{}", tenths / 10.0 + 0.0)
    }
}

/// Text that can stand in elements and attributes. Characters that XML forbids, and those that change the direction of
/// the text around them, are replaced.
pub fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ if char.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(char),
        }
    }
    safe
}

/// The width of a text in common sans-serif fonts, rather too wide than too narrow.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

fn advance(char: char) -> f64 {
    match char {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0.0,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.32,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '/' | '-' | '"' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 0.95,
        _ if char >= '\u{2e80}' => 1.05,
        _ if char.is_uppercase() => 0.72,
        _ => 0.6,
    }
}

/// The text, cut at its end if it is wider than this.
pub fn cut(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let room = room - width("…", size);
    let mut used = 0.0;
    let fits = |char: &char| {
        used += advance(*char) * size;
        used <= room
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

/// The text in lines that are not wider than this. What is left goes into the last line, and is cut.
pub fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if lines_are_full(line, word, size, room) => lines.push(word.to_owned()),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(rest);
    }
    lines.iter().map(|line| cut(line, size, room)).collect()
}

fn lines_are_full(line: &str, word: &str, size: f64, room: f64) -> bool {
    width(line, size) + width(" ", size) + width(word, size) > room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        assert_eq!(format!("{} {} {} {}", Px(1.0), Px(2.25), Px(-0.01), Px(10.0 / 3.0)), "1 2.3 0 3.3");
    }

    #[test]
    fn a_long_text_is_cut_or_wrapped_to_its_room() {
        assert_eq!(cut("Contoso", 12.0, 100.0), "Contoso");
        let long = cut("A very long name of a customer in the north", 12.0, 100.0);
        assert!(long.ends_with('…') && width(&long, 12.0) <= 100.0, "{long}");
        let lines = wrap("one two three four five six seven eight nine ten", 12.0, 80.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && lines.iter().all(|line| width(line, 12.0) <= 80.0), "{lines:?}");
    }
}
