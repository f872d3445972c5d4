//! The schemas of providers, as `terraform providers schema -json` prints them.

mod complete;
mod document;
mod invalid;
mod spec;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::{fmt, fs};

use hcldyn::Diagnostics;
use hcldyn::cty::{Str, Value};
use hcldyn::spec::Spec;
use hcldyn::syntax::{MAX_SOURCE_LEN, Source, read_file, source_from_bytes};
use serde_json::value::RawValue;

use self::document::{Document, Resource};
pub use self::invalid::InvalidSchema;
use self::spec::Single;
use crate::folder::Mode;

/// The schemas of the providers of a folder. Their text is kept, and the schema of a type is read when it is first needed.
///
/// ```
/// use hcldyn_terraform::{Mode, ProviderSchemas};
///
/// let text = r#"{"provider_schemas": {"example": {"resource_schemas": {"disk": {"block": {"attributes": {
///     "id": {"type": "string", "computed": true},
///     "size": {"type": "number", "required": true}
/// }}}}}}}"#;
/// let schemas = ProviderSchemas::new(text.to_owned())?;
/// assert_eq!(schemas.types(Mode::Managed).collect::<Vec<_>>(), ["disk"]);
/// let spec = schemas.spec(Mode::Managed, "disk").unwrap()?;
/// assert_eq!(spec.implied_type().friendly_name(), "object");
/// # Ok::<(), hcldyn_terraform::InvalidSchema>(())
/// ```
pub struct ProviderSchemas {
    source: Source,
    types: BTreeMap<(Mode, Str), Entry>,
}

/// The schema of a type: its range in the text, and what was read.
struct Entry {
    range: Range<usize>,
    read: OnceLock<Result<TypeSchema, InvalidSchema>>,
}

/// The schema of a type, with the spec of its arguments.
pub(crate) struct TypeSchema {
    resource: Resource,
    spec: Spec,
}

impl ProviderSchemas {
    /// Finds the types in the output of `terraform providers schema -json`. Their schemas are not read yet.
    ///
    /// # Errors
    ///
    /// Fails if the text has another form.
    pub fn new(text: impl Into<String>) -> Result<Self, InvalidSchema> {
        Self::of(Source::new("<provider schema>", text))
    }

    /// Finds the types in a source with the output of `terraform providers schema -json`, which is kept without a copy.
    ///
    /// ```no_run
    /// use hcldyn::Diagnostics;
    /// use hcldyn_terraform::ProviderSchemas;
    ///
    /// let source = ProviderSchemas::source("schema.json", &mut Diagnostics::new());
    /// let schemas = source.map(ProviderSchemas::of);
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the source has another form.
    pub fn of(source: Source) -> Result<Self, InvalidSchema> {
        let text = source.text();
        let document: Document<'_> =
            serde_json::from_str(text).map_err(InvalidSchema::of_document)?;
        let (start, mut types) = (text.as_ptr() as usize, BTreeMap::new());
        let mut add = |mode, schemas: BTreeMap<&str, &RawValue>| {
            for (name, schema) in schemas {
                let at = schema.get().as_ptr() as usize - start;
                let range = at..at + schema.get().len();
                types.insert((mode, Str::new(name)), Entry { range, read: OnceLock::new() });
            }
        };
        for provider in document.provider_schemas.into_values() {
            add(Mode::Managed, provider.resource_schemas);
            add(Mode::Data, provider.data_source_schemas);
            add(Mode::Ephemeral, provider.ephemeral_resource_schemas);
        }
        Ok(Self { source, types })
    }

    /// Reads the source of schemas from a file, into memory of the file's length: growing buffers would need twice as much. Returns
    /// `None` after reporting an error.
    pub fn source(path: impl AsRef<Path>, diags: &mut Diagnostics) -> Option<Source> {
        let path = path.as_ref();
        let fits = |it: fs::Metadata| it.is_file() && it.len() <= MAX_SOURCE_LEN as u64;
        match fs::metadata(path).is_ok_and(fits).then(|| fs::read(path)) {
            Some(Ok(bytes)) => source_from_bytes(path.display().to_string(), bytes, diags),
            _ => read_file(path, diags),
        }
    }

    /// Returns the names of the types of a kind, in their order.
    pub fn types(&self, mode: Mode) -> impl Iterator<Item = &str> {
        self.types.keys().filter(move |(it, _)| *it == mode).map(|(_, name)| name.as_str())
    }

    /// Returns the spec of the arguments of a type: the attributes and blocks that a configuration may set. A block that may
    /// occur once is a single block, also if the provider has it in a list. Returns `None` for an unknown type.
    ///
    /// # Errors
    ///
    /// Fails if the schema of the type has an unexpected form.
    pub fn spec(&self, mode: Mode, ty: &str) -> Option<Result<Spec, InvalidSchema>> {
        let schema = self.read(mode, ty)?;
        Some(schema.as_ref().map_err(Clone::clone).and_then(|it| {
            let block = &it.resource.block;
            spec::body(block, Single::Block).map_err(|reason| InvalidSchema::of_type(ty, reason))
        }))
    }

    /// Returns the schema of a type.
    pub(crate) fn schema(&self, mode: Mode, ty: &str) -> Option<&TypeSchema> {
        self.read(mode, ty)?.as_ref().ok()
    }

    fn read(&self, mode: Mode, ty: &str) -> Option<&Result<TypeSchema, InvalidSchema>> {
        let entry = self.types.get(&(mode, Str::new(ty)))?;
        let read = || {
            let text = self.source.text().get(entry.range.clone()).unwrap_or_default();
            let resource: Resource =
                serde_json::from_str(text).map_err(|error| InvalidSchema::of_type(ty, error))?;
            let spec = spec::body(&resource.block, Single::List)
                .map_err(|reason| InvalidSchema::of_type(ty, reason))?;
            Ok(TypeSchema { resource, spec })
        };
        Some(entry.read.get_or_init(read))
    }
}

impl TypeSchema {
    /// Returns the spec of the arguments, in which all blocks are in the form that the provider has them in.
    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the value of a resource with these arguments: with all attributes, those that only the provider knows unknown.
    pub(crate) fn completed(&self, arguments: &Value) -> Value {
        complete::complete(&self.resource.block, arguments)
    }
}

impl fmt::Debug for ProviderSchemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderSchemas").field("types", &self.types.len()).finish_non_exhaustive()
    }
}
