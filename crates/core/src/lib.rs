//! The core of hcldyn: everything that decodes a configuration, from the source to the struct.
//!
//! Programs use the crate [`hcldyn`](https://docs.rs/hcldyn), which re-exports this one and its companions.

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

#[cfg(feature = "artifact")]
pub mod artifact;
pub mod body;
#[cfg(all(feature = "edit", feature = "json"))]
pub mod convert;
pub mod cty;
pub mod decode;
pub mod diag;
pub mod dynblock;
#[cfg(feature = "edit")]
pub mod edit;
#[cfg(feature = "edit")]
pub mod encode;
#[cfg(any(feature = "kit", feature = "load"))]
mod environment;
mod expr;
pub mod ext;
#[cfg(feature = "functions-core")]
pub mod functions;
#[cfg(feature = "kit")]
pub mod graph;
#[cfg(feature = "kit")]
pub mod kit;
/// Items for the companions of this crate, which may change in any version.
#[doc(hidden)]
pub mod internal {
    #[cfg(all(feature = "edit", feature = "json"))]
    pub use crate::convert::bodies::body as body_to_json;
    #[cfg(all(feature = "edit", feature = "json"))]
    pub use crate::convert::json::Json;
    #[cfg(all(feature = "edit", feature = "json"))]
    pub use crate::convert::to_json::expression as expression_to_json;
    pub use crate::diag::suggest::list_phrases;
    pub use crate::diag::words::grouped;
    #[cfg(feature = "specfile")]
    pub use crate::spec::outline::body::in_order;
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
pub mod lint;
#[cfg(feature = "load")]
mod load;
#[cfg(feature = "serde")]
pub mod serde;
#[doc(inline)]
pub use hcldyn_syntax::format;
#[doc(inline)]
pub use hcldyn_syntax::source;
pub mod spec;
pub mod syntax;
mod tree;

#[doc(inline)]
pub use self::body::Body;
#[doc(inline)]
pub use self::cty::{FromValue, FromValueError, MaybeUnknown, ToValue, Type, Value};
#[cfg(feature = "json")]
#[doc(inline)]
pub use self::decode::from_json_str;
#[doc(inline)]
pub use self::decode::{
    Deferred, HclBlocks, HclDecode, Spanned, Validation, from_body, from_file, from_source,
    from_str,
};
#[doc(inline)]
pub use self::diag::{Diagnostic, Diagnostics, Severity};
#[cfg(feature = "edit")]
#[doc(inline)]
pub use self::encode::{EncodeError, Encoder, HclEncode, to_string};
pub use self::expr::{
    ClosureScope, CustomDecoder, EvalContext, Expression, ExpressionClosure, StaticCall, Traversal,
    closure_type, custom_decoder, expression_type,
};
pub use self::limits::Limits;
#[cfg(feature = "load")]
pub use self::load::{
    Configuration, Decoder, Layer, LayerSetting, ReadInputs, ReloadOutcome, Watched, Watcher,
};
#[cfg(feature = "json")]
#[doc(inline)]
pub use self::syntax::json::{parse_json_body, parse_json_expression};
#[doc(inline)]
pub use self::syntax::native::{parse_body, parse_expression, parse_template};
#[cfg(feature = "derive")]
pub use hcldyn_derive::{HclDecode, HclEncode, HclValue};
