//! Events come in postfix order with correct spans, for any source.

use proptest::prelude::*;
use proptest::sample::Index;

use hcldyn_syntax::error::{ErrorKind, Expected};
use hcldyn_syntax::parser::MAX_NESTING;

use crate::checker::{
    Checked, check_body, check_expression, check_expression_from, check_template,
};
use crate::texts;

/// The maximum depth of operands without errors: each level of nesting has parentheses, a chain of operators
/// and a conditional.
const MAX_DEPTH: usize = 3 * MAX_NESTING as usize + 10;

/// The maximum depth with errors, because each error can surround an operand.
const MAX_DAMAGED_DEPTH: usize = 5 * MAX_NESTING as usize + 10;

/// Checks the depth of operands, and that errors leave an event.
fn check_result(checked: &Checked, text: &str) {
    let most = if checked.is_damaged { MAX_DAMAGED_DEPTH } else { MAX_DEPTH };
    assert!(checked.depth <= most, "{} levels of operands", checked.depth);
    if !checked.is_damaged {
        for error in &checked.errors {
            assert!(leaves_no_event(error.kind), "{error:?} without an event in {text:?}");
        }
    }
}

/// Returns `true` if an error of a kind can leave complete items, without an `Error` or `Unreadable` event.
fn leaves_no_event(kind: ErrorKind) -> bool {
    match kind {
        // The block is complete except for its brace or a line break.
        ErrorKind::Unclosed | ErrorKind::MisplacedBrace | ErrorKind::CrowdedBlock => true,
        ErrorKind::Expected(Expected::OpenBrace | Expected::LineBreak) => true,
        // Invalid characters have no event of their own.
        ErrorKind::InvalidEscape | ErrorKind::TextInHeredocStart => true,
        ErrorKind::TemplateInLabel | ErrorKind::InvalidLabel => true,
        ErrorKind::Expected(Expected::SplatEnd) | ErrorKind::ExpansionBeforeEnd => true,
        _ => false,
    }
}

fn check_valid(checked: &Checked, text: &str) {
    assert_eq!(checked.errors, [], "in {text}");
    check_result(checked, text);
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn bodies_of_any_source_are_in_order(text in texts::any_text()) {
        check_result(&check_body(&text), &text);
    }

    #[test]
    fn expressions_of_any_source_are_in_order(
        text in prop_oneof![texts::soup(), texts::changed(texts::expression())],
        start in any::<Index>(),
    ) {
        check_result(&check_expression(&text), &text);
        let starts: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        check_result(&check_expression_from(&text, *start.get(&starts)), &text);
    }

    #[test]
    fn templates_of_any_source_are_in_order(
        text in prop_oneof![texts::soup(), texts::changed(texts::template())],
    ) {
        check_result(&check_template(&text), &text);
    }

    #[test]
    fn valid_bodies_have_no_errors(text in texts::body()) {
        check_valid(&check_body(&text), &text);
    }

    #[test]
    fn valid_expressions_have_no_errors(text in texts::expression()) {
        check_valid(&check_expression(&text), &text);
    }

    #[test]
    fn valid_templates_have_no_errors(text in texts::template()) {
        check_valid(&check_template(&text), &text);
    }
}

/// Sources whose events were once out of order.
#[test]
fn sources_that_failed_once_are_in_order() {
    let sources = [
        "{ a: ",
        "%{ if a }%{ for a in b }%{ else }",
        "aa= a\na = f(a, f(a)...)\n# c\na \"l\" l {\n  a \"l\" { a =?  } }\n  \n}\n",
        "a = { a = \"${\" }\n",
        "{ a = a[(a) ? \"${\" : a] }",
        "{ \n %{ if {\n\n} }x%{ endif } ",
        "(null? a :  ",
    ];
    for text in sources {
        for checked in [check_body(text), check_expression(text), check_template(text)] {
            check_result(&checked, text);
        }
    }
}

/// Repeats a start and an end around a middle, beyond the maximum depth.
fn around(start: &str, middle: &str, end: &str) -> String {
    let count = MAX_NESTING as usize * 2;
    [&start.repeat(count), middle, &end.repeat(count)].concat()
}

#[test]
fn nested_operands_are_bounded() {
    let cases = [
        around("(", "1", ")"),
        around("(", "1", " + 1 ? 2 : 3)"),
        around("[", "1", "]"),
        around("{ a = ", "1", "}"),
        around("f(", "1", ")"),
        around("a[", "1", "]"),
        around("a", "[*]", "[*]"),
        around("!", "a", ""),
        around("a ? ", "1", " : 2"),
        around("a ? 1 : ", "2", ""),
        around("[for a in ", "b", " : c]"),
        around("\"${", "1", "}\""),
        around("%{ if a }", "", "%{ endif }"),
        around("\"%{ for a in ", "b", " }%{ endfor }\""),
        around("(", "1 ", "]"),
        around("(", "1", "[+] + 1 ? 2 : 3"),
        around("(", "1", ")[+].+ + 1 ? 2"),
        around("(", "", ""),
    ];
    for text in cases {
        for checked in [check_expression(&text), check_template(&text)] {
            check_result(&checked, &text);
        }
    }
}

#[test]
fn the_maximum_nesting_is_reached() {
    let nested = |count: usize| {
        let (start, end) = ("(".repeat(count), " + 1 ? 2 : 3)".repeat(count));
        check_expression(&format!("{start}1{end}"))
    };
    // The innermost condition and the operands in it are levels too.
    let levels = MAX_NESTING as usize - 2;
    assert_eq!((nested(levels).errors.len(), nested(levels).depth), (0, 3 * levels + 1));
    assert_eq!(nested(levels + 1).errors.len(), 1);
    assert_eq!(nested(levels + 1).errors[0].kind, ErrorKind::TooDeep);
}

#[test]
fn a_row_of_operators_is_one_level() {
    let checked = check_expression(&"1 + 2 * 3 - ".repeat(1_000).replace("1 + 2", "1 / 2 + (3)"));
    assert_eq!(checked.errors.len(), 1, "the last operand is missing");
    assert!(checked.depth < 10, "{}", checked.depth);
}
