//! Additional checks of collections by the program.

use std::fmt;
use std::sync::Arc;

use crate::body::{Attribute, Block, Body, BodySchema, BodySource, Content};
use crate::cty::Value;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::{Place, Span};

/// Adds a check of the collection of every `dynamic` block in a body, at any depth. It applies to expansion by
/// [`expand`](super::expand) and by a spec.
///
/// `check` receives the value of `for_each`, which may be null, unknown, marked or not a collection, with its
/// expression and its context. If it reports an error, the `dynamic` block generates nothing, and no further error
/// is reported for it. A warning has no effect on the expansion. If there are several checks, the innermost runs
/// first (reference: `dynblock.OptCheckForEach`).
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::diag::Diagnostic;
/// use hcldyn::ext::dynblock;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let text = "dynamic \"rule\" {\n  for_each = [1, 2, 3]\n  content {}\n}\n";
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
/// let body = dynblock::check_for_each(&body, |collection, expr, _ctx, diags| {
///     if collection.elements().len() > 2 {
///         diags.push(Diagnostic::error(expr.place(), "Too long", "At most 2 rules, please."));
///     }
/// });
/// let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
/// let spec = Spec::from(BlocksSpec::new("rule", rule).list().dynamic());
/// decode(&body, &spec, &EvalContext::new(), &mut diags);
/// assert_eq!(diags.to_string(), "a.hcl:2:14: error: Too long; At most 2 rules, please.");
/// ```
pub fn check_for_each<F>(body: &Body, check: F) -> Body
where
    F: Fn(&Value, &Expression, &EvalContext, &mut Diagnostics) + Send + Sync + 'static,
{
    Checked::body(body, &(Arc::new(check) as Arc<Check>))
}

type Check = dyn Fn(&Value, &Expression, &EvalContext, &mut Diagnostics) + Send + Sync;

/// A body whose `dynamic` blocks are checked.
struct Checked {
    inner: Body,
    check: Arc<Check>,
}

impl Checked {
    fn body(inner: &Body, check: &Arc<Check>) -> Body {
        inner.shown_by(|inner| Self { inner, check: Arc::clone(check) })
    }

    /// Adds the check to the bodies of all blocks.
    fn wrap(&self, mut content: Content) -> Content {
        let wrap = |block: Block| Block { body: Self::body(&block.body, &self.check), ..block };
        content.blocks = content.blocks.into_iter().map(wrap).collect_vec();
        content
    }
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl BodySource for Checked {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.wrap(self.inner.content(schema, diags))
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.wrap(self.inner.only(schema, diags))
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        Self::body(&self.inner.remain(schema), &self.check)
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        self.inner.just_attributes(diags)
    }

    fn everything(&self) -> Content {
        self.wrap(self.inner.everything())
    }

    fn everything_expanded(&self, diags: &mut Diagnostics) -> Content {
        self.wrap(self.inner.everything_expanded(diags))
    }

    fn span(&self) -> Span {
        self.inner.span()
    }

    fn missing_item_place(&self) -> Place {
        self.inner.missing_item_place()
    }

    fn inner(&self) -> &[Body] {
        std::slice::from_ref(&self.inner)
    }

    fn check_for_each(
        &self,
        value: &Value,
        expr: &Expression,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) {
        let inner = |diags: &mut Diagnostics| self.inner.check_for_each(value, expr, ctx, diags);
        if diags.unless_errors(inner).is_some() {
            (self.check)(value, expr, ctx, diags);
        }
    }
}
