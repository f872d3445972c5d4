//! Navigation into modules: the configurations in other folders that blocks use.

use std::path::Path;

use hcldyn_core::EvalContext;
use hcldyn_core::body::{Block, BlockSchema, Body, BodySchema};
use hcldyn_core::cty::Step;
use hcldyn_core::load::tidy_path;
use hcldyn_core::syntax::Place;
use hcldyn_core::{Diagnostics, Traversal};

use super::navigation::location;
use super::workspace::File;
use super::{Location, Snapshot};

/// The attribute of a module block with the folder of the module.
const SOURCE: &str = "source";

impl Snapshot {
    /// Returns the definition in a module to which something at an offset leads: the first file of the module for its source,
    /// a variable for a value of the block, an output for the last part of `module.network.id`.
    pub(super) fn definition_in_module(&self, of: &File, offset: usize) -> Option<Location> {
        let ty = of.language.module_blocks.as_deref()?;
        for block in blocks(&of.parsed_body().0, ty) {
            for attribute in block.body.everything().attributes {
                if attribute.name == *SOURCE && contains(&attribute.expr.place(), offset) {
                    let first = self.files_of_module(of, &block).next()?;
                    return Some(Location { file: first.source.name().to_owned(), range: 0..0 });
                }
                if contains(&attribute.name_place(), offset) {
                    return self.named_in_module(of, &block, "variable", &attribute.name);
                }
            }
        }
        let (name, output) =
            of.names().traversals().iter().find_map(|it| reference(it, ty, offset))?;
        let bodies = self.configuration(of).map(|file| file.parsed_body().0);
        let mut called = bodies.flat_map(|body| blocks(&body, ty));
        let block =
            called.find(|block| block.labels.first().is_some_and(|it| it.value == *name))?;
        self.named_in_module(of, &block, "output", output)
    }

    /// Returns the block with a name in the module that a block uses.
    fn named_in_module(&self, of: &File, block: &Block, ty: &str, name: &str) -> Option<Location> {
        self.files_of_module(of, block).find_map(|file| {
            let found = blocks(&file.parsed_body().0, ty);
            let block =
                found.into_iter().find(|it| it.labels.iter().any(|it| it.value == *name))?;
            Some(location(&block.label_place(0)?))
        })
    }

    /// Returns the files of the module that a block uses, the main one first.
    fn files_of_module(&self, of: &File, block: &Block) -> impl Iterator<Item = &File> {
        let source = source(block).filter(|it| it.starts_with("./") || it.starts_with("../"));
        let here = Path::new(of.source.name()).parent().unwrap_or(Path::new(""));
        let folder = source.map(|source| tidy_path(&here.join(source)));
        let is_inside = |file: &File| {
            let parent = Path::new(file.source.name()).parent();
            file.language.is_with(&of.language) && parent.is_some() && parent == folder.as_deref()
        };
        let mut files: Vec<_> =
            self.files().map(|file| &**file).filter(|file| is_inside(file)).collect();
        files.sort_by_key(|file| {
            let name = Path::new(file.source.name()).file_name();
            !name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"main."))
        });
        files.into_iter()
    }
}

/// Returns the name of the module and that of the output to which a reference leads whose output is at an offset.
fn reference<'t>(traversal: &'t Traversal, ty: &str, offset: usize) -> Option<(&'t str, &'t str)> {
    let [Step::Attr(name), rest @ ..] = traversal.steps() else { return None };
    let at = match rest {
        [Step::Attr(_), ..] => 0,
        // An instance of a repeated module.
        [Step::Index(_), Step::Attr(_), ..] => 1,
        _ => return None,
    };
    let Some(Step::Attr(output)) = rest.get(at) else { return None };
    let place = traversal.part_places().nth(at + 2)?;
    (traversal.root() == ty && contains(&place, offset)).then_some((name.as_str(), output.as_str()))
}

/// Returns the source of a module block, if it is a literal string.
fn source(block: &Block) -> Option<String> {
    let mut diags = Diagnostics::new();
    let value = block.body.attribute(SOURCE)?.expr.value(&EvalContext::new(), &mut diags);
    value.as_str().filter(|_| diags.is_empty()).map(str::to_owned)
}

/// Returns the blocks of a type, which have a name.
fn blocks(body: &Body, ty: &str) -> Vec<Block> {
    let block = BlockSchema { ty: ty.into(), labels: vec!["name".into()] };
    let schema = BodySchema { blocks: vec![block], ..BodySchema::default() };
    body.partial_content(&schema, &mut Diagnostics::new()).0.blocks
}

fn contains(place: &Place, offset: usize) -> bool {
    let range = place.span().range();
    range.start <= offset && offset <= range.end
}
