//! Reads the files, evaluates their names, and decodes the groups and targets.

use std::fs;
use std::sync::Arc;

use hcldyn::diag::Diagnostic;
use hcldyn::ext::FunctionBlocks;
use hcldyn::ext::on_demand::Names;
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode, from_body};

use crate::language::{File, Group, Instance, NOT_NULL, Target};
use crate::names::{self, Definitions};
use crate::options::{Options, keep_first, merge, options};
use crate::resolve::Bake;

/// Reads the files, or those with default names. The last definition of each name counts.
pub(crate) fn definitions(files: &[String], diags: &mut Diagnostics) -> Definitions {
    let defaults =
        ["json", "hcl", "override.json", "override.hcl"].map(|it| format!("docker-bake.{it}"));
    let exists = |it: &&String| fs::exists(it).unwrap_or(false);
    let files: Vec<_> = match files {
        [] => defaults.iter().filter(exists).collect(),
        files => files.iter().collect(),
    };
    let mut definitions = Definitions::default();
    let mut is_empty = true;
    for name in files {
        match fs::read_to_string(name.strip_prefix("cwd://").unwrap_or(name)) {
            Ok(text) if text.is_empty() => {}
            Ok(text) => {
                is_empty = false;
                let body = parse_body_by_name(&Source::new(name, text), diags);
                let blocks = FunctionBlocks::new("function").variadic_param("variadic_params");
                let (functions, rest) = blocks.last_wins().read(&body, diags);
                definitions.functions.extend(functions);
                if let Some(file) = from_body(&rest, &EvalContext::new(), diags) {
                    definitions.add(file);
                }
            }
            Err(error) => {
                let error = Diagnostic::input_error(name, "Unreadable file", error.to_string());
                diags.push(error);
            }
        }
    }
    if is_empty && !diags.has_errors() {
        let detail = "No file has definitions.";
        diags.push(Diagnostic::input_error("docker-bake.hcl", "No definition", detail));
    }
    definitions
}

impl Definitions {
    /// Adds the definitions of a file.
    fn add(&mut self, file: File) {
        const RESERVED: [&str; 3] = ["group", "target", "function"];
        self.variables.extend(file.variable.into_iter().map(|it| (it.name.clone(), Arc::new(it))));
        self.groups.extend(file.group);
        self.targets.extend(file.target);
        let attributes = file.rest.everything().attributes.into_iter();
        let attributes = attributes.filter(|it| !RESERVED.contains(&it.name.as_str()));
        self.attributes.extend(attributes.map(|it| (it.name, it.expr)));
    }

    /// Decodes all groups and targets.
    pub(crate) fn bake(&self, names: &Names, diags: &mut Diagnostics) -> Bake {
        let mut bake = Bake::default();
        let base = names.base();
        let groups: Vec<_> = self.groups.iter().map(|it| it.group(&base, diags)).collect();
        let mut targets = Vec::new();
        for block in &self.targets {
            let references: Vec<_> =
                block.matrix().iter().flat_map(Expression::variables).collect();
            let ctx = names.context(&references, &base, diags);
            let instances = block.targets(&ctx, diags);
            if instances.iter().any(|it| it.name != block.label) {
                let group = bake.groups.entry(block.label.clone()).or_default();
                group.targets.extend(instances.iter().map(|it| it.name.clone()));
                bake.names.push(block.label.clone());
            }
            targets.extend(instances);
        }
        names::define::<Group>(names, "group", &groups);
        names::define::<Target>(names, "target", &targets);
        let of_groups = groups.iter().map(|it| it.name.clone()).collect();
        let of_targets = targets.iter().map(|it| it.name.clone()).collect();
        bake.names = [of_groups, bake.names, of_targets].concat();
        for block in &groups {
            if block.attribute("targets").is_none() {
                let detail = "A group needs targets.";
                diags.push(Diagnostic::error(block.place.clone(), "Missing targets", detail));
            }
            if let Some(mut group) = decode::<Group>(names, block, diags) {
                keep_first(&mut group.targets);
                group.place = Some(block.place.clone());
                bake.groups.insert(block.name.clone(), group);
            }
        }
        for block in &targets {
            if let Some(target) = decode(names, block, diags) {
                let new = || (block.place.clone(), Options::new());
                let known = bake.targets.entry(block.name.clone()).or_insert_with(new);
                merge(&mut known.1, options(&target));
            }
        }
        bake
    }
}

/// Decodes a group or a target in a context with the names that it refers to.
fn decode<T: HclDecode>(names: &Names, block: &Instance, diags: &mut Diagnostics) -> Option<T> {
    for expr in NOT_NULL.iter().filter_map(|name| block.attribute(name)) {
        let ctx = names.context(&expr.variables(), &block.ctx, diags);
        if expr.value(&ctx, &mut Diagnostics::new()).is_null() {
            let detail = "This option must not be null.";
            diags.push(Diagnostic::error(expr.place(), "Null value", detail));
        }
    }
    names.decode(&block.body, &block.ctx, diags)
}
