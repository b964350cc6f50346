//! The storage of objects: a directory, or a bucket of S3. Objects are encrypted before they get here.

mod http;
mod reader;
mod writer;

pub use reader::Reader;
pub use writer::{PART, Writer};

use anyhow::Context;
use api::{ProblemCode, TenantId};
use futures::{StreamExt, TryStreamExt, stream::BoxStream};
use http::{Connector, Scheme};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::Problem,
    settings::{Bucket, Location},
};
use object_store::{
    Error, ObjectStore, ObjectStoreExt, RetryConfig,
    aws::{AmazonS3, AmazonS3Builder},
    local::LocalFileSystem,
    multipart::MultipartStore,
    path::Path,
};
use secrecy::ExposeSecret;
use std::{fs, io, sync::Arc, time::Duration};
use uuid::Uuid;

/// For `held`: the storage may be slow.
const CALLS: &str = "object storage is called";

/// How often, and for how long, a request that failed is repeated.
const RETRIES: usize = 3;
const RETRY_TIME: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub struct Storage(Arc<Place>);

struct Place {
    store: Store,
    /// The beginning of all keys.
    prefix: String,
}

#[derive(Clone)]
enum Store {
    Directory(Arc<LocalFileSystem>),
    Bucket(Arc<AmazonS3>),
}

/// An object that was found by listing.
pub struct Listed {
    pub tenant: TenantId,
    pub id: Uuid,
    pub modified_at: Timestamp,
}

/// The storage of this installation, opened once.
struct Configured(anyhow::Result<Option<Storage>>);

/// The storage of this installation, or the problem that there is none.
pub fn storage(app: &App) -> Result<Storage, Problem> {
    configured(app)?.ok_or_else(|| {
        let detail = "The operator of this service has not configured a storage for attachments.";
        Problem::new(ProblemCode::AttachmentsNotConfigured, detail)
    })
}

/// `None` if no storage is configured.
pub fn configured(app: &App) -> Result<Option<Storage>, Problem> {
    let open =
        || Configured(app.settings.attachments.location().and_then(|place| place.map(Storage::open).transpose()));
    match &app.state.get_or(open).0 {
        Ok(storage) => Ok(storage.clone()),
        Err(error) => Err(Problem::internal(anyhow::anyhow!("{error:#}"))),
    }
}

/// The problem of a request whose object could not be stored or read.
pub fn unavailable(error: Error) -> Problem {
    Problem::unavailable(anyhow::Error::new(error).context("object storage"))
}

impl Storage {
    pub fn open(place: Location) -> anyhow::Result<Storage> {
        let (store, prefix) = match place {
            Location::Directory(path) => {
                fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
                let store = LocalFileSystem::new_with_prefix(&path)?.with_fsync(true);
                (Store::Directory(Arc::new(store)), String::new())
            }
            Location::Bucket(bucket) => (Store::Bucket(Arc::new(open_bucket(&bucket)?)), bucket.prefix),
        };
        Ok(Storage(Arc::new(Place { store, prefix })))
    }

    /// The underlying object store, for measurements and for listings of its content.
    pub fn bare(&self) -> Arc<dyn ObjectStore> {
        match &self.0.store {
            Store::Directory(store) => store.clone(),
            Store::Bucket(store) => store.clone(),
        }
    }

    /// The key of an object. It reveals only its owner and its id.
    pub fn path(&self, tenant: TenantId, id: Uuid) -> Path {
        let Place { prefix, .. } = &*self.0;
        Path::from(format!("{prefix}/{}/{}", tenant.0.simple(), id.simple()))
    }

    fn prefix(&self) -> Path {
        Path::from(self.0.prefix.as_str())
    }

    /// Removes an object, and the parts of an upload that was not finished. Nothing happens if they are not there.
    pub async fn remove(&self, path: &Path, upload_id: Option<String>) -> Result<(), Error> {
        held::refuse(CALLS);
        match &self.0.store {
            Store::Directory(store) => {
                remove_unfinished(store, path).await?;
                absent_is_fine(store.delete(path).await)
            }
            Store::Bucket(store) => {
                if let Some(id) = upload_id {
                    absent_is_fine(store.abort_multipart(path, &id).await)?;
                }
                absent_is_fine(store.delete(path).await)
            }
        }
    }

    /// All objects whose keys are of the form that this service gives them.
    pub fn list(&self) -> BoxStream<'static, Result<Listed, Error>> {
        let (prefix, beginning) = (self.prefix(), self.0.prefix.clone());
        let objects = match &self.0.store {
            Store::Directory(store) => store.list(None),
            Store::Bucket(store) => store.list(Some(&prefix).filter(|_| !beginning.is_empty())),
        };
        let listed = move |object: object_store::ObjectMeta| {
            let rest: Vec<_> = object.location.prefix_match(&prefix)?.map(|part| part.as_ref().to_owned()).collect();
            let [tenant, id] = rest.as_slice() else { return None };
            let modified_at = Timestamp::from_second(object.last_modified.timestamp()).ok()?;
            let (tenant, id) = (Uuid::try_parse(tenant).ok()?, Uuid::try_parse(id).ok()?);
            Some(Listed { tenant: TenantId(tenant), id, modified_at })
        };
        objects.try_filter_map(move |object| std::future::ready(Ok(listed(object)))).boxed()
    }

    /// Checks that the storage can be reached: nothing has to be there.
    pub async fn check(&self) -> Result<(), Error> {
        held::refuse(CALLS);
        self.list().next().await.transpose().map(drop)
    }
}

fn open_bucket(bucket: &Bucket) -> anyhow::Result<AmazonS3> {
    let scheme = if bucket.allow_http { Scheme::HttpAllowed } else { Scheme::Https };
    let retry = RetryConfig { max_retries: RETRIES, retry_timeout: RETRY_TIME, ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&bucket.name)
        .with_region(&bucket.region)
        .with_access_key_id(&bucket.access_key_id)
        .with_secret_access_key(bucket.secret_access_key.expose_secret())
        .with_allow_http(bucket.allow_http)
        .with_disable_bulk_delete(true)
        .with_retry(retry)
        .with_http_connector(Connector(scheme));
    if let Some(endpoint) = &bucket.endpoint {
        builder = builder.with_endpoint(endpoint.as_str().trim_end_matches('/'));
    }
    Ok(builder.build()?)
}

/// A process that was killed while it stored a file leaves it beside its place, under a name that ends with `#1`. An
/// object is stored once, so that there are no other such names.
async fn remove_unfinished(store: &LocalFileSystem, path: &Path) -> Result<(), Error> {
    let mut unfinished = store.path_to_filesystem(path)?.into_os_string();
    unfinished.push("#1");
    match tokio::fs::remove_file(&unfinished).await {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::Generic { store: "LocalFileSystem", source: Box::new(error) })
        }
        _ => Ok(()),
    }
}

fn absent_is_fine(removed: Result<(), Error>) -> Result<(), Error> {
    match removed {
        Err(Error::NotFound { .. }) => Ok(()),
        removed => removed,
    }
}
