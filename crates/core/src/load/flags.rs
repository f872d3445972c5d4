//! Values for single items from the flags of a command line: a layer of its own.

use super::decoder::Decoder;
use super::diags;
use super::layers::Layer;
use super::setting_body::SettingBody;
use super::settings::{SettingSite, whole};
use crate::body::Body;
use crate::cty::Type;
use crate::cty::internal::CollectVec;
use crate::environment::{FlagSetting, FlagText, InputText, TextForm};
use crate::expr::Expression;
use crate::source::Source;
use crate::spec::{Address, AddressedItem, NameMatch};

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
    /// Returns the layer of a flag.
    pub(super) fn layer_of_flag(flag: &FlagSetting) -> Layer {
        if flag.is_variable { Layer::Environment } else { Layer::Flags }
    }

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
