//! Plausible values: source text that a spec of a value converts without errors.

pub(super) mod objects;
#[cfg(feature = "functions-regex")]
mod pattern;
mod scalar;

use std::collections::HashMap;

use hcldyn_core::cty::Value;
use hcldyn_core::cty::value_spec::{
    CollectionValueSpec, LazyValueSpec, LeafValueSpec, ObjectValueSpec, ValueHint, ValueSpec,
    ValueVariant, VariantSelector, VariantsSpec,
};
use hcldyn_core::ext::customdecode::custom_decoder;
use hcldyn_core::spec::ValueRule;
use hcldyn_core::syntax::{Layout, Source, to_hcl_literal};
use hcldyn_core::{Diagnostics, EvalContext, parse_expression};

use self::scalar::Scalar;
use super::Sample;
use super::paragraph::{self, Paragraph};
use crate::facts::about;

/// The number of levels of a spec that contains itself, besides the first one.
const FUEL: usize = 4;

/// The maximum number of parts of a value. Specs that use others twice have exponentially many.
const MAX_PARTS: usize = 2_000;

/// The maximum number of elements of a collection, and of the forms of a value.
const MAX_ELEMENTS: usize = 100;

/// Returns `true` if the values of a spec have more parts than a reader would want.
fn is_large(lazy: &LazyValueSpec) -> bool {
    count_parts(&ValueSpec::Lazy(lazy.clone()), &mut HashMap::new()) > MAX_PARTS
}

/// Returns the number of parts of a value with all optional attributes. `known` has those of lazy specs; inside itself,
/// one counts for the levels that are written of it.
fn count_parts(spec: &ValueSpec, known: &mut HashMap<usize, usize>) -> usize {
    if let ValueSpec::Lazy(lazy) = spec {
        if let Some(count) = known.get(&lazy.id()) {
            return *count;
        }
        known.insert(lazy.id(), FUEL);
        let count = count_parts(&lazy.spec(), known);
        known.insert(lazy.id(), count);
        return count;
    }
    let parts = spec.parts().into_iter();
    parts.fold(1, |count, part| count.saturating_add(count_parts(part, known)))
}

/// A form of a value, as source text.
#[derive(Clone, Debug)]
pub(super) struct SampleForm {
    pub(super) source: String,
    /// The documentation of the form.
    pub(super) docs: Vec<String>,
}

/// A writer of the values of an attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'w> {
    pub(super) options: &'w Sample<'w>,
    pub(super) rules: &'w [ValueRule],
    pub(super) is_sensitive: bool,
    /// The position among elements that should differ.
    nth: usize,
    /// `true` for an element of a collection.
    is_element: bool,
    /// The specs around this one that may contain themselves.
    around: Around<'w>,
}

/// The lazy specs around a spec.
#[derive(Clone, Copy, Debug)]
enum Around<'w> {
    Nothing,
    /// The identity of a lazy spec, and those around it.
    Lazy(usize, &'w Self),
    /// Only the shortest values are written, with this number of lazy specs in them.
    Short(usize),
}

impl<'w> Values<'w> {
    pub(super) fn new(options: &'w Sample<'w>, rules: &'w [ValueRule], is_sensitive: bool) -> Self {
        Self { options, rules, is_sensitive, nth: 0, is_element: false, around: Around::Nothing }
    }

    /// Returns values of a spec, one in each form, the first one with the parts of `seed`. Returns nothing if the values
    /// never end.
    pub(super) fn forms(&self, spec: &ValueSpec, seed: Option<&Value>) -> Vec<SampleForm> {
        let mut forms = match spec {
            ValueSpec::Lazy(lazy) => self.lazy(lazy, seed),
            ValueSpec::Leaf(leaf) => match leaf.hint() {
                Some(ValueHint::Deferred(value)) => self.forms(value, seed),
                _ => vec![SampleForm::plain(self.scalar(leaf))],
            },
            ValueSpec::List(collection) | ValueSpec::Set(collection) => self.sequence(collection),
            ValueSpec::Map(map) => self.map(map),
            ValueSpec::Tuple(tuple) => self.tuple(tuple.elements()),
            ValueSpec::Object(object) => self.object(object, None, seed).into_iter().collect(),
            ValueSpec::Variants(variants) => self.variants(variants, seed),
            _ => Vec::new(),
        };
        forms.truncate(if self.is_short() { 1 } else { MAX_ELEMENTS });
        forms
    }

    /// Returns values of a spec, one in each form. The first candidate that the spec accepts is the first one, unless the
    /// form has documentation of parts.
    pub(super) fn chosen(
        &self,
        spec: &ValueSpec,
        candidates: impl IntoIterator<Item = String>,
        seed: Option<&Value>,
    ) -> Vec<SampleForm> {
        let mut forms = self.forms(spec, seed);
        let fits = |source: &String| converted(source, spec, self.rules).is_some();
        if let Some(first) = forms.first_mut()
            && !(spec.has_parts() && first.source.contains('\n') && fits(&first.source))
            && let Some(chosen) = candidates.into_iter().find(fits)
        {
            first.source = chosen;
        }
        forms
    }

    fn is_short(&self) -> bool {
        matches!(self.around, Around::Short(_))
    }

    fn lazy(&self, lazy: &LazyValueSpec, seed: Option<&Value>) -> Vec<SampleForm> {
        let around = match self.around {
            Around::Short(fuel) => fuel.checked_sub(1).map(Around::Short),
            around if around.contains(lazy.id()) => Some(Around::Short(FUEL)),
            Around::Nothing if is_large(lazy) => Some(Around::Short(0)),
            _ => Some(Around::Lazy(lazy.id(), &self.around)),
        };
        around.map_or_else(Vec::new, |around| Values { around, ..*self }.forms(&lazy.spec(), seed))
    }

    fn sequence(&self, collection: &CollectionValueSpec) -> Vec<SampleForm> {
        let (element, count) = (collection.element(), self.count(collection));
        let with = |form: SampleForm, others: Vec<String>| {
            let mut elements = vec![form.source];
            elements.extend(others);
            SampleForm { source: list(&elements), ..form }
        };
        let mut first = self.element(0).forms(element, None);
        if count == 0 || first.is_empty() && self.least() == 0 {
            return vec![SampleForm::plain("[]")];
        }
        let others: Option<Vec<_>> =
            (1..count).map(|nth| self.element(nth).first(element)).collect();
        let Some(others) = others else { return Vec::new() };
        first.drain(..).map(|form| with(form, others.clone())).collect()
    }

    fn map(&self, map: &CollectionValueSpec) -> Vec<SampleForm> {
        let (element, count) = (map.element(), self.count(map));
        let key = map.keys();
        let entry = |nth, source: &str| {
            let key = Scalar { hint: key, rules: &[], placeholder: "key", nth, is_element: true };
            Paragraph::active(objects::assignment(&key.key(), source))
        };
        let forms = self.element(0).forms(element, None);
        if count == 0 || forms.is_empty() && self.least() == 0 {
            return vec![SampleForm::plain("{}")];
        }
        let others = (1..count).map(|nth| Some(entry(nth, &self.element(nth).first(element)?)));
        let Some(others) = others.collect::<Option<Vec<_>>>() else { return Vec::new() };
        let with = |form: SampleForm| {
            let mut entries = vec![entry(0, &form.source)];
            entries.extend(others.iter().cloned());
            SampleForm { source: paragraph::object(&entries, self.options), ..form }
        };
        forms.into_iter().map(with).collect()
    }

    fn tuple(&self, elements: &[ValueSpec]) -> Vec<SampleForm> {
        let forms: Vec<_> =
            elements.iter().map(|element| self.element(0).forms(element, None)).collect();
        let firsts: Option<Vec<_>> = forms.iter().map(|forms| forms.first().cloned()).collect();
        let Some(firsts) = firsts else { return Vec::new() };
        let docs = firsts.iter().flat_map(|form| form.docs.iter().cloned()).collect();
        let firsts: Vec<_> = firsts.into_iter().map(|form| form.source).collect();
        let mut all = vec![SampleForm { source: list(&firsts), docs }];
        for (index, forms) in forms.into_iter().enumerate() {
            for form in forms.into_iter().skip(1) {
                let mut elements = firsts.clone();
                elements[index].clone_from(&form.source);
                all.push(SampleForm { source: list(&elements), ..form });
            }
        }
        all
    }

    fn object(
        &self,
        object: &ObjectValueSpec,
        tag: Option<(&str, &str)>,
        seed: Option<&Value>,
    ) -> Option<SampleForm> {
        let source = objects::object(&Self { rules: &[], ..*self }, object, tag, seed)?;
        Some(SampleForm::plain(source))
    }

    fn variants(&self, variants: &VariantsSpec, seed: Option<&Value>) -> Vec<SampleForm> {
        let mut shown: Vec<_> = variants.variants().iter().collect();
        shown.sort_by_key(|it| it.docs.is_hidden || it.names.deprecation.is_some() || it.other);
        match variants.selector() {
            VariantSelector::Attribute(tag) => {
                let form = |variant: &ValueVariant| match &variant.spec {
                    ValueSpec::Object(object) => {
                        self.object(object, Some((tag.as_str(), variant.names.name.as_str())), seed)
                    }
                    _ => {
                        let name = source_of(&variant.names.name.clone().into());
                        Some(SampleForm::plain(format!(
                            "{{ {} }}",
                            objects::assignment(tag, &name)
                        )))
                    }
                };
                self.each(&shown, |variant| form(variant).into_iter().collect())
            }
            VariantSelector::Form => {
                let (mut known, mut has_keyword) = (Vec::new(), false);
                shown.retain(|variant| {
                    let is_new = if variant.keyword {
                        !std::mem::replace(&mut has_keyword, true)
                    } else {
                        !known.contains(&variant.form())
                    };
                    known.extend((!variant.keyword).then(|| variant.form()));
                    is_new
                });
                self.each(&shown, |variant| {
                    if variant.keyword {
                        vec![SampleForm::plain(source_of(&variant.names.name.clone().into()))]
                    } else {
                        self.forms(&variant.spec, seed)
                    }
                })
            }
            _ => {
                let names = shown.iter().map(|variant| Value::from(variant.names.name.clone()));
                let is_allowed = |name: &Value| self.rules.iter().all(|rule| rule.is_met_by(name));
                let name = names.clone().find(is_allowed).or_else(|| names.clone().next());
                name.iter().map(|name| SampleForm::plain(source_of(name))).collect()
            }
        }
    }

    /// Returns the values of all variants with their documentation. Variants after the first one are left out if they are
    /// hidden or deprecated.
    fn each(
        &self,
        variants: &[&ValueVariant],
        forms: impl Fn(&ValueVariant) -> Vec<SampleForm>,
    ) -> Vec<SampleForm> {
        let mut all = Vec::new();
        for variant in variants {
            let is_left_out = variant.docs.is_hidden || variant.names.deprecation.is_some();
            if is_left_out && !all.is_empty() {
                continue;
            }
            for form in forms(variant) {
                // The docs of keywords are in the list of allowed values.
                let own = Some(&variant.docs).filter(|_| !variant.keyword);
                let mut docs = own.map(about).unwrap_or_default();
                docs.extend(form.docs);
                all.push(SampleForm { source: form.source, docs });
            }
        }
        all
    }

    fn scalar(&self, leaf: &LeafValueSpec) -> String {
        let ty = leaf.ty();
        if let Some(decoder) = custom_decoder(ty) {
            const CANDIDATES: [&str; 8] =
                ["\"example\"", "1", "true", "[]", "{}", "any", "example", "null"];
            let decodes = |text: &&&str| {
                let mut diags = Diagnostics::new();
                let expr = parse_expression(&Source::new("sample", **text), &mut diags);
                expr.is_some_and(|expr| {
                    decoder.decode(&expr, &EvalContext::new(), &mut diags);
                    !diags.has_errors()
                })
            };
            return CANDIDATES.iter().find(decodes).unwrap_or(&CANDIDATES[0]).to_string();
        }
        let placeholder =
            if self.is_sensitive || leaf.is_sensitive() { "change-me" } else { "example" };
        source_of(
            &Scalar {
                hint: leaf.hint(),
                rules: self.rules,
                placeholder,
                nth: self.nth,
                is_element: self.is_element,
            }
            .value(ty),
        )
    }

    /// Returns the writer of an element. The first one differs only if the collection around it does.
    fn element(&self, nth: usize) -> Self {
        Self { nth: self.nth + nth, is_element: true, ..*self }
    }

    fn first(&self, spec: &ValueSpec) -> Option<String> {
        self.forms(spec, None).into_iter().next().map(|form| form.source)
    }

    /// Returns the minimum number of elements.
    fn least(&self) -> usize {
        self.bounds().0
    }

    fn bounds(&self) -> (usize, usize) {
        let mut bounds = (0, usize::MAX);
        for rule in self.rules.iter().filter(|_| !self.is_element) {
            if let ValueRule::Length { min, max } = rule {
                bounds = (bounds.0.max(*min), bounds.1.min(max.unwrap_or(usize::MAX)));
            }
        }
        bounds
    }

    /// Returns the number of elements to write.
    fn count(&self, collection: &CollectionValueSpec) -> usize {
        if let Some(count) = collection.count() {
            return count.min(MAX_ELEMENTS);
        }
        let (min, max) = self.bounds();
        let most = if self.is_short() { min } else { min.max(1) };
        most.min(max).min(MAX_ELEMENTS)
    }
}

impl Around<'_> {
    fn contains(&self, id: usize) -> bool {
        match self {
            Self::Nothing | Self::Short(_) => false,
            Self::Lazy(own, around) => *own == id || around.contains(id),
        }
    }
}

impl SampleForm {
    fn plain(source: impl Into<String>) -> Self {
        Self { source: source.into(), docs: Vec::new() }
    }
}

/// Returns the value of source text without variables, converted by a spec, if it meets the rules.
pub(super) fn converted(source: &str, spec: &ValueSpec, rules: &[ValueRule]) -> Option<Value> {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("sample", source), &mut diags)?;
    let value = expr.value(&EvalContext::new(), &mut diags);
    let value = spec.try_convert(value).ok().filter(|_| !diags.has_errors())?;
    rules.iter().all(|rule| rule.is_met_by(&value)).then_some(value)
}

/// Returns a value as source text. Strings are in quotes, since the lines of a heredoc can't be commented out.
pub(super) fn source_of(value: &Value) -> String {
    to_hcl_literal(value, Layout::Lines).unwrap_or_else(|| "null".to_owned())
}

fn list(elements: &[String]) -> String {
    if elements.iter().any(|element| element.contains('\n')) {
        let lines: Vec<_> = elements.iter().map(|element| format!("{element},\n")).collect();
        format!("[\n{}]", lines.concat())
    } else {
        format!("[{}]", elements.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use hcldyn_core::cty::Type;
    use hcldyn_core::cty::value_spec::{ObjectAttribute, ValueDefinitions};

    use super::*;

    /// Returns a definition that uses the next one twice, and so on for a number of levels.
    fn doubled(levels: usize) -> LazyValueSpec {
        let definition = |index: usize| {
            let next = match index + 1 {
                next if next < levels => ValueSpec::Lazy(LazyValueSpec::definition(next)),
                _ => Type::String.into(),
            };
            let attributes = ["a", "b"].map(|name| ObjectAttribute::new(name, next.clone()));
            ValueSpec::Object(ObjectValueSpec::new(attributes).into())
        };
        let definitions = ValueDefinitions::new((0..levels).map(definition));
        match ValueSpec::Lazy(LazyValueSpec::definition(0)).bind(&definitions) {
            ValueSpec::Lazy(lazy) => lazy,
            spec => panic!("{spec:?}"),
        }
    }

    #[test]
    fn large_values_are_found_without_writing_them() {
        assert!(!is_large(&doubled(8)));
        assert!(is_large(&doubled(200)));
    }
}
