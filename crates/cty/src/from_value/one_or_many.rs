//! One value, or a list of them.

use std::ops::{Deref, DerefMut};

use super::{FromValue, FromValueError, Nowhere, ValueOrigin, unsuitable};
use crate::value_spec::{ValueSpec, ValueVariant, VariantSelector, VariantsSpec};
use crate::{Kind, PathError, ToValue, Type, Value};

/// One value, or a list of any number of values: `"a"` or `["a", "b"]`.
///
/// It dereferences to a `Vec`. A single value is written without brackets. A list is always the list of elements, so
/// `T` should not be a collection itself.
///
/// ```
/// use hcldyn::cty::OneOrMany;
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Server { listen: OneOrMany<u16> }
///
/// let server: Server = hcldyn::from_str("listen = 80", &EvalContext::new())?;
/// assert_eq!(**server.listen, [80]);
/// let server: Server = hcldyn::from_str("listen = [80, 443]", &EvalContext::new())?;
/// assert_eq!(**server.listen, [80, 443]);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T> Deref for OneOrMany<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for OneOrMany<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values)
    }
}

impl<T> IntoIterator for OneOrMany<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// The position of a list in the spec.
const MANY: u64 = 0;

impl<T: FromValue> FromValue for OneOrMany<T> {
    const SPANNED: bool = T::SPANNED;
    const SENSITIVE: bool = T::SENSITIVE;

    fn ty() -> Type {
        Type::Dynamic
    }

    fn value_spec() -> ValueSpec {
        let many = ValueVariant::new("list", ValueSpec::list(T::value_spec()));
        // Every value that is not a list is converted to the type of an element.
        let one = ValueVariant::new("single value", T::value_spec());
        let variants = [many, ValueVariant { other: true, ..one }];
        ValueSpec::Variants(VariantsSpec::new(VariantSelector::Form, variants).into())
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Self::from_value_at(value, &Nowhere)
    }

    fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        let Kind::Tuple(pair) = value.kind() else {
            return Err(unsuitable(value, "one value or a list"));
        };
        // The converted value is a pair of the position of its form and the content.
        let origin = origin.of_element(1);
        match pair.elements() {
            [position, many] if *position == Value::from(MANY) => {
                Vec::from_value_at(many, origin).map(Self)
            }
            [_, one] => T::from_value_at(one, origin).map(|one| Self(vec![one])),
            _ => Err(FromValueError::new("one value or a list is required")),
        }
    }
}

impl<T: ToValue> ToValue for OneOrMany<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        match &*self.0 {
            [one] => one.to_value(),
            many => many.to_value(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    fn read<T: FromValue>(value: impl Into<Value>) -> Result<Vec<T>, String> {
        OneOrMany::convert(value.into())
            .map(|OneOrMany(all)| all)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn one_value_and_lists() {
        assert_eq!(read(80), Ok(vec![80_u16]));
        assert_eq!(read("80"), Ok(vec![80_u16]));
        assert_eq!(read(80), Ok(vec!["80".to_owned()]));
        assert_eq!(read::<u16>(Value::tuple(vec![])), Ok(vec![]));
        assert_eq!(read(Value::tuple(vec![80.into(), "443".into()])), Ok(vec![80_u16, 443]));
        assert_eq!(read(Value::set(Type::Number, vec![2.into(), 1.into()])), Ok(vec![1_u8, 2]));
    }

    #[test]
    fn errors_are_at_the_elements() {
        let range = "a whole number from 0 to 255 is required, not ";
        assert_eq!(read::<u8>(256), Err(format!("{range}256")));
        let list = Value::tuple(vec![256.into(), 1.into(), 257.into()]);
        assert_eq!(read::<u8>(list), Err(format!("element 0: {range}256; element 2: {range}257")));
        assert_eq!(
            read::<u8>(Value::null(Type::Number)),
            Err("one value or a list is required, not null".to_owned())
        );
        let secret = Value::from(77).mark(Mark::sensitive());
        assert!(!read::<u8>(secret).unwrap_err().contains("77"));
    }

    #[test]
    fn a_single_value_is_written_without_brackets() {
        assert_eq!(OneOrMany(vec![1]).to_value(), Ok(1.into()));
        assert_eq!(OneOrMany(vec![1, 2]).to_value(), Ok(Value::tuple(vec![1.into(), 2.into()])));
        assert_eq!(OneOrMany::<u8>(vec![]).to_value(), Ok(Value::tuple(vec![])));
    }
}
