//! Random specs: `fuzz-specs [seed] [count]` writes them as spec files and reads them again, decodes configurations by
//! changed specs, and checks the documents of a tenth of them.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::env;
use std::error::Error;
use std::process::ExitCode;

use hcldyn::EvalContext;
use hcldyn_tests::distinct_specs::distinct_spec;
use hcldyn_tests::documents::check;
use hcldyn_tests::random_specs::RandomSpec;
use hcldyn_tests::spec_changes;
use hcldyn_tests::spec_files::round_trip;

/// The number of mistakes that are shown.
const SHOWN: usize = 3;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let seed = args.next().map_or(Ok(1), |it| it.parse())?;
    let count = args.next().map_or(Ok(10_000), |it| it.parse())?;
    let failed = written(seed, count) + changed(seed, count);
    documented(seed, count / 10);
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the number of specs that are read differently.
fn written(seed: u64, count: u64) -> usize {
    let (mut valid, mut failed) = (0, 0);
    for index in 0..count {
        let spec = RandomSpec::new(seed, index).spec();
        if spec.check().is_err() {
            continue;
        }
        valid += 1;
        let error = match round_trip(&spec) {
            Ok(losses) => losses.first().map(ToString::to_string),
            Err(error) => Some(error),
        };
        if let Some(error) = error {
            failed += 1;
            if failed <= SHOWN {
                println!("{index}: {error:.4000}\n");
            }
        }
    }
    println!("{valid} valid specs of {count}, {failed} read differently");
    failed
}

/// Checks that documents say all that a spec says. The first one that does not ends the program.
fn documented(seed: u64, count: u64) {
    let of_spec = |index| {
        let spec = distinct_spec(seed, index);
        check(&spec, &EvalContext::new(), &format!("random spec {index}"))
    };
    let choices: usize = (0..count).map(of_spec).sum();
    println!("documents of {count} specs, {choices} choices of optional items decoded");
}

/// Returns the number of pairs whose changes are wrong.
fn changed(seed: u64, count: u64) -> usize {
    let (mut differing, mut harmless, mut breaking) = (0, 0, 0);
    let (mut valid, mut broken, mut failed) = (0, 0, 0);
    for index in 0..count {
        let pair = spec_changes::run(seed, index);
        differing += usize::from(pair.differs);
        if pair.is_breaking {
            breaking += 1;
            broken += usize::from(pair.broken > 0);
        } else if pair.differs {
            harmless += 1;
            valid += pair.valid;
        }
        if let Some(mistake) = pair.mistake {
            failed += 1;
            if failed <= SHOWN {
                println!("{index}: {mistake:.9000}\n");
            }
        }
    }
    println!(
        "{differing} changed specs: {harmless} harmless, with {valid} valid configurations; {breaking} breaking ({broken} \
         broke a configuration); {failed} wrong"
    );
    failed
}
