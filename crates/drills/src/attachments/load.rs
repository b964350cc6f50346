//! The files, and a client that stores and reads them.

use anyhow::{Context, ensure};
use futures::{Stream, StreamExt, TryStreamExt, stream};
use rand::{Rng, RngCore, SeedableRng, rngs::StdRng};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{
    pin::pin,
    time::{Duration, Instant},
};
use testkit::ServerProcess;

/// A text that every file contains, every 4 KiB.
pub const MARK: &str = "the content of an attachment, which nobody may read in the storage";

const EVERY: usize = 4096;
const AT_ONCE: usize = 4;

#[derive(Debug, Clone)]
pub struct File {
    pub seed: u64,
    pub size: usize,
    pub sha256: String,
}

impl File {
    pub fn new(seed: u64, size: usize) -> File {
        let sha256 = hash(&content(seed, size));
        File { seed, size, sha256 }
    }

    /// Most files are small, and one of 250 has the largest size; there is at least one.
    pub fn skewed(count: usize, largest: usize) -> Vec<File> {
        let mut random = StdRng::seed_from_u64(47);
        let mut size = |number: usize| match number % 250 {
            0 => largest,
            _ => 1 + (largest as f64 / 200.0 * random.random::<f64>().powi(3)) as usize,
        };
        (0..count).map(|number| File::new(number as u64, size(number))).collect()
    }

    pub fn content(&self) -> Vec<u8> {
        content(self.seed, self.size)
    }
}

fn content(seed: u64, size: usize) -> Vec<u8> {
    let mut bytes = vec![0; size];
    StdRng::seed_from_u64(seed).fill_bytes(&mut bytes);
    for block in bytes.chunks_mut(EVERY).filter(|block| block.len() >= MARK.len()) {
        block[..MARK.len()].copy_from_slice(MARK.as_bytes());
    }
    bytes
}

fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of the content of a stream.
pub async fn hash_of<B: AsRef<[u8]>, E>(chunks: impl Stream<Item = Result<B, E>>) -> Result<String, E> {
    let mut chunks = pin!(chunks);
    let mut hash = Sha256::new();
    while let Some(chunk) = chunks.try_next().await? {
        hash.update(&chunk);
    }
    Ok(hex(&hash.finalize()))
}

#[derive(Clone)]
pub struct Load<'a> {
    pub server: &'a ServerProcess,
    pub key: &'a str,
    pub ticket: &'a str,
    http: reqwest::Client,
}

impl<'a> Load<'a> {
    pub fn new(server: &'a ServerProcess, key: &'a str, ticket: &'a str) -> anyhow::Result<Load<'a>> {
        Ok(Load { server, key, ticket, http: reqwest::Client::builder().no_proxy().build()? })
    }

    /// The id of the new attachment.
    pub async fn upload(&self, file: &File) -> anyhow::Result<String> {
        let url =
            format!("{}/api/psa/attachments?ticket_id={}&name=file-{}.bin", self.server.base, self.ticket, file.seed);
        let response = self.http.post(url).bearer_auth(self.key).body(file.content()).send().await?;
        let (status, body) = (response.status(), response.text().await?);
        ensure!(status == 201, "{status}: {body}");
        let body: Value = serde_json::from_str(&body)?;
        ensure!(body["sha256"] == file.sha256.as_str(), "another file was stored");
        Ok(body["id"].as_str().context("an id")?.to_owned())
    }

    /// The hash of a file.
    pub async fn download(&self, id: &str) -> anyhow::Result<String> {
        let url = format!("{}/api/psa/attachments/content?id={id}", self.server.base);
        let response = self.http.get(url).bearer_auth(self.key).send().await?;
        ensure!(response.status() == 200, "{}", response.status());
        let chunks = stream::try_unfold(response, |mut response| async move {
            Ok::<_, reqwest::Error>(response.chunk().await?.map(|chunk| (chunk, response)))
        });
        Ok(hash_of(chunks).await?)
    }

    /// Returns the duration, and the ids in the order of the files.
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
            ensure!(read == file.sha256, "another file was read");
            Ok(())
        });
        stream::iter(downloads).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
        Ok(started.elapsed())
    }
}
