//! Reading an object in pieces, each decrypted before it is passed on.

use super::{CALLS, Storage, Store};
use crate::cipher::{Opener, SEALED_PIECE, sealed_size};
use anyhow::{Context, ensure};
use bytes::{Bytes, BytesMut};
use futures::{StreamExt, stream::BoxStream};
use object_store::{Error, GetOptions, GetResult, GetResultPayload, ObjectStore, path::Path};
use std::{fs::File, io::Read, time::Duration};
use tokio::time::timeout;

/// Bytes that are read from a file at a time.
const READ: usize = 8 * SEALED_PIECE;

/// How long the next bytes of the storage may take.
const ARRIVAL: Duration = Duration::from_secs(30);

pub struct Reader {
    source: Source,
    opener: Opener,
    /// Bytes that were received and not decrypted yet.
    waiting: BytesMut,
}

enum Source {
    /// Read in larger steps than `object_store` does, each of which costs a change of threads.
    File(Option<File>),
    Stream(BoxStream<'static, Result<Bytes, Error>>),
}

impl Storage {
    /// Opens the object of a file of this size. An object of another size is refused at once.
    pub async fn read(&self, path: &Path, opener: Opener, size: u64) -> anyhow::Result<Reader> {
        held::refuse(CALLS);
        let options = GetOptions::default();
        let found = match &self.0.store {
            Store::Directory(store) => store.get_opts(path, options).await,
            Store::Bucket(store) => store.get_opts(path, options).await,
        };
        let GetResult { payload, meta, .. } = found?;
        ensure!(
            meta.size == sealed_size(size),
            "the object {path} has {} bytes instead of {}",
            meta.size,
            sealed_size(size)
        );
        let source = match payload {
            GetResultPayload::File(file, _) => Source::File(Some(file)),
            GetResultPayload::Stream(stream) => Source::Stream(stream),
        };
        Ok(Reader { source, opener, waiting: BytesMut::new() })
    }
}

impl Reader {
    /// The next piece; `None` at the end. A piece that was changed, and an object that was cut off, are errors.
    pub async fn next(&mut self) -> anyhow::Result<Option<Bytes>> {
        let Some(size) = self.opener.next_size() else { return Ok(None) };
        while self.waiting.len() < size {
            let more = timeout(ARRIVAL, self.source.next()).await.context("the storage does not respond")??;
            self.waiting.extend_from_slice(&more.context("the object was cut off")?);
        }
        let mut piece = self.waiting.split_to(size);
        let opened = self.opener.open(&mut piece)?;
        piece.truncate(opened);
        Ok(Some(piece.freeze()))
    }
}

impl Source {
    async fn next(&mut self) -> anyhow::Result<Option<Bytes>> {
        match self {
            Source::Stream(stream) => Ok(stream.next().await.transpose()?),
            Source::File(file) => {
                let Some(mut open) = file.take() else { return Ok(None) };
                let read = move || -> std::io::Result<(File, Vec<u8>)> {
                    let mut bytes = Vec::with_capacity(READ);
                    open.by_ref().take(READ as u64).read_to_end(&mut bytes)?;
                    Ok((open, bytes))
                };
                let (open, bytes) = tokio::task::spawn_blocking(read).await??;
                *file = Some(open);
                Ok((!bytes.is_empty()).then(|| bytes.into()))
            }
        }
    }
}
