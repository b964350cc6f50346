//! The tenant of a report, and the customers whose reports a person may read.

use api::{Grant, OrganizationId, Scope};
use kernel::{
    app::App,
    http::{Caller, Problem},
};
use queries::queries::analytics::analytics::{first_organizations, organization_labels, tenant_name};

/// More are not listed in the form. Their reports have addresses all the same.
const LISTED: usize = 500;

pub struct Customers {
    pub tenant: String,
    /// By name.
    pub listed: Vec<Customer>,
    pub more: bool,
    pub selected: Option<(OrganizationId, String)>,
}

pub struct Customer {
    pub id: String,
    pub name: String,
    pub is_selected: bool,
}

impl Customers {
    /// `asked` is the id of a customer, or empty. A customer whom the person cannot see is not found.
    pub async fn read(app: &App, caller: &Caller, asked: &str) -> Result<Customers, Problem> {
        let db = app.db.tenant(caller).await?;
        let tenant = tenant_name().bind(&db).one().await?;
        if !caller.scopes.contains(Scope::OrganizationsRead.into()) {
            return match asked {
                "" => Ok(Customers { tenant, listed: vec![], more: false, selected: None }),
                _ => Err(Problem::insufficient_scope(vec![Grant::Only(Scope::OrganizationsRead)], &caller.grants)),
            };
        }
        let mut rows = first_organizations().bind(&db, &(LISTED as i64 + 1)).all().await?;
        let more = rows.len() > LISTED;
        rows.truncate(LISTED);
        let selected = match asked {
            "" => None,
            id => {
                let id: OrganizationId = id.parse().map_err(|_| Problem::not_found())?;
                let row = organization_labels().bind(&db, &vec![id.0]).opt().await?.ok_or_else(Problem::not_found)?;
                // It is in the form, even if it is none of the first.
                if rows.iter().all(|listed| listed.id != row.id) {
                    rows.push(row.clone());
                }
                Some((id, row.name))
            }
        };
        let is_selected = |id| selected.as_ref().is_some_and(|(of, _)| *of == id);
        let listed = rows.into_iter().map(|row| (OrganizationId(row.id), row.name));
        let listed = listed.map(|(id, name)| Customer { id: id.to_string(), name, is_selected: is_selected(id) });
        Ok(Customers { tenant, listed: listed.collect(), more, selected })
    }

    /// The customer of the report.
    pub fn subject(&self) -> &str {
        self.selected.as_ref().map_or(&self.tenant, |(_, name)| name)
    }
}
