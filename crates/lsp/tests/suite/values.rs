//! The values of expressions in descriptions.

use std::sync::Arc;

use hcldyn::environment::Environment;
use hcldyn::ext::kit::Inputs;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Deferred, EvalContext, ExpressionClosure, HclDecode, HclValue, functions};
use hcldyn_lsp::ide::{Language, Snapshot, Workspace};

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
  all   = ["linux", "mac"]
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
image "app" {
  matrix = { os = local.all<|>, arch = ["amd", "arm"] } #> Value: `["linux", "mac"]` (tuple([string, string]))
  na<|>me = "app-${os}-${arch}" #> Values by iteration: `"app-linux-amd"`, `"app-mac-amd"`, `"app-linux-arm"`, `"app-mac-arm"`
  cpu  = ar<|>ch #> Values by iteration: `"amd"`, `"amd"`, `"arm"`, `"arm"`
}
image "none" {
  matrix = { os = [] }
  cpu    = upper<|>(os) #>
}
image "open" {
  matrix = { os = oth<|>er.list } #> Value: not known (any)⏎⏎Not known before `other`
  cp<|>u    = os #> Values by iteration: not known⏎⏎Not known before `os`
}
table {
  matrix = { a = [1, 2] }
  to<|>tal  = 1 + 1 #> Value: `2` (number)
}
disk "each" {
  for_<|>each = { for k, v in local.sizes : k => v * 2 } #> Value (object({ fast = number, slow = number })):⏎⏎```hcl⏎{⏎  fast = 20⏎  slow = 400⏎}⏎```
  size     = each.value
  dynamic "part" {
    for_e<|>ach = [each.value] #> Values by iteration: `[20]`, `[400]`
    content {
      size = part.value <|>+ each.value #> Values by iteration: `40`, `800`
    }
  }
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

/// The environment and the arguments of the program are above the files, and its defaults are below them.
#[test]
fn layers_of_attributes_and_variables() {
    let inputs = Inputs::new()
        .environment(Environment::with_prefix("APP_VAR_").variables([("APP_VAR_zone", "eu")]))
        .argument("size=3");
    let port = Environment::new(|name| (name == "APP_PORT").then_some("port"));
    let decoder = Decoder::new()
        .defaults("defaults.hcl", "region = \"us\"\n")
        .environment(port.variables([("APP_PORT", "80")]))
        .overrides("--set", ["server.web.host=\"c\""])
        .inputs(inputs);
    let fixture = Fixture::new(
        r#"
variable "zo<|>ne" { #> The value is set by the environment variable APP_VAR_zone.⏎⏎Value: `"eu"` (string)
  type = string
}
variable "si<|>ze" { #> The value is set by the command line.⏎⏎Value: `3` (number)
  type      = number
  default   = 1
}
variable "ke<|>y" { #> The value is the default at main.hcl:10:15.⏎⏎Value: sensitive (string)
  default   = "hunter2"
  sensitive = true
}
po<|>rt = 8000 #> It is replaced by the value of the environment (environment variable APP_PORT).
reg<|>ion = "eu" #> It replaces the value of the defaults at defaults.hcl:1:10.
zo<|>ne = "a" #>
server "web" {
  ho<|>st = "a" #> It is replaced by the value of the overrides at --set:1:17.
}
server "other" {
  ho<|>st = "b" #>
}
"#,
    );
    let snapshot = fixture.snapshot(Language::of_type::<Config>(decoder));
    for (offset, expected) in &fixture.cursors {
        let hover = snapshot.hover(FILE, *offset).map(|it| it.markdown).unwrap_or_default();
        let at = ["The value is", "It is", "It replaces"].iter().find_map(|it| hover.find(it));
        let found = at.map(|at| hover[at..].trim_end().replace('\n', "⏎")).unwrap_or_default();
        assert_eq!(found, *expected, "{}", &fixture.text[..*offset]);
    }
}

/// A configuration with expressions that the program evaluates later.
#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Routes {
    #[hcl(scope(request = Request))]
    when: Option<Deferred<bool>>,
    #[hcl(scope(request = Request))]
    then: Option<ExpressionClosure>,
}

#[derive(HclValue)]
#[expect(dead_code, reason = "only decoded")]
struct Request {
    size: u32,
    path: String,
}

#[test]
fn expressions_with_variables_of_their_own() {
    let ctx = EvalContext::new().with_variable("base", 8).with_functions(functions::all());
    check_in(
        Language::of_type::<Routes>(Decoder::new().context(ctx)),
        r#"
wh<|>en = request.size < base * 2 #> Value: not known (bool)⏎⏎Not known before `request.size`
then = { path = upper(requ<|>est.path), size = 1 } #> Value: not known (object({ path = string, size = number }))⏎⏎Not known before `request`
"#,
    );
}

/// Without a spec, the files of a module of Terraform see the names of each other. Other files may not be one configuration.
#[test]
fn values_of_names_in_other_files() {
    let ctx = EvalContext::new().with_functions(functions::all());
    let language = Arc::new(Language::without_spec_in(ctx));
    let mut workspace = Workspace::new();
    for (name, text) in [
        ("/a/main.tf", "a \"b\" {\n  c = upper(var.d)\n}\n"),
        ("/a/variables.tf", "variable \"d\" {\n  default = \"x\"\n}\n"),
        ("/b/main.hcl", "a \"b\" {\n  c = upper(var.d)\n}\n"),
        ("/b/variables.hcl", "variable \"d\" {\n  default = \"x\"\n}\n"),
        ("/c/main.tf", "a \"b\" {\n  c = upper(var.d)\n}\n"),
        ("/c/override.tf", "variable \"d\" {\n  default = \"y\"\n}\n"),
        ("/c/a.tf", "variable \"d\" {\n  default = \"x\"\n}\n"),
    ] {
        workspace.set(Source::new(name, text), language.clone());
    }
    let snapshot = workspace.snapshot();
    let value = |file| snapshot.hover(file, 10).unwrap().markdown;
    assert_eq!(value("/a/main.tf"), "Value: `\"X\"` (string)\n");
    assert!(value("/b/main.hcl").contains("not known"));
    assert_eq!(value("/c/main.tf"), "Value: `\"Y\"` (string)\n");
}
