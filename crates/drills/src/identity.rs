//! No device is taken over by another: clones, re-images, containers and unset firmware identifiers have the results of
//! the table in `docs/inventory.md`. Each case has its own tenant.

mod cases;

use crate::{
    Outcome, Size,
    machines::{Customer, Machine, Reporter, Site},
};
use futures::{StreamExt, TryStreamExt, stream};
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Machines that report at the same time.
const AT_ONCE: usize = 8;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let clones = size.pick(200, 40);
    let site = Site::set("-c fsync=off").await?;
    let reporter = Reporter::new()?;
    let mut outcome = Outcome::default();
    cloned(&site, &reporter, clones, &mut outcome).await?;
    let mut kept = 0;
    for case in cases::ALL {
        let customer = site.customer(case.label, 100).await?;
        match (case.run)(&customer, &reporter).await {
            Ok(()) => kept += 1,
            Err(error) => outcome.promise(false, format!("{}: {error:#}", case.about)),
        }
    }
    outcome.figure(format!("{kept} of {} cases of the table have the documented result", cases::ALL.len()));
    Ok(outcome)
}

/// Machines that were cloned before their agents first ran: one UUID, one serial number, an agent id each.
async fn cloned(site: &Site, reporter: &Reporter, clones: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
    let customer = site.customer("clones", clones).await?;
    let original = Machine::new(1);
    let machine = |number: usize| Machine {
        uuid: original.uuid.clone(),
        serial: original.serial.clone(),
        ..Machine::new(number)
    };
    let mut machines: Vec<Machine> = (0..clones).map(machine).collect();
    let mut devices: Vec<BTreeMap<String, String>> = vec![];
    let mut order = StdRng::seed_from_u64(17);
    let url = customer.url.as_str();
    for _ in 0..3 {
        machines.shuffle(&mut order);
        stream::iter(&machines)
            .map(|machine| async move { reporter.report(url, machine, &machine.full()).await })
            .buffer_unordered(AT_ONCE)
            .try_collect::<Vec<_>>()
            .await?;
        machines.iter_mut().for_each(|machine| *machine = machine.later());
        devices.push(by_name(&all_rows(&customer).await));
    }
    let flagged = customer.count("identity_conflict=true").await;
    let same = devices.iter().all(|round| *round == devices[0]);
    let ids: BTreeSet<&String> = devices.iter().flat_map(BTreeMap::values).collect();
    let evicted = ids.len() - devices[0].len().min(ids.len());
    outcome.figure(format!("{clones} clones, {} devices, {flagged} flagged, {evicted} evictions", devices[0].len()));
    outcome.promise(devices[0].len() == clones, "each clone is a device");
    outcome.promise(flagged == clones as i64, "each clone is flagged");
    outcome.promise(same && evicted == 0, "no clone takes another's device");
    let root = site.stage.database.root().await;
    let reported =
        "select count(distinct subject_id) from events where tenant_id = $1 and type = 'device.identity_conflict'";
    let reported: i64 = root.query_one(reported, &[&customer.tenant]).await?.get(0);
    outcome.figure(format!("{reported} devices with an event about the conflict"));
    outcome.promise(reported == clones as i64, "each conflict has an event");
    Ok(())
}

/// The ids of devices by their names.
fn by_name(rows: &[Value]) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    rows.iter().map(|row| (text(&row["name"]), text(&row["id"]))).collect()
}

async fn all_rows(customer: &Customer) -> Vec<Value> {
    let text = customer.client.get("/api/rmm/reports/asset-inventory?format=ndjson&fields=name").await.expect(200);
    let lines = text.body.as_str().unwrap_or_default().lines();
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}
