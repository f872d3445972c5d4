//! Writing specs in the language of spec files.

use std::fmt;
use std::mem;

use super::block::Content;
use super::kinds::kind_of;
use super::names::{SpecNames, ValueNames};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Kind, Str, Type, Value, convert};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Source;
use crate::spec::{
    DataForm, DefaultSpec, Encoder, NestedSpec, Rest, Spec, SpecStep, ValueStep, WrappedSpec,
    WrappedStep,
};
use crate::syntax::native::{NewItem, body_text, captured_text, parse_expression, value_text};

/// A spec in the language of spec files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenSpec {
    /// The text of the file, in the layout of the [formatter](crate::syntax::format).
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
/// and functions. [`convert::to_json`](fn@crate::edit::convert::to_json) returns the text in JSON syntax.
///
/// The bodies of blocks that several block types share, or that contain themselves, become named specs.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, DataForm, Rest, Spec, language};
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
    let mut file = vec![writer.spec(spec, None, None)];
    writer.definitions(&mut file);
    WrittenSpec { text: body_text(file), losses: writer.losses }
}

/// The state of the writing of a spec.
pub(super) struct Writer {
    pub(super) path: Vec<SpecStep>,
    losses: Vec<SpecLoss>,
    specs: SpecNames,
    pub(super) values: ValueNames,
    /// The index of the next label of the blocks whose body is being written, as a reader counts.
    pub(super) next_label: usize,
}

impl Writer {
    /// Returns the block for a spec. `label` is its name in an object, and `implied` the name that a reader takes for
    /// the item to decode.
    pub(super) fn spec(
        &mut self,
        spec: &Spec,
        label: Option<&Str>,
        implied: Option<&Str>,
    ) -> NewItem {
        let of = |ty: &str, body: Vec<NewItem>| block(ty, label.map(Str::as_str), body);
        match spec {
            Spec::Object(object) => of("object", self.object(object)),
            Spec::Tuple(tuple) => {
                let specs = tuple.specs.iter().enumerate();
                let element = |(index, spec)| {
                    self.under(SpecStep::Element(index), |it| it.spec(spec, None, None))
                };
                of("array", specs.map(element).collect_vec())
            }
            Spec::Attr(attr) => of("attr", self.attr(attr, None, implied)),
            Spec::Literal(value) => of("literal", self.literal(value)),
            Spec::Expr(expr) => of("expr", self.expr(expr)),
            Spec::Default(specs) => {
                let specs = self.as_read(specs);
                match self.attr_with_default(&specs, implied) {
                    Some(attr) => of("attr", attr),
                    None => of("default", self.default(&specs, implied)),
                }
            }
            Spec::Blocks(blocks) => of(kind_of(blocks), self.blocks(blocks, implied)),
            Spec::Label(spec) => of("label", self.label(spec, implied)),
            Spec::OneOf(one_of) => of("one_of", self.one_of(one_of)),
            Spec::Rest(Rest::Body) => of("remain", Vec::new()),
            Spec::Rest(Rest::Attributes(element)) => {
                of("remain_attrs", self.remaining_attributes(element))
            }
            Spec::Rest(Rest::Data(DataForm::Tuples)) => of("open_body", Vec::new()),
            Spec::Rest(Rest::Data(DataForm::Merged)) => of("any", Vec::new()),
            Spec::Wrapped(wrapped) => self.wrapped(wrapped, label, implied),
        }
    }

    /// Returns the items of a struct, followed by blocks.
    pub(super) fn content<T: Content>(
        &mut self,
        content: &T,
        blocks: impl IntoIterator<Item = NewItem>,
    ) -> Vec<NewItem> {
        let mut items = Encoder::new().items_of(content).unwrap_or_else(|error| {
            self.lose(error.to_string());
            Vec::new()
        });
        items.extend(blocks);
        items
    }

    /// Returns a value that has a source form: the value itself, or null.
    pub(super) fn written(&mut self, value: &Value) -> Value {
        if value_text(value).is_ok() {
            return value.clone();
        }
        let is_sensitive = value.contains_marked();
        self.lose(if is_sensitive { "a sensitive value" } else { "a value without a source form" });
        Value::null(Type::Dynamic)
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

    fn wrapped(
        &mut self,
        wrapped: &WrappedSpec,
        label: Option<&Str>,
        implied: Option<&Str>,
    ) -> NewItem {
        let lost = match &wrapped.step {
            WrappedStep::Value(ValueStep::Evaluate { expr, variable, .. }) => {
                match captured_text(expr) {
                    Ok(_) => {
                        let items = self.transform(variable, expr, &wrapped.spec, implied);
                        return block("transform", label.map(Str::as_str), items);
                    }
                    Err(_) => "the expression of a transformation",
                }
            }
            WrappedStep::Block(_) => {
                "the repetition or the inheritance of a body that is not in a block"
            }
            WrappedStep::Value(ValueStep::Call(_)) => "the function of a transformation",
            WrappedStep::Value(ValueStep::Refine(_)) => "the function of a refinement",
            WrappedStep::Value(ValueStep::Validate(_, None)) => "the function of a validation",
            WrappedStep::Value(ValueStep::Validate(_, Some(condition))) => {
                &format!("the function of a validation: {condition}")
            }
        };
        self.lose(lost);
        self.spec(&wrapped.spec, label, implied)
    }

    /// Returns the block for the spec of the bodies of blocks: a use, if the spec has a name.
    pub(super) fn nested(&mut self, nested: &NestedSpec, ty: &Str) -> NewItem {
        if let Some(name) = self.specs.name(nested, ty) {
            return self.used(name);
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
    fn definitions(&mut self, file: &mut Vec<NewItem>) {
        let mut position = 0;
        while let Some((name, nested)) = self.specs.named(position).cloned() {
            let body = self.under(SpecStep::Block(name.clone()), |it| it.body(nested.spec()));
            file.push(block("spec", Some(&name), vec![body]));
            position += 1;
        }
        position = 0;
        while let Some((name, value)) = self.values.named(position).cloned() {
            let step = SpecStep::Attribute(name.clone());
            let body = self.under(step, |it| it.typed(&value.spec(), &name));
            file.push(block("value", Some(&name), body));
            position += 1;
        }
    }

    pub(super) fn under<T>(&mut self, step: SpecStep, write: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let result = write(self);
        self.path.pop();
        result
    }

    /// Records that the value of a default is lost if the program computes it.
    pub(super) fn lose_default(&mut self, docs: &ItemDocs) {
        if docs.computed_default.is_some() {
            self.lose("the value of a default, which is written in words");
        }
    }

    pub(super) fn lose(&mut self, part: impl Into<String>) {
        self.losses.push(SpecLoss { path: self.path.clone(), part: part.into() });
    }
}

/// Returns a block.
pub(super) fn block(ty: &str, label: Option<&str>, body: Vec<NewItem>) -> NewItem {
    let labels = label.map(Str::from).into_iter().collect_vec();
    NewItem::Block { ty: ty.into(), labels, body }
}

/// Returns the value of an expression that the writer wrote.
pub(super) fn reread(text: &str) -> Option<Value> {
    let mut diags = Diagnostics::of_attempt();
    let expr = parse_expression(&Source::new("<written>", text), &mut diags)?;
    let value = expr.value(&EvalContext::new(), &mut diags);
    (!diags.has_errors() && !matches!(value.kind(), Kind::Unknown(..))).then_some(value)
}

/// Returns `true` if a part of a value is an expression or another capsule, which no literal can be.
pub(super) fn is_captured(value: &Value) -> bool {
    matches!(value.kind(), Kind::Capsule(_)) || value.elements().iter().any(is_captured)
}
