//! Deliberate differences from the reference, see `DIFFERENCES.md`.

mod extra;
mod missing;
mod moved;
mod parts;

use self::extra::{
    beside_unknown, block_among_attributes, iterator_in_attributes, longer_prefix,
    made_of_unreported, made_without_marked, marked_label, too_few_zeros, typed_attributes,
    typed_empty_map, unused_content,
};
use self::missing::{
    block_of_marked, map_of_maps, named_twice, not_handed_on, not_made_of_rejected,
    not_missing_besides, not_second, not_wrong_besides, too_many_zeros, tuple_of_elements,
    unseen_iterator, untyped_attribute,
};
pub(super) use self::moved::{are_any, are_of_default};
use self::moved::{at_default, at_header, in_part, in_unknown, listed, other_block, unexpected};
pub(super) use self::parts::is_handed_on;
use self::parts::{
    converted_set, empty_map, failed, failing_transformation, handed_on, keeps_marks, knows_more,
    left_out, mark_in_null_test, marked_null, optional, seen_iterator, strings_beside_null,
    untyped, without_marked, zeros,
};
use super::difference::Difference;
use super::{Case, Problem};
use crate::mismatch::Mismatch;

/// A deliberate difference.
#[derive(Debug)]
pub(super) struct Rule {
    /// The reason for the difference.
    pub(super) reason: &'static str,
    explains: Explains,
}

/// The condition under which a rule explains a difference.
#[derive(Debug)]
pub(super) enum Explains {
    /// An error that only the reference reports.
    Missing(fn(&Case, &Problem) -> bool),
    /// An error that only hcldyn reports.
    Extra(fn(&Case, &Problem) -> bool),
    /// One error at two locations: the one of the reference, and ours.
    Moved(fn(&Case, &Problem, &Problem) -> bool),
    /// A different part of the value.
    Part(fn(&Case, &Mismatch) -> bool),
}

pub(super) use Explains::{Extra, Missing, Moved, Part};

/// All deliberate differences. The first matching rule applies.
pub(super) const RULES: &[Rule] = &[
    rule("an error about a block is reported at its header", Moved(at_header)),
    rule(
        "a missing item in the content of an unknown collection is reported in that content",
        Moved(in_unknown),
    ),
    rule("the reported block is the one that does not match the others", Moved(other_block)),
    rule("an error in a default is reported at the default", Moved(at_default)),
    rule("a dynamic block that can generate no blocks is unexpected", Moved(unexpected)),
    rule(
        "labels must be written as a list, so the error covers the whole expression",
        Moved(listed),
    ),
    rule("a part of the wrong type is reported at its location", Moved(in_part)),
    rule("a block with an error does not count as missing", Missing(not_missing_besides)),
    rule("an attribute that two specs name is missing only if it is not set", Missing(named_twice)),
    rule("a block beside an unknown collection is not a second block", Missing(not_second)),
    rule("an expression that fails has no second error about its type", Missing(not_wrong_besides)),
    rule("a list or set converts to a tuple of the same length", Missing(tuple_of_elements)),
    rule(
        "a value without a type does not affect the common type of the blocks",
        Missing(untyped_attribute),
    ),
    rule("maps of blocks with two labels have the same type, empty or not", Missing(map_of_maps)),
    rule("a block whose labels would be marked is not generated", Missing(block_of_marked)),
    rule("the attributes of a block of attributes can use the iterators", Missing(unseen_iterator)),
    rule("a transformation does not run on generated blocks with errors", Missing(not_handed_on)),
    rule(
        "a value that only hcldyn rejects is not passed to transformations",
        Missing(not_made_of_rejected),
    ),
    rule("the content of an empty collection is checked", Extra(unused_content)),
    rule("blocks of an unknown collection, and beside one, are checked", Extra(beside_unknown)),
    rule(
        "an iterator of a marked collection is marked, and a label cannot be marked",
        Extra(marked_label),
    ),
    rule("a block whose labels would be marked is not generated", Extra(made_without_marked)),
    rule(
        "the attributes of a block of attributes can use the iterators",
        Extra(iterator_in_attributes),
    ),
    rule("every block among attributes is reported", Extra(block_among_attributes)),
    rule(
        "a value without a type does not affect the common type of the blocks",
        Extra(typed_attributes),
    ),
    rule("an empty map of blocks with two labels is a map of maps", Extra(typed_empty_map)),
    rule("a string shorter than the required prefix does not match it", Extra(longer_prefix)),
    rule(
        "a value that only the reference rejects is passed to transformations",
        Extra(made_of_unreported),
    ),
    rule("0 and -0 are one element of a set", Missing(too_many_zeros)),
    rule("0 and -0 are one element of a set", Extra(too_few_zeros)),
    rule("0 and -0 are one element of a set", Part(zeros)),
    rule("an empty map of blocks with two labels is a map of maps", Part(empty_map)),
    rule("the type of a value has no optional attributes", Part(optional)),
    rule("a block whose labels would be marked is not generated", Part(without_marked)),
    rule("the attributes of a block of attributes can use the iterators", Part(seen_iterator)),
    rule("an expression that fails is unknown and has no type", Part(failed)),
    rule("the result of a failed transformation has no type", Part(failing_transformation)),
    rule("a value without a type does not affect the common type of the blocks", Part(untyped)),
    rule(
        "a value without a type does not affect the common type of the blocks",
        Part(strings_beside_null),
    ),
    rule("a transformation does not run on generated blocks with errors", Part(left_out)),
    rule("a value that only the reference rejects is passed to transformations", Part(handed_on)),
    rule("a null test does not carry the marks of inner values", Part(mark_in_null_test)),
    rule("the conversion or default of a marked null is marked", Part(marked_null)),
    rule("generated blocks keep the marks of their collection", Part(keeps_marks)),
    rule("an unknown set converts to a list of the wanted type", Part(converted_set)),
    rule("an unknown value has more refinements", Part(knows_more)),
];

impl Rule {
    /// Returns `true` if the rule explains a difference of a case.
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
