//! Diagnostics as reports of `miette`.

use std::fmt;
use std::sync::Arc;

use miette::{LabeledSpan, NamedSource, SourceCode, SourceSpan};

use super::{
    Diagnostic, Diagnostics, Related, Severity, counted, escape_controls, is_unsafe_to_print,
};
use crate::cty::internal::{CollectVec, KeyMap};
use crate::source::{Place, Source};

/// The source of an excerpt, without secrets.
type Shown = Arc<NamedSource<String>>;

/// Combines all diagnostics into one report, so that `?` works in a function that returns `miette::Result`.
///
/// Each diagnostic has its code, its severity, its help and its source locations as labels. Excerpts show asterisks in
/// place of sensitive source text, and question marks in place of control characters.
///
/// ```
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(Debug, HclDecode)]
/// struct Server { port: u16 }
///
/// fn read(text: &str) -> miette::Result<Server> {
///     Ok(hcldyn::from_str(text, &EvalContext::new())?)
/// }
///
/// let report = read("prot = 80").unwrap_err();
/// assert_eq!(report.to_string(), "Unexpected attribute");
/// assert_eq!(report.code().unwrap().to_string(), "unexpected-attribute");
/// assert_eq!(report.help().unwrap().to_string(), "Did you mean \"port\"?");
/// ```
impl From<Diagnostics> for miette::Report {
    fn from(diags: Diagnostics) -> Self {
        let mut sources = Sources { diags: &diags, shown: KeyMap::default() };
        let mut parts = diags.iter().map(|it| ReportPart::new(it, &mut sources)).collect_vec();
        match parts.pop() {
            Some(only) if parts.is_empty() && diags.suppressed() == 0 => Self::new(only),
            last => {
                parts.extend(last);
                Self::new(All { parts, suppressed: diags.suppressed() })
            }
        }
    }
}

/// Several diagnostics.
#[derive(Debug)]
struct All {
    parts: Vec<ReportPart>,
    suppressed: usize,
}

/// One diagnostic, or a related location in another source.
#[derive(Debug)]
struct ReportPart {
    title: String,
    code: String,
    severity: miette::Severity,
    help: String,
    source: Option<Shown>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<Self>,
}

/// The sources of the excerpts.
struct Sources<'d> {
    diags: &'d Diagnostics,
    shown: KeyMap<Source, Shown>,
}

impl Sources<'_> {
    fn get(&mut self, source: &Source) -> Shown {
        let diags = self.diags;
        Arc::clone(self.shown.get_or_insert_with(source.clone(), || {
            Arc::new(NamedSource::new(source.name(), without_secrets(source, diags)))
        }))
    }
}

/// Returns the text of a source with its secrets masked, in which all positions stay the same.
fn without_secrets(source: &Source, diags: &Diagnostics) -> String {
    let hidden = diags.hidden().map(|hidden| hidden.ranges(source)).unwrap_or_default();
    // The ranges are sorted, and do not overlap.
    let is_hidden = |at| {
        let next = hidden.partition_point(|range| range.end <= at);
        hidden.get(next).is_some_and(|range| range.contains(&at))
    };
    let mut shown = String::with_capacity(source.text().len());
    for (at, c) in source.text().char_indices() {
        let replacement = match c {
            '\n' | '\r' | '\t' => None,
            _ if is_hidden(at) => Some("*"),
            c if is_unsafe_to_print(c) => Some("?"),
            _ => None,
        };
        match replacement {
            Some(replacement) => shown.push_str(&replacement.repeat(c.len_utf8())),
            None => shown.push(c),
        }
    }
    shown
}

impl ReportPart {
    fn new(diagnostic: &Diagnostic, sources: &mut Sources<'_>) -> Self {
        let place = diagnostic.place();
        let detail = escape_controls(&diagnostic.detail);
        let title = match place {
            None if detail.is_empty() => format!("{}: {}", diagnostic.subject, diagnostic.summary),
            None => format!("{}: {}; {detail}", diagnostic.subject, diagnostic.summary),
            Some(_) => diagnostic.summary.to_string(),
        };
        let detail = Some(detail.into_owned()).filter(|detail| !detail.is_empty());
        let more = diagnostic.context.iter().chain(&diagnostic.values);
        let help = std::iter::once(&diagnostic.help).chain(more);
        let help = help.filter(|line| !line.is_empty()).map(String::as_str).collect_vec();
        let is_beside =
            |related: &&Related| place.is_some_and(|it| it.source() == related.place.source());
        let (beside, elsewhere): (Vec<_>, Vec<_>) = diagnostic.related.iter().partition(is_beside);
        let primary = place.map(|place| LabeledSpan::new_primary_with_span(detail, span(place)));
        let labels = beside.into_iter().map(|related| {
            LabeledSpan::new_with_span(Some(related.message.clone()), span(&related.place))
        });
        Self {
            title: escape_controls(&title).into_owned(),
            code: diagnostic.code.to_string(),
            severity: match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            help: escape_controls(&help.join("\n")).into_owned(),
            source: place.map(|place| sources.get(place.source())),
            labels: primary.into_iter().chain(labels).collect_vec(),
            elsewhere: elsewhere.into_iter().map(|it| Self::related(it, sources)).collect_vec(),
        }
    }

    fn related(related: &Related, sources: &mut Sources<'_>) -> Self {
        let label = LabeledSpan::new_primary_with_span(None, span(&related.place));
        Self {
            title: related.message.clone(),
            code: String::new(),
            severity: miette::Severity::Advice,
            help: String::new(),
            source: Some(sources.get(related.place.source())),
            labels: vec![label],
            elsewhere: Vec::new(),
        }
    }
}

fn span(place: &Place) -> SourceSpan {
    place.span().range().into()
}

/// Returns the diagnostics to print after another one, or `None` if there are none.
fn after(parts: &[ReportPart]) -> Option<Box<dyn Iterator<Item = &dyn miette::Diagnostic> + '_>> {
    let parts = parts.iter().map(|part| part as &dyn miette::Diagnostic);
    (parts.len() > 0).then(|| Box::new(parts) as _)
}

impl miette::Diagnostic for ReportPart {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.code.is_empty()).then(|| Box::new(&self.code) as _)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.help.is_empty()).then(|| Box::new(&self.help) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as _)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        after(&self.elsewhere)
    }
}

impl miette::Diagnostic for All {
    fn severity(&self) -> Option<miette::Severity> {
        self.parts.iter().map(|part| part.severity).max()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        after(&self.parts)
    }
}

impl fmt::Display for ReportPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

/// Prints the number of diagnostics: `2 errors and 1 warning`.
impl fmt::Display for All {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |severity| self.parts.iter().filter(|part| part.severity == severity).count();
        let (errors, warnings) = (count(miette::Severity::Error), count(miette::Severity::Warning));
        let suppressed = match self.suppressed {
            0 => String::new(),
            count => format!("{count} more that are not shown"),
        };
        let counts = [(errors, "error"), (warnings, "warning")];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts = counts.map(|(count, noun)| counted(count, noun));
        let parts = counts.chain(Some(suppressed).filter(|it| !it.is_empty())).collect_vec();
        f.write_str(&parts.join(" and "))
    }
}

impl std::error::Error for ReportPart {}
impl std::error::Error for All {}
