//! The defined names as a tree, and the resolution of references to them.

use foldhash::{HashMap, HashSet};

use super::node::{Name, NodeId, Target};
use crate::cty::internal::{CollectVec, sort_by_key};
use crate::cty::{Step, Str};
use crate::expr::Traversal;

/// All defined names, as a tree of their parts.
#[derive(Debug)]
pub(super) struct DefinedNames {
    /// All entries; the first is the root.
    entries: Vec<Entry>,
    groups: Vec<Group>,
}

#[derive(Debug, Default)]
struct Entry {
    inner: HashMap<Str, EntryId>,
    defined: Option<NodeId>,
    /// The first node that was defined at or below this entry.
    first: Option<NodeId>,
    group: Option<GroupId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct EntryId(u32);

/// The number of a group, in the order of first reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GroupId(pub(super) u32);

/// All names with a common prefix, which a reference uses as a whole.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) name: Name,
    /// The direct members, ordered by name.
    pub(super) members: Vec<(Str, Target)>,
}

/// The result of resolving a reference.
pub(super) enum Resolution {
    /// A defined name or group.
    Target(Target),
    /// An undefined name whose beginning is known.
    Undefined(Name),
    /// A variable that this graph does not define.
    Elsewhere,
}

impl DefinedNames {
    const ROOT: EntryId = EntryId(0);

    pub(super) fn new() -> Self {
        Self { entries: vec![Entry::default()], groups: Vec::new() }
    }

    /// Declares a prefix, even if no name with it is defined.
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
    /// Fails with the earlier node if it has this name, or if one of the two names is a prefix of the other.
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

    /// Resolves a reference. Creates a group on its first reference, so all nodes must be defined before.
    pub(super) fn resolve(&mut self, traversal: &Traversal) -> Resolution {
        let (mut entry, mut taken) = (Self::ROOT, 0);
        for part in parts(traversal) {
            taken += 1;
            match self.entry(entry).inner.get(part) {
                Some(inner) => entry = *inner,
                None if taken == 1 => return Resolution::Elsewhere,
                None => return Resolution::Undefined(beginning(traversal, taken)),
            }
            if let Some(node) = self.entry(entry).defined {
                return Resolution::Target(Target::Node(node));
            }
        }
        Resolution::Target(Target::Group(self.group(entry, beginning(traversal, taken).parts())))
    }

    /// Returns the nodes that references use: one each, or all of a group. A group is visited once, but its nodes can
    /// also be in another one.
    pub(super) fn targets(&self, traversals: &[Traversal]) -> impl Iterator<Item = NodeId> {
        let entries: HashSet<_> = traversals.iter().filter_map(|it| self.target(it)).collect();
        let mut found = Vec::new();
        for entry in entries {
            self.gather(entry, &mut Vec::new(), &mut found);
        }
        found.into_iter().map(|(_, node)| node)
    }

    /// Returns the entry of the definition or the group that a reference uses.
    fn target(&self, traversal: &Traversal) -> Option<EntryId> {
        let mut entry = Self::ROOT;
        for part in parts(traversal) {
            entry = *self.entry(entry).inner.get(part)?;
            if self.entry(entry).defined.is_some() {
                break;
            }
        }
        Some(entry)
    }

    /// The defined names beside an undefined one, ordered by name.
    pub(super) fn beside(&self, name: &Name) -> Vec<&str> {
        let mut entry = Self::ROOT;
        for part in name.parts() {
            match self.entry(entry).inner.get(part) {
                Some(inner) => entry = *inner,
                None => break,
            }
        }
        self.inner(entry).into_iter().map(|(name, _)| name.as_str()).collect_vec()
    }

    /// The nodes whose names begin with `parts`, ordered by name, each with the rest of its name. `None` if the
    /// prefix is unknown.
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

    /// The children of an entry, ordered by name.
    fn inner(&self, id: EntryId) -> Vec<(&Str, EntryId)> {
        let mut inner = self.entry(id).inner.iter().map(|(name, id)| (name, *id)).collect_vec();
        sort_by_key(&mut inner, |(name, _)| *name);
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

    /// Returns the group of everything inside an entry, and creates it if needed. Recurses once per part of a
    /// name.
    fn group(&mut self, entry: EntryId, path: &[Str]) -> GroupId {
        if let Some(group) = self.entry(entry).group {
            return group;
        }
        let inner =
            self.inner(entry).into_iter().map(|(name, inner)| (name.clone(), inner)).collect_vec();
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

/// The parts of the name that a traversal begins with. On an object, `.a` and `["a"]` are equal.
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
