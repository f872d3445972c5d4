//! Looking at an expression without evaluating it.

use std::fmt;

use super::{Expression, Iteration};
use crate::cty::{Kind, Step as PathStep, Str, Value};
use crate::source::Place;
use crate::tree::{For, Node, NodeId, Step, StepKind, Tree};

/// A variable and the literal steps into it, as an expression refers to it: `network.subnets[0]`.
/// Shown as it would be written.
///
/// ```
/// use hcldyn::{Diagnostics, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression("<example>", "[for s in network.subnets : s.id]", &mut diags).unwrap();
/// let names: Vec<_> = expr.variables().iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["network.subnets"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Traversal {
    root: Str,
    steps: Vec<PathStep>,
    place: Place,
}

/// A function call as it is written, with its arguments not evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticCall {
    /// The function's name, with its namespaces.
    pub name: Str,
    /// Where the name stands.
    pub name_place: Place,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// Whether `...` follows the last argument.
    pub expand_final: bool,
}

impl Expression {
    /// The variables that the expression refers to, in source order, one entry for each mention.
    /// Names bound inside the expression, by `for`, and the iterators that a generated block sees
    /// are not among them.
    pub fn variables(&self) -> Vec<Traversal> {
        let mut found = Vec::new();
        let is_iterator = |root: &Str| self.iteration().is_some_and(|i| i.find(root).is_some());
        free_traversals(self.tree(), self.node(), &mut |id| {
            found.extend(self.traversal_at(id).filter(|traversal| !is_iterator(&traversal.root)));
        });
        found
    }

    /// Whether the expression is a variable, or a part of one that steps and indexes of any kind lead
    /// to.
    pub(crate) fn is_reference(&self) -> bool {
        let mut node = self.node();
        loop {
            node = match self.tree().node(node) {
                Node::Traversal { .. } => return true,
                Node::Relative { source, .. } => *source,
                Node::Index { collection, .. } => *collection,
                _ => return false,
            };
        }
    }

    /// The expression as a traversal, if it is a variable with literal steps only (reference:
    /// `hcl.AbsTraversalForExpr`). The words `true`, `false` and `null` count as variables here, so
    /// that a language can give them a meaning of its own; parentheses do not.
    pub fn as_traversal(&self) -> Option<Traversal> {
        self.traversal_at(self.node())
    }

    /// The expression as a single word, if it is one: `string`, `all`, `null` (reference:
    /// `hcl.ExprAsKeyword`).
    pub fn as_keyword(&self) -> Option<Str> {
        self.as_traversal().filter(|traversal| traversal.steps.is_empty()).map(|t| t.root)
    }

    /// The elements of a tuple constructor; `None` for anything else (reference: `hcl.ExprList`).
    pub fn as_list(&self) -> Option<Vec<Self>> {
        match self.tree().node(self.node()) {
            Node::Tuple(elements) => {
                Some(self.tree().list(*elements).iter().map(|node| self.part(*node)).collect())
            }
            _ => None,
        }
    }

    /// The keys and values of an object constructor; `None` for anything else (reference:
    /// `hcl.ExprMap`).
    pub fn as_map(&self) -> Option<Vec<(Self, Self)>> {
        match self.tree().node(self.node()) {
            Node::Object(items) => {
                let items = self.tree().items(*items).iter();
                Some(items.map(|item| (self.part(item.key), self.part(item.value))).collect())
            }
            _ => None,
        }
    }

    /// The parts of a function call; `None` for anything else (reference: `hcl.ExprCall`).
    pub fn as_call(&self) -> Option<StaticCall> {
        let Node::Call(call) = self.tree().node(self.node()) else { return None };
        let arguments = self.tree().list(call.args).iter().map(|node| self.part(*node));
        Some(StaticCall {
            name: call.name.text.clone(),
            name_place: self.tree().place(call.name.span),
            arguments: arguments.collect(),
            expand_final: call.expand_final,
        })
    }

    /// The value of a literal: a number, a bool, null, or a text without template parts. `None` for
    /// anything that takes evaluation.
    pub fn as_literal(&self) -> Option<&Value> {
        match self.tree().node(self.node()) {
            Node::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The iterations whose iterators the expression mentions, each once for every mention.
    pub(super) fn iterators(&self) -> Vec<&Iteration> {
        let (tree, mut found) = (self.tree(), Vec::new());
        free_traversals(tree, self.node(), &mut |id| {
            if let Node::Traversal { root, .. } = tree.node(id) {
                found.extend(self.iteration().and_then(|iteration| iteration.find(root)));
            }
        });
        found
    }

    fn traversal_at(&self, id: NodeId) -> Option<Traversal> {
        let tree = self.tree();
        let place = tree.place(tree.span(id));
        match tree.node(id) {
            Node::Traversal { root, steps, .. } => {
                let steps = tree.steps(*steps).iter().map(path_step).collect();
                Some(Traversal { root: root.clone(), steps, place })
            }
            Node::Key(name) => Some(Traversal { root: name.clone(), steps: Vec::new(), place }),
            Node::Literal(value) => {
                Some(Traversal { root: keyword_of(value)?.into(), steps: Vec::new(), place })
            }
            _ => None,
        }
    }
}

impl Traversal {
    /// The name of the variable.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The steps into the variable.
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// Where it is written.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// A traversal of the tree as it would be written.
    pub(super) fn display(root: &str, steps: &[Step]) -> String {
        let mut text = root.to_owned();
        for step in steps {
            // Writing to a string never fails.
            let _ = write_step(&mut text, &path_step(step));
        }
        text
    }
}

impl fmt::Display for Traversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.steps.iter().try_for_each(|step| write_step(f, step))
    }
}

/// Visits the traversals in a node whose variable is not bound inside the node, in source order
/// except that the collection of a `for` comes before what is made of it.
pub(super) fn free_traversals(tree: &Tree, node: NodeId, visit: &mut dyn FnMut(NodeId)) {
    visit_free(tree, node, &mut Vec::new(), visit);
}

fn visit_free<'t>(
    tree: &'t Tree,
    node: NodeId,
    bound: &mut Vec<&'t Str>,
    visit: &mut dyn FnMut(NodeId),
) {
    match tree.node(node) {
        Node::Traversal { root, .. } if bound.contains(&root) => {}
        Node::Traversal { .. } => visit(node),
        Node::For(parts) => visit_for(tree, parts, bound, visit),
        _ => tree.for_each_child(node, &mut |child| visit_free(tree, child, bound, visit)),
    }
}

fn visit_for<'t>(
    tree: &'t Tree,
    parts: &'t For,
    bound: &mut Vec<&'t Str>,
    visit: &mut dyn FnMut(NodeId),
) {
    visit_free(tree, parts.collection, bound, visit);
    let outer = bound.len();
    bound.extend(parts.key_var.iter().chain([&parts.value_var]).map(|name| &name.text));
    let inner = parts.key.into_iter().chain([parts.value]).chain(parts.condition);
    for child in inner {
        visit_free(tree, child, bound, visit);
    }
    bound.truncate(outer);
}

impl Tree {
    /// Visits the nodes directly inside a node, in source order.
    fn for_each_child(&self, node: NodeId, visit: &mut dyn FnMut(NodeId)) {
        match self.node(node) {
            Node::Literal(_) | Node::Key(_) | Node::Traversal { .. } | Node::Item | Node::Hole => {}
            Node::Template(parts) | Node::Tuple(parts) => {
                self.list(*parts).iter().copied().for_each(visit);
            }
            Node::Call(call) => self.list(call.args).iter().copied().for_each(visit),
            Node::Wrap(inner)
            | Node::Join(inner)
            | Node::Parens(inner)
            | Node::Relative { source: inner, .. }
            | Node::Unary { operand: inner, .. } => visit(*inner),
            Node::Index { collection: first, key: second }
            | Node::Splat { source: first, each: second, .. }
            | Node::Binary { left: first, right: second, .. } => {
                visit(*first);
                visit(*second);
            }
            Node::Conditional { condition, then, otherwise } => {
                [*condition, *then, *otherwise].into_iter().for_each(visit);
            }
            Node::Object(items) => {
                for item in self.items(*items) {
                    visit(item.key);
                    visit(item.value);
                }
            }
            Node::For(parts) => {
                let inner = parts.key.into_iter().chain([parts.value]).chain(parts.condition);
                std::iter::once(parts.collection).chain(inner).for_each(visit);
            }
        }
    }
}

fn path_step(step: &Step) -> PathStep {
    match &step.kind {
        StepKind::Attr(name) => PathStep::Attr(name.clone()),
        StepKind::Index(key) => PathStep::Index(key.clone()),
    }
}

fn write_step(f: &mut dyn fmt::Write, step: &PathStep) -> fmt::Result {
    match step {
        PathStep::Attr(name) => write!(f, ".{name}"),
        PathStep::Index(key) => write!(f, "[{}]", key.describe_key()),
    }
}

fn keyword_of(value: &Value) -> Option<&'static str> {
    match value.kind() {
        Kind::Null(_) => Some("null"),
        Kind::Bool(true) => Some("true"),
        Kind::Bool(false) => Some("false"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Diagnostics;
    use crate::syntax::native::parse_expression;

    fn parse(text: &str) -> Expression {
        let mut diags = Diagnostics::new();
        parse_expression("t", text, &mut diags).unwrap_or_else(|| panic!("{text}: {diags}"))
    }

    fn variables(text: &str) -> Vec<String> {
        parse(text).variables().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn variables_are_found_in_every_place() {
        assert_eq!(variables("a.b[0].c[\"d\"] + -e"), ["a.b[0].c[\"d\"]", "e"]);
        assert_eq!(variables("a[b.c]"), ["a", "b.c"]);
        assert_eq!(variables("f(a, b...)[c].d"), ["a", "b", "c"]);
        assert_eq!(variables("{ a = b, (c) = d, \"${e}\" = 1 }"), ["b", "c", "d", "e"]);
        assert_eq!(variables("\"${a}%{ if b }${c}%{ endif }\""), ["a", "b", "c"]);
        assert_eq!(variables("a ? b : [c.*.d, e[*].f[g]]"), ["a", "b", "c", "e", "g"]);
        assert_eq!(variables("a.0.b"), ["a[0].b"]);
    }

    #[test]
    fn names_of_for_are_left_out_inside_it() {
        assert_eq!(variables("[for v in v : v.a + k]"), ["v", "k"]);
        assert_eq!(variables("{ for k, v in a : k => v... if v == b }"), ["a", "b"]);
        assert_eq!(variables("[for v in a : [for w in v : w + x]][v]"), ["a", "x", "v"]);
        assert_eq!(variables("\"%{ for v in a }${v}${b}%{ endfor }\""), ["a", "b"]);
    }

    #[test]
    fn traversals_know_their_place() {
        let expression = parse("1 + a.b");
        let found = expression.variables();
        assert_eq!(found[0].place().text(), "a.b");
        assert_eq!((found[0].root(), found[0].steps().len()), ("a", 1));
    }

    #[test]
    fn keywords_and_traversals() {
        let keyword = |text| parse(text).as_keyword().map(|word| word.to_string());
        assert_eq!(keyword("string").as_deref(), Some("string"));
        assert_eq!(keyword("null").as_deref(), Some("null"));
        assert_eq!(keyword("true").as_deref(), Some("true"));
        for text in ["a.b", "(a)", "\"a\"", "1", "a()", "\"${a}\""] {
            assert_eq!(keyword(text), None, "{text}");
        }
        let traversal = |text| parse(text).as_traversal().map(|found| found.to_string());
        assert_eq!(traversal("a.b[1]").as_deref(), Some("a.b[1]"));
        assert_eq!(traversal("a[b]"), None);
        assert_eq!(traversal("f().a"), None);
    }

    #[test]
    fn parts_of_constructors_and_calls() {
        let texts = |parts: Vec<Expression>| {
            parts.iter().map(|part| part.text().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(parse("[a, 1 + 2]").as_list().map(texts).unwrap(), ["a", "1 + 2"]);
        assert!(parse("([a])").as_list().is_none());
        assert!(parse("[for a in b : a]").as_list().is_none());
        let items = parse("{ a = 1, \"b c\" = x }").as_map().unwrap();
        assert_eq!(items[0].0.as_keyword().unwrap(), "a");
        assert_eq!((items[1].0.text(), items[1].1.text()), ("\"b c\"", "x"));
        let call = parse("ns::f(a, b...)").as_call().unwrap();
        assert_eq!((call.name.as_str(), call.expand_final), ("ns::f", true));
        assert_eq!(call.name_place.text(), "ns::f");
        assert_eq!(texts(call.arguments), ["a", "b"]);
        assert_eq!(parse("5").as_literal(), Some(&Value::from(5)));
        assert_eq!(parse("5 + 1").as_literal(), None);
    }
}
