//! Bodies of `hcl-rs` and `hcl-edit`, for programs that already use them (feature `hcl-rs`).

mod print;

use hcl::edit;

use self::print::{Fault, PrintedBody};
use crate::body::Body;
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::{MAX_SOURCE_LEN, Place, Source};
use crate::syntax::diags;
use crate::syntax::native::parse_body;

/// Converts a body of `hcl-rs` (feature `hcl-rs`), for programs that already use that crate.
///
/// `hcl-rs` does not keep the source of a body, and a program may have changed the body or created it. The body is
/// therefore printed and parsed again. `name` is the name of the printed source, which all source locations in diagnostics
/// are in. For an existing file, use [`parse_body`], which gives locations in the file.
///
/// The body has the meaning that `hcl-rs` gives it, which may differ from the file. `hcl-rs` keeps 64 bits of a
/// number, keeps the escapes inside `%{ }` directives of quoted templates as written, and does not strip
/// everything that `<<-` does. Names and templates that are invalid in a file are reported.
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::spec::{AttrSpec, decode};
/// use hcldyn::syntax::body_from_hcl;
/// use hcldyn::{Diagnostics, EvalContext};
///
/// let parsed: hcl::Body = hcl::parse("port = base + 80").unwrap();
/// let mut diags = Diagnostics::new();
/// let body = body_from_hcl("<app>", &parsed, &mut diags);
/// let spec = AttrSpec::new("port", Type::Number).into();
/// let ctx = EvalContext::new().with_variable("base", 8000);
/// assert_eq!(decode(&body, &spec, &ctx, &mut diags), Value::from(8080));
///
/// let ctx = EvalContext::new().with_variable("base", "x");
/// decode(&body, &spec, &ctx, &mut diags);
/// assert!(diags.to_string().starts_with("<app>:1:8: error: "));
/// ```
pub fn body_from_hcl(name: impl Into<String>, body: &hcl::Body, diags: &mut Diagnostics) -> Body {
    read(name.into(), print::body(body), diags)
}

/// Converts a body of `hcl-edit`, which keeps comments and layout. The printed source equals that of the file,
/// except for changes by the program and escapes in strings. `name` is the name of the printed source in
/// diagnostics, such as the name of the file.
///
/// `hcl-edit` prints two kinds of templates differently: those with escapes inside `%{ }` directives of quoted
/// templates, and `<<-` heredocs with directives or with lines of whitespace.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::body_from_edit;
///
/// let mut parsed = hcl::edit::parser::parse_body("# The port.\nport  = 80\n").unwrap();
/// parsed.push(hcl::edit::structure::Attribute::new(hcl::edit::Ident::new("host"), "x"));
/// let mut diags = Diagnostics::new();
/// let body = body_from_edit("app.hcl", &parsed, &mut diags);
/// let attributes = body.just_attributes(&mut diags);
/// assert_eq!(attributes[0].place().to_string(), "app.hcl:2:1");
/// assert_eq!(attributes[1].place().to_string(), "app.hcl:3:1");
/// ```
pub fn body_from_edit(
    name: impl Into<String>,
    body: &edit::structure::Body,
    diags: &mut Diagnostics,
) -> Body {
    read(name.into(), PrintedBody { text: body.to_string(), faults: Vec::new() }, diags)
}

fn read(name: String, written: PrintedBody, diags: &mut Diagnostics) -> Body {
    if written.text.len() > MAX_SOURCE_LEN {
        diags.push(diags::too_long(&name, MAX_SOURCE_LEN as u64));
        return Body::empty(name);
    }
    let source = Source::new(name, written.text);
    for (span, fault) in written.faults {
        diags.push(report(fault, source.place(span)));
    }
    parse_body(&source, diags)
}

fn report(fault: Fault, place: Place) -> Diagnostic {
    match fault {
        Fault::Name(name) => diags::no_name(place, &name),
        Fault::Template => diags::no_template(place),
    }
}
