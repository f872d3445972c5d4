//! Function calls.

use std::borrow::Cow;
use std::slice;

use super::{Evaluated, Evaluator, depth};
use crate::cty::Value;
use crate::cty::convert::convert;
use crate::cty::function::{Function, FunctionError, Parameter};
use crate::cty::internal::{CallArgs, CollectVec};
use crate::expr::custom::{CustomDecoder, custom_decoder};
use crate::expr::scope::Scope;
use crate::expr::{Expression, diags};
use crate::limits::work;
use crate::source::Span;
use crate::tree::{Call, ExprId};

/// The work of a call in addition to its arguments and its result.
const CALL_STEPS: usize = 4;

/// The work of capturing an expression with its scope.
const CAPTURE_STEPS: usize = 8;

/// The arguments of a call. The elements of the collection before `...` follow the other arguments.
#[derive(Clone, Copy)]
struct Arguments<'t> {
    written: &'t [ExprId],
    expanded: Option<(ExprId, &'t [Value])>,
}

/// An argument: its expression, or the expression of the collection and the element.
type Argument<'v> = (ExprId, Option<&'v Value>);

impl<'a> Evaluator<'a> {
    /// Evaluates `name(args)`.
    #[inline(never)]
    pub(super) fn call(&mut self, id: ExprId, call: &Call, scope: &Scope<'_>) -> Value {
        let Some(function) = scope.function(&call.cache, &call.name.text) else {
            return self.unknown_function(id, call, scope);
        };
        let before = self.diags.checkpoint();
        let value = match self.tree.list(call.args) {
            [written @ .., last] if call.expand_final => {
                self.call_expanding(id, (call, function), (written, *last), scope)
            }
            [arg] => self.call_with_one(id, (call, function), arg, scope),
            written => {
                let args = Arguments { written, expanded: None };
                self.call_with(id, (call, function), args, scope)
            }
        };
        if self.diags.checks_types() && self.catches(call, function, scope) {
            self.append_possible_since(before);
            return Value::dynamic().with_marks_of(&value);
        }
        value
    }

    /// Returns `true` if a function such as `try` takes an unevaluated argument that may fail, so that the result may be
    /// any other value.
    #[cold]
    fn catches(&self, call: &Call, function: &Function, scope: &Scope<'_>) -> bool {
        self.tree.list(call.args).iter().enumerate().any(|(position, arg)| {
            let param = function.param(position);
            param.is_some_and(|param| custom_decoder(param.ty()).is_some())
                && !self.never_fails(*arg, scope)
        })
    }

    /// Evaluates `name(args, last...)`.
    #[inline(never)]
    fn call_expanding(
        &mut self,
        id: ExprId,
        called: (&Call, &Function),
        (written, last): (&[ExprId], ExprId),
        scope: &Scope<'_>,
    ) -> Value {
        match self.expand(last, scope) {
            Ok(values) => {
                let args = Arguments { written, expanded: Some((last, &values)) };
                self.call_with(id, called, args, scope)
            }
            Err(result) => result,
        }
    }

    /// Evaluates `name(arg)`.
    #[inline(always)]
    fn call_with_one(
        &mut self,
        id: ExprId,
        (call, function): (&Call, &Function),
        arg: &ExprId,
        scope: &Scope<'_>,
    ) -> Value {
        let args = || Arguments { written: slice::from_ref(arg), expanded: None };
        let (true, Some(param)) = (function.takes(1), function.param(0)) else {
            return self.wrong_count(id, (call, function), args(), scope);
        };
        let errors = self.diags.error_count();
        let value = self.argument(call, (*arg, None), param, scope);
        work::spend(CALL_STEPS + value.steps());
        let make = || function.call_with_one(&value);
        self.make_call(id, (call, function), (args, errors), make, scope)
    }

    #[inline(never)]
    fn call_with(
        &mut self,
        id: ExprId,
        (call, function): (&Call, &Function),
        args: Arguments<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        if !function.takes(args.len()) {
            return self.wrong_count(id, (call, function), args, scope);
        }
        let errors = self.diags.error_count();
        let mut values = CallArgs::new();
        work::spend(CALL_STEPS);
        for position in 0..args.len() {
            let Some(param) = function.param(position) else { break };
            let value = self.argument(call, args.get(position), param, scope).into_owned();
            work::spend(1 + value.steps());
            values.push(value);
            if self.is_enough(errors) || !self.has_work_left(id, scope) {
                return Value::dynamic();
            }
        }
        let make = || function.call_converted(&mut values);
        self.make_call(id, (call, function), (|| args, errors), make, scope)
    }

    /// Makes a call, unless an argument failed. `errors` is the number of errors before the arguments.
    #[inline(always)]
    fn make_call<'t>(
        &mut self,
        id: ExprId,
        called: (&Call, &Function),
        (args, errors): (impl FnOnce() -> Arguments<'t>, usize),
        make: impl FnOnce() -> Result<Value, FunctionError>,
        scope: &Scope<'_>,
    ) -> Value {
        if self.diags.error_count() > errors {
            return Value::dynamic();
        }
        let result = depth::during(self.depth, make);
        // After the limit on work is exceeded, a function may fail or return a different result.
        if !self.has_work_left(id, scope) {
            return Value::dynamic();
        }
        match result {
            Ok(value) => value,
            Err(error) => self.failed_call(id, called, args(), &error, scope),
        }
    }

    #[cold]
    fn unknown_function(&mut self, id: ExprId, call: &Call, scope: &Scope<'_>) -> Value {
        // The function is undefined for all values.
        self.diags.set_uncaught();
        let Some(context) = scope.context().filter(|context| context.allows_functions()) else {
            let problem = diags::no_functions_allowed(&call.name.text);
            return self.fail(problem, call.name.span, id, scope);
        };
        let problem = diags::unknown_function(&call.name.text, context);
        self.fail(problem, call.name.span, id, scope)
    }

    /// Returns the arguments of `last...`, or the result of the call if the arguments are unknown or invalid.
    fn expand(&mut self, last: ExprId, scope: &Scope<'_>) -> Result<Vec<Value>, Value> {
        let errors = self.diags.error_count();
        let value = self.eval(last, scope);
        if self.diags.error_count() > errors {
            return Err(Value::dynamic());
        }
        let is_allowed = value.is_sequence() || value.has_dynamic_type();
        if value.is_null() && is_allowed {
            return Err(self.fail_at(diags::null_expansion(), last, scope));
        }
        if !is_allowed {
            let problem = diags::wrong_expansion(&value);
            return Err(self.fail_at(problem, last, scope));
        }
        if !value.is_known() {
            return Err(Value::dynamic().with_marks_of(&value));
        }
        Ok(value.entries().map(|entry| entry.value().into_owned()).collect_vec())
    }

    /// Reports too few or too many arguments.
    #[cold]
    fn wrong_count(
        &mut self,
        id: ExprId,
        (call, function): (&Call, &Function),
        args: Arguments<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        let (given, most) = (args.len(), function.params().len());
        let name = &call.name.text;
        if given > most {
            let span = self.tree.span(args.get(most).0);
            return self.fail(diags::extra_argument(name, function, given), span, id, scope);
        }
        let end = self.tree.span(id).end;
        let parenthesis = Span::new(end.saturating_sub(1), end);
        self.fail(diags::missing_argument(name, function, given), parenthesis, id, scope)
    }

    // Most arguments are lookups of the right type. The rest of the work is in separate functions.
    #[inline(always)]
    fn argument<'s>(
        &mut self,
        call: &Call,
        (node, expanded): Argument<'s>,
        param: &Parameter,
        scope: &Scope<'s>,
    ) -> Evaluated<'s>
    where
        'a: 's,
    {
        if let Some(decoder) = custom_decoder(param.ty()) {
            return Cow::Owned(self.decoded_argument((node, expanded), (param, decoder), scope));
        }
        let mut value = match expanded {
            None => self.eval(node, scope),
            Some(value) => Cow::Borrowed(value),
        };
        if !value.is_of(param.ty()) {
            let given = (param, value.into_owned());
            value = Cow::Owned(self.converted_argument(call, (node, expanded), given, scope));
        }
        value
    }

    #[inline(never)]
    fn decoded_argument(
        &mut self,
        (node, expanded): Argument<'_>,
        (param, decoder): (&Parameter, &CustomDecoder),
        scope: &Scope<'_>,
    ) -> Value {
        let expression = match expanded {
            None => Expression::new(self.tree.clone(), node),
            Some(value) => {
                Expression::constant(value.clone(), self.tree.place(self.tree.span(node)))
            }
        };
        let context = scope.capture();
        let diags = &mut *self.diags;
        work::spend(CAPTURE_STEPS);
        depth::during(self.depth, || decoder.decode_to(param.ty(), &expression, &context, diags))
    }

    #[inline(never)]
    fn converted_argument(
        &mut self,
        call: &Call,
        (node, expanded): Argument<'_>,
        (param, value): (&Parameter, Value),
        scope: &Scope<'_>,
    ) -> Value {
        let error = match convert(value, param.ty()) {
            Ok(value) => return value,
            Err(error) => error,
        };
        let (function, param) = (&call.name.text, param.name());
        let problem = match expanded {
            None => diags::wrong_argument(function, param, &error),
            Some(value) => diags::wrong_expanded_argument(function, param, value, &error),
        };
        self.fail_at(problem, node, scope)
    }

    #[cold]
    fn failed_call(
        &mut self,
        id: ExprId,
        (call, function): (&Call, &Function),
        args: Arguments<'_>,
        error: &FunctionError,
        scope: &Scope<'_>,
    ) -> Value {
        if error.is_uncaught() {
            self.diags.set_uncaught();
        }
        let name = &call.name.text;
        let param = error.argument.and_then(|at| function.param(at)).map(Parameter::name);
        let problem = diags::failed_call(name, param, error);
        // An optional argument may be omitted.
        match error.argument.filter(|at| *at < args.len()) {
            Some(at) => self.fail_at(problem, args.get(at).0, scope),
            None => self.fail(problem, call.name.span, id, scope),
        }
    }
}

impl<'t> Arguments<'t> {
    fn len(&self) -> usize {
        self.written.len() + self.expanded.map_or(0, |(_, values)| values.len())
    }

    #[inline]
    fn get(&self, position: usize) -> Argument<'t> {
        match self.expanded {
            Some((collection, values)) if position >= self.written.len() => {
                (collection, values.get(position - self.written.len()))
            }
            _ => (self.written[position], None),
        }
    }
}
