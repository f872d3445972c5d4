//! The `hcldyn` program: its command, in `lib.rs`, on the streams of the process.

use std::process::ExitCode;

use hcldyn_cli::{Streams, run};
use mimalloc::MiMalloc;

/// A quarter of the time of reading a source goes into small allocations, which this allocator serves in a
/// third of the time of glibc's. It asks for no huge pages: they save a sixth of the time, and cost half as much
/// memory again. Its second version returns unused memory sooner than the third, in the same time.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os(), &mut Streams::standard()))
}
