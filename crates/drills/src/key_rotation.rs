//! Secrets are planted through the API. Then both kinds of keys are replaced, again and again, by the operator's
//! commands, which are killed at random moments and repeated, while customers change their secrets and servers are
//! killed too. In the end every secret can be decrypted, no old key is left, and a dump of the database contains no secret.

mod dump;
mod planted;

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use futures::future::try_join;
use kernel::clock::Clock;
use planted::{Customers, Load};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};
use tenant_control::operate::keys;
use testkit::{Database, ServerProcess, binary};
use tokio::time::sleep;

/// How long a command runs before it is killed, at most.
const KILL_REWRAP_WITHIN: Duration = Duration::from_millis(80);
const KILL_ROTATE_WITHIN: Duration = Duration::from_millis(800);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(6, 2);
    let kills = size.pick(8, 3);
    let seed: u64 = rand::random();
    eprintln!("key-rotation: seed {seed}");
    let stage = Stage::set("-c fsync=off").await?;
    let mut operator = Operator::new(stage.database.clone(), seed)?;
    let (one, mut other) = try_join(operator.server(), operator.server()).await?;
    let mut outcome = Outcome::default();

    let customers = Customers::plant(&stage, &one, size.pick(40, 6), size.pick(15, 4)).await?;
    let mut master_keys = fs::read_to_string(&operator.file)?;
    let mut tally = Tally::default();
    let load = Load::start(&customers, &one, seed);
    for _ in 0..rounds {
        operator.run_to_end(&["keys", "add", &operator.path()])?;
        master_keys += &fs::read_to_string(&operator.file)?;
        tally += operator.kill_and_repeat(&["keys", "rewrap"], kills, KILL_REWRAP_WITHIN).await?;
        operator.run_to_end(&["keys", "prune"])?;
        drop(other); // by SIGKILL
        other = operator.server().await?;
        let before = Clock::System.now().to_string();
        let rotate = ["keys", "rotate", "--grace-seconds", size.pick("3", "1"), "--before", &before];
        tally += operator.kill_and_repeat(&rotate, kills, KILL_ROTATE_WITHIN).await?;
        // Values that active requests encrypted, and keys that were created meanwhile.
        operator.run_to_end(&["keys", "rewrap"])?;
    }
    let (requests, refused) = load.stop().await?;
    operator.run_to_end(&["keys", "rotate", "--grace-seconds", "0"])?;

    // One server ran all the time and knows old keys, the other is new: both decrypt and encrypt for every tenant.
    for server in [&one, &other] {
        customers.reseal(server).await;
    }
    let left = operator.left(&customers).await?;
    let fault = customers.open_all(&stage, &operator.settings()).await?;
    let found = dump::search(&stage, &customers.secrets(), &master_keys).await?;

    outcome.figure(format!("{} secrets of {} tenants", customers.secrets().len(), customers.count()));
    outcome.figure(format!("{rounds} rounds, {} kills, {} of them with work half done", tally.kills, tally.half_done));
    outcome.figure(format!("{requests} changes by customers meanwhile, {} refused", refused.len()));
    outcome.figure(format!("{} values that cannot be decrypted or are wrong", fault.len()));
    outcome.figure(format!(
        "{} KB of dump searched for {} forms: {} found",
        found.kilobytes,
        found.forms,
        found.wrong.len()
    ));
    refused.iter().chain(&fault).chain(&found.wrong).chain(&left).take(20).for_each(|f| eprintln!("key-rotation: {f}"));
    outcome.promise(refused.is_empty(), "no change by a customer is refused");
    outcome.promise(fault.is_empty(), "every secret can be decrypted, and is the one that was set last");
    outcome.promise(left.is_empty(), "no old key is left");
    outcome.promise(found.wrong.is_empty(), "a dump contains no secret and no key");
    outcome.promise(requests >= size.pick(200, 10), "customers change secrets meanwhile");
    outcome.promise(tally.kills >= size.pick(20, 2), "commands are killed");
    outcome.promise_in_full(size, tally.half_done >= 5, "commands are killed with work half done");
    Ok(outcome)
}

#[derive(Default)]
struct Tally {
    kills: usize,
    half_done: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.kills += other.kills;
        self.half_done += other.half_done;
    }
}

/// The operator, with a file of master keys.
struct Operator {
    database: Database,
    folder: PathBuf,
    file: PathBuf,
    rng: StdRng,
}

impl Operator {
    fn new(database: Database, seed: u64) -> anyhow::Result<Operator> {
        let folder = std::env::temp_dir().join(format!("tenant-control-{:016x}", rand::random::<u64>()));
        fs::create_dir(&folder)?;
        let file = folder.join("master-keys");
        keys::new_file(&file)?;
        Ok(Operator { database, folder, file, rng: StdRng::seed_from_u64(seed) })
    }

    fn path(&self) -> String {
        self.file.to_string_lossy().into_owned()
    }

    async fn server(&self) -> anyhow::Result<ServerProcess> {
        ServerProcess::start(&self.database, &["--master-key-file", &self.path()]).await
    }

    fn settings(&self) -> kernel::settings::Serve {
        self.database.settings_with(&["--master-key-file", &self.path()])
    }

    fn command(&self, args: &[&str]) -> anyhow::Result<Command> {
        let mut command = Command::new(binary()?);
        command.args(args).env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.env("TC_DATABASE_URL", self.database.url("app"));
        command.env("TC_SYSTEM_DATABASE_URL", self.database.url("app_system"));
        command.env("TC_MASTER_KEY_FILE", &self.file);
        Ok(command)
    }

    fn run_to_end(&self, args: &[&str]) -> anyhow::Result<()> {
        let output = self.command(args)?.output()?;
        ensure!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }

    /// Starts and kills the command this many times, or until it ends before it is killed. Then it runs to its end.
    async fn kill_and_repeat(&mut self, args: &[&str], kills: usize, within: Duration) -> anyhow::Result<Tally> {
        let mut tally = Tally::default();
        for _ in 0..kills {
            let mut child = self.command(args)?.stderr(Stdio::null()).spawn()?;
            sleep(within.mul_f64(self.rng.random::<f64>())).await;
            let ended = child.try_wait()?;
            child.kill()?;
            child.wait()?;
            if ended.is_some() {
                break;
            }
            tally.kills += 1;
            tally.half_done += usize::from(self.is_half_done().await?);
        }
        self.run_to_end(args)?;
        Ok(tally)
    }

    /// True if some data keys are wrapped by the new master key and some by the old, or if a value is still encrypted with a
    /// data key that was replaced.
    async fn is_half_done(&self) -> anyhow::Result<bool> {
        let sql = "select (select count(distinct wrapped_by) > 1 from data_keys) or exists (
                       select from webhook_endpoints e
                       join data_keys k on k.tenant_id = e.tenant_id and k.id = e.headers_key_id
                       where k.retired_at is not null
                   ) or exists (
                       select from webhook_secrets s
                       join data_keys k on k.tenant_id = s.tenant_id and k.id = s.secret_key_id
                       where k.retired_at is not null
                   )";
        Ok(self.database.root().await.query_one(sql, &[]).await?.get(0))
    }

    /// Returns the old keys that still exist.
    async fn left(&self, customers: &Customers) -> anyhow::Result<Vec<String>> {
        let (root, mut left) = (self.database.root().await, vec![]);
        let present = master_key_ids(&self.file)?;
        ensure!(present.len() == 1, "the file was not pruned");
        let by = format!("file:{}", present[0]);
        let sql =
            "select count(*), count(*) filter (where wrapped_by <> $1), count(*) filter (where retired_at is not null)
                   from data_keys";
        let row = root.query_one(sql, &[&by]).await?;
        let (keys, other, retired): (i64, i64, i64) = (row.get(0), row.get(1), row.get(2));
        if usize::try_from(keys)? != customers.count() {
            left.push(format!("{keys} data keys of {} tenants", customers.count()));
        }
        if other > 0 || retired > 0 {
            left.push(format!("{other} data keys wrapped by other master keys, {retired} retired"));
        }
        Ok(left)
    }
}

impl Drop for Operator {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn master_key_ids(file: &Path) -> anyhow::Result<Vec<String>> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Ok(line.split(' ').next().context("an id")?.to_owned())).collect()
}
