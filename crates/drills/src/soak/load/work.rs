//! Tickets, comments, searches, attachments, inventories and runs.

use super::Load;
use crate::{
    machines::{Machine, compressed},
    soak::{
        caller::{Body, PAUSE, RETRY_TIMEOUT, kind_of},
        ledger::Ticket,
        tenants::{Tenant, WORKFLOW},
    },
    workflows::TRIGGER,
};
use anyhow::ensure;
use rand::RngCore;
use reqwest::Method;
use serde_json::json;
use std::time::Instant;
use tokio::time::sleep;

const TICKETS: &str = "/api/psa/tickets";
const ATTACHMENTS: &str = "/api/psa/attachments";

/// One ticket in this many has the priority that is exported.
const EXPORTED: usize = 20;

/// After the first inventory of each machine, one in this many is full. The machines alternate.
const FULL: usize = 7;

/// The sizes of attachments.
const KIB: usize = 1024;
const SIZES: [usize; 4] = [KIB, 8 * KIB, 64 * KIB, 256 * KIB];

impl Load {
    pub(super) async fn create(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let word = format!("soak{:012x}", rand::random::<u64>() >> 16);
        let priority = if number.is_multiple_of(EXPORTED) { "p1" } else { "p3" };
        let description = "As it was reported.".to_owned();
        let new = json!({"subject": format!("Printer {word}"), "description": description, "priority": priority});
        let id = self.post(TICKETS, &tenant.key, &new).await?.expect(201)?.id()?;
        self.ledger.entries().created(tenant.number, Ticket { id, word, description });
        Ok(())
    }

    pub(super) async fn change(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let Some(ticket) = self.ticket(tenant, number) else { return Ok(()) };
        let description = format!("Change {number}.");
        let change = json!({"description": description});
        let target = format!("{TICKETS}?id={}", ticket.id);
        self.caller.send(&Method::PATCH, &target, &tenant.key, Body::Json(&change)).await?.expect(200)?;
        self.ledger.entries().changed(tenant.number, &ticket.id, &description);
        Ok(())
    }

    pub(super) async fn comment(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let Some(ticket) = self.ticket(tenant, 7 * number) else { return Ok(()) };
        let target = format!("{TICKETS}/comments?ticket_id={}", ticket.id);
        let new = json!({"body": format!("Comment {number}.")});
        let id = self.post(&target, &tenant.key, &new).await?.expect(201)?.id()?;
        self.ledger.entries().comments.push(id);
        Ok(())
    }

    /// Searches for an acknowledged ticket, which every server must find.
    pub(super) async fn search(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let Some(ticket) = self.ticket(tenant, 13 * number) else { return Ok(()) };
        let target = format!("/api/search?fuzzy=off&q={}", ticket.word);
        let found = self.get(&target, &tenant.key).await?.expect(200)?.json();
        if found["data"].as_array().is_none_or(Vec::is_empty) {
            self.ledger.entries().not_found += 1;
        }
        Ok(())
    }

    /// Stores a file and reads it. Every other file is then deleted.
    pub(super) async fn attachment(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let Some(ticket) = self.ticket(tenant, 3 * number) else { return Ok(()) };
        let mut content = vec![0; SIZES[number % SIZES.len()]];
        rand::rng().fill_bytes(&mut content);
        let target = format!("{ATTACHMENTS}?ticket_id={}&name=file-{number}.bin", ticket.id);
        let stored = self.caller.send(&Method::POST, &target, &tenant.key, Body::Bytes(&content)).await?;
        let id = stored.expect(201)?.id()?;
        let read = self.get(&format!("{ATTACHMENTS}/content?id={id}"), &tenant.key).await?.expect(200)?;
        self.ledger.entries().damaged += usize::from(read.body != content);
        if number.is_multiple_of(2) {
            let deleted = self.delete(&format!("{ATTACHMENTS}?id={id}"), &tenant.key).await?;
            // A request that is repeated after its response was lost finds nothing.
            ensure!([204, 404].contains(&deleted.status), "an attachment is not deleted: {}", deleted.status);
        } else {
            self.ledger.entries().attachments.push(id);
        }
        Ok(())
    }

    pub(super) async fn run(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let new = json!({"workflow": WORKFLOW, "input": {"number": number.to_string()}});
        let id = self.post(TRIGGER, &tenant.key, &new).await?.expect(202)?.id()?;
        self.ledger.entries().runs.push(id);
        Ok(())
    }

    /// The machines report in turn. After its first report, a machine sends changes, as agents do.
    pub(super) async fn inventory(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let (machine, round) = (&tenant.machines[number % tenant.machines.len()], number / tenant.machines.len());
        let later = Machine { run: round, ..machine.clone() };
        let is_full = round == 0 || number.is_multiple_of(FULL);
        let inventory = match is_full {
            // Something has changed each time.
            true if round % 2 == 1 => later.updated().full(),
            true => later.full(),
            false => later.partial(),
        };
        let (body, started) = (compressed(&inventory)?, Instant::now());
        loop {
            let sent = Instant::now();
            match self.reporter.report_body(&tenant.agents, &machine.agent, body.clone()).await {
                Ok(_) => break,
                Err(error) => {
                    let kind = error.downcast_ref::<reqwest::Error>().map_or("inventory refused", kind_of);
                    self.listener_failed(sent, kind);
                    ensure!(started.elapsed() < RETRY_TIMEOUT, "an inventory is not accepted: {error:#}");
                }
            }
            sleep(PAUSE).await;
        }
        self.ledger.entries().agents.entry(tenant.number).or_default().insert(machine.agent.clone());
        Ok(())
    }

    fn ticket(&self, tenant: &Tenant, number: usize) -> Option<Ticket> {
        self.ledger.entries().ticket(tenant.number, number)
    }
}
