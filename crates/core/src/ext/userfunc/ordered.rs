//! Functions of a configuration in the order of their calls.

use std::ops::ControlFlow;

use super::order::CallOrder;
use super::{FunctionBlocks, FunctionDefinition, diags};
use crate::body::Body;
use crate::cty::function::Parameter;
use crate::cty::internal::{CollectVec, KeySet, NameMap};
use crate::cty::{Function, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::{Place, Span};
use crate::tree::{ExprId, ExprNode, Tree};

/// Defines the functions of the blocks of a type, and returns a child of the context with all of them, and a body of the
/// remaining items. A function sees the variables and functions of the context, and the functions that it calls.
///
/// Unlike with [`decode_functions`](super::decode_functions), errors in results are reported even if no expression calls
/// the function. A function with errors has an unknown result, so that its calls cause no further errors.
pub(crate) fn define_functions(
    body: &Body,
    block_type: &str,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> (EvalContext, Body) {
    let read = FunctionBlocks::new(block_type);
    let (blocks, rest) = read.blocks(body, diags);
    let mut functions = blocks
        .into_iter()
        .map(|(name, block)| Unordered {
            name,
            definition: diags.unless_errors(|diags| read.decode(&block, diags)).flatten(),
            calls: Vec::new(),
        })
        .collect_vec();
    add_calls(&mut functions);
    let mut made: Vec<Option<Made>> = vec![None; functions.len()];
    for index in in_order(&mut functions, diags) {
        let Unordered { definition, calls, .. } = &mut functions[index];
        let (definition, calls) = (definition.take(), std::mem::take(calls));
        let called = calls
            .iter()
            .filter_map(|(callee, _)| Some((&functions[*callee].name, made[*callee].as_ref()?)))
            .collect_vec();
        let with = |function: fn(&Made) -> &Function| {
            let called =
                called.iter().map(|(name, made)| ((*name).clone(), function(made).clone()));
            ctx.child().with_functions(called)
        };
        let unknown = with(|made| &made.unknown);
        let definition = definition.filter(|definition| definition.is_valid(&unknown, diags));
        made[index] = Some(match definition {
            Some(definition) => {
                let (context, unknown) = (with(|made| &made.function), definition.unknown());
                let function = definition.into_function(move || context.clone());
                Made { function, unknown }
            }
            None => Made { function: invalid(), unknown: invalid() },
        });
    }
    let made = functions.into_iter().zip(made);
    let all = made.filter_map(|(function, made)| Some((function.name, made?.function)));
    (ctx.child().with_functions(all), rest)
}

/// A function that is defined.
#[derive(Clone)]
struct Made {
    function: Function,
    /// A function with the same parameters and an unknown result, with which callers are checked. The check of a caller
    /// then takes no longer than its own result.
    unknown: Function,
}

/// A function that is not defined yet.
struct Unordered {
    name: Str,
    /// `None` if the block is invalid.
    definition: Option<FunctionDefinition>,
    /// The functions that it calls, with the location of a call.
    calls: Vec<(usize, Place)>,
}

/// Finds the calls between the functions.
fn add_calls(functions: &mut [Unordered]) {
    let names = functions.iter().enumerate().map(|(index, it)| (it.name.clone(), index));
    let names: NameMap<_> = names.collect();
    for function in functions {
        let Some(definition) = &function.definition else { continue };
        let mut known = KeySet::default();
        for (name, place) in calls_in(&definition.result) {
            if let Some(callee) = names.get(&name)
                && known.insert(*callee)
            {
                function.calls.push((*callee, place));
            }
        }
    }
}

/// Returns the functions in an order in which each comes after those that it calls. Reports functions that call each
/// other in a cycle; they are invalid.
fn in_order(functions: &mut [Unordered], diags: &mut Diagnostics) -> Vec<usize> {
    let callees =
        |function: &Unordered| function.calls.iter().map(|(callee, _)| *callee).collect_vec();
    let calls: Vec<Vec<usize>> = functions.iter().map(callees).collect_vec();
    let CallOrder { order, cycles } = CallOrder::new(&calls);
    for cycle in cycles {
        let next = cycle.iter().cycle().skip(1);
        let calls = cycle
            .iter()
            .zip(next)
            .filter_map(|(caller, callee)| {
                let Unordered { name, calls, .. } = &functions[*caller];
                let (_, place) = calls.iter().find(|(called, _)| called == callee)?;
                Some((name.as_str(), place.clone()))
            })
            .collect_vec();
        if let Some(error) = diags::recursive(&calls) {
            diags.push(error);
        }
        for index in cycle {
            functions[index].definition = None;
        }
    }
    order
}

impl FunctionDefinition {
    /// Evaluates the result for unknown arguments. Returns `false` after reporting errors.
    fn is_valid(&self, context: &EvalContext, diags: &mut Diagnostics) -> bool {
        let names = self.params.iter().chain(&self.variadic);
        let context = names.fold(context.child(), |context, name| {
            context.with_variable(name.clone(), Value::dynamic())
        });
        diags.unless_errors(|diags| self.result.value(&context, diags)).is_some()
    }

    /// Returns a function with the same parameters and an unknown result.
    fn unknown(&self) -> Function {
        self.with_parameters().returning(Type::Dynamic, |_, _| Ok(Value::dynamic()))
    }
}

/// Returns the replacement of an invalid function, which takes any arguments and has an unknown result.
fn invalid() -> Function {
    let any = Parameter::new("arguments", Type::Dynamic).allow_unknown().allow_null();
    Function::builder("An invalid function of the configuration.")
        .variadic(any)
        .returning(Type::Dynamic, |_, _| Ok(Value::failed()))
}

/// Returns the names of the functions that an expression calls, with their locations, in source order.
fn calls_in(expr: &Expression) -> Vec<(Str, Place)> {
    let mut found = Vec::new();
    add_calls_in(expr.tree(), expr.node(), &mut found);
    found.into_iter().map(|(name, span)| (name, expr.tree().place(span))).collect_vec()
}

/// Adds the calls in a node. The recursion is bounded by the parser's nesting limit, except for chains of operators,
/// which are visited one by one.
fn add_calls_in(tree: &Tree, node: ExprId, found: &mut Vec<(Str, Span)>) {
    match tree.node(node) {
        ExprNode::Binary { .. } => {
            let (first, operands) = tree.row(node);
            add_calls_in(tree, first, found);
            operands.into_iter().rev().for_each(|operand| add_calls_in(tree, operand, found));
            return;
        }
        ExprNode::Call(call) => found.push((call.name.text.clone(), call.name.span)),
        _ => {}
    }
    let _ = tree.for_each_child(node, &mut |child| {
        add_calls_in(tree, child, found);
        ControlFlow::<()>::Continue(())
    });
}
