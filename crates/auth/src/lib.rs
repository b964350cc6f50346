//! Identities of people and keys, and sign-in.

mod fixtures;
pub mod providers;
pub mod session;
pub mod sessions;
mod sign_in;
pub mod sso;
pub mod users;

use api::{Scope, UserId, search::SearchType};
use kernel::{
    app::App,
    background::RETENTION,
    family::{Arguments, Family, Function, Searchable},
    http::document::{Access, Form},
    sealing::Column,
    supervisor::{Job, Process},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[
        ("Session", "The caller's identity, and sessions of users."),
        ("Sign-in", "Identity providers, users and single sign-on."),
    ],
    pages: sso::pages,
    forms: &[Form { path: "/sign-in/", operation: Some("sign_in.begin"), access: Access::Public }],
    functions: &[
        Function { name: "user.get", operation: "admin.users.list", arguments: Arguments::One },
        Function { name: "user.list", operation: "admin.users.list", arguments: Arguments::Many },
    ],
    sealed_columns: &[CLIENT_SECRET],
    searchable: &[Searchable {
        kind: SearchType::User,
        scope: Scope::UsersRead,
        id: |id| UserId(id).to_string(),
        tables: &["users"],
    }],
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("auth", routes)
};

pub const CLIENT_SECRET: Column = Column::new("sso_providers", "client_secret_sealed");

const JOBS: &[Job] = &[Job::periodic(
    "sso.forget_attempts",
    Process::Serve,
    |_| RETENTION,
    |app, _| Box::pin(async move { Ok(sso::forget_old(&app).await?) }),
)];

fn routes() -> OpenApiRouter<App> {
    let sessions = session::routes().merge(sessions::routes());
    sessions.merge(providers::routes()).merge(sso::routes()).merge(users::routes())
}
