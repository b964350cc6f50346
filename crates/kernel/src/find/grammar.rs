//! What `q` says: words, phrases, exclusions, identifiers and qualifiers. Nothing is ignored: what has no meaning is
//! refused with what has.

#[cfg(test)]
mod tests;

use super::{
    asked::{Asked, Identifier, Phrase, Word},
    identifiers, times,
};
use crate::http::Problem;
use api::{
    Fault, OrganizationId, ProblemCode, UserId,
    devices::OsFamily,
    problem::FaultCode,
    search::SearchType,
    tickets::{TicketPriority, TicketStatus},
};
use flow::{bounds::SHOWN_CHARS, did_you_mean, shortened};

/// Words, phrases and qualifiers of a query.
const MOST_TERMS: usize = 20;

const QUALIFIERS: [&str; 13] =
    ["type", "org", "status", "priority", "assignee", "tag", "os", "ip", "mac", "serial", "created", "updated", "seen"];

/// Statuses of others than tickets.
const STATUSES: [&str; 7] = ["active", "inactive", "stale", "retired", "disabled", "enabled", "unresolved"];

/// A part of the query.
#[derive(Debug, PartialEq, Eq)]
struct Term<'a> {
    not: bool,
    qualifier: Option<&'a str>,
    value: &'a str,
    quoted: bool,
}

/// What a query means. Types are not in [`Asked`] yet: the caller's scopes decide about them.
#[derive(Debug, Default, PartialEq)]
pub struct Parsed {
    pub asked: Asked,
    pub types: Option<Vec<SearchType>>,
    pub without_types: Vec<SearchType>,
}

/// `me` is the user who asks.
pub fn parse(q: &str, me: Option<UserId>) -> Result<Parsed, Problem> {
    let terms = terms(q);
    if terms.len() > MOST_TERMS {
        return Err(refused(format!("has more than {MOST_TERMS} words and qualifiers"), None));
    }
    let mut parsed = Parsed::default();
    let mut typed = vec![];
    for term in &terms {
        match term.qualifier {
            Some(name) => parsed.qualify(name, term, me)?,
            None => {
                parsed.word(term);
                typed.extend((!term.not).then_some(term.value));
            }
        }
    }
    parsed.asked.text = typed.join(" ");
    // Without words, the identifiers are what the index is asked for.
    if parsed.asked.words.is_empty() {
        let keys = parsed.asked.identifiers.iter().map(|identifier| vec![identifier.key()]);
        parsed.asked.words = keys.map(|keys| Word { keys, ..Word::default() }).collect();
    }
    Ok(parsed)
}

fn terms(q: &str) -> Vec<Term<'_>> {
    let (mut terms, mut rest) = (vec![], q.trim_start());
    while !rest.is_empty() {
        let (term, after) = first_term(rest);
        terms.push(term);
        rest = after.trim_start();
    }
    terms
}

/// The first term, and the text after it. A quotation mark that is not closed closes at the end.
fn first_term(text: &str) -> (Term<'_>, &str) {
    let (not, text) = match text.strip_prefix('-') {
        Some(after) if !after.is_empty() && !after.starts_with(char::is_whitespace) => (true, after),
        _ => (false, text),
    };
    let (qualifier, text) = match qualifier_of(word_at(text)) {
        Some(name) => (Some(name), &text[name.len() + 1..]),
        None => (None, text),
    };
    let (value, quoted, rest) = match text.strip_prefix('"') {
        Some(open) => {
            let (value, rest) = open.split_once('"').unwrap_or((open, ""));
            (value, true, rest)
        }
        None => {
            let value = word_at(text);
            (value, false, &text[value.len()..])
        }
    };
    (Term { not, qualifier, value, quoted }, rest)
}

/// The text up to a space.
fn word_at(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

/// The name before a colon, unless it is an address.
fn qualifier_of(word: &str) -> Option<&str> {
    let (name, _) = word.split_once(':')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    (is_name && !identifiers::is_mac(word) && !identifiers::is_ipv6(word)).then_some(name)
}

impl Parsed {
    fn word(&mut self, term: &Term<'_>) {
        let text = term.value.to_owned();
        match (term.not, term.quoted) {
            (true, false) => self.asked.without.push(text),
            (true, true) => self.asked.phrases.push(Phrase { text, field: None, open: false, not: true }),
            // The digits of a number are not a word.
            (false, false) if identifiers::is_number_of_ticket(&text) => {
                self.asked.words.push(Word { keys: vec![text], ..Word::default() });
            }
            (false, false) => {
                self.asked.words.push(Word { keys: identifiers::keys(&text), text, ..Word::default() });
            }
            (false, true) => {
                let keys = identifiers::keys(&text);
                // A number with spaces in it, such as a phone number, is found as an identifier, not as a phrase.
                if keys.is_empty() {
                    self.asked.phrases.push(Phrase { text: text.clone(), field: None, open: false, not: false });
                }
                self.asked.words.push(Word { text, keys, exact: true, ..Word::default() });
            }
        }
    }

    fn qualify(&mut self, name: &str, term: &Term<'_>, me: Option<UserId>) -> Result<(), Problem> {
        let name = name.to_ascii_lowercase();
        let Some(name) = QUALIFIERS.into_iter().find(|known| *known == name) else {
            let detail = format!(
                "has the unknown qualifier {}:. Known are {}. Put a text with a colon in quotation marks",
                shortened(&name, SHOWN_CHARS),
                QUALIFIERS.map(|known| format!("{known}:")).join(", ")
            );
            return Err(refused(detail, did_you_mean(&name, QUALIFIERS.into_iter())));
        };
        if term.value.trim().is_empty() {
            return Err(no_value(name));
        }
        let can_exclude = ["type", "status", "priority", "assignee", "tag"].contains(&name);
        if term.not && !can_exclude {
            return Err(refused(format!("excludes {name}:, which cannot be excluded"), None));
        }
        match name {
            "type" => self.restrict_types(term),
            "org" => {
                self.organization(term.value);
                Ok(())
            }
            "os" => {
                self.os(term.value);
                Ok(())
            }
            "ip" => self.identifier(name, term, identifiers::ip, "10.0.0.7, 10.0. or 10.0.0.0/24"),
            "mac" => self.identifier(name, term, identifiers::mac, "at least four digits of an address"),
            "serial" => self.identifier(name, term, identifiers::serial, "letters and digits"),
            "created" | "updated" | "seen" => self.period(name, term.value),
            _ => self.labels(name, term, me),
        }
    }

    fn restrict_types(&mut self, term: &Term<'_>) -> Result<(), Problem> {
        let known = || SearchType::ALL.iter().map(|kind| kind.name());
        let mut types = vec![];
        for value in term.value.split(',') {
            types.push(SearchType::named(value).ok_or_else(|| unknown("type", value, known()))?);
        }
        match term.not {
            true => self.without_types.extend(types),
            false => {
                let before = self.types.take();
                types.retain(|kind| before.as_ref().is_none_or(|before| before.contains(kind)));
                self.types = Some(types);
            }
        }
        Ok(())
    }

    /// An id, or words of the name.
    fn organization(&mut self, value: &str) {
        match value.parse::<OrganizationId>() {
            Ok(id) => self.within(id),
            Err(_) => self.asked.organization_names.push(value.to_owned()),
        }
    }

    /// Entries of this organization alone.
    pub fn within(&mut self, id: OrganizationId) {
        let before = self.asked.organization_ids.take();
        let ids = [id.0].into_iter().filter(|id| before.as_ref().is_none_or(|before| before.contains(id)));
        self.asked.organization_ids = Some(ids.collect());
    }

    /// A family of operating systems, or words of the name.
    fn os(&mut self, value: &str) {
        if let Some(family) = OsFamily::named(&value.to_lowercase()) {
            self.asked.labels.push(vec![format!("os:{}", family.name())]);
            return;
        }
        let text = value.to_owned();
        self.asked.phrases.push(Phrase { text: text.clone(), field: Some("os"), open: true, not: false });
        self.asked.words.push(Word { text, ..Word::default() });
    }

    fn identifier(
        &mut self,
        name: &str,
        term: &Term<'_>,
        read: fn(&str) -> Option<Identifier>,
        form: &str,
    ) -> Result<(), Problem> {
        let identifier = read(term.value).ok_or_else(|| refused(format!("needs {form} after {name}:"), None))?;
        self.asked.identifiers.push(identifier);
        Ok(())
    }

    fn period(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let form = "2026-11-01, >2026-11-01, <2026-11-01 or 2026-11-01..2026-11-30";
        let period =
            times::period(value).ok_or_else(|| refused(format!("needs days after {name}:, such as {form}"), None))?;
        let Asked { created, updated, seen, .. } = &mut self.asked;
        let (since, until) = match name {
            "created" => (&mut created.created_since, &mut created.created_until),
            "updated" => (&mut updated.updated_since, &mut updated.updated_until),
            _ => (&mut seen.seen_since, &mut seen.seen_until),
        };
        (*since, *until) = times::common((*since, *until), period);
        Ok(())
    }

    /// One of the values, or none of them.
    fn labels(&mut self, name: &str, term: &Term<'_>, me: Option<UserId>) -> Result<(), Problem> {
        let mut labels = vec![];
        for value in term.value.split(',').filter(|value| !value.is_empty()) {
            let values = match name {
                "status" => statuses(value)?,
                "priority" => {
                    let known = || TicketPriority::ALL.iter().map(|priority| priority.name());
                    vec![TicketPriority::named(value).ok_or_else(|| unknown(name, value, known()))?.name().to_owned()]
                }
                "assignee" => vec![assignee(value, me)?],
                _ => vec![value.to_lowercase()],
            };
            labels.extend(values.into_iter().map(|value| format!("{name}:{value}")));
        }
        if labels.is_empty() {
            return Err(no_value(name));
        }
        match term.not {
            true => self.asked.without_labels.extend(labels),
            false => self.asked.labels.push(labels),
        }
        Ok(())
    }
}

fn statuses(value: &str) -> Result<Vec<String>, Problem> {
    let known = || TicketStatus::ALL.iter().map(|status| status.name()).chain(STATUSES);
    match value {
        "unresolved" => Ok(TicketStatus::UNRESOLVED.map(|status| status.name().to_owned()).to_vec()),
        value if known().any(|status| status == value) => Ok(vec![value.to_owned()]),
        value => Err(unknown("status", value, known())),
    }
}

fn assignee(value: &str, me: Option<UserId>) -> Result<String, Problem> {
    let no_user = || refused("has assignee:me, which requires a session: an API key has no tickets".to_owned(), None);
    let no_id = |_| refused("needs me, none or the id of a user after assignee:".to_owned(), None);
    match value {
        "none" => Ok("none".to_owned()),
        "me" => me.map(|id| id.0.to_string()).ok_or_else(no_user),
        id => id.parse::<UserId>().map(|id| id.0.to_string()).map_err(no_id),
    }
}

fn no_value(name: &str) -> Problem {
    refused(format!("has no value after {name}:"), None)
}

fn unknown<'a>(name: &str, value: &str, known: impl Iterator<Item = &'a str>) -> Problem {
    let known: Vec<&str> = known.collect();
    let detail = format!("has an unknown value after {name}:. Known are {}", known.join(", "));
    refused(detail, did_you_mean(value, known.into_iter()))
}

/// The detail goes on where `q` ends.
fn refused(detail: String, did_you_mean: Option<String>) -> Problem {
    let fault = Fault { did_you_mean, ..Fault::of("q", FaultCode::Invalid, detail) };
    let detail = "The query cannot be read. See errors; the guide \"Find everything\" explains the grammar.";
    Problem::parameters(ProblemCode::InvalidParameter, detail, vec![fault])
}
