//! The language of modules: the blocks of a file as structs, which are specs, too.
//!
//! [`schema`] lists the blocks of a file, and [`spec`] describes them with their content. The arguments of a resource or of a provider depend on its type, so the structs
//! keep them as a body.

mod declarations;
mod file;
mod resources;
mod settings;

use hcldyn::body::{BlockSchema, BodySchema};

pub use self::declarations::{Output, Variable};
pub use self::file::spec;
pub use self::resources::{
    CallLifecycle, Check, Connection, DataSource, Ephemeral, Lifecycle, MetaArguments, ModuleCall,
    Provisioner, Resource,
};
pub use self::settings::{
    Backend, Import, Moved, OpenBlock, Provider, ProviderMeta, Removed, RemovedLifecycle, Settings,
};

/// The types of the blocks of a file, with the names of their labels.
const BLOCKS: [(&str, &[&str]); 13] = [
    ("check", &["name"]),
    ("data", &["type", "name"]),
    ("ephemeral", &["type", "name"]),
    ("import", &[]),
    ("locals", &[]),
    ("module", &["name"]),
    ("moved", &[]),
    ("output", &["name"]),
    ("provider", &["name"]),
    ("removed", &[]),
    ("resource", &["type", "name"]),
    ("terraform", &[]),
    ("variable", &["name"]),
];

/// Returns the schema of a file: its block types with their labels.
///
/// ```
/// let schema = hcldyn_terraform::language::schema();
/// assert_eq!(schema.blocks.len(), 13);
/// ```
pub fn schema() -> BodySchema {
    let block = |(ty, labels): (&str, &[&str])| BlockSchema {
        ty: ty.into(),
        labels: labels.iter().map(|label| (*label).into()).collect(),
    };
    BodySchema { blocks: BLOCKS.map(block).into(), ..BodySchema::default() }
}
