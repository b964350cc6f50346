//! Converts Markdown, from `docs/` and the changelog, to HTML.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// The address in the examples of `docs/`; readers see that of their server.
pub const EXAMPLE_ADDRESS: &str = "https://api.example.com";

pub struct Text {
    /// The first heading.
    pub title: String,
    /// Everything below it.
    pub html: String,
    pub headings: Vec<Heading>,
}

/// A heading of the second level, with an anchor.
pub struct Heading {
    pub id: String,
    pub text: String,
}

/// `folder` is the folder of the text in `docs/`: links to files in it become links to pages.
pub fn render(text: &str, folder: &str, base_url: &str) -> Text {
    let text = text.replace(EXAMPLE_ADDRESS, base_url);
    let events: Vec<Event> = Parser::new_ext(&text, Options::ENABLE_TABLES).collect();
    let (mut title, mut headings, mut out) = (String::new(), vec![], vec![]);
    let mut at = 0;
    while at < events.len() {
        match &events[at] {
            Event::Start(Tag::Heading { level, .. }) => {
                let end = at
                    + events[at..].iter().position(|event| *event == Event::End(TagEnd::Heading(*level))).unwrap_or(0);
                let words = plain(&events[at..end]);
                if *level as u8 == 1 {
                    title = words;
                } else {
                    let id = slug(&words);
                    out.push(raw(format!("<{level} id=\"{id}\">")));
                    out.extend(events[at + 1..end].iter().cloned());
                    out.push(raw(format!("</{level}>\n")));
                    if *level as u8 == 2 {
                        headings.push(Heading { id, text: words });
                    }
                }
                at = end;
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let (link_type, dest_url) = (*link_type, page(dest_url, folder).into());
                out.push(Event::Start(Tag::Link { link_type, dest_url, title: title.clone(), id: id.clone() }));
            }
            // Content that is wider than a phone scrolls separately, also with a keyboard.
            Event::Start(Tag::Table(_)) => {
                out.push(raw("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">".to_owned()));
                out.push(events[at].clone());
            }
            Event::End(TagEnd::Table) => {
                out.push(events[at].clone());
                out.push(raw("</div>\n".to_owned()));
            }
            Event::Start(Tag::CodeBlock(_)) => out.push(raw("<pre tabindex=\"0\"><code>".to_owned())),
            Event::End(TagEnd::CodeBlock) => out.push(raw("</code></pre>\n".to_owned())),
            // Our texts contain no HTML; text that looks like it is shown as text.
            Event::Html(text) | Event::InlineHtml(text) => out.push(Event::Text(text.clone())),
            other => out.push(other.clone()),
        }
        at += 1;
    }
    let mut html = String::new();
    push_html(&mut html, out.into_iter());
    Text { title, html, headings }
}

/// One paragraph or list item, without a paragraph around it.
pub fn inline(text: &str) -> String {
    let html = render(text, "", EXAMPLE_ADDRESS).html;
    html.trim().trim_start_matches("<p>").trim_end_matches("</p>").to_owned()
}

fn raw(html: String) -> Event<'static> {
    Event::Html(CowStr::from(html))
}

fn plain(events: &[Event]) -> String {
    let words = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    words.collect()
}

/// As on GitHub, so that a link works in both places.
pub fn slug(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let letters = letters.chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_' || *c == ' ');
    letters.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The address of a file of `docs/` on this server. Other links are not changed.
fn page(link: &str, folder: &str) -> String {
    if link.contains(':') || link.starts_with(['/', '#']) {
        return link.to_owned();
    }
    let (file, fragment) = link.split_once('#').map_or((link, None), |(file, fragment)| (file, Some(fragment)));
    let file = file.strip_prefix("../").map_or_else(|| format!("{folder}{file}"), str::to_owned);
    let page = match file.split_once('/') {
        Some(("examples", name)) => format!("/documentation/examples/{name}"),
        Some(("guides", name)) => format!("/documentation/guides/{}/", name.trim_end_matches(".md")),
        Some(("problems", name)) => format!("/documentation/problems/{}", name.trim_end_matches(".md")),
        _ if file == "webhooks.md" => "/documentation/guides/receiving-webhooks/".to_owned(),
        _ if file == "workflows.md" => "/documentation/guides/workflow-language/".to_owned(),
        _ => return link.to_owned(),
    };
    fragment.map_or(page.clone(), |fragment| format!("{page}#{fragment}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_between_files_become_links_between_pages() {
        assert_eq!(page("errors.md", "guides/"), "/documentation/guides/errors/");
        assert_eq!(page("../problems/not_found.md", "guides/"), "/documentation/problems/not_found");
        assert_eq!(page("../guides/errors.md#a-b", "problems/"), "/documentation/guides/errors/#a-b");
        assert_eq!(page("../webhooks.md", "guides/"), "/documentation/guides/receiving-webhooks/");
        assert_eq!(page("../examples/webhooks/receiver.py", "guides/"), "/documentation/examples/webhooks/receiver.py");
        assert_eq!(page("guides/errors.md", ""), "/documentation/guides/errors/");
        assert_eq!(page("../workflows.md#bounds", "guides/"), "/documentation/guides/workflow-language/#bounds");
        for stays in ["https://example.com/a.md", "#here", "/status/"] {
            assert_eq!(page(stays, "guides/"), stays);
        }
    }

    #[test]
    fn headings_can_be_linked_to_and_markup_is_text() {
        let text = render("# A & b\n\n## What `id` is\n\n<b>x</b> `<y>`\n", "guides/", "http://here");
        assert_eq!(text.title, "A & b");
        assert_eq!(text.headings[0].id, "what-id-is");
        assert_eq!(
            text.html,
            "<h2 id=\"what-id-is\">What <code>id</code> is</h2>\n<p>&lt;b&gt;x&lt;/b&gt; <code>&lt;y&gt;</code></p>\n"
        );
    }

    #[test]
    fn examples_name_the_server_that_is_read_on() {
        assert_eq!(inline("`https://api.example.com/x`"), "<code>https://api.example.com/x</code>");
        let there = render("`https://api.example.com/x`", "guides/", "http://here").html;
        assert_eq!(there, "<p><code>http://here/x</code></p>\n");
    }
}
