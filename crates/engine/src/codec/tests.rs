//! Payloads that the codec accepts, and those that it refuses.

use super::*;
use temporalio_common::data_converters::SerializationContextData::None as Anywhere;

const TENANT: Uuid = Uuid::from_u128(1);

/// Prefixes the owner. The keys of the tenant with number zero are never found.
struct Plain;

impl Keys for Plain {
    fn seal(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>> {
        Box::pin(async move {
            if tenant == Some(Uuid::nil()) {
                std::future::pending::<()>().await;
            }
            Ok([tenant.unwrap_or_default().as_bytes().as_slice(), &bytes].concat())
        })
    }

    fn open(&self, tenant: Option<Uuid>, bytes: Vec<u8>) -> BoxFuture<'_, anyhow::Result<Vec<u8>>> {
        Box::pin(async move {
            if tenant == Some(Uuid::nil()) {
                std::future::pending::<()>().await;
            }
            anyhow::ensure!(bytes[..16] == *tenant.unwrap_or_default().as_bytes(), "another key");
            Ok(bytes[16..].to_vec())
        })
    }
}

fn codec() -> DataConverter {
    converter(Arc::new(Plain))
}

async fn arrives(payload: Payload) -> Option<u32> {
    let arrived: Private<u32> = codec().from_payloads(&Anywhere, vec![payload]).await.unwrap();
    arrived.value().ok()
}

#[tokio::test]
async fn what_is_not_sealed_arrives_as_nothing() {
    let sealed = codec().to_payload(&Anywhere, &Private::new(TENANT, &1)).await.unwrap();
    assert_eq!(arrives(sealed.clone()).await, Some(1));
    for encoding in [JSON, IDS, NULL, b"json/protobuf", b"binary/plain"] {
        let plain = Payload { metadata: metadata(encoding, Some(TENANT)), data: b"1".to_vec(), ..Payload::default() };
        assert_eq!(arrives(plain).await, None, "{}", String::from_utf8_lossy(encoding));
    }
    let none: Private<u32> = codec().from_payloads(&Anywhere, vec![]).await.unwrap();
    assert!(none.value().is_err());
}

#[tokio::test]
async fn what_was_sealed_for_one_tenant_is_not_anothers() {
    let inner = Payload { metadata: metadata(JSON, Some(TENANT)), data: b"1".to_vec(), ..Payload::default() };
    let other = Uuid::from_u128(2);
    let data = Plain.seal(Some(other), inner.encode_to_vec()).await.unwrap();
    assert_eq!(arrives(Payload { metadata: metadata(SEALED, Some(other)), data, ..Payload::default() }).await, None);
}

#[tokio::test]
async fn ids_need_no_key_and_nothing_else_passes_for_them() {
    let ids = Ids { tenant: TENANT, workflow: Uuid::from_u128(3) };
    let payload = codec().to_payload(&Anywhere, &ids).await.unwrap();
    assert_eq!(encoding(&payload), Some(IDS));
    assert_eq!(codec().from_payload::<Ids>(&Anywhere, payload.clone()).await.unwrap(), ids);
    let plain = Payload { metadata: metadata(JSON, None), ..payload };
    assert!(codec().from_payload::<Ids>(&Anywhere, plain).await.is_err());
}

#[tokio::test]
async fn a_key_that_does_not_come_holds_nobody_up_for_long() {
    let begun = std::time::Instant::now();
    let sealed = codec().to_payload(&Anywhere, &Private::new(Uuid::nil(), &1)).await;
    let waits = Payload { metadata: metadata(SEALED, Some(Uuid::nil())), ..Payload::default() };
    let opened = codec().from_payloads::<Private<u32>>(&Anywhere, vec![waits]).await;
    for error in [sealed.map(drop).unwrap_err(), opened.map(drop).unwrap_err()] {
        assert_eq!(error.to_string(), "Encoding error: the payload's key is not available");
    }
    assert!(begun.elapsed() < 3 * TIMEOUT);
}
