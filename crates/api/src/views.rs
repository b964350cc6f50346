//! `/api/psa/views`: lists of tickets that the people of a tenant share.

use crate::{Actor, OneOrPage, Resource, ViewId, patch, ticket_lists::TicketSort};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

/// A saved list of tickets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct View {
    pub id: ViewId,
    /// Unique within the tenant.
    #[schema(examples("Unassigned and urgent"))]
    pub name: String,
    /// Query parameters of `GET /api/psa/tickets`. `me` as `assignee_id` is the user who opens the view.
    #[schema(value_type = Object, examples(json!({"status": ["unresolved"], "assignee_id": "none"})))]
    pub filter: Map<String, Value>,
    /// Sort order, as in `GET /api/psa/tickets`; `null` for the default of the list.
    pub sort: Option<TicketSort>,
    /// Ticket fields to show, in this order. The service only stores them.
    #[schema(examples(json!(["number", "subject", "priority"])))]
    pub columns: Vec<String>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type ViewOrPage = OneOrPage<View>;

/// The name of a field of tickets.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 100, pattern = r"\S")]
pub struct ViewColumn(pub String);

/// Request to save a view.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Unassigned and urgent", "filter": {"status": ["unresolved"], "priority": ["p1", "p2"],
    "assignee_id": "none"}, "sort": "due_at", "columns": ["number", "subject", "priority"]}))]
pub struct NewView {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: String,
    /// Query parameters of `GET /api/psa/tickets`, except `id`, `number`, `sort`, `format`, `limit` and `cursor`.
    /// Several values are an array, or a string with commas.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub filter: Map<String, Value>,
    pub sort: Option<TicketSort>,
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub columns: Vec<ViewColumn>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"sort": "priority", "columns": ["number", "subject", "priority", "assignee_id"]}))]
pub struct ViewChange {
    #[schema(nullable = false, min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    /// Replaces the whole filter.
    #[schema(value_type = Object, required = false)]
    pub filter: Option<Map<String, Value>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<TicketSort>)]
    pub sort: Option<Option<TicketSort>>,
    /// Replaces all columns.
    #[schema(nullable = false, max_items = 50)]
    pub columns: Option<Vec<ViewColumn>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ViewQuery {
    /// Returns only the view with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<ViewId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ViewTarget {
    /// Id of the view.
    pub id: ViewId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ViewCountQuery {
    /// Ids of views; separate several with commas. By default, the 50 newest views.
    #[param(nullable = false, explode = false, min_items = 1, max_items = 50)]
    pub id: Option<Vec<ViewId>>,
}

/// Number of tickets of each view, for the caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ViewCounts {
    pub data: Vec<ViewCount>,
}

/// Number of tickets in a view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ViewCount {
    pub id: ViewId,
    /// Number of tickets, 1,000 at most; `null` if the caller cannot use the filter, for example because a scope is missing.
    #[schema(minimum = 0, maximum = 1000, examples(12))]
    pub count: Option<i64>,
    /// `false` if there are more tickets than `count`.
    pub exact: bool,
}

impl Resource for View {
    const TYPE: &'static str = "view";
    const PATH: &'static str = "/api/psa/views";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
