//! Function calls.

use super::Evaluator;
use crate::cty::convert::convert;
use crate::cty::function::{CallArgs, Function, FunctionError, Parameter};
use crate::cty::{Type, Value};
use crate::expr::custom::custom_decoder;
use crate::expr::scope::Scope;
use crate::expr::{EvalContext, Expression, diags};
use crate::source::Span;
use crate::tree::{Call, NodeId};

/// The arguments of a call: those written one by one, then those that `...` took out of a collection.
struct Arguments<'t> {
    written: &'t [NodeId],
    expanded: Option<(NodeId, Vec<Value>)>,
}

impl Evaluator<'_> {
    /// `name(args)`
    #[inline(never)]
    pub(super) fn call(&mut self, id: NodeId, call: &Call, scope: &Scope<'_>) -> Value {
        let Some(function) = scope.function(&call.name.text) else {
            return self.unknown_function(id, call, scope);
        };
        let written = self.tree.list(call.args);
        let args = match (call.expand_final, written) {
            (true, [written @ .., last]) => match self.expand(*last, scope) {
                Ok(values) => Arguments { written, expanded: Some((*last, values)) },
                Err(result) => return result,
            },
            _ => Arguments { written, expanded: None },
        };
        if !self.count_matches(id, call, function, &args, scope) {
            return Value::dynamic();
        }
        let errors = self.diags.error_count();
        let mut values = CallArgs::with_capacity(args.len());
        for position in 0..args.len() {
            let Some(param) = function.param(position) else { break };
            values.push(self.argument(call, (&args, position), param, scope));
        }
        if self.diags.error_count() > errors {
            return Value::dynamic();
        }
        match self.spent.during(|| function.call_with(&mut values)) {
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

    /// The arguments that `last...` stands for, or what the call gives without being made.
    fn expand(&mut self, last: NodeId, scope: &Scope<'_>) -> Result<Vec<Value>, Value> {
        let errors = self.diags.error_count();
        let (value, marks) = self.eval(last, scope).into_owned().unmark();
        if self.diags.error_count() > errors {
            return Err(Value::dynamic());
        }
        let ty = value.ty();
        if value.is_null() && (ty == Type::Dynamic || is_sequence(&ty)) {
            return Err(self.fail_at(diags::null_expansion(), last, scope));
        }
        if ty != Type::Dynamic && !is_sequence(&ty) {
            let problem = diags::wrong_expansion(&value.with_marks(&marks));
            return Err(self.fail_at(problem, last, scope));
        }
        if !value.is_known() {
            return Err(Value::dynamic().with_marks(&marks));
        }
        let expanded = value.elements().iter().cloned();
        Ok(expanded.map(|value| value.with_marks(&marks)).collect())
    }

    /// Whether there are as many arguments as the function takes.
    fn count_matches(
        &mut self,
        id: NodeId,
        call: &Call,
        function: &Function,
        args: &Arguments<'_>,
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
            let span = self.tree.span(args.node(params.len()));
            self.fail(diags::extra_argument(name, function, given), span, id, scope);
            return false;
        }
        true
    }

    fn argument(
        &mut self,
        call: &Call,
        (args, position): (&Arguments<'_>, usize),
        param: &Parameter,
        scope: &Scope<'_>,
    ) -> Value {
        let node = args.node(position);
        if let Some(decoder) = custom_decoder(param.ty()) {
            let expression = match args.expanded(position) {
                None => Expression::new(self.tree.clone(), node),
                Some(value) => {
                    Expression::constant(value.clone(), self.tree.place(self.tree.span(node)))
                }
            };
            let context = scope.capture();
            let diags = &mut *self.diags;
            return self
                .spent
                .during(|| decoder.decode_to(param.ty(), &expression, &context, diags));
        }
        let value = match args.expanded(position) {
            None => self.eval(node, scope).into_owned(),
            Some(value) => value.clone(),
        };
        match convert(value, param.ty()) {
            Ok(value) => value,
            Err(error) => {
                let (function, param) = (&call.name.text, param.name());
                let problem = match args.expanded(position) {
                    None => diags::wrong_argument(function, param, &error),
                    Some(value) => diags::wrong_expanded_argument(function, param, value, &error),
                };
                self.fail_at(problem, node, scope)
            }
        }
    }

    #[cold]
    fn failed_call(
        &mut self,
        id: NodeId,
        (call, function): (&Call, &Function),
        args: &Arguments<'_>,
        error: &FunctionError,
        scope: &Scope<'_>,
    ) -> Value {
        let name = &call.name.text;
        let at = error.argument.filter(|at| *at < args.len());
        let at = at.and_then(|at| Some((args.node(at), function.param(at)?)));
        match at {
            Some((node, param)) => {
                self.fail_at(diags::wrong_argument(name, param.name(), error), node, scope)
            }
            None => self.fail(diags::failed_call(name, &error.message), call.name.span, id, scope),
        }
    }
}

impl Arguments<'_> {
    fn len(&self) -> usize {
        self.written.len() + self.expanded.as_ref().map_or(0, |(_, values)| values.len())
    }

    /// The value of an argument that `...` took out of a collection.
    fn expanded(&self, position: usize) -> Option<&Value> {
        self.expanded.as_ref()?.1.get(position.checked_sub(self.written.len())?)
    }

    /// Where an argument is written, or the collection it is taken out of.
    fn node(&self, position: usize) -> NodeId {
        match &self.expanded {
            Some((collection, _)) if position >= self.written.len() => *collection,
            _ => self.written[position],
        }
    }
}

fn is_sequence(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Tuple(_))
}
