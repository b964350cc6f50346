//! Names of files: cleaned when they are stored, and quoted when they are sent as a header.

/// The name without directories, control characters and characters that change the direction of text or are invisible.
/// `None` if nothing remains.
pub fn cleaned(name: &str) -> Option<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last.chars().filter(|letter| !is_hidden(*letter)).collect();
    let kept = kept.trim();
    (!kept.is_empty() && kept != "." && kept != "..").then(|| kept.to_owned())
}

fn is_hidden(letter: char) -> bool {
    let direction = ['\u{61c}', '\u{200e}', '\u{200f}'].contains(&letter)
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter);
    let invisible =
        ('\u{200b}'..='\u{200d}').contains(&letter) || ['\u{2028}', '\u{2029}', '\u{feff}'].contains(&letter);
    letter.is_control() || direction || invisible
}

/// `Content-Disposition` of a download (RFC 6266): the name in ASCII for old clients, and the whole name (RFC 8187).
pub fn disposition(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " !#$&+-.^_`~()[]{}@,=".contains(letter);
    let plain: String = name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte);
    let encode = |byte: u8| if is_token(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let whole: String = name.bytes().map(encode).collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_directory_and_nothing_hidden() {
        for (given, kept) in [
            ("report.pdf", Some("report.pdf")),
            ("C:\\fakepath\\Bericht für März.pdf", Some("Bericht für März.pdf")),
            ("../../etc/passwd", Some("passwd")),
            ("invoice\u{202e}fdp.exe", Some("invoicefdp.exe")),
            (" a\u{0}b\r\nc\u{7f}.txt ", Some("abc.txt")),
            ("..", None),
            ("folder/", None),
            ("\u{200b}", None),
        ] {
            assert_eq!(cleaned(given).as_deref(), kept, "{given:?}");
        }
    }

    #[test]
    fn a_name_cannot_end_its_quotes() {
        assert_eq!(
            disposition("a\"; x=\"é%.txt"),
            "attachment; filename=\"a__ x=___.txt\"; filename*=UTF-8''a%22%3B%20x%3D%22%C3%A9%25.txt"
        );
    }
}
