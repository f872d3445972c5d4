//! Configurations in HCL's JSON syntax.
//!
//! The keywords for objects apply to objects only, and those for arrays to arrays only. The definition of a body has only
//! the former, so one schema describes a block and an array of blocks: messages name the wrong property, where `anyOf`
//! would list all that a value could be.

mod blocks;
mod body;
mod dynamic;
mod rules;

use std::collections::HashMap;

use hcldyn_core::cty::value_spec::ValueSpec;
use hcldyn_core::spec::ValueRule;
use hcldyn_core::spec::outline::{BodyId, Outline};

use super::annotations::About;
use super::definitions::Definitions;
use super::form::BodyForm;
use super::schema::Schema;
use super::values::ValueSchemas;

/// The type of blocks that generate others.
const DYNAMIC: &str = "dynamic";

/// The name of the definition of the body that has no block around it.
const ROOT: &str = "configuration";

/// The definitions for a body.
#[derive(Clone, Debug)]
struct Content {
    /// The definition of the whole body.
    whole: String,
    /// The definition of a part of the body: its items, all of them optional.
    part: String,
}

/// The schemas of the bodies of an outline.
struct Generator<'o> {
    outline: &'o Outline,
    definitions: Definitions,
    values: ValueSchemas,
    /// The definitions of bodies, by the bodies in each of their forms.
    contents: HashMap<Vec<Vec<BodyId>>, Content>,
}

/// Returns the schema of the configurations that an outline describes.
pub(super) fn schema(outline: &Outline, header: Schema) -> Schema {
    let mut generator = Generator {
        outline,
        definitions: Definitions::default(),
        values: ValueSchemas::default(),
        contents: HashMap::new(),
    };
    let about = About::new(&outline.root().docs);
    let body = match generator.forms(BodyId::ROOT) {
        // A configuration has no labels.
        Some(forms) => generator.content(&forms, ROOT).body(&["object", "array"]),
        None => Schema::of_types(&["object", "array"]),
    };
    generator.definitions.added_to(header.extended(about.annotate(body)))
}

impl Content {
    /// Returns the schema of a body: an object, or an array of objects with parts of it.
    fn body(&self, types: &[&str]) -> Schema {
        let part = Schema::of_types(&["object"]).and(Schema::reference(&self.part));
        Schema::of_types(types).and(Schema::reference(&self.whole)).with("items", part)
    }

    /// Returns the types of an element of an array of blocks. Null is a body without items.
    fn element_types(&self) -> &'static [&'static str] {
        if self.whole == self.part { &["object", "array", "null"] } else { &["object", "array"] }
    }

    /// Returns the content of a block that other blocks may complete.
    fn as_part(&self) -> Self {
        Self { whole: self.part.clone(), part: self.part.clone() }
    }
}

impl<'o> Generator<'o> {
    /// Returns the forms of a body, or `None` if there are too many.
    fn forms(&self, id: BodyId) -> Option<Vec<BodyForm<'o>>> {
        BodyForm::all(self.outline, id)
    }

    fn value(&mut self, spec: &ValueSpec, rules: &[ValueRule]) -> Schema {
        self.values.schema(spec, rules, &mut self.definitions)
    }
}
