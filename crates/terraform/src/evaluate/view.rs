//! The values of resources and modules, as expressions see them.

use hcldyn::cty::{Step, Str, Type, Value};

use super::{Cell, Evaluation, Key, Repeated, RepeatedBy, ResourceInstance};
use crate::graph::{Item, Node};
use crate::tree::Target;

/// The largest index of an instance that is mentioned and looked at.
const MAX_MENTIONED: usize = 100;

/// The form of instances whose keys are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnknownInstances {
    /// An unknown collection, which has no marks inside.
    Collection,
    /// A collection of equal instances, with the keys that are mentioned.
    Mentioned,
}

impl Evaluation<'_> {
    /// Returns the value of a resource or a module for expressions that mention parts of it.
    pub(super) fn view(
        &self,
        node: usize,
        repeated: &Repeated,
        mentions: &[&[Step]],
        unknown: UnknownInstances,
    ) -> Value {
        let values: Vec<(&Key, Value)> = match self.graph.target_of(node) {
            None => {
                let of = |it| part_of(it, repeated.by, mentions);
                repeated.resources.iter().map(|it| (&it.key, of(it))).collect()
            }
            Some(Target::Module(module)) => {
                let outputs = |index: usize| self.outputs(*module, index);
                repeated.modules.iter().map(|(key, index)| (key, outputs(*index))).collect()
            }
            Some(_) => {
                let unknown = |(key, _)| (key, Value::dynamic());
                repeated.modules.iter().map(|(key, index)| unknown((key, index))).collect()
            }
        };
        match repeated.by {
            RepeatedBy::Failed => Value::failed(),
            RepeatedBy::Unknown => self.unknown_instances(node, values, mentions, unknown),
            RepeatedBy::Nothing => {
                let mut values = values.into_iter().map(|(_, value)| value);
                // Without an instance, it is not enabled.
                values.next().unwrap_or_else(|| Value::null(Type::Dynamic))
            }
            RepeatedBy::Index => Value::tuple(values.into_iter().map(|(_, value)| value).collect()),
            RepeatedBy::Key => {
                Value::object(values.into_iter().filter_map(|(key, value)| match key {
                    Key::Name(name) => Some((name.clone(), value)),
                    Key::Single | Key::Index(_) => None,
                }))
            }
        }
    }

    /// Returns the value of instances whose keys are not known. A check knows the type of their attributes by one of them.
    fn unknown_instances(
        &self,
        node: usize,
        values: Vec<(&Key, Value)>,
        mentions: &[&[Step]],
        how: UnknownInstances,
    ) -> Value {
        let Some((_, value)) = values.into_iter().next() else { return Value::dynamic() };
        if value.is_failed() {
            return value;
        }
        let Node { module, item, .. } = self.graph.nodes[node];
        let folder = &self.graph.tree.modules[module].folder;
        let (count, for_each) = match item {
            Item::Call(index) => {
                let call = &folder.calls[index].content;
                (&call.count, &call.for_each)
            }
            Item::Resource(_) if value.ty() == Type::Dynamic => return value,
            Item::Resource(index) => {
                let meta = &folder.resources[index].block.content.meta;
                (&meta.count, &meta.for_each)
            }
            Item::Local(_) | Item::Output(_) | Item::Variable(_) => return Value::dynamic(),
        };
        match (count, for_each, how) {
            (Some(_), _, UnknownInstances::Mentioned) => mentioned_indices(&value, mentions),
            (None, Some(_), UnknownInstances::Mentioned) => mentioned_keys(&value, mentions),
            (Some(_), ..) => Value::unknown(Type::list(value.ty())),
            (None, Some(_), _) => Value::unknown(Type::map(value.ty())),
            (None, None, UnknownInstances::Mentioned) => value,
            (None, None, UnknownInstances::Collection) => Value::unknown(value.ty()),
        }
    }

    /// Returns `true` if a node has instances with unknown keys that have sensitive parts.
    pub(super) fn has_hidden_marks(&self, node: usize, repeated: &Repeated) -> bool {
        let is_secret = |index: usize| match self.graph.target_of(node) {
            Some(Target::Module(module)) => self.outputs(*module, index).contains_marked(),
            _ => false,
        };
        repeated.by == RepeatedBy::Unknown
            && (repeated.resources.iter().any(|it| !it.is_open && it.value.contains_marked())
                || repeated.modules.iter().any(|(_, index)| is_secret(*index)))
    }

    /// Returns the object of the outputs of an instance of a module.
    fn outputs(&self, module: usize, instance: usize) -> Value {
        let folder = &self.graph.tree.modules[module].folder;
        let instance = &self.instances[module][instance];
        let outputs =
            self.graph.nodes_of(module).zip(&instance.cells).filter_map(|(node, cell)| {
                let Item::Output(index) = self.graph.nodes[node].item else { return None };
                let value = match cell {
                    Cell::Value(computed) => computed.value.clone(),
                    Cell::Open | Cell::Instances(_) => Value::dynamic(),
                };
                Some((folder.outputs[index].name.clone(), value))
            });
        let broken = folder.broken_outputs().map(|name| (Str::new(name), Value::failed()));
        Value::object(outputs.chain(broken))
    }
}

/// Returns the name of the output or attribute that a reference to a module or a resource mentions, also after a key.
pub(super) fn attribute_name(steps: &[Step]) -> Option<&Str> {
    steps.iter().take(2).find_map(|step| match step {
        Step::Attr(name) => Some(name),
        Step::Index(_) => None,
    })
}

/// Returns an instance of a resource. Without the schema of its provider, only the arguments that are written are known, so it
/// is an object of those attributes that are mentioned, or unknown if it is mentioned as a whole.
fn part_of(instance: &ResourceInstance, by: RepeatedBy, mentions: &[&[Step]]) -> Value {
    if !instance.is_open {
        return instance.value.clone();
    }
    if by == RepeatedBy::Unknown {
        return Value::dynamic();
    }
    let mut attributes: Vec<(Str, Value)> = Vec::new();
    for steps in mentions {
        let rest = match (by, steps.first(), &instance.key) {
            (RepeatedBy::Nothing, ..) => steps,
            (_, Some(Step::Index(key)), Key::Index(index)) if is_index(key, *index) => &steps[1..],
            (_, Some(Step::Index(key)), Key::Name(name)) if key.as_str() == Some(name) => {
                &steps[1..]
            }
            (RepeatedBy::Key, Some(Step::Attr(key)), Key::Name(name)) if key == name => &steps[1..],
            // Another instance.
            (_, Some(Step::Index(_)), _) if steps.len() > 1 => continue,
            _ => return Value::dynamic(),
        };
        let Some(Step::Attr(name)) = rest.first() else { return Value::dynamic() };
        let written = instance.value.get(name).filter(|value| !value.is_null());
        let value = written.filter(|_| instance.is_attribute(name)).cloned();
        attributes.push((name.clone(), value.unwrap_or_else(Value::dynamic)));
    }
    Value::object(attributes)
}

/// Returns instances with the indices that are mentioned, at least one.
fn mentioned_indices(value: &Value, mentions: &[&[Step]]) -> Value {
    let index = |steps: &&[Step]| match steps.first() {
        Some(Step::Index(key)) => key.as_number()?.to_usize(),
        _ => None,
    };
    let last = mentions.iter().filter_map(index).max().unwrap_or_default().min(MAX_MENTIONED);
    Value::tuple(vec![value.clone(); last + 1])
}

/// Returns instances with the keys that are mentioned, at least one.
fn mentioned_keys(value: &Value, mentions: &[&[Step]]) -> Value {
    let key = |steps: &&[Step]| match steps.first()? {
        Step::Index(key) => key.as_str().map(Str::new),
        Step::Attr(name) => Some(name.clone()),
    };
    let keys = mentions.iter().filter_map(key).chain([Str::new("")]);
    Value::object(keys.map(|key| (key, value.clone())))
}

fn is_index(key: &Value, index: usize) -> bool {
    *key == Value::from(index as u64)
}
