//! Keys and sessions: a presented text is checked against PostgreSQL through a cache that every change invalidates on
//! every node. The request that revokes a credential returns when all nodes have acknowledged it; a node that does not
//! refuses the credential within a second.

mod acknowledgements;
mod key;
mod memory;
mod principal;
pub mod rights;
mod secrets;
mod uses;

pub use key::{KeyText, Presented, new_secret, routing};
pub use principal::{Holder, Principal};

use crate::{
    clock::Clock,
    db::{Db, Error, ListenEvent, Reason},
    directory::Elsewhere,
};
use acknowledgements::{Notification, Requests};
use api::{OrganizationId, Owner, ScopeSet, TenantId};
use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use memory::{Filling, Memory};
use queries::queries::credentials::credentials::{
    count_listeners, credential_by_prefix, end_of_secret, forget_scope_uses, forget_sessions, owner_now,
    session_by_prefix, touch_session,
};
use rights::Ceiling;
use secrets::Standing;
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};
use uses::Uses;
use uuid::Uuid;

/// The notifications of changed keys and sessions.
const CHANNEL: &str = "api_keys";

/// How long a change waits for acknowledgements. A node whose listener hangs stops trusting its cache within this time.
const ACKNOWLEDGED: Duration = Duration::from_secs(1);

/// How long one request waits before it is repeated: this node misses acknowledgements while it cannot listen.
const REPEATED: Duration = Duration::from_millis(250);

/// Requests of other nodes that are not acknowledged yet.
const PENDING: usize = 100;

/// How long a node that cannot receive notifications waits before it reconnects.
const RETRY: Duration = Duration::from_millis(200);

/// How long a session that has ended is kept and shown.
const ENDED: SignedDuration = SignedDuration::from_hours(24 * 30);

/// The precision of the last use of a session. An active session is looked up more often than that.
const TOUCHED: SignedDuration = SignedDuration::from_secs(60);

/// The first day that a report of scopes shows.
pub fn report_start(now: Timestamp) -> Date {
    (now - SignedDuration::from_hours(24 * 90)).to_zoned(TimeZone::UTC).date()
}

/// The reason why a credential is not accepted.
#[derive(Debug)]
pub enum Refusal {
    Unknown,
    Expired,
    Revoked,
    Rotated,
    OwnerDisabled,
    Address,
    /// Too many invalid credentials came from the address.
    TooMany,
    /// Another cell serves its tenant.
    Misdirected(Elsewhere),
    /// It could not be checked.
    Unchecked(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Unchecked(error)
    }
}

impl From<tokio_postgres::Error> for Refusal {
    fn from(error: tokio_postgres::Error) -> Refusal {
        Refusal::Unchecked(error.into())
    }
}

pub struct Credentials {
    db: Db,
    clock: Clock,
    session_idle: SignedDuration,
    memory: Memory,
    requests: Requests,
    uses: Uses,
}

impl Credentials {
    pub fn new(db: Db, clock: Clock, session_idle: SignedDuration) -> Credentials {
        let (memory, requests, uses) = (Memory::new(), Requests::default(), Uses::default());
        Credentials { db, clock, session_idle, memory, requests, uses }
    }

    /// `guessed_enough` returns true if PostgreSQL must not be queried for an unknown text from this address.
    pub async fn check(
        &self,
        text: &str,
        from: IpAddr,
        guessed_enough: impl Fn() -> bool,
    ) -> Result<Arc<Principal>, Refusal> {
        let presented = Presented::parse(text).ok_or(Refusal::Unknown)?;
        let (hash, now) = (presented.secret_hash(), self.clock.now());
        // The cache may lack a secret that was issued a moment ago, so only PostgreSQL decides that there is none.
        let recalled = self.memory.recall(presented.prefix);
        let (principal, looked_up) = match recalled {
            Ok(known) if known.secrets().standing(&hash, now) != Standing::Unknown => (known, false),
            _ if guessed_enough() => return Err(Refusal::TooMany),
            recalled => {
                let filling = recalled.err().unwrap_or_else(|| self.memory.filling());
                (self.find(&presented, filling).await?, true)
            }
        };
        let standing = match principal.secrets().standing(&hash, now) {
            Standing::Unknown => self.standing_of_ended(&principal, &hash).await.map_err(Refusal::Unchecked)?,
            known => known,
        };
        if let Some(refusal) = principal.refusal(standing, now, from) {
            return Err(refusal);
        }
        if looked_up {
            self.touch(&principal, now).await.map_err(Refusal::Unchecked)?;
        }
        Ok(principal)
    }

    /// The state of a secret that does not work: an earlier secret of the key, or unknown.
    async fn standing_of_ended(&self, principal: &Principal, hash: &[u8]) -> Result<Standing, Error> {
        let Holder::Key(key) = principal.holder else { return Ok(Standing::Unknown) };
        if !principal.secrets().has_ended() {
            return Ok(Standing::Unknown);
        }
        let system = self.db.system(Reason::CredentialLookup).await?;
        let ended = end_of_secret().bind(&*system, &principal.tenant().0, &key.0, &hash).opt().await?;
        Ok(if ended.is_some() { Standing::Ended } else { Standing::Unknown })
    }

    /// Records that a session is in use, once a minute at most.
    async fn touch(&self, principal: &Principal, now: Timestamp) -> Result<(), Error> {
        let Holder::User { session, last_used_at, .. } = principal.holder else { return Ok(()) };
        if now - TOUCHED < last_used_at {
            return Ok(());
        }
        let system = self.db.system(Reason::LastUses).await?;
        touch_session().bind(&*system, &now, &principal.tenant().0, &session.0).opt().await?;
        Ok(())
    }

    /// Another cell may serve the tenant, also if this database has a copy of it. That is not cached, so a tenant that arrives
    /// here is served at once.
    async fn find(&self, presented: &Presented<'_>, filling: Filling) -> Result<Arc<Principal>, Refusal> {
        let system = self.db.system_for_key(presented.routing(), Reason::CredentialLookup).await?;
        let found = if presented.is_session() {
            let row = session_by_prefix().bind(&*system, &presented.prefix).opt().await?;
            row.map(|mut row| {
                let elsewhere = Elsewhere::of(row.other_cell.take(), row.other_url.take());
                (Principal::of_session(row, self.clock.now() - self.session_idle), elsewhere)
            })
        } else {
            let row = credential_by_prefix().bind(&*system, &self.clock.now(), &presented.prefix).opt().await?;
            row.map(|mut row| {
                let elsewhere = Elsewhere::of(row.other_cell.take(), row.other_url.take());
                (Principal::of_key(row), elsewhere)
            })
        };
        let Some((principal, elsewhere)) = found else {
            let elsewhere = Elsewhere::by_routing(&system, presented.routing()).await?;
            return Err(elsewhere.map_or(Refusal::Unknown, Refusal::Misdirected));
        };
        if let Some(elsewhere) = elsewhere {
            return Err(Refusal::Misdirected(elsewhere));
        }
        let principal = Arc::new(principal);
        self.memory.learn(filling, presented.prefix, &principal);
        Ok(principal)
    }

    /// The principal of an owned object, such as a workflow ([`Principal::of_owner`]). No credential is presented, so
    /// networks are not checked.
    pub async fn rights_of_owner(
        &self,
        tenant: TenantId,
        owner: Owner,
        author: (&str, Uuid),
        ceiling: &Ceiling,
        within: Option<&[OrganizationId]>,
    ) -> Result<Principal, Refusal> {
        let system = self.db.system(Reason::CredentialLookup).await.map_err(Refusal::Unchecked)?;
        let found = owner_now().bind(&*system, &tenant.0, &owner.kind(), &owner.uuid()).opt().await;
        let row = found.map_err(|error| Refusal::Unchecked(error.into()))?.ok_or(Refusal::OwnerDisabled)?;
        let who = (Holder::author(author), owner);
        Principal::of_owner(row, tenant, who, ceiling, within).ok_or(Refusal::OwnerDisabled)
    }

    /// Records a use of these scopes, to be written within the minute.
    pub fn used(&self, principal: &Principal, from: IpAddr, route: &Arc<str>, scopes: ScopeSet) {
        self.uses.add(principal, self.clock.now(), from, route, scopes);
    }

    /// Removes keys from the cache as they change. While it cannot listen for notifications, the cache is off.
    pub async fn keep_current(&self) {
        loop {
            // Also when this task panics or is aborted.
            let suspended = self.memory.suspend_on_drop();
            let (pending, to_acknowledge) = mpsc::channel(PENDING);
            let ended = self.db.listen(CHANNEL, |heard| match heard {
                ListenEvent::Listening => self.memory.resume(),
                ListenEvent::Notification(text) => match Notification::parse(text) {
                    Notification::Changed(prefix) => self.memory.forget(prefix),
                    // A request that does not fit is repeated by its sender.
                    Notification::Request(number) => drop(pending.try_send(number)),
                    Notification::Acknowledgement(number) => self.requests.acknowledge(number),
                },
                ListenEvent::StillListening => self.memory.still_listening(),
            });
            let ended = tokio::select! {
                ended = ended => ended,
                () = self.acknowledge(to_acknowledge) => Ok(()),
            };
            drop(suspended);
            let error = ended.err().map(tracing::field::display);
            tracing::warn!(
                error,
                "notifications of revoked keys and sessions interrupted; every request is checked in PostgreSQL \
                meanwhile"
            );
            sleep(RETRY).await;
        }
    }

    async fn acknowledge(&self, mut requests: mpsc::Receiver<u64>) {
        while let Some(number) = requests.recv().await {
            if let Err(error) = self.db.announce(CHANNEL, &format!("!{number}")).await {
                tracing::debug!(
                    error = format!("{:#}", error.into_cause()),
                    "failed to acknowledge changed credentials"
                );
            }
        }
    }

    /// Waits until every node has removed the changes so far from its cache, a second at most.
    pub async fn acknowledged_by_all(&self) {
        let acknowledged = async {
            loop {
                if let Ok(acknowledged) = timeout(REPEATED, self.request_acknowledgements()).await {
                    return acknowledged;
                }
            }
        };
        match timeout(ACKNOWLEDGED, acknowledged).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let error = format!("{:#}", error.into_cause());
                tracing::warn!(error, "failed to request acknowledgements of a changed credential");
            }
            Err(_) => tracing::warn!("a node did not acknowledge a changed credential in time"),
        }
    }

    async fn request_acknowledgements(&self) -> Result<(), Error> {
        let mut request = self.requests.begin();
        let system = self.db.system(Reason::CredentialLookup).await?;
        let listeners = count_listeners().bind(&*system).one().await?;
        drop(system);
        if listeners > 0 {
            self.db.announce(CHANNEL, &format!("?{}", request.number)).await?;
            request.acknowledged_by(listeners).await;
        }
        Ok(())
    }

    /// True if notifications of changed keys are received.
    pub fn is_current(&self) -> bool {
        self.memory.is_on()
    }

    pub async fn write_uses(&self) -> Result<(), Error> {
        self.uses.write(&self.db, self.clock.now()).await
    }

    /// Removes sessions that ended long ago, until none is left.
    pub async fn forget_old_sessions(&self) -> Result<(), Error> {
        loop {
            let system = self.db.system(Reason::Retention).await?;
            if forget_sessions().bind(&*system, &(self.clock.now() - ENDED)).all().await?.is_empty() {
                return Ok(());
            }
        }
    }

    /// Removes counts of scopes that no report shows any more.
    pub async fn forget_old_uses(&self) -> Result<(), Error> {
        let system = self.db.system(Reason::Retention).await?;
        forget_scope_uses().bind(&*system, &report_start(self.clock.now())).all().await?;
        Ok(())
    }
}
