//! The files, and a client that stores and reads them.

use anyhow::{Context, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use rand::{Rng, RngCore, SeedableRng, rngs::StdRng};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};
use testkit::ServerProcess;

/// It is in every file, every 4 KiB.
pub const MARK: &str = "the content of an attachment, which nobody may read in the storage";

const EVERY: usize = 4096;
const AT_ONCE: usize = 4;

#[derive(Debug, Clone, Copy)]
pub struct File {
    pub seed: u64,
    pub size: usize,
}

impl File {
    /// Most files are small, and one of 250 has the largest size; there is at least one.
    pub fn skewed(count: usize, largest: usize) -> Vec<File> {
        let mut random = StdRng::seed_from_u64(47);
        let mut size = |number: usize| match number % 250 {
            0 => largest,
            _ => 1 + (largest as f64 / 200.0 * random.random::<f64>().powi(3)) as usize,
        };
        (0..count).map(|number| File { seed: number as u64, size: size(number) }).collect()
    }

    pub fn content(self) -> Vec<u8> {
        let mut bytes = vec![0; self.size];
        StdRng::seed_from_u64(self.seed).fill_bytes(&mut bytes);
        for block in bytes.chunks_mut(EVERY).filter(|block| block.len() >= MARK.len()) {
            block[..MARK.len()].copy_from_slice(MARK.as_bytes());
        }
        bytes
    }
}

pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Clone, Copy)]
pub struct Load<'a> {
    pub server: &'a ServerProcess,
    pub key: &'a str,
    pub ticket: &'a str,
}

impl Load<'_> {
    /// The id of the new attachment.
    pub async fn upload(&self, file: &File) -> anyhow::Result<String> {
        let content = file.content();
        let expected = hash(&content);
        let url =
            format!("{}/api/psa/attachments?ticket_id={}&name=file-{}.bin", self.server.base, self.ticket, file.seed);
        let answer = client()?.post(url).bearer_auth(self.key).body(content).send().await?;
        let (status, body) = (answer.status(), answer.text().await?);
        ensure!(status == 201, "{status}: {body}");
        let body: Value = serde_json::from_str(&body)?;
        ensure!(body["sha256"] == expected.as_str(), "another file was stored");
        Ok(body["id"].as_str().context("an id")?.to_owned())
    }

    /// The hash of a file.
    pub async fn download(&self, id: &str) -> anyhow::Result<String> {
        let url = format!("{}/api/psa/attachments/content?id={id}", self.server.base);
        let mut answer = client()?.get(url).bearer_auth(self.key).send().await?;
        ensure!(answer.status() == 200, "{}", answer.status());
        let mut hash = Sha256::new();
        while let Some(chunk) = answer.chunk().await? {
            hash.update(&chunk);
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// How long it takes, and the ids in the order of the files.
    pub async fn upload_all(&self, files: &[File]) -> anyhow::Result<(Duration, Vec<String>)> {
        let started = Instant::now();
        let uploads = files.iter().map(|file| self.upload(file));
        let ids = stream::iter(uploads).buffered(AT_ONCE).try_collect().await?;
        Ok((started.elapsed(), ids))
    }

    pub async fn download_all(&self, files: &[File], ids: &[String]) -> anyhow::Result<Duration> {
        let started = Instant::now();
        let downloads = files.iter().zip(ids).map(async |(file, id)| {
            let read = self.download(id).await?;
            ensure!(read == hash(&file.content()), "another file was read");
            Ok(())
        });
        stream::iter(downloads).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
        Ok(started.elapsed())
    }
}

fn client() -> anyhow::Result<reqwest::Client> {
    Ok(reqwest::Client::builder().no_proxy().build()?)
}
