//! Server-Sent Events: messages out of the bytes of a stream.

use std::time::Duration;

/// A part of a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Message {
    /// Data, with the id of the message if it has one.
    Data { id: Option<String>, data: String },
    /// A message without data: the id from which the stream can be continued.
    Id(String),
    /// How long to wait before the stream is opened again.
    Retry(Duration),
}

/// Reads a stream. A message that is not complete is not returned.
#[derive(Debug, Default)]
pub struct Parser {
    /// The beginning of a line.
    unread: Vec<u8>,
    id: Option<String>,
    data: Option<String>,
}

impl Parser {
    /// The messages that a piece of the stream completes.
    pub fn read(&mut self, piece: &[u8]) -> Vec<Message> {
        let mut messages = vec![];
        let mut rest = piece;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.unread.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            let line = std::mem::take(&mut self.unread);
            let line = String::from_utf8_lossy(&line);
            messages.extend(self.line(line.strip_suffix('\r').unwrap_or(&line)));
        }
        self.unread.extend_from_slice(rest);
        messages
    }

    fn line(&mut self, line: &str) -> Option<Message> {
        if line.is_empty() {
            let id = self.id.take();
            return match self.data.take() {
                Some(data) => Some(Message::Data { id, data }),
                None => id.map(Message::Id),
            };
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => self.id = Some(value.to_owned()),
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            "retry" => return value.parse().ok().map(|millis| Message::Retry(Duration::from_millis(millis))),
            // A comment has an empty name; the type of an event is in its data as well.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(id: &str, data: &str) -> Message {
        Message::Data { id: Some(id.to_owned()), data: data.to_owned() }
    }

    #[test]
    fn messages_are_found_wherever_the_stream_is_cut() {
        let text = [
            ": hello\n\nid: a\nretry: 1000\n\nid: b\nevent: x\ndata: {\"ü\":1}\n\n:\n\n",
            "id: c\r\ndata: 1\r\ndata: 2\r\n\r\nid: d",
        ];
        let text = text.concat();
        let expected = || {
            let retry = Message::Retry(Duration::from_secs(1));
            vec![retry, Message::Id("a".to_owned()), message("b", "{\"ü\":1}"), message("c", "1\n2")]
        };
        for size in 1..=text.len() {
            let mut parser = Parser::default();
            let messages: Vec<_> = text.as_bytes().chunks(size).flat_map(|piece| parser.read(piece)).collect();
            assert_eq!(messages, expected(), "{size}");
        }
    }
}
