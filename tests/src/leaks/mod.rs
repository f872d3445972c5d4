//! Random configurations with secrets, and a search for these in all outputs.
//!
//! A case is an expression or a configuration in native or JSON syntax, with marked variables,
//! sensitive attributes and random mistakes. The secrets are recognisable words, which no output
//! may contain.

#![allow(clippy::unwrap_used, reason = "a failure here is a failure of the test")]

mod bodies;
mod broken;
mod command;
mod damage;
mod documents;
mod expand;
mod expressions;
mod kit;
mod layers;
mod mistakes;
mod outputs;
mod secret;
mod server;
mod specs;
mod structs;
mod variables;
mod write;
mod written;

use hcldyn::ext::dynblock;
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::decode_with_origin;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, parse_expression};

use self::bodies::Values;
pub use self::command::Command;
pub use self::outputs::Leak;
use self::outputs::Outputs;
pub use self::secret::Scope;
use self::specs::Object;
use self::variables::{CHANGED, OTHER, SENSITIVE};
use crate::random::Random;
use crate::text::parse_source;

/// The chance in percent that a language server opens a configuration.
const SERVED: usize = 10;

/// A case with the leaks in its outputs.
#[derive(Debug)]
pub struct Case {
    /// The input of the case, to print.
    pub text: String,
    /// The random mistakes in it.
    pub mistakes: Vec<&'static str>,
    /// The leaks.
    pub leaks: Vec<Leak>,
    /// `true` if the report hides a word that is not part of a secret; `None` if the case has no such word.
    pub hides_visible: Option<bool>,
}

/// Runs the case of a seed and an index, and searches for leaks.
pub fn run(seed: u64, index: u64, command: &Command) -> Case {
    let mut random = Random::new(seed, index);
    match random.below(40) {
        0..6 => evaluate(&mut random, command),
        6..9 => kit::evaluate(&mut random),
        9 => expand::expand(&mut random, command),
        10..18 => decode(&mut random, command),
        _ => broken::check(&mut random, command),
    }
}

fn context(random: &mut Random) -> &'static EvalContext {
    if random.percent(50) { &SENSITIVE } else { &OTHER }
}

fn evaluate(random: &mut Random, command: &Command) -> Case {
    let ctx = context(random);
    let depth = 1 + random.below(3);
    let text = expressions::expression(random, depth, &mut Vec::new());
    let mut outputs = Outputs::default();
    let mut diags = Diagnostics::new();
    if let Some(expr) = parse_expression(&Source::new("case", &text), &mut diags) {
        let value = expr.value(ctx, &mut diags);
        outputs.value("expression", Scope::Variables, &value);
        outputs.debug("expression: Debug of it", Scope::Variables, &expr);
    }
    outputs.diags("expression", Scope::Variables, &diags);
    if random.percent(20) {
        command.evaluate(random, &text, &mut outputs);
    }
    Case { text, mistakes: Vec::new(), leaks: outputs.leaks, hides_visible: None }
}

fn decode(random: &mut Random, command: &Command) -> Case {
    let (is_json, is_struct) = (random.percent(40), random.percent(15));
    let object = if is_struct { structs::object() } else { Object::random(random, 2) };
    let mut items = bodies::items(random, &object, &mut Values::new(is_json));
    let count = random.below(3);
    let mut mistakes = mistakes::make(random, &mut items, count);
    let mut pieces = write::write(random, &items, is_json);
    for _ in 0..random.below(3) {
        mistakes.extend(damage::damage(random, &mut pieces));
    }
    let text = damage::text(&pieces);
    let mut outputs = Outputs::default();
    // A mistake can move a secret to another value, or to a label.
    let scope = if mistakes.is_empty() { Scope::All } else { Scope::Variables };
    in_library(random, &object, &text, is_json, scope, &mut outputs);
    if is_struct {
        let (ctx, name) = (context(random), if is_json { "case.json" } else { "case.hcl" });
        structs::decode(&text, is_json, ctx, &mut outputs);
        layers::decode(random, &text, name, ctx, &mut outputs);
        layers::print(random, &text, name, scope, ctx, &mut outputs);
        layers::reload(command.path(name).as_ref(), &text, ctx, &mut outputs);
    }
    let mut spec = String::new();
    object.write(&mut spec);
    command.decode(random, &spec, &text, is_json, &mut outputs);
    if random.percent(20) {
        command.describe(random, &spec, &mut outputs);
        documents::write(&object.spec(), &mut outputs);
    }
    if random.percent(20) {
        command.rewrite(random, &text, is_json, &mut outputs);
    }
    if random.percent(SERVED) {
        let ctx = context(random);
        let document = server::Document { text: &text, is_json, scope };
        server::of_spec_file(random, &document, (&spec, ctx), command, &mut outputs);
        if is_struct {
            let decoder = Decoder::new().context(ctx.clone());
            server::of_struct(random, &document, decoder, &mut outputs);
        }
    }
    let text = format!("{text}\n--- spec\n{spec}");
    Case { text, mistakes, leaks: outputs.leaks, hides_visible: None }
}

fn in_library(
    random: &mut Random,
    object: &Object,
    text: &str,
    is_json: bool,
    scope: Scope,
    outputs: &mut Outputs,
) {
    let ctx = context(random);
    let mut diags = Diagnostics::new();
    let source = Source::new("case", text);
    let body = parse_source(&source, is_json, &mut diags);
    let body = if random.percent(50) { dynblock::expand(&body, ctx) } else { body };
    let decoded = decode_with_origin(&body, &object.spec(), ctx, &mut diags);
    outputs.diags("decode", Scope::All, &diags);
    outputs.value("decode", scope, &decoded.value);
    outputs.debug("decode: Debug of the origin", Scope::All, &decoded.origin);
    let spec = object.spec();
    written::encode_value(&decoded.value, &spec, scope, outputs);
    written::rewrite(&source, is_json, &spec, outputs);
    let artifact = Artifact::new().with_source(source).with_value("case", decoded.value);
    outputs.debug("artifact: Debug of it", scope, &artifact);
    let reported = diags.len();
    let again = decode_with_origin(&body, &object.spec(), &CHANGED, &mut Diagnostics::new());
    artifact.check("case", &again.value, &again.origin, &mut diags);
    if diags.len() > reported {
        outputs.diags("artifact", Scope::All, &diags);
    }
}
