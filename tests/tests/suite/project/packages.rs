//! The published crates, as the registry and docs.rs show them.

use crate::support::sources::{CRATES, read, root};

#[test]
fn manifests_describe_their_crates() {
    for name in CRATES {
        let manifest = read(&format!("{name}/Cargo.toml"));
        let value = |key: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
            line.unwrap_or_else(|| panic!("{name} has no {key}"))
        };
        assert!(value("description").len() < 150, "{name}");
        for (key, most) in [("keywords", 5), ("categories", 5)] {
            let words = value(key).split(',').count();
            assert!((1..=most).contains(&words), "{name}: {key}");
        }
        assert!(value("documentation").starts_with("\"https://"), "{name}");
        assert!(manifest.contains("repository.workspace = true\n"), "{name}");
        let is_library = name != "crates/cli";
        let for_docs = "[package.metadata.docs.rs]\nall-features = true\n";
        assert_eq!(manifest.contains(for_docs), is_library, "{name}");
    }
}

/// Each crate has its own page. That of `hcldyn` is the README of the repository.
#[test]
fn crates_have_a_page_and_their_licences() {
    for name in CRATES {
        let folder = root().join(name);
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).is_file(), "{name}: {file}");
        }
        if name == "hcldyn" {
            assert!(read("hcldyn/Cargo.toml").contains("readme = \"../README.md\"\n"));
            continue;
        }
        let page = read(&format!("{name}/README.md"));
        let manifest = read(&format!("{name}/Cargo.toml"));
        let title = page.lines().next().unwrap().strip_prefix("# ").unwrap();
        assert!(manifest.contains(&format!("name = \"{title}\"\n")), "{name}");
        // Relative links do not work in the registry.
        let links = page.split("](").skip(1);
        assert!(links.into_iter().all(|link| link.starts_with("https://")), "{name}");
    }
}

/// The crates are released together: they depend on each other by their exact version.
#[test]
fn crates_have_one_version() {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = ")).unwrap();
    let exact = format!("version = \"={}\"", version.trim_matches('"'));
    let own =
        manifest.lines().filter(|line| line.starts_with("hcldyn") && line.contains("path = "));
    let own: Vec<_> = own.collect();
    assert_eq!(own.len(), CRATES.len() - 1, "all but the command");
    assert!(own.iter().all(|line| line.contains(&exact)), "{own:?}");
    for name in CRATES {
        assert!(
            read(&format!("{name}/Cargo.toml")).contains("version.workspace = true\n"),
            "{name}"
        );
    }
}

/// The entries of dictionaries for fuzzing are quoted, with escapes for quotes, backslashes and bytes.
#[test]
fn dictionaries_are_valid() {
    for name in ["hcl", "json"] {
        let dictionary = read(&format!("hcldyn/fuzz/oss-fuzz/{name}.dict"));
        let is_entry = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let entries: Vec<_> = dictionary.lines().filter(is_entry).collect();
        assert!(entries.len() > 20, "{name}");
        for entry in entries {
            let text = entry.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
            let parts: Vec<_> = text
                .unwrap_or_default()
                .replace(r"\\", "")
                .split('\\')
                .map(str::to_owned)
                .collect();
            let is_escape = |part: &String| {
                let digits = part.strip_prefix('x').and_then(|it| it.get(..2));
                digits.is_some_and(|it| u8::from_str_radix(it, 16).is_ok()) || part.starts_with('"')
            };
            assert!(text.is_some_and(|it| !it.is_empty()), "{entry}");
            assert!(parts[1..].iter().all(is_escape) && !parts[0].contains('"'), "{entry}");
        }
    }
}
