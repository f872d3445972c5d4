//! The declarations in the files of a folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hcldyn::body::{Attribute, AttributeSchema, Block, BlockSchema, Body, BodySchema};
use hcldyn::cty::Str;
use hcldyn::decode::BodyDecoder;
use hcldyn::syntax::{Place, Source, parse_body_by_name, read_file};
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode};

use crate::files::{self, ModuleFiles};
use crate::names::{NameParts, keep_first};
use crate::{diags, language, parallel};

/// The declarations in the files of a folder: a module without the values of its variables.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ModuleFolder {
    /// The `variable` blocks.
    pub variables: Vec<Declared<language::Variable>>,
    /// The attributes of the `locals` blocks.
    pub locals: Vec<Attribute>,
    /// The `output` blocks.
    pub outputs: Vec<Declared<language::Output>>,
    /// The `resource`, `data` and `ephemeral` blocks, also those inside `check` blocks.
    pub resources: Vec<Resource>,
    /// The `module` blocks.
    pub calls: Vec<Declared<language::ModuleCall>>,
    /// The `provider` blocks.
    pub providers: Vec<Declared<language::Provider>>,
    /// The `check` blocks.
    pub checks: Vec<Declared<language::Check>>,
    /// The `terraform` blocks.
    pub settings: Vec<language::Settings>,
    /// The names of the declarations with errors, such as `var.zone` or `output.id`, which are left out.
    pub(crate) broken: BTreeSet<String>,
    /// `true` if a file cannot be read or has errors in its syntax, so that declarations may be missing.
    pub(crate) is_incomplete: bool,
    /// All files as one body. A block of an override file comes before the one that it changes.
    pub body: Option<Body>,
}

/// A block with its name and its content.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Declared<T> {
    /// The name: the label of the block.
    pub name: Str,
    /// The location of the header.
    pub place: Place,
    /// The body.
    pub body: Body,
    /// The content of the body.
    pub content: T,
}

/// A resource of a provider.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resource {
    /// The kind of the block.
    pub mode: Mode,
    /// The type.
    pub ty: Str,
    /// The block.
    pub block: Declared<language::Resource>,
}

/// The kind of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// A `resource` block: an object that is created.
    Managed,
    /// A `data` block: an object that is read.
    Data,
    /// An `ephemeral` block: an object that exists while the program runs.
    Ephemeral,
}

impl Mode {
    /// Returns the prefix of the names: `data` or `ephemeral`, and none for managed resources.
    pub fn prefix(self) -> Option<&'static str> {
        match self {
            Self::Managed => None,
            Self::Data => Some("data"),
            Self::Ephemeral => Some("ephemeral"),
        }
    }
}

impl<T> Declared<T> {
    fn named(&self, kind: &'static str) -> NameParts<'_> {
        (kind, "", &self.name)
    }

    fn header(&self) -> Place {
        self.place.clone()
    }
}

impl Resource {
    /// Returns the name as expressions refer to the resource: `data.http.api`.
    pub fn address(&self) -> String {
        resource_address(self.mode, &self.ty, &self.block.name)
    }

    fn parts(&self) -> NameParts<'_> {
        let kind = match self.mode {
            Mode::Managed => "",
            Mode::Data => "data.",
            Mode::Ephemeral => "ephemeral.",
        };
        (kind, &self.ty, &self.block.name)
    }
}

fn local_parts(local: &Attribute) -> NameParts<'_> {
    ("local.", "", &local.name)
}

/// Returns the name of a resource as expressions refer to it.
pub(crate) fn resource_address(mode: Mode, ty: &str, name: &str) -> String {
    let prefix = mode.prefix().map(|prefix| format!("{prefix}.")).unwrap_or_default();
    format!("{prefix}{ty}.{name}")
}

impl ModuleFolder {
    /// Reads the files of a folder. Errors are reported, and their blocks are left out.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn_terraform::ModuleFolder;
    ///
    /// # let path = std::env::temp_dir().join(format!("hcldyn-folder-{}", std::process::id()));
    /// # std::fs::create_dir_all(&path).unwrap();
    /// std::fs::write(path.join("main.tf"), "output \"port\" {\n  value = 80\n}\n").unwrap();
    /// let folder = ModuleFolder::read(&path, &mut Diagnostics::new());
    /// assert_eq!(folder.outputs[0].name, "port");
    /// # std::fs::remove_dir_all(&path).unwrap();
    /// ```
    pub fn read(path: &Path, diags: &mut Diagnostics) -> Self {
        Self::read_edited(path, &[], diags)
    }

    /// Reads the files of a folder, with sources in place of the files with their names.
    pub(crate) fn read_edited(path: &Path, edited: &[Source], diags: &mut Diagnostics) -> Self {
        let files = match ModuleFiles::of(path) {
            Ok(files) => files,
            Err(error) => {
                diags.push(diags::unreadable_folder(path, &error));
                return Self { is_incomplete: true, ..Self::default() };
            }
        };
        if files.is_empty() {
            diags.push(diags::no_files(path));
            return Self { is_incomplete: true, ..Self::default() };
        }
        let errors = diags.error_count();
        let primary = parse(&files.primary, edited, diags);
        let overrides = parse(&files.overrides, edited, diags);
        let is_incomplete = diags.error_count() > errors;
        Self { is_incomplete, ..Self::of(&primary, &overrides, diags) }
    }

    /// Returns the declarations of sources, which are override files by their names.
    pub(crate) fn of_sources(sources: &[Source], diags: &mut Diagnostics) -> Self {
        let errors = diags.error_count();
        let is_override = |source: &&Source| files::is_override(Path::new(source.name()));
        let (overrides, primary): (Vec<_>, Vec<_>) = sources.iter().partition(is_override);
        let mut parse = |sources: Vec<&Source>| -> Vec<Body> {
            sources.into_iter().map(|source| parse_body_by_name(source, diags)).collect()
        };
        let (primary, overrides) = (parse(primary), parse(overrides));
        let is_incomplete = diags.error_count() > errors;
        Self { is_incomplete, ..Self::of(&primary, &overrides, diags) }
    }

    /// Returns the declarations of parsed files: those that declare blocks, and those that change them.
    pub fn of(primary: &[Body], overrides: &[Body], diags: &mut Diagnostics) -> Self {
        let schema = language::schema();
        let blocks = |body: &Body, diags: &mut Diagnostics| body.content(&schema, diags).blocks;
        let mut all: Vec<_> = primary.iter().flat_map(|body| blocks(body, diags)).collect();
        for block in overrides.iter().flat_map(|body| blocks(body, diags)).collect::<Vec<_>>() {
            override_block(&mut all, block, diags);
        }
        let mut folder = Self {
            body: Body::merge(overrides.iter().rev().chain(primary).cloned()),
            ..Self::default()
        };
        folder.reserve(&all);
        let ctx = EvalContext::new();
        for block in &all {
            folder.add(block, &ctx, diags);
        }
        folder.check_names(diags);
        folder
    }

    /// Returns `true` if a variable with a name is declared, also with errors.
    pub(crate) fn declares_variable(&self, name: &str) -> bool {
        self.variables.iter().any(|it| it.name == *name)
            || self.broken.contains(&format!("var.{name}"))
    }

    /// Returns `true` if a data source is in a `check` block.
    pub(crate) fn is_in_check(&self, data: &Resource) -> bool {
        let (source, span) = (data.block.place.source(), data.block.place.span());
        self.checks.iter().any(|check| {
            let content = check.content.rest.everything();
            let mut places = content.blocks.iter().map(Block::header_place);
            places.any(|place| place.source() == source && place.span() == span)
        })
    }

    /// Returns the names of the outputs with errors.
    pub(crate) fn broken_outputs(&self) -> impl Iterator<Item = &str> {
        self.broken.iter().filter_map(|name| name.strip_prefix("output."))
    }

    /// Reserves the memory of the declarations in blocks. A growing vector of them would take up to twice as much.
    fn reserve(&mut self, blocks: &[Block]) {
        let count = |ty: &str| blocks.iter().filter(|block| *block.ty == *ty).count();
        self.variables.reserve_exact(count("variable"));
        self.outputs.reserve_exact(count("output"));
        self.calls.reserve_exact(count("module"));
        let resources = ["resource", "data", "ephemeral"].map(count);
        self.resources.reserve_exact(resources.into_iter().sum());
    }

    /// Adds the declaration of a block. The bodies of all blocks share a context, which has no variables.
    fn add(&mut self, block: &Block, ctx: &EvalContext, diags: &mut Diagnostics) {
        let errors = diags.error_count();
        self.declare(block, ctx, diags);
        if matches!(&*block.ty, "resource" | "data" | "ephemeral" | "module" | "output") {
            check_order(block, diags);
        }
        if diags.error_count() > errors {
            self.broken.extend(name_of(block));
        }
    }

    fn declare(&mut self, block: &Block, ctx: &EvalContext, diags: &mut Diagnostics) {
        let known = &*DECODERS;
        match &*block.ty {
            "variable" => self.variables.extend(declared(&known.variable, block, ctx, diags)),
            "locals" => self.locals.extend(block.body.just_attributes(diags)),
            "output" => self.outputs.extend(declared(&known.output, block, ctx, diags)),
            "module" => self.calls.extend(declared(&known.call, block, ctx, diags)),
            "provider" => self.providers.extend(declared(&known.provider, block, ctx, diags)),
            "terraform" => self.settings.extend(known.settings.decode(&block.body, ctx, diags)),
            "check" => self.add_check(block, ctx, diags),
            "resource" => self.resources.extend(resource(block, ctx, diags)),
            "data" => self.resources.extend(data_source(Mode::Data, block, ctx, diags)),
            "ephemeral" => self.resources.extend(data_source(Mode::Ephemeral, block, ctx, diags)),
            "moved" => drop(known.moved.decode(&block.body, ctx, diags)),
            "import" => drop(known.import.decode(&block.body, ctx, diags)),
            _ => drop(known.removed.decode(&block.body, ctx, diags)),
        }
    }

    /// Adds a `check` block, and the `data` block inside it.
    fn add_check(&mut self, block: &Block, ctx: &EvalContext, diags: &mut Diagnostics) {
        let Some(check) = declared(&DECODERS.check, block, ctx, diags) else { return };
        let data = BlockSchema { ty: "data".into(), labels: vec!["type".into(), "name".into()] };
        let schema = BodySchema { blocks: vec![data], ..BodySchema::default() };
        for block in check.content.rest.content(&schema, diags).blocks {
            self.resources.extend(data_source(Mode::Data, &block, ctx, diags));
        }
        self.checks.push(check);
    }

    /// Reports names that are declared twice, and keeps the first one.
    fn check_names(&mut self, diags: &mut Diagnostics) {
        keep_first(&mut self.variables, |it| it.named("var."), Declared::header, diags);
        keep_first(&mut self.locals, local_parts, Attribute::name_place, diags);
        keep_first(&mut self.outputs, |it| it.named("output."), Declared::header, diags);
        keep_first(&mut self.calls, |it| it.named("module."), Declared::header, diags);
        keep_first(&mut self.checks, |it| it.named("check."), Declared::header, diags);
        keep_first(&mut self.resources, Resource::parts, |it| it.block.header(), diags);
    }
}

/// Reads and parses files, on all cores if there are many. The edited sources replace the files with their names.
fn parse(paths: &[PathBuf], edited: &[Source], diags: &mut Diagnostics) -> Vec<Body> {
    let parsed = parallel::map(paths, |path| {
        let mut diags = Diagnostics::new();
        let known = edited.iter().find(|it| Path::new(it.name()) == path);
        let source = known.cloned().or_else(|| read_file(path, &mut diags));
        (source.map(|source| parse_body_by_name(&source, &mut diags)), diags)
    });
    let bodies = parsed.into_iter().filter_map(|(body, own)| {
        diags.append(own);
        body
    });
    bodies.collect()
}

/// Reports a `depends_on` that is not a list of references, which are known without an evaluation. References in quotes are an
/// old form.
fn check_order(block: &Block, diags: &mut Diagnostics) {
    let Some(depends_on) = block.body.attribute("depends_on") else { return };
    let Some(elements) = depends_on.expr.as_list() else {
        return diags.push(diags::no_references(depends_on.expr.place()));
    };
    let is_reference = |it: &Expression| it.as_traversal().is_some() || it.as_literal().is_some();
    for element in elements.iter().filter(|it| !is_reference(it)) {
        diags.push(diags::no_reference(element.place()));
    }
}

/// Returns the name that a block declares, as expressions refer to it; that of an output begins with `output`.
fn name_of(block: &Block) -> Option<String> {
    let label = |index: usize| block.labels.get(index).map(|label| label.value.as_str());
    let resource = |mode| Some(resource_address(mode, label(0)?, label(1)?));
    match &*block.ty {
        "variable" => Some(format!("var.{}", label(0)?)),
        "module" | "output" => Some(format!("{}.{}", block.ty, label(0)?)),
        "resource" => resource(Mode::Managed),
        "data" => resource(Mode::Data),
        "ephemeral" => resource(Mode::Ephemeral),
        _ => None,
    }
}

/// The decoders of the bodies of all blocks, without variables.
#[derive(Default)]
struct Decoders {
    variable: BodyDecoder<language::Variable>,
    output: BodyDecoder<language::Output>,
    call: BodyDecoder<language::ModuleCall>,
    provider: BodyDecoder<language::Provider>,
    settings: BodyDecoder<language::Settings>,
    check: BodyDecoder<language::Check>,
    resource: BodyDecoder<language::Resource>,
    data_source: BodyDecoder<language::DataSource>,
    moved: BodyDecoder<language::Moved>,
    import: BodyDecoder<language::Import>,
    removed: BodyDecoder<language::Removed>,
}

static DECODERS: LazyLock<Decoders> = LazyLock::new(Decoders::default);

fn declared<T: HclDecode>(
    decoder: &BodyDecoder<T>,
    block: &Block,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Declared<T>> {
    let label = block.labels.last()?;
    if !is_identifier(&label.value) {
        let place = block.label_place(block.labels.len() - 1)?;
        diags.push(diags::invalid_name(place, &label.value));
    }
    let content = decoder.decode(&block.body, ctx, diags)?;
    let (name, place, body) = (label.value.clone(), block.header_place(), block.body.clone());
    Some(Declared { name, place, body, content })
}

fn resource(block: &Block, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Resource> {
    let ty = block.labels.first()?.value.clone();
    let block = declared(&DECODERS.resource, block, ctx, diags)?;
    Some(Resource { mode: Mode::Managed, ty, block })
}

/// Reads the block of a data source or an ephemeral resource, which is a resource without provisioners.
fn data_source(
    mode: Mode,
    block: &Block,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Resource> {
    let ty = block.labels.first()?.value.clone();
    let declared = declared(&DECODERS.data_source, block, ctx, diags)?;
    let Declared { name, place, body, content } = declared;
    let language::DataSource { meta, arguments } = content;
    let content = language::Resource { meta, connection: None, provisioner: Vec::new(), arguments };
    Some(Resource { mode, ty, block: Declared { name, place, body, content } })
}

/// Returns `true` if a name starts with a letter or an underscore, and has only letters, digits, `_` and `-`.
fn is_identifier(name: &str) -> bool {
    let is_first = |first: char| first.is_alphabetic() || first == '_';
    name.starts_with(is_first) && name.chars().all(|it| it.is_alphanumeric() || "_-".contains(it))
}

/// Applies a block of an override file to the block with its type and labels.
fn override_block(all: &mut Vec<Block>, block: Block, diags: &mut Diagnostics) {
    match &*block.ty {
        "locals" => {
            let names = block.body.just_attributes(diags).into_iter().map(|it| it.name);
            let schema = schema(names, []);
            for locals in all.iter_mut().filter(|it| it.ty == block.ty) {
                locals.body = locals.body.partial_content(&schema, diags).1;
            }
            all.push(block);
        }
        "terraform" | "provider" | "moved" | "import" | "removed" => all.push(block),
        _ => {
            let labels = |block: &Block| -> Vec<_> {
                block.labels.iter().map(|label| label.value.clone()).collect()
            };
            let wanted = labels(&block);
            match all.iter_mut().find(|it| it.ty == block.ty && labels(it) == wanted) {
                Some(base) => base.body = overridden(&base.body, &block.body),
                None => diags.push(diags::nothing_to_override(block.header_place())),
            }
        }
    }
}

/// Returns a body with the items of another one in place of its own: attributes of the same name, and blocks of the same
/// type.
fn overridden(base: &Body, by: &Body) -> Body {
    let content = by.everything();
    let names = content.attributes.into_iter().map(|attribute| attribute.name);
    let generated = |block: &Block| block.labels.first().map(|label| label.value.clone());
    let types = content.blocks.iter().map(|block| match &*block.ty {
        "dynamic" => generated(block).unwrap_or_else(|| block.ty.clone()),
        _ => block.ty.clone(),
    });
    let schema = schema(names, types);
    let rest = base.partial_content(&schema, &mut Diagnostics::new()).1;
    Body::merge([rest, by.clone()]).unwrap_or_else(|| by.clone())
}

/// Returns a schema of attributes and of blocks with any labels.
fn schema(
    names: impl IntoIterator<Item = Str>,
    types: impl IntoIterator<Item = Str>,
) -> BodySchema {
    let attributes = names.into_iter().map(|name| AttributeSchema { name, required: false });
    let blocks = types.into_iter().map(|ty| BlockSchema { ty, labels: Vec::new() });
    BodySchema {
        attributes: attributes.collect(),
        blocks: blocks.collect(),
        ..BodySchema::default()
    }
}
