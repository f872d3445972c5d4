//! The errors and warnings of all texts, with their fixes.

use std::collections::HashMap;

use hcldyn::diag::{Applicability, Diagnostic, Fix, Severity, count_applicable};
use hcldyn::syntax::Place;
use serde::Serialize;

use crate::offsets::{Offsets, Units};
use crate::session::{Pane, Session};

/// The problems by the names of the panes.
pub(crate) type Problems = HashMap<&'static str, Vec<Problem>>;

/// An error or a warning.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    #[serde(flatten)]
    range: Units,
    severity: &'static str,
    code: String,
    summary: String,
    detail: String,
    help: String,
    notes: Vec<String>,
    fixes: Vec<FixAnswer>,
}

/// A fix of a problem.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FixAnswer {
    title: String,
    is_safe: bool,
    edits: Vec<PaneEdit>,
}

/// The replacement of a range of a pane.
#[derive(Debug, Serialize)]
struct PaneEdit {
    pane: &'static str,
    #[serde(flatten)]
    range: Units,
    insert: String,
}

/// Returns the problems of all texts. Errors come from the evaluation with the given values. If it has none, the check without
/// values adds its warnings, such as those about parts that other values would need.
pub(crate) fn of(session: &mut Session) -> Problems {
    let mut all = Collected::default();
    all.add(session.definitions().diags.iter());
    all.add(session.evaluated().diags.iter());
    if !all.has_errors() {
        let configuration = session.source(Pane::Configuration).name();
        let checked = session.snapshot().diagnostics(configuration);
        all.add(checked.iter().filter(|it| it.severity == Severity::Warning));
    }
    let answers = Answers::new(session);
    let mut problems: Problems = Pane::ALL.map(|pane| (pane.name(), Vec::new())).into();
    for diagnostic in all.0 {
        let (pane, problem) = answers.problem(&diagnostic);
        problems.entry(pane.name()).or_default().push(problem);
    }
    for found in problems.values_mut() {
        found.sort_by_key(|it| it.range.from);
    }
    problems
}

/// Diagnostics without repetitions: a check and an evaluation can report the same error.
#[derive(Default)]
struct Collected(Vec<Diagnostic>);

impl Collected {
    fn has_errors(&self) -> bool {
        self.0.iter().any(|it| it.severity == Severity::Error)
    }

    fn add<'d>(&mut self, diags: impl Iterator<Item = &'d Diagnostic>) {
        for diagnostic in diags {
            let is_same = |it: &Diagnostic| {
                it.subject == diagnostic.subject && it.summary == diagnostic.summary
            };
            if !self.0.iter().any(is_same) {
                self.0.push(diagnostic.clone());
            }
        }
    }
}

/// Writes problems for a page.
struct Answers<'s> {
    session: &'s Session,
    /// In the order of [`Pane::ALL`].
    offsets: [Offsets; 3],
}

impl<'s> Answers<'s> {
    fn new(session: &'s Session) -> Self {
        let offsets = Pane::ALL.map(|pane| Offsets::new(session.source(pane).text()));
        Self { session, offsets }
    }

    /// Returns a problem with its pane. One without a location is at the start of the configuration.
    fn problem(&self, diagnostic: &Diagnostic) -> (Pane, Problem) {
        let found = diagnostic.place().and_then(|place| self.range(place));
        let (pane, range) = found.unwrap_or((Pane::Configuration, Units { from: 0, to: 0 }));
        let fixes = diagnostic.fixes.iter().filter(|fix| count_applicable([*fix]) == 1);
        let problem = Problem {
            range,
            severity: if diagnostic.severity == Severity::Warning { "warning" } else { "error" },
            code: diagnostic.code.to_string(),
            summary: diagnostic.summary.to_string(),
            detail: diagnostic.detail.clone(),
            help: diagnostic.help.clone(),
            notes: diagnostic.values.iter().chain(&diagnostic.context).cloned().collect(),
            fixes: fixes.filter_map(|fix| self.fix(fix)).collect(),
        };
        (pane, problem)
    }

    fn fix(&self, fix: &Fix) -> Option<FixAnswer> {
        let edits = fix.edits.iter().map(|edit| {
            let (pane, range) = self.range(&edit.place)?;
            Some(PaneEdit { pane: pane.name(), range, insert: edit.replacement.clone() })
        });
        Some(FixAnswer {
            title: fix.title.clone(),
            is_safe: fix.applicability == Applicability::Safe,
            edits: edits.collect::<Option<_>>()?,
        })
    }

    /// Returns a location; `None` if it is in none of the texts.
    fn range(&self, place: &Place) -> Option<(Pane, Units)> {
        let pane = self.session.pane_of(place.source().name())?;
        Some((pane, self.offsets[pane as usize].units(place.span().range())))
    }
}
