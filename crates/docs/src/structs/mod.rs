//! Rust structs that decode the configurations of a spec.
//!
//! A program that begins with a spec file, or with the spec of another program, gets its structs from the spec:
//!
//! ```
//! use hcldyn::cty::Type;
//! use hcldyn::docs::structs;
//! use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec};
//!
//! let port = Spec::from(AttrSpec::new("port", Type::Number).doc("The port."));
//! let server = Spec::object([
//!     ("name", LabelSpec::new(0, "name").into()),
//!     ("port", port.or(Spec::Literal(80.into()))),
//!     ("type", AttrSpec::new("type", Type::String).into()),
//! ]);
//! let spec = Spec::object([("servers", BlocksSpec::new("server", server).tuple().into())]);
//! let expected = r#"use hcldyn::HclDecode;
//!
//! #[derive(Clone, Debug, HclDecode)]
//! pub struct Config {
//!     #[hcl(block)]
//!     pub server: Vec<Server>,
//! }
//!
//! #[derive(Clone, Debug, HclDecode)]
//! pub struct Server {
//!     #[hcl(label)]
//!     pub name: String,
//!     /// The port.
//!     #[hcl(default = 80.0)]
//!     pub port: f64,
//!     pub r#type: Option<String>,
//! }
//! "#;
//! let code = structs::of_outline(&spec.outline());
//! assert_eq!(code.text, expected);
//! assert!(code.losses.is_empty());
//! ```

mod attributes;
mod blocks;
mod bodies;
mod literals;
mod names;
mod print;
mod values;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use hcldyn_core::spec::outline::{BodyId, Outline};

use self::names::reserved_types;
use crate::type_names::reserve;

/// Structs in the source of Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StructCode {
    /// The source of a module.
    pub text: String,
    /// The parts of the spec that the structs do not have, each with its path: `server: the collection, a list`.
    pub losses: Vec<String>,
}

/// Returns structs with the derives, whose spec is that of the outline apart from the [`losses`](StructCode::losses): `Config`
/// for the whole configuration, and one for each body of a block, named after the block type. An enum of keywords becomes an
/// enum, and an object a struct that derives `HclValue`.
///
/// These parts are lost: functions of the program, the types that only it knows, the collections of blocks other than
/// sequences in source order and maps with the key `name`, and the rules that the derive does not have. A value spec with more
/// than 20,000 parts has `Value` for those after them.
pub fn of_outline(outline: &Outline) -> StructCode {
    let mut generator = Generator {
        outline,
        bodies: HashMap::new(),
        waiting: VecDeque::new(),
        names: reserved_types(),
        imports: BTreeSet::new(),
        items: Vec::new(),
        path: Vec::new(),
        losses: Vec::new(),
        parts: MAX_PARTS,
    };
    generator.name_of(BodyId::ROOT, "config", "");
    while let Some(body) = generator.waiting.pop_front() {
        generator.body(body);
    }
    StructCode { text: generator.text(), losses: generator.losses }
}

/// The maximum number of parts of the specs of values. Types that use others twice have exponentially many.
const MAX_PARTS: usize = 20_000;

/// The state of the generation.
struct Generator<'o> {
    outline: &'o Outline,
    /// The names of the structs for bodies, with the paths to these.
    bodies: HashMap<BodyId, (String, Vec<String>)>,
    /// The bodies without a struct yet.
    waiting: VecDeque<BodyId>,
    /// The names of all types.
    names: HashSet<String>,
    imports: BTreeSet<&'static str>,
    /// The text of each struct and enum.
    items: Vec<String>,
    path: Vec<String>,
    losses: Vec<String>,
    parts: usize,
}

impl Generator<'_> {
    /// Returns the name of the struct for a body, which is generated later.
    fn name_of(&mut self, body: BodyId, block_type: &str, parent: &str) -> String {
        if let Some((name, _)) = self.bodies.get(&body) {
            return name.clone();
        }
        let name = self.reserve(block_type, parent);
        self.bodies.insert(body, (name.clone(), self.path.clone()));
        self.waiting.push_back(body);
        name
    }

    /// Returns a unique name for a type: its own, or one prefixed with the name of the enclosing type.
    fn reserve(&mut self, words: &str, parent: &str) -> String {
        let own = names::type_name(words);
        reserve(&mut self.names, &[&own, &format!("{parent}{own}")], (&own, ""))
    }

    /// Adds the use of a type, and returns its name.
    fn import(&mut self, path: &'static str) -> String {
        self.imports.insert(path);
        path.rsplit("::").next().unwrap_or(path).to_owned()
    }

    /// Runs a part of the generation at an item.
    fn under<T>(&mut self, step: &str, run: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step.to_owned());
        let result = run(self);
        self.path.pop();
        result
    }

    /// Adds a part of the current item that a struct does not have.
    fn lose(&mut self, part: impl AsRef<str>) {
        let (path, part) = (self.path.join("."), part.as_ref());
        let loss = if path.is_empty() { part.to_owned() } else { format!("{path}: {part}") };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    fn text(&self) -> String {
        let imports: String = self.imports.iter().map(|path| format!("use {path};\n")).collect();
        format!("{imports}\n{}", self.items.join("\n"))
    }
}
