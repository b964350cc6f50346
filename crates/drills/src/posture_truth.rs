//! Real repositories in a directory, on a REST server and in a bucket, each broken in one way: the check, the score, the
//! event and the tickets name exactly that fault, and are good again after the repair.

mod cases;
mod storage;

use crate::{
    Outcome, Size,
    backup_scene::{Scene, codes},
};
use cases::{Break, Case, Expected, cases};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use storage::{Servers, Storage};

/// How long the evaluation of a customer may take after a check.
const EVALUATION_TIMEOUT: Duration = Duration::from_secs(60);

/// Sizes of the files that are backed up.
const FILES: [usize; 3] = [400_000, 3_000, 900_000];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let scene = Scene::set().await?;
    let servers = Servers::start(&scene.workplace)?;
    let _worker = scene.worker().await?;
    let has_summaries = testrestic::writes_summaries()?;
    let cases = cases(size, has_summaries);
    let started = Instant::now();
    let mut broken = vec![];
    for case in &cases {
        broken.push(Broken::prepare(&scene, &servers, case).await?);
    }
    let mut wrong = vec![];
    for one in &mut broken {
        one.last = scene.checked(&one.repository, None).await?;
        wrong.extend(one.compare(&scene, one.case.expected()).await?);
    }
    let with_event = failed_checks(&scene).await;
    for one in &broken {
        let has_event = with_event.contains(&one.repository);
        if has_event != (one.last["result"] == "failed") {
            wrong.push(format!("{}: event {has_event}", one.case.name()));
        }
    }
    let found = wrong.len();
    for one in &mut broken {
        one.repair(&scene, &servers).await?;
        let before = one.last["id"].as_str().map(str::to_owned);
        one.last = scene.check(&one.repository).await?;
        if one.last["id"].as_str() == before.as_deref() {
            wrong.push(format!("{}: was not checked again", one.case.name()));
        }
        wrong.extend(one.compare(&scene, one.case.repaired()).await?);
    }
    outcome.figure(format!("{} cases on 3 backends in {:.0?}", cases.len(), started.elapsed()));
    outcome.figure(format!("{found} wrong before and {} after the repair", wrong.len() - found));
    outcome.promise(wrong.is_empty(), format!("every case is reported as it is, but {}", wrong.join("; ")));
    if !has_summaries {
        outcome.not_asked("a host whose data changed by 90 % (this restic writes no summary)");
    }
    Ok(outcome)
}

/// The repositories that an event `backup.check.failed` names.
async fn failed_checks(scene: &Scene) -> BTreeSet<String> {
    let events = scene.client.get("/api/events?type=backup.check.failed&limit=200").await.expect(200).body;
    let data = events["data"].as_array().into_iter().flatten();
    data.filter_map(|event| Some(event["data"]["object"]["repository_id"].as_str()?.to_owned())).collect()
}

/// A case with its customer and its repository.
struct Broken<'a> {
    case: &'a Case,
    storage: Storage,
    restic: testrestic::Restic,
    organization: String,
    repository: String,
    /// The pack that was damaged or removed, with its content.
    pack: Option<(String, Vec<u8>)>,
    last: Value,
}

impl<'a> Broken<'a> {
    async fn prepare(scene: &Scene, servers: &Servers, case: &'a Case) -> anyhow::Result<Broken<'a>> {
        let name = case.name();
        let (organization, _) = scene.customer(&name).await;
        let (storage, restic) = servers.repository(&scene.workplace, case.backend, &name, case.is_locked())?;
        if case.broken == Break::RestoreFails {
            // Only a thirtieth of the packs is read by a check: the damaged one is not among them.
            let config = json!({"config": {"verification": {"integrity_every_days": 30}}});
            let target = format!("/api/backup/config?organization_id={organization}");
            scene.client.put(&target, config).await.expect(200);
        }
        let files = scene.workplace.files(&name, &FILES, name.len() as u64)?;
        let (host, more) = case.backup(&name);
        restic.backup_with(&host, &files, &more)?;
        if case.broken == Break::Changed {
            for seed in 0..3 {
                std::fs::write(files.join("little"), testrestic::noise(3_000, seed))?;
                restic.backup(&host, &files)?;
            }
            restic.backup(&host, &scene.workplace.files(&name, &FILES, 1_000)?)?;
        }
        let mut one =
            Broken { case, storage, restic, organization, repository: String::new(), pack: None, last: Value::Null };
        one.damage(servers)?;
        let location = one.restic.location.clone();
        one.repository = scene.repository(&name, &one.organization, &location, &case.settings()).await;
        Ok(one)
    }

    fn damage(&mut self, servers: &Servers) -> anyhow::Result<()> {
        let is_read = |pack: &str| u32::from_str_radix(&pack[..8], 16).is_ok_and(|number| number % 30 == 0);
        match self.case.broken {
            Break::PackDamaged | Break::PackMissing | Break::RestoreFails => {
                let packs = self.restic.list("packs")?;
                let pack = packs.into_iter().find(|pack| !is_read(pack)).unwrap_or_default();
                let content = servers.read(&self.storage, &pack)?;
                if self.case.broken == Break::PackMissing {
                    servers.remove(&self.storage, &pack)?;
                } else {
                    let mut changed = content.clone();
                    let middle = changed.len() / 2;
                    changed[middle] ^= 1;
                    servers.write(&self.storage, &pack, &changed)?;
                }
                self.pack = Some((pack, content));
            }
            Break::StaleLock => servers.lock(&self.storage)?,
            _ => {}
        }
        Ok(())
    }

    async fn repair(&mut self, scene: &Scene, servers: &Servers) -> anyhow::Result<()> {
        let name = self.case.name();
        if let Some((pack, content)) = &self.pack {
            servers.write(&self.storage, pack, content)?;
        }
        let target = format!("{}?id={}", crate::backup_scene::REPOSITORIES, self.repository);
        match self.case.broken {
            Break::StaleHost | Break::NeverCame | Break::Changed => {
                self.restic.backup(&name, &scene.workplace.files(&name, &[5_000], 99)?)?;
            }
            Break::WrongPassword => {
                let password = json!({"password": testrestic::PASSWORD});
                scene.client.put(&target, password).await.expect(200);
            }
            Break::StaleLock => servers.unlock(&self.storage)?,
            Break::Future => {
                let old = self.restic.list("snapshots")?;
                self.restic.backup(&name, &scene.workplace.files(&name, &[5_000], 99)?)?;
                for snapshot in old {
                    self.restic.run(&["forget", &snapshot])?;
                }
            }
            Break::NotImmutable => {
                let expected = json!({"expected": {"offsite": true, "immutable": false}});
                scene.client.put(&target, expected).await.expect(200);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the differences from the expectation. Waits for the tickets, which follow the evaluation.
    async fn compare(&self, scene: &Scene, expected: Expected) -> anyhow::Result<Vec<String>> {
        let (name, mut wrong) = (self.case.name(), vec![]);
        let found = codes(&self.last);
        if found != expected.codes {
            wrong.push(format!("{name}: findings {found:?} instead of {:?}", expected.codes));
        }
        let posture = scene.posture(&self.organization).await?;
        if posture["score"] != expected.score {
            wrong.push(format!("{name}: score {} instead of {}", posture["score"], expected.score));
        }
        let reasons = posture["at_risk"][0]["reasons"].as_array().cloned().unwrap_or_default();
        if reasons != expected.reasons {
            wrong.push(format!("{name}: reasons {reasons:?} instead of {:?}", expected.reasons));
        }
        let until = Instant::now() + EVALUATION_TIMEOUT;
        loop {
            let tickets = scene.open_tickets(&self.organization).await;
            if tickets == expected.tickets {
                break;
            }
            if Instant::now() > until {
                wrong.push(format!("{name}: tickets {tickets:?} instead of {:?}", expected.tickets));
                break;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(wrong)
    }
}
