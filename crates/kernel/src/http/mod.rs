//! Shared by all handlers: the caller, validated input, problems, paging, versions; and the gate for all requests,
//! which enforces the OpenAPI document.

mod addressing;
mod answer;
mod body;
mod caller;
mod compression;
pub mod document;
pub mod export;
mod gate;
mod hangup;
mod if_match;
pub mod inside;
mod json;
mod origin;
mod paging;
mod parameters;
mod problem;
mod query;
mod rate_limit;
pub mod schema;
mod security_headers;
mod semantics;
mod sending;
pub mod site;
mod upload;
pub mod write;

pub use answer::{Accepted, Changed, Created, Deleted, Found, WrittenTogether, planned};
pub use body::BODY_BYTES;
pub use caller::{Caller, Credential};
pub use gate::Api;
pub use hangup::Hangup;
pub use if_match::IfMatch;
pub use json::{Json, JsonOrYaml, fault_code, tidied};
pub use origin::{Origin, RequestId};
pub use paging::{Key, Listed, PAGE_SIZE, Paging, PagingParams};
pub use problem::{MOST_FAULTS, Problem};
pub use query::{Query, names};
pub use rate_limit::Standings;
pub use upload::Upload;
pub use write::{Answer, Change, Entry, Write};
