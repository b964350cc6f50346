//! All parts of an installation, each as a process of its own: PostgreSQL, Temporal, Redis, a server, a worker and a
//! listener for agents. EC2 is the small server of the drill `fleet`.

use crate::{backup_scene::Scene, fleet::ec2::Ec2};
use testkit::{Redis, ServerProcess, Temporal};

/// There is no checkpoint and no automatic vacuum, so WAL has no full-page images.
const POSTGRES: &str = "-c shared_buffers=512MB -c checkpoint_timeout=1d -c max_wal_size=64GB -c autovacuum=off \
    -c fsync=on -c synchronous_commit=on";

/// The fields are dropped in this order: the processes end before the services that they use.
pub struct System {
    pub worker: ServerProcess,
    pub listener: ServerProcess,
    pub scene: Scene,
    pub temporal: Temporal,
    redis: Redis,
    _ec2: Ec2,
}

impl System {
    /// `machines` is the number of machines in each account of the cloud.
    pub async fn start(machines: usize) -> anyhow::Result<System> {
        let (redis, temporal, ec2) = (Redis::start()?, Temporal::start()?, Ec2::start(machines).await?);
        let (redis_url, temporal_url) = (redis.url(), temporal.url());
        // Counts of requests are a unit of their own.
        let settings = [
            ["--redis-url", &redis_url],
            ["--temporal-url", &temporal_url],
            ["--cloud-aws-endpoint", &ec2.url],
            ["--usage", "off"],
        ]
        .concat();
        let scene = Scene::set_with(POSTGRES, &settings).await?;
        let worker = scene.worker_with(&settings).await?;
        let listener_settings = ["--redis-url", &redis_url, "--log", "warn"];
        let listener = ServerProcess::start_listener(&scene.stage.database, &listener_settings).await?;
        Ok(System { worker, listener, scene, temporal, redis, _ec2: ec2 })
    }

    /// A second server, which counts requests and stores the counts every second.
    pub async fn counting_server(&self) -> anyhow::Result<ServerProcess> {
        let url = self.redis.url();
        let settings = ["--redis-url", &url, "--usage-flush-seconds", "1", "--log", "warn"];
        ServerProcess::start(&self.scene.stage.database, &settings).await
    }
}
