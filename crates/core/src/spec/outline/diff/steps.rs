//! Steps of a migration that the differences between two specs suggest.

use std::collections::HashSet;

use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::nearest;
use crate::edit::migrate::{MigrationStep, Migrations};
use crate::spec::outline::{
    BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineBody, OutlineContent,
};

impl Outline {
    /// Returns the steps that probably turn configurations of this spec into those of a later one: for each removed
    /// attribute or block type, and an added one of the same type with a similar name or the same documentation, a new
    /// name; for an attribute that another body has now, a move. Other differences have no step, and each step should be
    /// read before it is used.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
    ///
    /// let attr = |name| -> Spec { AttrSpec::new(name, Type::Number).into() };
    /// let old = Spec::object([("max", attr("max_conns")), ("port", attr("port"))]).outline();
    /// let server = Spec::object([("port", attr("port"))]);
    /// let server: Spec = BlocksSpec::new("server", server).into();
    /// let new = Spec::object([("max", attr("max_connections")), ("server", server)]).outline();
    /// let steps = "rename \"max_conns\" {\n  from = \"max_conns\"\n  to   = \"max_connections\"\n}\n\n\
    ///              move \"port\" {\n  from = \"port\"\n  to   = \"server.port\"\n}\n";
    /// assert_eq!(old.migrations(&new).to_hcl(), steps);
    /// ```
    pub fn migrations(&self, new: &Self) -> Migrations {
        let mut search = Search {
            old: self,
            new,
            seen: HashSet::new(),
            removed: Vec::new(),
            added: Vec::new(),
            steps: Migrations::new(),
        };
        search.bodies(BodyId::ROOT, BodyId::ROOT, &[]);
        search.attributes();
        search.steps
    }
}

/// The search for steps.
struct Search<'o> {
    old: &'o Outline,
    new: &'o Outline,
    seen: HashSet<(BodyId, BodyId)>,
    /// The attributes that the new spec lacks.
    removed: Vec<Located<'o>>,
    /// The attributes that the old spec lacks.
    added: Vec<Located<'o>>,
    steps: Migrations,
}

/// An attribute, with the types of the blocks around it by the names in the new spec.
struct Located<'o> {
    path: Vec<Str>,
    /// `true` if blocks that would be added have no labels.
    is_reachable: bool,
    attribute: &'o OutlineAttribute,
}

impl<'o> Search<'o> {
    fn bodies(&mut self, old: BodyId, new: BodyId, path: &[Str]) {
        if !self.seen.insert((old, new)) {
            return;
        }
        let (old, new) = (self.old.body(old), self.new.body(new));
        let located = |attribute| Located { path: path.to_vec(), is_reachable: true, attribute };
        let is_in = |body: &OutlineBody, it: &OutlineAttribute| {
            body.attributes
                .iter()
                .any(|other| it.names.all().any(|name| other.names.all().any(|it| it == name)))
        };
        self.removed.extend(old.attributes.iter().filter(|it| !is_in(new, it)).map(located));
        self.added.extend(new.attributes.iter().filter(|it| !is_in(old, it)).map(located));
        let (before, mut after) = (types(old), types(new));
        let mut removed = Vec::new();
        for ty in before {
            let same = after
                .iter()
                .position(|(_, it)| it.names.all().any(|name| *name == ty.1.names.name));
            match same {
                Some(index) => self.contents(ty, after.swap_remove(index), path),
                None => removed.push(ty),
            }
        }
        for ty in removed {
            let similar = after.iter().position(|it| self.are_similar(ty, *it));
            if let Some(index) = similar {
                let other = after.swap_remove(index);
                let (from, to) = (&ty.1.names.name, &other.1.names.name);
                self.add(MigrationStep::rename(name(path, from), &joined(path, from), to));
                self.contents(ty, other, path);
            }
        }
        for (block, ty) in after {
            self.add_all(block, ty, path, self.new);
        }
    }

    /// Compares the contents of blocks of two types.
    fn contents(&mut self, old: Type<'o>, new: Type<'o>, path: &[Str]) {
        if let (OutlineContent::Body(before), OutlineContent::Body(after)) =
            (&old.1.content, &new.1.content)
        {
            let path = path.iter().chain([&new.1.names.name]).cloned().collect_vec();
            self.bodies(*before, *after, &path);
        }
    }

    /// Adds the attributes of a new block type, and of the blocks in it.
    fn add_all(
        &mut self,
        block: &'o OutlineBlock,
        ty: &'o OutlineBlockType,
        path: &[Str],
        outline: &'o Outline,
    ) {
        let OutlineContent::Body(id) = ty.content else { return };
        // A body that contains itself has no end.
        if !self.seen.insert((id, id)) {
            return;
        }
        let body = outline.body(id);
        let is_reachable = outline.labels_of(block, ty).is_empty();
        let path = path.iter().chain([&ty.names.name]).cloned().collect_vec();
        let located = |attribute| Located { path: path.clone(), is_reachable, attribute };
        self.added.extend(body.attributes.iter().map(located));
        for (block, ty) in types(body) {
            if is_reachable {
                self.add_all(block, ty, &path, outline);
            }
        }
    }

    /// Adds the steps of attributes: a new name in the same body, or else a move to another one.
    fn attributes(&mut self) {
        for Located { path, attribute, .. } in std::mem::take(&mut self.removed) {
            let fits = |it: &&Located<'_>| it.path == path && are_alike(attribute, it.attribute);
            let from = &attribute.names.name;
            if let Some(other) = self.added.iter().find(fits) {
                let to = other.attribute.names.name.clone();
                self.add(MigrationStep::rename(name(&path, from), &joined(&path, from), &to));
                continue;
            }
            let is_same = |it: &&Located<'_>| {
                it.is_reachable
                    && it.attribute.names.name == *from
                    && it.attribute.value.ty() == attribute.value.ty()
            };
            if let [other] = &*self.added.iter().filter(is_same).collect_vec() {
                let to = joined(&other.path, from);
                self.add(MigrationStep::move_to(name(&path, from), &joined(&path, from), &to));
            }
        }
    }

    fn add(&mut self, step: MigrationStep) {
        self.steps = std::mem::take(&mut self.steps).step(step);
    }

    /// Returns `true` if blocks of a removed type may have a new type now.
    fn are_similar(&self, old: Type<'_>, new: Type<'_>) -> bool {
        let attributes = |outline: &Outline, ty: &OutlineBlockType| match ty.content {
            OutlineContent::Body(id) => {
                outline.body(id).attributes.iter().map(|it| it.names.name.clone()).collect_vec()
            }
            OutlineContent::Attributes(_) => Vec::new(),
        };
        let (before, after) = (attributes(self.old, old.1), attributes(self.new, new.1));
        let shared = before.iter().filter(|name| after.contains(name)).count();
        let is_same_docs = old.0.docs.text.is_some() && old.0.docs.text == new.0.docs.text;
        let has_same_labels =
            self.old.labels_of(old.0, old.1).len() == self.new.labels_of(new.0, new.1).len();
        has_same_labels
            && 2 * shared >= before.len().max(after.len())
            && (shared > 0 || is_same_docs || are_near(&old.1.names.name, &new.1.names.name))
    }
}

/// A block type, with the block that it is one of.
type Type<'o> = (&'o OutlineBlock, &'o OutlineBlockType);

fn types(body: &OutlineBody) -> Vec<Type<'_>> {
    let types = body.blocks.iter().flat_map(|block| block.types.iter().map(move |ty| (block, ty)));
    types.collect_vec()
}

/// Returns `true` if an attribute may have another name now.
fn are_alike(old: &OutlineAttribute, new: &OutlineAttribute) -> bool {
    let has_same_docs = old.docs.text.is_some() && old.docs.text == new.docs.text;
    old.value.ty() == new.value.ty()
        && (has_same_docs || are_near(&old.names.name, &new.names.name))
}

/// Returns `true` if two names are similar, or have the same or abbreviated words.
fn are_near(old: &Str, new: &Str) -> bool {
    let words = |name: &str| name.split(['_', '-']).map(str::to_lowercase).collect_vec();
    let (old_words, new_words) = (words(old), words(new));
    // An abbreviation has the first letters of its word.
    let is_word = |word: &String| {
        new_words.iter().any(|it| {
            let shared = it.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
            let shorter = it.chars().count().min(word.chars().count());
            it == word || shared > 2 && 2 * shared >= shorter
        })
    };
    let shared = old_words.iter().filter(|word| is_word(word)).count();
    nearest(old, [new.as_str()]).is_some()
        || 2 * shared > old_words.len().max(new_words.len()).min(3)
}

fn joined(path: &[Str], name: &Str) -> String {
    let parts = path.iter().chain([name]).map(Str::as_str).collect_vec();
    parts.join(".")
}

/// Returns the name of a step.
fn name(path: &[Str], name: &Str) -> String {
    joined(path, name).replace('.', "-")
}
