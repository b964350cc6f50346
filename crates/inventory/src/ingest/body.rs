//! The body of a request: the limits of its size, and of the memory and time that it may take to become a message.

use super::{
    json,
    message::{KEPT_BYTES, Message, Unreadable},
    xml,
};
use axum::body::{Body, Bytes};
use flate2::read::{GzDecoder, ZlibDecoder};
use http_body_util::{BodyExt, Collected, Limited};
use std::{
    io::{self, Read},
    time::Duration,
};
use tokio::time::timeout;

/// Bytes of a body as it is sent.
pub const SENT_BYTES: usize = 8 * 1024 * 1024;

/// Bytes of a body whose length is not announced.
pub const UNANNOUNCED_BYTES: usize = 1024 * 1024;

/// Bytes of a body after decompression, at most and for each byte that was sent: inventories shrink to a twelfth, bombs
/// to a thousandth.
const INFLATED_BYTES: usize = 24 * 1024 * 1024;
const INFLATED_BASE: usize = 1024 * 1024;
const INFLATED_RATIO: usize = 60;

/// How long a body may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(60);

/// The format of the response to the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Json,
    Xml,
}

/// The whole body, of `most` bytes at most; `None` if it is larger, too slow or truncated.
pub async fn receive(body: Body, most: usize) -> Option<Bytes> {
    let received = timeout(ARRIVAL, Limited::new(body, most).collect()).await.ok()?;
    received.ok().map(Collected::to_bytes)
}

/// How much memory a body of this size may take until it is a message. While it arrives, it exists both in pieces and
/// whole.
pub fn cost(sent: usize) -> usize {
    2 * sent + inflated_limit(sent) + KEPT_BYTES.min(inflated_limit(sent))
}

fn inflated_limit(sent: usize) -> usize {
    INFLATED_BYTES.min(INFLATED_BASE + sent.saturating_mul(INFLATED_RATIO))
}

/// Reads a message. Agents announce wrong content types, so its first bytes determine the format. It takes time in
/// proportion to the body, so it must not run on an async task.
pub fn read(sent: &[u8]) -> (Option<Language>, Result<Message, Unreadable>) {
    let inflated = match sent {
        [0x78, ..] => inflate(|| ZlibDecoder::new(sent), sent.len()),
        [0x1f, 0x8b, ..] => inflate(|| GzDecoder::new(sent), sent.len()),
        _ => Ok(sent.to_vec()),
    };
    match inflated {
        Ok(text) => parse(text),
        Err(refused) => (None, Err(refused)),
    }
}

fn parse(mut text: Vec<u8>) -> (Option<Language>, Result<Message, Unreadable>) {
    let begin = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let begin = begin + text[begin..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match text.get(begin) {
        Some(b'{') => (Some(Language::Json), json::read(&text[begin..])),
        Some(b'<') => (Some(Language::Xml), xml::read(readable(&mut text[begin..]))),
        _ => (None, Err(Unreadable::Malformed("the body is neither JSON nor XML"))),
    }
}

/// The text, with `?` for invalid UTF-8. In place: a longer replacement would take more memory than was reserved.
fn readable(text: &mut [u8]) -> &str {
    let mut begin = 0;
    while let Err(error) = str::from_utf8(&text[begin..]) {
        let wrong = begin + error.valid_up_to();
        begin = error.error_len().map_or(text.len(), |length| wrong + length);
        text[wrong..begin].fill(b'?');
    }
    str::from_utf8(text).unwrap_or_default()
}

/// It is decompressed twice: first to measure its size, because a growing buffer takes up to three times as much.
fn inflate<R: Read>(source: impl Fn() -> R, sent: usize) -> Result<Vec<u8>, Unreadable> {
    let damaged = |_| Unreadable::Malformed("the compressed body is damaged");
    let most = inflated_limit(sent) as u64;
    let size = io::copy(&mut source().take(most + 1), &mut io::sink()).map_err(damaged)?;
    if size > most {
        return Err(Unreadable::TooLarge("the body inflates to too many bytes"));
    }
    let mut text = Vec::with_capacity(size as usize + 1);
    source().take(size).read_to_end(&mut text).map_err(damaged)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{
        Compression,
        write::{GzEncoder, ZlibEncoder},
    };
    use std::io::Write;

    fn zlib(text: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(vec![], Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(vec![], Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_body_is_recognised_by_its_first_bytes() {
        let json = br#"  {"action": "contact", "deviceid": "a"}"#;
        let xml = b"\xef\xbb\xbf<?xml version='1.0'?><REQUEST><DEVICEID>a</DEVICEID></REQUEST>";
        for (sent, language) in [
            (json.to_vec(), Language::Json),
            (zlib(json), Language::Json),
            (gzip(json), Language::Json),
            (xml.to_vec(), Language::Xml),
            (zlib(xml), Language::Xml),
        ] {
            let (found, message) = read(&sent);
            assert_eq!(found, Some(language));
            assert_eq!(message.unwrap().device_id.as_deref(), Some("a"));
        }
    }

    #[test]
    fn bombs_and_damage_are_refused() {
        let bomb = vec![b' '; 64 * 1024 * 1024];
        for sent in [zlib(&bomb), gzip(&bomb)] {
            assert!(matches!(read(&sent).1, Err(Unreadable::TooLarge(_))));
        }
        let whole = zlib(br#"{"action": "contact"}"#);
        for sent in [&whole[..8], b"\x78\x9c", b"\x1f\x8b", b"", b"\x00\x01", b"\xff\xfe<\x00"] {
            assert!(read(sent).1.is_err(), "{sent:?}");
        }
    }

    #[test]
    fn a_byte_that_is_not_of_the_encoding_spoils_only_its_field() {
        let (_, message) = read(b"<REQUEST><DEVICEID>caf\xe9</DEVICEID></REQUEST>");
        assert_eq!(message.unwrap().device_id.as_deref(), Some("caf?"));
    }
}
