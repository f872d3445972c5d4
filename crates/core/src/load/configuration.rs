//! A decoded configuration.

use std::path::PathBuf;

use super::layers::LayeredBody;
use crate::cty::{Path, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
#[cfg(feature = "kit")]
use crate::ext::kit::Output;
use crate::source::{Place, Source};
use crate::spec::{Decoded, Origin};
use crate::syntax::native;

/// A decoded configuration: the struct, the warnings, and the source locations of its parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Configuration<T> {
    /// The struct.
    pub value: T,
    /// The warnings, as [sorted](Diagnostics::sort) for readers.
    pub warnings: Diagnostics,
    /// The files that were read, in the order of the inputs. Each is followed by the files that it includes. The files of
    /// modules come last.
    pub files: Vec<PathBuf>,
    /// The outputs, if the [inputs](super::Decoder::inputs) of the configuration are set.
    #[cfg(feature = "kit")]
    pub outputs: Vec<Output>,
    /// The [modules](super::Decoder::modules) of the configuration and their own modules. Each follows the modules that it uses.
    #[cfg(feature = "kit")]
    pub modules: Vec<super::ModuleInstance>,
    /// The context of the expressions, with the functions of the configuration, and with all names that its blocks
    /// define.
    pub context: EvalContext,
    pub(super) decoded: Decoded,
    pub(super) layers: LayeredBody,
    #[cfg(feature = "artifact")]
    pub(super) read: super::stages::ReadInputs,
}

impl<T> Configuration<T> {
    /// Returns the value that the struct is made from, by the spec of the struct. Its parts may be unknown or marked, and
    /// have their [origins](Self::origin_of).
    ///
    /// ```
    /// use hcldyn::cty::{MaybeUnknown, Type, Value};
    /// use hcldyn::{Decoder, EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { id: MaybeUnknown<String> }
    ///
    /// let context = EvalContext::new().with_variable("new_id", Value::unknown(Type::String));
    /// let loaded = Decoder::new().context(context).decode_str::<Config>("id = new_id")?;
    /// assert_eq!(loaded.decoded_value().get("id"), Some(&Value::unknown(Type::String)));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn decoded_value(&self) -> &Value {
        &self.decoded.value
    }

    /// Returns the source location of an item, by its path in HCL: `rule[0].port` is the expression of the
    /// attribute `port` in the first block of type `rule`, `rule[0]` the header of that block. An item that is not
    /// written has the location where it would be written. Returns `None` if the path does not exist.
    ///
    /// ```
    /// use hcldyn::cty::Path;
    /// use hcldyn::load::Layer;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let loaded = Decoder::new().text("app.hcl", "port = 80").decode::<Config>()?;
    /// let place = loaded.place_of("port").unwrap();
    /// assert_eq!(place.to_string(), "app.hcl:1:8");
    /// assert_eq!(loaded.layer_of(&place), Layer::Files);
    /// assert_eq!(loaded.origin_of(&Path::root().attr("port")).unwrap().place, place);
    /// assert_eq!(loaded.edit_path("port")?.to_string(), "port");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn place_of(&self, path: &str) -> Option<Place> {
        self.origin_by(path).map(|origin| origin.place.clone())
    }

    /// Returns the configuration with its value converted.
    pub(super) fn map<U>(self, convert: impl FnOnce(T) -> U) -> Configuration<U> {
        Configuration {
            value: convert(self.value),
            warnings: self.warnings,
            files: self.files,
            #[cfg(feature = "kit")]
            outputs: self.outputs,
            #[cfg(feature = "kit")]
            modules: self.modules,
            context: self.context,
            decoded: self.decoded,
            layers: self.layers,
            #[cfg(feature = "artifact")]
            read: self.read,
        }
    }

    pub(super) fn origin_by(&self, path: &str) -> Option<&Origin> {
        let path = native::parse_expression(&Source::new("<path>", path), &mut Diagnostics::new())?;
        self.origin_of(&path.as_traversal()?.to_path())
    }

    /// Returns the origin of a value, by its path in the decoded value. All parts of the result of an expression
    /// have the origin of the expression. Returns `None` if the path does not exist.
    pub fn origin_of(&self, path: &Path) -> Option<&Origin> {
        self.decoded.origin_of(path)
    }
}
