//! From a row to the wire.

use crate::clouds::Clouds;
use api::{
    Actor, CloudProviderId, OrganizationId,
    cloud_providers::{
        CloudAuthMethod, CloudConfig, CloudCredentialsSummary, CloudKind, CloudProvider, CloudProviderStatus,
    },
};
use queries::queries::cloud::providers as sql;

pub fn to_wire(clouds: &Clouds, row: sql::CloudProvider) -> CloudProvider {
    let kind = CloudKind::named(&row.kind).unwrap_or(CloudKind::Aws);
    let credentials = match (row.credentials_fingerprint, row.credentials_hint, row.credentials_set_at) {
        (Some(fingerprint), Some(hint), Some(set_at)) => Some(CloudCredentialsSummary { fingerprint, hint, set_at }),
        _ => None,
    };
    let empty = || CloudConfig { regions: vec![], account_id: None, endpoint: None };
    CloudProvider {
        id: CloudProviderId(row.id),
        name: row.name,
        kind,
        organization_id: row.organization_id.map(OrganizationId),
        config: serde_json::from_value(row.config).unwrap_or_else(|_| empty()),
        auth_method: CloudAuthMethod::named(&row.auth_method).unwrap_or(CloudAuthMethod::AssumeRole),
        credentials,
        setup: row.external_id.as_deref().and_then(|id| clouds.kind(kind).ok()?.setup(id)),
        external_id: row.external_id,
        status: CloudProviderStatus::named(&row.status).unwrap_or(CloudProviderStatus::Pending),
        verification: row.verification.and_then(|report| serde_json::from_value(report).ok()),
        guard: serde_json::from_value(row.guard).unwrap_or_default(),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}
