//! The diagnostics for the end of the work of a decoding.

use super::diags::Problem;
use crate::diag::{Diagnostics, codes, grouped};
use crate::limits::Limits;
use crate::limits::work::{self, Interruption};
use crate::source::Place;

/// Reports at a source location, once per decoding, that its work ends: the limit is exceeded, or it is interrupted.
pub(crate) fn report_end_of_work(place: &Place, limits: &Limits, diags: &mut Diagnostics) {
    // The diagnostics of an attempt may be dropped, so they do not count as the report.
    if diags.is_of_attempt() || work::claim_report() {
        let problem = match work::interruption() {
            None => too_much_work(limits),
            Some(Interruption::OutOfTime) => out_of_time(),
            Some(Interruption::Cancelled) => cancelled(),
        };
        problem.report(place.clone(), Vec::new(), diags);
    }
}

fn too_much_work(limits: &Limits) -> Problem {
    let detail = format!(
        "The expressions and generated blocks of this configuration exceed the limit of {} steps.",
        grouped(limits.work)
    );
    Problem::new(codes::TOO_MUCH_WORK, detail)
        .with_help("Check for nested loops, and for large values that are built again and again.")
}

fn out_of_time() -> Problem {
    let detail =
        "The time limit of the program is over, and the configuration is not evaluated to its end.";
    Problem::new(codes::TIME_LIMIT_EXCEEDED, detail)
        .with_help("Check for nested loops, and for large values that are built again and again.")
}

fn cancelled() -> Problem {
    let detail = "The program cancelled the evaluation of the configuration before its end.";
    Problem::new(codes::EVALUATION_CANCELLED, detail)
        .with_help("Start it again for a complete result.")
}
