//! Checks of an endpoint beyond its schema. All faults are reported at once.

use super::secrets::missing_value;
use crate::work::send::is_ours;
use api::{
    Fault, OrganizationId, ProblemCode,
    problem::FaultCode,
    webhooks::{EventFilter, NewWebhookEndpoint, WebhookEndpoint, WebhookEndpointChange},
};
use kernel::{
    app::App,
    event_filter::Filter,
    http::{Caller, Problem},
};
use outbound::{Url, header};

const MOST_HEADERS: usize = 20;
const LONGEST_VALUE: usize = 4000;

pub fn check_new(app: &App, new: &NewWebhookEndpoint) -> Result<(), Problem> {
    let headers = new.headers.iter().map(|(name, value)| (name.as_str(), Some(value.as_str())));
    check(app, Some(&new.url), new.filter.as_ref(), Some(headers))
}

pub fn check_change(app: &App, wanted: &WebhookEndpointChange) -> Result<(), Problem> {
    let headers = wanted.headers.as_ref().map(|all| all.iter().map(|(name, value)| (name.as_str(), value.as_deref())));
    check(app, wanted.url.as_deref(), wanted.filter.as_ref().and_then(Option::as_ref), headers)
}

/// True if a change affects what is sent, or where to.
pub fn redirects(wanted: &WebhookEndpointChange) -> bool {
    wanted.url.is_some() || wanted.events.is_some() || wanted.filter.is_some() || wanted.organization_ids.is_some()
}

fn check<'a>(
    app: &App,
    url: Option<&str>,
    filter: Option<&EventFilter>,
    headers: Option<impl ExactSizeIterator<Item = (&'a str, Option<&'a str>)>>,
) -> Result<(), Problem> {
    let mut faults = vec![];
    if let Some(wrong) = url.and_then(|url| wrong_url(app, url)) {
        faults.push(Fault::at("/url", FaultCode::Invalid, wrong));
    }
    if let Some(filter) = filter {
        faults.extend(Filter::parse(filter, "/filter").err().unwrap_or_default());
    }
    faults.extend(headers.map(wrong_headers).unwrap_or_default());
    if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
}

fn wrong_url(app: &App, url: &str) -> Option<String> {
    match url.parse::<Url>() {
        Ok(url) => app.outbound.check_url(&url).err().map(|fault| fault.to_string()),
        Err(error) => Some(format!("is not an absolute URL: {error}")),
    }
}

fn wrong_headers<'a>(headers: impl ExactSizeIterator<Item = (&'a str, Option<&'a str>)>) -> Vec<Fault> {
    if headers.len() > MOST_HEADERS {
        return vec![Fault::at("/headers", FaultCode::Invalid, format!("has more than {MOST_HEADERS} headers"))];
    }
    let wrong = headers.filter_map(|(name, value)| {
        let pointer = format!("/headers/{}", name.replace('~', "~0").replace('/', "~1"));
        let detail = match header::HeaderName::from_bytes(name.as_bytes()) {
            Err(_) => "is not a valid header name",
            Ok(name) if is_ours(&name) => "is a header that the service sets",
            Ok(_) if value.is_some_and(|value| !is_value(value)) => "has an invalid header value",
            Ok(_) => return None,
        };
        Some(Fault::at(pointer, FaultCode::Invalid, detail))
    });
    wrong.collect()
}

fn is_value(text: &str) -> bool {
    text.len() <= LONGEST_VALUE && header::HeaderValue::from_str(text).is_ok()
}

/// True if the origin (scheme, host or port) changes.
pub fn leads_elsewhere(old: &WebhookEndpoint, wanted: &WebhookEndpointChange) -> bool {
    let origin = |url: &str| url.parse::<Url>().ok().map(|url| url.origin()).filter(url::Origin::is_tuple);
    match &wanted.url {
        None => false,
        Some(url) => origin(&old.url).is_none() || origin(&old.url) != origin(url),
    }
}

/// The values of headers belong to their origin: a new one needs them to be sent again, or has none.
pub fn refuse_kept_headers(old: &WebhookEndpoint, wanted: &WebhookEndpointChange) -> Result<(), Problem> {
    let kept: Vec<&String> = match &wanted.headers {
        None => old.headers.keys().collect(),
        Some(headers) => headers.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect(),
    };
    let detail = "must be sent again with its value, because the URL has another origin";
    let faults: Vec<Fault> = kept.into_iter().map(|name| missing_value(name, detail)).collect();
    if faults.is_empty() { Ok(()) } else { Err(Problem::invalid(faults)) }
}

/// If the field is absent, the caller's restriction applies. An endpoint receives no more than its creator may see.
pub fn organizations(
    caller: &Caller,
    wanted: Option<Option<Vec<OrganizationId>>>,
) -> Result<Option<Vec<OrganizationId>>, Problem> {
    let own = caller.organizations();
    let wanted = wanted.unwrap_or_else(|| own.map(<[_]>::to_vec));
    let beyond = match (&wanted, own) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(wanted), Some(own)) => wanted.iter().any(|id| !own.contains(id)),
    };
    if beyond {
        let detail = "The endpoint would receive events of organizations that the caller is not allowed to read.";
        return Err(Problem::new(ProblemCode::OrganizationRestricted, detail));
    }
    Ok(wanted)
}
