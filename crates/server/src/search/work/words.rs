//! Words that no entry has any more leave the vocabulary: it must not keep what was deleted.

use kernel::{
    app::App,
    db::{Db, Reason},
    http::Problem,
};
use queries::{
    client::Params,
    queries::search::work::words::{ForgetUnusedWordsParams, forget_unused_words},
};
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;

/// Words that are looked at in one statement, each by the index.
const BATCH: i64 = 500;

/// A tenant and one of its words.
type Word = (Uuid, String);

/// The last word that this server has looked at.
#[derive(Default)]
struct Cursor(Mutex<Word>);

/// Looks at the next words. After the last word of the last tenant, it begins again.
pub async fn forget_some(app: &App) -> Result<(), Problem> {
    let cursor = app.state.get::<Cursor>();
    let after = cursor.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let last = forget_after(&app.db, &after).await?;
    *cursor.0.lock().unwrap_or_else(PoisonError::into_inner) = last.unwrap_or_default();
    Ok(())
}

/// Looks at all words of all tenants.
pub async fn forget_all(db: &Db) -> Result<(), Problem> {
    let mut after = Word::default();
    while let Some(last) = forget_after(db, &after).await? {
        after = last;
    }
    Ok(())
}

/// Returns the last word that was looked at, if there was one.
async fn forget_after(db: &Db, (tenant, word): &Word) -> Result<Option<Word>, Problem> {
    let system = db.system(Reason::Search).await?;
    let params = ForgetUnusedWordsParams { tenant_id: *tenant, word: word.as_str(), limit: BATCH };
    let last = forget_unused_words().params(&*system, &params).opt().await?;
    Ok(last.map(|last| (last.tenant_id, last.word)))
}
