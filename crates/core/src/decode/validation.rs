//! Checks of decoded structs by the program.

use hcldyn_syntax::lexer::is_name;

use crate::cty::{Mark, Path, Value};
use crate::diag::{Diagnostic, Diagnostics, Summary};
use crate::source::{Place, Source};
use crate::spec::{Decoded, Origin, Presence};
use crate::syntax::native;

/// The source locations of a decoded struct and its fields, for a function that checks the struct and reports
/// errors. `#[hcl(validate = PATH)]` on a struct names such a function.
///
/// The summary of an error is a string, or a [`Code`](crate::diag::Code) of the program with its summary.
///
/// Fields are identified by their names in HCL, and what is inside them by paths: `route[1].when` is the attribute
/// `when` of the second `route` block. The fields of a flattened struct are fields of the block. A field that is not
/// written has the location where it would be written.
///
/// An invalid value of a field, reported by a `validate` function of its own, does not prevent the check of the struct. A
/// struct with a field that could not be decoded is not checked.
///
/// ```
/// use hcldyn::decode::Validation;
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(Debug, HclDecode)]
/// #[hcl(validate = check)]
/// struct Range {
///     first: u16,
///     last: u16,
/// }
///
/// fn check(range: &Range, validation: &mut Validation<'_>) {
///     if range.last < range.first {
///         let detail = format!("The last port must be at least the first one, {}.", range.first);
///         validation.error("last", "Empty range", detail);
///     } else if range.last == range.first {
///         validation.warning("last", "Range of one port", "One attribute would do.");
///     }
/// }
///
/// let mistakes = hcldyn::from_str::<Range>("first = 5\nlast  = 4", &EvalContext::new()).unwrap_err();
/// assert_eq!(
///     mistakes.to_string(),
///     "<text>:2:9: error: Empty range; The last port must be at least the first one, 5."
/// );
/// ```
#[derive(Debug)]
pub struct Validation<'a> {
    decoded: &'a Decoded,
    diags: &'a mut Diagnostics,
}

impl<'a> Validation<'a> {
    pub(super) fn new(decoded: &'a Decoded, diags: &'a mut Diagnostics) -> Self {
        Self { decoded, diags }
    }

    /// Returns the source location of the block: its header. For a whole file, returns the location where a
    /// missing item would be written.
    pub fn place(&self) -> &'a Place {
        &self.decoded.origin.place
    }

    /// Returns the source location of a field or of an item inside it: an attribute's expression, a block's header, or a
    /// label. An item of a block that is not written has the location where the block would be written. An element of a
    /// list has the location of the whole list, unless its type is [`Spanned`](crate::Spanned):
    ///
    /// ```
    /// use hcldyn::decode::Validation;
    /// use hcldyn::{EvalContext, HclDecode, Spanned};
    ///
    /// #[derive(HclDecode)]
    /// #[hcl(validate = check)]
    /// struct Proxy {
    ///     ports: Vec<Spanned<u16>>,
    ///     hosts: Vec<String>,
    /// }
    ///
    /// fn check(_: &Proxy, validation: &mut Validation<'_>) {
    ///     assert_eq!(validation.place_of("ports[1]").text(), "443");
    ///     assert_eq!(validation.place_of("hosts[1]").text(), "[\"a\", \"b\"]");
    /// }
    ///
    /// let text = "ports = [80, 443]\nhosts = [\"a\", \"b\"]\n";
    /// hcldyn::from_str::<Proxy>(text, &EvalContext::new())?;
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics in programs with debug assertions if the struct has no such field, which is a mistake of the program. Others
    /// return the location of the block.
    pub fn place_of(&self, path: impl AsRef<str>) -> &'a Place {
        self.item(path.as_ref()).map_or(self.place(), |(_, origin)| &origin.place)
    }

    /// Returns the origin of a field and its parts, by its path as in [`place_of`](Self::place_of), or `None` if it
    /// does not exist.
    pub fn origin_of(&self, path: impl AsRef<str>) -> Option<&'a Origin> {
        self.decoded.item_at(&path_of(path.as_ref())?).ok().map(|(_, origin)| origin)
    }

    /// Returns the origin of a part of the struct at any depth, such as the second block of a field. Returns `None` if
    /// the path does not exist.
    pub fn origin_at(&self, path: &Path) -> Option<&'a Origin> {
        self.decoded.origin_of(path)
    }

    /// Returns `true` if a field is written and not null.
    ///
    /// # Panics
    ///
    /// Panics as [`place_of`](Self::place_of) does.
    ///
    /// ```
    /// use hcldyn::cty::Path;
    /// use hcldyn::decode::Validation;
    /// use hcldyn::diag::Diagnostic;
    /// use hcldyn::{EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// #[hcl(validate = check)]
    /// struct Server {
    ///     #[hcl(default = 80)]
    ///     port: u16,
    ///     user: Option<String>,
    /// }
    ///
    /// fn check(_: &Server, validation: &mut Validation<'_>) {
    ///     assert!(!validation.is_set("port"));
    ///     assert!(validation.origin_of("port").unwrap().is_default());
    ///     assert!(!validation.origin_at(&Path::root().attr("user")).unwrap().is_default());
    ///     let place = validation.place_of("user").clone();
    ///     validation.push(Diagnostic::warning(place, "Named user", "A server needs no user."));
    /// }
    ///
    /// hcldyn::from_str::<Server>("user = \"jane\"", &EvalContext::new())?;
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn is_set(&self, path: impl AsRef<str>) -> bool {
        self.item(path.as_ref()).is_some_and(|(value, origin)| {
            origin.presence == Presence::Present && !origin.is_default() && !value.is_null()
        })
    }

    /// Reports an error at a field or at an item inside it, with the values of its variables. Decoding then does not return
    /// the struct. The summary is a string, or a [`Code`](crate::diag::Code) of the program, by which users look the error up.
    ///
    /// ```
    /// use hcldyn::decode::Validation;
    /// use hcldyn::diag::Code;
    /// use hcldyn::{EvalContext, HclDecode};
    ///
    /// const IDLE_ROUTE: Code = Code::new("idle-route", "Idle route");
    ///
    /// #[derive(HclDecode)]
    /// #[hcl(validate = check)]
    /// struct Server {
    ///     #[hcl(block)]
    ///     route: Vec<Route>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Route { weight: u8 }
    ///
    /// fn check(server: &Server, validation: &mut Validation<'_>) {
    ///     for (index, _) in server.route.iter().enumerate().filter(|(_, route)| route.weight == 0) {
    ///         validation.error(format!("route[{index}].weight"), IDLE_ROUTE, "It must be at least 1.");
    ///     }
    /// }
    ///
    /// let text = "route {\n  weight = 1\n}\nroute {\n  weight = 0\n}\n";
    /// let mistakes = hcldyn::from_str::<Server>(text, &EvalContext::new()).err().unwrap();
    /// assert_eq!(mistakes.to_string(), "<text>:5:12: error: Idle route; It must be at least 1.");
    /// assert_eq!(mistakes.iter().next().unwrap().code, IDLE_ROUTE.name());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics as [`place_of`](Self::place_of) does.
    pub fn error(
        &mut self,
        field: impl AsRef<str>,
        summary: impl Into<Summary>,
        detail: impl Into<String>,
    ) {
        let field = field.as_ref();
        let problem = Diagnostic::error(self.place_of_problem(field), summary, detail);
        self.push(problem.with_values(self.involved_values(field)));
    }

    /// Reports that a field or an item inside it names something that does not exist, such as an upstream that no block
    /// defines. `kind` says what it would be, in a word or two.
    ///
    /// The report suggests the most similar of the known names, with a fix, or lists all of them if none is similar and
    /// they are few. For a sensitive field it shows none of the names.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use hcldyn::decode::Validation;
    /// use hcldyn::{EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// #[hcl(validate = check)]
    /// struct Proxy {
    ///     target: String,
    ///     #[hcl(block)]
    ///     upstream: BTreeMap<String, Upstream>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Upstream { port: u16 }
    ///
    /// fn check(proxy: &Proxy, validation: &mut Validation<'_>) {
    ///     if !proxy.upstream.contains_key(&proxy.target) {
    ///         validation.unknown_name("target", "upstream", &proxy.target, proxy.upstream.keys());
    ///     }
    /// }
    ///
    /// let text = "target = \"wbe\"\nupstream \"web\" {\n  port = 80\n}\n";
    /// let mistakes = hcldyn::from_str::<Proxy>(text, &EvalContext::new()).err().unwrap();
    /// assert_eq!(
    ///     mistakes.to_string(),
    ///     "<text>:1:10: error: Unknown upstream; The upstream \"wbe\" is not defined. Did you mean \"web\"?"
    /// );
    /// ```
    ///
    /// # Panics
    ///
    /// Panics as [`place_of`](Self::place_of) does.
    pub fn unknown_name<N: AsRef<str>>(
        &mut self,
        field: impl AsRef<str>,
        kind: &str,
        name: &str,
        known: impl IntoIterator<Item = N>,
    ) {
        let field = field.as_ref();
        if self.is_sensitive(field) {
            let detail =
                format!("The {kind} is not defined; its name is hidden because it is sensitive.");
            return self.error(field, format!("Unknown {kind}"), detail);
        }
        let problem = Diagnostic::unknown_name(self.place_of_problem(field), kind, name, known);
        self.push(problem.with_values(self.involved_values(field)));
    }

    /// Reports a warning at a field or at an item inside it, with the values of its variables.
    ///
    /// # Panics
    ///
    /// Panics as [`place_of`](Self::place_of) does.
    pub fn warning(
        &mut self,
        field: impl AsRef<str>,
        summary: impl Into<Summary>,
        detail: impl Into<String>,
    ) {
        let field = field.as_ref();
        let problem = Diagnostic::warning(self.place_of_problem(field), summary, detail);
        self.push(problem.with_values(self.involved_values(field)));
    }

    /// Reports any other diagnostic, for example at another source location or with related locations.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    /// Returns the source location for errors in a field: the name of a sensitive field, so that its value is not
    /// shown.
    fn place_of_problem(&self, field: &str) -> Place {
        let Some((value, origin)) = self.item(field) else { return self.place().clone() };
        if is_sensitive(&value) { origin.name_or_place() } else { origin.place.clone() }
    }

    fn is_sensitive(&self, field: &str) -> bool {
        self.item(field).is_some_and(|(value, _)| is_sensitive(&value))
    }

    /// Returns the value and the origin of a field or of an item inside it.
    fn item(&self, path: &str) -> Option<(Value, &'a Origin)> {
        let reason = match path_of(path) {
            None => "is not a path; write route[1].when".to_owned(),
            Some(steps) => match self.decoded.item_at(&steps) {
                Ok(found) => return Some(found),
                Err(name) => format!("names nothing to validate: {name:?} is not an item"),
            },
        };
        if cfg!(debug_assertions) {
            panic!("{path:?} {reason}");
        }
        None
    }

    fn involved_values(&self, field: &str) -> Vec<String> {
        self.origin_of(field).map(Origin::involved_values).unwrap_or_default()
    }
}

fn is_sensitive(value: &Value) -> bool {
    value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()))
}

/// Returns the path that a string spells, or `None` if it is not one.
fn path_of(text: &str) -> Option<Path> {
    if is_name(text) {
        return Some(Path::root().attr(text));
    }
    let path =
        native::parse_expression(&Source::new("<path>", text), &mut Diagnostics::of_attempt())?;
    Some(path.as_traversal()?.to_path())
}
