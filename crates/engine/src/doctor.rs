//! Checks whether Temporal is configured as the service requires.

use crate::{Engine, TENANT};
use anyhow::{Context, ensure};
use futures::future::BoxFuture;
use std::time::Duration;
use temporalio_client::grpc::{OperatorService, WorkflowService};
use temporalio_common::protos::temporal::api::{
    enums::v1::IndexedValueType, operatorservice::v1::ListSearchAttributesRequest,
    workflowservice::v1::DescribeNamespaceRequest,
};
use tonic::IntoRequest;

/// One check.
#[derive(Debug)]
pub struct Finding {
    pub what: &'static str,
    /// The error says how to fix it.
    pub state: anyhow::Result<String>,
}

impl Engine {
    /// Runs all checks, each for at most 20 seconds. Checks that depend on a failed one are skipped.
    pub fn doctor(&self) -> BoxFuture<'_, Vec<Finding>> {
        Box::pin(async move {
            let mut findings = vec![self.look("Temporal", self.reach()).await];
            if findings.iter().all(|finding| finding.state.is_ok()) {
                findings.push(self.look("Temporal's search attribute", self.search_attribute()).await);
                findings.push(self.look("Fairness among tenants", self.fairness()).await);
            }
            findings
        })
    }

    async fn reach(&self) -> anyhow::Result<String> {
        let mut client = self.client().await?.clone();
        let namespace = self.namespace().to_owned();
        let describe = DescribeNamespaceRequest { namespace, ..DescribeNamespaceRequest::default() };
        let described = WorkflowService::describe_namespace(&mut client, describe.into_request()).await;
        let described = described.with_context(|| {
            format!("the namespace does not exist: temporal operator namespace create --namespace {}", self.namespace())
        })?;
        let config = described.into_inner().config.unwrap_or_default();
        let kept = config.workflow_execution_retention_ttl.and_then(|ttl| Duration::try_from(ttl).ok());
        let days = kept.unwrap_or_default().as_secs() / (24 * 60 * 60);
        Ok(format!("{}, namespace {}, finished runs kept for {days} days", self.address(), self.namespace()))
    }

    async fn search_attribute(&self) -> anyhow::Result<String> {
        let mut client = self.client().await?.clone();
        let list = ListSearchAttributesRequest { namespace: self.namespace().to_owned() };
        let listed = OperatorService::list_search_attributes(&mut client, list.into_request()).await?;
        let kind = listed.into_inner().custom_attributes.get(TENANT).copied();
        ensure!(
            kind == Some(IndexedValueType::Keyword.into()),
            "the search attribute {TENANT} is missing: temporal operator search-attribute create --namespace {} --name \
             {TENANT} --type Keyword",
            self.namespace()
        );
        Ok(format!("{TENANT} is a keyword"))
    }

    async fn fairness(&self) -> anyhow::Result<String> {
        ensure!(
            self.is_fair().await?,
            "a tenant's tasks wait behind all of another's: set matching.enableFairness to true in the server's dynamic \
             configuration (self-hosted) or switch fairness on for the namespace (Temporal Cloud)"
        );
        Ok("tasks of tenants are handed out in turn".to_owned())
    }

    async fn look(&self, what: &'static str, check: impl Future<Output = anyhow::Result<String>>) -> Finding {
        let checked = tokio::time::timeout(Duration::from_secs(20), check).await;
        let silent = || anyhow::anyhow!("Temporal at {} did not respond within 20 seconds", self.address());
        Finding { what, state: checked.unwrap_or_else(|_| Err(silent())) }
    }
}
