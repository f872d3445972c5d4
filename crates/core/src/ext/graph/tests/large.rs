//! Graphs of ten thousand values that refer to each other.

use super::*;

const COUNT: usize = 10_000;

fn locals(of: impl Fn(usize) -> String) -> String {
    let lines: String = (0..COUNT).map(|i| format!("  a{i} = {}\n", of(i))).collect();
    format!("locals {{\n{lines}}}\n")
}

#[test]
fn a_long_chain() {
    let text = locals(|i| match i + 1 {
        COUNT => "1".to_owned(),
        next => format!("local.a{next} + 1"),
    });
    let graph = good(&terraform(), &text);
    let (values, problems) = run(&graph);
    assert_eq!((values.get(&["local", "a0"]), &*problems), (Some(COUNT.into()), ""));
    assert_eq!(graph.levels().count(), COUNT);
}

#[test]
fn one_that_needs_all_and_all_that_need_one() {
    let all: Vec<_> = (1..COUNT).map(|i| format!("local.a{i}")).collect();
    let text = locals(|i| match i {
        0 => format!("[{}]", all.join(", ")),
        9999 => "var.x".to_owned(),
        _ => "local.a9999".to_owned(),
    });
    let graph = good(&terraform(), &format!("variable \"x\" {{}}\n{text}"));
    let (values, problems) = run(&graph);
    let found = values.get(&["local", "a0"]).unwrap();
    assert_eq!((found.elements().len(), &*problems), (COUNT - 1, ""));
    assert_eq!(graph.levels().count(), 4);
}

#[test]
fn many_that_need_the_whole_of_many() {
    let vars: String = (0..COUNT).map(|i| format!("variable \"v{i}\" {{}}\n")).collect();
    let text = vars + &locals(|i| format!("[var[\"v{i}\"], var][1]"));
    assert_eq!(run(&good(&terraform(), &text)).1, "");
}

#[test]
fn values_that_grow_too_large_along_a_chain_are_rejected() {
    for of in ["[local.a{}]", "[local.a{}, local.a{}]", "\"${local.a{}}${local.a{}}\""] {
        let text = locals(|i| match i + 1 {
            COUNT => "\"x\"".to_owned(),
            next => of.replace("{}", &next.to_string()),
        });
        let problems = run(&good(&terraform(), &text)).1;
        assert!(problems.starts_with("t.hcl:"), "{of}: {problems}");
    }
}

#[test]
fn a_short_cycle_in_a_long_one() {
    let text = locals(|i| match i {
        7000 => "[local.a7001, local.a6998]".to_owned(),
        _ => format!("local.a{}", (i + 1) % COUNT),
    });
    let (_, problems) = graph(&terraform(), &text);
    assert!(
        problems.contains(
            "; local.a6998 depends on local.a6999, local.a6999 depends on local.a7000 and \
             local.a7000 depends on local.a6998."
        ),
        "{problems}"
    );
}

#[test]
fn a_long_cycle_is_not_shown_whole() {
    let text = locals(|i| format!("local.a{}", (i + 1) % COUNT));
    let mut diags = Diagnostics::new();
    let graph = terraform().graph(&body(&text), &mut diags);
    assert_eq!(diags.len(), 1);
    assert!(
        diags
            .to_string()
            .contains("9991 more depend on one another and local.a9999 depends on local.a0.")
    );
    assert!(diags.iter().all(|it| it.related.len() == 24));
    assert_eq!(run(&graph).1, "");
}

#[test]
fn many_undefined_names() {
    let lines: String = (0..1000).map(|i| format!("  a{i} = local.b{i}\n")).collect();
    let (_, problems) = graph(&terraform(), &format!("locals {{\n{lines}}}\n"));
    assert!(problems.ends_with("and 900 more"), "{problems}");
}
