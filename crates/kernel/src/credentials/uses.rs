//! The last uses of keys and their scopes: collected here and written in a batch, so that a busy key costs one write a
//! minute.

use super::{Holder, Principal};
use crate::db::{Db, Error, Reason};
use api::{Scope, ScopeSet};
use jiff::{Timestamp, tz::TimeZone};
use queries::{
    client::Params,
    queries::credentials::credentials::{AddScopeUsesParams, RecordLastUsesParams, add_scope_uses, record_last_uses},
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

#[derive(Default)]
pub struct Uses(Mutex<HashMap<Key, Use>>);

/// The tenant and the key.
type Key = (Uuid, Uuid);

struct Use {
    at: Timestamp,
    ip: IpAddr,
    route: Arc<str>,
    scopes: HashMap<Scope, Counts>,
}

#[derive(Default)]
struct Counts {
    used: i64,
    denied: i64,
}

impl Uses {
    pub fn add(&self, principal: &Principal, at: Timestamp, ip: IpAddr, route: &Arc<str>, scopes: ScopeSet) {
        let Holder::Key(key) = principal.holder else { return };
        let mut uses = self.lock();
        let last = uses.entry((principal.tenant().0, key.0)).or_insert_with(|| Use {
            at,
            ip,
            route: route.clone(),
            scopes: HashMap::new(),
        });
        last.at = at;
        last.ip = ip;
        last.route = route.clone();
        for scope in scopes.iter() {
            let counts = last.scopes.entry(scope).or_default();
            match principal.scopes.contains([scope].into_iter().collect()) {
                true => counts.used += 1,
                false => counts.denied += 1,
            }
        }
    }

    pub async fn write(&self, db: &Db, now: Timestamp) -> Result<(), Error> {
        let uses = std::mem::take(&mut *self.lock());
        if uses.is_empty() {
            return Ok(());
        }
        let system = db.system(Reason::LastUses).await?;
        record_last_uses().params(&*system, &last_uses(&uses)).all().await?;
        add_scope_uses().params(&*system, &scope_uses(&uses, now)).all().await?;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Use>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type LastUses<'a> =
    RecordLastUsesParams<Vec<Uuid>, Vec<Uuid>, Vec<Timestamp>, String, Vec<String>, &'a str, Vec<&'a str>>;

fn last_uses(uses: &HashMap<Key, Use>) -> LastUses<'_> {
    let (tenant_ids, ids) = uses.keys().copied().unzip();
    RecordLastUsesParams {
        tenant_ids,
        ids,
        ats: uses.values().map(|last| last.at).collect(),
        ips: uses.values().map(|last| last.ip.to_canonical().to_string()).collect(),
        routes: uses.values().map(|last| &*last.route).collect(),
    }
}

type ScopeUses = AddScopeUsesParams<Vec<Uuid>, Vec<Uuid>, &'static str, Vec<&'static str>, Vec<i64>, Vec<i64>>;

fn scope_uses(uses: &HashMap<Key, Use>, now: Timestamp) -> ScopeUses {
    let each = uses.iter().flat_map(|(key, last)| last.scopes.iter().map(move |(scope, counts)| (key, scope, counts)));
    let mut rows = AddScopeUsesParams {
        day: now.to_zoned(TimeZone::UTC).date(),
        tenant_ids: vec![],
        key_ids: vec![],
        scopes: vec![],
        used: vec![],
        denied: vec![],
    };
    for ((tenant, key), scope, counts) in each {
        rows.tenant_ids.push(*tenant);
        rows.key_ids.push(*key);
        rows.scopes.push(scope.name());
        rows.used.push(counts.used);
        rows.denied.push(counts.denied);
    }
    rows
}
