//! A typed client of the API: one method for each operation of the SDK document, generated when this crate is built.
//!
//! A request whose response is lost is sent again with the same idempotency key, so that it is executed once. A request
//! that fails returns [`Error::ErrorResponse`] with the problem.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let client = client::connect("http://127.0.0.1:8080", "tck_live_…")?;
//! let ticket = client.get_ticket().id("tkt_01h455vb4pex5vsknk084sn02q").send().await?;
//! println!("{:?}", ticket.into_inner());
//! # Ok(())
//! # }
//! ```

mod generated;
mod retries;

pub use generated::{Client, types};
pub use progenitor_client::{Error, ResponseValue};

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use std::time::Duration;

/// How long a request may take. An operation that waits responds within 60 seconds.
const TIMEOUT: Duration = Duration::from_secs(90);

/// A client that sends this API key.
pub fn connect(base_url: &str, key: &str) -> Result<Client, Box<dyn std::error::Error + Send + Sync>> {
    let mut authorization = HeaderValue::try_from(format!("Bearer {key}"))?;
    authorization.set_sensitive(true);
    let headers = HeaderMap::from_iter([(AUTHORIZATION, authorization)]);
    let http = reqwest::Client::builder().default_headers(headers).timeout(TIMEOUT).build()?;
    Ok(Client::new_with_client(base_url.trim_end_matches('/'), http))
}

/// The value of `if_match` for an object with this version: the change fails if the object has another one.
pub fn version_tag(version: i32) -> String {
    format!("\"v{version}\"")
}
