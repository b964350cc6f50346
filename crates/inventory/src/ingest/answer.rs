//! Answers to agents, in their format. An agent that is refused with 429 or 503 only logs it and falls back to XML, so
//! load is shed with 200 and `pending`.

use super::body::Language;
use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

/// The header that distinguishes a GLPI Agent from a FusionInventory agent.
pub const AGENT_ID: HeaderName = HeaderName::from_static("glpi-agent-id");

/// The header by which a waiting agent refers to its message: eight hexadecimal digits.
const REQUEST_ID: HeaderName = HeaderName::from_static("glpi-request-id");
const CONTACT: &str = "C0417AC7";
const INVENTORY: &str = "14BE7083";

/// How often agents report, in hours.
const HOURS: u32 = 24;

/// The categories that agents are asked not to collect. They would be dropped anyway.
const NOT_WANTED: &str = "environment,process,remote_mgmt,licenseinfo,registry,database";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The response to the first message of a GLPI Agent, in XML. An agent that waits without an expiration restarts at
    /// once, in JSON and with a contact, so that its first inventory already leaves out unwanted categories.
    Welcome,
    Contact,
    Prolog,
    PrologLater,
    Stored,
    Wait(Waiting),
    SendAgain,
    UnknownToken,
    /// Another cell serves the tenant. An agent cannot follow, but tries again later, and by then its router is current.
    Misdirected,
    QuotaExceeded,
    Unreadable(&'static str),
    TooLarge(&'static str),
}

/// The message that a waiting agent will send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    Contact,
    Inventory,
}

/// True if a waiting agent asks about a contact.
pub fn is_contact(headers: &HeaderMap) -> bool {
    headers.get(REQUEST_ID).is_none_or(|id| id.as_bytes() == CONTACT.as_bytes())
}

impl Answer {
    pub fn name(self) -> &'static str {
        match self {
            Answer::Welcome => "welcome",
            Answer::Contact => "contact",
            Answer::Prolog | Answer::PrologLater => "prolog",
            Answer::Stored => "stored",
            Answer::Wait(_) => "wait",
            Answer::SendAgain => "send_again",
            Answer::UnknownToken => "unknown_token",
            Answer::Misdirected => "misdirected",
            Answer::QuotaExceeded => "quota_exceeded",
            Answer::Unreadable(_) => "unreadable",
            Answer::TooLarge(_) => "too_large",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Answer::UnknownToken | Answer::QuotaExceeded => StatusCode::FORBIDDEN,
            Answer::Misdirected => StatusCode::MISDIRECTED_REQUEST,
            Answer::Unreadable(_) => StatusCode::BAD_REQUEST,
            Answer::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::OK,
        }
    }

    fn error(self) -> Option<&'static str> {
        match self {
            Answer::SendAgain => Some("the server was busy: send the inventory again"),
            Answer::UnknownToken => Some("the token of the URL is unknown, revoked or expired"),
            Answer::Misdirected => Some("another cell serves the tenant of the token"),
            Answer::QuotaExceeded => Some("the enrolment has reached max_devices"),
            Answer::Unreadable(why) | Answer::TooLarge(why) => Some(why),
            _ => None,
        }
    }

    fn json(self) -> Value {
        match (self, self.error()) {
            (_, Some(message)) => json!({"status": "error", "message": message}),
            (Answer::Wait(_), _) => json!({"status": "pending", "expiration": "10m"}),
            (Answer::Welcome, _) => json!({"status": "pending"}),
            (Answer::Contact, _) => json!({
                "status": "ok",
                "expiration": format!("{HOURS}h"),
                "tasks": {"inventory": {"server": "glpi", "version": "10.0.18", "no-category": NOT_WANTED}},
            }),
            _ => json!({"status": "ok", "expiration": format!("{HOURS}h")}),
        }
    }

    fn xml(self) -> String {
        let inner = match (self, self.error()) {
            (_, Some(message)) => format!("<ERROR>{message}</ERROR>"),
            (Answer::Prolog, _) => format!("<RESPONSE>SEND</RESPONSE><PROLOG_FREQ>{HOURS}</PROLOG_FREQ>"),
            (Answer::PrologLater | Answer::Wait(_), _) => {
                "<RESPONSE>STOP</RESPONSE><PROLOG_FREQ>1</PROLOG_FREQ>".to_owned()
            }
            _ => String::new(),
        };
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<REPLY>{inner}</REPLY>\n")
    }
}

pub struct Reply {
    pub answer: Answer,
    pub language: Language,
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let (kind, body) = match self.language {
            Language::Json => ("application/json", self.answer.json().to_string()),
            Language::Xml => ("application/xml", self.answer.xml()),
        };
        let mut response = (self.answer.status(), [(header::CONTENT_TYPE, kind)], body).into_response();
        if let Answer::Wait(waiting) = self.answer {
            let id = match waiting {
                Waiting::Contact => CONTACT,
                Waiting::Inventory => INVENTORY,
            };
            response.headers_mut().insert(REQUEST_ID, HeaderValue::from_static(id));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_waits_with_a_contact_may_go_on_and_whoever_waits_with_an_inventory_sends_it_again() {
        for (waiting, contact) in [(Waiting::Contact, true), (Waiting::Inventory, false)] {
            let reply = Reply { answer: Answer::Wait(waiting), language: Language::Json }.into_response();
            assert_eq!(reply.status(), 200);
            assert_eq!(is_contact(reply.headers()), contact);
        }
    }

    #[test]
    fn messages_in_xml_need_no_escapes() {
        let said = [Answer::SendAgain, Answer::UnknownToken, Answer::Misdirected, Answer::QuotaExceeded];
        assert!(said.iter().all(|answer| !answer.error().unwrap().contains(['<', '&'])));
        assert!(Answer::Prolog.xml().contains("<RESPONSE>SEND</RESPONSE>"));
    }
}
