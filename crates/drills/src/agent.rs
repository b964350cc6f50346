//! Real agents report the machine that the drill runs on: the FusionInventory agent of Debian and, if its archive is
//! given, the GLPI Agent. A device is in the report within two seconds; an unchanged inventory adds no history; and
//! environment variables, which agents send, are not stored anywhere.

mod recorder;

use crate::{
    Outcome, Size,
    machines::{Customer, Site},
};
use anyhow::{Context, bail, ensure};
use recorder::{Language, Message, Recorder};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    sync::OnceLock,
    time::{Duration, Instant},
};
use tokio::{process::Command, time::sleep};

/// The archive of the GLPI Agent, or the folder that it was unpacked to.
pub static GLPI_AGENT: OnceLock<PathBuf> = OnceLock::new();

/// The Perl modules that the GLPI Agent needs, as Debian's packages.
const GLPI_NEEDS: &str = "libuniversal-require-perl libwww-perl libxml-libxml-perl libyaml-tiny-perl libfile-which-perl \
    libtext-template-perl libcpanel-json-xs-perl libdatetime-perl libnet-ip-perl libdata-uuid-perl libhttp-daemon-perl";

const SEEN_WITHIN: Duration = Duration::from_secs(2);

/// The timeout of one run of an agent.
const RUN_TIMEOUT: Duration = Duration::from_secs(120);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let site = Site::set("-c fsync=off").await?;
    fusion(&site, &mut outcome).await?;
    match GLPI_AGENT.get() {
        Some(path) => glpi(&site, path, size, &mut outcome).await?,
        None => outcome.not_asked("the GLPI Agent (no --glpi-agent)"),
    }
    Ok(outcome)
}

/// A folder for an agent's state, and a value in its environment that must not be stored.
struct Workplace {
    folder: PathBuf,
    secret: String,
}

impl Workplace {
    fn new(name: &str) -> anyhow::Result<Workplace> {
        let number = rand::random::<u64>();
        let folder = std::env::temp_dir().join(format!("tenant-control-{name}-{number:016x}"));
        fs::create_dir_all(&folder)?;
        Ok(Workplace { folder, secret: format!("planted{number:016x}") })
    }

    /// Runs an agent to its end.
    async fn run(&self, program: &mut Command) -> anyhow::Result<()> {
        program.env("TENANT_CONTROL_DRILL", &self.secret).stdin(Stdio::null()).kill_on_drop(true);
        let ended = tokio::time::timeout(RUN_TIMEOUT, program.output()).await.context("the agent hangs")??;
        let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
        ensure!(ended.status.success(), "the agent ended with {}: {errors}", ended.status);
        Ok(())
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

async fn fusion(site: &Site, outcome: &mut Outcome) -> anyhow::Result<()> {
    let customer = site.customer("fusion", 10).await?;
    let recorder = Recorder::start(&customer.url).await?;
    let place = Workplace::new("fusion")?;
    let agent = || {
        let mut command = Command::new("fusioninventory-agent");
        command.args(["--server", &recorder.url, "--tag", "drill", "--tasks", "inventory", "--force", "--no-httpd"]);
        command.args(["--logger", "stderr"]);
        command
    };
    customer.count("").await; // the first call compiles the schema of the response
    place.run(&mut agent()).await.context("fusioninventory-agent (scripts/install brings it)")?;
    let seen = appears(&customer, &recorder).await?;
    let after_one = history_rows(site, &customer).await?;
    place.run(&mut agent()).await?;
    let messages = recorder.take();
    let xml = messages.iter().all(|message| message.language == Language::Xml);
    outcome.figure(format!(
        "FusionInventory: {} messages, in the report after {} ms, {} programs",
        messages.len(),
        seen.as_millis(),
        customer.rows("").await[0]["software_count"]
    ));
    outcome.promise(seen < SEEN_WITHIN, "a machine with FusionInventory is in the report within 2 s");
    outcome.promise(xml, "the FusionInventory agent sends XML and receives XML");
    let sent = messages.iter().any(|message| message.text.contains(&place.secret));
    outcome.promise(sent, "the agent sends its environment, so that there is something to drop");
    same_device(site, &customer, after_one, "FusionInventory", outcome).await?;
    check_not_stored(site, &place.secret, outcome).await
}

async fn glpi(site: &Site, path: &Path, size: Size, outcome: &mut Outcome) -> anyhow::Result<()> {
    let customer = site.customer("glpi", 10).await?;
    let recorder = Recorder::start(&customer.url).await?;
    let place = Workplace::new("glpi")?;
    let folder = unpacked(path, &place.folder).await?;
    let state = place.folder.join("state");
    fs::create_dir_all(&state)?;
    let agent = |more: &[&str]| {
        let mut command = Command::new("perl");
        command.arg("-Ilib").arg("bin/glpi-agent").args(["--server", &recorder.url, "--tag", "drill"]);
        command.args(["--tasks", "inventory", "--no-httpd", "--conf-file", "etc/agent.cfg", "--logger", "stderr"]);
        command.arg("--vardir").arg(&state).args(more).current_dir(&folder);
        command
    };
    customer.count("").await; // the first call compiles the schema of the response
    let first = place.run(&mut agent(&["--force"])).await;
    first.with_context(|| format!("glpi-agent (it needs: apt-get install {GLPI_NEEDS})"))?;
    let seen = appears(&customer, &recorder).await?;
    let after_one = history_rows(site, &customer).await?;
    let first = recorder.take();
    let kinds: Vec<String> = first.iter().map(Message::kind).collect();
    outcome.figure(format!("GLPI: in the report after {} ms, first run {}", seen.as_millis(), kinds.join(", ")));
    outcome.promise(seen < SEEN_WITHIN, "a machine with the GLPI Agent is in the report within 2 s");
    let begins = first.first().is_some_and(|message| message.language == Language::Xml && message.action == "prolog");
    let goes_on =
        first.last().is_some_and(|message| message.language == Language::Json && message.action == "inventory");
    outcome.promise(begins && goes_on, "the first run begins in XML and goes on in JSON");

    place.run(&mut agent(&[])).await?;
    let second = recorder.take();
    let partial = |message: &&Message| message.action == "inventory" && message.partial;
    let json = second.iter().all(|message| message.language == Language::Json);
    outcome.promise(json && second.iter().any(|message| partial(&message)), "the second run is JSON and partial");
    // The agent counts partial inventories only while something changes, so a full one has to be requested.
    let (expected, mut partials, mut fulls) = (size.pick(14, 2), 1, 0);
    for run in 1..=20 {
        let more: &[&str] = if partials < expected && run < 20 { &[] } else { &["--full"] };
        place.run(&mut agent(more)).await?;
        for inventory in recorder.take().into_iter().filter(|message| message.action == "inventory") {
            *(if inventory.partial { &mut partials } else { &mut fulls }) += 1;
        }
        if !more.is_empty() {
            break;
        }
    }
    let largest = second.iter().filter(partial).map(|message| message.bytes).max().unwrap_or_default();
    outcome.figure(format!("{partials} partial ones ({largest} bytes) and {fulls} full"));
    outcome.promise(fulls >= 1, "a full inventory follows the partial ones");
    outcome.promise_in_full(size, partials >= 14, "14 inventories are partial");
    same_device(site, &customer, after_one, "GLPI", outcome).await?;
    check_not_stored(site, &place.secret, outcome).await
}

/// The folder of an agent, which may be given as an archive.
async fn unpacked(path: &Path, to: &Path) -> anyhow::Result<PathBuf> {
    let mut folder = path.to_owned();
    if path.is_file() {
        let unpacked = Command::new("tar").arg("-xzf").arg(path).arg("-C").arg(to).status().await?;
        ensure!(unpacked.success(), "{} cannot be unpacked", path.display());
        folder = to.to_owned();
    }
    let below = fs::read_dir(&folder)?.flatten().map(|entry| entry.path());
    let mut candidates = [folder.clone()].into_iter().chain(below);
    candidates.find(|path| path.join("bin/glpi-agent").is_file()).context("no bin/glpi-agent in the archive")
}

/// The time from the listener's response to the inventory until the machine is in the report.
async fn appears(customer: &Customer, recorder: &Recorder) -> anyhow::Result<Duration> {
    let until = Instant::now() + Duration::from_secs(10);
    while Instant::now() < until {
        if customer.count("").await == 1 {
            let reported = recorder.last_inventory().context("the agent has sent no inventory")?;
            return Ok(reported.elapsed());
        }
        sleep(Duration::from_millis(20)).await;
    }
    bail!("the machine is not in the report; the listener got {:?}", recorder.kinds())
}

async fn history_rows(site: &Site, customer: &Customer) -> anyhow::Result<i64> {
    let root = site.stage.database.root().await;
    let count = "select count(*) from device_history where tenant_id = $1";
    Ok(root.query_one(count, &[&customer.tenant]).await?.get(0))
}

/// Checks that there is still one device, and that its history has no new rows.
async fn same_device(
    site: &Site,
    customer: &Customer,
    before: i64,
    agent: &str,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let spurious = history_rows(site, customer).await? - before;
    let root = site.stage.database.root().await;
    let changes = "select coalesce(string_agg(changes::text, '; '), '') from (
        select changes from device_history where tenant_id = $1 order by id desc limit $2) as last";
    let changes: String = root.query_one(changes, &[&customer.tenant, &spurious]).await?.get(0);
    outcome.figure(format!("{agent}: {spurious} spurious history rows"));
    outcome.promise(spurious == 0, format!("{agent}: an unchanged inventory adds no history ({changes:.300})"));
    outcome.promise(customer.count("").await == 1, format!("{agent}: one machine is one device"));
    Ok(())
}

/// Checks that neither a table nor the log contains the value.
async fn check_not_stored(site: &Site, secret: &str, outcome: &mut Outcome) -> anyhow::Result<()> {
    let root = site.stage.database.root().await;
    let tables = "select relname::text from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1";
    for row in root.query(tables, &[]).await? {
        let table: String = row.get(0);
        let found = format!("select count(*) from {table} as whole where whole::text like '%' || $1 || '%'");
        let found: i64 = root.query_one(&found, &[&secret]).await?.get(0);
        outcome.promise(found == 0, format!("the environment of a machine is not stored (in {table})"));
    }
    let log = fs::read_to_string(&site.listener.log)?;
    outcome.promise(!log.contains(secret), "the environment of a machine is not logged");
    Ok(())
}
