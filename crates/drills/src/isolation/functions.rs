//! A function that runs as its owner sees every tenant's rows. Each one that the server may call is called for a tenant
//! with another tenant's ids, and must not return its data; for a tenant without rows, it must count zero.

use super::{
    judge::{Owners, ids_in},
    world::World,
};
use crate::stage::Stage;
use anyhow::bail;
use api::search::SearchType;
use serde_json::{Value, json};
use std::collections::HashSet;
use testkit::Member;
use tokio_postgres::{Client, SimpleQueryMessage};
use uuid::Uuid;

const FUNCTIONS: &str =
    "select oid::regproc::text, array(select format_type(type, null) from unnest(proargtypes) as type),
        case when proargmodes is null then array[prorettype] else proallargtypes[pronargs + 1:] end
            <@ array['bigint', 'integer']::regtype[]::oid[],
        prorettype = 'boolean'::regtype,
        prorettype in ('uuid[]'::regtype, 'text[]'::regtype) and prorettype = any (proargtypes)
    from pg_proc
    where prosecdef and prorettype <> 'trigger'::regtype and has_function_privilege('app', oid, 'execute')";

/// Names of resource types, as functions take them.
const WORDS: &str = "select word from audit_log, unnest(array[actor_kind, resource_type]) as word
    union select kind from operations";

/// Functions that count runs need runs that they count.
const NOT_ADMITTED: &str = "update workflow_runs set admitted_at = null where status = 'queued'";

pub struct Function {
    pub name: String,
    arguments: Vec<String>,
    /// True if it returns numbers only.
    counts: bool,
    /// True if it returns a boolean, which shows nothing of a row.
    pub decides: bool,
    /// True if it returns some of the ids or words that it is called with: each of them shows that such a row exists.
    selects: bool,
}

impl Function {
    pub async fn all(root: &Client) -> anyhow::Result<Vec<Function>> {
        let rows = root.query(FUNCTIONS, &[]).await?;
        Ok(rows
            .iter()
            .map(|row| Function {
                name: row.get(0),
                arguments: row.get(1),
                counts: row.get(2),
                decides: row.get(3),
                selects: row.get(4),
            })
            .collect())
    }

    /// Calls with a member's id or the greatest id as each argument that is an id, and with each of the words.
    fn calls(&self, member: &Member, words: &[String]) -> anyhow::Result<Vec<String>> {
        let mut calls = vec![vec![]];
        for argument in &self.arguments {
            let ids = [member.uuid, Uuid::max()].map(|id| format!("'{id}'::uuid"));
            let texts = words.iter().chain([&member.id]).map(|word| format!("'{word}'"));
            let values: Vec<String> = match argument.as_str() {
                "uuid" => ids.into(),
                "uuid[]" => ids.map(|id| format!("array[{id}]")).into(),
                "text" => texts.collect(),
                "text[]" => texts.map(|word| format!("array[{word}]")).collect(),
                "bigint" | "integer" => vec!["1000".to_owned()],
                "timestamp with time zone" => vec!["now()".to_owned()],
                // The last word is the victim's own.
                "jsonb" => {
                    words.last().into_iter().chain([&member.id]).map(|word| format!("'{}'", searched(word))).collect()
                }
                other => bail!("{} takes {other}: add a value of this type to the drill", self.name),
            };
            let longer = |call: &Vec<String>| {
                let call = call.clone();
                values.iter().map(move |value| [call.clone(), vec![value.clone()]].concat()).collect::<Vec<_>>()
            };
            calls = calls.iter().flat_map(longer).collect();
        }
        Ok(calls.iter().map(|values| format!("{}({})", self.name, values.join(", "))).collect())
    }

    /// Leaks of other tenants' rows in its results. After this many (`enough`), it is not called any more.
    pub async fn faults(
        &self,
        stage: &Stage,
        world: &World,
        owners: &Owners,
        enough: usize,
    ) -> anyhow::Result<Vec<String>> {
        let [caller, victim, ..] = world.tenants.as_slice() else { bail!("too few tenants") };
        let root = stage.database.root().await;
        root.batch_execute(NOT_ADMITTED).await?;
        let words = root.query(WORDS, &[]).await?;
        let mut words: Vec<String> = words.iter().map(|row| row.get(0)).collect();
        words.push(format!("{}whole", victim.mark));
        let app = stage.database.connect("app").await?;
        let (mut faults, mut has_returned) = (vec![], false);
        // Calls with words alone are the same for every member, and each is rolled back.
        let mut made = HashSet::new();
        for member in victim.whole.all() {
            for call in self.calls(member, &words)? {
                if faults.len() >= enough {
                    return Ok(faults);
                }
                if !made.insert(call.clone()) {
                    continue;
                }
                let seen = returned(&app, caller.id.0, &call).await;
                has_returned |= seen.is_some();
                let seen = seen.unwrap_or_default().to_string();
                // The function may return its arguments.
                let arguments: Vec<_> = if self.selects { vec![] } else { ids_in(&call).collect() };
                let foreign = |id: &String| owners.of(id).is_some_and(|owned| owned.tenant != caller.id.0);
                let shows_mark = seen.contains(&victim.mark) && (self.selects || !call.contains(&victim.mark));
                if shows_mark || ids_in(&seen).any(|id| foreign(&id) && !arguments.contains(&id)) {
                    faults.push(format!("{call} returns {seen} to another tenant"));
                }
                let counted = if self.counts { returned(&app, Uuid::max(), &call).await } else { None };
                if let Some(counted) = counted.filter(|counted| counts_something(&counted[0])) {
                    faults.push(format!("{call} counts {counted} for a tenant without rows"));
                }
            }
        }
        if !has_returned {
            faults.push(format!("{} never returns", self.name));
        }
        Ok(faults)
    }
}

/// True if a number, or one of several, is not zero.
fn counts_something(counted: &Value) -> bool {
    match counted {
        Value::Object(counts) => counts.values().any(counts_something),
        count => count.as_i64().is_some_and(|count| count != 0),
    }
}

/// A search for a word in all types.
fn searched(word: &str) -> Value {
    let types: Vec<_> = SearchType::ALL.iter().map(|kind| kind.name()).collect();
    json!({"words": [{"text": word, "keys": [word]}], "types": types, "all_types": true, "limit": 50})
}

/// Returns the result of a call by a tenant, or `None` if it fails. The transaction is rolled back.
async fn returned(app: &Client, tenant: Uuid, call: &str) -> Option<Value> {
    let select = format!("select coalesce(jsonb_agg(returned), '[]') from {call} as returned");
    let rows = app.simple_query(&format!("begin; set local app.tenant_id = '{tenant}'; {select}; rollback")).await;
    let Ok(rows) = rows else {
        app.batch_execute("rollback").await.ok()?;
        return None;
    };
    let row = rows.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    serde_json::from_str(row?).ok()
}
