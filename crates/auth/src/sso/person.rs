//! The person who signs in, as described by their provider; the checks of whether they may, and their role.

use super::domain;
use api::Role;
use openidconnect::{AdditionalClaims, IdTokenClaims, UserInfoClaims, core::CoreGenderClaim};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The claim `groups`: a list, or a single one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Groups {
    #[serde(default, deserialize_with = "names")]
    groups: Option<Vec<String>>,
}

impl AdditionalClaims for Groups {}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(one) => Some(vec![one]),
        Value::Array(some) => Some(some.into_iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect()),
        _ => None,
    })
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub subject: String,
    pub email: Option<String>,
    pub email_verified: bool,
    pub name: Option<String>,
    pub groups: Option<Vec<String>>,
}

impl Person {
    pub fn of(claims: &IdTokenClaims<Groups, CoreGenderClaim>) -> Person {
        Person {
            subject: claims.subject().to_string(),
            email: claims.email().map(|email| email.to_string()),
            email_verified: claims.email_verified() == Some(true),
            name: claims.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
            groups: claims.additional_claims().groups.clone(),
        }
    }

    /// Adds the claims that a provider returns only from its user info endpoint.
    pub fn add_user_info(&mut self, told: &UserInfoClaims<Groups, CoreGenderClaim>) {
        self.email = told.email().map(|email| email.to_string());
        self.email_verified = told.email_verified() == Some(true);
        self.name =
            self.name.take().or_else(|| told.name().and_then(|name| name.get(None)).map(|name| name.to_string()));
        self.groups = self.groups.take().or_else(|| told.additional_claims().groups.clone());
    }

    /// The address that identifies the person: verified by the provider, and in one of its proven domains.
    pub fn admitted_email(&self, domains: &[String]) -> Result<String, &'static str> {
        let email = self.email.as_deref().map(str::to_lowercase).ok_or("the ID token contains no e-mail address")?;
        if !self.email_verified {
            return Err("the e-mail address is not verified");
        }
        let is_ours = domain::of_email(&email).is_some_and(|domain| domains.contains(&domain));
        let fits = email.len() <= 320 && email.matches('@').count() == 1 && !email.contains(char::is_whitespace);
        if is_ours && fits {
            Ok(email)
        } else {
            Err("the domain of the e-mail address does not belong to the identity provider")
        }
    }

    pub fn display_name(&self) -> Option<String> {
        let name = self.name.as_deref()?.replace(char::is_control, " ");
        Some(name.trim().chars().take(200).collect::<String>()).filter(|name| !name.is_empty())
    }
}

/// Groups decide at every sign-in; if no groups are mapped, users keep their role.
pub fn role(
    groups: Option<&[String]>,
    group_roles: &BTreeMap<String, Role>,
    default: Role,
    current: Option<Role>,
) -> Role {
    if group_roles.is_empty() {
        return current.unwrap_or(default);
    }
    let of = groups.unwrap_or_default().iter().filter_map(|group| group_roles.get(group));
    of.copied().max().unwrap_or(default)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(email: &str, verified: bool) -> Person {
        Person { subject: "s".into(), email: Some(email.into()), email_verified: verified, name: None, groups: None }
    }

    #[test]
    fn an_address_must_be_verified_and_of_a_proven_domain() {
        let domains = ["acme.example".to_owned(), "xn--bcher-kva.example".to_owned()];
        let of = |email, verified| person(email, verified).admitted_email(&domains);
        assert_eq!(of("Samir@ACME.example", true).as_deref(), Ok("samir@acme.example"));
        assert!(of("samir@bücher.example", true).is_ok());
        assert!(of("samir@acme.example", false).is_err());
        assert!(of("samir@evil.example", true).is_err());
        assert!(of("samir@sub.acme.example", true).is_err(), "a domain below is another");
        assert!(of("samir@acme.example@evil.example", true).is_err());
        assert!(of("samir@evil.example@acme.example", true).is_err());
        assert!(of("samir", true).is_err());
    }

    #[test]
    fn the_mightiest_group_counts_and_who_is_in_none_has_the_default() {
        let roles: BTreeMap<_, _> = [("ops".to_owned(), Role::Technician), ("admins".to_owned(), Role::Admin)].into();
        let of = |groups: &[&str], current| {
            let groups: Vec<_> = groups.iter().map(ToString::to_string).collect();
            role(Some(&groups), &roles, Role::Viewer, current)
        };
        assert_eq!(of(&["ops", "admins", "other"], None), Role::Admin);
        assert_eq!(of(&["ops"], Some(Role::Admin)), Role::Technician, "who left a group loses its role");
        assert_eq!(of(&[], Some(Role::Owner)), Role::Viewer);
        assert_eq!(role(None, &roles, Role::Viewer, Some(Role::Owner)), Role::Viewer);
    }

    #[test]
    fn without_mapped_groups_a_user_keeps_their_role() {
        assert_eq!(role(None, &BTreeMap::new(), Role::Viewer, Some(Role::Owner)), Role::Owner);
        assert_eq!(role(None, &BTreeMap::new(), Role::Technician, None), Role::Technician);
    }
}
