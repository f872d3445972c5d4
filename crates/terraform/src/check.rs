//! The check of sources, as in an editor.

use std::path::Path;

use hcldyn::Diagnostics;
use hcldyn::ext::kit::{Inputs, Missing};
use hcldyn::syntax::Source;

use crate::evaluate::{Evaluation, Options};
use crate::loader::Loader;

/// Reports the errors of a module whose files have these sources, such as those in an editor, for any values of its variables.
/// The modules that it uses are read from their folders, and errors in their files are left out.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::Source;
/// use hcldyn_terraform::{Options, check};
///
/// let source = Source::new("main.tf", "output \"o\" {\n  value = var.zone\n}\n");
/// let mut diags = Diagnostics::new();
/// check(".".as_ref(), &[source], &Options::default(), &mut diags);
/// assert!(diags.to_string().starts_with("main.tf:2:11: error: "));
/// ```
pub fn check(root: &Path, sources: &[Source], options: &Options, diags: &mut Diagnostics) {
    let mut found = Diagnostics::new();
    let tree = Loader::new().root(sources.iter().cloned()).load(root, &mut found);
    if !found.has_errors() {
        let inputs = Inputs::new().missing(Missing::Unknown);
        let options = Options { inputs, ..options.clone() };
        Evaluation::of(&tree, root, &options, &mut found);
    }
    let is_here = |name: &str| sources.iter().any(|source| source.name() == name);
    for diagnostic in &found {
        if diagnostic.place().is_some_and(|place| is_here(place.source().name())) {
            diags.push(diagnostic.clone());
        }
    }
}
