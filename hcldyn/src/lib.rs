//! hcldyn decodes HCL, the language that Terraform, Nomad and Packer are configured in, into Rust structs.
//! Expressions are evaluated, `dynamic` blocks expanded, and every mistake is reported at its place.
//!
//! ```
//! use hcldyn::{EvalContext, HclDecode};
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     region: String,
//!     #[hcl(dynamic)]
//!     server: Vec<Server>,
//! }
//!
//! #[derive(HclDecode)]
//! struct Server {
//!     #[hcl(label)]
//!     name: String,
//!     #[hcl(default = 80)]
//!     port: u16,
//! }
//!
//! let text = r#"
//!     region = upper(zone)
//!
//!     dynamic "server" {
//!       for_each = ["a", "b"]
//!       labels   = ["${zone}-${server.value}"]
//!       content {
//!         port = 8000 + server.key
//!       }
//!     }
//! "#;
//! let ctx = EvalContext::new()
//!     .with_variable("zone", "eu")
//!     .with_functions(hcldyn::functions::all());
//! let config: Config = hcldyn::from_str(text, &ctx)?;
//! assert_eq!(config.region, "EU");
//! assert_eq!((config.server[1].name.as_str(), config.server[1].port), ("eu-b", 8001));
//! # Ok::<(), hcldyn::Diagnostics>(())
//! ```
//!
//! A struct with [`HclDecode`](derive@HclDecode) says what a configuration may hold: each field is an attribute, unless
//! it says that it is a label or a block. What expressions may use, here `zone` and the functions, is in the
//! [`EvalContext`]. Where the text is wrong there is no struct, but all that is wrong, as [`Diagnostics`] that a
//! [`Report`](diag::Report) draws with the lines they are about.
//!
//! # Where to start
//!
//! - New here: the [`tutorial`], one idea a page.
//! - Structs: [`derive@HclDecode`] lists every attribute of the derive; [`from_str`], [`from_file`] and [`from_body`]
//!   decode.
//! - Types for values of attributes, such as keywords and objects: [`derive@HclValue`].
//! - Structs made of several files, and warnings: [`Decoder`]. Where a value stands: [`Spanned<T>`](Spanned).
//! - Expressions that are evaluated later: a field of type [`Deferred<T>`](Deferred), or of type
//!   [`ExpressionClosure`] with `#[hcl(expr_closure)]` where the type is not known before.
//! - Functions for expressions: the library in [`functions`], and a Rust closure with
//!   [`Function::from_fn`](cty::Function::from_fn).
//! - What to decode is known only at run time: build a [`Spec`](spec::Spec), or read it from a file with
//!   [`spec::language`], and call [`spec::decode`].
//! - Blocks that refer to each other: [`graph`]; variables with values from files, the environment and the
//!   command line: [`kit`].
//! - Values that only another process knows: `artifact` keeps what is known so far, and the sources.
//! - A single expression: [`parse_expression`], then [`Expression::value`].
//!
//! # The way of the data
//!
//! ```text
//! text ─ syntax ─▶ Body ─ dynblock ─▶ Body ─ spec ─▶ cty::Value ─ decode ─▶ Rust struct
//! ```
//!
//! A [`Spec`](spec::Spec) says how to decode a body; a derive makes one of the struct. Each stage is a module, and can be used
//! by itself:
//!
//! | stage | what it does |
//! |---|---|
//! | [`syntax`] | reads a text into a [`Body`], the attributes and blocks in it; what cannot be read is reported and the rest kept |
//! | [`dynblock`] | expands `dynamic` blocks, which generate blocks from collections |
//! | [`spec`] | decodes a body by a [`Spec`](spec::Spec), evaluating its expressions in an [`EvalContext`] |
//! | [`decode`] | makes structs of the decoded values: [`HclDecode`], [`FromValue`] |
//!
//! Where values are defined by other blocks, [`graph`] finds which block needs which, and evaluates them in that
//! order; [`kit`] has the `variable`, `locals` and `output` blocks that many languages share.
//!
//! Beside all of it run [`diag`], the problems and how they are shown, and [`source`], the places in
//! texts. [`cty`] is the value model: types and values, null, unknown and marked ones included.
//! Functions for expressions are in [`functions`] and, where they take expressions themselves, in
//! [`ext`], which also reads types from expressions ([`ext::typeexpr`]).
//!
//! Every stage reports into a [`Diagnostics`] sink and goes on, so one run shows every problem. Nothing
//! a configuration holds makes it panic, and [`Limits`] bound what one may ask for.
//!
//! # Features
//!
//! | feature | adds | default | crates | seconds |
//! |---|---|---|---|---|
//! | none | | | 19 | 20 |
//! | `derive` | the derive macros | on | 24 | 23 |
//! | `functions` | the library of pure functions, and `json` | on | 65 | 54 |
//! | `json` | HCL's JSON syntax; values and types as JSON | on | 22 | 26 |
//! | `kit` | the blocks `variable`, `locals` and `output`; `graph` and `derive` | off | 31 | 28 |
//! | `graph` | graphs of interdependent blocks | off | 26 | 24 |
//! | `msgpack` | values as MessagePack, unknown ones included; `json` | off | 23 | 26 |
//! | `artifact` | evaluation in more than one process, `artifact`; `msgpack` | off | 33 | 27 |
//! | `serde` | values in every serde format, and fields that are `#[hcl(serde)]` | off | 21 | 20 |
//! | `hcl-rs` | conversions to and from the values of `hcl-rs`, and its bodies and those of `hcl-edit` | off | 36 | 35 |
//! | `indexmap` | maps of blocks as `IndexMap`, in source order | off | 22 | 20 |
//!
//! The last two columns are the crates that cargo compiles for hcldyn with this feature alone, and the seconds of
//! one core that a development build of them takes. The default features take 67 crates and 52 seconds.

#[cfg(feature = "artifact")]
pub mod artifact;
pub mod body;
pub use hcldyn_cty as cty;
#[cfg(feature = "functions")]
pub use hcldyn_functions as functions;
pub mod decode;
pub mod diag;
pub mod dynblock;
mod expr;
pub mod ext;
#[cfg(feature = "graph")]
pub mod graph;
#[cfg(feature = "kit")]
pub mod kit;
mod limits;
/// Sources, spans of them, and lines and columns.
pub use hcldyn_syntax::source;
pub mod spec;
pub mod syntax;
mod tree;
#[cfg(any(doc, doctest))]
pub mod tutorial;

pub use self::body::Body;
pub use self::cty::{FromValue, FromValueError, MaybeUnknown, Type, Value};
#[cfg(feature = "json")]
pub use self::decode::from_json_str;
#[doc(hidden)]
pub use self::decode::private as __private;
pub use self::decode::{
    Configuration, Decoder, Deferred, HclBlocks, HclDecode, Spanned, Validation, from_body,
    from_file, from_source, from_str,
};
pub use self::diag::{Diagnostic, Diagnostics, Severity};
pub use self::expr::{
    CustomDecoder, EvalContext, Expression, ExpressionClosure, StaticCall, Traversal, closure_type,
    custom_decoder, expression_type,
};
pub use self::limits::Limits;
#[cfg(feature = "json")]
pub use self::syntax::json::{parse_json_body, parse_json_expression};
pub use self::syntax::native::{parse_body, parse_expression, parse_template};
#[cfg(feature = "derive")]
pub use hcldyn_derive::{HclDecode, HclValue};

/// The examples of `HclDecode`, which are tests here.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../../hcldyn-derive/decode.md")]
struct DecodeExamples;

/// The examples of `HclValue`, which are tests here.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../../hcldyn-derive/value.md")]
struct ValueExamples;
