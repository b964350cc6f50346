//! The objects of the generated tenant.

use super::{
    customer, id_at,
    texts::{draw_rare_word, fold, prose, subject_word},
    words::{
        AREAS, CITIES, FIRST_NAMES, JOB_TITLES, LAST_ENDINGS, LAST_STEMS, LEGAL_FORMS, MODELS, OUIS, ROLES, TRADES,
    },
};
use rand::{Rng, rngs::StdRng};
use std::collections::HashSet;
use uuid::Uuid;

/// The start of the tenant's history and its length, in milliseconds.
const START: u64 = 1_730_000_000_000;
const LENGTH: u64 = 60_000_000_000;

#[derive(Debug, Clone)]
pub struct Organization {
    pub id: Uuid,
    pub name: String,
    pub domain: String,
}

#[derive(Debug, Clone)]
pub struct Device {
    pub id: Uuid,
    pub organization: Uuid,
    pub hostname: String,
    pub kind: &'static str,
    pub serial: String,
    pub uuid: Uuid,
    /// With colons, in lower case.
    pub macs: Vec<String>,
    pub ip: String,
    /// Manufacturer, model, family and name of the operating system.
    pub model: (&'static str, &'static str, &'static str, &'static str),
    pub last_user: String,
}

#[derive(Debug, Clone)]
pub struct Contact {
    pub id: Uuid,
    pub organization: Uuid,
    pub first: &'static str,
    pub last: String,
    pub title: &'static str,
    pub email: String,
    /// With spaces: `+49 30 1234567`.
    pub phones: Vec<String>,
}

impl Contact {
    pub fn name(&self) -> String {
        format!("{} {}", self.first, self.last)
    }
}

#[derive(Debug, Clone)]
pub struct User {
    pub id: Uuid,
    pub name: String,
    pub email: String,
}

#[derive(Debug, Clone)]
pub struct Ticket {
    pub id: Uuid,
    pub number: usize,
    pub organization: Uuid,
    pub subject: String,
    pub description: String,
    pub comments: Vec<(Uuid, String)>,
    pub status: &'static str,
    pub priority: &'static str,
}

/// Generates objects one after the other. Their identifiers are unique.
pub struct Generator {
    rng: StdRng,
    used: HashSet<String>,
}

impl Generator {
    pub fn new(rng: StdRng) -> Generator {
        Generator { rng, used: HashSet::new() }
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.random_range(0..all.len())]
    }

    fn id(&mut self) -> Uuid {
        let at = START + self.rng.random_range(0..LENGTH);
        id_at(&mut self.rng, at)
    }

    /// Draws until the result is unique.
    fn unique(&mut self, draw: impl Fn(&mut Generator) -> String) -> String {
        loop {
            let drawn = draw(self);
            if self.used.insert(drawn.clone()) {
                return drawn;
            }
        }
    }

    fn last_name(&mut self) -> String {
        format!("{}{}", self.one_of(&LAST_STEMS), self.one_of(&LAST_ENDINGS))
    }

    /// The first ones are the oldest.
    pub fn organization(&mut self, number: usize, count: usize) -> Organization {
        let name = self.unique(|generator| {
            let (trade, form) = (generator.one_of(&TRADES), generator.one_of(&LEGAL_FORMS));
            format!("{} {trade} {form}", generator.last_name())
        });
        let words: Vec<_> = fold(&name).split(' ').take(2).map(str::to_owned).collect();
        let at = START + LENGTH / 2 * number as u64 / count as u64;
        Organization { id: id_at(&mut self.rng, at), name, domain: format!("{}.example", words.join("-")) }
    }

    pub fn device(&mut self, number: usize, organizations: &[Organization]) -> Device {
        let (role, kind) = ROLES[number % ROLES.len()];
        let city = CITIES[number / ROLES.len() % CITIES.len()];
        // Every number below 100,000 is used once before one is repeated, and most are not used.
        let index = (number / (ROLES.len() * CITIES.len()) * 7_919 + 41) % 100_000;
        let macs = (0..if number.is_multiple_of(5) { 2 } else { 1 }).map(|_| self.mac()).collect();
        let user = format!("{}{}", fold(self.one_of(&FIRST_NAMES)), self.rng.random_range(1..400));
        Device {
            id: self.id(),
            organization: customer(&mut self.rng, organizations).id,
            hostname: format!("{role}-{city}-{index:05}"),
            kind,
            serial: self.unique(Generator::serial),
            uuid: Uuid::from_u128(self.rng.random()),
            macs,
            ip: format!("10.{}.{}.{}", (number >> 16) & 255, (number >> 8) & 255, number & 255),
            model: self.one_of(&MODELS),
            last_user: user,
        }
    }

    fn mac(&mut self) -> String {
        self.unique(|generator| {
            let [one, two, three]: [u8; 3] = generator.rng.random();
            format!("{}:{one:02x}:{two:02x}:{three:02x}", generator.one_of(&OUIS))
        })
    }

    /// A serial number in the format of Dell, Lenovo or HP.
    fn serial(&mut self) -> String {
        let (prefix, length) = self.one_of(&[("", 7), ("PF", 6), ("5CG", 7)]);
        let digits = b"0123456789BCDFGHJKLMNPQRSTVWXYZ";
        let drawn: String = (0..length).map(|_| char::from(self.one_of(digits))).collect();
        format!("{prefix}{drawn}")
    }

    pub fn contact(&mut self, organizations: &[Organization]) -> Contact {
        let organization = customer(&mut self.rng, organizations);
        let (first, last) = (self.one_of(&FIRST_NAMES), self.last_name());
        let numbers = if self.rng.random_bool(0.1) { 2 } else { 1 };
        let phones = (0..numbers)
            .map(|_| format!("{} {}", self.one_of(&AREAS), self.rng.random_range(2_000_000..9_999_999)))
            .collect();
        Contact {
            id: self.id(),
            organization: organization.id,
            email: format!("{}.{}@{}", fold(first), fold(&last), organization.domain),
            first,
            last,
            title: self.one_of(&JOB_TITLES),
            phones,
        }
    }

    pub fn user(&mut self, number: usize) -> User {
        let (first, last) = (self.one_of(&FIRST_NAMES), self.last_name());
        let email = format!("{}.{}{number}@provider.example", fold(first), fold(&last));
        User { id: self.id(), name: format!("{first} {last}"), email }
    }

    pub fn ticket(
        &mut self,
        number: usize,
        count: usize,
        organizations: &[Organization],
        devices: &[Device],
    ) -> Ticket {
        let at = START + LENGTH * number as u64 / count as u64;
        let id = id_at(&mut self.rng, at);
        let mut words: Vec<String> = (0..3).map(|_| subject_word(&mut self.rng).to_owned()).collect();
        if self.rng.random_bool(0.5) {
            words.push(draw_rare_word(&mut self.rng));
        }
        if self.rng.random_bool(0.2) {
            words.push(devices[self.rng.random_range(0..devices.len())].hostname.clone());
        }
        let sentences = self.rng.random_range(1..5);
        let description = prose(&mut self.rng, sentences);
        let comments = if number.is_multiple_of(3) { 1 } else { usize::from(number.is_multiple_of(4)) };
        let comments = (0..comments).map(|_| (id_at(&mut self.rng, at + 1), prose(&mut self.rng, 2))).collect();
        Ticket {
            id,
            number: number + 1,
            organization: customer(&mut self.rng, organizations).id,
            subject: words.join(" "),
            description,
            comments,
            status: self.one_of(&[
                "new",
                "open",
                "pending_customer",
                "resolved",
                "closed",
                "closed",
                "closed",
                "closed",
            ]),
            priority: self.one_of(&["p1", "p2", "p3", "p3", "p3", "p4"]),
        }
    }
}
