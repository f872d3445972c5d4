//! The specs of the kit's blocks, for documents.

use super::{Output, local, variable};
use crate::cty::Type;
use crate::spec::language::Dialect;
use crate::spec::{LabelSpec, Rest, Spec};

/// Returns the specs of the blocks of a dialect.
pub(super) fn specs(dialect: Dialect) -> Vec<Spec> {
    let variable =
        "A variable, whose value comes from outside. Expressions refer to it as `var.NAME`.";
    let locals =
        "Values for expressions, which refer to them as `local.NAME`. Their order does not matter.";
    let output = "A value that the program receives.";
    let mut specs = vec![
        named("variable", variable::spec(), variable),
        attributes("locals", locals),
        named("output", Output::spec(), output),
    ];
    if dialect == Dialect::Packer {
        let variables = "Variables with their defaults. Expressions refer to them as `var.NAME`.";
        let local = "A value for expressions, which refer to it as `local.NAME`.";
        specs.push(attributes("variables", variables));
        specs.push(named("local", local::spec(), local));
    }
    specs
}

/// Returns the spec of blocks with a name as their label.
fn named(ty: &str, body: Spec, docs: &str) -> Spec {
    let block = Spec::tuple([LabelSpec::new(0, "name").into(), body]);
    Spec::blocks(ty, block, docs)
}

/// Returns the spec of blocks with attributes of any names.
fn attributes(ty: &str, docs: &str) -> Spec {
    Spec::blocks(ty, Rest::Attributes(Type::Dynamic.into()).into(), docs)
}
