//! A server in the test's own process, on the shared database, and new tenants for every test.

use crate::{Answer, Client, Database};
use api::{TenantId, session::Environment};
use kernel::{
    app::App,
    clock::Offset,
    http::Api,
    settings::Serve,
    supervisor::{Process, Stop, StopOnDrop},
};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tenant_control::{
    families,
    operate::tenants::{self, NewTenant},
    serve::{Listeners, serve},
    work::jobs_of_worker,
};
use tokio::task::JoinHandle;

pub struct TestApp {
    pub app: App,
    pub database: Database,
    pub base: String,
    pub ops: String,
    working: Option<(StopOnDrop, JoinHandle<()>)>,
    stop: Option<StopOnDrop>,
    served: Option<JoinHandle<anyhow::Result<()>>>,
}

/// A tenant and a client that holds its first admin key.
pub struct TestTenant {
    pub id: TenantId,
    pub key_id: String,
    pub key: String,
    pub client: Client,
    pub(crate) database: Database,
}

impl TestApp {
    pub async fn start() -> TestApp {
        let database = Database::shared().await;
        let settings = database.settings();
        TestApp::start_with(database, settings).await
    }

    /// Starts a server as behind a proxy with this public address.
    pub async fn start_behind(base_url: &str) -> TestApp {
        let database = Database::shared().await;
        let settings = database.settings();
        TestApp::start_as(database, settings, Some(base_url)).await
    }

    pub async fn start_with(database: Database, settings: Serve) -> TestApp {
        TestApp::start_as(database, settings, None).await
    }

    async fn start_as(database: Database, settings: Serve, base_url: Option<&str>) -> TestApp {
        let listeners = Listeners::bind(settings.listen, settings.ops_listen).expect("free ports");
        let url = |address: SocketAddr| format!("http://{address}");
        let base = url(listeners.public.local_addr().expect("an address"));
        let ops = url(listeners.ops.local_addr().expect("an address"));
        // The address of this server is known only here.
        let settings = Serve { base_url: base_url.map_or_else(|| base.clone(), str::to_owned), ..settings };
        let app = App::new(settings, families::all()).expect("the settings are valid");
        let stop = Stop::new();
        let served = tokio::spawn(serve(app.clone(), Process::Serve, listeners, None, stop.clone()));
        TestApp { app, database, base, ops, working: None, stop: Some(stop.drop_guard()), served: Some(served) }
    }

    /// Starts a server whose clock the test moves. It has no background jobs, because they would see the tenants of other
    /// tests at that time. Credentials are not cached while no task listens for their changes.
    pub async fn start_with_moved_clock() -> (TestApp, Offset) {
        TestApp::start_moved(Database::shared().await).await
    }

    /// The same with a separate database, in which the test can execute background jobs.
    pub async fn start_alone_with_moved_clock() -> (TestApp, Offset) {
        let port = Database::shared().await.port;
        let database = Database::create(port, &format!("moved_{:016x}", rand::random::<u64>())).await;
        TestApp::start_moved(database.expect("a database")).await
    }

    /// The same with this database.
    pub async fn start_moved(database: Database) -> (TestApp, Offset) {
        let offset = Offset::none();
        (TestApp::start_with_clock(database, offset).await, offset)
    }

    /// The same at a time that the test has set.
    pub async fn start_with_clock(database: Database, offset: Offset) -> TestApp {
        let settings = database.settings();
        let listener = tokio::net::TcpListener::bind(settings.listen).await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let settings = Serve { base_url: base.clone(), ..settings };
        let app = App::with_clock(settings, families::all(), offset.clock()).expect("the settings are valid");
        let router = Api::router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let stop = Stop::new();
        let stopped = stop.clone().cancelled_owned();
        let serving = axum::serve(listener, router).with_graceful_shutdown(stopped);
        let served = tokio::spawn(async move { serving.await.map_err(anyhow::Error::from) });
        let (working, ops) = (None, String::new());
        TestApp { app, database, base, ops, working, stop: Some(stop.drop_guard()), served: Some(served) }
    }

    /// Starts a server and a worker with a separate database, because a worker processes all tenants of its database.
    pub async fn start_working(more: &[&str]) -> TestApp {
        let port = Database::shared().await.port;
        let name = format!("working_{:016x}", rand::random::<u64>());
        let database = Database::create(port, &name).await.expect("a database");
        let settings = database.settings_with(more);
        let mut app = TestApp::start_with(database, settings).await;
        app.work();
        app
    }

    /// Starts a worker, which delivers webhooks and executes workflows.
    pub fn work(&mut self) {
        let stop = Stop::new();
        let worked = tokio::spawn(jobs_of_worker(self.app.clone(), stop.clone()));
        self.working = Some((stop.drop_guard(), worked));
    }

    /// Stops the worker as SIGTERM would.
    pub async fn stop_working(&mut self) {
        if let Some((stop, worked)) = self.working.take() {
            drop(stop);
            worked.await.expect("no panic");
        }
    }

    pub fn client(&self) -> Client {
        Client::new(&self.base, None)
    }

    pub async fn tenant(&self) -> TestTenant {
        let label = format!("t{:016x}", rand::random::<u64>());
        let new = NewTenant {
            name: label.clone(),
            domain: format!("{label}.example"),
            environment: Environment::NonProduction,
            platform: false,
        };
        let created = tenants::create(&self.app.db, self.app.clock, new).await.expect("a new tenant");
        let client = self.client().with_key(&created.key);
        TestTenant {
            id: created.tenant,
            key_id: created.id.to_string(),
            key: created.key,
            client,
            database: self.database.clone(),
        }
    }

    /// Stops the server as SIGTERM would.
    pub async fn stop(mut self) {
        self.stop_working().await;
        drop(self.stop.take());
        if let Some(served) = self.served.take() {
            served.await.expect("no panic").expect("a clean end");
        }
    }
}

impl TestTenant {
    /// Creates a key with these scopes, and returns its client.
    pub async fn key_with(&self, scopes: &[&str]) -> Client {
        self.key_of(json!({"name": "restricted", "scopes": scopes})).await
    }

    pub async fn key_of(&self, new: Value) -> Client {
        let created = self.client.post("/api/admin/api-keys", new).await.expect(201);
        self.client.with_key(created.body["key"].as_str().expect("the key, once"))
    }

    pub async fn organization(&self, name: &str) -> String {
        self.client.post("/api/rmm/organizations", json!({"name": name})).await.expect(201).id()
    }

    /// Repeats the request until the response is as expected, for two seconds at most.
    pub async fn eventually(&self, target: &str, is_expected: impl Fn(&Answer) -> bool) -> Answer {
        for _ in 0..100 {
            let response = self.client.get(target).await;
            if is_expected(&response) {
                return response;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        panic!("{target} never returned the expected response")
    }
}
