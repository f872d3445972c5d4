#![doc = include_str!("language.md")]

mod argument;
mod block_body;
mod diags;
mod grammar;
mod kinds;
mod read;
mod site;

use std::sync::{Arc, LazyLock};

use self::argument::LibraryFunctions;
use self::block_body::BlockBody;
use self::grammar::{argument, body_of, children, named};
use self::read::{Read, SpecReader};
use super::nested::Definitions;
use super::{BlocksSpec, ObjectSpec, Spec};
use crate::body::{Body, Content, Suggester};
use crate::cty::{Function, Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::decode_functions;
use crate::source::Place;

/// What a spec file says.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SpecFile {
    /// How to decode bodies.
    pub spec: Spec,
    /// The variables that the file defines for the texts to decode, in source order.
    pub variables: Vec<(Str, Value)>,
    /// The functions that it defines for them.
    pub functions: Vec<(Str, Function)>,
    /// The names of variables that the texts may use and that are known only at run time.
    pub runtime_names: Vec<Str>,
    /// `true` if sources have `variable`, `locals` and `output` blocks. [`kit::Module`](crate::kit::Module) evaluates these
    /// before the rest is decoded.
    #[cfg(feature = "kit")]
    pub own_variables: bool,
}

impl SpecFile {
    /// What the file defines for the texts to decode, as the context to decode them in. What the program
    /// has to offer itself is added to it, and goes before what is of the same name.
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
}

/// Reads a spec file. Its own expressions may use what is in `ctx`, and nothing of what the file defines:
/// that is for the texts to decode. All mistakes are reported, those that [`Spec::check`] finds too, and
/// there is a result if none of them is an error.
///
/// The body may have been read with problems, which are not found again here: a program asks `diags`
/// whether there are errors.
pub fn read(body: &Body, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<SpecFile> {
    if let Some(item) = strange_item(body) {
        return diags.fail(diags::no_spec_file(item));
    }
    let errors = diags.error_count();
    let mut functions = {
        let ctx = ctx.clone();
        decode_functions(body, FUNCTION, move || ctx.clone(), diags).0
    };
    let mut reader = SpecReader::new(ctx, &[], diags);
    let file = BlockBody::open(body, &FILE, "A spec file", body.missing_item_place(), &mut reader);
    let defined = file.blocks(DEFINITIONS);
    let mut reader = SpecReader::new(ctx, &defined, diags);
    let variables = reader.variables(&file);
    let runtime_names = file.get(RUNTIME_NAMES, &mut reader).unwrap_or_default();
    #[cfg(feature = "kit")]
    let own_variables = file.is_set(OWN_VARIABLES, &mut reader);
    // Those that the file defines come last, so that they count.
    let library = file.get::<LibraryFunctions>(FUNCTIONS, &mut reader).unwrap_or_default().0;
    functions.splice(..0, library);
    let (definitions, sites): (Vec<_>, Vec<_>) =
        reader.definitions().into_iter().map(|read| (read.spec, read.site)).unzip();
    let Read { spec, site } = reader.only_child(&file, None);
    let spec = spec.bind(&Arc::new(Definitions(definitions)));
    reader.check(&spec, &site, &sites);
    (diags.error_count() == errors).then_some(SpecFile {
        spec,
        variables,
        functions,
        runtime_names,
        #[cfg(feature = "kit")]
        own_variables,
    })
}

/// The first item that is nothing like what spec files hold, in a file that holds no spec: it is a file of
/// another kind.
fn strange_item(body: &Body) -> Option<Place> {
    let schema = FILE.implied_schema();
    let Content { attributes, blocks, .. } = body.everything();
    let attributes = attributes.iter().map(|it| (&it.name, it.name_place()));
    let items: Vec<_> =
        attributes.chain(blocks.iter().map(|it| (&it.ty, it.type_place()))).collect();
    let is_known = |name: &Str| schema.block(name).is_some() || schema.attribute(name).is_some();
    if items.iter().any(|(name, _)| is_known(name) && **name != *FUNCTION && **name != *VARIABLES) {
        return None;
    }
    let mut suggester = Suggester::of_properties(&schema);
    let mut is_strange = |name: &Str| !is_known(name) && suggester.property(name).name.is_none();
    let strange = items.into_iter().filter(|(name, _)| is_strange(name));
    strange.map(|(_, place)| place).min_by_key(Place::span)
}

const FUNCTION: &str = "function";
const VARIABLES: &str = "variables";

const RUNTIME_NAMES: &str = "runtime_names";
const FUNCTIONS: &str = "functions";
#[cfg(feature = "kit")]
const OWN_VARIABLES: &str = "own_variables";

/// The part of a file that its named specs are, and the type of their blocks.
const DEFINITIONS: &str = "definitions";
const DEFINITION: &str = "spec";

/// What a spec file holds. Its functions are decoded apart from it.
static FILE: LazyLock<Spec> = LazyLock::new(|| {
    ObjectSpec::new([
        (FUNCTION, named(FUNCTION, "name")),
        argument::<Vec<Str>>(RUNTIME_NAMES),
        argument::<LibraryFunctions>(FUNCTIONS),
        #[cfg(feature = "kit")]
        argument::<bool>(OWN_VARIABLES),
        (DEFINITIONS, named(DEFINITION, "name")),
        (VARIABLES, Spec::BlockTuple(BlocksSpec::new(VARIABLES, body_of(VARIABLES)).into())),
        children(),
    ])
    .into()
});
