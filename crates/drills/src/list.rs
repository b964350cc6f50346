//! All drills, in the order in which `all` runs them.

use crate::{Outcome, Size};
use futures::future::LocalBoxFuture;

pub struct Drill {
    pub name: &'static str,
    pub about: &'static str,
    pub place: Place,
    pub run: fn(Size) -> LocalBoxFuture<'static, anyhow::Result<Outcome>>,
}

/// How a drill is scheduled in the short form. In the full form, each drill runs alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Its short form compares times or rates, or has a bound that a busy machine could break: nothing runs beside it.
    Alone,
    /// Other drills run beside it: its short form has only wide bounds, such as a timeout.
    Shared,
    /// Like `Shared`, but it computes for minutes: one of these at a time.
    Long,
}

/// The name of a drill, its place, and its module, which has a function `run`.
macro_rules! drills {
    ($($name:literal $place:ident $module:ident $about:literal;)*) => {
        pub const DRILLS: &[Drill] = &[$(Drill {
            name: $name,
            about: $about,
            place: drills!($place),
            run: |size| Box::pin(crate::$module::run(size)),
        }),*];
    };
    (alone) => { Place::Alone };
    (shared) => { Place::Shared };
    (long) => { Place::Long };
}

drills! {
    "round-trip" alone round_trip
        "A request with one statement needs one network round trip to PostgreSQL, not four";
    "bench-read" alone bench_read
        "Rates of reads of 50 rows and of one row, as a share of pgbench's rate with the same statements";
    "bench-write" alone bench_write
        "The rate of idempotent, audited, durable writes, as a share of pgbench's rate with the same statements";
    "bench-latency" alone bench_latency
        "p50 and p99 of reads and writes at shares of the maximum rate, compared with pgbench at the same shares";
    "connections" alone connections
        "Memory of one and of ten thousand idle connections, and the time of a request while they are open";
    "usage-cost" alone usage_cost
        "The request rate with usage counting as a share of the rate without it, and the rows that counting writes";
    "bench-webhooks" alone bench_webhooks
        "The rate of deliveries as a share of the rate of PostgreSQL and HTTP alone, their CPU and their latency";
    "bench-workflows" alone bench_workflows
        "The rate of workflow runs as a share of that of a bare Temporal workflow with as many activities, and their CPU";
    "unit-costs" shared unit_costs
        "CPU, WAL, rows, disk, memory and time of reads, writes, deliveries, runs, inventories, idle tenants and more";
    // These take the longest of those that mostly wait.
    "sdk" shared sdk
        "The SDKs are built with strict types and used with a running server, also when a response is lost";
    "guides" shared guides
        "The commands of the README and of the guides work as they are written, with one customer and with two";
    "soak" shared soak
        "An hour of mixed load with faults: memory, connections, file descriptors and lags do not grow; nothing is lost";
    "isolation" long isolation
        "No caller reads or changes the data of another tenant or customer, in any operation with any ids";
    "search-rws" shared search_rws
        "An object that one server stores is found by another in the next request; a deleted one is not";
    "search-isolation" shared search_isolation
        "Tenants and customers with the same data find only their own, with every form of the grammar, in equal time";
    "search-quality" shared search_quality
        "Queries with known results rank them first: identifiers always, words at least as well as tantivy";
    "search-speed" alone search_speed
        "Latency and cost of each kind of search, alone and during writes, compared with plain SQL and tantivy";
    "search-write-cost" alone search_write_cost
        "Tickets and devices are written with the search index nearly as fast as without it";
    "reconcile" shared reconcile
        "Metrics equal the lists in every query form, also when processes are killed meanwhile";
    "posture-truth" shared posture_truth
        "Each kind of damage to a backup repository is detected, and the repository is healthy again after the repair";
    "restore-proof" shared restore_proof
        "A restored sample equals the backup; any flipped byte in its packs makes it fail; scratch space is freed";
    "backup-faults" shared backup_faults
        "Each check ends exactly once while workers and PostgreSQL are killed, and no repository is changed";
    "check-cost" shared check_cost
        "Calls, bytes, memory and time of a check by number of snapshots and packs, compared with restic's own check";
    "aggregate-scale" shared aggregate_scale
        "The posture of 5,000 customers with 100 devices each: a check evaluates only one customer";
    "analytics-speed" shared analytics_speed
        "Queries of 20 metrics for a year by day, and of 5,000 tenants for a month, on tables that hold only metrics";
    "cancellation" alone cancellation
        "Clients that disconnect leave no open transaction, leak no connection and lose no acknowledged write";
    "revocation" alone revocation
        "A revoked key is refused by every server within a second, also when notifications do not arrive";
    "offboarding" alone offboarding
        "Disabled or demoted users lose access within a second, also by their keys and endpoints; others keep theirs";
    "idempotency" shared idempotency
        "A request that is sent many times creates one row and has one response, also when its server is killed";
    "event-sequence" shared event_sequence
        "The event log has no gaps and one order, with concurrent changes and with refused ones";
    "event-stream" alone event_stream
        "A stream that is cut off repeatedly delivers every event once; one that is not read uses little memory";
    "limits" alone limits
        "All servers share one rate limit, also while Redis fails and returns, at low cost";
    "sso-browser" shared sso_browser
        "A user signs in with a real identity provider by browser, curl and command line, and signs out";
    "sso-enumeration" alone sso_enumeration
        "Unknown, disabled and unproven sign-in domains get the same response after the same time";
    "dedup-storm" shared dedup_storm
        "Concurrent reports of the same problem create one ticket, which counts the reports";
    "merge-storm" shared merge_storm
        "Concurrent merges, unmerges, comments and links of tickets lose nothing, and all counts are correct";
    "sla-contracts" shared sla_contracts
        "Due times and breaches of tickets equal those of an independent model while contracts and policies change";
    "desk" alone desk
        "A day of twelve technicians: latency and PostgreSQL round trips of each call, and no change is lost";
    "ticket-numbers" alone ticket_numbers
        "Tickets are numbered without gaps, and no tenant waits for the numbers of another";
    "million-tickets" alone million_tickets
        "Every list of a million tickets is an index scan, as fast on its thousandth page as on its first";
    "export" alone export
        "A hundred thousand tickets are streamed as CSV and NDJSON, without a delay and in little memory";
    "attachments" shared attachments
        "Files of all sizes in a directory and in S3: little memory, no plaintext, none lost or orphaned by killed servers";
    "webhook-faults" shared webhook_faults
        "Every event is delivered to every endpoint that subscribes to it, in order, while processes are killed";
    "webhook-fairness" alone webhook_fairness
        "A tenant with a hundred thousand deliveries to endpoints that hang or fail does not slow other tenants";
    "webhook-breaker" alone webhook_breaker
        "A failing endpoint receives only probes, and all its events when it recovers, also after days";
    "webhook-backlog" alone webhook_backlog
        "Two million finished and two hundred thousand waiting deliveries do not slow new ones";
    "noisy-tenant" alone noisy_tenant
        "A tenant that tries to exhaust a server's connections, threads and memory slows other tenants only a little";
    "dry-run-plan" shared dry_run_plan
        "The dry run of each example lists exactly the effects of the later run, and changes nothing";
    "hostile-input" long hostile_input
        "Hostile bodies, queries and headers for every operation use little CPU and memory and get short responses";
    "hostile-workflows" alone hostile_workflows
        "Malicious workflow definitions are refused with the position of the error or limited at run time, in little memory";
    "engine-secrecy" shared engine_secrecy
        "No customer data is readable in Temporal's storage, whatever the data is and however a run fails";
    "workflow-secrets" shared workflow_secrets
        "Workflow secrets are found only at their allowed hosts, however runs use them and whatever hosts respond";
    "workflow-faults" shared workflow_faults
        "Every run of a workflow ends, and each of its effects happens once, while processes are killed";
    "engine-outage" shared engine_outage
        "While Temporal is down, runs are accepted and shown as waiting; afterwards each is executed once";
    "workflow-fairness" alone workflow_fairness
        "A tenant with two thousand active runs slows the few runs of another tenant only a little";
    "four-eyes" shared four_eyes
        "No known way bypasses an approval, and approvers decide on a page, by keyboard and without scripts";
    "pages" long pages
        "Every page in Chromium, narrow and wide, light and dark: no foreign content, no error, accessible";
    "status" shared status
        "The status page shows the failure and the recovery of a component, and is available throughout";
    "supervision" alone supervision
        "Each background task panics and hangs: it is restarted, reported within 10 s, and others do its work meanwhile";
    "alerts" shared alerts
        "Dashboards and alerts name metrics that exist, and real faults fire their alerts in a real Prometheus";
    "ssrf" shared ssrf
        "URLs of internal addresses are refused when registered or when sent to, and logged; no request arrives there";
    "planted-secrets" shared planted_secrets
        "No secret is found in any table, in the log or in the metrics, and the audit log cannot be altered";
    "erase" shared erase
        "After people are erased, a database dump contains their data only where the documented table allows it";
    "redaction" shared redaction
        "After comments are redacted, a database dump contains their passwords only where the documented table allows it";
    "key-rotation" shared key_rotation
        "Encryption keys are rotated by commands that are killed and run again; a database dump contains no secret";
    "agent" alone agent
        "Real agents report this machine: it is in the report at once, and an unchanged inventory adds no history";
    "identity" shared identity
        "Clones, re-images, containers and unset firmware ids: no device is taken over, each case ends as documented";
    "ingest-hostile" shared ingest_hostile
        "Compression bombs, XML entities, damaged and unknown inventories are refused or limited, in little memory";
    "ingest-load" alone ingest_load
        "The cost of a new, unchanged, partial and changed inventory, and its effect on the latency of other tenants";
    "inventory-export" alone inventory_export
        "A hundred thousand devices as NDJSON, CSV and a spreadsheet, in constant memory, compared with COPY";
    "bench-provision" alone bench_provision
        "Time and CPU of creating and reading machines, compared with the same calls of the plain SDK";
    "provision-once" shared provision_once
        "Each requested machine is created once, while processes are killed and responses of AWS are lost";
    "provision-libvirt" shared provision_libvirt
        "A real guest boots, stops, restarts and is deleted; a worker killed between two steps leaves one guest";
    "provision-openstack" shared provision_openstack
        "Each requested machine is one server of a real Nova, which is killed and loses responses (long form only)";
    "fleet" shared fleet
        "Ten thousand machines of twenty accounts are read while four accounts fail, and none is reported as missing";
    "verify" shared verify
        "Each fault of a cloud account has a code, a description and a fix that works";
    "cloud-secrets" shared cloud_secrets
        "Credentials of cloud accounts and user data are found only at the provider, and internal endpoints are refused";
    "contract" long contract
        "Requests that Schemathesis generates from the published document get responses as published";
    "breaking-change" shared breaking_change
        "A change of the document that breaks clients has a changelog entry";
    "image" shared image
        "The image runs as non-root on a read-only root without a shell and serves the README; so does the Debian package";
    "chart" shared chart
        "The chart is valid, an upgrade changes only the expected resources, and an outage of PostgreSQL restarts no pod";
    "rolling" shared rolling
        "No request, write or delivery is lost while processes are restarted, upgraded and rolled back under load";
    "disaster" shared disaster
        "PostgreSQL is restored to a second before a wrong deletion, Temporal starts empty: data is right, every run ends";
    "cells" shared cells
        "Two cells behind a router: no response is wrong with stale maps, a restarted router or a killed cell";
    "tenant-move" shared tenant_move
        "A tenant moves to another cell and back under load, each command killed once: nothing is lost, duplicated or late";
    "failover" shared failover
        "PostgreSQL fails over under load: no acknowledged write is lost, and tenants stay isolated behind PgBouncer";
    "cli" shared cli
        "Every command of tenantctl works as its example shows, also with jq and without a terminal; times and memory";
    "cli-listen" shared cli_listen
        "Every event is forwarded once and in order while servers are killed, the network is cut and listen is restarted";
    "cli-secrets" shared cli_secrets
        "No command shows a secret in the process list, its output or a file, and none stores anything without a request";
    "cli-apply" shared cli_apply
        "Sixty resources in files are applied once, drift is corrected, and a killed apply continues where it stopped";
    "new-family" shared new_family
        "A family is added as documented, with few files outside of its folder, and all checks include it at once";
}
