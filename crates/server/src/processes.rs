//! The processes of the program, until they are stopped.

use kernel::{
    app::App,
    settings::Serve,
    supervisor::{Process, Stop},
    telemetry,
};
use std::net::SocketAddr;
use tenant_control::{
    families,
    ingest::{agents, ingest},
    serve::{Listeners, bind, serve},
    work::work,
};
use tokio::signal::unix::{SignalKind, signal};

/// The roles of a process.
pub enum Roles {
    Serve,
    /// With health, readiness and metrics at this address.
    Work(SocketAddr),
    /// Listens for agents at the first address, with health, readiness and metrics at the second.
    Ingest(SocketAddr, SocketAddr),
    /// Everything, and listens for agents at this address.
    All(SocketAddr),
}

pub async fn run_until_stopped(settings: Serve, roles: Roles) -> anyhow::Result<()> {
    let _telemetry = telemetry::start(&settings.telemetry, families::all())?;
    let metrics = Some(telemetry::metrics()?);
    let stop = Stop::new();
    let running = async {
        let app = App::new(settings, families::all())?;
        let listeners = || Listeners::bind(app.settings.listen, app.settings.ops_listen);
        match roles {
            Roles::Work(ops) => work(app, ops, metrics, stop.clone()).await,
            Roles::Ingest(listen, ops) => ingest(app, listen, ops, metrics, stop.clone()).await,
            Roles::Serve => serve(app.clone(), Process::Serve, listeners()?, metrics, stop.clone()).await,
            Roles::All(listen) => {
                let listener = bind("TC_INGEST_LISTEN", listen)?;
                let serving = serve(app.clone(), Process::Both, listeners()?, metrics, stop.clone());
                futures::try_join!(serving, agents(app.clone(), listener, stop.clone())).map(drop)
            }
        }
    };
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let signalled = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.cancel();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        ended = running => ended,
        () = signalled => Ok(()),
    }
}
