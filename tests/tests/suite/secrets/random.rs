//! The first random cases of `fuzz-leaks`: no output shows a secret.

use std::path::Path;

use hcldyn_tests::leaks::{Command, run};

#[test]
fn no_output_shows_a_secret() {
    let command = Command::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("leaks"));
    for index in 0..400 {
        let case = run(0, index, &command);
        assert!(case.leaks.is_empty(), "case {index} of seed 0: {:?}\n{}", case.leaks, case.text);
    }
}
