//! The differences between two specs, and their effect on configurations.

mod attributes;
mod blocks;
mod bodies;
mod conditions;
mod names;
#[cfg(feature = "edit")]
mod steps;
mod values;

use std::collections::HashSet;
use std::fmt;

use super::{BodyId, Outline};

/// A difference between two specs.
///
/// It is displayed as one line: `breaking: server.port: type: string → number`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineChange {
    /// The effect on configurations.
    pub effect: ChangeEffect,
    /// The path of the item: `server.port` is the attribute `port` of blocks of the type `server`, `server[tcp].port`
    /// that of the form `tcp`, and `.` the whole configuration.
    pub path: String,
    /// The property that differs, such as `type`.
    pub property: &'static str,
    /// The property in the old spec, if it has one.
    pub old: Option<String>,
    /// The property in the new spec, if it has one.
    pub new: Option<String>,
}

/// The effect of a difference on the configurations that are valid under the old spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeEffect {
    /// Some of them are errors under the new spec.
    Breaking,
    /// They are valid, but may decode to other values.
    Behavior,
    /// They are valid, and decode to the same values, apart from added items.
    Compatible,
}

impl ChangeEffect {
    /// Returns the effect as a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Behavior => "behavior",
            Self::Compatible => "compatible",
        }
    }
}

impl fmt::Display for OutlineChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.effect.name(), self.path, self.property)?;
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => write!(f, ": {old} → {new}"),
            (Some(old), None) => write!(f, " removed: {old}"),
            (None, Some(new)) => write!(f, " added: {new}"),
            (None, None) => Ok(()),
        }
    }
}

impl Outline {
    /// Returns the differences to a later spec, each with its effect on the configurations that are valid under this spec.
    /// They are in the order of this spec, with added items last in each body.
    ///
    /// A difference counts as breaking unless all valid configurations certainly stay valid. Functions of the program
    /// and the shapes of decoded values are not compared, although blocks of a list must have values of one type. A new
    /// optional item counts as compatible, although this spec may ignore unexpected items, and a configuration may already
    /// have one of that name.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
    ///
    /// let server = |port: AttrSpec| -> Spec {
    ///     let server = Spec::object([("port", port.into())]);
    ///     Spec::object([("server", BlocksSpec::new("server", server).into())])
    /// };
    /// let old = server(AttrSpec::new("port", Type::String)).outline();
    /// let new = server(AttrSpec::new("port", Type::Number).alias("p")).outline();
    /// let changes: Vec<_> = old.changes(&new).iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     changes,
    ///     ["compatible: server.port: alias added: p", "breaking: server.port: type: string → number"]
    /// );
    /// ```
    pub fn changes(&self, new: &Self) -> Vec<OutlineChange> {
        let mut comparison = Comparison {
            old: self,
            new,
            path: Vec::new(),
            seen: HashSet::new(),
            is_unified: false,
            found: Vec::new(),
        };
        comparison.bodies(BodyId::ROOT, BodyId::ROOT);
        comparison.found
    }
}

/// A comparison of two outlines, at one item.
struct Comparison<'o> {
    old: &'o Outline,
    new: &'o Outline,
    path: Vec<String>,
    /// The pairs of bodies that were compared. Bodies may contain themselves.
    seen: HashSet<(BodyId, BodyId, bool)>,
    /// `true` if the bodies are those of elements that get one type.
    is_unified: bool,
    found: Vec<OutlineChange>,
}

impl Comparison<'_> {
    fn under(&mut self, step: impl Into<String>, compare: impl FnOnce(&mut Self)) {
        self.path.push(step.into());
        compare(self);
        self.path.pop();
    }

    fn push(
        &mut self,
        effect: ChangeEffect,
        property: &'static str,
        old: Option<String>,
        new: Option<String>,
    ) {
        let path = self.path.concat();
        let path = path.trim_start_matches('.');
        let path = if path.is_empty() { "." } else { path }.to_owned();
        self.found.push(OutlineChange { effect, path, property, old, new });
    }

    /// Adds a difference between two properties, if there is one.
    fn differ<T: PartialEq + fmt::Display>(
        &mut self,
        effect: ChangeEffect,
        property: &'static str,
        old: Option<&T>,
        new: Option<&T>,
    ) {
        if old != new {
            self.push(effect, property, old.map(T::to_string), new.map(T::to_string));
        }
    }

    /// Adds the loss of a permission, or a new one.
    fn permission(&mut self, property: &'static str, old: bool, new: bool) {
        let text = |is_set: bool| is_set.then(|| "true".to_owned());
        if old != new {
            let effect = if old { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
            self.push(effect, property, text(old), text(new));
        }
    }
}
