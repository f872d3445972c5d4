//! The origins of values: the location where a variable is set, and the layers that set an attribute.

use hcldyn_core::cty::{Str, Value};
use hcldyn_core::internal::ValuePlace;
use hcldyn_core::load::LayerSetting;
use hcldyn_core::syntax::Place;

use super::scope::Site;
use crate::ide::Snapshot;
use crate::ide::names::Definition;
use crate::ide::workspace::File;

impl Snapshot {
    /// Returns the sentence about where a variable of the configuration of a file is set; `None` for any other name.
    pub(in crate::ide) fn origin_of_variable(
        &self,
        file: &File,
        definition: &Definition,
    ) -> Option<String> {
        let evaluated = self.evaluated(file);
        let ValuePlace { place, is_default, .. } = evaluated.variable(variable(definition)?)?;
        let Some(place) = place else {
            return Some("No value is set, and the variable has no default.".to_owned());
        };
        if *is_default {
            return Some(format!("The value is the default at {place}."));
        }
        let origin = self.origin_of_given(file, place.source().name());
        let origin = origin.map(|it| format!(", {it}")).unwrap_or_default();
        Some(format!("The value is set {}{origin}.", located(place)))
    }

    /// Returns the value of a variable of the configuration of a file; `None` for any other name.
    pub(in crate::ide) fn value_of_variable(
        &self,
        file: &File,
        definition: &Definition,
    ) -> Option<Value> {
        let (evaluated, name) = (self.evaluated(file), variable(definition)?);
        evaluated.variable(name)?;
        evaluated.context.variable("var")?.get(name).cloned()
    }

    /// Returns the sentence about the other layers that set the attribute at an offset; `None` if it is set once.
    pub(in crate::ide) fn layers_of_attribute(&self, file: &File, offset: usize) -> Option<String> {
        let site = Site::of(file, offset);
        let attribute = site.attribute?;
        let headers = site.headers(file);
        let blocks = headers.iter().flat_map(|it| std::iter::once(it.ty).chain(it.labels.clone()));
        let name = file.source.slice(attribute.name).trim_matches('"');
        let steps: Vec<_> = blocks.chain([name]).map(Str::from).collect();
        let settings = self.evaluated(file).explain(&steps);
        let is_here = |place: &Place| {
            let (outer, inner) = (attribute.span, place.span());
            let is_same_file = place.source().name() == file.source.name();
            is_same_file && outer.start <= inner.start && inner.end <= outer.end
        };
        let layer = |index: usize| settings.get(index).map(named);
        match settings.iter().position(|it| is_here(&it.place))? {
            0 => Some(format!("It replaces the value of {}.", layer(1)?)),
            _ => Some(format!("It is replaced by the value of {}.", layer(0)?)),
        }
    }
}

/// Returns the name of a variable, from its definition `var.NAME`.
fn variable(definition: &Definition) -> Option<&str> {
    match &*definition.parts {
        [var, name] if var == "var" => Some(name),
        _ => None,
    }
}

/// Returns a location with its preposition. Environment variables and arguments have no lines.
fn located(place: &Place) -> String {
    let name = place.source().name();
    match name.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
        Some(name) => format!("by the {name}"),
        None => format!("at {place}"),
    }
}

/// Returns a layer with the location of its value.
fn named(LayerSetting { layer, place, .. }: &LayerSetting) -> String {
    let name = place.source().name();
    match name.strip_prefix('<').and_then(|name| name.strip_suffix('>')) {
        Some(name) => format!("the {layer} ({name})"),
        None => format!("the {layer} at {place}"),
    }
}
