//! The flags of an outline.

use std::collections::{HashSet, VecDeque};
use std::mem;

use hcldyn_core::body::Layering;
use hcldyn_core::cty::Str;
use hcldyn_core::spec::outline::{
    BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineBody, OutlineChoice, OutlineContent,
    OutlineForm,
};
use hcldyn_core::spec::{BlockCollection, SettingSource, Tag};

use super::style::{Dotted, FlagStyle};
use super::value::{FlagValue, shown_default};

/// The maximum number of flags. A spec file can describe more attributes than a command line can have flags.
const MAX_FLAGS: usize = 4096;

/// A flag, and the attribute that it sets.
#[derive(Clone, Debug)]
pub(super) struct Flag {
    /// The name without the dashes before it.
    pub(super) name: String,
    /// The name of the flag that sets a bool to false.
    pub(super) negative: Option<String>,
    pub(super) short: Option<char>,
    /// Other names, which the help does not show.
    pub(super) aliases: Vec<String>,
    /// The environment variable that is read if the flag is not given.
    pub(super) variable: Option<String>,
    /// The environment variable of the configuration that sets the attribute, once the program has a prefix for them.
    pub(super) setting: Option<String>,
    /// The sources that may set the attribute, or none if all may.
    pub(super) sources: Vec<SettingSource>,
    /// The types of the blocks around the attribute, with the labels that select their forms, and its name.
    pub(super) path: Vec<Str>,
    /// The heading in the help, or `None` for an attribute outside of blocks.
    pub(super) heading: Option<String>,
    pub(super) is_hidden: bool,
    pub(super) value: FlagValue,
    pub(super) docs: Option<Str>,
    /// The default as the help shows it.
    pub(super) default: Option<String>,
}

/// A body whose attributes are not gathered yet.
#[derive(Clone)]
struct Waiting {
    id: BodyId,
    path: Vec<Str>,
    /// The bodies around it.
    around: Vec<BodyId>,
    heading: Option<String>,
    is_hidden: bool,
}

/// Returns the flags of an outline, those of the outermost attributes first. `name` returns the name for a path.
pub(super) fn flags(outline: &Outline, name: fn(&[&str]) -> String) -> Vec<Flag> {
    let (id, path, around) = (BodyId::ROOT, Vec::new(), Vec::new());
    let root = Waiting { id, path, around, heading: None, is_hidden: false };
    let mut waiting = VecDeque::from([root]);
    let mut found = Found {
        name,
        flags: Vec::new(),
        names: HashSet::new(),
        shorts: HashSet::new(),
        paths: HashSet::new(),
    };
    while let Some(body) = waiting.pop_front() {
        if found.flags.len() >= MAX_FLAGS {
            break;
        }
        found.body(outline.body(body.id), &body);
        waiting.extend(inner_bodies(outline, &body));
    }
    found.with_negatives()
}

/// Returns the forms of a body, and the bodies of the blocks that a path of names leads to.
fn inner_bodies(outline: &Outline, outer: &Waiting) -> Vec<Waiting> {
    let body = outline.body(outer.id);
    let inner = |id: BodyId| {
        let mut around = outer.around.clone();
        around.push(outer.id);
        (!around.contains(&id)).then(|| Waiting { id, around, ..outer.clone() })
    };
    let mut bodies = Vec::new();
    for choice in body.choices.iter().filter(|choice| choice.label().is_none()) {
        bodies.extend(choice.forms.iter().filter_map(|form| inner(form.body)));
    }
    for block in body.blocks.iter().filter(|block| is_merged(block)) {
        for ty in &block.types {
            let OutlineContent::Body(id) = ty.content else { continue };
            if !outline.labels_of(block, ty).is_empty() {
                continue;
            }
            let mut path = outer.path.clone();
            path.push(ty.names.name.clone());
            let is_hidden = outer.is_hidden || block.docs.is_hidden;
            let is_hidden = is_hidden || ty.names.deprecation.is_some();
            for (label, bodies_of_label) in forms_of(outline, id) {
                let mut path = path.clone();
                path.extend(label.clone());
                let heading = Some(heading(block, &path, label.as_ref()));
                let at = |inner| Waiting {
                    path: path.clone(),
                    heading: heading.clone(),
                    is_hidden,
                    ..inner
                };
                bodies.extend(bodies_of_label.into_iter().filter_map(inner).map(at));
            }
        }
    }
    bodies
}

/// Returns the bodies of a block for each label that selects its form, or without one.
fn forms_of(outline: &Outline, id: BodyId) -> Vec<(Option<Str>, Vec<BodyId>)> {
    let tags = outline.body(id).choices.iter().filter(|choice| choice.label().is_some());
    let tags: Vec<_> = tags.collect();
    match *tags {
        [] => vec![(None, vec![id])],
        [choice] => {
            let is_labelled = |form: &&OutlineForm| !outline.body(form.body).labels.is_empty();
            let forms = choice.forms.iter().filter(|form| !is_labelled(form));
            forms.map(|form| (Some(form.tag.clone()), vec![id, form.body])).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns `true` for a single block that layers merge.
fn is_merged(block: &OutlineBlock) -> bool {
    let is_merged = match block.options.layering {
        None => block.types.len() == 1,
        Some(layering) => layering == Layering::Merge,
    };
    block.collection == BlockCollection::Single && is_merged
}

/// Returns the heading for the flags of a block: its title, or the types and tags of the blocks that lead to it.
fn heading(block: &OutlineBlock, path: &[Str], label: Option<&Str>) -> String {
    match (&block.docs.title, label) {
        (Some(title), Some(label)) => format!("{title}: {label}"),
        (Some(title), None) => title.to_string(),
        (None, _) => Dotted::name(&strs(path)),
    }
}

fn strs(path: &[Str]) -> Vec<&str> {
    path.iter().map(Str::as_str).collect()
}

/// The flags that were found.
struct Found {
    /// Returns the name for a path.
    name: fn(&[&str]) -> String,
    flags: Vec<Flag>,
    /// The names of the flags.
    names: HashSet<String>,
    shorts: HashSet<char>,
    /// The paths of the attributes that have flags.
    paths: HashSet<Vec<Str>>,
}

impl Found {
    fn body(&mut self, body: &OutlineBody, at: &Waiting) {
        for choice in &body.choices {
            self.tag(choice, at);
        }
        for attribute in &body.attributes {
            self.attribute(attribute, at);
        }
    }

    /// Adds a flag for the attribute that selects the form of a body.
    fn tag(&mut self, choice: &OutlineChoice, at: &Waiting) {
        let Tag::Attribute(name) = &choice.tag else { return };
        let tags = choice.forms.iter().map(|form| &form.tag);
        let value = FlagValue::of_tags(name, tags);
        let flag = Flag { docs: choice.docs.text.clone(), ..Flag::new(name, at, value) };
        self.add(flag);
    }

    /// Adds a flag for each name of an attribute. The help shows the first.
    fn attribute(&mut self, attribute: &OutlineAttribute, at: &Waiting) {
        let OutlineAttribute { names, docs, setting, .. } = attribute;
        let is_hidden = docs.is_hidden || setting.flag.is_hidden;
        let flag = Flag::new(&names.name, at, FlagValue::of(attribute));
        self.add(Flag {
            name: setting.flag.long.as_ref().map(ToString::to_string).unwrap_or_default(),
            short: setting.flag.short,
            aliases: setting.flag.aliases.iter().map(ToString::to_string).collect(),
            variable: setting.flag.variable.as_ref().map(ToString::to_string),
            is_hidden: at.is_hidden || is_hidden || names.deprecation.is_some(),
            sources: setting.sources.clone(),
            docs: docs.text.clone(),
            default: shown_default(attribute),
            ..flag
        });
        for name in names.others() {
            let (flag, sources) =
                (Flag::new(name, at, FlagValue::of(attribute)), setting.sources.clone());
            self.add(Flag { is_hidden: true, sources, ..flag });
        }
    }

    /// Adds a flag with its own name, or one made from its path, unless another flag sets the same attribute. Other flags
    /// keep their names.
    fn add(&mut self, mut flag: Flag) {
        if self.flags.len() >= MAX_FLAGS || !self.paths.insert(flag.path.clone()) {
            return;
        }
        let path = strs(&flag.path);
        let names = [mem::take(&mut flag.name), (self.name)(&path), Dotted::name(&path)];
        let mut is_new = |name: &String| is_name(name) && self.names.insert(name.clone());
        let Some(name) = names.into_iter().find(&mut is_new) else { return };
        flag.aliases.retain(is_new);
        let short = flag.short.filter(|short| *short != '-' && self.shorts.insert(*short));
        self.flags.push(Flag { name, short, ..flag });
    }

    /// Adds the second name, such as `--no-tls`, to each flag for a bool, unless another flag has this name.
    fn with_negatives(mut self) -> Vec<Flag> {
        for flag in self.flags.iter_mut().filter(|flag| flag.value.is_switch()) {
            let negative = format!("no-{}", flag.name);
            flag.negative = self.names.insert(negative.clone()).then_some(negative);
        }
        self.flags
    }
}

impl Flag {
    /// Returns `true` if a source may set the attribute.
    pub(super) fn allows(&self, source: SettingSource) -> bool {
        self.sources.is_empty() || self.sources.contains(&source)
    }

    /// Returns `true` if the flag is in the help. One that may not be given is known, so that decoding reports it and the
    /// sources to use.
    pub(super) fn is_shown(&self) -> bool {
        !self.is_hidden && self.allows(SettingSource::Flag)
    }

    /// Creates a flag without a name for an attribute of a body.
    fn new(attribute: &Str, at: &Waiting, value: FlagValue) -> Self {
        let mut path = at.path.clone();
        path.push(attribute.clone());
        Self {
            name: String::new(),
            negative: None,
            short: None,
            aliases: Vec::new(),
            variable: None,
            setting: None,
            sources: Vec::new(),
            path,
            heading: at.heading.clone(),
            is_hidden: at.is_hidden,
            value,
            docs: None,
            default: None,
        }
    }
}

/// Returns `true` if clap can have a flag of a name.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| !c.is_whitespace() && !c.is_control() && c != '=';
    !name.is_empty() && !name.starts_with('-') && name.chars().all(is_part)
}
