//! The differences from the reference that are meant, see `DIFFERENCES.md`.

mod extra;
mod missing;
mod moved;
mod parts;

use self::extra::{
    beside_unknown, block_among_attributes, iterator_in_attributes, longer_prefix,
    made_of_unreported, made_without_marked, marked_label, too_few_zeros, unused_content,
};
use self::missing::{
    block_of_marked, map_of_maps, named_twice, not_handed_on, not_missing_besides, not_second,
    not_wrong_besides, too_many_zeros, tuple_of_elements, unseen_iterator, untyped_attribute,
};
pub(super) use self::moved::{are_any, are_of_default};
use self::moved::{at_default, at_header, in_unknown, listed, other_block, unexpected};
use self::parts::{
    converted_set, empty_map, failed, failing_transformation, handed_on, keeps_marks, knows_more,
    left_out, mark_in_null_test, marked_null, optional, seen_iterator, untyped, without_marked,
    zeros,
};
use super::difference::Difference;
use super::{Case, Problem};
use crate::mismatch::Mismatch;

/// A difference that is meant.
#[derive(Debug)]
pub(super) struct Rule {
    /// Why the answer differs.
    pub(super) reason: &'static str,
    explains: Explains,
}

/// Whether this is why an answer differs in one point.
#[derive(Debug)]
pub(super) enum Explains {
    /// An error of the reference that we do not report.
    Missing(fn(&Case, &Problem) -> bool),
    /// An error that the reference does not report.
    Extra(fn(&Case, &Problem) -> bool),
    /// An error of the reference, and ours, which says the same at another place.
    Moved(fn(&Case, &Problem, &Problem) -> bool),
    /// A part of the value.
    Part(fn(&Case, &Mismatch) -> bool),
}

pub(super) use Explains::{Extra, Missing, Moved, Part};

/// All differences that are meant; the first one that explains a difference counts.
pub(super) const RULES: &[Rule] = &[
    rule("what is wrong with a block is told at its header", Moved(at_header)),
    rule(
        "what is missing in the content of an unknown collection is told there",
        Moved(in_unknown),
    ),
    rule("a block told is that which does not go with the others", Moved(other_block)),
    rule("problems of a default are reported at the default", Moved(at_default)),
    rule("a dynamic block where there are none to generate is unexpected", Moved(unexpected)),
    rule("labels must be a list as they are written", Moved(listed)),
    rule("a block that is wrong is not missing besides", Missing(not_missing_besides)),
    rule("what two specs name is missing only if it is not there", Missing(named_twice)),
    rule("beside an unknown collection no block is a second one", Missing(not_second)),
    rule("what fails to evaluate is not of a wrong type besides", Missing(not_wrong_besides)),
    rule("a list or set becomes a tuple of as many elements", Missing(tuple_of_elements)),
    rule("what has no type does not count for the type of all blocks", Missing(untyped_attribute)),
    rule("maps of blocks with two labels are of one type, empty or not", Missing(map_of_maps)),
    rule("blocks whose labels would be marked are not generated", Missing(block_of_marked)),
    rule("the attributes of a block of attributes see the iterators", Missing(unseen_iterator)),
    rule("what is left out of generated blocks is not handed on", Missing(not_handed_on)),
    rule("the content of an empty collection is checked", Extra(unused_content)),
    rule("blocks of and beside an unknown collection are checked", Extra(beside_unknown)),
    rule("iterators of a marked collection are marked, and labels cannot be", Extra(marked_label)),
    rule("blocks whose labels would be marked are not generated", Extra(made_without_marked)),
    rule(
        "the attributes of a block of attributes see the iterators",
        Extra(iterator_in_attributes),
    ),
    rule("every block among attributes is reported", Extra(block_among_attributes)),
    rule("a text is no shorter than the prefix that its spec says", Extra(longer_prefix)),
    rule("what only the reference finds wrong is handed on", Extra(made_of_unreported)),
    rule("a set holds 0 and -0 once", Missing(too_many_zeros)),
    rule("a set holds 0 and -0 once", Extra(too_few_zeros)),
    rule("a set holds 0 and -0 once", Part(zeros)),
    rule("an empty map of blocks with two labels is a map of maps", Part(empty_map)),
    rule("the type of a value has no optional attributes", Part(optional)),
    rule("blocks whose labels would be marked are not generated", Part(without_marked)),
    rule("the attributes of a block of attributes see the iterators", Part(seen_iterator)),
    rule("what fails to evaluate is unknown, of no type", Part(failed)),
    rule("a transformation that fails gives nothing of a type", Part(failing_transformation)),
    rule("what has no type does not count for the type of all blocks", Part(untyped)),
    rule("what is left out of generated blocks is not handed on", Part(left_out)),
    rule("what only the reference finds wrong is handed on", Part(handed_on)),
    rule("whether a value is null does not depend on the marks in it", Part(mark_in_null_test)),
    rule("what a marked null becomes, or what stands for it, is marked", Part(marked_null)),
    rule("marks of a collection are kept in all that it generates", Part(keeps_marks)),
    rule("an unknown set becomes a list of the wanted type", Part(converted_set)),
    rule("more is known of an unknown value", Part(knows_more)),
];

impl Rule {
    /// Whether this is why the answer to a case differs in one point.
    pub(super) fn is_why(&self, case: &Case, difference: &Difference<'_>) -> bool {
        match (&self.explains, difference) {
            (Missing(explains), Difference::Missing(expected)) => explains(case, expected),
            (Extra(explains), Difference::Extra(found)) => explains(case, found),
            (Moved(explains), Difference::Missing(expected)) => {
                case.found.errors().iter().any(|found| explains(case, expected, found))
            }
            (Moved(explains), Difference::Extra(found)) => {
                case.expected.errors().iter().any(|expected| explains(case, expected, found))
            }
            (Part(explains), Difference::Part(part)) => explains(case, part),
            _ => false,
        }
    }
}

pub(super) const fn rule(reason: &'static str, explains: Explains) -> Rule {
    Rule { reason, explains }
}
