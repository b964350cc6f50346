//! A merge of two contacts: the duplicate's tickets, comments, watched tickets and addresses become those of the contact
//! that is kept.

use super::{distinct, in_use};
use api::{ContactId, CustomFields, contacts::Contact, problem::FaultCode};
use kernel::{
    db::OnConstraint,
    http::{Change, Problem},
};
use queries::queries::psa::{
    contacts::{delete_contact, move_requested_tickets, move_written_comments, remember_merged},
    ticket_watchers::move_watchers,
};

/// The duplicate, if it can be merged. Tickets stay with their organization, and so do the people on them.
pub fn duplicate(kept: &Contact, id: ContactId, found: Option<Contact>) -> Result<Contact, Problem> {
    let refused = |code, detail: &str| Err(Problem::fault("/merge_from", code, detail));
    match found {
        _ if id == kept.id => refused(FaultCode::Invalid, "is the contact itself"),
        None => refused(FaultCode::NotFound, "there is no such contact"),
        Some(found) if found.organization_id != kept.organization_id => {
            refused(FaultCode::Invalid, "the contact belongs to another organization")
        }
        Some(found) if found.erased_at.is_some() => refused(FaultCode::Invalid, "the contact was erased"),
        Some(found) => Ok(found),
    }
}

/// Moves the duplicate's tickets, comments and watched tickets, and deletes it. Its addresses are free afterwards.
pub async fn take_over(change: &Change, kept: &Contact, duplicate: &Contact) -> Result<(), Problem> {
    let (kept, duplicate) = (kept.id.0, duplicate.id.0);
    move_requested_tickets().bind(&**change, &kept, &duplicate).one().await?;
    move_written_comments().bind(&**change, &kept, &duplicate).one().await?;
    move_watchers().bind(&**change, &kept, &duplicate).one().await?;
    remember_merged().bind(&**change, &kept, &duplicate).one().await?;
    // Comments on a ticket that has moved to an organization that the caller cannot see keep their author.
    let deleted = delete_contact().bind(&**change, &duplicate).one().await;
    deleted.on_constraint(&[("tickets_requester_exists", in_use), ("ticket_comments_author_exists", in_use)])?;
    Ok(())
}

/// The contact with what it gains: addresses, numbers and custom fields are added, and empty fields are filled.
pub fn combined(kept: Contact, duplicate: &Contact) -> Contact {
    let mut fields = duplicate.custom_fields.0.clone();
    fields.extend(kept.custom_fields.0);
    Contact {
        emails: distinct(kept.emails.into_iter().chain(duplicate.emails.iter().cloned())),
        phones: distinct(kept.phones.into_iter().chain(duplicate.phones.iter().cloned())),
        title: kept.title.or_else(|| duplicate.title.clone()),
        external_ref: kept.external_ref.or_else(|| duplicate.external_ref.clone()),
        custom_fields: CustomFields(fields),
        vip: kept.vip || duplicate.vip,
        ..kept
    }
}

/// Both together may have more than one contact may have.
pub fn refuse_excess(emails: &[String], phones: &[String], fields: &CustomFields) -> Result<(), Problem> {
    let excess = [
        (emails.len() > Contact::ADDRESSES, "e-mail addresses"),
        (phones.len() > Contact::ADDRESSES, "phone numbers"),
        (fields.0.len() > CustomFields::MOST || CustomFields::are_too_large(&fields.0), "custom fields"),
    ];
    match excess.into_iter().find(|(exceeds, _)| *exceeds) {
        None => Ok(()),
        Some((_, what)) => {
            let detail = format!("the contact would have too many {what}; send the ones that it keeps");
            Err(Problem::fault("/merge_from", FaultCode::Exceeds, detail))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{OrganizationId, contacts::ContactStatus, organizations::ExternalRef};
    use jiff::Timestamp;
    use serde_json::{Value, json};
    use uuid::Uuid;

    fn fields(value: Value) -> CustomFields {
        value.into()
    }

    fn contact(id: u128, emails: &[&str]) -> Contact {
        Contact {
            id: ContactId(Uuid::from_u128(id)),
            organization_id: Some(OrganizationId(Uuid::from_u128(7))),
            name: format!("Contact {id}"),
            emails: emails.iter().map(|email| (*email).to_owned()).collect(),
            phones: vec![],
            title: None,
            external_ref: None,
            custom_fields: CustomFields::default(),
            vip: false,
            status: ContactStatus::Active,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
            erased_at: None,
            version: 1,
        }
    }

    #[test]
    fn what_the_kept_contact_has_stays_and_the_rest_is_added() {
        let external = |id: &str| Some(ExternalRef { system: "s".to_owned(), id: id.to_owned() });
        let kept = Contact { custom_fields: fields(json!({"a": 1})), ..contact(1, &["a@x.example", "b@x.example"]) };
        let duplicate = Contact {
            custom_fields: fields(json!({"a": 2, "b": 3})),
            title: Some("Boss".to_owned()),
            external_ref: external("4711"),
            vip: true,
            ..contact(2, &["B@X.example", "c@x.example"])
        };
        let merged = combined(kept.clone(), &duplicate);
        let expected = Contact {
            emails: ["a@x.example", "b@x.example", "c@x.example"].map(str::to_owned).to_vec(),
            custom_fields: fields(json!({"a": 1, "b": 3})),
            title: Some("Boss".to_owned()),
            external_ref: external("4711"),
            vip: true,
            ..kept
        };
        assert_eq!(merged, expected);
    }

    #[test]
    fn a_contact_is_merged_with_another_one_of_its_organization() {
        let kept = contact(1, &[]);
        let id = |id| ContactId(Uuid::from_u128(id));
        assert!(duplicate(&kept, id(2), Some(contact(2, &[]))).is_ok());
        assert!(duplicate(&kept, id(1), Some(contact(1, &[]))).is_err());
        assert!(duplicate(&kept, id(2), None).is_err());
        assert!(duplicate(&kept, id(2), Some(Contact { organization_id: None, ..contact(2, &[]) })).is_err());
    }
}
