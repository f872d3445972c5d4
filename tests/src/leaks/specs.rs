//! Random specs with sensitive attributes, as data and in the language of spec files.

use std::fmt::Write as _;

use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec};
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, OneOfSpec, Spec};
use hcldyn::syntax::to_hcl;

use crate::random::Random;

/// The names of sensitive attributes; their aliases and former names come from [`other_name`].
const SENSITIVE: &[&str] = &["password", "token", "api_key", "credential"];
const PLAIN: &[&str] = &["port", "host", "user", "note", "size"];
/// The name of the sensitive attributes of forms.
const FORM_SECRET: &str = "form_secret";
/// The value of a sensitive attribute that requires another one.
pub(super) const OF_RULE: &str = "hushhushr";
const BLOCKS: &[&str] = &["db", "server", "login", "rule"];

/// The types of attributes, frequent ones several times.
const TYPES: &[Ty] = &[
    Ty::String,
    Ty::String,
    Ty::String,
    Ty::Number,
    Ty::Number,
    Ty::Bool,
    Ty::Strings,
    Ty::Numbers,
    Ty::Map,
    Ty::Object,
    Ty::Any,
];

/// The kinds of blocks.
const KINDS: &[Kind] = &[
    Kind::One,
    Kind::One,
    Kind::List,
    Kind::Tuple,
    Kind::Set,
    Kind::Map,
    Kind::Object,
    Kind::OneOf,
    Kind::Free,
];

/// The value block of an object with a sensitive part.
const PARTS: &str = " object {
  attribute \"x\" {
    type = string
    sensitive = true
    default = \"hushhushp\"
  }
  attribute \"y\" {
    type = number
    optional = true
  }
 }";

/// An example of a sensitive attribute, which only pages show.
const EXAMPLE: &str = "\"hushhushe\"";
/// The start of the line with examples in a spec file.
pub(super) const EXAMPLES: &str = " examples = ";

/// An object: the content of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) labels: usize,
    pub(super) attrs: Vec<Attr>,
    pub(super) blocks: Vec<Block>,
    /// Forms that the attribute `kind` chooses from, if any.
    pub(super) forms: Vec<(&'static str, Self)>,
    pub(super) unexpected: Option<Unexpected>,
    /// The sensitive attribute and the attribute that its value [`OF_RULE`] requires, if any.
    pub(super) rule: Option<(&'static str, &'static str)>,
}

/// An attribute.
#[derive(Clone, Debug)]
pub(super) struct Attr {
    pub(super) name: &'static str,
    pub(super) ty: Ty,
    pub(super) is_sensitive: bool,
    pub(super) names: Names,
    is_required: bool,
    default: Default,
}

/// The default of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Default {
    None,
    Null,
    /// A value with a secret.
    Secret,
    /// A value with a secret that the program marks.
    Marked,
}

/// The other names of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    None,
    Alias,
    Former,
}

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    String,
    Number,
    Bool,
    Strings,
    Numbers,
    Map,
    Object,
    /// An object with a sensitive part.
    Parts,
    Any,
}

/// Blocks of a type.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) ty: &'static str,
    pub(super) kind: Kind,
    pub(super) nested: Object,
    is_dynamic: bool,
    max: usize,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    One,
    List,
    Tuple,
    Set,
    Map,
    Object,
    OneOf,
    /// A map of free attributes.
    Free,
}

/// Returns `true` if blocks of this type have sensitive attributes.
pub(super) fn is_block_with_secrets(ty: &str) -> bool {
    BLOCKS.contains(&ty)
}

/// Returns `true` if the name is that of a sensitive attribute.
pub(super) fn is_sensitive(name: &str) -> bool {
    let name = name.strip_prefix("old_").unwrap_or(name);
    SENSITIVE.contains(&name) || name == FORM_SECRET
}

/// An alias or a former name.
pub(super) fn other_name(name: &str) -> String {
    format!("old_{name}")
}

impl Object {
    pub(super) fn random(random: &mut Random, depth: usize) -> Self {
        let mut attrs = Vec::new();
        for (names, is_sensitive) in [(SENSITIVE, true), (PLAIN, false)] {
            for name in names {
                if random.percent(45) {
                    attrs.push(Attr::random(random, name, is_sensitive));
                }
            }
        }
        let mut blocks = Vec::new();
        for ty in BLOCKS.iter().filter(|_| depth > 0) {
            if random.percent(40) {
                blocks.push(Block::random(random, ty, depth - 1));
            }
        }
        let form = |random: &mut Random| {
            let sensitive = Attr::random(random, FORM_SECRET, true);
            let plain = Attr::random(random, "form_note", false);
            Self { attrs: vec![sensitive, plain], ..Self::default() }
        };
        let forms = if random.percent(15) {
            vec![("one", form(random)), ("two", form(random))]
        } else {
            Vec::new()
        };
        let unexpected = match random.below(6) {
            0 => Some(Unexpected::Warn),
            1 => Some(Unexpected::Ignore),
            _ => None,
        };
        let cause = attrs.iter().find(|it| it.is_sensitive && it.ty == Ty::String);
        let rule = cause.zip(attrs.last()).filter(|_| random.percent(30));
        let rule = rule.map(|(cause, needed)| (cause.name, needed.name));
        Self { labels: 0, attrs, blocks, forms, unexpected, rule }
    }

    /// The spec as data.
    pub(super) fn spec(&self) -> Spec {
        let labels = (0..self.labels)
            .map(|index| (format!("l{index}"), LabelSpec::new(index, "name").into()));
        let attrs = self.attrs.iter().map(|attr| (attr.name.to_owned(), attr.spec()));
        let blocks = self.blocks.iter().map(|block| (block.ty.to_owned(), block.spec()));
        let parts: Vec<(String, Spec)> = labels.chain(attrs).chain(blocks).collect();
        let mut parts = parts;
        if !self.forms.is_empty() {
            let forms = self.forms.iter().map(|(name, form)| (*name, form.spec()));
            parts.push(("form".to_owned(), OneOfSpec::by_attribute("kind", forms).into()));
        }
        let mut object = ObjectSpec::new(parts);
        if let Some((cause, needed)) = self.rule {
            object = object.requires_if(cause, OF_RULE, [needed]);
        }
        match self.unexpected {
            Some(unexpected) => object.unexpected(unexpected).into(),
            None => object.into(),
        }
    }

    /// The spec in the language of spec files.
    pub(super) fn write(&self, text: &mut String) {
        text.push_str("object {\n");
        match self.unexpected {
            Some(Unexpected::Warn) => text.push_str("unexpected = \"warn\"\n"),
            Some(Unexpected::Ignore) => text.push_str("unexpected = \"ignore\"\n"),
            _ => {}
        }
        if let Some((cause, needed)) = self.rule {
            let _ = writeln!(text, "rule {{\n requires_if \"{cause}\" {{");
            let _ = writeln!(text, "  value = \"{OF_RULE}\"\n  requires = [\"{needed}\"]\n }}\n}}");
        }
        for index in 0..self.labels {
            let _ = writeln!(text, "label \"l{index}\" {{\n name = \"name\"\n}}");
        }
        for attr in &self.attrs {
            attr.write(text);
        }
        for block in &self.blocks {
            block.write(text);
        }
        if !self.forms.is_empty() {
            text.push_str("one_of \"form\" {\nattribute = \"kind\"\n");
            for (name, form) in &self.forms {
                let _ = writeln!(text, "form \"{name}\" {{");
                form.write(text);
                text.push_str("}\n");
            }
            text.push_str("}\n");
        }
        text.push_str("}\n");
    }
}

impl Attr {
    pub(super) fn fixed(name: &'static str, ty: Ty, is_sensitive: bool) -> Self {
        let names = Names::None;
        Self { name, ty, is_sensitive, names, is_required: false, default: Default::None }
    }

    pub(super) fn with_alias(self) -> Self {
        Self { names: Names::Alias, ..self }
    }

    fn random(random: &mut Random, name: &'static str, is_sensitive: bool) -> Self {
        let has_parts = is_sensitive && random.percent(10);
        Self {
            name,
            ty: if has_parts { Ty::Parts } else { *random.pick(TYPES) },
            is_sensitive,
            names: *random.pick(&[Names::None, Names::None, Names::Alias, Names::Former]),
            is_required: random.percent(20),
            default: match random.below(10) {
                0 => Default::Null,
                1 => Default::Marked,
                2 | 3 if is_sensitive => Default::Secret,
                _ => Default::None,
            },
        }
    }

    fn spec(&self) -> Spec {
        let mut attr = AttrSpec::new(self.name, self.ty.value());
        if self.is_sensitive && self.ty != Ty::Parts {
            attr = attr.sensitive();
        }
        if self.is_sensitive {
            attr = attr.example(EXAMPLE);
        }
        if self.is_required {
            attr = attr.required();
        }
        attr = match self.names {
            Names::None => attr,
            Names::Alias => attr.alias(other_name(self.name)),
            Names::Former => attr.former_name(other_name(self.name)),
        };
        let default = match self.default {
            _ if self.is_required => return attr.into(),
            Default::None => return attr.into(),
            Default::Null => Value::null(self.ty.ty()),
            Default::Secret => secret(self.ty),
            Default::Marked => Value::from("sekritd").mark(Mark::sensitive()),
        };
        Spec::from(attr).or(Spec::Literal(default))
    }

    fn write(&self, text: &mut String) {
        let _ = writeln!(text, "attr \"{}\" {{\n{}", self.name, self.ty.text());
        if self.is_sensitive && self.ty != Ty::Parts {
            text.push_str(" sensitive = true\n");
        }
        if self.is_sensitive {
            let _ = writeln!(text, "{EXAMPLES}[{EXAMPLE:?}]");
        }
        if self.is_required {
            text.push_str(" required = true\n");
        } else if self.default == Default::Secret {
            let _ = writeln!(text, " default = {}", to_hcl(&secret(self.ty)));
        }
        match self.names {
            Names::None => {}
            Names::Alias => {
                let _ = writeln!(text, " aliases = [\"{}\"]", other_name(self.name));
            }
            Names::Former => {
                let _ = writeln!(text, " former_names = [\"{}\"]", other_name(self.name));
            }
        }
        text.push_str("}\n");
    }
}

/// Returns a value of a type with a secret.
fn secret(ty: Ty) -> Value {
    let (word, number) = (Value::from("hushhushd"), Value::from(5_858_251));
    match ty {
        Ty::String | Ty::Any => word,
        Ty::Number => number,
        Ty::Bool => true.into(),
        Ty::Strings => Value::list(Type::String, vec![word]),
        Ty::Numbers => Value::set(Type::Number, vec![number]),
        Ty::Map => Value::map(Type::String, [("x".into(), word)].into()),
        Ty::Object => Value::object([("x", word), ("y", number)]),
        Ty::Parts => Value::object([("x", word), ("y", 8080.into())]),
    }
}

impl Ty {
    fn ty(self) -> Type {
        match self {
            Self::String => Type::String,
            Self::Number => Type::Number,
            Self::Bool => Type::Bool,
            Self::Strings => Type::list(Type::String),
            Self::Numbers => Type::set(Type::Number),
            Self::Map => Type::map(Type::String),
            Self::Object | Self::Parts => Type::object([("x", Type::String), ("y", Type::Number)]),
            Self::Any => Type::Dynamic,
        }
    }

    fn value(self) -> ValueSpec {
        if self != Self::Parts {
            return self.ty().into();
        }
        let mut secret = ObjectAttribute::new("x", Type::String);
        secret.sensitive = true;
        let plain = ObjectAttribute::new("y", Type::Number).optional();
        ValueSpec::Object(ObjectValueSpec::new([secret, plain]).into())
    }

    fn text(self) -> String {
        let ty = match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Bool => "bool",
            Self::Strings => "list(string)",
            Self::Numbers => "set(number)",
            Self::Map => "map(string)",
            Self::Object => "object({ x = string, y = number })",
            Self::Parts => return PARTS.to_owned(),
            Self::Any => "any",
        };
        format!(" type = {ty}")
    }
}

impl Block {
    pub(super) fn fixed(ty: &'static str, kind: Kind, nested: Object) -> Self {
        Self { ty, kind, nested, is_dynamic: true, max: 0 }
    }

    fn random(random: &mut Random, ty: &'static str, depth: usize) -> Self {
        let kind = *random.pick(KINDS);
        // Such a block has no secrets, so its type is used for no other block.
        let (ty, kind) = match kind {
            Kind::Free if ty == "rule" => ("tags", Kind::Free),
            Kind::Free => (ty, Kind::Tuple),
            _ => (ty, kind),
        };
        let mut nested = Object::random(random, depth);
        if !matches!(kind, Kind::Free | Kind::OneOf) && random.percent(25) {
            nested.labels = 1;
        }
        Self { ty, kind, nested, is_dynamic: random.percent(70), max: random.below(6) }
    }

    /// The number of labels of the blocks.
    pub(super) fn labels(&self) -> usize {
        match self.kind {
            Kind::Free | Kind::OneOf => 0,
            Kind::Map | Kind::Object => 1 + self.nested.labels,
            _ => self.nested.labels,
        }
    }

    fn spec(&self) -> Spec {
        let nested = self.nested.spec();
        if self.kind == Kind::Free {
            let spec = BlocksSpec::attributes(self.ty, Type::String);
            return if self.is_dynamic { spec.dynamic().into() } else { spec.into() };
        }
        if self.kind == Kind::OneOf {
            let spec = BlocksSpec::of_types([(self.ty, nested.clone()), ("other", nested)]);
            let spec = if self.is_dynamic { spec.dynamic() } else { spec };
            return Spec::from(spec.tuple());
        }
        if self.kind == Kind::One {
            let spec = BlocksSpec::new(self.ty, nested);
            return if self.is_dynamic { spec.dynamic().into() } else { spec.into() };
        }
        if matches!(self.kind, Kind::Map | Kind::Object) {
            let spec = BlocksSpec::new(self.ty, nested).map("key");
            let spec = if self.is_dynamic { spec.dynamic() } else { spec };
            return match self.kind {
                Kind::Map => spec.into(),
                _ => spec.object("key").into(),
            };
        }
        let spec = BlocksSpec::new(self.ty, nested);
        let spec = if self.is_dynamic { spec.dynamic() } else { spec };
        let spec = if self.max > 3 { spec.max_items(1) } else { spec };
        match self.kind {
            Kind::List => Spec::from(spec.list()),
            Kind::Set => Spec::from(spec.set()),
            _ => Spec::from(spec.tuple()),
        }
    }

    fn write(&self, text: &mut String) {
        let kind = match self.kind {
            Kind::One => "block",
            Kind::List => "block_list",
            Kind::Tuple => "block_tuple",
            Kind::Set => "block_set",
            Kind::Map => "block_map",
            Kind::Object => "block_object",
            Kind::OneOf => "blocks_of",
            Kind::Free => "block_attrs",
        };
        let _ = writeln!(text, "{kind} \"{}\" {{", self.ty);
        if self.is_dynamic {
            text.push_str("dynamic = true\n");
        }
        match self.kind {
            Kind::Free => text.push_str("element_type = string\n"),
            Kind::OneOf => {
                for ty in [self.ty, "other"] {
                    let _ = writeln!(text, "block_type \"{ty}\" {{");
                    self.nested.write(text);
                    text.push_str("}\n");
                }
            }
            _ => {
                if matches!(self.kind, Kind::Map | Kind::Object) {
                    text.push_str("labels = [\"key\"]\n");
                } else if self.kind != Kind::One && self.max > 3 {
                    text.push_str("max_items = 1\n");
                }
                self.nested.write(text);
            }
        }
        text.push_str("}\n");
    }
}
