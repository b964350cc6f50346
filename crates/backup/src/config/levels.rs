//! How the documents of several levels become one. Nothing here reads or writes anything.

use api::backup_config::{BackupLevel, BackupPolicy, BackupRetention, BackupSettings};
use serde_json::Value;
use std::collections::BTreeMap;

/// The pointers of all effective values.
pub const POINTERS: &[&str] = &[
    "/enabled",
    "/rpo_seconds",
    "/repositories",
    "/retention/keep_last",
    "/retention/daily",
    "/retention/weekly",
    "/retention/monthly",
    "/retention/yearly",
    "/verification/integrity_every_days",
    "/verification/restore_test_every_days",
    "/alerts/stale_factor",
    "/alerts/open_ticket",
];

pub type Provenance = BTreeMap<String, BackupLevel>;

/// The documents that apply, from the tenant's to the device's.
#[derive(Debug, Clone, Default)]
pub struct Levels {
    pub tenant: Option<BackupSettings>,
    pub organization: Option<BackupSettings>,
    pub device: Option<BackupSettings>,
}

impl Levels {
    /// The document of a level. The defaults have none that could be set; they stand above the tenant.
    pub fn at(&mut self, level: BackupLevel) -> &mut Option<BackupSettings> {
        match level {
            BackupLevel::Device => &mut self.device,
            BackupLevel::Organization => &mut self.organization,
            BackupLevel::Tenant | BackupLevel::Default => &mut self.tenant,
        }
    }

    pub fn get(&self, level: BackupLevel) -> Option<&BackupSettings> {
        match level {
            BackupLevel::Device => self.device.as_ref(),
            BackupLevel::Organization => self.organization.as_ref(),
            BackupLevel::Tenant | BackupLevel::Default => self.tenant.as_ref(),
        }
    }

    /// The values that apply, and the level of each.
    pub fn effective(&self) -> (BackupPolicy, Provenance) {
        let mut policy = BackupPolicy::default();
        let mut provenance: Provenance =
            POINTERS.iter().map(|pointer| ((*pointer).to_owned(), BackupLevel::Default)).collect();
        for level in [BackupLevel::Tenant, BackupLevel::Organization, BackupLevel::Device] {
            if let Some(settings) = self.get(level) {
                for pointer in apply(settings, &mut policy) {
                    provenance.insert(pointer.to_owned(), level);
                }
            }
        }
        (policy, provenance)
    }
}

/// Sets the values that the settings have. Returns their pointers.
pub fn apply(settings: &BackupSettings, policy: &mut BackupPolicy) -> Vec<&'static str> {
    let mut set = vec![];
    let (kept, retention) = (settings.retention.as_ref(), &mut policy.retention);
    let (verified, verification) = (settings.verification.as_ref(), &mut policy.verification);
    let (alerted, alerts) = (settings.alerts.as_ref(), &mut policy.alerts);
    put(&mut policy.enabled, settings.enabled, "/enabled", &mut set);
    put(&mut policy.rpo_seconds, settings.rpo_seconds, "/rpo_seconds", &mut set);
    put(&mut policy.repositories, settings.repositories.clone(), "/repositories", &mut set);
    put(&mut retention.keep_last, kept.and_then(|kept| kept.keep_last), "/retention/keep_last", &mut set);
    put(&mut retention.daily, kept.and_then(|kept| kept.daily), "/retention/daily", &mut set);
    put(&mut retention.weekly, kept.and_then(|kept| kept.weekly), "/retention/weekly", &mut set);
    put(&mut retention.monthly, kept.and_then(|kept| kept.monthly), "/retention/monthly", &mut set);
    put(&mut retention.yearly, kept.and_then(|kept| kept.yearly), "/retention/yearly", &mut set);
    put(
        &mut verification.integrity_every_days,
        verified.and_then(|verified| verified.integrity_every_days),
        "/verification/integrity_every_days",
        &mut set,
    );
    put(
        &mut verification.restore_test_every_days,
        verified.and_then(|verified| verified.restore_test_every_days),
        "/verification/restore_test_every_days",
        &mut set,
    );
    put(&mut alerts.stale_factor, alerted.and_then(|alerted| alerted.stale_factor), "/alerts/stale_factor", &mut set);
    put(&mut alerts.open_ticket, alerted.and_then(|alerted| alerted.open_ticket), "/alerts/open_ticket", &mut set);
    set
}

fn put<T>(target: &mut T, value: Option<T>, pointer: &'static str, set: &mut Vec<&'static str>) {
    if let Some(value) = value {
        *target = value;
        set.push(pointer);
    }
}

/// Settings as they are stored: each repository once, in a fixed order, so that the same settings look the same.
pub fn tidied(mut settings: BackupSettings) -> BackupSettings {
    if let Some(repositories) = &mut settings.repositories {
        repositories.sort_unstable();
        repositories.dedup();
    }
    settings
}

pub fn keeps_nothing(retention: &BackupRetention) -> bool {
    let BackupRetention { keep_last, daily, weekly, monthly, yearly } = retention;
    [keep_last, daily, weekly, monthly, yearly].into_iter().all(|count| *count == 0)
}

/// The effective values that differ: pointer, old and new value.
pub fn differences(old: &BackupPolicy, new: &BackupPolicy) -> Vec<(&'static str, Value, Value)> {
    let (old, new) = (serde_json::to_value(old).unwrap_or_default(), serde_json::to_value(new).unwrap_or_default());
    let value = |whole: &Value, pointer: &str| whole.pointer(pointer).cloned().unwrap_or_default();
    let pairs = POINTERS.iter().map(|pointer| (*pointer, value(&old, pointer), value(&new, pointer)));
    pairs.filter(|(_, old, new)| old != new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn settings(document: Value) -> Option<BackupSettings> {
        Some(serde_json::from_value(document).unwrap())
    }

    #[test]
    fn every_effective_value_has_a_pointer_and_a_level() {
        let policy = serde_json::to_value(BackupPolicy::default()).unwrap();
        let mut leaves = vec![];
        for (name, value) in policy.as_object().unwrap() {
            match value.as_object() {
                Some(fields) => leaves.extend(fields.keys().map(|field| format!("/{name}/{field}"))),
                None => leaves.push(format!("/{name}")),
            }
        }
        leaves.sort();
        let mut known: Vec<_> = POINTERS.iter().map(|pointer| (*pointer).to_owned()).collect();
        known.sort();
        assert_eq!(leaves, known);
        assert_eq!(Levels::default().effective().1.into_keys().collect::<Vec<_>>(), known);
    }

    #[test]
    fn the_nearest_level_wins_field_by_field() {
        let levels = Levels {
            tenant: settings(json!({"rpo_seconds": 3600, "retention": {"daily": 30, "weekly": 8}})),
            organization: settings(json!({"retention": {"daily": 60}})),
            device: settings(json!({"enabled": false})),
        };
        let (policy, provenance) = levels.effective();
        assert_eq!((policy.rpo_seconds, policy.retention.daily, policy.retention.weekly), (3600, 60, 8));
        assert_eq!((policy.enabled, policy.retention.monthly), (false, 12));
        for (pointer, level) in [
            ("/rpo_seconds", BackupLevel::Tenant),
            ("/retention/daily", BackupLevel::Organization),
            ("/retention/weekly", BackupLevel::Tenant),
            ("/enabled", BackupLevel::Device),
            ("/retention/monthly", BackupLevel::Default),
        ] {
            assert_eq!(provenance[pointer], level, "{pointer}");
        }
    }

    #[test]
    fn a_value_that_equals_the_level_above_still_has_its_own_level() {
        let own = settings(json!({"rpo_seconds": 86_400}));
        let levels = Levels { organization: own, ..Levels::default() };
        assert_eq!(levels.effective().1["/rpo_seconds"], BackupLevel::Organization);
    }
}
