//! References in quotes, an old form.

use hcldyn::{Diagnostics, Expression};

use crate::diags;
use crate::files::is_json;
use crate::folder::ModuleFolder;

/// Reports the references in quotes in a folder.
pub(super) fn check(folder: &ModuleFolder, diags: &mut Diagnostics) {
    for resource in &folder.resources {
        let meta = &resource.block.content.meta;
        elements(meta.depends_on.as_ref(), diags);
        meta.provider.iter().for_each(|expr| reference(expr, diags));
        elements(meta.lifecycle.as_ref().and_then(|it| it.ignore_changes.as_ref()), diags);
    }
    for call in &folder.calls {
        elements(call.content.depends_on.as_ref(), diags);
        let providers = call.content.providers.iter().filter_map(Expression::as_map).flatten();
        providers.for_each(|(_, provider)| reference(&provider, diags));
    }
    folder.outputs.iter().for_each(|it| elements(it.content.depends_on.as_ref(), diags));
}

/// Checks the elements of a list of references.
fn elements(list: Option<&Expression>, diags: &mut Diagnostics) {
    let elements = list.and_then(Expression::as_list).into_iter().flatten();
    elements.for_each(|element| reference(&element, diags));
}

/// Reports a reference in quotes. In JSON syntax, all references are strings.
fn reference(expr: &Expression, diags: &mut Diagnostics) {
    let place = expr.place();
    if is_json(&place) {
        return;
    }
    let text = expr.as_literal().and_then(|value| value.as_str());
    if let Some(text) = text.filter(|text| is_reference(text)) {
        diags.push(diags::quoted_reference(place, text));
    }
}

/// Returns `true` for names that are separated by dots.
fn is_reference(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && part.chars().all(|it| it.is_alphanumeric() || "_-".contains(it))
    };
    text.split('.').all(is_part)
}
