//! Names whose values are evaluated when an expression first refers to them.
//!
//! A [graph](super::graph) knows all names and references of a body before it evaluates any of them. In some languages, names
//! appear during the evaluation: the name of a block is an expression, or a matrix makes several blocks, and each of their
//! attributes is a name of its own. [`Names`] are for these. A program defines a name when it knows it, and may evaluate
//! other names before:
//!
//! ```
//! use hcldyn::cty::Value;
//! use hcldyn::ext::on_demand::{Definition, Names};
//! use hcldyn::syntax::Source;
//! use hcldyn::{Diagnostics, EvalContext, parse_body};
//!
//! let text = r#"
//!     registry = "example.org/${target.app.tag}"
//!     target "app" {
//!       tag   = "v${target.base.tag}"
//!     }
//!     target "base" {
//!       tag   = "1"
//!       image = registry
//!     }
//! "#;
//! let mut diags = Diagnostics::new();
//! let body = parse_body(&Source::new("a.hcl", text), &mut diags).everything();
//! let names = Names::new(EvalContext::new());
//! for attribute in &body.attributes {
//!     names.define([attribute.name.as_str()], Definition::of(&attribute.expr));
//! }
//! for block in &body.blocks {
//!     for attribute in block.body.just_attributes(&mut diags) {
//!         let name = ["target", block.labels[0].value.as_str(), attribute.name.as_str()];
//!         names.define(name, Definition::of(&attribute.expr));
//!     }
//! }
//! // Both targets use attributes of each other.
//! let image = names.value(&["target", "base", "image"], &mut diags);
//! assert_eq!(image, Some(Value::from("example.org/v1")));
//! assert!(diags.is_empty());
//! ```
//!
//! # References
//!
//! | a reference to | sees |
//! |---|---|
//! | `target.app.tag`, `target.app["tag"]`, `target.app.tag[0]` | the value of `target.app.tag` |
//! | `target.app`, `target[key]` | an object of everything whose name begins with `target.app`, with `target` |
//! | `target.app.c`, which is not defined | nothing; the evaluation reports it, and `try` and `can` handle it |
//! | a variable of the context | the variable, even if a name begins like it |
//!
//! If a name is defined again, the last definition counts, unless the name has been evaluated.
//!
//! # Errors
//!
//! As in a graph, a failed name is unknown to everything that refers to it, so that one mistake produces one error. Names
//! that depend on themselves are one error, located at a reference. A name that nothing refers to is only evaluated by
//! [`Names::value`].

mod diags;
mod names;
mod references;
#[cfg(test)]
mod tests;

pub use self::names::{Definition, Names};
