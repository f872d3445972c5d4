//! The spec of blocks.

use std::sync::Arc;

use super::{BlockCollection, BlockCount, OtherForms};
use crate::body::Layering;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ItemDocs, ItemNames, ValueSpec};
use crate::cty::{Shape, Str, Type};
use crate::spec::implied::Labels;
use crate::spec::item::item_methods;
use crate::spec::{NestedSpec, Spec};

/// The spec of blocks: of one type, or of several types.
///
/// A new spec is that of a single block, which is null if it is not written. The methods [`list`](Self::list),
/// [`tuple`](Self::tuple), [`set`](Self::set), [`map`](Self::map) and [`object`](Self::object) make it the spec of all
/// blocks of the type.
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let port = || AttrSpec::new("port", Type::Number).into();
/// let servers: Spec = BlocksSpec::new("server", port()).map("name").min_items(1).into();
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", "server \"web\" { port = 80 }"), &mut diags);
/// let value = decode(&body, &servers, &EvalContext::new(), &mut diags);
/// assert_eq!(value, Value::map(Type::Number, vec![("web".into(), Value::from(80))]));
/// ```
#[derive(Clone, Debug)]
pub struct BlocksSpec {
    pub(in crate::spec) types: Vec<BlockType>,
    /// The names of the types if the type selects the content of a block, even if there is only one.
    pub(in crate::spec) choice: Option<Arc<Shape>>,
    pub(in crate::spec) collection: BlockCollection,
    /// The names of the labels under which a map or an object has its blocks.
    pub(in crate::spec) key: Vec<Str>,
    pub(crate) options: BlockOptions,
    pub(crate) forms: OtherForms,
    pub(crate) docs: ItemDocs,
}

/// A block type with the content of its blocks.
#[derive(Clone, Debug)]
pub(in crate::spec) struct BlockType {
    pub(in crate::spec) names: ItemNames,
    pub(in crate::spec) content: BlockContent,
}

/// The content of a block.
#[derive(Clone, Debug)]
pub(crate) enum BlockContent {
    /// A body.
    Body(NestedSpec),
    /// Attributes with any names, each converted by a spec.
    Attributes(ValueSpec),
}

/// The options of blocks that have no content of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockOptions {
    /// The number of blocks.
    pub count: BlockCount,
    /// `true` if `dynamic` blocks may generate the blocks.
    pub is_dynamic: bool,
    /// The combination of the blocks of several layers of a configuration, unless it is the default.
    pub layering: Option<Layering>,
}

impl BlockOptions {
    /// No options.
    pub const NONE: Self = Self { count: BlockCount::ANY, is_dynamic: false, layering: None };
}

impl BlocksSpec {
    /// Returns the spec of a single block, whose body `nested` decodes.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        Self::of(ItemNames::new(ty), BlockContent::Body(NestedSpec::of(nested)))
    }

    /// Returns a spec whose nested spec is built by `nested` on first use, so that a block can contain blocks of its own
    /// type. `nested` must return the same spec each time.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// fn location() -> Spec {
    ///     Spec::object([
    ///         ("path", AttrSpec::new("path", Type::String).into()),
    ///         ("locations", BlocksSpec::lazy("location", location).tuple().into()),
    ///     ])
    /// }
    ///
    /// let text = "path = \"/\"\nlocation {\n  path = \"/a\"\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &location(), &EvalContext::new(), &mut diags);
    /// let inner = &value.get("locations").unwrap().elements()[0];
    /// assert_eq!(inner.get("path"), Some(&"/a".into()));
    /// ```
    pub fn lazy(ty: impl Into<Str>, nested: fn() -> Spec) -> Self {
        Self::of(ItemNames::new(ty), BlockContent::lazy(nested))
    }

    /// Returns the spec of a single block with attributes of any name, each converted to one type, or by one spec. It is
    /// decoded to a map.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{BlocksSpec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let labels = BlocksSpec::attributes("labels", Type::String).into();
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "labels {\n  tier = 1\n}\n"), &mut diags);
    /// let value = decode(&body, &labels, &EvalContext::new(), &mut diags);
    /// assert_eq!(value.get("tier"), Some(&Value::from("1")));
    /// ```
    pub fn attributes(ty: impl Into<Str>, value: impl Into<ValueSpec>) -> Self {
        Self::of(ItemNames::new(ty), BlockContent::Attributes(value.into()))
    }

    /// Returns the spec of a single block of one of several types, each with the spec of its body. Blocks of all types are
    /// counted together. The types have one name each: an alias or a deprecation has no effect on them.
    ///
    /// A literal in each spec shows the type of a block:
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let step = |ty: &'static str, attr: &str| {
    ///     (ty, Spec::tuple([Spec::Literal(ty.into()), AttrSpec::new(attr, Type::String).into()]))
    /// };
    /// let spec = BlocksSpec::of_types([step("run", "command"), step("copy", "from")]).tuple();
    ///
    /// let mut diags = Diagnostics::new();
    /// let text = "copy {\n  from = \"a\"\n}\nrun {\n  command = \"ls\"\n}\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &spec.into(), &EvalContext::new(), &mut diags);
    /// let pair = |ty: &str, text: &str| Value::tuple(vec![ty.into(), text.into()]);
    /// assert_eq!(value.elements(), [pair("copy", "a"), pair("run", "ls")]);
    /// ```
    pub fn of_types<N: Into<Str>>(types: impl IntoIterator<Item = (N, Spec)>) -> Self {
        Self::choice(types.into_iter().map(|(ty, nested)| (ty.into(), NestedSpec::of(nested))))
    }

    /// Returns a spec of several types whose nested specs are built by the functions on first use, so that a block can
    /// contain blocks of its own type. Each function must return the same spec each time.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// fn any_of() -> Spec {
    ///     let check: (_, fn() -> Spec) = ("check", || AttrSpec::new("path", Type::String).into());
    ///     BlocksSpec::of_lazy_types([check, ("any", any_of)]).tuple().into()
    /// }
    ///
    /// let text = "any {\n  check {\n    path = \"/\"\n  }\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &any_of(), &EvalContext::new(), &mut diags);
    /// assert_eq!(value, Value::tuple(vec![Value::tuple(vec!["/".into()])]));
    /// ```
    pub fn of_lazy_types<N: Into<Str>>(types: impl IntoIterator<Item = (N, fn() -> Spec)>) -> Self {
        Self::choice(types.into_iter().map(|(ty, nested)| (ty.into(), NestedSpec::lazy(nested))))
    }

    pub(in crate::spec) fn choice(types: impl Iterator<Item = (Str, NestedSpec)>) -> Self {
        let types = types.map(|(ty, nested)| {
            let (names, content) = (ItemNames::new(ty), BlockContent::Body(nested));
            BlockType { names, content }
        });
        let types = types.collect_vec();
        let names = Shape::new(types.iter().map(|ty| ty.names.name.clone()));
        Self { choice: Some(names), ..Self::of_all(types) }
    }

    pub(crate) fn of(names: ItemNames, content: BlockContent) -> Self {
        Self::of_all(vec![BlockType { names, content }])
    }

    fn of_all(types: Vec<BlockType>) -> Self {
        Self {
            types,
            choice: None,
            collection: BlockCollection::Single,
            key: Vec::new(),
            options: BlockOptions::NONE,
            forms: OtherForms::NONE,
            docs: ItemDocs::default(),
        }
    }

    /// Makes it the spec of a list of all blocks. All elements get one type.
    #[must_use]
    pub fn list(self) -> Self {
        self.collected_to(BlockCollection::List)
    }

    /// Makes it the spec of a tuple of all blocks, in source order. Elements may differ in type.
    #[must_use]
    pub fn tuple(self) -> Self {
        self.collected_to(BlockCollection::Tuple)
    }

    /// Makes it the spec of a set of all blocks.
    #[must_use]
    pub fn set(self) -> Self {
        self.collected_to(BlockCollection::Set)
    }

    /// Makes it the spec of a map of all blocks by their first label. `label` is its name in messages. There is one level
    /// of map for each label of the key.
    #[must_use]
    pub fn map(self, label: impl Into<Str>) -> Self {
        self.by_label(BlockCollection::Map { is_grouped: false }, label)
    }

    /// Makes it the spec of an object of all blocks by their first label, in source order. They may differ in type.
    /// `label` is its name in messages. There is one level of object for each label of the key.
    #[must_use]
    pub fn object(self, label: impl Into<Str>) -> Self {
        self.by_label(BlockCollection::Object { is_grouped: false }, label)
    }

    fn by_label(mut self, collection: BlockCollection, label: impl Into<Str>) -> Self {
        self.key = vec![label.into()];
        self.collected_to(collection)
    }

    /// Adds a label to the key of a map or an object. `label` is its name in messages.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let count = AttrSpec::new("count", Type::Number);
    /// let spec = BlocksSpec::new("resource", count.into()).map("type").then_by("name").into();
    /// let mut diags = Diagnostics::new();
    /// let text = "resource \"server\" \"web\" {\n  count = 2\n}\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// assert_eq!(value.get("server").unwrap().get("web"), Some(&2.into()));
    /// ```
    #[must_use]
    pub fn then_by(mut self, label: impl Into<Str>) -> Self {
        self.key.push(label.into());
        self
    }

    /// Allows several blocks with equal labels in a map or an object. The value under each key is a collection of its
    /// blocks in source order: a list in a map, a tuple in an object.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let rule = Spec::from(AttrSpec::new("port", Type::Number));
    /// let rules = BlocksSpec::new("rule", rule).map("group").grouped();
    /// let text = "rule \"a\" { port = 1 }\nrule \"b\" { port = 2 }\nrule \"a\" { port = 3 }\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &rules.into(), &EvalContext::new(), &mut diags);
    /// assert_eq!(value.index(&"a".into()).unwrap().elements(), [Value::from(1), Value::from(3)]);
    /// ```
    #[must_use]
    pub fn grouped(mut self) -> Self {
        match &mut self.collection {
            BlockCollection::Map { is_grouped } | BlockCollection::Object { is_grouped } => {
                *is_grouped = true;
            }
            BlockCollection::Single
            | BlockCollection::List
            | BlockCollection::Tuple
            | BlockCollection::Set => {}
        }
        self
    }

    pub(in crate::spec) fn collected_to(mut self, collection: BlockCollection) -> Self {
        self.collection = collection;
        self
    }

    /// Requires a block.
    #[must_use]
    pub fn required(self) -> Self {
        self.min_items(1)
    }

    /// Requires at least `count` blocks.
    #[must_use]
    pub fn min_items(mut self, count: usize) -> Self {
        self.options.count.min = count;
        self
    }

    /// Allows at most `count` blocks. It has no effect on a single block.
    ///
    /// ```
    /// use hcldyn::spec::{BlocksSpec, Spec};
    ///
    /// let listeners = BlocksSpec::new("listener", Spec::object::<&str>([])).list().min_items(1).max_items(4);
    /// assert_eq!(listeners.options().count.max, Some(4));
    /// ```
    #[must_use]
    pub fn max_items(mut self, count: usize) -> Self {
        self.options.count.max = Some(count);
        self
    }

    /// Lets `dynamic` blocks generate such blocks.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.options.is_dynamic = true;
        self
    }

    /// Sets the combination of the blocks of several layers of a configuration. The default depends on the spec and
    /// the labels, see [`Layering`].
    ///
    /// ```
    /// use hcldyn::body::Layering;
    /// use hcldyn::spec::{BlocksSpec, Spec};
    ///
    /// let rules = BlocksSpec::new("rule", Spec::object::<&str>([])).list().layering(Layering::Append);
    /// assert_eq!(rules.options().layering, Some(Layering::Append));
    /// ```
    #[must_use]
    pub fn layering(mut self, layering: Layering) -> Self {
        self.options.layering = Some(layering);
        self
    }

    /// Allows writing the block as an attribute, `x = { … }` for `x { … }`, and several blocks as a list of objects.
    /// Labels are keys of objects around these. An attribute that is null is left out.
    ///
    /// The attributes in an object constructor are evaluated one by one, with their own source locations. Blocks
    /// inside it are written as attributes, too. Any other expression is evaluated first.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let cert = Spec::object([("cert", AttrSpec::new("cert", Type::String).into())]);
    /// let tls: Spec = BlocksSpec::new("tls", cert).or_attr().into();
    /// let ctx = EvalContext::new();
    /// for text in ["tls {\n  cert = \"a\"\n}\n", "tls = { cert = \"a\" }\n"] {
    ///     let mut diags = Diagnostics::new();
    ///     let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    ///     let value = decode(&body, &tls, &ctx, &mut diags);
    ///     assert_eq!(value.get("cert"), Some(&Value::from("a")));
    /// }
    /// ```
    #[must_use]
    pub fn or_attr(self) -> Self {
        self.form(OtherForms::OR_ATTR)
    }

    /// Allows writing the type of a nested block as a label, `a "b" { … }` for `a { b { … } }`, and a label that the spec
    /// reads as the type of a nested block, `a { b { … } }` for `a "b" { … }`. The labels that the spec reads come first. A label
    /// is missing if the block has an item of its spec.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let server = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
    /// let internal = Spec::object([("server", BlocksSpec::new("server", server).into())]);
    /// let spec: Spec = BlocksSpec::new("internal", internal).labels_as_blocks().into();
    /// let mut diags = Diagnostics::new();
    /// let text = "internal \"server\" {\n  port = 80\n}\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// assert_eq!(value.get("server").unwrap().get("port"), Some(&Value::from(80)));
    /// ```
    #[must_use]
    pub fn labels_as_blocks(self) -> Self {
        self.form(OtherForms::LABELS_AS_BLOCKS)
    }

    /// Merges blocks with equal labels into one. An attribute may be set in only one of them. The blocks of a list, a
    /// tuple or a set are not merged.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let attr = |name: &'static str| (name, AttrSpec::new(name, Type::Number).into());
    /// let limits = Spec::object([attr("soft"), attr("hard")]);
    /// let spec: Spec = BlocksSpec::new("limits", limits).merge().into();
    /// let mut diags = Diagnostics::new();
    /// let text = "limits {\n  soft = 1\n}\nlimits {\n  hard = 2\n}\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// assert_eq!(value, Value::object([("soft", Value::from(1)), ("hard", Value::from(2))]));
    /// ```
    #[must_use]
    pub fn merge(self) -> Self {
        self.form(OtherForms::MERGE)
    }

    fn form(mut self, form: OtherForms) -> Self {
        self.forms = self.forms.and(form);
        self
    }

    /// Returns the collection that the blocks are decoded to.
    pub fn collection(&self) -> BlockCollection {
        self.collection
    }

    /// Returns the names of the labels that are the key of a block.
    pub fn key(&self) -> &[Str] {
        &self.key
    }

    /// Returns the block types with the specs of their blocks' bodies. Blocks with attributes of any name have no such
    /// spec.
    pub fn types(&self) -> impl ExactSizeIterator<Item = (&ItemNames, Option<&Spec>)> {
        self.types.iter().map(|ty| (&ty.names, ty.content.nested().map(NestedSpec::spec)))
    }

    /// Returns the spec of the bodies of blocks of one type.
    ///
    /// It is `None` for blocks that hold attributes of any name, and for those of several types, whose type selects
    /// the spec.
    pub fn only_body(&self) -> Option<&Spec> {
        self.only()?.content.nested().map(NestedSpec::spec)
    }

    /// Returns the options of the blocks.
    pub fn options(&self) -> &BlockOptions {
        &self.options
    }

    /// Returns `true` if there must be a block.
    pub(in crate::spec) fn is_required(&self) -> bool {
        self.options.count.is_required()
    }

    /// Returns `true` if the type selects the content of a block.
    pub(in crate::spec) fn is_choice(&self) -> bool {
        self.choice.is_some()
    }

    /// Returns the names of the only type, unless the type selects the content.
    pub(in crate::spec) fn names(&self) -> Option<&ItemNames> {
        self.only().map(|only| &only.names)
    }

    /// Returns the only type, unless the type selects the content.
    pub(in crate::spec) fn only(&self) -> Option<&BlockType> {
        self.types.first().filter(|_| self.choice.is_none())
    }

    fn with_names(mut self, change: impl FnOnce(&mut ItemNames)) -> Self {
        if let ([only], None) = (self.types.as_mut_slice(), &self.choice) {
            change(&mut only.names);
        }
        self
    }

    /// Returns the name of the first type, for messages.
    pub(in crate::spec) fn first_name(&self) -> Str {
        self.types.first().map(|ty| ty.names.name.clone()).unwrap_or_default()
    }

    /// Returns `true` if blocks hold attributes of any name.
    pub(in crate::spec) fn has_free_attributes(&self) -> bool {
        self.types.iter().any(|ty| ty.content.attributes().is_some())
    }

    /// Returns the block type that a name is of.
    pub(in crate::spec) fn type_called(&self, name: &Str) -> Option<&BlockType> {
        match &self.choice {
            None => self.types.iter().find(|ty| ty.names.contains(name)),
            Some(names) => names.position(name).map(|position| &self.types[position]),
        }
    }

    /// Returns the content of a block of one of the types.
    pub(in crate::spec) fn content_of(&self, ty: &Str) -> Option<&BlockContent> {
        match self.only() {
            Some(only) => Some(&only.content),
            None => self.type_called(ty).map(|ty| &ty.content),
        }
    }

    /// Returns each name of each block type, with its content.
    pub(in crate::spec) fn all_names(&self) -> impl Iterator<Item = (&Str, &BlockContent)> {
        // Nested iterators would be compiled to several times as much code.
        let (mut types, mut current) = (self.types.iter(), None);
        std::iter::from_fn(move || {
            loop {
                if let Some((names, content)) = &mut current
                    && let Some(name) = Iterator::next(names)
                {
                    return Some((name, *content));
                }
                current = types.next().map(|ty| (ty.names.all(), &ty.content));
                current.as_ref()?;
            }
        })
    }

    /// Returns the specs of the blocks' bodies.
    pub(in crate::spec) fn nested(&self) -> impl Iterator<Item = &NestedSpec> {
        self.types.iter().filter_map(|ty| ty.content.nested())
    }

    /// Returns the combination of the blocks of several layers, unless it is the default of the schema.
    pub(in crate::spec) fn layering_of_schema(&self) -> Option<Layering> {
        let default = match self.collection {
            BlockCollection::Single => (!self.is_choice()).then_some(Layering::Merge),
            BlockCollection::Map { is_grouped } | BlockCollection::Object { is_grouped } => {
                is_grouped.then_some(Layering::Append)
            }
            BlockCollection::List | BlockCollection::Tuple | BlockCollection::Set => None,
        };
        self.options.layering.or(default)
    }

    /// Returns the type of the value of one block, and `true` if every decoded block has exactly that type.
    pub(in crate::spec) fn element_type(&self) -> (Type, bool) {
        match self.only().map(|only| &only.content) {
            Some(BlockContent::Body(nested)) => {
                let implied = nested.implied();
                (implied.value_ty.clone(), implied.is_exact)
            }
            Some(BlockContent::Attributes(value)) => {
                let ty = value.ty();
                (Type::map(ty.without_optional()), !ty.has_dynamic())
            }
            None => (Type::Dynamic, false),
        }
    }
}

impl BlockContent {
    pub(crate) fn lazy(nested: fn() -> Spec) -> Self {
        Self::Body(NestedSpec::lazy(nested))
    }

    /// Returns the spec of the body, unless it holds attributes of any name.
    pub(in crate::spec) fn nested(&self) -> Option<&NestedSpec> {
        match self {
            Self::Body(nested) => Some(nested),
            Self::Attributes(_) => None,
        }
    }

    /// Returns the spec of attributes of any name.
    pub(in crate::spec) fn attributes(&self) -> Option<&ValueSpec> {
        match self {
            Self::Attributes(value) => Some(value),
            Self::Body(_) => None,
        }
    }

    /// Returns the names of the labels that the content reads.
    pub(in crate::spec) fn labels(&self) -> Option<&Labels> {
        self.nested().map(NestedSpec::labels)
    }

    /// Returns the names of a block's labels, whose first ones are a key with these names.
    pub(in crate::spec) fn labels_after(&self, key: &[Str]) -> Vec<Str> {
        self.labels().map_or_else(|| key.to_vec(), |labels| labels.after_key(key))
    }
}

item_methods!(BlocksSpec);
