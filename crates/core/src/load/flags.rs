//! Values for single items from the flags of a command line: a layer of its own.

use std::ffi::OsString;
use std::fmt;

use super::decoder::Decoder;
use super::diags;
use super::layers::Layer;
use super::setting_body::SettingBody;
use super::settings::{SettingSite, whole};
use crate::body::Body;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Type};
use crate::environment::{FlagText, InputText, TextForm};
use crate::expr::Expression;
use crate::source::Source;
use crate::spec::{Address, AddressedItem, NameMatch};

/// The values of one command-line flag, such as `--server-port 80`, and the attribute that it sets.
///
/// The type of the attribute decides. For a list, a set and a tuple, each value is one element. For a map, each is
/// `KEY=VALUE`. For all other types, the last value counts. A string is taken literally, a number and a bool are converted,
/// and everything else is parsed as an expression, as in the [environment](Decoder::environment).
#[derive(Clone, PartialEq, Eq)]
pub struct FlagSetting {
    pub(super) name: String,
    pub(super) path: Vec<Str>,
    pub(super) values: Vec<OsString>,
    pub(super) is_variable: bool,
}

impl FlagSetting {
    /// Creates the setting of a flag: its name for messages with its dashes, the path of the attribute (the types of the
    /// blocks around it, then its name), and the values in their order.
    pub fn new<P: Into<Str>, V: Into<OsString>>(
        flag: impl Into<String>,
        path: impl IntoIterator<Item = P>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        Self {
            name: flag.into(),
            path: path.into_iter().map(Into::into).collect_vec(),
            values: values.into_iter().map(Into::into).collect_vec(),
            is_variable: false,
        }
    }

    /// Creates the setting of an environment variable that a program reads in place of a flag. It is in the layer of the
    /// [environment](Decoder::environment), and its value is written as there.
    pub fn of_variable<P: Into<Str>>(
        name: impl Into<String>,
        path: impl IntoIterator<Item = P>,
        value: impl Into<OsString>,
    ) -> Self {
        Self { is_variable: true, ..Self::new(name, path, [value]) }
    }

    /// Returns the name of the flag with its dashes, or that of the environment variable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the types of the blocks around the attribute, then its name.
    pub fn path(&self) -> &[Str] {
        &self.path
    }

    /// Returns the layer.
    pub(super) fn layer(&self) -> Layer {
        if self.is_variable { Layer::Environment } else { Layer::Flags }
    }

    /// Returns the name of the source that the values are in messages.
    pub(super) fn source_name(&self) -> String {
        if self.is_variable {
            return format!("<environment variable {}>", self.name);
        }
        self.name.clone()
    }
}

/// Shows the name and the path, but not the values, which may be secret.
impl fmt::Debug for FlagSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlagSetting")
            .field("name", &self.name)
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Decoder {
    /// Adds the values of command-line flags, such as `hcldyn::cli::Flags` reads them with clap. They override the
    /// [environment](Self::environment), and [overrides](Self::overrides) override them. Messages have the source location
    /// `--server-port`. A later flag overrides an earlier one for the same attribute.
    ///
    /// A flag whose path leads to no attribute is an error, and so is a value that is not UTF-8.
    ///
    /// ```
    /// use hcldyn::load::FlagSetting;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { ports: Vec<u16> }
    ///
    /// let decoder = Decoder::new().text("main.hcl", "ports = [80]\n");
    /// let flags = [FlagSetting::new("--ports", ["ports"], ["81", "82"])];
    /// assert_eq!(decoder.clone().flags(flags).decode::<Config>()?.value.ports, [81, 82]);
    ///
    /// let mistake = decoder.flags([FlagSetting::new("--ports", ["ports"], ["81", "x"])]);
    /// let mistake = mistake.decode::<Config>().err().unwrap().to_string();
    /// assert!(mistake.starts_with("--ports:2:1: error: "), "{mistake}");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "clap")]
    pub fn flags(mut self, flags: impl IntoIterator<Item = FlagSetting>) -> Self {
        self.settings.flags.extend(flags);
        self
    }
}

impl SettingSite<'_> {
    /// Returns the body that a flag spells.
    pub(super) fn flag(&mut self, flag: &FlagSetting) -> Option<Body> {
        let unseen = whole(&Source::without_text(flag.source_name()));
        let steps = flag.path.iter().map(|name| (name.clone(), unseen.clone())).collect_vec();
        let address = match self.address(&steps, NameMatch::Exact) {
            Ok(address) => address,
            Err(failure) => {
                self.diags.push(diags::unknown_setting(&unseen, &steps, &failure));
                return None;
            }
        };
        let texts = flag.values.iter().map(|value| value.to_str()).collect::<Option<Vec<_>>>();
        let expr = match texts {
            Some(texts) => self.flag_expression(flag, &texts, &address)?,
            None => {
                self.diags.push(diags::not_utf8(flag.source_name()));
                Expression::unparsed(&unseen)
            }
        };
        let mut body = SettingBody::default();
        body.set(&address, &[], expr);
        body.body()
    }

    /// Returns the expression of the values of a flag, or `None` without values.
    fn flag_expression(
        &mut self,
        flag: &FlagSetting,
        texts: &[&str],
        address: &Address,
    ) -> Option<Expression> {
        let (name, last) = (flag.source_name(), *texts.last()?);
        let several = || FlagText::new(Source::new(&name, texts.join("\n")), texts);
        match &address.item {
            AddressedItem::Attribute { ty, is_captured: false, .. } if !flag.is_variable => {
                match ty {
                    Type::List(element) | Type::Set(element) => {
                        return Some(self.elements(several(), &|_| element, address));
                    }
                    Type::Tuple(elements) => {
                        let element = |index: usize| elements.get(index).unwrap_or(&Type::Dynamic);
                        return Some(self.elements(several(), &element, address));
                    }
                    Type::Map(element) => return Some(self.entries(several(), element, address)),
                    _ => {}
                }
            }
            AddressedItem::Attribute { .. } | AddressedItem::Blocks { .. } => {}
        }
        let text = InputText::whole(Source::new(name, last));
        Some(self.expression(&text, TextForm::Expression, address))
    }

    /// Returns the expression of a list, a set or a tuple, whose elements are the values of a flag.
    fn elements<'t>(
        &mut self,
        text: FlagText,
        element: &dyn Fn(usize) -> &'t Type,
        address: &Address,
    ) -> Expression {
        self.hide_sensitive(&text, address);
        text.elements(element, self.diags)
    }

    /// Returns the expression of a map, whose entries are the values of a flag.
    fn entries(&mut self, text: FlagText, element: &Type, address: &Address) -> Expression {
        self.hide_sensitive(&text, address);
        let missing = text.without_equals_sign();
        if let Some(place) = missing {
            // The text may be a secret without its key.
            let unseen = whole(&Source::without_text(place.source().name()));
            let shown = if address.item.is_sensitive() { unseen } else { place };
            self.diags.push(diags::entry_without_value(shown.clone()));
            return Expression::unparsed(&shown);
        }
        text.entries(element, self.diags)
    }

    fn hide_sensitive(&mut self, text: &FlagText, address: &Address) {
        if address.item.is_sensitive() {
            self.diags.hide(&text.place());
        }
    }
}
