//! The printing of values in native syntax.

mod items;
mod number;
mod types;
mod written;

#[cfg(feature = "json")]
pub(crate) use self::items::push_quoted;
#[cfg(any(feature = "hcl-rs", feature = "json"))]
pub(crate) use self::items::push_template_text;
pub(crate) use self::items::{NewExpr, NewItem, body_text, rest_items};
use self::number::number_text;
pub use self::types::type_to_hcl;
pub(crate) use self::written::{
    MAX_UNWRITABLE, Unwritable, are_same_expressions, attribute_text, captured_text, closed_text,
    ends_with_heredoc, inline_text, value_text,
};

use crate::cty::internal::CollectVec;
use crate::cty::{CapsuleValue, Kind, Mark, Number, Str, Value};
use crate::diag::is_unsafe_to_print;
use crate::expr::push_escaped;

/// The maximum length in characters of a tuple on one line.
const MAX_LINE_CHARS: usize = 80;

/// The maximum length of a UTF-8 character in bytes.
const MAX_CHAR_BYTES: usize = 4;

/// The layout of a printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// All on one line.
    Line,
    /// An object has a line for each attribute, with the equals signs aligned.
    Lines,
}

/// Returns the value as HCL for display, with objects and long tuples on several lines.
///
/// Lists and sets are written as tuples, and maps as objects. Values without a notation in HCL are in parentheses,
/// so the result may be invalid HCL: `(not known yet)`, `(sensitive)`, `(infinity)`, `(-infinity)`, the type name
/// of a capsule, and `(marked a)` for a value with a mark other than `sensitive`.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::to_hcl;
///
/// let value = Value::object([("port", Value::from(80)), ("host-name", "a".into())]);
/// assert_eq!(to_hcl(&value), "{\n  host-name = \"a\"\n  port      = 80\n}");
/// ```
pub fn to_hcl(value: &Value) -> String {
    let mut printer = Printer::new(Layout::Lines);
    printer.value(value);
    printer.text
}

/// Returns the value as [`to_hcl`] writes it, on one line, with captured expressions as they are written. `None` if the
/// result is longer than `most_bytes`.
#[cfg(feature = "load")]
pub(crate) fn line_within(value: &Value, most_bytes: usize) -> Option<String> {
    let mut printer =
        Printer { capsules: Capsules::Written, most_bytes, ..Printer::new(Layout::Line) };
    printer.value(value);
    (!printer.is_full()).then_some(printer.text)
}

/// Returns the value as [`to_hcl`] writes it, on one line. `None` if the result is longer than `most_bytes`.
#[cfg(feature = "kit")]
pub fn to_hcl_line(value: &Value, most_bytes: usize) -> Option<String> {
    let mut printer = Printer { most_bytes, ..Printer::new(Layout::Line) };
    printer.value(value);
    (!printer.is_full()).then_some(printer.text)
}

/// Returns the value as [`to_hcl`] writes it, or `None` if the result is longer than `most_bytes`. Values can
/// share parts, so the printed form of a small value may not fit into memory; printing therefore stops early.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::to_hcl_within;
///
/// let twice = |value: Value| Value::tuple(vec![value.clone(), value]);
/// let huge = (0..200).fold(Value::from(0), |value, _| twice(value));
/// assert_eq!(to_hcl_within(&huge, 1_000), None);
/// assert_eq!(to_hcl_within(&twice(0.into()), 1_000).as_deref(), Some("[0, 0]"));
/// ```
pub fn to_hcl_within(value: &Value, most_bytes: usize) -> Option<String> {
    let mut printer = Printer::new(Layout::Lines);
    printer.most_bytes = most_bytes;
    printer.value(value);
    (!printer.is_full()).then_some(printer.text)
}

/// Returns an HCL expression that evaluates to the given value, except for its type: lists and sets become tuples,
/// maps become objects, and a null loses its type.
///
/// Returns `None` if the value is or contains an unknown, marked or infinite value or a capsule.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::{Layout, to_hcl_literal};
///
/// let value = Value::tuple(vec![Value::from(1), "${x}".into()]);
/// assert_eq!(to_hcl_literal(&value, Layout::Line).as_deref(), Some("[1, \"$${x}\"]"));
/// assert_eq!(to_hcl_literal(&Value::dynamic(), Layout::Line), None);
/// ```
pub fn to_hcl_literal(value: &Value, layout: Layout) -> Option<String> {
    if !has_literal(value) {
        return None;
    }
    let mut printer = Printer::new(layout);
    printer.value(value);
    Some(printer.text)
}

/// Returns an HCL expression that evaluates to the given value with its type: the functions `tolist`, `toset` and `tomap`
/// convert the collections in it. Only a null, and a collection without elements, lose the type of their content.
///
/// Returns `None` if the value is or contains an unknown, marked or infinite value or a capsule.
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::syntax::{Layout, to_hcl_typed};
///
/// let set = Value::set(Type::String, vec!["b".into(), "a".into()]);
/// let value = Value::object([("zones", set)]);
/// assert_eq!(to_hcl_typed(&value, Layout::Line).as_deref(), Some(r#"{ zones = toset(["a", "b"]) }"#));
/// ```
pub fn to_hcl_typed(value: &Value, layout: Layout) -> Option<String> {
    if !has_literal(value) {
        return None;
    }
    let mut printer = Printer { collections: Collections::Converted, ..Printer::new(layout) };
    printer.value(value);
    Some(printer.text)
}

struct Printer {
    text: String,
    layout: Layout,
    capsules: Capsules,
    collections: Collections,
    /// The nesting depth of the current line.
    indent: usize,
    /// The maximum length of the output in bytes. Output beyond it is dropped.
    most_bytes: usize,
}

/// The form of capsules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Capsules {
    /// The name of the type, in parentheses.
    Named,
    /// Captured expressions in their source form.
    Written,
}

/// The form of lists, sets and maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Collections {
    /// Tuples and objects.
    Plain,
    /// Calls of the functions that convert to their types.
    Converted,
}

impl Printer {
    fn new(layout: Layout) -> Self {
        let (capsules, collections) = (Capsules::Named, Collections::Plain);
        let text = String::new();
        Self { text, layout, capsules, collections, indent: 0, most_bytes: usize::MAX }
    }

    fn is_full(&self) -> bool {
        self.text.len() > self.most_bytes
    }

    fn value(&mut self, value: &Value) {
        match value.kind() {
            Kind::Null(_) => self.text.push_str("null"),
            Kind::Unknown(..) => self.text.push_str("(not known yet)"),
            Kind::Bool(value) => self.text.push_str(if value { "true" } else { "false" }),
            Kind::Number(number) => self.number(number),
            Kind::String(text) => self.quoted(text),
            Kind::Tuple(_) => self.tuple(value.elements()),
            Kind::List(_) => self.converted("tolist", |p| p.tuple(value.elements())),
            Kind::Set(_) => self.converted("toset", |p| p.tuple(value.elements())),
            Kind::Map(map) => {
                self.converted("tomap", |p| p.object(&map.iter().collect_vec()));
            }
            Kind::Object(object) => match self.capsules {
                Capsules::Named => self.object(&object.iter().collect_vec()),
                Capsules::Written => {
                    let names = object.shape().names().iter();
                    self.object(&names.zip(object.values()).collect_vec());
                }
            },
            Kind::Capsule(capsule) => self.capsule(capsule),
            Kind::Marked(_, marks) if marks.contains(&Mark::sensitive()) => {
                self.text.push_str("(sensitive)");
            }
            Kind::Marked(_, marks) => {
                let names = marks.iter().map(Mark::name).collect_vec();
                self.in_parens(&format!("marked {}", names.join(", ")));
            }
            _ => self.in_parens(&value.describe()),
        }
    }

    fn number(&mut self, number: &Number) {
        match (number.is_infinite(), number.is_negative()) {
            (true, false) => self.text.push_str("(infinity)"),
            (true, true) => self.text.push_str("(-infinity)"),
            (false, _) => self.text.push_str(&number_text(number)),
        }
    }

    fn capsule(&mut self, capsule: &CapsuleValue) {
        match written::part_text(capsule).filter(|_| self.capsules == Capsules::Written) {
            Some(text) => self.text.push_str(&text),
            None => self.in_parens(capsule.ty().name()),
        }
    }

    /// Writes a collection with the function that converts to its type.
    fn converted(&mut self, function: &str, write: impl FnOnce(&mut Self)) {
        match self.collections {
            Collections::Plain => write(self),
            Collections::Converted => {
                self.text.extend([function, "("]);
                write(self);
                self.text.push(')');
            }
        }
    }

    fn tuple(&mut self, elements: &[Value]) {
        if self.layout == Layout::Line || self.tuple_fits_on_one_line(elements) {
            return self.sequence_on_one_line(elements, Self::value);
        }
        self.sequence_on_lines(elements, Self::value);
    }

    fn tuple_fits_on_one_line(&mut self, elements: &[Value]) -> bool {
        // A tuple with more parts than a line has characters never fits.
        let mut parts = MAX_LINE_CHARS;
        let on_lines = elements.iter().any(|element| needs_lines(element, &mut parts));
        !on_lines && self.fits_on_one_line(|p| p.sequence_on_one_line(elements, Self::value))
    }

    /// Tries a layout on one line, up to the maximum length of a line. Inner values use the same layout, so they
    /// are not tried again.
    fn fits_on_one_line(&mut self, write: impl FnOnce(&mut Self)) -> bool {
        let (start, layout, most_bytes) = (self.text.len(), self.layout, self.most_bytes);
        self.layout = Layout::Line;
        self.most_bytes = most_bytes.min(start + MAX_LINE_CHARS * MAX_CHAR_BYTES);
        write(self);
        let written = &self.text[start..];
        // A captured expression can have line breaks.
        let fits = written.chars().count() <= MAX_LINE_CHARS && !written.contains('\n');
        self.text.truncate(start);
        (self.layout, self.most_bytes) = (layout, most_bytes);
        fits
    }

    fn sequence_on_lines<T>(&mut self, elements: &[T], write: fn(&mut Self, &T)) {
        self.text.push('[');
        self.indent += 1;
        for element in elements {
            if self.is_full() {
                break;
            }
            self.new_line();
            write(self, element);
            self.text.push(',');
        }
        self.indent -= 1;
        self.new_line();
        self.text.push(']');
    }

    fn sequence_on_one_line<T>(&mut self, elements: &[T], write: fn(&mut Self, &T)) {
        self.text.push('[');
        for (index, element) in elements.iter().enumerate() {
            if self.is_full() {
                break;
            }
            if index > 0 {
                self.text.push_str(", ");
            }
            write(self, element);
        }
        self.text.push(']');
    }

    fn object(&mut self, attributes: &[(&Str, &Value)]) {
        match self.layout {
            Layout::Line => self.attributes_on_one_line(attributes, Self::value),
            Layout::Lines => self.attributes_on_lines(attributes, Self::value),
        }
    }

    fn attributes_on_one_line<T>(&mut self, attributes: &[(&Str, T)], write: fn(&mut Self, T))
    where
        T: Copy,
    {
        if attributes.is_empty() {
            return self.text.push_str("{}");
        }
        for (index, (name, value)) in attributes.iter().enumerate() {
            if self.is_full() {
                return;
            }
            self.text.push_str(if index == 0 { "{ " } else { ", " });
            self.key(name);
            self.text.push_str(" = ");
            write(self, *value);
        }
        self.text.push_str(" }");
    }

    fn attributes_on_lines<T>(&mut self, attributes: &[(&Str, T)], write: fn(&mut Self, T))
    where
        T: Copy,
    {
        if attributes.is_empty() {
            return self.text.push_str("{}");
        }
        let widths = attributes.iter().map(|(name, _)| self.key_width(name)).collect_vec();
        let widest = widths.iter().max().copied().unwrap_or_default();
        self.text.push('{');
        self.indent += 1;
        for ((name, value), width) in attributes.iter().zip(widths) {
            if self.is_full() {
                break;
            }
            self.new_line();
            self.key(name);
            self.text.extend(std::iter::repeat_n(' ', widest - width));
            self.text.push_str(" = ");
            write(self, *value);
        }
        self.indent -= 1;
        self.new_line();
        self.text.push('}');
    }

    /// Writes a key, without quotes if it is a valid name.
    fn key(&mut self, name: &str) {
        if is_bare_key(name) { self.text.push_str(name) } else { self.quoted(name) }
    }

    fn key_width(&mut self, name: &str) -> usize {
        let start = self.text.len();
        self.key(name);
        let width = self.text[start..].chars().count();
        self.text.truncate(start);
        width
    }

    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if self.is_full() {
                return;
            }
            push_escaped(&mut self.text, c, chars.peek().copied());
        }
        self.text.push('"');
    }

    fn in_parens(&mut self, text: &str) {
        self.text.push('(');
        self.text.extend(text.chars().filter(|c| !is_unsafe_to_print(*c)));
        self.text.push(')');
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.indent));
    }
}

/// Returns `true` if an HCL expression can evaluate to the value.
fn has_literal(value: &Value) -> bool {
    match value.kind() {
        Kind::Unknown(..) | Kind::Capsule(_) | Kind::Marked(..) => false,
        Kind::Number(number) => !number.is_infinite(),
        _ => value.elements().iter().all(has_literal),
    }
}

/// Returns `true` if a value does not fit on one line: it is or contains an object or map with elements, or it has
/// more than `parts` parts.
fn needs_lines(value: &Value, parts: &mut usize) -> bool {
    let Some(left) = parts.checked_sub(1) else { return true };
    *parts = left;
    let elements = value.unmarked().elements();
    match value.unmarked().kind() {
        Kind::Map(_) | Kind::Object(_) => !elements.is_empty(),
        _ => elements.iter().any(|element| needs_lines(element, parts)),
    }
}

/// Returns `true` if a key needs no quotes. Keywords need them: `for` would start a `for` expression, and the
/// others would be misleading.
fn is_bare_key(name: &str) -> bool {
    let mut chars = name.chars();
    let starts_well = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let goes_on_well = chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    starts_well && goes_on_well && !matches!(name, "for" | "null" | "true" | "false")
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use proptest::prelude::*;

    use super::*;
    use crate::cty::{CapsuleType, Type};
    use crate::diag::Diagnostics;
    use crate::expr::EvalContext;
    use crate::source::Source;
    use crate::syntax::native::parse_expression;

    fn line(value: impl Into<Value>) -> String {
        to_hcl_literal(&value.into(), Layout::Line).unwrap()
    }

    #[test]
    fn simple_values_are_printed() {
        assert_eq!(line(true), "true");
        assert_eq!(line(-5), "-5");
        assert_eq!(line(Number::parse("0.1").unwrap()), "0.1");
        assert_eq!(line(Value::null(Type::String)), "null");
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(line("a\"b\\c\n\r\t"), r#""a\"b\\c\n\r\t""#);
        assert_eq!(line("${a} %{b} $a % {"), r#""$${a} %%{b} $a % {""#);
        assert_eq!(line("$${a}"), r#""$$${a}""#);
        assert_eq!(line("\u{1b}[0m\u{9b}\u{202e}\0"), r#""\u001b[0m\u009b\u202e\u0000""#);
        assert_eq!(line("é日"), "\"é日\"");
    }

    #[test]
    fn collections_are_printed() {
        let list = Value::list(Type::Number, vec![1.into(), 2.into()]);
        assert_eq!(line(list), "[1, 2]");
        assert_eq!(line(Value::set(Type::String, vec!["b".into(), "a".into()])), r#"["a", "b"]"#);
        assert_eq!(line(Value::tuple(Vec::new())), "[]");
        let map =
            Value::map(Type::Bool, vec![("a b".into(), true.into()), ("a".into(), false.into())]);
        assert_eq!(line(map), r#"{ a = false, "a b" = true }"#);
    }

    #[test]
    fn keys_that_are_names_are_not_quoted() {
        let names = ["a-b", "for", "null", "_x", "1a", "", "é"];
        let object = Value::object(names.map(|name| (name, Value::from(1))));
        assert_snapshot!(to_hcl(&object), @r#"
        {
          ""     = 1
          "1a"   = 1
          _x     = 1
          a-b    = 1
          "for"  = 1
          "null" = 1
          "é"    = 1
        }
        "#);
    }

    #[test]
    fn objects_and_long_tuples_have_several_lines() {
        let long = Value::tuple((0..9).map(|n| Value::from(1_000_000 + n)).collect());
        let inner = Value::object([("b", Value::from("x")), ("name", Value::null(Type::Dynamic))]);
        let rules = Value::tuple(vec![inner, Value::from(1)]);
        let empty = Value::object::<&str>([]);
        let short = Value::tuple(vec!["a".into(), 1.into()]);
        let all = [("empty", empty), ("long", long), ("rules", rules), ("short", short)];
        assert_snapshot!(to_hcl(&Value::object(all)), @r#"
        {
          empty = {}
          long  = [
            1000000,
            1000001,
            1000002,
            1000003,
            1000004,
            1000005,
            1000006,
            1000007,
            1000008,
          ]
          rules = [
            {
              b    = "x"
              name = null
            },
            1,
          ]
          short = ["a", 1]
        }
        "#);
    }

    #[test]
    fn values_without_a_literal_are_in_parentheses() {
        let infinity = Number::from_f64(f64::INFINITY).unwrap();
        let parts = [
            ("capsule", Value::capsule(&CapsuleType::new("socket"), 7)),
            ("infinite", Value::number(infinity)),
            ("marked", Value::from(1).mark(Mark::new("origin"))),
            ("secret", Value::from("hunter2").mark(Mark::sensitive())),
            ("unknown", Value::unknown(Type::String)),
        ];
        for (_, value) in &parts {
            assert_eq!(to_hcl_literal(&Value::tuple(vec![value.clone()]), Layout::Lines), None);
        }
        assert_snapshot!(to_hcl(&Value::object(parts)), @r#"
        {
          capsule  = (socket)
          infinite = (infinity)
          marked   = (marked origin)
          secret   = (sensitive)
          unknown  = (not known yet)
        }
        "#);
    }

    #[test]
    fn output_within_the_limit_is_complete() {
        let rule = Value::object([("name", "é".repeat(50).into()), ("ports", vec![1, 2].into())]);
        let value = Value::tuple(vec![rule.clone(), "x".repeat(90).into(), rule]);
        let text = to_hcl(&value);
        assert_eq!(to_hcl_within(&value, text.len()).as_deref(), Some(text.as_str()));
        for most_bytes in 0..text.len() {
            assert_eq!(to_hcl_within(&value, most_bytes), None, "{most_bytes}");
        }
    }

    #[test]
    fn huge_values_with_shared_parts_exceed_the_limit() {
        let shared = |wrap: fn(Value) -> Value| (0..20).fold(Value::from(0), |v, _| wrap(v));
        let tuples = shared(|v| Value::tuple(vec![v.clone(), v]));
        let objects = shared(|v| Value::object([("a", v.clone()), ("b", v)]));
        for value in [tuples, objects] {
            assert_eq!(to_hcl_within(&value, 100_000), None);
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        let text = prop_oneof![
            any::<String>(),
            r#"[$%{}~"\\nu0 \t\r\x1b\x{feff}\x{202e}e\x{301}]{0,12}"#,
        ];
        let leaf = prop_oneof![
            Just(Value::null(Type::Dynamic)),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>()
                .prop_filter_map("finite", |n| Number::from_f64(n).filter(|n| !n.is_infinite()))
                .prop_map(|n| Value::number(Number::parse(&n.to_string()).unwrap())),
            text.clone().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 6, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::tuple),
                prop::collection::vec((text.clone(), inner), 0..6).prop_map(Value::object),
            ]
        })
    }

    proptest! {
        #[test]
        fn printed_values_can_be_parsed(value in value()) {
            for layout in [Layout::Line, Layout::Lines] {
                let text = to_hcl_literal(&value, layout).unwrap();
                let mut diags = Diagnostics::new();
                let expr = parse_expression(&Source::new("printed", &text), &mut diags);
                let read = expr.map(|expr| expr.value(&EvalContext::new(), &mut diags));
                prop_assert_eq!(read.as_ref(), Some(&value), "{}: {}", text, diags);
                prop_assert!(layout == Layout::Lines || !text.contains('\n'));
            }
        }
    }
}
