//! The permitted transitions between statuses, and their requirements.

use crate::psa::levels::Settings;
use api::{
    ProblemCode,
    problem::FaultCode,
    tickets::{Ticket, TicketStatus, Transition},
};
use jiff::Timestamp;
use kernel::http::Problem;

use TicketStatus::{Canceled, Closed, Merged, New, Open, PendingCustomer, PendingVendor, Resolved, Scheduled};

pub fn allowed(from: TicketStatus) -> Vec<Transition> {
    let next: &[TicketStatus] = match from {
        New => &[Open, PendingCustomer, PendingVendor, Scheduled, Resolved, Canceled],
        Open => &[PendingCustomer, PendingVendor, Scheduled, Resolved, Canceled],
        PendingCustomer => &[Open, PendingVendor, Scheduled, Resolved, Canceled],
        PendingVendor => &[Open, PendingCustomer, Scheduled, Resolved, Canceled],
        Scheduled => &[Open, PendingCustomer, PendingVendor, Resolved, Canceled],
        Resolved => &[Open, Closed],
        Closed | Canceled | Merged => &[],
    };
    next.iter().map(|status| Transition { status: *status, requires: requires(*status) }).collect()
}

fn requires(status: TicketStatus) -> Vec<String> {
    let field = match status {
        Resolved => "resolution",
        Scheduled => "scheduled_at",
        _ => return vec![],
    };
    vec![field.to_owned()]
}

pub fn refuse_final(status: TicketStatus) -> Result<(), Problem> {
    if !status.is_final() {
        return Ok(());
    }
    let detail = format!("The ticket is {} and can no longer change. Create another ticket.", status.name());
    Err(Problem::new(ProblemCode::TicketFinal, detail))
}

/// Checks a transition; `resolved` needs a resolution.
pub fn check(from: TicketStatus, to: TicketStatus, has_resolution: bool) -> Result<(), Problem> {
    let allowed = allowed(from);
    if to != from && !allowed.iter().any(|next| next.status == to) {
        return Err(Problem::transition_not_allowed(from, to, allowed));
    }
    if to == Resolved && !has_resolution {
        return Err(Problem::fault("/resolution", FaultCode::Required, "is required to resolve a ticket"));
    }
    Ok(())
}

/// When a ticket with this status is opened again; `wanted` is the time in the request.
pub fn scheduled_at(
    before: &Ticket,
    status: TicketStatus,
    wanted: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Timestamp>, Problem> {
    let fault = |code, detail| Err(Problem::fault("/scheduled_at", code, detail));
    match wanted {
        Some(_) if status != Scheduled => fault(FaultCode::Invalid, "is only allowed with the status scheduled"),
        Some(at) if at <= now => fault(FaultCode::Invalid, "must be in the future"),
        Some(at) => Ok(Some(at)),
        None if status != Scheduled => Ok(None),
        None if before.status == Scheduled => Ok(before.scheduled_at),
        None => fault(FaultCode::Required, "is required to schedule a ticket"),
    }
}

/// The status that a comment of a contact leads to, where the settings say that it reopens the ticket.
pub fn reopened(from: TicketStatus, settings: &Settings) -> Option<TicketStatus> {
    let reopens = settings.reopen_on_contact_comment.iter().any(|status| status.name() == from.name());
    reopens.then_some(Open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::sla::ReopenedStatus;

    #[test]
    fn what_is_final_leads_nowhere_and_everything_else_somewhere() {
        for status in TicketStatus::ALL {
            assert_eq!(allowed(*status).is_empty(), status.is_final(), "{status:?}");
            assert!(!allowed(*status).iter().any(|next| next.status == *status), "{status:?} leads to itself");
        }
    }

    #[test]
    fn a_contact_reopens_what_waits_for_the_customer_or_is_resolved_unless_the_settings_say_otherwise() {
        let mut settings = Settings::default();
        assert_eq!(reopened(PendingCustomer, &settings), Some(Open));
        assert_eq!(reopened(Resolved, &settings), Some(Open));
        assert_eq!([New, Open, PendingVendor, Scheduled].map(|status| reopened(status, &settings)), [None; 4]);
        settings.reopen_on_contact_comment = vec![ReopenedStatus::Scheduled];
        assert_eq!((reopened(Scheduled, &settings), reopened(Resolved, &settings)), (Some(Open), None));
        for status in ReopenedStatus::ALL {
            let from = TicketStatus::named(status.name()).unwrap();
            assert!(check(from, Open, true).is_ok(), "{status:?}");
        }
    }

    #[test]
    fn a_resolved_ticket_opens_again_or_closes() {
        assert!(check(Resolved, Open, true).is_ok() && check(Resolved, Closed, true).is_ok());
        assert!(check(Resolved, Scheduled, true).is_err());
        assert!(check(New, Closed, true).is_err(), "it is resolved first");
        assert!(check(Open, Resolved, false).is_err(), "without saying how");
    }
}
