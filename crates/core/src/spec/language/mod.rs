#![doc = include_str!("language.md")]

mod argument;
mod block;
mod diags;
mod file;
mod kinds;
mod names;
mod options;
mod read;
mod site;
mod values;
mod write;

use std::sync::Arc;

pub use self::argument::Dialect;
use self::block::OpenBlock;
use self::file::File;
use self::read::{Read, SpecReader};
pub use self::write::{SpecLoss, WrittenSpec, write};
use super::Spec;
use super::nested::Definitions;
use crate::HclDecode;
use crate::body::{Body, Content, Suggester};
use crate::cty::internal::CollectVec;
use crate::cty::{Function, Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::decode_functions;
use crate::source::Place;

/// The content of a spec file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SpecFile {
    /// The spec of the bodies to decode.
    pub spec: Spec,
    /// The variables that the file defines for the sources to decode, in source order.
    pub variables: Vec<(Str, Value)>,
    /// The functions that the file defines for the sources to decode.
    pub functions: Vec<(Str, Function)>,
    /// The names of variables that the sources may use and that are known only at run time.
    pub runtime_names: Vec<Str>,
    /// The rules of the `variable`, `locals` and `output` blocks of sources, if sources have such blocks.
    /// `Module` of the module `kit` evaluates these before the rest is decoded.
    pub own_variables: Option<Dialect>,
    /// The number of functions of the library, which are the first ones.
    library_functions: usize,
}

impl SpecFile {
    /// Returns the definitions of the file as the context for decoding. A program adds its own definitions in a
    /// child context, which has precedence.
    pub fn context(&self) -> EvalContext {
        let mut ctx = EvalContext::new().with_runtime_names(self.runtime_names.iter().cloned());
        for (name, value) in &self.variables {
            ctx.set_variable(name.clone(), value.clone());
        }
        for (name, function) in &self.functions {
            ctx.set_function(name.clone(), function.clone());
        }
        ctx
    }

    /// Writes the spec as [`write`](write()) does. The definitions of the file, which are not part of its spec, are
    /// [losses](WrittenSpec::losses) as well.
    pub fn write(&self) -> WrittenSpec {
        let mut written = write(&self.spec);
        written.losses.splice(..0, self.definitions().map(SpecLoss::of_file));
        written
    }

    /// Returns descriptions of the definitions of the file.
    fn definitions(&self) -> impl Iterator<Item = String> {
        let functions = self.functions[self.library_functions..].iter();
        let variables = self.variables.iter();
        let arguments = [
            ("functions", self.library_functions > 0),
            ("runtime_names", !self.runtime_names.is_empty()),
            ("own_variables", self.own_variables.is_some()),
        ];
        let arguments = arguments.into_iter().filter(|(_, is_set)| *is_set);
        let functions = functions.map(|(name, _)| format!("the function \"{name}\""));
        let variables = variables.map(|(name, _)| format!("the variable \"{name}\""));
        arguments
            .map(|(name, _)| format!("the argument \"{name}\""))
            .chain(functions)
            .chain(variables)
    }
}

/// Reads a spec file. Its own expressions may use the definitions in `ctx`, but not those of the file, which are
/// for the sources to decode. All mistakes are reported, including those that [`Spec::check`] finds. The result is
/// `None` if one of them is an error.
///
/// Syntax errors of the body are not reported again: check `diags` for errors too.
pub fn read(body: &Body, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<SpecFile> {
    if let Some(item) = strange_item(body) {
        return diags.fail(diags::no_spec_file(item));
    }
    // One budget for all expressions in the file.
    let _work = ctx.limits().open_budget();
    let errors = diags.error_count();
    let mut functions = {
        let ctx = ctx.clone();
        decode_functions(body, "function", move || ctx.clone(), diags).0
    };
    let mut reader = SpecReader::new(ctx, &[], &[], diags);
    let (file, block) = OpenBlock::file::<File>(body, &mut reader);
    let mut reader = SpecReader::new(ctx, &file.definitions.0, &file.values.0, diags);
    reader.value_specs = reader.value_definitions(&file.values.0);
    let variables = reader.variables(&file.variables);
    // The definitions of the file come last, so that they have precedence.
    let library = file.functions.unwrap_or_default().0;
    let library_functions = library.len();
    functions.splice(..0, library);
    let (definitions, sites): (Vec<_>, Vec<_>) =
        reader.definitions().into_iter().map(|read| (read.spec, read.site)).unzip();
    let Read { spec, site } = reader.only_child(&file.spec, &block, None);
    let spec = spec.bind(&Arc::new(Definitions(definitions)));
    reader.check(&spec, &site, &sites);
    (diags.error_count() == errors).then_some(SpecFile {
        spec,
        variables,
        functions,
        runtime_names: file.runtime_names,
        own_variables: file.own_variables.unwrap_or_default().0,
        library_functions,
    })
}

/// Returns the spec of spec files, with their documentation. It serves documents, such as reference pages and the JSON
/// Schema of spec files in JSON syntax; only [`read()`] reports all errors.
///
/// ```
/// use hcldyn::spec::language;
///
/// let outline = language::spec().outline();
/// assert!(outline.root().attributes.iter().any(|it| *it.names.name == *"runtime_names"));
/// ```
pub fn spec() -> Spec {
    block::with_content(&File::spec())
}

/// Returns the first item that cannot be in a spec file, if the file has no spec: it is probably a file of another
/// kind.
fn strange_item(body: &Body) -> Option<Place> {
    let schema = File::spec().implied_schema();
    let Content { attributes, blocks, .. } = body.everything();
    let attributes = attributes.iter().map(|it| (&it.name, it.name_place()));
    let items = attributes.chain(blocks.iter().map(|it| (&it.ty, it.type_place()))).collect_vec();
    let is_known = |name: &Str| schema.block(name).is_some() || schema.attribute(name).is_some();
    if items.iter().any(|(name, _)| is_known(name) && !matches!(&***name, "function" | "variables"))
    {
        return None;
    }
    let mut suggester = Suggester::of_properties(&schema, []);
    let mut is_strange = |name: &Str| !is_known(name) && suggester.property(name).name.is_none();
    let strange = items.into_iter().filter(|(name, _)| is_strange(name));
    strange.map(|(_, place)| place).min_by_key(Place::span)
}
