//! The sources of the values of variables.

use std::fmt;
use std::path::{Path, PathBuf};

use super::diags;
use super::variable::Variables;
use crate::body::Body;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::diag::{Diagnostics, SensitiveNames};
use crate::environment::{
    Argument, Environment, EnvironmentVariable, Environments, InputText, TextForm,
};
use crate::expr::Expression;
use crate::limits::Limits;
#[cfg(feature = "artifact")]
use crate::load::artifact::{ArtifactError, VariableInputs};
use crate::source::{Place, Source, Span};
#[cfg(feature = "load")]
use crate::spec::Origin;
use crate::spec::language::Dialect;
use crate::syntax;

/// The name of an argument of the command line in messages.
const COMMAND_LINE: &str = "<command line>";

/// Values for variables: from the environment, from files, from the command line. If several set a variable, the
/// command line has precedence over files, files over the environment, and the environment over `.env` files. Of several
/// of one kind, the last one wins.
#[derive(Clone, Default)]
pub struct Inputs {
    environment: Environments,
    files: Vec<File>,
    arguments: Vec<Argument>,
    /// The block that gives a module its values.
    pub(super) caller: Option<Caller>,
    pub(super) missing: Missing,
    /// `true` if a variable without a given value is unknown even if it has a default.
    pub(super) leaves_out_defaults: bool,
    pub(super) dialect: Dialect,
}

/// A block that gives a module its values.
#[derive(Clone)]
pub(super) struct Caller {
    /// The header of the block.
    pub(super) place: Place,
    /// The values by name, with the locations of the names and of the values.
    values: Vec<(Str, Place, Value, Place)>,
}

/// The treatment of a variable with neither a value nor a default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Missing {
    /// It is an error.
    #[default]
    Reject,
    /// Its value is unknown, of its type.
    Unknown,
    /// Its value is null, or an empty string if it has no type.
    Empty,
}

#[derive(Clone)]
enum File {
    Path(PathBuf),
    /// A file that was read.
    Source(Source),
    Body(Body),
}

/// A value for a variable, not evaluated yet.
#[derive(Clone)]
pub(super) enum Given {
    /// An expression in a file.
    Expression(Expression),
    /// A string from elsewhere.
    Text(InputText, TextForm),
    /// A value, with its location.
    Value(Value, Place),
}

impl Given {
    /// Returns the location of the value.
    pub(super) fn place(self) -> Place {
        match self {
            Self::Expression(expr) => expr.place(),
            Self::Text(text, _) => text.place().clone(),
            Self::Value(_, place) => place,
        }
    }
}

/// The kind of input, which decides whether a value for an undeclared variable is an error.
#[derive(Clone, Copy)]
pub(super) enum InputOrigin {
    /// An input for several programs.
    Shared,
    /// An input for this program only.
    Direct,
}

/// A value with the name of its variable.
pub(super) struct Assignment {
    pub(super) name: Str,
    /// The location of the name, without source text that may be secret.
    pub(super) name_place: Place,
    pub(super) given: Given,
    pub(super) origin: InputOrigin,
    /// `true` if the value is an element that is added to a list.
    pub(super) is_addition: bool,
}

impl Inputs {
    /// Returns empty inputs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds values from an [environment](Environment), whose items are the names of variables. Its files are read when the
    /// values are assigned, within the [`Limits`] of the context.
    ///
    /// A value is a string if the variable has a primitive type or none. For any other type, it is parsed as an
    /// expression, unless the environment has another [form](Environment::form).
    ///
    /// ```
    /// use hcldyn::environment::{Environment, TextForm};
    /// use hcldyn::ext::kit::Inputs;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { zones: Vec<String> }
    ///
    /// let environment = Environment::with_prefix("APP_VAR_")
    ///     .form(TextForm::Csv)
    ///     .variables([("APP_VAR_zones", "a,b")]);
    /// let text = "zones = var.zones\nvariable \"zones\" {\n  type = list(string)\n}\n";
    /// let decoder = Decoder::new().inputs(Inputs::new().environment(environment));
    /// assert_eq!(decoder.decode_str::<Config>(text)?.value.zones, ["a", "b"]);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "env")]
    #[doc(alias = "environment variable")]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment.add(environment);
        self
    }

    /// Adds a file whose attributes are values, in the syntax of its name's ending. Strings in JSON are literal,
    /// not templates. The file is read when the values are assigned, unless it exceeds the [`Limits`] of the
    /// context.
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    ///
    /// let inputs = Inputs::new().file("production.hcl").argument("zone=eu");
    /// ```
    #[doc(alias = "tfvars")]
    #[must_use]
    pub fn file(mut self, path: impl AsRef<Path>) -> Self {
        self.files.push(File::Path(path.as_ref().to_owned()));
        self
    }

    /// Adds a body whose attributes are values, like a file. Strings of a JSON body are literal if
    /// [`parse_values_by_name`](syntax::parse_values_by_name) made it.
    #[must_use]
    pub fn body(mut self, body: &Body) -> Self {
        self.files.push(File::Body(body.clone()));
        self
    }

    /// Adds an argument of the command line, `name=value`. The value is read like one from the
    /// [environment](Self::environment). `name+=value` adds an element to a list: to that of the inputs and arguments before
    /// it, to the default, or to an empty one.
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { zones: Vec<String> }
    ///
    /// let text = "zones = var.zones\nvariable \"zones\" {\n  type    = list(string)\n  default = [\"a\"]\n}\n";
    /// let decoder = Decoder::new().inputs(Inputs::new().argument("zones+=b"));
    /// assert_eq!(decoder.decode_str::<Config>(text)?.value.zones, ["a", "b"]);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn argument(self, argument: impl Into<String>) -> Self {
        self.argument_as(TextForm::default(), argument)
    }

    /// Adds an [argument](Self::argument) of the command line whose value has a certain form.
    ///
    /// ```
    /// use hcldyn::environment::TextForm;
    /// use hcldyn::ext::kit::Inputs;
    ///
    /// let inputs = Inputs::new()
    ///     .argument_as(TextForm::Csv, "zones=a,b")
    ///     .argument_as(TextForm::Json, r#"labels={"team": "web"}"#);
    /// ```
    #[must_use]
    pub fn argument_as(mut self, form: TextForm, argument: impl Into<String>) -> Self {
        self.arguments.push(Argument { text: argument.into(), form });
        self
    }

    /// Adds [arguments](Self::argument) of the command line.
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    ///
    /// // The values of `--var`, as clap collects them.
    /// let variables = vec!["port=80".to_owned(), "zone=eu".to_owned()];
    /// let inputs = Inputs::new().arguments(variables);
    /// ```
    #[must_use]
    pub fn arguments<S: Into<String>>(self, arguments: impl IntoIterator<Item = S>) -> Self {
        arguments.into_iter().fold(self, Self::argument)
    }

    /// Sets the treatment of variables with neither a value nor a default.
    ///
    /// ```
    /// use hcldyn::ext::kit::{Inputs, Missing, Variables};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "variable \"port\" {}\nvariable \"zone\" {}\n"), &mut diags);
    /// let values = parse_body(&Source::new("values.hcl", "zone = \"eu\""), &mut diags);
    ///
    /// let inputs = Inputs::new().body(&values).missing(Missing::Unknown);
    /// let variables = Variables::of(&body, &mut diags).assign(&inputs, &EvalContext::new(), &mut diags);
    /// assert_eq!(variables.get("zone"), Some(&"eu".into()));
    /// assert!(!variables.get("port").unwrap().is_known());
    /// ```
    #[must_use]
    pub fn missing(mut self, missing: Missing) -> Self {
        self.missing = missing;
        self
    }

    /// Makes all variables unknown to which no value is given. Those of the modules keep their defaults, which no value
    /// from outside replaces.
    #[cfg(feature = "load")]
    #[must_use]
    pub(crate) fn without_defaults(self) -> Self {
        Self { missing: Missing::Unknown, leaves_out_defaults: true, ..self }
    }

    /// Sets the dialect: the block types, and the rules for defaults. The default is [`Dialect::Terraform`].
    ///
    /// ```
    /// use hcldyn::ext::kit::{Inputs, Module};
    /// use hcldyn::spec::language::Dialect;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.pkr.hcl", "local \"zone\" {\n  expression = \"eu\"\n}\n"), &mut diags);
    /// let inputs = Inputs::new().dialect(Dialect::Packer);
    /// let module = Module::evaluate(&body, &inputs, &EvalContext::new(), &mut diags);
    /// assert_eq!(module.context.variable("local").unwrap().get("zone"), Some(&"eu".into()));
    /// ```
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Returns the inputs of a module, with the values that a block gives it, and the rules of these inputs.
    #[cfg(feature = "load")]
    pub(crate) fn of_module(self, place: Place, given: &Value, origin: &Origin) -> Self {
        let entries = given.entries().enumerate().filter_map(|(position, entry)| {
            let (name, origin) = (entry.key(), origin.of_element(position));
            let name = Str::new(name.as_str()?);
            let value = entry.value().into_owned();
            Some((name, origin.name_or_place(), value, origin.place.clone()))
        });
        let caller = Some(Caller { place, values: entries.collect_vec() });
        Self { caller, missing: self.missing, dialect: self.dialect, ..Self::default() }
    }

    /// Returns the inputs with their files read. Reports unreadable files, and leaves them out.
    pub(crate) fn read(&self, limits: &Limits, diags: &mut Diagnostics) -> Self {
        let mut bytes = limits.file_bytes;
        let read = |file: &File| match file {
            File::Path(path) => {
                let read = syntax::read_one_of_several(path, limits, &mut bytes, diags);
                read.map(File::Source)
            }
            File::Source(_) | File::Body(_) => Some(file.clone()),
        };
        let files = self.files.iter().filter_map(read).collect_vec();
        let environment = self.environment.read(limits, &mut bytes, diags);
        let (arguments, caller) = (self.arguments.clone(), self.caller.clone());
        let Self { missing, leaves_out_defaults, dialect, .. } = *self;
        Self { environment, files, arguments, caller, missing, leaves_out_defaults, dialect }
    }

    /// Returns the files that were read.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &Source> {
        self.value_sources().chain(&self.environment.sources)
    }

    /// Returns the files that were read, except `.env` files.
    fn value_sources(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().filter_map(|file| match file {
            File::Source(source) => Some(source),
            File::Path(_) | File::Body(_) => None,
        })
    }

    /// Returns the values, as an artifact stores them. Their files were read. Fails for a body.
    #[cfg(feature = "artifact")]
    pub(crate) fn to_artifact(&self) -> Result<VariableInputs, ArtifactError> {
        let body = self.files.iter().find_map(|file| match file {
            File::Body(body) => Some(body.missing_item_place().source().name().to_owned()),
            File::Path(_) | File::Source(_) => None,
        });
        match body {
            Some(name) => Err(ArtifactError::NotASource(name)),
            None => Ok(VariableInputs {
                environment: self.environment.variables.clone(),
                files: self.value_sources().cloned().collect_vec(),
                arguments: self.arguments.clone(),
            }),
        }
    }

    /// Returns the inputs with the values of an artifact in place of all values.
    #[cfg(feature = "artifact")]
    pub(crate) fn with_values_of(&self, values: VariableInputs) -> Self {
        let VariableInputs { environment, files, arguments } = values;
        let files = files.into_iter().map(File::Source).collect_vec();
        let environment = Environments::of(environment);
        let (missing, dialect) = (self.missing, self.dialect);
        Self { environment, files, arguments, missing, dialect, ..Self::default() }
    }

    /// Returns all values, those with precedence last. Reports inputs that cannot be read.
    pub(super) fn assignments(
        &self,
        variables: &Variables,
        limits: &Limits,
        diags: &mut Diagnostics,
    ) -> Vec<Assignment> {
        let (mut found, names) = (Vec::new(), variables.sensitive_names());
        let read = self.read(limits, diags);
        found
            .extend(read.environment.variables.iter().filter_map(|it| read_environment(it, diags)));
        for file in read.files {
            found.extend(file.assignments(variables, names.as_ref(), diags));
        }
        for (name, name_place, value, place) in self.caller.iter().flat_map(|it| &it.values) {
            found.push(Assignment {
                name: name.clone(),
                name_place: name_place.clone(),
                given: Given::Value(value.clone(), place.clone()),
                origin: InputOrigin::Direct,
                is_addition: false,
            });
        }
        let (arguments, is_secret) =
            (self.arguments.iter(), names.is_some() || variables.are_unclear());
        found.extend(arguments.filter_map(|it| read_argument(it, is_secret, diags)));
        found
    }
}

/// Prints the names of the inputs without their values, which may be secret.
impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inputs")
            .field("environment", &self.environment)
            .field("files", &self.files.len())
            .field("arguments", &self.arguments.len())
            .field("missing", &self.missing)
            .field("dialect", &self.dialect)
            .finish()
    }
}

fn read_environment(variable: &EnvironmentVariable, diags: &mut Diagnostics) -> Option<Assignment> {
    let Some(text) = variable.text() else {
        return diags.fail(diags::not_utf8(variable.source_name()));
    };
    Some(Assignment {
        name: Str::new(&variable.target),
        name_place: variable.name_place(),
        given: Given::Text(text, variable.form),
        origin: InputOrigin::Shared,
        is_addition: false,
    })
}

impl File {
    /// Returns the values of a file that was read. No report shows the values of sensitive variables, or any value if a
    /// declaration could not be read.
    fn assignments(
        &self,
        variables: &Variables,
        names: Option<&SensitiveNames>,
        diags: &mut Diagnostics,
    ) -> Vec<Assignment> {
        let body = match self {
            Self::Path(_) => return Vec::new(),
            Self::Source(source) => syntax::parse_values_by_name(source, diags),
            Self::Body(body) => body.clone(),
        };
        for source in body.sources() {
            if let Some(names) = names {
                diags.hide_names_in(&source, names.clone());
            }
            if variables.are_unclear() {
                diags.hide_source(&source);
            }
        }
        let attributes = body.just_attributes(diags).into_iter();
        let assignments = attributes.map(|attribute| Assignment {
            name_place: attribute.name_place(),
            name: attribute.name,
            given: Given::Expression(attribute.expr),
            origin: InputOrigin::Shared,
            is_addition: false,
        });
        assignments.collect_vec()
    }
}

/// Reads an argument. If it has no name and may be a secret, the error shows nothing of it.
fn read_argument(
    argument: &Argument,
    is_secret: bool,
    diags: &mut Diagnostics,
) -> Option<Assignment> {
    let source = Source::new(COMMAND_LINE, &*argument.text);
    let Some((name, _)) = source.text().split_once('=') else {
        let shown = if is_secret { Source::without_text(COMMAND_LINE) } else { source };
        return diags.fail(diags::no_value_in_argument(whole(&shown)));
    };
    let value = source.place(Span::from(name.len() + 1..source.text().len()));
    let list = name.strip_suffix('+');
    let (name, is_addition) = (list.unwrap_or(name), list.is_some());
    Some(Assignment {
        name: Str::new(name.trim()),
        name_place: whole(&Source::new(COMMAND_LINE, name)),
        given: Given::Text(InputText::part(value), argument.form),
        origin: InputOrigin::Direct,
        is_addition,
    })
}

fn whole(source: &Source) -> Place {
    source.place(Span::from(0..source.text().len()))
}
