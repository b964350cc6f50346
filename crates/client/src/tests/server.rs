//! A server that gives prepared answers, one for each connection, and keeps the requests.

use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

pub enum Answer {
    /// The connection is closed after the request was read.
    Lost,
    /// Status line, headers and body.
    Text(String),
}

pub struct Server {
    pub url: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub async fn start(answers: Vec<Answer>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(vec![]));
        let kept = Arc::clone(&requests);
        tokio::spawn(async move {
            for answer in answers {
                let (mut connection, _) = listener.accept().await.unwrap();
                let request = read(&mut connection).await;
                kept.lock().unwrap().push(request);
                if let Answer::Text(text) = answer {
                    connection.write_all(text.as_bytes()).await.unwrap();
                    connection.shutdown().await.unwrap();
                }
            }
        });
        Server { url, requests }
    }

    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// A request with its body.
async fn read(connection: &mut TcpStream) -> String {
    let mut bytes = vec![];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = header(head, "content-length").map_or(0, |length| length.parse().unwrap());
            if body.len() >= length {
                return text;
            }
        }
        let mut piece = [0; 4096];
        let read = connection.read(&mut piece).await.unwrap();
        assert!(read > 0, "the request is not complete: {text}");
        bytes.extend_from_slice(&piece[..read]);
    }
}

/// The value of a header of a request.
pub fn header<'a>(request: &'a str, name: &str) -> Option<&'a str> {
    let head = request.split("\r\n\r\n").next()?;
    let mut fields = head.lines().filter_map(|line| line.split_once(": "));
    fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

pub fn body(request: &str) -> &str {
    request.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

pub fn json(status: &str, headers: &str, body: &str) -> Answer {
    let length = body.len();
    Answer::Text(format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\
         {headers}\r\n{body}"
    ))
}

pub fn ok(body: &str) -> Answer {
    json("200 OK", "", body)
}

/// A stream, which ends when the connection is closed.
pub fn stream(text: &str) -> Answer {
    Answer::Text(format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n{text}"))
}
