//! Readers of the event stream: each reads for some seconds, closes the connection, and resumes after the last event that it
//! received. No event may be missing or repeated.

use super::{
    caller::{Caller, PAUSE, kind_of},
    load::Load,
    tenants::Tenant,
};
use crate::stage::Stage;
use anyhow::ensure;
use api::EventId;
use rand::Rng;
use reqwest::{StatusCode, header::ACCEPT};
use std::{
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use testkit::EventStream;
use tokio::{
    sync::broadcast::{self, Receiver},
    task::JoinSet,
    time::sleep,
};

const PATH: &str = "/api/events?type=ticket.*";

/// How long a connection is open, in seconds.
const OPEN: Range<f64> = 2.0..8.0;

/// The limit for the last events to arrive.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(30);

/// The events of one tenant that were received, in their order.
#[derive(Default)]
struct Received(Mutex<Vec<String>>);

impl Received {
    fn ids(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Streams {
    readers: JoinSet<()>,
    received: Vec<Arc<Received>>,
    connections: Arc<AtomicUsize>,
}

#[derive(Debug, Default)]
pub struct Compared {
    pub events: usize,
    pub connections: usize,
    /// Tenants whose events were not received once each and in order.
    pub wrong: Vec<String>,
}

impl Streams {
    /// A reader for each tenant. It is connected when this returns, so that it receives all later events.
    pub async fn start(load: &Arc<Load>, cut: &broadcast::Sender<()>) -> anyhow::Result<Streams> {
        let http = reqwest::Client::builder().no_proxy().connect_timeout(Duration::from_secs(5)).build()?;
        let (mut readers, mut received) = (JoinSet::new(), vec![]);
        let connections = Arc::new(AtomicUsize::new(0));
        for number in 0..load.tenants.len() {
            let events = Arc::new(Received::default());
            let tenant = &load.tenants[number];
            let (server, base) = load.caller.server();
            let first = (server, open(&http, &base, tenant, None).await?);
            let reader = Reader {
                load: load.clone(),
                tenant: number,
                http: http.clone(),
                received: events.clone(),
                connections: connections.clone(),
            };
            let cut = cut.subscribe();
            readers.spawn(async move { reader.read(first, cut).await });
            received.push(events);
        }
        Ok(Streams { readers, received, connections })
    }

    /// Waits for the last events, ends the readers, and compares the received events with the log.
    pub async fn finish(mut self, stage: &Stage, tenants: &[Tenant]) -> anyhow::Result<Compared> {
        let mut compared = Compared::default();
        let started = Instant::now();
        for (tenant, received) in tenants.iter().zip(&self.received) {
            let logged = logged(stage, tenant).await?;
            while received.ids().len() < logged.len() && started.elapsed() < ARRIVAL_TIMEOUT {
                sleep(PAUSE).await;
            }
            compared.events += logged.len();
            let ids = received.ids();
            if *ids != logged {
                let missing = logged.iter().filter(|id| !ids.contains(id)).count();
                let line = format!("tenant {}: {} of {}, {missing} missing", tenant.number, ids.len(), logged.len());
                compared.wrong.push(line);
            }
        }
        self.readers.shutdown().await;
        compared.connections = self.connections.load(Relaxed);
        Ok(compared)
    }
}

/// The events of the log that a reader gets.
async fn logged(stage: &Stage, tenant: &Tenant) -> anyhow::Result<Vec<String>> {
    let query = "select id from events where tenant_id = $1 and type like 'ticket.%' order by position";
    let rows = stage.database.root().await.query(query, &[&tenant.id]).await?;
    Ok(rows.iter().map(|row| EventId(row.get(0)).to_string()).collect())
}

struct Reader {
    load: Arc<Load>,
    tenant: usize,
    http: reqwest::Client,
    received: Arc<Received>,
    connections: Arc<AtomicUsize>,
}

impl Reader {
    fn caller(&self) -> &Caller {
        &self.load.caller
    }

    /// Reads until it is aborted.
    async fn read(self, first: (usize, EventStream), mut cut: Receiver<()>) {
        let mut last = self.follow(first, None, &mut cut).await;
        loop {
            let ((server, base), sent) = (self.caller().server(), Instant::now());
            let opened = open(&self.http, &base, &self.load.tenants[self.tenant], last.as_deref()).await;
            match opened {
                Ok(stream) => last = self.follow((server, stream), last, &mut cut).await,
                Err(error) => {
                    let kind = error.downcast_ref::<reqwest::Error>().map_or("stream refused", kind_of);
                    self.caller().failed(server, sent, kind, "an event stream");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Reads a stream of a server for some seconds, or until it is cut. Returns the id to resume after.
    async fn follow(
        &self,
        (server, mut stream): (usize, EventStream),
        last: Option<String>,
        cut: &mut Receiver<()>,
    ) -> Option<String> {
        self.connections.fetch_add(1, Relaxed);
        let time = Duration::from_secs_f64(rand::rng().random_range(OPEN));
        let over = sleep(time);
        tokio::pin!(over);
        let ended = loop {
            tokio::select! {
                () = &mut over => break None,
                _ = cut.recv() => break None,
                next = stream.next() => match next {
                    Ok(Some(event)) => self.received.ids().push(event.id),
                    Ok(None) => break Some("stream ended"),
                    Err(_) => break Some("stream lost"),
                },
            }
        };
        if let Some(kind) = ended {
            // The current time counts, not the time of the request: the stream ends because of a fault of this moment.
            self.caller().failed(server, Instant::now(), kind, "an event stream");
        }
        let received = self.received.ids().last().cloned();
        received.or(stream.last_id).or(last)
    }
}

async fn open(http: &reqwest::Client, base: &str, tenant: &Tenant, last: Option<&str>) -> anyhow::Result<EventStream> {
    let mut request = http.get(format!("{base}{PATH}")).bearer_auth(&tenant.key).header(ACCEPT, "text/event-stream");
    if let Some(last) = last {
        request = request.header("last-event-id", last);
    }
    let response = request.send().await?;
    ensure!(response.status() == StatusCode::OK, "a stream gets {}", response.status());
    Ok(EventStream::new(response))
}
