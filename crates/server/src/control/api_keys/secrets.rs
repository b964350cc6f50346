//! The secrets of a key: each rotation adds one, and every earlier one works until its own grace period ends.

use api::{ApiKeyId, ProblemCode, api_keys::Rotate};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    credentials::KeyText,
    http::{Change, Problem},
    quotas::EARLIER_SECRETS,
};
use queries::{
    client::Params,
    queries::control::api_keys::{
        IssueSecretParams, earlier_secrets, end_all_secrets, end_present_secret, issue_secret,
    },
};
use uuid::Uuid;

/// Stores the secret of `text` as the key's present one; the row records who received it.
pub async fn issue(
    change: &Change,
    key: ApiKeyId,
    (id, text): (Uuid, &KeyText),
    now: Timestamp,
) -> Result<(), Problem> {
    let (issued_by_kind, issued_by_id) = change.actor();
    let secret_hash = text.secret_hash.as_slice();
    let secret = IssueSecretParams { key_id: key.0, id, secret_hash, issued_by_kind, issued_by_id, now };
    issue_secret().params(&**change, &secret).one().await?;
    Ok(())
}

/// Sets the expiry of the present secret. Without a grace period, all earlier ones end too: that is how a leak is
/// stopped.
pub async fn end_present(change: &Change, key: ApiKeyId, rotate: &Rotate, now: Timestamp) -> Result<(), Problem> {
    if rotate.grace_seconds == 0 {
        end_all_secrets().bind(&**change, &now, &key.0).all().await?;
        return Ok(());
    }
    if earlier_secrets().bind(&**change, &key.0, &now).one().await? >= EARLIER_SECRETS {
        let detail = format!(
            "{EARLIER_SECRETS} earlier secrets of the key are still valid. Wait until one expires, or invalidate all \
            of them with grace_seconds 0."
        );
        return Err(Problem::new(ProblemCode::QuotaExceeded, detail));
    }
    let until = now + SignedDuration::from_secs(rotate.grace_seconds);
    end_present_secret().bind(&**change, &until, &key.0).all().await?;
    Ok(())
}
