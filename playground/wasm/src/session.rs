//! The three texts, and everything that is read from them.

use std::sync::Arc;

use hcldyn::body::Body;
use hcldyn::cty::json::to_present_json;
use hcldyn::ext::dynblock;
use hcldyn::ext::kit::{Inputs, Module};
use hcldyn::spec::language::{self, SpecFile};
use hcldyn::spec::{DataForm, Rest, Spec, decode, decode_to_json};
use hcldyn::syntax::{Source, parse_body_by_name, parse_values_by_name};
use hcldyn::{Diagnostics, EvalContext, Limits, ext, functions};
use hcldyn_lsp::ide::{GivenValues, Language, Snapshot, Workspace};
use hcldyn_syntax::format::format_json;

/// The maximum work of an evaluation. A page has small configurations, and should answer within a second.
const WORK: u64 = 2_000_000;

/// The maximum number of blocks that `dynamic` blocks generate.
const GENERATED_BLOCKS: u64 = 20_000;

/// One of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pane {
    Configuration,
    Spec,
    Variables,
}

impl Pane {
    pub(crate) const ALL: [Self; 3] = [Self::Configuration, Self::Spec, Self::Variables];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pane| pane.name() == name)
    }

    /// Returns the name, which begins that of the source.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Configuration => "configuration",
            Self::Spec => "spec",
            Self::Variables => "variables",
        }
    }

    /// Returns a source of the pane. A text that begins with a brace is in JSON syntax.
    fn source(self, text: &str) -> Source {
        let ending = if text.trim_start().starts_with('{') { "hcl.json" } else { "hcl" };
        Source::new(format!("{}.{ending}", self.name()), text)
    }
}

/// The texts of a page.
#[derive(Debug)]
pub(crate) struct Session {
    library: EvalContext,
    /// The sources, in the order of [`Pane::ALL`].
    sources: [Source; 3],
    workspace: Workspace,
    spec_language: Arc<Language>,
    plain_language: Arc<Language>,
    definitions: Definitions,
    evaluated: Option<Evaluated>,
}

/// Everything that the spec and the variables define.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    /// The spec file; `None` if the text is empty or has an error.
    pub(crate) spec: Option<SpecFile>,
    /// The definitions of the spec, the functions, and the variables that the configuration does not declare itself.
    pub(crate) ctx: EvalContext,
    /// The values of the variables that the configuration declares itself, if it does.
    pub(crate) inputs: Option<Inputs>,
    pub(crate) diags: Diagnostics,
}

/// A decoded configuration.
#[derive(Debug, Default)]
pub(crate) struct Evaluated {
    /// The value as JSON, or the reason that it can't be written.
    pub(crate) json: Option<Result<String, String>>,
    pub(crate) diags: Diagnostics,
}

impl Session {
    pub(crate) fn new() -> Self {
        let limits = Limits::default().with_work(WORK).with_generated_blocks(GENERATED_BLOCKS);
        let library = EvalContext::new().with_limits(limits);
        let library = library.with_functions(functions::all()).with_functions(ext::all());
        let mut session = Self {
            library,
            sources: Pane::ALL.map(|pane| pane.source("")),
            workspace: Workspace::new(),
            spec_language: Language::of_spec(language::spec()).into(),
            plain_language: Language::without_spec().into(),
            definitions: Definitions::default(),
            evaluated: None,
        };
        session.define();
        session
    }

    pub(crate) fn set(&mut self, pane: Pane, text: &str) {
        let source = pane.source(text);
        let before = std::mem::replace(&mut self.sources[pane as usize], source.clone());
        self.workspace.remove(before.name());
        self.evaluated = None;
        match pane {
            Pane::Configuration => {
                let language = self.language();
                self.workspace.set(source, language);
                return;
            }
            Pane::Spec => self.workspace.set(source, self.spec_language.clone()),
            Pane::Variables => self.workspace.set(source, self.plain_language.clone()),
        }
        self.define();
    }

    pub(crate) fn source(&self, pane: Pane) -> &Source {
        &self.sources[pane as usize]
    }

    /// Returns the pane of a source.
    pub(crate) fn pane_of(&self, source: &str) -> Option<Pane> {
        Pane::ALL.into_iter().find(|pane| self.source(*pane).name() == source)
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.workspace.snapshot()
    }

    pub(crate) fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// Returns the decoded configuration, which is kept until a text changes.
    pub(crate) fn evaluated(&mut self) -> &Evaluated {
        let evaluated = self.evaluated.take().unwrap_or_else(|| self.evaluate());
        self.evaluated.insert(evaluated)
    }

    /// Returns the body of the configuration without its own variables, and the context for it. Returns `None` after reporting
    /// a syntax error.
    pub(crate) fn prepared(&self, diags: &mut Diagnostics) -> Option<(Body, EvalContext)> {
        let Definitions { spec, ctx, inputs, .. } = &self.definitions;
        let body = parse_body_by_name(self.source(Pane::Configuration), diags);
        if let Some(file) = spec {
            file.spec.hide_sensitive(diags);
        }
        if diags.has_errors() {
            return None;
        }
        let Some(inputs) = inputs else { return Some((body, ctx.clone())) };
        let module = Module::evaluate(&body, inputs, ctx, diags);
        Some((module.rest, module.context))
    }

    fn evaluate(&self) -> Evaluated {
        let mut diags = Diagnostics::new();
        let Some((body, ctx)) = self.prepared(&mut diags) else {
            return Evaluated { json: None, diags };
        };
        let (body, data) =
            (dynblock::expand(&body, &ctx), Spec::Rest(Rest::Data(DataForm::Tuples)));
        let spec = self.definitions.spec.as_ref().map_or(&data, |file| &file.spec);
        let json = decode_to_json(&body, spec, &ctx).map(Ok).unwrap_or_else(|| {
            let value = decode(&body, spec, &ctx, &mut diags);
            to_present_json(&value).map_err(|error| format!("The result can't be written: {error}"))
        });
        let json = (!diags.has_errors()).then(|| json.map(|text| format_json(&text)));
        Evaluated { json, diags }
    }

    /// Reads the spec and the variables.
    fn define(&mut self) {
        let mut diags = Diagnostics::new();
        let spec = self.read_spec(&mut diags);
        let mut ctx = match &spec {
            Some(file) => file.context().with_limits(self.library.limits().clone()),
            None => self.library.child(),
        };
        let values = parse_values_by_name(self.source(Pane::Variables), &mut diags);
        let dialect = spec.as_ref().and_then(|file| file.own_variables);
        let inputs = dialect.map(|dialect| Inputs::new().dialect(dialect).body(&values));
        if inputs.is_none() {
            for attribute in values.just_attributes(&mut diags) {
                let value = attribute.expr.value(&self.library, &mut diags);
                ctx.set_variable(attribute.name, value);
            }
        }
        let sources = vec![self.source(Pane::Variables).clone()];
        let given = GivenValues { folder: String::new(), is_deep: true, sources };
        self.workspace.set_given_values(vec![given]);
        self.definitions = Definitions { spec, ctx, inputs, diags };
        let language = self.language();
        self.workspace.set(self.source(Pane::Configuration).clone(), language);
    }

    fn read_spec(&self, diags: &mut Diagnostics) -> Option<SpecFile> {
        let source = self.source(Pane::Spec);
        if source.text().trim().is_empty() {
            return None;
        }
        let body = parse_body_by_name(source, diags);
        let file = language::read(&body, &self.library, diags);
        file.filter(|_| !diags.has_errors())
    }

    /// Returns the language of the configuration.
    fn language(&self) -> Arc<Language> {
        match &self.definitions.spec {
            Some(file) => Language::of_spec_file(file, &self.definitions.ctx).into(),
            None => self.plain_language.clone(),
        }
    }
}
