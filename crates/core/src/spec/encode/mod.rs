//! Encoding of values by specs: the inverse of decoding.
//!
//! A walk through a value and its spec makes the items of a body, which `syntax::native` writes.

mod attrs;
mod blocks;
mod error;
mod fits;
mod natural;
mod parts;
mod wrapped;

use std::marker::PhantomData;
use std::mem::discriminant;
use std::sync::LazyLock;

pub use self::error::EncodeError;
pub(crate) use self::error::unwritable_clause;
pub(super) use self::natural::natural;
use self::parts::BodyParts;
use super::{DefaultSpec, LabelPosition, LabelSpec, ObjectSpec, OneOfSpec, Rest, Spec, Tag};
use crate::cty::{CapsuleType, Kind, Mark, Marks, Path, PathError, Step, Str, Type, Value};
use crate::expr::ExpressionClosure;
use crate::syntax::native::{MAX_UNWRITABLE, NewExpr, NewItem, Unwritable, body_text};

/// Returns a value in native syntax, as a body that decodes to it by the spec: `decode(encode(value)) == value`.
///
/// Items are in the order of the spec. Attributes that are null or have their default are left out. The result has the
/// layout of the [formatter](crate::syntax::format). [`Encoder`] has options.
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Rest, Spec, encode};
///
/// let server = Spec::object([
///     ("port", AttrSpec::new("port", Type::Number).required().into()),
///     ("tags", AttrSpec::new("tags", Type::list(Type::String)).into()),
/// ]);
/// let spec = Spec::object([("servers", BlocksSpec::new("server", server).map("name").into())]);
///
/// let web = Value::object([("port", Value::from(80)), ("tags", vec!["a", "b"].into())]);
/// let value = Value::object([("servers", Value::object([("web", web)]))]);
/// let text = "server \"web\" {\n  port = 80\n  tags = [\"a\", \"b\"]\n}\n";
/// assert_eq!(encode(&value, &spec)?, text);
/// # Ok::<(), hcldyn::spec::EncodeError>(())
/// ```
///
/// The parts of a value are converted to the types of their attributes, as in decoding. A list becomes a tuple in the
/// source, and a map an object: an attribute of any type then decodes to these. Of several forms of a body
/// ([`OneOfSpec`], [`BlocksSpec::of_types`](super::BlocksSpec::of_types)), the first one that the value fits is written.
/// Captured expressions and the rest of a body are written as they were captured. A body that is decoded as data
/// ([`Rest::Data`]) becomes attributes.
///
/// # Errors
///
/// Returns the parts that can't be written, at most 100: unknown values, marked values (see
/// [`Encoder::reveal_sensitive`]), infinite numbers, capsules other than expressions, expressions that refer to the
/// iterator of a `dynamic` block, values that do not convert to the type of their attribute, values of
/// [`Spec::transform`], which has no inverse, and names that are not names in native syntax.
pub fn encode(value: &Value, spec: &Spec) -> Result<String, EncodeError> {
    Encoder::new().encode(value, spec)
}

/// The maximum length of all expressions in bytes. The formatter needs up to 20 times the memory of its source.
const MAX_LENGTH: usize = 16 << 20;

/// The options of encoding.
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::spec::{AttrSpec, Encoder, Rest, Spec};
///
/// let port = Spec::from(AttrSpec::new("port", Type::Number)).or(Spec::Literal(80.into()));
/// let spec = Spec::object([("port", port)]);
/// let value = Value::object([("port", Value::from(80))]);
/// assert_eq!(Encoder::new().encode(&value, &spec)?, "");
/// assert_eq!(Encoder::new().keep_defaults().encode(&value, &spec)?, "port = 80\n");
/// # Ok::<(), hcldyn::spec::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Encoder {
    keeps_defaults: bool,
    sensitive: SensitiveValues,
}

/// The treatment of sensitive values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SensitiveValues {
    #[default]
    Rejected,
    Redacted,
    Revealed,
}

impl Encoder {
    /// Returns the options of [`encode`]: defaults are left out, and sensitive values are rejected.
    pub fn new() -> Self {
        Self::default()
    }

    /// Also writes attributes that have their default.
    #[must_use]
    pub fn keep_defaults(mut self) -> Self {
        self.keeps_defaults = true;
        self
    }

    /// Writes sensitive values instead of rejecting them.
    #[must_use]
    pub fn reveal_sensitive(mut self) -> Self {
        self.sensitive = SensitiveValues::Revealed;
        self
    }

    /// Writes the string `"(sensitive)"` in place of sensitive values of attributes, to show a configuration to people.
    ///
    /// ```
    /// use hcldyn::spec::Encoder;
    /// use hcldyn::{EvalContext, HclDecode, HclEncode};
    ///
    /// #[derive(HclDecode, HclEncode)]
    /// struct Login {
    ///     user: String,
    ///     #[hcl(sensitive)]
    ///     password: String,
    /// }
    ///
    /// let text = "user = \"jane\"\npassword = \"hunter2\"";
    /// let login: Login = hcldyn::from_str(text, &EvalContext::new()).unwrap();
    /// let shown = Encoder::new().redact_sensitive().to_string(&login)?;
    /// assert_eq!(shown, "user     = \"jane\"\npassword = \"(sensitive)\"\n");
    /// # Ok::<(), hcldyn::spec::EncodeError>(())
    /// ```
    #[must_use]
    pub fn redact_sensitive(mut self) -> Self {
        self.sensitive = SensitiveValues::Redacted;
        self
    }

    /// Returns a value in native syntax, like [`encode`].
    ///
    /// # Errors
    ///
    /// Returns the parts that can't be written, at most 100. More than 16 MiB of expressions in total is an error. The
    /// expression of a value can be long although its source is short, because the parts of the value can share their
    /// memory.
    pub fn encode(&self, value: &Value, spec: &Spec) -> Result<String, EncodeError> {
        self.items(value, spec).map(body_text)
    }

    pub(crate) fn reveals_sensitive(self) -> bool {
        self.sensitive == SensitiveValues::Revealed
    }

    /// Returns the items of the body.
    pub(crate) fn items<E: NewExpr>(
        &self,
        value: &Value,
        spec: &Spec,
    ) -> Result<Vec<NewItem<E>>, EncodeError> {
        let mut encoding = Encoding {
            form: PhantomData,
            options: *self,
            length: 0,
            path: Path::root(),
            errors: Vec::new(),
            level: 0,
            is_sensitive: false,
        };
        let mut body = BodyParts::default();
        encoding.spec(spec, value, &mut body);
        if body.has_labels() {
            encoding.fail("a label requires a block around it");
        }
        match EncodeError::of(encoding.errors) {
            None => Ok(body.items),
            Some(error) => Err(error),
        }
    }
}

static WRITTEN: LazyLock<CapsuleType> = LazyLock::new(|| CapsuleType::new("written value"));

/// The value of an attribute in the form in which it is written, which only the encoder reads. It is written even if
/// it is null.
pub(crate) struct Written {
    pub(crate) value: Value,
    /// `true` if a missing attribute has the same value.
    pub(crate) is_default: bool,
}

impl Written {
    fn is_null(&self) -> bool {
        self.value.is_null()
    }
}

/// Returns `true` if all marks are those of sensitive values.
fn is_sensitive_only(marks: &Marks) -> bool {
    marks.iter().all(|mark| *mark == Mark::sensitive())
}

/// Returns the value of an attribute in the form in which it is written.
pub(crate) fn written(value: Written) -> Value {
    Value::capsule(&WRITTEN, value)
}

/// The state of an encoding.
struct Encoding<E> {
    /// The form of the values of attributes.
    form: PhantomData<fn() -> E>,
    options: Encoder,
    /// The length of the expressions so far in bytes.
    length: usize,
    path: Path,
    errors: Vec<PathError>,
    /// The number of blocks around the current body.
    level: u32,
    /// `true` if the current value is part of one that is marked as sensitive.
    is_sensitive: bool,
}

impl<E: NewExpr> Encoding<E> {
    /// Adds the items that the spec decodes to the value.
    fn spec(&mut self, spec: &Spec, value: &Value, body: &mut BodyParts<E>) {
        if self.redacts(value) {
            if let Spec::Default(specs) = spec {
                return self.spec(&specs.primary, value, body);
            }
            if let Some(attr) = spec.as_attr() {
                return self.push_redacted(&attr.names.name, body);
            }
        }
        self.inside(value, |it, value| it.readable_spec(spec, value, body));
    }

    fn readable_spec(&mut self, spec: &Spec, value: &Value, body: &mut BodyParts<E>) {
        match spec {
            Spec::Object(object) => self.object(object, value, body),
            Spec::Tuple(tuple) => match value.kind() {
                Kind::Tuple(elements) if elements.elements().len() == tuple.specs.len() => {
                    for (index, (spec, value)) in
                        tuple.specs.iter().zip(elements.elements()).enumerate()
                    {
                        self.under(Step::Index(index.into()), |it| it.spec(spec, value, body));
                    }
                }
                _ => self.expected(&format!("a tuple of {} elements", tuple.specs.len()), value),
            },
            Spec::Attr(attr) => self.attr(attr, value, body),
            Spec::Literal(literal) if literal.unmarked() == value => {}
            Spec::Literal(literal) => self.expected(&literal.describe(), value),
            Spec::Expr(_) => {}
            Spec::Default(specs) => self.default(specs, value, body),
            Spec::Blocks(blocks) => self.blocks(blocks, value, body),
            Spec::Label(label) => self.label(label, value, body),
            Spec::OneOf(one_of) => self.one_of(one_of, value, body),
            Spec::Wrapped(wrapped) => self.wrapped(wrapped, value, body),
            Spec::Rest(Rest::Body) => self.rest(value, body),
            Spec::Rest(Rest::Attributes(element)) => self.free_attrs(element, value, body),
            Spec::Rest(Rest::Data(_)) => self.free_attrs(&Type::Dynamic.into(), value, body),
        }
    }

    /// Continues with a value without its own marks. Reports marks and unknown values.
    fn inside(&mut self, value: &Value, encode: impl FnOnce(&mut Self, &Value)) {
        let Some(inner) = self.readable(value) else { return };
        let is_sensitive = self.is_sensitive;
        self.is_sensitive |= value.is_marked();
        encode(self, inner);
        self.is_sensitive = is_sensitive;
    }

    /// Returns the value without its own marks. Reports marks and unknown values.
    fn readable<'v>(&mut self, value: &'v Value) -> Option<&'v Value> {
        let inner = value.unmarked();
        if let Some(marks) = value.marks().filter(|marks| !self.allows(marks, inner)) {
            let is_sensitive = marks.contains(&Mark::sensitive());
            self.reject(if is_sensitive { Unwritable::Sensitive } else { Unwritable::Marked });
            return None;
        }
        if !inner.is_known() {
            self.reject(Unwritable::Unknown);
            return None;
        }
        Some(inner)
    }

    /// Returns `true` if a value with these marks may be written. Nothing is written for null.
    fn allows(&self, marks: &Marks, value: &Value) -> bool {
        is_sensitive_only(marks) && (self.options.reveals_sensitive() || value.is_null())
    }

    /// Returns `true` if a placeholder replaces the value of an attribute.
    fn redacts(&self, value: &Value) -> bool {
        self.options.sensitive == SensitiveValues::Redacted
            && value.marks().is_some_and(is_sensitive_only)
            && !value.unmarked().is_null()
    }

    fn object(&mut self, spec: &ObjectSpec, value: &Value, body: &mut BodyParts<E>) {
        if value.is_null() && spec.is_omissible() {
            return;
        }
        let Some(object) = value.as_object() else { return self.expected("an object", value) };
        let (names, own) = (spec.shape.names(), object.shape().names());
        let null = Value::null(Type::Dynamic);
        let has_same_names = names == own;
        for (position, (name, spec)) in names.iter().zip(&spec.specs).enumerate() {
            let part =
                if has_same_names { object.values().get(position) } else { object.get(name) };
            self.under(Step::Attr(name.clone()), |it| it.spec(spec, part.unwrap_or(&null), body));
        }
        for name in own.iter().filter(|name| spec.shape.position(name).is_none()) {
            self.under(Step::Attr(name.clone()), |it| it.fail("the spec has no such attribute"));
        }
    }

    fn default(&mut self, specs: &DefaultSpec, value: &Value, body: &mut BodyParts<E>) {
        if !self.options.keeps_defaults && is_default(specs, value) {
            return;
        }
        let is_null = value.is_null() || value.as_capsule().is_some_and(Written::is_null);
        let has_default = !matches!(&specs.default, Spec::Literal(default) if default.is_null());
        let is_of_default = is_null || !fits::fits(&specs.primary, value);
        match is_of_default && has_default {
            true if fits::fits(&specs.default, value) => self.spec(&specs.default, value, body),
            true if is_null => self.fail("null can't be written, because it becomes the default"),
            _ => self.spec(&specs.primary, value, body),
        }
    }

    fn label(&mut self, spec: &LabelSpec, value: &Value, body: &mut BodyParts<E>) {
        let first = match spec.position {
            LabelPosition::At(index) => Some(index),
            LabelPosition::Key => None,
            LabelPosition::From(index) => {
                if !matches!(value.kind(), Kind::List(_) | Kind::Set(_) | Kind::Tuple(_)) {
                    return self.expected("a list of strings", value);
                }
                for (offset, label) in value.elements().iter().enumerate() {
                    let set = |it: &mut Self| it.set_label(Some(index + offset), label, body);
                    self.under(Step::Index(offset.into()), set);
                }
                return;
            }
        };
        self.set_label(first, value, body);
    }

    /// Sets the label at an index, or the key.
    fn set_label(&mut self, index: Option<usize>, value: &Value, body: &mut BodyParts<E>) {
        let Some(value) = self.readable(value) else { return };
        match value.as_str() {
            Some(label) if body.set_label(index, &Str::from(label)) => {}
            Some(_) => self.fail("the label already has another value"),
            None => self.fail(format!("the label must be a string, not {}", value.describe())),
        }
    }

    fn one_of(&mut self, spec: &OneOfSpec, value: &Value, body: &mut BodyParts<E>) {
        let Some((tag, form)) = spec.forms.iter().find(|(_, form)| fits::fits(form, value)) else {
            return self.expected("a value of one of the forms", value);
        };
        match &spec.tag {
            Tag::Label { index, .. } => self.set_label(Some(*index), &tag.clone().into(), body),
            Tag::Attribute(name) => self.push_attr(name, &tag.clone().into(), false, body),
        }
        self.spec(form, value, body);
    }

    /// Continues with a part of the value.
    fn under<T>(&mut self, step: Step, encode: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let result = encode(self);
        self.path.pop();
        result
    }

    fn expected(&mut self, wanted: &str, value: &Value) {
        let found =
            if value.contains_marked() { "another value".to_owned() } else { value.describe() };
        self.fail(format!("{wanted} is required, not {found}"));
    }

    fn reject(&mut self, reason: Unwritable) {
        self.fail(unwritable_clause(reason));
    }

    fn fail(&mut self, message: impl Into<String>) {
        self.fail_at(&Path::root(), message);
    }

    /// Reports an error of a part of the current value.
    fn fail_at(&mut self, path: &Path, message: impl Into<String>) {
        if self.errors.len() < MAX_UNWRITABLE {
            let mut error = PathError::new(message);
            error.path = self.path.steps().iter().chain(path.steps()).cloned().collect();
            self.errors.push(error);
        }
    }
}

/// Returns `true` if a missing attribute has the value.
fn is_default(specs: &DefaultSpec, value: &Value) -> bool {
    let Spec::Literal(default) = &specs.default else { return false };
    if !fits::may_be_missing(&specs.primary) {
        return false;
    }
    let spec = specs.primary.as_attr().map(|attr| &attr.value);
    match (value.as_capsule::<Written>(), spec) {
        // `Some(None)` is written, even if a missing attribute is null as well.
        (Some(written), Some(_)) if written.is_null() => false,
        (Some(written), Some(spec)) => {
            spec.try_convert(written.value.clone()).is_ok_and(|value| is_same(&value, default))
        }
        _ => is_same(value, default),
    }
}

/// Returns `true` if two values are equal, apart from expressions in them that always return equal values of the
/// program.
pub(crate) fn is_same(a: &Value, b: &Value) -> bool {
    let constant = |value: &Value| {
        let expression = &value.as_capsule::<ExpressionClosure>()?.expression;
        expression.as_literal().filter(|_| expression.text().is_empty()).cloned()
    };
    are_equal(a, b, &|a, b| constant(a).is_some_and(|a| Some(a) == constant(b)))
}

/// Returns `true` if two values are equal, apart from parts that `is_same` accepts.
pub(crate) fn are_equal(a: &Value, b: &Value, is_same: &dyn Fn(&Value, &Value) -> bool) -> bool {
    if a == b || is_same(a, b) {
        return true;
    }
    let (parts, others) = (a.elements(), b.elements());
    !parts.is_empty()
        && parts.len() == others.len()
        && discriminant(&a.kind()) == discriminant(&b.kind())
        && names(a) == names(b)
        && parts.iter().zip(others).all(|(a, b)| are_equal(a, b, is_same))
}

/// Returns the names of the elements of a map or an object.
pub(crate) fn names(value: &Value) -> &[Str] {
    match value.kind() {
        Kind::Map(map) => map.keys(),
        Kind::Object(object) => object.shape().names(),
        _ => &[],
    }
}
