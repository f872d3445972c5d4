//! Bodies that `hcl-rs` or `hcl-edit` has already, for programs that use them (feature `hcl-rs`).
//!
//! Neither knows the text that a body came from, and a program may have changed the body since or made
//! it itself. So a body is written out as text, and read as any text is: every place that a message
//! names is a line of that text, which the message shows. Where the file itself is at hand,
//! [`parse_body`] reads it with its own places.

mod print;

use hcl::edit;

use self::print::{Fault, PrintedBody};
use crate::body::Body;
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::{MAX_SOURCE_LEN, Place, Source};
use crate::syntax::diags;
use crate::syntax::native::parse_body;

/// Makes a body of one of `hcl-rs`. `name` is what messages call the text that it is written out as.
///
/// What the body means is what `hcl-rs` takes it for. That may differ from the file that it was read
/// from in three points: `hcl-rs` keeps 64 bits of a number, keeps escapes inside the `%{ }` directives of
/// quoted templates as they are written, and does not strip all that `<<-` does. Names and templates that
/// no file could have are reported.
///
/// ```
/// use hcldyn::spec::{AttrSpec, decode};
/// use hcldyn::syntax::hcl_rs::body_from_hcl;
/// use hcldyn::{Diagnostics, EvalContext, Type, Value};
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
/// assert!(diags.to_string().starts_with("<app>:1:8: "));
/// ```
pub fn body_from_hcl(name: impl Into<String>, body: &hcl::Body, diags: &mut Diagnostics) -> Body {
    read(name.into(), print::body(body), diags)
}

/// Makes a body of one of `hcl-edit`, which keeps comments and layout: the text that it is written out
/// as is that of its file, but for what a program has changed and for escapes in texts. `name` is what
/// messages call it, such as the name of the file.
///
/// Two kinds of templates `hcl-edit` writes otherwise than it read them: those with escapes inside `%{ }`
/// directives of quotes, and `<<-` heredocs with directives or with lines of blanks.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::syntax::hcl_rs::body_from_edit;
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
