//! Valid files, each with a spec and a context.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use hcldyn::body::{Attribute, Body, Content};
use hcldyn::cty::function::{Function, Parameter};
use hcldyn::cty::{Step, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode, language};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_body};

/// Functions of a program that uses the modules, which read files and use random numbers, and constructors of types.
const OTHER_FUNCTIONS: [&str; 10] = [
    "file",
    "list",
    "map",
    "object",
    "optional",
    "set",
    "templatefile",
    "timestamp",
    "tuple",
    "uuid",
];

/// A file without diagnostics.
pub(crate) struct Input {
    pub(crate) text: String,
    pub(crate) value: Value,
    spec: Spec,
    ctx: EvalContext,
}

impl Input {
    fn new(text: String, spec: Spec, ctx: EvalContext) -> Option<Self> {
        let mut input = Self { text, value: Value::null(Type::Dynamic), spec, ctx };
        let (value, diags) = input.check(&input.text);
        input.value = value;
        if let Some(first) = diags.iter().next() {
            println!("not valid: {first}");
        }
        diags.is_empty().then_some(input)
    }

    pub(crate) fn check(&self, text: &str) -> (Value, Diagnostics) {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("input.hcl", text), &mut diags);
        let value = decode(&body, &self.spec, &self.ctx, &mut diags);
        (value, diags)
    }
}

/// Returns the valid files in a folder, at any depth.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    let mut module = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        let spec = path.with_extension("hcldec");
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => inputs.extend(read(&path)?),
            Some("hcl") if spec.exists() => {
                inputs.extend(with_spec(fs::read_to_string(&path)?, &fs::read_to_string(spec)?));
            }
            Some("hcl" | "tf") => module.push(fs::read_to_string(&path)?),
            _ => {}
        }
    }
    inputs.extend(of_module(module));
    Ok(inputs)
}

fn with_spec(text: String, spec: &str) -> Option<Input> {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("spec.hcldec", spec), &mut diags);
    let file = language::read(&body, &EvalContext::new(), &mut diags)?;
    let ctx = file.context().with_functions(functions::all());
    Input::new(text, file.spec, ctx)
}

/// Returns the files of a module, whose spec and variables are those that the files use.
fn of_module(texts: Vec<String>) -> Vec<Input> {
    let mut diags = Diagnostics::new();
    let parse = |text: &String| parse_body(&Source::new("module.hcl", &**text), &mut diags);
    let bodies: Vec<_> = texts.iter().map(parse).collect();
    let mut uses = BTreeMap::new();
    for body in &bodies {
        add_uses(&body.everything(), &mut uses);
    }
    let variables = uses.into_iter().map(|(name, used)| (name, used.value()));
    let other = Function::builder("A function of the program.")
        .variadic(Parameter::new("arguments", Type::Dynamic))
        .returning(Type::Dynamic, |_, _| Ok(Value::unknown(Type::Dynamic)));
    let ctx = EvalContext::new()
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_functions(OTHER_FUNCTIONS.map(|name| (name, other.clone())));
    let ctx = variables.fold(ctx, |ctx, (name, value)| ctx.with_variable(name, value));
    let contents: Vec<_> = bodies.iter().map(Body::everything).collect();
    let spec = spec_of(&contents);
    texts.into_iter().filter_map(|text| Input::new(text, spec.clone(), ctx.clone())).collect()
}

/// The uses of a variable.
#[derive(Default)]
struct Uses {
    attributes: BTreeSet<String>,
    /// `true` if it is used as a whole, or by an index.
    is_whole: bool,
}

impl Uses {
    /// Returns an object of unknown attributes, or an unknown value.
    fn value(self) -> Value {
        let attributes = self.attributes.into_iter();
        if self.is_whole {
            Value::unknown(Type::Dynamic)
        } else {
            Value::object(attributes.map(|name| (name, Value::unknown(Type::Dynamic))))
        }
    }
}

fn add_uses(content: &Content, uses: &mut BTreeMap<String, Uses>) {
    for variable in content.attributes.iter().flat_map(|attribute| attribute.expr.variables()) {
        let used = uses.entry(variable.root().to_owned()).or_default();
        match variable.steps().first() {
            Some(Step::Attr(name)) => {
                used.attributes.insert(name.to_string());
            }
            _ => used.is_whole = true,
        }
    }
    for block in &content.blocks {
        add_uses(&block.body.everything(), uses);
    }
}

/// Returns a spec of everything in several bodies: attributes of any type, and blocks of each type.
fn spec_of(contents: &[Content]) -> Spec {
    let attributes = contents.iter().flat_map(|content| &content.attributes);
    let names: BTreeSet<_> = attributes.map(|Attribute { name, .. }| name.to_string()).collect();
    let mut blocks: BTreeMap<String, (usize, Vec<Content>)> = BTreeMap::new();
    for block in contents.iter().flat_map(|content| &content.blocks) {
        let (labels, bodies) = blocks.entry(block.ty.to_string()).or_default();
        *labels = block.labels.len().max(*labels);
        bodies.push(block.body.everything());
    }
    let attributes = names.into_iter().map(|name| {
        let spec = AttrSpec::new(name.clone(), Type::Dynamic);
        (name, spec.into())
    });
    let blocks = blocks.into_iter().map(|(ty, (labels, bodies))| {
        let labels = (0..labels).map(|index| LabelSpec::new(index, format!("label{index}")).into());
        let nested = Spec::tuple(labels.chain([spec_of(&bodies)]));
        (format!("blocks of {ty}"), Spec::from(BlocksSpec::new(ty, nested).tuple()))
    });
    Spec::object(attributes.chain(blocks).collect::<Vec<(String, Spec)>>())
}
