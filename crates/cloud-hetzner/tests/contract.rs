//! The form of requests, checked by Prism over Hetzner's public description of its API. Its answers are the description's
//! examples, so this shows that requests and answers have the right form, and nothing about what Hetzner does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::{cloud_catalogue::CatalogueKind, cloud_verification::CapabilityResult, cloud_vms::CloudVmPower};
use cloud_boundary::{Access, Cloud, Credential, Judgement, Order};
use cloud_hetzner::Hetzner;
use outbound::{Guard, Options};
use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::Duration,
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/hetzner-mock");

struct Prism {
    child: Child,
    url: String,
}

impl Prism {
    /// The first start installs it, which takes a while.
    async fn start() -> Prism {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut command = Command::new(SCRIPT);
        command.arg(address.port().to_string()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let prism = Prism { child: command.spawn().unwrap(), url: format!("http://{address}") };
        for _ in 0..600 {
            if TcpStream::connect(address).is_ok() {
                return prism;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        panic!("Prism does not answer after two minutes");
    }
}

impl Drop for Prism {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
#[ignore = "it installs Prism from npm at its first use; run it with: cargo test -p cloud-hetzner -- --ignored"]
async fn requests_and_answers_have_the_form_of_the_description() {
    let prism = Prism::start().await;
    let guard = Guard { allowed: vec!["127.0.0.1/32".parse().unwrap()], refused: vec![], allow_http: true };
    let hetzner = Hetzner::new(outbound::Client::new(Options { guard, ..Options::default() }).unwrap());
    let access = Access {
        regions: vec!["fsn1".to_owned()],
        account_id: None,
        endpoint: Some(prism.url.parse().unwrap()),
        credential: Credential::ApiToken("token-of-the-test".into()),
    };
    let report = hetzner.verify(&access).await;
    assert_eq!(report.judgement, Judgement::Accepted, "{report:#?}");
    let denied = report.capabilities.iter().find(|one| one.result == CapabilityResult::Denied);
    assert!(denied.is_none(), "{denied:?}");
    let sizes = hetzner.catalogue(&access, CatalogueKind::Sizes, "fsn1").await.unwrap();
    assert!(sizes.entries.iter().all(|size| size.vcpus.is_some() && size.memory_bytes.is_some()));

    let labels = [("tenant-control:operation", "op_1"), ("tenant-control:vm", "vm_1"), ("env", "test")];
    let order = Order {
        token: "op_1".to_owned(),
        name: "web-01".to_owned(),
        region: "fsn1".to_owned(),
        size: "cx11".to_owned(),
        image: "debian-12".to_owned(),
        subnet: Some("456".to_owned()),
        security_groups: vec!["38".to_owned()],
        public_ip: Some(true),
        ssh_key: Some("key".to_owned()),
        user_data: Some("#cloud-config".into()),
        labels: labels.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
    };
    let made = hetzner.create(&access, &order).await.unwrap();
    assert_eq!(made.provider_ref, "42");
    let read = hetzner.machine(&access, "fsn1", "42").await.unwrap().unwrap();
    assert!(read.vcpus.is_some() && read.public_ip.is_some() && read.created_at.is_some(), "{read:?}");
    for power in [CloudVmPower::Running, CloudVmPower::Stopped, CloudVmPower::Restarted] {
        hetzner.power(&access, "fsn1", "42", power).await.unwrap();
    }
    hetzner.delete(&access, "fsn1", "42").await.unwrap();
    // The numbers of the example's pages contradict each other, which is noticed.
    let listing = hetzner.machines(&access, "fsn1").await;
    assert!(listing.incomplete.unwrap().detail.contains("page of a list"));
}
