//! The spec of a file, for documents and editors.

use hcldyn::HclDecode;
use hcldyn::cty::Type;
use hcldyn::spec::{BlocksSpec, LabelSpec, OneOfSpec, Rest, Spec};

use super::{
    Check, DataSource, Ephemeral, Import, ModuleCall, Moved, Output, Provider, Removed, Resource,
    Settings, Variable,
};
use crate::folder::Mode;
use crate::schemas::ProviderSchemas;

/// Returns the spec of a file, for documents and editors. With the schemas of providers, it has the types of resources as
/// forms of their blocks; only for those that are `used`, the forms have the arguments, since all types of a large provider are
/// many.
///
/// ```
/// use hcldyn_terraform::language::spec;
///
/// let outline = spec(None, |_, _| true).outline();
/// assert_eq!(outline.root().blocks.len(), 13);
/// ```
pub fn spec(schemas: Option<&ProviderSchemas>, used: impl Fn(Mode, &str) -> bool) -> Spec {
    let resource = |ty, mode, body, docs| {
        let forms = schemas.map(|schemas| forms(schemas, mode, &used)).unwrap_or_default();
        let ty_label = if forms.is_empty() {
            LabelSpec::new(0, "type").into()
        } else {
            OneOfSpec::by_label(0, "type", forms).into()
        };
        let name = LabelSpec::new(1, "name").into();
        block(ty, Spec::object([("type", ty_label), ("name", name), ("body", body)]), docs)
    };
    let named = |ty, body, docs| {
        let name = LabelSpec::new(0, "name").into();
        block(ty, Spec::object([("name", name), ("body", body)]), docs)
    };
    let values = Spec::Rest(Rest::Attributes(Type::Dynamic.into()));
    Spec::object([
        named("check", Check::spec(), "Assertions that only warn."),
        resource("data", Mode::Data, DataSource::spec(), "An object that a provider reads."),
        resource(
            "ephemeral",
            Mode::Ephemeral,
            Ephemeral::spec(),
            "An object that exists while the program runs.",
        ),
        block("import", Import::spec(), "An existing object that becomes a resource."),
        block("locals", values, "Local values."),
        named("module", ModuleCall::spec(), "The use of another module."),
        block("moved", Moved::spec(), "The new address of a resource or module."),
        named("output", Output::spec(), "A value that the module returns."),
        named("provider", Provider::spec(), "The configuration of a provider."),
        block("removed", Removed::spec(), "A resource or module that Terraform forgets."),
        resource("resource", Mode::Managed, Resource::spec(), "An object that a provider creates."),
        block("terraform", Settings::spec(), "The settings of the module."),
        named("variable", Variable::spec(), "A value that the user of the module gives."),
    ])
}

/// Returns blocks of a type, by their type.
fn block(ty: &'static str, body: Spec, docs: &str) -> (&'static str, Spec) {
    (ty, BlocksSpec::new(ty, body).tuple().doc(docs).into())
}

/// Returns the forms of the blocks of a kind of resources, by their types.
fn forms(
    schemas: &ProviderSchemas,
    mode: Mode,
    used: impl Fn(Mode, &str) -> bool,
) -> Vec<(String, Spec)> {
    let form = |ty: &str| {
        let spec = used(mode, ty).then(|| schemas.spec(mode, ty)).flatten();
        let arguments = spec.and_then(Result::ok).unwrap_or_else(|| Spec::tuple([]));
        (ty.to_owned(), arguments)
    };
    schemas.types(mode).map(form).collect()
}
