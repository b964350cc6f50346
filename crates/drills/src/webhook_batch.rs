//! The worker's own statements for a batch of deliveries, which drills execute without the worker: new deliveries are added,
//! and those of the previous batch are settled, each with its attempt.

use crate::bench;
use uuid::Uuid;

const LEDGER: &str = include_str!("../../webhooks/src/work/ledger.sql");

/// The first statements of a batch.
pub const BEGIN: &str = "begin; set local enable_seqscan = off; set local enable_hashjoin = off; \
    set local enable_mergejoin = off;";

/// A batch. Fields that differ between batches are SQL expressions.
pub struct Batch {
    pub size: usize,
    /// The numbers of the run, of the client and of the batch, of which ids are composed.
    pub run: String,
    pub client: String,
    pub number: String,
    pub tenant: String,
    pub endpoint: String,
    pub worker: Uuid,
    /// The time of all events, in seconds since 1970.
    pub at: i64,
}

impl Batch {
    /// The statements, in the order of the worker.
    pub fn statements(&self) -> anyhow::Result<[String; 4]> {
        let statement = |name, own: fn(&Batch, &str) -> Option<String>| {
            bench::statement(LEDGER, name, |parameter| own(self, parameter).or_else(|| self.common(parameter)))
        };
        Ok([
            statement("advance_fan_outs", Batch::advanced)?,
            statement("add_deliveries", Batch::added)?,
            statement("settle_deliveries", Batch::settled)?,
            statement("record_attempts", Batch::recorded)?,
        ])
    }

    /// An array with the value for each row of the batch.
    fn fill(&self, value: &str) -> String {
        format!("array_fill({value}, array[{}])", self.size)
    }

    fn at(&self) -> String {
        format!("to_timestamp({})", self.at)
    }

    /// The ids of this batch, or of an earlier one: `before` is the distance.
    fn ids(&self, before: usize) -> String {
        let Batch { size, run, client, number, .. } = self;
        format!(
            "array(select (lpad(to_hex({run}), 8, '0') || lpad(to_hex({number} - {before}), 8, '0')
                || lpad(to_hex({client}), 4, '0') || lpad(to_hex(i), 12, '0'))::uuid from generate_series(1::bigint, {size}) as i)"
        )
    }

    fn common(&self, parameter: &str) -> Option<String> {
        Some(match parameter {
            "tenants" => self.fill(&self.tenant),
            "endpoints" => self.fill(&self.endpoint),
            "event_ats" => self.fill(&self.at()),
            "worker" => format!("'{}'::uuid", self.worker),
            "now" => "now()".to_owned(),
            _ => return None,
        })
    }

    fn advanced(&self, parameter: &str) -> Option<String> {
        match parameter {
            "tenants" => Some(format!("array[{}]", self.tenant)),
            "positions" => Some(format!("array[{}]", self.number)),
            _ => None,
        }
    }

    fn added(&self, parameter: &str) -> Option<String> {
        Some(match parameter {
            "ids" | "events" => self.ids(0),
            "types" => self.fill("'organization.updated'::text"),
            "subjects" => self.fill("'org_01kxpjkvcxefntn0y4wzv29ppq'::text"),
            "positions" => self.fill(&self.number),
            "ordered" => self.fill("false"),
            _ => return None,
        })
    }

    fn settled(&self, parameter: &str) -> Option<String> {
        Some(match parameter {
            "ids" => self.ids(1),
            "statuses" => self.fill("'delivered'::text"),
            "attempts" => self.fill("1"),
            "next_attempt_ats" => self.fill("null::timestamptz"),
            "finished_ats" => self.fill("now()"),
            _ => return None,
        })
    }

    fn recorded(&self, parameter: &str) -> Option<String> {
        Some(match parameter {
            "ids" | "deliveries" => self.ids(1),
            "ats" => self.fill("now()"),
            "reasons" => self.fill("'schedule'::text"),
            "statuses" => self.fill("200"),
            "errors" | "details" => self.fill("null::text"),
            "remotes" => self.fill("'127.0.0.1 port 8080'::text"),
            "dns_us" | "connect_us" | "tls_us" => self.fill("null::integer"),
            "first_byte_us" | "total_us" => self.fill("350"),
            "response_headers" => self.fill("'{\"content-length\" : \"0\"}'::jsonb"),
            "response_bodies" => self.fill("null::bytea"),
            "truncated" => self.fill("false"),
            _ => return None,
        })
    }
}

/// The statements with which the worker claims deliveries when it has few of an endpoint in memory.
pub fn claim(tenant: Uuid, endpoint: Uuid, limit: usize) -> anyhow::Result<[String; 2]> {
    let value = |parameter: &str| {
        Some(match parameter {
            "tenants" => format!("array['{tenant}']::uuid[]"),
            "endpoints" => format!("array['{endpoint}']::uuid[]"),
            "known" => "'{}'::uuid[]".to_owned(),
            "now" => "now()".to_owned(),
            "most" => format!("array[{limit}]::bigint[]"),
            _ => return None,
        })
    };
    Ok([bench::statement(LEDGER, "due_deliveries", value)?, bench::statement(LEDGER, "next_deliveries", value)?])
}
