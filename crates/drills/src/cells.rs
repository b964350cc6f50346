//! Two cells behind a router: mixed requests of many tenants, with credentials of every kind, while the maps of the router
//! are stale, the router is restarted, and the cell that is the home of the directory is killed. No response is wrong, no
//! tenant gets a row of another, and the tenants of the other cell are not affected.
//!
//! The router is HAProxy with `deploy/router/haproxy.cfg`, in which only addresses are replaced. A 421 is right only if the
//! same request then succeeds at the URL that it names.

mod cell;
mod figures;
mod load;
mod router;

use crate::{
    Outcome, Size,
    bench::{Times, cpu_seconds},
};
use anyhow::{Context, ensure};
use cell::Cell;
use figures::Keys;
use load::{Load, Phase, Tally, Tenant};
use router::{Feeder, Router};
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::sleep;

const HOME: usize = 0;
const OTHER: usize = 1;

/// The time within which the feeder must correct a map, also on a busy machine.
const CORRECTED: Duration = Duration::from_secs(30);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (tenants, requests) = size.pick((200, 10_000), (12, 600));
    let mut outcome = Outcome::default();
    let mut scene = Scene::set(tenants, size.pick(2, 1)).await?;
    let part = requests / 5;

    let fed = scene.corrected().await?;
    let ordinary = scene.send(part, Phase::Ordinary).await?;
    outcome.promise(ordinary.redirected == 0, "a map that is equal to the directory leads to the right cell");
    scene.compare(size.pick(1000, 100), &mut outcome).await?;

    let stale = scene.send_with_stale_map(part).await?;
    outcome.promise(stale.redirected > 0, "the map was stale");
    let restarted = scene.restart_router(part).await?;
    let corrected = scene.corrected().await?;
    // These tenants are not created earlier, because the compared maps have only the routes of the tenants of the load.
    let keys = Keys::create(&scene.cells).await?;
    let killed = scene.kill_home(part / 2).await?;
    let without = scene.send(part - part / 2, Phase::Without(HOME)).await?;
    outcome.promise(without.unavailable > 0, "requests of the killed cell are refused");
    scene.without_home(&mut outcome).await?;
    keys.check_without(&scene.cells[HOME], &scene.cells[OTHER], &mut outcome).await?;
    scene.revive_home().await?;
    let revived = scene.send(requests - 4 * part, Phase::Ordinary).await?;
    keys.check_sum(&scene.cells[OTHER], &mut outcome).await?;

    let phases = [ordinary, stale, restarted, killed, without, revived];
    outcome.figure(format!(
        "maps of {tenants} tenants fed within {:.1} s, corrected after a restart with stale files within {:.1} s",
        fed.as_secs_f64(),
        corrected.as_secs_f64()
    ));
    report(&phases, &mut outcome);
    scene.check_rows(&phases, &mut outcome).await?;
    Ok(outcome)
}

fn report(phases: &[Tally], outcome: &mut Outcome) {
    let sum = |of: fn(&Tally) -> usize| phases.iter().map(of).sum::<usize>();
    let wrong: Vec<&String> = phases.iter().flat_map(|phase| &phase.wrong).collect();
    wrong.iter().take(20).for_each(|line| eprintln!("cells: {line}"));
    let (sent, right, redirected) = (sum(|phase| phase.sent), sum(|phase| phase.right), sum(|phase| phase.redirected));
    let (unavailable, repeated, foreign) =
        (sum(|phase| phase.unavailable), sum(|phase| phase.repeated), sum(|phase| phase.foreign));
    outcome.figure(format!(
        "{sent} requests: {right} right, of which {redirected} after a 421 and {repeated} repeated while the router restarted; \
         {unavailable} refused because their cell was killed; {} wrong, {foreign} foreign rows",
        wrong.len()
    ));
    outcome.promise(wrong.is_empty(), format!("no response is wrong ({} are)", wrong.len()));
    outcome.promise(foreign == 0, format!("no tenant gets a row of another ({foreign} were sent)"));
    outcome.promise(sent == right + unavailable, "every request gets a response, or its cell is down");
}

struct Scene {
    cells: Vec<Cell>,
    router: Router,
    feeder: Option<Feeder>,
    load: Arc<Load>,
    next: usize,
}

impl Scene {
    async fn set(tenants: usize, servers: usize) -> anyhow::Result<Scene> {
        let home = Cell::start("eu1", "127.0.0.21", servers, None).await?;
        home.operate(&["cell", "name", home.name, "--url", home.url()]).await?;
        let other = Cell::start("eu2", "127.0.0.22", servers, Some(&home.stage.database)).await?;
        // The second cell has a tenant before it joins.
        let mut all = vec![Tenant::create(&other, OTHER, 0).await?];
        let from = home.connection_string();
        other.operate(&["cell", "join", other.name, "--url", other.url(), "--from", &from]).await?;
        let cells = vec![home, other];
        for number in 1..tenants {
            let cell = number % cells.len();
            all.push(Tenant::create(&cells[cell], cell, number).await?);
        }
        let router = Router::start(&cells).await?;
        let feeder = Some(Feeder::start(&cells[OTHER], &router)?);
        let load = Load::new(&router, all, &cells)?;
        Ok(Scene { cells, router, feeder, load, next: 0 })
    }

    async fn send(&mut self, count: usize, phase: Phase) -> anyhow::Result<Tally> {
        let first = self.next;
        self.next += count;
        Ok(self.load.clone().send(first..first + count, phase).await)
    }

    /// Waits until the map is right, and returns the time.
    async fn corrected(&self) -> anyhow::Result<Duration> {
        let (right, started) = (self.right_map(), Instant::now());
        loop {
            let map = self.router.map().await?;
            if map == right {
                return Ok(started.elapsed());
            }
            let missing = right.iter().filter(|(key, cell)| map.get(*key) != Some(cell)).count();
            ensure!(
                started.elapsed() < CORRECTED,
                "the map still differs: {missing} of {} routes are wrong",
                right.len()
            );
            sleep(Duration::from_millis(50)).await;
        }
    }

    fn right_map(&self) -> BTreeMap<String, String> {
        let routes = self
            .load
            .tenants
            .iter()
            .map(|tenant| (tenant.routing().to_owned(), self.cells[tenant.cell].name.to_owned()));
        routes.collect()
    }

    /// The same map with every second tenant in the wrong cell.
    fn stale_map(&self) -> BTreeMap<String, String> {
        let other = |cell: &str| self.cells.iter().map(|cell| cell.name).find(|name| *name != cell).unwrap_or_default();
        let right = self.right_map().into_iter().enumerate();
        right.map(|(at, (key, cell))| if at % 2 == 0 { (key, other(&cell).to_owned()) } else { (key, cell) }).collect()
    }

    async fn send_with_stale_map(&mut self, count: usize) -> anyhow::Result<Tally> {
        self.feeder = None;
        self.router.set(&self.stale_map()).await?;
        self.send(count, Phase::Ordinary).await
    }

    /// The router starts with stale files, and is corrected while requests are sent.
    async fn restart_router(&mut self, count: usize) -> anyhow::Result<Tally> {
        let first = self.next;
        self.next += count;
        let sending = tokio::spawn(self.load.clone().send(first..first + count, Phase::Restart));
        sleep(Duration::from_millis(200)).await;
        self.router.kill();
        self.router.write(&self.stale_map())?;
        self.router.start_again().await?;
        self.feeder = Some(Feeder::start(&self.cells[OTHER], &self.router)?);
        Ok(sending.await?)
    }

    async fn kill_home(&mut self, count: usize) -> anyhow::Result<Tally> {
        let first = self.next;
        self.next += count;
        let sending = tokio::spawn(self.load.clone().send(first..first + count, Phase::Without(HOME)));
        sleep(Duration::from_millis(50)).await;
        self.cells[HOME].kill()?;
        Ok(sending.await?)
    }

    /// Checks that `cell status` shows which cell is down, and that tenants cannot be created.
    async fn without_home(&self, outcome: &mut Outcome) -> anyhow::Result<()> {
        let other = &self.cells[OTHER];
        let (succeeded, printed) = other.try_operate(&["cell", "status"]).await?;
        let seen =
            |cell: &Cell, state: &str| printed.lines().any(|line| line.starts_with(&format!("{}\t{state}", cell.name)));
        let both =
            seen(&self.cells[HOME], "unreachable") && !seen(other, "unreachable") && printed.contains(other.name);
        outcome.promise(!succeeded && both, format!("`cell status` shows which cell is down:\n{printed}"));
        let new = ["tenant", "create", "--name", "Later", "--domain", "later.example"];
        outcome.promise(!other.try_operate(&new).await?.0, "a tenant is not created while the home is down");
        Ok(())
    }

    async fn revive_home(&mut self) -> anyhow::Result<()> {
        self.cells[HOME].revive().await?;
        self.router.until_up().await?;
        let new = ["tenant", "create", "--name", "Later", "--domain", "later.example"];
        self.cells[OTHER].operate(&new).await.context("the creation that failed is repeated")?;
        Ok(())
    }

    /// The same reads with and without the router, in turn.
    async fn compare(&self, count: usize, outcome: &mut Outcome) -> anyhow::Result<()> {
        let [mut direct, mut routed] = [vec![], vec![]];
        let before = cpu_seconds(self.router.pid())?;
        let servers_before = self.cells.iter().map(Cell::cpu_seconds).sum::<anyhow::Result<f64>>()?;
        for number in 0..count {
            let tenant = &self.load.tenants[number % self.load.tenants.len()];
            direct.push(self.load.read(self.cells[tenant.cell].url(), tenant).await?);
            routed.push(self.load.read(&self.router.base, tenant).await?);
        }
        let router = cpu_seconds(self.router.pid())? - before;
        let servers = self.cells.iter().map(Cell::cpu_seconds).sum::<anyhow::Result<f64>>()? - servers_before;
        let (direct, routed) = (Times::of(direct), Times::of(routed));
        outcome.figure(format!("a read without the router {direct}, with it {routed}"));
        let (each, share) = (router / count as f64 * 1e6, 200.0 * router / (servers + 2.0 * router).max(f64::EPSILON));
        outcome.figure(format!(
            "the router takes {each:.0} µs of CPU for a request, {share:.0} % of that of router and server"
        ));
        Ok(())
    }

    /// Every acknowledged write is in the cell of its tenant once, and no cell has a row of a tenant of the other.
    async fn check_rows(&self, phases: &[Tally], outcome: &mut Outcome) -> anyhow::Result<()> {
        let mut expected: BTreeMap<usize, i64> = BTreeMap::new();
        for number in phases.iter().flat_map(|phase| &phase.written) {
            *expected.entry(*number).or_default() += 1;
        }
        let (mut misplaced, mut lost, mut surplus) = (0, 0, 0);
        for (number, cell) in self.cells.iter().enumerate() {
            let root = cell.stage.database.root().await;
            for (place, tenant) in self.load.tenants.iter().enumerate() {
                let query = "select count(*) from organizations where tenant_id = $1";
                let rows: i64 = root.query_one(query, &[&tenant.id]).await?.get(0);
                let written = expected.get(&place).copied().unwrap_or_default() + tenant.organizations.len() as i64;
                match tenant.cell == number {
                    true => {
                        lost += (written - rows).max(0);
                        surplus += (rows - written).max(0);
                    }
                    false => misplaced += rows,
                }
            }
        }
        let written: i64 = expected.values().sum();
        outcome.figure(format!("{written} acknowledged writes: {lost} lost; {misplaced} rows in the wrong cell"));
        // The response of a stored write is lost if the cell is killed before it is sent.
        let unconfirmed = phases.iter().map(|phase| phase.unavailable as i64).sum::<i64>();
        outcome.promise(lost == 0, format!("every acknowledged write is stored ({lost} are not)"));
        outcome.promise(
            surplus <= unconfirmed,
            format!("no write is stored twice ({surplus} more rows than acknowledged)"),
        );
        outcome.promise(misplaced == 0, "no cell has rows of a tenant of the other");
        outcome.promise(written > 0, "there were writes");
        Ok(())
    }
}
