//! Groups as people and programs know them: ids with their prefix, and the names of their objects.

use api::{Scope, analytics::AnalyticsDimension as Dimension, ids::digits};
use kernel::{
    app::App,
    figures::Metric,
    http::{Caller, Problem},
};
use queries::queries::analytics::analytics::{
    endpoint_labels, key_labels, organization_labels, sla_policy_labels, user_labels, workflow_labels,
};
use std::collections::HashMap;
use uuid::Uuid;

/// The value of a group, as the API shows it; `None` for what has no value.
pub fn shown(metric: &Metric, dimension: Dimension, stored: &str) -> Option<String> {
    let known = metric.split.dimensions.iter().find(|known| known.name == dimension.name());
    let prefix = if dimension == Dimension::OrganizationId { Some("org") } else { known.and_then(|known| known.ids) };
    match (prefix, Uuid::parse_str(stored)) {
        _ if stored.is_empty() => None,
        (Some(prefix), Ok(id)) => {
            let digits = digits(id);
            Some(format!("{prefix}_{}", String::from_utf8_lossy(&digits)))
        }
        _ => Some(stored.to_owned()),
    }
}

/// The names of objects by their ids as they are stored. A caller without the scope to read the objects gets none.
pub async fn labels(
    app: &App,
    caller: &Caller,
    dimension: Dimension,
    stored: &[String],
) -> Result<HashMap<String, String>, Problem> {
    let ids: Vec<Uuid> = stored.iter().filter_map(|text| Uuid::parse_str(text).ok()).collect();
    let scope = match dimension {
        Dimension::OrganizationId => Scope::OrganizationsRead,
        Dimension::WorkflowId => Scope::WorkflowsRead,
        Dimension::EndpointId => Scope::WebhooksRead,
        Dimension::ApiKeyId => Scope::ApiKeysRead,
        Dimension::SlaPolicyId => Scope::TicketsRead,
        Dimension::UserId => Scope::UsersRead,
        _ => return Ok(HashMap::new()),
    };
    if ids.is_empty() || !caller.scopes.contains(scope.into()) {
        return Ok(HashMap::new());
    }
    let db = app.db.tenant(caller).await?;
    let rows = match dimension {
        Dimension::WorkflowId => workflow_labels().bind(&db, &ids).all().await?,
        Dimension::EndpointId => endpoint_labels().bind(&db, &ids).all().await?,
        Dimension::ApiKeyId => key_labels().bind(&db, &ids).all().await?,
        Dimension::SlaPolicyId => sla_policy_labels().bind(&db, &ids).all().await?,
        Dimension::UserId => user_labels().bind(&db, &ids).all().await?,
        _ => organization_labels().bind(&db, &ids).all().await?,
    };
    Ok(rows.into_iter().map(|row| (row.id.to_string(), row.name)).collect())
}
