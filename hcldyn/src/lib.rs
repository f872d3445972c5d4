//! hcldyn decodes HCL, the configuration language of Terraform, Nomad and Packer, into Rust structs. It evaluates
//! expressions, expands `dynamic` blocks, and reports every error with its source location.
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
//! A struct with [`HclDecode`](derive@HclDecode) describes a configuration: each field is an attribute, unless an
//! attribute of the derive makes it a label or a block. The [`EvalContext`] contains the variables and functions
//! for expressions, here `zone` and the library. If there are errors, the result is not a struct but all errors,
//! as [`Diagnostics`]. A [`Report`](diag::Report) renders them with their source lines.
//!
//! `cargo add hcldyn` adds it to a program, and `cargo add hcldyn --features functions` with the library of functions.
//! It needs Rust 1.88 or later.
//!
//! # Where to start
//!
//! - An introduction: the [`tutorial`], with one idea per page.
//! - Structs: [`derive@HclDecode`] lists every attribute of the derive; [`from_str`], [`from_file`] and [`from_body`]
//!   decode.
//! - Types of attributes, such as keywords and objects: [`derive@HclValue`].
//! - Writing structs: [`derive@HclEncode`] and [`to_string`]; writing values by a spec: [`spec::encode`].
//! - Configurations in several files, with includes, functions, variables and references, and warnings: [`Decoder`]. Source locations of values: [`Spanned<T>`](Spanned).
//! - Expressions that are evaluated later: a field of type [`Deferred<T>`](Deferred), or of type
//!   [`ExpressionClosure`] with `#[hcl(expr_closure)]` if the type is not known in advance.
//! - Functions for expressions: the library in [`functions`], and Rust closures with
//!   [`Function::from_fn`](cty::Function::from_fn).
//! - A schema that is only known at run time: build a [`Spec`](spec::Spec), or read it from a file with
//!   [`spec::language`], and call [`spec::decode`].
//! - Blocks that refer to each other: [`ext::graph`]; names that appear during the evaluation, such as those of a matrix:
//!   [`ext::on_demand`]; variables with values from files, the environment and the command line: [`ext::kit`].
//! - Blocks that are repeated by `for_each`, `count` or a matrix: [`ext::repetition`]; blocks that inherit from others:
//!   [`ext::inheritance`]; blocks whose values the program looks up: `Decoder::resolver`; folders with variables of their
//!   own: `Decoder::modules` (features `kit` and `load`).
//! - Values that only another process knows: [`load::artifact`] stores the values known so far, and the sources.
//! - Changing a configuration without touching the rest of the source: [`edit`]; its layout: [`syntax::format`].
//! - Old forms of a configuration, migrated before decoding or in their files: [`edit::migrate`].
//! - The configuration of a program by one call, with flags and reload, and subcommands that check and document it: `cli`
//!   (feature `cli`).
//! - A single expression: [`parse_expression`], then [`Expression::value`].
//!
//! # Stages
//!
//! ```text
//! source ─ syntax ─▶ Body ─ dynblock ─▶ Body ─ spec ─▶ cty::Value ─ decode ─▶ Rust struct
//!    ◀──────────────────────────────────────── spec ──── cty::Value ◀─ encode ─┘
//! ```
//!
//! A [`Spec`](spec::Spec) describes how to decode a body; the derive generates one from the struct. Each stage is
//! a module that can be used by itself:
//!
//! | stage | task |
//! |---|---|
//! | [`syntax`] | parses a source into a [`Body`](body::Body) of attributes and blocks; reports syntax errors and keeps the rest |
//! | [`ext::dynblock`] | expands `dynamic` blocks, which generate blocks from collections |
//! | [`spec`] | decodes a body by a [`Spec`](spec::Spec), evaluating its expressions in an [`EvalContext`] |
//! | [`decode`] | makes structs from the decoded values: [`HclDecode`], [`FromValue`](cty::FromValue) |
//! | [`to_string`] | makes values of structs, which [`spec`] writes: [`HclEncode`], [`ToValue`](cty::ToValue) |
//!
//! If blocks refer to each other, [`ext::graph`] finds their dependencies and evaluates them in that order. [`ext::kit`] has
//! the `variable`, `locals` and `output` blocks that many languages share.
//!
//! All stages use [`diag`], the diagnostics and their rendering, and the source locations of [`syntax`]. [`cty`] is
//! the value model: types and values, including null, unknown and marked values. Functions for expressions are in
//! [`functions`]. Those that take unevaluated expressions are in [`ext`], which also reads types from expressions
//! ([`ext::typeexpr`]).
//!
//! Every stage reports into a [`Diagnostics`] sink and continues, so one run shows every error. No configuration causes a
//! panic, and [`Limits`] restricts its use of time and memory.
//!
//! # Features
//!
//! | feature | adds | default | crates |
//! |---|---|---|---|
//! | none | structs, specs and expressions in native syntax | | 13 |
//! | `derive` | the derive macros | on | 18 |
//! | `json` | HCL's JSON syntax; values and types as JSON | on | 16 |
//! | `report` | the source lines in a [`diag::Report`] | on | 16 |
//! | `edit` | [`edit`] and [`to_string`]: sources that programs change or write; [`derive@HclEncode`] | off | 13 |
//! | `load` | [`Decoder`]: files with includes, other layers, reload; warnings ([`load::lint`]) | off | 14 |
//! | `specfile` | [`spec::language`] and [`spec::outline`]: specs in files, and as data for documents; `derive` and `edit` | off | 18 |
//! | `functions` | the library of functions: all groups below | off | 59 |
//! | `functions-core` | numbers, strings, collections, encodings; `json` | off | 18 |
//! | `functions-crypto` | hashes and UUIDs | off | 30 |
//! | `functions-effects` | functions that read files, clocks or random bytes | off | 46 |
//! | `functions-gzip` | compression | off | 24 |
//! | `functions-net` | networks | off | 19 |
//! | `functions-regex` | regular expressions, also as conditions (`matches`) | off | 20 |
//! | `functions-time` | dates and durations | off | 23 |
//! | `functions-yaml` | YAML | off | 30 |
//! | `kit` | graphs of interdependent blocks, repeated blocks; the blocks `variable`, `locals` and `output`; `derive` and `specfile` | off | 25 |
//! | `docs` | [`docs`](mod@docs): reference pages, samples and JSON Schemas of a configuration; `json` and `specfile` | off | 28 |
//! | `cli` | `cli`: for programs with `clap`: load, check, document and format configurations; `docs`, `load` and `report` | off | 50 |
//! | `lsp` | `config lsp` in `cli`: a language server for the configurations of a program; `cli` and `kit` | off | 67 |
//! | `msgpack` | values as MessagePack, including unknown ones; `json` | off | 19 |
//! | `artifact` | [`load::artifact`]: evaluation in more than one process; `load` and `msgpack` | off | 30 |
//! | `serde` | [`decode::serde`]: configurations and values as types of serde, fields with `#[hcl(serde)]`, and values in every serde format | off | 15 |
//! | `hcl-rs` | conversions of the values and bodies of `hcl-rs`, and of the bodies of `hcl-edit` | off | 30 |
//! | `miette` | diagnostics as reports of `miette` | off | 16 |
//! | `indexmap` | maps of blocks as `IndexMap`, in source order | off | 16 |
//! | `chrono` | dates and times of `chrono` | off | 16 |
//! | `config` | [`decode::serde`], and its `HclSource` as a source of `config` | off | 18 |
//! | `figment` | [`decode::serde`], and its `HclSource` as a provider of `figment` | off | 18 |
//! | `ipnet` | networks of `ipnet` | off | 14 |
//! | `jiff` | dates, times and durations of `jiff` | off | 15 |
//! | `regex` | regular expressions of `regex` | off | 16 |
//! | `secrecy` | secrets of `secrecy` | off | 15 |
//! | `semver` | versions of `semver` | off | 14 |
//! | `time` | dates and times of `time` | off | 18 |
//! | `url` | URLs of `url` | off | 44 |
//! | `uuid` | UUIDs of `uuid` | off | 14 |
//!
//! The last column is the number of crates that cargo compiles for hcldyn with this feature alone. The default features
//! take 24.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(doc, doctest))]
pub mod tutorial;

#[cfg(feature = "cli")]
pub mod cli {
    // The examples run in the crate that the page belongs to.
    #![cfg_attr(not(doctest), doc = include_str!("cli/intro.md"))]

    #[doc(inline)]
    pub use hcldyn_clap::*;
}

#[cfg(feature = "docs")]
pub mod docs {
    #![cfg_attr(not(doctest), doc = include_str!("docs/intro.md"))]

    #[doc(inline)]
    pub use hcldyn_docs::*;
}

#[doc(hidden)]
pub use hcldyn_core::__private;
#[cfg(feature = "derive")]
#[doc(inline)]
pub use hcldyn_core::HclValue;
#[cfg(feature = "edit")]
#[doc(inline)]
pub use hcldyn_core::edit;
#[cfg(any(feature = "kit", feature = "load"))]
#[doc(inline)]
pub use hcldyn_core::environment;
#[cfg(feature = "functions-core")]
#[doc(inline)]
pub use hcldyn_core::functions;
#[doc(inline)]
pub use hcldyn_core::{
    Cancellation, Deferred, Diagnostics, EvalContext, Expression, ExpressionClosure, HclDecode,
    Limits, Spanned, StaticCall, Traversal, body, cty, decode, diag, ext, from_body, from_file,
    from_source, from_str, parse_body, parse_expression, spec, syntax,
};
#[cfg(feature = "load")]
#[doc(inline)]
pub use hcldyn_core::{Decoder, load};
#[cfg(feature = "edit")]
#[doc(inline)]
pub use hcldyn_core::{HclEncode, to_string};

/// The examples of `HclDecode`, run as tests.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../../hcldyn-derive/decode.md")]
struct DecodeExamples;

/// The examples of `HclEncode`, run as tests.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../../hcldyn-derive/encode.md")]
struct EncodeExamples;

/// The examples of `HclValue`, run as tests.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../../hcldyn-derive/value.md")]
struct ValueExamples;
