//! What passes through Temporal is sealed: with the data key of the tenant that it belongs to, or, where no tenant is
//! known (the messages of failures), with the platform's. Temporal and its database see ids, times, and sizes.

use futures::future::BoxFuture;
use prost::Message;
use serde::{Serialize, de::DeserializeOwned};
use std::{collections::HashMap, marker::PhantomData, sync::Arc};
use temporalio_common::{
    data_converters::{
        DataConverter, DefaultFailureConverter, PayloadCodec, PayloadConversionError, PayloadConverter,
        SerializationContext, SerializationContextData, TemporalDeserializable, TemporalSerializable,
    },
    protos::temporal::api::common::v1::Payload,
};
use uuid::Uuid;

/// Seals and opens bytes, for a tenant or, without one, for the platform. Asked for every payload, so data keys must be
/// at hand.
pub trait Keys: Send + Sync + 'static {
    fn seal(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>>;
    fn open(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>>;
}

pub(crate) fn converter(keys: Arc<dyn Keys>) -> DataConverter {
    // `true`: messages and stack traces of failures are payloads too.
    DataConverter::new(PayloadConverter::default(), DefaultFailureConverter::new(true), Codec { keys })
}

const ENCODING: &str = "encoding";
const JSON: &[u8] = b"json/plain";
const SEALED: &[u8] = b"binary/sealed";
const OWNER: &str = "tenant";

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
                let tenant = owner(&payload)?;
                let data = keys.seal(tenant, payload.encode_to_vec()).await.map_err(|cause| failed("seal", &cause))?;
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
                if payload.metadata.get(ENCODING).map(Vec::as_slice) != Some(SEALED) {
                    opened.push(payload);
                    continue;
                }
                let tenant = owner(&payload)?;
                let bytes = keys.open(tenant, payload.data).await.map_err(|cause| failed("open", &cause))?;
                let inner = Payload::decode(bytes.as_slice()).map_err(|cause| failed("open", &cause.into()))?;
                // Else one could pass a payload of one tenant off as another's.
                if owner(&inner)? != tenant {
                    return Err(PayloadConversionError::WrongEncoding);
                }
                opened.push(inner);
            }
            Ok(opened)
        })
    }
}

/// Temporal gets to read this as it is, so it says nothing.
fn failed(verb: &str, cause: &anyhow::Error) -> PayloadConversionError {
    tracing::warn!(error = format!("{cause:#}"), "a payload does not {verb}");
    PayloadConversionError::EncodingError("the payload's key is not available".into())
}

fn owner(payload: &Payload) -> Result<Option<Uuid>, PayloadConversionError> {
    let owner = payload.metadata.get(OWNER).map(|bytes| Uuid::try_parse_ascii(bytes)).transpose();
    owner.map_err(|_| PayloadConversionError::WrongEncoding)
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
}

impl<T: DeserializeOwned> Private<T> {
    pub(crate) fn value(&self) -> serde_json::Result<T> {
        serde_json::from_slice(&self.json)
    }

    pub(crate) fn into_value(self) -> serde_json::Result<T> {
        self.value()
    }
}

impl<T> TemporalSerializable for Private<T> {
    fn to_payload(&self, _: &SerializationContext<'_>) -> Result<Payload, PayloadConversionError> {
        Ok(Payload { metadata: metadata(JSON, Some(self.tenant)), data: self.json.clone(), ..Payload::default() })
    }
}

impl<T> TemporalDeserializable for Private<T> {
    fn from_payload(_: &SerializationContext<'_>, payload: Payload) -> Result<Private<T>, PayloadConversionError> {
        let tenant = owner(&payload)?.ok_or(PayloadConversionError::WrongEncoding)?;
        Ok(Private { tenant, json: payload.data, of: PhantomData })
    }
}
