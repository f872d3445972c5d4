//! Documents with code. Documentation tests run all Rust code without a mark that excludes it; these tests
//! check that no code has such a mark. Tests of the languages run the other code.

use crate::support::sources::{CRATES, files, production_files, read};

/// The documents whose code tests run.
const DOCUMENTS: [&str; 10] = [
    include_str!("../../../../README.md"),
    include_str!("../../../../docs/diagnostics.md"),
    include_str!("../../../../hcldyn-derive/decode.md"),
    include_str!("../../../../hcldyn-derive/encode.md"),
    include_str!("../../../../hcldyn-derive/value.md"),
    include_str!("../../../../crates/clap/src/intro.md"),
    include_str!("../../../../crates/docs/src/intro.md"),
    include_str!("../../../../crates/functions/src/docs/intro.md"),
    include_str!("../../../../crates/functions/src/docs/library.md"),
    include_str!("../../../../crates/core/src/spec/language/language.md"),
];

/// The allowed languages of code blocks: other languages, or Rust without such a mark. A program that reads its own
/// arguments is only compiled.
const KINDS: [&str; 8] = ["", "rust", "no_run", "hcl", "json", "sh", "console", "text"];

#[test]
fn all_code_in_documents_is_tested() {
    for document in DOCUMENTS {
        let fences: Vec<_> = document.lines().filter_map(|it| it.strip_prefix("```")).collect();
        let (opening, closing): (Vec<_>, Vec<_>) =
            fences.chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip();
        assert!(!opening.is_empty() && opening.len() * 2 == fences.len());
        assert!(closing.iter().all(|it| it.is_empty()), "{closing:?}");
        // Words after the language say how an example of a diagnostic is run.
        let mut languages = opening.iter().map(|it| it.split(' ').next().unwrap());
        assert!(languages.all(|it| KINDS.contains(&it)), "{opening:?}");
    }
}

/// A page that a test of its program writes.
const WRITTEN: &str = "./examples/proxy/reference.md";

/// A page with settings of editors. `tests/editors/run` takes those of the editors that it starts from the page.
const EDITORS: &str = "./docs/editors.md";

/// All other documents only contain commands for developers, and text. A new document with code needs a test.
#[test]
fn code_in_other_documents_is_not_for_readers() {
    let mut count = 0;
    for path in files(".", ".md") {
        let document = read(&path);
        if DOCUMENTS.contains(&&*document) || [WRITTEN, EDITORS].contains(&&*path) {
            continue;
        }
        count += 1;
        let fences = document.lines().filter_map(|it| it.strip_prefix("```"));
        let opening: Vec<_> = fences.step_by(2).collect();
        assert!(
            opening.iter().all(|it| ["sh", "console", "text"].contains(it)),
            "{path}: {opening:?}"
        );
    }
    assert!(count > 7, "{count}");
}

/// The settings of editors in JSON are valid; comments are not allowed there.
#[test]
fn settings_of_editors_are_valid() {
    let page = read(EDITORS);
    let blocks = page.split("```json\n").skip(1).map(|it| it.split_once("\n```").unwrap().0);
    let blocks: Vec<_> = blocks.collect();
    assert!(blocks.len() > 2);
    for block in blocks {
        let value = serde_json::from_str::<serde_json::Value>(block);
        assert!(value.is_ok_and(|it| it.to_string().contains("\"lsp\"")), "{block}");
    }
}

/// The examples that the README runs exist in the workspace.
#[test]
fn examples_in_the_readme_exist() {
    let manifests = [
        include_str!("../../../../examples/Cargo.toml"),
        include_str!("../../../../hcldyn/Cargo.toml"),
    ];
    let commands = DOCUMENTS[0].split("cargo run --example ").skip(1);
    let names =
        commands.map(|it| it.split(|c: char| c.is_whitespace() || c == '`').next().unwrap());
    let mut count = 0;
    for name in names {
        let entry = format!("[[example]]\nname = \"{name}\"\n");
        assert!(manifests.iter().any(|manifest| manifest.contains(&entry)), "{name}");
        count += 1;
    }
    assert!(count > 3);
}

/// The first result is on the first screen; everything else has a page.
#[test]
fn the_readme_is_short() {
    assert!(DOCUMENTS[0].lines().count() <= 180);
}

/// The registry shows the README on the page of each crate, where relative paths do not work.
#[test]
fn links_in_the_readme_lead_to_files_of_the_repository() {
    let manifest = include_str!("../../../../Cargo.toml");
    let repository = manifest.lines().find_map(|line| line.strip_prefix("repository = ")).unwrap();
    let repository = repository.trim_matches('"');
    let inline = DOCUMENTS[0].split("](").skip(1);
    assert!(inline.into_iter().all(|url| url.starts_with("https://")));
    let definitions =
        DOCUMENTS[0].lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    let mut count = 0;
    for (name, url) in definitions {
        let path = url.strip_prefix(repository).unwrap().trim_start_matches("/blob/HEAD/");
        let path = path.trim_start_matches("/raw/HEAD/");
        assert_eq!(path, name);
        assert!(std::path::Path::new("..").join(path).exists(), "{path}");
        assert!(DOCUMENTS[0].contains(&format!("][{name}]")), "{name}");
        count += 1;
    }
    assert!(count > 8);
}

/// Relative links in documents lead to files, as the registry of the sources shows them. Those of documents that rustdoc
/// includes are checked in its pages.
#[test]
fn links_in_documents_lead_to_files() {
    let included = ["./crates/", "./hcldyn-derive/", "./hcldyn/"];
    let documents = files(".", ".md");
    let documents = documents.iter().filter(|path| {
        path.ends_with("/README.md") || !included.iter().any(|it| path.starts_with(it))
    });
    let mut count = 0;
    for path in documents {
        for target in read(path).split("](").skip(1).filter_map(|it| it.split(')').next()) {
            let file = target.split('#').next().unwrap();
            if file.is_empty() || file.contains(':') || file.contains(char::is_whitespace) {
                continue;
            }
            let folder = std::path::Path::new("..").join(path);
            assert!(folder.with_file_name(file).exists(), "{path}: {target}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// The words that users of serde, clap, figment, config, hcl-rs and the packages of the reference search, with the items
/// that they look for.
const SEARCHES: [(&str, &str); 41] = [
    ("alias", "fn derive_hcl_decode"),
    ("ariadne", "struct Report"),
    ("clap", "fn flags"),
    ("closure", "struct Function"),
    ("conf.d", "fn drop_ins"),
    ("config", "struct Decoder"),
    ("data source", "fn resolver"),
    ("declare_func", "struct EvalContext"),
    ("declare_var", "struct EvalContext"),
    ("default", "fn derive_hcl_decode"),
    ("deny_unknown_fields", "fn derive_hcl_decode"),
    ("deserialize", "fn from_str"),
    ("dotenv", "struct EnvironmentFile"),
    ("enum", "fn derive_hcl_value"),
    ("env", "fn environment"),
    ("evaluate", "fn value"),
    ("figment", "struct Decoder"),
    ("flatten", "fn derive_hcl_decode"),
    ("gohcl", "fn derive_hcl_decode"),
    ("hcl-edit", "struct Document"),
    ("hcldec", "enum Spec"),
    ("hclsimple", "fn from_file"),
    ("hclwrite", "struct Document"),
    ("hot reload", "struct Watched"),
    ("import", "fn includes"),
    ("language server", "fn serve"),
    ("layering", "fn defaults"),
    ("location", "struct Spanned"),
    ("merge", "fn drop_ins"),
    ("miette", "struct Report"),
    ("override", "struct Decoder"),
    ("rename", "fn derive_hcl_decode"),
    ("rename_all", "fn derive_hcl_decode"),
    ("sandbox", "struct Limits"),
    ("schema", "enum Spec"),
    ("secret", "fn sensitive"),
    ("serialize", "fn to_string"),
    ("stdlib", "fn all"),
    ("tfvars", "fn file"),
    ("timeout", "struct Limits"),
    ("watch", "struct Watched"),
];

/// The search of rustdoc finds names and aliases, not text.
#[test]
fn words_that_users_search_lead_to_items() {
    let files = CRATES.iter().flat_map(|name| production_files(&format!("{name}/src")));
    let sources: Vec<_> = files.map(|file| read(&file)).collect();
    for (word, item) in SEARCHES {
        let alias = format!("#[doc(alias = \"{word}\")]");
        // The first declaration after an alias is its item.
        let items = sources.iter().flat_map(|source| {
            source.split(&alias).skip(1).filter_map(|rest| {
                rest.lines().map(str::trim).find_map(|line| line.strip_prefix("pub "))
            })
        });
        let is_whole = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let mut found = items.filter_map(|line| line.strip_prefix(item));
        assert!(found.any(is_whole), "{word} does not lead to {item}");
    }
}

/// A link can lead to the row of an option: `derive.HclDecode.html#field.default`.
#[test]
fn options_of_derives_have_anchors() {
    let [decode, value] = [DOCUMENTS[2], DOCUMENTS[4]];
    for (document, titles) in [
        (decode, ["Kinds of fields", "Options of fields", "Options of structs and enums"]),
        (value, ["Options of types", "Options of fields", "Options of variants"]),
    ] {
        let sections =
            document.split("\n# ").filter(|it| titles.iter().any(|of| it.starts_with(of)));
        let rows = sections.flat_map(str::lines).filter(|line| line.starts_with("| "));
        let (heads, rows): (Vec<_>, Vec<_>) =
            rows.partition(|row| row.starts_with("| attribute") || row.starts_with("| option"));
        assert!(heads.len() == titles.len() && rows.len() > 10);
        let unanchored = rows.iter().filter(|row| !row.starts_with("| <a id=\""));
        // The second row of an option has the anchor of the first one.
        let is_second = |row: &&&str| {
            ["| `default =", "| `merge =", "| `validate("].iter().any(|it| row.starts_with(it))
        };
        assert_eq!(
            unanchored.filter(|row| !is_second(row)).collect::<Vec<_>>(),
            Vec::<&&str>::new()
        );
    }
}
