//! How tests and drills make a member of each resource, whose it is, and what of it is secret. Plain data: a family
//! lists its own, `testkit` makes them, and whatever walks "every resource" walks these.

/// A resource of the document, and how a member of it comes to be.
#[derive(Debug, Clone, Copy)]
pub struct Fixture {
    /// The kind of its ids, as in `tkt_01h4…`. It is also the fixture's name.
    pub kind: &'static str,
    /// The path that lists its members and reads one by `id`.
    pub path: &'static str,
    /// The kinds of the members that must be there before.
    pub needs: &'static [&'static str],
    pub made: Made,
    pub owner: Owner,
    /// The fields that only the answer to its creation shows.
    pub shown_once: &'static [&'static str],
    /// By `operationId`, a statement that puts the member `$id` into the state that this operation asks for.
    pub ready: &'static [(&'static str, &'static str)],
}

/// In every text, `$mark` stands for letters and digits, or for nothing: they tell a set of members from another one.
/// `$secret` stands for a value that nothing may ever show, and the kind of a member that is needed (`$tkt`) for its id.
#[derive(Debug, Clone, Copy)]
pub enum Made {
    /// By a request, with a body in JSON.
    Request { method: &'static str, target: &'static str, body: &'static str },
    /// By a statement that returns the new row's UUID, where no request makes one. `$tenant` and the members that it
    /// needs are UUIDs.
    Statement(&'static str),
}

/// To whom members belong: what a key that is restricted to some organizations may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// To the tenant as a whole: no restricted key sees them.
    Tenant,
    /// To one organization, or to those that their creator is restricted to.
    Organization,
}

impl Fixture {
    /// A resource that is made by a `POST` to the path that lists it, and needs nothing else.
    pub const fn posted(kind: &'static str, path: &'static str, body: &'static str) -> Fixture {
        Fixture::made(kind, path, Made::Request { method: "POST", target: path, body })
    }

    pub const fn made(kind: &'static str, path: &'static str, made: Made) -> Fixture {
        Fixture { kind, path, needs: &[], made, owner: Owner::Organization, shown_once: &[], ready: &[] }
    }

    pub const fn needs(self, needs: &'static [&'static str]) -> Fixture {
        Fixture { needs, ..self }
    }

    pub const fn of_the_tenant(self) -> Fixture {
        Fixture { owner: Owner::Tenant, ..self }
    }

    pub const fn shows_once(self, shown_once: &'static [&'static str]) -> Fixture {
        Fixture { shown_once, ..self }
    }

    pub const fn ready(self, ready: &'static [(&'static str, &'static str)]) -> Fixture {
        Fixture { ready, ..self }
    }
}
