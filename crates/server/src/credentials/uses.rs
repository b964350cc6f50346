//! When keys were last used: collected here, written together, so that a busy key costs one write a minute.

use super::Principal;
use crate::db::{Db, Error, Reason};
use jiff::Timestamp;
use queries::{
    client::Params,
    queries::credentials::credentials::{RecordLastUsesParams, record_last_uses},
};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};
use uuid::Uuid;

#[derive(Default)]
pub struct Uses(Mutex<HashMap<(Uuid, Uuid), Use>>);

struct Use {
    at: Timestamp,
    ip: IpAddr,
    route: Arc<str>,
}

impl Uses {
    pub fn add(&self, principal: &Principal, at: Timestamp, ip: IpAddr, route: &Arc<str>) {
        let last = Use { at, ip, route: route.clone() };
        self.lock().insert((principal.tenant().0, principal.key.0), last);
    }

    pub async fn write(&self, db: &Db) -> Result<(), Error> {
        let uses = std::mem::take(&mut *self.lock());
        if uses.is_empty() {
            return Ok(());
        }
        let (tenant_ids, ids): (Vec<_>, Vec<_>) = uses.keys().copied().unzip();
        let ats: Vec<_> = uses.values().map(|last| last.at).collect();
        let ips: Vec<_> = uses.values().map(|last| last.ip.to_canonical().to_string()).collect();
        let routes: Vec<_> = uses.values().map(|last| &*last.route).collect();
        let system = db.system(Reason::LastUses).await?;
        record_last_uses().params(&*system, &RecordLastUsesParams { tenant_ids, ids, ats, ips, routes }).all().await?;
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(Uuid, Uuid), Use>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
