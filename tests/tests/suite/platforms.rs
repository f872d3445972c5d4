//! Sources as other systems write them: line breaks of Windows in every file, its paths as data, and names that differ in
//! case only.

use hcldyn::edit::convert::to_json;
use hcldyn::spec::language;
use hcldyn::syntax::{Place, Source, format};
use hcldyn::{Diagnostics, EvalContext, HclDecode, functions, parse_body};

use crate::support::sources::{files, read};

/// Returns the HCL files of the examples and of the tutorial, with those that have errors.
fn sources() -> Vec<(String, String)> {
    let folders = ["examples", "hcldyn/examples/tutorial", "playground/web/examples"];
    let found = folders.iter().flat_map(|folder| files(folder, ".hcl"));
    let found: Vec<_> =
        found.map(|path| (read(&path), path)).map(|(text, path)| (path, text)).collect();
    assert!(found.len() > 60, "{}", found.len());
    assert!(found.iter().all(|(_, text)| !text.contains('\r')));
    found
}

fn with_carriage_returns(text: &str) -> String {
    text.replace('\n', "\r\n")
}

/// Diagnostics as their location and text.
fn shown(diags: &Diagnostics) -> Vec<String> {
    let line = |text: String| text.replace("\\r\\n", "\\n").replace("\r\n", "\n");
    diags.iter().map(|diag| line(format!("{:?} {diag}", diag.place().map(Place::start)))).collect()
}

#[test]
fn carriage_returns_do_not_change_the_meaning() {
    for (path, text) in sources() {
        let read = |text: &str| {
            let (source, mut diags) = (Source::new(&*path, text), Diagnostics::new());
            parse_body(&source, &mut diags);
            let json = to_json(&source, &mut diags).unwrap_or_default();
            // A heredoc contains its line breaks.
            (json.replace("\\r\\n", "\\n").replace("\r\n", "\n"), shown(&diags))
        };
        assert_eq!(read(&with_carriage_returns(&text)), read(&text), "{path}");
    }
}

#[test]
fn carriage_returns_stay_in_the_layout() {
    for (path, text) in sources() {
        let formatted = format::format(&with_carriage_returns(&text));
        assert_eq!(formatted, with_carriage_returns(&format::format(&text)), "{path}");
    }
}

#[test]
fn carriage_returns_do_not_change_specs() {
    let specs =
        files("examples/specs", ".hcl").into_iter().chain(files("playground/web", "spec.hcl"));
    let mut count = 0;
    for path in specs {
        let read = |text: &str| {
            let (source, mut diags) = (Source::new(&*path, text), Diagnostics::new());
            let body = parse_body(&source, &mut diags);
            let ctx = EvalContext::new().with_functions(functions::all());
            let spec = language::read(&body, &ctx, &mut diags).map(|file| file.write().text);
            (spec.map(|text| text.replace("\\r\\n", "\\n")), shown(&diags))
        };
        let text = self::read(&path);
        count += usize::from(read(&text).0.is_some());
        assert_eq!(read(&with_carriage_returns(&text)), read(&text), "{path}");
    }
    assert!(count > 3, "{count}");
}

#[derive(Debug, HclDecode)]
struct Paths {
    long: std::path::PathBuf,
    share: String,
    drive: String,
    name: String,
    folder: String,
}

/// Paths of Windows are strings like others, on every system.
#[test]
fn paths_of_windows_are_data() {
    let text = r#"
        long   = "\\\\?\\C:\\conf\\app.hcl"
        share  = "\\\\server\\share\\%s"
        drive  = format("%s:/%s", "C", "conf")
        name   = basename("C:/conf/app.hcl")
        folder = dirname("C:/conf/app.hcl")
    "#;
    let ctx = EvalContext::new().with_functions(functions::all());
    let paths: Paths = hcldyn::from_str(text, &ctx).unwrap();
    assert_eq!(paths.long.as_os_str(), r"\\?\C:\conf\app.hcl");
    assert_eq!((&*paths.share, &*paths.drive), (r"\\server\share\%s", "C:/conf"));
    assert_eq!((&*paths.name, &*paths.folder), ("app.hcl", "C:/conf"));
}

/// The name of a source is shown as it is.
#[test]
fn names_of_sources_on_windows_are_shown() {
    for name in [r"\\?\C:\conf\app.hcl", r"C:\conf\app.hcl", r"\\server\share\app.hcl"] {
        let mut diags = Diagnostics::new();
        parse_body(&Source::new(name, "a = \r\nb = 1\r\n"), &mut diags);
        let expected = format!("{name}:1");
        assert!(diags.to_string().contains(&expected), "{diags}");
        let report = hcldyn::diag::Report::new(&diags).to_string();
        assert!(report.contains(&format!("--> {expected}")), "{report}");
    }
}

/// Names are compared by their bytes, on systems whose files are not, too: a configuration means the same everywhere.
#[test]
fn case_matters_in_names() {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", "Port = 1\nport = 2\n"), &mut diags);
    let has = |name: &str| body.attribute(name).is_some();
    assert!(diags.is_empty() && has("Port") && has("port") && !has("PORT"));
    for (name, is_json) in [("a.json", true), ("a.JSON", true), ("A.HCL", false)] {
        assert_eq!(hcldyn::syntax::is_json_name(name), is_json, "{name}");
    }
}
