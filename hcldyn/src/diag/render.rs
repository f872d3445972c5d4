//! A problem as a report for people.

use super::Diagnostics;

/// Colours or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    Plain,
    /// With terminal colours.
    Colored,
}

/// The rendered form of diagnostics.
#[derive(Debug)]
pub struct Report<'a> {
    diags: &'a Diagnostics,
    style: Style,
}

impl<'a> Report<'a> {
    /// A report of these diagnostics.
    pub fn new(diags: &'a Diagnostics, style: Style) -> Self {
        Self { diags, style }
    }
}
