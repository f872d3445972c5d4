//! The output of the library for a case.

use std::fmt::Debug;

use hcldyn::Diagnostics;
use hcldyn::cty::Value;
use hcldyn::diag::{Report, Style};

use super::secret::{self, Scope};

/// The leaks in the outputs of a case.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    pub(super) leaks: Vec<Leak>,
}

/// A secret in an output.
#[derive(Clone, Debug)]
pub struct Leak {
    /// The name of the output.
    pub output: String,
    /// The origin of the secret.
    pub scope: Scope,
    /// The summary of the diagnostic with the secret, or nothing.
    pub about: String,
    /// The secret.
    pub secret: String,
    /// The output.
    pub text: String,
}

impl Outputs {
    /// Searches an output for secrets. Returns `true` if there is none.
    pub(super) fn add(&mut self, output: &str, scope: Scope, text: String) -> bool {
        let found = |scope| secret::find(&text, scope).map(|secret| (scope, secret));
        let of_scope = || found(scope).filter(|_| scope == Scope::All);
        let Some((scope, secret)) = found(Scope::Variables).or_else(of_scope) else { return true };
        let about = about(&text, scope);
        self.leaks.push(Leak { output: output.to_owned(), scope, about, secret, text });
        false
    }

    pub(super) fn debug(&mut self, output: &str, scope: Scope, value: &impl Debug) -> bool {
        self.add(output, scope, format!("{value:?}"))
    }

    /// Searches diagnostics in all forms, up to the first one with a secret.
    pub(super) fn diags(&mut self, stage: &str, scope: Scope, diags: &Diagnostics) {
        if diags.is_empty() {
            return;
        }
        let report = |style| Report::new(diags).style(style).to_string();
        let _ = self.add(&format!("{stage}: messages"), scope, diags.to_string())
            && self.add(&format!("{stage}: report"), scope, report(Style::Plain))
            && self.add(&format!("{stage}: colored report"), scope, report(Style::Colored))
            && self.debug(&format!("{stage}: Debug of diagnostics"), scope, diags);
    }

    pub(super) fn value(&mut self, stage: &str, scope: Scope, value: &Value) {
        self.debug(&format!("{stage}: Debug of the value"), scope, value);
        let hcl = hcldyn::syntax::to_hcl(value);
        self.add(&format!("{stage}: the value as HCL"), scope, hcl);
    }
}

/// The summary of the diagnostic with the secret.
fn about(text: &str, scope: Scope) -> String {
    let shows = |part: &&str| secret::find(part, scope).is_some();
    if let Some(message) = text.lines().find(shows).filter(|line| line.starts_with("case:")) {
        let summary = message.split(": ").nth(2).unwrap_or_default();
        return summary.split(';').next().unwrap_or_default().to_owned();
    }
    let paragraph = text.split("\n\n").find(shows).unwrap_or_default();
    let summary = paragraph
        .lines()
        .rev()
        .find(|line| ["error[", "warning["].iter().any(|level| line.contains(level)));
    summary.unwrap_or_default().to_owned()
}
