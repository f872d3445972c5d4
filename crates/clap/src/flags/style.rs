//! The names of flags.

/// The form of the names of [`Flags`](super::Flags). A program can have its own, e.g. with a prefix:
///
/// ```
/// use hcldyn::cli::{Dashed, FlagStyle};
///
/// enum Prefixed {}
///
/// impl FlagStyle for Prefixed {
///     fn name(path: &[&str]) -> String {
///         format!("set-{}", Dashed::name(path))
///     }
/// }
///
/// assert_eq!(Prefixed::name(&["server", "max_age"]), "set-server-max-age");
/// ```
pub trait FlagStyle {
    /// Returns the name of a flag without the dashes before it. `path` has the types of the blocks, and the name of the
    /// attribute at the end.
    fn name(path: &[&str]) -> String;
}

/// Names with dashes: `--server-max-age`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dashed {}

/// Names with dots: `--server.max-age`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dotted {}

impl FlagStyle for Dashed {
    fn name(path: &[&str]) -> String {
        path.join("-").replace('_', "-")
    }
}

impl FlagStyle for Dotted {
    fn name(path: &[&str]) -> String {
        path.join(".").replace('_', "-")
    }
}
