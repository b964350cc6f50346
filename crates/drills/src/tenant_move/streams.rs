//! A client that follows the event log through all moves: it reconnects with the id of the last event.

use super::cells::{Cell, Cells, Place};
use crate::Outcome;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use testkit::EventStream;
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};
use uuid::Uuid;

/// The longest wait for the last event.
const WAIT_TIMEOUT: Duration = Duration::from_secs(30);

/// The time after which the client closes a stream of the cell that the tenant has left.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Default)]
struct Seen {
    events: Vec<String>,
    connections: usize,
    /// Streams that the client had to close, because the cell did not.
    left_open: usize,
}

pub struct Following {
    seen: Arc<Mutex<Seen>>,
    reading: JoinHandle<()>,
}

impl Following {
    pub fn start(cells: &Cells, place: &Arc<Place>, key: &str) -> anyhow::Result<Following> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let bases = [cells.both[0].server.base.clone(), cells.both[1].server.base.clone()];
        let seen = Arc::<Mutex<Seen>>::default();
        let reading = tokio::spawn(follow(http, bases, place.clone(), key.to_owned(), seen.clone()));
        Ok(Following { seen, reading })
    }

    /// Checks that the client received every event after its first one, once and in order.
    pub async fn judge(self, last: &Cell, tenant: Uuid, outcome: &mut Outcome) -> anyhow::Result<()> {
        let query = "select id from events where tenant_id = $1 order by position";
        let rows = last.stage.database.root().await.query(query, &[&tenant]).await?;
        let ids: Vec<String> = rows.iter().map(|row| api::EventId(row.get(0)).to_string()).collect();
        let started = Instant::now();
        while lock(&self.seen).events.last() != ids.last() && started.elapsed() < WAIT_TIMEOUT {
            sleep(Duration::from_millis(100)).await;
        }
        self.reading.abort();
        let seen = lock(&self.seen);
        let same = seen.events.first().and_then(|first| ids.iter().position(|id| id == first));
        let same = same.is_some_and(|first| ids[first..] == seen.events[..]);
        outcome.figure(format!("{} events of a stream in {} connections", seen.events.len(), seen.connections));
        if seen.left_open > 0 {
            eprintln!("  {} streams stayed open in the cell that the tenant had left", seen.left_open);
        }
        outcome.promise(same && seen.connections > 1, "a stream continues in the other cell without a gap");
        Ok(())
    }
}

async fn follow(http: reqwest::Client, bases: [String; 2], place: Arc<Place>, key: String, seen: Arc<Mutex<Seen>>) {
    let mut last: Option<String> = None;
    loop {
        let at = place.now();
        let mut request = http.get(format!("{}/api/events", bases[at])).bearer_auth(&key);
        request = request.header("accept", "text/event-stream");
        if let Some(id) = &last {
            request = request.header("last-event-id", id);
        }
        let opened = request.send().await.ok().filter(|response| response.status().is_success());
        let Some(response) = opened else {
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        lock(&seen).connections += 1;
        let mut stream = EventStream::new(response);
        let mut left: Option<Instant> = None;
        loop {
            match timeout(Duration::from_millis(200), stream.next()).await {
                Ok(Ok(Some(sent))) => lock(&seen).events.push(sent.id),
                Ok(_) => break,
                Err(_) => {}
            }
            last = stream.last_id.clone().or(last);
            if place.now() == at {
                left = None;
            } else if left.get_or_insert_with(Instant::now).elapsed() > CLOSE_TIMEOUT {
                lock(&seen).left_open += 1;
                break;
            }
        }
        last = stream.last_id.clone().or(last);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
