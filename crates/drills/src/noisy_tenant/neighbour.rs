//! The tenant that is measured: it reads and writes at a steady pace. It runs on its own thread, so that the noisy tenant's
//! clients in this process do not add to the measured time.

use super::parsed;
use anyhow::{Context, ensure};
use reqwest::Client;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::{sync::oneshot, time::sleep};

/// The pause between two requests.
const PAUSE: Duration = Duration::from_millis(2);

const PATH: &str = "/api/rmm/organizations";

#[derive(Debug, Clone, Default)]
pub struct Measured {
    pub reads: Vec<Duration>,
    pub writes: Vec<Duration>,
    /// Responses other than success.
    pub refused: Vec<String>,
}

impl Measured {
    pub fn add(&mut self, other: Measured) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.refused.extend(other.refused);
    }
}

#[derive(Clone)]
pub struct Neighbour {
    base: String,
    key: String,
    /// The ids of the organizations that are read and written.
    read: String,
    written: String,
}

impl Neighbour {
    pub async fn settle(base: &str, key: &str) -> anyhow::Result<Neighbour> {
        let http = Client::builder().no_proxy().build()?;
        let mut ids = vec![];
        for name in ["Read", "Written"] {
            let new = json!({"name": name, "tags": ["gold"]});
            let created = http.post(format!("{base}{PATH}")).bearer_auth(key).json(&new).send().await?;
            ensure!(created.status() == 201, "{}", created.text().await?);
            ids.push(parsed(&created.bytes().await?)["id"].as_str().context("an id")?.to_owned());
        }
        let [read, written] = ids.try_into().map_err(|_| anyhow::anyhow!("two organizations"))?;
        Ok(Neighbour { base: base.to_owned(), key: key.to_owned(), read, written })
    }

    /// Reads and writes for this long.
    pub async fn measure(&self, how_long: Duration) -> anyhow::Result<Measured> {
        let (neighbour, (done, measured)) = (self.clone(), oneshot::channel());
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let _ = done.send(runtime.map_err(anyhow::Error::from).and_then(|runtime| {
                runtime.block_on(async { futures::try_join!(neighbour.reads(how_long), neighbour.writes(how_long)) })
            }));
        });
        let (mut all, writes) = measured.await??;
        all.add(writes);
        Ok(all)
    }

    async fn reads(&self, how_long: Duration) -> anyhow::Result<Measured> {
        let http = Client::builder().no_proxy().build()?;
        let (one, list) = (format!("{}{PATH}?id={}", self.base, self.read), format!("{}{PATH}", self.base));
        let mut measured = Measured::default();
        let until = Instant::now() + how_long;
        while Instant::now() < until {
            for url in [&one, &list] {
                let started = Instant::now();
                let answer = http.get(url).bearer_auth(&self.key).send().await?;
                let status = answer.status();
                answer.bytes().await?;
                measured.reads.push(started.elapsed());
                if !status.is_success() {
                    measured.refused.push(format!("read {status}"));
                }
                sleep(PAUSE).await;
            }
        }
        Ok(measured)
    }

    async fn writes(&self, how_long: Duration) -> anyhow::Result<Measured> {
        let http = Client::builder().no_proxy().build()?;
        let url = format!("{}{PATH}?id={}", self.base, self.written);
        let mut measured = Measured::default();
        let until = Instant::now() + how_long;
        while Instant::now() < until {
            let change = json!({"notes": format!("{:016x}", rand::random::<u64>())});
            let started = Instant::now();
            let answer = http.put(&url).bearer_auth(&self.key).json(&change).send().await?;
            let status = answer.status();
            answer.bytes().await?;
            measured.writes.push(started.elapsed());
            if !status.is_success() {
                measured.refused.push(format!("write {status}"));
            }
            sleep(PAUSE).await;
        }
        Ok(measured)
    }
}
