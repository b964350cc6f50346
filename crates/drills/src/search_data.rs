//! A generated tenant as a service provider has one: customers, their devices and people, technicians, and tickets with
//! comments. It is the same in every run, so that what a query must find is known.

pub mod fill;
mod texts;
mod things;
mod typos;
mod words;

pub use texts::fold;
pub use things::{Contact, Device, Organization, Ticket, User};
pub use typos::Typo;
pub use words::SUBJECT_WORDS;

use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::HashSet;
use things::Maker;
use uuid::Uuid;

/// Everything of the tenant, in memory.
pub struct Catalogue {
    pub organizations: Vec<Organization>,
    pub devices: Vec<Device>,
    pub contacts: Vec<Contact>,
    pub users: Vec<User>,
    pub tickets: Vec<Ticket>,
}

impl Catalogue {
    /// About as many entries of the index: a comment is one, too.
    pub fn new(entries: usize) -> Catalogue {
        let mut maker = Maker::new(StdRng::seed_from_u64(16));
        let organizations: Vec<_> = (0..entries / 100).map(|n| maker.organization(n, entries / 100)).collect();
        let devices: Vec<_> = (0..entries * 2 / 5).map(|n| maker.device(n, &organizations)).collect();
        let contacts = (0..entries * 43 / 200).map(|_| maker.contact(&organizations)).collect();
        let users = (0..(entries / 500).max(10)).map(|n| maker.user(n)).collect();
        let count = entries / 4;
        let tickets = (0..count).map(|n| maker.ticket(n, count, &organizations, &devices)).collect();
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

/// Customers have sizes that differ: the first ones have most of the things.
fn customer<'a>(rng: &mut StdRng, organizations: &'a [Organization]) -> &'a Organization {
    let rank = (organizations.len() as f64).powf(rng.random::<f64>()) as usize - 1;
    &organizations[rank.min(organizations.len() - 1)]
}

/// An id as the server makes them: they rise with time.
fn id_at(rng: &mut StdRng, millisecond: u64) -> Uuid {
    let random = rng.random::<u128>() & ((1 << 76) - 1);
    let version = (u128::from(millisecond) << 80) | (7 << 76) | random;
    Uuid::from_u128((version & !(0b11 << 62)) | (0b10 << 62))
}
