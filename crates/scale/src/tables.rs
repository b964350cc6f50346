//! Tables in Markdown, and numbers as people read them.

pub struct Table {
    head: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(head: &'static [&'static str]) -> Table {
        Table { head, rows: vec![] }
    }

    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<_> = self.head.iter().map(ToString::to_string).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}|{}\n{rows}", line(&head), "---|".repeat(head.len()))
    }
}

/// Three significant digits, or all of a whole number, with commas.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if size < 0.0995 {
        format!("{value:.3}")
    } else if size < 9.95 && value.fract() != 0.0 {
        format!("{value:.1}")
    } else {
        commas(value.round() as i64)
    }
}

pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.05 {
        "< 0.1 %".to_owned()
    } else if percent < 9.95 {
        format!("{percent:.1} %")
    } else {
        format!("{} %", commas(percent.round() as i64))
    }
}

/// Bytes in decimal units.
pub fn bytes(value: f64) -> String {
    let mut rest = value;
    for unit in ["B", "kB", "MB", "GB"] {
        if rest < 999.5 {
            return format!("{} {unit}", number(rest));
        }
        rest /= 1000.0;
    }
    format!("{rest:.1} TB")
}

fn commas(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_have_commas() {
        assert_eq!(
            [0.0, 0.0312, 0.54, 3.0, 3.21, 14.2, 1234567.0].map(number).join(" "),
            "0 0.031 0.5 3 3.2 14 1,234,567"
        );
        assert_eq!(bytes(34_300.0), "34 kB");
        assert_eq!(bytes(4.2e12), "4.2 TB");
        assert_eq!(percent(0.051), "5.1 %");
    }
}
