//! The rows of the table in `docs/inventory.md`.

use super::*;

fn machine<'a>(manufacturer: &'a str, serial: &'a str, uuid: &'a str) -> Hardware<'a> {
    Hardware {
        kind: Some(DeviceType::Desktop),
        manufacturer: Some(manufacturer),
        serial: Some(serial),
        hardware_uuid: Some(uuid),
        macs: &[],
    }
}

fn print(manufacturer: &str, serial: &str, uuid: &str) -> Fingerprint {
    Fingerprint::of(machine(manufacturer, serial, uuid))
}

const A: &str = "4c4c4544-0034-3010-8048-b6c04f503732";
const B: &str = "8d1e4a20-7c11-11ee-b962-0242ac120002";
const C: &str = "0a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d";

fn known(id: u128, hardware: Fingerprint, former: Fingerprint) -> Known {
    Known { id: Uuid::from_u128(id), hardware, former }
}

#[test]
fn a_uuid_is_the_same_in_either_case_and_byte_order() {
    let plain = uuid_key(A).unwrap();
    assert_eq!(uuid_key(&A.to_uppercase()), Some(plain.clone()));
    assert_eq!(uuid_key("44454c4c-3400-1030-8048-b6c04f503732"), Some(plain.clone()), "as another system writes it");
    assert_eq!(uuid_key(&format!(" {A} ")), Some(plain));
    assert_ne!(uuid_key(A), uuid_key(B));
}

#[test]
fn identifiers_that_nobody_has_set_identify_nothing() {
    for serial in [
        "To Be Filled By O.E.M.",
        "to be filled by o.e.m.1",
        "System Serial Number",
        "Default string",
        "N/A",
        "0123456789",
        "00000000",
        "11111111",
        "......",
        "EVAL",
        "NNNNNNN",
        "None",
        "",
        "  ",
        "-",
        "x",
    ] {
        assert_eq!(serial_key(Some("Dell Inc."), serial), None, "{serial}");
    }
    for uuid in [
        "00000000-0000-0000-0000-000000000000",
        "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
        "03000200-0400-0500-0006-000700080009",
        "00020003-0004-0005-0006-000700080009",
        "not a uuid",
        "",
    ] {
        assert_eq!(uuid_key(uuid), None, "{uuid}");
    }
    for mac in [
        "00:00:00:00:00:00",
        "ff:ff:ff:ff:ff:ff",
        "00:50:56:C0:00:08",
        "0A:00:27:00:00:00",
        "02:42:ac:11:00:02",
        "33:50:6F:45:30:30",
        "50-50-54-50-30-30",
        "00:1b:21:3c:9d",
        "hello",
        "",
    ] {
        assert_eq!(mac_key(mac), None, "{mac}");
    }
    assert_eq!(mac_key("00-1B-21-3C-9D-F8").as_deref(), Some("00:1b:21:3c:9d:f8"));
}

#[test]
fn serial_numbers_belong_to_their_manufacturer() {
    assert_eq!(serial_key(Some("Dell Inc."), "640HP72"), serial_key(Some("DELL"), " 640hp72 "));
    assert_eq!(serial_key(Some("Hewlett-Packard"), "5CG1"), serial_key(Some("HP"), "5CG1"));
    assert_ne!(serial_key(Some("Dell Inc."), "640HP72"), serial_key(Some("Lenovo"), "640HP72"));
}

#[test]
fn a_container_is_not_recognised_by_its_hosts_hardware() {
    let host = machine("Dell Inc.", "640HP72", A);
    let container = Hardware { kind: Some(DeviceType::Container), ..host };
    assert_eq!(identifiers(host).len(), 2);
    assert_eq!(identifiers(container), []);
    assert!(Fingerprint::of(container).is_empty());
}

#[test]
fn the_number_of_identifiers_is_bounded() {
    let macs: Vec<String> = (0..10_000u32).map(|i| format!("00:1b:21:{:02x}:{:02x}:01", i / 256, i % 256)).collect();
    let many = Hardware { macs: &macs, ..machine("Dell Inc.", "640HP72", A) };
    let identifiers = identifiers(many);
    assert_eq!(identifiers.len(), MOST);
    assert_eq!(identifiers[0].kind, Kind::HardwareUuid, "those that matter come first");
}

#[test]
fn a_new_agent_is_a_new_device_whatever_its_hardware() {
    assert_eq!(place(&[], &print("Dell", "640HP72", A)), Placement::New);
}

#[test]
fn an_agent_keeps_its_device() {
    let device = known(1, print("Dell", "640HP72", A), Fingerprint::default());
    let same = Placement::Existing(device.id);
    assert_eq!(place(std::slice::from_ref(&device), &print("Dell", "640HP72", A)), same);
    assert_eq!(place(std::slice::from_ref(&device), &print("Dell", "640HP72", B)), same, "a new mainboard");
    assert_eq!(place(std::slice::from_ref(&device), &Fingerprint::default()), same, "hardware that cannot be read");
    assert_eq!(place(std::slice::from_ref(&device), &print("Dell", "N/A", &A.to_uppercase())), same);
}

#[test]
fn a_moved_disk_takes_its_device_along() {
    let device = known(1, print("Dell", "640HP72", A), Fingerprint::default());
    assert_eq!(place(std::slice::from_ref(&device), &print("Dell", "7XYZ123", B)), Placement::Moved(device.id));
}

#[test]
fn an_agent_that_goes_back_and_forth_is_on_two_machines() {
    let (a, b, c) = (print("Dell", "640HP72", A), print("Dell", "7XYZ123", B), print("Dell", "8ABC456", C));
    // It was on A, then on B: now A reports again.
    let moved = known(1, b.clone(), a.clone());
    assert_eq!(place(std::slice::from_ref(&moved), &a), Placement::Twin(moved.id));
    // From then on each has its own device.
    let twin = known(2, a.clone(), Fingerprint::default());
    let both = [twin.clone(), moved.clone()];
    assert_eq!(place(&both, &a), Placement::Existing(twin.id));
    assert_eq!(place(&both, &b), Placement::Existing(moved.id));
    // A third machine takes over the device that reported last, until that machine reports again.
    assert_eq!(place(&both, &c), Placement::Moved(twin.id));
    let taken = [known(2, c.clone(), a.clone()), moved];
    assert_eq!(place(&taken, &a), Placement::Twin(twin.id));
}
