//! The network between `tenantctl` and its server: it can be cut, and connects to another server after a kill.

use anyhow::Context;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// All connections are closed, and new ones are refused.
    Closed,
    /// No data passes and no connection is closed, as behind a router that has lost its state.
    Silent,
}

#[derive(Debug, Clone)]
struct State {
    server: String,
    cut: Option<Cut>,
    /// The number of cuts. A change of it cuts the open connections.
    cuts: usize,
}

pub struct Network {
    pub base: String,
    state: watch::Sender<State>,
}

impl Network {
    pub async fn start(server: &str) -> anyhow::Result<Network> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let (state, changes) = watch::channel(State { server: address(server)?, cut: None, cuts: 0 });
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, changes.clone()));
            }
        });
        Ok(Network { base, state })
    }

    /// New connections go to this server.
    pub fn lead_to(&self, server: &str) -> anyhow::Result<()> {
        let server = address(server)?;
        self.state.send_modify(|state| state.server = server);
        Ok(())
    }

    pub fn cut(&self, cut: Cut) {
        self.state.send_modify(|state| (state.cut, state.cuts) = (Some(cut), state.cuts + 1));
    }

    /// New connections pass again. Those that were cut do not.
    pub fn restore(&self) {
        self.state.send_modify(|state| state.cut = None);
    }
}

fn address(base: &str) -> anyhow::Result<String> {
    Ok(base.strip_prefix("http://").context("the server is not plain http")?.to_owned())
}

async fn pass(mut client: TcpStream, mut changes: watch::Receiver<State>) -> std::io::Result<()> {
    let State { server, cut, cuts } = changes.borrow().clone();
    match cut {
        Some(Cut::Closed) => return Ok(()),
        Some(Cut::Silent) => return silence(&client).await,
        None => {}
    }
    let mut server = TcpStream::connect(server).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let how = tokio::select! {
        copied = copy_bidirectional(&mut client, &mut server) => return copied.map(|_| ()),
        state = changes.wait_for(|state| state.cuts != cuts) => state.ok().and_then(|state| state.cut),
    };
    if how == Some(Cut::Silent) { silence(&client).await } else { Ok(()) }
}

/// Keeps a connection open without passing data until the client closes it.
async fn silence(client: &TcpStream) -> std::io::Result<()> {
    let mut unread = [0; 4_096];
    loop {
        client.readable().await?;
        match client.try_read(&mut unread) {
            Ok(0) => return Ok(()),
            Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => return Err(error),
            Ok(_) | Err(_) => {}
        }
    }
}
