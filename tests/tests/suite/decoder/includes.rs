//! Files that include other files.

use hcldyn::{Decoder, EvalContext, HclDecode, Limits};

use crate::support::folder::Folder;

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(block)]
    rule: Vec<Rule>,
    port: Option<u16>,
}

#[derive(Debug, HclDecode)]
struct Rule {
    #[hcl(label)]
    name: String,
}

fn decoder(folder: &Folder) -> Decoder {
    Decoder::new().file(folder.path().join("main.hcl")).includes("include")
}

/// Returns the names of the rules, and the files that were read.
fn loaded(folder: &Folder, decoder: &Decoder) -> (String, String) {
    let loaded = decoder.decode::<Config>().unwrap_or_else(|problems| panic!("{problems}"));
    assert!(loaded.warnings.is_empty());
    let names: Vec<_> = loaded.value.rule.into_iter().map(|rule| rule.name).collect();
    let files: Vec<_> = loaded.files.iter().map(|path| path.display().to_string()).collect();
    (names.join(" "), folder.relative(&files.join(" ")))
}

/// Returns the errors, with the messages of their related locations.
fn problems(folder: &Folder, decoder: &Decoder) -> String {
    let problems = decoder.decode::<Config>().err().unwrap();
    let lines = problems.iter().map(|problem| {
        let related = problem.related.iter().map(|it| format!("\n  {}: {}", it.place, it.message));
        format!("{problem}{}", related.collect::<String>())
    });
    folder.relative(&lines.collect::<Vec<_>>().join("\n"))
}

fn include(files: &str) -> String {
    format!("include {{\n  files = {files}\n}}\n")
}

fn rule(name: &str) -> String {
    format!("rule \"{name}\" {{}}\n")
}

#[test]
fn included_files_follow_the_file_that_includes_them() {
    let main = format!("{}{}", include("[\"b.hcl\", \"conf.d/*.hcl\"]"), rule("main"));
    let inner = format!("{}{}", include("\"../c.hcl\""), rule("d1"));
    let folder = Folder::new(
        "includes",
        &[
            ("main.hcl", &main),
            ("b.hcl", &rule("b")),
            ("c.hcl", &rule("c")),
            ("conf.d/1.hcl", &inner),
            ("conf.d/2.hcl", &rule("d2")),
            ("conf.d/.hidden.hcl", &rule("hidden")),
            ("last.hcl", &rule("last")),
        ],
    );
    let decoder = decoder(&folder).file(folder.path().join("last.hcl"));
    let (names, files) = loaded(&folder, &decoder);
    assert_eq!(names, "main b d1 c d2 last");
    assert_eq!(files, "main.hcl b.hcl conf.d/1.hcl conf.d/../c.hcl conf.d/2.hcl last.hcl");
}

#[test]
fn json_files_include_and_are_included() {
    let json = r#"{"include": {"files": "more.hcl"}, "rule": {"json": {}}}"#;
    let files = [("main.hcl", include("[\"a.json\"]")), ("a.json", json.to_owned())];
    let more = ("more.hcl", rule("more"));
    let files: Vec<_> = files.iter().chain([&more]).map(|(name, text)| (*name, &**text)).collect();
    let folder = Folder::new("includes-json", &files);
    assert_eq!(loaded(&folder, &decoder(&folder)).0, "json more");
}

#[test]
fn paths_can_be_expressions_of_the_program() {
    let folder = Folder::new(
        "includes-expressions",
        &[("main.hcl", &include("[for z in zones : \"${z}.hcl\"]")), ("eu.hcl", &rule("eu"))],
    );
    let ctx = EvalContext::new().with_variable("zones", vec!["eu"]);
    assert_eq!(loaded(&folder, &decoder(&folder).context(ctx)).0, "eu");
    let expected = "main.hcl:2:21: error: Variables not available";
    assert!(problems(&folder, &decoder(&folder)).contains(expected));
}

#[test]
fn a_file_is_read_once() {
    let twice = include("[\"a.hcl\", \"a.hcl\", \"./a.hcl\", \"*.hcl\"]");
    let folder = Folder::new("includes-once", &[("main.hcl", &twice), ("a.hcl", &rule("a"))]);
    assert_eq!(loaded(&folder, &decoder(&folder)).0, "a");
}

#[cfg(unix)]
#[test]
fn a_file_that_a_pattern_also_finds_by_a_link_is_read_once() {
    let files = [("main.hcl", &*include("\"conf.d/*.hcl\"")), ("conf.d/a.hcl", &*rule("a"))];
    let folder = Folder::new("includes-link", &files);
    for link in ["0.hcl", "b.hcl"] {
        std::os::unix::fs::symlink("a.hcl", folder.path().join("conf.d").join(link)).unwrap();
    }
    let expected = ("a".to_owned(), "main.hcl conf.d/0.hcl".to_owned());
    assert_eq!(loaded(&folder, &decoder(&folder)), expected);
}

#[test]
fn missing_files_are_reported_at_the_include() {
    let main = r#"include {
  files = ["a.hcl", "none/*.hcl", "b.hcl"]
}
include {
  files    = "c.hcl"
  optional = true
}
"#;
    let folder = Folder::new("includes-missing", &[("main.hcl", main), ("a.hcl", "port = x\n")]);
    let found = problems(&folder, &decoder(&folder));
    let missing = "main.hcl:2:35: error: File not found; The included file \"b.hcl\" does not exist. If the \
                   file may be missing, write optional = true in the block.";
    assert!(found.contains(missing), "{found}");
    assert!(found.contains("a.hcl:1:8: error: "), "{found}");
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn cycles_are_reported_with_their_way() {
    let folder = Folder::new(
        "includes-cycle",
        &[
            ("main.hcl", &include("\"a.hcl\"")),
            ("a.hcl", &include("\"x/b.hcl\"")),
            ("x/b.hcl", &include("[\"../a.hcl\"]")),
        ],
    );
    let expected = "x/b.hcl:2:12: error: Include cycle; a.hcl includes x/b.hcl and x/b.hcl includes a.hcl. \
                    Remove one of these includes.\n  a.hcl:2:11: included by a.hcl here";
    let found = problems(&folder, &decoder(&folder));
    assert!(found.ends_with(expected), "{found}");
    assert_eq!(found.matches("Include cycle").count(), 1);

    let own = Folder::new("includes-itself", &[("main.hcl", &include("\"main.hcl\""))]);
    assert!(
        problems(&own, &decoder(&own))
            .contains("main.hcl:2:11: error: Include cycle; main.hcl includes itself.")
    );
}

#[test]
fn invalid_includes_are_reported() {
    let cases = [
        (
            "files = 1 + null",
            "main.hcl:2:11: error: Null operand; The right operand of \"+\" is null.",
        ),
        (
            "files = [null]",
            "Invalid include; The files to include must be a known string or a list",
        ),
        ("files = token", "Invalid include; "),
        ("files = \"\"", "2:11: error: Invalid include; The path of a file can't be empty."),
        ("files = [\"\"]\n optional = true", "Invalid include; The path of a file can't be empty."),
        (
            "files = \"../\"",
            "2:11: error: Not a file; \"../\" is a directory; an include names files. Write a pattern, \
             such as \"../*.hcl\".",
        ),
        ("files = \"**/*.hcl\"", "Invalid file pattern; The pattern \"**/*.hcl\" contains \"**\""),
        ("files = \"[a\"", "Invalid file pattern; The pattern \"[a\" is not valid: "),
        ("file = \"a.hcl\"", "Unexpected attribute; The attribute \"file\" is not expected here"),
        ("files = \"a.hcl\"\n optional = \"yes\"", "\"optional\" must be a bool."),
    ];
    for (index, (text, expected)) in cases.iter().enumerate() {
        let main = format!("include {{\n  {text}\n}}\n");
        let folder = Folder::new(&format!("includes-invalid-{index}"), &[("main.hcl", &main)]);
        let token = hcldyn::cty::Value::from("s3cret").mark(hcldyn::cty::Mark::sensitive());
        let ctx = EvalContext::new().with_variable("token", token);
        let found = problems(&folder, &decoder(&folder).context(ctx));
        assert!(found.contains(expected), "{text}: {found}");
        assert_eq!(found.lines().count(), 1, "{text}: {found}");
        assert!(!found.contains("s3cret"));
    }
}

#[test]
fn included_files_can_be_confined() {
    let folder = Folder::new(
        "includes-confined",
        &[
            ("in/main.hcl", &include("[\"a.hcl\", \"../b.hcl\", \"../*.hcl\"]")),
            ("in/a.hcl", &rule("a")),
            ("b.hcl", &rule("b")),
        ],
    );
    let main = folder.path().join("in/main.hcl");
    let decoder = Decoder::new().file(main).includes("include").within(folder.path().join("in"));
    let found = problems(&folder, &decoder);
    let outside = "in/main.hcl:2:21: error: File outside directory; Included files must be in the directory \
                   \"in\"; \"in/../b.hcl\" is not.";
    assert!(found.contains(outside), "{found}");
    assert!(found.contains("2:33: error: File outside directory; "), "{found}");
    assert_eq!(found.matches("File outside directory").count(), 2, "{found}");
}

/// The errors of an include that leads out of the allowed directory, without its path.
fn outside(folder: &Folder, files: &str) -> String {
    let text = format!("include {{\n  files    = {files:?}\n  optional = true\n}}\n");
    std::fs::write(folder.path().join("in/main.hcl"), text).unwrap();
    let main = folder.path().join("in/main.hcl");
    let decoder = Decoder::new().file(main).includes("include").within(folder.path().join("in"));
    let found = problems(folder, &decoder);
    assert_eq!(found.matches("File outside directory").count(), 1, "{found}");
    assert_eq!(found.lines().count(), 1, "{found}");
    found
}

#[test]
fn errors_do_not_show_what_exists_outside() {
    let folder = Folder::new(
        "includes-oracle",
        &[("in/d/a.hcl", &rule("a")), ("out/secret.hcl", &rule("b")), ("out/x/secret.hcl", "")],
    );
    let root = folder.path().display().to_string();
    for (there, missing) in [
        ("../out/secret.hcl", "../out/absent.hcl"),
        ("../out", "../uot"),
        ("d/../../out/secret.hcl", "d/../../out/absent.hcl"),
        ("../out/../in/d/a.hcl", "../uot/../in/d/a.hcl"),
        ("../out/*", "../uot/*"),
        ("../out/s*", "../out/a*"),
        ("../*/secret.hcl", "../*/absent.hcl"),
        ("ROOT/out/secret.hcl", "ROOT/out/absent.hcl"),
        ("/*", "/etc/*"),
    ] {
        let (there, missing) = (there.replace("ROOT", &root), missing.replace("ROOT", &root));
        let shown = |found: String, path: &str| {
            let parts = found.split_once("; \"").and_then(|(_, rest)| rest.split_once("\" is not"));
            let (named, _) = parts.unwrap();
            assert!(!named.contains("secret") || path.contains("secret"), "{found}");
            found.replace(&format!("{named}\" is not"), "PATH")
        };
        let [there, missing] = [there, missing].map(|path| shown(outside(&folder, &path), &path));
        assert_eq!(there, missing);
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_the_directory_are_not_followed() {
    let folder = Folder::new("includes-links", &[("in/d/a.hcl", ""), ("out/x/secret.hcl", "")]);
    for (name, target) in [("there", "../out"), ("missing", "../uot"), ("d/up", "../..")] {
        std::os::unix::fs::symlink(target, folder.path().join("in").join(name)).unwrap();
    }
    for path in
        ["there/*/secret.hcl", "there/x/secret.hcl", "missing/*", "missing", "t*", "t*/*", "d/up/*"]
    {
        let found = outside(&folder, path);
        assert!(path.contains("secret") || !found.contains("secret"), "{found}");
    }
}

#[test]
fn many_patterns_share_one_budget() {
    let files: Vec<_> = (0..300).map(|i| (format!("d/{i}.hcl"), String::new())).collect();
    let patterns = include("[for i in range(400) : \"d/*\"]");
    let main = [("main.hcl".to_owned(), patterns), ("few.hcl".to_owned(), include("\"d/*\""))];
    let files: Vec<_> = files.iter().chain(&main).map(|(a, b)| (&**a, &**b)).collect();
    let folder = Folder::new("includes-budget", &files);
    let ctx = EvalContext::new().with_functions(hcldyn::functions::all());
    let decoder = decoder(&folder).context(ctx);
    let found = problems(&folder, &decoder);
    let expected = "main.hcl:2:11: error: Too many files; Skipped: the limit of 50,000 visited files and \
                    directories was reached.";
    assert_eq!(found, expected);
    // The drop-ins and inputs of a decoder share it too.
    let pattern = format!("{}/d/*.hcl", folder.path().display());
    let few = Decoder::new().file(folder.path().join("few.hcl")).includes("include");
    let decoder = (0..400).fold(few, |decoder, _| decoder.drop_ins(&pattern));
    assert!(problems(&folder, &decoder).contains("visited files and directories was reached."));
}

#[test]
fn a_list_of_more_files_than_the_budget_is_one_error() {
    let many = include("concat([for i in range(251) : [for j in range(200) : \"a.hcl\"]]...)");
    let main = format!("{}{many}", include("\"missing.hcl\""));
    let folder = Folder::new("includes-long-list", &[("a.hcl", &rule("a")), ("main.hcl", &main)]);
    let ctx = EvalContext::new().with_functions(hcldyn::functions::all());
    let expected = "main.hcl:5:11: error: Too many files; Skipped: the limit of 50,000 visited files and \
                    directories was reached.";
    assert_eq!(problems(&folder, &decoder(&folder).context(ctx)), expected);
}

#[test]
fn an_empty_directory_for_included_files_is_the_current_one() {
    let outside = Folder::new("includes-outside", &[("a.hcl", &rule("a"))]);
    let cargo = include("\"Cargo.toml\"");
    let elsewhere = include(&format!("{:?}", outside.path().join("a.hcl").display().to_string()));
    let problems = |text: &str| {
        let decoder = Decoder::new().text("main.hcl", text).includes("include").within("");
        decoder.decode::<Config>().err().unwrap().to_string()
    };
    assert!(!problems(&cargo).contains("File outside directory"), "{}", problems(&cargo));
    assert!(problems(&elsewhere).contains("File outside directory"), "{}", problems(&elsewhere));
}

#[test]
fn limits_apply_to_included_files() {
    let files: Vec<_> = (0..5).map(|i| (format!("d/{i}.hcl"), rule("r"))).collect();
    let main = ("main.hcl".to_owned(), include("\"d/*\""));
    let files: Vec<_> = files.iter().chain([&main]).map(|(a, b)| (&**a, &**b)).collect();
    let folder = Folder::new("includes-limits", &files);
    let limits = Limits::default().with_files(3);
    let found =
        problems(&folder, &decoder(&folder).context(EvalContext::new().with_limits(limits)));
    assert_eq!(found.matches("Skipped: the limit of 3 files was reached.").count(), 3, "{found}");
}

#[test]
fn a_pattern_names_files_in_order() {
    let files: Vec<_> =
        (0..1_000).rev().map(|i| (format!("{i:03}.hcl"), rule(&i.to_string()))).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let folder = Folder::new("patterns", &files);
    let decoder = Decoder::new().files(format!("{}/*.hcl", folder.path().display()));
    let names = loaded(&folder, &decoder).0;
    assert_eq!(names, (0..1_000).map(|i| i.to_string()).collect::<Vec<_>>().join(" "));
    let none = Decoder::new().files("no/such/*.hcl").decode::<Config>().unwrap();
    assert!(none.value.rule.is_empty() && none.value.port.is_none());
}
