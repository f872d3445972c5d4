//! Reports with the lines of sources, drawn by `annotate-snippets`.

use std::fmt;
use std::ops::Range;

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Group, Level, Message, Renderer, Snippet};

use super::Style;
use super::clean::{clean, wrap};
use super::excerpt::{Excerpt, fits_beside};
use super::redacted::{self, RedactedSource};
use crate::cty::internal::{CollectVec, KeyMap};
use crate::diag::{Diagnostic, Diagnostics, Related, Severity, Subject};
use crate::source::{Place, Source, escape_line};

/// The maximum length in characters of a detail beside the underline. A longer detail is written below, on
/// separate lines.
const MAX_LABEL_CHARS: usize = 72;

/// The column in characters at which a long detail is wrapped.
const WRAP_COLUMN: usize = 90;

/// Writes the parts of a report in a style.
pub(super) struct Painter {
    renderer: Renderer,
    arrow: String,
    /// The secrets of sources, in order.
    hidden: KeyMap<Source, Vec<Range<usize>>>,
}

/// The content at one location, and the notes below it.
struct Passage<'a> {
    level: Level<'static>,
    place: &'a Place,
    label: Option<String>,
    related: &'a [&'a Related],
    notes: Vec<Message<'static>>,
}

impl Painter {
    pub(super) fn new(style: Style, diags: &Diagnostics) -> Self {
        let hidden = hidden(diags);
        match style {
            Style::Plain => Self { renderer: Renderer::plain(), arrow: "-->".to_owned(), hidden },
            Style::Colored => {
                let color = DEFAULT_LINE_NUM_STYLE;
                let arrow = format!("{color}-->{color:#}");
                Self { renderer: Renderer::styled(), arrow, hidden }
            }
        }
    }

    /// Prints the diagnostic, followed by each related location that is not in its excerpt.
    pub(super) fn diagnostic(
        &self,
        f: &mut fmt::Formatter<'_>,
        diagnostic: &Diagnostic,
    ) -> fmt::Result {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.clone().primary_title(clean(&diagnostic.summary));
        let title = match &*diagnostic.code {
            "" => title,
            code => title.id(clean(code)),
        };
        writeln!(f, "{}", self.renderer.render(&[Group::with_title(title)]))?;
        let (label, notes) = texts(diagnostic);
        match &diagnostic.subject {
            Subject::Input(name) => {
                write!(f, "{} {}", self.arrow, escape_line(name))?;
                self.notes(f, &level, notes)?;
                self.related(f, diagnostic.related.iter())
            }
            Subject::Place(place) => {
                let all = diagnostic.related.iter();
                let (beside, elsewhere): (Vec<_>, Vec<_>) =
                    all.partition(|related| fits_beside(place, &related.place));
                self.passage(f, Passage { level, place, label, related: &beside, notes })?;
                self.related(f, elsewhere.into_iter())
            }
        }
    }

    fn related<'a>(
        &self,
        f: &mut fmt::Formatter<'_>,
        related: impl Iterator<Item = &'a Related>,
    ) -> fmt::Result {
        for Related { place, message } in related {
            let title = Level::NOTE.primary_title(clean(message));
            writeln!(f, "\n{}", self.renderer.render(&[Group::with_title(title)]))?;
            let level = Level::NOTE;
            let passage = Passage { level, place, label: None, related: &[], notes: Vec::new() };
            self.passage(f, passage)?;
        }
        Ok(())
    }

    /// Prints the location, and the lines around it with underlines. The location is not left to the renderer,
    /// which would count columns in the shortened excerpt, and characters instead of grapheme clusters.
    fn passage(&self, f: &mut fmt::Formatter<'_>, passage: Passage<'_>) -> fmt::Result {
        let Passage { level, place, label, related, notes } = passage;
        let places = std::iter::once(place).chain(related.iter().map(|related| &related.place));
        let hidden = self.hidden.get(place.source()).map(Vec::as_slice);
        let shown = RedactedSource::new(place.source(), hidden.unwrap_or_default());
        let excerpt = Excerpt::new(&shown, &places.map(Place::span).collect_vec());
        let labels = related.iter().map(|related| Some(clean(&related.message)));
        let labels = std::iter::once(label).chain(labels);
        let gutter = excerpt.last_line().to_string().len();
        writeln!(f, "{:gutter$}{} {}", "", self.arrow, place)?;
        let annotations = excerpt.spans.into_iter().zip(labels).enumerate();
        let annotations = annotations.map(|(index, (span, label))| {
            let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(span).label(label)
        });
        let snippet = Snippet::source(excerpt.text).line_start(excerpt.first_line as usize);
        let group = Group::with_level(level).element(snippet.annotations(annotations));
        f.write_str(&self.renderer.render(&[group.elements(notes)]))
    }

    /// Prints notes without an excerpt.
    fn notes(
        &self,
        f: &mut fmt::Formatter<'_>,
        level: &Level<'static>,
        notes: Vec<Message<'static>>,
    ) -> fmt::Result {
        if notes.is_empty() {
            return Ok(());
        }
        let group = Group::with_level(level.clone()).elements(notes);
        write!(f, "\n{}", self.renderer.render(&[group]))
    }
}

/// Returns the secrets of the sources of all diagnostics, found once for the whole report.
fn hidden(diags: &Diagnostics) -> KeyMap<Source, Vec<Range<usize>>> {
    let mut ranges = KeyMap::default();
    let Some(hidden) = diags.hidden() else { return ranges };
    for diagnostic in diags {
        let related = diagnostic.related.iter().map(|related| &related.place);
        for place in diagnostic.place().into_iter().chain(related) {
            let source = place.source();
            ranges.get_or_insert_with(source.clone(), || redacted::at_boundaries(source, hidden));
        }
    }
    ranges
}

/// Returns the label of the underline, and the notes below: a long detail, the help, the context and the values of
/// variables.
fn texts(diagnostic: &Diagnostic) -> (Option<String>, Vec<Message<'static>>) {
    let detail = clean(&diagnostic.detail);
    let is_short = detail.chars().count() <= MAX_LABEL_CHARS && !detail.contains('\n');
    let has_excerpt = diagnostic.place().is_some();
    let (label, note) =
        if is_short && has_excerpt { (Some(detail), None) } else { (None, Some(detail)) };
    let note = note.into_iter().filter(|note| !note.is_empty());
    let help = Some(clean(&diagnostic.help)).into_iter().filter(|help| !help.is_empty());
    let values = diagnostic.context.iter().chain(&diagnostic.values).map(|value| clean(value));
    let notes = note.map(|note| message(Level::NOTE, &note));
    let notes = notes.chain(help.map(|help| message(Level::HELP, &help)));
    (label, notes.chain(values.map(|value| message(Level::NOTE, &value))).collect_vec())
}

fn message(level: Level<'static>, text: &str) -> Message<'static> {
    level.message(wrap(text, WRAP_COLUMN))
}
