//! The values of nodes, and the context of each node.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::OnceLock;

use super::Graph;
use super::names::GroupId;
use super::node::{Node, NodeId, Target};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::expr::EvalContext;

/// The values of the nodes of a [`Graph`], as far as they were evaluated. A node without a value, or in a
/// cycle, is unknown. One in a cycle, which has been reported, is [failed](Value::failed).
///
/// [`Graph::evaluate`] computes them node by node. To evaluate several nodes at a time, start with
/// [`Graph::values`] and follow [`Graph::levels`]:
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::graph::Definitions;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", "a = 1\nb = a + 1\nc = a + 2\n"), &mut diags);
/// let graph = Definitions::new().attributes_define(&[]).graph(&body, &mut diags);
///
/// let mut values = graph.values(&EvalContext::new());
/// for level in graph.levels() {
///     let found = std::thread::scope(|scope| {
///         let evaluate = |node| {
///             let ctx = values.context(node);
///             scope.spawn(move || node.expr().map(|expr| expr.value(&ctx, &mut Diagnostics::new())))
///         };
///         let threads: Vec<_> = level.iter().map(|node| evaluate(*node)).collect();
///         threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
///     });
///     for (node, value) in level.into_iter().zip(found) {
///         values.set(node, value.unwrap());
///     }
/// }
/// assert_eq!(values.get(&["c"]), Some(Value::from(3)));
/// ```
#[derive(Debug)]
pub struct Values<'g> {
    graph: &'g Graph,
    ctx: EvalContext,
    nodes: Vec<Value>,
    /// The groups as objects, each built on first use.
    groups: Vec<OnceLock<Whole>>,
}

/// An object built from what the graph defines.
#[derive(Clone, Debug)]
pub(in crate::ext) struct Whole {
    value: Value,
    /// `true` if it is unknown, entirely or in part, because it would be too large.
    is_too_large: bool,
}

impl<'g> Values<'g> {
    pub(super) fn new(graph: &'g Graph, ctx: &EvalContext) -> Self {
        let groups = graph.names.groups().iter().enumerate().map(|(index, _)| {
            let in_cycle = graph.is_in_cycle(&Target::Group(GroupId(index as u32)));
            if in_cycle { OnceLock::from(Whole::of(Value::failed())) } else { OnceLock::new() }
        });
        let nodes = graph.nodes.iter().map(|node| {
            let in_cycle = graph.is_in_cycle(&Target::Node(node.id));
            if in_cycle { Value::failed() } else { Value::dynamic() }
        });
        Self { graph, ctx: ctx.clone(), nodes: nodes.collect_vec(), groups: groups.collect_vec() }
    }

    /// Returns the context to evaluate a node in: a child of the program's context with only the names that the
    /// node refers to. Set the values of its dependencies first. A name is unknown if its object would be [too
    /// large](Value::MAX_SIZE).
    pub fn context(&self, node: &Node) -> EvalContext {
        self.seen_by(node).0
    }

    /// Returns the context of a node, and `true` if anything in it is too large.
    pub(super) fn seen_by(&self, node: &Node) -> (EvalContext, bool) {
        let mut view = View::default();
        for target in &node.targets {
            match target {
                Target::Node(NodeId(id)) => {
                    let value = &self.nodes[*id as usize];
                    let name = self.graph.nodes[*id as usize].name();
                    view.add(name.map_or(&[], |name| name.parts()), Whole::of(value.clone()));
                }
                Target::Group(group) => {
                    let name = &self.graph.names.groups()[group.0 as usize].name;
                    view.add(name.parts(), self.group(*group).clone());
                }
                Target::Undefined(_) => {}
            }
        }
        for target in &node.targets {
            if let Target::Undefined(name) = target {
                view.leave_open(name.parts());
            }
        }
        view.into_context(&self.ctx)
    }

    /// Sets the value of a node. A node in a cycle stays unknown.
    ///
    /// Set the value of a node whose evaluation failed to [`Value::failed`], which avoids follow-up errors in its
    /// dependents.
    pub fn set(&mut self, node: &Node, value: Value) {
        if !self.graph.is_in_cycle(&Target::Node(node.id)) {
            self.nodes[node.id.0 as usize] = value;
        }
    }

    /// The value of a node.
    pub fn value(&self, node: &Node) -> &Value {
        &self.nodes[node.id.0 as usize]
    }

    /// Returns the value of a name, or the object of all names with this prefix, as in `get(&["local"])`. The
    /// object is built on each call. Returns `None` if the name is not defined.
    pub fn get(&self, name: &[&str]) -> Option<Value> {
        let mut view = View::default();
        for (rest, NodeId(id)) in self.graph.names.below(name)? {
            view.add(&rest, Whole::of(self.nodes[id as usize].clone()));
        }
        Some(view.into_whole().value)
    }

    /// A child of the program's context with everything that the graph defines.
    pub fn context_of_all(&self) -> EvalContext {
        let mut view = View::default();
        for (name, NodeId(id)) in self.graph.names.below(&[]).unwrap_or_default() {
            view.add(&name, Whole::of(self.nodes[id as usize].clone()));
        }
        view.into_context(&self.ctx).0
    }

    /// Returns a group as an object. The recursion is bounded by the length of the names.
    fn group(&self, id: GroupId) -> &Whole {
        self.groups[id.0 as usize].get_or_init(|| {
            let members = self.graph.names.groups()[id.0 as usize].members.iter();
            Whole::object(members.map(|(name, target)| {
                let member = match target {
                    Target::Node(NodeId(node)) => Whole::of(self.nodes[*node as usize].clone()),
                    Target::Group(group) => self.group(*group).clone(),
                    Target::Undefined(_) => Whole::of(Value::failed()),
                };
                (name.clone(), member)
            }))
        })
    }
}

impl Whole {
    /// Wraps a value unchanged.
    pub(in crate::ext) fn of(value: Value) -> Self {
        Self { value, is_too_large: false }
    }

    fn object(members: impl Iterator<Item = (Str, Self)>) -> Self {
        let mut is_too_large = false;
        let value = Value::object(members.map(|(name, member)| {
            is_too_large |= member.is_too_large;
            (name, member.value)
        }));
        Self { is_too_large: is_too_large || !value.is_known(), value }
    }
}

/// Values by their names, as nested objects.
pub(in crate::ext) enum View {
    Whole(Whole),
    Members(BTreeMap<Str, Self>),
}

impl Default for View {
    fn default() -> Self {
        Self::Members(BTreeMap::new())
    }
}

impl View {
    /// Adds the value of a name. Its prefix may already be a whole, which includes the name; then nothing
    /// changes.
    pub(in crate::ext) fn add(&mut self, name: &[Str], whole: Whole) {
        let Some((first, rest)) = name.split_first() else {
            return *self = Self::Whole(whole);
        };
        match self {
            Self::Whole(_) => {}
            Self::Members(members) => members.entry(first.clone()).or_default().add(rest, whole),
        }
    }

    /// Makes an undefined name unknown. If it would be part of a whole, the whole becomes unknown.
    fn leave_open(&mut self, name: &[Str]) {
        match (self, name) {
            (Self::Members(members), [first, rest @ ..]) => match members.entry(first.clone()) {
                Entry::Occupied(mut inner) => inner.get_mut().leave_open(rest),
                Entry::Vacant(inner) => inner.insert(Self::default()).leave_open(rest),
            },
            (view, _) => *view = Self::Whole(Whole::of(Value::failed())),
        }
    }

    fn into_whole(self) -> Whole {
        match self {
            Self::Whole(whole) => whole,
            Self::Members(members) => {
                Whole::object(members.into_iter().map(|(name, inner)| (name, inner.into_whole())))
            }
        }
    }

    /// Returns everything in the view as one value. It is unknown if it would be too large.
    pub(in crate::ext) fn into_value(self) -> Value {
        self.into_whole().value
    }

    /// Returns a context with everything in the view, and `true` if any of it is too large.
    pub(in crate::ext) fn into_context(self, outer: &EvalContext) -> (EvalContext, bool) {
        let (mut ctx, mut is_too_large) = (outer.child_with_variables(), false);
        if let Self::Members(members) = self {
            for (name, inner) in members {
                let whole = inner.into_whole();
                is_too_large |= whole.is_too_large;
                ctx.set_variable(name, whole.value);
            }
        }
        (ctx, is_too_large)
    }
}
