//! The media type of a file, determined from its first bytes: neither the name nor the client is trusted.

/// How many bytes are looked at.
pub const HEAD: usize = 8 * 1024;

pub const BYTES: &str = "application/octet-stream";
const TEXT: &str = "text/plain";

/// The types that a file is sent with. Every other type is sent as bytes, above all those that a browser might execute,
/// such as HTML, SVG and scripts.
const SENT: [&str; 7] =
    ["application/pdf", "application/zip", "image/gif", "image/jpeg", "image/png", "image/webp", TEXT];

/// Beginnings of text that browsers execute and that have no signature.
const MARKUP: [(&str, &str); 4] =
    [("<svg", "image/svg+xml"), ("<!doctype html", "text/html"), ("<html", "text/html"), ("<script", "text/html")];

pub fn sniffed(head: &[u8]) -> &'static str {
    let text = as_text(head);
    if let Some(markup) = text.and_then(markup) {
        return markup;
    }
    match infer::get(head) {
        Some(kind) => kind.mime_type(),
        None if text.is_some() => TEXT,
        None => BYTES,
    }
}

/// The head as text, if it is UTF-8 without control characters. The last character may be cut off.
fn as_text(head: &[u8]) -> Option<&str> {
    let text = match str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => str::from_utf8(&head[..error.valid_up_to()]).ok()?,
        Err(_) => return None,
    };
    let is_text = text.chars().all(|letter| !letter.is_control() || "\t\n\r\u{c}".contains(letter));
    (is_text && !text.is_empty()).then_some(text)
}

/// Markup may be anywhere after a declaration or a comment.
fn markup(text: &str) -> Option<&'static str> {
    if !text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n', '\u{c}']).starts_with('<') {
        return None;
    }
    let text = text.to_ascii_lowercase();
    MARKUP.iter().find(|(begin, _)| text.contains(begin)).map(|(_, kind)| *kind)
}

/// The type that a file of this type is sent with.
pub fn sent(kind: &str) -> &'static str {
    match SENT.iter().copied().find(|sent| *sent == kind) {
        Some(TEXT) => "text/plain; charset=utf-8",
        Some(sent) => sent,
        None => BYTES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_decide() {
        for (head, kind, as_sent) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "image/png", "image/png"),
            (b"%PDF-1.7 x", "application/pdf", "application/pdf"),
            ("Grüße".as_bytes(), "text/plain", "text/plain; charset=utf-8"),
            (b"\x01\x02\x03", BYTES, BYTES),
            (b"", BYTES, BYTES),
            (b"<!DOCTYPE html><script>", "text/html", BYTES),
            (b"\n <html>", "text/html", BYTES),
            (b"<?xml version='1.0'?><!-- x --><svg onload='x'>", "image/svg+xml", BYTES),
            (b"#!/bin/sh\nrm", "text/x-shellscript", BYTES),
            (b"MZ\x90\0", "application/vnd.microsoft.portable-executable", BYTES),
        ] {
            let found = sniffed(head);
            assert_eq!((found, sent(found)), (kind, as_sent), "{head:?}");
        }
    }
}
