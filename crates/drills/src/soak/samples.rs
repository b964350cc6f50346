//! The figures that are sampled every few seconds: of processes from `/proc`, of PostgreSQL from its own views, and backlogs
//! from `/metrics`, as an operator reads them.

use super::cluster::{Address, Cluster, NAMES};
use crate::memory::{self, MIB};
use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::{
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};
use tokio_postgres::Client;

/// The figures of one moment, by their names.
pub type Figures = BTreeMap<String, f64>;

/// The figures that are sampled of each process.
pub const PROCESS: [&str; 4] = ["memory", "resident", "descriptors", "threads"];

/// The figures that are sampled of PostgreSQL, in the order of the columns of `POSTGRES_QUERY`.
pub const POSTGRES: [&str; 7] = [
    "connections",
    "waiting locks",
    "oldest transaction",
    "database size",
    "dead rows",
    "partitions",
    "changes of figures to fold",
];

const POSTGRES_QUERY: &str = "select
    (select count(*) from pg_stat_activity where usename in ('app', 'app_system'))::float8,
    (select count(*) from pg_locks where not granted)::float8,
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)
        from pg_stat_activity where usename in ('app', 'app_system'))::float8,
    pg_database_size(current_database())::float8 / 1048576,
    (select coalesce(100.0 * sum(n_dead_tup) / nullif(sum(n_live_tup + n_dead_tup), 0), 0) from pg_stat_user_tables)::float8,
    (select count(*) from pg_class where relispartition and relkind = 'r')::float8,
    (select count(*) from metric_changes)::float8";

/// How the values of several processes are combined. The values of one process are added up over their labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combine {
    /// All processes report the same value, or the highest one counts.
    Max,
    Sum,
}

/// Names in the plot, and the metrics.
const METRICS: [(&str, &str, Combine); 13] = [
    ("deliveries waiting", "webhook_deliveries_waiting", Combine::Max),
    ("deliveries stopped", "webhook_deliveries_stopped", Combine::Max),
    ("delivery lag", "webhook_delivery_lag_seconds", Combine::Max),
    ("lag of events for webhooks", "webhook_events_lag_seconds", Combine::Max),
    ("lag of events for workflows", "workflow_events_lag_seconds", Combine::Max),
    ("runs not finished", "workflow_runs", Combine::Max),
    ("oldest queued run", "workflow_oldest_queued_seconds", Combine::Max),
    ("engine messages waiting", "engine_outbox_messages", Combine::Max),
    ("lag of engine tasks", "engine_lag_seconds", Combine::Max),
    ("lag of request usage", "usage_flush_lag_seconds", Combine::Max),
    ("open event streams", "event_streams", Combine::Sum),
    ("pool connections in use", "db_pool_in_use", Combine::Sum),
    ("waiting for a connection", "db_pool_waiting", Combine::Sum),
];

/// Backlogs that must be empty when the load is over. Servers read them every second, workers more rarely.
pub const DRAINED: [&str; 6] = [
    "deliveries waiting",
    "deliveries stopped",
    "delivery lag",
    "lag of events for webhooks",
    "runs not finished",
    "engine messages waiting",
];

/// The names of all figures, in the order of the plot.
pub fn names() -> Vec<String> {
    let of_processes = PROCESS.iter().flat_map(|figure| NAMES.iter().map(|name| of(figure, name)));
    let of_metrics = METRICS.iter().map(|(name, ..)| (*name).to_owned());
    of_processes.chain(POSTGRES.map(str::to_owned)).chain(of_metrics).collect()
}

/// The name of a figure of a process.
pub fn of(figure: &str, process: &str) -> String {
    format!("{figure} of {process}")
}

/// The samples, with the seconds since the start.
#[derive(Debug, Default, Clone)]
pub struct Recording {
    pub moments: Vec<(f64, Figures)>,
}

impl Recording {
    /// One value for each moment; `None` while it could not be read.
    pub fn values(&self, name: &str) -> Vec<Option<f64>> {
        self.moments.iter().map(|(_, figures)| figures.get(name).copied()).collect()
    }
}

pub struct Sampler {
    task: JoinHandle<Recording>,
    over: Arc<AtomicBool>,
}

impl Sampler {
    pub fn start(cluster: Arc<Cluster>, root: Client, every: Duration) -> anyhow::Result<Sampler> {
        let (over, http) = (Arc::new(AtomicBool::new(false)), client()?);
        let stopped = over.clone();
        let task = tokio::spawn(async move {
            let (started, mut recording) = (Instant::now(), Recording::default());
            let mut ticks = interval(every);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
            while !stopped.load(Relaxed) {
                ticks.tick().await;
                let at = started.elapsed().as_secs_f64();
                recording.moments.push((at, sample(&cluster, &root, &http).await));
            }
            recording
        });
        Ok(Sampler { task, over })
    }

    pub async fn stop(self) -> anyhow::Result<Recording> {
        self.over.store(true, Relaxed);
        Ok(self.task.await?)
    }
}

pub fn client() -> anyhow::Result<reqwest::Client> {
    Ok(reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(5)).build()?)
}

/// Figures that cannot be read are missing, such as those of a process that is being restarted.
pub async fn sample(cluster: &Cluster, root: &Client, http: &reqwest::Client) -> Figures {
    let mut figures = Figures::new();
    let mut scraped = vec![];
    for (number, name) in NAMES.iter().enumerate() {
        let Some(Address { pid, ops, .. }) = cluster.address(number) else { continue };
        let [allocated, resident, descriptors, threads] = PROCESS;
        let mib = |bytes: u64| bytes as f64 / MIB as f64;
        figures.extend(memory::anonymous(pid).ok().map(|bytes| (of(allocated, name), mib(bytes))));
        figures.extend(memory::resident(pid).ok().map(|bytes| (of(resident, name), mib(bytes))));
        figures.extend(entries(pid, "fd").map(|count| (of(descriptors, name), count)));
        figures.extend(entries(pid, "task").map(|count| (of(threads, name), count)));
        scraped.extend(scrape(http, &ops).await);
    }
    if let Ok(row) = root.query_one(POSTGRES_QUERY, &[]).await {
        let columns = POSTGRES.iter().enumerate().map(|(column, name)| ((*name).to_owned(), row.get::<_, f64>(column)));
        figures.extend(columns);
    }
    for (name, metric, combine) in METRICS {
        let values = scraped.iter().filter_map(|text| value(text, metric));
        let combined = match combine {
            Combine::Max => {
                values.fold(None, |most: Option<f64>, value| Some(most.map_or(value, |most| most.max(value))))
            }
            Combine::Sum => Some(values.sum()),
        };
        figures.extend(combined.map(|value| (name.to_owned(), value)));
    }
    figures
}

/// The number of entries of a directory of a process, such as its open files.
fn entries(pid: u32, directory: &str) -> Option<f64> {
    Some(fs::read_dir(format!("/proc/{pid}/{directory}")).ok()?.count() as f64)
}

async fn scrape(http: &reqwest::Client, ops: &str) -> Option<String> {
    let response = http.get(format!("{ops}/metrics")).send().await.ok()?;
    response.text().await.ok()
}

/// The sum of a metric over its labels. `None` if the process does not have it, or its value is not known.
fn value(text: &str, metric: &str) -> Option<f64> {
    let of_metric = |line: &&str| line.strip_prefix(metric).is_some_and(|rest| rest.starts_with([' ', '{']));
    let values = text.lines().filter(of_metric).filter_map(|line| line.rsplit_once(' ')?.1.parse::<f64>().ok());
    let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    (!values.is_empty()).then(|| values.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn the_values_of_a_metric_are_added_up_over_its_labels() {
        let text =
            "# TYPE runs gauge\nruns{status=\"queued\"} 2\nruns{status=\"running\"} 3\nruns_total 7\nlag NaN\nage 0.5";
        assert_eq!(value(text, "runs"), Some(5.0));
        assert_eq!(value(text, "age"), Some(0.5));
        assert_eq!(value(text, "lag"), None);
        assert_eq!(value(text, "other"), None);
    }
}
