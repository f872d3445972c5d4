//! The spec of a resource type in the output of `terraform providers schema -json`.

use hcldyn::diag::similar_name;
use hcldyn::spec::Spec;
use hcldyn_terraform::{Mode, ProviderSchemas};

use crate::diags::invalid_schema;

/// Returns the spec of the body of a resource type, which may be omitted if there is only one.
///
/// # Errors
///
/// Fails with a sentence if the schema has another form, or not this resource type.
pub(super) fn read(text: &str, resource_type: Option<&str>) -> Result<Spec, String> {
    let schemas = ProviderSchemas::new(text.to_owned()).map_err(|it| invalid_schema(&it))?;
    let mut all = schemas.types(Mode::Managed);
    let name = match (resource_type, schemas.types(Mode::Managed).count()) {
        (None, 1) => all.next().unwrap_or_default(),
        (None, count) => {
            return Err(format!("The schema has {count} resource types; select one with --type."));
        }
        (Some(name), _) => name,
    };
    let spec = schemas.spec(Mode::Managed, name).ok_or_else(|| {
        let near = similar_name(name, schemas.types(Mode::Managed));
        let hint = near.map(|near| format!(" Did you mean {near:?}?")).unwrap_or_default();
        format!("The schema does not have the resource type {name:?}.{hint}")
    })?;
    spec.map_err(|it| invalid_schema(&it))
}
