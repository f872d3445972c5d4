//! The rest of a body.

use std::sync::LazyLock;

use crate::body::Body;
use crate::cty::value_spec::ValueSpec;
use crate::cty::{CapsuleType, Type, Value};

static BODY: LazyLock<CapsuleType> = LazyLock::new(|| CapsuleType::new("body"));

/// The items of a body that no other spec names.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Rest {
    /// The items as a capsule that holds a [`Body`]. In a tuple beside another spec, it decodes a part of a
    /// body and keeps the rest (reference: `hcldec.PartialDecode`).
    Body,
    /// The attributes as a map, each converted by this spec; as an object if its type is not fixed. Remaining blocks are
    /// unexpected.
    Attributes(ValueSpec),
    /// The items as data: an object with the values of the attributes, and with the blocks of each type.
    Data(DataForm),
}

/// The form of blocks as data. A block is an object with its items, inside an object for each label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DataForm {
    /// A tuple of all blocks of a type, as in HCL's JSON syntax.
    Tuples,
    /// One object for all blocks of a type, as programs read it that know their data formats through serde. Of several
    /// blocks with equal labels, there is a tuple.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::spec::{Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let text = "server \"a\" { port = 80 }\nserver \"b\" { port = 81 }\nrule { }\nrule { }\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &Spec::any(), &EvalContext::new(), &mut diags);
    ///
    /// let server = |port: u16| Value::object([("port", port.into())]);
    /// let servers = Value::object([("a", server(80)), ("b", server(81))]);
    /// assert_eq!(value.get("server"), Some(&servers));
    /// assert_eq!(value.get("rule").unwrap().elements().len(), 2);
    /// ```
    ///
    /// An attribute and a block of one name are an error, and so are blocks of a type with different numbers of labels
    /// where the labels are otherwise equal.
    Merged,
}

impl Rest {
    /// Returns `true` if decoding evaluates the items.
    pub(in crate::spec) fn is_evaluated(&self) -> bool {
        match self {
            Self::Body => false,
            Self::Attributes(_) | Self::Data(_) => true,
        }
    }
}

/// Returns the type of the values that [`Rest::Body`] decodes to. They hold a [`Body`].
///
/// ```
/// use hcldyn::body::Body;
/// use hcldyn::spec::{Rest, Spec, body_type, decode};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", "port = 80"), &mut diags);
/// let value = decode(&body, &Spec::from(Rest::Body), &EvalContext::new(), &mut diags);
/// assert_eq!(value.ty(), body_type());
/// assert!(value.as_capsule::<Body>().unwrap().attribute("port").is_some());
/// ```
pub fn body_type() -> Type {
    Type::Capsule(BODY.clone())
}

pub(crate) fn body_value(body: Body) -> Value {
    Value::capsule(&BODY, body)
}
