//! Rules of examples, which documents show as source text.

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser::{parse_body, parse_expression};
use hcldyn_syntax::source::Span;
use syn::{LitStr, Type};

use super::literal::{Literal, expected, is_text};
use super::meets;
use crate::ast::Field;
use crate::attr::{Conversion, Docs, FieldKind};
use crate::ctxt::Ctxt;
use crate::ty::{content, is_called, is_collection, last_name, text};

/// Checks the examples of a type or a variant, which are the contents of bodies.
pub(super) fn check_of_body(ctxt: &Ctxt, docs: &Docs) {
    for example in &docs.examples {
        check_body(ctxt, example);
    }
}

/// Checks the examples of a field.
pub(super) fn check(ctxt: &Ctxt, field: &Field<'_>) {
    for example in &field.attrs.docs.examples {
        match field.attrs.kind() {
            FieldKind::Attr => check_attribute(ctxt, field, example),
            FieldKind::Label | FieldKind::Labels | FieldKind::Key => {}
            FieldKind::Expr | FieldKind::ExprClosure => {
                check_expression(ctxt, example);
            }
            FieldKind::Block | FieldKind::Blocks | FieldKind::Attrs => check_body(ctxt, example),
            FieldKind::Range | FieldKind::Flatten | FieldKind::Remain | FieldKind::Skip => {}
        }
    }
}

/// The events of a source, and `true` after an error.
#[derive(Default)]
struct Parsed {
    events: Vec<Event>,
    has_error: bool,
}

impl Receiver for Parsed {
    fn event(&mut self, event: Event, _: Span) {
        self.events.push(event);
    }

    fn error(&mut self, _: SyntaxError) {
        self.has_error = true;
    }
}

fn check_body(ctxt: &Ctxt, example: &LitStr) {
    let mut parsed = Parsed::default();
    parse_body(&example.value(), &mut parsed);
    if parsed.has_error {
        let message =
            "invalid example: expected the content of the block, as in `example = \"port = 80\"`";
        ctxt.error_at(example, message);
    }
}

/// Returns the events of an expression, unless it has an error.
fn check_expression(ctxt: &Ctxt, example: &LitStr) -> Option<Parsed> {
    let (text, mut parsed) = (example.value(), Parsed::default());
    parse_expression(&text, 0..text.len(), &mut parsed);
    if !parsed.has_error {
        return Some(parsed);
    }
    let quoted = format!("{text:?}");
    let message = format!(
        "invalid example: expected an expression in HCL, not `{text}`; for a string, write `example = {quoted:?}`"
    );
    ctxt.error_at(example, message);
    None
}

fn check_attribute(ctxt: &Ctxt, field: &Field<'_>, example: &LitStr) {
    let Some(parsed) = check_expression(ctxt, example) else { return };
    let is_parsed = match &field.attrs.source {
        None => false,
        Some((_, Conversion::FromStr)) => true,
        Some((_, Conversion::With(_) | Conversion::Serde)) => return,
    };
    let ty = content(field.ty);
    let source = example.value();
    let Some(value) = Written::of(source.trim(), &parsed) else { return };
    if let Some(expected) = value.rejected(ty, is_parsed) {
        let message = format!(
            "invalid example for `{}`: {expected} is required, not {}",
            text(field.ty),
            value.describe()
        );
        return ctxt.error_at(example, message);
    }
    let Written::Literal(literal) = value else { return };
    for (_, constraint) in &field.attrs.constraints {
        if let Some(broken) = meets::broken_by(constraint, &literal) {
            let message = format!("the example must {broken}; change the example or the condition");
            ctxt.error_at(example, message);
        }
    }
}

/// The value of an example, as far as its source shows it.
enum Written {
    Literal(Literal),
    /// A variable without steps.
    Name(String),
    List,
    Object,
}

impl Written {
    fn of(source: &str, parsed: &Parsed) -> Option<Self> {
        let is_negative = source.starts_with('-');
        match &*parsed.events {
            [Event::Number, rest @ ..] if rest.len() == usize::from(is_negative) => {
                let number = source.replace(' ', "");
                let int = number.parse().ok().map(Literal::Int);
                int.or_else(|| number.parse().ok().map(Literal::Float)).map(Self::Literal)
            }
            [Event::True] => Some(Self::Literal(Literal::Bool(true))),
            [Event::False] => Some(Self::Literal(Literal::Bool(false))),
            [Event::Variable] => Some(Self::Name(source.to_owned())),
            _ => {
                let inner = source.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                let is_plain = |inner: &&str| !inner.contains(['"', '\\', '$', '%']);
                let text = || Some(Literal::Text(inner.filter(is_plain)?.to_owned()));
                let has_for = || source[1..].trim_start().starts_with("for ");
                match source.as_bytes().first()? {
                    b'"' => text().map(Self::Literal),
                    b'[' if source.ends_with(']') && !has_for() => Some(Self::List),
                    b'{' if source.ends_with('}') && !has_for() => Some(Self::Object),
                    _ => None,
                }
            }
        }
    }

    /// Returns the values that a type accepts if this value is not among them. Numbers and strings are converted.
    fn rejected(&self, ty: &Type, is_parsed: bool) -> Option<String> {
        let is_list = is_collection(ty) && !crate::ty::is_map(ty);
        if is_collection(ty) && !is_parsed {
            let is_valid = match self {
                Self::Literal(_) => false,
                Self::Name(_) => true,
                Self::List => is_list,
                Self::Object => !is_list,
            };
            let expected = if is_list { "a list" } else { "a map, such as `{ a = … }`" };
            return (!is_valid).then(|| expected.to_owned());
        }
        let name = last_name(ty)?.to_string();
        let is_text = is_text(&name) || (is_parsed && !is_collection(ty));
        let is_number = crate::ty::is_number(ty) && !is_called(ty, "bool") && !is_text;
        match self {
            Self::Literal(Literal::Bool(_)) if is_number => expected(&name, "true"),
            Self::Literal(Literal::Int(_) | Literal::Float(_)) if name == "bool" => {
                Some("`true` or `false`".to_owned())
            }
            Self::Literal(literal) => expected(&name, &literal_text(literal)),
            Self::Name(given) if is_text => Some(format!("a string such as {:?}", quoted(given))),
            Self::List | Self::Object if is_number => Some("a number".to_owned()),
            Self::List | Self::Object if name == "bool" => Some("`true` or `false`".to_owned()),
            Self::List | Self::Object if is_text => Some("a string".to_owned()),
            Self::Name(_) | Self::List | Self::Object => None,
        }
    }

    fn describe(&self) -> String {
        match self {
            Self::Literal(literal) => literal.shown(),
            Self::Name(name) => format!("the variable `{name}`"),
            Self::List => "a list".to_owned(),
            Self::Object => "an object".to_owned(),
        }
    }
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Returns the string that a literal converts to.
fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Text(text) => text.clone(),
        _ => literal.shown(),
    }
}

#[cfg(test)]
mod tests {
    /// Returns the error in an example of a field.
    fn error(ty: &str, example: &str) -> Option<String> {
        let program = format!("struct Item {{ #[hcl(example = {example:?})] field: {ty} }}");
        let (errors, _) = crate::decode(&syn::parse_str(&program).unwrap());
        errors.first().map(ToString::to_string)
    }

    #[test]
    fn objects_and_for_expressions_are_in_braces() {
        let expected = "invalid example for `u8`: a number is required, not an object";
        assert_eq!(error("u8", "{ a = 1 }").as_deref(), Some(expected));
        let expected = "invalid example for `Vec<u8>`: a list is required, not an object";
        assert_eq!(error("Vec<u8>", "{ a = 1 }").as_deref(), Some(expected));
        assert_eq!(error("BTreeMap<String, u8>", "{ a = 1 }"), None);
        // The form of other expressions is only known when they are evaluated.
        assert_eq!(error("u8", "{ for name, port in ports : name => port }"), None);
        assert_eq!(error("u8", "{ a = 1 }.a"), None);
    }
}
