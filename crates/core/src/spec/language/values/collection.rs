//! `list`, `set`, `map` and `tuple`: the parts of a value, each with its own spec.

use crate::cty::Type;
use crate::cty::value_spec::{CollectionValueSpec, ValueSpec};
use crate::spec::SpecStep;
use crate::spec::language::block::{BlockKind, BlockKinds, Blocks, OpenBlock, SpecContent};
use crate::spec::language::options::TypedValue;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::write::{Writer, block};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

// A list, a set or a map. Each has some of the fields. (A doc comment would be part of reference pages.)
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Collection {
    #[hcl(flatten)]
    element: TypedValue,
    /// A fixed number of elements, for documents.
    count: Option<usize>,
    #[hcl(flatten)]
    keys: Blocks<Keys>,
}

impl SpecContent<ValueSpec> for Collection {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let Read { spec, site } = reader.typed_value(self.element, block);
        let mut spec = match block.kind {
            "list" => ValueSpec::list(spec),
            "set" => ValueSpec::set(spec),
            _ => ValueSpec::map(spec),
        };
        if let Some(count) = self.count {
            spec = spec.of_count(count);
        }
        if let Some(keys) = self.keys.0.first() {
            let (keys, block) = keys.open(reader);
            spec = spec.with_keys(&reader.typed_value(keys, &block).spec);
        }
        Some(Read { spec, site })
    }
}

/// A tuple.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Tuple {
    #[hcl(flatten)]
    element: Blocks<Element>,
}

impl SpecContent<ValueSpec> for Tuple {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let mut site = SpecSite::new(block.place.clone());
        let mut elements = Vec::new();
        for (index, element) in self.element.0.iter().enumerate() {
            let (element, block) = element.open(reader);
            let Read { spec, site: inside } = reader.typed_value(element, &block);
            elements.push(spec);
            site.add(SpecStep::Element(index), inside);
        }
        Some(Read { spec: ValueSpec::tuple(elements), site })
    }
}

/// The blocks for the keys of a map, for documents.
struct Keys;

/// The blocks for the elements of a tuple.
struct Element;

impl BlockKinds for Keys {
    const MAX: Option<usize> = Some(1);

    fn kinds() -> Vec<BlockKind> {
        vec![BlockKind::of::<TypedValue>("keys")]
    }
}

impl BlockKinds for Element {
    fn kinds() -> Vec<BlockKind> {
        vec![BlockKind::of::<TypedValue>("element")]
    }
}

impl Writer {
    pub(super) fn collection(
        &mut self,
        kind: &str,
        collection: &CollectionValueSpec,
        name: &str,
    ) -> NewItem {
        let (ty, value) = self.value(collection.element(), name);
        let (element, count) = (TypedValue::of(ty), collection.count());
        let content = Collection { element, count, keys: Blocks::default() };
        let keys = collection.keys().map(|hint| {
            let keys = self.hinted(&Type::String, hint, name);
            block("keys", None, keys.into_iter().collect())
        });
        block(kind, None, self.content(&content, keys.into_iter().chain(value)))
    }

    pub(super) fn tuple(&mut self, elements: &[ValueSpec], name: &str) -> NewItem {
        let mut items = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let body = self.under(SpecStep::Element(index), |it| it.typed(element, name));
            items.push(block("element", None, body));
        }
        block("tuple", None, items)
    }
}
