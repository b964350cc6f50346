//! All tickets that a list finds, as CSV or as lines of JSON: read by pages while they are being sent, so that a hundred
//! thousand cost no more memory than one page.

use super::{list::Wanted, to_wire};
use crate::{
    app::App,
    db::Abandonable,
    http::{Caller, Credential, Problem},
    shares::Taken,
};
use api::{Grant, Scope, tickets::Ticket};
use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures::stream;
use jiff::Timestamp;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Tickets read at a time.
const ROWS: i64 = 500;

/// How often the credential is checked again.
const CHECK: Duration = Duration::from_millis(500);

#[derive(Clone, Copy)]
pub enum Lines {
    Csv,
    Ndjson,
}

/// Where an export stands.
struct Progress {
    from: Option<(Timestamp, Uuid)>,
    begun: bool,
}

/// What an export is about, who receives it, and its part of the tenant's share.
struct Export {
    app: App,
    caller: Caller,
    /// `None` for a part of the service itself.
    credential: Option<Credential>,
    checked: Instant,
    wanted: Wanted,
    lines: Lines,
    _taken: Taken,
}

pub fn export(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    wanted: Wanted,
    lines: Lines,
    taken: Taken,
) -> Response {
    let export = Export { app, caller, credential, checked: Instant::now(), wanted, lines, _taken: taken };
    let start = Some(Progress { from: None, begun: false });
    let pages = stream::try_unfold((export, start), |(mut export, progress)| {
        Abandonable::new(async move {
            let Some(progress) = progress else { return Ok(None) };
            // The answer has begun: all that can still be said is that it is not whole.
            let (bytes, next) =
                export.page(progress).await.map_err(|problem| std::io::Error::other(problem.code().name()))?;
            Ok::<_, std::io::Error>(Some((bytes, (export, next))))
        })
    });
    let (kind, name) = match lines {
        Lines::Csv => ("text/csv; charset=utf-8", "attachment; filename=\"tickets.csv\""),
        Lines::Ndjson => ("application/x-ndjson", "attachment; filename=\"tickets.ndjson\""),
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
    (headers.map(|(name, value)| (name, HeaderValue::from_static(value))), Body::from_stream(pages)).into_response()
}

impl Export {
    async fn page(&mut self, progress: Progress) -> Result<(Bytes, Option<Progress>), Problem> {
        self.check().await?;
        let Export { app, caller, wanted, lines, .. } = self;
        let db = app.db.tenant(caller).await?;
        let rows = wanted.rows(&db, progress.from, ROWS).await?;
        let levels = app.levels.of(&db, caller.tenant(), rows.iter().map(|row| row.sla_version)).await?;
        drop(db); // not held while the client takes what it gets
        let last = rows.last().map(|row| (row.updated_at, row.id));
        let next = last.filter(|_| rows.len() as i64 == ROWS).map(|last| Progress { from: Some(last), begun: true });
        let now = app.clock.now();
        let tickets = rows.into_iter().map(|row| to_wire(row, now, &levels));
        let bytes = match lines {
            Lines::Csv => csv(tickets, !progress.begun)?,
            Lines::Ndjson => ndjson(tickets)?,
        };
        Ok((bytes.into(), next))
    }

    /// It ends with its credential, and goes on with what the caller may see by now.
    async fn check(&mut self) -> Result<(), Problem> {
        let Some(credential) = self.credential.as_ref().filter(|_| self.checked.elapsed() >= CHECK) else {
            return Ok(());
        };
        let caller = credential.check(&self.app).await?;
        if !caller.scopes.contains(Scope::TicketsRead.into()) {
            return Err(Problem::insufficient_scope(vec![Grant::Only(Scope::TicketsRead)], &caller.grants));
        }
        self.caller = caller;
        self.checked = Instant::now();
        Ok(())
    }
}

fn ndjson(tickets: impl Iterator<Item = Ticket>) -> Result<Vec<u8>, Problem> {
    let mut text = vec![];
    for ticket in tickets {
        serde_json::to_writer(&mut text, &ticket).map_err(Problem::internal)?;
        text.push(b'\n');
    }
    Ok(text)
}

const COLUMNS: [&str; 20] = [
    "id",
    "number",
    "subject",
    "type",
    "status",
    "priority",
    "source",
    "organization_id",
    "requester_name",
    "requester_email",
    "assignee_id",
    "tags",
    "external_system",
    "external_id",
    "dedup_key",
    "dedup_count",
    "resolution_code",
    "created_at",
    "updated_at",
    "resolved_at",
];

fn csv(tickets: impl Iterator<Item = Ticket>, with_header: bool) -> Result<Vec<u8>, Problem> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    if with_header {
        writer.write_record(COLUMNS).map_err(Problem::internal)?;
    }
    for ticket in tickets {
        writer.write_record(cells(ticket).map(|cell| harmless(&cell))).map_err(Problem::internal)?;
    }
    writer.into_inner().map_err(|error| Problem::internal(anyhow::anyhow!("{error}")))
}

fn cells(ticket: Ticket) -> [String; COLUMNS.len()] {
    let time = |time: Option<Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
    let (requester_name, requester_email) = ticket.requester.map(|r| (r.name, r.email)).unwrap_or_default();
    let (external_system, external_id) = ticket.external_ref.map(|e| (e.system, e.id)).unwrap_or_default();
    let (dedup_key, dedup_count) = ticket.dedup.map(|d| (d.key, d.count.to_string())).unwrap_or_default();
    [
        ticket.id.to_string(),
        ticket.number.to_string(),
        ticket.subject,
        ticket.kind.name().to_owned(),
        ticket.status.name().to_owned(),
        ticket.priority.name().to_owned(),
        ticket.source.name().to_owned(),
        ticket.organization_id.map(|id| id.to_string()).unwrap_or_default(),
        requester_name,
        requester_email.unwrap_or_default(),
        ticket.assignee_id.map(|id| id.to_string()).unwrap_or_default(),
        ticket.tags.join(" "),
        external_system,
        external_id,
        dedup_key,
        dedup_count,
        ticket.resolution.map(|resolution| resolution.code).unwrap_or_default(),
        time(Some(ticket.created_at)),
        time(Some(ticket.updated_at)),
        time(ticket.resolved_at),
    ]
}

/// A spreadsheet would take what begins so for a formula, and run it.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_made_text() {
        assert_eq!(harmless("=HYPERLINK(\"http://evil.example\")"), "'=HYPERLINK(\"http://evil.example\")");
        assert_eq!(harmless("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(harmless("a = b"), "a = b");
    }
}
