//! The state of an operation or a run at one moment, as progress shows it.

use serde_json::{Value, json};

/// Work that continues after its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    Operation(String),
    Run(String),
}

impl Work {
    pub fn with_id(id: &str) -> Option<Work> {
        match id.split_once('_')?.0 {
            "op" => Some(Work::Operation(id.to_owned())),
            "run" => Some(Work::Run(id.to_owned())),
            _ => None,
        }
    }

    /// The work in the body of a response: the object itself, or the operation that it names.
    pub fn started_by(body: &Value) -> Option<Work> {
        let named = body["operation_id"].as_str().or_else(|| body["id"].as_str())?;
        Work::with_id(named)
    }

    pub fn id(&self) -> &str {
        match self {
            Work::Operation(id) | Work::Run(id) => id,
        }
    }

    pub fn path(&self) -> &'static str {
        match self {
            Work::Operation(_) => "/api/operations",
            Work::Run(_) => "/api/psa/workflows/runs",
        }
    }

    /// The command that shows the work again.
    pub fn come_back(&self) -> String {
        match self {
            Work::Operation(id) => format!("tenantctl wait {id}"),
            Work::Run(id) => format!("tenantctl runs watch {id}"),
        }
    }

    /// The path and the id of the object that the response is about, if it is not the work itself.
    pub fn object_of<'a>(&self, body: &'a Value) -> Option<(&'static str, &'a str)> {
        let id = body["id"].as_str().filter(|id| *id != self.id())?;
        match id.split_once('_')?.0 {
            "vm" => Some(("/api/cloud/vms", id)),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub name: String,
    /// `None` for the steps of an operation, which have a count.
    pub status: Option<String>,
    /// The function of a run's step, or the number of objects of an operation's step.
    pub detail: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    pub id: String,
    /// Kind of the operation, or name of the workflow.
    pub name: String,
    pub status: String,
    pub percent: Option<i64>,
    pub steps: Vec<Step>,
    pub over: bool,
    pub succeeded: bool,
    error: Option<String>,
}

impl Snapshot {
    pub fn of(work: &Work, value: &Value) -> Snapshot {
        let status = text(&value["status"]);
        let (name, over, steps) = match work {
            Work::Operation(_) => (text(&value["kind"]), !matches!(&*status, "pending" | "running"), counted(value)),
            Work::Run(_) => {
                let over = !matches!(&*status, "queued" | "running" | "waiting" | "waiting_approval");
                (text(&value["workflow_name"]), over, executed(value))
            }
        };
        let succeeded = matches!(&*status, "succeeded" | "skipped");
        let percent = value["progress"].as_i64();
        Snapshot { id: work.id().to_owned(), name, status, percent, steps, over, succeeded, error: error(value) }
    }

    /// Why the work ended without success.
    pub fn failure(&self) -> String {
        let why = self.error.as_deref().map(|error| format!(": {error}")).unwrap_or_default();
        format!("{} ({}) {}{why}", self.name, self.id, self.status)
    }

    /// One line for people.
    pub fn line(&self) -> String {
        let percent = self.percent.filter(|_| !self.over).map(|percent| format!(" {percent} %")).unwrap_or_default();
        let running =
            self.steps.iter().rev().find(|step| step.status.as_deref().is_none_or(|status| status == "running"));
        let step = running.or(self.steps.last()).filter(|_| !self.over);
        let step = step.map(|step| format!(" · {} {}", step.name, step.detail)).unwrap_or_default();
        format!("{} {}{percent}{step}", self.name, self.status.replace('_', " "))
    }

    /// One line for programs.
    pub fn json(&self, elapsed_ms: u128) -> Value {
        let steps: Vec<Value> = self
            .steps
            .iter()
            .map(|step| json!({"name": step.name, "status": step.status, "detail": step.detail}))
            .collect();
        json!({
            "type": "progress", "id": self.id, "name": self.name, "status": self.status, "progress": self.percent,
            "steps": steps, "finished": self.over, "elapsed_ms": u64::try_from(elapsed_ms).unwrap_or(u64::MAX),
        })
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn counted(value: &Value) -> Vec<Step> {
    let steps = value["steps"].as_array().into_iter().flatten();
    steps.map(|step| Step { name: text(&step["name"]), status: None, detail: step["count"].to_string() }).collect()
}

fn executed(value: &Value) -> Vec<Step> {
    let steps = value["steps"].as_array().into_iter().flatten();
    let step = |step: &Value| Step {
        name: text(&step["name"]),
        status: Some(text(&step["status"])),
        detail: text(&step["task"]),
    };
    steps.map(step).collect()
}

fn error(value: &Value) -> Option<String> {
    let error = value.get("error").filter(|error| error.is_object())?;
    let detail = error["detail"].as_str().map(|detail| format!(" {detail}")).unwrap_or_default();
    let title = error["title"].as_str().or_else(|| error["code"].as_str()).unwrap_or("failed");
    Some(format!("{}.{detail}", title.trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_recognised_in_a_response() {
        assert_eq!(Work::started_by(&json!({"id": "op_1"})), Some(Work::Operation("op_1".into())));
        assert_eq!(Work::started_by(&json!({"id": "run_1"})), Some(Work::Run("run_1".into())));
        let machine = json!({"id": "vm_1", "operation_id": "op_2"});
        let work = Work::started_by(&machine).unwrap();
        assert_eq!(work, Work::Operation("op_2".into()));
        assert_eq!(work.object_of(&machine), Some(("/api/cloud/vms", "vm_1")));
        assert_eq!(Work::started_by(&json!({"id": "vm_1", "operation_id": null})), None);
        assert_eq!(Work::started_by(&json!({"id": "tkt_1"})), None);
    }

    #[test]
    fn a_running_operation_shows_its_last_step() {
        let value = json!({"id": "op_1", "kind": "webhooks.recover", "status": "running", "progress": 40,
            "steps": [{"name": "deliveries", "count": 1200}], "error": null});
        let snapshot = Snapshot::of(&Work::Operation("op_1".into()), &value);
        assert_eq!(snapshot.line(), "webhooks.recover running 40 % · deliveries 1200");
        assert!(!snapshot.over);
        assert_eq!(snapshot.json(1_500)["elapsed_ms"], 1_500);
    }

    #[test]
    fn a_failed_run_says_why() {
        let value = json!({"id": "run_1", "workflow_name": "Greet", "status": "failed", "steps": [],
            "error": {"type": "x", "status": 403, "title": "The approval was rejected", "detail": "By Ada."}});
        let snapshot = Snapshot::of(&Work::Run("run_1".into()), &value);
        assert!(snapshot.over && !snapshot.succeeded);
        assert_eq!(snapshot.failure(), "Greet (run_1) failed: The approval was rejected. By Ada.");
    }

    #[test]
    fn a_run_shows_the_step_that_it_executes() {
        let value = json!({"id": "run_1", "workflow_name": "Greet", "status": "running", "steps": [
            {"name": "open", "task": "ticket.create", "status": "succeeded"},
            {"name": "inform", "task": "notify", "status": "running"}]});
        let snapshot = Snapshot::of(&Work::Run("run_1".into()), &value);
        assert_eq!(snapshot.line(), "Greet running · inform notify");
    }
}
