//! Conditions that a target must meet before it is built.

use std::path::Path;

use serde_json::Value;

use crate::options::{Options, entries, text, texts};

/// Checks a target, and completes its paths.
pub(crate) fn check(target: &mut Options) -> Result<(), String> {
    let context = text(target, "context");
    if context == "-" || text(target, "dockerfile") == "-" {
        return Err("A build can't read from the standard input.".to_owned());
    }
    let context = clean(context);
    target.insert("context".to_owned(), context.into());
    if target.contains_key("shm-size") {
        check_size(text(target, "shm-size"))?;
    }
    for platform in texts(target, "platforms").flat_map(|it| it.split(',')) {
        if !is_platform(platform) {
            return Err(format!("{platform:?} is not a platform."));
        }
    }
    for ulimit in texts(target, "ulimits") {
        let limits = ulimit.split_once('=').map(|(_, limits)| limits.split(':'));
        let is_number = |it: &str| it.parse::<i64>().is_ok();
        if !limits.is_some_and(|mut it| it.clone().count() <= 2 && it.all(is_number)) {
            return Err(format!("{ulimit:?} is not of the form \"name=soft:hard\"."));
        }
    }
    for secret in entries(target, "secret") {
        let (id, src) = (text(secret, "id"), text(secret, "src"));
        let is_variable = secret.contains_key("env") || std::env::var_os(id).is_some();
        let path = if src.is_empty() { id } else { src };
        let has_source = src.is_empty() && is_variable || Path::new(path).exists();
        if id.is_empty() || !has_source {
            return Err(format!("The secret {id:?} has no source."));
        }
    }
    for path in entries(target, "ssh").flat_map(|it| texts(it, "paths")) {
        if !Path::new(path).exists() {
            return Err(format!("The key {path:?} does not exist."));
        }
    }
    texts(target, "annotations").try_for_each(check_annotation)?;
    check_outputs(target)
}

/// Returns `true` for `os/arch/variant`, or a known one of the first two.
fn is_platform(platform: &str) -> bool {
    const KNOWN: &str = "local linux windows darwin freebsd netbsd openbsd dragonfly solaris android aix illumos js plan9 \
        nacl zos ios hurd any 386 amd64 arm arm64 ppc64 ppc64le mips mipsle mips64 mips64le s390x riscv riscv64 sparc \
        sparc64 loong64 wasm x86_64 x86-64 aarch64 armhf armel i386";
    let is_word = |it: &str, more: &str| {
        !it.is_empty() && it.chars().all(|it| it.is_ascii_alphanumeric() || more.contains(it))
    };
    let parts: Vec<_> = platform.split('/').collect();
    let os = parts[0].split('(').next().unwrap_or_default();
    match &parts[..] {
        [_] => KNOWN.split_whitespace().any(|it| it == os.to_lowercase()),
        [_, rest @ ..] => {
            rest.len() <= 2 && is_word(os, "_-") && rest.iter().all(|it| is_word(it, "_.-"))
        }
        [] => false,
    }
}

fn check_outputs(target: &mut Options) -> Result<(), String> {
    let outputs = target.get_mut("output").and_then(Value::as_array_mut);
    for output in outputs.into_iter().flatten().filter_map(Value::as_object_mut) {
        match (text(output, "type"), output.get("dest").and_then(Value::as_str)) {
            ("local", None) => return Err("A local output needs a destination.".to_owned()),
            ("local", Some(path)) if Path::new(path).is_file() => {
                return Err(format!("{path:?} is not a folder."));
            }
            ("tar" | "oci", None) if text(output, "tar") != "false" => {
                output.insert("dest".to_owned(), "-".into());
            }
            ("tar" | "oci" | "docker", Some(path)) if Path::new(path).is_dir() => {
                return Err(format!("{path:?} is a folder."));
            }
            _ => {}
        }
    }
    if entries(target, "output").filter(|it| text(it, "dest") == "-").count() > 1 {
        return Err("Only one output can be the standard output.".to_owned());
    }
    Ok(())
}

/// Checks an annotation, `key=value` with an optional list of the objects that it is for.
fn check_annotation(annotation: &str) -> Result<(), String> {
    let invalid = || Err(format!("{annotation:?} is not an annotation."));
    let Some((key, _)) = annotation.split_once('=') else { return invalid() };
    let Some((objects, _)) = key.split_once(':') else { return Ok(()) };
    let kinds = ["index", "index-descriptor", "manifest", "manifest-descriptor"];
    let kind = |it: &str| it.split('[').next().is_some_and(|it| kinds.contains(&it));
    if objects.split(',').all(kind) { Ok(()) } else { invalid() }
}

/// Checks a number of bytes with a unit.
fn check_size(text: &str) -> Result<(), String> {
    let unit = text.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
    let (number, unit) = (&text[..text.len() - unit.len()], unit.trim().to_lowercase());
    let unit = unit.trim_end_matches('b').trim_end_matches('i');
    let is_valid = number.parse::<f64>().is_ok() && ["", "k", "m", "g", "t", "p"].contains(&unit);
    if is_valid { Ok(()) } else { Err(format!("{text:?} is not a size.")) }
}

/// Returns the shortest equivalent of a local path.
fn clean(path: &str) -> String {
    let path = path.strip_prefix("cwd://").unwrap_or(path);
    const REMOTE: [&str; 6] = ["http://", "https://", "git://", "ssh://", "git@", "github.com/"];
    if REMOTE.iter().any(|it| path.starts_with(it)) {
        return path.to_owned();
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|it| !it.is_empty() && *it != ".") {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            ("..", None) if root == "/" => {}
            _ => parts.push(part),
        }
    }
    let cleaned = format!("{root}{}", parts.join("/"));
    if cleaned.is_empty() { ".".to_owned() } else { cleaned }
}
