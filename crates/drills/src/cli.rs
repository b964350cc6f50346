//! Every command of `tenantctl` is called as its help shows, after the objects that the example names are prepared: it ends
//! as documented, never prompts without a terminal, and prints JSON that `jq` reads. Each documented exit code is caused
//! once. The start, one list and the memory of a long list are measured.

mod codes;
mod examples;
mod needs;
mod speed;

use crate::{
    Outcome, Size,
    command_line::{Home, commands},
    stage::Stage,
};
use testkit::ServerProcess;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let mut outcome = Outcome::default();
    let leaves = commands::all(&Home::make()?).await?;
    outcome.promise(leaves.iter().all(|leaf| !leaf.examples.is_empty()), "every command has an example");
    examples::check(&stage, &server, &leaves, &mut outcome).await?;
    codes::check(&stage, &server, &mut outcome).await?;
    drop(server);
    speed::measure(size, &mut outcome).await?;
    Ok(outcome)
}
