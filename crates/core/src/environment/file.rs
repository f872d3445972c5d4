//! Files of environment variables.

use std::path::{Path, PathBuf};

use super::lines::{self, Line};
use crate::diag::Diagnostics;
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax;

/// A `.env` file: names and values as if they were variables of the environment. A path alone is a file that must exist.
///
/// ```
/// use hcldyn::environment::{Environment, EnvironmentFile};
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     region: String,
///     port: u16,
/// }
///
/// # let folder = std::env::temp_dir().join(format!("hcldyn-env-file-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// let text = "# For development.\nAPP_PORT=8080\nexport APP_REGION='eu-1' # literal\nOTHER=1\n";
/// std::fs::write(folder.join(".env"), text).unwrap();
/// let environment = Environment::with_prefix("APP_")
///     .file(folder.join(".env"))
///     .file(EnvironmentFile::new(folder.join(".env.local")).optional())
///     .variables([("APP_PORT", "80")]);
/// let loaded = Decoder::new().environment(environment).decode::<Config>()?;
/// assert_eq!((loaded.value.region.as_str(), loaded.value.port), ("eu-1", 80));
/// assert!(loaded.place_of("region").unwrap().to_string().ends_with(".env:3:20"));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
///
/// # Syntax
///
/// | line | meaning |
/// |---|---|
/// | `NAME=VALUE`, `export NAME=VALUE` | a variable; its name consists of letters, digits, `_` and `.`, and does not begin with a digit or `.` |
/// | `NAME='VALUE'` | the value is literal, and may have several lines |
/// | `NAME="VALUE"` | the same with the escapes `\n`, `\r`, `\t`, `\\`, `\"`, `\'` and `\$` |
/// | `# COMMENT` | a comment; after a value, whitespace precedes it |
///
/// Whitespace around names and unquoted values is ignored. A value is never expanded: `$` and backquotes have no meaning.
/// If a name is set twice, the second value counts. A line that is not valid is an error, and the lines after it are not
/// read: they may be parts of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "dotenv")]
#[doc(alias = ".env")]
pub struct EnvironmentFile {
    path: PathBuf,
    is_optional: bool,
}

impl EnvironmentFile {
    /// Creates the file of a path. It is read when the configuration is.
    pub fn new(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref().to_owned();
        Self { path, is_optional: false }
    }

    /// Allows the file to be missing.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }
}

impl<P: AsRef<Path>> From<P> for EnvironmentFile {
    fn from(path: P) -> Self {
        Self::new(path)
    }
}

impl EnvironmentFile {
    /// Reads the variables of the file, within a remaining number of bytes for all files. Returns `None` for a missing file,
    /// which is reported unless it is optional.
    pub(super) fn read(
        &self,
        limits: &Limits,
        bytes: &mut u64,
        diags: &mut Diagnostics,
    ) -> Option<(Source, Vec<Line>)> {
        if self.is_optional && matches!(self.path.try_exists(), Ok(false)) {
            return None;
        }
        let source = syntax::read_one_of_several(&self.path, limits, bytes, diags)?;
        let lines = lines::read(&source, diags);
        Some((source, lines))
    }
}
