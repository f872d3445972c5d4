//! Paths relative to the file that contains them.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::cty::{
    FromValue, FromValueError, Nowhere, PathError, ToValue, Type, Value, ValueOrigin,
};
use crate::spec::Origin;

/// A path that is relative to the directory of the file that contains it.
///
/// It dereferences to the resolved path, and is written as it was read. An absolute path stays as it is, and so does a
/// path that is not from a file, such as the value of an environment variable. A path that a default gives is relative
/// to the file in which it would be written. No file is accessed.
///
/// ```
/// use std::path::Path;
///
/// use hcldyn::decode::ResolvedPath;
/// use hcldyn::syntax::Source;
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Tls { certificate: ResolvedPath }
///
/// let source = Source::new("/etc/app/tls.hcl", "certificate = \"keys/app.pem\"");
/// let tls: Tls = hcldyn::from_source(&source, &EvalContext::new())?;
/// assert_eq!(*tls.certificate, *Path::new("/etc/app/keys/app.pem"));
/// assert_eq!(tls.certificate.as_written(), Path::new("keys/app.pem"));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResolvedPath {
    path: PathBuf,
    written: PathBuf,
}

impl ResolvedPath {
    /// Resolves a path relative to a directory.
    pub fn new(directory: impl AsRef<Path>, written: impl Into<PathBuf>) -> Self {
        let written = written.into();
        Self { path: directory.as_ref().join(&written), written }
    }

    /// Returns the path as it is written.
    pub fn as_written(&self) -> &Path {
        &self.written
    }

    /// Returns the resolved path.
    pub fn into_path(self) -> PathBuf {
        self.path
    }
}

impl Deref for ResolvedPath {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for ResolvedPath {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

impl From<ResolvedPath> for PathBuf {
    fn from(path: ResolvedPath) -> Self {
        path.path
    }
}

impl FromValue for ResolvedPath {
    const SPANNED: bool = true;

    fn ty() -> Type {
        PathBuf::ty()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Self::from_value_at(value, &Nowhere)
    }

    fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        let written = PathBuf::from_value(value)?;
        let origin = Origin::of_value(origin);
        let file = origin.place.source().name();
        // The names of sources that are not files are in angle brackets.
        let is_file = !file.starts_with('<');
        let directory = Path::new(file).parent().filter(|_| is_file);
        Ok(Self::new(directory.unwrap_or(Path::new("")), written))
    }
}

impl ToValue for ResolvedPath {
    fn to_value(&self) -> Result<Value, PathError> {
        self.written.to_value()
    }
}
