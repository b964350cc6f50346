//! Operations of the tag `workflows`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_workflows`].
#[derive(Clone, Debug, Default)]
pub struct ListWorkflows {
    /// Filters by name.
    pub name: Option<String>,
    /// Filters by whether the workflow is enabled.
    pub enabled: Option<bool>,
    /// `true` returns archived workflows instead of the others.
    pub archived: Option<bool>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_workflow`].
#[derive(Clone, Debug, Default)]
pub struct CreateWorkflow {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::list_workflow_approvals`].
#[derive(Clone, Debug, Default)]
pub struct ListWorkflowApprovals {
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Filters by run.
    pub run_id: Option<api::ids::RunId>,
    /// `true` returns only approvals that the caller can decide now.
    pub mine: Option<bool>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::list_workflow_runs`].
#[derive(Clone, Debug, Default)]
pub struct ListWorkflowRuns {
    /// Filters by workflow.
    pub workflow_id: Option<api::ids::WorkflowId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::cancel_workflow_run`].
#[derive(Clone, Debug, Default)]
pub struct CancelWorkflowRun {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::get_workflow_run`].
#[derive(Clone, Debug, Default)]
pub struct GetWorkflowRun {
    /// Maximum number of seconds to wait for the end of the run; requires `id`.
    pub wait: Option<i64>,
}

/// Parameters of [`Client::signal_workflow_run`].
#[derive(Clone, Debug, Default)]
pub struct SignalWorkflowRun {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::list_workflow_secrets`].
#[derive(Clone, Debug, Default)]
pub struct ListWorkflowSecrets {
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::put_workflow_secret`].
#[derive(Clone, Debug, Default)]
pub struct PutWorkflowSecret {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::delete_workflow_secret`].
#[derive(Clone, Debug, Default)]
pub struct DeleteWorkflowSecret {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::list_workflow_trigger`].
#[derive(Clone, Debug, Default)]
pub struct ListWorkflowTrigger {
    /// Filters by name.
    pub name: Option<String>,
    /// Filters by whether the workflow is enabled.
    pub enabled: Option<bool>,
    /// `true` returns archived workflows instead of the others.
    pub archived: Option<bool>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::start_workflow_run`].
#[derive(Clone, Debug, Default)]
pub struct StartWorkflowRun {
    /// `wait=10` waits up to 10 seconds for the run to end; at most 60.
    pub prefer: Option<String>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::delete_workflow_trigger`].
#[derive(Clone, Debug, Default)]
pub struct DeleteWorkflowTrigger {
    /// Cancels active runs. Without it, the request is refused if there are any.
    pub force: Option<bool>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::get_workflow_trigger`].
#[derive(Clone, Debug, Default)]
pub struct GetWorkflowTrigger {
    /// Version of the definition to return instead of the latest; requires `id`.
    pub version: Option<i64>,
}

/// Parameters of [`Client::update_workflow_trigger`].
#[derive(Clone, Debug, Default)]
pub struct UpdateWorkflowTrigger {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::archive_workflow`].
#[derive(Clone, Debug, Default)]
pub struct ArchiveWorkflow {
    /// Cancels active runs. Without it, the request is refused if there are any.
    pub force: Option<bool>,
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::get_workflow`].
#[derive(Clone, Debug, Default)]
pub struct GetWorkflow {
    /// Version of the definition to return instead of the latest; requires `id`.
    pub version: Option<i64>,
}

/// Parameters of [`Client::update_workflow`].
#[derive(Clone, Debug, Default)]
pub struct UpdateWorkflow {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// List workflows
    ///
    /// With `id`, returns the workflow and its definition; with `version`, an older version of the definition.
    pub async fn list_workflows(&self, params: ListWorkflows) -> Result<api::Page<api::workflows::Workflow>, Error> {
        let ListWorkflows { name, enabled, archived, limit, cursor } = params;
        let request = Request::get("/api/psa/workflows")
            .optional("name", name)
            .optional("enabled", enabled)
            .optional("archived", archived)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a workflow
    ///
    /// The body is `{name, definition}` in JSON, or in YAML with `Content-Type: application/yaml`. A YAML body may
    /// also be the definition alone; its title, or else its name, becomes the name of the workflow. In JSON, the
    /// definition may be a string with YAML. All errors of the definition are returned at once, each with a JSON
    /// pointer.
    ///
    /// The caller needs the scope that reads each event type that `schedule.on` and `listen` wait for, such as
    /// `tickets:read` for `ticket.*`.
    pub async fn create_workflow(
        &self,
        body: &api::workflows::NewWorkflow,
        params: CreateWorkflow,
    ) -> Result<api::workflows::Workflow, Error> {
        let CreateWorkflow { dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/workflows")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List approvals
    ///
    /// Returns approvals, each with its run, the next steps of the run, the decisions so far, and the caller's right
    /// to decide. `mine=true` returns only approvals that the caller can decide now. Decide with `PATCH
    /// /api/psa/workflows/runs?id=…` or on the page at `url`.
    pub async fn list_workflow_approvals(
        &self,
        params: ListWorkflowApprovals,
    ) -> Result<api::Page<api::approvals::ListedApproval>, Error> {
        let ListWorkflowApprovals { status, run_id, mine, limit, cursor } = params;
        let request = Request::get("/api/psa/workflows/approvals")
            .several("status", &status)
            .optional("run_id", run_id)
            .optional("mine", mine)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Get one workflow approval by its id
    pub async fn get_workflow_approval(
        &self,
        id: api::ids::ApprovalId,
    ) -> Result<api::approvals::ListedApproval, Error> {
        let request = Request::get(format!("/api/psa/workflows/approvals/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// List the functions that workflows can call
    ///
    /// Returns each function with the JSON Schemas of its arguments and its result.
    pub async fn list_workflow_functions(&self) -> Result<api::workflows::WorkflowFunctions, Error> {
        let request = Request::get("/api/psa/workflows/functions");
        self.send(request).await?.json()
    }

    /// List runs
    ///
    /// With `id`, returns the run with its steps and approvals. With `wait`, the request returns when the run has
    /// ended or after this number of seconds, with its current state. The number of concurrent waiting requests per
    /// tenant and server is limited.
    pub async fn list_workflow_runs(
        &self,
        params: ListWorkflowRuns,
    ) -> Result<api::Page<api::workflow_runs::Run>, Error> {
        let ListWorkflowRuns { workflow_id, status, limit, cursor } = params;
        let request = Request::get("/api/psa/workflows/runs")
            .optional("workflow_id", workflow_id)
            .several("status", &status)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Cancel a run
    ///
    /// Steps that are already done are not undone.
    pub async fn cancel_workflow_run(&self, id: api::ids::RunId, params: CancelWorkflowRun) -> Result<(), Error> {
        let CancelWorkflowRun { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/workflows/runs/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one workflow run by its id
    pub async fn get_workflow_run(
        &self,
        id: api::ids::RunId,
        params: GetWorkflowRun,
    ) -> Result<api::workflow_runs::Run, Error> {
        let GetWorkflowRun { wait } = params;
        let request = Request::get(format!("/api/psa/workflows/runs/{}", segment(&id))).optional("wait", wait);
        self.send(request).await?.json()
    }

    /// Approve, reject, retry or resume a run
    ///
    /// `approve` and `reject` decide a pending approval. Signed-in users can decide; an API key can decide only if
    /// the approval lists it. Nobody who is responsible for the start of the run can decide. `retry` restarts a
    /// failed run at the step that failed, and `resume` ends a wait early; a caller who does either cannot approve
    /// the run afterwards.
    pub async fn signal_workflow_run(
        &self,
        id: api::ids::RunId,
        body: &api::workflow_runs::RunAction,
        params: SignalWorkflowRun,
    ) -> Result<api::workflow_runs::Run, Error> {
        let SignalWorkflowRun { dry_run, idempotency_key, if_match } = params;
        let request = Request::patch(format!("/api/psa/workflows/runs/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// List workflow secrets
    ///
    /// Returns names and hosts, never values. With `id` or `name`, returns that secret.
    pub async fn list_workflow_secrets(
        &self,
        params: ListWorkflowSecrets,
    ) -> Result<api::Page<api::workflow_secrets::WorkflowSecret>, Error> {
        let ListWorkflowSecrets { limit, cursor } = params;
        let request = Request::get("/api/psa/workflows/secrets").optional("limit", limit).optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create or change a workflow secret
    ///
    /// Creates or changes the secret with this name. A new secret (201) requires `value` and `allowed_hosts`. For an
    /// existing secret (200), fields that are absent are not changed, and adding a host requires `value` again.
    pub async fn put_workflow_secret(
        &self,
        name: &str,
        body: &api::workflow_secrets::WorkflowSecretChange,
        params: PutWorkflowSecret,
    ) -> Result<api::workflow_secrets::WorkflowSecret, Error> {
        let PutWorkflowSecret { dry_run, idempotency_key, if_match } = params;
        let request = Request::put("/api/psa/workflows/secrets")
            .query("name", name)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a workflow secret
    ///
    /// Calls that use the secret fail from now on with `secret_not_found`.
    pub async fn delete_workflow_secret(
        &self,
        id: api::ids::WorkflowSecretId,
        params: DeleteWorkflowSecret,
    ) -> Result<(), Error> {
        let DeleteWorkflowSecret { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/workflows/secrets/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one workflow secret by its id
    pub async fn get_workflow_secret(
        &self,
        id: api::ids::WorkflowSecretId,
    ) -> Result<api::workflow_secrets::WorkflowSecret, Error> {
        let request = Request::get(format!("/api/psa/workflows/secrets/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// List workflows
    ///
    /// The same as `GET /api/psa/workflows`.
    pub async fn list_workflow_trigger(
        &self,
        params: ListWorkflowTrigger,
    ) -> Result<api::Page<api::workflows::Workflow>, Error> {
        let ListWorkflowTrigger { name, enabled, archived, limit, cursor } = params;
        let request = Request::get("/api/psa/workflows/trigger")
            .optional("name", name)
            .optional("enabled", enabled)
            .optional("archived", archived)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Run a workflow
    ///
    /// Returns immediately with the id of the run (202). With `Prefer: wait=10`, the request returns when the run
    /// has ended (200) or after this number of seconds with the current state of the run (202). With `dry_run=true`,
    /// nothing is changed: reads are executed, and `plan` lists each call that would change something, with its
    /// target and its arguments. The numbers of concurrent waiting requests and of concurrent dry runs per tenant
    /// and server are limited.
    pub async fn start_workflow_run(
        &self,
        body: &api::workflow_runs::NewRun,
        params: StartWorkflowRun,
    ) -> Result<api::workflow_runs::Run, Error> {
        let StartWorkflowRun { prefer, dry_run, idempotency_key } = params;
        let request = Request::post("/api/psa/workflows/trigger")
            .text_header("prefer", prefer.as_deref())?
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Archive a workflow
    ///
    /// The same as `DELETE /api/psa/workflows`.
    pub async fn delete_workflow_trigger(
        &self,
        id: api::ids::WorkflowId,
        params: DeleteWorkflowTrigger,
    ) -> Result<(), Error> {
        let DeleteWorkflowTrigger { force, dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/workflows/trigger/{}", segment(&id)))
            .optional("force", force)
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one workflow trigger by its id
    pub async fn get_workflow_trigger(
        &self,
        id: api::ids::WorkflowId,
        params: GetWorkflowTrigger,
    ) -> Result<api::workflows::Workflow, Error> {
        let GetWorkflowTrigger { version } = params;
        let request = Request::get(format!("/api/psa/workflows/trigger/{}", segment(&id))).optional("version", version);
        self.send(request).await?.json()
    }

    /// Change a workflow
    ///
    /// The same as `PATCH /api/psa/workflows`.
    pub async fn update_workflow_trigger(
        &self,
        id: api::ids::WorkflowId,
        body: &api::workflows::WorkflowChange,
        params: UpdateWorkflowTrigger,
    ) -> Result<api::workflows::Workflow, Error> {
        let UpdateWorkflowTrigger { dry_run, idempotency_key, if_match } = params;
        let request = Request::patch(format!("/api/psa/workflows/trigger/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Archive a workflow
    ///
    /// An archived workflow cannot be started; its runs can still be read. The request is refused while runs are
    /// active, unless `force=true` cancels them.
    pub async fn archive_workflow(&self, id: api::ids::WorkflowId, params: ArchiveWorkflow) -> Result<(), Error> {
        let ArchiveWorkflow { force, dry_run, if_match } = params;
        let request = Request::delete(format!("/api/psa/workflows/{}", segment(&id)))
            .optional("force", force)
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one workflow by its id
    pub async fn get_workflow(
        &self,
        id: api::ids::WorkflowId,
        params: GetWorkflow,
    ) -> Result<api::workflows::Workflow, Error> {
        let GetWorkflow { version } = params;
        let request = Request::get(format!("/api/psa/workflows/{}", segment(&id))).optional("version", version);
        self.send(request).await?.json()
    }

    /// Change a workflow
    ///
    /// Fields that are absent are not changed. `definition` becomes a new version, and so does the definition of the
    /// version in `rollback_to`; active runs keep their version. For either, the caller needs the scopes that read
    /// the event types that the definition waits for.
    pub async fn update_workflow(
        &self,
        id: api::ids::WorkflowId,
        body: &api::workflows::WorkflowChange,
        params: UpdateWorkflow,
    ) -> Result<api::workflows::Workflow, Error> {
        let UpdateWorkflow { dry_run, idempotency_key, if_match } = params;
        let request = Request::patch(format!("/api/psa/workflows/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
