//! Values for single items, from the environment, the command line and the program: each is a layer of its own.

use std::fmt;

use super::decoder::Decoder;
use super::diags;
use super::inputs::{DecoderInput, names};
use super::layers::{Layer, Layers};
use super::setting_body::SettingBody;
use super::setting_paths::{NamedStep, SettingPath, find_unquoted, path_of, steps_of};
use super::stages::ReadInputs;
use crate::body::Body;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Type, Value};
use crate::diag::Diagnostics;
use crate::environment::{
    Environment, EnvironmentVariable, Environments, FlagSetting, InputText, TextForm, TextReading,
};
use crate::expr::Expression;
use crate::limits::Limits;
use crate::source::{Place, Source, Span};
use crate::spec::{Address, AddressedItem, NameMatch, Spec};

impl Decoder {
    /// Adds a source to the lowest layer, in the syntax of its name's ending. All other layers override it.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16, host: String }
    ///
    /// let decoder = Decoder::new().defaults("<defaults>", "port = 80\nhost = \"localhost\"\n");
    /// let loaded = decoder.decode_str::<Config>("port = 8080\n")?;
    /// assert_eq!((loaded.value.port, loaded.value.host.as_str()), (8080, "localhost"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "default")]
    #[doc(alias = "layering")]
    pub fn defaults(self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.input_of(Layer::Defaults, DecoderInput::Text(Source::new(name, text)))
    }

    /// Adds the files whose paths match a [pattern](Self::files) as layers above all other files: each overrides those
    /// with paths before its own. It is not an error if no file matches. An invalid pattern, `**` and an unreadable
    /// directory are errors.
    ///
    /// A later layer overrides attributes one by one. Its blocks are merged with those of equal type and labels, and
    /// follow the others if they have no labels and may occur several times; `#[hcl(merge = "…")]` on a field sets
    /// another [rule](crate::body::Layering). Two files that are not drop-ins may not set one attribute.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-drop-ins-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// std::fs::write(folder.join("10-port.hcl"), "port = 81\n").unwrap();
    /// std::fs::write(folder.join("20-port.hcl"), "port = 82\n").unwrap();
    /// let decoder = Decoder::new().drop_ins(format!("{}/*.hcl", folder.display()));
    /// assert_eq!(decoder.decode_str::<Config>("port = 80\n")?.value.port, 82);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "merge")]
    #[doc(alias = "layering")]
    #[doc(alias = "conf.d")]
    pub fn drop_ins(self, pattern: impl Into<String>) -> Self {
        self.input_of(Layer::DropIns, DecoderInput::Pattern(pattern.into()))
    }

    /// Adds values from an [environment](Environment), whose items are paths. `__` separates the names of a path; upper and
    /// lower case are equal, and so are `-` and `_`. A label that no block has is in lower case.
    ///
    /// The type of the attribute decides, unless the environment has another [form](Environment::form): a string is taken
    /// literally, a number and a bool are converted, and lists, objects, blocks and captured expressions are parsed as
    /// expressions. For an attribute of any type, the value is an expression if it is one without variables that is not a
    /// call, and a string otherwise.
    ///
    /// A variable that leads to no attribute is a warning, and a value that is not UTF-8 is an error. The files of the
    /// environment are read during decoding, within the [`Limits`] of the context, and [`Watched`](super::Watched) notices
    /// their changes. Later environments are layers above.
    ///
    /// ```
    /// use hcldyn::environment::Environment;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     region: String,
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
    /// let environment = Environment::new(|name| match name {
    ///     "AWS_REGION" => Some("REGION"),
    ///     _ => name.strip_prefix("APP_"),
    /// })
    /// .variables([("APP_SERVER__WEB__PORT", "8080"), ("AWS_REGION", "eu"), ("HOME", "/root")]);
    /// let loaded = Decoder::new()
    ///     .text("main.hcl", "server \"web\" {\n  port = 80\n}\n")
    ///     .environment(environment)
    ///     .decode::<Config>()?;
    /// assert_eq!((loaded.value.server[0].port, loaded.value.region.as_str()), (8080, "eu"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "env")]
    #[doc(alias = "environment variable")]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.settings.environment.add(environment);
        self
    }

    /// Adds values as `PATH=EXPRESSION`, such as arguments of the command line. Messages call them by the name of the
    /// `flag`. A path leads through block types and labels to an attribute: `server.web.port=80`. The expressions see the
    /// variables and functions of the configuration, so strings are quoted.
    ///
    /// In a name without quotes, `*` matches any characters: `server.*.port=80` sets the port of each `server` block in the
    /// files, `server.app-*.port=80` those whose labels begin with `app-`. A pattern matches only what is written in the
    /// files, without the blocks that `dynamic` blocks generate. In quotes, it is an ordinary character: `server["*"].port`.
    ///
    /// `server.web.tags+="a"` adds an element to the list that the layers below give, or to an empty one.
    ///
    /// An override without an equals sign is an error, and so is one whose path leads to no attribute.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let decoder = Decoder::new().text("main.hcl", "port = 80\n");
    /// let loaded = decoder.clone().overrides("--set", ["port = 8000 + 80"]).decode::<Config>()?;
    /// assert_eq!(loaded.value.port, 8080);
    ///
    /// let mistake = decoder.overrides("--set", ["prot=8080"]).decode::<Config>().err().unwrap();
    /// assert!(mistake.to_string().starts_with("--set:1:1: error: Unknown setting"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(block)]
    ///     server: BTreeMap<String, Server>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Server { port: u16 }
    ///
    /// let text = "server \"app-a\" { port = 1 }\nserver \"app-b\" { port = 2 }\nserver \"db\" { port = 3 }\n";
    /// let decoder = Decoder::new().overrides("--set", ["server.app-*.port=80"]);
    /// let servers = decoder.decode_str::<Config>(text)?.value.server;
    /// let ports: Vec<_> = servers.values().map(|server| server.port).collect();
    /// assert_eq!(ports, [80, 80, 3]);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "set")]
    #[doc(alias = "layering")]
    pub fn overrides<S: Into<String>>(
        mut self,
        flag: &str,
        overrides: impl IntoIterator<Item = S>,
    ) -> Self {
        let overrides = overrides.into_iter().map(|text| (flag.to_owned(), text.into()));
        self.settings.overrides.extend(overrides);
        self
    }

    /// Sets an item to a value of the program, by its path as in [`overrides`](Self::overrides). All other layers are
    /// below it. A path that leads to no attribute is an error.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let loaded = Decoder::new().value("port", 81).decode_str::<Config>("port = 80\n")?;
    /// assert_eq!(loaded.value.port, 81);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn value(mut self, path: impl Into<String>, value: impl Into<Value>) -> Self {
        self.settings.values.push((path.into(), value.into()));
        self
    }

    /// Returns the body of all layers.
    pub(super) fn layered(
        &self,
        inputs: &ReadInputs,
        spec: &Spec,
        layers: &mut Layers,
        diags: &mut Diagnostics,
    ) -> Body {
        let empty = || Body::empty(names(&self.inputs));
        let bodies = inputs.bodies.iter().map(|it| (it.layer, it.body.clone()));
        let mut bodies = bodies.collect_vec();
        let settings = &inputs.settings;
        let read = Body::layered(bodies.clone()).unwrap_or_else(empty);
        if settings.is_empty() {
            return read;
        }
        if bodies.is_empty() {
            bodies.push((layers.add(Layer::Files), read.clone()));
        }
        let mut site = SettingSite {
            spec,
            read,
            #[cfg(feature = "edit")]
            migrations: self.migrations.as_ref(),
            diags,
        };
        let Settings { environment, flags, overrides, values } = settings;
        let is_same_file = |a: &EnvironmentVariable, b: &EnvironmentVariable| {
            a.file().is_some() && a.file() == b.file()
        };
        let environment = environment.variables.chunk_by(is_same_file);
        let environment = environment.map(|it| (Layer::Environment, site.variables(it)));
        let mut set = environment.collect_vec();
        let (variables, flags): (Vec<_>, Vec<_>) = flags.iter().partition(|it| it.is_variable);
        for flag in variables.into_iter().chain(flags) {
            set.push((SettingSite::layer_of_flag(flag), site.flag(flag)));
        }
        for (flag, text) in overrides {
            set.push((Layer::Overrides, site.override_of(flag, text)));
        }
        for (path, value) in values {
            set.push((Layer::Program, site.value(path, value)));
        }
        for (layer, body) in set {
            bodies.extend(body.map(|body| (layers.add(layer), body)));
        }
        Body::layered(bodies).unwrap_or_else(empty)
    }
}

/// The values in the layers above the files.
#[derive(Clone, Default)]
pub(super) struct Settings {
    pub(super) environment: Environments,
    /// The flags of a command line.
    pub(super) flags: Vec<FlagSetting>,
    /// The flags of overrides, with their arguments.
    pub(super) overrides: Vec<(String, String)>,
    /// The paths, with their values.
    pub(super) values: Vec<(String, Value)>,
}

impl Settings {
    /// Returns the settings with the files of environments read.
    pub(super) fn read(&self, limits: &Limits, diags: &mut Diagnostics) -> Self {
        let environment = self.environment.read(limits, &mut { limits.file_bytes }, diags);
        Self { environment, ..self.clone() }
    }

    fn is_empty(&self) -> bool {
        let is_empty = self.environment.variables.is_empty() && self.overrides.is_empty();
        is_empty && self.flags.is_empty() && self.values.is_empty()
    }
}

/// Prints the number of the values, which may be secret.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("environment", &self.environment)
            .field("flags", &self.flags.len())
            .field("overrides", &self.overrides.len())
            .field("values", &self.values.len())
            .finish()
    }
}

/// The item that an environment variable sets.
struct VariableSetting {
    address: Address,
    expr: Expression,
    /// `true` if the variable has an old name of the item.
    is_old: bool,
}

/// The items that values can be given to.
pub(super) struct SettingSite<'a> {
    pub(super) spec: &'a Spec,
    /// The content of the files.
    pub(super) read: Body,
    /// The steps from old names of items.
    #[cfg(feature = "edit")]
    pub(super) migrations: Option<&'a crate::edit::migrate::Migrations>,
    pub(super) diags: &'a mut Diagnostics,
}

impl SettingSite<'_> {
    /// Returns the body that environment variables of one layer spell.
    fn variables(&mut self, variables: &[EnvironmentVariable]) -> Option<Body> {
        let (mut body, mut present) = (SettingBody::default(), Vec::new());
        for variable in variables {
            match self.variable(variable) {
                Some(VariableSetting { address, expr, is_old: true }) => {
                    body.set(&address, &[], expr);
                }
                Some(setting) => present.push(setting),
                None => {}
            }
        }
        // They override the same items under old names.
        for VariableSetting { address, expr, .. } in present {
            body.set(&address, &[], expr);
        }
        body.body()
    }

    /// Returns the item that an environment variable sets.
    fn variable(&mut self, variable: &EnvironmentVariable) -> Option<VariableSetting> {
        let place = variable.name_place();
        let steps = variable.target.split("__").map(|name| (Str::new(name), place.clone()));
        let steps = steps.collect_vec();
        let text = variable.text();
        let (address, is_old) = match self.address(&steps, NameMatch::Environment) {
            Ok(address) => (address, false),
            Err(failure) => match self.moved_variable(variable, &steps) {
                Some(address) => (address, true),
                None => {
                    // The value is beside the name in a file, and may be a secret of another program.
                    if let Some(text) = &text {
                        self.diags.hide(text.place());
                    }
                    let known = steps.iter().map(|(name, _)| name.as_str()).collect_vec();
                    self.diags.push(diags::unused_variable(place, &known, &failure));
                    return None;
                }
            },
        };
        let Some(text) = text else {
            return self.diags.fail(diags::not_utf8(variable.source_name()));
        };
        let expr = self.expression(&text, variable.form, &address);
        Some(VariableSetting { address, expr, is_old })
    }

    /// Returns the expression of an environment variable.
    pub(super) fn expression(
        &mut self,
        text: &InputText,
        form: TextForm,
        address: &Address,
    ) -> Expression {
        let (ty, is_captured) = match &address.item {
            AddressedItem::Attribute { ty, is_captured, is_sensitive, .. } => {
                if *is_sensitive {
                    self.diags.hide(text.place());
                }
                (ty, *is_captured)
            }
            AddressedItem::Blocks { .. } => (&Type::Dynamic, true),
        };
        match form.reading(ty) {
            TextReading::Literal | TextReading::Csv | TextReading::CsvEntries if is_captured => {
                self.parsed(text, TextReading::Expression, address)
            }
            TextReading::Expression if *ty == Type::Dynamic && !is_captured => {
                let reading = TextReading::Expression;
                let parsed = text.parse(reading, &mut Diagnostics::of_attempt());
                let is_constant =
                    |expr: &Expression| expr.variables().is_empty() && expr.as_call().is_none();
                parsed.filter(is_constant).unwrap_or_else(|| text.literal())
            }
            reading => self.parsed(text, reading, address),
        }
    }

    /// Parses an expression. One that cannot be parsed still sets its item, which is thus not missing. It is not shown
    /// if a part of the item is sensitive, since that part cannot be found, and neither is one without written parts.
    fn parsed(&mut self, text: &InputText, reading: TextReading, address: &Address) -> Expression {
        let place = text.place();
        if reading == TextReading::Literal {
            return text.literal();
        }
        let errors = self.diags.error_count();
        let parsed = text.parse(reading, self.diags);
        let is_broken = self.diags.error_count() > errors;
        if is_broken {
            self.diags.hide_in_broken(place.source());
        }
        let expr = parsed.unwrap_or_else(|| Expression::unparsed(place));
        let has_parts = || expr.as_map().is_some() || expr.as_list().is_some();
        if address.item.is_sensitive() && (is_broken || !has_parts()) {
            self.diags.hide_value(place.source());
        }
        expr
    }

    /// Returns the body that an override spells.
    fn override_of(&mut self, flag: &str, text: &str) -> Option<Body> {
        let source = Source::new(flag, text);
        let Some(equals) = find_unquoted(text, '=') else {
            // The text may be a secret without its name.
            let unseen = whole(&Source::without_text(flag));
            return self.diags.fail(diags::override_without_value(unseen));
        };
        let (path, is_addition) = match text[..equals].strip_suffix('+') {
            Some(path) => (path, true),
            None => (&text[..equals], false),
        };
        let path = Source::new(flag, path);
        let Some(SettingPath { place, names, steps }) = path_of(&path) else {
            return self.diags.fail(diags::invalid_override_path(whole(&path)));
        };
        let (addresses, names) = match self.spec.addresses(&steps, &self.read) {
            Ok(addresses) => (addresses, names),
            Err(failure) => match self.moved_override(&names) {
                Some(address) => (vec![address], Vec::new()),
                None => {
                    self.diags.push(diags::unknown_setting(&place, &names, &failure));
                    return None;
                }
            },
        };
        let value = InputText::part(source.place(Span::from(equals + 1..text.len())));
        let mut body = SettingBody::default();
        for address in &addresses {
            if let AddressedItem::Attribute { is_sensitive: true, .. } = &address.item {
                self.diags.hide(value.place());
            }
        }
        // Errors in the expression are reported once, because they are equal.
        for address in &addresses {
            let expr = self.parsed(&value, TextReading::Expression, address);
            if !is_addition {
                body.set(address, &names, expr);
            } else if address.item.is_list() {
                body.add(address, &names, expr);
            } else {
                return self.diags.fail(diags::not_a_list(place, &address.item));
            }
        }
        body.body()
    }

    /// Returns the body that a value of the program spells.
    fn value(&mut self, path: &str, value: &Value) -> Option<Body> {
        let name = format!("<value of {path}>");
        let unseen = whole(&Source::without_text(name));
        let parsed = steps_of(&Source::new("<path>", path));
        let Some((_, mut steps)) = parsed else {
            return self.diags.fail(diags::invalid_override_path(unseen));
        };
        for (_, place) in &mut steps {
            *place = unseen.clone();
        }
        match self.address(&steps, NameMatch::Exact) {
            Ok(address) => {
                let mut body = SettingBody::default();
                body.set(&address, &[], Expression::constant(value.clone(), unseen));
                body.body()
            }
            Err(failure) => {
                self.diags.push(diags::unknown_setting(&unseen, &steps, &failure));
                None
            }
        }
    }

    pub(super) fn address(
        &self,
        steps: &[NamedStep],
        names: NameMatch,
    ) -> Result<Address, crate::spec::AddressFailure> {
        let steps = steps.iter().map(|(name, _)| name.clone()).collect_vec();
        self.spec.address(&steps, names, &self.read)
    }
}

pub(super) fn whole(source: &Source) -> Place {
    source.place(Span::from(0..source.text().len()))
}
