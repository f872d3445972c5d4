//! The spec of an attribute.

use super::super::sensitive::{SecretsIn, secrets_in};
use super::{FlagOptions, OtherForms, SettingOptions, SettingSource, ValueRule};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ItemDocs, ItemNames, ValueSpec};
use crate::cty::{FromValueError, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{CustomDecoder, EvalContext, Expression, captures_parts};
use crate::ext::typeexpr::Defaults;
use crate::spec::item::item_methods;

/// The spec of an attribute.
#[derive(Clone, Debug)]
pub struct AttrSpec {
    pub(crate) names: ItemNames,
    pub(in crate::spec) docs: ItemDocs,
    pub(in crate::spec) value: ValueSpec,
    /// The type that the value is converted to.
    pub(in crate::spec) ty: Type,
    /// The type of the decoded values, without optional attributes.
    pub(in crate::spec) value_ty: Type,
    /// `true` if parts of the value capture expressions.
    pub(in crate::spec) captures_parts: bool,
    pub(in crate::spec) required: bool,
    /// `true` if the value, or a part of it, is sensitive.
    pub(in crate::spec) sensitive: bool,
    /// `true` if the value is sensitive as a whole.
    pub(in crate::spec) is_secret: bool,
    pub(in crate::spec) locates_parts: bool,
    pub(in crate::spec) explains: bool,
    pub(in crate::spec) check: Option<CheckFn>,
    pub(in crate::spec) rules: Vec<ValueRule>,
    /// The defaults of the attributes of objects in the value.
    pub(in crate::spec) defaults: Option<Defaults>,
    pub(in crate::spec) decoder: Option<CustomDecoder>,
    pub(crate) forms: OtherForms,
    /// The options about the sources of the value, if one differs from the defaults.
    pub(crate) setting: Option<Box<SettingOptions>>,
}

/// A check of a value beyond its type. It is called for known, unmarked values only.
pub(crate) type CheckFn = fn(&Value) -> Result<(), FromValueError>;

impl AttrSpec {
    /// Returns the spec of an attribute whose value is converted to a type, or by the spec of a value. It is null if
    /// the attribute is not set. It is sensitive if a part of its value is
    /// ([`ValueSpec::has_sensitive`](crate::cty::value_spec::ValueSpec::has_sensitive)). If only attributes of objects in
    /// it are, messages hide these, and the whole value if it is not written as objects.
    pub fn new(name: impl Into<Str>, value: impl Into<ValueSpec>) -> Self {
        let value = value.into();
        let ty = value.ty();
        let value_ty = ty.without_optional();
        let secrets = secrets_in(&value);
        Self {
            names: ItemNames::new(name),
            docs: ItemDocs::default(),
            captures_parts: captures_parts(&value),
            sensitive: secrets != SecretsIn::None,
            is_secret: secrets == SecretsIn::Whole,
            value,
            ty,
            value_ty,
            required: false,
            locates_parts: false,
            explains: false,
            check: None,
            rules: Vec::new(),
            defaults: None,
            decoder: None,
            forms: OtherForms::NONE,
            setting: None,
        }
    }

    /// Makes the attribute required.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Marks the value as sensitive, so that no message and no output shows it. No [`Report`](crate::diag::Report)
    /// shows its source text either, unless it is the name of a variable
    /// ([`Spec::hide_sensitive`](crate::spec::Spec::hide_sensitive)).
    #[must_use]
    #[doc(alias = "secret")]
    pub fn sensitive(mut self) -> Self {
        (self.sensitive, self.is_secret) = (true, true);
        self
    }

    /// Adds a condition, unless the attribute has it already. A value that does not meet it is reported.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, DataForm, Spec, ValueRule, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let levels = ValueRule::OneOf(vec!["debug".into(), "info".into()]);
    /// let level = AttrSpec::new("level", Type::String).rule(levels);
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "level = \"inf\""), &mut diags);
    /// decode(&body, &level.into(), &EvalContext::new(), &mut diags);
    /// let expected = "a.hcl:1:9: error: Invalid value; \"level\" must be \"debug\" or \"info\", not \"inf\". \
    ///                 Did you mean \"info\"?";
    /// assert_eq!(diags.to_string(), expected);
    /// ```
    #[must_use]
    pub fn rule(mut self, rule: ValueRule) -> Self {
        if !self.rules.contains(&rule) {
            self.rules.push(rule);
        }
        self
    }

    /// Computes the value with a function of the expression and its context instead of evaluating the expression. The
    /// result is converted to the type of the attribute. A function that fails reports the reason and returns an
    /// unknown value.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, DataForm, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// // Names of levels are written as bare words.
    /// let level = AttrSpec::new("level", Type::String).decode_with(|expr, ctx, diags| {
    ///     match expr.as_keyword() {
    ///         Some(word) => Value::from(word),
    ///         None => expr.value(ctx, diags),
    ///     }
    /// });
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "level = info"), &mut diags);
    /// let value = decode(&body, &level.into(), &EvalContext::new(), &mut diags);
    /// assert_eq!(value, Value::from("info"));
    /// ```
    #[must_use]
    pub fn decode_with<F>(mut self, decode: F) -> Self
    where
        F: Fn(&Expression, &EvalContext, &mut Diagnostics) -> Value + Send + Sync + 'static,
    {
        self.decoder = Some(CustomDecoder::new(decode));
        self
    }

    /// Gives the origin of the value [parts](crate::spec::Origin::parts) if the expression writes these out: the
    /// elements of `[1, 2]` and of `{ a = 1 }` at any depth, but not those of a set. Other parts have the origin of
    /// the whole value.
    #[must_use]
    pub fn locating_parts(mut self) -> Self {
        self.locates_parts = true;
        self
    }

    /// Keeps the variables that the value is made from in its origin, for programs that may reject it later.
    #[must_use]
    pub(crate) fn explained(mut self) -> Self {
        self.explains = true;
        self
    }

    /// Adds a check beyond the type.
    #[must_use]
    pub(crate) fn checked(mut self, check: CheckFn) -> Self {
        self.check = Some(check);
        self
    }

    /// Allows writing the attribute as a block, `x { a = 1 }` for `x = { a = 1 }`. Nested blocks and labels become
    /// objects in it, as with [`DataForm::Merged`](crate::spec::DataForm::Merged). Several blocks are a list, if the type
    /// of the attribute is a collection without names.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, DataForm, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let tags: Spec = AttrSpec::new("tags", Type::map(Type::String)).or_block().into();
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "tags {\n  zone = \"eu\"\n}\n"), &mut diags);
    /// let value = decode(&body, &tags, &EvalContext::new(), &mut diags);
    /// assert_eq!(value, Value::map(Type::String, vec![("zone".into(), "eu".into())]));
    /// ```
    #[must_use]
    pub fn or_block(self) -> Self {
        self.form(OtherForms::OR_BLOCK)
    }

    /// Merges several blocks that are written for the attribute. An attribute may be set in only one of them.
    #[must_use]
    pub fn merge(self) -> Self {
        self.form(OtherForms::MERGE)
    }

    /// Sets the options of the flag on a command line. `hcldyn::cli::Flags` makes the flags of a whole spec.
    #[must_use]
    pub fn flag(mut self, flag: FlagOptions) -> Self {
        self.setting.get_or_insert_default().flag = flag;
        self
    }

    /// Restricts the sources that may set the attribute. A value from another one is an error of
    /// [`Decoder::decode`](crate::Decoder::decode); decoding a single source does not check it. Secrets, for example, are
    /// visible to other users of a machine in flags.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(sensitive, from(file, env))]
    ///     password: String,
    /// }
    ///
    /// let decoder = Decoder::new().overrides("--set", ["password=\"s3cret\""]);
    /// let mistake = decoder.decode::<Config>().err().unwrap().to_string();
    /// let expected = "--set:1:1: error: Setting not allowed; \"password\" can't be set by a flag.";
    /// assert!(mistake.starts_with(expected), "{mistake}");
    /// ```
    #[must_use]
    pub fn set_by(mut self, sources: impl IntoIterator<Item = SettingSource>) -> Self {
        self.setting.get_or_insert_default().sources = sources.into_iter().collect_vec();
        self
    }

    /// Returns the options about the sources of the value, unless they are the defaults.
    pub fn setting_options(&self) -> Option<&SettingOptions> {
        self.setting.as_deref()
    }

    fn form(mut self, form: OtherForms) -> Self {
        self.forms = self.forms.and(form);
        self
    }

    /// Returns the names.
    pub fn names(&self) -> &ItemNames {
        &self.names
    }

    fn with_names(mut self, change: impl FnOnce(&mut ItemNames)) -> Self {
        change(&mut self.names);
        self
    }

    /// Returns the type that the value is converted to.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Returns the spec of the value.
    pub fn value_spec(&self) -> &ValueSpec {
        &self.value
    }

    /// Returns the conditions that the value must meet.
    pub fn rules(&self) -> &[ValueRule] {
        &self.rules
    }

    /// Returns `true` if the attribute is required.
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// Returns `true` if the value, or a part of it, is sensitive.
    pub fn is_sensitive(&self) -> bool {
        self.sensitive
    }
}

item_methods!(AttrSpec);
