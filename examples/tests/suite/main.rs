//! Tests of the example programs.

mod bake;
mod planner;
mod proxy;
/// The program of the proxy, with its own tests. Cargo builds an example either to run or to test it.
#[path = "../../proxy.rs"]
mod proxy_program;
mod spec_files;

use std::env;
use std::path::Path;

use snapbox::cmd::Command;

/// Returns the command that runs an example program.
fn example(name: &str) -> Command {
    // The test program is in `deps`, beside the folder of the examples.
    let test = env::current_exe().unwrap();
    let examples = test.parent().and_then(Path::parent).unwrap().join("examples");
    let program = examples.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "build the examples first: cargo test -p hcldyn-examples");
    Command::new(program)
}
