//! Common sizes of machines, for accounts whose own list cannot be read yet.

/// A size with its virtual CPUs and its memory in MiB, which AWS never changes under the same name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownSize {
    pub name: &'static str,
    pub vcpus: i32,
    pub memory_mib: i64,
}

const fn size(name: &'static str, vcpus: i32, memory_mib: i64) -> KnownSize {
    KnownSize { name, vcpus, memory_mib }
}

pub(crate) const KNOWN: &[KnownSize] = &[
    size("t3.nano", 2, 512),
    size("t3.micro", 2, 1024),
    size("t3.small", 2, 2048),
    size("t3.medium", 2, 4096),
    size("t3.large", 2, 8192),
    size("t3.xlarge", 4, 16_384),
    size("t3.2xlarge", 8, 32_768),
    size("m5.large", 2, 8192),
    size("m5.xlarge", 4, 16_384),
    size("m5.2xlarge", 8, 32_768),
    size("m5.4xlarge", 16, 65_536),
    size("m6i.large", 2, 8192),
    size("m6i.xlarge", 4, 16_384),
    size("m6i.2xlarge", 8, 32_768),
    size("c5.large", 2, 4096),
    size("c5.xlarge", 4, 8192),
    size("c5.2xlarge", 8, 16_384),
    size("r5.large", 2, 16_384),
    size("r5.xlarge", 4, 32_768),
    size("r5.2xlarge", 8, 65_536),
];
