//! Names that are only known in a part of a source: the variables of `for`, and iterators.

use std::cmp::Reverse;
use std::collections::HashMap;

use hcldyn_core::syntax::{Place, Span};
use hcldyn_syntax::event::Event;

use super::functions;
use super::members::Members;
use super::names::Definition;
use super::tree::{Item, LocalScope};
use super::workspace::File;

/// Returns the local names of a file, and the variables that refer to them, each with the index of its
/// definition.
pub(super) fn find(file: &File) -> (Vec<Definition>, Vec<(usize, Place)>) {
    let text = |span: Span| file.source.slice(span);
    let mut scopes: Vec<_> = file.tree().scopes.iter().map(Scope::of_for).collect();
    for (item, _) in file.tree().all_items() {
        scopes.extend(Scope::of_dynamic(file, item));
        scopes.extend(Scope::of_function(file, item));
    }
    // An outer scope comes before those in it.
    scopes.sort_by_key(|scope| (scope.span.start, Reverse(scope.span.end)));
    let mut definitions: Vec<Definition> = Vec::new();
    // The definitions by the starts of their names. The labels and the content of a `dynamic` block share one.
    let mut known = HashMap::new();
    for scope in &scopes {
        for name in &scope.names {
            let index = *known.entry(name.start).or_insert(definitions.len());
            if let Some(definition) = definitions.get_mut(index) {
                definition.scope = definition.scope.map(|before| before.to(scope.span));
                continue;
            }
            definitions.push(Definition {
                parts: vec![text(*name).to_owned()],
                is_function: false,
                place: file.source.place(*name),
                scope: Some(scope.span),
                is_fixed: scope.is_fixed,
                members: if scope.is_iterator { Members::Iterator } else { Members::Unknown },
            });
        }
    }
    // The name of an iterator is a variable for the parser.
    let is_use = |(event, span): &&(Event, Span)| {
        matches!(event, Event::Variable) && !known.contains_key(&span.start)
    };
    let variables = file.tree().parts.iter().filter(is_use);
    let mut variables: Vec<_> = variables.map(|(_, span)| *span).collect();
    variables.sort_unstable();
    let mut uses = Vec::new();
    let (mut open, mut next): (Vec<usize>, _) = (Vec::new(), 0);
    for variable in variables {
        while let Some(scope) = scopes.get(next).filter(|it| it.span.start <= variable.start) {
            open.retain(|it| scopes[*it].span.end > scope.span.start);
            open.push(next);
            next += 1;
        }
        open.retain(|it| scopes[*it].span.end > variable.start);
        let found = open.iter().rev().find_map(|scope| {
            let is_same = |name: &Span| text(*name) == text(variable);
            // The second variable of a `for` hides the first one of the same name.
            let name = scopes[*scope].names.iter().rfind(|name| is_same(name))?;
            known.get(&name.start).copied()
        });
        uses.extend(found.map(|definition| (definition, file.source.place(variable))));
    }
    (definitions, uses)
}

/// A part of a source with variables of its own.
struct Scope {
    names: Vec<Span>,
    span: Span,
    /// `true` if the name is a part of something else, too.
    is_fixed: bool,
    is_iterator: bool,
}

impl Scope {
    fn of_for(scope: &LocalScope) -> Self {
        Self { names: scope.names.clone(), span: scope.span, is_fixed: false, is_iterator: false }
    }

    /// Returns the scope of the parameters of a function: its result.
    fn of_function(file: &File, item: &Item) -> Option<Self> {
        let is_result = |it: &&Item| file.source.slice(it.name) == "result";
        let is_function = functions::is_function(file, item);
        let result = item.items.iter().flatten().find(is_result).filter(|_| is_function)?;
        let names = functions::parameters(file, item).collect();
        Some(Self { names, span: result.span, is_fixed: false, is_iterator: false })
    }

    /// Returns the scopes of the iterator of a `dynamic` block: its labels and its content.
    fn of_dynamic(file: &File, item: &Item) -> Vec<Self> {
        let text = |span: Span| file.source.slice(span);
        let (Some(items), [label, ..]) = (&item.items, &*item.labels) else { return Vec::new() };
        if text(item.name) != "dynamic" {
            return Vec::new();
        }
        let own = items.iter().find(|it| text(it.name) == "iterator" && it.items.is_none());
        let own = own.and_then(|it| {
            // In JSON syntax, it is a string.
            let before = text(it.span).trim_end_matches('"');
            let end = it.span.range().start + before.len();
            let name = before.rsplit(['=', ':', '"', ' ', '\t']).next()?;
            Some(Span::from(end - name.len()..end))
        });
        let is_quoted = text(*label).starts_with('"');
        let inside = Span::new(label.start + 1, label.end.saturating_sub(1).max(label.start + 1));
        let name = own.unwrap_or(if is_quoted { inside } else { *label });
        let is_scope = |it: &&Item| match &it.items {
            Some(_) => text(it.name) == "content",
            None => text(it.name) == "labels",
        };
        let scope = |it: &Item| Self {
            names: vec![name],
            span: it.span,
            is_fixed: own.is_none(),
            is_iterator: true,
        };
        items.iter().filter(is_scope).map(scope).collect()
    }
}
