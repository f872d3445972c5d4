//! Properties of every diagnostic.

use hcldyn::Diagnostics;

/// Renders all diagnostics and checks their source locations.
pub(crate) fn check_report(diags: &Diagnostics) {
    for diagnostic in diags.iter() {
        assert!(!diagnostic.to_string().is_empty());
        let Some(place) = diagnostic.place() else { continue };
        let (start, end) = (place.start(), place.end());
        assert!(start.line >= 1 && start.column >= 1, "{diagnostic}");
        assert!((start.line, start.column) <= (end.line, end.column), "{diagnostic}");
    }
    assert_eq!(diags.is_empty(), diags.to_string().is_empty());
}
