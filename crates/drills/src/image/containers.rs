//! Containers of the image, and units of the package, which end with the drill.

use super::{IMAGE, root, succeed};
use std::{
    fs::File,
    path::Path,
    process::{Child, Stdio},
};
use tokio::process::Command;

/// Runs containers as on a cluster: with a read-only root and without capabilities.
pub struct Podman {
    /// Where resource limits may not be raised, podman needs another runtime.
    runtime: Vec<String>,
    settings: Vec<String>,
}

impl Podman {
    /// `keys` is a folder of the image's user, in which a file of master keys is created.
    pub async fn find(settings: &[(String, String)], keys: &Path) -> anyhow::Result<Podman> {
        let runtime = succeed(Command::new(root().join("scripts/image")).args(["runtime", IMAGE])).await?;
        let runtime =
            runtime.lines().next().map(|path| vec!["--runtime".to_owned(), path.to_owned()]).unwrap_or_default();
        let mut podman = Podman { runtime, settings: vec![] };
        let volume = format!("{}:/etc/tenant-control:rw", keys.display());
        podman.settings =
            ["--network", "host", "--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges"]
                .map(str::to_owned)
                .to_vec();
        podman.settings.extend(["--volume".to_owned(), volume]);
        let file = "/etc/tenant-control/master-keys";
        for (name, value) in settings {
            podman.settings.extend(["--env".to_owned(), format!("{name}={value}")]);
        }
        podman.settings.extend(["--env".to_owned(), format!("TC_MASTER_KEY_FILE={file}")]);
        succeed(podman.run(&["--rm"]).args([IMAGE, "keys", "new-file", file])).await?;
        Ok(podman)
    }

    /// The arguments of `podman` before the image.
    pub fn run_arguments(&self, more: &[&str]) -> Vec<String> {
        let mut arguments = self.runtime.clone();
        arguments.push("run".to_owned());
        arguments.extend(more.iter().map(ToString::to_string));
        arguments.extend(self.settings.iter().cloned());
        arguments
    }

    pub fn run(&self, more: &[&str]) -> Command {
        let mut command = Command::new("podman");
        command.args(self.run_arguments(more));
        command
    }

    pub async fn output(&self, arguments: &[&str]) -> anyhow::Result<String> {
        succeed(Command::new("podman").args(&self.runtime).args(arguments)).await
    }
}

/// Removed when dropped.
pub struct Container {
    pub name: String,
    runtime: Vec<String>,
}

impl Container {
    pub async fn start(podman: &Podman, role: &str) -> anyhow::Result<Container> {
        let name = format!("tenant-control-{role}-{:08x}", rand::random::<u32>());
        let container = Container { name, runtime: podman.runtime.clone() };
        succeed(podman.run(&["--detach", "--name", &container.name]).args([IMAGE, role])).await?;
        Ok(container)
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        let mut command = std::process::Command::new("podman");
        command.args(&self.runtime).args(["rm", "--force", "--time", "0", &self.name]);
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// A unit of the package in a Debian tree, under `scripts/unit`. Stopped when dropped.
pub struct Unit(Child);

impl Unit {
    /// Starts the unit of a role.
    pub fn start(tree: &Path, role: &str, log: &Path) -> anyhow::Result<Unit> {
        let output = File::create(log)?;
        let mut command = std::process::Command::new(root().join("scripts/unit"));
        command.arg(tree).arg(format!("tenant-control-{role}.service"));
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        Ok(Unit(command.spawn()?))
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        let _ = std::process::Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}
