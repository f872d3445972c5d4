//! Reads the files, evaluates their names, and decodes the groups and targets.

use std::{env, fs};

use hcldyn::environment::TextForm;
use hcldyn::ext::FunctionBlocks;
use hcldyn::ext::kit::{Globals, Inputs, Missing};
use hcldyn::ext::on_demand::{Definition, Names};
use hcldyn::syntax::{parse_body_by_name, read_file};
use hcldyn::{Diagnostics, EvalContext, HclDecode, from_body};

use crate::functions;
use crate::language::{Block, File, Group, Instance, Target};
use crate::options::{Options, REPLACED, keep_first, merge, options};
use crate::resolve::Bake;

/// The files that are read by default, if they exist.
const FILES: [&str; 4] = [
    "docker-bake.json",
    "docker-bake.hcl",
    "docker-bake.override.json",
    "docker-bake.override.hcl",
];

/// The definitions of all files.
pub(crate) struct Definitions {
    globals: Globals,
    groups: Vec<Block>,
    targets: Vec<Block>,
}

impl Definitions {
    /// Reads the files, or those with default names.
    pub(crate) fn read(files: &[String], diags: &mut Diagnostics) -> Self {
        let functions = FunctionBlocks::new("function").variadic_param("variadic_params");
        let globals = Globals::new(functions.last_wins());
        let mut definitions = Self { globals, groups: Vec::new(), targets: Vec::new() };
        let mut files: Vec<&str> = files.iter().map(String::as_str).collect();
        if files.is_empty() {
            let is_found = |it: &&str| fs::exists(it).unwrap_or(false);
            files.extend(FILES.into_iter().filter(is_found));
        }
        if files.is_empty() {
            files.push("docker-bake.hcl");
        }
        for file in files {
            let source = read_file(file.strip_prefix("cwd://").unwrap_or(file), diags);
            let body = source.map(|source| parse_body_by_name(&source, diags));
            let decoded = body.and_then(|body| from_body(&body, &EvalContext::new(), diags));
            if let Some(File { group, target, rest }) = decoded {
                definitions.groups.extend(group);
                definitions.targets.extend(target);
                definitions.globals.add(&rest, diags);
            }
        }
        definitions
    }

    /// Decodes all groups and targets.
    pub(crate) fn bake(&self, variables: &[String], diags: &mut Diagnostics) -> Bake {
        let names = self.globals.define(&self.inputs(variables), &functions::context(), diags);
        let (base, mut bake) = (names.base(), Bake::default());
        let groups = self.groups.iter().map(|it| it.instance(&it.label, &base, diags));
        let groups: Vec<_> = groups.collect();
        bake.names.extend(groups.iter().map(|it| it.name.clone()));
        let mut targets = Vec::new();
        for block in &self.targets {
            let ctx = names.context(&block.references(), &base, diags);
            let instances = block.instances(&ctx, diags);
            if instances.iter().any(|it| it.name != block.label) {
                let (_, group) = bake.groups.entry(block.label.clone()).or_default();
                group.targets.extend(instances.iter().map(|it| it.name.clone()));
                bake.names.push(block.label.clone());
            }
            targets.extend(instances);
        }
        bake.names.extend(targets.iter().map(|it| it.name.clone()));
        define::<Group>(&names, "group", &groups);
        define::<Target>(&names, "target", &targets);
        for Instance { name, place, body, ctx } in groups {
            if let Some(mut group) = names.decode::<Group>(&body, &ctx, diags) {
                keep_first(&mut group.targets);
                group.description.take_if(|it| it.is_empty());
                bake.groups.insert(name, (Some(place), group));
            }
        }
        for Instance { name, place, body, ctx } in targets {
            if let Some(target) = names.decode::<Target>(&body, &ctx, diags) {
                let (_, known) = bake.targets.entry(name).or_insert((place, Options::new()));
                merge(known, options(&target), &REPLACED);
            }
        }
        self.globals.check(&names, diags);
        bake
    }

    /// Returns the values for variables: of the environment, and of the command line. Those with the ending `_JSON` are JSON.
    fn inputs(&self, arguments: &[String]) -> Inputs {
        let plain = self.globals.environment("").form(TextForm::Csv);
        let json = self.globals.environment("_JSON").form(TextForm::Json);
        let inputs = Inputs::new()
            .missing(Missing::Empty)
            .environment(plain.variables(env::vars_os()))
            .environment(json.variables(env::vars_os()));
        arguments.iter().fold(inputs, |inputs, argument| match argument.split_once("_JSON=") {
            Some((name, value)) => inputs.argument_as(TextForm::Json, format!("{name}={value}")),
            None => inputs.argument_as(TextForm::Csv, argument),
        })
    }
}

/// Defines the attributes of groups or targets as names, such as `target.app.tags`.
fn define<T: HclDecode>(names: &Names, block_type: &str, blocks: &[Instance]) {
    for Instance { name, body, ctx, .. } in blocks {
        names.define_attributes::<T>(&[block_type, name], body, ctx);
        let value = name.clone();
        names.define(
            [block_type, name, "name"],
            Definition::new(vec![], move |_, _| value.as_str().into()),
        );
    }
}
