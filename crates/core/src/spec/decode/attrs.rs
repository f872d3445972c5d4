//! Attributes.

use std::cell::LazyCell;
use std::cmp::Ordering;
use std::sync::Arc;

use super::parts::{PartExpr, PartFinder, part_origins};
use super::reading::absent_attribute;
use super::secrecy::{Secrecy, marked};
use super::{BodyContent, Decoded, Decoder, is_unknown_object, unknown_block};
use crate::body::{self, Attribute, AttributeSchema, Block, BodySchema};
use crate::cty::internal::{CollectVec, KeySet, sort_by};
use crate::cty::value_spec::{ItemNames, ValueDiagnostic, ValueDiagnosticKind, ValueSpec};
use crate::cty::{Mark, Path, Shape, Step, Str, Type, Value, convert};
use crate::diag::{Diagnostic, in_secret, nearest};
use crate::expr::{EvalContext, Expression, Iteration, custom_decoder, value_of_parts};
use crate::limits::work;
use crate::spec::{AttrSpec, Origin, Presence, diags, placeholder};
use crate::tree::ExprNode;

/// The work of writing an error message, kept or not: each generated block may have one.
const FAILURE_STEPS: u64 = 128;

/// Decoded attributes of any names.
#[derive(Default)]
struct DecodedAttributes {
    names: Vec<Str>,
    values: Vec<Value>,
    parts: Vec<Origin>,
}

impl Decoder<'_> {
    /// Decodes an attribute. A missing required one was reported with the content, unless it has aliases.
    pub(super) fn attr(&mut self, spec: &AttrSpec, content: &BodyContent<'_>) -> Decoded {
        let found = if spec.names.is_plain() {
            content.attribute(&spec.names.name)
        } else {
            self.called(&spec.names, content)
        };
        if let Some(decoded) = self.attr_of_blocks(spec, found, content) {
            return decoded;
        }
        let Some(attribute) = found else {
            let is_misspelt = content.is_misspelt(&spec.names);
            let is_asked_here = spec.required && spec.names.others().next().is_some();
            if is_asked_here && content.is_complete && !is_misspelt {
                let place = content.missing_item.clone();
                let placeholder = placeholder::of(spec);
                let (name, value) = (&spec.names.name, placeholder.as_deref());
                self.diags.push(body::diags::missing_attribute(place, name, value));
            }
            let failed = spec.required || is_misspelt;
            let presence = if failed { Presence::Failed } else { Presence::Absent };
            return absent_attribute(spec, content.missing_item.clone(), presence);
        };
        #[cfg(feature = "load")]
        self.check_overridden_names(attribute, spec, content);
        self.attribute(attribute, spec)
    }

    /// Returns the attribute that has one of the names of an item. Reports a deprecated name, and an attribute that
    /// is set under two names; the first name of the item wins.
    fn called<'a>(
        &mut self,
        names: &ItemNames,
        content: &'a BodyContent<'_>,
    ) -> Option<&'a Attribute> {
        let mut found: Option<&Attribute> = None;
        for attribute in names.all().filter_map(|name| content.attribute(name)) {
            if let Some(deprecation) = names.deprecation_of(&attribute.name) {
                let (name, place) = (&attribute.name, attribute.name_place());
                let warning = diags::deprecated_attribute(name, place, &deprecation);
                let new = deprecation.replacement.as_ref();
                let is_taken = new.is_some_and(|new| content.attribute(new).is_some());
                self.diags.push(if is_taken { warning.without_fixes() } else { warning });
            }
            match found {
                None => found = Some(attribute),
                Some(first) => match content.layer_order(first, attribute) {
                    Ordering::Less => found = Some(attribute),
                    Ordering::Equal => self.diags.push(diags::set_twice(first, attribute)),
                    Ordering::Greater => {}
                },
            }
        }
        found
    }

    /// Decodes the attributes of a block as a map.
    pub(super) fn attributes_of(&mut self, block: &Block, element: &ValueSpec) -> Decoded {
        if is_unknown_object(&block.body) {
            let ty = element.ty().without_optional();
            return unknown_block(Value::unknown(Type::map(ty)), block);
        }
        let attributes = block.body.just_attributes(self.diags);
        let each = AttrSpec::new("", element.clone());
        let DecodedAttributes { names, values, parts } = self.decode_each(attributes, &each);
        let origin = Origin::with_parts(block.header_place(), Presence::Present, parts);
        let value = attribute_map(&each, names, values);
        self.made(Decoded { value, origin: origin.in_block(block) })
    }

    /// Decodes the attributes that no other spec names as a map, or as an object if they may have different types.
    /// Reports the remaining blocks, unless the body allows them.
    pub(super) fn remain_attrs(
        &mut self,
        element: &ValueSpec,
        content: &BodyContent<'_>,
    ) -> Decoded {
        let (rest, known) = (content.remain(), self.schema(content.form.implied));
        let names = rest.everything().attributes.into_iter().map(|attribute| attribute.name);
        // An attribute with the name of a block type is unexpected, too.
        let names = names.filter(|name| known.block(name).is_none());
        let attributes = names.map(|name| AttributeSchema { name, required: false }).collect_vec();
        let schema =
            BodySchema { attributes, unexpected: known.unexpected, ..BodySchema::default() };
        let found = rest.content(&schema, self.diags);
        let each = AttrSpec::new("", element.clone());
        let DecodedAttributes { names, values, parts } = self.decode_each(found.attributes, &each);
        let value = if each.ty.has_dynamic() {
            Value::object_of_shape(Shape::new(names), values)
        } else {
            Value::map(each.value_ty, names.into_iter().zip(values).collect_vec())
        };
        let origin = Origin::with_parts(found.missing_item, Presence::Present, parts);
        self.made(Decoded { value, origin })
    }

    /// Decodes attributes of any names, in the order of the names. Only their type is checked. No name of a spec tells
    /// which of them are sensitive, so their source text is hidden.
    fn decode_each(
        &mut self,
        mut attributes: Vec<Attribute>,
        each: &AttrSpec,
    ) -> DecodedAttributes {
        sort_by(&mut attributes, |a, b| a.name.cmp(&b.name));
        let mut all = DecodedAttributes::default();
        for attribute in &attributes {
            if each.sensitive {
                self.diags.hide(&attribute.expr.place());
            }
            let decoded = self.attribute(attribute, each);
            let decoded = self.with_failure(decoded);
            all.names.push(attribute.name.clone());
            all.values.push(decoded.value);
            all.parts.push(decoded.origin);
        }
        all
    }

    /// Decodes an attribute by its spec. A value that cannot be evaluated or converted becomes unknown.
    pub(super) fn attribute(&mut self, attribute: &Attribute, spec: &AttrSpec) -> Decoded {
        match attribute.expr.iteration() {
            Some(iteration) if iteration.unknown && self.diags.checks_types() => {
                self.check_generated(attribute, iteration, spec)
            }
            _ => self.known_attribute(attribute, spec),
        }
    }

    /// Decodes an attribute that an unknown collection may generate, only to report errors. The element has the type that
    /// the collection gives it.
    #[cold]
    fn check_generated(
        &mut self,
        attribute: &Attribute,
        iteration: &Iteration,
        spec: &AttrSpec,
    ) -> Decoded {
        let element = Arc::new(iteration.only_iterators());
        let expr = attribute.expr.clone().in_iteration(&element);
        let before = self.diags.checkpoint();
        self.known_attribute(&Attribute { expr, ..attribute.clone() }, spec);
        if let Some(found) = self.diags.split_off(before) {
            self.diags.append_possible(*found);
        }
        let value = Value::unknown(spec.value_ty.clone()).with_marks(&iteration.marks);
        Decoded { value, origin: Origin::of_attribute(attribute, Presence::Present) }
    }

    fn known_attribute(&mut self, attribute: &Attribute, spec: &AttrSpec) -> Decoded {
        let errors = self.diags.error_count();
        let secrecy = Secrecy::of(spec, attribute);
        #[cfg(feature = "load")]
        if !self.is_allowed(attribute, spec) {
            let value = Value::unknown(spec.value_ty.clone());
            return Decoded { value, origin: Origin::of_attribute(attribute, Presence::Failed) };
        }
        // A syntax error was reported by the parser. The value may have any type.
        let value = match (attribute.exprs().any(Expression::has_error), spec.sensitive) {
            (true, _) => Value::dynamic(),
            (false, true) => self.evaluated_in_secret(attribute, spec, &secrecy),
            (false, false) => self.evaluated(attribute, spec),
        };
        self.attribute_from(attribute, spec, value, secrecy, errors)
    }

    /// Reports values that lower layers give to an attribute under its other names, from sources that may not set it.
    #[cfg(feature = "load")]
    fn check_overridden_names(
        &mut self,
        found: &Attribute,
        spec: &AttrSpec,
        content: &BodyContent<'_>,
    ) {
        if spec.setting.is_none() || spec.names.is_plain() {
            return;
        }
        // A second name in the same layer is an error of its own.
        let is_below = |it: &&Attribute| content.layer_order(it, found) == Ordering::Less;
        let named = spec.names.all().filter_map(|name| content.attribute(name));
        for overridden in named.filter(is_below) {
            self.is_allowed(overridden, spec);
        }
    }

    /// Reports the values of an attribute from sources that may not set it, and returns `true` if its own value is allowed.
    #[cfg(feature = "load")]
    fn is_allowed(&mut self, attribute: &Attribute, spec: &AttrSpec) -> bool {
        let (Some(setting), Some(source_of)) = (&spec.setting, self.mode.source_of) else {
            return true;
        };
        let (own, mut is_allowed) = (attribute.expr.place(), true);
        for place in attribute.clone().into_places() {
            if let Some(source) = source_of(&place).filter(|source| !setting.allows(*source)) {
                // The name of a sensitive attribute is shown, unlike its value.
                let is_own = place == own;
                is_allowed &= !is_own;
                let place = if is_own { attribute.name_place() } else { place };
                self.diags.push(diags::setting_not_allowed(
                    place,
                    &attribute.name,
                    setting,
                    source,
                ));
            }
        }
        is_allowed
    }

    /// Decodes an attribute that is evaluated already. `errors` is the error count before that.
    pub(super) fn attribute_from(
        &mut self,
        attribute: &Attribute,
        spec: &AttrSpec,
        value: Value,
        secrecy: Secrecy,
        errors: usize,
    ) -> Decoded {
        let value = if secrecy.is_whole() { value.mark(Mark::sensitive()) } else { value };
        // A value from the type's own decoder already has that type.
        let value = match (&spec.decoder, custom_decoder(&spec.ty)) {
            (None, Some(_)) => value,
            _ => self.converted(value, attribute, spec, &secrecy, errors),
        };
        if self.diags.error_count() == errors {
            self.check(attribute, &value, spec, &secrecy);
        }
        if self.diags.error_count() == errors {
            self.check_value_rules(attribute, &value, spec, &secrecy);
        }
        let value = match secrecy {
            Secrecy::Parts(_) => marked(spec, value),
            Secrecy::None | Secrecy::Whole => value,
        };
        if self.diags.error_count() > errors && attribute.expr.is_generated() {
            work::charge(FAILURE_STEPS);
        }
        // A value that could not be parsed is unknown, which was reported by the parser.
        let is_unread = !value.is_known() && attribute.exprs().any(Expression::has_error);
        let has_errors = self.diags.error_count() > errors;
        // Nor is an error reported that follows from one elsewhere.
        let failed = is_unread || has_errors || value.is_failed() || work::is_used_up();
        // Without values, no struct is made, and only the other parts of it are checked.
        let failed = failed || self.diags.checks_types() && !value.is_wholly_known();
        let presence = if failed { Presence::Failed } else { Presence::Present };
        let mut origin = Origin::of_attribute(attribute, presence);
        if spec.locates_parts {
            origin.parts = part_origins(&spec.value, &attribute.expr, &value).into_iter().collect();
        }
        if spec.explains && !spec.sensitive {
            origin = origin.explained(attribute, self.site.ctx);
        }
        Decoded { value, origin }
    }

    fn evaluated(&mut self, attribute: &Attribute, spec: &AttrSpec) -> Value {
        let (expr, ctx) = (&attribute.expr, self.site.ctx);
        match (&spec.decoder, custom_decoder(&spec.ty)) {
            (None, Some(decoder)) => decoder.decode_to(&spec.ty, expr, ctx, self.diags),
            (Some(decoder), _) => decoder.decode(expr, ctx, self.diags),
            (None, None) if spec.captures_parts => {
                value_of_parts(&spec.value, expr, ctx, self.diags)
            }
            (None, None) => match &spec.defaults {
                Some(defaults) => defaults.apply(self.with_additions(attribute)),
                None => self.with_additions(attribute),
            },
        }
    }

    /// Evaluates a sensitive attribute, so that no report shows its content. Errors may have locations elsewhere,
    /// in a function that is called with it. The name of a variable is not secret.
    fn evaluated_in_secret(
        &mut self,
        attribute: &Attribute,
        spec: &AttrSpec,
        secrecy: &Secrecy,
    ) -> Value {
        let hides = |problem: &Diagnostic| {
            problem.place().is_none_or(|place| secrecy.hides_at(place, &attribute.expr))
        };
        self.in_secret_where(attribute, hides, |decoder| decoder.evaluated(attribute, spec))
    }

    /// Evaluates a sensitive attribute with a closure, and hides its content in all errors.
    pub(super) fn in_secret<T>(
        &mut self,
        attribute: &Attribute,
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.in_secret_where(attribute, |_| true, evaluate)
    }

    /// Evaluates an attribute with a closure, and hides its content in the errors that `hides` selects.
    fn in_secret_where<T>(
        &mut self,
        attribute: &Attribute,
        hides: impl Fn(&Diagnostic) -> bool,
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.diags.checkpoint();
        let value = evaluate(self);
        let expr = &attribute.expr;
        // A string in JSON syntax is secret, even if it is spelled like a reference.
        let is_reference = matches!(expr.tree().node(expr.node()), ExprNode::Traversal { .. })
            && !attribute.has_additions();
        if let Some(found) = self.diags.split_off(before) {
            self.diags.append(found.map(|problem| {
                if !hides(&problem) {
                    problem
                } else if is_reference {
                    problem.with_values(Vec::new())
                } else {
                    in_secret(problem, Some(&attribute.name))
                }
            }));
        }
        value
    }

    /// Converts the value to the type of its attribute. `errors` is the error count before it was evaluated.
    fn converted(
        &mut self,
        value: Value,
        attribute: &Attribute,
        spec: &AttrSpec,
        secrecy: &Secrecy,
        errors: usize,
    ) -> Value {
        if let Some(ty) = spec.value.plain_ty() {
            if value.is_of(ty) {
                return value;
            }
            if let Ok(converted) = convert::convert(value.clone(), ty) {
                return converted;
            }
        }
        let mut found = Vec::new();
        let is_failed = value.is_marked() && value.is_failed();
        let (is_known, is_marked) = (value.is_wholly_known(), value.contains_marked());
        let converted = spec.value.convert(value, &mut found);
        // A failed evaluation was reported, and a wrong type follows from it.
        if self.diags.error_count() == errors && !is_failed {
            if secrecy.is_whole() {
                for each in found.iter().filter(|each| each.kind.is_error()) {
                    let error = diags::wrong_type_of_sensitive(attribute, &spec.value, each);
                    self.diags.push(error);
                }
                if is_known && self.diags.error_count() > errors {
                    self.check_other_parts_in_secret(attribute, &converted, spec);
                }
            } else {
                self.report_parts(attribute, spec, secrecy, &found);
                if is_known && !is_marked && self.diags.error_count() > errors {
                    self.check_other_parts(attribute, &converted, spec, secrecy, &found);
                }
            }
        }
        if found.iter().all(|each| !each.kind.is_error()) {
            return converted;
        }
        let unknown = Value::unknown(spec.value_ty.clone());
        if secrecy.is_whole() { unknown.mark(Mark::sensitive()) } else { unknown }
    }

    /// Reports the diagnostics of a value at the parts of the expression that they are about.
    fn report_parts(
        &mut self,
        attribute: &Attribute,
        spec: &AttrSpec,
        secrecy: &Secrecy,
        found: &[ValueDiagnostic],
    ) {
        let suggested: KeySet<_> = found.iter().filter_map(|each| suggested_by(each)).collect();
        let mut parts = PartFinder::new(&spec.value, attribute);
        let values = shown_values(attribute, spec, self.site.ctx);
        for each in found {
            // A misspelled attribute is not missing.
            if let ValueDiagnosticKind::Missing { name } = &each.kind
                && suggested.contains(&(each.path.steps(), &**name))
            {
                continue;
            }
            let part = parts.find(&each.path);
            if !secrecy.hides(&part.place(), Some(&each.kind)) {
                self.diags.push(diags::of_part(attribute, &values, &spec.ty, &part, each));
            } else if each.kind.is_error() {
                self.diags.push(diags::wrong_secret_part(attribute, &part, &each.path));
            }
        }
    }

    fn check_value_rules(
        &mut self,
        attribute: &Attribute,
        value: &Value,
        spec: &AttrSpec,
        secrecy: &Secrecy,
    ) {
        if spec.rules.is_empty() {
            return;
        }
        let mut parts = PartFinder::new(&spec.value, attribute);
        let ctx = self.site.ctx;
        let values = LazyCell::new(|| shown_values(attribute, spec, ctx));
        for rule in &spec.rules {
            for (path, part) in rule.broken_parts(value) {
                let place = parts.find(&path).place();
                if value.contains_marked() || secrecy.hides(&place, None) {
                    self.diags.push(diags::broken_rule_of_secret(attribute, rule, part));
                    break;
                }
                let problem = diags::broken_value_rule(attribute, rule, (&path, part), place);
                self.diags.push(problem.with_values(values.clone()));
            }
        }
    }

    /// Runs the check of the spec. Unknown and marked values pass, since only their user can judge them.
    fn check(&mut self, attribute: &Attribute, value: &Value, spec: &AttrSpec, secrecy: &Secrecy) {
        let Some(check) = spec.check else { return };
        if !value.is_wholly_known() || value.contains_marked() {
            return;
        }
        let Err(error) = check(value) else { return };
        let mut parts = PartFinder::new(&spec.value, attribute);
        let values = shown_values(attribute, spec, self.site.ctx);
        for reason in error.parts() {
            let part = parts.find(&reason.path);
            self.diags.push(if secrecy.hides(&part.place(), None) {
                diags::unsuitable_secret_part(attribute, &part, &reason.path)
            } else {
                diags::unsuitable_value(attribute, &values, &part, reason)
            });
        }
    }

    /// Runs the check of the spec on a sensitive value with errors, so that they do not hide the errors of the other
    /// parts. A failed part is unknown, which causes no further error.
    fn check_other_parts_in_secret(
        &mut self,
        attribute: &Attribute,
        value: &Value,
        spec: &AttrSpec,
    ) {
        let (value, _) = value.clone().unmark_deep();
        let Some(Err(error)) = spec.check.map(|check| check(&value)) else { return };
        let is_known = |path: &Path| path.apply(&value).is_ok_and(|part| part.is_wholly_known());
        for reason in error.parts().filter(|reason| is_known(&reason.path)) {
            self.diags.push(diags::unsuitable_part_of_sensitive(attribute, &reason.path));
        }
    }

    /// Runs the check of the spec on a value with errors, so that they do not hide the errors of the other parts. A
    /// failed part is unknown, which causes no further error.
    fn check_other_parts(
        &mut self,
        attribute: &Attribute,
        value: &Value,
        spec: &AttrSpec,
        secrecy: &Secrecy,
        found: &[ValueDiagnostic],
    ) {
        let Some(Err(error)) = spec.check.map(|check| check(value)) else { return };
        let mut parts = PartFinder::new(&spec.value, attribute);
        let values = shown_values(attribute, spec, self.site.ctx);
        let errors = found.iter().filter(|each| each.kind.is_error());
        let failed = errors.map(|each| (&each.kind, parts.find(&each.path))).collect_vec();
        let is_failed = |part: &PartExpr| {
            failed.iter().any(|(kind, other)| {
                // The part of a missing attribute is its object, whose other attributes may have errors of their own.
                let is_whole = !matches!(kind, ValueDiagnosticKind::Missing { .. });
                part.contains(other) || is_whole && other.contains(part)
            })
        };
        for reason in error.parts() {
            let part = parts.find(&reason.path);
            if part.is_exact && !is_failed(&part) {
                self.diags.push(if secrecy.hides(&part.place(), None) {
                    diags::unsuitable_secret_part(attribute, &part, &reason.path)
                } else {
                    diags::unsuitable_value(attribute, &values, &part, reason)
                });
            }
        }
    }
}

/// Returns the values of the variables in an attribute for its messages. An attribute with sensitive parts shows none.
fn shown_values(attribute: &Attribute, spec: &AttrSpec, ctx: &EvalContext) -> Vec<String> {
    if spec.sensitive { Vec::new() } else { attribute.expr.involved_values(ctx) }
}

/// Returns the path to the object, and the name of the attribute that is probably meant by an unexpected one.
fn suggested_by(found: &ValueDiagnostic) -> Option<(&[Step], &str)> {
    let ValueDiagnosticKind::Unexpected { name, expected, is_error: true } = &found.kind else {
        return None;
    };
    let (_, object) = found.path.steps().split_last()?;
    Some((object, nearest(name, expected.iter().map(Str::as_str))?))
}

/// Returns a map of attributes, given in name order. If any type is allowed and the values have no common type, it
/// is an object.
fn attribute_map(each: &AttrSpec, names: Vec<Str>, values: Vec<Value>) -> Value {
    if !each.ty.has_dynamic() || values.is_empty() {
        return Value::map(each.value_ty.clone(), names.into_iter().zip(values).collect_vec());
    }
    let types = values.iter().map(Value::ty).collect_vec();
    let unified = convert::common_type(&types).and_then(|common| {
        let converted = values.iter().map(|value| convert::convert(value.clone(), &common).ok());
        Some((common.clone(), converted.collect_all()?))
    });
    match unified {
        Some((common, values)) => Value::map(common, names.into_iter().zip(values).collect_vec()),
        None => Value::object_of_shape(Arc::clone(&Shape::new(names)), values),
    }
}
