//! The published examples are valid, and run in memory with their input.

use crate::{functions::functions, memory::Memory, sandbox};
use flow::{Draft, Outcome, read_yaml};
use std::{fs, path::Path};

#[tokio::test]
async fn every_example_is_valid_and_runs_with_its_own_input() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/workflows");
    let files = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|kind| kind == "yaml")).collect();
    files.sort();
    assert_eq!(files.len(), 6);
    for file in files {
        let document = read_yaml(&fs::read_to_string(&file).unwrap()).unwrap();
        let mut draft = Draft::read(&document, &functions());
        draft.check_expressions(&sandbox(), 1).await.unwrap();
        let definition = draft.finish().unwrap_or_else(|invalid| panic!("{}: {invalid:#?}", file.display()));
        let input = &definition.schema.as_ref().unwrap()["examples"][0];
        assert_eq!(definition.check_input(input), [], "{}", file.display());
        let host = Memory::new();
        let outcome = host.interpret(&definition, input.clone()).await;
        assert!(matches!(outcome, Outcome::Succeeded { .. }), "{}: {outcome:?}", file.display());
        println!("{}: {:?} {outcome:?}", file.display(), host.paths());
    }
}
