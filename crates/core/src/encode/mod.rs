//! Encoding of Rust structs as source text: the inverse of [`decode`](crate::decode).
//!
//! A struct becomes the value that its spec decodes to, and [`spec::encode`](crate::spec::encode) writes that.

mod attr;
mod block;
mod diags;
mod fields;
mod free_attrs;
pub(crate) mod private;
mod serialized;
mod update;

use std::rc::Rc;
use std::sync::Arc;

pub(crate) use self::update::Updater;
use crate::cty::Value;
use crate::decode::{HclDecode, Spanned};
use crate::diag::Diagnostics;
use crate::edit::Document;
use crate::expr::EvalContext;
use crate::spec::{EncodeError, Encoder};
#[cfg(feature = "specfile")]
use crate::syntax::native::NewItem;

/// A struct or an enum that can be written as a body. `#[derive(HclEncode)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a block",
    label = "`{Self}` does not implement `HclEncode`",
    note = "add `#[derive(hcldyn::HclEncode)]` to `{Self}`; if it is the type of an attribute, remove `block` or `dynamic` from the field"
)]
pub trait HclEncode: HclDecode {
    /// Returns the struct in the form in which [`to_string`] writes it.
    ///
    /// # Errors
    ///
    /// Returns all fields without a source form.
    #[doc(hidden)]
    fn to_encoded(&self) -> Result<Encoded, EncodeError>;

    /// Changes a document so that it decodes to this struct. Only attributes and blocks that differ change; an
    /// unchanged struct changes nothing. Comments, layout, and expressions that have the right value stay. In a value that
    /// is written as a list or an object, only the elements and attributes that differ change.
    ///
    /// [`Decoder::update`](crate::Decoder::update) changes several files, and files with blocks that a
    /// [`Decoder`](crate::Decoder) reads itself, such as variables and functions.
    ///
    /// Blocks keep the order of the document, as far as it is that of the struct. Equal blocks, blocks with equal labels
    /// and then blocks with equal content are paired; a new block comes after the one before it in the struct, and a
    /// block that moves takes its source text with it. New attributes come after the others.
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use hcldyn::edit::Document;
    /// use hcldyn::{Diagnostics, EvalContext, HclDecode, HclEncode};
    ///
    /// #[derive(HclDecode, HclEncode)]
    /// struct Config {
    ///     #[hcl(block)]
    ///     server: Vec<Server>,
    /// }
    ///
    /// #[derive(HclDecode, HclEncode)]
    /// struct Server {
    ///     #[hcl(label)]
    ///     name: String,
    ///     port: u16,
    ///     zone: String,
    /// }
    ///
    /// let text = "server \"web\" {\n  port = 80 # HTTP\n  zone = upper(zone)\n}\n";
    /// let mut document: Document = text.parse()?;
    /// let ctx = EvalContext::new()
    ///     .with_variable("zone", "eu")
    ///     .with_functions(hcldyn::functions::all());
    /// let mut diags = Diagnostics::new();
    /// let config: Option<Config> = hcldyn::from_body(document.body(), &ctx, &mut diags);
    /// let mut config = config.ok_or(diags)?;
    /// config.update(&mut document, &ctx)?;
    /// assert_eq!(document.to_string(), text);
    ///
    /// config.server[0].port = 8080;
    /// config.update(&mut document, &ctx)?;
    /// assert_eq!(document.to_string(), text.replace("80", "8080"));
    /// # }
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// The document is decoded before and after, so validations run twice. Each block or part of a value that is added,
    /// moved or removed takes time in proportion to the length of the document.
    ///
    /// # Errors
    ///
    /// Fails, without any change, if the document does not decode in the context, if a value that differs can't be
    /// written, if a sensitive value changes (see [`Encoder::update`]), if blocks change that are not in the source one
    /// by one (those that a `dynamic` block generates, or that are written as an attribute), and if the changed
    /// document would decode to another struct.
    fn update(&self, document: &mut Document, ctx: &EvalContext) -> Result<(), Diagnostics> {
        Encoder::new().update(self, document, ctx)
    }
}

/// A struct in the form in which its spec is written.
#[derive(Clone, Debug)]
pub struct Encoded(Value);

#[cfg(feature = "specfile")]
impl Encoded {
    /// Returns the form of a field of blocks without any.
    pub(crate) fn no_blocks() -> Self {
        Self(Value::tuple(Vec::new()))
    }
}

/// Returns a struct in native syntax, as a body that decodes to it: `from_str(to_string(value)) == value`.
///
/// Items are in the order of the fields. Attributes that have their default are left out. Strings are written in the
/// normalization form C of Unicode, which all strings of HCL have.
/// [`Encoder::to_string`] has options.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use hcldyn::{EvalContext, HclDecode, HclEncode};
///
/// #[derive(HclDecode, HclEncode)]
/// struct Config {
///     name: String,
///     #[hcl(default = 1)]
///     workers: u32,
///     #[hcl(block)]
///     server: Vec<Server>,
/// }
///
/// #[derive(HclDecode, HclEncode)]
/// struct Server {
///     #[hcl(label)]
///     host: String,
///     port: Option<u16>,
/// }
///
/// let text = "name = \"a\"\n\nserver \"web\" {\n  port = 80\n}\n";
/// let config: Config = hcldyn::from_str(text, &EvalContext::new()).unwrap();
/// assert_eq!(hcldyn::to_string(&config)?, text);
/// # }
/// # Ok::<(), hcldyn::spec::EncodeError>(())
/// ```
///
/// # Errors
///
/// Returns the parts that can't be written, each with its path: unknown and sensitive values, infinite numbers,
/// expressions that refer to the iterator of a `dynamic` block, a `None` whose default is something else, empty groups of
/// blocks (`Some(vec![])`, or a key of a map with an empty list), and values of other libraries that their own notation
/// can't represent, such as a year of five digits in RFC 3339.
#[doc(alias = "serialize")]
pub fn to_string<T: HclEncode>(value: &T) -> Result<String, EncodeError> {
    Encoder::new().to_string(value)
}

impl Encoder {
    /// Returns a struct in native syntax, like [`to_string`].
    ///
    /// # Errors
    ///
    /// Returns the parts that can't be written.
    pub fn to_string<T: HclEncode>(self, value: &T) -> Result<String, EncodeError> {
        let Encoded(value) = value.to_encoded()?;
        self.encode(&value, &T::spec())
    }

    /// Returns a struct as the items of a body.
    #[cfg(feature = "specfile")]
    pub(crate) fn items_of<T: HclEncode>(self, value: &T) -> Result<Vec<NewItem>, EncodeError> {
        let Encoded(value) = value.to_encoded()?;
        self.items(&value, &T::spec())
    }
}

macro_rules! encode_for_pointers {
    ($($pointer:ident),*) => {$(
        impl<T: HclEncode> HclEncode for $pointer<T> {
            fn to_encoded(&self) -> Result<Encoded, EncodeError> {
                (**self).to_encoded()
            }
        }
    )*};
}

encode_for_pointers!(Box, Rc, Arc, Spanned);
