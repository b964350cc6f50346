//! Queries with their right results, drawn from the generated objects.

use super::expected::{ExpectedResults, words_of};
use crate::search_data::{Catalogue, Contact, Ticket, Typo, fold};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::HashSet;
use uuid::Uuid;

/// The most draws for the queries of a class.
const ATTEMPTS: usize = 10_000;

/// The most tickets that have a rare word. More frequent words are not searched for.
const RARE: usize = 10;

/// The quality that the drill requires of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    /// All right results come first.
    Certain,
    /// The results are at least as good as those of `tantivy`, on average.
    Compared,
    /// The quality is measured only.
    None,
}

pub struct Query {
    pub class: &'static str,
    pub promise: Promise,
    pub text: String,
    pub right: HashSet<Uuid>,
}

/// All queries, class by class.
pub fn queries(catalogue: &Catalogue, expected: &ExpectedResults) -> Vec<Query> {
    let mut labels = Labels { catalogue, expected, rng: StdRng::seed_from_u64(41), queries: vec![] };
    labels.devices();
    labels.macs();
    labels.addresses();
    labels.phones();
    labels.people();
    labels.typos();
    labels.tickets();
    labels.organizations();
    labels.queries
}

/// Host names with one digit changed, which no host has.
pub fn absent_hosts(catalogue: &Catalogue, count: usize) -> Vec<String> {
    let known = catalogue.hostnames();
    let mut rng = StdRng::seed_from_u64(42);
    let mut absent = vec![];
    while absent.len() < count {
        let mut name = catalogue.devices[rng.random_range(0..catalogue.devices.len())].hostname.clone();
        // The last five characters are digits.
        let at = name.len() - rng.random_range(1..=5_usize);
        name.replace_range(at..=at, &rng.random_range(0..10_u8).to_string());
        if !known.contains(name.as_str()) {
            absent.push(name);
        }
    }
    absent
}

struct Labels<'a> {
    catalogue: &'a Catalogue,
    expected: &'a ExpectedResults,
    rng: StdRng,
    queries: Vec<Query>,
}

impl<'a> Labels<'a> {
    fn drawn<T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.rng.random_range(0..all.len())]
    }

    /// Draws queries until there are enough. A draw returns `None` if its right results would be ambiguous.
    fn class(
        &mut self,
        class: &'static str,
        promise: Promise,
        count: usize,
        draw: impl Fn(&mut Labels<'a>) -> Option<(String, HashSet<Uuid>)>,
    ) {
        let mut made = 0;
        for _ in 0..ATTEMPTS {
            if made == count {
                return;
            }
            if let Some((text, right)) = draw(self).filter(|(_, right)| !right.is_empty()) {
                self.queries.push(Query { class, promise, text, right });
                made += 1;
            }
        }
    }

    /// A complete identifier.
    fn whole(&mut self, class: &'static str, count: usize, draw: impl Fn(&mut Labels<'a>) -> String) {
        self.class(class, Promise::Certain, count, |labels| {
            let text = draw(labels);
            let right = labels.expected.identified(&text);
            Some((text, right))
        });
    }

    /// A part of an identifier.
    fn part(&mut self, class: &'static str, count: usize, draw: impl Fn(&mut Labels<'a>) -> String) {
        self.class(class, Promise::Certain, count, |labels| {
            let text = draw(labels);
            let right = labels.expected.beginning(&text);
            Some((text, right))
        });
    }

    fn devices(&mut self) {
        let devices = &self.catalogue.devices;
        self.whole("host name", 15, |labels| labels.drawn(devices).hostname.clone());
        self.whole("host name in lower case", 10, |labels| labels.drawn(devices).hostname.to_lowercase());
        self.part("part of a host name", 25, |labels| {
            let name = &labels.drawn(devices).hostname;
            name[..name.len() - 2].to_owned()
        });
        self.whole("serial number", 20, |labels| labels.drawn(devices).serial.clone());
        self.whole("serial number with hyphens", 10, |labels| {
            let serial = &labels.drawn(devices).serial;
            format!("{}-{}", &serial[..3], &serial[3..])
        });
        self.part("part of a serial number", 15, |labels| labels.drawn(devices).serial[..6].to_lowercase());
        self.whole("UUID", 10, |labels| labels.drawn(devices).uuid.to_string());
        self.whole("UUID in the other byte order", 5, |labels| {
            Uuid::from_bytes_le(*labels.drawn(devices).uuid.as_bytes()).to_string().to_uppercase()
        });
    }

    fn macs(&mut self) {
        let devices = &self.catalogue.devices;
        let mac = |labels: &mut Labels<'a>| labels.drawn(devices).macs[0].clone();
        self.whole("MAC 00:1b:21:3c:9d:f8", 15, mac);
        self.whole("MAC 00-1B-21-3C-9D-F8", 15, |labels| mac(labels).replace(':', "-").to_uppercase());
        self.whole("MAC 001b.213c.9df8", 15, |labels| dotted(&mac(labels)));
        self.whole("MAC 001B213C9DF8", 15, |labels| mac(labels).replace(':', "").to_uppercase());
        self.part("half a MAC with colons", 10, |labels| mac(labels)[9..].to_owned());
        self.part("half a MAC with hyphens", 5, |labels| mac(labels)[9..].replace(':', "-").to_uppercase());
        self.part("half a MAC without separators", 5, |labels| mac(labels)[9..].replace(':', ""));
        self.part("last groups of a dotted MAC", 5, |labels| dotted(&mac(labels))[5..].to_owned());
    }

    fn addresses(&mut self) {
        let (devices, contacts) = (&self.catalogue.devices, &self.catalogue.contacts);
        // A phone number with these digits is not a right result.
        self.class("IP address", Promise::Certain, 20, |labels| {
            let device = labels.drawn(devices);
            Some((device.ip.clone(), HashSet::from([device.id])))
        });
        self.whole("e-mail", 15, |labels| labels.drawn(contacts).email.clone());
        self.part("beginning of an e-mail", 10, |labels| {
            let email = &labels.drawn(contacts).email;
            email[..=email.find('@').unwrap_or(4)].to_owned()
        });
    }

    fn phones(&mut self) {
        let contacts = &self.catalogue.contacts;
        let phone = |labels: &mut Labels<'a>| labels.drawn(contacts).phones[0].clone();
        self.whole("phone number without spaces", 10, |labels| phone(labels).replace(' ', ""));
        self.whole("phone number in quotation marks", 10, |labels| format!("\"{}\"", phone(labels)));
        self.part("last seven digits of a phone number", 15, |labels| {
            let phone = phone(labels);
            phone[phone.len() - 7..].to_owned()
        });
        self.class("phone number with spaces", Promise::None, 10, |labels| {
            let phone = phone(labels);
            let right = labels.expected.identified(&phone);
            Some((phone, right))
        });
    }

    fn people(&mut self) {
        let (contacts, expected) = (&self.catalogue.contacts, self.expected);
        let accented = |labels: &mut Labels<'a>| {
            let name = labels.drawn(contacts).name();
            let right = expected.names.get(&fold(&name))?.clone();
            (!name.is_ascii()).then_some((name, right))
        };
        self.class("name with accents", Promise::Compared, 15, accented);
        self.class("name typed without accents", Promise::Compared, 40, |labels| {
            accented(labels).map(|(name, right)| (fold(&name), right))
        });
        self.class("beginning of a name", Promise::Compared, 15, |labels| {
            let (first, last) = folded(labels.drawn(contacts));
            let text = format!("{first} {}", last.get(..4)?);
            let fitting = expected.names.iter().filter(|(name, _)| name.starts_with(&text));
            let right = fitting.flat_map(|(_, ids)| ids).copied().collect();
            Some((text, right))
        });
    }

    fn typos(&mut self) {
        let (contacts, tickets, expected) = (&self.catalogue.contacts, &self.catalogue.tickets, self.expected);
        for typo in Typo::ALL {
            self.class(typo.class(), Promise::Compared, 20, |labels| {
                let (first, last) = folded(labels.drawn(contacts));
                let text = format!("{first} {}", typo.make(&mut labels.rng, &last)?);
                // The misspelt text must be neither the name of another person nor the beginning of one.
                let is_taken = expected.names.keys().any(|name| name.starts_with(&text));
                let right = expected.names.get(&format!("{first} {last}"))?.clone();
                (!is_taken).then_some((text, right))
            });
        }
        self.class("typo in a rare word", Promise::Compared, 20, |labels| {
            let description = &labels.drawn(tickets).description;
            let word = labels.rare_word(description)?;
            let typo = Typo::ALL[labels.rng.random_range(0..Typo::ALL.len())];
            let text = typo.make(&mut labels.rng, &word)?;
            let mut others = expected.words.keys().filter(|known| **known != word);
            let is_ambiguous = others.any(|known| known.starts_with(&text) || strsim::osa_distance(known, &text) <= 1);
            (!is_ambiguous && !word.starts_with(&text)).then(|| (text, expected.words[&word].clone()))
        });
    }

    fn tickets(&mut self) {
        let (tickets, expected) = (&self.catalogue.tickets, self.expected);
        // Only the ticket is a right result, even if phone numbers end with the same digits.
        self.class("number of a ticket", Promise::Certain, 20, |labels| {
            let ticket = labels.drawn(tickets);
            Some((format!("#{}", ticket.number), HashSet::from([ticket.id])))
        });
        self.class("word of a comment", Promise::Compared, 25, |labels| {
            let (_, body) = labels.drawn(tickets).comments.first()?;
            let word = labels.rare_word(body)?;
            let right = expected.words[&word].clone();
            Some((word, right))
        });
        self.class("two words of a title", Promise::Compared, 30, |labels| {
            let subject = &labels.drawn(tickets).subject;
            let (first, rare) = (words_of(subject).next()?, labels.rare_word(subject)?);
            let titled = |ticket: &&Ticket| {
                let words: HashSet<_> = words_of(&ticket.subject).collect();
                words.contains(&first) && words.contains(&rare)
            };
            let listed = tickets.iter().filter(|ticket| expected.words[&rare].contains(&ticket.id));
            let right = listed.filter(titled).map(|ticket| ticket.id).collect();
            (first != rare).then(|| (format!("{first} {rare}"), right))
        });
    }

    fn organizations(&mut self) {
        let organizations = &self.catalogue.organizations;
        self.class("beginning of a customer's name", Promise::Compared, 15, |labels| {
            let words: Vec<_> = words_of(&fold(&labels.drawn(organizations).name)).collect();
            let (name, trade) = (words.first()?, words.get(1)?.get(..4)?);
            let fits = |words: &[String]| words.contains(name) && words.iter().any(|word| word.starts_with(trade));
            let all = organizations.iter();
            let fitting = all.filter(|known| fits(&words_of(&fold(&known.name)).collect::<Vec<_>>()));
            Some((format!("{name} {trade}"), fitting.map(|known| known.id).collect()))
        });
    }

    /// A word of the text that few tickets have.
    fn rare_word(&self, text: &str) -> Option<String> {
        let is_word = |word: &String| word.bytes().all(|byte| byte.is_ascii_lowercase());
        words_of(text).filter(is_word).find(|word| self.expected.words.get(word).is_some_and(|all| all.len() <= RARE))
    }
}

/// First and last name, without accents.
fn folded(contact: &Contact) -> (String, String) {
    (fold(contact.first), fold(&contact.last))
}

/// `001b.213c.9df8`.
fn dotted(mac: &str) -> String {
    let digits = mac.replace(':', "");
    [&digits[..4], &digits[4..8], &digits[8..]].join(".")
}
