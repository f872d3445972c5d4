//! Random valid specs, with every part of the language of spec files.

use hcldyn::body::Layering;
use hcldyn::cty::value_spec::{
    AttributeDefault, Deprecation, ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec,
    ValueVariant, VariantSelector, VariantsSpec,
};
use hcldyn::cty::{Type, Value};
use hcldyn::ext::customdecode::{closure_type, expression_type};
use hcldyn::spec::{
    AttrSpec, BlocksSpec, DataForm, FlagOptions, LabelSpec, ObjectSpec, OneOfSpec, Rest,
    SettingSource, Spec, ValueRule,
};

use crate::random::Random;

const ATTRIBUTES: [&str; 5] = ["port", "host", "level", "tags", "size"];
const BLOCKS: [&str; 4] = ["server", "rule", "limits", "step"];

/// A generator of specs. Each part has random choices of its own, so that a change of one part leaves the others alone.
#[derive(Debug)]
pub struct RandomSpec {
    seed: u64,
    index: u64,
    /// The chance in percent that a choice differs from that of the seed.
    changes: usize,
}

/// A part of a spec, at a position in it.
struct SpecPart {
    random: Random,
    change: Random,
    changes: usize,
    seed: u64,
    place: u64,
}

impl RandomSpec {
    /// Creates a generator for one case of a seed.
    pub fn new(seed: u64, index: u64) -> Self {
        Self { seed, index, changes: 0 }
    }

    /// Makes choices differ with this chance in percent.
    #[must_use]
    pub fn changed(self, changes: usize) -> Self {
        Self { changes, ..self }
    }

    /// Returns the spec.
    pub fn spec(&self) -> Spec {
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(self.index);
        SpecPart::new(seed, 1, self.changes).body(2)
    }
}

impl SpecPart {
    fn new(seed: u64, place: u64, changes: usize) -> Self {
        let random = Random::new(seed, place);
        Self { random, change: Random::new(!seed, place), changes, seed, place }
    }

    /// Returns the part at a position inside this one.
    fn inside(&self, position: u64) -> Self {
        Self::new(self.seed, self.place.wrapping_mul(31).wrapping_add(position), self.changes)
    }

    /// Returns a number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        let usual = self.random.below(limit);
        let other = self.change.below(limit);
        if self.change.percent(self.changes) { other } else { usual }
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn body(mut self, depth: usize) -> Spec {
        let mut parts: Vec<(&str, Spec)> = Vec::new();
        for (position, name) in ATTRIBUTES.iter().enumerate() {
            if self.percent(50) {
                parts.push((*name, self.inside(position as u64).attribute(name)));
            }
        }
        for (position, ty) in BLOCKS.iter().enumerate() {
            if depth > 0 && self.percent(40) {
                parts.push((*ty, self.inside(10 + position as u64).blocks(ty, depth - 1)));
            }
        }
        let rest = match self.below(12) {
            0 => Some(Spec::Rest(Rest::Body)),
            1 => Some(Spec::Rest(Rest::Data(DataForm::Tuples))),
            2 => Some(Spec::any()),
            3 => Some(Spec::Rest(Rest::Attributes(self.inside(20).value(1)))),
            4 => Some(Spec::Literal(self.inside(21).literal())),
            _ => None,
        };
        parts.extend(rest.map(|rest| ("rest", rest)));
        if self.percent(10) {
            let forms = [("fast", 30), ("safe", 31)];
            let forms = forms.map(|(tag, position)| (tag, self.inside(position).form()));
            let one_of = OneOfSpec::by_attribute("kind", forms);
            let one_of = if self.percent(50) { one_of.doc("How it works.") } else { one_of };
            parts.push(("form", one_of.into()));
        }
        let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
        let mut object = ObjectSpec::new(parts);
        let attributes: Vec<_> =
            names.iter().filter(|name| ATTRIBUTES.contains(name)).copied().collect();
        if let ([first, second, ..], true) = (&*attributes, self.percent(40)) {
            object = match self.below(5) {
                0 => object.at_most_one_of([*first, *second]),
                1 => object.at_least_one_of([*first, *second]),
                2 => object.exactly_one_of([*first, *second]),
                3 => object.requires(*first, [*second]),
                _ => object.requires_if(*first, Value::from("a"), [*second]),
            };
        }
        object = match self.below(8) {
            0 => object.unexpected(Unexpected::Warn),
            1 => object.unexpected(Unexpected::Ignore),
            2 => object.or_attr().merge(),
            _ => object,
        };
        if self.percent(30) {
            object = object.doc("A body.\n\nWith several \"lines\" of ${docs}.\n");
        }
        object.into()
    }

    fn form(mut self) -> Spec {
        if self.percent(50) {
            self.inside(1).attribute("mode")
        } else {
            Spec::tuple([self.inside(1).attribute("mode"), Spec::Literal("x".into())])
        }
    }

    fn attribute(mut self, name: &'static str) -> Spec {
        let value = self.inside(1).value(2);
        let is_type = value == ValueSpec::from(value.ty());
        let ty = value.ty();
        let mut attr = AttrSpec::new(name, value);
        attr = match self.below(8) {
            0 => attr.alias(format!("{name}_alias")),
            1 => attr.former_name(format!("old_{name}")),
            2 => attr.deprecated("Leave it out."),
            3 => attr.replaced_by("other"),
            4 => attr.sensitive(),
            5 => attr.set_by([SettingSource::File, SettingSource::Environment]),
            6 => attr.flag(FlagOptions::new().short('f').alias(format!("{name}-flag"))),
            _ => attr,
        };
        if self.percent(30) {
            attr = attr.doc("Where \"it\" is.");
        }
        for _ in 0..self.below(3) {
            attr = match &ty {
                Type::Number => {
                    let (min, max) = (self.below(3), 3 + self.below(80));
                    let min = Some((min as u64).into()).filter(|_| self.percent(70));
                    attr.rule(ValueRule::Range { min, max: Some((max as u64).into()) })
                }
                Type::String => match self.below(4) {
                    0 => attr.rule(ValueRule::OneOf(vec!["a".into(), "b".into(), "1".into()])),
                    1 => attr.rule(ValueRule::Pattern("^[a-z0-9]".into())),
                    2 => attr.rule(ValueRule::Pattern("[a-z0-9]$".into())),
                    _ => attr.rule(ValueRule::Length { min: self.below(2), max: Some(9) }),
                },
                Type::List(_) => match self.below(2) {
                    0 => attr.rule(ValueRule::Unique),
                    _ => attr.rule(ValueRule::Length { min: self.below(2), max: None }),
                },
                _ => attr,
            };
        }
        if self.percent(10) && matches!(ty, Type::Map(_) | Type::List(_)) {
            attr = attr.or_block();
        }
        let default = match &ty {
            Type::Number => Some(Value::from(3)),
            Type::Bool => Some(true.into()),
            Type::String => Some("a".into()),
            Type::List(element) if **element == Type::String => Some(vec!["a"].into()),
            Type::Map(element) if **element == Type::Number => {
                Some(Value::map(Type::Number, [("a".into(), 1.into())].into()))
            }
            _ => None,
        };
        match (self.below(4), default.filter(|_| is_type)) {
            (0, _) => attr.required().into(),
            (1, Some(default)) => Spec::from(attr).or(Spec::Literal(default)),
            (2, Some(default)) => {
                let other = AttrSpec::new(format!("{name}_other"), ty);
                Spec::from(attr).or(Spec::from(other).or(Spec::Literal(default)))
            }
            _ => attr.into(),
        }
    }

    fn ty(&mut self) -> Type {
        match self.below(9) {
            0 | 1 => Type::Number,
            2 | 3 => Type::String,
            4 => Type::Bool,
            5 => Type::list(Type::String),
            6 => Type::map(Type::Number),
            7 => Type::object([("x", Type::String), ("y", Type::Number)]),
            _ => Type::Dynamic,
        }
    }

    fn value(mut self, depth: usize) -> ValueSpec {
        let ty = |it: &Self| ValueSpec::from(it.inside(9).ty());
        if depth == 0 {
            return ty(&self);
        }
        let kind = self.random.below(22);
        let inside = |position| self.inside(position).value(depth - 1);
        match kind {
            0 => ValueSpec::list(inside(1)),
            1 => ValueSpec::set(ty(&self)),
            2 => ValueSpec::map(inside(1)),
            3 => ValueSpec::tuple([inside(1), ty(&self)]),
            4 | 5 => self.object(depth),
            6 => self
                .variants(VariantSelector::Keyword { ignore_case: self.place.is_multiple_of(2) }),
            7 => self.variants(VariantSelector::Attribute("type".into())),
            8 => self.variants(VariantSelector::Form),
            9 => expression_type().into(),
            10 => ValueSpec::list(closure_type().into()),
            _ => ty(&self),
        }
    }

    fn object(&mut self, depth: usize) -> ValueSpec {
        let mut first = ObjectAttribute::new("x", self.inside(1).value(depth - 1));
        if self.percent(50) {
            first = first.optional();
        }
        if self.percent(30) {
            first = first.alias("ex");
        }
        if self.percent(20) {
            first.names.former_names.push("axe".into());
            first.names.deprecation = Some(Deprecation::new(None, Some("Use y.".into())));
        }
        first.sensitive = self.percent(10);
        let mut second = ObjectAttribute::new("y", Type::Number);
        if self.percent(50) {
            second = second.or(AttributeDefault { value: 1.into(), check: |_| Ok(()) });
        }
        let unknown = match self.below(4) {
            0 => Unexpected::Warn,
            1 => Unexpected::Ignore,
            _ => Unexpected::Deny,
        };
        ValueSpec::Object(ObjectValueSpec::new([first, second]).with_unexpected(unknown).into())
    }

    fn variants(&mut self, selector: VariantSelector) -> ValueSpec {
        let object = |it: &mut Self| it.object(1);
        let mut variants = match &selector {
            VariantSelector::Attribute(_) => {
                vec![ValueVariant::new("a", object(self)), ValueVariant::new("b", object(self))]
            }
            VariantSelector::Form => vec![
                ValueVariant::new("text", Type::String),
                ValueVariant::new("all", object(self)),
            ],
            _ => ["a", "b", "c"].map(|name| ValueVariant::new(name, Type::String)).into(),
        };
        for variant in &mut variants {
            variant.keyword = matches!(selector, VariantSelector::Keyword { .. });
        }
        if self.percent(30) {
            variants[0].names.aliases.push("alpha".into());
        }
        if self.percent(30) {
            variants[1].names.deprecation =
                Some(Deprecation::new(None, Some("Use another one.".into())));
        }
        ValueSpec::Variants(VariantsSpec::new(selector, variants).into())
    }

    fn literal(&mut self) -> Value {
        match self.below(5) {
            0 => Value::list(Type::String, vec!["a".into()]),
            1 => Value::null(Type::Number),
            2 => Value::set(Type::Number, vec![2.into(), 1.into()]),
            3 => Value::object([("a b", Value::from("${x}")), ("c", true.into())]),
            _ => 1.into(),
        }
    }

    fn blocks(mut self, ty: &'static str, depth: usize) -> Spec {
        let nested = self.nested(depth);
        let layering =
            *self.pick(&[None, None, None, Some(Layering::Append), Some(Layering::Replace)]);
        // Only some kinds are merged.
        let dynamic = self.percent(50);
        macro_rules! item {
            ($spec:expr) => {{
                let spec = $spec;
                let spec = if dynamic { spec.dynamic() } else { spec };
                let spec = match layering {
                    Some(layering) => spec.layering(layering),
                    None => spec,
                };
                let spec = if self.percent(20) { spec.doc("Blocks.") } else { spec };
                let spec = if self.percent(10) { spec.alias(format!("{ty}_alias")) } else { spec };
                if self.percent(10) { spec.or_attr() } else { spec }
            }};
        }
        macro_rules! counted {
            ($spec:expr) => {{
                let spec = $spec.min_items(self.below(2));
                if self.percent(30) { spec.max_items(1 + self.below(3)) } else { spec }
            }};
        }
        match self.random.below(10) {
            0 | 1 => {
                let spec = item!(BlocksSpec::new(ty, nested));
                if self.percent(30) { spec.required().into() } else { spec.into() }
            }
            2 => Spec::from(item!(counted!(BlocksSpec::new(ty, nested))).list()),
            3 => Spec::from(item!(counted!(BlocksSpec::new(ty, nested))).tuple()),
            4 => Spec::from(item!(counted!(BlocksSpec::new(ty, nested))).set()),
            5 => item!(counted!(BlocksSpec::new(ty, nested).map("key").grouped())).into(),
            6 => {
                let spec =
                    item!(counted!(BlocksSpec::new(ty, nested).object("key").then_by("next")));
                Spec::from(spec)
            }
            7 => {
                let value = self.inside(3).ty();
                let spec = item!(BlocksSpec::attributes(ty, value));
                if self.percent(30) { spec.required().into() } else { spec.into() }
            }
            8 => {
                let types = [(ty, nested.clone()), ("shared", nested)];
                Spec::from(counted!(BlocksSpec::of_types(types)).tuple())
            }
            _ => {
                let types = [(ty, nested), ("another", self.inside(2).form())];
                let spec = BlocksSpec::of_types(types);
                let spec = if self.percent(30) { spec.min_items(1) } else { spec };
                Spec::from(if dynamic { spec.dynamic() } else { spec })
            }
        }
    }

    /// Returns the spec of the bodies of blocks, with labels.
    fn nested(&mut self, depth: usize) -> Spec {
        let body = self.inside(1).body(depth);
        match self.below(5) {
            0 => {
                let label = LabelSpec::new(0, "name").doc("Its name.").into();
                Spec::object([("name", label), ("body", body)])
            }
            1 => {
                let (first, rest) = (LabelSpec::new(0, "first"), LabelSpec::from_index(1, "rest"));
                Spec::tuple([first.into(), rest.into(), body])
            }
            2 => {
                let forms = [("a", self.inside(2).form()), ("b", self.inside(3).form())];
                Spec::object([("by_label", OneOfSpec::by_label(0, "form", forms).into())])
            }
            _ => body,
        }
    }
}
