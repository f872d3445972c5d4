//! Static analysis of expressions.

use std::fmt;

use super::Expression;
use crate::cty::internal::{CollectVec, PushAll};
use crate::cty::{Kind, Path, Step, Str, Type, Value, convert};
use crate::diag::is_unsafe_to_print;
use crate::source::{Place, Span, push_escape};
use crate::tree::{ExprId, ExprNode, StepKind, TraversalStep};

/// A variable with literal steps into it, as written in an expression: `network.subnets[0]`. `Display` prints its
/// source form.
///
/// ```
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "[for s in network.subnets : s.id]"), &mut diags).unwrap();
/// let names: Vec<_> = expr.variables().iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["network.subnets"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Traversal {
    root: Str,
    steps: Vec<Step>,
    place: Place,
    /// The spans of the root and of each step.
    spans: Vec<Span>,
}

/// A function call in its source form, with unevaluated arguments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StaticCall {
    /// The function's name, including namespaces.
    pub name: Str,
    /// The source location of the name.
    pub name_place: Place,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// `true` if `...` follows the last argument.
    pub expand_final: bool,
}

impl Expression {
    /// Returns `true` if the expression is a variable, or a part of one that any steps and indexes lead to.
    pub(crate) fn is_reference(&self) -> bool {
        let mut node = self.node();
        loop {
            node = match self.tree().node(node) {
                ExprNode::Traversal { .. } => return true,
                ExprNode::Relative { source, .. } => *source,
                ExprNode::Index { collection, .. } => *collection,
                ExprNode::JsonString { spelled: Some(spelled), .. } => *spelled,
                _ => return false,
            };
        }
    }

    /// Returns the expression as a traversal, if it is a variable with only literal steps (reference:
    /// `hcl.AbsTraversalForExpr`). The words `true`, `false` and `null` count as variables, because a language can
    /// give them another meaning: `null.name` is also a traversal. An expression in parentheses is not a
    /// traversal.
    ///
    /// If the first name is an attribute of an implied object, use the [path](Traversal::to_path) of the traversal.
    pub fn as_traversal(&self) -> Option<Traversal> {
        self.traversal_at(self.node())
    }

    /// Returns the expression as a single word, such as `string`, `all` or `null`, or `None` for other expressions
    /// (reference: `hcl.ExprAsKeyword`).
    pub fn as_keyword(&self) -> Option<Str> {
        self.as_traversal().filter(|traversal| traversal.steps.is_empty()).map(|t| t.root)
    }

    /// Returns the name that the key of an object constructor is converted to, if it is a bare word, a string without
    /// templates or a number. A string is its own name, also in JSON syntax, where it may spell an expression too:
    /// `"C#"` spells the keyword `C`.
    pub(crate) fn as_name(&self) -> Option<Str> {
        let word = match self.tree().node(self.node()) {
            ExprNode::JsonString { .. } => None,
            _ => self.as_keyword(),
        };
        word.or_else(|| {
            let name = convert::convert(self.as_literal()?.clone(), &Type::String).ok()?;
            name.as_str().map(Str::from)
        })
    }

    /// Returns the elements of a tuple constructor, or `None` for other expressions (reference: `hcl.ExprList`).
    pub fn as_list(&self) -> Option<Vec<Self>> {
        match self.tree().node(self.node()) {
            ExprNode::Tuple(elements) => {
                Some(self.tree().list(*elements).iter().map(|node| self.part(*node)).collect_vec())
            }
            _ => None,
        }
    }

    /// Returns the keys and values of an object constructor, or `None` for other expressions (reference:
    /// `hcl.ExprMap`).
    pub fn as_map(&self) -> Option<Vec<(Self, Self)>> {
        match self.tree().node(self.node()) {
            ExprNode::Object { items, .. } => {
                let items = self.tree().items(*items).iter();
                Some(items.map(|item| (self.part(item.key), self.part(item.value))).collect_vec())
            }
            _ => None,
        }
    }

    /// Returns the parts of a function call, or `None` for other expressions (reference: `hcl.ExprCall`).
    pub fn as_call(&self) -> Option<StaticCall> {
        let mut node = self.tree().node(self.node());
        if let ExprNode::JsonString { spelled: Some(spelled), .. } = node {
            node = self.tree().node(*spelled);
        }
        let ExprNode::Call(call) = node else { return None };
        let arguments = self.tree().list(call.args).iter().map(|node| self.part(*node));
        Some(StaticCall {
            name: call.name.text.clone(),
            name_place: self.tree().place(call.name.span),
            arguments: arguments.collect_vec(),
            expand_final: call.expand_final,
        })
    }

    /// Returns the expression in the only interpolation of a string in JSON syntax: `"${x}"` is another spelling of
    /// `"x"` where an expression is not evaluated, and the one that a conversion from native syntax writes.
    pub(crate) fn interpolated(&self) -> Option<Self> {
        match self.tree().node(self.node()) {
            ExprNode::Wrap(inner) if self.tree().is_json => Some(self.part(*inner)),
            _ => None,
        }
    }

    /// Returns the value of a literal: a number (in native syntax, one without a sign), a bool, null, or a string
    /// without template parts. Returns `None` for expressions that need evaluation.
    pub fn as_literal(&self) -> Option<&Value> {
        let mut node = self.tree().node(self.node());
        if let ExprNode::JsonString { value, .. } = node {
            node = self.tree().node(*value);
        }
        match node {
            ExprNode::Literal(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn traversal_at(&self, id: ExprId) -> Option<Traversal> {
        let tree = self.tree();
        let place = tree.place(tree.span(id));
        match tree.node(id) {
            ExprNode::Traversal { root, steps, .. } => {
                let root_place = tree.place(tree.root_span(id));
                let mut traversal = Traversal::of_root(tree.name(*root).clone(), root_place);
                traversal.extend(tree.steps(*steps), place);
                Some(traversal)
            }
            ExprNode::Relative { source, steps } => {
                let mut traversal = self.traversal_at(*source)?;
                traversal.extend(tree.steps(*steps), place);
                Some(traversal)
            }
            ExprNode::JsonString { spelled: Some(spelled), .. } => self.traversal_at(*spelled),
            ExprNode::Key(name) => Some(Traversal::of_root(name.clone(), place)),
            ExprNode::Literal(value) => Some(Traversal::of_root(keyword_of(value)?.into(), place)),
            _ => None,
        }
    }
}

impl Traversal {
    /// Returns the name of the variable.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// Returns the steps into the variable.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the path into a value that has the root as an attribute: `name.first` leads from a person to the
    /// first name (reference: `hcl.RelTraversalForExpr`).
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_expression};
    ///
    /// let mut diags = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("<example>", "rule[0].port"), &mut diags).unwrap();
    /// let path = expr.as_traversal().unwrap().to_path();
    ///
    /// let rule = Value::object([("port", Value::from(80))]);
    /// let body = Value::object([("rule", Value::tuple(vec![rule]))]);
    /// assert_eq!(path.apply(&body), Ok(Value::from(80)));
    /// ```
    pub fn to_path(&self) -> Path {
        std::iter::once(Step::Attr(self.root.clone())).chain(self.steps.iter().cloned()).collect()
    }

    /// Returns the source location of the whole traversal.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the source location of each part: first the root, then each step with its dot or brackets.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_expression};
    ///
    /// let expr = parse_expression(&Source::new("<example>", "rule[0].port"), &mut Diagnostics::new()).unwrap();
    /// let traversal = expr.as_traversal().unwrap();
    /// let parts: Vec<_> = traversal.part_places().map(|place| place.text().to_owned()).collect();
    /// assert_eq!(parts, ["rule", "[0]", ".port"]);
    /// ```
    pub fn part_places(&self) -> impl Iterator<Item = Place> + '_ {
        self.spans.iter().map(|span| self.place.source().place(*span))
    }

    fn of_root(root: Str, place: Place) -> Self {
        Self { root, steps: Vec::new(), spans: vec![place.span()], place }
    }

    /// Adds steps. `place` is the source location of the result.
    fn extend(&mut self, steps: &[TraversalStep], place: Place) {
        self.steps.push_all(steps.iter().map(path_step));
        self.spans.push_all(steps.iter().map(|step| step.span));
        self.place = place;
    }

    /// Returns the source form of a traversal in a tree.
    pub(super) fn written(root: &str, steps: &[TraversalStep]) -> String {
        let mut written = root.to_owned();
        for step in steps {
            written.push_str(&step_text(&path_step(step)));
        }
        written
    }

    /// Returns a short form of a traversal in a tree, for messages.
    pub(super) fn describe(root: &str, steps: &[TraversalStep]) -> String {
        let mut described = root.to_owned();
        for step in steps {
            described.push_str(&match &step.kind {
                StepKind::Attr(name) => format!(".{name}"),
                StepKind::Index(key) => format!("[{}]", key.describe()),
            });
        }
        described
    }
}

impl fmt::Display for Traversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.steps.iter().try_for_each(|step| f.write_str(&step_text(step)))
    }
}

fn step_text(step: &Step) -> String {
    match step {
        Step::Attr(name) => format!(".{name}"),
        Step::Index(key) => match key.kind() {
            Kind::String(text) => format!("[\"{}\"]", escaped(text)),
            Kind::Number(number) => format!("[{number}]"),
            // Steps have no other keys in source.
            _ => format!("[{}]", key.describe()),
        },
    }
}

/// Returns a string in its source form between quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        push_escaped(&mut escaped, c, chars.peek().copied());
    }
    escaped
}

/// Appends a character of a string in its source form between quotes. The escape can depend on the next character.
pub(crate) fn push_escaped(out: &mut String, c: char, next: Option<char>) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '$' | '%' if next == Some('{') => out.extend([c, c]),
        '\n' | '\t' => push_escape(out, c),
        _ if is_unsafe_to_print(c) => push_escape(out, c),
        _ => out.push(c),
    }
}

fn path_step(step: &TraversalStep) -> Step {
    match &step.kind {
        StepKind::Attr(name) => Step::Attr(name.clone()),
        StepKind::Index(key) => Step::Index(key.clone()),
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
    use crate::source::Source;
    use crate::syntax::native::parse_expression;

    fn parse(text: &str) -> Expression {
        let mut diags = Diagnostics::new();
        parse_expression(&Source::new("t", text), &mut diags)
            .unwrap_or_else(|| panic!("{text}: {diags}"))
    }

    #[test]
    fn traversals_have_source_locations() {
        let found = parse("a.b").as_traversal().unwrap();
        assert_eq!((found.place().text(), found.root(), found.steps().len()), ("a.b", "a", 1));
        let found = parse("null.b[0]").as_traversal().unwrap();
        assert_eq!(
            (found.place().text(), found.root(), found.steps().len()),
            ("null.b[0]", "null", 2)
        );
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
        assert_eq!(traversal("null.a[0]").as_deref(), Some("null.a[0]"));
        for text in ["f().a", "(a).b", "\"a\".b"] {
            assert_eq!(traversal(text), None, "{text}");
        }
    }

    #[test]
    fn printed_traversals_read_back() {
        let long = "key ".repeat(100);
        let long = format!("a[\"{long}\"].b[{}]", "7".repeat(100));
        let texts =
            [long.as_str(), r#"a["\"\\\n\u001b\u200f"]"#, r#"a["$${b} %%{c} $d"]"#, "a[0.5]"];
        for text in texts {
            let traversal = parse(text).as_traversal().unwrap();
            assert_eq!(traversal.to_string(), text);
        }
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
