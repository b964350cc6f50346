//! Errors of PostgreSQL and of the pool, distinguished by what the caller can do about them.

use crate::shares::Exceeded;
use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

/// Raised by the fence of a tenant that moves (`app.fence_tenant`).
const MOVING: &str = "TC503";

#[derive(Debug)]
pub struct Error(anyhow::Error, Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// No connection, too busy, a timeout, a deadlock: a retry may succeed.
    Passing,
    /// Row-level security refuses the row: a caller that is restricted to some organizations tried to write another's.
    Restricted,
    /// The tenant uses all the connections of its share, and the wait for one of them timed out.
    Share(Exceeded),
    /// The tenant is being moved to another cell: a retry succeeds, there or here.
    Moving,
    Fault,
}

impl Error {
    /// The wait for a free connection timed out.
    pub(super) fn busy() -> Error {
        Error(anyhow::anyhow!("no connection to PostgreSQL became available in time"), Kind::Passing)
    }

    /// The directory cannot be written: nobody has told this cell where its home is.
    pub(super) fn no_home() -> Error {
        let cause = "this cell is not the home of the directory: set TC_DIRECTORY_URL to the home";
        Error(anyhow::anyhow!(cause), Kind::Passing)
    }

    pub(super) fn share(exceeded: Exceeded) -> Error {
        Error(anyhow::anyhow!("the tenant uses all {} connections of its share", exceeded.most), Kind::Share(exceeded))
    }

    pub fn exceeded(&self) -> Option<Exceeded> {
        match self.1 {
            Kind::Share(exceeded) => Some(exceeded),
            _ => None,
        }
    }

    pub fn is_passing(&self) -> bool {
        [Kind::Passing, Kind::Moving].contains(&self.1)
    }

    pub fn is_moving(&self) -> bool {
        self.1 == Kind::Moving
    }

    pub fn is_restricted(&self) -> bool {
        self.1 == Kind::Restricted
    }

    pub fn into_cause(self) -> anyhow::Error {
        self.0
    }
}

impl From<PoolError> for Error {
    fn from(error: PoolError) -> Error {
        Error(anyhow::Error::new(error).context("no connection to PostgreSQL"), Kind::Passing)
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        let broken =
            std::error::Error::source(&error).and_then(|cause| cause.downcast_ref::<std::io::Error>()).is_some();
        let kind = match error.code() {
            Some(&SqlState::INSUFFICIENT_PRIVILEGE) if refused_by_policy(&error) => Kind::Restricted,
            Some(state) if state.code() == MOVING => Kind::Moving,
            Some(state) if passes(state) => Kind::Passing,
            None if broken || error.is_closed() => Kind::Passing,
            _ => Kind::Fault,
        };
        Error(error.into(), kind)
    }
}

impl From<Error> for anyhow::Error {
    fn from(error: Error) -> anyhow::Error {
        error.0
    }
}

/// True if it only reports that an earlier statement of its transaction failed.
pub fn follows_failure(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<tokio_postgres::Error>();
    error.and_then(tokio_postgres::Error::code) == Some(&SqlState::IN_FAILED_SQL_TRANSACTION)
}

/// Not a missing grant, which has the same code.
fn refused_by_policy(error: &tokio_postgres::Error) -> bool {
    error.as_db_error().and_then(|e| e.routine()) == Some("ExecWithCheckOptions")
}

fn passes(state: &SqlState) -> bool {
    const SHUTTING_DOWN: &str = "57P";
    const CONNECTION: &str = "08";
    const RESOURCES: &str = "53";
    [SqlState::QUERY_CANCELED, SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED].contains(state)
        || *state == SqlState::T_R_SERIALIZATION_FAILURE
        || *state == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
        || [SHUTTING_DOWN, CONNECTION, RESOURCES].iter().any(|class| state.code().starts_with(class))
}

/// A constraint's name, and the meaning of its violation.
pub type Meaning<'a, P> = (&'a str, fn() -> P);

/// A violated constraint is converted to a problem by its name, where the statement is called.
pub trait OnConstraint<T> {
    fn on_constraint<P: From<Error>>(self, meanings: &[Meaning<'_, P>]) -> Result<T, P>;
}

impl<T> OnConstraint<T> for Result<T, tokio_postgres::Error> {
    fn on_constraint<P: From<Error>>(self, meanings: &[Meaning<'_, P>]) -> Result<T, P> {
        self.map_err(|error| {
            let violated = error.as_db_error().and_then(|e| e.constraint());
            let meant = meanings.iter().find(|(name, _)| violated == Some(*name));
            meant.map_or_else(|| P::from(Error::from(error)), |(_, problem)| problem())
        })
    }
}
