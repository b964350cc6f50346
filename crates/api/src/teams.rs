//! `/api/psa/teams`: groups of users that tickets are assigned to.

use crate::{EventKind, Lifecycle, OneOrPage, Resource, UserId, ids::TeamId, organizations::Tag, patch, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Assignment of the tickets of a team to its members.
    TeamAssignment {
        /// The team assigns nobody.
        Manual = "manual",
        /// The member with the fewest unresolved tickets becomes the assignee.
        LeastLoaded = "least_loaded",
    }
}

/// A group of users that works on tickets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Team {
    pub id: TeamId,
    /// Unique within the tenant.
    #[schema(examples("Network"))]
    pub name: String,
    #[schema(examples("Switches, firewalls and Wi-Fi of all customers."))]
    pub description: Option<String>,
    /// Members of the team.
    pub members: Vec<TeamMember>,
    pub assignment: TeamAssignment,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type TeamOrPage = OneOrPage<Team>;

/// A user in a team.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TeamMember {
    pub user_id: UserId,
    /// Tags of tickets that the member can work on.
    #[schema(examples(json!(["firewall", "wifi"])))]
    pub skills: Vec<String>,
}

/// Member of a team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTeamMember {
    pub user_id: UserId,
    /// Tags. A ticket requires those of its tags that any member of the team has as a skill.
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub skills: Vec<Tag>,
}

/// Request to create a team.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Network", "description": "Switches, firewalls and Wi-Fi of all customers.",
    "members": [], "assignment": "least_loaded"}))]
pub struct NewTeam {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    #[schema(max_length = 10_000)]
    pub description: Option<String>,
    /// Users of the tenant, each once.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub members: Vec<NewTeamMember>,
    /// Method by which tickets of the team get an assignee; `manual` by default.
    #[schema(nullable = false)]
    pub assignment: Option<TeamAssignment>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"description": "Firewalls and Wi-Fi of all customers.", "assignment": "manual"}))]
pub struct TeamChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 10_000)]
    pub description: Option<Option<String>>,
    /// Replaces all members.
    #[schema(nullable = false, max_items = 100)]
    pub members: Option<Vec<NewTeamMember>>,
    #[schema(nullable = false)]
    pub assignment: Option<TeamAssignment>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TeamQuery {
    /// Returns only the team with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<TeamId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TeamTarget {
    /// Id of the team.
    pub id: TeamId,
}

/// Payload of an event about a team.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TeamEvent {
    pub object: Team,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

impl Resource for Team {
    const TYPE: &'static str = "team";
    const PATH: &'static str = "/api/psa/teams";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::TeamCreated),
        updated: Some(EventKind::TeamUpdated),
        deleted: Some(EventKind::TeamDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
