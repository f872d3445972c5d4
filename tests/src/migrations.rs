//! Random configurations in an old form, which migrations turn into the new one.

use std::collections::BTreeMap;

use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::diag::apply_fixes;
use hcldyn::edit::migrate::{MigrationStep, Migrations};
use hcldyn::edit::{Document, ItemPath};
use hcldyn::spec::{Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

use crate::random::Random;
use crate::random_configurations::configuration;
use crate::random_specs::RandomSpec;

/// The maximum number of steps of a migration.
const STEPS: usize = 4;

/// Writes a random configuration in an old form, migrates it, and returns the number of items that were in an old form.
///
/// # Errors
///
/// Returns a description if the migrated configuration decodes to another value, or if the fixes of its warnings write
/// another one.
pub fn run(seed: u64, index: u64) -> Result<usize, String> {
    let spec = RandomSpec::new(seed, index).spec();
    if spec.check().is_err() {
        return Ok(0);
    }
    let new = configuration(&spec.outline(), seed, index);
    let Some(value) = decoded(&new, &spec) else { return Ok(0) };
    // A captured expression only equals itself.
    if decoded(&new, &spec).as_ref() != Some(&value) {
        return Ok(0);
    }
    let mut random = Random::new(seed ^ 0x6d69, index);
    let mut document: Document = new.parse().map_err(|it: Diagnostics| it.to_string())?;
    let mut steps = Vec::new();
    for number in 0..1 + random.below(STEPS) {
        let old = format!("old_{number}");
        let mut changed = document.clone();
        if let Ok(Some(step)) = age(&mut changed, &old, &mut random) {
            document = changed;
            steps.push(step);
        }
    }
    steps.reverse();
    let migrations = steps.into_iter().fold(Migrations::new(), Migrations::step);
    let old = document.to_string();
    if old == new {
        return Ok(0);
    }
    let fail = |what: &str, text: &str| {
        format!("{what}\nold:\n{old}\nmigrated:\n{text}\nnew:\n{new}\n{}", migrations.to_hcl())
    };
    let ctx = EvalContext::new();
    let mut diags = Diagnostics::with_limit(10_000);
    let mut source = Source::new("main.hcl", old.as_str());
    let migrated = migrations.migrate(&source, &ctx, &mut diags);
    let Some(migrated) = migrated else { return Err(fail(&diags.to_string(), "")) };
    if decoded(migrated.text(), &spec).as_ref() != Some(&value) {
        return Err(fail("another value", migrated.text()));
    }
    for _ in 0..=STEPS {
        let mut diags = Diagnostics::with_limit(10_000);
        migrations.migrate(&source, &ctx, &mut diags);
        let fixes = diags.iter().flat_map(|it| &it.fixes);
        let Some((_, text)) = apply_fixes(fixes).pop() else { break };
        source = Source::new("main.hcl", text);
    }
    if source.text() != migrated.text() {
        return Err(fail(&format!("another text by fixes\n{}", source.text()), migrated.text()));
    }
    Ok(diags.len())
}

fn decoded(text: &str, spec: &Spec) -> Option<Value> {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("main.hcl", text), &mut diags);
    let value = decode(&body, spec, &EvalContext::new().with_variable("x", 1), &mut diags);
    (!diags.has_errors()).then_some(value)
}

/// An item of a document, with the types of the blocks around it.
struct Item {
    types: Vec<String>,
    name: String,
    path: ItemPath,
    is_attribute: bool,
}

/// Gives all items of a random kind an old form. Returns the step that undoes it.
fn age(
    document: &mut Document,
    old: &str,
    random: &mut Random,
) -> Result<Option<MigrationStep>, Diagnostics> {
    let mut items = Vec::new();
    gather(document.body(), &[], &ItemPath::root(), &mut items);
    if items.is_empty() {
        return Ok(None);
    }
    let chosen = random.pick(&items);
    let (types, name) = (chosen.types.clone(), chosen.name.clone());
    let is_same = |item: &&Item| item.types == types && item.name == name;
    let same: Vec<_> = items.iter().filter(is_same).collect();
    // A name of attributes that is also one of blocks can't be given back.
    if same.iter().any(|item| item.is_attribute != chosen.is_attribute) {
        return Ok(None);
    }
    let joined =
        |last: &str| types.iter().map(String::as_str).chain([last]).collect::<Vec<_>>().join(".");
    let is_attribute = chosen.is_attribute;
    if is_attribute && same.len() == 1 && !types.is_empty() && random.percent(40) {
        let value = document.expression(chosen.path.clone())?.text().to_owned();
        document.remove(chosen.path.clone())?;
        document.set_expression(old, &value)?;
        // Only one block may have the type at each level.
        let is_only = |at: usize| {
            let starts = |item: &&Item| item.types == types[..at] && item.name == types[at];
            items.iter().filter(starts).count() == 1
        };
        let is_clear = (0..types.len()).all(is_only);
        return Ok(is_clear.then(|| MigrationStep::move_to(old, old, &joined(&name))));
    }
    let is_split = is_attribute && random.percent(40);
    for item in same.iter().rev() {
        document.rename(item.path.clone(), old)?;
    }
    Ok(Some(if is_split {
        MigrationStep::split(old, &joined(old), [(name, "old")])
    } else {
        MigrationStep::rename(old, &joined(old), &name)
    }))
}

/// Adds the items of a body, and of the blocks in it.
fn gather(body: &Body, types: &[String], path: &ItemPath, items: &mut Vec<Item>) {
    let content = body.everything();
    for attribute in content.attributes {
        items.push(Item {
            types: types.to_vec(),
            name: attribute.name.to_string(),
            path: path.clone().name(attribute.name),
            is_attribute: true,
        });
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for block in content.blocks {
        let count = counts.entry(block.ty.to_string()).or_default();
        let path = path.clone().name(block.ty.clone()).index(*count);
        *count += 1;
        let inner: Vec<_> = types.iter().cloned().chain([block.ty.to_string()]).collect();
        gather(&block.body, &inner, &path, items);
        items.push(Item {
            types: types.to_vec(),
            name: block.ty.to_string(),
            path,
            is_attribute: false,
        });
    }
}
