use std::fs;
use std::path::Path;

use super::super::testing::Site;
use super::*;
use hcldyn_cty::{Mark, Value, work};

fn site(test: &str) -> Site {
    Site::new(
        test,
        &[
            ("outside.txt", b"secret"),
            ("inside/a.txt", "text é\n".as_bytes()),
            ("inside/sub/b.tftpl", b"${upper(n)}!\n"),
            ("inside/bytes", &[0xff, 0x00]),
        ],
    )
}

fn call(function: &Function, path: &str) -> Result<Value, String> {
    function.call(vec![path.into()]).map_err(|error| error.to_string())
}

/// Returns the errors of all functions for a path.
fn errors(folder: &Folder, path: &str) -> Vec<String> {
    let functions = folder.functions().filter(|(name, _)| *name != "fileset");
    functions.map(|(_, function)| call(&function, path).unwrap_err()).collect()
}

fn all_reject(folder: &Folder, path: &str, reason: &str) {
    for error in errors(folder, path) {
        assert!(error.contains(reason), "{path:?}: {error}");
    }
}

#[test]
fn files_are_read() {
    let site = site("read");
    let folder = site.folder();
    assert_eq!(call(&folder.file(), "a.txt"), Ok("text é\n".into()));
    assert_eq!(call(&folder.file(), "./sub/./b.tftpl"), Ok("${upper(n)}!\n".into()));
    assert_eq!(call(&folder.filebase64(), "bytes"), Ok("/wA=".into()));
    assert_eq!(call(&folder.fileexists(), "a.txt"), Ok(true.into()));
    for missing in ["b.txt", "a.txt/b", "no/folder"] {
        let exists = call(&folder.fileexists(), missing);
        assert_eq!(exists, Ok(false.into()));
        let error = call(&folder.file(), missing).unwrap_err();
        assert!(error.contains("must name an existing file"), "{error}");
    }
    let error = call(&folder.file(), "bytes").unwrap_err();
    assert!(error.contains("must name a UTF-8 file; read other files with filebase64"), "{error}");
}

/// The digests of the bytes ff 00, as printed by `md5sum` and similar commands.
#[test]
fn files_are_hashed() {
    let site = site("hashes");
    for (name, function) in site.folder().hashes() {
        let expected = match name {
            "filebase64sha256" => "6l2/lZbRh+lQDyPppoAQlHU0HPToH34EP32XFSwQdy8=",
            "filebase64sha512" => {
                "gj/0TIKao7fKeSb7D4ZPhrKo5OpLSz8tpuJeffWYWh6qa7tARg3h5nA7lAX3\
                 wKDzzrIO3ncdQkHVW9S29Fn0ZA=="
            }
            "filemd5" => "e0e8bfafbb0689563b2fba789c97b3cc",
            "filesha1" => "da33e41954997c24ad31f6c1845e18510b384f67",
            "filesha256" => "ea5dbf9596d187e9500f23e9a680109475341cf4e81f7e043f7d97152c10772f",
            _ => {
                "823ff44c829aa3b7ca7926fb0f864f86b2a8e4ea4b4b3f2da6e25e7df5985a1e\
                 aa6bbb40460de1e6703b9405f7c0a0f3ceb20ede771d4241d55bd4b6f459f464"
            }
        };
        assert_eq!(call(&function, "bytes"), Ok(expected.into()), "{name}");
    }
}

#[test]
fn paths_stay_inside() {
    let site = site("paths");
    let folder = site.folder();
    for path in ["../outside.txt", "sub/../../outside.txt", "..", "sub/..", "./../inside/a.txt"] {
        all_reject(&folder, path, "must not contain \"..\"");
    }
    let absolute = site.0.join("outside.txt");
    let within = site.inside("a.txt");
    for path in [absolute.as_path(), within.as_path(), Path::new("/")] {
        all_reject(&folder, path.to_str().unwrap(), "must be relative to the directory");
    }
    all_reject(&folder, "a.txt\0.png", "must not contain a NUL character");
    for path in ["", ".", "sub", "sub/"] {
        all_reject(&folder, path, "must name a file, not a directory");
    }
    all_reject(&folder, &"x".repeat(1_000), "must name a readable file: ");
}

#[cfg(unix)]
#[test]
fn symbolic_links_stay_inside() {
    use std::os::unix::fs::symlink;

    let site = site("links");
    let folder = site.folder();
    symlink("../outside.txt", site.inside("file")).unwrap();
    symlink("..", site.inside("up")).unwrap();
    symlink(site.0.join("outside.txt"), site.inside("absolute")).unwrap();
    symlink("file", site.inside("twice")).unwrap();
    symlink("/dev/zero", site.inside("zero")).unwrap();
    symlink("/nowhere/at/all", site.inside("nowhere")).unwrap();
    symlink("nowhere", site.inside("nowhere_twice")).unwrap();
    let there = ["file", "up/outside.txt", "absolute", "twice", "zero"];
    // Missing files cause the same error, so that nothing outside is revealed.
    let missing =
        ["up/missing.txt", "up/outside.txt/x", "nowhere", "nowhere_twice/x", "absolute/x"];
    for path in there.into_iter().chain(missing) {
        all_reject(&folder, path, "must not follow a symbolic link out of the directory");
    }
    for (link, target) in [("gone", "missing.txt".into()), ("gone2", site.inside("missing.txt"))] {
        symlink(target, site.inside(link)).unwrap();
        assert_eq!(call(&folder.fileexists(), link), Ok(false.into()));
    }
    symlink("round", site.inside("round")).unwrap();
    all_reject(&folder, "round", "must name a readable file: ");
    symlink("a.txt", site.inside("good")).unwrap();
    assert_eq!(call(&folder.file(), "good"), Ok("text é\n".into()));
    symlink(site.inside(""), site.0.join("entrance")).unwrap();
    let through_link = Folder::open(site.0.join("entrance")).unwrap();
    assert_eq!(call(&through_link.file(), "a.txt"), Ok("text é\n".into()));
    // A folder whose name begins with the name of the folder.
    fs::create_dir(site.0.join("inside2")).unwrap();
    fs::write(site.0.join("inside2/c"), "secret").unwrap();
    symlink("../inside2/c", site.inside("sibling")).unwrap();
    all_reject(&folder, "sibling", "symbolic link out of the directory");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_rejected_without_blocking() {
    let site = site("pipe");
    let made = std::process::Command::new("mkfifo").arg(site.inside("pipe")).status().unwrap();
    assert!(made.success());
    all_reject(&site.folder(), "pipe", "must name a regular file, not a pipe or a device");
}

#[test]
fn sizes_are_limited() {
    let site = site("sizes");
    let length = "text é\n".len() as u64;
    let file = |most| site.folder().with_max_bytes(most).file().call(vec!["a.txt".into()]);
    assert!(file(length).is_ok());
    assert_eq!(file(length - 1).unwrap_err().to_string(), "must name a file of at most 7 bytes");
    assert!(file(u64::MAX).is_ok());
}

/// Each name of a missing path is looked at again, so that a long one took minutes.
#[test]
fn the_length_of_paths_is_limited() {
    let site = site("paths");
    let folder = site.folder();
    let path = |length: usize| "a/".repeat(length / 2);
    assert_eq!(call(&folder.fileexists(), &path(4_096)), Ok(false.into()));
    all_reject(&folder, &path(4_098), "must have at most 4096 bytes");
    all_reject(&folder, &path(4 << 20), "must have at most 4096 bytes");
}

/// Paths and files cost work, whether their content becomes a value or not.
#[test]
fn reading_costs_work() {
    let site = Site::new("work", &[("inside/a.txt", &[b'a'; 1 << 20])]);
    let folder = site.folder();
    let exceeds = |steps: u64, function: &Function, path: &str| {
        let _evaluation = work::Evaluation::begin_again(steps, None, 0);
        drop(call(function, path));
        work::is_exceeded()
    };
    assert!(exceeds(8 * 2_000 - 1, &folder.fileexists(), &"a/".repeat(2_000)));
    assert!(!exceeds(16 * 2_000, &folder.fileexists(), &"a/".repeat(2_000)));
    for (name, hash) in folder.hashes() {
        assert!(exceeds((1 << 20) / 32 - 1, &hash, "a.txt"), "{name}");
    }
}

#[test]
fn only_an_existing_folder_can_be_opened() {
    let site = site("folder");
    assert!(Folder::open(site.inside("a.txt")).is_err());
    assert!(Folder::open(site.inside("missing")).is_err());
}

#[test]
fn unknown_and_marked_paths() {
    let site = site("marks");
    let folder = site.folder();
    let unknown = Value::unknown(Type::String);
    assert!(folder.file().call(vec![unknown]).is_ok_and(|value| !value.is_known()));
    let secret = Value::from("no-such-file").mark(Mark::sensitive());
    assert!(!folder.file().call(vec![secret]).unwrap_err().to_string().contains("no-such"));
}
