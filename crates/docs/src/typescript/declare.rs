//! The declarations of a spec: one for the whole value, and one for each body of a block.

use std::collections::{HashMap, HashSet, VecDeque};

use hcldyn_core::cty::value_spec::{
    AttributeKind, LazyValueSpec, ObjectValueSpec, ValueSpec, VariantSelector, VariantsSpec,
};
use hcldyn_core::cty::{Kind, Type, Value};
use hcldyn_core::internal::{BodySpecId, body_spec_ids};
use hcldyn_core::spec::{
    AttrSpec, BlockCollection, BlocksSpec, DefaultSpec, ObjectSpec, Spec, ValueRule,
};

use super::print::{Declaration, Member, Ts, string};
use crate::type_names::{in_pascal_case, reserve};

/// The maximum number of parts. Types and specs of values that use others twice have exponentially many.
const MAX_PARTS: usize = 20_000;

/// The number of bytes of documentation, or of an allowed string, that count as a part: parts share these.
const BYTES_PER_PART: usize = 256;

/// The declarations of a spec.
pub(super) struct Declarations<'s> {
    declared: Vec<Declaration>,
    /// The bodies of blocks that are not declared yet.
    waiting: VecDeque<(String, &'s Spec)>,
    /// The specs of values that contain themselves, and are not declared yet.
    waiting_values: VecDeque<(String, LazyValueSpec)>,
    bodies: HashMap<BodySpecId, String>,
    values: HashMap<usize, String>,
    names: HashSet<String>,
    /// The remaining number of parts; after it, types are `unknown`.
    parts: usize,
}

impl<'s> Declarations<'s> {
    /// Returns the declarations of the values that a spec decodes.
    pub(super) fn of(spec: &'s Spec) -> Self {
        let mut all = Self {
            declared: Vec::new(),
            waiting: VecDeque::new(),
            waiting_values: VecDeque::new(),
            bodies: HashMap::new(),
            values: HashMap::new(),
            // The names of TypeScript that the declarations use.
            names: ["Record"].map(str::to_owned).into(),
            parts: MAX_PARTS,
        };
        let name = all.reserve("configuration");
        all.waiting.push_back((name, spec));
        loop {
            if let Some((name, spec)) = all.waiting.pop_front() {
                let ty = all.of_spec(spec);
                let docs = all.docs(spec.docs());
                all.declared.push(Declaration { name, docs, ty });
            } else if let Some((name, lazy)) = all.waiting_values.pop_front() {
                let ty = all.of_value(&lazy.spec());
                all.declared.push(Declaration { name, docs: String::new(), ty });
            } else {
                return all;
            }
        }
    }

    /// Returns the text of all declarations.
    pub(super) fn text(&self) -> String {
        let all: Vec<_> = self.declared.iter().map(Declaration::text).collect();
        all.join("\n")
    }

    /// Returns a name that no other declaration has, made from words.
    fn reserve(&mut self, words: &str) -> String {
        let name = in_pascal_case(words, "Block");
        reserve(&mut self.names, &[&name], (&name, ""))
    }

    fn of_spec(&mut self, spec: &'s Spec) -> Ts {
        if self.is_full_after(1) {
            return Ts::unknown();
        }
        match spec {
            Spec::Object(object) => self.of_object(object),
            Spec::Tuple(tuple) => {
                Ts::Tuple(tuple.specs().iter().map(|spec| self.of_spec(spec)).collect())
            }
            Spec::Attr(attr) => self.of_attribute(attr),
            Spec::Literal(value) => literal(value).unwrap_or_else(|| self.of_type(&value.ty())),
            Spec::Default(specs) => self.of_default(specs),
            Spec::Blocks(blocks) => self.of_blocks(spec, blocks),
            Spec::OneOf(one_of) => {
                let forms = one_of.forms().iter().map(|(_, form)| self.of_spec(form));
                Ts::union(forms.collect::<Vec<_>>())
            }
            Spec::Label(_) | Spec::Expr(_) | Spec::Rest(_) | Spec::Wrapped(_) => {
                self.of_type(&spec.implied_type())
            }
        }
    }

    fn of_object(&mut self, object: &'s ObjectSpec) -> Ts {
        let named = object.shape().names().iter().zip(object.specs());
        let members = named.map(|(name, spec)| {
            let ty = self.of_spec(spec);
            Member {
                name: name.to_string(),
                docs: self.docs(spec.docs()),
                is_optional: may_be_null(spec),
                ty,
            }
        });
        Ts::Object(members.collect())
    }

    fn of_attribute(&mut self, attr: &AttrSpec) -> Ts {
        let allowed = attr.rules().iter().find_map(|rule| match rule {
            ValueRule::OneOf(values) if !attr.is_sensitive() => Some(values),
            _ => None,
        });
        let literals = allowed.and_then(|values| {
            let is_scalar = matches!(attr.ty(), Type::Bool | Type::Number | Type::String);
            let parts = values.iter().map(|value| value.as_str().map_or(1, parts_of)).sum();
            if !is_scalar || self.is_full_after(parts) {
                return None;
            }
            values.iter().map(literal).collect::<Option<Vec<_>>>()
        });
        match literals {
            Some(literals) => Ts::union(literals),
            None => self.of_value(attr.value_spec()),
        }
    }

    /// Returns the type of a value with a default, which may be of another type.
    fn of_default(&mut self, specs: &'s DefaultSpec) -> Ts {
        let primary = self.of_spec(specs.primary());
        let (own, default) = (specs.primary().implied_type(), specs.default().implied_type());
        if own.without_optional() == default.without_optional() {
            return primary;
        }
        match specs.default() {
            Spec::Literal(value) if value.is_null() => primary,
            default => Ts::union([primary, self.of_spec(default)]),
        }
    }

    fn of_blocks(&mut self, spec: &'s Spec, blocks: &'s BlocksSpec) -> Ts {
        let mut bodies = Vec::new();
        for ((names, body), id) in blocks.types().zip(body_spec_ids(blocks)) {
            let (Some(body), Some(id)) = (body, id) else {
                return self.of_type(&spec.implied_type());
            };
            let name = match self.bodies.get(&id) {
                Some(name) => name.clone(),
                None => {
                    let name = self.reserve(&names.name);
                    self.bodies.insert(id, name.clone());
                    self.waiting.push_back((name.clone(), body));
                    name
                }
            };
            bodies.push(Ts::Name(name));
        }
        let block = Ts::union(bodies);
        match blocks.collection() {
            BlockCollection::Single => block,
            collection @ (BlockCollection::Map { .. } | BlockCollection::Object { .. }) => {
                let entry = if collection.is_grouped() { Ts::array(block) } else { block };
                blocks.key().iter().fold(entry, |inner, _| Ts::record(inner))
            }
            _ => Ts::array(block),
        }
    }

    fn of_value(&mut self, spec: &ValueSpec) -> Ts {
        if self.is_full_after(1) {
            return Ts::unknown();
        }
        match spec {
            ValueSpec::List(list) | ValueSpec::Set(list) => {
                Ts::array(self.of_value(list.element()))
            }
            ValueSpec::Map(map) => Ts::record(self.of_value(map.element())),
            ValueSpec::Tuple(tuple) => {
                Ts::Tuple(tuple.elements().iter().map(|element| self.of_value(element)).collect())
            }
            ValueSpec::Object(object) => self.of_object_value(object),
            ValueSpec::Variants(variants) => self.of_variants(variants),
            ValueSpec::Lazy(lazy) => {
                let id = lazy.id();
                if let Some(name) = self.values.get(&id) {
                    return Ts::Name(name.clone());
                }
                let name = self.reserve("value");
                self.values.insert(id, name.clone());
                self.waiting_values.push_back((name.clone(), lazy.clone()));
                Ts::Name(name)
            }
            spec => self.of_type(&spec.ty()),
        }
    }

    fn of_object_value(&mut self, object: &ObjectValueSpec) -> Ts {
        let members = object.attributes().iter().map(|attribute| {
            let value = self.of_value(&attribute.spec);
            Member {
                name: attribute.names.name.to_string(),
                docs: self.docs(attribute.docs.text.as_deref()),
                is_optional: attribute.optional,
                ty: match attribute.kind {
                    AttributeKind::Remaining => Ts::record(value),
                    _ => value,
                },
            }
        });
        Ts::Object(members.collect())
    }

    /// Returns the type of the variants of an enum: their names, or their positions with their content.
    fn of_variants(&mut self, variants: &VariantsSpec) -> Ts {
        let is_keyword = matches!(variants.selector(), VariantSelector::Keyword { .. });
        let all = variants.variants().iter().enumerate().map(|(position, variant)| {
            let name = || Ts::Name(string(&variant.names.name));
            match (is_keyword, variant.other) {
                (true, true) => Ts::name("string"),
                (true, false) => name(),
                (false, _) => {
                    let content =
                        if variant.keyword { name() } else { self.of_value(&variant.spec) };
                    Ts::Tuple(vec![Ts::Name(position.to_string()), content])
                }
            }
        });
        let all: Vec<_> = all.collect();
        let any = Ts::name("string");
        if all.contains(&any) { any } else { Ts::union(all) }
    }

    fn of_type(&mut self, ty: &Type) -> Ts {
        if self.is_full_after(1) {
            return Ts::unknown();
        }
        match ty {
            Type::Bool => Ts::name("boolean"),
            Type::Number => Ts::name("number"),
            Type::String => Ts::name("string"),
            Type::List(element) | Type::Set(element) => Ts::array(self.of_type(element)),
            Type::Map(element) => Ts::record(self.of_type(element)),
            Type::Tuple(elements) => {
                Ts::Tuple(elements.iter().map(|element| self.of_type(element)).collect())
            }
            Type::Object(object) => {
                let members = object.iter().map(|(name, ty)| Member {
                    name: name.to_string(),
                    docs: String::new(),
                    is_optional: true,
                    ty: self.of_type(ty),
                });
                Ts::Object(members.collect())
            }
            _ => Ts::unknown(),
        }
    }

    /// Returns documentation, if it is within the limit.
    fn docs(&mut self, docs: Option<&str>) -> String {
        let text = docs.unwrap_or_default();
        let is_shown = !text.is_empty() && !self.is_full_after(parts_of(text) - 1);
        if is_shown { text.to_owned() } else { String::new() }
    }

    /// Counts parts. Returns `true` if the limit is reached.
    fn is_full_after(&mut self, parts: usize) -> bool {
        self.parts = self.parts.saturating_sub(parts);
        self.parts == 0
    }
}

/// Returns the number of parts that a text counts as.
fn parts_of(text: &str) -> usize {
    1 + text.len() / BYTES_PER_PART
}

/// Returns `true` if the value may be null without having been written so.
fn may_be_null(spec: &Spec) -> bool {
    match spec {
        Spec::Attr(attr) => !attr.is_required(),
        Spec::Blocks(blocks) => {
            blocks.collection() == BlockCollection::Single && blocks.options().count.min == 0
        }
        Spec::Default(specs) => may_be_null(specs.primary()) && may_be_null(specs.default()),
        Spec::Literal(value) => value.is_null(),
        Spec::Wrapped(_) | Spec::Expr(_) => true,
        Spec::OneOf(one_of) => one_of.forms().iter().any(|(_, form)| may_be_null(form)),
        Spec::Object(_) | Spec::Tuple(_) | Spec::Label(_) | Spec::Rest(_) => false,
    }
}

/// Returns the literal type of a value: a string, a finite number or a bool.
fn literal(value: &Value) -> Option<Ts> {
    if value.is_marked() {
        return None;
    }
    Some(Ts::Name(match value.kind() {
        Kind::String(text) => string(text),
        Kind::Number(number) => {
            number.to_string().parse::<f64>().ok().filter(|number| number.is_finite())?.to_string()
        }
        Kind::Bool(is_true) => is_true.to_string(),
        _ => return None,
    }))
}
