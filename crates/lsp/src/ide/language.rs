//! The language of a file: everything that its program says about it.

use std::fmt;

use hcldyn_core::cty::Str;
use hcldyn_core::ext::graph::{BlockKind, Definitions};
use hcldyn_core::ext::kit::{self, Inputs, Missing};
use hcldyn_core::spec::Spec;
use hcldyn_core::spec::language::SpecFile;
use hcldyn_core::spec::outline::Outline;
use hcldyn_core::syntax::Source;
use hcldyn_core::{Cancellation, Decoder, Diagnostics, EvalContext, HclDecode};

use super::check::{self, Check, Checked, CheckedSources};
use super::cursor::Header;
use super::outline::Scope;
use super::values::{self, Evaluate, Evaluated};

/// The language of a file: its spec, its variables and functions, and the names that its blocks define.
///
/// ```
/// use hcldyn::ext::graph::Definitions;
/// use hcldyn::{Decoder, HclDecode};
/// use hcldyn_lsp::ide::Language;
///
/// #[derive(HclDecode)]
/// struct Config {
///     port: u16,
/// }
///
/// let language = Language::of_type::<Config>(Decoder::new()).definitions(Definitions::new());
/// assert!(!language.is_of_folders() && language.of_folders().is_of_folders());
/// assert!(!Language::without_spec().has_several_files());
/// ```
pub struct Language {
    pub(super) outline: Option<Outline>,
    pub(super) context: EvalContext,
    pub(super) definitions: Definitions,
    /// The type of the blocks that define functions.
    pub(super) functions: Str,
    /// The type of the blocks that include other files.
    pub(super) include_blocks: Option<String>,
    /// `true` if the files of a folder are one configuration.
    is_of_folders: bool,
    /// The name that languages share whose files are one configuration.
    family: Option<Str>,
    /// The type of the blocks that use the configuration in another folder.
    pub(super) module_blocks: Option<Str>,
    /// `true` if the variables of a spec file are allowed, and so local values.
    has_own_variables: bool,
    check: Box<Check>,
    evaluate: Box<Evaluate>,
}

impl Language {
    /// Creates the language of files without a spec: everything that needs none works.
    pub fn without_spec() -> Self {
        let evaluate = values::without_spec(EvalContext::new());
        Self::new(None, EvalContext::new(), check::without_spec(), evaluate)
    }

    /// Creates the language of files without a spec whose values are computed with the functions of a library. Their program
    /// may have others, so that no function is completed or missing.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{EvalContext, functions};
    /// use hcldyn_lsp::ide::{Language, Workspace};
    ///
    /// let library = EvalContext::new().with_functions(functions::all());
    /// let mut workspace = Workspace::new();
    /// let source = Source::new("a.hcl", "zone = upper(\"a\")\n");
    /// workspace.set(source, Language::without_spec_in(library).into());
    /// let hover = workspace.snapshot().hover("a.hcl", 0).unwrap();
    /// assert!(hover.markdown.contains("\"A\""));
    /// ```
    pub fn without_spec_in(library: EvalContext) -> Self {
        Self { evaluate: values::without_spec(library), ..Self::without_spec() }
    }

    /// Creates the language of a spec.
    pub fn of_spec(spec: Spec) -> Self {
        Self::of_spec_in(spec, EvalContext::new(), None)
    }

    /// Creates the language of a spec file. The context has further variables and functions, such as those of a library, and
    /// the limits of evaluations.
    ///
    /// ```
    /// use hcldyn::spec::language;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    /// use hcldyn_lsp::ide::Language;
    ///
    /// let text = "object {\n  attr \"port\" {\n    type = number\n  }\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("app.hcldec", text), &mut diags);
    /// let file = language::read(&body, &EvalContext::new(), &mut diags).unwrap();
    /// let language = Language::of_spec_file(&file, &EvalContext::new());
    /// assert!(!language.is_of_folders());
    /// ```
    pub fn of_spec_file(file: &SpecFile, variables: &EvalContext) -> Self {
        let mut context = file.context().with_limits(variables.limits().clone());
        for name in variables.variable_names() {
            if let Some(value) = variables.variable(name) {
                context.set_variable(name, value.clone());
            }
        }
        let inputs = file.own_variables.map(|dialect| {
            // Their values are only given when the program runs.
            Inputs::new().dialect(dialect).missing(Missing::Unknown)
        });
        Self::of_spec_in(file.spec.clone(), context, inputs)
    }

    /// Creates the language of a type, with the settings of the decoder of its program. Its files and drop-ins are left out:
    /// each source is a configuration of its own, with the files that it includes. If the decoder has a
    /// folder (`Decoder::folder`), the files of one folder are a configuration.
    pub fn of_type<T: HclDecode>(decoder: Decoder) -> Self {
        let outline = decoder.whole_spec::<T>().outline();
        let context = decoder.eval_context().clone();
        let functions = decoder.function_blocks().map(Str::from);
        let include_blocks = decoder.include_blocks().map(str::to_owned);
        let is_of_folders = decoder.has_folders();
        let evaluate = values::of_type::<T>(&decoder);
        let check = check::of_type::<T>(decoder);
        let language = Self::new(Some(outline), context, check, evaluate);
        let functions = functions.unwrap_or(language.functions);
        Self { functions, include_blocks, is_of_folders, ..language }
    }

    /// Creates the language of a program that checks its sources itself: `check` returns the diagnostics of those of one
    /// configuration. The spec describes them for all other answers; the context has the functions of the program.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::diag::codes;
    /// use hcldyn::spec::{AttrSpec, Spec};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext};
    /// use hcldyn_lsp::ide::{Language, Workspace};
    ///
    /// let port: Spec = AttrSpec::new("port", Type::Number).doc("Where it listens.").into();
    /// let language = Language::of_program(port, EvalContext::new(), |sources, _| {
    ///     let mut diags = Diagnostics::new();
    ///     for source in sources.iter().filter(|source| source.text().is_empty()) {
    ///         diags.push(codes::NOTHING_TO_READ.input_error(source.name(), "The file is empty."));
    ///     }
    ///     diags
    /// });
    /// let mut workspace = Workspace::new();
    /// workspace.set(Source::new("a.hcl", ""), language.into());
    /// assert_eq!(workspace.snapshot().diagnostics("a.hcl").len(), 1);
    /// ```
    pub fn of_program(
        spec: Spec,
        context: EvalContext,
        check: impl Fn(&[Source], &Cancellation) -> Diagnostics + Send + Sync + 'static,
    ) -> Self {
        let outline = spec.outline();
        let evaluate = values::of_program(spec, context.clone());
        Self::new(Some(outline), context, check::of_program(check), evaluate)
    }

    /// Makes the files of one folder one configuration, as [`of_folders`](Self::of_folders) does, also if their languages are
    /// different ones of this family, such as those with other parts of a large spec.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcldyn::syntax::Source;
    /// use hcldyn_lsp::ide::{Language, Workspace};
    ///
    /// let language = || Arc::new(Language::without_spec().of_family("app"));
    /// let mut workspace = Workspace::new();
    /// workspace.set(Source::new("/a/1.hcl", "locals {\n  port = 80\n}\n"), language());
    /// workspace.set(Source::new("/a/2.hcl", "port = local.port\n"), language());
    /// let definition = workspace.snapshot().definition("/a/2.hcl", 14).unwrap();
    /// assert_eq!(definition.file, "/a/1.hcl");
    /// ```
    #[must_use]
    pub fn of_family(self, family: impl Into<Str>) -> Self {
        Self { family: Some(family.into()), ..self.of_folders() }
    }

    /// Sets the type of the blocks that use the configuration in another folder: their `source` is its path, and their other
    /// attributes are values for its variables.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcldyn::syntax::Source;
    /// use hcldyn_lsp::ide::{Language, Workspace};
    ///
    /// let language = Arc::new(Language::without_spec().of_folders().module_blocks("module"));
    /// let mut workspace = Workspace::new();
    /// let call = "module \"net\" {\n  source = \"./net\"\n}\n";
    /// workspace.set(Source::new("/a/main.hcl", call), language.clone());
    /// workspace.set(Source::new("/a/net/main.hcl", "output \"id\" {\n  value = 1\n}\n"), language);
    /// let definition = workspace.snapshot().definition("/a/main.hcl", 30).unwrap();
    /// assert_eq!(definition.file, "/a/net/main.hcl");
    /// ```
    #[must_use]
    pub fn module_blocks(self, ty: impl Into<Str>) -> Self {
        Self { module_blocks: Some(ty.into()), ..self }
    }

    /// Makes the files of one folder one configuration: names that one of them defines are known in all.
    #[must_use]
    pub fn of_folders(self) -> Self {
        Self { is_of_folders: true, ..self }
    }

    /// Returns `true` if the files of one folder are one configuration.
    pub fn is_of_folders(&self) -> bool {
        self.is_of_folders
    }

    /// Returns `true` if the files of two languages are one configuration if they are in one folder.
    pub(super) fn is_with(&self, other: &Self) -> bool {
        let is_same = std::ptr::eq(self, other);
        self.is_of_folders && (is_same || self.family.is_some() && self.family == other.family)
    }

    /// Returns `true` if the diagnostics of a file depend on other files.
    pub fn has_several_files(&self) -> bool {
        self.is_of_folders || self.include_blocks.is_some()
    }

    /// Sets the names that blocks define, for definitions, references and renaming. The default has `variable`, `locals`
    /// and the blocks of Terraform.
    #[must_use]
    pub fn definitions(self, definitions: Definitions) -> Self {
        Self { definitions, ..self }
    }

    fn of_spec_in(spec: Spec, context: EvalContext, inputs: Option<Inputs>) -> Self {
        let outline = spec.outline();
        let has_own_variables = inputs.is_some();
        let evaluate = values::of_spec(spec.clone(), context.clone(), inputs.clone());
        let check = check::of_spec(spec, context.clone(), inputs);
        Self { has_own_variables, ..Self::new(Some(outline), context, check, evaluate) }
    }

    fn new(
        outline: Option<Outline>,
        context: EvalContext,
        check: Box<Check>,
        evaluate: Box<Evaluate>,
    ) -> Self {
        Self {
            outline,
            context,
            definitions: customary_definitions(),
            functions: "function".into(),
            include_blocks: None,
            is_of_folders: false,
            family: None,
            module_blocks: None,
            has_own_variables: false,
            check,
            evaluate,
        }
    }

    /// Returns `true` if `locals` blocks can define local values.
    pub(super) fn has_locals(&self) -> bool {
        let scope = self.outline.as_ref().and_then(|outline| Scope::inside(outline, &[]));
        let is_in_spec = scope.is_none_or(|scope| scope.item("locals").is_some());
        let is_defined = self.definitions.schema().block("locals").is_some();
        is_defined && (self.has_own_variables || is_in_spec)
    }

    /// Returns the number of labels of the blocks with a name inside blocks, the outermost first; `None` for an attribute.
    pub(super) fn labels(&self, blocks: &[Header<'_>], name: &str) -> Option<usize> {
        let scope = self.outline.as_ref().and_then(|outline| Scope::inside(outline, blocks));
        if let Some(item) =
            scope.and_then(|scope| scope.item(name).map(|it| it.label_count(scope.outline)))
        {
            return item;
        }
        match (name, blocks) {
            ("content", [.., Header { ty: "dynamic", .. }]) => Some(0),
            ("dynamic", [_, ..]) => Some(1),
            ("dynamic", []) if self.outline.is_some() => Some(1),
            (_, []) => Some(self.definitions.schema().block(name)?.labels.len()),
            _ => None,
        }
    }

    /// Returns the diagnostics of sources. They are not complete if the evaluation is cancelled.
    pub(super) fn check(&self, sources: &CheckedSources, cancellation: &Cancellation) -> Checked {
        let mut checked = (self.check)(sources, cancellation);
        checked.diags.sort();
        checked
    }

    /// Evaluates the names of sources. They are incomplete if the evaluation is cancelled or takes too long.
    pub(super) fn evaluate(
        &self,
        sources: &CheckedSources,
        cancellation: &Cancellation,
    ) -> Evaluated {
        (self.evaluate)(sources, cancellation)
    }
}

/// Returns the names that blocks define in most languages: those of the kit, also in the dialect of Packer, and those of
/// Terraform.
fn customary_definitions() -> Definitions {
    kit::definitions()
        .block(BlockKind::new("variables", &[]).attributes_define(&["var"]))
        .block(BlockKind::new("local", &["name"]).defines(&["local"]))
        .block(BlockKind::new("resource", &["type", "name"]).defines(&[]))
        .block(BlockKind::new("data", &["type", "name"]).defines(&["data"]))
        .block(BlockKind::new("module", &["name"]).defines(&["module"]))
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Language")
            .field("has_spec", &self.outline.is_some())
            .field("definitions", &self.definitions)
            .finish_non_exhaustive()
    }
}
