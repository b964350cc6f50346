//! A reader of Server-Sent Events, as specified by the standard.

use serde_json::Value;

/// A streaming response of the event log.
pub struct EventStream {
    response: reqwest::Response,
    unread: Vec<u8>,
    /// The id with which a client resumes.
    pub last_id: Option<String>,
    /// The number of comments.
    pub comments: usize,
}

/// One event as it was sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Sent {
    pub id: String,
    pub event: String,
    pub data: Value,
}

impl EventStream {
    pub fn new(response: reqwest::Response) -> EventStream {
        EventStream { response, unread: vec![], last_id: None, comments: 0 }
    }

    /// Returns `None` at the end of the stream, and an error if it is cut off before.
    pub async fn next(&mut self) -> Result<Option<Sent>, reqwest::Error> {
        loop {
            if let Some(sent) = self.take_event() {
                return Ok(Some(sent));
            }
            match self.response.chunk().await? {
                Some(chunk) => self.unread.extend_from_slice(&chunk),
                None => return Ok(None),
            }
        }
    }

    /// Removes the next event from the received data.
    fn take_event(&mut self) -> Option<Sent> {
        while let Some(end) = self.unread.windows(2).position(|two| two == b"\n\n") {
            let block: Vec<u8> = self.unread.drain(..end + 2).collect();
            let block = String::from_utf8(block).expect("a stream is text");
            let (mut event, mut data) = (String::new(), None);
            for line in block.lines() {
                match line.split_once(": ").unwrap_or((line, "")) {
                    ("id", id) => self.last_id = Some(id.to_owned()),
                    ("event", name) => name.clone_into(&mut event),
                    ("data", text) => data = Some(serde_json::from_str(text).expect("JSON on one line")),
                    (":", _) => self.comments += 1,
                    ("retry" | "", _) => {}
                    other => panic!("not a field of a stream: {other:?}"),
                }
            }
            if let Some(data) = data {
                return Some(Sent { id: self.last_id.clone().expect("every event has its id"), event, data });
            }
        }
        None
    }
}
