//! `default`: the first of several results that is not null.

use crate::cty::convert::convert;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{CHILDREN, SpecKind, children};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::{ObjectSpec, Spec, SpecStep};

pub(super) const DEFAULT: SpecKind =
    SpecKind { name: "default", body: || ObjectSpec::new([children()]), read };

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let written = block.blocks(CHILDREN);
    match written.len() {
        0 if block.is_complete => reader.diags.push(diags::no_spec(block)),
        1 if block.is_complete => reader.diags.push(diags::useless_default(block.place.clone())),
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
