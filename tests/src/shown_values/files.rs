//! The values that a language server shows of files: descriptions are compared with `hcldyn eval`, and hints with
//! `hcldyn expand`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcldyn::body::{Attribute, Block, Body};
use hcldyn::cty::{Mark, Value};
use hcldyn::ext::kit::{Inputs, Missing, Module};
use hcldyn::spec::language;
use hcldyn::syntax::{Source, is_json_name, parse_body_by_name, to_hcl};
use hcldyn::{Diagnostics, EvalContext, Expression, ext, functions, parse_body};
use hcldyn_core::internal::{ExpandOptions, expand, known_names, module_context};
use hcldyn_lsp::ide::{HintKinds, Language, Snapshot, Workspace};

use super::blocks::Blocks;
use super::{SHOWN, description, output};

/// The counts of a comparison.
#[derive(Debug, Default)]
pub struct FileComparison {
    /// The number of files.
    pub files: usize,
    /// The number of attributes whose description was compared.
    pub values: usize,
    /// The number of these that `hcldyn eval` was asked about. It can't know the names of a configuration.
    pub commands: usize,
    /// The number of `dynamic` blocks whose hint was compared.
    pub blocks: usize,
    /// The number of hints inside `dynamic` blocks that were compared.
    pub generated: usize,
    /// The numbers of attributes and blocks that were not compared, by the reason.
    pub left_out: BTreeMap<&'static str, usize>,
    /// The disagreements.
    pub differences: Vec<String>,
}

impl FileComparison {
    pub(super) fn leave_out(&mut self, reason: &'static str) {
        *self.left_out.entry(reason).or_default() += 1;
    }
}

/// Compares what is shown of all files in a folder and those inside it. A file with a spec file of its name beside it has that
/// spec. The files of a module of Terraform see the names of each other.
pub fn compare(folder: &Path) -> FileComparison {
    let mut found = FileComparison::default();
    let mut modules: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in files_in(folder) {
        let is_of_module = path.to_string_lossy().trim_end_matches(".json").ends_with(".tf");
        let key = if is_of_module { path.parent().map(Path::to_owned) } else { None };
        modules.entry(key.unwrap_or_else(|| path.clone())).or_default().push(path);
    }
    for paths in modules.values() {
        if let Some(unit) = Unit::read(paths) {
            unit.compare(&mut found);
        }
    }
    found
}

/// Returns the configurations in a folder and those inside it, sorted.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && name != "target" {
                open.push(path);
            } else if [".hcl", ".tf", ".hcl.json", ".tf.json"].iter().any(|it| name.ends_with(it)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The files of one configuration.
struct Unit {
    sources: Vec<Source>,
    /// The spec; `None` if only the kit's blocks are known.
    has_spec: bool,
    /// The names that expressions see, as the command `expand` knows them: without those that are not known.
    ctx: EvalContext,
    /// The names that expressions see, also those whose values are not known.
    names: EvalContext,
    snapshot: Snapshot,
}

impl Unit {
    fn read(paths: &[PathBuf]) -> Option<Self> {
        let read = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).ok()?;
            Some(Source::new(path.display().to_string(), text))
        };
        let sources: Vec<_> = paths.iter().filter_map(read).collect();
        let mut diags = Diagnostics::new();
        let bodies = sources.iter().map(|source| parse_body_by_name(source, &mut diags));
        let body = Body::merge(bodies.collect::<Vec<_>>())?;
        let library =
            EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
        let spec = read(&paths[0].with_extension("hcldec")).and_then(|source| {
            let body = parse_body(&source, &mut diags);
            language::read(&body, &library, &mut diags)
        });
        let has_spec = spec.is_some();
        let (language, ctx, names) = match &spec {
            None => {
                let language = Language::without_spec_in(library.clone());
                let ctx = module_context(&body, Inputs::new(), &library, &mut diags);
                let mut roots = library.child();
                define_roots(&body, &mut roots);
                let names = known_names(&body, &Inputs::new(), &roots, &mut diags).0;
                (language, ctx, names)
            }
            Some(file) => {
                let language = Language::of_spec_file(file, &library);
                let ctx = file.context().with_limits(library.limits().clone());
                let ctx = file.own_variables.map(|dialect| {
                    let inputs = Inputs::new().dialect(dialect).missing(Missing::Unknown);
                    Module::evaluate(&body, &inputs, &ctx, &mut diags).context
                });
                let ctx = ctx.unwrap_or_else(|| file.context());
                (language, ctx.clone(), ctx)
            }
        };
        let (mut workspace, language) = (Workspace::new(), Arc::new(language));
        for source in &sources {
            workspace.set(source.clone(), language.clone());
        }
        Some(Self { sources, has_spec, ctx, names, snapshot: workspace.snapshot() })
    }

    fn compare(&self, found: &mut FileComparison) {
        let expanded = self.expanded();
        for (index, source) in self.sources.iter().enumerate() {
            found.files += 1;
            let body = parse_body_by_name(source, &mut Diagnostics::new());
            self.descriptions(source, &body, found);
            let Some(expanded) = expanded.get(index).and_then(Option::as_ref) else { continue };
            let hints =
                self.snapshot.hints(source.name(), 0..source.text().len(), HintKinds::default());
            let expanded =
                parse_body(&Source::new(source.name(), &**expanded), &mut Diagnostics::new());
            Blocks { source, hints: &hints, ctx: &self.ctx, found }.compare(&body, &expanded);
        }
    }

    /// Compares the descriptions of all attributes that are evaluated once.
    fn descriptions(&self, source: &Source, body: &Body, found: &mut FileComparison) {
        let content = body.everything();
        for attribute in &content.attributes {
            self.description(source, attribute, found);
        }
        for Block { ty, body, .. } in &content.blocks {
            match ty.as_str() {
                "variable" => {
                    let mut content = body.everything();
                    content.attributes.retain(|attribute| attribute.name != *"type");
                    content.attributes.iter().for_each(|it| self.description(source, it, found));
                    found.leave_out("a type of a variable");
                    content.blocks.iter().for_each(|it| self.descriptions(source, &it.body, found));
                }
                "dynamic" | "function" => found.leave_out("in a dynamic block or a function"),
                _ if is_repeated(body) => found.leave_out("in a repeated block"),
                _ => self.descriptions(source, body, found),
            }
        }
    }

    fn description(&self, source: &Source, attribute: &Attribute, found: &mut FileComparison) {
        let (expr, text) = (&attribute.expr, attribute.expr.text());
        let start = attribute.name_place().span().range().start;
        let hover = description(&self.snapshot, source.name(), start);
        let shown = hover.find("Value").map(|at| &hover[at..]).unwrap_or_default();
        if is_plain(expr) && shown.is_empty() {
            return found.leave_out("a constant");
        }
        let mut diags = Diagnostics::new();
        let value = expr.value(&self.names, &mut diags);
        let is_failed = diags.has_errors() || value.is_failed();
        let wanted = (!is_failed).then(|| to_hcl(&value));
        found.values += 1;
        // A part that can't be parsed has no value, although the text around it may be an expression.
        let is_asked = expr.variables().is_empty() && !(is_failed && diags.is_empty());
        if is_asked && let Some(evaluated) = output(&["eval", text]) {
            found.commands += 1;
            if wanted.as_deref() != Some(evaluated.trim_end()) {
                let name = source.name();
                found.differences.push(format!("{name}: {text}: eval prints {evaluated}"));
            }
        }
        let is_same = match wanted {
            None => shown.is_empty(),
            Some(wanted) => is_description(shown, &value, &wanted),
        };
        if !is_same {
            let place = attribute.name_place();
            let wanted = if is_failed { diags.to_string() } else { to_hcl(&value) };
            found.differences.push(format!("{place}: {text}\nis {wanted}\nand shows {hover}"));
        }
    }

    /// Returns the files with their `dynamic` blocks written out; `None` in JSON syntax, and for an invalid file.
    fn expanded(&self) -> Vec<Option<String>> {
        if self.has_spec {
            let expanded = self.sources.iter().map(|source| {
                let mut diags = Diagnostics::new();
                let body = parse_body(source, &mut diags);
                let options = ExpandOptions::default();
                let is_valid = !is_json_name(source.name()) && !diags.has_errors();
                is_valid.then(|| expand(source, &body, self.ctx.clone(), &options, &mut diags))
            });
            return expanded.collect();
        }
        let folder = std::env::temp_dir().join(format!("hcldyn-files-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let copies: Vec<_> = self.sources.iter().map(|source| copied(&folder, source)).collect();
        let printed = output(&["expand", &folder.display().to_string()]).unwrap_or_default();
        let _ = std::fs::remove_dir_all(&folder);
        let text = |copy: &Option<PathBuf>| {
            let header = format!("# {}\n", copy.as_ref()?.display());
            let (_, text) = printed.split_once(&header)?;
            let end = text.find(&format!("\n# {}", folder.display())).unwrap_or(text.len());
            Some(text[..end].to_owned())
        };
        copies.iter().map(text).collect()
    }
}

/// Defines the roots of all variables of a body as unknown: only the program knows those that the body does not define.
fn define_roots(body: &Body, ctx: &mut EvalContext) {
    let content = body.everything();
    for variable in content.attributes.iter().flat_map(|it| it.expr.variables()) {
        ctx.set_variable(variable.root(), Value::dynamic());
    }
    content.blocks.iter().for_each(|block| define_roots(&block.body, ctx));
}

/// Writes a source under its name into a folder.
fn copied(folder: &Path, source: &Source) -> Option<PathBuf> {
    std::fs::create_dir_all(folder).ok()?;
    let path = folder.join(Path::new(source.name()).file_name()?);
    std::fs::write(&path, source.text()).ok()?;
    Some(path)
}

/// Returns `true` if a description shows a value.
fn is_description(shown: &str, value: &Value, text: &str) -> bool {
    if value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive())) {
        return shown.contains("sensitive");
    }
    if !value.is_known() {
        return shown.contains("not known");
    }
    let is_long = text.len() > SHOWN.0 || text.lines().count() > SHOWN.1;
    let is_whole =
        shown.contains(&format!("`{text}`")) || shown.contains(&format!("hcl\n{text}\n`"));
    is_whole || is_long && shown.starts_with("Value") && shown.contains('…')
}

/// Returns `true` for a literal, and for a list or an object of literals.
pub(super) fn is_plain(expr: &Expression) -> bool {
    if let Some(elements) = expr.as_list() {
        return elements.iter().all(is_plain);
    }
    if let Some(items) = expr.as_map() {
        return items.iter().all(|(_, value)| is_plain(value));
    }
    let is_heredoc = expr.text().starts_with("<<") && expr.variables().is_empty();
    expr.as_literal().is_some() || is_heredoc
}

/// Returns `true` for a block with instances.
fn is_repeated(body: &Body) -> bool {
    ["for_each", "count", "matrix"].iter().any(|name| body.attribute(name).is_some())
}
