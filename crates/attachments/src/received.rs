//! The size, the hash and the type of a file, computed while it is received.

use crate::kind::{HEAD, sniffed};
use api::problem::FaultCode;
use kernel::http::Problem;
use ring::digest::{Context, SHA256};

pub struct Received {
    pub size_bytes: i64,
    pub sha256: Vec<u8>,
    pub content_type: &'static str,
}

/// A file of which a part has been received.
pub struct Receiving {
    size: u64,
    hash: Context,
    /// The first bytes.
    head: Vec<u8>,
}

impl Default for Receiving {
    fn default() -> Receiving {
        Receiving { size: 0, hash: Context::new(&SHA256), head: vec![] }
    }
}

impl Receiving {
    pub fn add(&mut self, bytes: &[u8]) {
        self.size += bytes.len() as u64;
        self.hash.update(bytes);
        let missing = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..missing]);
    }

    /// Refuses a file without content: a client that forgot the body sends the same request.
    pub fn end(self) -> Result<Received, Problem> {
        if self.size == 0 {
            return Err(Problem::fault("", FaultCode::Required, "the body is empty; send the content of the file"));
        }
        Ok(Received {
            size_bytes: i64::try_from(self.size).unwrap_or(i64::MAX),
            sha256: self.hash.finish().as_ref().to_vec(),
            content_type: sniffed(&self.head),
        })
    }
}
