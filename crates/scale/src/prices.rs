//! The cost of an installation a month, at three sizes. Prices are round assumptions, not offers of a provider.

use crate::{
    needs::{Needs, TENANTS},
    profile::{BUSIEST, requests_per_second},
    tables::{Table, bytes, number},
};

/// Dollars a month.
const CORE: f64 = 35.0;
const CORE_WITH_8_GB: f64 = 50.0;
const GB_DISK: f64 = 0.10;
const GB_ARCHIVE: f64 = 0.025;
const GB_TRAFFIC: f64 = 0.08;

/// Nodes are busy to this part in the busiest hour; one of two may be lost.
const BUSY: f64 = 0.5;

/// Kilobytes of a response, compressed.
const RESPONSE_KB: f64 = 4.0;

/// Base backups and WAL as a multiple of the stored bytes, and the days of WAL.
const BACKUPS: f64 = 1.0;
const WAL_DAYS: f64 = 14.0;

/// Replicas of PostgreSQL beside the primary.
const REPLICAS: f64 = 1.0;

pub fn assumptions() -> String {
    let mut table = Table::new(&["price or size", "assumption"]);
    let rows = [
        ("a virtual core with 4 GB, a month", format!("${}", number(CORE))),
        ("a virtual core with 8 GB, for PostgreSQL", format!("${}", number(CORE_WITH_8_GB))),
        ("a GB of disk for a database", format!("${GB_DISK:.2}")),
        ("a GB of object storage for backups", format!("${GB_ARCHIVE:.3}")),
        ("a GB sent to clients", format!("${GB_TRAFFIC:.2}")),
        ("CPU in use in the busiest hour", "50 %".to_owned()),
        ("PostgreSQL", "a primary and a replica of the same size, at least 2 cores each".to_owned()),
        ("servers, workers with listeners", "at least two nodes of 2 cores each".to_owned()),
        (
            "Temporal",
            "at least three nodes of 2 cores; its database: a primary and a replica with half of its cores each"
                .to_owned(),
        ),
        ("Redis, router", "two nodes of 1 core each, for each cell".to_owned()),
        ("disk", "as stored, and 30 % free".to_owned()),
        ("backups", "one copy of the stored data, and 14 days of WAL".to_owned()),
        ("a response", format!("{} kB, compressed", number(RESPONSE_KB))),
        ("not contained", "people, support, attachments, monitoring, taxes, discounts".to_owned()),
    ];
    for (name, value) in rows {
        table.row([name.to_owned(), value]);
    }
    table.markdown()
}

struct Bill {
    cells: f64,
    application: f64,
    postgres: f64,
    temporal: f64,
    storage: f64,
    traffic: f64,
}

impl Bill {
    fn of(tenants: f64) -> Bill {
        let cells = (tenants / TENANTS).ceil();
        let each = tenants / cells;
        let needs = Needs::of(each);
        // Nodes have an even number of cores.
        let cores = |need: f64, least: f64| ((need / BUSY / 2.0).ceil() * 2.0).max(least);
        let application = cores(needs.server, 4.0) + cores(needs.worker, 4.0) + 4.0;
        let memory_cores = (needs.memory / 8e9 / 2.0).ceil() * 2.0;
        let database = cores(needs.postgres, 2.0).max(memory_cores);
        let temporal_database = cores(needs.temporal / 2.0, 2.0);
        let copies = 1.0 + REPLICAS;
        let archive = BACKUPS * needs.disk + WAL_DAYS * needs.wal_per_day;
        let storage = copies * needs.disk * 1.3 * GB_DISK + archive * GB_ARCHIVE;
        let requests = each * requests_per_second() / BUSIEST * 86_400.0 * 30.0;
        Bill {
            cells,
            application: cells * application * CORE,
            postgres: cells * copies * database * CORE_WITH_8_GB,
            temporal: cells * (cores(needs.temporal, 6.0) * CORE + copies * temporal_database * CORE_WITH_8_GB),
            storage: cells * storage / 1e9,
            traffic: cells * requests * RESPONSE_KB * 1e3 / 1e9 * GB_TRAFFIC,
        }
    }

    fn total(&self) -> f64 {
        self.application + self.postgres + self.temporal + self.storage + self.traffic
    }
}

pub fn months() -> String {
    let mut table = Table::new(&[
        "tenants",
        "cells",
        "stored in all",
        "servers, workers, Redis, router",
        "PostgreSQL",
        "Temporal",
        "disks and backups",
        "traffic",
        "a month",
        "a month for a tenant",
    ]);
    for tenants in [50.0, 5000.0, 100_000.0] {
        let bill = Bill::of(tenants);
        let dollars = |value: f64| format!("${}", number(value));
        table.row([
            number(tenants),
            number(bill.cells),
            bytes(Needs::of(tenants).disk),
            dollars(bill.application.round()),
            dollars(bill.postgres.round()),
            dollars(bill.temporal.round()),
            dollars(bill.storage.round()),
            dollars(bill.traffic.round()),
            dollars(bill.total().round()),
            format!("${:.2}", bill.total() / tenants),
        ]);
    }
    table.markdown()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_of_a_larger_installation_costs_no_more() {
        let each = [50.0, 5000.0, 100_000.0].map(|tenants| Bill::of(tenants).total() / tenants);
        assert!(each[0] > each[1] && each[2] <= each[1] * 1.001, "{each:?}");
    }
}
