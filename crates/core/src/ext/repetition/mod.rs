//! Repetition of blocks: one block in the source is several instances.
//!
//! ```hcl
//! disk "data" {
//!   for_each = { fast = 10, slow = 200 }   # disk.data["fast"] and disk.data["slow"]
//!   name     = "data-${each.key}"
//!   size     = each.value
//! }
//!
//! disk "scratch" {
//!   count = 2                              # disk.scratch[0] and disk.scratch[1]
//!   name  = "scratch-${count.index}"
//!   size  = 5
//! }
//!
//! image "app" {
//!   matrix = { os = ["linux", "windows"], arch = ["amd64", "arm64"] }
//!   name   = "app-${os}-${arch}"           # image.app["app-linux-amd64"] and three more
//! }
//! ```
//!
//! A `dynamic` block generates blocks that have no names of their own. Repetition is for blocks with names, which
//! expressions refer to: the name means all instances, `disk.data["fast"].size` for a part of one.
//!
//! In a derived struct, `#[hcl(for_each)]`, `#[hcl(count)]` and `#[hcl(matrix)]` on a field of blocks allow it:
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use hcldyn::decode::Instances;
//! use hcldyn::{Decoder, HclDecode};
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     #[hcl(block, for_each, count)]
//!     disk: BTreeMap<String, Instances<Disk>>,
//!     total: u32,
//! }
//!
//! #[derive(HclDecode)]
//! struct Disk {
//!     size: u32,
//! }
//!
//! let text = r#"
//!     disk "data" {
//!       for_each = { fast = 10, slow = 200 }
//!       size     = each.value
//!     }
//!     disk "scratch" {
//!       size = 5
//!     }
//!     total = disk.data["slow"].size + disk.scratch.size
//! "#;
//! let config = Decoder::new().references("disk").decode_str::<Config>(text)?.value;
//! assert_eq!(config.total, 205);
//!
//! let data = &config.disk["data"];
//! let addresses: Vec<_> = data.iter().map(|(key, _)| format!("disk.data{key}")).collect();
//! assert_eq!(addresses, [r#"disk.data["fast"]"#, r#"disk.data["slow"]"#]);
//! assert_eq!(data.get("slow").unwrap().size, 200);
//! assert_eq!(config.disk["scratch"].single().unwrap().size, 5);
//! # Ok::<(), hcldyn::Diagnostics>(())
//! ```
//!
//! A program that does not care which block an instance is from writes `Vec<Disk>`, or `BTreeMap<String, Disk>`: a list has
//! all instances, and a map has them under the label with the key, `data["fast"]` and `scratch[0]`, or under the name that
//! a matrix gives them. The instances of a matrix are in the order of its values: those of its last variable change fastest, or
//! with `#[hcl(matrix, first_fastest)]` those of the first one.
//!
//! # Rules
//!
//! The rules are Terraform's, except that a collection may be unknown.
//!
//! | attribute | value | variables | instances |
//! |---|---|---|---|
//! | `for_each` | a map, an object, or a set of strings | `each.key`, `each.value` | an object by key |
//! | `count` | a whole number | `count.index` | a tuple |
//! | `matrix` | an object of lists: the values of each variable | these variables | an object by name: that of the attribute `name`, or the values joined by `-` |
//!
//! A block has at most one of them. Null, a sensitive collection, a set of anything else, a negative number, and a name that
//! two instances have are errors. If the collection is not known yet, the instances are unknown as a whole: such a field is
//! [`MaybeUnknown`](crate::cty::MaybeUnknown)`<Instances<T>>`. One instance with unknown variables is still decoded, to find
//! other errors. Instances count as [generated blocks](crate::Limits::generated_blocks).

mod diags;
mod evaluate;
mod instances;
mod key;

pub use self::evaluate::InstanceVariables;
pub(crate) use self::evaluate::{Evaluated, Instance, evaluate, with_variables};
pub use self::instances::BlockInstances;
pub use self::key::InstanceKey;
pub(crate) use self::key::{RepeatedBy, value_of_instances};
use crate::body::{AttributeSchema, BodySchema};
use crate::cty::{Str, Value};

/// The attributes that repeat a block, and their names. By default there are none.
///
/// ```
/// use hcldyn::ext::repetition::{BlockInstances, Repetition};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let repetition = Repetition::new().for_each("for_each").count("count").matrix("matrix", "name");
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", "count = 2"), &mut diags);
/// let BlockInstances::Counted(instances) = repetition.instances(&body, &EvalContext::new(), &mut diags) else {
///     unreachable!()
/// };
/// assert_eq!(instances.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Repetition {
    for_each: Option<Str>,
    count: Option<Str>,
    matrix: Option<Matrix>,
    pub(crate) is_first_fastest: bool,
    pub(crate) is_listed: bool,
}

/// The attributes of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Matrix {
    axes: Str,
    name: Str,
}

impl Repetition {
    /// Creates a repetition without attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Allows one instance for each element of a collection, in an attribute of this name.
    #[must_use]
    pub fn for_each(self, attribute: impl Into<Str>) -> Self {
        Self { for_each: Some(attribute.into()), ..self }
    }

    /// Allows a number of instances, in an attribute of this name.
    #[must_use]
    pub fn count(self, attribute: impl Into<Str>) -> Self {
        Self { count: Some(attribute.into()), ..self }
    }

    /// Allows one instance for each combination of the values of several variables, in the attribute `axes`. The attribute
    /// `name` gives each instance its name.
    #[must_use]
    pub fn matrix(self, axes: impl Into<Str>, name: impl Into<Str>) -> Self {
        Self { matrix: Some(Matrix { axes: axes.into(), name: name.into() }), ..self }
    }

    /// Sets the order of the combinations of a matrix: the values of its first variable change fastest. By default, those of
    /// the last one do. The variables are in the order of their names.
    ///
    /// ```
    /// use hcldyn::decode::Instances;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(matrix, first_fastest)]
    ///     image: Instances<Image>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Image { size: u32 }
    ///
    /// let text = "image {\n  matrix = { a = [1, 2], b = [10, 20] }\n  size   = a + b\n}\n";
    /// let config = Decoder::new().decode_str::<Config>(text)?.value;
    /// let sizes: Vec<_> = config.image.iter().map(|(_, image)| image.size).collect();
    /// assert_eq!(sizes, [11, 12, 21, 22]);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn first_fastest(self) -> Self {
        Self { is_first_fastest: true, ..self }
    }

    /// Makes expressions that refer to a repeated block see a tuple of its instances, in the order of their keys, so that a
    /// splat applies to all of them: `disk.data[*].size`. By default, they see an object by key.
    #[must_use]
    pub fn listed(self) -> Self {
        Self { is_listed: true, ..self }
    }

    /// Returns the value of a block with the values of its instances, as expressions see it.
    pub(crate) fn seen(
        &self,
        repeated: Option<RepeatedBy>,
        keys: Vec<Str>,
        values: Vec<Value>,
    ) -> Value {
        let listed = repeated.map(|_| RepeatedBy::Index).filter(|_| self.is_listed);
        value_of_instances(listed.or(repeated), keys, values)
    }

    /// Returns the name of the attribute for each element of a collection, if it is allowed.
    pub(crate) fn for_each_attribute(&self) -> Option<&Str> {
        self.for_each.as_ref()
    }

    /// Returns the name of the attribute for a number of instances, if it is allowed.
    pub(crate) fn count_attribute(&self) -> Option<&Str> {
        self.count.as_ref()
    }

    /// Returns the names of the attributes of a matrix, if it is allowed: for the variables, and for the name.
    pub(crate) fn matrix_attributes(&self) -> Option<(&Str, &Str)> {
        self.matrix.as_ref().map(|it| (&it.axes, &it.name))
    }

    /// Returns the variables that the instances of any block see.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &'static str> {
        let each = self.for_each.as_ref().map(|_| EACH);
        each.into_iter().chain(self.count.as_ref().map(|_| COUNT))
    }

    /// Returns the schema of the attributes.
    pub(crate) fn schema(&self) -> BodySchema {
        let matrix = self.matrix.iter().flat_map(|it| [&it.axes, &it.name]);
        let names = self.for_each.iter().chain(&self.count).chain(matrix);
        let attributes =
            names.map(|name| AttributeSchema { name: name.clone(), required: false }).collect();
        BodySchema { attributes, ..BodySchema::default() }
    }
}

/// The variable with the element of `for_each`.
const EACH: &str = "each";
/// The variable with the index of `count`.
const COUNT: &str = "count";
