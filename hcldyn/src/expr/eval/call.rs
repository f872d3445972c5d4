//! Function calls.

use super::Evaluator;
use crate::cty::convert::convert;
use crate::cty::function::{Function, FunctionError, Parameter};
use crate::cty::{Type, Value};
use crate::expr::custom::custom_decoder;
use crate::expr::scope::Scope;
use crate::expr::{EvalContext, Expression, diags};
use crate::source::Span;
use crate::tree::{Call, NodeId};

/// An argument as it is written, or one that `...` took out of a collection.
enum Argument {
    Written(NodeId),
    Expanded(NodeId, Value),
}

/// What `...` gives: arguments, or what the call gives without being made.
enum Expansion {
    Arguments(Vec<Argument>),
    Result(Value),
}

impl Evaluator<'_> {
    /// `name(args)`
    pub(super) fn call(&mut self, id: NodeId, call: &Call, scope: &Scope<'_>) -> Value {
        let Some(function) = scope.function(&call.name.text) else {
            return self.unknown_function(id, call, scope);
        };
        let written = self.tree.list(call.args);
        let args = match (call.expand_final, written) {
            (true, [args @ .., last]) => match self.expand(args, *last, scope) {
                Expansion::Arguments(args) => args,
                Expansion::Result(value) => return value,
            },
            _ => written.iter().copied().map(Argument::Written).collect(),
        };
        if !self.count_matches(id, call, function, &args, scope) {
            return Value::dynamic();
        }
        let errors = self.diags.error_count();
        let mut values = Vec::with_capacity(args.len());
        for (position, argument) in args.iter().enumerate() {
            let Some(param) = function.param(position) else { break };
            values.push(self.argument(call, argument, param, scope));
        }
        if self.diags.error_count() > errors {
            return Value::dynamic();
        }
        match self.spent.during(|| function.call(values)) {
            Ok(value) => value,
            Err(error) => self.failed_call(id, (call, function), &args, &error, scope),
        }
    }

    #[cold]
    fn unknown_function(&mut self, id: NodeId, call: &Call, scope: &Scope<'_>) -> Value {
        let context = scope.context();
        if !context.is_some_and(EvalContext::allows_functions) {
            return self.fail_at(diags::no_functions_allowed(&call.name.text), id, scope);
        }
        let names: Vec<_> = context.iter().flat_map(|context| context.function_names()).collect();
        let problem = diags::unknown_function(&call.name.text, &names);
        self.fail(problem, call.name.span, id, scope)
    }

    /// The arguments of `f(args, last...)`.
    fn expand(&mut self, args: &[NodeId], last: NodeId, scope: &Scope<'_>) -> Expansion {
        let errors = self.diags.error_count();
        let (value, marks) = self.eval(last, scope).into_owned().unmark();
        if self.diags.error_count() > errors {
            return Expansion::Result(Value::dynamic());
        }
        let ty = value.ty();
        if value.is_null() && (ty == Type::Dynamic || is_sequence(&ty)) {
            return Expansion::Result(self.fail_at(diags::null_expansion(), last, scope));
        }
        if ty != Type::Dynamic && !is_sequence(&ty) {
            let problem = diags::wrong_expansion(&value.with_marks(&marks));
            return Expansion::Result(self.fail_at(problem, last, scope));
        }
        if !value.is_known() {
            return Expansion::Result(Value::dynamic().with_marks(&marks));
        }
        let expanded = value.elements().iter().cloned();
        let expanded = expanded.map(|value| Argument::Expanded(last, value.with_marks(&marks)));
        Expansion::Arguments(args.iter().copied().map(Argument::Written).chain(expanded).collect())
    }

    /// Whether there are as many arguments as the function takes.
    fn count_matches(
        &mut self,
        id: NodeId,
        call: &Call,
        function: &Function,
        args: &[Argument],
        scope: &Scope<'_>,
    ) -> bool {
        let (given, params) = (args.len(), function.params());
        let name = &call.name.text;
        if params.get(given).is_some_and(|param| !param.is_optional()) {
            let end = self.tree.span(id).end;
            let parenthesis = Span::new(end.saturating_sub(1), end);
            self.fail(diags::missing_argument(name, function, given), parenthesis, id, scope);
            return false;
        }
        if given > params.len() && function.variadic().is_none() {
            let span = self.tree.span(args[params.len()].node());
            self.fail(diags::extra_argument(name, function, given), span, id, scope);
            return false;
        }
        true
    }

    fn argument(
        &mut self,
        call: &Call,
        argument: &Argument,
        param: &Parameter,
        scope: &Scope<'_>,
    ) -> Value {
        if let Some(decoder) = custom_decoder(param.ty()) {
            let expression = self.expression(argument);
            let context = scope.capture();
            let diags = &mut *self.diags;
            return self
                .spent
                .during(|| decoder.decode_to(param.ty(), &expression, &context, diags));
        }
        let value = match argument {
            Argument::Written(node) => self.eval(*node, scope).into_owned(),
            Argument::Expanded(_, value) => value.clone(),
        };
        match convert(value, param.ty()) {
            Ok(value) => value,
            Err(error) => {
                let (function, param) = (&call.name.text, param.name());
                let problem = match argument {
                    Argument::Written(_) => diags::wrong_argument(function, param, &error),
                    Argument::Expanded(_, value) => {
                        diags::wrong_expanded_argument(function, param, value, &error)
                    }
                };
                self.fail_at(problem, argument.node(), scope)
            }
        }
    }

    /// An argument as an expression, for a custom decoder.
    fn expression(&self, argument: &Argument) -> Expression {
        match argument {
            Argument::Written(node) => Expression::new(self.tree.clone(), *node),
            Argument::Expanded(node, value) => {
                Expression::constant(value.clone(), self.tree.place(self.tree.span(*node)))
            }
        }
    }

    #[cold]
    fn failed_call(
        &mut self,
        id: NodeId,
        (call, function): (&Call, &Function),
        args: &[Argument],
        error: &FunctionError,
        scope: &Scope<'_>,
    ) -> Value {
        let name = &call.name.text;
        let at = error.argument.and_then(|at| Some((args.get(at)?.node(), function.param(at)?)));
        match at {
            Some((node, param)) => {
                self.fail_at(diags::wrong_argument(name, param.name(), error), node, scope)
            }
            None => self.fail(diags::failed_call(name, &error.message), call.name.span, id, scope),
        }
    }
}

impl Argument {
    fn node(&self) -> NodeId {
        match self {
            Self::Written(node) | Self::Expanded(node, _) => *node,
        }
    }
}

fn is_sequence(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Tuple(_))
}
