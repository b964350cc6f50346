//! Everything that handlers can use.

use crate::{
    announcements::Announcements,
    clock::Clock,
    credentials::Credentials,
    db::Db,
    family::{Families, State},
    followers::Followers,
    http::document::Document,
    limits::Limits,
    sealing::Sealing,
    settings::Serve,
    shares::Shares,
    status::Status,
    supervisor::report::Background,
    usage::Usage,
    waiters::Waiters,
};
use axum::{Router, extract::FromRequestParts, http::request::Parts};
use std::{
    convert::Infallible,
    ops::Deref,
    sync::{Arc, OnceLock},
};

#[derive(Clone)]
pub struct App(Arc<Reach>);

pub struct Reach {
    pub db: Db,
    pub clock: Clock,
    pub credentials: Credentials,
    pub limits: Limits,
    /// The share of each tenant of the scarce resources of a node.
    pub shares: Shares,
    pub followers: Followers,
    pub waiters: Waiters,
    pub sealing: Sealing,
    pub announcements: Announcements,
    /// The only client for URLs that customers name.
    pub outbound: outbound::Client,
    /// Evaluates the expressions of workflows.
    pub sandbox: flow::Sandbox,
    pub status: Status,
    /// Counts of requests that are not stored yet.
    pub usage: Usage,
    /// Health of the background tasks.
    pub background: Background,
    pub families: &'static Families,
    /// In-memory state of the families, such as caches.
    pub state: State,
    /// The API for other parts of the service, created on first use; see `http::inside`. It lives as long as the
    /// process.
    pub inside: OnceLock<Router>,
    pub settings: Serve,
}

impl App {
    pub fn new(settings: Serve, families: &'static Families) -> anyhow::Result<App> {
        App::with_clock(settings, families, Clock::System)
    }

    /// Only tests use another clock.
    pub fn with_clock(settings: Serve, families: &'static Families, clock: Clock) -> anyhow::Result<App> {
        let db = Db::new(&settings.database)?;
        let credentials = Credentials::new(db.clone(), clock, settings.sessions.idle());
        let limits = Limits::new(settings.limits.redis_url()?.as_ref())?;
        let followers = Followers::new(db.clone(), settings.database.database_connections.div_ceil(4));
        let waiters = Waiters::new(db.clone());
        let shares = Shares::new(&settings.limits, &settings.database);
        let sealing = Sealing::new(&settings.keys, db.clone(), clock)?;
        let outbound = settings.outbound.client()?;
        let sandbox = settings.engine.sandbox()?;
        let usage = Usage::new(&settings.usage, clock.id());
        Ok(App(Arc::new(Reach {
            db,
            clock,
            credentials,
            limits,
            shares,
            followers,
            waiters,
            sealing,
            announcements: Announcements::default(),
            outbound,
            sandbox,
            status: Status::default(),
            usage,
            background: Background::new(clock.id()),
            families,
            state: State::default(),
            inside: OnceLock::new(),
            settings,
        })))
    }

    /// The OpenAPI document.
    pub fn document(&self) -> &'static Document {
        &self.families.document
    }
}

impl Deref for App {
    type Target = Reach;

    fn deref(&self) -> &Reach {
        &self.0
    }
}

impl FromRequestParts<App> for App {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<App, Infallible> {
        Ok(app.clone())
    }
}
