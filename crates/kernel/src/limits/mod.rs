//! Fair limits: how many requests a key, a tenant and an address may make.
//!
//! The state is in Redis, by GCRA, shared by all nodes. A node leases requests in small batches, so most are decided
//! locally; together the nodes exceed a policy by at most one lease each. Without Redis, every node applies its own
//! limit, from the last known state; when Redis is back, the nodes report what was spent meanwhile.

mod bucket;
mod policy;
mod shared;

pub use policy::Policy;
pub use shared::Shared;

use crate::supervisor::progress;
use bucket::{Bucket, Level};
use moka::sync::Cache;
use secrecy::SecretString;
use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// The maximum number of buckets that a node keeps, and how long it keeps an unused one.
const BUCKETS: u64 = 200_000;
const REMEMBERED: Duration = Duration::from_secs(600);

/// The owner of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Payer {
    Key(Uuid),
    User(Uuid),
    Tenant(Uuid),
    Address(IpAddr),
}

impl Payer {
    /// An IPv6 address counts as its /64: the holder of one address has all of them.
    pub fn address(ip: IpAddr) -> Payer {
        Payer::Address(match ip {
            IpAddr::V4(ip) => ip.into(),
            IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).into(),
        })
    }

    /// The name of its policy.
    pub fn policy_name(self) -> &'static str {
        match self {
            Payer::Key(_) | Payer::User(_) => "default",
            Payer::Tenant(_) => "tenant",
            Payer::Address(_) => "address",
        }
    }
}

impl fmt::Display for Payer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Payer::Key(id) => write!(f, "limit:key:{id}"),
            Payer::User(id) => write!(f, "limit:user:{id}"),
            Payer::Tenant(id) => write!(f, "limit:tenant:{id}"),
            Payer::Address(ip) => write!(f, "limit:address:{ip}"),
        }
    }
}

/// A bucket that is charged, cached: a frequent caller need not look it up each time.
#[derive(Clone)]
pub struct Account {
    payer: Payer,
    policy: Policy,
    bucket: Arc<Bucket>,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.payer.fmt(f)
    }
}

/// A bucket after a request.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    pub payer: Payer,
    pub policy: Policy,
    pub remaining: u32,
    pub full_in: Duration,
    /// `Some` if the request was refused: how long until one can be admitted.
    pub retry_in: Option<Duration>,
}

pub struct Limits {
    buckets: Cache<Payer, Arc<Bucket>>,
    shared: Option<Shared>,
}

impl Limits {
    /// Without Redis, every node counts separately.
    pub fn new(redis_url: Option<&SecretString>) -> anyhow::Result<Limits> {
        let buckets = Cache::builder().max_capacity(BUCKETS).time_to_idle(REMEMBERED).build();
        Ok(Limits { buckets, shared: redis_url.map(Shared::new).transpose()? })
    }

    pub fn account(&self, payer: Payer, policy: Policy) -> Account {
        let bucket = self.buckets.get_with(payer, || Arc::new(Bucket::new(Instant::now())));
        Account { payer, policy, bucket }
    }

    /// Charges one request to all of these. Returns a single standing if it is refused, otherwise one for each.
    pub async fn spend(&self, accounts: &[Account]) -> Vec<Standing> {
        let mut standings: Vec<Standing> = Vec::with_capacity(accounts.len());
        let now = Instant::now();
        for (paid, account) in accounts.iter().enumerate() {
            let level = self.decide(account, now).await;
            if level.retry_in.is_some() {
                accounts[..paid].iter().for_each(|admitted| admitted.bucket.give_back());
                return vec![account.standing(level)];
            }
            standings.push(account.standing(level));
        }
        standings
    }

    pub async fn keep_connected(&self) {
        match &self.shared {
            Some(shared) => shared.keep_connected().await,
            // Redis is not configured, and this never returns.
            None => progress::waiting(std::future::pending()).await,
        }
    }

    /// The response time of Redis, `Some(None)` if it does not respond. `None` without Redis.
    pub async fn ping(&self) -> Option<Option<Duration>> {
        Some(self.shared.as_ref()?.ping().await)
    }

    /// True if all nodes count together at the moment.
    pub fn are_shared(&self) -> bool {
        self.shared.as_ref().is_some_and(Shared::is_here)
    }

    async fn decide(&self, Account { payer, policy, bucket }: &Account, now: Instant) -> Level {
        let policy = *policy;
        let Some(shared) = self.shared.as_ref().filter(|shared| shared.is_here()) else {
            return bucket.decide_alone(policy, now);
        };
        if let Some(decided) = bucket.decide(policy, now) {
            return decided;
        }
        let _turn = bucket.asking.lock().await;
        let asked = Instant::now();
        if let Some(decided) = bucket.decide(policy, asked) {
            return decided;
        }
        let request = bucket.request(policy, asked);
        if let Some(grant) = shared.lease(&payer.to_string(), policy, &request).await {
            bucket.learn(grant.granted, grant.spent, asked);
            if let Some(decided) = bucket.decide(policy, asked) {
                return decided;
            }
        }
        bucket.decide_alone(policy, asked)
    }
}

impl Account {
    /// Its current state, without spending anything.
    pub fn look(&self) -> Standing {
        self.standing(self.bucket.level(self.policy, Instant::now()))
    }

    fn standing(&self, Level { remaining, full_in, retry_in }: Level) -> Standing {
        Standing { payer: self.payer, policy: self.policy, remaining, full_in, retry_in }
    }
}
