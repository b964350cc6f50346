//! Everything that a list finds, as CSV or as lines of JSON: read by pages while it is being sent, so that a hundred
//! thousand objects cost no more memory than one page.

use super::{Caller, Credential, Problem};
use crate::{
    app::App,
    db::Abandonable,
    shares::{Share, Taken},
};
use api::{Grant, Scope};
use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures::stream;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Objects read at a time.
pub const PAGE: i64 = 500;

/// How often the credential is checked again.
const CHECK: Duration = Duration::from_millis(500);

#[derive(Clone, Copy)]
pub enum Lines {
    Csv,
    Ndjson,
}

/// The objects of a page, and the place of the last one.
pub type PageOf<E> = (Vec<<E as Export>::Object>, Option<<E as Export>::Cursor>);

/// A list that can be exported.
pub trait Export: Send + Sync + 'static {
    type Object: Serialize + Send;
    /// Where a page ends and the next one begins.
    type Cursor: Send;

    /// The scope that the export needs until its end.
    const SCOPE: Scope;
    /// The name of the file, without its extension.
    const FILE: &'static str;
    const COLUMNS: &'static [&'static str];

    /// The objects after a place, at most [`PAGE`], and the place of the last one. It holds no connection when it returns.
    fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Self::Cursor>,
    ) -> impl Future<Output = Result<PageOf<Self>, Problem>> + Send;

    /// The cells of an object, one for each column.
    fn cells(object: Self::Object) -> Vec<String>;
}

/// An export under way, who receives it, and its part of the tenant's share.
struct Running<E> {
    app: App,
    caller: Caller,
    /// `None` for a part of the service itself.
    credential: Option<Credential>,
    checked: Instant,
    list: E,
    lines: Lines,
    _taken: Taken,
}

/// Where an export stands.
struct Progress<P> {
    after: Option<P>,
    begun: bool,
}

/// Sends the whole list. The export ends when its credential does.
pub fn export<E: Export>(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    list: E,
    lines: Lines,
) -> Result<Response, Problem> {
    let taken = app.shares.take(Share::Exports, caller.tenant())?;
    let running = Running { app, caller, credential, checked: Instant::now(), list, lines, _taken: taken };
    let start = Some(Progress { after: None, begun: false });
    let pages = stream::try_unfold((running, start), |(mut running, progress)| {
        Abandonable::new(async move {
            let Some(progress) = progress else { return Ok(None) };
            // The answer has begun: all that can still be said is that it is not whole.
            let (bytes, next) =
                running.page(progress).await.map_err(|problem| std::io::Error::other(problem.code().name()))?;
            Ok::<_, std::io::Error>(Some((bytes, (running, next))))
        })
    });
    let (kind, ending) = match lines {
        Lines::Csv => ("text/csv; charset=utf-8", "csv"),
        Lines::Ndjson => ("application/x-ndjson", "ndjson"),
    };
    let mut response = Body::from_stream(pages).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::try_from(format!("attachment; filename=\"{}.{ending}\"", E::FILE)) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

impl<E: Export> Running<E> {
    async fn page(&mut self, progress: Progress<E::Cursor>) -> Result<(Bytes, Option<Progress<E::Cursor>>), Problem> {
        self.check().await?;
        self.app.shares.bulk_page(self.caller.tenant(), self.read(progress)).await
    }

    async fn read(&self, progress: Progress<E::Cursor>) -> Result<(Bytes, Option<Progress<E::Cursor>>), Problem> {
        let (objects, last) = self.list.page(&self.app, &self.caller, progress.after).await?;
        let next =
            last.filter(|_| objects.len() as i64 == PAGE).map(|last| Progress { after: Some(last), begun: true });
        let bytes = match self.lines {
            Lines::Csv => csv::<E>(objects, !progress.begun)?,
            Lines::Ndjson => ndjson(&objects)?,
        };
        Ok((bytes.into(), next))
    }

    /// The export ends with its credential, and goes on with what the caller may see by now.
    async fn check(&mut self) -> Result<(), Problem> {
        let Some(credential) = self.credential.as_ref().filter(|_| self.checked.elapsed() >= CHECK) else {
            return Ok(());
        };
        let caller = credential.check(&self.app).await?;
        if !caller.scopes.contains(E::SCOPE.into()) {
            return Err(Problem::insufficient_scope(vec![Grant::Only(E::SCOPE)], &caller.grants));
        }
        self.caller = caller;
        self.checked = Instant::now();
        Ok(())
    }
}

fn ndjson(objects: &[impl Serialize]) -> Result<Vec<u8>, Problem> {
    let mut text = vec![];
    for object in objects {
        serde_json::to_writer(&mut text, object).map_err(Problem::internal)?;
        text.push(b'\n');
    }
    Ok(text)
}

fn csv<E: Export>(objects: Vec<E::Object>, with_header: bool) -> Result<Vec<u8>, Problem> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    if with_header {
        writer.write_record(E::COLUMNS).map_err(Problem::internal)?;
    }
    for object in objects {
        writer.write_record(E::cells(object).iter().map(|cell| harmless(cell))).map_err(Problem::internal)?;
    }
    writer.into_inner().map_err(|error| Problem::internal(anyhow::anyhow!("{error}")))
}

/// A spreadsheet would take what begins so for a formula, and run it.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_made_text() {
        assert_eq!(harmless("=HYPERLINK(\"http://evil.example\")"), "'=HYPERLINK(\"http://evil.example\")");
        assert_eq!(harmless("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(harmless("a = b"), "a = b");
    }
}
