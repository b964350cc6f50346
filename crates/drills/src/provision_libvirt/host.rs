//! A libvirt daemon of the drill, with guests under software emulation, and their state by `virsh`, without our service.

use anyhow::{Context, ensure};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    time::timeout,
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/libvirt");

/// The limit for the boot of a guest, also on a busy machine.
const BOOT_TIMEOUT: Duration = Duration::from_secs(180);

pub struct Host {
    dir: PathBuf,
    pub socket: PathBuf,
}

impl Host {
    /// Starts the daemon. The first start builds the image of the guest.
    pub fn start() -> anyhow::Result<Host> {
        let dir = std::env::temp_dir().join(format!("tc-libvirt-{:08x}", rand::random::<u32>()));
        let started = Command::new(SCRIPT).arg("start").arg(&dir).stderr(Stdio::inherit()).output()?;
        ensure!(started.status.success(), "libvirt does not start");
        let socket = PathBuf::from(String::from_utf8(started.stdout)?.trim());
        Ok(Host { dir, socket })
    }

    pub fn dir(&self) -> &std::path::Path {
        &self.dir
    }

    fn virsh(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let uri = format!("qemu+unix:///session?socket={}", self.socket.display());
        let done = Command::new("virsh").args(["-q", "-c", &uri]).args(arguments).stdin(Stdio::null()).output()?;
        ensure!(done.status.success(), "virsh {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        Ok(String::from_utf8(done.stdout)?)
    }

    /// The UUIDs of all guests.
    pub fn guests(&self) -> anyhow::Result<Vec<String>> {
        let listed = self.virsh(&["list", "--all", "--uuid"])?;
        Ok(listed.split_whitespace().map(str::to_owned).collect())
    }

    /// The state of a guest and its reason, such as `shut off (shutdown)`.
    pub fn state(&self, guest: &str) -> anyhow::Result<String> {
        Ok(self.virsh(&["domstate", guest, "--reason"])?.trim().to_owned())
    }

    /// The number of disks of guests.
    pub fn disks(&self) -> anyhow::Result<usize> {
        Ok(fs::read_dir(self.dir.join("disks"))?.count())
    }

    /// The id of the present boot of a guest, which it repeats on its serial port when it is up.
    pub async fn boot_of(&self, guest: &str) -> anyhow::Result<String> {
        let tty = self.virsh(&["ttyconsole", guest])?;
        let mut reader =
            tokio::process::Command::new("cat").arg(tty.trim()).stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
        let mut lines = BufReader::new(reader.stdout.take().context("the output is not piped")?).lines();
        let boot = async {
            while let Some(line) = lines.next_line().await? {
                if let Some((_, boot)) = line.split_once("guest is up: ") {
                    return Ok(boot.trim().to_owned());
                }
            }
            anyhow::bail!("the serial port of the guest is closed")
        };
        timeout(BOOT_TIMEOUT, boot).await.context("the guest does not boot")?
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = Command::new(SCRIPT).arg("stop").arg(&self.dir).status();
        let _ = fs::remove_dir_all(&self.dir);
    }
}
