//! `tenant-control user …`: the users of tenants. Most are created by their first sign-in.

use crate::operate::{
    Refused,
    audit::{Entry, OperatorChange},
};
use anyhow::{Context, anyhow};
use api::{Role, TenantId, UserId};
use kernel::{
    clock::Clock,
    db::{Db, OnConstraint, Reason},
};
use queries::{
    client::Params,
    queries::operate::users::{CreateUserParams, UserRow, create_user, list_users},
};
use serde_json::json;

pub struct NewUser {
    /// The tenant's domain.
    pub tenant: String,
    pub email: String,
    pub role: Role,
    pub name: Option<String>,
}

pub async fn create(db: &Db, clock: Clock, new: NewUser) -> anyhow::Result<UserId> {
    let change = OperatorChange::begin(db, clock).await?;
    let id = clock.id();
    let params = CreateUserParams {
        id,
        email: new.email.trim().to_lowercase(),
        name: new.name.as_deref().map(str::trim),
        role: new.role.name(),
        now: clock.now(),
        tenant_domain: new.tenant.as_str(),
    };
    let entered = create_user().params(&*change, &params).opt().await;
    let entered = entered
        .on_constraint(&[
            ("users_email_is_unique", || Refused(anyhow!("the tenant already has a user with this e-mail address"))),
            ("users_email_is_one", || Refused(anyhow!("not an e-mail address, such as samir@acme.example"))),
            ("users_name_has_a_length", || Refused(anyhow!("a name has 1 to 200 characters"))),
        ])
        .map_err(|Refused(why)| why)?;
    let tenant = entered.with_context(|| format!("no tenant has the domain {}", new.tenant))?;
    let after = json!({"email": params.email, "name": params.name, "role": params.role});
    let (tenant, id_text) = (TenantId(tenant), UserId(id).to_string());
    let entry = Entry { tenant, kind: "user", id: id_text, before: None, after: Some(after) };
    change.finish("operator.user.create", &[entry]).await?;
    Ok(UserId(id))
}

pub async fn list(db: &Db, tenant: &str) -> anyhow::Result<Vec<UserRow>> {
    let system = db.system(Reason::Operator).await?;
    Ok(list_users().bind(&*system, &tenant).all().await?)
}
