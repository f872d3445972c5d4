//! The values of resources and modules, as expressions see them.

use hcldyn::cty::Step;
use hcldyn::cty::{Str, Value};

use super::{Cell, Evaluation, Key, Repeated, RepeatedBy, ResourceInstance};
use crate::graph::Item;
use crate::tree::Target;

impl Evaluation<'_> {
    /// Returns the value of a resource or a module for expressions that mention parts of it.
    pub(super) fn view(&self, node: usize, repeated: &Repeated, mentions: &[&[Step]]) -> Value {
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
            RepeatedBy::Unknown => Value::dynamic(),
            RepeatedBy::Nothing => {
                let mut values = values.into_iter().map(|(_, value)| value);
                values.next().unwrap_or_else(Value::dynamic)
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
        Value::object(outputs)
    }
}

/// Returns an instance of a resource. Without the schema of its provider, only the arguments that are written are known, so it
/// is an object of those attributes that are mentioned, or unknown if it is mentioned as a whole.
fn part_of(instance: &ResourceInstance, by: RepeatedBy, mentions: &[&[Step]]) -> Value {
    if !instance.is_open {
        return instance.value.clone();
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

fn is_index(key: &Value, index: usize) -> bool {
    *key == Value::from(index as u64)
}
