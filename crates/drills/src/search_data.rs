//! A generated tenant of a service provider: customers, their devices and contacts, technicians, and tickets with
//! comments. It is the same in every run, so that the expected results of queries are known.

pub mod fill;
mod objects;
mod texts;
mod typos;
mod words;

pub use objects::{Contact, Device, Organization, Ticket, User};
pub use texts::fold;
pub use typos::Typo;
pub use words::SUBJECT_WORDS;

use objects::Generator;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::HashSet;
use uuid::Uuid;

/// All objects of the tenant, in memory.
pub struct Catalogue {
    pub organizations: Vec<Organization>,
    pub devices: Vec<Device>,
    pub contacts: Vec<Contact>,
    pub users: Vec<User>,
    pub tickets: Vec<Ticket>,
}

impl Catalogue {
    /// Generates about this number of index entries. A comment is an entry, too.
    pub fn new(entries: usize) -> Catalogue {
        let mut generator = Generator::new(StdRng::seed_from_u64(16));
        let organizations: Vec<_> = (0..entries / 100).map(|n| generator.organization(n, entries / 100)).collect();
        let devices: Vec<_> = (0..entries * 2 / 5).map(|n| generator.device(n, &organizations)).collect();
        let contacts = (0..entries * 43 / 200).map(|_| generator.contact(&organizations)).collect();
        let users = (0..(entries / 500).max(10)).map(|n| generator.user(n)).collect();
        let count = entries / 4;
        let tickets = (0..count).map(|n| generator.ticket(n, count, &organizations, &devices)).collect();
        Catalogue { organizations, devices, contacts, users, tickets }
    }

    pub fn entries(&self) -> usize {
        let comments: usize = self.tickets.iter().map(|ticket| ticket.comments.len()).sum();
        let people = self.contacts.len() + self.users.len();
        self.organizations.len() + self.devices.len() + people + self.tickets.len() + comments
    }

    pub fn hostnames(&self) -> HashSet<&str> {
        self.devices.iter().map(|device| device.hostname.as_str()).collect()
    }
}

/// Draws a customer. Their sizes differ: the first ones have most of the objects.
fn customer<'a>(rng: &mut StdRng, organizations: &'a [Organization]) -> &'a Organization {
    let rank = (organizations.len() as f64).powf(rng.random::<f64>()) as usize - 1;
    &organizations[rank.min(organizations.len() - 1)]
}

/// An id like those of the server, which increase with time.
fn id_at(rng: &mut StdRng, millisecond: u64) -> Uuid {
    let random = rng.random::<u128>() & ((1 << 76) - 1);
    let version = (u128::from(millisecond) << 80) | (7 << 76) | random;
    Uuid::from_u128((version & !(0b11 << 62)) | (0b10 << 62))
}
