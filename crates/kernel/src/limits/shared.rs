//! The buckets that all nodes share, in Redis. While it is unavailable, every node applies its own limit.

use super::{Policy, bucket::Request};
use crate::supervisor::progress;
use anyhow::Context;
use redis::{Client, Script, aio::MultiplexedConnection};
use secrecy::{ExposeSecret, SecretString};
use std::{
    sync::{PoisonError, RwLock},
    time::{Duration, Instant},
};
use tokio::{sync::Notify, time::timeout};

/// The maximum time that a request waits for Redis.
const TIMEOUT: Duration = Duration::from_millis(100);

/// How long a node without Redis waits before it reconnects.
const RETRY: Duration = Duration::from_millis(200);

/// After this time, Redis counts as unavailable.
const PING: Duration = Duration::from_secs(1);

const CONNECT: Duration = Duration::from_secs(2);

pub struct Shared {
    client: Client,
    lease: Script,
    /// `None` while Redis is unavailable.
    connection: RwLock<Option<MultiplexedConnection>>,
    lost: Notify,
}

pub struct Grant {
    pub granted: u32,
    pub spent: Duration,
}

impl Shared {
    pub fn new(url: &SecretString) -> anyhow::Result<Shared> {
        Ok(Shared {
            client: Client::open(url.expose_secret()).context("TC_REDIS_URL is not a Redis URL")?,
            lease: Script::new(include_str!("lease.lua")),
            connection: RwLock::new(None),
            lost: Notify::new(),
        })
    }

    /// `None` if Redis is unavailable.
    pub async fn lease(&self, bucket: &str, policy: Policy, request: &Request) -> Option<Grant> {
        let mut connection = self.connection()?;
        let mut call = self.lease.key(bucket);
        let micros = |time: Duration| time.as_nanos() as f64 / 1000.0;
        call.arg(micros(policy.interval())).arg(micros(policy.window)).arg(micros(request.spent)).arg(request.want);
        let answer = timeout(TIMEOUT, call.invoke_async::<(u32, u64)>(&mut connection)).await;
        match answer.map_err(anyhow::Error::from).and_then(|answer| Ok(answer?)) {
            Ok((granted, spent)) => Some(Grant { granted, spent: Duration::from_micros(spent) }),
            Err(error) => {
                self.lose(&error);
                None
            }
        }
    }

    /// Its response time; `None` if it is unavailable.
    pub async fn ping(&self) -> Option<Duration> {
        let mut connection = self.connection()?;
        let asked = Instant::now();
        let answer = timeout(PING, redis::cmd("PING").query_async::<()>(&mut connection)).await;
        match answer.map_err(anyhow::Error::from).and_then(|answer| Ok(answer?)) {
            Ok(()) => Some(asked.elapsed()),
            Err(error) => {
                self.lose(&error);
                None
            }
        }
    }

    pub fn is_here(&self) -> bool {
        self.connection.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Connects, and reconnects whenever the connection is lost.
    pub async fn keep_connected(&self) {
        let mut said = false;
        loop {
            match self.connect().await {
                Ok(connection) => {
                    tracing::info!("rate limits are shared through Redis");
                    self.set(Some(connection));
                    progress::waiting(self.lost.notified()).await;
                    said = false;
                }
                Err(error) if !said => {
                    let error = format!("{error:#}");
                    tracing::warn!(error, "Redis unavailable: rate limits are counted per server meanwhile");
                    said = true;
                }
                Err(_) => {}
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// The version of Redis, for the operator.
    pub async fn version(&self) -> anyhow::Result<String> {
        let mut connection = self.connect().await?;
        let about: String = redis::cmd("INFO").arg("server").query_async(&mut connection).await?;
        let version = about.lines().find_map(|line| line.strip_prefix("redis_version:")).unwrap_or("unknown");
        Ok(version.to_owned())
    }

    async fn connect(&self) -> anyhow::Result<MultiplexedConnection> {
        let connected = async {
            let mut connection = self.client.get_multiplexed_async_connection().await?;
            redis::cmd("PING").query_async::<()>(&mut connection).await?;
            anyhow::Ok(connection)
        };
        let address = self.client.get_connection_info().addr();
        let response = timeout(CONNECT, connected).await;
        let connected = response.with_context(|| format!("Redis at {address} does not respond"))?;
        connected.with_context(|| format!("cannot connect to Redis at {address}"))
    }

    fn lose(&self, error: &anyhow::Error) {
        if self.set(None) {
            tracing::warn!(error = %format!("{error:#}"), "Redis lost: rate limits are counted per server meanwhile");
            self.lost.notify_one();
        }
    }

    /// True if there was one before.
    fn set(&self, connection: Option<MultiplexedConnection>) -> bool {
        let mut current = self.connection.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *current, connection).is_some()
    }

    fn connection(&self) -> Option<MultiplexedConnection> {
        self.connection.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
