//! The directory of cells, if there are several: PostgreSQL can replicate it, this cell receives it, and all of its tenants are in it.

use anyhow::ensure;
use tokio_postgres::Client;

const STATE: &str = "select this_cell.name,
        current_setting('wal_level') as wal_level,
        exists (select from pg_publication where pubname = 'directory') as is_home,
        exists (select from pg_stat_subscription where subname like 'directory\\_%' and pid is not null) as is_receiving,
        (select count(*) from cells) as cells,
        (select count(*) from tenants
            where not exists (select from directory where directory.tenant_id = tenants.id)) as missing
    from this_cell";

pub async fn directory(client: &Client) -> anyhow::Result<String> {
    let Some(row) = client.query_opt(STATE, &[]).await? else {
        return Ok("this is the only cell".to_owned());
    };
    let (name, level): (&str, &str) = (row.get("name"), row.get("wal_level"));
    let (is_home, is_receiving): (bool, bool) = (row.get("is_home"), row.get("is_receiving"));
    let (cells, missing): (i64, i64) = (row.get("cells"), row.get("missing"));
    ensure!(level == "logical", "wal_level is {level}");
    ensure!(is_home || is_receiving, "the directory is not received from its home");
    ensure!(missing == 0, "{missing} tenants are not in the directory");
    let place = if is_home { "the home of the directory" } else { "which receives the directory" };
    Ok(format!("this is {name}, {place}, one of {cells}"))
}
