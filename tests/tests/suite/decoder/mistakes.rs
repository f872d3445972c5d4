//! Random configurations with planted mistakes. `fuzz-mistakes` decodes many more.

use hcldyn_tests::mistakes::{run, run_without_mistakes};

#[test]
fn each_mistake_is_one_error_in_its_item() {
    let wrong: Vec<_> = (0..150).map(|index| run(7, index)).filter(|it| !it.is_right()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn configurations_without_mistakes_have_no_errors() {
    for index in 0..25 {
        let case = run_without_mistakes(7, index);
        assert_eq!(case.count, 0, "{}{}", case.text, case.errors);
    }
}
