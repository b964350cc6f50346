//! Real guests on a libvirt host: one boots under QEMU, is stopped, started, restarted and deleted, which its serial port
//! confirms. Others are requested while the worker is killed between two steps of their creation: each request results
//! in one guest.

mod gate;
mod host;

use crate::{
    Outcome, Size,
    cloud::{PROVIDERS, VMS},
    stage::Stage,
};
use anyhow::{Context, ensure};
use gate::{Gate, Held, Procedure};
use host::Host;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    fs,
    time::{Duration, Instant},
};
use testkit::{Client, ServerProcess};
use tokio::time::timeout;

const ENDPOINT: &str = "qemu:///system";
const SECRET: &str = "secret-of-the-host-of-the-drill";

/// How long a machine may be missing from lists. libvirt lists it at once.
const CONSISTENCY: &str = "3";

/// The limit for an operation, and for a step of a creation to be reached.
const TIMEOUT: Duration = Duration::from_secs(180);

/// The messages at which the worker is killed. The first one is between the definition and the start.
const KILL_POINTS: [Held; 6] = [
    Held::Call(Procedure::Start),
    Held::Call(Procedure::CreateDisk),
    Held::Answer(Procedure::CreateDisk),
    Held::Call(Procedure::Define),
    Held::Answer(Procedure::Define),
    Held::Answer(Procedure::Start),
];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let stage = Stage::set("-c fsync=off").await?;
    let host = Host::start()?;
    let gate = Gate::open(&host.socket, host.dir().join("gate"))?;
    let file = host.dir().join("hosts.json");
    fs::write(&file, hosts(&gate).to_string())?;
    let file = file.to_str().context("the path is not UTF-8")?.to_owned();
    let settings = ["--cloud-libvirt-file", file.as_str(), "--cloud-consistency-seconds", CONSISTENCY];
    let server = ServerProcess::start(&stage.database, &settings).await?;
    let client = server.client(&stage.tenant("provision-libvirt").await?.key);
    let mut drill = Drill { stage, host, gate, client, file, provider: String::new(), outcome: Outcome::default() };
    drill.provider = drill.provider().await?;

    let started = Instant::now();
    let kill_points = size.pick(&KILL_POINTS[..], &KILL_POINTS[..1]);
    let (mut worker, mut first) = (drill.worker().await?, None);
    drill.check_refusal().await?;
    for (number, kill_point) in kill_points.iter().enumerate() {
        let vm;
        (worker, vm) = drill.create_interrupted(worker, &format!("guest-{number}"), *kill_point).await?;
        match first {
            None => first = Some(vm),
            // Guests that are not needed any more would slow down the others.
            Some(_) => drill.delete(&vm).await?,
        }
    }
    drill.outcome.figure(format!("{} workers killed in {:.0} s", kill_points.len(), started.elapsed().as_secs_f64()));
    let vm = first.context("a machine was made")?;
    drill.power_cycle(&vm, size).await?;
    drill.delete(&vm).await?;
    let (guests, disks) = (drill.host.guests()?.len(), drill.host.disks()?);
    drill.outcome.promise(guests == 0 && disks == 0, format!("nothing is left ({guests} guests, {disks} disks)"));
    if size == Size::Short {
        drill.outcome.not_asked("the worker is killed at five other steps; the guest is started again and restarted");
    }
    worker.stop().await?;
    Ok(drill.outcome)
}

/// The content of the operator's file.
fn hosts(gate: &Gate) -> Value {
    let hash: String = Sha256::digest(SECRET).iter().map(|byte| format!("{byte:02x}")).collect();
    let connect = format!("qemu+unix:///session?socket={}", gate.socket.display());
    json!({
        "sizes": {
            "small": {"vcpus": 1, "memory_mib": 160},
            // More memory than any host has.
            "impossible": {"vcpus": 1, "memory_mib": 16 * 1024 * 1024},
        },
        "hosts": {ENDPOINT: {"connect": connect, "secrets_sha256": [hash], "images": "images", "disks": "disks",
            "networks": [], "domain_type": "qemu"}},
    })
}

struct Drill {
    stage: Stage,
    host: Host,
    gate: Gate,
    client: Client,
    file: String,
    provider: String,
    outcome: Outcome,
}

impl Drill {
    async fn worker(&self) -> anyhow::Result<ServerProcess> {
        let settings = ["--cloud-libvirt-file", self.file.as_str(), "--cloud-consistency-seconds", CONSISTENCY];
        ServerProcess::start_worker(&self.stage.database, &settings).await
    }

    /// Creates the provider, verified with its secret. A wrong secret and other endpoints are refused.
    async fn provider(&mut self) -> anyhow::Result<String> {
        let new = |endpoint: &str, secret: &str| {
            json!({"name": "Host", "kind": "libvirt", "auth_method": "host_secret",
                "config": {"regions": ["local"], "endpoint": endpoint}, "credentials": {"host_secret": secret}})
        };
        for (endpoint, secret) in [
            (ENDPOINT, "another-secret-of-the-drill"),
            ("qemu:///system?command=/bin/true", SECRET),
            ("qemu:///session", SECRET),
        ] {
            let refused = self.client.post(PROVIDERS, new(endpoint, secret)).await;
            self.outcome.promise(refused.status.as_u16() == 422, format!("{endpoint} is refused ({})", refused.status));
        }
        let made = self.client.post(PROVIDERS, new(ENDPOINT, SECRET)).await.expect(201);
        ensure!(made.body["status"] == "verified", "the host is not verified: {:#}", made.body);
        Ok(made.id())
    }

    /// The creation of a guest that cannot be started fails with the reason, and leaves nothing.
    async fn check_refusal(&mut self) -> anyhow::Result<()> {
        let vm = self.client.post(VMS, self.request("too-large", "impossible")).await.expect(202).body;
        let ended = self.wait_for(vm["operation_id"].as_str().context("an operation")?).await?;
        let is_refused = ended["status"] == "failed" && ended["error"]["code"] == "vm_refused";
        self.outcome.promise(is_refused, format!("a guest that cannot be started is refused ({ended})"));
        let (guests, disks, status) = (self.host.guests()?.len(), self.host.disks()?, &self.vm(&vm).await["status"]);
        let is_clean = guests == 0 && disks == 0 && status == "failed";
        self.outcome.promise(is_clean, format!("nothing is left of it ({guests} guests, {disks} disks, {status})"));
        Ok(())
    }

    fn request(&self, name: &str, size: &str) -> Value {
        json!({"provider_id": self.provider, "name": name, "size": size, "image": "images/guest.img",
            "labels": {"env": "<drill> & \"more\""}})
    }

    /// Requests a machine whose worker is killed at this message; another worker completes it as one running guest.
    async fn create_interrupted(
        &mut self,
        worker: ServerProcess,
        name: &str,
        kill_point: Held,
    ) -> anyhow::Result<(ServerProcess, Value)> {
        let before = self.host.guests()?.len();
        self.gate.hold(kill_point);
        let vm = self.client.post(VMS, self.request(name, "small")).await.expect(202).body;
        timeout(TIMEOUT, self.gate.reached()).await.with_context(|| format!("{kill_point:?} is not reached"))?;
        // SIGKILL.
        drop(worker);
        if kill_point == Held::Call(Procedure::Start) {
            let guests = self.host.guests()?;
            let states: Vec<String> = guests.iter().map(|guest| self.host.state(guest)).collect::<Result<_, _>>()?;
            let is_defined = states.iter().any(|state| state.starts_with("shut off"));
            self.outcome.promise(is_defined, format!("the worker is killed while a guest is not started ({states:?})"));
        }
        let worker = self.worker().await?;
        let operation = vm["operation_id"].as_str().context("an operation")?;
        let ended = self.wait_for(operation).await?;
        self.outcome
            .promise(ended["status"] == "succeeded", format!("{kill_point:?}: the operation succeeds ({ended})"));
        let vm = self.vm(&vm).await;
        let guests = self.host.guests()?.len() - before;
        self.outcome.promise(guests == 1, format!("{kill_point:?} leaves one guest ({guests})"));
        self.outcome.promise(vm["status"] == "running", format!("{kill_point:?}: it runs ({})", vm["status"]));
        let drift = &vm["drift"];
        self.outcome.promise(drift["state"] == "in_sync", format!("{kill_point:?}: it is as requested ({drift})"));
        Ok((worker, vm))
    }

    /// A guest boots, is shut down by its power button, is started and restarted.
    async fn power_cycle(&mut self, vm: &Value, size: Size) -> anyhow::Result<()> {
        let guest = vm["provider_ref"].as_str().context("the machine has an id")?.to_owned();
        let started = Instant::now();
        let boot = self.host.boot_of(&guest).await?;
        self.outcome.figure(format!("a guest is up after {:.0} s", started.elapsed().as_secs_f64()));
        let stopped = self.set_power(vm, "stopped").await?;
        let state = self.host.state(&guest)?;
        let is_stopped = stopped == "stopped" && state == "shut off (shutdown)";
        self.outcome.promise(is_stopped, format!("the guest shuts itself down ({stopped}, {state})"));
        if size == Size::Short {
            return Ok(());
        }
        let running = self.set_power(vm, "running").await?;
        let second = self.host.boot_of(&guest).await?;
        self.outcome.promise(running == "running" && second != boot, format!("it starts again ({running})"));
        let restarted = self.set_power(vm, "restarted").await?;
        let accepted = Instant::now();
        // The host accepts a restart before the guest carries it out.
        let mut third = self.host.boot_of(&guest).await?;
        while third == second && accepted.elapsed() < TIMEOUT {
            third = self.host.boot_of(&guest).await?;
        }
        self.outcome.promise(restarted == "running" && third != second, format!("it restarts ({restarted})"));
        Ok(())
    }

    /// Changes the power state of a machine, and returns its status afterwards.
    async fn set_power(&mut self, vm: &Value, power: &str) -> anyhow::Result<String> {
        let id = vm["id"].as_str().context("an id")?;
        let accepted_vm = self.client.put(&format!("{VMS}?id={id}"), json!({"power": power})).await.expect(202).body;
        let ended = self.wait_for(accepted_vm["operation_id"].as_str().context("an operation")?).await?;
        self.outcome.promise(ended["status"] == "succeeded", format!("{power} succeeds ({ended})"));
        Ok(self.vm(vm).await["status"].as_str().unwrap_or_default().to_owned())
    }

    async fn delete(&mut self, vm: &Value) -> anyhow::Result<()> {
        let id = vm["id"].as_str().context("an id")?;
        let accepted_vm = self.client.delete(&format!("{VMS}?id={id}&allow=destroy")).await.expect(202).body;
        let ended = self.wait_for(accepted_vm["operation_id"].as_str().context("an operation")?).await?;
        let is_gone = !self.host.guests()?.iter().any(|guest| vm["provider_ref"] == guest.as_str());
        let status = &self.vm(vm).await["status"];
        let is_deleted = ended["status"] == "succeeded" && is_gone && status == "deleted";
        self.outcome.promise(is_deleted, format!("a deleted guest is gone ({status}, {ended})"));
        Ok(())
    }

    async fn vm(&self, vm: &Value) -> Value {
        self.client.get(&format!("{VMS}?id={}", vm["id"].as_str().unwrap_or_default())).await.expect(200).body
    }

    async fn wait_for(&self, operation: &str) -> anyhow::Result<Value> {
        let started = Instant::now();
        loop {
            let found = self.client.get(&format!("/api/operations?id={operation}&wait=5")).await.expect(200).body;
            if !["pending", "running"].iter().any(|open| found["status"] == *open) {
                return Ok(found);
            }
            ensure!(started.elapsed() < TIMEOUT, "{operation} is not finished in time: {found}");
        }
    }
}
