//! The limits for reading a body, and the draining of a body after a refusal, so that the client receives the response.

use super::Problem;
use api::ProblemCode;
use axum::body::{Body, Bytes};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::time::Duration;
use tokio::time::timeout;

/// The body of a request with a credential.
pub const BODY_BYTES: usize = 1024 * 1024;

/// The body of a request without one.
pub const ANONYMOUS_BODY_BYTES: usize = 16 * 1024;

/// How long a body may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(30);

/// How long the rest of an unused body is awaited.
const DISCARD: Duration = Duration::from_secs(2);

/// The whole body. A body that is too large is refused before it is parsed or even stored.
pub async fn receive(mut body: Body, most: usize) -> Result<Bytes, Problem> {
    let slow = |_| {
        let detail = format!("The body must arrive within {} seconds.", ARRIVAL.as_secs());
        Problem::new(ProblemCode::BodyTimeout, detail)
    };
    let received = timeout(ARRIVAL, Limited::new(&mut body, most).collect()).await.map_err(slow)?;
    match received {
        Ok(whole) => Ok(whole.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            discard(body).await;
            Err(too_large(most))
        }
        Err(_) => Err(Problem::new(ProblemCode::MalformedJson, "The body ended too early.")),
    }
}

/// Reads the rest of a body after its request has returned, up to the limit. A client that cannot finish sending might
/// never read the response.
pub async fn discard(mut body: Body) {
    let mut left = BODY_BYTES;
    let reading = async {
        while let Some(Ok(frame)) = body.frame().await {
            left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
            if left == 0 {
                break;
            }
        }
    };
    let _ = timeout(DISCARD, reading).await;
}

fn too_large(most: usize) -> Problem {
    let detail = match most {
        BODY_BYTES => "The body exceeds the limit of 1 MiB.",
        _ => "The body exceeds the limit of 16 KiB for requests without a credential.",
    };
    Problem::new(ProblemCode::BodyTooLarge, detail)
}
