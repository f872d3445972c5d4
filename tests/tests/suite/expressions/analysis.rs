//! Static analysis of expressions, compared with the reference: `tests/vectors/analysis.json`.

use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_expression};
use hcldyn_tests::analysis::forms;
use hcldyn_tests::vectors::{cases, read};

#[test]
fn expressions_have_the_same_forms_as_in_the_reference() {
    let file = read("analysis.json");
    let mut wrong = Vec::new();
    for case in cases(&file, "cases", 70) {
        let text = case["expr"].as_str().unwrap();
        let mut diags = Diagnostics::new();
        let Some(expr) = parse_expression(&Source::new("case", text), &mut diags) else {
            wrong.push(format!("{text}: {diags}"));
            continue;
        };
        let found = forms(&expr);
        for (name, expected) in case.as_object().unwrap().iter().filter(|(name, _)| *name != "expr")
        {
            if found.get(name) != Some(expected) {
                wrong.push(format!("{text}: {name}: {:?} instead of {expected}", found.get(name)));
            }
        }
        for name in found.keys().filter(|name| case[*name].is_null()) {
            wrong.push(format!("{text}: {name}: {} instead of none", found[name]));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
