//! HCL's JSON syntax.
//!
//! In JSON, only a schema determines whether a property is an attribute or a block, and how many labels a block
//! has. The parsed values are therefore kept, and each request to a body walks them again. Strings are templates.
//! Where an expression is needed in its source form, such as a reference or a type, a string contains it in native
//! syntax.
//!
//! Reference: package `json` of `hashicorp/hcl`.

mod blocks;
mod body;
mod diags;
mod document;
mod escapes;
mod explain;
mod fixes;
mod lower;
mod native;
mod read;
#[cfg(test)]
mod tests;

use self::body::JsonBody;
pub(crate) use self::body::joined_elements;
use self::document::JsonKind;
use self::lower::Strings;
pub(crate) use self::native::native_text;
pub(crate) use self::read::MAX_JSON_SYNTAX_DEPTH;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::Source;

/// Parses JSON as a body: an object, or an array of objects. The schema of each request determines which
/// properties are attributes and which are blocks. Invalid JSON is reported. The body is then empty, and missing
/// items in it are not reported (reference: `json.Parse`).
///
/// In a body, a property named `//` is a comment.
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
/// use hcldyn::syntax::{Source, parse_json_body};
/// use hcldyn::{Diagnostics, EvalContext};
///
/// let text = r#"{
///   "//": "One block for each name.",
///   "service": {
///     "web": { "port": "${base + 80}" },
///     "db": { "port": 5432 }
///   }
/// }"#;
/// let mut diags = Diagnostics::new();
/// let body = parse_json_body(&Source::new("app.json", text), &mut diags);
/// let port = AttrSpec::new("port", Type::Number).into();
/// let spec = BlocksSpec::new("service", port).map("name").into();
/// let ctx = EvalContext::new().with_variable("base", 8000);
/// let ports = decode(&body, &spec, &ctx, &mut diags);
/// let wanted = vec![("db".into(), 5432.into()), ("web".into(), 8080.into())];
/// assert_eq!(ports, Value::map(Type::Number, wanted));
/// ```
pub fn parse_json_body(source: &Source, diags: &mut Diagnostics) -> Body {
    parse(source, Strings::Templates, diags)
}

/// Parses JSON as a body of values. It is read as by [`parse_json_body`], but each string is literal: `${` and
/// `%{` do not begin templates, and strings do not spell references, calls or types. Files of variables are read
/// in this way (reference: `Expression.Value` of package `json` without a context).
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::{Source, parse_json_values};
/// use hcldyn::{Diagnostics, EvalContext};
///
/// let mut diags = Diagnostics::new();
/// let source = Source::new("vars.json", r#"{"greeting": "Hi ${1 + 1} $${x}"}"#);
/// let attributes = parse_json_values(&source, &mut diags).just_attributes(&mut diags);
/// let value = attributes[0].expr.value(&EvalContext::new(), &mut diags);
/// assert_eq!(value, Value::from("Hi ${1 + 1} $${x}"));
/// ```
pub fn parse_json_values(source: &Source, diags: &mut Diagnostics) -> Body {
    parse(source, Strings::Literals, diags)
}

fn parse(source: &Source, strings: Strings, diags: &mut Diagnostics) -> Body {
    let root = read::read(source, diags);
    match &root {
        Some(root) if !matches!(root.kind, JsonKind::Array(_) | JsonKind::Object(_)) => {
            diags.push(diags::root_is_no_body(source.place(root.span), root));
            Body::unread(source.clone())
        }
        Some(root) => JsonBody::body(source, root, strings),
        None => {
            diags.hide_in_broken(source);
            Body::unread(source.clone())
        }
    }
}

/// Parses JSON as one expression: strings and the keys of objects are templates, and arrays are tuples. Returns
/// `None` after reporting an error: invalid JSON, or a string with an invalid template (reference:
/// `json.ParseExpression`).
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::{Source, parse_json_expression};
/// use hcldyn::{Diagnostics, EvalContext};
///
/// let mut diags = Diagnostics::new();
/// let expr = parse_json_expression(&Source::new("<example>", r#"["${name}-1", "${port}"]"#), &mut diags).unwrap();
/// let ctx = EvalContext::new().with_variable("name", "web").with_variable("port", 80);
/// assert_eq!(expr.value(&ctx, &mut diags), Value::tuple(vec!["web-1".into(), 80.into()]));
/// ```
pub fn parse_json_expression(source: &Source, diags: &mut Diagnostics) -> Option<Expression> {
    parse_expression(source, Strings::Templates, diags)
}

/// Parses JSON as one expression whose strings are literal. Returns `None` after reporting an error.
#[cfg(any(feature = "kit", feature = "load"))]
pub(crate) fn parse_json_literal(source: &Source, diags: &mut Diagnostics) -> Option<Expression> {
    parse_expression(source, Strings::Literals, diags)
}

fn parse_expression(
    source: &Source,
    strings: Strings,
    diags: &mut Diagnostics,
) -> Option<Expression> {
    let errors = diags.error_count();
    let value = read::read(source, diags)?;
    let expr = lower::lower(source, &value, strings).expression(diags);
    (diags.error_count() == errors).then_some(expr)
}
