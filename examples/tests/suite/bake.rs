//! The definitions in `bake/cases`, compared with what buildx prints for them.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Each case prints what the reference printed, or fails as it did. The report of a failure is beside the case.
#[test]
fn cases_are_printed_as_by_the_reference() {
    let folder = Path::new("bake/cases");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<_> =
        files.filter(|it| it.extension().is_some_and(|it| it == "arguments")).collect();
    cases.sort();
    assert!(cases.len() >= 20, "{}", cases.len());
    for case in cases {
        let name = case.file_stem().unwrap().to_str().unwrap();
        let environment = fs::read_to_string(case.with_extension("environment"));
        let environment = environment.unwrap_or_default();
        let arguments = fs::read_to_string(&case).unwrap();
        let command = crate::example("bake").current_dir(folder).args(arguments.lines());
        let command = command.envs(environment.lines().map(|line| line.split_once('=').unwrap()));
        let output = command.output().unwrap();
        let report = String::from_utf8(output.stderr).unwrap();
        match fs::read(case.with_extension("output")) {
            Ok(expected) => {
                assert!(output.status.success(), "{name}: {report}");
                let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
                let expected: Value = serde_json::from_slice(&expected).unwrap();
                assert_eq!(printed, expected, "{name}");
            }
            Err(_) => {
                assert!(case.with_extension("failure").is_file(), "{name} is not recorded");
                assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{name}");
                insta::with_settings!({ snapshot_path => "../../bake/cases", prepend_module_to_snapshot => false, omit_expression => true }, {
                    insta::assert_snapshot!(name, report);
                });
            }
        }
    }
}
