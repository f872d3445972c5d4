//! Random specs whose names and texts all differ, so that each can be found in a document. In contrast to
//! [`random_specs`](crate::random_specs), some configuration meets all rules of such a spec.

mod items;
mod values;

use hcldyn::cty::Type;
use hcldyn::cty::value_spec::{ItemDocs, Unexpected};
use hcldyn::spec::{AttrSpec, BlocksSpec, DataForm, LabelSpec, ObjectSpec, OneOfSpec, Rest, Spec};

use crate::random::Random;

/// The maximum number of blocks inside each other.
const DEPTH: usize = 2;

/// Returns the spec of a configuration, one for each seed and index.
pub fn distinct_spec(seed: u64, index: u64) -> Spec {
    let mut generator = Generator { random: Random::new(seed, index), count: 0 };
    let with_labels = false;
    generator.body(DEPTH, with_labels)
}

/// A generator of the parts of one spec. All its names and texts differ.
struct Generator {
    random: Random,
    count: usize,
}

/// The kinds of blocks.
#[derive(Clone, Copy)]
enum Kind {
    One,
    List,
    Tuple,
    Set,
    Map,
    Object,
    Types,
    OneType,
    Attributes,
}

const KINDS: &[Kind] = &[
    Kind::One,
    Kind::One,
    Kind::List,
    Kind::Tuple,
    Kind::Tuple,
    Kind::Set,
    Kind::Map,
    Kind::Object,
    Kind::Types,
    Kind::OneType,
    Kind::Attributes,
];

impl Generator {
    /// Returns a name that no other item has.
    fn name(&mut self, start: &str) -> String {
        self.count += 1;
        format!("{start}_{}", self.count)
    }

    /// Returns the spec of a body, with labels if it is that of a block.
    fn body(&mut self, depth: usize, has_labels: bool) -> Spec {
        let mut items: Vec<(String, Spec)> = Vec::new();
        let labels = if has_labels { self.random.below(3) } else { 0 };
        for index in 0..labels {
            let name = self.name("label");
            let label = LabelSpec::new(index, name.as_str());
            let label = items::label_docs(self, label);
            items.push((name, label.into()));
        }
        let mut optional = Vec::new();
        self.attributes(&mut items, &mut optional);
        for _ in 0..if depth > 0 { self.random.below(3) } else { 0 } {
            let ty = self.name("block");
            let (spec, is_optional) = self.blocks(&ty, depth - 1);
            optional.extend(is_optional.then(|| ty.clone()));
            items.push((ty, spec));
        }
        if self.random.percent(15) {
            let name = self.name("choice");
            items.push((name, self.choice(depth, has_labels.then_some(labels))));
        }
        if self.random.percent(10) {
            let rest = [
                Spec::Rest(Rest::Data(DataForm::Tuples)),
                Spec::Rest(Rest::Body),
                Spec::Rest(Rest::Attributes(Type::Number.into())),
            ];
            items.push((self.name("rest"), self.random.pick(&rest).clone()));
        }
        let object = self.rules(ObjectSpec::new(items), &optional);
        let object = match self.random.below(8) {
            0 => object.unexpected(Unexpected::Warn),
            _ => object,
        };
        let docs = self.docs();
        items::with_docs!(object, docs).into()
    }

    /// Adds attributes, and the names of those that may be left out.
    fn attributes(&mut self, items: &mut Vec<(String, Spec)>, optional: &mut Vec<String>) {
        for _ in 0..self.random.below(5) {
            let name = self.name("attr");
            let (spec, is_optional) = items::attribute(self, &name);
            optional.extend(is_optional.then(|| name.clone()));
            items.push((name, spec));
        }
    }

    /// Adds rules between optional items.
    fn rules(&mut self, mut object: ObjectSpec, optional: &[String]) -> ObjectSpec {
        for pair in optional.chunks_exact(2) {
            let (one, other) = (pair[0].as_str(), pair[1].as_str());
            object = match self.random.below(10) {
                0 => object.at_most_one_of([one, other]),
                1 => object.at_least_one_of([one, other]),
                2 => object.exactly_one_of([one, other]),
                3 => object.requires(one, [other]),
                4 => object.requires_if(one, "info", [other]),
                _ => object,
            };
        }
        object
    }

    /// Returns a body in one of several forms. The tag is the label at this index, or an attribute.
    fn choice(&mut self, depth: usize, label: Option<usize>) -> Spec {
        let mut forms = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let mut items = Vec::new();
            self.attributes(&mut items, &mut Vec::new());
            if depth > 0 && self.random.percent(30) {
                let ty = self.name("block");
                let spec = self.blocks(&ty, depth - 1).0;
                items.push((ty, spec));
            }
            let (docs, tag) = (self.docs(), self.name("form"));
            forms.push((tag, Spec::from(items::with_docs!(ObjectSpec::new(items), docs))));
        }
        let docs = self.docs();
        let choice = match label {
            Some(index) if self.random.percent(70) => OneOfSpec::by_label(index, "kind", forms),
            _ => OneOfSpec::by_attribute(self.name("tag"), forms),
        };
        items::with_docs!(choice, docs).into()
    }

    /// Returns the spec of blocks. The second result is `true` if none may be written.
    fn blocks(&mut self, ty: &str, depth: usize) -> (Spec, bool) {
        let docs = self.docs();
        let min = [0, 0, 0, 1, 2][self.random.below(5)];
        let max = if self.random.percent(30) { Some(min + self.random.below(2) + 1) } else { None };
        let is_dynamic = self.random.percent(30);
        let kind = *self.random.pick(KINDS);
        let nested = self.body(depth, !matches!(kind, Kind::Attributes | Kind::OneType));
        macro_rules! finished {
            ($spec:expr) => {{
                let spec = items::with_docs!($spec, docs);
                if is_dynamic { spec.dynamic() } else { spec }
            }};
        }
        let blocks = |nested| {
            let blocks = finished!(BlocksSpec::new(ty, nested)).min_items(min);
            Box::new(max.map_or(blocks.clone(), |max| blocks.max_items(max)))
        };
        let is_required = self.random.percent(30);
        let spec = match kind {
            Kind::One | Kind::Attributes if is_required => match kind {
                Kind::One => finished!(BlocksSpec::new(ty, nested).required()).into(),
                _ => finished!(BlocksSpec::attributes(ty, Type::String).required()).into(),
            },
            Kind::One => finished!(BlocksSpec::new(ty, nested)).into(),
            Kind::Attributes => finished!(BlocksSpec::attributes(ty, Type::Number)).into(),
            Kind::List => Spec::from(blocks(nested).list()),
            Kind::Set => Spec::from(blocks(nested).set()),
            Kind::Tuple => Spec::from(blocks(nested).tuple()),
            Kind::Map => finished!(BlocksSpec::new(ty, nested).map("key")).into(),
            Kind::Object => {
                let map = finished!(BlocksSpec::new(ty, nested).object("key")).then_by("zone");
                Spec::from(map)
            }
            Kind::Types | Kind::OneType => {
                let other = self.name("block");
                let types = [(ty.to_owned(), nested), (other, self.body(0, false))];
                let types = finished!(BlocksSpec::of_types(types)).min_items(min.min(1));
                match kind {
                    Kind::OneType => Spec::from(types),
                    _ => Spec::from(types.tuple()),
                }
            }
        };
        let is_optional = match kind {
            Kind::One | Kind::Attributes => !is_required,
            Kind::List | Kind::Set | Kind::Tuple => min == 0,
            Kind::Map | Kind::Object => true,
            // Rules see the blocks of all types as one item.
            Kind::Types | Kind::OneType => false,
        };
        (spec, is_optional)
    }

    /// Returns documentation, mostly of a text.
    fn docs(&mut self) -> ItemDocs {
        let mut docs = ItemDocs::default();
        if self.random.percent(70) {
            docs = ItemDocs::new(self.text());
        }
        if self.random.percent(10) {
            docs = docs.title(self.name("Title"));
        }
        if self.random.percent(10) {
            docs = docs.since(self.name("1"));
        }
        if self.random.percent(10) {
            docs = docs.condition(format!("It is {}.", self.name("fine")));
        }
        docs
    }

    fn text(&mut self) -> String {
        let name = self.name("Text");
        match self.random.below(5) {
            0 => format!("{name} has # signs, and {} and so on.", "many words ".repeat(20).trim()),
            1 => format!("{name} has paragraphs.\n\nThis is the second one."),
            2 => format!("{name} has a list:\n\n- the first item\n- the second item\n"),
            3 => format!("{name} has code:\n\n```\n#a = 1\n```"),
            _ => format!("{name} is short."),
        }
    }
}

/// Returns an attribute with documentation.
fn documented(attr: AttrSpec, docs: ItemDocs) -> AttrSpec {
    items::with_docs!(attr, docs)
}
