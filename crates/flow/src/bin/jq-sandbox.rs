//! The sandbox alone, for tests; the server has it as a hidden subcommand. With an argument, it confines itself, tries
//! forbidden operations, and prints the results.

use std::{
    fs::File,
    io,
    net::{TcpListener, TcpStream, UdpSocket},
    os::unix::{net::UnixStream, process::CommandExt},
    process::{Command, ExitCode},
};

fn main() -> ExitCode {
    match std::env::args().nth(1) {
        Some(attempt) => try_out(&attempt),
        None => flow::sandbox::serve(),
    }
}

fn try_out(attempt: &str) -> ExitCode {
    let parent = rustix::process::getppid();
    let confined = match flow::sandbox::confine() {
        Ok(confined) => confined,
        Err(error) => return tell(Err(error)),
    };
    if let Err(why) = confined {
        println!("unconfined: {why}");
        return ExitCode::SUCCESS;
    }
    tell(match attempt {
        "tcp" => TcpStream::connect("127.0.0.1:9").map(drop),
        "listen" => TcpListener::bind("127.0.0.1:0").map(drop),
        "udp" => UdpSocket::bind("127.0.0.1:0").map(drop),
        "unix" => UnixStream::pair().map(drop),
        "read" => File::open("/etc/hostname").map(drop),
        "write" => File::create("/tmp/jq-sandbox-was-here").map(drop),
        "exec" => Err(Command::new("/bin/true").exec()),
        "spawn" => Command::new("/bin/true").spawn().map(drop),
        "kill" => parent.map_or(Ok(()), |parent| rustix::process::test_kill_process(parent).map_err(io::Error::from)),
        "limits" => rustix::process::setrlimit(
            rustix::process::Resource::Stack,
            rustix::process::Rlimit { current: Some(1 << 20), maximum: Some(1 << 20) },
        )
        .map_err(io::Error::from),
        _ => Err(io::Error::other("no such attempt")),
    })
}

fn tell(ended: io::Result<()>) -> ExitCode {
    match ended {
        Ok(()) => println!("done"),
        Err(error) => println!("refused: {:?}", error.raw_os_error()),
    }
    ExitCode::SUCCESS
}
