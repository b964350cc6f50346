//! A share for each tenant of what a node has little of. Whoever has all of its share is refused (429, with the share's own
//! policy name) or, for connections, waits behind its own requests; others go on.

mod bulk;
pub mod fair;
mod refusals;

pub use fair::{Fair, Place};

use crate::settings::{Database, Limits};
use api::TenantId;
use bulk::Bulk;
use moka::sync::Cache;
use refusals::Refusals;
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// How long a server remembers that a tenant has used up a share that is counted in the database.
const REMEMBERED: Duration = Duration::from_millis(250);

/// The largest number of remembered entries.
const MOST_REMEMBERED: u64 = 10_000;

/// A resource that each tenant has a share of. Those that the database counts apply to all nodes together, the others to
/// one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Share {
    Requests,
    Connections,
    Waits,
    Plans,
    Exports,
    Streams,
    WebhookTests,
    CloudCalls,
    Transfers,
    /// Counted in the database: workers carry them out.
    Recoveries,
    /// Counted in the database as well.
    Erasures,
    /// Counted in the database as well.
    Redactions,
    /// Counted in the database as well.
    BackupChecks,
    /// Counted in the database as well, each kind separately.
    MachineOperations,
}

impl Share {
    pub const ALL: [Share; 14] = [
        Share::Requests,
        Share::Connections,
        Share::Waits,
        Share::Plans,
        Share::Exports,
        Share::Streams,
        Share::WebhookTests,
        Share::CloudCalls,
        Share::Transfers,
        Share::Recoveries,
        Share::Erasures,
        Share::Redactions,
        Share::BackupChecks,
        Share::MachineOperations,
    ];

    /// As in the fields `RateLimit-Policy` and `RateLimit`.
    pub fn policy_name(self) -> &'static str {
        match self {
            Share::Requests => "concurrent-requests",
            Share::Connections => "concurrent-connections",
            Share::Waits => "concurrent-waits",
            Share::Plans => "concurrent-plans",
            Share::Exports => "concurrent-exports",
            Share::Streams => "concurrent-streams",
            Share::WebhookTests => "concurrent-webhook-tests",
            Share::CloudCalls => "concurrent-cloud-calls",
            Share::Transfers => "concurrent-transfers",
            Share::Recoveries => "concurrent-recoveries",
            Share::Erasures => "concurrent-erasures",
            Share::Redactions => "concurrent-redactions",
            Share::BackupChecks => "concurrent-backup-checks",
            Share::MachineOperations => "concurrent-machine-operations",
        }
    }

    /// The name of what is counted, for people.
    pub fn counts(self) -> &'static str {
        match self {
            Share::Requests => "active requests, from authentication to the end of the response",
            Share::Connections => "database connections in use; a request waits up to 5 seconds for a free one",
            Share::Waits => "requests that wait for an operation or a run to end (wait=…, Prefer: wait=…)",
            Share::Plans => "dry runs of workflows",
            Share::Exports => "exports as CSV, NDJSON or XLSX",
            Share::Streams => "event streams",
            Share::WebhookTests => "test events of webhook endpoints",
            Share::CloudCalls => "requests that wait for a cloud provider",
            Share::Transfers => "uploads and downloads of attachments",
            Share::Recoveries => "waiting and running recoveries of webhook deliveries, on all servers together",
            Share::Erasures => "waiting and running erasures of contacts, on all servers together",
            Share::Redactions => "waiting and running redactions of comments, on all servers together",
            Share::BackupChecks => "waiting and running checks of backup repositories, on all servers together",
            Share::MachineOperations => {
                "waiting and running operations on cloud machines of one kind, on all servers together"
            }
        }
    }
}

/// A tenant has all of a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    pub share: Share,
    pub most: usize,
}

/// The use of the shares whose excess is refused at once.
pub struct Shares {
    requests: usize,
    connections: usize,
    taken: Arc<Mutex<HashMap<(Share, TenantId), usize>>>,
    /// The shares that the database counts and that were used up a moment ago.
    exhausted: Cache<(Share, TenantId), ()>,
    bulk: Bulk,
    refusals: Refusals,
}

impl Shares {
    pub fn new(limits: &Limits, database: &Database) -> Shares {
        Shares::of(limits.tenant_requests, database.share())
    }

    fn of(requests: usize, connections: usize) -> Shares {
        Shares {
            requests,
            connections,
            taken: Arc::default(),
            exhausted: Cache::builder().time_to_live(REMEMBERED).max_capacity(MOST_REMEMBERED).build(),
            bulk: Bulk::default(),
            refusals: Refusals::default(),
        }
    }

    /// Returns when a refusal (429) of a tenant may be sent: later, if the tenant ignores refusals.
    pub async fn wait_for_refusal(&self, tenant: TenantId) {
        self.refusals.wait(tenant).await;
    }

    /// Reads a page of a stream that catches up: one of a tenant at a time, and yielding to other tenants' requests.
    pub async fn bulk_page<T>(&self, tenant: TenantId, read: impl Future<Output = T>) -> T {
        self.bulk.page(tenant, read).await
    }

    /// Waits for the tenant's turn to read a page of an export, which is one of the same turns.
    pub async fn bulk_turn(&self, tenant: TenantId) -> Place {
        self.bulk.turn(tenant).await
    }

    /// Reads a page in this turn, yielding to other tenants' requests.
    pub async fn page_in_turn<T>(&self, turn: Place, tenant: TenantId, read: impl Future<Output = T>) -> T {
        self.bulk.work(turn, tenant, read).await
    }

    /// Evaluates a step of a dry run: one of a tenant at a time, and yielding to other tenants' requests.
    pub async fn plan_step<T>(&self, tenant: TenantId, evaluate: impl Future<Output = T>) -> T {
        self.bulk.step(tenant, evaluate).await
    }

    /// How much of it a tenant may have.
    pub fn most(&self, share: Share) -> usize {
        match share {
            Share::Requests => self.requests,
            Share::Connections => self.connections,
            Share::Waits | Share::Streams => 50,
            Share::Plans | Share::Exports => 4,
            Share::WebhookTests | Share::CloudCalls | Share::Transfers => 8,
            Share::Recoveries | Share::Erasures => 10,
            Share::BackupChecks => 20,
            Share::Redactions | Share::MachineOperations => 200,
        }
    }

    pub fn take(&self, share: Share, tenant: TenantId) -> Result<Taken, Exceeded> {
        if share == Share::Requests {
            self.bulk.request(tenant);
        }
        let most = self.most(share);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry((share, tenant)).or_default();
        if *count >= most {
            return Err(Exceeded { share, most });
        }
        *count += 1;
        Ok(Taken { taken: self.taken.clone(), of: (share, tenant) })
    }

    /// The database has counted that a tenant has used up a share. For a moment, [`Shares::check`] refuses without asking it
    /// again.
    pub fn exhausted(&self, share: Share, tenant: TenantId) -> Exceeded {
        self.exhausted.insert((share, tenant), ());
        Exceeded { share, most: self.most(share) }
    }

    /// Refuses a share that was used up a moment ago.
    pub fn check(&self, share: Share, tenant: TenantId) -> Result<(), Exceeded> {
        match self.exhausted.contains_key(&(share, tenant)) {
            true => Err(Exceeded { share, most: self.most(share) }),
            false => Ok(()),
        }
    }

    /// A tenant has less of what the database counts.
    pub fn freed(&self, tenant: TenantId) {
        Share::ALL.into_iter().for_each(|share| self.exhausted.invalidate(&(share, tenant)));
    }

    /// How much of it a tenant has.
    pub fn taken(&self, share: Share, tenant: TenantId) -> usize {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.get(&(share, tenant)).copied().unwrap_or_default()
    }
}

/// A part of a tenant's share, until this is dropped.
#[must_use]
#[derive(Debug)]
pub struct Taken {
    taken: Arc<Mutex<HashMap<(Share, TenantId), usize>>>,
    of: (Share, TenantId),
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = taken.entry(self.of) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn shares() -> Shares {
        Shares::of(2, 1)
    }

    #[test]
    fn a_share_that_the_database_counts_is_refused_for_a_moment() {
        let (shares, one, other) = (shares(), TenantId(Uuid::from_u128(1)), TenantId(Uuid::from_u128(2)));
        shares.check(Share::Recoveries, one).unwrap();
        assert_eq!(shares.exhausted(Share::Recoveries, one), Exceeded { share: Share::Recoveries, most: 10 });
        assert_eq!(shares.check(Share::Recoveries, one).unwrap_err().share, Share::Recoveries);
        shares.check(Share::Recoveries, other).unwrap();
        shares.freed(one);
        shares.check(Share::Recoveries, one).unwrap();
        let _ = shares.exhausted(Share::Recoveries, one);
        std::thread::sleep(REMEMBERED * 2);
        shares.check(Share::Recoveries, one).unwrap();
    }

    #[test]
    fn a_share_is_refused_when_it_is_used_up_and_nothing_is_remembered_of_it() {
        let shares = shares();
        let (one, other) = (TenantId(Uuid::from_u128(1)), TenantId(Uuid::from_u128(2)));
        let taken = [shares.take(Share::Requests, one).unwrap(), shares.take(Share::Requests, one).unwrap()];
        let refused = shares.take(Share::Requests, one).unwrap_err();
        assert_eq!(refused, Exceeded { share: Share::Requests, most: 2 });
        let _other = shares.take(Share::Requests, other).unwrap();
        let _export = shares.take(Share::Exports, one).unwrap();
        assert_eq!(shares.taken(Share::Requests, one), 2);
        drop(taken);
        assert_eq!(shares.taken.lock().unwrap().len(), 2);
    }
}
