//! The names of all modules of a tree, and the references between them.
//!
//! The nodes are single declarations, not modules: a module may use an output of another one that uses its own output, as
//! long as no value depends on itself.

mod order;
mod references;

use std::collections::HashMap;
use std::fmt::Write;

use hcldyn::cty::Str;
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, Traversal};

use self::order::Order;
pub(crate) use self::references::{check_body, references_of};
use crate::folder::{Mode, ModuleFolder};
use crate::tree::{Target as CallTarget, Tree};

/// The declarations of all modules of a tree, with their references. [`Graph::dot`] draws it.
#[derive(Debug)]
pub struct Graph<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) nodes: Vec<Node>,
    /// The index of the first node of each module.
    first: Vec<usize>,
    names: Vec<Names>,
    order: Order,
}

/// A declaration in a module.
#[derive(Debug)]
pub(crate) struct Node {
    /// The index of the module.
    pub(crate) module: usize,
    pub(crate) item: Item,
    pub(crate) references: Vec<Reference>,
    /// The nodes that come first.
    needs: Vec<usize>,
}

/// The kind of a declaration, with its index in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Call(usize),
    Local(usize),
    Output(usize),
    Resource(usize),
    Variable(usize),
}

/// A reference in an expression.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) traversal: Traversal,
    pub(crate) target: Target,
}

/// The target of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A node, with the number of steps of its name after the root.
    Node { node: usize, steps: usize },
    /// A name that the block itself gives, such as `each`, or one of the program, such as `path`.
    Given,
    /// A name without a declaration, with the number of its steps after the root.
    Undefined { steps: usize },
}

/// The nodes of a module by their names.
#[derive(Debug, Default)]
struct Names {
    variables: HashMap<Str, usize>,
    locals: HashMap<Str, usize>,
    outputs: HashMap<Str, usize>,
    calls: HashMap<Str, usize>,
    resources: HashMap<(Mode, Str, Str), usize>,
}

impl<'t> Graph<'t> {
    /// Finds the declarations of all modules and the references between them. Names without a declaration, and declarations
    /// that depend on themselves, are reported.
    pub fn of(tree: &'t Tree, diags: &mut Diagnostics) -> Self {
        let (nodes, first, names) = (Vec::new(), Vec::new(), Vec::new());
        let mut graph = Self { tree, nodes, first, names, order: Order::default() };
        for (index, module) in tree.modules.iter().enumerate() {
            graph.define(index, &module.folder);
        }
        references::link(&mut graph, diags);
        graph.order = Order::of(&graph);
        for cycle in &graph.order.cycles {
            diags.push(graph.report(cycle));
        }
        graph
    }

    fn define(&mut self, module: usize, folder: &ModuleFolder) {
        self.first.push(self.nodes.len());
        let (mut names, nodes) = (Names::default(), &mut self.nodes);
        let mut add = |item| {
            nodes.push(Node { module, item, references: Vec::new(), needs: Vec::new() });
            nodes.len() - 1
        };
        for (index, it) in folder.variables.iter().enumerate() {
            names.variables.insert(it.name.clone(), add(Item::Variable(index)));
        }
        for (index, it) in folder.locals.iter().enumerate() {
            names.locals.insert(it.name.clone(), add(Item::Local(index)));
        }
        for (index, it) in folder.calls.iter().enumerate() {
            names.calls.insert(it.name.clone(), add(Item::Call(index)));
        }
        for (index, it) in folder.resources.iter().enumerate() {
            let name = (it.mode, it.ty.clone(), it.block.name.clone());
            names.resources.insert(name, add(Item::Resource(index)));
        }
        for (index, it) in folder.outputs.iter().enumerate() {
            names.outputs.insert(it.name.clone(), add(Item::Output(index)));
        }
        self.names.push(names);
    }

    /// Returns all nodes, each after those that it needs.
    pub(crate) fn in_order(&self) -> &[usize] {
        &self.order.nodes
    }

    /// Returns `true` for a node that depends on itself.
    pub(crate) fn is_cyclic(&self, node: usize) -> bool {
        self.order.is_cyclic[node]
    }

    /// Returns the position of a node in its module.
    pub(crate) fn position(&self, node: usize) -> usize {
        node - self.first[self.nodes[node].module]
    }

    /// Returns the nodes of a module.
    pub(crate) fn nodes_of(&self, module: usize) -> std::ops::Range<usize> {
        let end = self.first.get(module + 1).copied().unwrap_or(self.nodes.len());
        self.first[module]..end
    }

    /// Returns the node of a `module` block.
    pub(crate) fn call(&self, module: usize, call: usize) -> usize {
        let name = &self.tree.modules[module].folder.calls[call].name;
        self.names[module].calls[name]
    }

    /// Returns the module that a node of a `module` block uses.
    pub(crate) fn target_of(&self, node: usize) -> Option<&CallTarget> {
        let Node { module, item: Item::Call(call), .. } = self.nodes[node] else { return None };
        self.tree.modules[module].targets.get(call)
    }

    /// Returns the name of a node in its module, as expressions refer to it.
    pub(crate) fn name(&self, node: usize) -> String {
        let Node { module, item, .. } = self.nodes[node];
        let folder = &self.tree.modules[module].folder;
        match item {
            Item::Call(index) => format!("module.{}", folder.calls[index].name),
            Item::Local(index) => format!("local.{}", folder.locals[index].name),
            Item::Output(index) => format!("output.{}", folder.outputs[index].name),
            Item::Resource(index) => folder.resources[index].address(),
            Item::Variable(index) => format!("var.{}", folder.variables[index].name),
        }
    }

    /// Returns the name of a node with the address of its module.
    fn address(&self, node: usize) -> String {
        let module = self.tree.modules[self.nodes[node].module].address();
        let dot = if module.is_empty() { "" } else { "." };
        format!("{module}{dot}{}", self.name(node))
    }

    /// Returns the location of the declaration of a node.
    fn place(&self, node: usize) -> Place {
        let Node { module, item, .. } = self.nodes[node];
        let folder = &self.tree.modules[module].folder;
        match item {
            Item::Call(index) => folder.calls[index].place.clone(),
            Item::Local(index) => folder.locals[index].name_place(),
            Item::Output(index) => folder.outputs[index].place.clone(),
            Item::Resource(index) => folder.resources[index].block.place.clone(),
            Item::Variable(index) => folder.variables[index].place.clone(),
        }
    }

    fn report(&self, cycle: &[usize]) -> hcldyn::diag::Diagnostic {
        let steps = cycle.iter().map(|node| (self.address(*node), self.place(*node)));
        crate::diags::cycle(&steps.collect::<Vec<_>>())
    }

    /// Returns the graph in Graphviz's language, with an arrow from each declaration to those that it refers to. The
    /// declarations of a module are in a cluster.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph {\n  rankdir = LR\n  node [shape = box]\n");
        for (index, module) in self.tree.modules.iter().enumerate() {
            let is_root = module.calls.is_empty();
            if !is_root {
                let label = quoted(&module.address());
                _ = writeln!(text, "  subgraph cluster_{index} {{\n    label = {label}");
            }
            for node in self.nodes_of(index) {
                let (indent, label) =
                    (if is_root { "  " } else { "    " }, quoted(&self.name(node)));
                _ = writeln!(text, "{indent}{node} [label = {label}]");
            }
            text.push_str(if is_root { "" } else { "  }\n" });
        }
        for (index, node) in self.nodes.iter().enumerate() {
            node.needs.iter().for_each(|need| _ = writeln!(text, "  {index} -> {need}"));
        }
        text + "}\n"
    }
}

/// Returns a string in Graphviz's language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
