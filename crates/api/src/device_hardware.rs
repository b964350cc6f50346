//! The parts of a device: processors, disks, networks, protection.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Totals of all processors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceCpu {
    #[schema(examples("Intel(R) Xeon(R) Gold 6330"))]
    pub model: Option<String>,
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
    #[schema(minimum = 0, examples(2000))]
    pub speed_mhz: Option<i64>,
}

/// A physical disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceDisk {
    #[schema(examples("nvme0n1"))]
    pub name: Option<String>,
    #[schema(examples("Samsung SSD 980 PRO 1TB"))]
    pub model: Option<String>,
    #[schema(examples("S5GXNX0R123456"))]
    pub serial: Option<String>,
    #[schema(examples("NVME"))]
    pub interface: Option<String>,
    #[schema(minimum = 0, examples(1_000_204_886_016_i64))]
    pub size_bytes: Option<i64>,
}

/// A mounted file system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceVolume {
    /// Mount point or drive letter.
    #[schema(examples("/var"))]
    pub name: String,
    #[schema(examples("data"))]
    pub label: Option<String>,
    #[schema(examples("ext4"))]
    pub filesystem: Option<String>,
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
    #[schema(examples("00:1b:21:3c:9d:f8"))]
    pub mac: Option<String>,
    #[schema(examples(json!(["10.1.2.3", "2001:db8::3"])))]
    pub addresses: Vec<String>,
    /// `true` if the interface exists only in software.
    pub virtual_interface: Option<bool>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceSecurity {
    pub antivirus: Vec<DeviceAntivirus>,
    /// `true` if a firewall is on; `null` if the agent does not know.
    pub firewall: Option<bool>,
    /// `true` if all volumes are encrypted; `null` if the agent does not know.
    pub encryption: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceAntivirus {
    #[schema(examples("Microsoft Defender"))]
    pub name: String,
    #[schema(examples("4.18.24090.11"))]
    pub version: Option<String>,
    pub enabled: Option<bool>,
    pub up_to_date: Option<bool>,
}
