//! Machines in libvirt's own driver without machines, `test:///default`: it has domains, volumes and networks, and no daemon.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::{
    cloud_catalogue::CatalogueKind,
    cloud_verification::{CapabilityResult, CloudFindingCode},
    cloud_vms::CloudVmPower,
};
use cloud_boundary::{
    Access, ActionError, Cloud, CreateError, Credential, Judgement, Machine, MachineState, OPERATION_LABEL, Order,
    VM_LABEL,
};
use cloud_libvirt::{Hosts, Libvirt};
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, fs, os::unix::net::UnixListener, time::Instant};
use virt::{
    connect::Connect, domain::Domain, error::clear_error_callback, storage_pool::StoragePool, storage_vol::StorageVol,
};

const SECRET: &str = "hunter2hunter2hunter2";
const REGION: &str = "local";

/// The driver keeps its state while a connection is open.
struct Driver {
    conn: Connect,
    libvirt: Libvirt,
    access: Access,
}

impl Driver {
    fn start() -> Driver {
        clear_error_callback();
        let conn = Connect::open(Some("test:///default")).unwrap();
        for pool in ["images", "disks"] {
            let xml = format!("<pool type='dir'><name>{pool}</name><target><path>/{pool}</path></target></pool>");
            // The tests of a process share the driver.
            let _ = StoragePool::create_xml(&conn, &xml, 0);
        }
        let image =
            "<volume><name>debian.img</name><capacity>1048576</capacity><target><format type='raw'/></target></volume>";
        let _ = StorageVol::create_xml(&StoragePool::lookup_by_name(&conn, "images").unwrap(), image, 0);
        let libvirt = Libvirt::new(Hosts::parse(&file("test:///default", "test:///default", "test")).unwrap());
        Driver { conn, libvirt, access: access("test:///default", SECRET) }
    }

    async fn create(&self, order: &Order) -> Result<Machine, CreateError> {
        self.libvirt.create(&self.access, order).await
    }

    async fn machine(&self, machine: &Machine) -> Option<Machine> {
        self.libvirt.machine(&self.access, REGION, &machine.provider_ref).await.unwrap()
    }

    async fn power(&self, machine: &Machine, power: CloudVmPower) -> MachineState {
        self.libvirt.power(&self.access, REGION, &machine.provider_ref, power).await.unwrap();
        self.machine(machine).await.unwrap().state
    }

    fn domain(&self, machine: &Machine) -> Domain {
        Domain::lookup_by_uuid_string(&self.conn, &machine.provider_ref).unwrap()
    }

    /// The disks of machines with this UUID.
    fn disks(&self, machine: &Machine) -> usize {
        let pool = StoragePool::lookup_by_name(&self.conn, "disks").unwrap();
        pool.list_volumes().unwrap().iter().filter(|name| name.contains(&machine.provider_ref)).count()
    }
}

fn file(endpoint: &str, connect: &str, domain_type: &str) -> String {
    let hash: String = Sha256::digest(SECRET).iter().map(|byte| format!("{byte:02x}")).collect();
    format!(
        r#"{{"sizes": {{"small": {{"vcpus": 1, "memory_mib": 64, "disk_gib": 1}}}}, "hosts": {{"{endpoint}": {{
            "connect": "{connect}", "secrets_sha256": ["{hash}"], "images": "images", "disks": "disks",
            "networks": ["default"], "domain_type": "{domain_type}"}}}}}}"#
    )
}

fn access(endpoint: &str, secret: &str) -> Access {
    Access {
        regions: vec![REGION.to_owned()],
        account_id: None,
        endpoint: endpoint.parse().ok(),
        credential: Credential::HostSecret { secret: SecretString::from(secret) },
    }
}

fn order(name: &str) -> Order {
    let label = |name: &str, value: String| (name.to_owned(), value);
    Order {
        token: format!("op_{name}"),
        name: name.to_owned(),
        region: REGION.to_owned(),
        size: "small".to_owned(),
        image: "images/debian.img".to_owned(),
        subnet: None,
        security_groups: vec![],
        public_ip: None,
        ssh_key: None,
        user_data: None,
        labels: BTreeMap::from([
            label(OPERATION_LABEL, format!("op_{name}")),
            label(VM_LABEL, format!("vm_{name}")),
            label("note", r#"<a href="x">&amp;</a>"#.to_owned()),
        ]),
    }
}

#[tokio::test]
async fn a_token_makes_one_machine_which_is_found_by_its_labels() {
    let driver = Driver::start();
    let order = order("once");
    let made = driver.create(&order).await.unwrap();
    let again = driver.create(&order).await.unwrap();
    assert_eq!(made, again);
    assert_eq!(
        (made.state, made.size.as_str(), made.subnet.as_deref()),
        (MachineState::Running, "small", Some("default"))
    );
    assert_eq!((&made.labels, made.token.as_deref()), (&order.labels, Some("op_once")));
    assert_eq!(made.image.as_deref(), Some("images/debian.img"));
    for label in [(OPERATION_LABEL, "op_once"), (VM_LABEL, "vm_once")] {
        assert_eq!(driver.libvirt.labelled(&driver.access, REGION, label).await.unwrap(), std::slice::from_ref(&made));
    }
    assert_eq!(driver.libvirt.labelled(&driver.access, REGION, (OPERATION_LABEL, "op_other")).await.unwrap(), []);
    let listing = driver.libvirt.machines(&driver.access, REGION).await;
    assert_eq!(listing.incomplete, None);
    assert_eq!(listing.machines.iter().filter(|machine| machine.name.as_deref() == Some("once")).count(), 1);
    assert_eq!(driver.disks(&made), 1);
}

/// As a worker leaves it that dies between the definition and the first start.
#[tokio::test]
async fn a_machine_that_was_never_started_is_completed_by_the_same_order() {
    let driver = Driver::start();
    let made = driver.create(&order("half")).await.unwrap();
    let domain = driver.domain(&made);
    let xml = domain.get_xml_desc(virt_sys::VIR_DOMAIN_XML_INACTIVE).unwrap();
    assert!(xml.contains(r#"started="yes""#), "{xml}");
    domain.destroy().unwrap();
    domain.undefine().unwrap();
    Domain::define_xml(&driver.conn, &xml.replace(r#"started="yes""#, r#"started="no""#)).unwrap();
    assert_eq!(driver.machine(&made).await.unwrap().state, MachineState::Unfinished);
    let again = driver.create(&order("half")).await.unwrap();
    assert_eq!((again.state, &again.provider_ref), (MachineState::Running, &made.provider_ref));
    assert_eq!(driver.disks(&made), 1);
}

#[tokio::test]
async fn a_machine_that_was_stopped_is_not_started_by_a_repeated_order() {
    let driver = Driver::start();
    let made = driver.create(&order("stopped")).await.unwrap();
    assert_eq!(driver.power(&made, CloudVmPower::Stopped).await, MachineState::Stopped);
    assert_eq!(driver.create(&order("stopped")).await.unwrap().state, MachineState::Stopped);
}

#[tokio::test]
async fn a_machine_is_stopped_started_restarted_and_deleted() {
    let driver = Driver::start();
    let made = driver.create(&order("power")).await.unwrap();
    assert_eq!(driver.power(&made, CloudVmPower::Stopped).await, MachineState::Stopped);
    assert_eq!(driver.power(&made, CloudVmPower::Stopped).await, MachineState::Stopped);
    assert_eq!(driver.power(&made, CloudVmPower::Running).await, MachineState::Running);
    assert_eq!(driver.power(&made, CloudVmPower::Restarted).await, MachineState::Running);
    driver.libvirt.delete(&driver.access, REGION, &made.provider_ref).await.unwrap();
    assert_eq!((driver.machine(&made).await, driver.disks(&made)), (None, 0));
    let again = driver.libvirt.delete(&driver.access, REGION, &made.provider_ref).await;
    assert!(matches!(again, Err(ActionError::NoMachine(_))), "{again:?}");
}

#[tokio::test]
async fn what_cannot_be_made_is_refused_and_leaves_nothing() {
    let driver = Driver::start();
    let taken = driver.create(&order("taken")).await.unwrap();
    let like = |change: fn(&mut Order)| {
        let mut order = order("refused");
        change(&mut order);
        order
    };
    for (why, order) in [
        ("another machine with this name", like(|order| order.name = "taken".to_owned())),
        ("no such image", like(|order| order.image = "images/none.img".to_owned())),
        ("no such image", like(|order| order.image = "disks/debian.img".to_owned())),
        ("no such image", like(|order| order.image = "imagesdebian.img".to_owned())),
        ("does not offer this size", like(|order| order.size = "huge".to_owned())),
        ("not available to machines", like(|order| order.subnet = Some("management".to_owned()))),
        ("no user_data", like(|order| order.user_data = Some(SecretString::from("#!/bin/sh")))),
        ("no security groups", like(|order| order.public_ip = Some(true))),
    ] {
        match driver.create(&order).await {
            Err(CreateError::Refused(failure)) => assert!(failure.detail.contains(why), "{why}: {failure}"),
            other => panic!("{why}: {other:?}"),
        }
    }
    assert_eq!(driver.libvirt.labelled(&driver.access, REGION, (OPERATION_LABEL, "op_refused")).await.unwrap(), []);
    assert_eq!(driver.machine(&taken).await.unwrap().state, MachineState::Running);
}

#[tokio::test]
async fn a_token_of_another_request_makes_no_machine() {
    let driver = Driver::start();
    driver.create(&order("first")).await.unwrap();
    let other = Order { name: "second".to_owned(), ..order("first") };
    assert!(matches!(driver.create(&other).await, Err(CreateError::TokenReused(_))));
}

#[tokio::test]
async fn machines_that_others_have_made_are_listed_and_never_changed() {
    let driver = Driver::start();
    let listing = driver.libvirt.machines(&driver.access, REGION).await;
    let foreign = listing.machines.iter().find(|machine| machine.name.as_deref() == Some("test")).unwrap();
    assert_eq!((foreign.token.as_deref(), foreign.labels.len()), (None, 0));
    let refused = driver.libvirt.delete(&driver.access, REGION, &foreign.provider_ref).await;
    assert!(matches!(refused, Err(ActionError::Refused(_))), "{refused:?}");
    let refused = driver.libvirt.power(&driver.access, REGION, &foreign.provider_ref, CloudVmPower::Stopped).await;
    assert!(matches!(refused, Err(ActionError::Refused(_))), "{refused:?}");
}

#[tokio::test]
async fn a_host_is_verified_by_its_secret_and_what_it_can_do() {
    let driver = Driver::start();
    let report = driver.libvirt.verify(&driver.access).await;
    assert_eq!(report.judgement, Judgement::Accepted);
    let missing: Vec<_> =
        report.capabilities.iter().filter(|capability| capability.result != CapabilityResult::Granted).collect();
    assert!(missing.is_empty() && report.capabilities.len() >= 6, "{:?}", report.capabilities);
    assert_eq!(report.identity.unwrap().arn, "test:///default");

    let wrong = driver.libvirt.verify(&access("test:///default", "wrongwrongwrongwrong")).await;
    assert_eq!(wrong.judgement, Judgement::Rejected);
    assert_eq!(wrong.capabilities[0].code, Some(CloudFindingCode::WrongSecret));
    assert!(wrong.capabilities[0].fix.is_some());

    let lacking = file("test:///default", "test:///default", "kvm").replace(r#""default""#, r#""missing""#);
    let lacking = Libvirt::new(Hosts::parse(&lacking).unwrap()).verify(&driver.access).await;
    let denied = lacking.capabilities.iter().filter(|capability| capability.result == CapabilityResult::Denied);
    let names: Vec<_> = denied.map(|capability| (capability.name.as_str(), capability.fix.is_some())).collect();
    assert_eq!(names, [("connect_machines", true), ("run_machines", true)]);
}

#[tokio::test]
async fn the_catalogue_has_images_networks_and_sizes() {
    let driver = Driver::start();
    let ids = async |kind| {
        let found = driver.libvirt.catalogue(&driver.access, kind, REGION).await.unwrap();
        found.entries.into_iter().map(|entry| entry.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(CatalogueKind::Images).await, ["images/debian.img"]);
    assert_eq!(ids(CatalogueKind::Networks).await, ["default"]);
    assert_eq!(ids(CatalogueKind::Sizes).await, ["small"]);
    assert_eq!(ids(CatalogueKind::Regions).await, [REGION]);
}

#[tokio::test]
async fn a_host_that_is_away_is_unreachable_and_nothing_is_done() {
    let connect = "qemu+unix:///system?socket=/nowhere/socket";
    let libvirt = Libvirt::new(Hosts::parse(&file("qemu:///system", connect, "kvm")).unwrap());
    let access = access("qemu:///system", SECRET);
    let report = libvirt.verify(&access).await;
    assert_eq!(report.judgement, Judgement::Unreachable, "{:?}", report.capabilities);
    assert!(!format!("{:?}", report.capabilities).contains("/nowhere"));
    let listing = libvirt.machines(&access, REGION).await;
    assert_eq!(listing.incomplete.map(|failure| failure.code), Some(CloudFindingCode::Unreachable));
    assert!(matches!(libvirt.create(&access, &order("away")).await, Err(CreateError::NotNow(_))));
}

/// A host that accepts connections and never answers.
#[tokio::test]
async fn a_host_that_hangs_takes_a_bounded_time_and_few_threads() {
    let socket = std::env::temp_dir().join(format!("tenant-control-hangs-{}", std::process::id()));
    let _ = fs::remove_file(&socket);
    let _listener = UnixListener::bind(&socket).unwrap();
    let connect = format!("qemu+unix:///system?socket={}", socket.display());
    let libvirt = Libvirt::new(Hosts::parse(&file("qemu:///system", &connect, "kvm")).unwrap());
    let access = access("qemu:///system", SECRET);
    let started = Instant::now();
    let calls = (0..12).map(|_| libvirt.machine(&access, REGION, "11111111-2222-4333-8444-555555555555"));
    let ended = futures::future::join_all(calls).await;
    assert!(ended.iter().all(|found| matches!(found, Err(failure) if failure.code == CloudFindingCode::Unreachable)));
    assert!(started.elapsed().as_secs() < 15, "{:?}", started.elapsed());
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let names = tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
    let hanging = names.filter(|name| name.trim() == "libvirt").count();
    assert_eq!(hanging, 4);
    fs::remove_file(&socket).unwrap();
}
