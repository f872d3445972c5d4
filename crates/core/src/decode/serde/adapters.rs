//! HCL as a provider of `figment` and a source of `config`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::de::DeserializeOwned;

use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Source;

/// A configuration in HCL for programs that combine several formats with `figment` (feature `figment`) or `config`
/// (feature `config`).
///
/// It has the shape of [`hcldyn::decode::serde`](crate::decode::serde), and its expressions are evaluated in a context. The other
/// library only knows the names of files; the message of an error contains the source locations.
#[cfg_attr(
    feature = "figment",
    doc = r#"
```
use figment::Figment;
use figment::providers::Serialized;
use hcldyn::EvalContext;
use hcldyn::decode::serde::HclSource;
use hcldyn::syntax::Source;

let context = EvalContext::new().with_variable("zone", "eu");
let source = Source::new("app.hcl", "region = \"${zone}-1\"\nserver \"web\" {\n  port = 80\n}\n");
let figment = Figment::from(Serialized::default("region", "us"))
    .merge(HclSource::source(source).context(context));
assert_eq!(figment.extract_inner::<String>("region").unwrap(), "eu-1");
assert_eq!(figment.extract_inner::<u16>("server.web.port").unwrap(), 80);
```"#
)]
#[cfg_attr(
    feature = "config",
    doc = r#"
```
use config::Config;
use hcldyn::decode::serde::HclSource;
use hcldyn::syntax::Source;

let source = Source::new("app.hcl", "server \"web\" {\n  port = 8000 + 80\n}\n");
let config = Config::builder().add_source(HclSource::source(source)).build().unwrap();
assert_eq!(config.get::<u16>("server.web.port").unwrap(), 8080);
```"#
)]
#[derive(Clone, Debug)]
pub struct HclSource {
    input: Input,
    context: EvalContext,
}

#[derive(Clone, Debug)]
enum Input {
    File(PathBuf),
    Source(Source),
}

impl HclSource {
    /// Returns a file, which is read when the other library asks for it. Its syntax follows from its name, as for
    /// [`from_file`](super::from_file).
    ///
    /// ```
    /// use hcldyn::EvalContext;
    /// use hcldyn::decode::serde::HclSource;
    ///
    /// // With `figment`: Figment::new().merge(source)
    /// let source = HclSource::file("app.hcl").context(EvalContext::new().with_variable("zone", "eu"));
    /// ```
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { input: Input::File(path.into()), context: EvalContext::new() }
    }

    /// Returns a source.
    pub fn source(source: Source) -> Self {
        Self { input: Input::Source(source), context: EvalContext::new() }
    }

    /// Sets the variables and functions for expressions, and the limits. By default, there are neither variables nor
    /// functions.
    #[must_use]
    pub fn context(self, context: EvalContext) -> Self {
        Self { context, ..self }
    }

    /// Returns the top-level items.
    fn items<V: DeserializeOwned>(&self) -> Result<BTreeMap<String, V>, Diagnostics> {
        match &self.input {
            Input::File(path) => super::from_file(path, &self.context),
            Input::Source(source) => super::from_source(source, &self.context),
        }
    }
}

// The methods have documentation of their own, because that of `figment` and `config` has links to their items.

/// The items are in the default profile.
#[cfg(feature = "figment")]
impl figment::Provider for HclSource {
    /// Returns the name of the file or the source.
    fn metadata(&self) -> figment::Metadata {
        match &self.input {
            Input::File(path) => figment::Metadata::from("HCL file", path.as_path()),
            Input::Source(source) => figment::Metadata::from("HCL source", source.name()),
        }
    }

    /// Returns the items, in the default profile.
    fn data(
        &self,
    ) -> figment::error::Result<figment::value::Map<figment::Profile, figment::value::Dict>> {
        let items = self.items().map_err(|diags| figment::Error::from(diags.to_string()))?;
        Ok(figment::Profile::Default.collect(items))
    }

    /// Returns `None`: no profile is selected.
    fn profile(&self) -> Option<figment::Profile> {
        None
    }
}

#[cfg(feature = "config")]
impl config::Source for HclSource {
    /// Returns a copy.
    fn clone_into_box(&self) -> Box<dyn config::Source + Send + Sync> {
        Box::new(self.clone())
    }

    /// Returns the items, each with the name of the file or the source.
    fn collect(&self) -> Result<config::Map<String, config::Value>, config::ConfigError> {
        let origin = match &self.input {
            Input::File(path) => path.display().to_string(),
            Input::Source(source) => source.name().to_owned(),
        };
        let items = self.items::<config::Value>();
        let items = items.map_err(|diags| config::ConfigError::Foreign(Box::new(diags)))?;
        let located = |value: config::Value| config::Value::new(Some(&origin), value.kind);
        Ok(items.into_iter().map(|(name, value)| (name, located(value))).collect())
    }
}
