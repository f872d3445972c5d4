//! The traits that the derive implements for decoding.

use super::Fields;
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Spec};

/// A struct or an enum that is decoded from a body. `#[derive(HclDecode)]` implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from a block",
    label = "`{Self}` does not implement `HclDecode`",
    note = "add `#[derive(hcldyn::HclDecode)]` to `{Self}`; if it is the type of an attribute, remove `block` or `dynamic` from the field"
)]
pub trait HclDecode: Sized {
    /// `true` for a type that takes all instances of a repeated block.
    #[doc(hidden)]
    const TAKES_INSTANCES: bool = false;

    /// Returns the spec of the body.
    ///
    /// ```
    /// use hcldyn::HclDecode;
    ///
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     port: u16,
    /// }
    ///
    /// assert!(Server::spec().implied_schema().attribute("port").unwrap().required);
    /// ```
    fn spec() -> Spec;

    /// Creates the struct from a value decoded by its spec. Returns `None` if that fails, which has been reported,
    /// here or while decoding.
    ///
    /// ```
    /// use hcldyn::spec::decode_with_origin;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body};
    ///
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     port: u16,
    /// }
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "port = 80"), &mut diags);
    /// let decoded = decode_with_origin(&body, &Server::spec(), &EvalContext::new(), &mut diags);
    /// assert_eq!(Server::from_decoded(decoded, &mut diags).unwrap().port, 80);
    /// ```
    fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self>;

    /// Creates the struct from the fields of its body. Returns `None` if that fails, which has been reported.
    #[doc(hidden)]
    fn from_fields(fields: Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        Self::from_decoded(fields.decoded(), diags)
    }
}

/// An enum with a variant for each of several block types. `#[derive(HclDecode)]` on an enum without a `tag`
/// implements it.
///
/// ```
/// use hcldyn::HclDecode;
/// use hcldyn::decode::HclBlocks;
///
/// #[derive(HclDecode)]
/// enum Step {
///     Run { command: String },
///     Copy { from: String },
/// }
///
/// let types: Vec<_> = Step::block_types().into_iter().map(|(ty, _)| ty).collect();
/// assert_eq!(types, ["run", "copy"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no block types",
    label = "expected an enum of block types",
    note = "`blocks` requires an enum that derives `hcldyn::HclDecode` without a `tag`; for blocks of one type, write `block`"
)]
pub trait HclBlocks: HclDecode {
    /// Returns the block types, each with the spec of its blocks' bodies.
    fn block_types() -> Vec<BlockVariant>;
}

/// The block type of a variant, and the function that creates the spec of its blocks' bodies on first use, so that
/// blocks of an enum can contain each other.
pub type BlockVariant = (&'static str, fn() -> Spec);
