//! Errors of the parts below HTTP, as problems.

use super::Problem;
use crate::{db, sealing, shares::Exceeded};
use api::ProblemCode;

/// Active work ends soon, or the tenant can end it: a refused client may retry after a second.
impl From<Exceeded> for Problem {
    fn from(exceeded: Exceeded) -> Problem {
        let Exceeded { share, most } = exceeded;
        let (name, counts) = (share.policy_name(), share.counts());
        metrics::counter!("rate_limited_total", "policy" => name).increment(1);
        let detail = format!("The limit \"{name}\" of {most} is exhausted for your tenant. It counts {counts}.");
        Problem::make(ProblemCode::RateLimited, detail, |p| {
            p.retry_after = Some(1);
            p.exceeded = Some(exceeded);
        })
    }
}

impl From<db::Error> for Problem {
    fn from(error: db::Error) -> Problem {
        if let Some(exceeded) = error.exceeded() {
            exceeded.into()
        } else if error.is_moving() {
            let detail =
                "Your tenant is being moved to another part of the service. Retry after the time in Retry-After.";
            Problem::make(ProblemCode::TenantMoving, detail, |p| p.retry_after = Some(1))
        } else if error.is_passing() {
            Problem::unavailable(error.into_cause())
        } else if error.is_restricted() {
            Problem::new(ProblemCode::OrganizationRestricted, "The caller's organization_ids do not allow this.")
        } else {
            Problem::internal(error)
        }
    }
}

impl From<tokio_postgres::Error> for Problem {
    fn from(error: tokio_postgres::Error) -> Problem {
        db::Error::from(error).into()
    }
}

impl From<sealing::Error> for Problem {
    fn from(error: sealing::Error) -> Problem {
        if error.is_passing() { Problem::unavailable(error.into_cause()) } else { Problem::internal(error) }
    }
}
