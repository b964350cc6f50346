//! A nameserver on loopback for tests: names resolve to the test's addresses, which may change with each lookup.
//!
//! Answers must not be cached (their TTL is 0), so each lookup sends a query. A name that was not set does not exist.

use hickory_resolver::proto::{
    op::{Message, Query, ResponseCode},
    rr::{
        RData, Record, RecordType,
        rdata::{A, AAAA, TXT},
    },
};
use std::{
    collections::HashMap,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{net::UdpSocket, task::JoinHandle};

pub struct Nameserver {
    address: SocketAddr,
    names: Names,
    serving: JoinHandle<()>,
}

type Names = Arc<Mutex<HashMap<String, Entry>>>;

#[derive(Default)]
struct Entry {
    /// The results of the first, the second … lookup of each type; the last is repeated.
    addresses: Vec<Vec<IpAddr>>,
    texts: Vec<String>,
    asked: HashMap<RecordType, usize>,
}

impl Nameserver {
    pub async fn start() -> io::Result<Nameserver> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = socket.local_addr()?;
        let names = Names::default();
        let serving = tokio::spawn(serve(socket, names.clone()));
        Ok(Nameserver { address, names, serving })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The name has these addresses.
    pub fn set(&self, name: &str, addresses: &[IpAddr]) {
        self.change(name, &[addresses]);
    }

    /// The name has the first addresses, at the next lookup the second, and so on; then the last forever.
    pub fn change(&self, name: &str, addresses: &[&[IpAddr]]) {
        let addresses = addresses.iter().map(|list| list.to_vec()).collect();
        self.insert(name, Entry { addresses, ..Entry::default() });
    }

    /// The name has these TXT records.
    pub fn set_texts(&self, name: &str, texts: &[&str]) {
        let texts = texts.iter().map(ToString::to_string).collect();
        self.insert(name, Entry { texts, ..Entry::default() });
    }

    /// How often the name was looked up.
    pub fn lookups(&self, name: &str) -> usize {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.get(&plain(name)).and_then(|entry| entry.asked.values().max().copied()).unwrap_or(0)
    }

    fn insert(&self, name: &str, entry: Entry) {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).insert(plain(name), entry);
    }
}

impl Drop for Nameserver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(socket: UdpSocket, names: Names) {
    let mut buffer = [0; 4096];
    while let Ok((size, sender)) = socket.recv_from(&mut buffer).await {
        let Ok(asked) = Message::from_vec(&buffer[..size]) else { continue };
        if let Ok(answer) = answer(&asked, &names).to_vec() {
            let _ = socket.send_to(&answer, sender).await;
        }
    }
}

fn answer(asked: &Message, names: &Names) -> Message {
    let mut answer = Message::response(asked.metadata.id, asked.metadata.op_code);
    answer.add_queries(asked.queries.iter().cloned());
    answer.metadata.recursion_available = true;
    let mut names = names.lock().unwrap_or_else(PoisonError::into_inner);
    for query in &asked.queries {
        match names.get_mut(&plain(&query.name().to_ascii())) {
            Some(entry) => answer.add_answers(entry.records(query)),
            None => {
                answer.metadata.response_code = ResponseCode::NXDomain;
                &mut answer
            }
        };
    }
    answer
}

impl Entry {
    fn records(&mut self, query: &Query) -> Vec<Record> {
        let turn = self.asked.entry(query.query_type()).or_default();
        let addresses = self.addresses.get(*turn).or(self.addresses.last());
        *turn += 1;
        let addresses = addresses.into_iter().flatten().map(|address| match address {
            IpAddr::V4(v4) => RData::A(A(*v4)),
            IpAddr::V6(v6) => RData::AAAA(AAAA(*v6)),
        });
        let texts = self.texts.iter().map(|text| RData::TXT(TXT::new(vec![text.clone()])));
        let wanted = addresses.chain(texts).filter(|data| data.record_type() == query.query_type());
        wanted.map(|data| Record::from_rdata(query.name().clone(), 0, data)).collect()
    }
}

/// Resolvers vary the case of letters to make responses harder to forge.
fn plain(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}
