//! A new connection: look up, check every address, connect to one of those, encrypt.

use crate::{
    Limits,
    failure::{Phase, Why},
    guard::Guard,
    pool::{Connection, Key, Sender},
    progress::Progress,
    resolve::Resolver,
};
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::pki_types::ServerName;
use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::TlsConnector;
use url::{Host, Url};

/// How many addresses of a name are tried, and how long each except the last.
const TRIED: usize = 4;
const EACH: Duration = Duration::from_secs(4);

pub(crate) struct Connector {
    pub guard: Guard,
    pub resolver: Resolver,
    pub tls: Arc<rustls::ClientConfig>,
    pub limits: Limits,
}

impl Connector {
    pub async fn connect(&self, url: &Url, key: &Key, progress: &Progress) -> Result<Connection, Why> {
        progress.enter(Phase::Name);
        let addresses = self.permitted(url).await?;
        progress.enter(Phase::Connect);
        let stream = reach(&addresses, key.port, progress).await?;
        let remote = stream.peer_addr().map_err(|_| Why::Closed)?;
        if !key.secure {
            progress.enter(Phase::Answer);
            return Ok(Connection::new(self.http1(stream).await?, remote));
        }
        progress.enter(Phase::Tls);
        let stream = TlsConnector::from(self.tls.clone()).connect(server_name(url)?, stream);
        let stream = stream.await.map_err(|error| Why::tls(&error))?;
        progress.enter(Phase::Answer);
        let sender = match stream.get_ref().1.alpn_protocol() {
            Some(b"h2") => self.http2(stream).await?,
            _ => self.http1(stream).await?,
        };
        Ok(Connection::new(sender, remote))
    }

    /// The addresses of a URL's host. One refused address refuses all: a name that also resolves to an internal address
    /// is suspicious.
    async fn permitted(&self, url: &Url) -> Result<Vec<IpAddr>, Why> {
        let addresses = match url.host() {
            Some(Host::Domain(name)) => self.resolver.addresses(name).await.map_err(Why::Name)?,
            Some(Host::Ipv4(ip)) => vec![ip.into()],
            Some(Host::Ipv6(ip)) => vec![ip.into()],
            None => vec![],
        };
        for address in &addresses {
            let address = *address;
            self.guard.check_address(address).map_err(|class| Why::Address { address, class })?;
        }
        Ok(addresses)
    }

    async fn http1(&self, stream: impl Stream) -> Result<Sender, Why> {
        let mut builder = http1::Builder::new();
        builder.max_header_size(self.limits.header_bytes).max_buf_size(64 * 1024);
        let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.map_err(|error| Why::http(&error))?;
        tokio::spawn(connection);
        Ok(Sender::Http1(sender))
    }

    async fn http2(&self, stream: impl Stream) -> Result<Sender, Why> {
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder.max_header_list_size(u32::try_from(self.limits.header_bytes).unwrap_or(u32::MAX));
        builder.initial_stream_window_size(64 * 1024).initial_connection_window_size(1024 * 1024);
        let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.map_err(|error| Why::http(&error))?;
        tokio::spawn(connection);
        Ok(Sender::Http2(sender))
    }
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for T {}

/// Connects to the first address that accepts the connection, without resolving the name again.
async fn reach(addresses: &[IpAddr], port: u16, progress: &Progress) -> Result<TcpStream, Why> {
    let tried = &addresses[..addresses.len().min(TRIED)];
    let mut why = Why::Closed;
    for (i, address) in tried.iter().enumerate() {
        let remote = SocketAddr::new(address.to_canonical(), port);
        progress.reached(remote);
        let patience = if i + 1 == tried.len() { Duration::MAX } else { EACH };
        match timeout(patience, TcpStream::connect(remote)).await {
            Ok(Ok(stream)) => {
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Ok(Err(error)) => why = Why::connect(remote, &error),
            Err(_) => why = Why::Timeout(Phase::Connect),
        }
    }
    Err(why)
}

fn server_name(url: &Url) -> Result<ServerName<'static>, Why> {
    let invalid = |_| Why::Tls { reason: "the host name is not valid in a certificate".to_owned() };
    match url.host() {
        Some(Host::Ipv4(ip)) => Ok(ServerName::IpAddress(IpAddr::from(ip).into())),
        Some(Host::Ipv6(ip)) => Ok(ServerName::IpAddress(IpAddr::from(ip).into())),
        Some(Host::Domain(name)) => {
            ServerName::try_from(name.strip_suffix('.').unwrap_or(name).to_owned()).map_err(invalid)
        }
        None => Err(Why::Closed),
    }
}
