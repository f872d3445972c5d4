//! Measures how fast modules and provider schemas of Terraform are read.
//!
//! - `terraform-speed write-schema FILE [types] [bytes]` writes a provider schema.
//! - `terraform-speed schema FILE first|ten|all` reads it, and the schemas of the first, of ten or of all types.
//! - `terraform-speed write-modules FOLDER [modules] [files]` writes a module that uses others.
//! - `terraform-speed load FOLDER` loads it.
//!
//! The last line of what is read is the time and the peak memory of the process.

#![allow(clippy::print_stdout, reason = "a program for testing")]

mod modules;
mod schema;

use std::path::Path;
use std::time::Instant;
use std::{env, fs, io};

use hcldyn::Diagnostics;
use hcldyn_terraform::{Loader, Mode, ProviderSchemas};

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> io::Result<()> {
    let args: Vec<_> = env::args().skip(1).collect();
    let number =
        |at: usize, default| args.get(at).and_then(|it| it.parse().ok()).unwrap_or(default);
    let [command, path, ..] = args.as_slice() else {
        return Err(io::Error::other("a command and a path are missing"));
    };
    let path = Path::new(path);
    match command.as_str() {
        "write-schema" => fs::write(path, schema::text(number(2, 1_000), number(3, 30_000_000))),
        "write-modules" => modules::write(path, number(2, 1_000), number(3, 20)),
        "schema" => {
            let most = match args.get(2).map(String::as_str) {
                Some("first") => 1,
                Some("ten") => 10,
                _ => usize::MAX,
            };
            measured(|| read_schema(path, most))
        }
        "load" => measured(|| load(path)),
        _ => Err(io::Error::other("the command is unknown")),
    }
}

/// Reads a provider schema, and the schemas of at most this many types.
fn read_schema(path: &Path, most: usize) -> io::Result<usize> {
    let mut diags = Diagnostics::new();
    let source = ProviderSchemas::source(path, &mut diags);
    let source = source.ok_or_else(|| io::Error::other(diags.to_string()))?;
    let schemas = ProviderSchemas::of(source).map_err(io::Error::other)?;
    let mut items = 0;
    for ty in schemas.types(Mode::Managed).take(most) {
        let spec = schemas.spec(Mode::Managed, ty).transpose().map_err(io::Error::other)?;
        items += usize::from(spec.is_some());
    }
    Ok(items)
}

fn load(folder: &Path) -> io::Result<usize> {
    let mut diags = Diagnostics::new();
    let tree = Loader::new().load(folder, &mut diags);
    if diags.has_errors() {
        return Err(io::Error::other(diags.to_string()));
    }
    Ok(tree.modules().len())
}

/// Prints the number of things that were read, the time and the memory.
fn measured(read: impl FnOnce() -> io::Result<usize>) -> io::Result<()> {
    let started = Instant::now();
    let count = read()?;
    let took = started.elapsed().as_secs_f64() * 1000.0;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown");
    println!("{count} read in {took:.1} ms, peak memory {}", peak.trim());
    Ok(())
}
