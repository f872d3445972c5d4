//! The names that blocks define, and the references to them, in a file and its neighbors, with local names.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hcldyn_core::body::{Block, Body};
use hcldyn_core::cty::Step;
use hcldyn_core::ext::graph::{Node, NodeItem};
use hcldyn_core::syntax::{Place, Span};
use hcldyn_core::{Diagnostics, Traversal};

use super::members::Members;
use super::workspace::File;
use super::{Snapshot, functions, locals};

/// The maximum number of parts of a name, such as the three of `data.disk.a`.
const MAX_PARTS: usize = 4;

/// The names that a file defines, and the variables in its expressions. They only depend on the file.
#[derive(Debug)]
pub(super) struct FileNames {
    definitions: Vec<Definition>,
    traversals: Vec<Traversal>,
    /// The names of the functions that are called.
    calls: Vec<Place>,
    local: Vec<Definition>,
    /// The variables that refer to local names, with the index of the definition.
    uses: Vec<(usize, Place)>,
}

/// The names of the files of one folder.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    /// In the order of the files, and in source order within each. Local names come last.
    pub(super) definitions: Vec<&'s Definition>,
    pub(super) references: Vec<Reference>,
    /// The variables that are not local, with their steps.
    traversals: Vec<&'s Traversal>,
}

#[derive(Debug)]
pub(super) struct Definition {
    /// The parts of the name: `var` and `region`.
    pub(super) parts: Vec<String>,
    /// `true` for a function, which calls refer to.
    pub(super) is_function: bool,
    /// The last part: a label without its quotes, or the name of an attribute.
    pub(super) place: Place,
    /// The part of the file in which a local name is known.
    pub(super) scope: Option<Span>,
    /// `true` if the name is a part of something else, too, so that it can't be renamed.
    pub(super) is_fixed: bool,
    pub(super) members: Members,
}

#[derive(Debug)]
pub(super) struct Reference {
    /// The index of the definition.
    pub(super) definition: usize,
    /// The last part of the name.
    pub(super) place: Place,
}

impl FileNames {
    pub(super) fn of(file: &File) -> Self {
        let graph = file.language.definitions.graph(file.body(), &mut Diagnostics::new());
        let mut traversals = Vec::new();
        add_traversals(file.body(), None, &mut Vec::new(), &mut traversals);
        let (local, uses) = locals::find(file);
        let definitions = local.iter().map(|it| &it.place);
        let places = definitions.chain(uses.iter().map(|(_, place)| place));
        let starts: HashSet<_> = places.map(|place| place.span().start).collect();
        traversals.retain(|it| !starts.contains(&it.place().span().start));
        let mut definitions: Vec<_> = graph.nodes().iter().filter_map(definition).collect();
        definitions.extend(functions::definitions(file));
        Self { definitions, traversals, calls: functions::calls(file), local, uses }
    }
}

impl FileNames {
    /// Returns the variables in all expressions, except local ones.
    pub(super) fn traversals(&self) -> &[Traversal] {
        &self.traversals
    }
}

impl<'s> Names<'s> {
    /// Returns the names of the configuration of a file, or of its folder if each file there is a configuration of its own.
    pub(super) fn around(snapshot: &'s Snapshot, file: &'s File) -> Self {
        let files: Vec<_> = if file.language.is_of_folders() {
            snapshot.configuration(file).map(|file| file.names()).collect()
        } else {
            snapshot.neighbors(file).map(|file| file.names()).collect()
        };
        let mut names = Self::default();
        // The definitions of each file by their parts.
        let mut known: Vec<HashMap<&[String], usize>> = Vec::new();
        let mut functions: HashMap<&str, usize> = HashMap::new();
        for file in &files {
            let mut own = HashMap::new();
            for definition in &file.definitions {
                let index = names.definitions.len();
                match &*definition.parts {
                    [name] if definition.is_function => {
                        functions.entry(name).or_insert(index);
                    }
                    parts => {
                        own.entry(parts).or_insert(index);
                    }
                }
                names.definitions.push(definition);
            }
            known.push(own);
        }
        for (index, file) in files.iter().enumerate() {
            let others = known.iter().enumerate().filter(|(it, _)| *it != index);
            let in_order: Vec<_> =
                std::iter::once(&known[index]).chain(others.map(|(_, known)| known)).collect();
            let references = file.traversals.iter().filter_map(|it| reference(it, &in_order));
            names.references.extend(references);
            names.references.extend(file.calls.iter().filter_map(|place| {
                let definition = *functions.get(place.text())?;
                Some(Reference { definition, place: place.clone() })
            }));
            names.traversals.extend(&file.traversals);
        }
        for file in files {
            let first = names.definitions.len();
            names.definitions.extend(&file.local);
            names.references.extend(file.uses.iter().map(|(definition, place)| Reference {
                definition: first + definition,
                place: place.clone(),
            }));
        }
        names
    }

    /// Returns the definition whose name, or a reference to it, is at an offset, with the range there.
    pub(super) fn at(&self, file: &str, offset: usize) -> Option<(usize, Span)> {
        let is_at = |place: &Place| {
            let range = place.span().range();
            place.source().name() == file && range.start <= offset && offset <= range.end
        };
        let defined = self.definitions.iter().position(|it| is_at(&it.place));
        let defined = defined.map(|index| (index, self.definitions[index].place.span()));
        let referred = self.references.iter().find(|it| is_at(&it.place));
        defined.or_else(|| referred.map(|it| (it.definition, it.place.span())))
    }

    /// Returns a function that the configuration defines, with the names of its parameters.
    pub(super) fn function(&self, name: &str) -> Option<(&'s Definition, &'s [String])> {
        let is_meant = |it: &&&Definition| it.is_function && it.parts == [name];
        let definition = self.definitions.iter().copied().find(|it| is_meant(&it))?;
        let Members::Parameters(parameters) = &definition.members else { return None };
        Some((definition, parameters))
    }

    /// Returns the parts of the variables in all expressions, except local ones.
    pub(super) fn paths(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        self.traversals.iter().map(|traversal| parts_of(traversal).collect())
    }

    /// Returns the definition that a path begins with, and the number of its parts.
    pub(super) fn prefix_of(&self, path: &[String]) -> Option<(usize, usize)> {
        let is_prefix =
            |it: &&Definition| it.scope.is_none() && !it.is_function && path.starts_with(&it.parts);
        let found = self.definitions.iter().enumerate().filter(|(_, it)| is_prefix(it));
        let longest = found.max_by_key(|(index, it)| (it.parts.len(), Reverse(*index)));
        longest.map(|(index, it)| (index, it.parts.len()))
    }

    /// Returns the locations of the references to a definition.
    pub(super) fn references_to(&self, definition: usize) -> impl Iterator<Item = &Place> {
        let references = self.references.iter().filter(move |it| it.definition == definition);
        references.map(|reference| &reference.place)
    }
}

impl Definition {
    /// Returns `true` if the name is known at an offset of a file.
    pub(super) fn is_known_at(&self, file: &str, offset: usize) -> bool {
        self.scope.is_none_or(|scope| {
            self.place.source().name() == file
                && scope.range().start <= offset
                && offset <= scope.range().end
        })
    }

    /// Returns the name as an expression refers to it.
    pub(super) fn name(&self) -> String {
        match &self.members {
            Members::Parameters(names) => format!("{}({})", self.parts.join("."), names.join(", ")),
            _ => self.parts.join("."),
        }
    }
}

/// Returns the name that a node defines.
fn definition(node: &Node) -> Option<Definition> {
    let parts: Vec<_> = node.name()?.parts().iter().map(ToString::to_string).collect();
    let place = match node.item() {
        NodeItem::Block(block) => block.label_place(block.labels.len().checked_sub(1)?)?,
        _ => node.place(),
    };
    let place = name_in(&place, parts.last()?)?;
    let members = match node.item() {
        NodeItem::Block(block) => Members::of_block(block),
        NodeItem::Attribute(attribute) => Members::of_value(&attribute.expr),
        _ => Members::Unknown,
    };
    Some(Definition { parts, is_function: false, place, scope: None, is_fixed: false, members })
}

/// Returns the part of a location that is a name: without quotes, a dot or brackets. A name with escapes has none.
fn name_in(place: &Place, name: &str) -> Option<Place> {
    let start = place.span().range().start + place.text().find(name)?;
    Some(place.source().place(Span::from(start..start + name.len())))
}

/// Adds the free variables of all expressions in a body. The iterator of a `dynamic` block is a variable of its labels and
/// its content; `iterators` are those of the blocks around it.
fn add_traversals(
    body: &Body,
    iterator: Option<String>,
    iterators: &mut Vec<String>,
    found: &mut Vec<Traversal>,
) {
    let content = body.everything();
    for attribute in &content.attributes {
        let own = iterator.iter().filter(|_| attribute.name == *"labels");
        let is_free =
            |it: &Traversal| !iterators.iter().chain(own.clone()).any(|name| name == it.root());
        found.extend(attribute.expr.variables().into_iter().filter(is_free));
    }
    let count = iterators.len();
    iterators.extend(iterator);
    for block in &content.blocks {
        add_traversals(&block.body, iterator_of(block), iterators, found);
    }
    iterators.truncate(count);
}

/// Returns the iterator of a `dynamic` block.
fn iterator_of(block: &Block) -> Option<String> {
    let label = block.labels.first().filter(|_| block.ty == *"dynamic")?;
    let content = block.body.everything();
    let own = content.attribute("iterator").and_then(|it| it.expr.as_keyword());
    Some(own.map_or_else(|| label.value.to_string(), |name| name.to_string()))
}

/// Returns the location of an expression that uses a prefix of a name as a whole, such as `local`, or with a computed step:
/// the name is a part of its value.
pub(super) fn whole_use<'s>(
    files: impl Iterator<Item = &'s Arc<File>>,
    parts: &[String],
) -> Option<Place> {
    let is_whole = |traversal: &&Traversal| {
        let names: Vec<_> = parts_of(traversal).collect();
        names.len() < parts.len() && parts.starts_with(&names)
    };
    let found = files.flat_map(|file| &file.names().traversals).find(is_whole)?;
    Some(found.place().clone())
}

/// Returns the parts of a traversal that are names.
pub(super) fn parts_of(traversal: &Traversal) -> impl Iterator<Item = String> + '_ {
    let steps = traversal.steps().iter().map_while(|step| match step {
        Step::Attr(name) => Some(name.to_string()),
        Step::Index(key) => key.as_str().map(str::to_owned),
    });
    std::iter::once(traversal.root().to_owned()).chain(steps)
}

/// Returns the reference of a traversal. Among several definitions, it is to the first in the order of files.
fn reference(traversal: &Traversal, known: &[&HashMap<&[String], usize>]) -> Option<Reference> {
    let mut parts: Vec<_> = parts_of(traversal).take(MAX_PARTS).collect();
    while let Some(last) = parts.last() {
        let definition = known.iter().find_map(|known| known.get(&*parts));
        if let Some(definition) = definition {
            let place = traversal.part_places().nth(parts.len() - 1)?;
            let place = name_in(&place, last)?;
            return Some(Reference { definition: *definition, place });
        }
        parts.pop();
    }
    None
}
