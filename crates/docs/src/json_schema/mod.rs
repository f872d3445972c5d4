//! The JSON Schema of configurations in HCL's JSON syntax, and of decoded values.
//!
//! Editors and validators that know nothing about HCL can check a configuration in JSON syntax by its schema, and offer
//! names, values and documentation:
//!
//! ```
//! use hcldyn::HclDecode;
//! use hcldyn::docs::json_schema;
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     /// The number of worker threads.
//!     #[hcl(default = 4)]
//!     workers: u8,
//! }
//!
//! let expected = r##"{
//!   "$schema": "https://json-schema.org/draft/2020-12/schema",
//!   "type": ["object", "array"],
//!   "allOf": [
//!     {
//!       "$ref": "#/definitions/configuration"
//!     }
//!   ],
//!   "items": {
//!     "type": "object",
//!     "allOf": [
//!       {
//!         "$ref": "#/definitions/configuration"
//!       }
//!     ]
//!   },
//!   "definitions": {
//!     "configuration": {
//!       "properties": {
//!         "workers": {
//!           "description": "The number of worker threads.",
//!           "markdownDescription": "The number of worker threads.",
//!           "default": 4,
//!           "type": ["integer", "string", "null"],
//!           "pattern": "[$%]\\{|^[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eEpP][-+]?[0-9]+)?$|^[-+]?[iI]nf$",
//!           "patternErrorMessage": "Expected a whole number.",
//!           "minimum": 0,
//!           "maximum": 255
//!         }
//!       },
//!       "patternProperties": {
//!         "^//$": true
//!       },
//!       "additionalProperties": false
//!     }
//!   }
//! }
//! "##;
//! assert_eq!(json_schema::of_configuration(&Config::spec().outline()), expected);
//! ```
//!
//! # What a schema checks
//!
//! A schema never rejects a configuration that decodes, apart from the cases below. It finds unknown names, missing
//! attributes and blocks, literals of a wrong type, too many blocks, missing labels, the rules between items, and the
//! conditions on values, as far as literals show them. A string with a template, such as `"${var.port}"`, is accepted for
//! every value. The items of a body whose form a template selects are not checked.
//!
//! These configurations decode, but a schema rejects them:
//!
//! - a literal of a wrong type in the content of a `dynamic` block whose `for_each` is a template without elements;
//! - more blocks than allowed, beside a `dynamic` block whose `for_each` is unknown until later;
//! - the forms that only `Spelling::HclRs` allows, and `dynamic` blocks where only
//!   `dynblock::expand` allows them;
//! - values that only the Rust type of a field rejects are those of its hints (`ValueHint`), which
//!   decoding by a spec alone ignores.
//!
//! # Drafts
//!
//! The schemas follow draft 2020-12, and validators that read them as draft-07 check them alike. Therefore definitions are
//! in `definitions`, which every draft finds by its path. Keywords beside `$ref`, which draft-07 ignores, are
//! avoided with `allOf`. `if` and `then` replace `dependentRequired`, which had another name, and
//! `unevaluatedProperties` is not needed, since each form of a body lists all its names. Only the elements of tuples are
//! checked less strictly in draft-07.
//!
//! `markdownDescription`, `doNotSuggest`, `errorMessage` and `patternErrorMessage` are keywords of Visual Studio Code. ajv
//! needs `strict: false` for them.

mod annotations;
mod configuration;
mod decoded;
mod definitions;
mod form;
mod patterns;
mod schema;
#[cfg(test)]
mod tests;
mod value_rules;
mod values;

use hcldyn_core::spec::Spec;
use hcldyn_core::spec::outline::Outline;

use self::schema::Schema;

/// The URI of draft 2020-12.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the JSON Schema of the configurations that a spec describes, in HCL's JSON syntax.
///
/// Labels are levels of objects, and blocks of one type are an object or an array of objects. Bodies may have comments,
/// as properties with the name `//`. Sensitive attributes have `writeOnly`, and neither a default nor examples.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::json_schema;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
///
/// let server = Spec::object([("port", AttrSpec::new("port", Type::Number).required().into())]);
/// let spec: Spec = BlocksSpec::new("server", server).map("name").into();
/// let schema = json_schema::of_configuration(&spec.outline());
/// assert!(schema.contains("\"required\": [\"port\"]"));
/// ```
#[doc(alias = "schemars")]
pub fn of_configuration(outline: &Outline) -> String {
    configuration::schema(outline, header()).text()
}

/// Returns the JSON Schema of the values that a spec decodes, as `cty::json::to_present_json` or
/// `hcldyn decode` writes them.
///
/// An attribute that is null is left out, so no property is required. Parts whose type depends on the source may have any
/// value. A block inside more than six blocks that are a tuple or an object may have
/// any value, too.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::json_schema;
/// use hcldyn::spec::{AttrSpec, Spec};
///
/// let port = AttrSpec::new("port", Type::Number).doc("The port.");
/// let schema = json_schema::of_value(&Spec::object([("number", port.into())]));
/// let expected = r#"{
///   "$schema": "https://json-schema.org/draft/2020-12/schema",
///   "type": ["object", "null"],
///   "properties": {
///     "number": {
///       "description": "The port.",
///       "markdownDescription": "The port.",
///       "type": ["number", "null"]
///     }
///   },
///   "additionalProperties": false
/// }
/// "#;
/// assert_eq!(schema, expected);
/// ```
pub fn of_value(spec: &Spec) -> String {
    decoded::schema(spec, header()).text()
}

fn header() -> Schema {
    Schema::any().with("$schema", DRAFT)
}
