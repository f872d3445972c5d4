//! Values for single items, from the environment, the command line and the program: each is a layer of its own.

use std::ffi::OsString;
use std::fmt;

use super::decoder::Decoder;
use super::diags;
use super::inputs::{DecoderInput, names};
use super::layers::{Layer, Layers};
use super::stages::ReadInputs;
use crate::body::{Attribute, Block, Body, ItemBody, ItemKind, Label};
use crate::cty::internal::CollectVec;
use crate::cty::{Step, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::environment::{EnvironmentVariable, select};
use crate::expr::Expression;
use crate::source::{Place, Source, Span};
use crate::spec::{Address, AddressedItem, NameMatch, Spec};
use crate::syntax::native::{parse_expression, parse_expression_at};

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

    /// Adds values from environment variables. `path` maps the name of an environment variable to a path, if it sets an
    /// item: by a prefix of the program, or from a list. `__` separates the names of the path; upper and lower case are
    /// equal, and so are `-` and `_`. A label that no block has is in lower case.
    ///
    /// The type of the attribute decides: a string is taken literally, a number and a bool are converted, and lists,
    /// objects, blocks and captured expressions are parsed as expressions. For an attribute of any type, the value is
    /// an expression if it is one without variables that is not a call, and a string otherwise.
    ///
    /// A variable that leads to no attribute is a warning, and a value that is not UTF-8 is an error. Several
    /// environments can be added.
    ///
    /// ```
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
    /// let environment = [("APP_SERVER__WEB__PORT", "8080"), ("AWS_REGION", "eu"), ("HOME", "/root")];
    /// let loaded = Decoder::new()
    ///     .text("main.hcl", "server \"web\" {\n  port = 80\n}\n")
    ///     .environment(environment, |name| match name {
    ///         "AWS_REGION" => Some("REGION"),
    ///         _ => name.strip_prefix("APP_"),
    ///     })
    ///     .decode::<Config>()?;
    /// assert_eq!((loaded.value.server[0].port, loaded.value.region.as_str()), (8080, "eu"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "env")]
    #[doc(alias = "environment variable")]
    pub fn environment<N, V>(
        mut self,
        environment: impl IntoIterator<Item = (N, V)>,
        path: impl Fn(&str) -> Option<&str>,
    ) -> Self
    where
        N: Into<OsString>,
        V: Into<OsString>,
    {
        self.settings.environment.extend(select(environment, path));
        self
    }

    /// Adds values as `PATH=EXPRESSION`, such as arguments of the command line. Messages call them by the name of the
    /// `flag`. A path leads through block types and labels to an attribute: `server.web.port=80`. The expressions see the
    /// variables and functions of the configuration, so strings are quoted.
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
        let mut site = SettingSite { spec, read, diags };
        let Settings { environment, overrides, values } = settings;
        let environment = environment.iter().map(|it| (Layer::Environment, site.variable(it)));
        let mut set = environment.collect_vec();
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
    pub(super) environment: Vec<EnvironmentVariable>,
    /// The flags, with their arguments.
    pub(super) overrides: Vec<(String, String)>,
    /// The paths, with their values.
    pub(super) values: Vec<(String, Value)>,
}

impl Settings {
    fn is_empty(&self) -> bool {
        self.environment.is_empty() && self.overrides.is_empty() && self.values.is_empty()
    }
}

/// Prints the number of the values, which may be secret.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("environment", &self.environment.len())
            .field("overrides", &self.overrides.len())
            .field("values", &self.values.len())
            .finish()
    }
}

/// A name of a path, with its source location.
type NamedStep = (Str, Place);

/// The items that values can be given to.
struct SettingSite<'a> {
    spec: &'a Spec,
    /// The content of the files.
    read: Body,
    diags: &'a mut Diagnostics,
}

impl SettingSite<'_> {
    /// Returns the body that an environment variable spells.
    fn variable(&mut self, variable: &EnvironmentVariable) -> Option<Body> {
        let input = variable.source_name();
        let unseen = whole(&Source::without_text(&input));
        let steps = variable.target.split("__");
        let steps = steps.map(|name| (Str::new(name), unseen.clone())).collect_vec();
        let address = self.address(&steps, NameMatch::Environment);
        let address = match address {
            Ok(address) => address,
            Err(failure) => {
                let known = steps.iter().map(|(name, _)| name.as_str()).collect_vec();
                self.diags.push(diags::unused_variable(unseen, &known, &failure));
                return None;
            }
        };
        let Some(text) = variable.value.to_str() else {
            return self.diags.fail(diags::not_utf8(input));
        };
        let place = whole(&Source::new(input, text));
        let expr = self.expression(&place, &address);
        Some(body_of(&address, &[], expr))
    }

    /// Returns the expression of an environment variable.
    fn expression(&mut self, place: &Place, address: &Address) -> Expression {
        let literal = || Expression::constant(Value::from(place.text()), place.clone());
        let (ty, is_captured) = match &address.item {
            AddressedItem::Attribute { ty, is_captured, is_sensitive, .. } => {
                if *is_sensitive {
                    self.diags.hide(place);
                }
                (ty, *is_captured)
            }
            AddressedItem::Blocks { .. } => return self.parsed(place, address),
        };
        match ty {
            _ if is_captured => self.parsed(place, address),
            ty if ty.is_primitive() => literal(),
            Type::Dynamic => {
                let parsed = parse_expression_at(place, &mut Diagnostics::of_attempt());
                let is_constant =
                    |expr: &Expression| expr.variables().is_empty() && expr.as_call().is_none();
                parsed.filter(is_constant).unwrap_or_else(literal)
            }
            _ => self.parsed(place, address),
        }
    }

    /// Parses an expression. One that cannot be parsed still sets its item, which is thus not missing. It is not shown
    /// if a part of the item is sensitive, since that part cannot be found, and neither is one without written parts.
    fn parsed(&mut self, place: &Place, address: &Address) -> Expression {
        let errors = self.diags.error_count();
        let parsed = parse_expression_at(place, self.diags);
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
        let Some(equals) = equals_sign(text) else {
            // The text may be a secret without its name.
            let unseen = whole(&Source::without_text(flag));
            return self.diags.fail(diags::override_without_value(unseen));
        };
        let path = Source::new(flag, &text[..equals]);
        let Some((whole_path, steps)) = steps_of(&path) else {
            return self.diags.fail(diags::invalid_override_path(whole(&path)));
        };
        let address = match self.address(&steps, NameMatch::Exact) {
            Ok(address) => address,
            Err(failure) => {
                self.diags.push(diags::unknown_setting(&whole_path, &steps, &failure));
                return None;
            }
        };
        let value = source.place(Span::from(equals + 1..text.len()));
        if let AddressedItem::Attribute { is_sensitive: true, .. } = &address.item {
            self.diags.hide(&value);
        }
        let expr = self.parsed(&value, &address);
        Some(body_of(&address, &steps, expr))
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
                Some(body_of(&address, &[], Expression::constant(value.clone(), unseen)))
            }
            Err(failure) => {
                self.diags.push(diags::unknown_setting(&unseen, &steps, &failure));
                None
            }
        }
    }

    fn address(
        &self,
        steps: &[NamedStep],
        names: NameMatch,
    ) -> Result<Address, crate::spec::AddressFailure> {
        let steps = steps.iter().map(|(name, _)| name.clone()).collect_vec();
        self.spec.address(&steps, names, &self.read)
    }
}

/// Returns the body that contains only the item at an address. `steps` are the names of its path in the source of the
/// expression; without them, the names are located at the expression.
fn body_of(address: &Address, steps: &[NamedStep], expr: Expression) -> Body {
    let place = expr.place();
    let source = place.source().clone();
    let mut spans = steps.iter().map(|(_, place)| place.span()).rev();
    let mut next = || spans.next().unwrap_or(place.span());
    let name = match &address.item {
        AddressedItem::Attribute { name, .. } => name,
        AddressedItem::Blocks { ty, .. } => ty,
    };
    let attribute = Attribute::new(name.clone(), next(), expr);
    let mut body = ItemBody::of_object(vec![attribute], place.clone(), ItemKind::Known);
    for (ty, labels) in address.blocks.iter().rev() {
        let label = |value: &Str| Label { value: value.clone(), span: next() };
        let mut labels = labels.iter().rev().map(label).collect_vec();
        labels.reverse();
        let type_span = next();
        let header_span = labels.last().map_or(type_span, |last| type_span.to(last.span));
        let (ty, source) = (ty.clone(), source.clone());
        let block = Block { ty, labels, body, source, type_span, header_span };
        body = ItemBody::of_block(block, place.clone());
    }
    body
}

/// Returns the source location of a path and those of its names, or `None` if it is not a path.
pub(super) fn steps_of(path: &Source) -> Option<(Place, Vec<NamedStep>)> {
    let expr = parse_expression(path, &mut Diagnostics::of_attempt())?;
    let traversal = expr.as_traversal()?;
    let mut names = vec![Str::new(traversal.root())];
    for step in traversal.steps() {
        names.push(match step {
            Step::Attr(name) => name.clone(),
            // A number would be a position, but blocks are found by their labels.
            Step::Index(key) => Str::new(key.as_str()?),
        });
    }
    Some((traversal.place().clone(), names.into_iter().zip(traversal.part_places()).collect_vec()))
}

/// Returns the position of the equals sign after a path.
fn equals_sign(text: &str) -> Option<usize> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.char_indices().find_map(|(position, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            '=' if !is_quoted => return Some(position),
            _ => {}
        }
        None
    })
}

fn whole(source: &Source) -> Place {
    source.place(Span::from(0..source.text().len()))
}
