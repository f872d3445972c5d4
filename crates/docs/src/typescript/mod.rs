//! The TypeScript types of decoded values.
//!
//! A program in TypeScript that reads decoded values as JSON gets their types from the spec:
//!
//! ```
//! use hcldyn::HclDecode;
//! use hcldyn::docs::typescript;
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     /// The number of worker threads.
//!     #[hcl(default = 4)]
//!     workers: u8,
//!     #[hcl(one_of = ["debug", "info"])]
//!     level: Option<String>,
//!     #[hcl(block)]
//!     server: Vec<Server>,
//! }
//!
//! #[derive(HclDecode)]
//! struct Server {
//!     #[hcl(label)]
//!     name: String,
//!     port: u16,
//! }
//!
//! let expected = r#"export interface Configuration {
//!   /** The number of worker threads. */
//!   workers: number;
//!   level?: "debug" | "info";
//!   server: Server[];
//! }
//!
//! export interface Server {
//!   name: string;
//!   port: number;
//! }
//! "#;
//! assert_eq!(typescript::of_value(&Config::spec()), expected);
//! ```
//!
//! # What the types say
//!
//! - An attribute or a single block that may be left out is an optional property, unless it has a default. Null is left out,
//!   as `cty::json::to_present_json` and `hcldyn decode` do. A value that is written as null although it is required, and a
//!   null element of a list, are not part of the types: the types of a Rust program reject them.
//! - The block types are interfaces, named after them. A block that contains itself refers to its own interface.
//! - Blocks by their labels are a `Record`, and attributes with allowed values or keywords a union of literals.
//! - A body of several forms is a union. The variants of an enum of the derives are tuples with their positions first,
//!   which TypeScript tells apart: `[0, Run] | [1, Copy]`.
//! - A part whose type depends on the source is `unknown`.

mod declare;
mod print;

use hcldyn_core::spec::Spec;

use self::declare::Declarations;

/// Returns the TypeScript declarations of the values that a spec decodes, as `cty::json::to_present_json` or
/// `hcldyn decode` writes them. The first one is `Configuration`.
///
/// A spec with more than 20,000 parts has `unknown` for those after them.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::typescript;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
///
/// let server = Spec::object([("port", AttrSpec::new("port", Type::Number).required().into())]);
/// let spec: Spec = Spec::object([("servers", BlocksSpec::new("server", server).map("name").into())]);
/// let expected = "export interface Configuration {\n  servers: Record<string, Server>;\n}\n\n\
///                 export interface Server {\n  port: number;\n}\n";
/// assert_eq!(typescript::of_value(&spec), expected);
/// ```
pub fn of_value(spec: &Spec) -> String {
    Declarations::of(spec).text()
}
