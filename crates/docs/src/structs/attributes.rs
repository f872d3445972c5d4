//! The fields for attributes.

use hcldyn_core::cty::Number;
use hcldyn_core::spec::outline::{AttributeEvaluation, OutlineAttribute, OutlineDefault};
use hcldyn_core::spec::{OtherForms, ValueRule};

use super::Generator;
use super::bodies::Body;
use super::literals::{default_of, number, plain, string};
use super::print::{Field, docs_options, strings_option};

impl Generator<'_> {
    pub(super) fn attribute(&mut self, body: &mut Body<'_>, attribute: &OutlineAttribute) -> Field {
        let (name, is_own) = body.names.add(&attribute.names.name);
        let mut options = Vec::new();
        if !is_own {
            options.push(format!("name = {}", string(&attribute.names.name)));
        }
        options.extend(strings_option("alias", &attribute.names.aliases));
        options.extend(strings_option("former_name", &attribute.names.former_names));
        let ty = match attribute.evaluation {
            AttributeEvaluation::Value => {
                self.value_type(&attribute.value, &attribute.names.name, &body.name)
            }
            AttributeEvaluation::Expression => self.import("hcldyn::Expression"),
            AttributeEvaluation::Deferred => self.import("hcldyn::ExpressionClosure"),
            AttributeEvaluation::Custom => {
                self.lose("the function that reads the expression");
                self.import("hcldyn::cty::Value")
            }
        };
        let ty = match self.default(attribute, &ty) {
            Some(default) => {
                options.push(format!("default = {default}"));
                ty
            }
            None if attribute.is_required => ty,
            None => format!("Option<{ty}>"),
        };
        self.deprecation(attribute, &mut options);
        if attribute.is_sensitive {
            options.push("sensitive".to_owned());
        }
        for rule in &attribute.rules {
            match condition(rule) {
                Some(condition) => options.push(condition),
                None => self.lose("a condition on the value"),
            }
        }
        for (form, option) in [(OtherForms::OR_BLOCK, "or_block"), (OtherForms::MERGE, "merge")] {
            if attribute.forms.contains(form) {
                options.push(option.to_owned());
            }
        }
        if attribute.is_transformed {
            self.lose("the transformation");
        }
        options.extend(body.rule_options(&attribute.names.name));
        options.extend(docs_options(&attribute.docs));
        self.lose_docs(&attribute.docs);
        let docs = attribute.docs.text.as_deref().unwrap_or_default().to_owned();
        Field { docs, options, name, ty }
    }

    /// Returns the default as a literal.
    fn default(&mut self, attribute: &OutlineAttribute, ty: &str) -> Option<String> {
        let default = attribute.default.as_ref()?;
        let literal = match default {
            OutlineDefault::Value(value) if !value.contains_marked() => default_of(ty, value),
            _ => None,
        };
        if literal.is_none() {
            self.lose("the default");
        }
        literal
    }

    fn deprecation(&mut self, attribute: &OutlineAttribute, options: &mut Vec<String>) {
        let Some(deprecation) = &attribute.names.deprecation else { return };
        match (&deprecation.advice, &deprecation.replacement) {
            (Some(advice), None) if !attribute.is_required => {
                options.push(format!("deprecated = {}", string(advice)));
            }
            _ => self.lose("the deprecation"),
        }
    }
}

/// Returns the option for a condition on a value.
fn condition(rule: &ValueRule) -> Option<String> {
    match rule {
        ValueRule::OneOf(values) => {
            let values: Option<Vec<_>> = values.iter().map(plain).collect();
            Some(format!("one_of = [{}]", values?.join(", ")))
        }
        ValueRule::Range { min, max } => range(min.as_ref(), max.as_ref()),
        ValueRule::Length { min, max } => Some(match max {
            Some(max) if max == min => format!("length = {min}"),
            Some(max) => format!("length = {min}..={max}"),
            None => format!("length = {min}.."),
        }),
        #[cfg(feature = "functions-regex")]
        ValueRule::Pattern(pattern) => Some(format!("matches = {}", string(pattern.as_str()))),
        ValueRule::Unique => Some("unique".to_owned()),
        _ => None,
    }
}

fn range(min: Option<&Number>, max: Option<&Number>) -> Option<String> {
    let bound = |bound: Option<&Number>| bound.map_or_else(|| Some(String::new()), number);
    let (from, to) = (bound(min)?, bound(max)?);
    let to = if max.is_some() { format!("={to}") } else { String::new() };
    Some(format!("range = {from}..{to}"))
}
