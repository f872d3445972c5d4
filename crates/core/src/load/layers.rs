//! The layers of a configuration, and the values that each of them sets.

use std::cmp::Reverse;
use std::fmt;

use super::Configuration;
use super::setting_paths::steps_of;
use crate::body::{Attribute, Body, LayerId};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeyMap, sort_by_key};
use crate::expr::EvalContext;
use crate::source::{Place, Source};
use crate::spec::{
    Address, AddressFailure, NameMatch, Origin, PossibleAttribute, Presence, SettingSource, Spec,
};

/// A layer of a configuration. A later one overrides the attributes of the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Layer {
    /// The [defaults](super::Decoder::defaults) of the program.
    Defaults,
    /// The sources, files and directories of the configuration.
    Files,
    /// The [drop-ins](super::Decoder::drop_ins), each above the previous one.
    DropIns,
    /// The [environments](super::Decoder::environment), with their files below.
    Environment,
    /// The [flags](super::Decoder::flags) of a command line.
    Flags,
    /// The [overrides](super::Decoder::overrides), such as arguments of the command line.
    Overrides,
    /// The [values](super::Decoder::value) of the program.
    Program,
}

/// The value that one layer gives to an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayerSetting {
    /// The layer.
    pub layer: Layer,
    /// The source location of the expression. Its source is the file, the environment variable or the flag.
    pub place: Place,
}

/// Shows the location, not the value, which may be sensitive.
impl fmt::Display for LayerSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.layer, self.place)
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Defaults => "defaults",
            Self::Files => "files",
            Self::DropIns => "drop-ins",
            Self::Environment => "environment",
            Self::Flags => "flags",
            Self::Overrides => "overrides",
            Self::Program => "program",
        })
    }
}

impl Layer {
    /// The layers that are read from sources and files.
    pub(super) const OF_INPUTS: [Self; 3] = [Self::Defaults, Self::Files, Self::DropIns];

    /// Returns the source of the values, or `None` for values of the program.
    fn source(self) -> Option<SettingSource> {
        match self {
            Self::Files | Self::DropIns => Some(SettingSource::File),
            Self::Environment => Some(SettingSource::Environment),
            Self::Flags | Self::Overrides => Some(SettingSource::Flag),
            Self::Defaults | Self::Program => None,
        }
    }
}

/// The layers of one configuration by their positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers(Vec<Layer>);

impl Layers {
    /// Adds a layer above the others.
    pub(super) fn add(&mut self, layer: Layer) -> LayerId {
        self.0.push(layer);
        self.last()
    }

    fn last(&self) -> LayerId {
        let position = self.0.len().saturating_sub(1) as u32;
        LayerId { position, is_files: self.0.last() == Some(&Layer::Files) }
    }

    /// Returns the layer of the next input. All files are one layer.
    pub(super) fn of_input(&mut self, layer: Layer) -> LayerId {
        match self.0.last() {
            Some(Layer::Files) if layer == Layer::Files => self.last(),
            _ => self.add(layer),
        }
    }

    pub(super) fn get(&self, id: LayerId) -> Layer {
        self.0.get(id.position as usize).copied().unwrap_or(Layer::Files)
    }

    /// Keeps what a configuration can tell of its layers.
    pub(super) fn of(self, body: &Body, spec: &Spec) -> LayeredBody {
        let layers = body.source_layers();
        let sources = layers.iter().map(|(it, id)| (it.clone(), self.get(*id)));
        LayeredBody {
            only: self.get(LayerId::default()),
            sources: sources.collect(),
            body: body.clone(),
            spec: spec.clone(),
        }
    }
}

/// The content of all layers.
#[derive(Clone, Debug)]
pub(super) struct LayeredBody {
    /// The layer of everything, if there is only one.
    only: Layer,
    /// The layers of the sources, if there are several.
    sources: KeyMap<Source, Layer>,
    body: Body,
    spec: Spec,
}

impl LayeredBody {
    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the item at a path of names.
    pub(super) fn address(
        &self,
        steps: &[Str],
        names: NameMatch,
    ) -> Result<Address, AddressFailure> {
        self.spec.address(steps, names, &self.body)
    }

    /// Returns the settings of an attribute by its names and labels, the effective one first. `ctx` has the names of the
    /// configuration.
    pub(super) fn written_settings(
        &self,
        steps: &[Str],
        ctx: &EvalContext,
    ) -> Option<Vec<LayerSetting>> {
        let Self { body, spec, .. } = self;
        let address = spec.address_with_inherited(steps, body, ctx).ok()?;
        let places = address.written.into_iter().flat_map(Attribute::into_places);
        let setting = |place: Place| LayerSetting { layer: self.layer_of(&place), place };
        let mut settings = places.map(setting).collect_vec();
        // The last of those in one layer is effective.
        settings.reverse();
        let ranks = body.source_layers();
        sort_by_key(&mut settings, |it| Reverse(ranks.get(it.place.source()).copied()));
        (!settings.is_empty()).then_some(settings)
    }

    /// Visits the attributes that the body may have.
    pub(super) fn visit_attributes(&self, visit: &mut dyn FnMut(PossibleAttribute<'_>)) {
        self.spec.visit_attributes(&self.body, visit);
    }

    fn layer_of(&self, place: &Place) -> Layer {
        self.sources.get(place.source()).copied().unwrap_or(self.only)
    }

    /// Returns the source of the value at a location, or `None` for a value of the program.
    pub(super) fn source_of(&self, place: &Place) -> Option<SettingSource> {
        self.layer_of(place).source()
    }
}

impl<T> Configuration<T> {
    /// Returns the layer of a source location, such as that of a value.
    pub fn layer_of(&self, place: &Place) -> Layer {
        self.layers.layer_of(place)
    }

    /// Returns the layers that set an attribute, the effective one first: `server.web.port` is the attribute `port` of the
    /// block `server "web"`, followed by those that it [inherits](crate::ext::inheritance). Labels that are not names are written as in `server["a.b"].port`. A path as for
    /// [`place_of`](Self::place_of), such as `server[0].port`, leads to the effective layer only. Returns nothing for an
    /// attribute that no layer sets, and for a path that leads to no attribute.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(block)]
    ///     server: Vec<Server>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     #[hcl(label)]
    ///     name: String,
    ///     port: u16,
    /// }
    ///
    /// let loaded = Decoder::new()
    ///     .text("main.hcl", "server \"web\" {\n  port = 80\n}\n")
    ///     .overrides("--set", ["server.web.port=8080"])
    ///     .decode::<Config>()?;
    /// assert_eq!(loaded.value.server[0].port, 8080);
    /// let settings: Vec<_> = loaded.explain("server.web.port").iter().map(|it| it.to_string()).collect();
    /// assert_eq!(settings, ["overrides at --set:1:17", "files at main.hcl:2:10"]);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn explain(&self, path: &str) -> Vec<LayerSetting> {
        self.written_settings(path).unwrap_or_else(|| {
            let is_attribute = |it: &&Origin| {
                let is_body = it.is_block() || it.name_place().is_none() && !it.parts.is_empty();
                it.presence == Presence::Present && !is_body
            };
            let origin = self.origin_by(path).filter(is_attribute);
            origin.map(|origin| self.setting(origin.place.clone())).into_iter().collect_vec()
        })
    }

    /// Returns the settings of an attribute by its names and labels, the effective one first.
    fn written_settings(&self, path: &str) -> Option<Vec<LayerSetting>> {
        let (_, steps) = steps_of(&Source::new("<path>", path))?;
        let steps = steps.into_iter().map(|(name, _)| name).collect_vec();
        self.layers.written_settings(&steps, &self.context)
    }

    pub(super) fn setting(&self, place: Place) -> LayerSetting {
        LayerSetting { layer: self.layer_of(&place), place }
    }
}
