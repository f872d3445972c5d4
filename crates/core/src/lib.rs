//! The core of hcldyn: everything that decodes a configuration, from the source to the struct.
//!
//! Programs use the crate [`hcldyn`](https://docs.rs/hcldyn), which re-exports this one and its companions.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Parts that only some features use are compiled without them, too.
#![cfg_attr(
    not(all(
        feature = "artifact",
        feature = "edit",
        feature = "hcl-rs",
        feature = "kit",
        feature = "load",
        feature = "serde",
        feature = "specfile",
    )),
    allow(dead_code, unused_imports)
)]

pub mod body;
pub mod cty;
pub mod decode;
pub mod diag;
#[cfg(feature = "edit")]
pub mod edit;
#[cfg(feature = "edit")]
mod encode;
#[cfg(any(feature = "kit", feature = "load"))]
pub mod environment;
mod expr;
pub mod ext;
#[cfg(feature = "functions-core")]
pub mod functions;
/// Items for the companions of this crate, which may change in any version.
#[doc(hidden)]
pub mod internal {
    #[cfg(feature = "kit")]
    pub use crate::diag::sink::secrets::{hidden_ranges, mark_secrets};
    pub use crate::diag::suggest::list_phrases;
    pub use crate::diag::words::grouped;
    #[cfg(all(feature = "edit", feature = "json"))]
    pub use crate::edit::convert::bodies::body as body_to_json;
    #[cfg(all(feature = "edit", feature = "json"))]
    pub use crate::edit::convert::json::Json;
    #[cfg(all(feature = "edit", feature = "json"))]
    pub use crate::edit::convert::to_json::expression as expression_to_json;
    #[cfg(feature = "kit")]
    pub use crate::edit::expand::{ExpandOptions, expand, known_attributes, module_context};
    #[cfg(feature = "kit")]
    pub use crate::expr::unknown_entry::unknown_entry;
    #[cfg(feature = "kit")]
    pub use crate::ext::kit::known::{ValuePlace, known_names, value_places};
    #[cfg(all(feature = "kit", feature = "load"))]
    pub use crate::load::evaluated::{AttributeLayers, EvaluatedConfiguration, evaluated_names};
    pub use crate::spec::nested::{NestedId as BodySpecId, body_spec_ids};
    #[cfg(feature = "specfile")]
    pub use crate::spec::outline::body::in_order;
    #[cfg(feature = "kit")]
    pub use crate::syntax::native::to_hcl_line;
}
mod into_value;
mod limits;

/// The items that the code of the derives uses.
#[doc(hidden)]
pub mod __private {
    pub use crate::cty::{PathError, ToValue};
    pub use crate::decode::private::*;
    #[cfg(feature = "edit")]
    pub use crate::encode::private::*;
    pub use crate::into_value::{
        DisplayedField, EncodeWith, Level, SerializedField, WrittenObject, with_tag,
    };
}
#[cfg(feature = "load")]
pub mod load;
pub mod spec;
pub mod syntax;
mod tree;

pub(crate) use hcldyn_syntax::source;

pub use self::decode::deferred::Deferred;
pub use self::decode::from::{from_body, from_file, from_source, from_str};
pub use self::decode::spanned::Spanned;
pub use self::decode::traits::HclDecode;
pub use self::diag::sink::Diagnostics;
#[cfg(feature = "edit")]
pub use self::encode::{HclEncode, to_string};
pub use self::expr::{EvalContext, Expression, ExpressionClosure, StaticCall, Traversal};
pub use self::limits::{Cancellation, Limits};
#[cfg(feature = "load")]
pub use self::load::decoder::Decoder;
pub use self::syntax::native::{parse_body, parse_expression};
#[cfg(feature = "derive")]
pub use hcldyn_derive::{HclDecode, HclEncode, HclValue};
