//! Reports of a budget that is used up or interrupted.

use super::diags;
use crate::diag::Diagnostics;
use crate::limits::Limits;
use crate::limits::work::{self, Interruption};
use crate::source::Place;

/// Reports once per decoding, at a source location, that the limit on work is exceeded or the decoding is interrupted.
pub(crate) fn report_end_of_work(place: &Place, limits: &Limits, sink: &mut Diagnostics) {
    // The diagnostics of an attempt may be dropped, so they do not count as the report.
    if sink.is_of_attempt() || work::claim_report() {
        let problem = match work::interruption() {
            None => diags::too_much_work(limits.work),
            Some(Interruption::OutOfTime) => diags::out_of_time(),
            Some(Interruption::Cancelled) => diags::cancelled(),
        };
        problem.report(place.clone(), Vec::new(), sink);
    }
}
