//! A response that is being sent.

use crate::shares::Taken;
use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};
use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

/// The body of a response, whose request is active while it is sent.
pub struct Sending {
    body: Body,
    _taken: Arc<Taken>,
}

impl Sending {
    pub fn new(body: Body, taken: Arc<Taken>) -> Sending {
        Sending { body, _taken: taken }
    }
}

impl http_body::Body for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
