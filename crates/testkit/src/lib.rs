//! The base of tests and drills: real servers, new tenants, and a client that checks every response against the
//! document.

mod agents;
mod checked_aws;
mod client;
mod contract;
mod event_stream;
mod master_key;
mod members;
mod moto;
mod oidc_provider;
mod operation;
mod postgres;
mod process;
mod reads;
mod receiver;
pub mod redis;
mod sign_in;
mod sign_in_provider;
mod test_app;

pub use agents::{AgentAnswer, Agents, zlib};
pub use checked_aws::{CheckedAws, Loss};
pub use client::{Answer, Client};
pub use contract::Contract;
pub use event_stream::{EventStream, Sent};
pub use master_key::master_key_file;
pub use members::{Member, Members, fixture, id_of, uuid_of};
pub use moto::Moto;
pub use oidc_provider::OidcProvider;
pub use operation::{Operation, kind_of};
pub use postgres::{Database, Postgres};
pub use process::{Place, Role, ServerProcess, binary};
pub use reads::reads;
pub use receiver::{Received, Receiver, status_only};
pub use redis::Redis;
pub use sign_in::{SignedIn, session, user};
pub use sign_in_provider::SignInProvider;
pub use test_app::{TestApp, TestTenant};
pub use testtemporal as temporal;
pub use testtemporal::Temporal;
