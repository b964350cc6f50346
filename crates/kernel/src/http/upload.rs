//! A body of bytes of any kind, which its handler receives in pieces, so that a large file needs little memory.

use super::{Problem, body::discard};
use api::ProblemCode;
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{FromRequest, Request},
    http::header,
};
use http_body_util::BodyExt;
use std::{convert::Infallible, time::Duration};
use tokio::time::timeout;

/// How long the next piece may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(30);

pub struct Upload {
    body: Body,
    announced: Option<u64>,
    /// The client sends the body only after it was asked for it (`Expect: 100-continue`).
    expects: bool,
    received: u64,
}

impl Upload {
    /// The length of the body as the client announced it, if it did.
    pub fn announced(&self) -> Option<u64> {
        self.announced
    }

    /// Refuses a body that is announced to have more than `most` bytes.
    pub fn check(&self, most: u64) -> Result<(), Problem> {
        match self.announced {
            Some(length) if length > most => Err(too_large(most)),
            _ => Ok(()),
        }
    }

    /// The next piece; `None` at the end. A body of more than `most` bytes is refused. No connection to PostgreSQL may be
    /// held: the client decides how long it takes.
    pub async fn next(&mut self, most: u64) -> Result<Option<Bytes>, Problem> {
        held::refuse("a client sends its body");
        self.check(most)?;
        let slow = |_| {
            let detail = format!("The next bytes of the body must arrive within {} seconds.", ARRIVAL.as_secs());
            Problem::new(ProblemCode::BodyTimeout, detail)
        };
        loop {
            let Some(frame) = timeout(ARRIVAL, self.body.frame()).await.map_err(slow)? else { return Ok(None) };
            let ended = |_| Problem::new(ProblemCode::MalformedJson, "The body ended too early.");
            let Ok(piece) = frame.map_err(ended)?.into_data() else { continue }; // trailers
            self.received += piece.len() as u64;
            if self.received > most {
                return Err(too_large(most));
            }
            return Ok(Some(piece));
        }
    }

    /// Reads a part of the rest, so that the client receives the response although it still sends.
    pub async fn discard(self) {
        let is_held_back = self.expects && self.received == 0;
        if !is_held_back {
            discard(self.body).await;
        }
    }
}

fn too_large(most: u64) -> Problem {
    Problem::new(ProblemCode::BodyTooLarge, format!("The body exceeds the limit of {most} bytes."))
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> Result<Upload, Infallible> {
        let expects = request.headers().contains_key(header::EXPECT);
        let body = request.into_body();
        Ok(Upload { announced: body.size_hint().exact(), expects, body, received: 0 })
    }
}
