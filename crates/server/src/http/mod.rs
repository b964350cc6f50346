//! What every handler uses: who is calling, validated input, problems, paging, versions; and the gate that all
//! requests pass, which enforces what the OpenAPI document promises.

mod answer;
mod caller;
pub mod document;
pub mod examples;
mod gate;
mod hangup;
mod if_match;
pub mod inside;
mod json;
mod origin;
mod paging;
mod problem;
mod query;
mod rate_limit;
pub mod schema;
mod sending;
pub mod site;
pub mod write;

pub use answer::{Accepted, Changed, Created, Deleted, Found, WrittenTogether, planned};
pub use caller::{Caller, Credential};
pub use gate::{Api, BODY_BYTES};
pub use hangup::Hangup;
pub use if_match::IfMatch;
pub use json::{Json, JsonOrYaml, tidied};
pub use origin::{Origin, RequestId};
pub use paging::{Listed, PAGE_SIZE, Paging, PagingParams};
pub use problem::Problem;
pub use query::Query;
pub use rate_limit::Standings;
pub use schema::did_you_mean;
pub use write::{Change, Write};
