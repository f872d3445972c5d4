//! An evaluation as JSON, in the form of `terraform show -json`.

mod model;
mod parts;

use std::collections::BTreeMap;

use hcldyn::cty::{Mark, Value};

use self::model::{
    Change, Module, OutputValue, PlannedValues, Resource, Shown, Unknown, VariableValue,
};
use self::parts::{Shape, json, sensitive_parts, type_json, unknown_parts};
use crate::evaluate::{Cell, Computed, Evaluation, Key, Repeated, RepeatedBy, ResourceInstance};
use crate::folder::Mode;
use crate::graph::Item;
use crate::tree::Target;

/// The treatment of sensitive values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sensitive {
    /// They are left out.
    #[default]
    Hidden,
    /// They are shown, as Terraform does.
    Shown,
}

impl Evaluation<'_> {
    /// Returns the evaluation as JSON, in the form of `terraform show -json`: `variables`, `planned_values` with `outputs` and
    /// `root_module`, and `output_changes`. `locals` has the local values of each module by its address, and `unknown` the
    /// paths of what is not known, with the names that it waits for.
    ///
    /// A value that is not wholly known has no `value`. Unknown attributes of resources are left out, and so are sensitive
    /// values, unless they are to be [shown](Sensitive::Shown).
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn_terraform::{Evaluation, Loader, Options, Sensitive};
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-show-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// std::fs::write(folder.join("main.tf"), "output \"port\" {\n  value = 80\n}\n").unwrap();
    /// let mut diags = Diagnostics::new();
    /// let tree = Loader::new().load(&folder, &mut diags);
    /// let evaluation = Evaluation::of(&tree, &folder, &Options::default(), &mut diags);
    /// assert!(evaluation.show(Sensitive::Hidden).contains("\"port\""));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// ```
    pub fn show(&self, sensitive: Sensitive) -> String {
        let shape = Shape { shows_sensitive: sensitive == Sensitive::Shown };
        let mut writer = Writer { evaluation: self, shape, unknown: Vec::new() };
        let shown = writer.shown();
        serde_json::to_string_pretty(&shown).unwrap_or_default()
    }
}

/// Makes the parts of the JSON, and collects what is not known.
struct Writer<'e, 't> {
    evaluation: &'e Evaluation<'t>,
    shape: Shape,
    unknown: Vec<Unknown>,
}

impl Writer<'_, '_> {
    fn shown(&mut self) -> Shown {
        let variables = self.variables();
        let (outputs, output_changes) = self.outputs();
        let mut locals = BTreeMap::new();
        let root_module = self.module(0, 0, &mut locals);
        let unknown = std::mem::take(&mut self.unknown);
        Shown {
            format_version: "1.2",
            variables,
            planned_values: PlannedValues { outputs, root_module },
            output_changes,
            locals,
            unknown,
        }
    }

    fn variables(&mut self) -> BTreeMap<String, VariableValue> {
        let folder = &self.evaluation.graph.tree.root().folder;
        let mut found = BTreeMap::new();
        for (node, computed) in self.evaluation.values_of(0, 0) {
            let Item::Variable(index) = self.evaluation.graph.nodes[node].item else { continue };
            let name = folder.variables[index].name.to_string();
            let value = self.value(&computed.value);
            self.note(format!("variables.{name}"), computed);
            found.insert(name, VariableValue { value });
        }
        found
    }

    fn outputs(&mut self) -> (BTreeMap<String, OutputValue>, BTreeMap<String, Change>) {
        let folder = &self.evaluation.graph.tree.root().folder;
        let (mut outputs, mut changes) = (BTreeMap::new(), BTreeMap::new());
        for (node, computed) in self.evaluation.values_of(0, 0) {
            let Item::Output(index) = self.evaluation.graph.nodes[node].item else { continue };
            let output = &folder.outputs[index];
            let name = output.name.to_string();
            let sensitive = output.content.sensitive;
            let value = self.value(&computed.value);
            let ty = computed.is_known().then(|| type_json(&computed.value));
            self.note(format!("outputs.{name}"), computed);
            changes.insert(name.clone(), self.change(&computed.value, sensitive));
            outputs.insert(name, OutputValue { sensitive, ty, value });
        }
        (outputs, changes)
    }

    /// Returns the change of an output that is created.
    fn change(&self, value: &Value, sensitive: bool) -> Change {
        let unknown =
            if value.is_wholly_known() { Value::from(false) } else { unknown_parts(value) };
        Change {
            actions: ["create"],
            before: (),
            after: json(&self.shape.without_unknown(value)),
            after_unknown: json(&unknown),
            before_sensitive: sensitive,
            after_sensitive: sensitive,
        }
    }

    /// Returns a value, if it is wholly known and may be shown.
    fn value(&self, value: &Value) -> Option<Box<serde_json::value::RawValue>> {
        let is_secret = || {
            value.contains_marked() && value.clone().unmark_deep().1.contains(&Mark::sensitive())
        };
        let is_hidden = !self.shape.shows_sensitive && is_secret();
        (value.is_wholly_known() && !is_hidden).then(|| json(value))
    }

    /// Records a value that is not wholly known.
    fn note(&mut self, path: String, computed: &Computed) {
        if !computed.is_known() {
            self.unknown.push(Unknown { path, waits_for: computed.waits.to_vec() });
        }
    }

    /// Returns an instance of a module. The recursion is bounded by the depth of the tree.
    fn module(
        &mut self,
        module: usize,
        instance: usize,
        locals: &mut BTreeMap<String, BTreeMap<String, VariableValue>>,
    ) -> Module {
        let evaluation = self.evaluation;
        let (graph, it) = (&evaluation.graph, &evaluation.instances[module][instance]);
        let folder = &graph.tree.modules[module].folder;
        let prefix = if it.address.is_empty() { String::new() } else { format!("{}.", it.address) };
        let (mut resources, mut child_modules) = (Vec::new(), Vec::new());
        for (node, cell) in graph.nodes_of(module).zip(&it.cells) {
            match (graph.nodes[node].item, cell) {
                (Item::Local(index), Cell::Value(computed)) => {
                    let name = folder.locals[index].name.to_string();
                    self.note(format!("{prefix}locals.{name}"), computed);
                    let value = self.value(&computed.value);
                    let of_module = locals.entry(it.address.clone()).or_default();
                    of_module.insert(name, VariableValue { value });
                }
                (Item::Resource(index), Cell::Instances(repeated)) => {
                    let resource = &folder.resources[index];
                    let address = format!("{prefix}{}", resource.address());
                    self.note_number(&address, repeated);
                    for instance in &repeated.resources {
                        resources.push(self.resource(&address, resource, instance));
                    }
                }
                (Item::Call(index), Cell::Instances(repeated)) => {
                    let call = &folder.calls[index];
                    let address = format!("{prefix}module.{}", call.name);
                    self.note_number(&address, repeated);
                    match graph.target_of(node) {
                        Some(Target::Module(inner)) => {
                            for (_, index) in &repeated.modules {
                                child_modules.push(self.module(*inner, *index, locals));
                            }
                        }
                        Some(Target::Elsewhere(source)) => {
                            let waits_for = vec![source.clone()];
                            self.unknown.push(Unknown { path: address, waits_for });
                        }
                        Some(Target::Invalid) | None => {}
                    }
                }
                _ => {}
            }
        }
        resources.sort_by(|a, b| a.order().cmp(&b.order()));
        child_modules.sort_by(|a: &Module, b: &Module| a.address.cmp(&b.address));
        Module { resources, child_modules, address: it.address.clone() }
    }

    /// Records a block whose number of instances is not known.
    fn note_number(&mut self, address: &str, repeated: &Repeated) {
        if repeated.by == RepeatedBy::Unknown {
            let waits_for = repeated.waits.to_vec();
            self.unknown.push(Unknown { path: address.to_owned(), waits_for });
        }
    }

    fn resource(
        &mut self,
        address: &str,
        resource: &crate::folder::Resource,
        instance: &ResourceInstance,
    ) -> Resource {
        let address = format!("{address}{}", instance.key);
        if !instance.waits.is_empty() {
            let waits_for = instance.waits.to_vec();
            self.unknown.push(Unknown { path: address.clone(), waits_for });
        }
        let index = match &instance.key {
            Key::Single => None,
            Key::Index(index) => Some(Value::from(*index as u64)),
            Key::Name(name) => Some(Value::from(name.clone())),
        };
        Resource {
            address,
            mode: match resource.mode {
                Mode::Managed => "managed",
                Mode::Data => "data",
                Mode::Ephemeral => "ephemeral",
            },
            ty: resource.ty.to_string(),
            name: resource.block.name.to_string(),
            index: index.as_ref().map(json),
            values: self.shape.attributes(&instance.value).as_ref().map(json),
            sensitive_values: json(&sensitive_parts(&instance.value)),
            position: instance.key.position(),
        }
    }
}

impl Key {
    /// Returns the position of a counted instance.
    fn position(&self) -> usize {
        match self {
            Self::Index(index) => *index,
            Self::Single | Self::Name(_) => 0,
        }
    }
}

impl Resource {
    /// Returns the order of the resources of a module: managed ones last, by type, name, index and address.
    fn order(&self) -> impl Ord {
        (self.mode, self.ty.clone(), self.name.clone(), self.position, self.address.clone())
    }
}
