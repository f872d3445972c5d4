//! Repairs of any source.

use proptest::prelude::*;

use hcldyn_syntax::repair::Repairs;

use crate::checker::check_body;
use crate::texts;

/// Checks that each repair of a source leaves fewer errors.
fn check(text: &str) {
    let errors = check_body(text).errors;
    let mut repairs = Repairs::new(text);
    for error in &errors {
        let Some(repair) = repairs.repair(error) else { continue };
        let mut repaired = text.to_owned();
        for edit in repair.edits.iter().rev() {
            repaired.replace_range(edit.span.range(), &edit.text);
        }
        let left = check_body(&repaired).errors;
        assert!(left.len() < errors.len(), "{text:?}: {repair:?}: {left:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..texts::config() })]

    #[test]
    fn of_any_text(text in texts::any_text()) {
        check(&text);
    }

    #[test]
    fn of_changed_bodies(text in texts::changed(texts::body())) {
        check(&text);
    }
}

/// An error at the end of a source comes after the carriage return of a comment, which does not end a line.
#[test]
fn after_a_carriage_return() {
    for text in ["a b #\r", "a b //x\r", "a \"b\" //\r", "a = [1 #\r"] {
        check(text);
    }
}

#[test]
fn of_long_sources() {
    check(&"a: 1\n".repeat(100_000));
}

/// The search takes linear time in the length of a line and of a heredoc.
#[test]
fn of_long_lines() {
    let many = |part: &str| part.repeat((250 << 10) / part.len());
    for text in [
        format!("a = \"{}\n", many("x,")),
        format!("a = [{})\n", many("x,")),
        format!("a = [\n<<E\n{}E\n\nb = 1\n", many("x\n")),
    ] {
        check(&text);
    }
}

/// The search ends, however many errors a source has.
#[test]
fn of_many_errors() {
    for text in ["a: 1\n", "a = [\n", "a = \"\n", "= ]\n", "a b\n", "@ "] {
        check(&text.repeat(100));
        let long = text.repeat((20 << 10) / text.len());
        let mut repairs = Repairs::new(&long);
        for error in &check_body(&long).errors {
            let _ = repairs.repair(error);
        }
    }
}

/// The items of an object are not a text.
#[test]
fn of_objects_in_quotes() {
    let text = "login = { old_password = 5858252, old_user =s , note =\n";
    let mut repairs = Repairs::new(text);
    for error in &check_body(text).errors {
        let repair = repairs.repair(error);
        assert!(repair.is_none_or(|it| it.edits.iter().all(|edit| !edit.text.contains('"'))));
    }
}
