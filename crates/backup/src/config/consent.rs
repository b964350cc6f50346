//! Which changes can lose backups, and the consents that they need. What counts is the effect, not the way: removing an
//! override can shorten the retention, too.

use super::{levels::differences, scope::ConfigScope};
use api::{
    backup_config::{BackupConsent, BackupImpact, BackupPolicy, BackupRetention},
    ticket_comments::FieldChange,
};
use kernel::http::{Change, Problem};
use queries::queries::backup::config::count_devices_in_scope;

/// The effect of a change of the settings that apply to a scope.
pub async fn impact(
    change: &Change,
    scope: &ConfigScope,
    old: &BackupPolicy,
    new: &BackupPolicy,
) -> Result<BackupImpact, Problem> {
    let consents = needed(old, new);
    // The devices of a tenant are many: they are counted for those who will read the number.
    let devices = match change.is_dry_run() || !consents.is_empty() {
        true => count_devices_in_scope().bind(&**change, &scope.organization(), &scope.device()).one().await?,
        false => 0,
    };
    let changes = differences(old, new).into_iter();
    let changes = changes.map(|(field, from, to)| FieldChange { field: field.to_owned(), from, to }).collect();
    Ok(BackupImpact { consents, changes, devices })
}

/// Refuses a change without all of its consents.
pub fn require(impact: &BackupImpact, allowed: &[BackupConsent]) -> Result<(), Problem> {
    let names = |consents: &[BackupConsent]| consents.iter().map(|consent| consent.name().to_owned()).collect();
    match impact.consents.iter().all(|consent| allowed.contains(consent)) {
        true => Ok(()),
        false => Err(Problem::consent_required(names(&impact.consents), impact)),
    }
}

fn needed(old: &BackupPolicy, new: &BackupPolicy) -> Vec<BackupConsent> {
    let disables = old.enabled && !new.enabled;
    let drops = old.repositories.iter().any(|repository| !new.repositories.contains(repository));
    let consents = [
        (BackupConsent::DisableBackup, disables),
        (BackupConsent::ShortenRetention, shortens(&old.retention, &new.retention)),
        (BackupConsent::DropRepository, drops),
    ];
    consents.into_iter().filter(|(_, is_needed)| *is_needed).map(|(consent, _)| consent).collect()
}

/// True if any of the numbers falls: 30 daily backups are not replaced by 12 monthly ones.
fn shortens(old: &BackupRetention, new: &BackupRetention) -> bool {
    new.keep_last < old.keep_last
        || new.daily < old.daily
        || new.weekly < old.weekly
        || new.monthly < old.monthly
        || new.yearly < old.yearly
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::RepositoryId;
    use uuid::Uuid;

    #[test]
    fn only_what_can_lose_backups_needs_a_consent() {
        use BackupConsent::{DisableBackup, DropRepository, ShortenRetention};
        let repository = |number| RepositoryId(Uuid::from_u128(number));
        let base = BackupPolicy { repositories: vec![repository(1), repository(2)], ..BackupPolicy::default() };
        let changed = |change: fn(&mut BackupPolicy)| {
            let mut policy = base.clone();
            change(&mut policy);
            policy
        };
        for (what, new, expected) in [
            ("nothing", changed(|_| {}), vec![]),
            ("another objective", changed(|policy| policy.rpo_seconds = 604_800), vec![]),
            ("more is kept", changed(|policy| policy.retention.daily = 30), vec![]),
            ("less is kept", changed(|policy| policy.retention.weekly = 3), vec![ShortenRetention]),
            (
                "more of one and less of another is kept",
                changed(|policy| (policy.retention.daily, policy.retention.monthly) = (0, 99)),
                vec![ShortenRetention],
            ),
            ("disabled", changed(|policy| policy.enabled = false), vec![DisableBackup]),
            ("another repository", changed(|policy| policy.repositories.reverse()), vec![]),
            ("one less", changed(|policy| policy.repositories.truncate(1)), vec![DropRepository]),
            (
                "everything",
                changed(|policy| {
                    policy.enabled = false;
                    policy.repositories.clear();
                    policy.retention.daily = 1;
                }),
                vec![DisableBackup, ShortenRetention, DropRepository],
            ),
        ] {
            assert_eq!(needed(&base, &new), expected, "{what}");
        }
        let off = BackupPolicy { enabled: false, ..base.clone() };
        assert_eq!(needed(&off, &base), [], "enabled again");
    }
}
