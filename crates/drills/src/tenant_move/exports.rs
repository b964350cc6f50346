//! A client that exports all tickets repeatedly. An export that is in progress when the tenant moves may be cut off, which
//! its client sees; one that ends is complete.

use super::cells::{Cell, Cells, Place};
use crate::Outcome;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{task::JoinHandle, time::sleep};
use uuid::Uuid;

const TARGET: &str = "/api/psa/tickets?format=ndjson";

/// The client reads slowly, so that an export is in progress whenever the tenant moves.
const BETWEEN_PARTS: Duration = Duration::from_millis(250);

#[derive(Default)]
struct Tally {
    complete: usize,
    /// The connection broke before the end of the response.
    cut: usize,
    /// Refused by a cell that the tenant was leaving.
    refused: usize,
    /// The response ended, but tickets are missing.
    short: usize,
    /// Tickets are never deleted here: no export has fewer than the one before.
    tickets: usize,
}

pub struct Exports {
    tally: Arc<Mutex<Tally>>,
    reading: JoinHandle<()>,
}

impl Exports {
    /// `tickets` is the number of tickets that exist already.
    pub fn start(cells: &Cells, place: &Arc<Place>, key: &str, tickets: usize) -> anyhow::Result<Exports> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let bases = [cells.both[0].server.base.clone(), cells.both[1].server.base.clone()];
        let tally = Arc::new(Mutex::new(Tally { tickets, ..Tally::default() }));
        let reading = tokio::spawn(export_repeatedly(http, bases, place.clone(), key.to_owned(), tally.clone()));
        Ok(Exports { tally, reading })
    }

    /// There are no more writes, so the last export has every ticket.
    pub async fn judge(self, last: &Cell, (tenant, key): (Uuid, &str), outcome: &mut Outcome) -> anyhow::Result<()> {
        self.reading.abort();
        let http = reqwest::Client::builder().no_proxy().build()?;
        let request = http.get(format!("{}{TARGET}", last.server.base)).bearer_auth(key);
        let exported = count_lines(request.send().await?.error_for_status()?, Duration::ZERO).await?;
        let query = "select count(*) from tickets where tenant_id = $1";
        let stored: i64 = last.stage.database.root().await.query_one(query, &[&tenant]).await?.get(0);
        let tally = lock(&self.tally);
        outcome.figure(format!(
            "{} exports complete, {} cut off, {} refused, {} short",
            tally.complete, tally.cut, tally.refused, tally.short
        ));
        outcome.promise(tally.complete > 0 && tally.short == 0, "an export that ends has every ticket");
        outcome.promise(
            i64::try_from(exported) == Ok(stored),
            format!("an export in the last cell has {exported} of {stored} tickets"),
        );
        Ok(())
    }
}

async fn export_repeatedly(
    http: reqwest::Client,
    bases: [String; 2],
    place: Arc<Place>,
    key: String,
    tally: Arc<Mutex<Tally>>,
) {
    loop {
        let request = http.get(format!("{}{TARGET}", bases[place.now()])).bearer_auth(&key);
        match request.send().await {
            Ok(response) if response.status().is_success() => {
                let counted = count_lines(response, BETWEEN_PARTS).await;
                let mut tally = lock(&tally);
                match counted {
                    Ok(lines) if lines >= tally.tickets => {
                        tally.complete += 1;
                        tally.tickets = lines;
                    }
                    Ok(lines) => {
                        eprintln!("  an export ended with {lines} of {} tickets", tally.tickets);
                        tally.short += 1;
                    }
                    Err(_) => tally.cut += 1,
                }
            }
            _ => lock(&tally).refused += 1,
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Returns an error if the response is cut off.
async fn count_lines(mut response: reqwest::Response, between: Duration) -> reqwest::Result<usize> {
    let mut lines = 0;
    while let Some(part) = response.chunk().await? {
        lines += part.iter().filter(|byte| **byte == b'\n').count();
        sleep(between).await;
    }
    Ok(lines)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
