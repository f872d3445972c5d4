//! Modules of variables, local values and outputs, with values from files, arguments and the environment.

use hcldyn::environment::Environment;
use hcldyn::ext::kit::{Inputs, Missing, Module};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, parse_body};

use super::bodies::{BodyItem, Values, Written};
use super::expressions::expression;
use super::outputs::Outputs;
use super::secret::Scope;
use super::server::{self, Document};
use super::specs::Ty;
use super::{Case, SERVED, context, damage, mistakes, write};
use crate::random::Random;
use crate::text::parse_source;

const SENSITIVE: &[&str] = &["password", "token"];
const PLAIN: &[&str] = &["port", "host"];
const TYPES: &[(Ty, &str)] = &[
    (Ty::String, "string"),
    (Ty::Number, "number"),
    (Ty::Strings, "list(string)"),
    (Ty::Map, "map(string)"),
    (Ty::Any, "any"),
];

/// Evaluates a random module.
pub(super) fn evaluate(random: &mut Random) -> Case {
    let mut values = Values::new(false);
    let mut module = Vec::new();
    let (mut given, mut inputs) = (Vec::new(), Inputs::new());
    for (names, is_sensitive) in [(SENSITIVE, true), (PLAIN, false)] {
        for name in names {
            let (ty, text) = *random.pick(TYPES);
            module.push(variable(random, name, is_sensitive, ty, text, &mut values));
            let value = if is_sensitive {
                values.secret(random, ty)
            } else {
                Written::String("a".to_owned())
            };
            if random.percent(60) {
                let (name, is_secret) = ((*name).to_owned(), is_sensitive);
                given.push(BodyItem::Attr { name, value, is_secret });
            }
        }
    }
    for _ in 0..random.below(3) {
        module.push(dependent(random));
    }
    let text = damage::text(&write::write(random, &module, false));
    let count = random.below(3);
    let mut made = mistakes::make(random, &mut given, count);
    let is_json = random.percent(50);
    let mut pieces = write::write(random, &given, is_json);
    if random.percent(30) {
        made.extend(damage::damage(random, &mut pieces));
    }
    let given = damage::text(&pieces);
    let mut diags = Diagnostics::new();
    inputs = give(random, inputs, &given, is_json, &mut diags);
    if random.percent(30) {
        inputs = inputs.missing(Missing::Unknown);
    }
    let mut outputs = Outputs::default();
    let body = parse_body(&Source::new("case", &*text), &mut diags);
    let module = Module::evaluate(&body, &inputs, context(random), &mut diags);
    outputs.diags("kit", Scope::All, &diags);
    outputs.debug("kit: Debug of inputs", Scope::All, &inputs);
    outputs.debug("kit: Debug of outputs", Scope::All, &module.outputs);
    outputs.debug("kit: Debug of the module", Scope::All, &module);
    if random.percent(SERVED) {
        let document = Document { text: &text, is_json: false, scope: Scope::Variables };
        let decoder = Decoder::new().context(context(random).clone()).inputs(inputs);
        server::of_struct(random, &document, decoder, &mut outputs);
    }
    let text = format!("{text}\n--- values\n{given}");
    Case { text, mistakes: made, leaks: outputs.leaks, hides_visible: None }
}

/// Gives values in a file, an argument or the environment.
fn give(
    random: &mut Random,
    inputs: Inputs,
    given: &str,
    is_json: bool,
    diags: &mut Diagnostics,
) -> Inputs {
    match random.below(3) {
        0 => inputs.body(&parse_source(&Source::new("values", given), is_json, diags)),
        1 => {
            let name =
                *random.pick(&["password", "pasword", "PASSWORD", "token", "tokken", " password "]);
            inputs.argument(format!(
                "{name}={}",
                random.pick(&["hushhush!i", "[\"hushhush!i\"", "58582519", "{"])
            ))
        }
        _ => {
            let name = *random.pick(&["APP_password", "APP_pasword", "APP_token"]);
            inputs.environment(Environment::with_prefix("APP_").variables([(name, "[hushhush!i")]))
        }
    }
}

fn attr(name: &str, value: Written) -> BodyItem {
    BodyItem::Attr { name: name.to_owned(), value, is_secret: false }
}

fn block(ty: &str, label: Option<&str>, items: Vec<BodyItem>) -> BodyItem {
    let labels = label.into_iter().map(str::to_owned).collect();
    BodyItem::Block { ty: ty.to_owned(), labels, items, is_on_one_line: false }
}

fn variable(
    random: &mut Random,
    name: &str,
    is_sensitive: bool,
    ty: Ty,
    text: &str,
    values: &mut Values,
) -> BodyItem {
    let mut items = vec![attr("type", Written::Bare(text.to_owned()))];
    if is_sensitive {
        items.push(attr("sensitive", Written::Bare("true".to_owned())));
        if random.percent(50) {
            items.push(attr("default", values.secret(random, ty)));
        }
    } else {
        items.push(attr("default", Written::Bare("null".to_owned())));
    }
    if random.percent(40) {
        let condition = refers_to(random, &["var.password", "var.token", "var.port"]);
        let message = refers_to(random, &["var.password", "\"wrong\"", "\"no ${var.token}\""]);
        let rule = vec![
            attr("condition", Written::Expression(condition)),
            attr("error_message", Written::Expression(message)),
        ];
        items.push(block("validation", None, rule));
    }
    block("variable", Some(name), items)
}

/// Local values or an output, made of the variables.
fn dependent(random: &mut Random) -> BodyItem {
    let names = ["var.password", "var.token", "var.port", "local.a", "local.b", "var.nope"];
    if random.percent(60) {
        let values =
            ["a", "b"].map(|name| attr(name, Written::Expression(refers_to(random, &names))));
        return block("locals", None, values.into());
    }
    let mut items = vec![attr("value", Written::Expression(refers_to(random, &names)))];
    if random.percent(50) {
        items.push(attr("sensitive", Written::Bare("true".to_owned())));
    }
    block("output", Some("o"), items)
}

fn refers_to(random: &mut Random, names: &[&'static str]) -> String {
    let depth = random.below(3);
    if random.percent(20) {
        (*random.pick(names)).to_owned()
    } else {
        expression(random, depth, &mut names.to_vec())
    }
}
