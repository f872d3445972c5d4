//! The values of expressions in descriptions.

use hcldyn::ext::kit::Inputs;

use hcldyn::{Decoder, EvalContext, functions};
use hcldyn_lsp::ide::{Language, Snapshot};

use crate::fixture::{Config, Fixture, check};

const FILE: &str = "main.hcl";

/// Returns the description of the value at an offset.
fn value(snapshot: &Snapshot, offset: usize) -> String {
    let hover = snapshot.hover(FILE, offset).map(|it| it.markdown).unwrap_or_default();
    let at = ["Value", "Values"].iter().find_map(|start| hover.find(start));
    at.map(|at| hover[at..].to_owned()).unwrap_or_default()
}

/// Returns a language of the test's configuration, with variables of the kit.
fn with_variables() -> Language {
    let ctx = EvalContext::new().with_functions(functions::all());
    Language::of_type::<Config>(Decoder::new().context(ctx).inputs(Inputs::new()))
}

/// Compares the value at each cursor of a fixture with the one beside it.
#[track_caller]
fn check_in(language: Language, marked: &str) {
    let fixture = Fixture::new(marked);
    let snapshot = fixture.snapshot(language);
    for (offset, expected) in &fixture.cursors {
        let found = value(&snapshot, *offset).trim_end().replace('\n', "⏎");
        assert_eq!(found, *expected, "at {offset}: {}", &fixture.text[..*offset]);
    }
    assert!(!fixture.cursors.is_empty());
}

#[test]
fn values_of_expressions_and_their_parts() {
    check(
        r#"
po<|>rt = base + 80 #> Value: `8080` (number)
a = ba<|>se + 80 #> Value: `8000` (number)
b = base <|>+ 80 #> Value: `8080` (number)
c = base + 8<|>0
d = 8<|>0
e = up<|>per("a${base}") #> Value: `"A8000"` (string)
f = upper("a${ba<|>se}") #> Value: `8000` (number)
g = upper("a$<|>{base}") #> Value: `"a8000"` (string)
h = { mem<|>ory = base + 1 }
i = { memory = base <|>+ 1 } #> Value: `8001` (number)
j = [for x in [1, 2] : x <|>+ base][0] #> Values by iteration: `8001`, `8002`
k = [for k, v in { a = 1, b = 2 } : "${k<|>}"][0] #> Values by iteration: `"a"`, `"b"`
l = [for x in [1, 2] : [for y in [x, 10] : x <|>* y]][0] #> Values by iteration: `1`, `10`, `4`, `20`
m = nothing.at<|>_all
"#,
        value,
    );
}

#[test]
fn values_of_names() {
    check_in(
        with_variables(),
        r#"
variable "port" {
  type    = num<|>ber
  default = 80
}
variable "host" {
  type = string
}
variable "secret" {
  default   = "hunter2"
  sensitive = true
}
locals {
  site = { port = var.po<|>rt + 1, name = "web-${var.host}" } #> Value: `80` (number)
  name = lo<|>cal.site.name #> Value (object({ name = string, port = number })):⏎⏎```hcl⏎{⏎  name = (not known yet)⏎  port = 81⏎}⏎```⏎⏎Not known before `var.host`
  all  = local.si<|>te #> Value (object({ name = string, port = number })):⏎⏎```hcl⏎{⏎  name = (not known yet)⏎  port = 81⏎}⏎```⏎⏎Not known before `var.host`
  key  = upper(var.sec<|>ret) #> Value: sensitive (string)
  len  = leng<|>th(local.key) #> Value: sensitive (number)
  big  = [for x in range(1000) : x]
}
port   = local.site.po<|>rt #> Value: `81` (number)
region = local.na<|>me #> Value: not known (string)⏎⏎Not known before `var.host`
zone   = jso<|>nencode(local.big[999]) #> Value: `"999"` (string)
level  = [local.site.<|>port] #> Value: `81` (number)
"#,
    );
}

#[test]
fn values_in_generated_blocks() {
    check(
        r#"
dynamic "server" {
  for_each = ["a", "<|>b"] #>
  labels   = ["${server.<|>value}-x"] #> Values by iteration: `"a"`, `"b"`
  content {
    host = upper(server.<|>value) #> Values by iteration: `"a"`, `"b"`
    tls  = server<|>.key == 0 #> Values by iteration: `{ key = 0, value = "a" }`, `{ key = 1, value = "b" }`
  }
}
dynamic "server" {
  for_each = [for x in [1, 2, 3, 4, 5, 6, 7] : "s${x}"]
  labels   = [server.value]
  content {
    ho<|>st = server.value #> Values by iteration: `"s1"`, `"s2"`, `"s3"`, `"s4"`, `"s5"`, … (7 iterations)
  }
}
"#,
        value,
    );
}

/// Instances of blocks, and files of other languages.
#[test]
fn values_in_repeated_blocks() {
    check_in(
        Language::without_spec(),
        r#"
locals {
  sizes = { fast = 10, slow = 200 }
}
disk "data" {
  for_each = local.sizes
  name     = "data-${each<|>.key}" #> Values by iteration: `{ key = "fast", value = 10 }`, `{ key = "slow", value = 200 }`
  si<|>ze  = each.value + 1 #> Values by iteration: `11`, `201`
}
disk "scratch" {
  count = 2
  na<|>me = "scratch-${count.index}" #> Values by iteration: `"scratch-0"`, `"scratch-1"`
}
other {
  count = 2
  na<|>me = "${local.sizes.fast}-x" #> Value: `"10-x"` (string)
  kind  = oth<|>er.thing.id #> Value: not known (any)⏎⏎Not known before `other`
}
"#,
    );
}

#[test]
fn numbers_for_people() {
    check_in(
        with_variables(),
        r#"
max_by<|>tes = 512 * 1024 * 3 #> Value: `1572864` (number), 1.5 MiB
wait<|>_seconds = 60 * 90 #> Value: `5400` (number), 1 h 30 min
to<|>tal = 1000 * 1000 #> Value: `1000000` (number), 1,000,000
"#,
    );
}
