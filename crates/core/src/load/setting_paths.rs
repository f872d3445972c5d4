//! The paths of items that values are given to, such as `server.web.port`.

use crate::cty::internal::CollectVec;
use crate::cty::{Step, Str};
use crate::diag::Diagnostics;
use crate::source::{Place, Source};
use crate::syntax::native::parse_expression;

/// A name of a path, with its source location.
pub(super) type NamedStep = (Str, Place);

/// Returns the source location of a path and those of its names, or `None` if it is not a path.
pub(super) fn steps_of(path: &Source) -> Option<(Place, Vec<NamedStep>)> {
    let expr = parse_expression(path, &mut Diagnostics::of_attempt())?;
    let traversal = expr.as_traversal()?;
    let mut names = vec![Str::new(traversal.root())];
    for step in traversal.steps() {
        names.push(match step {
            Step::Attr(name) => name.clone(),
            // A number would be a position, but blocks are found by their labels.
            Step::Index(key) => Str::new(key.as_str()?),
        });
    }
    Some((traversal.place().clone(), names.into_iter().zip(traversal.part_places()).collect_vec()))
}

/// Returns the position of a character outside of quotes.
pub(super) fn find_unquoted(text: &str, wanted: char) -> Option<usize> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.char_indices().find_map(|(position, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ if c == wanted && !is_quoted => return Some(position),
            _ => {}
        }
        None
    })
}
