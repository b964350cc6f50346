//! Payloads in Temporal are encrypted: with the data key of the tenant that they belong to, or, where no tenant is
//! known (the messages of failures), with the platform's. Temporal and its database see ids, times, and sizes.
//!
//! A payload that is not sealed is not trusted, because anybody who reaches Temporal can write one: it is read as
//! empty.

use futures::future::BoxFuture;
use prost::Message;
use serde::{Serialize, de::DeserializeOwned};
use std::{collections::HashMap, marker::PhantomData, sync::Arc, time::Duration};
use temporalio_common::{
    data_converters::{
        DataConverter, DefaultFailureConverter, PayloadCodec, PayloadConversionError, PayloadConverter, RawValue,
        SerializationContext, SerializationContextData, TemporalDeserializable, TemporalSerializable,
    },
    protos::temporal::api::common::v1::Payload,
};
use uuid::Uuid;

/// Seals and opens bytes, for a tenant or, without one, for the platform. Called for every payload, so data keys must
/// be cached.
pub trait Keys: Send + Sync + 'static {
    fn seal(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>>;
    fn open(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>>;
}

/// No payload at all. `RawValue::empty` is one payload without content: it is sealed like every other, so it needs PostgreSQL, and the
/// first one stores a key.
pub(crate) fn no_payload() -> RawValue {
    RawValue::new(vec![])
}

pub(crate) fn converter(keys: Arc<dyn Keys>) -> DataConverter {
    // `true`: messages and stack traces of failures are payloads too.
    DataConverter::new(PayloadConverter::default(), DefaultFailureConverter::new(true), Codec { keys })
}

const ENCODING: &str = "encoding";
const JSON: &[u8] = b"json/plain";
const SEALED: &[u8] = b"binary/sealed";
/// The empty result of a workflow.
const NULL: &[u8] = b"binary/null";
/// The encoding of [`Ids`].
const IDS: &[u8] = b"json/ids";
const OWNER: &str = "tenant";

/// The worker is blocked while it waits for a key.
const TIMEOUT: Duration = Duration::from_secs(2);

struct Codec {
    keys: Arc<dyn Keys>,
}

impl PayloadCodec for Codec {
    fn encode(
        &self,
        _: &SerializationContextData,
        payloads: Vec<Payload>,
    ) -> BoxFuture<'static, Result<Vec<Payload>, PayloadConversionError>> {
        let keys = self.keys.clone();
        Box::pin(async move {
            let mut sealed = Vec::with_capacity(payloads.len());
            for payload in payloads {
                if is_open(&payload) {
                    sealed.push(payload);
                    continue;
                }
                let tenant = owner(&payload).ok_or(PayloadConversionError::WrongEncoding)?;
                let data = in_time("seal", keys.seal(tenant, payload.encode_to_vec())).await?;
                sealed.push(Payload { metadata: metadata(SEALED, tenant), data, ..Payload::default() });
            }
            Ok(sealed)
        })
    }

    fn decode(
        &self,
        _: &SerializationContextData,
        payloads: Vec<Payload>,
    ) -> BoxFuture<'static, Result<Vec<Payload>, PayloadConversionError>> {
        let keys = self.keys.clone();
        Box::pin(async move {
            let mut opened = Vec::with_capacity(payloads.len());
            for payload in payloads {
                if is_open(&payload) {
                    opened.push(payload);
                    continue;
                }
                let (Some(SEALED), Some(tenant)) = (encoding(&payload), owner(&payload)) else {
                    tracing::warn!("unsealed payload ignored");
                    opened.push(Payload::default());
                    continue;
                };
                let bytes = in_time("open", keys.open(tenant, payload.data)).await?;
                let inner = Payload::decode(bytes.as_slice()).map_err(|cause| failed("open", &cause.into()))?;
                // Otherwise, a payload of one tenant could be passed off as another's.
                opened.push(if owner(&inner) == Some(tenant) { inner } else { Payload::default() });
            }
            Ok(opened)
        })
    }
}

async fn in_time(verb: &str, keys: BoxFuture<'_, anyhow::Result<Vec<u8>>>) -> Result<Vec<u8>, PayloadConversionError> {
    let done = tokio::time::timeout(TIMEOUT, keys).await;
    done.unwrap_or_else(|late| Err(late.into())).map_err(|cause| failed(verb, &cause))
}

/// Temporal can read this error, so it contains no detail. The operation is retried.
fn failed(verb: &str, cause: &anyhow::Error) -> PayloadConversionError {
    tracing::warn!(error = format!("{cause:#}"), "failed to {verb} a payload");
    PayloadConversionError::EncodingError("the payload's key is not available".into())
}

fn encoding(payload: &Payload) -> Option<&[u8]> {
    payload.metadata.get(ENCODING).map(Vec::as_slice)
}

/// True if the payload is empty or contains only ids.
fn is_open(payload: &Payload) -> bool {
    match encoding(payload) {
        Some(NULL) => payload.data.is_empty(),
        encoding => encoding == Some(IDS),
    }
}

/// The tenant of a payload; `Some(None)` for the platform's, `None` if it is unreadable.
fn owner(payload: &Payload) -> Option<Option<Uuid>> {
    payload.metadata.get(OWNER).map(|bytes| Uuid::try_parse_ascii(bytes)).transpose().ok()
}

fn metadata(encoding: &[u8], tenant: Option<Uuid>) -> HashMap<String, Vec<u8>> {
    let encoding = (ENCODING.to_owned(), encoding.to_vec());
    let tenant = tenant.map(|tenant| (OWNER.to_owned(), tenant.to_string().into_bytes()));
    [encoding].into_iter().chain(tenant).collect()
}

/// A value of a tenant, as JSON, on its way through Temporal.
pub struct Private<T> {
    pub(crate) tenant: Uuid,
    json: Vec<u8>,
    of: PhantomData<fn() -> T>,
}

impl<T: Serialize> Private<T> {
    pub(crate) fn new(tenant: Uuid, value: &T) -> Private<T> {
        let json = serde_json::to_vec(value).expect("our own types are JSON");
        Private { tenant, json, of: PhantomData }
    }
}

impl<T> Private<T> {
    pub(crate) fn bytes(&self) -> usize {
        self.json.len()
    }

    /// Reads the value as another type.
    pub(crate) fn read<U: DeserializeOwned>(&self) -> serde_json::Result<U> {
        serde_json::from_slice(&self.json)
    }

    /// The same tenant, with other content.
    pub(crate) fn with(&self, content: &serde_json::Value) -> Private<T> {
        Private { tenant: self.tenant, json: content.to_string().into_bytes(), of: PhantomData }
    }
}

impl<T: DeserializeOwned> Private<T> {
    pub(crate) fn value(&self) -> serde_json::Result<T> {
        self.read()
    }
}

impl<T> TemporalSerializable for Private<T> {
    fn to_payload(&self, _: &SerializationContext<'_>) -> Result<Payload, PayloadConversionError> {
        Ok(Payload { metadata: metadata(JSON, Some(self.tenant)), data: self.json.clone(), ..Payload::default() })
    }
}

impl<T> TemporalDeserializable for Private<T> {
    /// A payload that we did not encrypt has no value. An error would block its run for ever.
    fn from_payload(_: &SerializationContext<'_>, payload: Payload) -> Result<Private<T>, PayloadConversionError> {
        let tenant = owner(&payload).flatten().filter(|_| encoding(&payload) == Some(JSON));
        let (tenant, json) = tenant.map(|tenant| (tenant, payload.data)).unwrap_or_default();
        Ok(Private { tenant, json, of: PhantomData })
    }

    fn from_payloads(
        context: &SerializationContext<'_>,
        payloads: Vec<Payload>,
    ) -> Result<Private<T>, PayloadConversionError> {
        Private::from_payload(context, payloads.into_iter().next().unwrap_or_default())
    }
}

/// A workflow and its tenant. Not sealed, because a schedule keeps it for years, longer than any key, and its id and
/// attributes contain both anyway. No other payload may be unsealed, so it has an encoding of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ids {
    pub(crate) tenant: Uuid,
    pub(crate) workflow: Uuid,
}

impl TemporalSerializable for Ids {
    fn to_payload(&self, _: &SerializationContext<'_>) -> Result<Payload, PayloadConversionError> {
        let data = serde_json::to_vec(&(self.tenant, self.workflow)).expect("ids are JSON");
        Ok(Payload { metadata: metadata(IDS, None), data, ..Payload::default() })
    }
}

impl TemporalDeserializable for Ids {
    fn from_payload(_: &SerializationContext<'_>, payload: Payload) -> Result<Ids, PayloadConversionError> {
        if encoding(&payload) != Some(IDS) {
            return Err(PayloadConversionError::WrongEncoding);
        }
        let ids = serde_json::from_slice(&payload.data).map_err(|_| PayloadConversionError::WrongEncoding);
        ids.map(|(tenant, workflow)| Ids { tenant, workflow })
    }
}

#[cfg(test)]
mod tests;
