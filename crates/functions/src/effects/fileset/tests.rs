use super::super::testing::Site;
use super::*;
use hcldyn_cty::Mark;

fn site(test: &str) -> Site {
    let files = ["a.txt", "b.md", ".c", "sub/d.txt", "sub/deep/e.txt"];
    let files = files.map(|file| format!("inside/{file}"));
    let files = files.iter().map(String::as_str).chain(["outside.txt"]);
    let files: Vec<(&str, &[u8])> = files.map(|file| (file, b"".as_slice())).collect();
    Site::new(&format!("set-{test}"), &files)
}

fn set(folder: &Folder, path: &str, pattern: &str) -> Result<Vec<String>, String> {
    let set = folder.fileset().call(vec![path.into(), pattern.into()]);
    let set = set.map_err(|error| error.to_string())?;
    Ok(set.elements().iter().map(|file| file.as_str().unwrap().to_owned()).collect())
}

#[test]
fn patterns() {
    let site = site("patterns");
    let folder = site.folder();
    for (path, pattern, expected) in [
        (".", "*.txt", vec!["a.txt"]),
        ("", "*.txt", vec!["a.txt"]),
        (".", "*", vec![".c", "a.txt", "b.md"]),
        (".", "**", vec![".c", "a.txt", "b.md", "sub/d.txt", "sub/deep/e.txt"]),
        (".", "**/*.txt", vec!["a.txt", "sub/d.txt", "sub/deep/e.txt"]),
        (".", "*/*.txt", vec!["sub/d.txt"]),
        (".", "sub/**/*.txt", vec!["sub/d.txt", "sub/deep/e.txt"]),
        (".", "{a,b}.*", vec!["a.txt", "b.md"]),
        (".", "{a.txt,sub/*.txt}", vec!["a.txt", "sub/d.txt"]),
        (".", "?.[!t]*", vec!["b.md"]),
        (".", "[^a].*", vec!["b.md"]),
        (".", "./sub//d.txt", vec!["sub/d.txt"]),
        (".", "/a.txt", vec!["a.txt"]),
        (".", "a.txt/x", vec![]),
        (".", "sub", vec![]),
        (".", "", vec![]),
        ("sub", "**/*", vec!["d.txt", "deep/e.txt"]),
        ("sub/", "*", vec!["d.txt"]),
        ("missing", "*", vec![]),
        ("a.txt", "*", vec![]),
        (".", "missing/*", vec![]),
    ] {
        assert_eq!(set(&folder, path, pattern).unwrap(), expected, "{path:?} {pattern:?}");
    }
}

#[test]
fn nothing_outside_is_found() {
    let site = site("outside");
    let folder = site.folder();
    for (path, pattern, reason) in [
        ("..", "*", "must not contain \"..\""),
        (".", "../*", "must not contain \"..\""),
        (".", "sub/../*", "must not contain \"..\""),
        ("/", "*", "must be relative"),
        (".", "[", "must be a valid path pattern: "),
        (".", "{a", "must be a valid path pattern: "),
        (".", "a\0/b", "must not contain a NUL character"),
    ] {
        let error = set(&folder, path, pattern).unwrap_err();
        assert!(error.contains(reason), "{path:?} {pattern:?}: {error}");
    }
}

#[test]
fn errors_name_the_argument() {
    let site = site("argument");
    let argument = |path: &str, pattern: &str| {
        let call = site.folder().fileset().call(vec![path.into(), pattern.into()]);
        call.unwrap_err().argument
    };
    assert_eq!((argument("..", "a/*"), argument("a\0", "*")), (Some(0), Some(0)));
    assert_eq!((argument(".", "../*"), argument("sub", "a\0/*")), (Some(1), Some(1)));
}

#[cfg(unix)]
#[test]
fn symbolic_links_stay_inside() {
    use std::os::unix::fs::symlink;

    let site = site("links");
    let folder = site.folder();
    let link = |target: &str, name: &str| symlink(target, site.inside(name)).unwrap();
    link("../outside.txt", "outside.txt");
    link("..", "up");
    link("missing", "gone");
    link("a.txt", "good.txt");
    link("..", "sub/back");
    link("sub/deep", "deep");
    link("../../deep", "sub/deep/itself");
    let files = ["a.txt", "deep/e.txt", "good.txt", "sub/d.txt", "sub/deep/e.txt"];
    assert_eq!(set(&folder, ".", "**/*.txt").unwrap(), files);
    assert!(set(&folder, "up", "*").unwrap_err().contains("symbolic link out of the directory"));
    assert!(set(&folder, ".", "up/*").unwrap_err().contains("symbolic link out of the directory"));
}

#[test]
fn entries_are_limited() {
    let site = site("limits");
    let folder = |most| site.folder().with_max_entries(most);
    // Five files and two directories.
    assert_eq!(set(&folder(7), ".", "**").unwrap().len(), 5);
    let error = set(&folder(6), ".", "**").unwrap_err();
    assert_eq!(error, "there are more than 6 files and directories to search");
    assert_eq!(set(&folder(4), ".", "*.txt").unwrap(), ["a.txt"]);
}

#[test]
fn patterns_are_limited() {
    let site = site("length");
    let folder = site.folder();
    assert_eq!(set(&folder, ".", &"*".repeat(MAX_PATTERN)).map(drop), Ok(()));
    let error = set(&folder, ".", &"*".repeat(MAX_PATTERN + 1)).unwrap_err();
    assert_eq!(error, "must have at most 1024 bytes");
    let half = MAX_PATTERN / 2;
    let levels = |count: usize| "{a".repeat(count) + &"}".repeat(count);
    assert_eq!(set(&folder, ".", &levels(MAX_LEVELS)).map(drop), Ok(()));
    for pattern in [levels(MAX_LEVELS + 1), levels(240), "{a,".repeat(MAX_PATTERN / 3)] {
        let error = set(&folder, ".", &pattern).unwrap_err();
        assert_eq!(error, "must nest braces at most 32 levels deep");
    }
    let _ = set(&folder, ".", &"a*".repeat(half));
}

#[test]
fn marks_are_kept() {
    let site = site("marked");
    let secret = Value::from("*.txt").mark(Mark::sensitive());
    let set = site.folder().fileset().call(vec![".".into(), secret]).unwrap();
    assert!(set.is_marked());
    let secret = Value::from("hunter2{").mark(Mark::sensitive());
    let error = site.folder().fileset().call(vec![".".into(), secret]).unwrap_err();
    assert!(!error.to_string().contains("hunter2"), "{error}");
}
