//! Files of environment variables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{EnvironmentValue, EnvironmentVariable, TextForm, lines};
use crate::diag::Diagnostics;
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax;

/// A `.env` file: names and values as if they were variables of the environment. A path alone is a file that must exist,
/// with strings in the default [`TextForm`].
///
/// ```
/// use hcldyn::environment::EnvironmentFile;
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
/// let loaded = Decoder::new()
///     .environment_file(folder.join(".env"), |name| name.strip_prefix("APP_"))
///     .environment_file(EnvironmentFile::new(folder.join(".env.local")).optional(), |name| {
///         name.strip_prefix("APP_")
///     })
///     .environment([("APP_PORT", "80")], |name| name.strip_prefix("APP_"))
///     .decode::<Config>()?;
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
    form: TextForm,
    is_optional: bool,
}

impl EnvironmentFile {
    /// Creates the file of a path. It is read when the configuration is.
    pub fn new(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref().to_owned();
        Self { path, form: TextForm::default(), is_optional: false }
    }

    /// Sets the form of the values.
    ///
    /// ```
    /// use hcldyn::environment::{EnvironmentFile, TextForm};
    ///
    /// let file = EnvironmentFile::new(".env").form(TextForm::Json).optional();
    /// assert_eq!(file, EnvironmentFile::from(".env").optional().form(TextForm::Json));
    /// ```
    #[must_use]
    pub fn form(mut self, form: TextForm) -> Self {
        self.form = form;
        self
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

/// A file with the items that its variables set.
#[derive(Clone)]
pub(crate) struct SelectedFile {
    file: EnvironmentFile,
    target: Arc<Target>,
}

/// Returns the name of the item that a variable sets, or its path.
type Target = dyn Fn(&str) -> Option<String> + Send + Sync;

impl SelectedFile {
    pub(crate) fn new(
        file: EnvironmentFile,
        target: impl Fn(&str) -> Option<&str> + Send + Sync + 'static,
    ) -> Self {
        Self { file, target: Arc::new(move |name| target(name).map(str::to_owned)) }
    }

    /// Reads the variables that have a target, within a remaining number of bytes for all files. Returns `None` for a
    /// missing file, which is reported unless it is optional.
    pub(crate) fn read(
        &self,
        limits: &Limits,
        bytes: &mut u64,
        diags: &mut Diagnostics,
    ) -> Option<(Source, Vec<EnvironmentVariable>)> {
        let EnvironmentFile { path, form, is_optional } = &self.file;
        if *is_optional && matches!(path.try_exists(), Ok(false)) {
            return None;
        }
        let source = syntax::read_one_of_several(path, limits, bytes, diags)?;
        let lines = lines::read(&source, diags).into_iter().filter_map(|line| {
            let name = line.name.text().to_owned();
            let target = (self.target)(&name)?;
            let value = EnvironmentValue::File { name: line.name, text: line.text };
            Some(EnvironmentVariable { name, target, form: *form, value })
        });
        let lines = lines.collect();
        Some((source, lines))
    }
}
