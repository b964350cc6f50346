//! The cost of a unit: CPU, WAL and rows of many units, minus the use of the idle system in the same time; the growth of
//! the database; and the memory of units in progress.

use super::system::System;
use crate::{
    Size,
    bench::{Times, cpu_seconds, family_cpu_seconds},
    memory::Watch,
};
use anyhow::ensure;
use std::{
    fmt,
    time::{Duration, Instant},
};
use tokio::time::sleep;
use tokio_postgres::Client;

/// The longest wait until changes of metrics are folded.
const FOLD_TIMEOUT: Duration = Duration::from_secs(90);

/// Bytes of WAL that are read at once, because the function of PostgreSQL 15 needs much memory for long ranges.
const WAL_CHUNK: i64 = 16 * 1024 * 1024;

/// Seconds of CPU, bytes and rows that were used in some time, or by one unit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Used {
    /// Elapsed time.
    pub seconds: f64,
    pub server: f64,
    /// The worker and the listener.
    pub worker: f64,
    pub postgres: f64,
    pub temporal: f64,
    pub wal: f64,
    pub rows: f64,
}

impl Used {
    fn with(self, other: Used, of: impl Fn(f64, f64) -> f64) -> Used {
        Used {
            seconds: of(self.seconds, other.seconds),
            server: of(self.server, other.server),
            worker: of(self.worker, other.worker),
            postgres: of(self.postgres, other.postgres),
            temporal: of(self.temporal, other.temporal),
            wal: of(self.wal, other.wal),
            rows: of(self.rows, other.rows),
        }
    }

    /// Subtracts the use of the idle system in the same time, and keeps the elapsed seconds.
    pub fn beyond(self, idle: Used) -> Used {
        let share = if idle.seconds > 0.0 { self.seconds / idle.seconds } else { 0.0 };
        Used { seconds: self.seconds, ..self.with(idle, |all, idle| all - idle * share) }
    }

    /// The smaller of two uses, scaled to the time of the first one. A rare job is in only one of them.
    pub fn least(self, other: Used) -> Used {
        let share = self.seconds / other.seconds;
        Used { seconds: self.seconds, ..self.with(other, |one, other| one.min(other * share)) }
    }

    pub fn minus(self, other: Used) -> Used {
        self.with(other, |one, other| one - other)
    }

    pub fn times(self, factor: f64) -> Used {
        self.with(self, |one, _| one * factor)
    }

    /// CPU of all processes except Temporal.
    pub fn cpu(&self) -> f64 {
        self.server + self.worker + self.postgres
    }

    pub fn is_finite(&self) -> bool {
        let Used { seconds, server, worker, postgres, temporal, wal, rows } = *self;
        [seconds, server, worker, postgres, temporal, wal, rows].into_iter().all(f64::is_finite)
    }
}

/// The cost of one unit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    pub each: Used,
    /// Bytes by which the database grows.
    pub disk: Option<f64>,
    /// Bytes of memory in one of our processes while it is in progress.
    pub memory: Option<f64>,
    /// The median of the elapsed times, in seconds.
    pub time: Option<f64>,
}

impl Cost {
    pub fn minus(self, other: Cost) -> Cost {
        let disk = self.disk.zip(other.disk).map(|(one, other)| one - other);
        Cost { each: self.each.minus(other.each), disk, ..self }
    }

    /// The figures that most assumptions use.
    pub fn short(&self) -> String {
        let Used { postgres, wal, rows, .. } = self.each;
        let disk = self.disk.map(|disk| format!(", {disk:.0} B disk")).unwrap_or_default();
        format!("{:.0} µs PostgreSQL, {wal:.0} B WAL, {rows:.1} rows{disk}", postgres * 1e6)
    }

    pub fn with_memory(self, memory: f64) -> Cost {
        Cost { memory: Some(memory), ..self }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Used { server, worker, postgres, temporal, wal, rows, .. } = self.each;
        let micros = |seconds: f64| seconds * 1e6;
        write!(f, "{:.0} µs server, {:.0} µs worker, ", micros(server), micros(worker))?;
        write!(f, "{:.0} µs PostgreSQL, {:.0} µs Temporal, ", micros(postgres), micros(temporal))?;
        write!(f, "{wal:.0} B WAL, {rows:.1} rows")?;
        if let Some(disk) = self.disk {
            write!(f, ", {disk:.0} B disk")?;
        }
        if let Some(memory) = self.memory {
            write!(f, ", {memory:.0} B memory")?;
        }
        match self.time {
            Some(time) => write!(f, ", {time:.4} s"),
            None => Ok(()),
        }
    }
}

/// The use since the processes started.
#[derive(Clone, Copy)]
struct Snapshot {
    at: Instant,
    used: Used,
    /// The end of WAL, in bytes since its beginning.
    lsn: i64,
}

pub struct Meter<'a> {
    pub system: &'a System,
    pub size: Size,
    pub root: Client,
    /// The use of the idle system in some time.
    pub idle: Used,
    /// The process of a second server, if there is one.
    pub second_server: Option<u32>,
}

impl<'a> Meter<'a> {
    pub async fn new(system: &'a System, size: Size) -> anyhow::Result<Meter<'a>> {
        let root = system.scene.stage.database.root().await;
        root.batch_execute("create extension if not exists pg_walinspect").await?;
        Ok(Meter { system, size, root, idle: Used::default(), second_server: None })
    }

    /// Measures the use of the idle system.
    pub async fn idle_use(&self, time: Duration) -> anyhow::Result<Used> {
        let before = self.snapshot().await?;
        sleep(time).await;
        self.since(before).await
    }

    /// Measures `work`, which does `count` units and returns the elapsed times that it knows.
    pub async fn measure(
        &self,
        count: usize,
        work: impl Future<Output = anyhow::Result<Vec<Duration>>>,
    ) -> anyhow::Result<Cost> {
        let before = self.snapshot().await?;
        let times = work.await?;
        self.settle().await?;
        let used = self.since(before).await?.beyond(self.idle);
        let time = (!times.is_empty()).then(|| Times::of(times).p50.as_secs_f64());
        Ok(Cost { each: used.times(1.0 / count as f64), time, ..Cost::default() })
    }

    /// Like `measure`, with the growth of the database.
    pub async fn measure_stored(
        &self,
        count: usize,
        work: impl Future<Output = anyhow::Result<Vec<Duration>>>,
    ) -> anyhow::Result<Cost> {
        let before = self.bytes().await?;
        let cost = self.measure(count, work).await?;
        let growth = self.bytes().await? - before;
        Ok(Cost { disk: Some(growth as f64 / count as f64), ..cost })
    }

    /// Waits until deferred work is done. Changes of metrics are folded every 30 s: the short form does not wait for
    /// that.
    pub async fn settle(&self) -> anyhow::Result<()> {
        sleep(self.size.pick(Duration::from_secs(1), Duration::from_millis(500))).await;
        let started = Instant::now();
        while self.size == Size::Full && self.unfolded().await? > 0 {
            ensure!(started.elapsed() < FOLD_TIMEOUT, "changes of metrics are not folded");
            sleep(Duration::from_millis(500)).await;
        }
        Ok(())
    }

    async fn unfolded(&self) -> anyhow::Result<i64> {
        Ok(self.root.query_one("select count(*) from metric_changes", &[]).await?.get(0))
    }

    /// The size of the database. The full form removes dead rows first.
    pub async fn bytes(&self) -> anyhow::Result<i64> {
        if self.size == Size::Full {
            self.root.batch_execute("vacuum analyze").await?;
        }
        Ok(self.root.query_one("select pg_database_size(current_database())", &[]).await?.get(0))
    }

    async fn snapshot(&self) -> anyhow::Result<Snapshot> {
        let query = "select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint";
        let lsn: i64 = self.root.query_one(query, &[]).await?.get(0);
        let System { worker, listener, scene, temporal, .. } = self.system;
        let second = self.second_server.map_or(Ok(0.0), family_cpu_seconds)?;
        let used = Used {
            seconds: 0.0,
            server: family_cpu_seconds(scene.server.pid())? + second,
            worker: family_cpu_seconds(worker.pid())? + family_cpu_seconds(listener.pid())?,
            postgres: family_cpu_seconds(scene.stage.postgres.pid()?)?,
            temporal: cpu_seconds(temporal.pid()?)?,
            wal: lsn as f64,
            rows: 0.0,
        };
        Ok(Snapshot { at: Instant::now(), used, lsn })
    }

    async fn since(&self, before: Snapshot) -> anyhow::Result<Used> {
        let after = self.snapshot().await?;
        let seconds = after.at.duration_since(before.at).as_secs_f64();
        let rows = self.rows(before.lsn, after.lsn).await?;
        Ok(Used { seconds, rows, ..after.used.minus(before.used) })
    }

    /// Counts the rows that were inserted between two positions in WAL. The statistics of PostgreSQL contain them only
    /// when its connections have been idle for ten seconds.
    async fn rows(&self, from: i64, to: i64) -> anyhow::Result<f64> {
        // The function requires that WAL continues after its last position.
        self.root.batch_execute("select pg_logical_emit_message(true, 'drill', 'end')").await?;
        let query = "select count(*)
            from pg_get_wal_records_info('0/0'::pg_lsn + $1::bigint::numeric, '0/0'::pg_lsn + $2::bigint::numeric) as entry
            join pg_class
                on pg_class.relfilenode = substring(entry.block_ref from 'rel [0-9]+/[0-9]+/([0-9]+)')::oid
            where entry.resource_manager = 'Heap' and entry.record_type like 'INSERT%'
                and pg_class.relkind = 'r' and pg_class.relnamespace <> 'pg_catalog'::regnamespace";
        let (mut rows, mut start) = (0, from);
        while start < to {
            let end = to.min(start + WAL_CHUNK);
            rows += self.root.query_one(query, &[&start, &end]).await?.get::<_, i64>(0);
            start = end;
        }
        Ok(rows as f64)
    }
}

/// The memory of a process before the measured units. `figure` is one of the functions of `memory`.
pub struct Memory {
    pid: u32,
    figure: fn(u32) -> anyhow::Result<u64>,
    before: u64,
}

impl Memory {
    pub fn of(pid: u32, figure: fn(u32) -> anyhow::Result<u64>) -> anyhow::Result<Memory> {
        Ok(Memory { pid, figure, before: figure(pid)? })
    }

    /// The growth per unit while this many units are in progress. It is an upper bound, because it contains memory that the
    /// process has kept from earlier units.
    pub async fn growth<T>(
        &self,
        at_once: usize,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<(f64, T)> {
        let watch = Watch::start(self.pid, self.figure);
        let done = work.await;
        let peak = watch.stop().await;
        Ok((peak.saturating_sub(self.before) as f64 / at_once as f64, done?))
    }
}
