//! Functions from Rust closures.

use super::{Function, FunctionBuilder, FunctionError, Parameter};
use crate::convert::convert;
use crate::{FromValue, Type, Value};

/// The last argument of a closure that takes any number of further arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variadic<T>(pub Vec<T>);

/// A Rust closure that can be a function of the language. Its arguments implement [`FromValue`], the last one may
/// be a [`Variadic`], and its result is a [`ClosureResult`].
#[diagnostic::on_unimplemented(
    message = "expected a closure with {N} parameters of HCL types",
    note = "the closure must take one argument for each name and return a value or a `Result` of one; all types must implement `hcldyn::cty::FromValue`"
)]
pub trait Closure<const N: usize, Args>: sealed::SealedClosure<N, Args> {}

/// An argument of a closure: a type that implements [`FromValue`], or a [`Variadic`] of one.
pub trait ClosureArg: sealed::SealedArg {}

/// The result of a closure: a value, or a [`Result`] of one.
pub trait ClosureResult: sealed::SealedResult {}

/// Only this module decides which closures can be functions. The methods are here, so that they are not public.
mod sealed {
    use super::{FromValue, FunctionBuilder, FunctionError, Type, Value};

    pub trait SealedClosure<const N: usize, Args>: Send + Sync + 'static {
        /// Returns the type of the result.
        fn result_type() -> Type;

        /// Returns `true` if the result may be null.
        fn may_return_null() -> bool;

        /// Adds the parameters with these names.
        fn add_params(builder: FunctionBuilder, names: [&'static str; N]) -> FunctionBuilder;

        /// Calls the closure with known arguments of the parameters' types. Fails if a Rust type cannot hold its
        /// argument, or if the closure fails.
        fn call(&self, args: &[Value]) -> Result<Value, FunctionError>;
    }

    pub trait SealedArg: Sized {
        /// Adds its parameter.
        fn add_param(builder: FunctionBuilder, name: &'static str) -> FunctionBuilder;

        /// Takes the argument from the arguments of a call, starting at `position`. Fails if the Rust type cannot hold
        /// the value.
        fn take(args: &[Value], position: usize) -> Result<Self, FunctionError>;
    }

    pub trait SealedResult {
        /// The Rust type of the value.
        type Ok: FromValue + Into<Value>;

        /// Returns the value. Fails if the closure failed.
        fn into_result(self) -> Result<Self::Ok, FunctionError>;
    }
}

impl Function {
    /// Creates a function from a Rust closure, with the types and number of its parameters. An `Option` may be null,
    /// and left out if only such parameters follow. A [`Variadic`] takes all further arguments. The closure is called
    /// only when all its arguments are wholly known.
    ///
    /// ```
    /// use hcldyn::cty::{Function, Value};
    ///
    /// let repeat = |text: String, count: usize, between: Option<String>| {
    ///     vec![text; count].join(between.as_deref().unwrap_or_default())
    /// };
    /// let repeat = Function::from_fn("The text many times.", ["text", "count", "between"], repeat);
    /// assert_eq!(repeat.call(vec!["ab".into(), 2.into()]), Ok(Value::from("abab")));
    /// assert!(repeat.call(vec!["ab".into(), (-1).into()]).is_err());
    /// ```
    pub fn from_fn<const N: usize, Args, F>(
        description: &'static str,
        names: [&'static str; N],
        closure: F,
    ) -> Self
    where
        F: Closure<N, Args>,
    {
        let builder = F::add_params(Self::builder(description), names);
        let builder = if F::may_return_null() { builder.may_return_null() } else { builder };
        builder.returning(F::result_type(), move |args, ty| {
            if !args.iter().all(Value::is_wholly_known) {
                return Ok(Value::unknown(ty.clone()));
            }
            let result = closure.call(args)?;
            convert(result, ty).map_err(|error| FunctionError::new(error.to_string()))
        })
    }
}

impl<T: FromValue> ClosureArg for T {}

impl<T: FromValue> sealed::SealedArg for T {
    fn add_param(builder: FunctionBuilder, name: &'static str) -> FunctionBuilder {
        let param = parameter::<T>(name);
        builder.param(if T::OPTIONAL { param.optional() } else { param })
    }

    fn take(args: &[Value], position: usize) -> Result<Self, FunctionError> {
        let left_out;
        let value = match args.get(position) {
            Some(value) => value,
            None => {
                left_out = Value::null(T::ty());
                &left_out
            }
        };
        let made = match T::value_spec() {
            spec if spec.plain_ty().is_some() => T::from_value(value),
            spec => spec.try_convert(value.clone()).and_then(|value| T::from_value(&value)),
        };
        made.map_err(|error| FunctionError::at(position, error.to_string()))
    }
}

impl<T: FromValue> ClosureArg for Variadic<T> {}

impl<T: FromValue> sealed::SealedArg for Variadic<T> {
    fn add_param(builder: FunctionBuilder, name: &'static str) -> FunctionBuilder {
        let param = parameter::<T>(name);
        builder.variadic(if T::OPTIONAL { param.allow_null() } else { param })
    }

    fn take(args: &[Value], position: usize) -> Result<Self, FunctionError> {
        let rest = position..args.len().max(position);
        rest.map(|position| <T as sealed::SealedArg>::take(args, position))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl<T: FromValue + Into<Value>> ClosureResult for T {}

impl<T: FromValue + Into<Value>> sealed::SealedResult for T {
    type Ok = T;

    fn into_result(self) -> Result<T, FunctionError> {
        Ok(self)
    }
}

impl<T: FromValue + Into<Value>, E: Into<FunctionError>> ClosureResult for Result<T, E> {}

impl<T: FromValue + Into<Value>, E: Into<FunctionError>> sealed::SealedResult for Result<T, E> {
    type Ok = T;

    fn into_result(self) -> Result<T, FunctionError> {
        self.map_err(Into::into)
    }
}

/// Returns a parameter. The type of a closure's result does not depend on its arguments, so the parameter allows
/// those of unknown type.
fn parameter<T: FromValue>(name: &'static str) -> Parameter {
    // The conversion to the type of an object would drop attributes that its spec rejects.
    let ty = T::value_spec().plain_ty().cloned().unwrap_or(Type::Dynamic);
    Parameter::new(name, ty).allow_dynamic()
}

macro_rules! closures {
    ($count:literal: $($arg:ident $position:tt),*) => {
        impl<F, R, $($arg),*> Closure<$count, fn($($arg),*) -> R> for F
        where
            F: Fn($($arg),*) -> R + Send + Sync + 'static,
            R: ClosureResult,
            $($arg: ClosureArg),*
        {
        }

        impl<F, R, $($arg),*> sealed::SealedClosure<$count, fn($($arg),*) -> R> for F
        where
            F: Fn($($arg),*) -> R + Send + Sync + 'static,
            R: ClosureResult,
            $($arg: ClosureArg),*
        {
            fn result_type() -> Type {
                R::Ok::ty()
            }

            fn may_return_null() -> bool {
                R::Ok::OPTIONAL
            }

            fn add_params(
                builder: FunctionBuilder,
                names: [&'static str; $count],
            ) -> FunctionBuilder {
                let _ = names;
                $(let builder = $arg::add_param(builder, names[$position]);)*
                builder
            }

            fn call(&self, args: &[Value]) -> Result<Value, FunctionError> {
                let _ = args;
                self($($arg::take(args, $position)?),*).into_result().map(Into::into)
            }
        }
    };
}

closures!(0:);
closures!(1: A 0);
closures!(2: A 0, B 1);
closures!(3: A 0, B 1, C 2);
closures!(4: A 0, B 1, C 2, D 3);
closures!(5: A 0, B 1, C 2, D 3, E 4);
closures!(6: A 0, B 1, C 2, D 3, E 4, G 5);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    #[test]
    fn a_closure_accepts_and_returns_rust_types() {
        let now = Function::from_fn("", [], || 7u8);
        assert_eq!(now.call(vec![]), Ok(7.into()));
        let join = |between: String, Variadic(texts): Variadic<String>| texts.join(&between);
        let join = Function::from_fn("", ["between", "texts"], join);
        assert_eq!(join.call(vec![",".into(), "a".into(), "b".into()]), Ok("a,b".into()));
        assert_eq!(join.call(vec![",".into()]), Ok("".into()));
        let twice =
            Function::from_fn("", ["texts"], |texts: Vec<String>| [texts.clone(), texts].concat());
        let list = |texts: &[&str]| {
            Value::list(Type::String, texts.iter().map(|text| Value::from(*text)).collect())
        };
        assert_eq!(twice.call(vec![list(&["a"])]), Ok(list(&["a", "a"])));
    }

    #[test]
    fn optional_arguments_can_be_left_out() {
        let join = |a: String, b: Option<String>, c: Option<String>| {
            format!("{a}{}{}", b.unwrap_or_default(), c.unwrap_or_default())
        };
        let join = Function::from_fn("", ["a", "b", "c"], join);
        assert_eq!(join.call(vec!["a".into()]), Ok("a".into()));
        let null = Value::null(Type::Dynamic);
        assert_eq!(join.call(vec!["a".into(), null, "c".into()]), Ok("ac".into()));
        let message = "the function takes 1 to 3 arguments, not 0";
        assert_eq!(join.call(vec![]), Err(FunctionError::new(message)));
    }

    #[test]
    fn errors_point_at_the_argument() {
        let count = Function::from_fn("", ["a", "b"], |_: u8, b: u8| b);
        assert_eq!(count.call(vec![1.into(), 300.into()]).unwrap_err().argument, Some(1));
        let fails = Function::from_fn("", ["a"], |_: u8| Err::<u8, _>("the disk is full"));
        assert_eq!(fails.call(vec![1.into()]), Err(FunctionError::new("the disk is full")));
        let even = || FunctionError::must(0, "be even");
        let fails = Function::from_fn("", ["a"], move |_: u8| Err::<u8, _>(even()));
        assert_eq!(fails.call(vec![1.into()]), Err(even()));
    }

    #[test]
    fn a_closure_only_gets_known_and_unmarked_values() {
        let count = Function::from_fn("", ["texts"], |texts: Vec<String>| texts.len());
        let list = Value::list(Type::String, vec![Value::unknown(Type::String)]);
        let unknown = Value::unknown(Type::Number).refine_not_null();
        assert_eq!(count.call(vec![list]), Ok(unknown));
        let secret = Value::list(Type::String, vec!["a".into()]).mark(Mark::sensitive());
        assert_eq!(count.call(vec![secret]), Ok(Value::from(1).mark(Mark::sensitive())));
    }

    #[test]
    fn none_is_null() {
        let none = Function::from_fn("", [], || None::<String>);
        assert_eq!(none.call(vec![]), Ok(Value::null(Type::String)));
    }
}
