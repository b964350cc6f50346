//! Servers that are killed while they store files, and the objects that are left afterwards.

use super::{
    Scene,
    load::{File, Load},
};
use anyhow::Context;
use std::time::{Duration, Instant};
use testkit::ServerProcess;
use tokio::{io::AsyncWriteExt, net::TcpStream, time::sleep};

/// The announced size of the files that are cut off: several parts.
const SIZE: usize = 16_000_000;

/// The time within which leftovers must be removed, after the timeout of an upload. A removal that was cut off is retried
/// after a minute.
const CLEANUP_TIMEOUT: Duration = Duration::from_secs(150);

/// Kills servers in the middle of uploads, and returns the number of uploads that were cut off.
pub async fn cut_off_uploads(scene: &Scene<'_>, mut server: ServerProcess) -> anyhow::Result<usize> {
    let mut cut = 0;
    for round in 0..scene.size.pick(10, 3) {
        let content = File::new(round, SIZE).content();
        let mut uploads = vec![];
        // They end after 24 to 96 % of the file. Together with the whole files, they are the limit of a tenant.
        for part in 1..=4 {
            uploads.push(begin(scene, &server, &content, SIZE / 100 * (part * 24)).await?);
        }
        let load = Load::new(&server, &scene.key, &scene.ticket)?;
        // Whole files, some of which are stored when the server is killed.
        let whole: Vec<File> = (0..20).map(|seed| File::new(seed, 500_000)).collect();
        let pause = Duration::from_millis(rand::random_range(100..800));
        tokio::select! {
            uploaded = load.upload_all(&whole) => drop(uploaded?),
            () = sleep(pause) => {}
        }
        drop(server); // by SIGKILL
        cut += uploads.len();
        drop(uploads);
        server = scene.server().await?;
    }
    Ok(cut)
}

/// Sends a request with the beginning of a file.
async fn begin(scene: &Scene<'_>, server: &ServerProcess, content: &[u8], sent: usize) -> anyhow::Result<TcpStream> {
    let address = server.base.strip_prefix("http://").context("an address")?;
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /api/psa/attachments?ticket_id={}&name=cut.bin HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\n\
        content-length: {}\r\n\r\n",
        scene.ticket,
        scene.key,
        content.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&content[..sent]).await?;
    stream.flush().await?;
    Ok(stream)
}

/// Waits until the storage has the objects of stored attachments and nothing else. Returns a description of the leftovers.
pub async fn settle(scene: &Scene<'_>) -> anyhow::Result<Vec<String>> {
    let root = scene.stage.database.root().await;
    let until = Instant::now() + Duration::from_secs(scene.size.pick(60, 10)) + CLEANUP_TIMEOUT;
    loop {
        let left = left(scene, &root).await?;
        if left.is_empty() || Instant::now() > until {
            return Ok(left);
        }
        sleep(Duration::from_secs(1)).await;
    }
}

async fn left(scene: &Scene<'_>, root: &tokio_postgres::Client) -> anyhow::Result<Vec<String>> {
    let count = async |state: &str| -> anyhow::Result<usize> {
        let sql = "select count(*) from attachments
            join tickets on tickets.tenant_id = attachments.tenant_id and tickets.id = attachments.ticket_id
            where tickets.tenant_id = $1 and state = $2";
        let tenant = testkit::uuid_of(&scene.ticket);
        let owner: uuid::Uuid = root.query_one("select tenant_id from tickets where id = $1", &[&tenant]).await?.get(0);
        let rows: i64 = root.query_one(sql, &[&owner, &state]).await?.get(0);
        Ok(usize::try_from(rows)?)
    };
    let (stored, uploading, deleted) = (count("stored").await?, count("uploading").await?, count("deleted").await?);
    let (objects, unfinished) = (scene.place.objects().await?.len(), scene.place.unfinished()?);
    let mut left = vec![];
    if objects != stored {
        left.push(format!("{objects} objects of {stored} attachments"));
    }
    for (number, what) in [(uploading, "uploads"), (deleted, "deleted attachments"), (unfinished, "unfinished parts")] {
        if number > 0 {
            left.push(format!("{number} {what}"));
        }
    }
    Ok(left)
}
