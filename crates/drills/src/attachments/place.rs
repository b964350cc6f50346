//! A storage of attachments: a directory, or a bucket of moto.

use super::load::{File, hash_of};
use anyhow::{Context, ensure};
use attachments::{PART, Storage};
use futures::{StreamExt, TryStreamExt, stream};
use kernel::settings::{Bucket, Location};
use object_store::{GetOptions, ObjectStore, PutMultipartOptions, PutOptions, PutPayload, path::Path};
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};
use testrestic::{ACCESS_KEY_ID, REGION, S3Server, SECRET_ACCESS_KEY};

const BUCKET: &str = "attachments";
const PREFIX: &str = "production";

/// The path of the objects for the measurement of the bare storage; the service has none there.
const MEASURED: &str = "measured";
const AT_ONCE: usize = 4;

pub enum Place {
    Directory(PathBuf),
    Bucket(S3Server),
}

impl Place {
    pub fn directory() -> anyhow::Result<Place> {
        let path = std::env::temp_dir().join(format!("attachments-{:016x}", rand::random::<u64>()));
        std::fs::create_dir(&path)?;
        Ok(Place::Directory(path))
    }

    pub fn bucket() -> anyhow::Result<Place> {
        let server = S3Server::start()?;
        server.bucket(BUCKET)?;
        Ok(Place::Bucket(server))
    }

    pub fn name(&self) -> &'static str {
        match self {
            Place::Directory(_) => "directory",
            Place::Bucket(_) => "s3",
        }
    }

    pub fn settings(&self) -> Vec<String> {
        let (url, endpoint) = match self {
            Place::Directory(path) => (format!("file://{}", path.display()), None),
            Place::Bucket(server) => (format!("s3://{BUCKET}/{PREFIX}"), Some(server.endpoint())),
        };
        let mut settings = vec!["--attachments-url".to_owned(), url];
        if let Some(endpoint) = endpoint {
            let pairs = [
                ("endpoint", endpoint.as_str()),
                ("region", REGION),
                ("access-key-id", ACCESS_KEY_ID),
                ("secret-access-key", SECRET_ACCESS_KEY),
            ];
            settings.extend(pairs.map(|(name, value)| format!("--attachments-s3-{name}={value}")));
            settings.push("--attachments-s3-allow-http".to_owned());
        }
        settings
    }

    fn location(&self) -> anyhow::Result<Location> {
        Ok(match self {
            Place::Directory(path) => Location::Directory(path.clone()),
            Place::Bucket(server) => Location::Bucket(Bucket {
                name: BUCKET.to_owned(),
                prefix: PREFIX.to_owned(),
                endpoint: Some(server.endpoint().parse()?),
                region: REGION.to_owned(),
                access_key_id: ACCESS_KEY_ID.to_owned(),
                secret_access_key: SECRET_ACCESS_KEY.to_owned().into(),
                allow_http: true,
            }),
        })
    }

    fn store(&self) -> anyhow::Result<Arc<dyn ObjectStore>> {
        Ok(Storage::open(self.location()?)?.bare())
    }

    /// The objects of the service.
    pub async fn objects(&self) -> anyhow::Result<Vec<Path>> {
        let listed = self.store()?.list(None).try_collect::<Vec<_>>().await?;
        let paths = listed.into_iter().map(|object| object.location);
        Ok(paths.filter(|path| !path.as_ref().starts_with(MEASURED)).collect())
    }

    /// Parts of uploads that were not finished.
    pub fn unfinished(&self) -> anyhow::Result<usize> {
        match self {
            Place::Bucket(server) => server.unfinished(BUCKET),
            Place::Directory(path) => {
                let mut found = 0;
                for folder in std::fs::read_dir(path)? {
                    let names = std::fs::read_dir(folder?.path())?.map(|entry| Ok(entry?.file_name()));
                    let names: Vec<_> = names.collect::<std::io::Result<_>>()?;
                    found += names.iter().filter(|name| name.to_string_lossy().contains('#')).count();
                }
                Ok(found)
            }
        }
    }

    /// The number of objects, and the number of those that contain the text.
    pub async fn search(&self, text: &[u8]) -> anyhow::Result<(usize, usize)> {
        let (store, objects) = (self.store()?, self.objects().await?);
        let mut found = 0;
        for path in &objects {
            let bytes = store.get_opts(path, GetOptions::default()).await?.bytes().await?;
            found += usize::from(bytes.windows(text.len()).any(|some| some == text));
        }
        Ok((objects.len(), found))
    }

    /// The time that the storage alone needs to store and to read the same files.
    pub async fn bare(&self, files: &[File]) -> anyhow::Result<(Duration, Duration)> {
        let store = &*self.store()?;
        let started = Instant::now();
        let puts = files.iter().map(|file| put(store, file));
        stream::iter(puts).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
        let stored = started.elapsed();
        let started = Instant::now();
        let gets = files.iter().map(async |file| {
            let read = store.get_opts(&measured(file), GetOptions::default()).await?.into_stream();
            ensure!(hash_of(read).await? == file.sha256, "another file was read");
            anyhow::Ok(())
        });
        stream::iter(gets).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
        Ok((stored, started.elapsed()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Place::Directory(path) = self {
            let _ = std::fs::remove_dir_all(path);
        }
    }
}

fn measured(file: &File) -> Path {
    Path::from(format!("{MEASURED}/{}", file.seed))
}

/// Stores a file in as many parts as the service uses.
async fn put(store: &dyn ObjectStore, file: &File) -> anyhow::Result<()> {
    let (path, content) = (measured(file), file.content());
    if content.len() <= PART {
        store.put_opts(&path, PutPayload::from(content), PutOptions::default()).await?;
        return Ok(());
    }
    let mut upload = store.put_multipart_opts(&path, PutMultipartOptions::default()).await?;
    for part in content.chunks(PART) {
        upload.put_part(PutPayload::from(part.to_vec())).await?;
    }
    upload.complete().await.context("the upload is completed")?;
    Ok(())
}
