//! `default` and `transform`: the first of several results that is not null, and the result of an expression.

use super::Specs;
use crate::cty::Str;
use crate::cty::convert::convert;
use crate::expr::Expression;
use crate::spec::language::argument::Required;
use crate::spec::language::block::{Blocks, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::write::Writer;
use crate::spec::{DefaultSpec, Spec, SpecStep};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

/// The first value that is not null.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct FirstOf {
    #[hcl(flatten)]
    spec: Blocks<Specs>,
}

impl SpecContent<Spec> for FirstOf {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let written = self.spec.0;
        match written.len() {
            0 if block.is_complete => reader.diags.push(diags::no_spec(block)),
            1 if block.is_complete => {
                reader.diags.push(diags::useless_default(block.place.clone()));
            }
            _ => {}
        }
        let mut outcomes = Vec::with_capacity(written.len());
        for (depth, child) in written.iter().enumerate() {
            let outcome = reader.deeper(depth, &child.place, |reader| {
                Some(reader.child(child, block.implied_name.as_ref()))
            });
            outcomes.push(outcome.unwrap_or_else(|| Read::nothing(child.place.clone())));
        }
        outcomes.into_iter().rev().reduce(|rest, first| first.or(rest))
    }
}

impl Read {
    /// Returns a spec that gives the value of this spec or, if that is null, of the other one. A literal is
    /// converted to the type of this spec if possible: `[]` is a tuple and can be the default of a list.
    fn or(self, mut default: Self) -> Self {
        if let Spec::Literal(value) = &default.spec
            && let Ok(value) = convert(value.clone(), &self.spec.implied_type())
        {
            default.spec = Spec::Literal(value);
        }
        Self {
            spec: self.spec.or(default.spec),
            site: self.site.with(SpecStep::Default, default.site),
        }
    }
}

/// The name of the value in the expression of a `transform`, unless the argument `variable` gives another one.
const NESTED: &str = "nested";

/// A value converted by an expression.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Transform {
    /// The name of the value in the expression; by default, `nested`.
    variable: Option<Str>,
    /// The expression.
    result: Required<Expression>,
    #[hcl(flatten)]
    spec: Blocks<Specs>,
}

impl SpecContent<Spec> for Transform {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let mut read = reader.only_child(&self.spec, block, block.implied_name.as_ref());
        if let Some(result) = self.result.0 {
            let variable = self.variable.unwrap_or_else(|| Str::from(NESTED));
            read.spec = read.spec.transform_expr(variable, result, reader.ctx.clone());
        }
        Some(read)
    }
}

impl Writer {
    /// Returns the outcomes of a default.
    pub(in crate::spec::language) fn default(
        &mut self,
        specs: &DefaultSpec,
        implied: Option<&Str>,
    ) -> Vec<NewItem> {
        let mut items = vec![self.spec(&specs.primary, None, implied)];
        let step = self.path.len();
        let mut rest = &specs.default;
        loop {
            self.path.push(SpecStep::Default);
            let Spec::Default(specs) = rest else { break };
            items.push(self.spec(&specs.primary, None, implied));
            rest = &specs.default;
        }
        items.push(self.spec(rest, None, implied));
        self.path.truncate(step);
        items
    }

    pub(in crate::spec::language) fn transform(
        &mut self,
        variable: &Str,
        result: &Expression,
        spec: &Spec,
        implied: Option<&Str>,
    ) -> Vec<NewItem> {
        let content = Transform {
            variable: Some(variable).filter(|name| ***name != *NESTED).cloned(),
            result: Required(Some(result.clone())),
            spec: Blocks::default(),
        };
        let spec = self.spec(spec, None, implied);
        self.content(&content, [spec])
    }
}
