//! Writing an object in parts of equal size. While one part is sent, the next one is filled: a writer needs the memory of
//! two parts. The object exists once the last part is stored, and not before.

use super::{CALLS, Storage, Store};
use crate::cipher::SEALED_PIECE;
use object_store::{
    Error, MultipartUpload, ObjectStore, PutMultipartOptions, PutOptions, PutPayload,
    multipart::{MultipartStore, PartId},
    path::Path,
};
use tokio::task::JoinHandle;

/// Bytes of a part: whole pieces, and at least 5 MiB, the minimum of S3.
pub const PART: usize = 80 * SEALED_PIECE;

pub struct Writer {
    storage: Storage,
    path: Path,
    begun: Option<Begun>,
    sending: Option<JoinHandle<Result<Option<PartId>, Error>>>,
}

/// An upload in several parts.
enum Begun {
    Directory(Box<dyn MultipartUpload>),
    Bucket { id: String, parts: Vec<PartId>, next: usize },
}

impl Writer {
    pub fn new(storage: &Storage, path: Path) -> Writer {
        Writer { storage: storage.clone(), path, begun: None, sending: None }
    }

    pub fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    /// Before the first part. Returns the id of the upload, if it has to be aborted after a crash.
    pub async fn begin(&mut self) -> Result<Option<String>, Error> {
        held::refuse(CALLS);
        let (begun, id) = match &self.storage.0.store {
            Store::Directory(store) => {
                let upload = store.put_multipart_opts(&self.path, PutMultipartOptions::default()).await?;
                (Begun::Directory(upload), None)
            }
            Store::Bucket(store) => {
                let id = store.create_multipart(&self.path).await?;
                (Begun::Bucket { id: id.clone(), parts: vec![], next: 0 }, Some(id))
            }
        };
        self.begun = Some(begun);
        Ok(id)
    }

    /// Begins to send a part of [`PART`] bytes, after the one before has been stored.
    pub async fn add(&mut self, part: Vec<u8>) -> Result<(), Error> {
        held::refuse(CALLS);
        self.sent().await?;
        let (payload, path, store) = (PutPayload::from(part), self.path.clone(), self.storage.0.store.clone());
        self.sending = match (&mut self.begun, store) {
            (Some(Begun::Directory(upload)), _) => {
                let part = upload.put_part(payload);
                Some(tokio::spawn(async move { part.await.map(|()| None) }))
            }
            (Some(Begun::Bucket { id, next, .. }), Store::Bucket(store)) => {
                let (id, number) = (id.clone(), *next);
                *next += 1;
                Some(tokio::spawn(async move { store.put_part(&path, &id, number, payload).await.map(Some) }))
            }
            _ => return Err(Error::Generic { store: "attachments", source: "the upload was not begun".into() }),
        };
        Ok(())
    }

    /// Returns when the part that is being sent is stored.
    async fn sent(&mut self) -> Result<(), Error> {
        let Some(sending) = self.sending.take() else { return Ok(()) };
        let part = sending.await.map_err(|source| Error::JoinError { source })??;
        if let (Some(part), Some(Begun::Bucket { parts, .. })) = (part, &mut self.begun) {
            parts.push(part);
        }
        Ok(())
    }

    /// Stores the last part, which may be of any size, and with it the object.
    pub async fn end(&mut self, last: Vec<u8>) -> Result<(), Error> {
        held::refuse(CALLS);
        if self.begun.is_none() {
            let (payload, options) = (PutPayload::from(last), PutOptions::default());
            match &self.storage.0.store {
                Store::Directory(store) => store.put_opts(&self.path, payload, options).await?,
                Store::Bucket(store) => store.put_opts(&self.path, payload, options).await?,
            };
            return Ok(());
        }
        self.add(last).await?;
        self.sent().await?;
        match (&mut self.begun, &self.storage.0.store) {
            (Some(Begun::Directory(upload)), _) => drop(upload.complete().await?),
            (Some(Begun::Bucket { id, parts, .. }), Store::Bucket(store)) => {
                store.complete_multipart(&self.path, id, std::mem::take(parts)).await?;
            }
            _ => {}
        }
        self.begun = None;
        Ok(())
    }

    /// Gives up what was stored so far. What remains nevertheless is collected later.
    pub async fn abort(mut self) {
        if let Some(sending) = self.sending.take() {
            let _ = sending.await;
        }
        let aborted = match (&mut self.begun, &self.storage.0.store) {
            (Some(Begun::Directory(upload)), _) => upload.abort().await,
            (Some(Begun::Bucket { id, .. }), Store::Bucket(store)) => store.abort_multipart(&self.path, id).await,
            _ => Ok(()),
        };
        if let Err(error) = aborted {
            tracing::debug!(error = %error, "failed to abort an upload; it will be removed later");
        }
    }
}
