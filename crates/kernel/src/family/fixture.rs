//! How tests and drills create a member of each resource, its owner, and its secret fields. Plain data: a family lists
//! its own, `testkit` creates them, and tests of "every resource" iterate over them.

/// A resource of the document, and how a member of it is created.
#[derive(Debug, Clone, Copy)]
pub struct Fixture {
    /// The kind of its ids, as in `tkt_01h4…`. It is also the fixture's name.
    pub kind: &'static str,
    /// The path that lists its members and reads one by `id`.
    pub path: &'static str,
    /// The kinds of the members that it requires.
    pub needs: &'static [&'static str],
    pub made: Made,
    pub owner: Owner,
    /// The fields that only the response to its creation contains.
    pub shown_once: &'static [&'static str],
    /// By `operationId`, a statement that puts the member `$id` into the state that this operation requires.
    pub ready: &'static [(&'static str, &'static str)],
}

/// In every text, `$mark` is replaced by letters and digits, or by nothing: they distinguish sets of members. `$secret`
/// is replaced by a value that must never be shown, and the kind of a required member (`$tkt`) by its id.
#[derive(Debug, Clone, Copy)]
pub enum Made {
    /// By a request, with a body in JSON.
    Request { method: &'static str, target: &'static str, body: &'static str },
    /// By a statement that returns the new row's UUID, if no request creates one. `$tenant` and the required members
    /// are UUIDs.
    Statement(&'static str),
}

/// The owners of members: what a key that is restricted to some organizations can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// They belong to the tenant as a whole: no restricted key sees them.
    Tenant,
    /// They belong to one organization, or to those that their creator is restricted to.
    Organization,
}

impl Fixture {
    /// A resource that is created by a `POST` to the path that lists it, and requires nothing else.
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
