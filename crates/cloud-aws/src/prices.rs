//! List prices that are known without a call: Linux, on demand, in US dollars. An unknown price is unknown, never zero.
//!
//! Copied from the public price list of AWS; a price that AWS has changed since is wrong here until it is copied again.

use api::cloud_catalogue::CloudPrice;

/// Hours of a month, as AWS's own calculator has them.
const HOURS: u64 = 730;

/// A size with its virtual CPUs, its memory in MiB, and its prices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownSize {
    pub name: &'static str,
    pub vcpus: i32,
    pub memory_mib: i64,
    /// Hundred-thousandths of a dollar for an hour, in the order of [`REGIONS`].
    hourly: [u64; 4],
}

/// The regions whose prices are known.
const REGIONS: [&str; 4] = ["us-east-1", "us-west-2", "eu-west-1", "eu-central-1"];

const fn size(name: &'static str, vcpus: i32, memory_mib: i64, hourly: [u64; 4]) -> KnownSize {
    KnownSize { name, vcpus, memory_mib, hourly }
}

pub(crate) const KNOWN: &[KnownSize] = &[
    size("t3.nano", 2, 512, [520, 520, 570, 600]),
    size("t3.micro", 2, 1024, [1040, 1040, 1140, 1200]),
    size("t3.small", 2, 2048, [2080, 2080, 2280, 2400]),
    size("t3.medium", 2, 4096, [4160, 4160, 4560, 4800]),
    size("t3.large", 2, 8192, [8320, 8320, 9120, 9600]),
    size("t3.xlarge", 4, 16_384, [16_640, 16_640, 18_240, 19_200]),
    size("t3.2xlarge", 8, 32_768, [33_280, 33_280, 36_480, 38_400]),
    size("m5.large", 2, 8192, [9600, 9600, 10_700, 11_500]),
    size("m5.xlarge", 4, 16_384, [19_200, 19_200, 21_400, 23_000]),
    size("m5.2xlarge", 8, 32_768, [38_400, 38_400, 42_800, 46_000]),
    size("m5.4xlarge", 16, 65_536, [76_800, 76_800, 85_600, 92_000]),
    size("m6i.large", 2, 8192, [9600, 9600, 10_700, 11_500]),
    size("m6i.xlarge", 4, 16_384, [19_200, 19_200, 21_400, 23_000]),
    size("m6i.2xlarge", 8, 32_768, [38_400, 38_400, 42_800, 46_000]),
    size("c5.large", 2, 4096, [8500, 8500, 9600, 9700]),
    size("c5.xlarge", 4, 8192, [17_000, 17_000, 19_200, 19_400]),
    size("c5.2xlarge", 8, 16_384, [34_000, 34_000, 38_400, 38_800]),
    size("r5.large", 2, 16_384, [12_600, 12_600, 14_100, 15_200]),
    size("r5.xlarge", 4, 32_768, [25_200, 25_200, 28_200, 30_400]),
    size("r5.2xlarge", 8, 65_536, [50_400, 50_400, 56_400, 60_800]),
];

/// The price of a size in a region, if it is known.
pub(crate) fn price(size: &str, region: &str) -> Option<CloudPrice> {
    KNOWN.iter().find(|known| known.name == size)?.price(region)
}

impl KnownSize {
    pub(crate) fn price(self, region: &str) -> Option<CloudPrice> {
        let at = REGIONS.iter().position(|known| *known == region)?;
        // Rounded up: a budget must not be exceeded by rounding.
        let cents = (self.hourly[at] * HOURS).div_ceil(1000);
        let monthly = format!("{}.{:02}", cents / 100, cents % 100);
        Some(CloudPrice { monthly, currency: "USD".to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_has_730_hours_and_is_rounded_up() {
        let monthly = |size, region| price(size, region).map(|price| price.monthly);
        assert_eq!(monthly("t3.micro", "us-east-1").as_deref(), Some("7.60"));
        assert_eq!(monthly("t3.micro", "eu-central-1").as_deref(), Some("8.76"));
        assert_eq!(monthly("m5.large", "us-east-1").as_deref(), Some("70.08"));
    }

    #[test]
    fn an_unknown_price_is_unknown() {
        assert_eq!(price("x9.gigantic", "us-east-1"), None);
        assert_eq!(price("t3.micro", "ap-south-2"), None);
    }
}
