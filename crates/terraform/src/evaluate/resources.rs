//! Resources: their arguments as they are written.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::LazyLock;

use hcldyn::body::Body;
use hcldyn::cty::{Str, Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, DataForm, Rest, Spec, decode};
use hcldyn::{Diagnostics, EvalContext};

use super::repeated::{Planned, Repeatable};
use super::scope::with_given;
use super::{Cell, Evaluation, Key, Repeated};
use crate::folder::{Mode, Resource};
use crate::schemas::TypeSchema;

/// An instance of a resource.
#[derive(Debug)]
pub(crate) struct ResourceInstance {
    pub(crate) key: Key,
    /// The arguments, and what is known about the other attributes.
    pub(crate) value: Value,
    /// `true` if the value has only the arguments that are written, since the schema of the provider is not known.
    pub(crate) is_open: bool,
    /// The names that unknown arguments wait for.
    pub(crate) waits: Rc<[String]>,
    /// The arguments that are written.
    written: Value,
    /// The arguments that are attributes, not blocks.
    attributes: HashSet<Str>,
}

/// The arguments of the resource type `terraform_data`, which every program has.
static TERRAFORM_DATA: LazyLock<Spec> = LazyLock::new(|| {
    let any = |name| (name, AttrSpec::new(name, Type::Dynamic).into());
    Spec::object([any("input"), any("triggers_replace")])
});

impl ResourceInstance {
    /// Returns `true` if an argument is an attribute.
    pub(crate) fn is_attribute(&self, name: &Str) -> bool {
        self.attributes.contains(name)
    }

    fn decode(
        resource: &Resource,
        schema: Option<&TypeSchema>,
        key: Key,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Self {
        let arguments = &resource.block.content.arguments;
        let is_built_in = resource.mode == Mode::Managed && *resource.ty == *"terraform_data";
        let errors = diags.error_count();
        let body = dynblock::expand(arguments, ctx);
        let (written, value) = match schema {
            _ if is_built_in => {
                let value = terraform_data(&body, ctx, diags);
                (written(&value), value)
            }
            Some(schema) => {
                let written = decode(arguments, schema.spec(), ctx, diags);
                (written.clone(), schema.completed(&written))
            }
            None => {
                let open = Spec::Rest(Rest::Data(DataForm::Tuples));
                let written = decode(&body, &open, ctx, diags);
                (written.clone(), written)
            }
        };
        let value = if diags.error_count() > errors { Value::failed() } else { value };
        let attributes = arguments.everything().attributes.into_iter().map(|it| it.name).collect();
        let (is_open, waits) = (!is_built_in && schema.is_none(), [].into());
        Self { key, value, written, is_open, waits, attributes }
    }
}

/// Returns the value of a resource that will be created: the identifier is not known yet, nor is the output, unless it is
/// null. A plan keeps no marks of the output.
fn terraform_data(body: &Body, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    let decoded = decode(body, &TERRAFORM_DATA, ctx, diags);
    let argument = |name| decoded.get(name).cloned();
    let Some((input, triggers_replace)) = argument("input").zip(argument("triggers_replace"))
    else {
        return Value::failed();
    };
    let plain = input.unmarked();
    let output = if plain.is_null() { plain.clone() } else { Value::unknown(plain.ty()) };
    let id = Value::unknown(Type::String).refine_not_null();
    Value::object([
        ("id", id),
        ("input", input),
        ("output", output),
        ("triggers_replace", triggers_replace),
    ])
}

impl Evaluation<'_> {
    pub(super) fn resource(
        &mut self,
        node: usize,
        index: usize,
        instance: usize,
        diags: &mut Diagnostics,
    ) -> Cell {
        let module = self.graph.nodes[node].module;
        let resource = &self.graph.tree.modules[module].folder.resources[index];
        let block = Repeatable::of_resource(resource);
        let Planned { by, instances, waits, ctx } = self.planned(node, instance, &block, diags);
        let mut resources = Vec::new();
        for (key, given) in instances {
            let inner = with_given(&ctx, &given);
            let schemas = self.schemas.as_deref();
            let schema = schemas.and_then(|it| it.schema(resource.mode, &resource.ty));
            let references = &self.graph.nodes[node].references;
            let mut decoded =
                ResourceInstance::decode(resource, schema, key.clone(), &inner, diags);
            if let Some(marked) = self.context_with_marks(module, instance, references, &given) {
                let unreported = &mut Diagnostics::new();
                let marked = ResourceInstance::decode(resource, schema, key, &marked, unreported);
                decoded.value = with_marks_of_attributes(decoded.value, &marked.value);
            }
            decoded.waits = self.waits(module, instance, references, &inner, &decoded.written);
            self.check_resource(resource, &decoded.value, decoded.is_open, &inner, diags);
            resources.push(decoded);
        }
        Cell::Instances(Rc::new(Repeated { by, resources, modules: Vec::new(), waits }))
    }
}

/// Returns an object with the marks in the attributes of another one, whose values may differ.
fn with_marks_of_attributes(object: Value, marked: &Value) -> Value {
    if !object.is_known() || !marked.contains_marked() {
        return object;
    }
    let parts = object.entries().filter_map(|entry| {
        let (key, value) = (entry.key(), entry.value().into_owned());
        let name = key.as_str()?.to_owned();
        let value = match marked.get(&name) {
            Some(part) => value.with_marks(&part.clone().unmark_deep().1),
            None => value,
        };
        Some((name, value))
    });
    Value::object(parts).with_marks_of(&object)
}

/// Returns the arguments of a `terraform_data` resource.
fn written(value: &Value) -> Value {
    let argument = |name| value.get(name).cloned();
    Value::tuple(["input", "triggers_replace"].into_iter().filter_map(argument).collect())
}
