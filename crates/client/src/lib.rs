//! The client of the Tenant Control API.
//!
//! There is one method for each operation of the SDK document, with the types of the crate `api`. [`Client::send`] sends
//! any other request, [`Client::pages`] reads a list, [`Client::events`] follows the event log.

mod builder;
mod error;
mod events;
pub mod operations;
mod pages;
mod request;
mod response;
mod retries;
mod send;
mod sse;
mod webhook;

pub use api;
pub use builder::Builder;
pub use error::{Error, Problem};
pub use events::{EventMessage, Follow};
pub use http;
pub use pages::{LARGEST_PAGE, Page, paginate};
pub use request::{Body, Request, segment};
pub use response::{Response, Streaming};
pub use send::Client;
pub use url::Url;
pub use webhook::{InvalidSignature, Webhook};

/// The value of `if_match` for an object with this `version`: the change fails if the object has another one.
pub fn version_tag(version: i32) -> String {
    format!("\"v{version}\"")
}

#[cfg(test)]
mod tests;

/// The code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
