//! The operator's commands add rows to the audit logs of the tenants that they change, in the transaction of the
//! change: the actor is `operator`, with the user of the operating system and the host as its detail.

use api::TenantId;
use kernel::{
    clock::Clock,
    db::{Db, Error, Reason, Tx},
};
use queries::{
    client::Params,
    queries::operate::audit::{RecordOperationParams, record_operation},
};
use serde_json::Value;
use std::ops::Deref;
use uuid::Uuid;

/// An action on one object of one tenant.
pub struct Entry {
    pub tenant: TenantId,
    pub kind: &'static str,
    pub id: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// A change by the operator. Nothing is stored unless it is finished.
pub struct OperatorChange {
    tx: Tx,
    clock: Clock,
}

impl Deref for OperatorChange {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.tx
    }
}

impl OperatorChange {
    pub async fn begin(db: &Db, clock: Clock) -> Result<OperatorChange, Error> {
        Ok(OperatorChange { tx: db.batch(Reason::Operator).await?, clock })
    }

    /// A change by a command that sees one state of the database; see [`Db::snapshot`].
    pub async fn begin_snapshot(db: &Db, clock: Clock) -> Result<OperatorChange, Error> {
        Ok(OperatorChange { tx: db.snapshot(Reason::Operator).await?, clock })
    }

    /// Commits it together with its audit rows. `operation` is the command, such as `operator.tenant.create`.
    pub async fn finish(self, operation: &str, entries: &[Entry]) -> Result<(), Error> {
        let OperatorChange { tx, clock } = self;
        let record = record_operation().prepare(&tx).await?;
        let (request_id, actor_detail) = (format!("cli_{}", clock.id().simple()), who());
        let params = RecordOperationParams {
            at: clock.now(),
            actor_detail: Some(actor_detail.as_str()),
            request_id: request_id.as_str(),
            operation,
            tenant_ids: entries.iter().map(|entry| entry.tenant.0).collect::<Vec<Uuid>>(),
            entry_ids: entries.iter().map(|_| clock.id()).collect::<Vec<Uuid>>(),
            resource_types: entries.iter().map(|entry| entry.kind).collect::<Vec<_>>(),
            resource_ids: entries.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>(),
            befores: entries.iter().map(|entry| entry.before.as_ref()).collect::<Vec<_>>(),
            afters: entries.iter().map(|entry| entry.after.as_ref()).collect::<Vec<_>>(),
        };
        tx.commit_with(async |tx: &Tx| -> Result<(), Error> {
            record.params(tx, &params).one().await?;
            Ok(())
        })
        .await
    }
}

/// The user of the operating system and the host, such as `root@ops-1`, as far as they are known.
pub(super) fn who() -> String {
    let uid = rustix::process::getuid().as_raw();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let user = name_of(uid, &users).map_or_else(|| format!("uid {uid}"), str::to_owned);
    let host =
        ["/proc/sys/kernel/hostname", "/etc/hostname"].iter().find_map(|file| std::fs::read_to_string(file).ok());
    let host = host.as_deref().map(str::trim).filter(|host| !host.is_empty());
    host.map_or_else(|| user.clone(), |host| format!("{user}@{host}"))
}

/// A user's name from `/etc/passwd`.
fn name_of(uid: u32, users: &str) -> Option<&str> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, id) = (fields.next()?, fields.nth(1)?);
        (id.parse() == Ok(uid)).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_named_by_the_operating_system() {
        let users = "root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/sh\nbroken\n";
        assert_eq!((name_of(0, users), name_of(1000, users), name_of(7, users)), (Some("root"), Some("ada"), None));
        assert!(!who().is_empty());
    }
}
