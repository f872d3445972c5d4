//! The functions that blocks define, and the calls of functions.

use hcldyn_core::syntax::Place;
use hcldyn_syntax::event::Event;
use hcldyn_syntax::source::Span;

use super::members::Members;
use super::names::Definition;
use super::tree::Item;
use super::workspace::File;

/// The end of the name of a variadic parameter in a signature.
pub(super) const VARIADIC: &str = "…";

/// Returns the functions that a file defines.
pub(super) fn definitions(file: &File) -> Vec<Definition> {
    let blocks = file.tree().items.iter().filter(|item| is_function(file, item));
    let definition = |item: &Item| {
        let [label] = &*item.labels else { return None };
        let text = file.source.slice(*label);
        let name = text.trim_matches('"');
        let start = label.range().start + text.find(name)?;
        Some(Definition {
            parts: vec![name.to_owned()],
            place: file.source.place(Span::from(start..start + name.len())),
            is_function: true,
            scope: None,
            is_fixed: false,
            members: Members::Parameters(
                parameters(file, item).map(|it| in_signature(file, item, it)).collect(),
            ),
        })
    };
    blocks.filter_map(definition).collect()
}

/// Returns `true` for a block that defines a function.
pub(super) fn is_function(file: &File, item: &Item) -> bool {
    item.items.is_some() && file.source.slice(item.name) == &*file.language.functions
}

/// Returns the names of the parameters of a function, which are variables of its result.
pub(super) fn parameters<'f>(file: &'f File, item: &'f Item) -> impl Iterator<Item = Span> + 'f {
    let lists = item.items.iter().flatten().filter(|it| {
        it.items.is_none() && ["params", "variadic_param"].contains(&file.source.slice(it.name))
    });
    lists.flat_map(|list| {
        let inside = |span: &Span| list.span.start <= span.start && span.end <= list.span.end;
        let parts = file.tree().parts.iter();
        let names = parts.filter(move |(event, span)| *event == Event::Variable && inside(span));
        names.map(|(_, span)| *span)
    })
}

/// Returns the names of the functions that a file calls.
pub(super) fn calls(file: &File) -> Vec<Place> {
    let parts = file.tree().parts.iter();
    let names = parts.filter_map(|(event, _)| match event {
        Event::Call { name, .. } => Some(file.source.place(*name)),
        _ => None,
    });
    names.collect()
}

/// Returns the name of a parameter, with an ellipsis if it is variadic.
fn in_signature(file: &File, function: &Item, name: Span) -> String {
    let is_around = |it: &&Item| it.span.start <= name.start && name.end <= it.span.end;
    let list = function.items.iter().flatten().find(is_around);
    let is_variadic = list.is_some_and(|it| file.source.slice(it.name) == "variadic_param");
    format!("{}{}", file.source.slice(name), if is_variadic { VARIADIC } else { "" })
}
