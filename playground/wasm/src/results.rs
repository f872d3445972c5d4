//! Results: the decoded configuration, and documents of its spec.

use hcldyn::Diagnostics;
use hcldyn::docs::sample::Sample;
use hcldyn::docs::{Reference, json_schema};
use hcldyn::syntax::is_json_name;
use hcldyn_syntax::format::format_json;
use serde::Serialize;

use crate::expanded::expanded;
use crate::graph::{self, GraphAnswer};
use crate::session::{Pane, Session};

/// A result, which has one of these.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Answer {
    /// Source text, in HCL.
    Hcl(String),
    /// Formatted JSON.
    Json(String),
    /// A whole page.
    Html(String),
    Graph(GraphAnswer),
    /// The reason that the result is missing.
    Missing(String),
}

/// Returns the result of a kind.
pub(crate) fn of(session: &mut Session, kind: &str) -> Answer {
    match kind {
        "value" => value(session),
        "expanded" => expansion(session).map_or_else(Answer::Missing, Answer::Hcl),
        "graph" => Answer::Graph(graph::of(session)),
        _ => document(session, kind),
    }
}

fn value(session: &mut Session) -> Answer {
    match &session.evaluated().json {
        Some(Ok(json)) => Answer::Json(json.clone()),
        Some(Err(reason)) => Answer::Missing(reason.clone()),
        None => Answer::Missing("The configuration has errors.".to_owned()),
    }
}

fn expansion(session: &Session) -> Result<String, String> {
    if is_json_name(session.source(Pane::Configuration).name()) {
        return Err("Only a configuration in native syntax can be expanded.".to_owned());
    }
    let mut diags = Diagnostics::new();
    let prepared = session.prepared(&mut diags).filter(|_| !diags.has_errors());
    let (body, ctx) = prepared.ok_or("The configuration has errors.")?;
    expanded(&body, &ctx)
}

/// Returns a document of the spec.
fn document(session: &Session, kind: &str) -> Answer {
    let Some(file) = &session.definitions().spec else {
        let text = session.source(Pane::Spec).text();
        let reason = if text.trim().is_empty() { "is empty" } else { "has errors" };
        return Answer::Missing(format!("The spec {reason}."));
    };
    let outline = file.spec.outline();
    match kind {
        "reference" => Answer::Html(Reference::new(outline).context(&file.context()).html()),
        "sample" => Answer::Hcl(Sample::new(&outline).text()),
        "schema" => Answer::Json(format_json(&json_schema::of_configuration(&outline))),
        _ => Answer::Missing(format!("Unknown result \"{kind}\".")),
    }
}
