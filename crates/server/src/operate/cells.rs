//! `tenant-control cell …`: the cells of an installation, and what this cell enters into their directory.
//!
//! The first cell that gets a name is the home of the directory: it publishes the tables. The others subscribe to them. Every
//! step can be repeated after a failure.

pub mod analytics;
mod link;
mod request;
pub mod status;

use anyhow::{Context, bail, ensure};
use kernel::{
    clock::Clock,
    db::{Db, Reason},
    settings::{Migration, Tls},
};
use link::Link;
use queries::{
    client::Params,
    queries::directory::directory::{
        Cells, EnterDomainsParams, EnterTenantParams, EnterTenantsParams, cells, enter_domains, enter_tenant,
        enter_tenants, local_domains, local_tenants, proven_domains, remove_cell, remove_domains_but, remove_tenants,
        store_cell, this_cell,
    },
    queries::operate::tenants::tenant_by_domain,
};
use uuid::Uuid;

/// The name of a cell and the public URL of its servers.
pub struct Cell {
    pub name: String,
    pub url: String,
}

impl Cell {
    /// The name is also that of a backend of the router, and a part of the names of a subscription and a replication slot.
    /// An underscore is refused: slots have it instead of the hyphen, and `agents_…` are other backends.
    pub fn new(name: &str, url: &str) -> anyhow::Result<Cell> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let fits = (1..=40).contains(&name.len()) && name.starts_with(|first: char| first.is_ascii_lowercase());
        ensure!(
            fits && name.bytes().all(plain),
            "{name:?}: a name has at most 40 of a-z, 0-9 and -, and begins with a-z"
        );
        let url = url.trim_end_matches('/');
        ensure!(url.starts_with("https://") || url.starts_with("http://"), "{url:?} is not a URL of servers");
        Ok(Cell { name: name.to_owned(), url: url.to_owned() })
    }
}

/// The tenants and domains of this cell that were entered into the directory.
#[derive(Debug, Default)]
pub struct Entered {
    pub tenants: usize,
    pub sso_domains: usize,
    /// Domains of tenants, or SSO domains, that another tenant has in the directory.
    pub refused: Vec<String>,
}

/// Names the first cell, which becomes the home of the directory, and enters its tenants. Also changes the URL of the home.
pub async fn name(db: &Db, clock: Clock, migration: &Migration, tls: &Tls, cell: &Cell) -> anyhow::Result<Entered> {
    let link = Link::open(migration, tls).await?;
    link.check_wal().await?;
    ensure!(!db.has_other_home(), "TC_DIRECTORY_URL is set: use `tenant-control cell join` for another cell");
    ensure!(link.subscription().await?.is_none(), "this cell has joined another one: its home is there");
    link.name_this(&cell.name).await?;
    link.publish().await?;
    sync(db, clock, Some(cell)).await
}

/// Joins the cell to the others. `from` is how this PostgreSQL connects to the home's.
pub async fn join(
    db: &Db,
    clock: Clock,
    (migration, tls): (&Migration, &Tls),
    cell: &Cell,
    from: &str,
) -> anyhow::Result<Entered> {
    ensure!(db.has_other_home(), "set TC_DIRECTORY_URL to the home of the directory");
    let home = db.home(Reason::Directory).await?;
    let of_home = this_cell().bind(&*home).opt().await?;
    let of_home = of_home.filter(|cell| cell.is_home).context("the cell at TC_DIRECTORY_URL is not the home")?;
    ensure!(of_home.name != cell.name, "the home has this name");
    let known = cells().bind(&*home).all().await?;
    drop(home);
    let link = Link::open(migration, tls).await?;
    link.check_wal().await?;
    let named = link.this_name().await?;
    ensure!(named.as_deref().is_none_or(|named| named == cell.name), "this cell has another name, and keeps it");
    let is_ours = link.has_subscribed(&cell.name).await? || named.is_some();
    ensure!(is_ours || !known.iter().any(|known| known.name == cell.name), "another cell has this name");
    link.subscribe(&cell.name, from).await?;
    link.copied().await?;
    // Before the cell has its name: its servers serve all of its tenants until then.
    let entered = enter(db, clock, cell).await?;
    ensure!(
        entered.refused.is_empty(),
        "other tenants in the directory have these domains: {}",
        entered.refused.join(", ")
    );
    link.name_this(&cell.name).await?;
    Ok(entered)
}

/// Removes this cell from the installation. It must have no tenants but its platform tenant; the home must be the only cell.
pub async fn remove(db: &Db, migration: &Migration, tls: &Tls) -> anyhow::Result<()> {
    let link = Link::open(migration, tls).await?;
    let name = link.this_name().await?.context("this cell has no name")?;
    let is_home = link.is_home().await?;
    link.check_unused(is_home).await?;
    if !is_home {
        ensure!(db.has_other_home(), "set TC_DIRECTORY_URL to the home of the directory");
        let home = db.home(Reason::Directory).await?;
        remove_tenants().bind(&*home, &name.as_str()).all().await?;
        let known = cells().bind(&*home).all().await?.into_iter().any(|cell| cell.name == name);
        if known && remove_cell().bind(&*home, &name.as_str()).opt().await?.is_none() {
            bail!("the directory has tenants in this cell: move them first");
        }
        drop(home);
    } else {
        let others = list(db).await?.into_iter().filter(|cell| !cell.is_this).count();
        ensure!(others == 0, "this cell is the home of the directory, and {others} other cells use it");
    }
    link.dissolve().await
}

/// All cells, as this cell knows them.
pub async fn list(db: &Db) -> anyhow::Result<Vec<Cells>> {
    let system = db.system(Reason::Operator).await?;
    Ok(cells().bind(&*system).all().await?)
}

/// Enters what the directory lacks of this cell, and removes SSO domains that its tenants have given up.
pub async fn sync(db: &Db, clock: Clock, new: Option<&Cell>) -> anyhow::Result<Entered> {
    let system = db.system(Reason::Directory).await?;
    let this = this_cell().bind(&*system).opt().await?.context("this cell has no name: `tenant-control cell name`")?;
    let known = cells().bind(&*system).all().await?;
    drop(system);
    db.check_home(this.is_home)?;
    match (new, known.into_iter().find(|cell| cell.is_this)) {
        (Some(new), _) => enter(db, clock, new).await,
        (None, Some(known)) => enter(db, clock, &Cell { name: known.name, url: known.url }).await,
        (None, None) => bail!("the directory does not know this cell: `tenant-control cell name` or `cell join`"),
    }
}

async fn enter(db: &Db, clock: Clock, cell: &Cell) -> anyhow::Result<Entered> {
    let system = db.system(Reason::Directory).await?;
    let tenants = local_tenants().bind(&*system).all().await?;
    let domains = local_domains().bind(&*system).all().await?;
    let proven = proven_domains().bind(&*system).all().await?;
    drop(system);
    let home = db.home(Reason::Directory).await?;
    store_cell().bind(&*home, &cell.name.as_str(), &cell.url.as_str()).one().await?;
    let params = EnterTenantsParams {
        cell: cell.name.as_str(),
        now: clock.now(),
        routings: tenants.iter().map(|tenant| tenant.routing.as_str()).collect::<Vec<_>>(),
        tenant_ids: tenants.iter().map(|tenant| tenant.tenant_id).collect::<Vec<Uuid>>(),
        domains: tenants.iter().map(|tenant| tenant.domain.as_str()).collect::<Vec<_>>(),
    };
    let mut refused = enter_tenants().params(&*home, &params).all().await?;
    let params = EnterDomainsParams {
        domains: domains.iter().map(|domain| domain.domain.as_str()).collect::<Vec<_>>(),
        routings: domains.iter().map(|domain| domain.routing.as_str()).collect::<Vec<_>>(),
    };
    refused.extend(enter_domains().params(&*home, &params).all().await?);
    remove_domains_but().bind(&*home, &cell.name.as_str(), &proven.as_slice()).all().await?;
    Ok(Entered { tenants: tenants.len(), sso_domains: domains.len(), refused })
}

/// The place of a new tenant.
pub struct Reserved {
    pub routing: String,
    pub tenant: Uuid,
}

/// Reserves the domain of a new tenant in the directory, if there are cells. If the creation of the tenant fails afterwards,
/// a repetition takes over the reservation.
pub async fn reserve(db: &Db, clock: Clock, new: Reserved, domain: &str) -> anyhow::Result<Reserved> {
    let system = db.system(Reason::Directory).await?;
    let Some(this) = this_cell().bind(&*system).opt().await? else { return Ok(new) };
    // It may not be in the directory yet, and would lose its place there to the new one.
    let present = tenant_by_domain().bind(&*system, &domain).opt().await?;
    ensure!(present.is_none(), "another tenant has this domain");
    drop(system);
    db.check_home(this.is_home)?;
    let home = db.home(Reason::Directory).await.map_err(anyhow::Error::from);
    let home = home.context("the home of the directory cannot be reached, and tenants are created there first")?;
    let params = EnterTenantParams {
        routing: new.routing.as_str(),
        tenant_id: new.tenant,
        domain,
        cell: this.name.as_str(),
        now: clock.now(),
    };
    let entered = enter_tenant().params(&*home, &params).opt().await?;
    let entered = entered.context("a tenant of another cell has this domain")?;
    Ok(Reserved { routing: entered.routing, tenant: entered.tenant_id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_a_plain_name_and_a_url() {
        assert_eq!(Cell::new("eu-2", "https://eu2.example.com/").unwrap().url, "https://eu2.example.com");
        for (name, url) in
            [("", "https://a"), ("2eu", "https://a"), ("EU", "https://a"), ("eu_2", "https://a"), ("eu", "a")]
        {
            assert!(Cell::new(name, url).is_err(), "{name:?} {url:?}");
        }
    }
}
