// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateTicketParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::ArraySql<Item = uuid::Uuid>,
    T10: crate::JsonSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub subject: T1,
    pub description: Option<T2>,
    pub r#type: T3,
    pub status: T4,
    pub priority: T5,
    pub source: T6,
    pub organization_id: Option<uuid::Uuid>,
    pub requester_id: Option<uuid::Uuid>,
    pub assignee_id: Option<uuid::Uuid>,
    pub tags: T8,
    pub device_ids: T9,
    pub custom_fields: T10,
    pub external_system: Option<T11>,
    pub external_id: Option<T12>,
    pub dedup_key: Option<T13>,
    pub dedup_count: Option<i32>,
    pub dedup_first_at: Option<jiff::Timestamp>,
    pub created_by_kind: T14,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub scheduled_at: Option<jiff::Timestamp>,
    pub sla_version: i32,
    pub sla_policy_id: Option<uuid::Uuid>,
    pub sla_check_at: Option<jiff::Timestamp>,
    pub response_elapsed_seconds: i64,
    pub response_counted_until: jiff::Timestamp,
    pub response_running: bool,
    pub response_stopped_at: Option<jiff::Timestamp>,
    pub response_at_risk_at: Option<jiff::Timestamp>,
    pub response_breached_at: Option<jiff::Timestamp>,
    pub response_due_at: Option<jiff::Timestamp>,
    pub resolution_elapsed_seconds: i64,
    pub resolution_counted_until: jiff::Timestamp,
    pub resolution_running: bool,
    pub resolution_stopped_at: Option<jiff::Timestamp>,
    pub resolution_at_risk_at: Option<jiff::Timestamp>,
    pub resolution_breached_at: Option<jiff::Timestamp>,
    pub resolution_due_at: Option<jiff::Timestamp>,
    pub response_used_up_at: Option<jiff::Timestamp>,
    pub resolution_used_up_at: Option<jiff::Timestamp>,
    pub team_id: Option<uuid::Uuid>,
}
#[derive(Clone, Copy, Debug)]
pub struct TicketsOfRequesterParams {
    pub requester_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct TicketWithExternalRefParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub external_system: T1,
    pub external_id: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct CountRepetitionParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct ReleaseDedupKeyParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct UpdateTicketParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::ArraySql<Item = uuid::Uuid>,
    T11: crate::JsonSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
> {
    pub subject: T1,
    pub description: Option<T2>,
    pub r#type: T3,
    pub status: T4,
    pub priority: T5,
    pub organization_id: Option<uuid::Uuid>,
    pub requester_id: Option<uuid::Uuid>,
    pub requester_name: Option<T6>,
    pub requester_email: Option<T7>,
    pub assignee_id: Option<uuid::Uuid>,
    pub team_id: Option<uuid::Uuid>,
    pub tags: T9,
    pub device_ids: T10,
    pub custom_fields: T11,
    pub external_system: Option<T12>,
    pub external_id: Option<T13>,
    pub resolution_code: Option<T14>,
    pub resolution_notes: Option<T15>,
    pub resolved_at: Option<jiff::Timestamp>,
    pub closed_at: Option<jiff::Timestamp>,
    pub closes_at: Option<jiff::Timestamp>,
    pub scheduled_at: Option<jiff::Timestamp>,
    pub new_comments: i32,
    pub sla_version: i32,
    pub sla_policy_id: Option<uuid::Uuid>,
    pub sla_check_at: Option<jiff::Timestamp>,
    pub response_elapsed_seconds: i64,
    pub response_counted_until: jiff::Timestamp,
    pub response_running: bool,
    pub response_stopped_at: Option<jiff::Timestamp>,
    pub response_at_risk_at: Option<jiff::Timestamp>,
    pub response_breached_at: Option<jiff::Timestamp>,
    pub response_due_at: Option<jiff::Timestamp>,
    pub response_used_up_at: Option<jiff::Timestamp>,
    pub resolution_elapsed_seconds: i64,
    pub resolution_counted_until: jiff::Timestamp,
    pub resolution_running: bool,
    pub resolution_stopped_at: Option<jiff::Timestamp>,
    pub resolution_at_risk_at: Option<jiff::Timestamp>,
    pub resolution_breached_at: Option<jiff::Timestamp>,
    pub resolution_due_at: Option<jiff::Timestamp>,
    pub resolution_used_up_at: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ChangeTargetParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub moved: i32,
    pub merged_from_ids: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct SetTicketClocksParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = i64>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::ArraySql<Item = bool>,
    T5: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T6: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T7: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T8: crate::ArraySql<Item = i64>,
    T9: crate::ArraySql<Item = jiff::Timestamp>,
    T10: crate::ArraySql<Item = bool>,
    T11: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T12: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T13: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T14: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T15: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T16: crate::ArraySql<Item = i32>,
    T17: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T18: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T19: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T20: crate::ArraySql<Item = Option<jiff::Timestamp>>,
> {
    pub ids: T1,
    pub response_elapsed_seconds: T2,
    pub response_counted_until: T3,
    pub response_running: T4,
    pub response_stopped_at: T5,
    pub response_breached_at: T6,
    pub response_due_at: T7,
    pub resolution_elapsed_seconds: T8,
    pub resolution_counted_until: T9,
    pub resolution_running: T10,
    pub resolution_stopped_at: T11,
    pub resolution_breached_at: T12,
    pub resolution_due_at: T13,
    pub response_used_up_at: T14,
    pub resolution_used_up_at: T15,
    pub sla_versions: T16,
    pub sla_policy_ids: T17,
    pub sla_check_at: T18,
    pub response_at_risk_at: T19,
    pub resolution_at_risk_at: T20,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveCommentsParams {
    pub organization_id: Option<uuid::Uuid>,
    pub ticket_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveTimeEntriesParams {
    pub organization_id: Option<uuid::Uuid>,
    pub ticket_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct NewestTicketsParams {
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestTicketsOfOrganizationsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestTicketsByStatusParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestTicketsByStatusOfOrganizationsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub organization_ids: T5,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestLabelledTicketsByStatusParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub label: T5,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestLabelledTicketsByStatusOfOrganizationsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub organization_ids: T5,
    pub label: T6,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct LastChangedTicketsParams {
    pub beyond_at: jiff::Timestamp,
    pub beyond: uuid::Uuid,
    pub first: jiff::Timestamp,
    pub last: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct LastChangedTicketsOfOrganizationsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub beyond_at: jiff::Timestamp,
    pub beyond: uuid::Uuid,
    pub first: jiff::Timestamp,
    pub last: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct OldestTicketsParams {
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct OldestTicketsOfOrganizationsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct OldestTicketsByStatusParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct OldestTicketsByStatusOfOrganizationsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub organization_ids: T5,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct OldestLabelledTicketsByStatusParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub label: T5,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct OldestLabelledTicketsByStatusOfOrganizationsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
> {
    pub statuses: T2,
    pub priorities: T4,
    pub organization_ids: T5,
    pub label: T6,
    pub beyond: uuid::Uuid,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct FirstChangedTicketsParams {
    pub beyond_at: jiff::Timestamp,
    pub beyond: uuid::Uuid,
    pub first: jiff::Timestamp,
    pub last: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct FirstChangedTicketsOfOrganizationsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub beyond_at: jiff::Timestamp,
    pub beyond: uuid::Uuid,
    pub first: jiff::Timestamp,
    pub last: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct TicketByExternalRefParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub external_system: T1,
    pub external_id: T2,
    pub beyond: uuid::Uuid,
}
#[derive(Debug)]
pub struct TicketPlacesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
> {
    pub has_candidates: bool,
    pub candidates: T1,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub statuses: T3,
    pub priorities: T5,
    pub organization_ids: T6,
    pub kind: Option<T7>,
    pub source: Option<T8>,
    pub is_unassigned: bool,
    pub assignee_id: Option<uuid::Uuid>,
    pub team_id: Option<uuid::Uuid>,
    pub watcher_id: Option<uuid::Uuid>,
    pub requester_id: Option<uuid::Uuid>,
    pub tag: Option<T9>,
    pub device_id: Option<uuid::Uuid>,
    pub external_system: Option<T10>,
    pub external_id: Option<T11>,
    pub dedup_key: Option<T12>,
    pub updated_since: Option<jiff::Timestamp>,
    pub updated_until: Option<jiff::Timestamp>,
    pub sla: Option<T13>,
    pub now: jiff::Timestamp,
    pub sla_policy_id: Option<uuid::Uuid>,
    pub due_until: Option<jiff::Timestamp>,
    pub due: T14,
    pub is_first: bool,
    pub sort: T15,
    pub descending: bool,
    pub beyond: uuid::Uuid,
    pub beyond_at: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct CountTicketsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
> {
    pub has_candidates: bool,
    pub candidates: T1,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub statuses: T3,
    pub priorities: T5,
    pub organization_ids: T6,
    pub kind: Option<T7>,
    pub source: Option<T8>,
    pub is_unassigned: bool,
    pub assignee_id: Option<uuid::Uuid>,
    pub team_id: Option<uuid::Uuid>,
    pub watcher_id: Option<uuid::Uuid>,
    pub requester_id: Option<uuid::Uuid>,
    pub tag: Option<T9>,
    pub device_id: Option<uuid::Uuid>,
    pub external_system: Option<T10>,
    pub external_id: Option<T11>,
    pub dedup_key: Option<T12>,
    pub updated_since: Option<jiff::Timestamp>,
    pub updated_until: Option<jiff::Timestamp>,
    pub sla: Option<T13>,
    pub now: jiff::Timestamp,
    pub sla_policy_id: Option<uuid::Uuid>,
    pub due_until: Option<jiff::Timestamp>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct LabelledTicketIdsParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub label: T1,
    pub first: uuid::Uuid,
    pub last: uuid::Uuid,
    pub statuses: T3,
    pub priorities: T5,
    pub organization_ids: T6,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct TicketRow {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: String,
    pub description: Option<String>,
    pub r#type: String,
    pub status: String,
    pub priority: String,
    pub source: String,
    pub organization_id: Option<uuid::Uuid>,
    pub requester_id: Option<uuid::Uuid>,
    pub requester_name: Option<String>,
    pub requester_email: Option<String>,
    pub assignee_id: Option<uuid::Uuid>,
    pub tags: Vec<String>,
    pub device_ids: Vec<uuid::Uuid>,
    pub custom_fields: serde_json::Value,
    pub external_system: Option<String>,
    pub external_id: Option<String>,
    pub dedup_key: Option<String>,
    pub dedup_count: Option<i32>,
    pub dedup_first_at: Option<jiff::Timestamp>,
    pub dedup_last_at: Option<jiff::Timestamp>,
    pub resolution_code: Option<String>,
    pub resolution_notes: Option<String>,
    pub comments: i32,
    pub worked_seconds: i64,
    pub billable_seconds: i64,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub resolved_at: Option<jiff::Timestamp>,
    pub closed_at: Option<jiff::Timestamp>,
    pub closes_at: Option<jiff::Timestamp>,
    pub scheduled_at: Option<jiff::Timestamp>,
    pub sla_version: i32,
    pub sla_policy_id: Option<uuid::Uuid>,
    pub sla_check_at: Option<jiff::Timestamp>,
    pub response_elapsed_seconds: i64,
    pub response_counted_until: jiff::Timestamp,
    pub response_running: bool,
    pub response_stopped_at: Option<jiff::Timestamp>,
    pub response_at_risk_at: Option<jiff::Timestamp>,
    pub response_breached_at: Option<jiff::Timestamp>,
    pub response_due_at: Option<jiff::Timestamp>,
    pub resolution_elapsed_seconds: i64,
    pub resolution_counted_until: jiff::Timestamp,
    pub resolution_running: bool,
    pub resolution_stopped_at: Option<jiff::Timestamp>,
    pub resolution_at_risk_at: Option<jiff::Timestamp>,
    pub resolution_breached_at: Option<jiff::Timestamp>,
    pub resolution_due_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub parent_id: Option<uuid::Uuid>,
    pub merged_into_id: Option<uuid::Uuid>,
    pub merged_from_ids: Vec<uuid::Uuid>,
    pub team_id: Option<uuid::Uuid>,
}
pub struct TicketRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: &'a str,
    pub description: Option<&'a str>,
    pub r#type: &'a str,
    pub status: &'a str,
    pub priority: &'a str,
    pub source: &'a str,
    pub organization_id: Option<uuid::Uuid>,
    pub requester_id: Option<uuid::Uuid>,
    pub requester_name: Option<&'a str>,
    pub requester_email: Option<&'a str>,
    pub assignee_id: Option<uuid::Uuid>,
    pub tags: crate::ArrayIterator<'a, &'a str>,
    pub device_ids: crate::ArrayIterator<'a, uuid::Uuid>,
    pub custom_fields: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub external_system: Option<&'a str>,
    pub external_id: Option<&'a str>,
    pub dedup_key: Option<&'a str>,
    pub dedup_count: Option<i32>,
    pub dedup_first_at: Option<jiff::Timestamp>,
    pub dedup_last_at: Option<jiff::Timestamp>,
    pub resolution_code: Option<&'a str>,
    pub resolution_notes: Option<&'a str>,
    pub comments: i32,
    pub worked_seconds: i64,
    pub billable_seconds: i64,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub resolved_at: Option<jiff::Timestamp>,
    pub closed_at: Option<jiff::Timestamp>,
    pub closes_at: Option<jiff::Timestamp>,
    pub scheduled_at: Option<jiff::Timestamp>,
    pub sla_version: i32,
    pub sla_policy_id: Option<uuid::Uuid>,
    pub sla_check_at: Option<jiff::Timestamp>,
    pub response_elapsed_seconds: i64,
    pub response_counted_until: jiff::Timestamp,
    pub response_running: bool,
    pub response_stopped_at: Option<jiff::Timestamp>,
    pub response_at_risk_at: Option<jiff::Timestamp>,
    pub response_breached_at: Option<jiff::Timestamp>,
    pub response_due_at: Option<jiff::Timestamp>,
    pub resolution_elapsed_seconds: i64,
    pub resolution_counted_until: jiff::Timestamp,
    pub resolution_running: bool,
    pub resolution_stopped_at: Option<jiff::Timestamp>,
    pub resolution_at_risk_at: Option<jiff::Timestamp>,
    pub resolution_breached_at: Option<jiff::Timestamp>,
    pub resolution_due_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub parent_id: Option<uuid::Uuid>,
    pub merged_into_id: Option<uuid::Uuid>,
    pub merged_from_ids: crate::ArrayIterator<'a, uuid::Uuid>,
    pub team_id: Option<uuid::Uuid>,
}
impl<'a> From<TicketRowBorrowed<'a>> for TicketRow {
    fn from(
        TicketRowBorrowed {
            id,
            number,
            subject,
            description,
            r#type,
            status,
            priority,
            source,
            organization_id,
            requester_id,
            requester_name,
            requester_email,
            assignee_id,
            tags,
            device_ids,
            custom_fields,
            external_system,
            external_id,
            dedup_key,
            dedup_count,
            dedup_first_at,
            dedup_last_at,
            resolution_code,
            resolution_notes,
            comments,
            worked_seconds,
            billable_seconds,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            resolved_at,
            closed_at,
            closes_at,
            scheduled_at,
            sla_version,
            sla_policy_id,
            sla_check_at,
            response_elapsed_seconds,
            response_counted_until,
            response_running,
            response_stopped_at,
            response_at_risk_at,
            response_breached_at,
            response_due_at,
            resolution_elapsed_seconds,
            resolution_counted_until,
            resolution_running,
            resolution_stopped_at,
            resolution_at_risk_at,
            resolution_breached_at,
            resolution_due_at,
            version,
            parent_id,
            merged_into_id,
            merged_from_ids,
            team_id,
        }: TicketRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            number,
            subject: subject.into(),
            description: description.map(|v| v.into()),
            r#type: r#type.into(),
            status: status.into(),
            priority: priority.into(),
            source: source.into(),
            organization_id,
            requester_id,
            requester_name: requester_name.map(|v| v.into()),
            requester_email: requester_email.map(|v| v.into()),
            assignee_id,
            tags: tags.map(|v| v.into()).collect(),
            device_ids: device_ids.map(|v| v).collect(),
            custom_fields: serde_json::from_str(custom_fields.0.get()).unwrap(),
            external_system: external_system.map(|v| v.into()),
            external_id: external_id.map(|v| v.into()),
            dedup_key: dedup_key.map(|v| v.into()),
            dedup_count,
            dedup_first_at,
            dedup_last_at,
            resolution_code: resolution_code.map(|v| v.into()),
            resolution_notes: resolution_notes.map(|v| v.into()),
            comments,
            worked_seconds,
            billable_seconds,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            resolved_at,
            closed_at,
            closes_at,
            scheduled_at,
            sla_version,
            sla_policy_id,
            sla_check_at,
            response_elapsed_seconds,
            response_counted_until,
            response_running,
            response_stopped_at,
            response_at_risk_at,
            response_breached_at,
            response_due_at,
            resolution_elapsed_seconds,
            resolution_counted_until,
            resolution_running,
            resolution_stopped_at,
            resolution_at_risk_at,
            resolution_breached_at,
            resolution_due_at,
            version,
            parent_id,
            merged_into_id,
            merged_from_ids: merged_from_ids.map(|v| v).collect(),
            team_id,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct DeviceOwner {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct TicketPlace {
    pub id: uuid::Uuid,
    pub updated_at: jiff::Timestamp,
    pub due_at: Option<jiff::Timestamp>,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct TicketRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TicketRowBorrowed, tokio_postgres::Error>,
    mapper: fn(TicketRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TicketRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TicketRowBorrowed) -> R) -> TicketRowQuery<'c, 'a, 's, C, R, N> {
        TicketRowQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct BoolQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<bool, tokio_postgres::Error>,
    mapper: fn(bool) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BoolQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(bool) -> R) -> BoolQuery<'c, 'a, 's, C, R, N> {
        BoolQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct UuidUuidQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<uuid::Uuid, tokio_postgres::Error>,
    mapper: fn(uuid::Uuid) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> UuidUuidQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(uuid::Uuid) -> R) -> UuidUuidQuery<'c, 'a, 's, C, R, N> {
        UuidUuidQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct DeviceOwnerQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DeviceOwner, tokio_postgres::Error>,
    mapper: fn(DeviceOwner) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DeviceOwnerQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DeviceOwner) -> R) -> DeviceOwnerQuery<'c, 'a, 's, C, R, N> {
        DeviceOwnerQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct TicketPlaceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TicketPlace, tokio_postgres::Error>,
    mapper: fn(TicketPlace) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TicketPlaceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TicketPlace) -> R) -> TicketPlaceQuery<'c, 'a, 's, C, R, N> {
        TicketPlaceQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct I64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<i64, tokio_postgres::Error>,
    mapper: fn(i64) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> I64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(i64) -> R) -> I64Query<'c, 'a, 's, C, R, N> {
        I64Query {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct CreateTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_ticket() -> CreateTicketStmt {
    CreateTicketStmt(
        "with numbered as ( insert into ticket_counters (last_number) values (1) on conflict (tenant_id) do update set last_number = ticket_counters.last_number + 1 returning last_number ) insert into tickets ( id, number, subject, description, type, status, priority, source, organization_id, requester_id, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, created_by_kind, created_by_id, created_at, updated_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, response_used_up_at, resolution_used_up_at, team_id ) select $1, last_number, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42 from numbered returning id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name, coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id",
        None,
    )
}
impl CreateTicketStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::StringSql,
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::StringSql,
        T8: crate::ArraySql<Item = T7>,
        T9: crate::ArraySql<Item = uuid::Uuid>,
        T10: crate::JsonSql,
        T11: crate::StringSql,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        subject: &'a T1,
        description: &'a Option<T2>,
        r#type: &'a T3,
        status: &'a T4,
        priority: &'a T5,
        source: &'a T6,
        organization_id: &'a Option<uuid::Uuid>,
        requester_id: &'a Option<uuid::Uuid>,
        assignee_id: &'a Option<uuid::Uuid>,
        tags: &'a T8,
        device_ids: &'a T9,
        custom_fields: &'a T10,
        external_system: &'a Option<T11>,
        external_id: &'a Option<T12>,
        dedup_key: &'a Option<T13>,
        dedup_count: &'a Option<i32>,
        dedup_first_at: &'a Option<jiff::Timestamp>,
        created_by_kind: &'a T14,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        scheduled_at: &'a Option<jiff::Timestamp>,
        sla_version: &'a i32,
        sla_policy_id: &'a Option<uuid::Uuid>,
        sla_check_at: &'a Option<jiff::Timestamp>,
        response_elapsed_seconds: &'a i64,
        response_counted_until: &'a jiff::Timestamp,
        response_running: &'a bool,
        response_stopped_at: &'a Option<jiff::Timestamp>,
        response_at_risk_at: &'a Option<jiff::Timestamp>,
        response_breached_at: &'a Option<jiff::Timestamp>,
        response_due_at: &'a Option<jiff::Timestamp>,
        resolution_elapsed_seconds: &'a i64,
        resolution_counted_until: &'a jiff::Timestamp,
        resolution_running: &'a bool,
        resolution_stopped_at: &'a Option<jiff::Timestamp>,
        resolution_at_risk_at: &'a Option<jiff::Timestamp>,
        resolution_breached_at: &'a Option<jiff::Timestamp>,
        resolution_due_at: &'a Option<jiff::Timestamp>,
        response_used_up_at: &'a Option<jiff::Timestamp>,
        resolution_used_up_at: &'a Option<jiff::Timestamp>,
        team_id: &'a Option<uuid::Uuid>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 42> {
        TicketRowQuery {
            client,
            params: [
                id,
                subject,
                description,
                r#type,
                status,
                priority,
                source,
                organization_id,
                requester_id,
                assignee_id,
                tags,
                device_ids,
                custom_fields,
                external_system,
                external_id,
                dedup_key,
                dedup_count,
                dedup_first_at,
                created_by_kind,
                created_by_id,
                now,
                scheduled_at,
                sla_version,
                sla_policy_id,
                sla_check_at,
                response_elapsed_seconds,
                response_counted_until,
                response_running,
                response_stopped_at,
                response_at_risk_at,
                response_breached_at,
                response_due_at,
                resolution_elapsed_seconds,
                resolution_counted_until,
                resolution_running,
                resolution_stopped_at,
                resolution_at_risk_at,
                resolution_breached_at,
                resolution_due_at,
                response_used_up_at,
                resolution_used_up_at,
                team_id,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::ArraySql<Item = uuid::Uuid>,
    T10: crate::JsonSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateTicketParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 42>,
        C,
    > for CreateTicketStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateTicketParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 42> {
        self.bind(
            client,
            &params.id,
            &params.subject,
            &params.description,
            &params.r#type,
            &params.status,
            &params.priority,
            &params.source,
            &params.organization_id,
            &params.requester_id,
            &params.assignee_id,
            &params.tags,
            &params.device_ids,
            &params.custom_fields,
            &params.external_system,
            &params.external_id,
            &params.dedup_key,
            &params.dedup_count,
            &params.dedup_first_at,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.scheduled_at,
            &params.sla_version,
            &params.sla_policy_id,
            &params.sla_check_at,
            &params.response_elapsed_seconds,
            &params.response_counted_until,
            &params.response_running,
            &params.response_stopped_at,
            &params.response_at_risk_at,
            &params.response_breached_at,
            &params.response_due_at,
            &params.resolution_elapsed_seconds,
            &params.resolution_counted_until,
            &params.resolution_running,
            &params.resolution_stopped_at,
            &params.resolution_at_risk_at,
            &params.resolution_breached_at,
            &params.resolution_due_at,
            &params.response_used_up_at,
            &params.resolution_used_up_at,
            &params.team_id,
        )
    }
}
pub struct GetTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_ticket() -> GetTicketStmt {
    GetTicketStmt("select ticket_details.* from ticket_details where id = $1", None)
}
impl GetTicketStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 1> {
        TicketRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
pub struct TicketsOfRequesterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tickets_of_requester() -> TicketsOfRequesterStmt {
    TicketsOfRequesterStmt(
        "select ticket_details.* from ticket_details where requester_id = $1 and id < $2 order by id desc limit $3",
        None,
    )
}
impl TicketsOfRequesterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        requester_id: &'a uuid::Uuid,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 3> {
        TicketRowQuery {
            client,
            params: [requester_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TicketsOfRequesterParams, TicketRowQuery<'c, 'a, 's, C, TicketRow, 3>, C>
    for TicketsOfRequesterStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketsOfRequesterParams,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 3> {
        self.bind(client, &params.requester_id, &params.before, &params.limit)
    }
}
pub struct GetTicketByNumberStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_ticket_by_number() -> GetTicketByNumberStmt {
    GetTicketByNumberStmt("select ticket_details.* from ticket_details where number = $1", None)
}
impl GetTicketByNumberStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        number: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 1> {
        TicketRowQuery {
            client,
            params: [number],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
pub struct LockTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket() -> LockTicketStmt {
    LockTicketStmt(
        "select id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce(app.contact_name(requester_id), requester_name) as requester_name, coalesce(app.contact_email(requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id from tickets where id = $1 for update",
        None,
    )
}
impl LockTicketStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 1> {
        TicketRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
pub struct LockTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_tickets() -> LockTicketsStmt {
    LockTicketsStmt(
        "select id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce(app.contact_name(requester_id), requester_name) as requester_name, coalesce(app.contact_email(requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id from tickets where id = any ($1::uuid[]) order by id for update",
        None,
    )
}
impl LockTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 1> {
        TicketRowQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
pub struct LockUnresolvedTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_unresolved_tickets() -> LockUnresolvedTicketsStmt {
    LockUnresolvedTicketsStmt(
        "select id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce(app.contact_name(requester_id), requester_name) as requester_name, coalesce(app.contact_email(requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id from tickets where id = any ($1::uuid[]) and status not in ('resolved', 'closed', 'canceled', 'merged') order by id for update skip locked",
        None,
    )
}
impl LockUnresolvedTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 1> {
        TicketRowQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
pub struct LockDedupKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_dedup_key() -> LockDedupKeyStmt {
    LockDedupKeyStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended(app.tenant()::text || $1::text, 1))",
        None,
    )
}
impl LockDedupKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        dedup_key: &'a T1,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 1> {
        BoolQuery {
            client,
            params: [dedup_key],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct TicketWithExternalRefStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ticket_with_external_ref() -> TicketWithExternalRefStmt {
    TicketWithExternalRefStmt("select id from tickets where external_system = $1 and external_id = $2", None)
}
impl TicketWithExternalRefStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        external_system: &'a T1,
        external_id: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [external_system, external_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TicketWithExternalRefParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for TicketWithExternalRefStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketWithExternalRefParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.external_system, &params.external_id)
    }
}
pub struct UnresolvedTicketOfKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn unresolved_ticket_of_key() -> UnresolvedTicketOfKeyStmt {
    UnresolvedTicketOfKeyStmt(
        "select id from tickets where dedup_key = $1 and status not in ('resolved', 'closed', 'canceled', 'merged')",
        None,
    )
}
impl UnresolvedTicketOfKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        dedup_key: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [dedup_key],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockUnresolvedTicketOfKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_unresolved_ticket_of_key() -> LockUnresolvedTicketOfKeyStmt {
    LockUnresolvedTicketOfKeyStmt(
        "select id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce(app.contact_name(requester_id), requester_name) as requester_name, coalesce(app.contact_email(requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id from tickets where dedup_key = $1 and status not in ('resolved', 'closed', 'canceled', 'merged') for update",
        None,
    )
}
impl LockUnresolvedTicketOfKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        dedup_key: &'a T1,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 1> {
        TicketRowQuery {
            client,
            params: [dedup_key],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
pub struct CountRepetitionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_repetition() -> CountRepetitionStmt {
    CountRepetitionStmt(
        "update tickets set dedup_count = dedup_count + 1, dedup_last_at = $1, comments = comments + 1, updated_at = $1, version = version + 1 where id = $2 returning id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name, coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id",
        None,
    )
}
impl CountRepetitionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 2> {
        TicketRowQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, CountRepetitionParams, TicketRowQuery<'c, 'a, 's, C, TicketRow, 2>, C>
    for CountRepetitionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CountRepetitionParams,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct ReleaseDedupKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn release_dedup_key() -> ReleaseDedupKeyStmt {
    ReleaseDedupKeyStmt(
        "update tickets set dedup_key = null, dedup_count = null, dedup_first_at = null, dedup_last_at = null, updated_at = $1, version = version + 1 where id = $2 returning id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name, coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id",
        None,
    )
}
impl ReleaseDedupKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 2> {
        TicketRowQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ReleaseDedupKeyParams, TicketRowQuery<'c, 'a, 's, C, TicketRow, 2>, C>
    for ReleaseDedupKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReleaseDedupKeyParams,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct UpdateTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_ticket() -> UpdateTicketStmt {
    UpdateTicketStmt(
        "update tickets set subject = $1, description = $2, type = $3, status = $4, priority = $5, organization_id = $6, requester_id = $7, requester_name = $8, requester_email = $9, assignee_id = $10, team_id = $11, tags = $12, device_ids = $13, custom_fields = $14, external_system = $15, external_id = $16, resolution_code = $17, resolution_notes = $18, resolved_at = $19, closed_at = $20, closes_at = $21, scheduled_at = $22, comments = comments + $23::integer, sla_version = $24, sla_policy_id = $25, sla_check_at = $26, response_elapsed_seconds = $27, response_counted_until = $28, response_running = $29, response_stopped_at = $30, response_at_risk_at = $31, response_breached_at = $32, response_due_at = $33, response_used_up_at = $34, resolution_elapsed_seconds = $35, resolution_counted_until = $36, resolution_running = $37, resolution_stopped_at = $38, resolution_at_risk_at = $39, resolution_breached_at = $40, resolution_due_at = $41, resolution_used_up_at = $42, updated_at = $43, version = version + 1 where id = $44 returning id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name, coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id",
        None,
    )
}
impl UpdateTicketStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::StringSql,
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::ArraySql<Item = T8>,
        T10: crate::ArraySql<Item = uuid::Uuid>,
        T11: crate::JsonSql,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::StringSql,
        T15: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        subject: &'a T1,
        description: &'a Option<T2>,
        r#type: &'a T3,
        status: &'a T4,
        priority: &'a T5,
        organization_id: &'a Option<uuid::Uuid>,
        requester_id: &'a Option<uuid::Uuid>,
        requester_name: &'a Option<T6>,
        requester_email: &'a Option<T7>,
        assignee_id: &'a Option<uuid::Uuid>,
        team_id: &'a Option<uuid::Uuid>,
        tags: &'a T9,
        device_ids: &'a T10,
        custom_fields: &'a T11,
        external_system: &'a Option<T12>,
        external_id: &'a Option<T13>,
        resolution_code: &'a Option<T14>,
        resolution_notes: &'a Option<T15>,
        resolved_at: &'a Option<jiff::Timestamp>,
        closed_at: &'a Option<jiff::Timestamp>,
        closes_at: &'a Option<jiff::Timestamp>,
        scheduled_at: &'a Option<jiff::Timestamp>,
        new_comments: &'a i32,
        sla_version: &'a i32,
        sla_policy_id: &'a Option<uuid::Uuid>,
        sla_check_at: &'a Option<jiff::Timestamp>,
        response_elapsed_seconds: &'a i64,
        response_counted_until: &'a jiff::Timestamp,
        response_running: &'a bool,
        response_stopped_at: &'a Option<jiff::Timestamp>,
        response_at_risk_at: &'a Option<jiff::Timestamp>,
        response_breached_at: &'a Option<jiff::Timestamp>,
        response_due_at: &'a Option<jiff::Timestamp>,
        response_used_up_at: &'a Option<jiff::Timestamp>,
        resolution_elapsed_seconds: &'a i64,
        resolution_counted_until: &'a jiff::Timestamp,
        resolution_running: &'a bool,
        resolution_stopped_at: &'a Option<jiff::Timestamp>,
        resolution_at_risk_at: &'a Option<jiff::Timestamp>,
        resolution_breached_at: &'a Option<jiff::Timestamp>,
        resolution_due_at: &'a Option<jiff::Timestamp>,
        resolution_used_up_at: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 44> {
        TicketRowQuery {
            client,
            params: [
                subject,
                description,
                r#type,
                status,
                priority,
                organization_id,
                requester_id,
                requester_name,
                requester_email,
                assignee_id,
                team_id,
                tags,
                device_ids,
                custom_fields,
                external_system,
                external_id,
                resolution_code,
                resolution_notes,
                resolved_at,
                closed_at,
                closes_at,
                scheduled_at,
                new_comments,
                sla_version,
                sla_policy_id,
                sla_check_at,
                response_elapsed_seconds,
                response_counted_until,
                response_running,
                response_stopped_at,
                response_at_risk_at,
                response_breached_at,
                response_due_at,
                response_used_up_at,
                resolution_elapsed_seconds,
                resolution_counted_until,
                resolution_running,
                resolution_stopped_at,
                resolution_at_risk_at,
                resolution_breached_at,
                resolution_due_at,
                resolution_used_up_at,
                now,
                id,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::ArraySql<Item = uuid::Uuid>,
    T11: crate::JsonSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateTicketParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 44>,
        C,
    > for UpdateTicketStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateTicketParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 44> {
        self.bind(
            client,
            &params.subject,
            &params.description,
            &params.r#type,
            &params.status,
            &params.priority,
            &params.organization_id,
            &params.requester_id,
            &params.requester_name,
            &params.requester_email,
            &params.assignee_id,
            &params.team_id,
            &params.tags,
            &params.device_ids,
            &params.custom_fields,
            &params.external_system,
            &params.external_id,
            &params.resolution_code,
            &params.resolution_notes,
            &params.resolved_at,
            &params.closed_at,
            &params.closes_at,
            &params.scheduled_at,
            &params.new_comments,
            &params.sla_version,
            &params.sla_policy_id,
            &params.sla_check_at,
            &params.response_elapsed_seconds,
            &params.response_counted_until,
            &params.response_running,
            &params.response_stopped_at,
            &params.response_at_risk_at,
            &params.response_breached_at,
            &params.response_due_at,
            &params.response_used_up_at,
            &params.resolution_elapsed_seconds,
            &params.resolution_counted_until,
            &params.resolution_running,
            &params.resolution_stopped_at,
            &params.resolution_at_risk_at,
            &params.resolution_breached_at,
            &params.resolution_due_at,
            &params.resolution_used_up_at,
            &params.now,
            &params.id,
        )
    }
}
pub struct ChangeTargetStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn change_target() -> ChangeTargetStmt {
    ChangeTargetStmt(
        "update tickets set comments = comments + $1::integer, merged_from_ids = $2::uuid[], updated_at = $3, version = version + 1 where id = $4 returning id, number, subject, description, type, status, priority, source, organization_id, requester_id, coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name, coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email) as requester_email, assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at, dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind, created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id, sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version, parent_id, merged_into_id, merged_from_ids, team_id",
        None,
    )
}
impl ChangeTargetStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        moved: &'a i32,
        merged_from_ids: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 4> {
        TicketRowQuery {
            client,
            params: [moved, merged_from_ids, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, ChangeTargetParams<T1>, TicketRowQuery<'c, 'a, 's, C, TicketRow, 4>, C>
    for ChangeTargetStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ChangeTargetParams<T1>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 4> {
        self.bind(client, &params.moved, &params.merged_from_ids, &params.now, &params.id)
    }
}
pub struct SetTicketClocksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_ticket_clocks() -> SetTicketClocksStmt {
    SetTicketClocksStmt(
        "update tickets set sla_version = counted.sla_version, sla_policy_id = counted.sla_policy_id, sla_check_at = counted.sla_check_at, response_elapsed_seconds = counted.response_elapsed_seconds, response_counted_until = counted.response_counted_until, response_running = counted.response_running, response_stopped_at = counted.response_stopped_at, response_at_risk_at = counted.response_at_risk_at, response_breached_at = counted.response_breached_at, response_due_at = counted.response_due_at, response_used_up_at = counted.response_used_up_at, resolution_elapsed_seconds = counted.resolution_elapsed_seconds, resolution_counted_until = counted.resolution_counted_until, resolution_running = counted.resolution_running, resolution_stopped_at = counted.resolution_stopped_at, resolution_at_risk_at = counted.resolution_at_risk_at, resolution_breached_at = counted.resolution_breached_at, resolution_due_at = counted.resolution_due_at, resolution_used_up_at = counted.resolution_used_up_at from unnest( $1::uuid[], $2::bigint[], $3::timestamptz[], $4::boolean[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::bigint[], $9::timestamptz[], $10::boolean[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[], $16::integer[], $17::uuid[], $18::timestamptz[], $19::timestamptz[], $20::timestamptz[] ) as counted ( id, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at, resolution_breached_at, resolution_due_at, response_used_up_at, resolution_used_up_at, sla_version, sla_policy_id, sla_check_at, response_at_risk_at, resolution_at_risk_at ) where tickets.id = counted.id returning tickets.id",
        None,
    )
}
impl SetTicketClocksStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::ArraySql<Item = i64>,
        T3: crate::ArraySql<Item = jiff::Timestamp>,
        T4: crate::ArraySql<Item = bool>,
        T5: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T6: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T7: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T8: crate::ArraySql<Item = i64>,
        T9: crate::ArraySql<Item = jiff::Timestamp>,
        T10: crate::ArraySql<Item = bool>,
        T11: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T12: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T13: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T14: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T15: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T16: crate::ArraySql<Item = i32>,
        T17: crate::ArraySql<Item = Option<uuid::Uuid>>,
        T18: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T19: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T20: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    >(
        &'s self,
        client: &'c C,
        ids: &'a T1,
        response_elapsed_seconds: &'a T2,
        response_counted_until: &'a T3,
        response_running: &'a T4,
        response_stopped_at: &'a T5,
        response_breached_at: &'a T6,
        response_due_at: &'a T7,
        resolution_elapsed_seconds: &'a T8,
        resolution_counted_until: &'a T9,
        resolution_running: &'a T10,
        resolution_stopped_at: &'a T11,
        resolution_breached_at: &'a T12,
        resolution_due_at: &'a T13,
        response_used_up_at: &'a T14,
        resolution_used_up_at: &'a T15,
        sla_versions: &'a T16,
        sla_policy_ids: &'a T17,
        sla_check_at: &'a T18,
        response_at_risk_at: &'a T19,
        resolution_at_risk_at: &'a T20,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20> {
        UuidUuidQuery {
            client,
            params: [
                ids,
                response_elapsed_seconds,
                response_counted_until,
                response_running,
                response_stopped_at,
                response_breached_at,
                response_due_at,
                resolution_elapsed_seconds,
                resolution_counted_until,
                resolution_running,
                resolution_stopped_at,
                resolution_breached_at,
                resolution_due_at,
                response_used_up_at,
                resolution_used_up_at,
                sla_versions,
                sla_policy_ids,
                sla_check_at,
                response_at_risk_at,
                resolution_at_risk_at,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = i64>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::ArraySql<Item = bool>,
    T5: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T6: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T7: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T8: crate::ArraySql<Item = i64>,
    T9: crate::ArraySql<Item = jiff::Timestamp>,
    T10: crate::ArraySql<Item = bool>,
    T11: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T12: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T13: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T14: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T15: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T16: crate::ArraySql<Item = i32>,
    T17: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T18: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T19: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T20: crate::ArraySql<Item = Option<jiff::Timestamp>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SetTicketClocksParams<
            T1,
            T2,
            T3,
            T4,
            T5,
            T6,
            T7,
            T8,
            T9,
            T10,
            T11,
            T12,
            T13,
            T14,
            T15,
            T16,
            T17,
            T18,
            T19,
            T20,
        >,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20>,
        C,
    > for SetTicketClocksStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetTicketClocksParams<
            T1,
            T2,
            T3,
            T4,
            T5,
            T6,
            T7,
            T8,
            T9,
            T10,
            T11,
            T12,
            T13,
            T14,
            T15,
            T16,
            T17,
            T18,
            T19,
            T20,
        >,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20> {
        self.bind(
            client,
            &params.ids,
            &params.response_elapsed_seconds,
            &params.response_counted_until,
            &params.response_running,
            &params.response_stopped_at,
            &params.response_breached_at,
            &params.response_due_at,
            &params.resolution_elapsed_seconds,
            &params.resolution_counted_until,
            &params.resolution_running,
            &params.resolution_stopped_at,
            &params.resolution_breached_at,
            &params.resolution_due_at,
            &params.response_used_up_at,
            &params.resolution_used_up_at,
            &params.sla_versions,
            &params.sla_policy_ids,
            &params.sla_check_at,
            &params.response_at_risk_at,
            &params.resolution_at_risk_at,
        )
    }
}
pub struct OnlyOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn only_organizations() -> OnlyOrganizationsStmt {
    OnlyOrganizationsStmt("select id from organizations order by id limit 2", None)
}
impl OnlyOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 0> {
        UuidUuidQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct OwnersOfDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn owners_of_devices() -> OwnersOfDevicesStmt {
    OwnersOfDevicesStmt("select id, organization_id from devices where id = any ($1)", None)
}
impl OwnersOfDevicesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> DeviceOwnerQuery<'c, 'a, 's, C, DeviceOwner, 1> {
        DeviceOwnerQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceOwner, tokio_postgres::Error> {
                Ok(DeviceOwner { id: row.try_get(0)?, organization_id: row.try_get(1)? })
            },
            mapper: |it| DeviceOwner::from(it),
        }
    }
}
pub struct MoveCommentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_comments() -> MoveCommentsStmt {
    MoveCommentsStmt("update ticket_comments set organization_id = $1 where ticket_id = $2 returning id", None)
}
impl MoveCommentsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        ticket_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [organization_id, ticket_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveCommentsParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for MoveCommentsStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveCommentsParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.organization_id, &params.ticket_id)
    }
}
pub struct MoveTimeEntriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_time_entries() -> MoveTimeEntriesStmt {
    MoveTimeEntriesStmt(
        "update time_entries set organization_id = $1 from ( select id from time_entries where ticket_id = $2 order by id for update ) as locked where time_entries.id = locked.id returning time_entries.id",
        None,
    )
}
impl MoveTimeEntriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        ticket_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [organization_id, ticket_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveTimeEntriesParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for MoveTimeEntriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a MoveTimeEntriesParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.organization_id, &params.ticket_id)
    }
}
pub struct NewestTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_tickets() -> NewestTicketsStmt {
    NewestTicketsStmt(
        "select ticket_details.* from ticket_details where id < $1 and id between $2 and $3 order by id desc limit $4",
        None,
    )
}
impl NewestTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 4> {
        TicketRowQuery {
            client,
            params: [beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, NewestTicketsParams, TicketRowQuery<'c, 'a, 's, C, TicketRow, 4>, C>
    for NewestTicketsStmt
{
    fn params(&'s self, client: &'c C, params: &'a NewestTicketsParams) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 4> {
        self.bind(client, &params.beyond, &params.first, &params.last, &params.limit)
    }
}
pub struct NewestTicketsOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_tickets_of_organizations() -> NewestTicketsOfOrganizationsStmt {
    NewestTicketsOfOrganizationsStmt(
        "select found.* from ( select page.id from unnest($1::uuid[]) as o (organization_id) cross join lateral ( select id from tickets where organization_id = o.organization_id and id < $2 and id between $3 and $4 order by id desc limit $5 ) as page order by page.id desc limit $5 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id desc",
        None,
    )
}
impl NewestTicketsOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        TicketRowQuery {
            client,
            params: [organization_ids, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestTicketsOfOrganizationsParams<T1>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 5>,
        C,
    > for NewestTicketsOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestTicketsOfOrganizationsParams<T1>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        self.bind(client, &params.organization_ids, &params.beyond, &params.first, &params.last, &params.limit)
    }
}
pub struct NewestTicketsByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_tickets_by_status() -> NewestTicketsByStatusStmt {
    NewestTicketsByStatusStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join lateral ( select id as id from tickets where status = s.status and priority = p.priority and id < $3 and id between $4 and $5 order by id desc limit $6 ) as page order by page.id desc limit $6 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id desc",
        None,
    )
}
impl NewestTicketsByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestTicketsByStatusParams<T1, T2, T3, T4>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 6>,
        C,
    > for NewestTicketsByStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestTicketsByStatusParams<T1, T2, T3, T4>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct NewestTicketsByStatusOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_tickets_by_status_of_organizations() -> NewestTicketsByStatusOfOrganizationsStmt {
    NewestTicketsByStatusOfOrganizationsStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join unnest($3::uuid[]) as o (organization_id) cross join lateral ( select id as id from tickets where organization_id = o.organization_id and status = s.status and priority = p.priority and id < $4 and id between $5 and $6 order by id desc limit $7 ) as page order by page.id desc limit $7 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id desc",
        None,
    )
}
impl NewestTicketsByStatusOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        organization_ids: &'a T5,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, organization_ids, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 7>,
        C,
    > for NewestTicketsByStatusOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.organization_ids,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct NewestLabelledTicketsByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_labelled_tickets_by_status() -> NewestLabelledTicketsByStatusStmt {
    NewestLabelledTicketsByStatusStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join lateral ( select ticket_id as id from ticket_labels where label = $3 and status = s.status and priority = p.priority and ticket_id < $4 and ticket_id between $5 and $6 order by ticket_id desc limit $7 ) as page order by page.id desc limit $7 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id desc",
        None,
    )
}
impl NewestLabelledTicketsByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        label: &'a T5,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, label, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestLabelledTicketsByStatusParams<T1, T2, T3, T4, T5>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 7>,
        C,
    > for NewestLabelledTicketsByStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestLabelledTicketsByStatusParams<T1, T2, T3, T4, T5>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.label,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct NewestLabelledTicketsByStatusOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_labelled_tickets_by_status_of_organizations() -> NewestLabelledTicketsByStatusOfOrganizationsStmt {
    NewestLabelledTicketsByStatusOfOrganizationsStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join unnest($3::uuid[]) as o (organization_id) cross join lateral ( select ticket_id as id from ticket_labels where label = $4 and organization_id = o.organization_id and status = s.status and priority = p.priority and ticket_id < $5 and ticket_id between $6 and $7 order by ticket_id desc limit $8 ) as page order by page.id desc limit $8 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id desc",
        None,
    )
}
impl NewestLabelledTicketsByStatusOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        organization_ids: &'a T5,
        label: &'a T6,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 8> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, organization_ids, label, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestLabelledTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5, T6>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 8>,
        C,
    > for NewestLabelledTicketsByStatusOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestLabelledTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5, T6>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 8> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.organization_ids,
            &params.label,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct LastChangedTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn last_changed_tickets() -> LastChangedTicketsStmt {
    LastChangedTicketsStmt(
        "select ticket_details.* from ticket_details where (updated_at, id) < ($1::timestamptz, $2::uuid) and updated_at between $3 and $4 order by updated_at desc, id desc limit $5",
        None,
    )
}
impl LastChangedTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        beyond_at: &'a jiff::Timestamp,
        beyond: &'a uuid::Uuid,
        first: &'a jiff::Timestamp,
        last: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        TicketRowQuery {
            client,
            params: [beyond_at, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, LastChangedTicketsParams, TicketRowQuery<'c, 'a, 's, C, TicketRow, 5>, C>
    for LastChangedTicketsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LastChangedTicketsParams,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        self.bind(client, &params.beyond_at, &params.beyond, &params.first, &params.last, &params.limit)
    }
}
pub struct LastChangedTicketsOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn last_changed_tickets_of_organizations() -> LastChangedTicketsOfOrganizationsStmt {
    LastChangedTicketsOfOrganizationsStmt(
        "select found.* from ( select page.id, page.updated_at from unnest($1::uuid[]) as o (organization_id) cross join lateral ( select id, updated_at from tickets where organization_id = o.organization_id and (updated_at, id) < ($2::timestamptz, $3::uuid) and updated_at between $4 and $5 order by updated_at desc, id desc limit $6 ) as page order by page.updated_at desc, page.id desc limit $6 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.updated_at desc, found.id desc",
        None,
    )
}
impl LastChangedTicketsOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        beyond_at: &'a jiff::Timestamp,
        beyond: &'a uuid::Uuid,
        first: &'a jiff::Timestamp,
        last: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        TicketRowQuery {
            client,
            params: [organization_ids, beyond_at, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        LastChangedTicketsOfOrganizationsParams<T1>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 6>,
        C,
    > for LastChangedTicketsOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LastChangedTicketsOfOrganizationsParams<T1>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        self.bind(
            client,
            &params.organization_ids,
            &params.beyond_at,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct OldestTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn oldest_tickets() -> OldestTicketsStmt {
    OldestTicketsStmt(
        "select ticket_details.* from ticket_details where id > $1 and id between $2 and $3 order by id limit $4",
        None,
    )
}
impl OldestTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 4> {
        TicketRowQuery {
            client,
            params: [beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, OldestTicketsParams, TicketRowQuery<'c, 'a, 's, C, TicketRow, 4>, C>
    for OldestTicketsStmt
{
    fn params(&'s self, client: &'c C, params: &'a OldestTicketsParams) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 4> {
        self.bind(client, &params.beyond, &params.first, &params.last, &params.limit)
    }
}
pub struct OldestTicketsOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn oldest_tickets_of_organizations() -> OldestTicketsOfOrganizationsStmt {
    OldestTicketsOfOrganizationsStmt(
        "select found.* from ( select page.id from unnest($1::uuid[]) as o (organization_id) cross join lateral ( select id from tickets where organization_id = o.organization_id and id > $2 and id between $3 and $4 order by id limit $5 ) as page order by page.id limit $5 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id",
        None,
    )
}
impl OldestTicketsOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        TicketRowQuery {
            client,
            params: [organization_ids, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OldestTicketsOfOrganizationsParams<T1>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 5>,
        C,
    > for OldestTicketsOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OldestTicketsOfOrganizationsParams<T1>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        self.bind(client, &params.organization_ids, &params.beyond, &params.first, &params.last, &params.limit)
    }
}
pub struct OldestTicketsByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn oldest_tickets_by_status() -> OldestTicketsByStatusStmt {
    OldestTicketsByStatusStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join lateral ( select id as id from tickets where status = s.status and priority = p.priority and id > $3 and id between $4 and $5 order by id limit $6 ) as page order by page.id limit $6 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id",
        None,
    )
}
impl OldestTicketsByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OldestTicketsByStatusParams<T1, T2, T3, T4>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 6>,
        C,
    > for OldestTicketsByStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OldestTicketsByStatusParams<T1, T2, T3, T4>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct OldestTicketsByStatusOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn oldest_tickets_by_status_of_organizations() -> OldestTicketsByStatusOfOrganizationsStmt {
    OldestTicketsByStatusOfOrganizationsStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join unnest($3::uuid[]) as o (organization_id) cross join lateral ( select id as id from tickets where organization_id = o.organization_id and status = s.status and priority = p.priority and id > $4 and id between $5 and $6 order by id limit $7 ) as page order by page.id limit $7 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id",
        None,
    )
}
impl OldestTicketsByStatusOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        organization_ids: &'a T5,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, organization_ids, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OldestTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 7>,
        C,
    > for OldestTicketsByStatusOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OldestTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.organization_ids,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct OldestLabelledTicketsByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn oldest_labelled_tickets_by_status() -> OldestLabelledTicketsByStatusStmt {
    OldestLabelledTicketsByStatusStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join lateral ( select ticket_id as id from ticket_labels where label = $3 and status = s.status and priority = p.priority and ticket_id > $4 and ticket_id between $5 and $6 order by ticket_id limit $7 ) as page order by page.id limit $7 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id",
        None,
    )
}
impl OldestLabelledTicketsByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        label: &'a T5,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, label, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OldestLabelledTicketsByStatusParams<T1, T2, T3, T4, T5>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 7>,
        C,
    > for OldestLabelledTicketsByStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OldestLabelledTicketsByStatusParams<T1, T2, T3, T4, T5>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 7> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.label,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct OldestLabelledTicketsByStatusOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn oldest_labelled_tickets_by_status_of_organizations() -> OldestLabelledTicketsByStatusOfOrganizationsStmt {
    OldestLabelledTicketsByStatusOfOrganizationsStmt(
        "select found.* from ( select page.id from unnest($1::text[]) as s (status) cross join unnest($2::text[]) as p (priority) cross join unnest($3::uuid[]) as o (organization_id) cross join lateral ( select ticket_id as id from ticket_labels where label = $4 and organization_id = o.organization_id and status = s.status and priority = p.priority and ticket_id > $5 and ticket_id between $6 and $7 order by ticket_id limit $8 ) as page order by page.id limit $8 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.id",
        None,
    )
}
impl OldestLabelledTicketsByStatusOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = T1>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        priorities: &'a T4,
        organization_ids: &'a T5,
        label: &'a T6,
        beyond: &'a uuid::Uuid,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 8> {
        TicketRowQuery {
            client,
            params: [statuses, priorities, organization_ids, label, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OldestLabelledTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5, T6>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 8>,
        C,
    > for OldestLabelledTicketsByStatusOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OldestLabelledTicketsByStatusOfOrganizationsParams<T1, T2, T3, T4, T5, T6>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 8> {
        self.bind(
            client,
            &params.statuses,
            &params.priorities,
            &params.organization_ids,
            &params.label,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct FirstChangedTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn first_changed_tickets() -> FirstChangedTicketsStmt {
    FirstChangedTicketsStmt(
        "select ticket_details.* from ticket_details where (updated_at, id) > ($1::timestamptz, $2::uuid) and updated_at between $3 and $4 order by updated_at, id limit $5",
        None,
    )
}
impl FirstChangedTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        beyond_at: &'a jiff::Timestamp,
        beyond: &'a uuid::Uuid,
        first: &'a jiff::Timestamp,
        last: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        TicketRowQuery {
            client,
            params: [beyond_at, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, FirstChangedTicketsParams, TicketRowQuery<'c, 'a, 's, C, TicketRow, 5>, C>
    for FirstChangedTicketsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FirstChangedTicketsParams,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 5> {
        self.bind(client, &params.beyond_at, &params.beyond, &params.first, &params.last, &params.limit)
    }
}
pub struct FirstChangedTicketsOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn first_changed_tickets_of_organizations() -> FirstChangedTicketsOfOrganizationsStmt {
    FirstChangedTicketsOfOrganizationsStmt(
        "select found.* from ( select page.id, page.updated_at from unnest($1::uuid[]) as o (organization_id) cross join lateral ( select id, updated_at from tickets where organization_id = o.organization_id and (updated_at, id) > ($2::timestamptz, $3::uuid) and updated_at between $4 and $5 order by updated_at, id limit $6 ) as page order by page.updated_at, page.id limit $6 ) as page cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by found.updated_at, found.id",
        None,
    )
}
impl FirstChangedTicketsOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        beyond_at: &'a jiff::Timestamp,
        beyond: &'a uuid::Uuid,
        first: &'a jiff::Timestamp,
        last: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        TicketRowQuery {
            client,
            params: [organization_ids, beyond_at, beyond, first, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FirstChangedTicketsOfOrganizationsParams<T1>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 6>,
        C,
    > for FirstChangedTicketsOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FirstChangedTicketsOfOrganizationsParams<T1>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 6> {
        self.bind(
            client,
            &params.organization_ids,
            &params.beyond_at,
            &params.beyond,
            &params.first,
            &params.last,
            &params.limit,
        )
    }
}
pub struct TicketByExternalRefStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ticket_by_external_ref() -> TicketByExternalRefStmt {
    TicketByExternalRefStmt(
        "select ticket_details.* from ticket_details where external_system = $1 and external_id = $2 and id < $3",
        None,
    )
}
impl TicketByExternalRefStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        external_system: &'a T1,
        external_id: &'a T2,
        beyond: &'a uuid::Uuid,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 3> {
        TicketRowQuery {
            client,
            params: [external_system, external_id, beyond],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TicketByExternalRefParams<T1, T2>,
        TicketRowQuery<'c, 'a, 's, C, TicketRow, 3>,
        C,
    > for TicketByExternalRefStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketByExternalRefParams<T1, T2>,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 3> {
        self.bind(client, &params.external_system, &params.external_id, &params.beyond)
    }
}
pub struct TicketPlacesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ticket_places() -> TicketPlacesStmt {
    TicketPlacesStmt(
        "select id, updated_at, due_at from queued_tickets where (not $1::boolean or id = any ($2::uuid[])) and id between $3::uuid and $4::uuid and (cardinality($5::text[]) = 0 or status = any ($5)) and (cardinality($6::text[]) = 0 or priority = any ($6)) and (cardinality($7::uuid[]) = 0 or organization_id = any ($7)) and ($8::text is null or type = $8) and ($9::text is null or source = $9) and (not $10::boolean or assignee_id is null) and ($11::uuid is null or assignee_id = $11) and ($12::uuid is null or team_id = $12) and ( $13::uuid is null or exists ( select from ticket_watchers where ticket_id = queued_tickets.id and user_id = $13 and not removed ) ) and ($14::uuid is null or requester_id = $14) and ($15::text is null or $15 = any (tags)) and ($16::uuid is null or $16 = any (device_ids)) and ($17::text is null or external_system = $17) and ($18::text is null or external_id = $18) and ($19::text is null or dedup_key = $19) and ($20::timestamptz is null or updated_at >= $20) and ($21::timestamptz is null or updated_at < $21) and ( $22::text is null or $22 = 'running' and (response_due_at > $23::timestamptz or resolution_due_at > $23) or $22 = 'breached' and ( response_breached_at is not null or resolution_breached_at is not null or response_due_at <= $23 or resolution_due_at <= $23 ) or $22 = 'at_risk' and is_at_risk ) and ($24::uuid is null or sla_policy_id = $24) and ($25::timestamptz is null or due_at < $25) and ($26::text <> 'known' or due_at is not null) and ($26 <> 'unknown' or due_at is null) and ( $27::boolean or $28::text = 'created_at' and ($29::boolean and id < $30::uuid or not $29 and id > $30) or $28 = 'updated_at' and ( $29 and (updated_at, id) < ($31::timestamptz, $30) or not $29 and (updated_at, id) > ($31, $30) ) or $28 = 'due_at' and ( $29 and (due_at, id) < ($31, $30) or not $29 and (due_at, id) > ($31, $30) ) ) order by case when $29 and $28 = 'updated_at' then updated_at when $29 and $28 = 'due_at' then due_at end desc, case when not $29 and $28 = 'updated_at' then updated_at when not $29 and $28 = 'due_at' then due_at end, case when $29 then id end desc, case when not $29 then id end limit $32",
        None,
    )
}
impl TicketPlacesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::ArraySql<Item = uuid::Uuid>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::StringSql,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::StringSql,
        T15: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        has_candidates: &'a bool,
        candidates: &'a T1,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        statuses: &'a T3,
        priorities: &'a T5,
        organization_ids: &'a T6,
        kind: &'a Option<T7>,
        source: &'a Option<T8>,
        is_unassigned: &'a bool,
        assignee_id: &'a Option<uuid::Uuid>,
        team_id: &'a Option<uuid::Uuid>,
        watcher_id: &'a Option<uuid::Uuid>,
        requester_id: &'a Option<uuid::Uuid>,
        tag: &'a Option<T9>,
        device_id: &'a Option<uuid::Uuid>,
        external_system: &'a Option<T10>,
        external_id: &'a Option<T11>,
        dedup_key: &'a Option<T12>,
        updated_since: &'a Option<jiff::Timestamp>,
        updated_until: &'a Option<jiff::Timestamp>,
        sla: &'a Option<T13>,
        now: &'a jiff::Timestamp,
        sla_policy_id: &'a Option<uuid::Uuid>,
        due_until: &'a Option<jiff::Timestamp>,
        due: &'a T14,
        is_first: &'a bool,
        sort: &'a T15,
        descending: &'a bool,
        beyond: &'a uuid::Uuid,
        beyond_at: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TicketPlaceQuery<'c, 'a, 's, C, TicketPlace, 32> {
        TicketPlaceQuery {
            client,
            params: [
                has_candidates,
                candidates,
                first,
                last,
                statuses,
                priorities,
                organization_ids,
                kind,
                source,
                is_unassigned,
                assignee_id,
                team_id,
                watcher_id,
                requester_id,
                tag,
                device_id,
                external_system,
                external_id,
                dedup_key,
                updated_since,
                updated_until,
                sla,
                now,
                sla_policy_id,
                due_until,
                due,
                is_first,
                sort,
                descending,
                beyond,
                beyond_at,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketPlace, tokio_postgres::Error> {
                Ok(TicketPlace { id: row.try_get(0)?, updated_at: row.try_get(1)?, due_at: row.try_get(2)? })
            },
            mapper: |it| TicketPlace::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TicketPlacesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
        TicketPlaceQuery<'c, 'a, 's, C, TicketPlace, 32>,
        C,
    > for TicketPlacesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketPlacesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
    ) -> TicketPlaceQuery<'c, 'a, 's, C, TicketPlace, 32> {
        self.bind(
            client,
            &params.has_candidates,
            &params.candidates,
            &params.first,
            &params.last,
            &params.statuses,
            &params.priorities,
            &params.organization_ids,
            &params.kind,
            &params.source,
            &params.is_unassigned,
            &params.assignee_id,
            &params.team_id,
            &params.watcher_id,
            &params.requester_id,
            &params.tag,
            &params.device_id,
            &params.external_system,
            &params.external_id,
            &params.dedup_key,
            &params.updated_since,
            &params.updated_until,
            &params.sla,
            &params.now,
            &params.sla_policy_id,
            &params.due_until,
            &params.due,
            &params.is_first,
            &params.sort,
            &params.descending,
            &params.beyond,
            &params.beyond_at,
            &params.limit,
        )
    }
}
pub struct CountTicketsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_tickets() -> CountTicketsStmt {
    CountTicketsStmt(
        "select count(*) as tickets from ( select id from queued_tickets where (not $1::boolean or id = any ($2::uuid[])) and id between $3::uuid and $4::uuid and (cardinality($5::text[]) = 0 or status = any ($5)) and (cardinality($6::text[]) = 0 or priority = any ($6)) and (cardinality($7::uuid[]) = 0 or organization_id = any ($7)) and ($8::text is null or type = $8) and ($9::text is null or source = $9) and (not $10::boolean or assignee_id is null) and ($11::uuid is null or assignee_id = $11) and ($12::uuid is null or team_id = $12) and ( $13::uuid is null or exists ( select from ticket_watchers where ticket_id = queued_tickets.id and user_id = $13 and not removed ) ) and ($14::uuid is null or requester_id = $14) and ($15::text is null or $15 = any (tags)) and ($16::uuid is null or $16 = any (device_ids)) and ($17::text is null or external_system = $17) and ($18::text is null or external_id = $18) and ($19::text is null or dedup_key = $19) and ($20::timestamptz is null or updated_at >= $20) and ($21::timestamptz is null or updated_at < $21) and ( $22::text is null or $22 = 'running' and (response_due_at > $23::timestamptz or resolution_due_at > $23) or $22 = 'breached' and ( response_breached_at is not null or resolution_breached_at is not null or response_due_at <= $23 or resolution_due_at <= $23 ) or $22 = 'at_risk' and is_at_risk ) and ($24::uuid is null or sla_policy_id = $24) and ($25::timestamptz is null or due_at < $25) limit $26 ) as counted",
        None,
    )
}
impl CountTicketsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::ArraySql<Item = uuid::Uuid>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::StringSql,
        T12: crate::StringSql,
        T13: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        has_candidates: &'a bool,
        candidates: &'a T1,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        statuses: &'a T3,
        priorities: &'a T5,
        organization_ids: &'a T6,
        kind: &'a Option<T7>,
        source: &'a Option<T8>,
        is_unassigned: &'a bool,
        assignee_id: &'a Option<uuid::Uuid>,
        team_id: &'a Option<uuid::Uuid>,
        watcher_id: &'a Option<uuid::Uuid>,
        requester_id: &'a Option<uuid::Uuid>,
        tag: &'a Option<T9>,
        device_id: &'a Option<uuid::Uuid>,
        external_system: &'a Option<T10>,
        external_id: &'a Option<T11>,
        dedup_key: &'a Option<T12>,
        updated_since: &'a Option<jiff::Timestamp>,
        updated_until: &'a Option<jiff::Timestamp>,
        sla: &'a Option<T13>,
        now: &'a jiff::Timestamp,
        sla_policy_id: &'a Option<uuid::Uuid>,
        due_until: &'a Option<jiff::Timestamp>,
        limit: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 26> {
        I64Query {
            client,
            params: [
                has_candidates,
                candidates,
                first,
                last,
                statuses,
                priorities,
                organization_ids,
                kind,
                source,
                is_unassigned,
                assignee_id,
                team_id,
                watcher_id,
                requester_id,
                tag,
                device_id,
                external_system,
                external_id,
                dedup_key,
                updated_since,
                updated_until,
                sla,
                now,
                sla_policy_id,
                due_until,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CountTicketsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>,
        I64Query<'c, 'a, 's, C, i64, 26>,
        C,
    > for CountTicketsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CountTicketsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>,
    ) -> I64Query<'c, 'a, 's, C, i64, 26> {
        self.bind(
            client,
            &params.has_candidates,
            &params.candidates,
            &params.first,
            &params.last,
            &params.statuses,
            &params.priorities,
            &params.organization_ids,
            &params.kind,
            &params.source,
            &params.is_unassigned,
            &params.assignee_id,
            &params.team_id,
            &params.watcher_id,
            &params.requester_id,
            &params.tag,
            &params.device_id,
            &params.external_system,
            &params.external_id,
            &params.dedup_key,
            &params.updated_since,
            &params.updated_until,
            &params.sla,
            &params.now,
            &params.sla_policy_id,
            &params.due_until,
            &params.limit,
        )
    }
}
pub struct LabelledTicketIdsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn labelled_ticket_ids() -> LabelledTicketIdsStmt {
    LabelledTicketIdsStmt(
        "select ticket_id from ticket_labels where label = $1 and ticket_id between $2 and $3 and (cardinality($4::text[]) = 0 or status = any ($4)) and (cardinality($5::text[]) = 0 or priority = any ($5)) and (cardinality($6::uuid[]) = 0 or organization_id = any ($6)) limit $7",
        None,
    )
}
impl LabelledTicketIdsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        label: &'a T1,
        first: &'a uuid::Uuid,
        last: &'a uuid::Uuid,
        statuses: &'a T3,
        priorities: &'a T5,
        organization_ids: &'a T6,
        limit: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        UuidUuidQuery {
            client,
            params: [label, first, last, statuses, priorities, organization_ids, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        LabelledTicketIdsParams<T1, T2, T3, T4, T5, T6>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7>,
        C,
    > for LabelledTicketIdsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LabelledTicketIdsParams<T1, T2, T3, T4, T5, T6>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        self.bind(
            client,
            &params.label,
            &params.first,
            &params.last,
            &params.statuses,
            &params.priorities,
            &params.organization_ids,
            &params.limit,
        )
    }
}
pub struct TicketsByIdsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tickets_by_ids() -> TicketsByIdsStmt {
    TicketsByIdsStmt(
        "select found.* from unnest($1::uuid[]) with ordinality as page (id, place) cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found order by page.place",
        None,
    )
}
impl TicketsByIdsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> TicketRowQuery<'c, 'a, 's, C, TicketRow, 1> {
        TicketRowQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketRowBorrowed, tokio_postgres::Error> {
                Ok(TicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    description: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    status: row.try_get(5)?,
                    priority: row.try_get(6)?,
                    source: row.try_get(7)?,
                    organization_id: row.try_get(8)?,
                    requester_id: row.try_get(9)?,
                    requester_name: row.try_get(10)?,
                    requester_email: row.try_get(11)?,
                    assignee_id: row.try_get(12)?,
                    tags: row.try_get(13)?,
                    device_ids: row.try_get(14)?,
                    custom_fields: row.try_get(15)?,
                    external_system: row.try_get(16)?,
                    external_id: row.try_get(17)?,
                    dedup_key: row.try_get(18)?,
                    dedup_count: row.try_get(19)?,
                    dedup_first_at: row.try_get(20)?,
                    dedup_last_at: row.try_get(21)?,
                    resolution_code: row.try_get(22)?,
                    resolution_notes: row.try_get(23)?,
                    comments: row.try_get(24)?,
                    worked_seconds: row.try_get(25)?,
                    billable_seconds: row.try_get(26)?,
                    created_by_kind: row.try_get(27)?,
                    created_by_id: row.try_get(28)?,
                    created_at: row.try_get(29)?,
                    updated_at: row.try_get(30)?,
                    resolved_at: row.try_get(31)?,
                    closed_at: row.try_get(32)?,
                    closes_at: row.try_get(33)?,
                    scheduled_at: row.try_get(34)?,
                    sla_version: row.try_get(35)?,
                    sla_policy_id: row.try_get(36)?,
                    sla_check_at: row.try_get(37)?,
                    response_elapsed_seconds: row.try_get(38)?,
                    response_counted_until: row.try_get(39)?,
                    response_running: row.try_get(40)?,
                    response_stopped_at: row.try_get(41)?,
                    response_at_risk_at: row.try_get(42)?,
                    response_breached_at: row.try_get(43)?,
                    response_due_at: row.try_get(44)?,
                    resolution_elapsed_seconds: row.try_get(45)?,
                    resolution_counted_until: row.try_get(46)?,
                    resolution_running: row.try_get(47)?,
                    resolution_stopped_at: row.try_get(48)?,
                    resolution_at_risk_at: row.try_get(49)?,
                    resolution_breached_at: row.try_get(50)?,
                    resolution_due_at: row.try_get(51)?,
                    version: row.try_get(52)?,
                    parent_id: row.try_get(53)?,
                    merged_into_id: row.try_get(54)?,
                    merged_from_ids: row.try_get(55)?,
                    team_id: row.try_get(56)?,
                })
            },
            mapper: |it| TicketRow::from(it),
        }
    }
}
