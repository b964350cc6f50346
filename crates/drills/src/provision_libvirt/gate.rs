//! A proxy in front of libvirt that holds one message back: a call, which then has no effect, or the reply to a call that
//! has had its effect. Messages begin with their length and six numbers; the third is the procedure, the fourth the type.

use anyhow::Context;
use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        UnixListener, UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::Notify,
};

/// A procedure of libvirt's protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Procedure {
    CreateDisk = 93,
    Define = 11,
    Start = 9,
}

/// The message that is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Call(Procedure),
    Answer(Procedure),
}

#[derive(Default)]
struct State {
    wanted: Mutex<Option<Held>>,
    reached: Notify,
}

pub struct Gate {
    pub socket: PathBuf,
    state: Arc<State>,
}

impl Gate {
    pub fn open(host: &Path, socket: PathBuf) -> anyhow::Result<Gate> {
        let listener = UnixListener::bind(&socket).context("the socket of the gate")?;
        let (state, host) = (Arc::new(State::default()), host.to_owned());
        let of_listener = state.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, host.clone(), of_listener.clone()));
            }
        });
        Ok(Gate { socket, state })
    }

    /// Holds the next message of this kind back.
    pub fn hold(&self, held: Held) {
        *self.state.wanted.lock().unwrap_or_else(PoisonError::into_inner) = Some(held);
    }

    /// Waits until the message is held.
    pub async fn reached(&self) {
        self.state.reached.notified().await;
    }
}

async fn pass(client: UnixStream, host: PathBuf, state: Arc<State>) -> io::Result<()> {
    let (from_client, to_client) = client.into_split();
    let (from_host, to_host) = UnixStream::connect(host).await?.into_split();
    let answers = tokio::spawn(copy(from_host, to_client, state.clone(), Held::Answer));
    // The client closes the connection when it is killed.
    let ended = copy(from_client, to_host, state, Held::Call).await;
    answers.abort();
    ended
}

async fn copy(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    state: Arc<State>,
    kind: fn(Procedure) -> Held,
) -> io::Result<()> {
    loop {
        let mut message = vec![0; 4];
        from.read_exact(&mut message).await?;
        let length = u32::from_be_bytes([message[0], message[1], message[2], message[3]]);
        message.resize(usize::try_from(length).unwrap_or_default().max(28), 0);
        from.read_exact(&mut message[4..]).await?;
        if !state.holds(&message, kind) {
            to.write_all(&message).await?;
            continue;
        }
        state.reached.notify_one();
        // Nothing more is passed on, until this side closes the connection.
        let mut rest = vec![0; 4096];
        while from.read(&mut rest).await? > 0 {}
        return Ok(());
    }
}

impl State {
    /// Returns true once, for the wanted message.
    fn holds(&self, message: &[u8], kind: fn(Procedure) -> Held) -> bool {
        let is = |procedure: Procedure| message[12..16] == (procedure as u32).to_be_bytes();
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        let found = [Procedure::CreateDisk, Procedure::Define, Procedure::Start].into_iter().find(|one| is(*one));
        let is_wanted = found.is_some_and(|procedure| *wanted == Some(kind(procedure)));
        if is_wanted {
            *wanted = None;
        }
        is_wanted
    }
}
