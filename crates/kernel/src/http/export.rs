//! All objects of a list, as CSV, NDJSON or a spreadsheet: read by pages while they are being sent, so that a hundred
//! thousand objects need no more memory than one page.

mod cell;
mod xlsx;

pub use cell::Cell;

use super::{Caller, Credential, Problem, json::write_json};
use crate::{
    app::App,
    db::Abandonable,
    shares::{Place, Share, Taken},
};
use api::{Grant, Scope};
use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures::stream;
use serde::Serialize;
use std::{pin::pin, time::Duration};
use tokio::time::timeout;
use xlsx::Workbook;

/// Objects read at a time.
pub const PAGE: i64 = 500;

/// How often an export that waits for its turn checks its credential.
const CHECKED: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Ndjson,
    Xlsx,
}

impl Format {
    /// The media type of the response and the ending of the file.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Format::Csv => ("text/csv; charset=utf-8", "csv"),
            Format::Ndjson => ("application/x-ndjson", "ndjson"),
            Format::Xlsx => (XLSX, "xlsx"),
        }
    }
}

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The objects of a page, and the cursor of the last one.
pub type PageOf<E> = (Vec<<E as Export>::Object>, Option<<E as Export>::Cursor>);

/// A list that can be exported.
pub trait Export: Send + Sync + 'static {
    type Object: Serialize + Send;
    /// The position between two pages.
    type Cursor: Send;

    /// The scope that the export needs until its end.
    const SCOPE: Scope;
    /// The name of the file, without its extension.
    const FILE: &'static str;

    /// The titles of the columns of CSV and of a spreadsheet.
    fn columns(&self) -> Vec<&'static str>;

    /// The number of objects of a page. Large objects have smaller pages.
    fn page_size(&self) -> i64 {
        PAGE
    }

    /// The objects after a cursor, at most a page, and the cursor of the last one. It holds no connection when it
    /// returns.
    fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Self::Cursor>,
    ) -> impl Future<Output = Result<PageOf<Self>, Problem>> + Send;

    /// The cells of an object, one for each column.
    fn cells(&self, object: Self::Object) -> Vec<Cell>;
}

/// An active export, its receiver, and its part of the tenant's share.
struct Running<E> {
    app: App,
    caller: Caller,
    /// `None` for a part of the service itself.
    credential: Option<Credential>,
    list: E,
    file: File,
    _taken: Taken,
}

/// The position of an export.
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
    format: Format,
) -> Result<Response, Problem> {
    let taken = app.shares.take(Share::Exports, caller.tenant())?;
    let file = File::new(format);
    let running = Running { app, caller, credential, list, file, _taken: taken };
    let start = Some(Progress { after: None, begun: false });
    let pages = stream::try_unfold((running, start), |(mut running, progress)| {
        Abandonable::new(async move {
            let Some(progress) = progress else { return Ok(None) };
            // The response has begun: the only way to report a failure is to truncate it.
            let (bytes, next) =
                running.page(progress).await.map_err(|problem| std::io::Error::other(problem.code().name()))?;
            Ok::<_, std::io::Error>(Some((bytes, (running, next))))
        })
    });
    let (kind, ending) = format.names();
    let mut response = Body::from_stream(pages).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::try_from(format!("attachment; filename=\"{}.{ending}\"", E::FILE)) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

impl<E: Export> Running<E> {
    async fn page(&mut self, progress: Progress<E::Cursor>) -> Result<(Bytes, Option<Progress<E::Cursor>>), Problem> {
        let (app, tenant) = (self.app.clone(), self.caller.tenant());
        let turn = self.turn(&app).await?;
        let read = async {
            let Running { app, caller, list, file, .. } = self;
            let (objects, last) = list.page(app, caller, progress.after).await?;
            let next = last
                .filter(|_| objects.len() as i64 == list.page_size())
                .map(|last| Progress { after: Some(last), begun: true });
            let bytes = file.write(list, objects, !progress.begun, next.is_none())?;
            Ok((bytes.into(), next))
        };
        app.shares.page_in_turn(turn, tenant, read).await
    }

    /// Waits for the export's turn, unless it must end before: exports of the same tenant may be ahead.
    async fn turn(&mut self, app: &App) -> Result<Place, Problem> {
        let mut turn = pin!(app.shares.bulk_turn(self.caller.tenant()));
        loop {
            let waited = timeout(CHECKED, &mut turn).await;
            self.check().await?;
            if let Ok(turn) = waited {
                return Ok(turn);
            }
        }
    }

    /// The export ends with its credential, and continues with the current rights of the caller. Each page checks it: the
    /// credentials are in memory, and a page takes far longer.
    async fn check(&mut self) -> Result<(), Problem> {
        let Some(credential) = &self.credential else { return Ok(()) };
        let caller = credential.check(&self.app).await?;
        if !caller.scopes.contains(E::SCOPE.into()) {
            return Err(Problem::insufficient_scope(vec![Grant::Only(E::SCOPE)], &caller.grants));
        }
        self.caller = caller;
        Ok(())
    }
}

/// The file that is being written, page by page.
enum File {
    Csv,
    Ndjson,
    Xlsx(Option<Box<Workbook>>),
}

impl File {
    fn new(format: Format) -> File {
        match format {
            Format::Csv => File::Csv,
            Format::Ndjson => File::Ndjson,
            Format::Xlsx => File::Xlsx(None),
        }
    }

    /// The bytes of a page, which may be both the first and the last one.
    fn write<E: Export>(
        &mut self,
        list: &E,
        objects: Vec<E::Object>,
        is_first: bool,
        is_last: bool,
    ) -> Result<Vec<u8>, Problem> {
        match self {
            File::Csv => csv(list, objects, is_first),
            File::Ndjson => ndjson(&objects),
            File::Xlsx(workbook) => xlsx(list, objects, workbook, is_last).map_err(Problem::internal),
        }
    }
}

fn ndjson(objects: &[impl Serialize]) -> Result<Vec<u8>, Problem> {
    let mut text = vec![];
    for object in objects {
        write_json(&mut text, object).map_err(Problem::internal)?;
        text.push(b'\n');
    }
    Ok(text)
}

fn csv<E: Export>(list: &E, objects: Vec<E::Object>, with_header: bool) -> Result<Vec<u8>, Problem> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    if with_header {
        writer.write_record(list.columns()).map_err(Problem::internal)?;
    }
    for object in objects {
        writer.write_record(list.cells(object).iter().map(Cell::csv)).map_err(Problem::internal)?;
    }
    writer.into_inner().map_err(|error| Problem::internal(anyhow::anyhow!("{error}")))
}

fn xlsx<E: Export>(
    list: &E,
    objects: Vec<E::Object>,
    file: &mut Option<Box<Workbook>>,
    is_last: bool,
) -> anyhow::Result<Vec<u8>> {
    let mut workbook = match file.take() {
        Some(workbook) => workbook,
        None => Box::new(Workbook::begin(&list.columns())?),
    };
    for object in objects {
        workbook.row(&list.cells(object))?;
    }
    let mut bytes = workbook.take();
    if is_last {
        bytes.extend(workbook.end()?);
    } else {
        *file = Some(workbook);
    }
    Ok(bytes)
}
