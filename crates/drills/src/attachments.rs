//! Files of all sizes are attached to tickets, in a directory and in S3. The server needs little memory, whatever their
//! size; neither the storage nor the database contains plaintext; servers that are killed while they store files leave
//! neither objects nor tickets with broken files; and the throughput is close to that of the storage alone.

mod kills;
mod load;
mod place;

use crate::{
    Outcome, Size,
    bench::postgres_program,
    memory::{self, MIB, Watch},
    stage::Stage,
};
use anyhow::{Context, ensure};
use load::{File, Load, MARK};
use place::Place;
use serde_json::json;
use std::process::Command;
use testkit::{Client, ServerProcess};

/// The largest growth of the memory of a server that handles several files at once, whatever their size.
const GROWTH_MB: u64 = 150;

/// The lowest accepted throughput, as a share of that of the storage alone. Its client makes and hashes the same files.
const LEAST_SHARE: f64 = 0.2;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off").await?;
    for place in [Place::directory()?, Place::bucket()?] {
        Scene::set(&stage, place, size).await?.play(&mut outcome).await?;
    }
    Ok(outcome)
}

/// A server with a storage, and a ticket that gets all files.
struct Scene<'a> {
    stage: &'a Stage,
    place: Place,
    size: Size,
    key: String,
    ticket: String,
}

impl Scene<'_> {
    async fn set(stage: &Stage, place: Place, size: Size) -> anyhow::Result<Scene<'_>> {
        let key = stage.tenant(place.name()).await?.key;
        let server = Scene::server_at(stage, &place, size).await?;
        let ticket = server.client(&key).post("/api/psa/tickets", json!({"subject": "Files"})).await.expect(201).id();
        Ok(Scene { stage, place, size, key, ticket })
    }

    async fn server(&self) -> anyhow::Result<ServerProcess> {
        Scene::server_at(self.stage, &self.place, self.size).await
    }

    async fn server_at(stage: &Stage, place: &Place, size: Size) -> anyhow::Result<ServerProcess> {
        let mut settings = place.settings();
        let more = ["--log", "warn", "--attachments-collect-seconds", size.pick("60", "10")];
        settings.extend(more.map(str::to_owned));
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        ServerProcess::start(&stage.database, &settings).await
    }

    async fn play(&self, outcome: &mut Outcome) -> anyhow::Result<()> {
        let name = self.place.name();
        let server = self.server().await?;
        let load = Load::new(&server, &self.key, &self.ticket)?;
        let files = File::skewed(self.size.pick(2_000, 40), self.size.pick(200_000_000, 4_000_000));
        let megabytes = files.iter().map(|file| file.size).sum::<usize>() as f64 / 1e6;
        // The server is warm: it has stored something before it is measured.
        load.upload(&File::new(0, 1_000_000)).await?;
        let before = memory::anonymous(server.pid())?;
        let watch = Watch::start(server.pid(), memory::anonymous);
        let (uploaded, stored) = load.upload_all(&files).await?;
        let downloaded = load.download_all(&files, &stored).await?;
        let growth = watch.stop().await.saturating_sub(before) / MIB;
        let (bare_up, bare_down) = self.place.bare(&files).await?;
        let shares =
            [bare_up.as_secs_f64() / uploaded.as_secs_f64(), bare_down.as_secs_f64() / downloaded.as_secs_f64()];
        outcome.figure(format!(
            "{name}: {} files, {megabytes:.0} MB, {:.0} MB/s up and {:.0} MB/s down, {:.2} and {:.2} of the storage alone, \
            {growth} MB more memory",
            files.len(),
            megabytes / uploaded.as_secs_f64(),
            megabytes / downloaded.as_secs_f64(),
            shares[0],
            shares[1]
        ));
        outcome.promise(growth < GROWTH_MB, format!("{name}: less than {GROWTH_MB} MB more memory"));
        let is_fast = shares.iter().all(|share| *share >= LEAST_SHARE);
        outcome.promise_in_full(self.size, is_fast, format!("{name}: at least {LEAST_SHARE} of the storage alone"));

        let killed = kills::cut_off_uploads(self, server).await?;
        let server = self.server().await?;
        let left = kills::settle(self).await?;
        outcome.figure(format!("{name}: {killed} uploads cut off by kills"));
        outcome.promise(left.is_empty(), format!("{name}: the storage has no leftovers ({})", left.join(", ")));
        let broken = self.broken(&server.client(&self.key), &server).await?;
        outcome.promise(broken == 0, format!("{name}: no ticket has a broken file ({broken} have)"));
        self.search(outcome).await
    }

    /// The number of listed attachments whose content differs from the sent one or cannot be read.
    async fn broken(&self, client: &Client, server: &ServerProcess) -> anyhow::Result<usize> {
        let load = Load::new(server, &self.key, &self.ticket)?;
        let (mut broken, mut cursor) = (0, String::new());
        loop {
            let target = format!("/api/psa/attachments?ticket_id={}&limit=200{cursor}", self.ticket);
            let page = client.get(&target).await.expect(200).body;
            for attachment in page["data"].as_array().context("a page")? {
                let id = attachment["id"].as_str().context("an id")?;
                let read = load.download(id).await;
                broken += usize::from(!read.is_ok_and(|hash| attachment["sha256"] == hash.as_str()));
            }
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return Ok(broken),
            }
        }
    }

    /// Searches the storage and a dump of the database for the content of files.
    async fn search(&self, outcome: &mut Outcome) -> anyhow::Result<()> {
        let name = self.place.name();
        let (objects, with_plaintext) = self.place.search(MARK.as_bytes()).await?;
        ensure!(objects > 0, "the storage has no objects to search");
        outcome.promise(with_plaintext == 0, format!("{name}: no plaintext in the storage"));
        let port = self.stage.database.port.to_string();
        let mut command = Command::new(postgres_program("pg_dump"));
        command.args(["-h", "127.0.0.1", "-p", &port, "-U", "postgres", &self.stage.database.name]);
        let output = tokio::task::spawn_blocking(move || command.output()).await??;
        ensure!(output.status.success(), "pg_dump: {}", String::from_utf8_lossy(&output.stderr));
        let dump = String::from_utf8_lossy(&output.stdout);
        ensure!(dump.contains("COPY public.attachments"), "the dump has no attachments");
        let hex: String = MARK.bytes().map(|byte| format!("{byte:02x}")).collect();
        outcome.promise(!dump.contains(MARK) && !dump.contains(&hex), format!("{name}: no plaintext in the database"));
        Ok(())
    }
}
