//! All drills, in the order in which `all` runs them.

use crate::{Outcome, Size};
use futures::future::LocalBoxFuture;

pub struct Drill {
    pub name: &'static str,
    pub about: &'static str,
    pub place: Place,
    pub run: fn(Size) -> LocalBoxFuture<'static, anyhow::Result<Outcome>>,
}

/// Where a drill runs in the short form. In full, each runs by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Its short form compares times or rates, or has a bound that a busy machine could break: nothing runs beside it.
    Alone,
    /// Others run beside it: its short form has no bound but wide ones, such as a timeout.
    Shared,
    /// The same, but it computes for minutes: one of these at a time.
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
        "A request with one statement costs one delay between server and PostgreSQL, not four";
    "bench-read" alone bench_read
        "Reads of 50 rows and of one, as a share of what pgbench gets from the same statements";
    "bench-write" alone bench_write
        "Idempotent, audited, durable writes, as a share of what pgbench gets from the same statements";
    "bench-latency" alone bench_latency
        "p50 and p99 of reads and writes at shares of the maximal rate, beside those of pgbench at the same shares";
    "connections" alone connections
        "Memory of an idle connection and of ten thousand, and the time of a request beside them";
    "usage-cost" alone usage_cost
        "Requests per second with request usage counted as a share of those without, and the rows that are written";
    "bench-webhooks" alone bench_webhooks
        "Deliveries, as a share of what PostgreSQL and HTTP give without us, their CPU and how soon they arrive";
    "bench-workflows" alone bench_workflows
        "Runs of a workflow, as a share of what Temporal gives to a bare one with as many activities, and their CPU";
    "unit-costs" shared unit_costs
        "CPU, WAL, rows, disk, memory and time of reads, writes, deliveries, runs, inventories, idle tenants and others";
    // They take longest of those that wait.
    "sdk" shared sdk
        "The clients are built with strict types and use a running server, also when a response is lost on the way";
    "guides" shared guides
        "The commands of the README and of the guides work as they are written, with one customer and with two";
    "soak" shared soak
        "An hour of mixed load with faults: memory, connections, descriptors and lags stay flat, and nothing is lost";
    "isolation" long isolation
        "Nobody sees or changes what is another's, whatever they call with whatever ids";
    "search-rws" shared search_rws
        "What one server stores, another finds in the next request; what is taken away, it does not find";
    "search-isolation" shared search_isolation
        "Tenants and customers with the same data find their own, in every form of the grammar, and in equal time";
    "search-quality" shared search_quality
        "Queries with known answers find them first, identifiers always, words at least as well as with tantivy";
    "search-speed" alone search_speed
        "What searches take and cost by their kind, alone and beside writes, beside the bare SQL and tantivy";
    "search-write-cost" alone search_write_cost
        "Tickets and devices are written with the search index nearly as fast as without it";
    "reconcile" shared reconcile
        "Figures equal what the lists show, whatever is killed meanwhile and however they are asked for";
    "posture-truth" shared posture_truth
        "Repositories that are broken in every way are seen as they are, and as good again after the repair";
    "restore-proof" shared restore_proof
        "A restored sample is what was backed up; any flipped byte in its packs fails it; scratch space is freed";
    "backup-faults" shared backup_faults
        "Checks end once each while workers and PostgreSQL are killed, and no repository is changed";
    "check-cost" shared check_cost
        "Calls, bytes, memory and time of a check by snapshots and packs, beside restic's own check";
    "aggregate-scale" shared aggregate_scale
        "The posture of 5,000 customers with 100 devices each; a check evaluates one of them";
    "analytics-speed" shared analytics_speed
        "A year by day over 20 metrics, and the platform's month over 5,000 tenants, from tables filled with figures only";
    "cancellation" alone cancellation
        "Clients that hang up cost nobody a transaction, a connection or an acknowledged write";
    "revocation" alone revocation
        "A revoked key is refused on every server within a second, also while they cannot hear of it";
    "offboarding" alone offboarding
        "Who is disabled or demoted loses it everywhere within a second, with all of their things; others lose nothing";
    "idempotency" shared idempotency
        "A request sent many times leaves one row and one answer, also when its server is killed meanwhile";
    "event-sequence" shared event_sequence
        "The event log has no gap and one order, whatever is changed at once and whatever is refused";
    "event-stream" alone event_stream
        "A stream that is cut off again and again tells every event once; one that nobody reads costs little";
    "limits" alone limits
        "One limit for all servers, also while Redis is lost and found again, at little cost";
    "sso-browser" shared sso_browser
        "A person signs in by a real identity provider, in a browser, by curl and for a command line, and out again";
    "sso-enumeration" alone sso_enumeration
        "By which domains nobody signs in is not told, neither by the answer nor by its time";
    "dedup-storm" shared dedup_storm
        "The same thing reported by everyone at once is one ticket that counts the reports";
    "merge-storm" shared merge_storm
        "Tickets that everyone merges, unmerges, comments on and links at once lose nothing, and count right";
    "sla-contracts" shared sla_contracts
        "Due times and breaches of tickets equal an independent model's, whatever happens to contracts and policies";
    "desk" alone desk
        "A day of twelve technicians: what each call takes, how often it asks PostgreSQL, and no change is lost";
    "ticket-numbers" alone ticket_numbers
        "Tickets are numbered without gaps, and no tenant waits for another's numbers";
    "million-tickets" alone million_tickets
        "Every list of a million tickets is a walk along an index, as fast on its thousandth page as on its first";
    "export" alone export
        "A hundred thousand tickets stream as CSV and NDJSON, at once and in little memory";
    "attachments" shared attachments
        "Files of all sizes in a directory and in S3: little memory, no plaintext, nothing lost or left when servers are killed";
    "webhook-faults" shared webhook_faults
        "Every event reaches every endpoint that wants it, in order, whatever is killed meanwhile";
    "webhook-fairness" alone webhook_fairness
        "A tenant with a hundred thousand deliveries to endpoints that hang or fail slows nobody else";
    "webhook-breaker" alone webhook_breaker
        "An endpoint that fails is left alone, and gets everything when it is back, after days as well";
    "webhook-backlog" alone webhook_backlog
        "Two million finished deliveries and two hundred thousand that wait slow nothing";
    "noisy-tenant" alone noisy_tenant
        "A tenant that sends whatever takes a node's connections, threads and memory slows its neighbours little";
    "dry-run-plan" shared dry_run_plan
        "What a dry run of each example tells is what the run then does, and telling changes nothing";
    "hostile-input" long hostile_input
        "Hostile bodies, queries and headers at every operation cost little CPU and memory and get short answers";
    "hostile-workflows" alone hostile_workflows
        "Definitions that mean harm are refused at their place or bounded when they run, in little memory";
    "engine-secrecy" shared engine_secrecy
        "Nothing of customers is readable in what Temporal stores, whatever they write and however it fails";
    "workflow-secrets" shared workflow_secrets
        "Secrets of workflows are found nowhere but at their own hosts, whatever runs do with them and hosts say back";
    "workflow-faults" shared workflow_faults
        "Every run of a workflow ends, and each of its effects is there once, whatever is killed meanwhile";
    "engine-outage" shared engine_outage
        "Without Temporal runs are accepted and everyone sees that they wait; afterwards each runs, once";
    "workflow-fairness" alone workflow_fairness
        "A tenant with two thousand runs under way slows the few of another little";
    "four-eyes" shared four_eyes
        "No way around an approval that we know of works, and people decide on a page, by keyboard and without scripts";
    "pages" long pages
        "Every page in Chromium, narrow and wide, light and dark: nothing foreign, nothing broken, read by everyone";
    "status" shared status
        "The status page shows a part going down and coming back, and answers all the while";
    "supervision" alone supervision
        "Every background task panics and hangs: it is restarted, seen within 10 s, and others do its work meanwhile";
    "alerts" shared alerts
        "Dashboards and alerts name metrics that exist, and real faults fire their alerts in a real Prometheus";
    "ssrf" shared ssrf
        "URLs that lead inside are refused when registered or when sent to, each in the log; nothing is reached";
    "planted-secrets" shared planted_secrets
        "No secret is found in any table, in the log or in the metrics, and the audit log cannot be altered";
    "erase" shared erase
        "After erasing people, a dump of the database names them nowhere but where the written table allows it";
    "redaction" shared redaction
        "After redacting comments, a dump of the database has their passwords nowhere but where the table allows it";
    "key-rotation" shared key_rotation
        "Keys of secrets are replaced by commands that are killed and run again; a dump holds no secret";
    "agent" alone agent
        "Agents that exist report this machine: it is in the report at once, and what has not changed leaves no trace";
    "identity" shared identity
        "Clones, re-images, containers and thoughtless firmware: no device is taken over, each case ends as written";
    "ingest-hostile" shared ingest_hostile
        "Bombs, entities, damaged and foreign inventories are refused or bounded, in little memory";
    "ingest-load" alone ingest_load
        "What an inventory costs that is new, unchanged, partial or changed, and what other tenants notice of it";
    "inventory-export" alone inventory_export
        "A hundred thousand devices as NDJSON, CSV and a spreadsheet, in flat memory, beside COPY of the same rows";
    "bench-provision" alone bench_provision
        "Machines that are made and read, in time and CPU, compared with the same calls of the bare SDK";
    "provision-once" shared provision_once
        "Each requested machine is made once, whatever is killed and whatever AWS forgets to answer";
    "provision-libvirt" shared provision_libvirt
        "A real guest boots, stops, restarts and goes; a worker that dies between two steps leaves one guest";
    "provision-openstack" shared provision_openstack
        "Each requested machine is one server of a real Nova that is killed and loses answers (long form only)";
    "fleet" shared fleet
        "Ten thousand machines of twenty accounts are read while four of these fail, and none is taken for missing";
    "verify" shared verify
        "Each way in which a cloud account is broken has its code, its sentence and a fix that fixes it";
    "cloud-secrets" shared cloud_secrets
        "Credentials of cloud accounts and user data are found nowhere but at the provider, and no endpoint leads inside";
    "contract" long contract
        "What Schemathesis thinks of from the published document is answered as published";
    "breaking-change" shared breaking_change
        "A change of the document that breaks clients has an entry in the changelog";
    "image" shared image
        "The image runs as another user on a read-only root without a shell, and serves the README; so does the Debian package";
    "chart" shared chart
        "The chart is valid, an upgrade changes what it should, and an outage of PostgreSQL restarts no pod";
    "rolling" shared rolling
        "No request, write or delivery is lost while processes are restarted, upgraded and rolled back under load";
    "disaster" shared disaster
        "PostgreSQL is restored to a second before a bad deletion, Temporal begins empty: all is right, and every run ends";
    "cells" shared cells
        "Two cells behind a router: with stale maps, a restarted router and a killed cell, no answer is wrong";
    "tenant-move" shared tenant_move
        "A tenant moves between two cells and back under load, each command killed once: nothing is lost, doubled or late";
    "failover" shared failover
        "PostgreSQL fails over under load: no acknowledged write is lost; and tenants keep apart behind PgBouncer";
    "cli" shared cli
        "Every command of tenantctl does what its example shows, also for jq and without a terminal; its times and memory";
    "cli-listen" shared cli_listen
        "Every event is forwarded once and in order while servers are killed, the network is cut and listen is restarted";
    "cli-secrets" shared cli_secrets
        "No command shows a secret in the list of processes, in its output or in a file, and nothing is stored unasked";
    "cli-apply" shared cli_apply
        "Sixty resources in files are applied once, drifts are repaired, and a killed apply continues where it ended";
    "new-family" shared new_family
        "A family is added as the documentation says, with few files outside of its folder, and is covered at once";
}
