//! The words that must not be shown.

/// The part that all secret strings of variables have in common.
const OF_VARIABLES: &[&str] = &["sekrit", "tirkes", "471147"];

/// Those of the values of sensitive attributes, and the digits that their numbers begin with.
pub(super) const WORD: &str = "hushhush";
pub(super) const DIGITS: &str = "585825";

/// Where secrets come from that an output must not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// From marked variables.
    Variables,
    /// From the values of sensitive attributes, too.
    All,
}

/// The first secret in an output, in any case of letters and some of them backwards, with some characters
/// after it.
pub(super) fn find(output: &str, scope: Scope) -> Option<String> {
    let output = output.to_lowercase();
    let of_attributes: &[_] = if scope == Scope::All { &[WORD, DIGITS] } else { &[] };
    let secrets = OF_VARIABLES.iter().chain(of_attributes);
    let at = secrets.filter_map(|secret| output.find(secret)).next()?;
    let is_word = |c: &char| c.is_alphanumeric() || *c == '!';
    Some(output[at..].chars().take_while(is_word).take(10).collect())
}
