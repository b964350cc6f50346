//! The parts of a device: processors, disks, networks, protection.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Totals of all processors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceCpu {
    /// Model.
    #[schema(examples("Intel(R) Xeon(R) Gold 6330"))]
    pub model: Option<String>,
    /// Manufacturer.
    #[schema(examples("Intel"))]
    pub manufacturer: Option<String>,
    /// Number of processors.
    #[schema(minimum = 0, examples(2))]
    pub sockets: i32,
    /// Number of cores of all processors.
    #[schema(minimum = 0, examples(56))]
    pub cores: i32,
    /// Number of threads of all processors.
    #[schema(minimum = 0, examples(112))]
    pub threads: i32,
    /// Clock rate, in MHz.
    #[schema(minimum = 0, examples(2000))]
    pub speed_mhz: Option<i64>,
}

/// A physical disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceDisk {
    #[schema(examples("nvme0n1"))]
    pub name: Option<String>,
    /// Model.
    #[schema(examples("Samsung SSD 980 PRO 1TB"))]
    pub model: Option<String>,
    /// Serial number.
    #[schema(examples("S5GXNX0R123456"))]
    pub serial: Option<String>,
    /// Interface of the disk.
    #[schema(examples("NVME"))]
    pub interface: Option<String>,
    /// Size, in bytes.
    #[schema(minimum = 0, examples(1_000_204_886_016_i64))]
    pub size_bytes: Option<i64>,
}

/// A mounted file system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceVolume {
    /// Mount point or drive letter.
    #[schema(examples("/var"))]
    pub name: String,
    /// Label of the volume.
    #[schema(examples("data"))]
    pub label: Option<String>,
    /// File system.
    #[schema(examples("ext4"))]
    pub filesystem: Option<String>,
    /// Size, in bytes.
    #[schema(minimum = 0, examples(536_870_912_000_i64))]
    pub size_bytes: Option<i64>,
    /// Free space as of the last report. It is not part of the device's changes.
    #[schema(minimum = 0, examples(214_748_364_800_i64))]
    pub free_bytes: Option<i64>,
    /// `true` if the volume is encrypted; `null` if the agent does not know.
    pub encrypted: Option<bool>,
}

/// A network interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceNetwork {
    #[schema(examples("eth0"))]
    pub name: Option<String>,
    /// Hardware address.
    #[schema(examples("00:1b:21:3c:9d:f8"))]
    pub mac: Option<String>,
    /// IP addresses.
    #[schema(examples(json!(["10.1.2.3", "2001:db8::3"])))]
    pub addresses: Vec<String>,
    /// `true` if the interface exists only in software.
    pub virtual_interface: Option<bool>,
}

/// Security software of a device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceSecurity {
    /// Antivirus programs.
    pub antivirus: Vec<DeviceAntivirus>,
    /// `true` if a firewall is on; `null` if the agent does not know.
    pub firewall: Option<bool>,
    /// `true` if all volumes are encrypted; `null` if the agent does not know.
    pub encryption: Option<bool>,
}

/// An antivirus program of a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceAntivirus {
    #[schema(examples("Microsoft Defender"))]
    pub name: String,
    #[schema(examples("4.18.24090.11"))]
    pub version: Option<String>,
    /// `true` if the program is enabled; `null` if the agent does not know.
    pub enabled: Option<bool>,
    /// `true` if its signatures are up to date; `null` if that is not known.
    pub up_to_date: Option<bool>,
}
