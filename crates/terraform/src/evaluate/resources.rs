//! Resources: their arguments as they are written.

use std::collections::HashSet;
use std::rc::Rc;

use hcldyn::body::Body;
use hcldyn::cty::{Str, Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::ext::repetition::{BlockInstances, InstanceVariables as Given};
use hcldyn::spec::{DataForm, Rest, Spec, decode};
use hcldyn::{Diagnostics, EvalContext, HclDecode, from_body};

use super::calls::{Planned, repetition, unknown_given};
use super::scope::with_given;
use super::{Cell, Evaluation, Key, Pass, Repeated};
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
#[derive(HclDecode)]
struct TerraformData {
    #[hcl(default = Value::null(Type::Dynamic))]
    input: Value,
    #[hcl(default = Value::null(Type::Dynamic))]
    triggers_replace: Value,
}

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
    let decoded = from_body::<TerraformData>(body, ctx, diags);
    let Some(TerraformData { input, triggers_replace }) = decoded else { return Value::failed() };
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
        let (graph, module) = (&self.graph, self.graph.nodes[node].module);
        let folder = &graph.tree.modules[module].folder;
        let resource = &folder.resources[index];
        let content = &resource.block.content;
        let references = &graph.nodes[node].references;
        let ctx = self.context(module, instance, references, &Given::new());
        let found = repetition().instances(&resource.block.body, &ctx, diags);
        let waits_for = |value: &Value| self.waits(module, instance, references, &ctx, value);
        let waits = match found {
            BlockInstances::Unknown(_) => waits_for(&Value::dynamic()),
            _ => [].into(),
        };
        let open = unknown_given(content.for_each.is_some(), content.count.is_some());
        let Planned { by, instances } = self.planned(found, open, &resource.block.place, diags);
        let mut resources = Vec::new();
        for (key, given) in instances {
            let inner = with_given(&ctx, &given);
            let schemas = self.schemas.as_deref();
            let schema = schemas.and_then(|it| it.schema(resource.mode, &resource.ty));
            let mut decoded = ResourceInstance::decode(resource, schema, key, &inner, diags);
            let references = &self.graph.nodes[node].references;
            decoded.waits = self.waits(module, instance, references, &inner, &decoded.written);
            if self.pass == Pass::Values {
                Self::check_resource(resource, &decoded.value, decoded.is_open, &inner, diags);
            }
            resources.push(decoded);
        }
        Cell::Instances(Rc::new(Repeated { by, resources, modules: Vec::new(), waits }))
    }
}

/// Returns the arguments of a `terraform_data` resource.
fn written(value: &Value) -> Value {
    let argument = |name| value.get(name).cloned();
    Value::tuple(["input", "triggers_replace"].into_iter().filter_map(argument).collect())
}
