//! Capsule types with operations on their values.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{CapsuleType, CapsuleTypeData};
use crate::{Type, Value};

/// A builder of capsule types whose values hold a `T` and can be compared, printed or converted. See
/// [`CapsuleType::builder`].
pub struct CapsuleTypeBuilder<T> {
    data: CapsuleTypeData,
    content: PhantomData<fn(T)>,
}

impl CapsuleType {
    /// Returns a builder of a capsule type whose values hold a `T` (reference: `cty.CapsuleOps`). Without further
    /// operations, it is like a type of [`CapsuleType::new`]: a value equals only itself and has no conversions.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hcldyn::cty::{CapsuleType, Type, Value, convert::convert};
    ///
    /// let duration = CapsuleType::builder::<Duration>("duration")
    ///     .order(Duration::cmp)
    ///     .convert_from(Type::Number, |seconds| {
    ///         let seconds = seconds.as_number().and_then(|it| it.to_u64());
    ///         seconds.map(Duration::from_secs).ok_or_else(|| "whole seconds are required".into())
    ///     })
    ///     .convert_to(Type::String, |it| Ok(format!("{it:?}").into()))
    ///     .build();
    /// let ty = Type::Capsule(duration.clone());
    ///
    /// let minute = convert(Value::from(60), &ty)?;
    /// assert_eq!(minute, Value::capsule(&duration, Duration::from_secs(60)));
    /// assert_eq!(convert(minute, &Type::String)?, Value::from("60s"));
    /// assert!(convert(Value::from(-1), &ty).is_err());
    /// # Ok::<(), hcldyn::cty::convert::ConversionError>(())
    /// ```
    pub fn builder<T: Any + Send + Sync>(name: impl Into<String>) -> CapsuleTypeBuilder<T> {
        CapsuleTypeBuilder { data: CapsuleTypeData::new(name.into()), content: PhantomData }
    }
}

impl<T: Any + Send + Sync> CapsuleTypeBuilder<T> {
    /// Compares values by their content. The order must be total, like [`Ord::cmp`]: equality, set membership and
    /// the order of a set's elements depend on it.
    #[must_use]
    pub fn order(mut self, order: impl Fn(&T, &T) -> Ordering + Send + Sync + 'static) -> Self {
        self.data.order =
            Some(Box::new(move |a, b| Some(order(a.downcast_ref::<T>()?, b.downcast_ref::<T>()?))));
        self
    }

    /// Sets how `{:?}` prints a value.
    ///
    /// ```
    /// use hcldyn::cty::{CapsuleType, Value};
    ///
    /// let token = CapsuleType::builder::<String>("token").debug(|_, f| f.write_str("hidden")).build();
    /// assert!(!format!("{:?}", Value::capsule(&token, "hunter2".to_owned())).contains("hunter2"));
    /// ```
    #[must_use]
    pub fn debug(
        mut self,
        debug: impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result + Send + Sync + 'static,
    ) -> Self {
        self.data.debug = Some(Box::new(move |value, f| match value.downcast_ref::<T>() {
            Some(content) => debug(content, f),
            None => f.write_str(value.ty().name()),
        }));
        self
    }

    /// Adds a conversion of values of exactly the type `from`. The closure gets known values without marks. Its
    /// error is a clause such as `whole seconds are required`.
    #[must_use]
    pub fn convert_from(
        mut self,
        from: Type,
        convert: impl Fn(&Value) -> Result<T, String> + Send + Sync + 'static,
    ) -> Self {
        let convert = move |value: &Value| -> Result<Arc<dyn Any + Send + Sync>, String> {
            Ok(Arc::new(convert(value)?))
        };
        self.data.from.push((from, Box::new(convert)));
        self
    }

    /// Adds a conversion to the type `to`. The closure must return a value of that type. Its error
    /// is a clause.
    #[must_use]
    pub fn convert_to(
        mut self,
        to: Type,
        convert: impl Fn(&T) -> Result<Value, String> + Send + Sync + 'static,
    ) -> Self {
        let none = format!("the {} has an unexpected content", self.data.name);
        let convert = move |value: &super::CapsuleValue| {
            value.downcast_ref().ok_or_else(|| none.clone()).and_then(&convert)
        };
        self.data.to.push((to, Box::new(convert)));
        self
    }

    /// Adds data that another layer finds by its Rust type with [`CapsuleType::extension`].
    ///
    /// ```
    /// use hcldyn::cty::CapsuleType;
    ///
    /// let socket = CapsuleType::builder::<u16>("socket").extension("documentation").build();
    /// assert_eq!(socket.extension::<&str>(), Some(&"documentation"));
    /// ```
    #[must_use]
    pub fn extension<E: Any + Send + Sync>(mut self, extension: E) -> Self {
        self.data.extension = Some(Box::new(extension));
        self
    }

    /// Returns the capsule type.
    pub fn build(self) -> CapsuleType {
        CapsuleType(Arc::new(self.data))
    }
}

impl<T> fmt::Debug for CapsuleTypeBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CapsuleTypeBuilder({})", self.data.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;
    use crate::convert::{can_convert, convert};

    fn level() -> CapsuleType {
        CapsuleType::builder::<u8>("level")
            .order(u8::cmp)
            .debug(|level, f| write!(f, "level {level}"))
            .convert_from(Type::String, |text| {
                text.as_str()
                    .and_then(|text| text.parse().ok())
                    .ok_or_else(|| format!("no {text:?}"))
            })
            .convert_to(Type::Number, |level| Ok(Value::from(*level)))
            .extension("extended")
            .build()
    }

    #[test]
    fn values_compare_by_their_order() {
        let level = level();
        let value = |content: u8| Value::capsule(&level, content);
        assert_eq!(value(3), value(3));
        assert_eq!(value(3).equals(&value(3)), Value::from(true));
        let set = Value::set(Type::Capsule(level.clone()), vec![value(9), value(3), value(9)]);
        assert_eq!(set.elements(), [value(3), value(9)]);
        assert_eq!(format!("{set:?}"), "set([level 3, level 9])");
        assert_eq!(level.extension::<&str>(), Some(&"extended"));
    }

    #[test]
    fn values_of_types_with_one_name_are_in_a_total_order() {
        let (one, other) = (level(), level());
        let later = Value::capsule(&one, 2u8);
        let between = Value::capsule(&other, 0u8);
        let earlier = Value::capsule(&one, 1u8);
        assert_eq!(earlier.total_cmp(&later), Ordering::Less);
        assert_eq!(earlier.total_cmp(&between), later.total_cmp(&between));
        assert_eq!(between.total_cmp(&later), later.total_cmp(&between).reverse());
    }

    #[test]
    fn plain_capsules_are_equal_only_to_themselves() {
        let handle = CapsuleType::new("handle");
        let (a, b) = (Value::capsule(&handle, 1u8), Value::capsule(&handle, 1u8));
        assert_eq!(a.clone(), a);
        assert_ne!(a, b);
        let set = Value::set(Type::Capsule(handle), vec![b.clone(), a.clone(), b.clone()]);
        assert_eq!(set.elements(), [a, b]);
    }

    #[test]
    fn values_convert_both_ways() {
        let level = level();
        let ty = Type::Capsule(level.clone());
        assert!(can_convert(&Type::String, &ty) && !can_convert(&Type::Number, &ty));
        let texts = Value::tuple(vec!["1".into(), "2".into()]);
        let levels = convert(texts, &Type::list(ty.clone())).unwrap();
        assert_eq!(levels.elements()[1], Value::capsule(&level, 2u8));
        let numbers = Value::list(Type::Number, vec![1.into(), 2.into()]);
        assert_eq!(convert(levels, &Type::list(Type::Number)), Ok(numbers));
        assert_eq!(convert(Value::null(Type::String), &ty), Ok(Value::null(ty.clone())));
        assert!(convert(Value::unknown(ty.clone()), &Type::Number).is_ok());
        let wrong = Value::capsule(&level, "not a level");
        assert!(convert(wrong, &Type::Number).is_err());
        assert!(convert("x".into(), &ty).unwrap_err().message.contains('x'));
        let secret = convert(Value::from("hunter2").mark(Mark::sensitive()), &ty).unwrap_err();
        assert!(!secret.message.contains("hunter2"), "{secret}");
    }
}
