//! The listener for agents: the GLPI Agent's protocol in JSON and the FusionInventory agent's in XML, on a port of its
//! own. It is not part of the public API, and the OpenAPI document does not contain it.
//!
//! An agent is configured with the URL of its enrolment, `https://host/<token>`. All input is limited: in bytes, in
//! memory, in time, in entries, and in the number of inventories that are read at the same time.

mod admission;
mod answer;
mod body;
mod door;
mod inventory;
mod json;
mod message;
mod put;
mod reported;
mod significant;
mod software;
mod store;
mod xml;

use crate::enrolments::{self, Enrolled};
use admission::{Admission, Room};
use answer::{Answer, Reply};
use api::ProblemCode;
use axum::{
    Router,
    body::{Body, Bytes},
    extract::Path,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use body::Language;
use kernel::{app::App, http::Problem};
use message::{Message, Unreadable};
use std::{sync::Arc, time::Instant};
use store::Stored;
use tokio::task::spawn_blocking;

struct Listener {
    app: App,
    admission: Arc<Admission>,
}

/// Agents may add a path of their own to the URL.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/{token}", post(receive).merge(get(poll)))
        .route("/{token}/{*rest}", post(receive_below).merge(get(poll_below)))
}

type Below = Path<(String, String)>;

async fn receive_below(app: App, Path((token, _)): Below, headers: HeaderMap, body: Body) -> Response {
    receive(app, Path(token), headers, body).await
}

async fn poll_below(app: App, Path((token, _)): Below, headers: HeaderMap) -> Response {
    poll(app, Path(token), headers).await
}

/// A message of an agent.
async fn receive(app: App, Path(token): Path<String>, headers: HeaderMap, body: Body) -> Response {
    let (listener, begun) = (Listener::new(app), Instant::now());
    let (answer, language) = match listener.enrolled(&token).await {
        Ok(enrolled) => listener.message(enrolled, &headers, body).await,
        Err(answer) => (answer, Language::Json),
    };
    let seconds = begun.elapsed().as_secs_f64();
    metrics::histogram!("ingest_duration_seconds", "answer" => answer.name()).record(seconds);
    Reply { answer, language }.into_response()
}

/// A waiting GLPI Agent asks whether it may continue. Its message was not kept: after a contact it may continue, an
/// inventory must be sent again.
async fn poll(app: App, Path(token): Path<String>, headers: HeaderMap) -> Response {
    let listener = Listener::new(app);
    let answer = match listener.enrolled(&token).await {
        Ok(_) if !answer::is_contact(&headers) => Answer::SendAgain,
        Ok(_) if listener.admission.is_full() => Answer::Wait(answer::Waiting::Contact),
        Ok(_) => Answer::Contact,
        Err(answer) => answer,
    };
    Reply { answer, language: Language::Json }.into_response()
}

impl Listener {
    fn new(app: App) -> Listener {
        let admission = app.state.get::<Admission>();
        Listener { app, admission }
    }

    async fn enrolled(&self, token: &str) -> Result<Enrolled, Answer> {
        match enrolments::check(&self.app, token).await {
            Ok(Some(enrolled)) => Ok(enrolled),
            Ok(None) => Err(Answer::UnknownToken),
            Err(problem) if problem.code() == ProblemCode::Misdirected => Err(Answer::Misdirected),
            Err(problem) => Err(failed(&problem)),
        }
    }

    async fn message(&self, enrolled: Enrolled, headers: &HeaderMap, body: Body) -> (Answer, Language) {
        let announced = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let most = announced.unwrap_or(body::UNANNOUNCED_BYTES);
        let glpi = headers.contains_key(answer::AGENT_ID);
        let likely = if glpi { Language::Json } else { Language::Xml };
        if most > body::SENT_BYTES {
            return (Answer::TooLarge("the body is larger than 8 MiB"), likely);
        }
        let Some(mut room) = self.admission.enter(enrolled.tenant, body::cost(most)).await else {
            return (Answer::Wait(answer::Waiting::Inventory), likely);
        };
        let Some(sent) = body::receive(body, most).await else {
            return (Answer::Unreadable("the body is too large, too slow or cut off"), likely);
        };
        let _slot = self.admission.processing_slot(enrolled.tenant).await;
        let (language, message) = read(sent).await;
        let answered_in = language.unwrap_or(likely);
        // Only the first message of a GLPI Agent is in XML. A response in JSON makes it continue in JSON.
        let xml = language == Some(Language::Xml);
        match message {
            Ok(message) if xml && glpi && message.action.as_deref() == Some("prolog") => {
                (Answer::Welcome, Language::Json)
            }
            Ok(message) => (self.act(enrolled, message, &mut room).await, answered_in),
            Err(Unreadable::Malformed(why)) => (Answer::Unreadable(why), answered_in),
            Err(Unreadable::TooLarge(why)) => (Answer::TooLarge(why), answered_in),
        }
    }

    async fn act(&self, enrolled: Enrolled, message: Message, room: &mut Room) -> Answer {
        match message.action.as_deref() {
            Some("prolog") if self.admission.is_full() => Answer::PrologLater,
            Some("prolog") => Answer::Prolog,
            Some("contact") if self.admission.is_full() => Answer::Wait(answer::Waiting::Contact),
            Some("contact") => Answer::Contact,
            Some("inventory" | "netinventory") | None if !message.has_content => {
                Answer::Unreadable("the inventory has no content")
            }
            Some("inventory" | "netinventory") | None => {
                // It is compared, converted and sent to PostgreSQL: as a whole, it is there several times.
                room.keep(4 * message.kept_bytes());
                self.store(enrolled, message).await
            }
            Some(_) => Answer::Unreadable("the action is not supported"),
        }
    }

    async fn store(&self, enrolled: Enrolled, message: Message) -> Answer {
        let Ok(Some(inventory)) = spawn_blocking(move || inventory::normalize(message)).await else {
            return Answer::Unreadable("the inventory has no valid deviceid");
        };
        let sections = inventory.sections.len();
        match store::store(&self.app, enrolled, &inventory).await {
            Ok(Stored::Refused) => Answer::QuotaExceeded,
            Ok(stored) => {
                metrics::counter!("ingest_inventories_total", "outcome" => stored.name()).increment(1);
                tracing::debug!(tenant = %enrolled.tenant, outcome = stored.name(), sections, "inventory stored");
                Answer::Stored
            }
            Err(problem) => failed(&problem),
        }
    }
}

async fn read(sent: Bytes) -> (Option<Language>, Result<Message, Unreadable>) {
    let read = spawn_blocking(move || body::read(&sent)).await;
    read.unwrap_or((None, Err(Unreadable::Malformed("the body could not be read"))))
}

fn failed(problem: &Problem) -> Answer {
    let cause = problem.cause().map_or_else(|| problem.detail().to_owned(), |cause| format!("{cause:#}"));
    tracing::warn!(error = cause, "failed to process a message of an agent");
    Answer::Wait(answer::Waiting::Inventory)
}
