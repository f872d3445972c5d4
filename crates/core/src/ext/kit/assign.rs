//! Values for variables: evaluated, converted, checked.

use super::diags;
use super::inputs::{Assignment, Caller, Given, InputOrigin, Inputs, Missing};
use super::variable::{ValueCondition, Variable, Variables};
use crate::cty::convert::convert;
use crate::cty::internal::{CollectVec, KeySet};
use crate::cty::{Mark, Step, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::environment::{InputText, TextForm, TextReading};
use crate::expr::{EvalContext, Expression, Traversal};
use crate::limits::Limits;
use crate::source::{Place, Source};

/// A value for a variable.
struct Assigned {
    value: Value,
    /// The location of the value; `None` if there is no value.
    place: Option<Place>,
}

/// The values that are given to a variable.
#[derive(Clone, Default)]
pub(super) struct GivenValues {
    pub(super) value: Option<Given>,
    /// The elements that are added to this value, or to the default.
    added: Vec<AddedElement>,
}

/// An element that is added to a list.
#[derive(Clone)]
struct AddedElement {
    name_place: Place,
    text: InputText,
    form: TextForm,
}

/// A condition on the value of a variable that refers to names which are not known yet.
pub(super) struct OpenCondition {
    name: Str,
    /// The location of the value.
    place: Place,
    validation: ValueCondition,
}

impl Variables {
    /// Gives every variable its value, checks it, and returns an object of them all, which expressions call `var`.
    /// The conditions of `validation` blocks see `ctx` too.
    ///
    /// Errors are reported at their cause: a value of the wrong type or with a false condition at the value, and a
    /// variable without a value at its block, unless [`Missing::Unknown`] is set. The value is unknown in all these
    /// cases. A value for an undeclared variable is an error on the command line and a warning elsewhere.
    pub fn assign(&self, inputs: &Inputs, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
        let (var, open) = self.assign_first(inputs, ctx, diags);
        let ctx = ctx.child().with_variable("var", var.clone());
        for condition in &open {
            condition.check(&ctx, diags);
        }
        var
    }

    /// Gives every variable its value like [`assign`](Self::assign). Returns the conditions that refer to names outside the
    /// variables and the context. They must be checked once these names are known.
    pub(super) fn assign_first(
        &self,
        inputs: &Inputs,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> (Value, Vec<OpenCondition>) {
        let given = self.given(inputs, ctx.limits(), diags);
        let given = self.iter().zip(given);
        let assigned = given.map(|(variable, given)| variable.assign(given, inputs, diags));
        let mut assigned = assigned.collect_vec();
        let var = self.object(&assigned);
        let ctx = ctx.child().with_variable("var", var.clone());
        let (errors, mut open) = (diags.error_count(), Vec::new());
        for (variable, assigned) in self.iter().zip(&mut assigned) {
            variable.validate(assigned, &ctx, &mut open, diags);
        }
        let var = if diags.error_count() == errors { var } else { self.object(&assigned) };
        (var, open)
    }

    fn object(&self, assigned: &[Assigned]) -> Value {
        let names = self.iter().map(|variable| variable.name.clone());
        Value::object(names.zip(assigned.iter().map(|it| it.value.clone())))
    }

    /// Returns the values given to each variable, by position.
    pub(super) fn given(
        &self,
        inputs: &Inputs,
        limits: &Limits,
        diags: &mut Diagnostics,
    ) -> Vec<GivenValues> {
        let mut given = self.iter().map(|_| GivenValues::default()).collect_vec();
        // The sources with a word as a value, which no variable can have. It may be the start of a text without its quotes,
        // and the names after it parts of the text.
        let mut with_words = KeySet::<Source>::default();
        for assignment in inputs.assignments(self, limits, diags) {
            let Assignment { name, name_place, given: value, origin, is_addition } = assignment;
            if let Given::Expression(expr) = &value
                && !expr.variables().is_empty()
            {
                with_words.insert(expr.place().source().clone());
            }
            if let Some(position) = self.position(&name) {
                match value {
                    Given::Text(text, form) if is_addition => {
                        given[position].added.push(AddedElement { name_place, text, form });
                    }
                    value => given[position] = GivenValues { value: Some(value), added: vec![] },
                }
                continue;
            }
            // The value may be that of a sensitive variable, of this program or another one.
            match &value {
                Given::Expression(expr) => {
                    let place = expr.place();
                    // The end of this value, or of one before it, is not known.
                    if expr.has_error() || with_words.contains(place.source()) {
                        diags.hide_source(place.source());
                    }
                    diags.hide(&place);
                }
                Given::Text(text, _) => diags.hide(text.place()),
                Given::Value(_, place) => diags.hide(place),
            }
            let is_kept = !diags.is_full();
            let known = self.iter().map(|variable| variable.name.as_str()).filter(|_| is_kept);
            diags.push(match origin {
                InputOrigin::Direct => diags::undeclared(name_place, &name, known),
                InputOrigin::Shared => diags::undeclared_and_ignored(name_place, &name, known),
            });
        }
        given
    }
}

impl Variable {
    /// Returns the given value, or else the default.
    fn assign(&self, given: GivenValues, inputs: &Inputs, diags: &mut Diagnostics) -> Assigned {
        let GivenValues { value, added } = given;
        let assigned = match value {
            Some(given) => self.take(given, diags),
            None if inputs.leaves_out_defaults => self.open(),
            None if !added.is_empty() && self.default.is_none() => self.empty(),
            None => self.without(inputs.missing, inputs.caller.as_ref(), diags),
        };
        self.add(assigned, added, diags)
    }

    /// Returns the given value, or else the default, which is evaluated in a context. Without a type, a given value is
    /// converted to the type of the default.
    pub(super) fn assign_in(
        &self,
        ctx: &EvalContext,
        default: Option<&Expression>,
        given: GivenValues,
        inputs: &Inputs,
        diags: &mut Diagnostics,
    ) -> Value {
        let (mut variable, errors) = (self.clone(), diags.error_count());
        if let Some(default) = default {
            variable.take_default(ctx, default, diags);
            variable.is_broken |= diags.error_count() > errors;
        }
        if let Some(value) = variable.default.as_ref().filter(|it| !self.is_typed && !it.is_null())
        {
            variable.ty = value.ty().into();
        }
        variable.assign(given, inputs, diags).value
    }

    /// Converts the given value to the type of the variable.
    fn take(&self, given: Given, diags: &mut Diagnostics) -> Assigned {
        if self.is_broken {
            return self.failed();
        }
        let evaluated = diags.unless_errors(|diags| self.evaluate(given, diags));
        let Some((value, place)) = evaluated else { return self.failed() };
        if value.is_null() && !self.nullable {
            return match &self.default {
                Some(_) => self.without(Missing::Reject, None, diags),
                None => {
                    diags.push(diags::null_value(place, self));
                    self.failed()
                }
            };
        }
        match self.ty.convert(value) {
            Ok(value) => Assigned { value: self.hide(value), place: Some(place) },
            Err(error) => {
                diags.push(diags::wrong_value(place, self, &error));
                self.failed()
            }
        }
    }

    /// Returns the value of a variable to which none is given.
    fn without(
        &self,
        missing: Missing,
        caller: Option<&Caller>,
        diags: &mut Diagnostics,
    ) -> Assigned {
        if let Some(default) = &self.default {
            let place = self.default_place.clone();
            return Assigned { value: self.hide(default.clone()), place };
        }
        if let Some(caller) = caller.filter(|_| !self.is_broken) {
            diags.push(diags::missing_input(caller.place.clone(), self));
        } else if !self.is_broken && missing == Missing::Reject {
            diags.push(diags::no_value(self));
        } else if !self.is_broken && missing == Missing::Empty {
            let value =
                if self.is_typed { Value::null(self.ty.ty.without_optional()) } else { "".into() };
            return Assigned { value: self.hide(value), place: None };
        } else {
            return self.open();
        }
        self.failed()
    }

    /// Returns a null value, to which elements can be added as to an empty list.
    fn empty(&self) -> Assigned {
        Assigned { value: self.hide(Value::null(self.ty.ty.clone())), place: None }
    }

    /// Adds elements to a value, which must be a list.
    fn add(
        &self,
        assigned: Assigned,
        added: Vec<AddedElement>,
        diags: &mut Diagnostics,
    ) -> Assigned {
        let below = assigned.value.unmarked();
        if added.is_empty() || self.is_broken || below.is_failed() {
            return assigned;
        }
        let element = match &self.ty.ty {
            Type::List(element) | Type::Set(element) => element,
            ty @ Type::Dynamic if below.is_null() || below.ty().is_sequence() => ty,
            _ => {
                diags.push(diags::not_a_list(added[0].name_place.clone(), self));
                return self.failed();
            }
        };
        if !below.is_known() {
            return assigned;
        }
        let entries = (!below.is_null()).then(|| below.entries()).into_iter().flatten();
        let mut elements = entries.map(|entry| entry.value().into_owned()).collect_vec();
        let mut place = assigned.place.clone();
        for AddedElement { text, form, .. } in added {
            let evaluated =
                diags.unless_errors(|diags| self.evaluate_text(&text, form, element, diags));
            let Some((value, location)) = evaluated else { return self.failed() };
            elements.push(value);
            place = Some(location);
        }
        match self.ty.convert(Value::tuple(elements)) {
            Ok(value) => Assigned { value: self.hide(value), place },
            Err(error) => {
                let place = place.unwrap_or_else(|| self.place.clone());
                diags.push(diags::wrong_value(place, self, &error));
                self.failed()
            }
        }
    }

    /// Returns an unknown value of the variable's type.
    fn open(&self) -> Assigned {
        if self.is_broken {
            return self.failed();
        }
        Assigned { value: self.hide(self.unknown()), place: None }
    }

    /// Returns a placeholder for an invalid value, which has been reported.
    fn failed(&self) -> Assigned {
        Assigned { value: self.hide(self.unknown()).mark(Mark::reported()), place: None }
    }

    /// Checks all conditions whose names are known, and adds the others to `open`. If one is false, the value becomes unknown.
    fn validate(
        &self,
        assigned: &mut Assigned,
        ctx: &EvalContext,
        open: &mut Vec<OpenCondition>,
        diags: &mut Diagnostics,
    ) {
        let is_open = |it: &Traversal| ctx.variable(it.root()).is_none();
        let Some(place) = &assigned.place else {
            if diags.checks_types() && !assigned.value.is_failed() {
                for validation in &self.validations {
                    if !validation.references().iter().any(is_open) {
                        validation.check_without_value(self, ctx, diags);
                    }
                }
            }
            return;
        };
        let checked = diags.unless_errors(|diags| {
            for validation in &self.validations {
                if validation.references().iter().any(is_open) {
                    let (name, place) = (self.name.clone(), place.clone());
                    open.push(OpenCondition { name, place, validation: validation.clone() });
                } else {
                    validation.check(&self.name, place, ctx, diags);
                }
            }
        });
        if checked.is_none() {
            *assigned = self.failed();
        }
    }

    /// Evaluates a given value and returns its location. Variables and functions are not available in it. The
    /// source text of sensitive values is never shown.
    fn evaluate(&self, given: Given, diags: &mut Diagnostics) -> (Value, Place) {
        match given {
            Given::Expression(expr) => (self.constant(&expr, diags), expr.place()),
            Given::Value(value, place) => (value, place),
            Given::Text(text, form) => self.evaluate_text(&text, form, &self.ty.ty, diags),
        }
    }

    /// Evaluates a string from outside by its form and the type that is required, and returns its location.
    fn evaluate_text(
        &self,
        text: &InputText,
        form: TextForm,
        ty: &Type,
        diags: &mut Diagnostics,
    ) -> (Value, Place) {
        // Without a type, a value is a string, as a primitive one is.
        let ty = if self.is_typed { ty } else { &Type::String };
        let reading = form.reading(ty);
        let place = if self.sensitive { text.secret_place(diags) } else { text.place().clone() };
        if reading == TextReading::Literal {
            return (text.text().into(), place);
        }
        let evaluate = |diags: &mut Diagnostics| {
            let expr = text.parse(reading, diags);
            expr.map_or(Value::dynamic(), |expr| self.constant(&expr, diags))
        };
        if !self.sensitive {
            return (evaluate(diags), place);
        }
        let mut attempt = Diagnostics::new();
        let value = evaluate(&mut attempt);
        if attempt.has_errors() {
            diags.push(diags::unreadable(place.clone(), self, reading));
        }
        (value, place)
    }

    fn hide(&self, value: Value) -> Value {
        if self.sensitive { value.mark(Mark::sensitive()) } else { value }
    }
}

impl OpenCondition {
    /// Checks the condition in a context with all names.
    pub(super) fn check(&self, ctx: &EvalContext, diags: &mut Diagnostics) {
        self.validation.check(&self.name, &self.place, ctx, diags);
    }
}

impl ValueCondition {
    /// Checks a condition and its message with an unknown value of the variable. A condition on other variables is not
    /// rejected: they may have other values than their defaults.
    fn check_without_value(&self, variable: &Variable, ctx: &EvalContext, diags: &mut Diagnostics) {
        let before = diags.checkpoint();
        let condition = diags.unless_errors(|diags| self.condition.value(ctx, diags));
        let place = self.condition.place();
        match condition.map(|value| convert(value.unmark_deep().0, &Type::Bool)) {
            None => {}
            Some(Ok(value))
                if (value.as_bool() == Some(false) || self.condition.is_contradictory())
                    && self.is_on(variable) =>
            {
                // A comparison that is never true is the cause.
                drop(diags.split_off(before));
                diags.push(diags::unsatisfiable(place, variable));
            }
            Some(Ok(value)) if !value.is_null() => {}
            Some(_) => diags.push(diags::no_condition(place)),
        }
        diags.possibly(|diags| self.message(ctx, diags));
    }

    /// Returns `true` if the condition depends on nothing but a variable.
    fn is_on(&self, variable: &Variable) -> bool {
        self.condition.variables().iter().all(|it| {
            it.root() == "var" && it.steps().first() == Some(&Step::Attr(variable.name.clone()))
        })
    }

    /// Returns the references of the condition and of the message.
    pub fn references(&self) -> Vec<Traversal> {
        [self.condition.variables(), self.error_message.variables()].concat()
    }

    /// Checks the value of a variable with this name, which is written at `place`, in a context with all names that the
    /// condition refers to. A false condition is reported at the value. An unknown one is not reported.
    ///
    /// ```
    /// use hcldyn::ext::kit::ValueCondition;
    /// use hcldyn::syntax::{Place, Source};
    /// use hcldyn::{Diagnostics, EvalContext, HclDecode, from_body, parse_body};
    ///
    /// #[derive(HclDecode)]
    /// struct Port {
    ///     #[hcl(range)]
    ///     place: Place,
    ///     #[hcl(block)]
    ///     validation: Vec<ValueCondition>,
    /// }
    ///
    /// let text = "validation {\n  condition     = port > 1023\n  error_message = \"${port} is reserved.\"\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let ctx = EvalContext::new().with_variable("port", 80);
    /// let port: Port = from_body(&body, &ctx, &mut diags).unwrap();
    /// port.validation[0].check("port", &port.place, &ctx, &mut diags);
    /// assert!(diags.to_string().ends_with("Invalid value for the variable \"port\": 80 is reserved."));
    /// ```
    pub fn check(&self, name: &str, place: &Place, ctx: &EvalContext, diags: &mut Diagnostics) {
        let errors = diags.error_count();
        let condition = self.condition.value(ctx, diags).unmark_deep().0;
        let condition = match convert(condition, &Type::Bool) {
            Ok(value) if !value.is_known() => return,
            Ok(value) => value.as_bool(),
            Err(_) => None,
        };
        if diags.error_count() > errors || condition == Some(true) {
            return;
        }
        match condition {
            Some(_) => {
                let message = self.message(ctx, diags);
                let condition = self.condition.place();
                diags.push(diags::invalid(place.clone(), condition, name, message.as_deref()));
            }
            None => diags.push(diags::no_condition(self.condition.place())),
        }
    }

    /// Returns the message, unless it is invalid or secret.
    fn message(&self, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<String> {
        let message = self.error_message.value(ctx, diags);
        match convert(message, &Type::String) {
            Ok(text) if !text.is_null() => text.as_str().map(str::to_owned),
            _ => diags.fail(diags::no_message(self.error_message.place())),
        }
    }
}
