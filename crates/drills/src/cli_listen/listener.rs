//! `tenantctl listen` as a process, and its output over all of its starts.

use super::target::Target;
use crate::command_line::Home;
use anyhow::{Context, ensure};
use std::{
    fs::{self, File},
    time::{Duration, Instant},
};
use tokio::{
    process::{Child, Command},
    time::{sleep, timeout},
};

const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Listener {
    home: Home,
    settings: Vec<(&'static str, String)>,
    url: String,
    child: Child,
    starts: usize,
}

/// The output of the command.
pub struct Printed {
    /// The ids on the lines of standard output.
    pub ids: Vec<String>,
    /// The sums of its summaries.
    pub counted: usize,
    pub verified: usize,
    pub recovered: usize,
}

impl Listener {
    /// Starts the command, and waits until it has stored its position.
    pub async fn start(server: &str, key: &str, target: &Target) -> anyhow::Result<Listener> {
        let home = Home::make()?;
        let settings = vec![
            ("TENANTCTL_URL", server.to_owned()),
            ("TENANTCTL_KEY", key.to_owned()),
            ("FORWARD_SECRET", target.secret.clone()),
        ];
        let child = spawn(&home, &settings, &target.url, 0)?;
        let listener = Listener { home, settings, url: target.url.clone(), child, starts: 1 };
        let started = Instant::now();
        while !listener.has_position()? {
            ensure!(started.elapsed() < TIMEOUT, "it does not start: {}", listener.errors()?);
            sleep(Duration::from_millis(20)).await;
        }
        Ok(listener)
    }

    fn has_position(&self) -> anyhow::Result<bool> {
        let files = self.home.files()?;
        let is_position = |path: &std::path::Path| path.extension().is_some_and(|extension| extension == "json");
        Ok(files.iter().any(|(path, _)| path.starts_with(self.home.path().join(".local/state")) && is_position(path)))
    }

    fn errors(&self) -> anyhow::Result<String> {
        let last = self.home.path().join(format!("errors-{}", self.starts - 1));
        Ok(fs::read_to_string(last)?)
    }

    /// Stops the command with SIGINT, and starts it again.
    pub async fn restart(&mut self) -> anyhow::Result<()> {
        self.stop().await?;
        self.child = spawn(&self.home, &self.settings, &self.url, self.starts)?;
        self.starts += 1;
        Ok(())
    }

    async fn stop(&mut self) -> anyhow::Result<()> {
        let pid = self.child.id().with_context(|| format!("it has ended: {}", self.errors().unwrap_or_default()))?;
        let sent = Command::new("kill").args(["-INT", &pid.to_string()]).status().await?;
        ensure!(sent.success(), "no process to stop: {}", self.errors()?);
        let status = timeout(TIMEOUT, self.child.wait()).await.context("it does not stop")??;
        ensure!(status.success(), "it ended with {status}: {}", self.errors()?);
        Ok(())
    }

    pub async fn end(mut self) -> anyhow::Result<Printed> {
        self.stop().await?;
        let mut printed = Printed { ids: vec![], counted: 0, verified: 0, recovered: 0 };
        for number in 0..self.starts {
            let lines = fs::read_to_string(self.home.path().join(format!("printed-{number}")))?;
            printed.ids.extend(lines.lines().filter_map(|line| line.split_whitespace().nth(2)).map(str::to_owned));
            let errors = fs::read_to_string(self.home.path().join(format!("errors-{number}")))?;
            let summary = errors.lines().rfind(|line| line.contains(" events: "));
            let summary = summary.with_context(|| format!("it printed no summary: {errors}"))?;
            printed.counted += before(summary, " events:")?;
            printed.verified += before(summary, " verified")?;
            printed.recovered += before(summary, " recovered")?;
        }
        Ok(printed)
    }
}

/// The number before a word of the summary.
fn before(summary: &str, word: &str) -> anyhow::Result<usize> {
    let text = summary.split(word).next().and_then(|beginning| beginning.split(' ').next_back());
    let text = text.with_context(|| format!("{word} is not in {summary}"))?;
    text.parse().with_context(|| format!("{text:?} before {word} in {summary}"))
}

fn spawn(home: &Home, settings: &[(&'static str, String)], url: &str, number: usize) -> anyhow::Result<Child> {
    let file = |name: &str| File::create(home.path().join(format!("{name}-{number}")));
    Ok(home
        .tenantctl()?
        .args(["listen", "--forward-to", url, "--secret", "env:FORWARD_SECRET"])
        .envs(settings.iter().map(|(name, value)| (name, value)))
        .stdout(file("printed")?)
        .stderr(file("errors")?)
        .spawn()?)
}
