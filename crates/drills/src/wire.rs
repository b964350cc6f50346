//! A minimal, blocking HTTP/1.1 client on one connection, for drills that keep thousands of connections, or that would count
//! a microsecond of the client as time of the server.

use anyhow::{Context, ensure};
use std::{
    io::{self, ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

/// A request without a response within this time has failed.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The address of a server, by its base URL.
pub fn address(base: &str) -> anyhow::Result<SocketAddr> {
    base.trim_start_matches("http://").parse().with_context(|| format!("no address: {base}"))
}

pub fn get(target: &str, key: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n").into_bytes()
}

pub fn post(target: &str, key: &str, idempotency_key: &str, json: &str) -> Vec<u8> {
    let head = format!("POST {target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n");
    let more = format!("Idempotency-Key: {idempotency_key}\r\nContent-Type: application/json\r\n");
    format!("{head}{more}Content-Length: {}\r\n\r\n{json}", json.len()).into_bytes()
}

pub struct Connection(TcpStream);

impl Connection {
    pub fn open(address: SocketAddr) -> anyhow::Result<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Connection(stream))
    }

    /// Sends a request and reads the whole response, which must be a success. `buffer` holds the response afterwards;
    /// the caller owns it, because an idle connection needs none.
    pub fn exchange(&mut self, request: &[u8], buffer: &mut Vec<u8>) -> anyhow::Result<()> {
        self.0.write_all(request)?;
        buffer.clear();
        let head = loop {
            self.read_some(buffer)?;
            if let Some(at) = buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let text = str::from_utf8(&buffer[..head])?;
        let length = text.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("content-length").then_some(value)
        });
        let length: usize = length.with_context(|| format!("no length: {text}"))?.parse()?;
        let success = text.starts_with("HTTP/1.1 2");
        while buffer.len() < head + length {
            self.read_some(buffer)?;
        }
        ensure!(success, "{}", String::from_utf8_lossy(buffer));
        Ok(())
    }

    fn read_some(&mut self, buffer: &mut Vec<u8>) -> anyhow::Result<()> {
        let mut bytes = [0; 16 * 1024];
        let count = self.0.read(&mut bytes)?;
        ensure!(count > 0, "the server closed the connection");
        buffer.extend_from_slice(&bytes[..count]);
        Ok(())
    }

    /// Returns true if the server has not closed the connection.
    pub fn is_open(&self) -> bool {
        let waits = |error: io::Error| error.kind() == ErrorKind::WouldBlock;
        self.0.set_nonblocking(true).is_ok() && self.0.peek(&mut [0]).is_err_and(waits)
    }
}
