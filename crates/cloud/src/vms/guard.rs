//! Whether a provider's guard allows a machine. The caller has locked the provider, so that of several requests at once each
//! counts those before it.

use api::{
    Fault, ProblemCode,
    cloud_catalogue::CloudPrice,
    cloud_providers::{CloudGuard, CloudProvider, CloudProviderStatus},
    cloud_verification::CapabilityResult,
    problem::FaultCode,
};
use kernel::http::Problem;

/// The capability of a provider's verification without which no machine can be made.
const CREATE: &str = "create_machines";

/// The managed machines of a provider that exist or may exist.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    pub vms: i64,
    pub cents: i64,
    /// Machines whose price is unknown or in another currency.
    pub unpriced: i64,
}

/// Refuses a provider whose credentials are not accepted or may not make machines.
pub fn check_provider(provider: &CloudProvider) -> Result<(), Problem> {
    let is_usable = matches!(provider.status, CloudProviderStatus::Verified | CloudProviderStatus::Degraded);
    let denied = provider.verification.as_ref().and_then(|report| {
        let denies = |result| result == CapabilityResult::Denied;
        report.capabilities.iter().find(|capability| capability.name == CREATE && denies(capability.result))
    });
    match (is_usable, denied) {
        (false, _) => {
            let detail =
                "The provider is not verified. Verify it with POST /api/cloud/providers/verify and see its report.";
            Err(Problem::new(ProblemCode::ProviderNotVerified, detail))
        }
        (true, Some(_)) => {
            let detail =
                "The credentials of the provider may not create machines. See create_machines in its verification.";
            Err(Problem::new(ProblemCode::ProviderNotVerified, detail))
        }
        (true, None) => Ok(()),
    }
}

/// The wanted region, or the first that the guard allows.
pub fn region(provider: &CloudProvider, wanted: Option<&str>) -> Result<String, Problem> {
    let regions = &provider.config.regions;
    let found = match wanted {
        Some(wanted) => regions.iter().find(|region| region.0 == wanted),
        None => {
            let allowed = &provider.guard.allowed_regions;
            regions.iter().find(|region| allowed.is_empty() || allowed.contains(region))
        }
    };
    let unknown = || Problem::fault("/region", FaultCode::Invalid, "is not one of the regions of the provider");
    found.map(|region| region.0.clone()).ok_or_else(unknown)
}

/// Refuses a machine that the guard does not allow, for all reasons at once.
pub fn check(
    guard: &CloudGuard,
    (region, size): (&str, &str),
    price: Option<&CloudPrice>,
    usage: Usage,
) -> Result<(), Problem> {
    let mut faults = vec![];
    let mut refuse = |pointer: &str, detail: String| faults.push(Fault::at(pointer, FaultCode::Invalid, detail));
    if !guard.allowed_regions.is_empty() && !guard.allowed_regions.iter().any(|allowed| allowed.0 == region) {
        refuse("/region", "is not one of guard.allowed_regions".to_owned());
    }
    if !guard.allowed_sizes.is_empty() && !guard.allowed_sizes.iter().any(|allowed| allowed.0 == size) {
        refuse("/size", "is not one of guard.allowed_sizes".to_owned());
    }
    if let Some(most) = guard.max_vms.filter(|most| usage.vms >= i64::from(*most)) {
        refuse("/provider_id", format!("has {} managed machines, and guard.max_vms is {most}", usage.vms));
    }
    if let Some(budget) = &guard.max_monthly_cost
        && let Some(detail) = over_budget(budget, price, usage)
    {
        refuse("/size", detail);
    }
    if faults.is_empty() {
        return Ok(());
    }
    let detail = "The guard of the provider does not allow this machine. See errors.";
    Err(Problem::parameters(ProblemCode::GuardRefused, detail, faults))
}

/// Why a budget does not allow a machine. What is unknown could exceed it.
fn over_budget(budget: &str, price: Option<&CloudPrice>, usage: Usage) -> Option<String> {
    let Some(price) = price else { return Some("has an unknown price, and guard.max_monthly_cost is set".to_owned()) };
    if usage.unpriced > 0 {
        return Some(format!(
            "cannot be compared with guard.max_monthly_cost: the price of {} other managed machines is unknown",
            usage.unpriced
        ));
    }
    let (Some(budget), Some(price)) = (cents(budget), cents(&price.monthly)) else {
        return Some("has a price that cannot be compared with guard.max_monthly_cost".to_owned());
    };
    let shown = |cents: i64| format!("{}.{:02}", cents / 100, cents % 100);
    let all = usage.cents.saturating_add(price);
    (all > budget).then(|| {
        format!("would make the managed machines cost {}, and guard.max_monthly_cost is {}", shown(all), shown(budget))
    })
}

/// Hundredths of an amount with up to two decimals.
pub fn cents(amount: &str) -> Option<i64> {
    let (whole, decimals) = amount.split_once('.').unwrap_or((amount, ""));
    if decimals.len() > 2 || !whole.chars().chain(decimals.chars()).all(|c| c.is_ascii_digit()) {
        return None;
    }
    let decimals: i64 = format!("{decimals:0<2}").parse().ok()?;
    whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::cloud_providers::{CloudRegionName, CloudSizeName};

    fn price(monthly: &str) -> CloudPrice {
        CloudPrice { monthly: monthly.to_owned(), currency: "USD".to_owned(), as_of: "2026-11-01".to_owned() }
    }

    fn said(guard: &CloudGuard, price: Option<&CloudPrice>, usage: Usage) -> Option<String> {
        check(guard, ("eu-central-1", "t3.micro"), price, usage).err().map(|problem| problem.said())
    }

    #[test]
    fn everything_that_the_guard_refuses_is_said_at_once() {
        let guard = CloudGuard {
            allowed_regions: vec![CloudRegionName("eu-west-1".to_owned())],
            allowed_sizes: vec![CloudSizeName("t3.nano".to_owned())],
            max_vms: Some(2),
            max_monthly_cost: None,
        };
        let said = said(&guard, None, Usage { vms: 2, ..Usage::default() }).unwrap();
        for part in ["allowed_regions", "allowed_sizes", "max_vms is 2"] {
            assert!(said.contains(part), "{said}");
        }
    }

    #[test]
    fn a_budget_is_kept_and_refuses_what_is_unknown() {
        let guard = CloudGuard { max_monthly_cost: Some("20".to_owned()), ..CloudGuard::default() };
        let used = |cents, unpriced| Usage { vms: 1, cents, unpriced };
        assert_eq!(said(&guard, Some(&price("7.30")), used(1270, 0)), None);
        assert!(said(&guard, Some(&price("7.30")), used(1271, 0)).unwrap().contains("20.01"));
        assert!(said(&guard, None, used(0, 0)).unwrap().contains("unknown price"));
        assert!(said(&guard, Some(&price("7.30")), used(0, 1)).unwrap().contains("1 other"));
    }

    #[test]
    fn amounts_are_exact() {
        assert_eq!(
            [cents("7.3"), cents("7.30"), cents("0"), cents("999999999.99")].map(Option::unwrap),
            [730, 730, 0, 99_999_999_999]
        );
        assert_eq!([cents("7.305"), cents("-1"), cents(""), cents("1e3")], [None; 4]);
    }
}
