//! Calling a function: the rules for unknown, null and marked arguments.

use std::slice;

use smallvec::{SmallVec, smallvec};

use super::{CallArgs, Function, FunctionError, Parameter, ResultType};
use crate::convert::with_article;
use crate::{Marks, Type, Value};

impl Function {
    /// Calls the function. The arguments must have the types of their parameters.
    ///
    /// The implementation gets only arguments that the parameters allow. An argument of unknown type makes the
    /// result unknown, of unknown type. An unknown argument makes the result unknown. The marks of an argument, at
    /// any depth, move to the result.
    ///
    /// # Errors
    ///
    /// Fails if there are too few or too many arguments, if an argument is null or has another type although its
    /// parameter does not allow that, if the implementation fails, or if its result breaks a promise of the
    /// function: it has another type, or is null. If marks were removed, the error has no reason, since it could
    /// show the value.
    pub fn call(&self, args: Vec<Value>) -> Result<Value, FunctionError> {
        self.call_by_the_rules(&mut SmallVec::from_vec(args))
    }

    /// Calls the function with all its arguments, each of its parameter's type.
    #[doc(hidden)]
    #[inline]
    pub fn call_converted(&self, args: &mut CallArgs) -> Result<Value, FunctionError> {
        if self.needs_no_rules(args) { self.compute(args) } else { self.call_by_the_rules(args) }
    }

    /// Calls the function with one argument. It is cloned only if a rule may change it.
    #[doc(hidden)]
    #[inline]
    pub fn call_with_one(&self, arg: &Value) -> Result<Value, FunctionError> {
        let args = slice::from_ref(arg);
        if self.needs_no_rules(args) {
            self.compute(args)
        } else {
            self.call_by_the_rules(&mut smallvec![arg.clone()])
        }
    }

    /// Returns `true` if all arguments are given and plain. The rules for unknown, null and marked ones have no
    /// effect then.
    #[inline]
    fn needs_no_rules(&self, args: &[Value]) -> bool {
        args.len() >= self.0.params.len() && args.iter().all(Value::is_plain)
    }

    #[inline(never)]
    fn call_by_the_rules(&self, args: &mut CallArgs) -> Result<Value, FunctionError> {
        self.check_count(args.len())?;
        let left_out = self.0.params.iter().skip(args.len());
        args.extend(left_out.map(|param| Value::null(param.ty.clone())));
        let mut marks = Marks::new();
        let mut known = Known::Enough;
        for (index, arg) in args.iter_mut().enumerate() {
            let Some(param) = self.param(index) else { continue };
            if !param.allow_marked && arg.contains_marked() {
                *arg = std::mem::replace(arg, Value::dynamic()).unmark_deep_into(&mut marks);
            }
            let admitted = param.admit(arg);
            known = known.min(admitted.map_err(|expected| FunctionError::must(index, expected))?);
        }
        if known != Known::Enough {
            // The implementation is not called, so it cannot pass on the marks that it would receive.
            for arg in args.iter_mut() {
                *arg = std::mem::replace(arg, Value::dynamic()).unmark_deep_into(&mut marks);
            }
        }
        match self.result_of(args, known) {
            Ok(result) => Ok(result.with_marks(&marks)),
            Err(error) if !marks.is_empty() => Err(error.hidden()),
            Err(error) => Err(error),
        }
    }

    fn check_count(&self, given: usize) -> Result<(), FunctionError> {
        if self.takes(given) {
            return Ok(());
        }
        let (least, most) = (self.0.required, self.0.params.len());
        let (count, last) = match self.0.variadic {
            Some(_) => (format!("at least {least}"), least),
            None if least < most => (format!("{least} to {most}"), most),
            None => (format!("exactly {most}"), most),
        };
        let plural = if last == 1 { "" } else { "s" };
        let message = format!("the function takes {count} argument{plural}, not {given}");
        Err(FunctionError::new(message))
    }

    fn result_of(&self, args: &[Value], known: Known) -> Result<Value, FunctionError> {
        let result = match known {
            Known::NotEvenType => return Ok(Value::dynamic()),
            Known::OnlyType => match &self.0.result_type {
                ResultType::Always(ty) => Value::unknown(ty.clone()),
                ResultType::Of(type_of) => Value::unknown(type_of(args)?),
            },
            Known::Enough => return self.compute(args),
        };
        Ok(self.promised(result))
    }

    /// Calls the implementation.
    // Forced inline: every call goes through here, and the compiler would add a stack frame.
    #[inline(always)]
    fn compute(&self, args: &[Value]) -> Result<Value, FunctionError> {
        match &self.0.result_type {
            ResultType::Always(ty) => self.compute_of_type(args, ty),
            ResultType::Of(type_of) => self.compute_of_type(args, &type_of(args)?),
        }
    }

    #[inline]
    fn compute_of_type(&self, args: &[Value], ty: &Type) -> Result<Value, FunctionError> {
        let mut result = (self.0.implementation)(args, ty);
        if let Ok(value) = &result
            && !(value.is_plain() && value.is_of(ty))
        {
            result = result.and_then(|value| self.checked(value, ty));
        }
        result
    }

    /// Adds the promises of the function to the result, known or not.
    fn promised(&self, result: Value) -> Value {
        if self.0.may_return_null || result.is_known() { result } else { result.refine_not_null() }
    }

    /// Checks the result: an implementation that breaks a promise must not cause failures elsewhere.
    #[inline(never)]
    fn checked(&self, result: Value, ty: &Type) -> Result<Value, FunctionError> {
        if result.is_null() && !self.0.may_return_null {
            return Err(FunctionError::new(
                "the function returned null, which it does not declare",
            ));
        }
        if !result.is_of(ty) && !result.ty().conforms_to(ty) {
            if !result.is_known() && result.has_dynamic_type() {
                let message = "the function returned a value of unknown type, which may be too deep or too large";
                return Err(FunctionError::new(message));
            }
            let [given, wanted] =
                [&result.shown_type(), ty].map(|ty| with_article(&ty.to_string()));
            let message = format!("the function returned {given} instead of {wanted}");
            return Err(FunctionError::new(message));
        }
        Ok(self.promised(result))
    }
}

/// The part of a result that is determined by the known arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// Not even the type of the result is known.
    NotEvenType,
    /// Only the type of the result is known.
    OnlyType,
    /// The result can be computed.
    Enough,
}

impl Parameter {
    /// Checks an argument. Returns the part of the result that it determines, or the expectation that is not met.
    fn admit(&self, arg: &Value) -> Result<Known, String> {
        if arg.is_null() && !self.allow_null {
            return Err("not be null".to_owned());
        }
        if !arg.is_of(&self.ty) {
            let ty = arg.ty();
            if ty != Type::Dynamic && !ty.conforms_to(&self.ty) {
                return Err(format!("be of type {}, not {}", self.ty, ty.friendly_name()));
            }
        }
        if !self.allow_dynamic && arg.has_dynamic_type() {
            return Ok(Known::NotEvenType);
        }
        if !self.allow_unknown && !arg.is_known() {
            return Ok(Known::OnlyType);
        }
        Ok(Known::Enough)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CapsuleType, Kind, Mark};

    fn number() -> Parameter {
        Parameter::new("number", Type::Number)
    }

    /// Returns a function that returns its first argument.
    fn identity(param: Parameter) -> Function {
        let ty = param.ty().clone();
        Function::builder("").param(param).returning(ty, |args, _| Ok(args[0].clone()))
    }

    #[test]
    fn arguments_are_counted() {
        let one = identity(number());
        let message = "the function takes exactly 1 argument, not 0";
        assert_eq!(one.call(vec![]), Err(FunctionError::new(message)));
        let many = Function::builder("")
            .param(number())
            .param(number())
            .variadic(number())
            .returning(Type::Number, |args, _| Ok(args.len().into()));
        let message = "the function takes at least 2 arguments, not 1";
        assert_eq!(many.call(vec![1.into()]), Err(FunctionError::new(message)));
        assert_eq!(many.call(vec![1.into(); 4]), Ok(4.into()));
    }

    #[test]
    fn null_and_other_types_are_rejected() {
        let error = |function: Function, arg| function.call(vec![arg]).unwrap_err();
        let null = || Value::null(Type::Number);
        assert_eq!(error(identity(number()), null()), FunctionError::must(0, "not be null"));
        let expected = "be of type number, not string";
        assert_eq!(error(identity(number()), "1".into()), FunctionError::must(0, expected));
        let message = "the function returned null, which it does not declare";
        assert_eq!(error(identity(number().allow_null()), null()), FunctionError::new(message));
    }

    #[test]
    fn a_function_may_declare_a_null_result() {
        let function = Function::builder("")
            .param(number().allow_null())
            .may_return_null()
            .returning(Type::Number, |args, _| Ok(args[0].clone()));
        let null = Value::null(Type::Number);
        assert_eq!(function.call(vec![null.clone()]), Ok(null));
        let unknown = Value::unknown(Type::Number);
        assert_eq!(function.call(vec![unknown.clone()]), Ok(unknown));
    }

    #[test]
    fn unknown_arguments_make_the_result_unknown() {
        let function = identity(number());
        let unknown = Value::unknown(Type::Number);
        assert_eq!(function.call(vec![unknown.clone()]), Ok(unknown.refine_not_null()));
        assert_eq!(function.call(vec![Value::dynamic()]), Ok(Value::dynamic()));
        let aware = Function::builder("")
            .param(number().allow_unknown().allow_dynamic())
            .returning(Type::Bool, |args, _| Ok(args[0].is_known().into()));
        assert_eq!(aware.call(vec![Value::dynamic()]), Ok(false.into()));
    }

    #[test]
    fn marks_bypass_the_implementation() {
        let parts = Type::list(Type::Number);
        let sees_no_marks = Function::builder("")
            .param(Parameter::new("parts", parts))
            .returning(Type::Bool, |args, _| Ok(args[0].contains_marked().into()));
        let secret = Value::from(1).mark(Mark::sensitive());
        let list = Value::list(Type::Number, vec![secret.clone()]);
        let unmarked_inside = Value::from(false).mark(Mark::sensitive());
        assert_eq!(sees_no_marks.call(vec![list]), Ok(unmarked_inside));
        let sees_marks = identity(number().allow_marked());
        assert_eq!(sees_marks.call(vec![secret.clone()]), Ok(secret));
        let unknown = Value::unknown(Type::Number).mark(Mark::sensitive());
        let result = identity(number()).call(vec![unknown]).unwrap();
        assert!(matches!(result.kind(), Kind::Marked(value, _) if !value.is_known()));
    }

    #[test]
    fn errors_show_no_marked_value() {
        let shows = Function::builder("")
            .param(number())
            .returning(Type::Number, |args, _| Err(FunctionError::at(0, args[0].describe())));
        let message = |arg| shows.call(vec![arg]).unwrap_err().to_string();
        assert_eq!(message(Value::from(7)), "7");
        for mark in [Mark::sensitive(), Mark::new("other")] {
            let hidden = message(Value::from(7).mark(mark));
            assert!(!hidden.contains('7'), "{hidden}");
        }
    }

    #[test]
    fn a_result_of_another_type_is_an_error() {
        let function = Function::builder("").returning(Type::Number, |_, _| Ok("text".into()));
        let message = "the function returned a string instead of a number";
        assert_eq!(function.call(vec![]), Err(FunctionError::new(message)));
    }

    #[test]
    fn a_result_nested_too_deep_is_an_error() {
        let deep = (0..=Value::MAX_DEPTH).fold(Value::from(1), |it, _| Value::tuple(vec![it]));
        let function = Function::builder("").returning(Type::Number, move |_, _| Ok(deep.clone()));
        let message =
            "the function returned a value of unknown type, which may be too deep or too large";
        assert_eq!(function.call(vec![]), Err(FunctionError::new(message)));
    }

    #[test]
    fn capsules_are_passed_through() {
        let ty = CapsuleType::new("handle");
        let function = identity(Parameter::new("handle", Type::Capsule(ty.clone())));
        let handle = Value::capsule(&ty, 7u8);
        assert_eq!(function.call(vec![handle.clone()]), Ok(handle));
        let other = Value::capsule(&CapsuleType::new("handle"), 7u8);
        assert!(function.call(vec![other]).is_err());
    }
}
