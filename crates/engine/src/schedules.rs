//! Schedules, reconciled from our tables: for each workflow with a cron expression or an interval, one of Temporal's.

use crate::{
    Engine,
    client::{TENANT_KEY, fair},
    codec::Ids,
    dispatcher::Dispatch,
};
use anyhow::Context;
use futures::TryStreamExt;
use futures::future::BoxFuture;
use std::{collections::BTreeMap, time::Duration};
use temporalio_client::{Client, grpc::WorkflowService, schedules::ListSchedulesOptions};
use temporalio_common::{
    WorkflowDefinition,
    data_converters::SerializationContextData,
    protos::temporal::api::{
        common::v1::{Payloads, WorkflowType},
        enums::v1::ScheduleOverlapPolicy,
        schedule::v1::{
            IntervalSpec, Schedule as Proto, ScheduleAction, SchedulePolicies, ScheduleSpec, ScheduleState,
            schedule_action::Action,
        },
        taskqueue::v1::TaskQueue,
        workflow::v1::NewWorkflowExecutionInfo,
        workflowservice::v1::{CreateScheduleRequest, DeleteScheduleRequest, UpdateScheduleRequest},
    },
    search_attributes::SearchAttributes,
};
use tonic::{Code, IntoRequest, Status};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub tenant: Uuid,
    pub workflow: Uuid,
    pub when: When,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum When {
    /// Five fields, in UTC.
    Cron(String),
    Every(Duration),
}

/// The changes that made Temporal's schedules equal to our tables.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reconciled {
    pub put: usize,
    pub deleted: usize,
    pub kept: usize,
}

/// Times of a cron expression that were missed during an outage of Temporal are caught up to this age.
const CRON_CATCH_UP: Duration = Duration::from_secs(24 * 60 * 60);
/// For an interval, one time: the oldest. The others come while that one is active, and are skipped.
const INTERVAL_CATCH_UP: Duration = Duration::from_secs(60 * 60);

const PREFIX: &str = "schedule_";

impl Engine {
    /// Sets the schedule of a workflow.
    pub async fn schedule(&self, schedule: &Schedule) -> anyhow::Result<()> {
        let mut client = self.client().await?.clone();
        let proto = self.proto(schedule).await?;
        let create = CreateScheduleRequest {
            namespace: self.namespace().to_owned(),
            schedule_id: schedule_id(schedule.workflow),
            schedule: Some(proto.clone()),
            request_id: Uuid::new_v4().to_string(),
            ..CreateScheduleRequest::default()
        };
        match WorkflowService::create_schedule(&mut client, create.into_request()).await {
            Ok(_) => return Ok(()),
            Err(status) if status.code() == Code::AlreadyExists => {}
            Err(status) => return Err(status.into()),
        }
        let update = UpdateScheduleRequest {
            namespace: self.namespace().to_owned(),
            schedule_id: schedule_id(schedule.workflow),
            schedule: Some(proto),
            request_id: Uuid::new_v4().to_string(),
            ..UpdateScheduleRequest::default()
        };
        WorkflowService::update_schedule(&mut client, update.into_request()).await?;
        Ok(())
    }

    pub async fn unschedule(&self, workflow: Uuid) -> anyhow::Result<()> {
        self.delete_schedule(schedule_id(workflow)).await
    }

    /// Reconciles the schedules: missing or different ones are written, superfluous ones deleted. Our tables are read
    /// after Temporal's list, so that a schedule that another worker creates meanwhile is not deleted. A failed
    /// schedule does not hold up the others; the error is returned at the end.
    pub fn reconcile<'a>(
        &'a self,
        wanted: impl Future<Output = anyhow::Result<Vec<Schedule>>> + Send + 'a,
    ) -> BoxFuture<'a, anyhow::Result<Reconciled>> {
        self.make_them(Box::pin(wanted))
    }

    fn make_them<'a>(
        &'a self,
        wanted: BoxFuture<'a, anyhow::Result<Vec<Schedule>>>,
    ) -> BoxFuture<'a, anyhow::Result<Reconciled>> {
        Box::pin(async move {
            let mut present = present(self.client().await?).await?;
            let (mut done, mut failed) = (Reconciled::default(), Failures::default());
            for schedule in wanted.await? {
                let id = schedule_id(schedule.workflow);
                if present.remove(&id) == Some(note(&schedule)) {
                    done.kept += 1;
                } else if failed.note(&id, self.schedule(&schedule).await)? {
                    done.put += 1;
                }
            }
            for id in present.into_keys() {
                if failed.note(&id, self.delete_schedule(id.clone()).await)? {
                    done.deleted += 1;
                }
            }
            failed.none().map(|()| done)
        })
    }

    async fn delete_schedule(&self, schedule_id: String) -> anyhow::Result<()> {
        let mut client = self.client().await?.clone();
        let namespace = self.namespace().to_owned();
        let delete = DeleteScheduleRequest { namespace, schedule_id, ..DeleteScheduleRequest::default() };
        match WorkflowService::delete_schedule(&mut client, delete.into_request()).await {
            Ok(_) => Ok(()),
            Err(status) if is_gone(&status) => Ok(()),
            Err(status) => Err(status.into()),
        }
    }

    /// Built by hand, because the client's own type has neither fairness keys nor the catch-up window.
    async fn proto(&self, schedule: &Schedule) -> anyhow::Result<Proto> {
        let due = Ids { tenant: schedule.tenant, workflow: schedule.workflow };
        let input = self.data_converter().to_payloads(&SerializationContextData::None, &due).await?;
        let action = NewWorkflowExecutionInfo {
            workflow_id: schedule_id(schedule.workflow),
            workflow_type: Some(WorkflowType { name: Dispatch::run.name().to_owned() }),
            task_queue: Some(TaskQueue { name: self.queue().to_owned(), ..TaskQueue::default() }),
            input: Some(Payloads { payloads: input }),
            search_attributes: Some(
                SearchAttributes::new([TENANT_KEY.value_set(schedule.tenant.to_string())]).into_proto(),
            ),
            priority: Some(fair(schedule.tenant).into()),
            workflow_execution_timeout: life(&schedule.when).map(TryInto::try_into).transpose()?,
            ..NewWorkflowExecutionInfo::default()
        };
        Ok(Proto {
            spec: Some(spec(&schedule.when)?),
            action: Some(ScheduleAction { action: Some(Action::StartWorkflow(action)) }),
            policies: Some(policies(&schedule.when)?),
            state: Some(ScheduleState { notes: note(schedule), ..ScheduleState::default() }),
        })
    }
}

/// The errors so far.
#[derive(Default)]
struct Failures {
    count: usize,
    first: Option<anyhow::Error>,
}

impl Failures {
    /// True if it succeeded. If Temporal is unavailable, the rest is not tried.
    fn note(&mut self, id: &str, done: anyhow::Result<()>) -> anyhow::Result<bool> {
        let Err(error) = done else { return Ok(true) };
        if error.downcast_ref().is_some_and(is_away) {
            return Err(error);
        }
        self.count += 1;
        self.first.get_or_insert(error.context(id.to_owned()));
        Ok(false)
    }

    fn none(self) -> anyhow::Result<()> {
        let Some(first) = self.first else { return Ok(()) };
        Err(first).with_context(|| format!("{} schedules, the first of which is", self.count))
    }
}

async fn present(client: &Client) -> anyhow::Result<BTreeMap<String, String>> {
    let listed = client.list_schedules(ListSchedulesOptions::default());
    let listed = listed.map_ok(|entry| (entry.schedule_id().to_owned(), entry.note().unwrap_or_default().to_owned()));
    let mut listed: BTreeMap<_, _> = listed.try_collect().await?;
    listed.retain(|id, _| id.starts_with(PREFIX));
    Ok(listed)
}

fn spec(when: &When) -> anyhow::Result<ScheduleSpec> {
    Ok(match when {
        When::Cron(expression) => ScheduleSpec { cron_string: vec![expression.clone()], ..ScheduleSpec::default() },
        When::Every(interval) => {
            let interval = IntervalSpec { interval: Some((*interval).try_into()?), phase: None };
            ScheduleSpec { interval: vec![interval], ..ScheduleSpec::default() }
        }
    })
}

fn policies(when: &When) -> anyhow::Result<SchedulePolicies> {
    let (overlap, catch_up) = match when {
        When::Cron(_) => (ScheduleOverlapPolicy::AllowAll, CRON_CATCH_UP),
        When::Every(_) => (ScheduleOverlapPolicy::Skip, INTERVAL_CATCH_UP),
    };
    Ok(SchedulePolicies {
        overlap_policy: overlap.into(),
        catchup_window: Some(catch_up.try_into()?),
        ..SchedulePolicies::default()
    })
}

/// While the dispatcher of an interval waits for a worker, or for our database, later times are skipped.
fn life(when: &When) -> Option<Duration> {
    matches!(when, When::Every(_)).then_some(INTERVAL_CATCH_UP)
}

/// Identifies a schedule as equal to the wanted one.
fn note(schedule: &Schedule) -> String {
    match &schedule.when {
        When::Cron(expression) => format!("{} cron {expression}", schedule.tenant),
        When::Every(interval) => format!("{} every {} s", schedule.tenant, interval.as_secs()),
    }
}

fn schedule_id(workflow: Uuid) -> String {
    format!("{PREFIX}{}", api::ids::WorkflowId(workflow))
}

fn is_gone(status: &Status) -> bool {
    status.code() == Code::NotFound
}

fn is_away(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled)
}
