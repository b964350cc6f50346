//! `tenant-control search …`: compares the search index with the tables, and rebuilds it.

use crate::operate::{
    audit::{Entry, OperatorChange},
    tenants,
};
use anyhow::ensure;
use api::TenantId;
use kernel::{
    clock::Clock,
    db::{Db, Identity},
    family::Families,
};
use queries::queries::operate::search::{check_entries, count_entries, start_backfills};
use serde_json::json;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Rows that are compared in one statement.
const BATCH: i32 = 500;

/// The index of a tenant beside its tables.
#[derive(Debug, PartialEq, Eq)]
pub struct Comparison {
    pub domain: String,
    /// Rows that were compared.
    pub checked: i64,
    /// Rows whose entry is missing, differs, or should not be there.
    pub wrong: i64,
    /// Entries of no row.
    pub surplus: i64,
}

/// Compares all tenants, or the one with this domain. What is written meanwhile may be counted as surplus.
pub async fn check(db: &Db, families: &Families, domain: Option<&str>) -> anyhow::Result<Vec<Comparison>> {
    let mut all = vec![];
    for tenant in tenants::list(db).await?.into_iter().filter(|tenant| domain.is_none_or(|own| own == tenant.domain)) {
        let identity = Identity::new(TenantId(tenant.id), None);
        let mut found = Comparison { domain: tenant.domain, checked: 0, wrong: 0, surplus: 0 };
        let mut expected = 0;
        for source in sources(families) {
            let mut beyond = Uuid::nil();
            loop {
                let tenant = db.tenant(&identity).await?;
                let compared = check_entries().bind(&tenant, &source, &beyond, &BATCH).one().await?;
                found.checked += compared.checked;
                found.wrong += compared.wrong;
                expected += compared.expected;
                let Some(last) = compared.last else { break };
                beyond = last;
            }
        }
        let entries = count_entries().bind(&db.tenant(&identity).await?).one().await?;
        found.surplus = (entries - expected).max(0);
        all.push(found);
    }
    ensure!(!all.is_empty() || domain.is_none(), "there is no tenant with this domain");
    Ok(all)
}

/// Lets the servers index all objects of all tenants, or of the one with this domain, again. Returns how many tenants.
pub async fn rebuild(db: &Db, clock: Clock, families: &Families, domain: Option<&str>) -> anyhow::Result<usize> {
    let change = OperatorChange::begin(db, clock).await?;
    let sources: Vec<_> = sources(families).collect();
    let tenants = start_backfills().bind(&*change, &sources, &domain).all().await?;
    let tenants: BTreeSet<Uuid> = tenants.into_iter().collect();
    ensure!(!tenants.is_empty(), "there is no such tenant");
    let entry = |tenant: &Uuid| Entry {
        tenant: TenantId(*tenant),
        kind: "tenant",
        id: TenantId(*tenant).to_string(),
        before: None,
        after: Some(json!({"search_index": "rebuilt"})),
    };
    let entries: Vec<_> = tenants.iter().map(entry).collect();
    change.finish("operator.search.rebuild", &entries).await?;
    Ok(tenants.len())
}

/// The tables whose rows are found.
fn sources(families: &Families) -> impl Iterator<Item = &'static str> {
    families.searchable().into_iter().flat_map(|searchable| searchable.tables).copied()
}
