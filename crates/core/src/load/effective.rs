//! The values of a configuration, each with the layer that sets it.

use std::fmt;

use super::Configuration;
use super::diags;
use super::layers::LayerSetting;
use super::setting_paths::steps_of;
use crate::cty::internal::CollectVec;
use crate::cty::{Path, Type, Value};
use crate::diag::Diagnostics;
#[cfg(feature = "edit")]
use crate::edit::ItemPath;
use crate::expr::Expression;
use crate::source::{Place, Source};
use crate::spec::{Address, AddressFailure, AddressedItem, Change, NameMatch, Presence, item_path};
use crate::syntax::native::{line_within, parse_expression};

/// The maximum length of a shown value in bytes. Values can share their parts, and so be longer than any source.
const MAX_SHOWN: usize = 1 << 20;

/// A value of a configuration, with the layer that sets it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EffectiveSetting {
    /// The path of the item, as in [`Change`]: `server.web.port` is the attribute `port` of the block
    /// `server "web"`, and `rule[1].port` that of the second block of a type without labels.
    pub path: String,
    /// The value. It is [marked](crate::cty::Mark::sensitive) if it is sensitive.
    pub value: Value,
    /// The layer and the source location; `None` for the default of an item that is not set.
    pub set_by: Option<LayerSetting>,
}

/// Shows the path and the value on one line, without sensitive values: `server.web.port = 80`.
impl fmt::Display for EffectiveSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = line_within(&self.value, MAX_SHOWN);
        write!(f, "{} = {}", self.path, value.as_deref().unwrap_or("(too long to show)"))
    }
}

impl<T> Configuration<T> {
    /// Returns all values of the configuration in the order of the struct: those that a layer sets, and the defaults of the
    /// others. An item that is not set and has no default is left out.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(default = "localhost")]
    ///     host: String,
    ///     #[hcl(block)]
    ///     server: Vec<Server>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     #[hcl(label)]
    ///     name: String,
    ///     port: u16,
    ///     #[hcl(sensitive)]
    ///     token: Option<String>,
    /// }
    ///
    /// let loaded = Decoder::new()
    ///     .text("main.hcl", "server \"web\" {\n  port  = 80\n  token = \"x\"\n}\n")
    ///     .overrides("--set", ["server.web.port=8080"])
    ///     .decode::<Config>()?;
    /// let lines: Vec<_> = loaded.settings().iter().map(|it| it.to_string()).collect();
    /// assert_eq!(lines[0], "host = \"localhost\"");
    /// assert_eq!(lines[1..], ["server.web.port = 8080", "server.web.token = (sensitive)"]);
    /// let port = loaded.settings().remove(1).set_by.unwrap();
    /// assert_eq!(port.to_string(), "overrides at --set:1:17");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn settings(&self) -> Vec<EffectiveSetting> {
        let items = self.layers.spec().decoded_items(&self.decoded).into_iter();
        let setting = items.map(|item| {
            let origin = &item.origin;
            let is_set = origin.presence == Presence::Present && !origin.is_default();
            let set_by = is_set.then(|| self.setting(origin.place.clone()));
            EffectiveSetting { path: item.path, value: item.value, set_by }
        });
        setting.collect_vec()
    }

    /// Returns the value at a path: that of an attribute, also if it is not set, or that of a part of it. A path is one of
    /// [`settings`](Self::settings); labels may also be in brackets and quotes.
    ///
    /// # Errors
    ///
    /// Fails if the path is invalid, and if it leads to no attribute.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16, tags: Vec<String> }
    ///
    /// let loaded = Decoder::new().decode_str::<Config>("port = 80\ntags = [\"a\", \"b\"]\n")?;
    /// assert_eq!(loaded.setting_at("tags[1]")?.to_string(), "tags[1] = \"b\"");
    /// let mistake = loaded.setting_at("prot").unwrap_err();
    /// assert!(mistake.to_string().ends_with("Did you mean \"port\"?"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn setting_at(&self, path: &str) -> Result<EffectiveSetting, Diagnostics> {
        let source = Source::new("<path>", path);
        let expr = parse_expression(&source, &mut Diagnostics::of_attempt());
        let Some(traversal) = expr.as_ref().and_then(Expression::as_traversal) else {
            return Err(diags::invalid_override_path(whole(&source)).into());
        };
        let (settings, steps) = (self.settings(), traversal.steps());
        let prefix = |count: usize| item_path(traversal.root(), &steps[..count]);
        let given = prefix(steps.len());
        for count in (0..=steps.len()).rev() {
            let outer = prefix(count);
            let Some(setting) = settings.iter().find(|it| it.path == outer) else { continue };
            let rest = steps[count..].iter().cloned().fold(Path::root(), Path::then);
            if let Ok(value) = rest.apply(&setting.value) {
                return Ok(EffectiveSetting { path: given, value, ..setting.clone() });
            }
        }
        self.address(&source)?;
        Ok(EffectiveSetting { path: given, value: Value::null(Type::Dynamic), set_by: None })
    }

    /// Returns the attribute at a path.
    fn address(&self, path: &Source) -> Result<Address, Diagnostics> {
        let Some((place, names)) = steps_of(path) else {
            return Err(diags::invalid_override_path(whole(path)).into());
        };
        let steps = names.iter().map(|(name, _)| name.clone()).collect_vec();
        let address = self.layers.address(&steps, NameMatch::Exact);
        let address = address.and_then(|address| match address.item {
            AddressedItem::Attribute { .. } => Ok(address),
            AddressedItem::Blocks { ty, .. } => {
                Err(AddressFailure::EndsAtBlock { step: steps.len(), ty })
            }
        });
        address.map_err(|failure| diags::unknown_setting(&place, &names, &failure).into())
    }

    /// Returns the path of an attribute in the files of the configuration, to [edit](crate::edit) one of them: its labels are
    /// keys.
    ///
    /// # Errors
    ///
    /// Fails if the path is invalid, and if it leads to no attribute.
    #[cfg(feature = "edit")]
    pub fn edit_path(&self, path: &str) -> Result<ItemPath, Diagnostics> {
        let Address { blocks, item, .. } = self.address(&Source::new("<path>", path))?;
        let mut found = ItemPath::default();
        for (ty, labels) in blocks {
            found = labels.into_iter().fold(found.name(ty), ItemPath::key);
        }
        Ok(match item {
            AddressedItem::Attribute { name, .. } | AddressedItem::Blocks { ty: name, .. } => {
                found.name(name)
            }
        })
    }

    /// Returns the differences to a later state of the configuration, as [`Spec::changes`](crate::spec::Spec::changes) does.
    pub fn changes<U>(&self, later: &Configuration<U>) -> Vec<Change> {
        self.layers.spec().changes(&self.decoded, &later.decoded)
    }
}

fn whole(source: &Source) -> Place {
    source.place((0..source.text().len()).into())
}
