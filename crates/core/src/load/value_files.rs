//! Environment variables that name files with values, such as mounted secrets.

use std::ffi::OsString;
use std::path::PathBuf;

use super::decoder::Decoder;
use crate::body::Body;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::environment::{EnvironmentValue, EnvironmentVariable, InputText, TextForm, select};
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::spec::{AddressedItem, NameMatch, Spec};
use crate::syntax;

/// The suffix of variables that name a file.
const SUFFIX: &str = "_FILE";

/// An environment variable that names a file with the value of an item.
#[derive(Clone)]
pub(super) struct ValueFile {
    name: String,
    target: String,
    path: PathBuf,
}

impl Decoder {
    /// Adds values from [environment variables](Self::environment), and from the files that some of them name:
    /// `APP_TOKEN_FILE=/run/secrets/token` sets `token` to the content of the file, without a line break at its end. `spec`
    /// is that of the struct. A variable names a file if its path ends in `_FILE`, no item has this path, and an attribute
    /// has the path without `_FILE`.
    ///
    /// The files are read during decoding, within the [`Limits`] of the context, and
    /// [`Watched`](super::Watched) notices their changes. A variable with the value itself overrides a file. No message shows
    /// the content of a file.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(sensitive)]
    ///     token: String,
    /// }
    ///
    /// # let file = std::env::temp_dir().join(format!("hcldyn-token-{}", std::process::id()));
    /// std::fs::write(&file, "x4y\n").unwrap();
    /// let environment = [("APP_TOKEN_FILE", &file)];
    /// let decoder = Decoder::new()
    ///     .environment_with_files(&Config::spec(), environment, |name| name.strip_prefix("APP_"));
    /// assert_eq!(decoder.decode::<Config>()?.value.token, "x4y");
    /// # std::fs::remove_file(&file).unwrap();
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "secret")]
    pub fn environment_with_files<N, V>(
        mut self,
        spec: &Spec,
        environment: impl IntoIterator<Item = (N, V)>,
        path: impl Fn(&str) -> Option<&str>,
    ) -> Self
    where
        N: Into<OsString>,
        V: Into<OsString>,
    {
        let environment = environment.into_iter().map(|(name, value)| (name.into(), value.into()));
        let environment: Vec<(OsString, OsString)> = environment.collect_vec();
        let named = select(environment.iter().cloned(), TextForm::default(), |name| {
            path(name).and_then(|path| item_in_file(spec, path))
        });
        self.settings.value_files.extend(named.into_iter().filter_map(ValueFile::named_by));
        self.environment(environment, |name| {
            path(name).filter(|path| item_in_file(spec, path).is_none())
        })
    }
}

impl ValueFile {
    /// Returns the file that a variable of the process names.
    fn named_by(variable: EnvironmentVariable) -> Option<Self> {
        let EnvironmentVariable { name, target, value, .. } = variable;
        let EnvironmentValue::Process(path) = value else { return None };
        Some(Self { name, target, path: path.into() })
    }

    /// Reads the file. Returns its source and the variable with its content; reports a file that can't be read.
    pub(super) fn read(
        &self,
        limits: &Limits,
        bytes: &mut u64,
        diags: &mut Diagnostics,
    ) -> Option<(Source, EnvironmentVariable)> {
        let source = syntax::read_one_of_several(&self.path, limits, bytes, diags)?;
        diags.hide_value(&source);
        let text = source.text();
        let line = text.strip_suffix('\n').map(|it| it.strip_suffix('\r').unwrap_or(it));
        let content = source.place(Span::from(0..line.unwrap_or(text).len()));
        let variable = EnvironmentVariable {
            name: self.name.clone(),
            target: self.target.clone(),
            form: TextForm::default(),
            value: EnvironmentValue::File {
                name: Source::without_text(source.name()).place(Span::default()),
                text: InputText::part(content),
            },
        };
        Some((source, variable))
    }
}

/// Returns the path of the item whose value is in a file, for a path that ends in `_FILE`.
fn item_in_file<'p>(spec: &Spec, path: &'p str) -> Option<&'p str> {
    let item = path.strip_suffix(SUFFIX)?;
    let is_item = |path: &str| {
        let steps = path.split("__").map(Str::new).collect_vec();
        let body = Body::empty("<environment>".to_owned());
        let address = spec.address(&steps, NameMatch::Environment, &body);
        address.is_ok_and(|it| matches!(it.item, AddressedItem::Attribute { .. }))
    };
    (!is_item(path) && is_item(item)).then_some(item)
}
