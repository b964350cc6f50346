//! Secrets in definitions: where they may be used, and that they are never values.

use crate::{document, functions::functions, memory::Memory, sandbox};
use flow::{Code, Definition, Draft};
use serde_json::{Value, json};

const HEAD: &str = "use: {secrets: [token, other]}\n";

async fn faults(body: &str) -> Vec<(String, Code)> {
    let mut draft = Draft::read(&document(body), &functions());
    draft.check_expressions(&sandbox(), 1).await.expect("the sandbox works");
    let invalid = draft.finish().err().unwrap_or_default();
    invalid.into_iter().map(|one| (one.pointer, one.code)).collect()
}

async fn refused(task: &str, pointer: &str) {
    let faults = faults(&format!("{HEAD}do: [{{a: {task}}}]")).await;
    assert!(faults.iter().any(|(at, _)| at == pointer), "{task}: {pointer}, but {faults:?}");
}

#[tokio::test]
async fn a_secret_is_used_in_calls_of_http_and_nowhere_else() {
    for (task, pointer) in [
        ("{set: {x: '${ $secret.token }'}}", "/do/0/a/set/x"),
        ("{set: '${ $secret }'}", "/do/0/a/set"),
        ("{set: {x: '${ \"a \\($secret.token)\" }'}}", "/do/0/a/set/x"),
        ("{call: ticket.create, with: {subject: '${ $secret.token }'}}", "/do/0/a/with/subject"),
        ("{call: approval, with: {summary: '${ $secret.token }'}}", "/do/0/a/with/summary"),
        ("{call: notify, with: {message: '${ $secret.token }'}}", "/do/0/a/with/message"),
        ("{switch: [{x: {when: '$secret.token == \"a\"', then: end}}]}", "/do/0/a/switch/0/x/when"),
        ("{for: {in: '[$secret.token]'}, do: [{b: {set: {}}}]}", "/do/0/a/for/in"),
        ("{for: {in: '[1]'}, while: $secret.token, do: [{b: {set: {}}}]}", "/do/0/a/while"),
        ("{if: $secret.token, set: {}}", "/do/0/a/if"),
        ("{input: {from: $secret}, set: {}}", "/do/0/a/input/from"),
        ("{output: {as: $secret.token}, set: {}}", "/do/0/a/output/as"),
        ("{export: {as: '{x: $secret.token}'}, set: {}}", "/do/0/a/export/as"),
        ("{emit: {event: {with: {type: x, data: '${ $secret }'}}}}", "/do/0/a/emit/event/with/data"),
        (
            "{listen: {to: {one: {with: {type: ticket.created, data.x: ['${ $secret.token }']}}}}}",
            "/do/0/a/listen/to/one/with/data.x/0",
        ),
        ("{raise: {error: {type: x, status: 500, title: '${ $secret.token }'}}}", "/do/0/a/raise/error/title"),
        ("{wait: '${ $secret.token }'}", "/do/0/a/wait"),
        ("{try: [{b: {set: {}}}], catch: {when: $secret.token, do: [{c: {set: {}}}]}}", "/do/0/a/catch/when"),
        ("{for: {each: secret, in: '[1]'}, do: [{b: {set: {}}}]}", "/do/0/a/for/each"),
        ("{call: http, with: {endpoint: 'https://a.example', body: '${ {x: $secret.token} }'}}", "/do/0/a/with/body"),
        (
            "{call: http, with: {endpoint: 'https://a.example', body: '${ $secret.token | @base64 }'}}",
            "/do/0/a/with/body",
        ),
        ("{call: http, with: {endpoint: 'https://a.example', headers: '${ $secret }'}}", "/do/0/a/with/headers"),
        ("{call: http, with: {endpoint: 'https://a.example', body: '${ $secret.tokn }'}}", "/do/0/a/with/body"),
        (
            "{call: http, with: {endpoint: 'https://a.example', body: '${ (.a | ) + $secret.token }'}}",
            "/do/0/a/with/body",
        ),
        ("{call: http, output: {as: $secret.token}, with: {endpoint: 'https://a.example'}}", "/do/0/a/output/as"),
    ] {
        refused(task, pointer).await;
    }
    for body in [
        "output: {as: $secret.token}\n",
        "input: {from: $secret.token}\n",
        "concurrency: {key: '${ $secret.token }'}\n",
    ] {
        assert!(!faults(&format!("{HEAD}{body}do: [{{a: {{set: {{}}}}}}]")).await.is_empty(), "{body}");
    }
}

#[tokio::test]
async fn the_names_of_secrets_are_listed() {
    let http = "do: [{a: {call: http, with: {endpoint: 'https://a.example', body: '${ $secret.token }'}}}]";
    assert_eq!(faults(http).await, [("/do/0/a/with/body".to_owned(), Code::NotFound)]);
    for (list, pointer) in [
        ("token", "/use/secrets"),
        ("[token, token]", "/use/secrets/1"),
        ("[token, a-b]", "/use/secrets/1"),
        ("[token, '']", "/use/secrets/1"),
        ("[token, 7]", "/use/secrets/1"),
    ] {
        let faults = faults(&format!("use: {{secrets: {list}}}\n{http}")).await;
        assert!(faults.iter().any(|(at, _)| at == pointer), "{list}: {faults:?}");
    }
    assert_eq!(
        faults(&format!("use: {{functions: {{}}, secrets: [token]}}\n{http}")).await,
        [("/use/functions".to_owned(), Code::UnknownField)]
    );
    let definition = Definition::parse(&document(&format!("{HEAD}{http}")), &functions()).unwrap();
    assert_eq!(definition.secrets, ["token", "other"]);
}

#[tokio::test]
async fn a_credential_in_plain_text_is_refused() {
    for (with, pointer) in [
        ("headers: {Authorization: Bearer abc.def}", "/do/0/a/with/headers/Authorization"),
        ("headers: {x-api-key: '${ \"abc\" }'}", "/do/0/a/with/headers/x-api-key"),
        ("headers: {Cookie: session=abc}", "/do/0/a/with/headers/Cookie"),
    ] {
        refused(&format!("{{call: http, with: {{endpoint: 'https://a.example', {with}}}}}"), pointer).await;
    }
    // A stored definition is executed as it was written.
    let old = "do: [{a: {call: http, with: {endpoint: 'https://a.example', headers: {Authorization: Bearer abc}}}}, \
               {b: {for: {each: secret, in: '[1]'}, do: [{c: {set: {x: '${ $secret }'}}}]}}]";
    assert!(Definition::stored(&document(old)).is_ok());
}

#[tokio::test]
async fn a_call_knows_the_names_of_secrets_and_data_that_looks_like_one_stays_data() {
    let memory = Memory::new();
    let body = format!(
        "{HEAD}do:\n\
         - each: {{for: {{in: .list}}, do: [{{fetch: {{call: http, with: {{endpoint: 'https://a.example', \
               headers: {{authorization: '${{ \"Bearer \" + $secret.token }}'}}, body: '${{ $item + $secret.other }}'}}}}}}]}}\n\
         - both: {{fork: {{branches: [{{a: {{call: http, with: {{endpoint: 'https://a.example', body: '${{ $secret.token }}'}}}}}}]}}}}\n\
         - evil: {{set: {{x: '${{ $workflow.input.list[1] }}'}}}}"
    );
    let output = memory.output(&body, json!({"list": ["a", "$secret.token"]})).await;
    assert_eq!(output, json!({"x": "$secret.token"}));
    let calls: Vec<Value> = memory.calls.borrow().iter().map(|(_, _, with)| with["body"].clone()).collect();
    assert_eq!(calls, ["a$secret.other", "$secret.token$secret.other", "$secret.token"].map(|text| json!(text)));
}

#[tokio::test]
async fn a_call_knows_whether_a_try_handles_its_failures() {
    let memory = Memory::new();
    let call = "{call: http, with: {endpoint: 'https://a.example'}}";
    let body = format!(
        "do:\n\
         - before: {call}\n\
         - careful: {{try: [{{inside: {call}}}, {{deep: {{do: [{{deeper: {call}}}]}}}}], catch: {{do: [{{handled: {call}}}]}}}}\n\
         - other: {{try: [{{a: {{raise: {{error: {{type: x, status: 500}}}}}}}}], catch: {{do: [{{handling: {call}}}]}}}}\n\
         - narrow: {{try: [{{unhandled: {call}}}], catch: {{errors: {{with: {{type: timeout}}}}}}}}\n\
         - after: {call}"
    );
    memory.output(&body, json!({})).await;
    assert_eq!(*memory.tried.borrow(), ["do/1/careful/try/0/inside", "do/1/careful/try/1/deep/do/0/deeper"]);
}
