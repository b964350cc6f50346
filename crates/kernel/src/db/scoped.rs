//! A reading statement that sets its tenant by itself, so that PostgreSQL receives one message and sends one response.
//!
//! With BEGIN and COMMIT around it, a read is three messages, because the driver ends each with a Sync, and PostgreSQL sends the
//! responses of each separately: that costs more than a read of one row by its key. Instead, the statement gets a condition
//! that contains the settings and no column. PostgreSQL evaluates such a condition once, before it reads the first row. The
//! settings are local to the statement's own transaction, so they end with it.
//!
//! The planner does not know the settings, because it works before the first row. No estimate may depend on them: a statement
//! that reads them itself uses a sub-select, as the policies do (`(select app.tenant())`).
//!
//! If the order were ever another one, row security would find no tenant and return no rows.

use super::identity::Identity;
use bytes::BytesMut;
use std::{
    collections::HashMap,
    error::Error,
    fmt,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};
use tokio_postgres::types::{BorrowToSql, Format, IsNull, ToSql, Type};
use uuid::Uuid;

/// The tenant of a read and the organizations that it is restricted to, as parameters of the statement.
pub struct Scope {
    tenant: Uuid,
    organizations: Option<Vec<Uuid>>,
}

impl Scope {
    pub fn new(identity: &Identity) -> Scope {
        Scope { tenant: identity.tenant().0, organizations: identity.organization_ids() }
    }

    /// The text of the statement with the settings. All texts are constants of the generated code, so their number is limited.
    pub fn text(&self, query: &str) -> Arc<str> {
        static TENANT: Texts = LazyLock::new(Default::default);
        static RESTRICTED: Texts = LazyLock::new(Default::default);
        let texts = if self.organizations.is_some() { &RESTRICTED } else { &TENANT };
        if let Some(text) = texts.read().unwrap_or_else(PoisonError::into_inner).get(query) {
            return text.clone();
        }
        let text: Arc<str> = scoped_statement(query, self.organizations.is_some()).into();
        texts.write().unwrap_or_else(PoisonError::into_inner).insert(query.to_owned(), text.clone());
        text
    }

    /// The parameters of the settings, in the order of `text`.
    fn parameters(&self) -> impl Iterator<Item = &(dyn ToSql + Sync)> {
        let organizations = self.organizations.as_ref().map(|ids| ids as &(dyn ToSql + Sync));
        [&self.tenant as &(dyn ToSql + Sync)].into_iter().chain(organizations)
    }

    /// The parameters of a statement, followed by those of the settings.
    pub fn with<'a>(&'a self, parameters: &[&'a (dyn ToSql + Sync)]) -> Vec<&'a (dyn ToSql + Sync)> {
        parameters.iter().copied().chain(self.parameters()).collect()
    }

    /// The same for parameters that an iterator returns.
    pub fn with_all<I>(&self, parameters: I) -> Scoped<'_, I> {
        Scoped { parameters, scope: self }
    }
}

type Texts = LazyLock<RwLock<HashMap<String, Arc<str>>>>;

/// The statement with its settings, whose parameters follow its own: the tenant and, if the caller is restricted, the
/// organizations.
pub fn scoped_statement(query: &str, is_restricted: bool) -> String {
    // PostgreSQL accepts a row lock here: it checks that before the transaction is read only.
    let locks = [" for update", " for no key update", " for share", " for key share"];
    debug_assert!(!locks.iter().any(|lock| query.contains(lock)), "a read locks rows: {query}");
    let last = last_parameter(query);
    let tenant = format!("set_config('app.tenant_id', ${}::uuid::text, true)", last + 1);
    let organizations = match is_restricted {
        true => format!(", set_config('app.organization_ids', ${}::uuid[]::text, true)", last + 2),
        false => String::new(),
    };
    // No value is null, so the condition is true. With OFFSET the statement is planned by itself, and its plan is below the
    // condition: otherwise a condition of the statement could be evaluated first.
    format!(
        "select statement.* from (select * from ({query}) as statement offset 0) as statement \
        where (select num_nulls(set_config('transaction_read_only', 'on', true), {tenant}{organizations})) = 0"
    )
}

/// The highest number of a parameter, which is written as `$1`.
fn last_parameter(query: &str) -> usize {
    let number = |text: &str| {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text[..digits].parse().unwrap_or(0)
    };
    query.split('$').skip(1).map(number).max().unwrap_or(0)
}

/// Parameters with those of the settings behind them.
pub struct Scoped<'a, I> {
    parameters: I,
    scope: &'a Scope,
}

impl<'a, I: IntoIterator<Item: BorrowToSql>> IntoIterator for Scoped<'a, I> {
    type Item = Parameter<'a, I::Item>;
    type IntoIter = std::vec::IntoIter<Parameter<'a, I::Item>>;

    fn into_iter(self) -> Self::IntoIter {
        let given = self.parameters.into_iter().map(Parameter::Given);
        let all: Vec<_> = given.chain(self.scope.parameters().map(Parameter::Setting)).collect();
        all.into_iter()
    }
}

pub enum Parameter<'a, P> {
    Given(P),
    Setting(&'a (dyn ToSql + Sync)),
}

impl<P: BorrowToSql> Parameter<'_, P> {
    fn value(&self) -> &dyn ToSql {
        match self {
            Parameter::Given(parameter) => parameter.borrow_to_sql(),
            Parameter::Setting(parameter) => *parameter,
        }
    }
}

impl<P: BorrowToSql> fmt::Debug for Parameter<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl<P: BorrowToSql> ToSql for Parameter<'_, P> {
    /// The value knows which types it accepts, and checks it.
    fn accepts(_: &Type) -> bool {
        true
    }

    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        self.value().to_sql_checked(of, out)
    }

    fn to_sql_checked(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        self.to_sql(of, out)
    }

    fn encode_format(&self, of: &Type) -> Format {
        self.value().encode_format(of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_follow_the_parameters_of_the_statement() {
        assert_eq!(last_parameter("select 1"), 0);
        assert_eq!(last_parameter("select $2::text, $1, $12 from x where y = $3"), 12);
        let text = scoped_statement("select $1::int, $2::int", true);
        assert!(text.contains("$3::uuid::text") && text.contains("$4::uuid[]::text"), "{text}");
        assert!(!scoped_statement("select 1", false).contains("organization"));
    }
}
