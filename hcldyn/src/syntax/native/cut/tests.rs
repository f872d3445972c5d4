use std::ops::Range;

use hcl_edit::expr::Expression;
use hcl_edit::parser::{parse_body, parse_expr};
use hcl_edit::structure::{Body, Structure};
use proptest::collection::vec;
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

use super::{FlawKind, FoundIn, Groups, MAX_OPEN, cut, cut_object, cut_range, find, groups};
use crate::syntax::native::texts::{body_text, object_text};

proptest! {
    #[test]
    fn cutting_a_valid_body_changes_nothing(text in body_text()) {
        let whole = parse_body(&text).unwrap_or_else(|error| panic!("generated text: {error}\n{text}"));
        assert_same_structures(&text, &whole);
    }

    #[test]
    fn a_body_is_cut_alike_in_a_block(text in body_text()) {
        let block = format!("b {{\n{text}\n}}\n");
        let inside = cut_range(&block, 3..block.len() - 2);
        let inside: Vec<_> = inside.into_iter().map(|item| &block[item.span]).collect();
        prop_assert_eq!(inside, items(&text));
        prop_assert_eq!(items(&block), [block.trim_end()]);
    }

    #[test]
    fn cutting_a_valid_object_changes_nothing(text in object_text()) {
        let Expression::Object(whole) = parse_expr(&text).unwrap() else { panic!("not an object: {text}") };
        let items = cut_object(&text).unwrap();
        prop_assert_eq!(items.len(), whole.len());
        for (item, pair) in items.iter().zip(whole.iter()) {
            prop_assert_eq!(item.flaw, None);
            let alone = parse_expr(&format!("{{{}\n}}", &text[item.span.clone()])).unwrap();
            let Expression::Object(alone) = alone else { panic!("not an object") };
            prop_assert_eq!(alone.len(), 1);
            let (key, value) = alone.iter().next().unwrap();
            prop_assert_eq!((key, value.expr()), (pair.0, pair.1.expr()));
        }
    }

    #[test]
    fn any_text_is_cut_into_items_with_only_blanks_between(text in token_soup()) {
        let mut end = 0;
        for item in cut(&text) {
            prop_assert!(item.span.start < item.span.end);
            let gap = parse_body(&text[end..item.span.start]);
            prop_assert!(gap.is_ok_and(|body| body.is_empty()), "before {:?} in {text:?}", item);
            prop_assert!(item.flaw.is_none_or(|flaw| item.span.contains(&flaw.at)), "{:?}", item);
            end = item.span.end;
        }
        prop_assert!(parse_body(&text[end..]).is_ok_and(|body| body.is_empty()));
        let _ = cut_object(&format!("{{{text}}}"));
    }

    #[test]
    fn groups_are_all_items_with_what_is_in_them(
        parts in vec(prop_oneof![body_text(), token_soup()], 1..4),
        size in 1..80_usize,
    ) {
        let text = parts.join("\n");
        let all = cut(&text);
        let mut seen = 0;
        for group in groups(&text, 0..text.len(), size) {
            prop_assert_eq!(group.own(), &all[seen..seen + group.own().len()]);
            let ahead = all.len().min(seen + group.own().len() + Groups::AHEAD);
            prop_assert_eq!(group.from(0), &all[seen..ahead]);
            seen += group.own().len();
            for item in group.own().iter().filter(|item| item.flaw.is_none()) {
                let alone = &text[item.span.clone()];
                let expected = found(alone, find(alone).within(&(0..alone.len())));
                prop_assert_eq!(found(alone, group.found.within(&item.span)), expected, "{}", text);
            }
        }
        prop_assert_eq!(seen, all.len());
    }
}

fn found(part: &str, found: FoundIn<'_>) -> [Vec<Range<usize>>; 3] {
    [found.literals().collect(), found.empty_heredocs().collect(), found.objects(part)]
}

/// Tokens that open, close or hide something, in any order.
fn token_soup() -> impl Strategy<Value = String> {
    const TOKENS: &[&str] = &[
        "a", "é", " ", "\n", "\r\n", "\"", "\\", "${", "%{", "$", "%", "{", "}", "(", ")", "[",
        "]", "#", "//", "/*", "*/", "/", "*", "<<", "<<-", "EOT", "<<EOT\n", "\nEOT", "=", ",",
        "for", "b {\n", "~", "\u{feff}", "\0",
    ];
    vec(select(TOKENS), 0..40).prop_map(|tokens| tokens.concat())
}

fn assert_same_structures(text: &str, whole: &Body) {
    let items = cut(text);
    let alone: Vec<Structure> = items
        .iter()
        .map(|item| {
            assert_eq!(item.flaw, None);
            let item = &text[item.span.clone()];
            let mut body = parse_body(item).unwrap_or_else(|error| panic!("item: {error}\n{item}"));
            assert_eq!(body.len(), 1, "{item}");
            body.remove(0)
        })
        .collect();
    assert_eq!(alone, whole.iter().cloned().collect::<Vec<_>>(), "{text}");
}

fn items(text: &str) -> Vec<&str> {
    cut(text).into_iter().map(|item| &text[item.span]).collect()
}

fn flaws(text: &str) -> Vec<Option<(FlawKind, usize)>> {
    cut(text).iter().map(|item| item.flaw.map(|flaw| (flaw.kind, flaw.at))).collect()
}

#[test]
fn an_item_ends_at_a_line_end_outside_brackets() {
    assert_eq!(items("a = 1\nb = [\n1,\n]\r\nc {\n}\n"), ["a = 1", "b = [\n1,\n]", "c {\n}"]);
    assert_eq!(items("a = 1 b = 2\n}\n"), ["a = 1 b = 2", "}"]);
    assert_eq!(items(""), Vec::<&str>::new());
}

#[test]
fn comments_are_blank_and_hide_what_they_hold() {
    assert_eq!(
        items("# {\na = 1 # (\n/* \" */ b /* [\n*/ = 2 /* */ // x"),
        ["a = 1", "b /* [\n*/ = 2"]
    );
    assert_eq!(items("a = 4 / 2\nb = 4 /2"), ["a = 4 / 2", "b = 4 /2"]);
}

#[test]
fn strings_and_templates_nest() {
    let text = r#"a = "x ${ f("}", { b = "%{ if x }\"%{ endif }" }) } $${ %%{ \" \\"
b = 2"#;
    assert_eq!(items(text).len(), 2);
    assert_eq!(items("a = \"${\n1\n}\"\nb = 1"), ["a = \"${\n1\n}\"", "b = 1"]);
}

#[test]
fn a_line_end_closes_a_quoted_string() {
    assert_eq!(items("a = \"x {\nb = 1"), ["a = \"x {", "b = 1"]);
    assert_eq!(flaws("a = \"x {\nb = 1"), [Some((FlawKind::Quote, 4)), None]);
    assert_eq!(
        flaws("a = \"x\\\nb = \"y"),
        [Some((FlawKind::Quote, 4)), Some((FlawKind::Quote, 12))]
    );
}

#[test]
fn heredocs_end_at_their_delimiter() {
    let text =
        "a = <<EOT\n{ \"\nEOTX\n x EOT\n  EOT  \nb = <<-E-T\r\n${\nE-T}E-T\r\n\tE-T\r\nc = 1";
    assert_eq!(items(text)[1..], ["b = <<-E-T\r\n${\nE-T}E-T\r\n\tE-T", "c = 1"]);
    assert_eq!(
        items("a = f(<<EOT\nx\nEOT\n)\nb = [<<EOT\nx\nEOT\n]")[1..],
        ["b = [<<EOT\nx\nEOT\n]"]
    );
    assert_eq!(items("a = 1 << 2\nb = 1 <<EOT + 1\nc = <<1\n").len(), 3);
}

/// hcl-edit accepts each of these texts as a single attribute.
#[test]
fn items_end_where_the_reference_ends_them() {
    let empty = "a = <<EOT\nEOT\nb = <<EOT\nEOT\n";
    assert_eq!(items(empty), ["a = <<EOT\nEOT", "b = <<EOT\nEOT"]);
    assert_eq!(items("a = f(1)\n  + 2\n"), ["a = f(1)", "+ 2"]);
    let directive = "a = <<EOT\n%{ if x }\nEOT\n%{ endif }\nEOT\n";
    assert_eq!(items(directive), ["a = <<EOT\n%{ if x }\nEOT", "%{ endif }", "EOT"]);
}

#[test]
fn the_stack_is_deep_enough_for_all_that_hcl_edit_accepts() {
    let pairs = [
        ("\"${", "}\""),
        ("[", "]"),
        ("{ k = ", "}"),
        ("f(", ")"),
        ("\"%{ if x }${", "}%{ endif }\""),
        ("<<E\n${", "}\nE\n"),
    ];
    for (open, close) in pairs {
        let nest = |depth| format!("a = {}1{}", open.repeat(depth), close.repeat(depth));
        let deepest = (1..100).rev().map(nest).find(|text| parse_body(text).is_ok());
        assert_eq!(flaws(&deepest.unwrap()), [None]);
    }
}

#[test]
fn a_missing_brace_is_reported_where_it_was_opened_and_later_items_survive() {
    let text = "a {\n  b {\n}\n\nc \"x\" {\n}\nd {}\n";
    assert_eq!(items(text), ["a {\n  b {\n}", "c \"x\" {\n}", "d {}"]);
    assert_eq!(flaws(text), [Some((FlawKind::Bracket, 2)), None, None]);
    assert_eq!(items("a = f(1\nb = 2\n"), ["a = f(1", "b = 2"]);
    assert_eq!(items("a = {\nb = 2\n"), ["a = {\nb = 2"]);
    assert_eq!(items("a {\n  b = f([(1\n}\nc = 1\n")[1..], ["c = 1"]);
}

#[test]
fn what_never_ends_is_reported() {
    assert_eq!(flaws("a = <<EOT\nx"), [Some((FlawKind::Heredoc, 4))]);
    assert_eq!(flaws("a = \"${ x"), [Some((FlawKind::Template, 5))]);
    assert_eq!(flaws("a = 1 /* x\nb {\n}"), [Some((FlawKind::Comment, 6))]);
    assert_eq!(flaws("a = 1\n /* x"), [None, Some((FlawKind::Comment, 7))]);
    assert!(matches!(flaws(&"(".repeat(MAX_OPEN))[..], [Some((FlawKind::Bracket, _)), ..]));
    assert_eq!(flaws(&"(".repeat(MAX_OPEN + 1)), [Some((FlawKind::Depth, MAX_OPEN))]);
}

#[test]
fn many_open_items_are_cut_in_linear_time() {
    let text = "a {\n".repeat(200_000);
    assert_eq!(cut(&text).len(), 17);
    let text = "a {\n\n".repeat(100) + &"<<E\n(\"${".repeat(100_000);
    assert_eq!(cut(&text).len(), 17);
}

#[test]
fn a_block_body_is_cut_one_level_down() {
    let text = "b {\n  a = 1\n  c {\n  }\n}\n";
    let spans: Vec<_> =
        cut_range(text, 3..text.len() - 2).into_iter().map(|item| item.span).collect();
    assert_eq!(spans, [6..11, 14..21]);
}

#[test]
fn an_object_is_cut_at_commas_and_line_ends() {
    let object =
        |text| Some(cut_object(text)?.into_iter().map(|item| &text[item.span]).collect::<Vec<_>>());
    assert_eq!(
        object("{ a = 1, \"b\" : f(1, 2) # ,\n c = [1,\n2]\n}").unwrap(),
        ["a = 1", "\"b\" : f(1, 2)", "c = [1,\n2]"]
    );
    assert_eq!(object("{ a = 1,, }").unwrap(), ["a = 1", ","]);
    assert_eq!(object("{ format = 1 }").unwrap(), ["format = 1"]);
    assert_eq!(object("{}").unwrap(), Vec::<&str>::new());
    assert_eq!(object("{ # c\nfor k, v in x : k => v }"), None);
    assert_eq!(object("[1]"), None);
}
