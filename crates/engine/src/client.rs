//! The requests of the outbox relay to Temporal. Each may be sent twice. Public functions return boxed futures: the
//! client's code is large, and would otherwise be compiled again in every crate that waits for one of them.

use crate::{
    TENANT,
    codec::{Keys, Private, converter},
    effects::RunRef,
    interpreter::{Interpret, Nudge},
};
use anyhow::Context;
use futures::future::BoxFuture;
use std::{fmt, sync::Arc, time::Duration};
use temporalio_client::{
    Client, ClientOptions, ClientTlsOptions, Connection, ConnectionOptions, Priority, TlsOptions,
    WorkflowCancelOptions, WorkflowIdConflictPolicy, WorkflowSignalOptions, WorkflowStartOptions,
    errors::{WorkflowInteractionError, WorkflowStartError},
};
use temporalio_common::{
    data_converters::DataConverter,
    search_attributes::{SearchAttributeKey, SearchAttributes},
};
use tokio::sync::OnceCell;
use url::Url;
use uuid::Uuid;

#[derive(Debug, Clone)]
pub struct Settings {
    /// `http` in the clear, `https` with TLS.
    pub url: Url,
    pub namespace: String,
    /// The task queue of runs and their effects: [`crate::QUEUE`], except in tests.
    pub queue: String,
    /// The API key for Temporal Cloud.
    pub api_key: Option<String>,
    /// The authority of the server's certificate, as PEM; by default, those that the system trusts.
    pub authority: Option<Vec<u8>>,
    /// The client certificate; none by default.
    pub identity: Option<Identity>,
}

/// A certificate and its private key, as PEM.
#[derive(Clone)]
pub struct Identity {
    pub certificate: Vec<u8>,
    pub key: Vec<u8>,
}

/// Without the key.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity(..)")
    }
}

/// The connection to Temporal, opened when it is first needed, so that the start does not wait for it. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    settings: Settings,
    keys: Arc<dyn Keys>,
    client: OnceCell<Client>,
}

impl Engine {
    pub fn new(settings: Settings, keys: Arc<dyn Keys>) -> Engine {
        Engine { inner: Arc::new(Inner { settings, keys, client: OnceCell::new() }) }
    }

    /// Starts a run. A run that is already running is not changed, and a run that has ended finds nothing to do.
    pub fn start(&self, run: RunRef) -> BoxFuture<'_, anyhow::Result<()>> {
        self.start_with(run, WorkflowIdConflictPolicy::Unspecified)
    }

    /// Starts a run from what the tables hold, and terminates it if it is already running.
    pub fn replace(&self, run: RunRef) -> BoxFuture<'_, anyhow::Result<()>> {
        self.start_with(run, WorkflowIdConflictPolicy::TerminateExisting)
    }

    fn start_with(&self, run: RunRef, policy: WorkflowIdConflictPolicy) -> BoxFuture<'_, anyhow::Result<()>> {
        Box::pin(async move {
            let options = WorkflowStartOptions::new(self.queue(), workflow_id(run))
                .search_attributes(SearchAttributes::new([TENANT_KEY.value_set(run.tenant.to_string())]))
                .priority(fair(run.tenant))
                .id_conflict_policy(policy)
                .build();
            match self.client().await?.start_workflow(Interpret::run, Private::new(run.tenant, &run), options).await {
                Ok(_) | Err(WorkflowStartError::AlreadyStarted { .. }) => Ok(()),
                Err(error) => Err(error).context("start a run"),
            }
        })
    }

    /// Notifies a waiting step of a decision or an event. A run that has ended needs no notification.
    pub fn nudge<'a>(&'a self, run: RunRef, path: &'a str) -> BoxFuture<'a, anyhow::Result<()>> {
        Box::pin(async move {
            let handle = self.client().await?.get_workflow_handle::<Interpret>(workflow_id(run));
            let nudge = Private::new(run.tenant, &Nudge { path: path.to_owned() });
            unless_over(handle.signal(Interpret::nudge, nudge, WorkflowSignalOptions::default()).await)
        })
    }

    pub fn cancel(&self, run: RunRef) -> BoxFuture<'_, anyhow::Result<()>> {
        Box::pin(async move {
            let handle = self.client().await?.get_workflow_handle::<Interpret>(workflow_id(run));
            unless_over(handle.cancel(WorkflowCancelOptions::default()).await)
        })
    }

    /// Acquires the client for a call, which is refused while the task holds a database connection.
    pub(crate) async fn client(&self) -> anyhow::Result<&Client> {
        held::refuse("Temporal is called");
        self.inner.client.get_or_try_init(|| self.connect()).await
    }

    /// Host and port.
    pub(crate) fn address(&self) -> String {
        let url = &self.inner.settings.url;
        format!("{}:{}", url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default())
    }

    pub(crate) fn namespace(&self) -> &str {
        &self.inner.settings.namespace
    }

    pub(crate) fn queue(&self) -> &str {
        &self.inner.settings.queue
    }

    pub(crate) fn data_converter(&self) -> DataConverter {
        converter(self.inner.keys.clone())
    }

    async fn connect(&self) -> anyhow::Result<Client> {
        let settings = &self.inner.settings;
        let identity = settings.identity.clone().map(|Identity { certificate, key }| {
            ClientTlsOptions::builder().client_cert(certificate).client_private_key(key).build()
        });
        let tls = (settings.url.scheme() == "https").then(|| {
            TlsOptions::builder()
                .maybe_server_root_ca_cert(settings.authority.clone())
                .maybe_client_tls_options(identity)
                .build()
        });
        let options = ConnectionOptions::new(settings.url.clone())
            .identity(format!("tenant-control {}", std::process::id()))
            .maybe_api_key(settings.api_key.clone())
            .maybe_tls_options(tls)
            .connect_timeout(Duration::from_secs(5))
            .build();
        let connection = Connection::connect(options).await;
        let connection = connection.with_context(|| format!("cannot connect to Temporal at {}", self.address()))?;
        let options = ClientOptions::new(settings.namespace.clone()).data_converter(self.data_converter()).build();
        Ok(Client::new(connection, options)?)
    }
}

pub(crate) const TENANT_KEY: SearchAttributeKey<String> = SearchAttributeKey::keyword(TENANT);

/// The id that customers see, so that a run can be found by the same id on both sides, and is started once.
fn workflow_id(run: RunRef) -> String {
    api::ids::RunId(run.run).to_string()
}

/// Workers receive the tasks of tenants in turn, regardless of how many each has waiting. Activities inherit the key.
pub(crate) fn fair(tenant: Uuid) -> Priority {
    Priority::builder().fairness_key(tenant.to_string()).build()
}

fn unless_over(answer: Result<(), WorkflowInteractionError>) -> anyhow::Result<()> {
    match answer {
        Ok(()) | Err(WorkflowInteractionError::NotFound(_)) => Ok(()),
        Err(error) => Err(error).context("reach a run"),
    }
}
