//! The words that no output may contain.

/// The common parts of the secret strings of variables.
const OF_VARIABLES: &[&str] = &["sekrit", "tirkes", "471147"];

/// The word in the values of sensitive attributes, and the first digits of their numbers.
pub(super) const WORD: &str = "hushhush";
pub(super) const DIGITS: &str = "585825";

/// The word that reports must show, because it is not part of a secret.
pub(super) const VISIBLE: &str = "seenseen";

/// The origin of secrets that an output must not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Marked variables.
    Variables,
    /// Marked variables and the values of sensitive attributes.
    All,
}

/// Returns the first secret in an output with some characters after it, in upper or lower case.
/// Some are also searched for backwards.
pub(super) fn find(output: &str, scope: Scope) -> Option<String> {
    let output = output.to_lowercase();
    let of_attributes: &[_] = if scope == Scope::All { &[WORD, DIGITS] } else { &[] };
    let secrets = OF_VARIABLES.iter().chain(of_attributes);
    let at = secrets.filter_map(|secret| output.find(secret)).next()?;
    let is_word = |c: &char| c.is_alphanumeric() || *c == '!';
    Some(output[at..].chars().take_while(is_word).take(10).collect())
}
