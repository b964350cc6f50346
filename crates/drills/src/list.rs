//! All drills, in the order in which `all` runs them.

use crate::{
    Outcome, Size, agent, bench_read, bench_webhooks, bench_workflows, bench_write, cancellation, contract,
    dedup_storm, dry_run_plan, engine_outage, engine_secrecy, event_sequence, event_stream, export, four_eyes,
    hostile_input, hostile_workflows, idempotency, identity, ingest_hostile, ingest_load, inventory_export, isolation,
    key_rotation, limits, million_tickets, new_family, noisy_tenant, offboarding, pages, planted_secrets, revocation,
    round_trip, sso_browser, sso_enumeration, ssrf, status, supervision, ticket_numbers, webhook_backlog,
    webhook_breaker, webhook_fairness, webhook_faults, workflow_fairness, workflow_faults, workflow_secrets,
};
use futures::future::LocalBoxFuture;

pub struct Drill {
    pub name: &'static str,
    pub about: &'static str,
    /// It compares times, rates, CPU or memory, so nothing may run beside it.
    pub measures: bool,
    pub run: fn(Size) -> LocalBoxFuture<'static, anyhow::Result<Outcome>>,
}

pub const DRILLS: &[Drill] = &[
    Drill {
        name: "round-trip",
        about: "A request with one statement costs one delay between server and PostgreSQL, not four",
        measures: true,
        run: |size| Box::pin(round_trip::run(size)),
    },
    Drill {
        name: "bench-read",
        about: "Reads of 50 rows and of one, as a share of what pgbench gets from the same statements",
        measures: true,
        run: |size| Box::pin(bench_read::run(size)),
    },
    Drill {
        name: "bench-write",
        about: "Idempotent, audited, durable writes, as a share of what pgbench gets from the same statements",
        measures: true,
        run: |size| Box::pin(bench_write::run(size)),
    },
    Drill {
        name: "bench-webhooks",
        about: "Deliveries, as a share of what PostgreSQL and HTTP give without us, their CPU and how soon they arrive",
        measures: true,
        run: |size| Box::pin(bench_webhooks::run(size)),
    },
    Drill {
        name: "bench-workflows",
        about: "Runs of a workflow, as a share of what Temporal gives to a bare one with as many activities, and their CPU",
        measures: true,
        run: |size| Box::pin(bench_workflows::run(size)),
    },
    Drill {
        name: "isolation",
        about: "Nobody sees or changes what is another's, whatever they call with whatever ids",
        measures: false,
        run: |size| Box::pin(isolation::run(size)),
    },
    Drill {
        name: "cancellation",
        about: "Clients that hang up cost nobody a transaction, a connection or an acknowledged write",
        measures: true,
        run: |size| Box::pin(cancellation::run(size)),
    },
    Drill {
        name: "revocation",
        about: "A revoked key is refused on every server within a second, also while they cannot hear of it",
        measures: true,
        run: |size| Box::pin(revocation::run(size)),
    },
    Drill {
        name: "offboarding",
        about: "Who is disabled or demoted loses it everywhere within a second, with all of their things; others lose nothing",
        measures: true,
        run: |size| Box::pin(offboarding::run(size)),
    },
    Drill {
        name: "idempotency",
        about: "A request sent many times leaves one row and one answer, also when its server is killed meanwhile",
        measures: false,
        run: |size| Box::pin(idempotency::run(size)),
    },
    Drill {
        name: "event-sequence",
        about: "The event log has no gap and one order, whatever is changed at once and whatever is refused",
        measures: false,
        run: |size| Box::pin(event_sequence::run(size)),
    },
    Drill {
        name: "event-stream",
        about: "A stream that is cut off again and again tells every event once; one that nobody reads costs little",
        measures: true,
        run: |size| Box::pin(event_stream::run(size)),
    },
    Drill {
        name: "limits",
        about: "One limit for all servers, also while Redis is lost and found again, at little cost",
        measures: true,
        run: |size| Box::pin(limits::run(size)),
    },
    Drill {
        name: "sso-browser",
        about: "A person signs in by a real identity provider, in a browser, by curl and for a command line, and out again",
        measures: false,
        run: |size| Box::pin(sso_browser::run(size)),
    },
    Drill {
        name: "sso-enumeration",
        about: "By which domains nobody signs in is not told, neither by the answer nor by its time",
        measures: true,
        run: |size| Box::pin(sso_enumeration::run(size)),
    },
    Drill {
        name: "dedup-storm",
        about: "The same thing reported by everyone at once is one ticket that counts the reports",
        measures: false,
        run: |size| Box::pin(dedup_storm::run(size)),
    },
    Drill {
        name: "ticket-numbers",
        about: "Tickets are numbered without gaps, and no tenant waits for another's numbers",
        measures: true,
        run: |size| Box::pin(ticket_numbers::run(size)),
    },
    Drill {
        name: "million-tickets",
        about: "Every list of a million tickets is a walk along an index, as fast on its thousandth page as on its first",
        measures: true,
        run: |size| Box::pin(million_tickets::run(size)),
    },
    Drill {
        name: "export",
        about: "A hundred thousand tickets stream as CSV and NDJSON, at once and in little memory",
        measures: true,
        run: |size| Box::pin(export::run(size)),
    },
    Drill {
        name: "webhook-faults",
        about: "Every event reaches every endpoint that wants it, in order, whatever is killed meanwhile",
        measures: false,
        run: |size| Box::pin(webhook_faults::run(size)),
    },
    Drill {
        name: "webhook-fairness",
        about: "A tenant with a hundred thousand deliveries to endpoints that hang or fail slows nobody else",
        measures: true,
        run: |size| Box::pin(webhook_fairness::run(size)),
    },
    Drill {
        name: "webhook-breaker",
        about: "An endpoint that fails is left alone, and gets everything when it is back, after days as well",
        measures: true,
        run: |size| Box::pin(webhook_breaker::run(size)),
    },
    Drill {
        name: "webhook-backlog",
        about: "Two million finished deliveries and two hundred thousand that wait slow nothing",
        measures: true,
        run: |size| Box::pin(webhook_backlog::run(size)),
    },
    Drill {
        name: "noisy-tenant",
        about: "A tenant that sends whatever takes a node's connections, threads and memory slows its neighbours little",
        measures: true,
        run: |size| Box::pin(noisy_tenant::run(size)),
    },
    Drill {
        name: "dry-run-plan",
        about: "What a dry run of each example tells is what the run then does, and telling changes nothing",
        measures: false,
        run: |size| Box::pin(dry_run_plan::run(size)),
    },
    Drill {
        name: "hostile-input",
        about: "Hostile bodies, queries and headers at every operation cost little CPU and memory and get short answers",
        measures: true,
        run: |size| Box::pin(hostile_input::run(size)),
    },
    Drill {
        name: "hostile-workflows",
        about: "Definitions that mean harm are refused at their place or bounded when they run, in little memory",
        measures: true,
        run: |size| Box::pin(hostile_workflows::run(size)),
    },
    Drill {
        name: "engine-secrecy",
        about: "Nothing of customers is readable in what Temporal stores, whatever they write and however it fails",
        measures: false,
        run: |size| Box::pin(engine_secrecy::run(size)),
    },
    Drill {
        name: "workflow-secrets",
        about: "Secrets of workflows are found nowhere but at their own hosts, whatever runs do with them and hosts say back",
        measures: false,
        run: |size| Box::pin(workflow_secrets::run(size)),
    },
    Drill {
        name: "workflow-faults",
        about: "Every run of a workflow ends, and each of its effects is there once, whatever is killed meanwhile",
        measures: false,
        run: |size| Box::pin(workflow_faults::run(size)),
    },
    Drill {
        name: "engine-outage",
        about: "Without Temporal runs are accepted and everyone sees that they wait; afterwards each runs, once",
        measures: true,
        run: |size| Box::pin(engine_outage::run(size)),
    },
    Drill {
        name: "workflow-fairness",
        about: "A tenant with two thousand runs under way slows the few of another little",
        measures: true,
        run: |size| Box::pin(workflow_fairness::run(size)),
    },
    Drill {
        name: "four-eyes",
        about: "No way around an approval that we know of works, and people decide on a page, by keyboard and without scripts",
        measures: false,
        run: |size| Box::pin(four_eyes::run(size)),
    },
    Drill {
        name: "pages",
        about: "Every page in Chromium, narrow and wide, light and dark: nothing foreign, nothing broken, read by everyone",
        measures: false,
        run: |size| Box::pin(pages::run(size)),
    },
    Drill {
        name: "status",
        about: "The status page shows a part going down and coming back, and answers all the while",
        measures: true,
        run: |size| Box::pin(status::run(size)),
    },
    Drill {
        name: "supervision",
        about: "Every background task panics and hangs: it is restarted, seen within 10 s, and others do its work meanwhile",
        measures: true,
        run: |size| Box::pin(supervision::run(size)),
    },
    Drill {
        name: "ssrf",
        about: "URLs that lead inside are refused when registered or when sent to, each in the log; nothing is reached",
        measures: false,
        run: |size| Box::pin(ssrf::run(size)),
    },
    Drill {
        name: "planted-secrets",
        about: "No secret is found in any table, in the log or in the metrics, and the audit log cannot be altered",
        measures: false,
        run: |size| Box::pin(planted_secrets::run(size)),
    },
    Drill {
        name: "key-rotation",
        about: "Keys of secrets are replaced by commands that are killed and run again; a dump holds no secret",
        measures: false,
        run: |size| Box::pin(key_rotation::run(size)),
    },
    Drill {
        name: "agent",
        about: "Agents that exist report this machine: it is in the report at once, and what has not changed leaves no trace",
        measures: true,
        run: |size| Box::pin(agent::run(size)),
    },
    Drill {
        name: "identity",
        about: "Clones, re-images, containers and thoughtless firmware: no device is taken over, each case ends as written",
        measures: false,
        run: |size| Box::pin(identity::run(size)),
    },
    Drill {
        name: "ingest-hostile",
        about: "Bombs, entities, damaged and foreign inventories are refused or bounded, in little memory",
        measures: false,
        run: |size| Box::pin(ingest_hostile::run(size)),
    },
    Drill {
        name: "ingest-load",
        about: "What an inventory costs that is new, unchanged, partial or changed, and what other tenants notice of it",
        measures: true,
        run: |size| Box::pin(ingest_load::run(size)),
    },
    Drill {
        name: "inventory-export",
        about: "A hundred thousand devices as NDJSON, CSV and a spreadsheet, in flat memory, beside COPY of the same rows",
        measures: true,
        run: |size| Box::pin(inventory_export::run(size)),
    },
    Drill {
        name: "contract",
        about: "What Schemathesis thinks of from the published document is answered as published",
        measures: true,
        run: |size| Box::pin(contract::run(size)),
    },
    // The last one, with nothing beside it: in full it replaces the programs that the others run.
    Drill {
        name: "new-family",
        about: "A family is added as the documentation says, with few files outside of its folder, and is covered at once",
        measures: true,
        run: |size| Box::pin(new_family::run(size)),
    },
];
