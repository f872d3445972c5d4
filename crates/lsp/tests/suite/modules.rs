//! Blocks that use the configuration in another folder, and programs that check their sources.

use std::sync::Arc;

use hcldyn::diag::codes;
use hcldyn::spec::{BlocksSpec, LabelSpec, Spec};
use hcldyn::syntax::{Source, Span};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_lsp::ide::{Language, Snapshot, Workspace};

const NETWORK: &str = "variable \"zones\" {}\noutput \"id\" {\n  value = 1\n}\n";

/// Returns a language whose check reports each source that has the word `wrong`, with the number of the sources.
fn language() -> Language {
    let any = |ty: &str| -> (String, Spec) {
        let name = LabelSpec::new(0, "name").into();
        let body = Spec::tuple([name, Spec::any()]);
        (ty.to_owned(), BlocksSpec::new(ty, body).tuple().into())
    };
    let spec = Spec::object(["module", "output", "variable"].map(any));
    let check = |sources: &[Source], _: &_| {
        let mut diags = Diagnostics::new();
        for source in sources {
            if let Some(at) = source.text().find("wrong") {
                let place = source.place(Span::from(at..at + 5));
                let detail = format!("Found in one of {} sources.", sources.len());
                diags.push(codes::INVALID_MODULE_SOURCE.error(place, detail));
            }
        }
        diags
    };
    Language::of_program(spec, EvalContext::new(), check).of_family("f").module_blocks("module")
}

/// Returns the sources, each with a language of its own of the family.
fn snapshot(sources: &[(&str, &str)]) -> Snapshot {
    let mut workspace = Workspace::new();
    for (name, text) in sources {
        workspace.set(Source::new(*name, *text), Arc::new(language()));
    }
    workspace.snapshot()
}

/// Returns the definition of what is at the last of a text in a source, as `file:start`.
fn definition(snapshot: &Snapshot, file: &str, at: &str) -> Option<String> {
    let offset = snapshot.source(file).unwrap().text().rfind(at).unwrap() + 1;
    let found = snapshot.definition(file, offset)?;
    Some(format!("{}:{}", found.file, found.range.start))
}

#[test]
fn names_lead_into_modules() {
    let main = "module \"net\" {\n  source = \"./network\"\n  zones = 2\n  other = 3\n}\noutput \"a\" {\n  value = module.net.id + module.net.nothing\n}\n";
    let repeated = "module \"each\" {\n  for_each = {}\n  source = \"./x/../network\"\n}\noutput \"b\" {\n  value = module.each[\"k\"].id\n}\n";
    let snapshot = snapshot(&[
        ("/a/main.tf", main),
        ("/a/repeated.tf", repeated),
        ("/a/network/extra.tf", ""),
        ("/a/network/main.tf", NETWORK),
        ("/a/other/main.tf", NETWORK),
    ]);
    let definition = |file, at| definition(&snapshot, file, at);
    let output = NETWORK.find("\"id\"").unwrap();
    assert_eq!(definition("/a/main.tf", "zones"), Some("/a/network/main.tf:9".to_owned()));
    assert_eq!(definition("/a/main.tf", ".id"), Some(format!("/a/network/main.tf:{output}")));
    assert_eq!(definition("/a/repeated.tf", ".id"), Some(format!("/a/network/main.tf:{output}")));
    assert_eq!(definition("/a/main.tf", "/network"), Some("/a/network/main.tf:0".to_owned()));
    assert_eq!(definition("/a/main.tf", ".net."), Some("/a/main.tf:8".to_owned()));
    assert_eq!(definition("/a/main.tf", "other"), None);
    assert_eq!(definition("/a/main.tf", "nothing"), None);
}

#[test]
fn sources_of_a_family_are_checked_together() {
    let snapshot =
        snapshot(&[("/a/1.tf", "# wrong\n"), ("/a/2.tf", "# wrong\n"), ("/b/1.tf", "# wrong\n")]);
    let details = |file| {
        let diags = snapshot.diagnostics(file);
        diags.iter().map(|it| it.detail.clone()).collect::<Vec<_>>()
    };
    assert_eq!(details("/a/2.tf"), ["Found in one of 2 sources."]);
    assert_eq!(details("/b/1.tf"), ["Found in one of 1 sources."]);
}
