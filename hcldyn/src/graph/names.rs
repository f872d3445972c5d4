//! The names that are defined, as a tree, and what references to them lead to.

use foldhash::HashMap;

use super::node::{Name, NodeId, Target};
use crate::cty::{Step, Str};
use crate::expr::Traversal;

/// All names that are defined, part by part.
#[derive(Debug)]
pub(super) struct DefinedNames {
    /// The first is above all names.
    entries: Vec<Entry>,
    groups: Vec<Group>,
}

#[derive(Debug, Default)]
struct Entry {
    inner: HashMap<Str, EntryId>,
    defined: Option<NodeId>,
    /// The first node that was defined here or further in.
    first: Option<NodeId>,
    group: Option<GroupId>,
}

#[derive(Clone, Copy, Debug)]
struct EntryId(u32);

/// The number of a group, in the order in which they were first referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GroupId(pub(super) u32);

/// Everything whose name begins alike, which something refers to as a whole.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) name: Name,
    /// What is directly inside, in name order.
    pub(super) members: Vec<(Str, Target)>,
}

/// What a reference leads to.
pub(super) enum Found {
    /// Something that is defined here.
    Target(Target),
    /// The name is not defined, though what it begins with is known.
    Undefined(Name),
    /// The variable is none of this graph.
    Elsewhere,
}

impl DefinedNames {
    const ROOT: EntryId = EntryId(0);

    pub(super) fn new() -> Self {
        Self { entries: vec![Entry::default()], groups: Vec::new() }
    }

    /// Makes it known that names begin so, whether or not there are any.
    pub(super) fn declare(&mut self, prefix: &[Str]) {
        let mut entry = Self::ROOT;
        for part in prefix {
            entry = self.enter(entry, part);
        }
    }

    /// Defines a name.
    ///
    /// # Errors
    ///
    /// Fails with the node that defined it before, or whose name is the beginning of the other.
    pub(super) fn define(&mut self, name: &Name, node: NodeId) -> Result<(), NodeId> {
        let mut path = vec![Self::ROOT];
        for part in name.parts() {
            let entry = path[path.len() - 1];
            if let Some(before) = self.entry(entry).defined {
                return Err(before);
            }
            path.push(self.enter(entry, part));
        }
        let entry = path[path.len() - 1];
        if let Some(before) = self.entry(entry).first {
            return Err(before);
        }
        self.entries[entry.0 as usize].defined = Some(node);
        for entry in path {
            self.entries[entry.0 as usize].first.get_or_insert(node);
        }
        Ok(())
    }

    /// What a reference leads to. A group that is met for the first time is made; the nodes must all be
    /// defined before.
    pub(super) fn resolve(&mut self, traversal: &Traversal) -> Found {
        let (mut entry, mut taken) = (Self::ROOT, 0);
        for part in parts(traversal) {
            taken += 1;
            match self.entry(entry).inner.get(part) {
                Some(inner) => entry = *inner,
                None if taken == 1 => return Found::Elsewhere,
                None => return Found::Undefined(beginning(traversal, taken)),
            }
            if let Some(node) = self.entry(entry).defined {
                return Found::Target(Target::Node(node));
            }
        }
        Found::Target(Target::Group(self.group(entry, beginning(traversal, taken).parts())))
    }

    /// What is defined beside a name that is not, in name order.
    pub(super) fn beside(&self, name: &Name) -> Vec<&str> {
        let mut entry = Self::ROOT;
        for part in name.parts() {
            match self.entry(entry).inner.get(part) {
                Some(inner) => entry = *inner,
                None => break,
            }
        }
        self.inner(entry).into_iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The nodes whose names begin so, in name order, each with the rest of its name. `None` where no name
    /// begins so.
    pub(super) fn below(&self, parts: &[&str]) -> Option<Vec<(Vec<Str>, NodeId)>> {
        let mut entry = Self::ROOT;
        for part in parts {
            entry = *self.entry(entry).inner.get(*part)?;
        }
        let mut found = Vec::new();
        self.gather(entry, &mut Vec::new(), &mut found);
        Some(found)
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.0 as usize]
    }

    /// What is inside an entry, in name order.
    fn inner(&self, id: EntryId) -> Vec<(&Str, EntryId)> {
        let mut inner: Vec<_> = self.entry(id).inner.iter().map(|(name, id)| (name, *id)).collect();
        inner.sort_unstable_by_key(|(name, _)| *name);
        inner
    }

    fn enter(&mut self, entry: EntryId, part: &Str) -> EntryId {
        if let Some(inner) = self.entry(entry).inner.get(part) {
            return *inner;
        }
        let new = EntryId(self.entries.len() as u32);
        self.entries.push(Entry::default());
        self.entries[entry.0 as usize].inner.insert(part.clone(), new);
        new
    }

    /// The group of everything inside an entry, made when it is first asked for. As deep as a name is long.
    fn group(&mut self, entry: EntryId, path: &[Str]) -> GroupId {
        if let Some(group) = self.entry(entry).group {
            return group;
        }
        let inner: Vec<_> =
            self.inner(entry).into_iter().map(|(name, inner)| (name.clone(), inner)).collect();
        let mut members = Vec::with_capacity(inner.len());
        for (part, inner) in inner {
            let target = match self.entry(inner).defined {
                Some(node) => Target::Node(node),
                None => {
                    Target::Group(self.group(inner, &[path, std::slice::from_ref(&part)].concat()))
                }
            };
            members.push((part, target));
        }
        let id = GroupId(self.groups.len() as u32);
        self.groups.push(Group { name: path.iter().cloned().collect(), members });
        self.entries[entry.0 as usize].group = Some(id);
        id
    }

    fn gather(&self, entry: EntryId, path: &mut Vec<Str>, found: &mut Vec<(Vec<Str>, NodeId)>) {
        found.extend(self.entry(entry).defined.map(|node| (path.clone(), node)));
        for (part, inner) in self.inner(entry) {
            path.push(part.clone());
            self.gather(inner, path, found);
            path.pop();
        }
    }
}

/// The parts of the name that a traversal begins with; `.a` and `["a"]` are the same of an object.
fn parts(traversal: &Traversal) -> impl Iterator<Item = &str> + '_ {
    std::iter::once(traversal.root()).chain(traversal.steps().iter().map_while(part))
}

fn beginning(traversal: &Traversal, length: usize) -> Name {
    parts(traversal).take(length).map(Str::new).collect()
}

fn part(step: &Step) -> Option<&str> {
    match step {
        Step::Attr(name) => Some(name),
        Step::Index(key) => key.as_str(),
    }
}
