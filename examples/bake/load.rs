//! Reads the files and decodes all blocks, in two steps: first the definitions of names, then what uses them.

use std::collections::btree_map::Entry;
use std::fs;
use std::sync::Arc;

use hcldyn::body::Body;
use hcldyn::diag::Diagnostic;
use hcldyn::ext::FunctionBlocks;
use hcldyn::ext::on_demand::Names;
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext, HclDecode, from_body, spec};

use crate::language::{self, File, Group, Instance, Target};
use crate::names::{self, Definitions};
use crate::resolve::Bake;

/// Reads the files, or those with default names. Returns their definitions, and bodies of the remaining items. The last
/// definition of each name counts.
pub(crate) fn definitions(
    files: &[String],
    diags: &mut Diagnostics,
) -> Option<(Definitions, Vec<Body>)> {
    let defaults =
        ["json", "hcl", "override.json", "override.hcl"].map(|it| format!("docker-bake.{it}"));
    let exists = |it: &&String| fs::exists(it).unwrap_or(false);
    let files: Vec<_> = match files {
        [] => defaults.iter().filter(exists).collect(),
        files => files.iter().collect(),
    };
    let (mut definitions, mut bodies) = (Definitions::default(), Vec::new());
    for name in files {
        match fs::read_to_string(name.strip_prefix("cwd://").unwrap_or(name)) {
            Ok(text) if text.is_empty() => {}
            Ok(text) => {
                let body = parse_body_by_name(&Source::new(name, text), diags);
                let blocks = FunctionBlocks::new("function").variadic_param("variadic_params");
                let (functions, rest) = blocks.last_wins().read(&body, diags);
                definitions.functions.extend(functions);
                let file: Option<File> = from_body(&rest, &EvalContext::new(), diags);
                bodies.extend(file.map(|file| definitions.add(file)));
            }
            Err(error) => {
                let error = Diagnostic::input_error(name, "Unreadable file", error.to_string());
                diags.push(error);
            }
        }
    }
    if bodies.is_empty() && !diags.has_errors() {
        let detail = "No file has definitions.";
        diags.push(Diagnostic::input_error("docker-bake.hcl", "No definition", detail));
    }
    (!diags.has_errors()).then_some((definitions, bodies))
}

impl Definitions {
    /// Adds the definitions of a file. Returns a body of the remaining items.
    fn add(&mut self, file: File) -> Body {
        const RESERVED: [&str; 3] = ["group", "target", "function"];
        self.variables.extend(file.variable.into_iter().map(|it| (it.name.clone(), Arc::new(it))));
        let attributes = file.rest.everything().attributes.into_iter();
        let attributes = attributes.filter(|it| !RESERVED.contains(&it.name.as_str()));
        self.attributes.extend(attributes.map(|it| (it.name, it.expr)));
        file.rest
    }
}

/// Decodes all groups and targets.
pub(crate) fn targets(names: &Names, bodies: &[Body], diags: &mut Diagnostics) -> Option<Bake> {
    let (mut groups, mut targets, mut matrices) = (Vec::new(), Vec::new(), Vec::new());
    for body in bodies {
        let references = spec::variables(body, &language::blocks_spec());
        let ctx = names.context(&references, &names.base(), diags);
        let blocks = language::blocks(body, &ctx, diags)?;
        groups.extend(blocks.groups);
        for (label, instances) in blocks.targets {
            let members = instances.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
            if members != [label.clone()] && !members.is_empty() {
                matrices.push((label, members));
            }
            targets.extend(instances);
        }
    }
    groups.iter().for_each(|it| names::define::<Group>(names, "group", it));
    targets.iter().for_each(|it| names::define::<Target>(names, "target", it));
    let mut bake = Bake::default();
    let labels = |blocks: &[Instance]| blocks.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let of_matrices = matrices.iter().map(|(label, _)| label.clone()).collect();
    bake.names = [labels(&groups), of_matrices, labels(&targets)].concat();
    for (label, members) in matrices {
        let empty = Group { description: None, targets: Some(Vec::new()), place: None };
        let group = bake.groups.entry(label).or_insert(empty);
        group.targets.get_or_insert_default().extend(members);
    }
    for group in &groups {
        let decoded = decode::<Group>(names, group, diags);
        if group.attribute("targets").is_none() {
            let detail = "A group needs targets.";
            diags.push(Diagnostic::error(group.place.clone(), "Missing targets", detail));
        }
        let place = Some(group.place.clone());
        bake.groups.extend(decoded.map(|it| (group.name.clone(), Group { place, ..it })));
    }
    for instance in &targets {
        if let Some(target) = decode::<Target>(names, instance, diags) {
            match bake.targets.entry(instance.name.clone()) {
                Entry::Vacant(entry) => drop(entry.insert((instance.place.clone(), target))),
                Entry::Occupied(mut entry) => entry.get_mut().1.merge(target),
            }
        }
    }
    Some(bake)
}

/// Decodes a group or a target in a context with the names that it refers to.
fn decode<T: HclDecode>(names: &Names, block: &Instance, diags: &mut Diagnostics) -> Option<T> {
    let references = spec::variables(&block.body, &T::spec());
    let ctx = names.context(&references, &block.body.context(), diags);
    for expr in language::NOT_NULL.iter().filter_map(|name| block.attribute(name)) {
        if expr.value(&ctx, &mut Diagnostics::new()).is_null() {
            let detail = "This option must not be null.";
            diags.push(Diagnostic::error(expr.place(), "Null value", detail));
        }
    }
    from_body(&block.body, &ctx, diags)
}
