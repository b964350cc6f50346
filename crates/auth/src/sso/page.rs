//! `/sign-in/`: a form that asks for the domain and sends the browser to its identity provider. It needs no script.

use super::{Begun, begin_sign_in, return_to::ReturnTo};
use api::{ProblemCode, sso::SignInStart};
use askama::Template;
use axum::{
    Router,
    body::to_bytes,
    extract::Request,
    http::{StatusCode, Uri, header},
    response::Response,
    routing::get,
};
use kernel::{
    app::App,
    http::{BODY_BYTES, Problem, site},
    pages::{Frame, Section, personal, with_slash},
};

const PATH: &str = "/sign-in/";

pub fn routes() -> Router<App> {
    Router::new().route("/sign-in", get(with_slash)).route(PATH, get(read).post(begin))
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct Page {
    frame: Frame,
    return_to: String,
    email: String,
    refused: Option<String>,
}

/// A form must not redirect to another site, so the browser continues from a page.
#[derive(Template)]
#[template(path = "sign_in_continue.html")]
struct Continue {
    frame: Frame,
    url: String,
    provider: String,
}

async fn read(app: App, uri: Uri) -> Response {
    let page = Page {
        frame: frame(),
        return_to: return_to(&app, &sent(uri.query().unwrap_or_default().as_bytes(), "return_to")),
        email: String::new(),
        refused: None,
    };
    personal(StatusCode::OK, &page)
}

async fn begin(app: App, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    if !site::is_own_request(&app.settings.base_url, &parts.headers) {
        let detail = "The form was not sent by a page of this site. Open the page here and send it again.";
        return Err(Problem::new(ProblemCode::CrossSiteRequest, detail));
    }
    let body = to_bytes(body, BODY_BYTES).await.map_err(Problem::internal)?;
    let email = sent(&body, "email").trim().to_owned();
    let domain = email.rsplit_once('@').map_or(email.as_str(), |(_, domain)| domain).to_owned();
    let return_to = return_to(&app, &sent(&body, "return_to"));
    let start = SignInStart { domain, return_to: Some(return_to.clone()), code_challenge: None };
    match begin_sign_in(&app, start).await {
        Ok(Begun { started, cookie }) => {
            let (url, provider) = (started.authorization_url, started.provider.name);
            let mut response = personal(StatusCode::OK, &Continue { frame: frame(), url, provider });
            if let Some(cookie) = cookie {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            Ok(response)
        }
        Err(problem) if problem.is_ours() => Err(problem),
        Err(problem) => {
            let status = StatusCode::from_u16(problem.code().status()).unwrap_or(StatusCode::BAD_REQUEST);
            let page = Page { frame: frame(), return_to, email, refused: Some(problem.said()) };
            Ok(personal(status, &page))
        }
    }
}

fn frame() -> Frame {
    Frame::new("Sign in", Section::None)
}

/// A page of this site; any other target is replaced by the first page.
fn return_to(app: &App, wanted: &str) -> String {
    match ReturnTo::parse(&app.settings.base_url, Some(wanted)) {
        Ok(ReturnTo::Page(path)) => path,
        _ => "/".to_owned(),
    }
}

fn sent(form: &[u8], name: &str) -> String {
    let mut pairs = form_urlencoded::parse(form);
    pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
}
