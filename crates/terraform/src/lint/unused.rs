//! Variables, local values and data sources without references.

use hcldyn::Diagnostics;
use hcldyn::body::Body;
use hcldyn::diag::Fix;
use hcldyn::syntax::{Place, Span};

use super::mentions::Mentions;
use crate::diags;
use crate::files::is_json;
use crate::folder::{Mode, ModuleFolder, Resource};

/// Reports the declarations of a folder to which nothing in its files refers.
pub(super) fn check(folder: &ModuleFolder, body: &Body, diags: &mut Diagnostics) {
    let mentions = Mentions::of(body);
    let is_unused = |name: &str| !mentions.contains(name);
    for variable in &folder.variables {
        let name = format!("var.{}", variable.name);
        if is_unused(&name) {
            diags.push(diags::unused_variable(variable.place.clone(), &name));
        }
    }
    for local in &folder.locals {
        let name = format!("local.{}", local.name);
        if is_unused(&name) {
            let fix = removal(&local.place());
            diags.push(diags::unused_local(local.name_place(), &name).with_fix(fix));
        }
    }
    for data in folder.resources.iter().filter(|it| it.mode == Mode::Data && !is_check(it)) {
        let name = data.address();
        if is_unused(&name) && !folder.is_in_check(data) {
            diags.push(diags::unused_data(data.block.place.clone(), &name));
        }
    }
}

/// Returns `true` for a data source that is read for its conditions.
fn is_check(data: &Resource) -> bool {
    let lifecycle = data.block.content.meta.lifecycle.as_ref();
    lifecycle.is_some_and(|it| !it.precondition.is_empty() || !it.postcondition.is_empty())
}

/// Returns the fix that deletes an attribute with its lines, if nothing else is in them.
fn removal(attribute: &Place) -> Option<Fix> {
    let (source, span) = (attribute.source(), attribute.span());
    let (first, last) =
        (source.line_range(span.start as usize), source.line_range(span.end as usize));
    let text = source.text();
    let is_alone = !is_json(attribute)
        && text[first.start..span.start as usize].trim().is_empty()
        && text[span.end as usize..last.end].trim().is_empty();
    let end = match text[last.end..].strip_prefix('\n') {
        Some(_) => last.end + 1,
        None => last.end,
    };
    let lines = source.place(Span::new(u32::try_from(first.start).ok()?, u32::try_from(end).ok()?));
    is_alone.then(|| Fix::uncertain("Remove the local value").delete(lines))
}
