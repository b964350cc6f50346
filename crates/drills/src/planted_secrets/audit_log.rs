//! The roles that write the audit log cannot alter it.

use crate::{Outcome, stage::Stage};
use tokio_postgres::error::SqlState;

pub async fn cannot_be_altered(stage: &Stage, outcome: &mut Outcome) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    let tenant: uuid::Uuid = root.query_one("select tenant_id from audit_log limit 1", &[]).await?.get(0);
    let mut refused = 0;
    let attempts = ["update audit_log set ip = ip", "delete from audit_log", "truncate audit_log"];
    for role in ["app", "app_system"] {
        let client = stage.database.connect(role).await?;
        client.batch_execute(&format!("set app.tenant_id = '{tenant}'")).await?;
        for attempt in attempts {
            let answer = client.batch_execute(attempt).await;
            let code = answer.as_ref().err().and_then(tokio_postgres::Error::code);
            refused += 1;
            outcome.promise(
                code == Some(&SqlState::INSUFFICIENT_PRIVILEGE),
                format!("{role} may not {attempt} ({answer:?})"),
            );
        }
    }
    let count = "select count(*), count(*) filter (where
            request_id = ''
            or case actor_kind when 'operator' then actor_detail is null else ip = '' or actor_id is null end
        ) from audit_log";
    let row = root.query_one(count, &[]).await?;
    let (entries, anonymous): (i64, i64) = (row.get(0), row.get(1));
    outcome.figure(format!("{entries} audit entries, {refused} attempts to alter them refused"));
    outcome.promise(
        entries > 0 && anonymous == 0,
        format!("every entry has its actor, address and request ({anonymous} do not)"),
    );
    Ok(())
}
