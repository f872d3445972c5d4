//! Writing specs in the language of spec files.

mod attr;
mod blocks;
mod items;
mod names;
mod rules;
mod values;

use std::fmt;
use std::mem;

use self::items::{Items, block};
use self::names::{SpecNames, ValueNames};
use super::argument::Words;
use super::kinds::{ATTRIBUTE, INDEX, KEY, LABEL, NESTED, REMAINING, UNEXPECTED, VARIABLE};
use super::values::TYPE;
use crate::body::Unexpected;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Kind, Str, Type, Value, convert};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::Source;
use crate::spec::{
    DataForm, DefaultSpec, LabelPosition, LabelSpec, NestedSpec, ObjectSpec, OneOfSpec, Rest, Spec,
    SpecStep, Tag, WrappedSpec, WrappedStep,
};
use crate::syntax::native::{NewItem, body_text, captured_text, parse_expression, value_text};

/// A spec in the language of spec files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenSpec {
    /// The text of the file, in the layout of the [formatter](crate::format).
    pub text: String,
    /// The parts of the spec that the text does not contain.
    pub losses: Vec<SpecLoss>,
}

/// A part of a spec that a spec file can't express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecLoss {
    /// The path to the part.
    pub path: Vec<SpecStep>,
    /// A description of the part: `the function of a transformation`.
    pub part: String,
}

impl SpecLoss {
    /// Creates a loss at the top of a file.
    pub(super) fn of_file(part: String) -> Self {
        Self { path: Vec::new(), part }
    }
}

impl fmt::Display for SpecLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            let path = self.path.iter().map(SpecStep::to_string).collect_vec();
            write!(f, "in {}: ", path.join(", "))?;
        }
        f.write_str(&self.part)
    }
}

/// Writes a spec as a spec file. [`read`](super::read()) returns an equal spec, apart from the parts in
/// [`losses`](WrittenSpec::losses): functions of the program (of [`Spec::transform`], [`Spec::refine`],
/// [`Spec::validate`] and [`AttrSpec::decode_with`](crate::spec::AttrSpec::decode_with)), values without a source form,
/// such as sensitive ones, and types that only the program knows. Their specs are written without them. A literal
/// default gets the type of the value that it replaces, as in every spec file.
///
/// Options that do not change which configurations are valid are left out: the location of parts of values, and the
/// checks that Rust types add to their own specs. Expressions are written as they are, for a context of equal variables
/// and functions. [`convert::to_json`](fn@crate::convert::to_json) returns the text in JSON syntax.
///
/// The bodies of blocks that several block types share, or that contain themselves, become named specs.
///
/// ```
/// use hcldyn::spec::{AttrSpec, BlocksSpec, DataForm, Rest, Spec, language};
/// use hcldyn::Type;
///
/// let port = AttrSpec::new("port", Type::Number).doc("The port.").alias("p");
/// let server = Spec::object([("port", Spec::from(port).or(Spec::Literal(80.into())))]);
/// let spec = Spec::object([("servers", BlocksSpec::new("server", server).map("name").into())]);
/// let expected = r#"object {
///   block_map "servers" {
///     block_type = "server"
///     labels     = ["name"]
///
///     object {
///       attr "port" {
///         type    = number
///         default = 80
///         aliases = ["p"]
///         docs    = "The port."
///       }
///     }
///   }
/// }
/// "#;
/// assert_eq!(language::write(&spec).text, expected);
/// ```
pub fn write(spec: &Spec) -> WrittenSpec {
    let mut writer = Writer {
        path: Vec::new(),
        losses: Vec::new(),
        specs: SpecNames::of(spec),
        values: ValueNames::default(),
        next_label: 0,
    };
    let mut file = Items(vec![writer.spec(spec, None, None)]);
    writer.definitions(&mut file);
    WrittenSpec { text: body_text(file.0), losses: writer.losses }
}

/// The state of the writing of a spec.
struct Writer {
    path: Vec<SpecStep>,
    losses: Vec<SpecLoss>,
    specs: SpecNames,
    values: ValueNames,
    /// The index of the next label of the blocks whose body is being written, as a reader counts.
    next_label: usize,
}

impl Writer {
    /// Returns the block for a spec. `label` is its name in an object, and `implied` the name that a reader takes for
    /// the item to decode.
    fn spec(&mut self, spec: &Spec, label: Option<&Str>, implied: Option<&Str>) -> NewItem {
        let of = |ty: &str, body: Items| block(ty, label.map(Str::as_str), body);
        match spec {
            Spec::Object(object) => of("object", self.object(object)),
            Spec::Tuple(tuple) => {
                let specs = tuple.specs.iter().enumerate();
                let element = |(index, spec)| {
                    self.under(SpecStep::Element(index), |it| it.spec(spec, None, None))
                };
                of("array", Items(specs.map(element).collect_vec()))
            }
            Spec::Attr(attr) => of("attr", self.attr(attr, None, implied)),
            Spec::Literal(value) => of("literal", self.literal(value)),
            Spec::Expr(expr) => of("expr", self.expression("value", expr)),
            Spec::Default(specs) => {
                let specs = self.as_read(specs);
                match self.attr_with_default(&specs, implied) {
                    Some(attr) => of("attr", attr),
                    None => of("default", self.default(&specs, implied)),
                }
            }
            Spec::Blocks(blocks) => of(blocks::kind_of(blocks), self.blocks(blocks, implied)),
            Spec::Label(spec) => of(LABEL, self.label(spec, implied)),
            Spec::OneOf(one_of) => of("one_of", self.one_of(one_of)),
            Spec::Rest(Rest::Body) => of("remain", Items::default()),
            Spec::Rest(Rest::Attributes(element)) => {
                of("remain_attrs", self.free_value(element, "attribute"))
            }
            Spec::Rest(Rest::Data(DataForm::Tuples)) => of("open_body", Items::default()),
            Spec::Rest(Rest::Data(DataForm::Merged)) => of("any", Items::default()),
            Spec::Wrapped(wrapped) => self.wrapped(wrapped, label, implied),
        }
    }

    fn object(&mut self, object: &ObjectSpec) -> Items {
        let mut items = Items::default();
        items.docs(&object.docs);
        if object.unexpected != Unexpected::Deny
            && let Some(word) = object.unexpected.word()
        {
            items.value(UNEXPECTED, word);
        }
        blocks::add_forms(object.forms, &mut items);
        for (name, spec) in object.shape.names().iter().zip(&object.specs) {
            let item = self.under(SpecStep::Attribute(name.clone()), |it| {
                it.spec(spec, Some(name), Some(name))
            });
            items.0.push(item);
        }
        for rule in &object.rules {
            let rule = self.rule(rule);
            items.block("rule", None, rule);
        }
        items
    }

    fn literal(&mut self, value: &Value) -> Items {
        let mut items = Items::default();
        let text = self.value_source(value);
        match reread(&text) {
            Some(read) if read == *value => {}
            Some(read)
                if convert::convert(read.clone(), &value.ty()).is_ok_and(|it| it == *value) =>
            {
                if let Some(ty) = values::type_source(&value.ty()) {
                    items.source(TYPE, ty);
                } else {
                    self.lose("the type of a literal");
                }
            }
            // It was reported, or is null.
            _ if text == "null" && !value.is_null() => {}
            _ => self.lose("the type of a literal"),
        }
        items.0.insert(
            0,
            NewItem::Attribute { name: "value".into(), expr: text, is_sensitive: false },
        );
        items
    }

    /// Returns the source of a value, or null if it has none.
    fn value_source(&mut self, value: &Value) -> String {
        value_text(value).unwrap_or_else(|_| {
            let is_sensitive = value.contains_marked();
            self.lose(if is_sensitive {
                "a sensitive value"
            } else {
                "a value without a source form"
            });
            "null".to_owned()
        })
    }

    /// Returns an argument with an expression, or null if the expression has no source form.
    fn expression(&mut self, name: &str, expr: &Expression) -> Items {
        let mut items = Items::default();
        let text = captured_text(expr).unwrap_or_else(|_| {
            self.lose("an expression without a source form");
            "null".to_owned()
        });
        items.source(name, text);
        items
    }

    /// Converts a literal default to the type of the value that it replaces, as a reader does.
    fn as_read(&mut self, specs: &DefaultSpec) -> DefaultSpec {
        let default = match &specs.default {
            Spec::Default(rest) => self.as_read(rest).into(),
            Spec::Literal(value) if !value.is_null() => {
                let read = convert::convert(value.clone(), &specs.primary.implied_type());
                if read.as_ref().is_ok_and(|read| read != value) {
                    self.lose("the type of a default");
                }
                Spec::Literal(read.unwrap_or_else(|_| value.clone()))
            }
            Spec::Object(_) | Spec::Tuple(_) | Spec::OneOf(_) => specs.default.clone(),
            Spec::Attr(_) | Spec::Blocks(_) | Spec::Label(_) => specs.default.clone(),
            Spec::Literal(_) | Spec::Expr(_) => specs.default.clone(),
            Spec::Rest(_) | Spec::Wrapped(_) => specs.default.clone(),
        };
        DefaultSpec::new(specs.primary.clone(), default)
    }

    /// Returns the outcomes of a default.
    fn default(&mut self, specs: &DefaultSpec, implied: Option<&Str>) -> Items {
        let mut items = Items(vec![self.spec(&specs.primary, None, implied)]);
        let step = self.path.len();
        let mut rest = &specs.default;
        loop {
            self.path.push(SpecStep::Default);
            let Spec::Default(specs) = rest else { break };
            items.0.push(self.spec(&specs.primary, None, implied));
            rest = &specs.default;
        }
        items.0.push(self.spec(rest, None, implied));
        self.path.truncate(step);
        items
    }

    fn label(&mut self, label: &LabelSpec, implied: Option<&Str>) -> Items {
        let mut items = Items::default();
        if implied != Some(&label.name) {
            items.value("name", label.name.clone());
        }
        match label.position {
            LabelPosition::Key => items.flag(KEY, true),
            LabelPosition::At(index) => self.label_index(index, &mut items),
            LabelPosition::From(index) => {
                self.label_index(index, &mut items);
                items.flag(REMAINING, true);
            }
        }
        items.docs(&label.docs);
        items
    }

    /// Adds the index of a label, if it does not follow the previous one.
    fn label_index(&mut self, index: usize, items: &mut Items) {
        if index != self.next_label {
            items.value(INDEX, Value::from(index as u64));
        }
        self.next_label = index.saturating_add(1);
    }

    fn one_of(&mut self, one_of: &OneOfSpec) -> Items {
        let mut items = Items::default();
        match &one_of.tag {
            Tag::Label { index, name } => {
                items.value(LABEL, name.clone());
                self.label_index(*index, &mut items);
            }
            Tag::Attribute(name) => items.value(ATTRIBUTE, name.clone()),
        }
        items.docs(&one_of.docs);
        // Each form may have its own labels, which follow those before the choice.
        let first_label = self.next_label;
        let mut next_label = first_label;
        for (tag, form) in &one_of.forms {
            self.next_label = first_label;
            let body = self.under(SpecStep::Form(tag.clone()), |it| it.spec(form, None, None));
            items.block("form", Some(tag), Items(vec![body]));
            next_label = next_label.max(self.next_label);
        }
        self.next_label = next_label;
        items
    }

    fn wrapped(
        &mut self,
        wrapped: &WrappedSpec,
        label: Option<&Str>,
        implied: Option<&Str>,
    ) -> NewItem {
        let lost = match &wrapped.step {
            WrappedStep::Evaluate { expr, variable, .. } => match captured_text(expr) {
                Ok(result) => {
                    let mut items = Items::default();
                    if **variable != *NESTED {
                        items.value(VARIABLE, variable.clone());
                    }
                    items.source("result", result);
                    items.0.push(self.spec(&wrapped.spec, None, implied));
                    return block("transform", label.map(Str::as_str), items);
                }
                Err(_) => "the expression of a transformation",
            },
            WrappedStep::Call(_) => "the function of a transformation",
            WrappedStep::Refine(_) => "the function of a refinement",
            WrappedStep::Validate(_, None) => "the function of a validation",
            WrappedStep::Validate(_, Some(condition)) => {
                &format!("the function of a validation: {condition}")
            }
        };
        self.lose(lost);
        self.spec(&wrapped.spec, label, implied)
    }

    /// Returns the block for the spec of the bodies of blocks: a use, if the spec has a name.
    fn nested(&mut self, nested: &NestedSpec, ty: &Str) -> NewItem {
        if let Some(name) = self.specs.name(nested, ty) {
            let mut items = Items::default();
            items.value("spec", name);
            return block("use", None, items);
        }
        self.under(SpecStep::Block(ty.clone()), |it| it.body(nested.spec()))
    }

    /// Returns the block for the spec of a body.
    fn body(&mut self, spec: &Spec) -> NewItem {
        let outer = mem::take(&mut self.next_label);
        let item = self.spec(spec, None, None);
        self.next_label = outer;
        item
    }

    /// Adds the definitions that the items use, and those that the definitions use.
    fn definitions(&mut self, file: &mut Items) {
        let mut position = 0;
        while let Some((name, nested)) = self.specs.named(position).cloned() {
            let body = self.under(SpecStep::Block(name.clone()), |it| it.body(nested.spec()));
            file.block("spec", Some(&name), Items(vec![body]));
            position += 1;
        }
        position = 0;
        while let Some((name, value)) = self.values.named(position).cloned() {
            let body = self.under(SpecStep::Attribute(name.clone()), |it| {
                it.value(&value.spec(), TYPE, &name)
            });
            file.block("value", Some(&name), body);
            position += 1;
        }
    }

    fn under<T>(&mut self, step: SpecStep, write: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let result = write(self);
        self.path.pop();
        result
    }

    /// Records that the value of a default is lost if the program computes it.
    fn lose_default(&mut self, docs: &ItemDocs) {
        if docs.computed_default.is_some() {
            self.lose("the value of a default, which is written in words");
        }
    }

    fn lose(&mut self, part: impl Into<String>) {
        self.losses.push(SpecLoss { path: self.path.clone(), part: part.into() });
    }
}

/// Returns the value of an expression that the writer wrote.
fn reread(text: &str) -> Option<Value> {
    let mut diags = Diagnostics::of_attempt();
    let expr = parse_expression(&Source::new("<written>", text), &mut diags)?;
    let value = expr.value(&EvalContext::new(), &mut diags);
    (!diags.has_errors() && !matches!(value.kind(), Kind::Unknown(..))).then_some(value)
}

/// Returns `true` if a type is that of any value.
fn is_any(ty: &Type) -> bool {
    *ty == Type::Dynamic
}
