//! The names of declarations, which are unique in a module.

use std::collections::HashMap;

use hcldyn::Diagnostics;
use hcldyn::syntax::Place;

use crate::diags;

/// The name of a declaration, in the parts that expressions write one after the other. The last part is the label or the
/// attribute.
pub(crate) type NameParts<'a> = (&'static str, &'a str, &'a str);

/// Reports the declarations whose names others have, and keeps the first one of each name.
pub(crate) fn keep_first<T>(
    all: &mut Vec<T>,
    name: impl Fn(&T) -> NameParts<'_>,
    place: impl Fn(&T) -> Place,
    diags: &mut Diagnostics,
) {
    let mut seen = HashMap::with_capacity(all.len());
    let mut repeated = Vec::new();
    for (index, item) in all.iter().enumerate() {
        let first = *seen.entry(name(item)).or_insert(index);
        if first != index {
            repeated.push((index, first));
        }
    }
    for &(index, first) in &repeated {
        let (kind, ty, label) = name(&all[index]);
        let shown = format!("{kind}{ty}{}{label}", if ty.is_empty() { "" } else { "." });
        diags.push(diags::declared_twice(place(&all[index]), &shown, place(&all[first])));
    }
    let mut repeated = repeated.into_iter().map(|(index, _)| index).peekable();
    let mut visited = 0;
    all.retain(|_| {
        visited += 1;
        repeated.next_if_eq(&(visited - 1)).is_none()
    });
}
