//! The types that the spec, or the parameter of a function, expects at a place.

use hcldyn_core::cty::Type;
use hcldyn_core::cty::value_spec::ValueSpec;
use hcldyn_core::ext::typeexpr::type_constraint_type;

use super::Site;
use crate::ide::cursor::ValuePlace;
use crate::ide::outline::part;

/// Returns the specs of the part of the value at a place.
pub(super) fn specs(site: &Site<'_>, place: &ValuePlace<'_>) -> Vec<ValueSpec> {
    let spec = site.scope.as_ref().and_then(|scope| scope.value(place.attribute));
    let parts = spec.zip(place.path.as_deref()).map(|(spec, path)| part(spec, path));
    parts.unwrap_or_default()
}

/// Returns the types that fit; none if all do.
pub(super) fn types(site: &Site<'_>, place: &ValuePlace<'_>, specs: &[ValueSpec]) -> Vec<Type> {
    let parameter = place.call.filter(|_| place.is_argument).and_then(|(name, argument)| {
        let function = site.file.language.context.function(name)?;
        Some(function.param(argument)?.ty().clone())
    });
    let types = specs.iter().map(ValueSpec::ty).chain(parameter);
    // Expressions that are captured have the type of a capsule.
    types.filter(|ty| !matches!(ty, Type::Dynamic | Type::Capsule(_))).collect()
}

/// Returns `true` in an expression that is a type.
pub(super) fn is_type(site: &Site<'_>, place: &ValuePlace<'_>) -> bool {
    let spec = site.scope.as_ref().and_then(|scope| scope.value(place.attribute));
    match (spec, &*site.cursor.blocks) {
        (Some(spec), _) => spec.ty() == type_constraint_type(),
        (None, [block]) => block.ty == "variable" && place.attribute == "type",
        _ => false,
    }
}
