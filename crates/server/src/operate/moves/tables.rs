//! The tables of tenants, from the catalogue: a table with a column `tenant_id` is moved unless it is excepted here.

use anyhow::ensure;
use tokio_postgres::Client;
use uuid::Uuid;

/// Tables that have rows of tenants and do not move, each with the reason.
pub const NOT_MOVED: [(&str, &str); 2] = [
    ("tenant_moves", "each cell has its own row of a move"),
    ("directory", "it has the rows of all cells, and a publication of its own"),
];

/// Replicated with the others, but written by the command itself: not fenced, and not compared.
const MARKS: &str = "tenant_move_marks";

/// The system inserts into these for one tenant alone, and would go on without the row if it were left out.
const REFUSED: [&str; 8] = [
    "sessions",
    "sso_attempts",
    "sso_codes",
    "sso_domains",
    "users",
    "data_keys",
    "idempotency_reservations",
    "audit_log",
];

/// The system reads these for requests: credentials, sign-in, limits, keys of secrets. The rows of a tenant that is
/// not here yet, or not any more, stay visible to it; no background task begins with them. `attachments` stays visible
/// because objects without a visible row are removed.
const SEEN: [&str; 18] = [
    "tenants",
    "api_keys",
    "api_key_secrets",
    "service_accounts",
    "users",
    "sessions",
    "team_members",
    "organizations",
    "enrolments",
    "sso_providers",
    "sso_domains",
    "sso_attempts",
    "sso_codes",
    "data_keys",
    "engine_keys",
    "attachments",
    "event_logs",
    "tenant_move_marks",
];

/// Tasks take the oldest rows of all tenants from these. The row of a fenced tenant cannot be taken, and would be found
/// again and again, while those of other tenants wait. In other tables a row that is hidden could look as if it was
/// deleted, so they are hidden only if the tenant does not come back.
const QUEUES: [&str; 3] = ["operations", "engine_outbox", "metric_changes"];

/// Tables whose rows are seldom changed, and a column by which each new row is behind all others. An index finds the new rows,
/// where a scan of all rows takes seconds.
const GROWING: [(&str, &str); 1] = [("events", "position")];

#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    /// The column with the tenant's id.
    pub tenant: &'static str,
    /// The columns that are stored, not generated.
    pub columns: Vec<String>,
    /// Those of them whose type has no hash function, such as `tsvector`.
    unhashed: Vec<String>,
    /// The target's master key wraps the data keys there, so they are not compared.
    pub is_rewrapped: bool,
    /// PostgreSQL does not replicate generated columns, and finds the row of a change by its key. So the rows of a
    /// table whose key has a generated column are copied behind the fence.
    pub has_generated_key: bool,
}

const TABLES: &str = "
    select
        class.relname::text,
        array_agg(attribute.attname::text order by attribute.attnum) filter (where attribute.attgenerated = ''),
        bool_or(attribute.attgenerated <> '' and attribute.attnum = any (key.indkey)),
        bool_or(attribute.attname = 'tenant_id' and attribute.attnum = any (key.indkey)) or class.relname = 'tenants',
        coalesce(
            array_agg(attribute.attname::text) filter (
                where not exists (
                    select from pg_opclass join pg_am on pg_am.oid = pg_opclass.opcmethod
                    where pg_am.amname = 'hash'
                        and pg_opclass.opcintype = case type.typcategory when 'A' then type.typelem else type.oid end
                )
            ),
            '{}'
        )
    from pg_class as class
    join pg_index as key on key.indrelid = class.oid and key.indisprimary
    join pg_attribute as attribute
        on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    join pg_type as type on type.oid = attribute.atttypid
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
    group by class.oid
    having class.relname = 'tenants' or bool_or(attribute.attname = 'tenant_id')
    order by class.relname";

pub async fn of_tenants(client: &Client) -> anyhow::Result<Vec<Table>> {
    let mut tables = vec![];
    for row in client.query(TABLES, &[]).await? {
        let name: String = row.get(0);
        if NOT_MOVED.iter().any(|(excepted, _)| *excepted == name) {
            continue;
        }
        ensure!(row.get::<_, bool>(3), "the primary key of {name} does not contain tenant_id");
        let tenant = if name == "tenants" { "id" } else { "tenant_id" };
        tables.push(Table {
            name,
            tenant,
            columns: row.get(1),
            unhashed: row.get(4),
            has_generated_key: row.get(2),
            is_rewrapped: false,
        });
    }
    Ok(tables)
}

impl Table {
    pub fn is_replicated(&self) -> bool {
        !self.has_generated_key
    }

    /// Fenced and compared.
    pub fn is_of_tenants(&self) -> bool {
        self.name != MARKS
    }

    /// Background tasks find work in it.
    pub fn is_worked_on(&self) -> bool {
        !SEEN.contains(&self.name.as_str())
    }

    pub fn is_queue(&self) -> bool {
        QUEUES.contains(&self.name.as_str())
    }

    /// The column by which new rows are behind all others, if there is one.
    pub fn grows_by(&self) -> Option<&'static str> {
        GROWING.into_iter().find(|(name, _)| *name == self.name).map(|(_, column)| column)
    }

    /// The argument of the fence's triggers.
    pub fn to_system(&self) -> &'static str {
        if REFUSED.contains(&self.name.as_str()) { "refuse" } else { "leave out" }
    }

    /// Names are from the catalogue.
    pub fn quoted(&self) -> String {
        format!("public.\"{}\"", self.name)
    }

    /// The condition for the tenant's rows. Only a UUID is written into the text.
    pub fn rows_of(&self, tenant: Uuid) -> String {
        format!("{} = '{tenant}'", self.tenant)
    }

    pub fn column_list(&self) -> String {
        quoted_list(self.columns.iter())
    }

    /// The stored values that are equal in both cells, each of a type that has a hash function.
    pub fn compared(&self) -> String {
        let columns = self.columns.iter().filter(|column| !(self.is_rewrapped && column.starts_with("wrapped")));
        let values = columns.map(|column| match self.unhashed.contains(column) {
            true => format!("\"{column}\"::text"),
            false => format!("\"{column}\""),
        });
        values.collect::<Vec<_>>().join(", ")
    }
}

fn quoted_list<'a>(columns: impl Iterator<Item = &'a String>) -> String {
    columns.map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ")
}

/// The name of what belongs to one move: publication, slot, subscription, triggers.
pub fn name_of_move(tenant: Uuid) -> String {
    format!("move_{}", tenant.simple())
}
