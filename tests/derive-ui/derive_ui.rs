//! Code that the derives must reject, with the expected messages.
//!
//! The compiler's messages change between versions, so CI compares them on a pinned compiler only.

#[test]
#[ignore = "the recorded messages are those of rustc 1.95"]
fn rejected() {
    trybuild::TestCases::new().compile_fail("rejected/*/*.rs");
}

/// The tests that `cases.md` lists exist.
#[test]
fn cases_have_tests() {
    let cases = std::fs::read_to_string("cases.md").unwrap();
    let links: Vec<_> =
        cases.split("[`").skip(1).filter_map(|link| link.split_once("`](")).collect();
    for (name, rest) in &links {
        let path = rest.split(')').next().unwrap();
        let test = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        // A rejected program, and a module of tests, is named as its file.
        let function = name.rsplit("::").next().unwrap();
        let is_file = path.ends_with(&format!("{function}.rs"));
        assert!(is_file || test.contains(&format!("fn {function}()")), "{path} has no {function}");
    }
    assert!(links.len() > 80, "{}", links.len());
}
