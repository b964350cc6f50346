//! Servers for repositories on loopback. Each is stopped by its own pid when dropped.

use anyhow::{Context, ensure};
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

pub const ACCESS_KEY_ID: &str = "test";
pub const SECRET_ACCESS_KEY: &str = "test-secret-key";
pub const REGION: &str = "eu-central-1";

/// rclone as a server for restic repositories in a folder.
pub struct RestServer {
    child: Child,
    port: u16,
}

impl RestServer {
    pub fn start(folder: &Path) -> anyhow::Result<RestServer> {
        RestServer::start_with(folder, &[])
    }

    /// With further options, such as `--append-only`.
    pub fn start_with(folder: &Path, options: &[&str]) -> anyhow::Result<RestServer> {
        std::fs::create_dir_all(folder)?;
        let port = free_port()?;
        let child = Command::new("rclone")
            .args(["serve", "restic", "--config", "/dev/null", "--addr", &format!("127.0.0.1:{port}")])
            .args(options)
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("rclone is not installed: scripts/install")?;
        wait_for(port)?;
        Ok(RestServer { child, port })
    }

    /// The address of a repository, in the notation of restic.
    pub fn location(&self, name: &str) -> String {
        format!("rest:http://127.0.0.1:{}/{name}", self.port)
    }
}

impl Drop for RestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// moto, which simulates S3.
pub struct S3Server {
    child: Child,
    port: u16,
}

impl S3Server {
    /// The first start installs it, which takes a while.
    pub fn start() -> anyhow::Result<S3Server> {
        let port = free_port()?;
        let child = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/moto"))
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        wait_for(port)?;
        Ok(S3Server { child, port })
    }

    /// A new bucket.
    pub fn bucket(&self, name: &str) -> anyhow::Result<()> {
        self.create(name, "")
    }

    /// Another region than the first one must be named.
    fn create(&self, name: &str, headers: &str) -> anyhow::Result<()> {
        let region = format!("<LocationConstraint>{REGION}</LocationConstraint>");
        let body = format!("<CreateBucketConfiguration>{region}</CreateBucketConfiguration>");
        let headers = format!("{headers}content-type: application/xml\r\n");
        self.call("PUT", &format!("/{name}"), &headers, body.as_bytes()).map(drop)
    }

    /// A new bucket that keeps every object for so many days.
    pub fn locked_bucket(&self, name: &str, days: u32) -> anyhow::Result<()> {
        self.create(name, "x-amz-bucket-object-lock-enabled: true\r\n")?;
        let rule = format!("<DefaultRetention><Mode>COMPLIANCE</Mode><Days>{days}</Days></DefaultRetention>");
        let enabled = "<ObjectLockEnabled>Enabled</ObjectLockEnabled>";
        let lock = format!("<ObjectLockConfiguration>{enabled}<Rule>{rule}</Rule></ObjectLockConfiguration>");
        let headers = "content-type: application/xml\r\n";
        self.call("PUT", &format!("/{name}?object-lock"), headers, lock.as_bytes()).map(drop)
    }

    /// The content of an object. `path` contains the bucket.
    pub fn object(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        self.call("GET", path, "", b"")
    }

    pub fn set_object(&self, path: &str, content: &[u8]) -> anyhow::Result<()> {
        self.call("PUT", path, "content-type: application/octet-stream\r\n", content).map(drop)
    }

    pub fn remove_object(&self, path: &str) -> anyhow::Result<()> {
        self.call("DELETE", path, "", b"").map(drop)
    }

    /// The uploads in several parts that were neither completed nor aborted.
    pub fn unfinished(&self, bucket: &str) -> anyhow::Result<usize> {
        let listed = self.call("GET", &format!("/{bucket}?uploads"), "", b"")?;
        Ok(String::from_utf8_lossy(&listed).matches("<UploadId>").count())
    }

    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn location(&self, bucket: &str, prefix: &str) -> String {
        format!("s3:http://127.0.0.1:{}/{bucket}/{prefix}", self.port)
    }

    /// With a signature that moto does not check.
    fn call(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> anyhow::Result<Vec<u8>> {
        let mut connection = TcpStream::connect(("127.0.0.1", self.port))?;
        let (length, port) = (body.len(), self.port);
        let scope = format!("Credential={ACCESS_KEY_ID}/20260101/{REGION}/s3/aws4_request");
        let authorization = format!("AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=none");
        let head = format!(
            "{method} {path} HTTP/1.0\r\nhost: 127.0.0.1:{port}\r\nauthorization: {authorization}\r\n\
            content-length: {length}\r\n{headers}\r\n"
        );
        connection.write_all(head.as_bytes())?;
        connection.write_all(body)?;
        let mut answer = vec![];
        connection.read_to_end(&mut answer)?;
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").context("a response has a head")?;
        let content = answer.split_off(end + 4);
        let head = String::from_utf8_lossy(&answer);
        let is_good = head.split(' ').nth(1).is_some_and(|status| status.starts_with('2'));
        ensure!(is_good, "{method} {path}: {head}{}", String::from_utf8_lossy(&content));
        Ok(content)
    }
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> anyhow::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

fn wait_for(port: u16) -> anyhow::Result<()> {
    for _ in 0..1000 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(100));
    }
    anyhow::bail!("nothing listens on {port} after 100 s")
}
