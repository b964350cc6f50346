//! Units of devices, machines in clouds and backups.

use super::meter::{Cost, Memory, Meter};
use crate::{
    fleet::{Fleet, account},
    ingest_load::{AT_ONCE, KINDS, bodies, send_all},
    machines::{Customer, Machine},
    memory::{anonymous, family_anonymous},
};
use serde_json::json;
use std::time::{Duration, Instant};

/// Machines that report before the measurement.
const WARM_UP: usize = 10;

/// Inventories of the kinds of the drill `ingest-load`. Their time is that of one of those that are sent at once.
pub async fn inventories(meter: &Meter<'_>) -> anyhow::Result<Vec<(&'static str, Cost)>> {
    let devices = meter.size.pick(2_000, 40);
    let (scene, listener) = (&meter.system.scene, &meter.system.listener);
    let admin = scene.stage.tenant("unit-inventories").await?;
    let customer = Customer::enrol(&admin, "Initech", &scene.server, listener, devices + WARM_UP).await?;
    let memory = Memory::of(listener.pid(), anonymous)?;
    let warm_up: Vec<Machine> = (devices..devices + WARM_UP).map(Machine::new).collect();
    send_all(customer.url.clone(), bodies(&warm_up, &KINDS[0])?).await?;
    let mut machines: Vec<Machine> = (0..devices).map(Machine::new).collect();
    let mut costs = vec![];
    for kind in KINDS {
        machines = machines.iter().map(kind.machine).collect();
        let bodies = bodies(&machines, kind)?;
        let sending = async {
            let (took, _) = send_all(customer.url.clone(), bodies).await?;
            anyhow::Ok(vec![took.mul_f64(AT_ONCE as f64 / devices as f64)])
        };
        let (grown, cost) = memory.growth(AT_ONCE, meter.measure_stored(devices, sending)).await?;
        costs.push((kind.name, cost.with_memory(grown)));
    }
    Ok(costs)
}

/// A check of a repository. Each check reads all packs, unlike a daily one.
pub async fn backup_check(meter: &Meter<'_>) -> anyhow::Result<Cost> {
    let (snapshots, checks) = meter.size.pick((20, 100), (1, 2));
    let scene = &meter.system.scene;
    let restic = scene.workplace.repository("vault")?;
    for number in 0..snapshots {
        restic.backup("srv-01", &scene.workplace.files("vault", &[20_000, 150_000], number)?)?;
    }
    let (organization, _) = scene.customer("vault").await;
    let expected = json!({"expected": {"offsite": false}});
    let repository = scene.repository("vault", &organization, &restic.location, &expected).await;
    scene.checked(&repository, None).await?;
    let memory = Memory::of(meter.system.worker.pid(), family_anonymous)?;
    scene.check(&repository).await?;
    let checking = async {
        let mut times = vec![];
        for _ in 0..checks {
            let started = Instant::now();
            scene.check(&repository).await?;
            times.push(started.elapsed());
        }
        anyhow::Ok(times)
    };
    let (grown, cost) = memory.growth(1, meter.measure_stored(checks, checking)).await?;
    Ok(cost.with_memory(grown))
}

/// A reading of machines that have not changed, for each of them. CPU of PostgreSQL contains the queries of the drill that
/// wait for the end of the reading. The time is that of a reading of all accounts.
pub async fn vm_sync(meter: &Meter<'_>, machines: usize) -> anyhow::Result<Cost> {
    let (accounts, readings) = meter.size.pick((20, 10), (2, 2));
    let scene = &meter.system.scene;
    let client = scene.server.client(&scene.stage.tenant("unit-machines").await?.key);
    for number in 0..accounts {
        account(&client, number).await;
    }
    let fleet = Fleet { stage: &scene.stage, accounts };
    fleet.verified().await?;
    let memory = Memory::of(meter.system.worker.pid(), anonymous)?;
    // The first reading stores the machines.
    fleet.read(accounts).await?;
    let reading = async {
        let mut times: Vec<Duration> = vec![];
        for _ in 0..readings {
            times.push(fleet.read(accounts).await?);
        }
        anyhow::Ok(times)
    };
    let all = accounts * machines;
    let (grown, cost) = memory.growth(all, meter.measure(readings * all, reading)).await?;
    Ok(cost.with_memory(grown))
}
