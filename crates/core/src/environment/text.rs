//! The forms of strings that are not part of a source.

use crate::cty::convert::convert;
use crate::cty::internal::csv::{CsvError, Records};
use crate::cty::internal::{CollectVec, KeyMap};
use crate::cty::{Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::{Place, Source, Span};
#[cfg(feature = "json")]
use crate::syntax::json::parse_json_literal;
use crate::syntax::native::{parse_expression, parse_expression_at};

use super::{diags, whole};

/// The form of a string from the environment or the command line.
///
/// The program chooses it for each source of such strings. By the rule of Docker's Bake, a variable of the environment
/// is a list in CSV, and a second one with the ending `_JSON` has a value of any type:
///
/// ```
/// use hcldyn::environment::{Environment, TextForm};
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     zones: Vec<String>,
///     ports: Vec<u16>,
///     labels: std::collections::BTreeMap<String, String>,
/// }
///
/// let environment = [
///     ("APP_ZONES", "eu-1,eu-2"),
///     ("APP_PORTS", "80,443"),
///     ("APP_LABELS_JSON", r#"{"team": "web"}"#),
/// ];
/// fn setting(name: &str) -> Option<&str> {
///     name.strip_prefix("APP_")
/// }
/// let csv = Environment::new(|name| setting(name).filter(|it| !it.ends_with("_JSON")));
/// let json = Environment::new(|name| setting(name)?.strip_suffix("_JSON"));
/// let loaded = Decoder::new()
///     .environment(csv.form(TextForm::Csv).variables(environment))
///     .environment(json.form(TextForm::Json).variables(environment))
///     .decode::<Config>()?;
/// assert_eq!(loaded.value.zones, ["eu-1", "eu-2"]);
/// assert_eq!(loaded.value.ports, [80, 443]);
/// assert_eq!(loaded.value.labels["team"], "web");
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextForm {
    /// The type of the item decides: the string itself for a primitive type, and an expression otherwise.
    #[default]
    Expression,
    /// One record of comma-separated values (RFC 4180) for a list, set or tuple whose elements are primitive or of any
    /// type: `a,b` or `a,"b,c"`. For a map of such elements, each value is a key and an element with a colon between them:
    /// `team:web,"zones:a,b"`; the last one of a key counts. Spaces are part of a value. An empty string is an empty
    /// collection. For all other types, it is the same as [`Expression`](Self::Expression).
    Csv,
    /// JSON, for any type: a string has quotes. Strings are literal, not templates.
    #[cfg(feature = "json")]
    Json,
}

/// The reading of a string whose type is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextReading {
    /// The string is the value.
    Literal,
    Expression,
    Csv,
    /// Comma-separated entries of a map.
    CsvEntries,
    #[cfg(feature = "json")]
    Json,
}

impl TextForm {
    /// Reads a string of this form as a value of a type. Returns `None` after reporting an error.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::environment::TextForm;
    /// use hcldyn::syntax::Source;
    ///
    /// let mut diags = Diagnostics::new();
    /// let ports = Source::new("--ports", "80,443");
    /// let ports = TextForm::Csv.value(&ports, &Type::list(Type::Number), &mut diags);
    /// assert_eq!(ports, Some(Value::list(Type::Number, vec![80.into(), 443.into()])));
    ///
    /// let port = Source::new("--port", "x");
    /// assert_eq!(TextForm::Csv.value(&port, &Type::Number, &mut diags), None);
    /// assert!(diags.to_string().starts_with("--port:1:1: error: "));
    /// ```
    pub fn value(self, text: &Source, ty: &Type, diags: &mut Diagnostics) -> Option<Value> {
        let expr = InputText::whole(text.clone()).parse(self.reading(ty), diags)?;
        let value = diags.unless_errors(|diags| expr.value(&EvalContext::new(), diags))?;
        match convert(value, ty) {
            Ok(value) => Some(value),
            Err(error) => diags.fail(diags::wrong_type(whole(text), &error)),
        }
    }

    /// The forms with their names in artifacts.
    #[cfg(feature = "artifact")]
    const NAMES: [(Self, &str); 3] =
        [(Self::Expression, "expression"), (Self::Csv, "csv"), (Self::Json, "json")];

    /// Returns the name in artifacts.
    #[cfg(feature = "artifact")]
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(form, _)| *form == self).map_or("", |(_, name)| name)
    }

    /// Returns the form of a name in artifacts.
    #[cfg(feature = "artifact")]
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(form, _)| *form)
    }

    /// Returns the reading of a string for an item of a type.
    pub(crate) fn reading(self, ty: &Type) -> TextReading {
        match self {
            #[cfg(feature = "json")]
            Self::Json => TextReading::Json,
            _ if ty.is_primitive() => TextReading::Literal,
            Self::Csv if is_flat_sequence(ty) => TextReading::Csv,
            Self::Csv if matches!(ty, Type::Map(element) if is_flat(element)) => {
                TextReading::CsvEntries
            }
            Self::Csv | Self::Expression => TextReading::Expression,
        }
    }
}

impl TextReading {
    /// Returns the form that a value must have, for messages.
    pub(crate) fn requirement(self) -> &'static str {
        match self {
            Self::Literal => "a string",
            Self::Expression => "an expression without variables and functions",
            Self::Csv => "comma-separated values",
            Self::CsvEntries => "comma-separated values of the form KEY:VALUE",
            #[cfg(feature = "json")]
            Self::Json => "JSON",
        }
    }
}

/// Returns `true` for a list, set or tuple whose elements can be written as strings.
fn is_flat_sequence(ty: &Type) -> bool {
    match ty {
        Type::List(element) | Type::Set(element) => is_flat(element),
        Type::Tuple(elements) => elements.iter().all(is_flat),
        _ => false,
    }
}

/// Returns `true` for the type of an element that can be written as a string.
fn is_flat(element: &Type) -> bool {
    element.is_primitive() || *element == Type::Dynamic
}

/// A string from outside of a configuration, with its source location.
#[derive(Clone)]
pub(crate) struct InputText {
    /// The string as a source of its own.
    text: Source,
    place: Place,
    /// The offsets of corresponding bytes of the string and the source of `place`, at the start and after each escape. Empty
    /// if the string is that source.
    jumps: Vec<(u32, u32)>,
    is_in_file: bool,
}

impl InputText {
    /// Returns the whole text of a source.
    pub(crate) fn whole(source: Source) -> Self {
        Self { place: whole(&source), text: source, jumps: Vec::new(), is_in_file: false }
    }

    /// Returns a part of an argument, as it is written.
    pub(crate) fn part(place: Place) -> Self {
        let (text, jumps) = (place.text().to_owned(), vec![(0, place.span().start)]);
        Self { is_in_file: false, ..Self::in_file(text, place, jumps) }
    }

    /// Returns a string that is written at a location in a file. After each escape, `jumps` has the offsets of
    /// corresponding bytes of the string and the file, and those of its start before them.
    pub(super) fn in_file(text: String, place: Place, jumps: Vec<(u32, u32)>) -> Self {
        let text = Source::new(place.source().name(), text);
        Self { text, place, jumps, is_in_file: true }
    }

    pub(crate) fn text(&self) -> &str {
        self.text.text()
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the location for messages about a secret. It has no text, except in a file, where `diags` hides the text.
    pub(crate) fn secret_place(&self, diags: &mut Diagnostics) -> Place {
        if self.is_in_file {
            diags.hide(&self.place);
            return self.place.clone();
        }
        Source::without_text(self.place.source().name()).place(Span::default())
    }

    /// Returns the string as an expression of its value.
    pub(crate) fn literal(&self) -> Expression {
        Expression::constant(Value::from(self.text()), self.place.clone())
    }

    /// Parses the string. The expression and the errors have their locations where the string is written. Returns `None`
    /// after an error, and for a string with bytes that are not UTF-8, which have been reported.
    pub(crate) fn parse(
        &self,
        reading: TextReading,
        diags: &mut Diagnostics,
    ) -> Option<Expression> {
        if self.place.source().is_damaged(self.place.span()) {
            return None;
        }
        match reading {
            TextReading::Literal => Some(self.literal()),
            TextReading::Expression if self.jumps.len() <= 1 => {
                parse_expression_at(&self.place, diags)
            }
            TextReading::Expression => self.parse_by(parse_expression, diags),
            TextReading::Csv => self.parse_by(parse_csv, diags),
            TextReading::CsvEntries => self.parse_by(parse_csv_entries, diags),
            #[cfg(feature = "json")]
            TextReading::Json => self.parse_by(parse_json_literal, diags),
        }
    }

    fn parse_by(
        &self,
        parse: fn(&Source, &mut Diagnostics) -> Option<Expression>,
        diags: &mut Diagnostics,
    ) -> Option<Expression> {
        if self.jumps.is_empty() {
            return parse(&self.text, diags);
        }
        let mut found = Diagnostics::new();
        let parsed = parse(&self.text, &mut found);
        let source = self.place.source();
        for diagnostic in &found {
            diags.push(diagnostic.clone().moved(|span| source.place(self.in_source(span))));
        }
        parsed.map(|expr| expr.moved_to(source, &|span| self.in_source(span)))
    }

    /// Returns the span in the source of the location for a span in the string.
    fn in_source(&self, span: Span) -> Span {
        let end = self.place.span().end;
        let offset = |at: u32| {
            let before = self.jumps.partition_point(|(text, _)| *text <= at);
            let (text, source) = self.jumps[..before].last().copied().unwrap_or_default();
            (source + (at - text)).min(end)
        };
        Span::new(offset(span.start), offset(span.end))
    }
}

/// Parses a source as one record of comma-separated values. The result is a tuple of strings.
fn parse_csv(source: &Source, diags: &mut Diagnostics) -> Option<Expression> {
    let fields = csv_fields(source, diags)?;
    let elements = fields.into_iter().map(|(field, span)| (Value::from(field), span));
    Some(Expression::tuple(elements.collect_vec(), &whole(source)))
}

/// Parses a source as one record of comma-separated entries. The result is an object of strings.
fn parse_csv_entries(source: &Source, diags: &mut Diagnostics) -> Option<Expression> {
    let mut entries: KeyMap<Str, (Value, Span)> = KeyMap::default();
    for (field, span) in csv_fields(source, diags)? {
        let Some((key, value)) = field.split_once(':') else {
            return diags.fail(diags::entry_without_colon(source.place(span)));
        };
        entries.insert(key.into(), (value.into(), span));
    }
    Some(Expression::object(&entries, &whole(source)))
}

/// Returns the values of one record with their spans.
fn csv_fields(source: &Source, diags: &mut Diagnostics) -> Option<Vec<(String, Span)>> {
    let mut records = Records::new(source.text());
    let fields = match records.read() {
        Ok(fields) => fields.unwrap_or_default(),
        Err(error) => {
            let CsvError { range, reason, help, .. } = error;
            let is_expression = source.text().trim_start().starts_with('[');
            let place = source.place(range.into());
            return diags.fail(diags::invalid_csv(place, reason, help, is_expression));
        }
    };
    if let Some(next) = records.next_offset() {
        let place = source.place((next..next + 1).into());
        return diags.fail(diags::several_records(place));
    }
    Some(fields.into_iter().map(|it| (it.value, Span::from(it.range))).collect_vec())
}
