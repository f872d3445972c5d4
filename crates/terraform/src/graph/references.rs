//! The references of the nodes of a graph.

use hcldyn::body::Body;
use hcldyn::cty::{Step, Str};
use hcldyn::ext::dynblock::{WalkedBody, walk_variables};
use hcldyn::ext::kit::ValueCondition;
use hcldyn::{Diagnostics, Expression, Traversal};

use super::{Graph, Item, Reference, Target};
use crate::diags;
use crate::folder::{Mode, resource_address};
use crate::language;
use crate::tree::Target as CallTarget;

/// The names that a block gives to its expressions.
#[derive(Clone, Copy, Default)]
struct Given {
    has_each: bool,
    has_count: bool,
    has_self: bool,
}

/// Finds the references of all nodes, and reports names without a declaration.
pub(super) fn link(graph: &mut Graph<'_>, diags: &mut Diagnostics) {
    for index in 0..graph.nodes.len() {
        let (module, item) = (graph.nodes[index].module, graph.nodes[index].item);
        let (scope, found) = mentioned(graph, module, item);
        let linker = Linker { graph, module: scope, diags };
        let (references, mut needs) = linker.link(found);
        // The block of a module makes its instances.
        let call = graph.tree.modules[module].parent;
        needs.extend(call.map(|(outer, call)| graph.call(outer, call)));
        needs.sort_unstable();
        needs.dedup();
        graph.nodes[index].references = references;
        graph.nodes[index].needs = needs;
    }
}

/// The mentions of names in a declaration, each with the names that its block gives.
type Mentions = Vec<(Traversal, Given, Use)>;

/// The use of a reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// The value.
    Value,
    /// The order alone.
    Order,
    /// The value, after all others.
    Later,
}

/// Returns the references in a declaration, and the module to whose names they refer.
fn mentioned(graph: &Graph<'_>, module: usize, item: Item) -> (usize, Mentions) {
    let tree = graph.tree;
    let folder = &tree.modules[module].folder;
    let mut found = Mentions::new();
    match item {
        Item::Local(index) => add(&mut found, [&folder.locals[index].expr], Given::default()),
        Item::Output(index) => {
            let output = &folder.outputs[index].content;
            add(&mut found, [&output.value], Given::default());
            add_conditions(&mut found, &output.precondition, Given::default());
            add_order(&mut found, &output.depends_on);
        }
        Item::Resource(index) => add_resource(&mut found, &folder.resources[index].block.content),
        Item::Call(index) => {
            let call = &folder.calls[index].content;
            add(&mut found, call.count.iter().chain(&call.for_each), Given::default());
            let lifecycle = call.lifecycle.iter().flat_map(|it| &it.enabled);
            add(&mut found, lifecycle, Given::default());
            add_order(&mut found, &call.depends_on);
            if !matches!(tree.modules[module].targets[index], CallTarget::Module(_)) {
                let mut inputs = Mentions::new();
                add_body(&mut inputs, &walk_variables(&call.inputs), given_by_call(call));
                found.extend(inputs.into_iter().map(|(it, given, _)| (it, given, Use::Later)));
            }
        }
        Item::Variable(index) => {
            let Some((outer, call)) = tree.modules[module].parent else { return (module, found) };
            let call = &tree.modules[outer].folder.calls[call].content;
            let input = call.inputs.attribute(&folder.variables[index].name);
            add(&mut found, input.iter().map(|it| &it.expr), given_by_call(call));
            return (outer, found);
        }
    }
    (module, found)
}

fn given_by_call(call: &language::ModuleCall) -> Given {
    Given { has_each: call.for_each.is_some(), has_count: call.count.is_some(), has_self: false }
}

fn add_resource(found: &mut Mentions, resource: &language::Resource) {
    let meta = &resource.meta;
    let (has_each, has_count) = (meta.for_each.is_some(), meta.count.is_some());
    let given = Given { has_each, has_count, has_self: false };
    let with_self = Given { has_self: true, ..given };
    add(found, meta.count.iter().chain(&meta.for_each), Given::default());
    add_body(found, &walk_variables(&resource.arguments), given);
    add_order(found, &meta.depends_on);
    if let Some(lifecycle) = &meta.lifecycle {
        add(found, &lifecycle.enabled, Given::default());
        add_conditions(found, &lifecycle.precondition, given);
        add_conditions(found, &lifecycle.postcondition, with_self);
        let triggers = lifecycle.replace_triggered_by.iter().filter_map(Expression::as_list);
        let triggers = triggers.flatten().flat_map(|it| it.variables());
        found.extend(triggers.map(|it| (it, given, Use::Order)));
    }
    let connections = resource.provisioner.iter().flat_map(|it| &it.connection);
    let connections = connections.chain(&resource.connection).map(|it| &it.arguments);
    for body in connections.chain(resource.provisioner.iter().map(|it| &it.arguments)) {
        add_body(found, &walk_variables(body), with_self);
    }
}

fn add<'e>(found: &mut Mentions, exprs: impl IntoIterator<Item = &'e Expression>, given: Given) {
    for expr in exprs {
        found.extend(expr.variables().into_iter().map(|it| (it, given, Use::Value)));
    }
}

fn add_order(found: &mut Mentions, depends_on: &Option<Expression>) {
    let listed = depends_on.iter().filter_map(Expression::as_list).flatten();
    let references = listed.filter_map(|it| it.as_traversal());
    found.extend(references.map(|it| (it, Given::default(), Use::Order)));
}

fn add_conditions(found: &mut Mentions, conditions: &[ValueCondition], given: Given) {
    for condition in conditions {
        add(found, [&condition.condition, &condition.error_message], given);
    }
}

/// Adds the variables of a body. The recursion is bounded by the parser's nesting limit.
fn add_body(found: &mut Mentions, body: &WalkedBody, given: Given) {
    let visited = body.visit_all();
    found.extend(visited.variables.into_iter().map(|it| (it, given, Use::Value)));
    visited.children.iter().for_each(|child| add_body(found, child, given));
}

/// Returns the references in conditions, which are not nodes, such as those of variables. Names without
/// a declaration are reported.
pub(crate) fn references_of(
    graph: &Graph<'_>,
    module: usize,
    conditions: &[ValueCondition],
    diags: &mut Diagnostics,
) -> Vec<Reference> {
    let mut found = Mentions::new();
    add_conditions(&mut found, conditions, Given::default());
    Linker { graph, module, diags }.link(found).0
}

/// Reports names without a declaration in the arguments of a block that is not a node, such as a provider's.
pub(crate) fn check_body(graph: &Graph<'_>, module: usize, body: &Body, diags: &mut Diagnostics) {
    let mut found = Mentions::new();
    add_body(&mut found, &walk_variables(body), Given::default());
    Linker { graph, module, diags }.link(found);
}

struct Linker<'a, 't> {
    graph: &'a Graph<'t>,
    module: usize,
    diags: &'a mut Diagnostics,
}

impl Linker<'_, '_> {
    /// Returns the references, and the nodes that they need.
    fn link(mut self, found: Mentions) -> (Vec<Reference>, Vec<usize>) {
        let (mut references, mut needs) = (Vec::new(), Vec::new());
        for (traversal, given, usage) in found {
            let target = self.target(&traversal, given);
            if let Target::Node { node, steps } = target
                && usage != Use::Later
            {
                needs.push(node);
                self.add_outputs(node, &traversal.steps()[steps..], &mut needs);
            }
            if usage != Use::Order {
                references.push(Reference { traversal, target });
            }
        }
        (references, needs)
    }

    /// Adds the outputs of a module that a reference needs: the one that it names, or all.
    fn add_outputs(&self, node: usize, rest: &[Step], needs: &mut Vec<usize>) {
        let Some(CallTarget::Module(module)) = self.graph.target_of(node) else { return };
        let outputs = &self.graph.names[*module].outputs;
        let named = rest.iter().take(2).find_map(|step| match step {
            Step::Attr(name) => Some(outputs.get(name)),
            Step::Index(_) => None,
        });
        match named {
            Some(output) => needs.extend(output),
            None => needs.extend(outputs.values()),
        }
    }

    fn target(&mut self, traversal: &Traversal, given: Given) -> Target {
        let names = &self.graph.names[self.module];
        let attr = |index: usize| match traversal.steps().get(index) {
            Some(Step::Attr(name)) => Some(name),
            _ => None,
        };
        let found = match (traversal.root(), attr(0)) {
            ("each", _) if given.has_each => return self.given(traversal, &["key", "value"]),
            ("count", _) if given.has_count => return self.given(traversal, &["index"]),
            ("self", _) if given.has_self => return Target::Given,
            ("path", _) => return self.given(traversal, &["module", "root", "cwd"]),
            ("terraform" | "tofu", _) => {
                return self.given(traversal, &["workspace", "applying"]);
            }
            ("each" | "count" | "self", _) => {
                self.diags.push(diags::not_given(traversal));
                return Target::Undefined { steps: 0 };
            }
            ("var", Some(name)) => (names.variables.get(name), 1, "variable"),
            ("local", Some(name)) => (names.locals.get(name), 1, "local value"),
            ("module", Some(name)) => (names.calls.get(name), 1, "module"),
            ("data", Some(ty)) => {
                return self.resource(traversal, Mode::Data, Some(ty), attr(1), 2);
            }
            ("ephemeral", Some(ty)) => {
                return self.resource(traversal, Mode::Ephemeral, Some(ty), attr(1), 2);
            }
            ("resource", Some(ty)) => {
                return self.resource(traversal, Mode::Managed, Some(ty), attr(1), 2);
            }
            ("var" | "local" | "module" | "data" | "ephemeral" | "resource", None) => {
                self.diags.push(diags::incomplete_reference(traversal));
                return Target::Undefined { steps: 0 };
            }
            (ty, name) => {
                let ty = Str::new(ty);
                return self.resource(traversal, Mode::Managed, Some(&ty), name, 1);
            }
        };
        match found {
            (Some(node), steps, _) => Target::Node { node: *node, steps },
            (None, steps, kind) => {
                let name = attr(0).map_or("", Str::as_str);
                if self.is_broken(&format!("{}.{name}", traversal.root())) {
                    return Target::Undefined { steps };
                }
                let known = match traversal.root() {
                    "var" => names.variables.keys().map(Str::as_str).collect(),
                    "local" => names.locals.keys().map(Str::as_str).collect(),
                    _ => names.calls.keys().map(Str::as_str).collect::<Vec<_>>(),
                };
                self.diags.push(diags::undefined(traversal, kind, &known));
                Target::Undefined { steps }
            }
        }
    }

    /// Returns `true` for the name of a declaration whose errors were reported.
    fn is_broken(&self, name: &str) -> bool {
        self.graph.tree.modules[self.module].folder.broken.contains(name)
    }

    /// Checks the attribute of an object that is given.
    fn given(&mut self, traversal: &Traversal, names: &[&str]) -> Target {
        match traversal.steps().first() {
            Some(Step::Attr(name)) if names.contains(&name.as_str()) => Target::Given,
            _ => {
                self.diags.push(diags::not_an_attribute(traversal, names));
                Target::Undefined { steps: 0 }
            }
        }
    }

    fn resource(
        &mut self,
        traversal: &Traversal,
        mode: Mode,
        ty: Option<&Str>,
        name: Option<&Str>,
        steps: usize,
    ) -> Target {
        let Some((ty, name)) = ty.zip(name) else {
            self.diags.push(diags::incomplete_reference(traversal));
            return Target::Undefined { steps: 0 };
        };
        let resources = &self.graph.names[self.module].resources;
        match resources.get(&(mode, ty.clone(), name.clone())) {
            Some(node) => Target::Node { node: *node, steps },
            None if self.is_broken(&resource_address(mode, ty, name)) => {
                Target::Undefined { steps }
            }
            None => {
                let of_type = resources.keys().filter(|(other, it, _)| *other == mode && it == ty);
                let known: Vec<_> = of_type.map(|(_, _, name)| name.as_str()).collect();
                self.diags.push(diags::undefined(traversal, "resource", &known));
                Target::Undefined { steps }
            }
        }
    }
}
