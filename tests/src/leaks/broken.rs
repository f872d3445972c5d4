//! Secrets whose values have syntax errors of every kind, at every nesting, and words around them that reports show.

use std::fmt::Write as _;
use std::sync::LazyLock;

use hcldyn::cty::Type;
use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, ValueSpec};
use hcldyn::environment::{Environment, TextForm};
use hcldyn::ext::kit::{Inputs, Variables};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, parse_body, parse_expression};

use super::command::Command;
use super::outputs::Outputs;
use super::secret::{Scope, VISIBLE};
use super::server::{self, Document};
use super::structs::Config;
use super::{Case, SERVED};
use crate::random::Random;
use crate::text::parse_source;

/// The beginnings of values that lack an end or are mistyped, with ends that may follow.
const OPENERS: &[(&str, &str)] = &[
    ("<<EOT\n", "EOF"),
    ("<<EOT\n", ""),
    ("<<-EOT\n", "EOT;"),
    ("<<-EOT\n", " EOF"),
    ("<EOT\n", "EOT"),
    ("<<<EOT\n", "EOT"),
    ("<< EOT\n", "EOT"),
    ("<<'EOT'\n", "EOT"),
    ("<<\"EOT\"\n", "EOT"),
    ("EOT\n", "EOT"),
    ("\"", ""),
    ("\"\n", "\""),
    ("\"a\n", "\""),
    ("\"\"\"\n", "\"\"\""),
    ("'", "'"),
    ("'\n", "'"),
    ("'''\n", "'''"),
    ("`", "`"),
    ("`\n", "`"),
    ("“", "”"),
    ("“\n", "”"),
    ("[", ""),
    ("[\n", ""),
    ("[\n", ")"),
    ("[\n", "}"),
    ("[[\n", "]"),
    ("{", ""),
    ("{\n", ""),
    ("{\n", "]"),
    ("{ a = {\n", "}"),
    ("(", ""),
    ("(\n", ""),
    ("(\n", "]"),
    ("f(", ""),
    ("f(\n", "}"),
    ("f({\n", "}"),
    ("f([{\n", ")"),
    ("\"${", ""),
    ("\"${\n", ""),
    ("\"${f(\n", "\""),
    ("\"%{ if true }", "\""),
    ("\"%{ for x in [\n", "\""),
    ("\"$ {", "}"),
    ("<<EOT\n${\n", "EOT"),
    ("<<EOT\n%{ if x }\n", "EOT"),
    ("/* ", ""),
    ("/*\n", ""),
    ("/*\n", "* /"),
    ("[for x in [\n", "]"),
    ("{ for x in\n", "}"),
    ("true ? ", ""),
    ("true ? (\n", ":"),
    ("1 +\n", ""),
    ("x[", ""),
    ("x[\n", ""),
    ("|\n", ""),
    (">-\n", ""),
    ("\n", ""),
    ("", ""),
    ("1 ", ""),
    ("\\\n", "\\"),
    ("; ", ";"),
    ("= ", ""),
    ("$", "$"),
    ("0x", ""),
    ("[1 2\n", "]"),
];

/// Lines of a secret, which may look like anything.
const LINES: &[&str] = &[
    "SECRET",
    "port = 5432",
    "SECRET = 1",
    "note = \"SECRET\"",
    "key: SECRET",
    "-----BEGIN SECRET-----",
    "SECRET {",
    "SECRET }",
    "  SECRET,",
    "\"SECRET\",",
    "{ \"a\": \"SECRET\" }",
    "if SECRET; then",
    "# SECRET",
    "db \"a\" {",
    "SECRET SECRET",
    "",
];

/// Values without syntax errors.
const WHOLE: &[&str] = &[
    "\"SECRET\"",
    "[\"SECRET\", 1]",
    "{ a = \"SECRET\" }",
    "<<EOT\nSECRET\nEOT",
    "f(\"SECRET\")",
    "\"SECRET${nope}\"",
    "58582519",
    "[\n  \"SECRET\", # SECRET\n]",
    "(\"SECRET\")",
];

static SPEC: LazyLock<Spec> = LazyLock::new(|| {
    let mut pin = ObjectAttribute::new("pin", Type::String).optional();
    pin.sensitive = true;
    let size = ObjectAttribute::new("size", Type::Number).optional();
    let cfg = ValueSpec::Object(ObjectValueSpec::new([pin, size]).into());
    let attr = |name: &'static str, ty: Type| (name, Spec::from(AttrSpec::new(name, ty)));
    let items = || {
        vec![
            ("password", AttrSpec::new("password", Type::String).sensitive().into()),
            ("cfg", AttrSpec::new("cfg", cfg.clone()).into()),
            attr("note", Type::String),
            attr("port", Type::Number),
        ]
    };
    let mut db = items();
    db.push(("name", LabelSpec::new(0, "name").into()));
    let extra = Spec::object([attr("note", Type::String), attr("port", Type::Number)]);
    let mut all = items();
    let dbs = BlocksSpec::new("db", Spec::object(db)).dynamic();
    all.push(("db", Spec::from(dbs.tuple())));
    all.push(("extra", Spec::from(BlocksSpec::new("extra", extra).tuple())));
    Spec::object(all)
});

/// The source of a case.
struct Text {
    text: String,
    secrets: usize,
    /// `true` if the value of the secret is to have a syntax error.
    is_broken: bool,
    /// The words that the report must show.
    visible: Vec<String>,
}

/// Runs a case.
pub(super) fn check(random: &mut Random, command: &Command) -> Case {
    match random.below(10) {
        0 => values(random),
        1 => layers(random),
        2 => json(random),
        3 if random.percent(20) => files(random, command),
        _ => body(random, command),
    }
}

fn body(random: &mut Random, command: &Command) -> Case {
    let mut text = Text::new();
    text.configuration(random);
    let mut outputs = Outputs::default();
    let source = Source::new("case", &*text.text);
    let mut diags = Diagnostics::new();
    let body = parse_body(&source, &mut diags);
    if text.is_broken && !has_syntax_errors(&diags) {
        return Case { leaks: Vec::new(), ..text.case(outputs) };
    }
    decode(&body, &SPEC, &EvalContext::new(), &mut diags);
    outputs.diags("broken", Scope::All, &diags);
    let redacted = diags.redacted(&source);
    let hidden = text.visible.iter().any(|word| !redacted.contains(word.as_str()));
    outputs.add("broken: redacted source", Scope::All, redacted);
    if random.percent(4) {
        command.check(random, &text.text, &mut outputs);
    }
    if random.percent(SERVED) {
        serve(random, &text.text, false, &mut outputs);
    }
    Case { hides_visible: Some(hidden), ..text.case(outputs) }
}

/// Returns `true` if a source has syntax errors. A value without one ends there, whatever the next lines look like.
fn has_syntax_errors(diags: &Diagnostics) -> bool {
    diags.iter().any(|it| !["duplicate-attribute", "overwritten-key"].contains(&&*it.code))
}

/// Values of variables in a file or an argument. A declaration says which are sensitive.
fn values(random: &mut Random) -> Case {
    let declared = r#"variable "password" {
  type = list(string)
  sensitive = true
}
variable "note" {
  type = string
}
"#;
    let mut text = Text::new();
    let mut diags = Diagnostics::new();
    let is_file = random.percent(60);
    if is_file && random.percent(50) {
        text.visible(random, "note = \"", "\"\n");
    }
    text.text.push_str(if is_file { "password = " } else { "password=" });
    text.broken_value(random);
    let inputs = if is_file {
        let body = parse_source(&Source::new("values", &*text.text), false, &mut diags);
        if !has_syntax_errors(&diags) {
            return text.case(Outputs::default());
        }
        Inputs::new().body(&body)
    } else if random.percent(50) {
        Inputs::new().argument_as(*random.pick(FORMS), &*text.text)
    } else {
        let value = text.text.trim_start_matches("password=");
        let form = *random.pick(FORMS);
        Inputs::new().environment(
            Environment::with_prefix("X_").form(form).variables([("X_password", value)]),
        )
    };
    let body = parse_body(&Source::new("declared", declared), &mut diags);
    let variables = Variables::of(&body, &mut diags);
    variables.assign(&inputs, &EvalContext::new(), &mut diags);
    let mut outputs = Outputs::default();
    outputs.diags("broken values", Scope::All, &diags);
    text.case(outputs)
}

/// The forms of values in the environment and on the command line.
const FORMS: &[TextForm] = &[TextForm::Expression, TextForm::Csv, TextForm::Json];

/// Values in the environment, in its files and on the command line, also for whole blocks.
fn layers(random: &mut Random) -> Case {
    let mut text = Text::new();
    text.broken_value(random);
    let mut diags = Diagnostics::new();
    parse_expression(&Source::new("value", &*text.text), &mut diags);
    if !has_syntax_errors(&diags) {
        return text.case(Outputs::default());
    }
    let name = *random.pick(&["LOGIN", "DB", "DB__A", "TOKEN", "LOGIN__CREDENTIAL", "PASSWORD"]);
    let path = *random.pick(&["login", "db", "db.a", "token", "login.credential", "db.a.api_key"]);
    let decoder = Decoder::new().text("a.hcl", "port = 80\n");
    let form = *random.pick(FORMS);
    let own = (std::process::id(), std::thread::current().id());
    let file = std::env::temp_dir().join(format!("hcldyn-leaks-{own:?}.env"));
    let decoder = if random.percent(30) {
        decoder
            .environment(Environment::with_prefix("").form(form).variables([(name, &*text.text)]))
    } else if random.percent(50) {
        // Without quotes, the next line is another variable.
        let is_on_one_line = !text.text.contains('\n');
        let quotes: &[_] = if is_on_one_line { &["", "'", "\""] } else { &["'", "\""] };
        let quote = *random.pick(quotes);
        if !quote.is_empty() && text.text.contains(&format!("{quote}\n")) {
            // The value ends with that line.
            return text.case(Outputs::default());
        }
        std::fs::write(&file, format!("{name}={quote}{}{quote}\nPORT=x\n", text.text)).unwrap();
        decoder.environment(Environment::with_prefix("").form(form).file(&file))
    } else {
        decoder.overrides("--set", [format!("{path}={}", text.text)])
    };
    let mut outputs = Outputs::default();
    match decoder.decode::<Config>() {
        Ok(loaded) => outputs.diags("broken layers", Scope::All, &loaded.warnings),
        Err(diags) => outputs.diags("broken layers", Scope::All, &diags),
    }
    drop(std::fs::remove_file(&file));
    text.text.insert_str(0, &format!("{name} or {path}: "));
    text.case(outputs)
}

/// A configuration in JSON syntax with a damaged byte.
fn json(random: &mut Random) -> Case {
    let mut text = Text::new();
    text.text.push_str("{\n  ");
    text.visible(random, "\"note\": \"", "\",\n  \"db\": {\"a\": {");
    let name = *random.pick(&["password", "pasword", "pin", "PIN"]);
    let secret = text.secret(random);
    let value = random.pick(&["\"SECRET\"", "[\"SECRET\", 1]", "{\"b\": \"SECRET\"}"]);
    let start = text.text.len();
    let _ = write!(text.text, "\"port\": 1, \"{name}\": {}", value.replace("SECRET", &secret));
    let end = text.text.len();
    text.text.push_str(random.pick::<&str>(&["}}}\n", ", \"port\": 2}},\n\"port\": 3\n}\n"]));
    if random.percent(80) {
        // The name and the secret stay as they are.
        let quote = start + "\"port\": 1, \"".len() + name.len();
        let bytes = (quote + 1..end).filter(|at| b"\":,[]{}".contains(&text.text.as_bytes()[*at]));
        let bytes: Vec<_> = bytes.collect();
        let at = bytes[random.below(bytes.len())];
        let junk =
            *random.pick(&["", "\"", "'", ",", "}", "]", "{", "[", ":", "\n", "\\", " 1 ", "/*"]);
        let end = at + usize::from(random.percent(70));
        text.text.replace_range(at..end, junk);
    }
    let source = Source::new("case", &*text.text);
    let mut diags = Diagnostics::new();
    let body = parse_source(&source, true, &mut diags);
    decode(&body, &SPEC, &EvalContext::new(), &mut diags);
    let mut outputs = Outputs::default();
    outputs.diags("broken JSON", Scope::All, &diags);
    let redacted = diags.redacted(&source);
    let hidden = text.visible.iter().any(|word| !redacted.contains(word.as_str()));
    outputs.add("broken JSON: redacted source", Scope::All, redacted);
    if random.percent(SERVED) {
        serve(random, &text.text, true, &mut outputs);
    }
    Case { hides_visible: Some(hidden), ..text.case(outputs) }
}

fn serve(random: &mut Random, text: &str, is_json: bool, outputs: &mut Outputs) {
    let document = Document { text, is_json, scope: Scope::Variables };
    server::of_spec(random, &document, &SPEC, outputs);
}

/// Broken files of variables of the command, and arguments.
fn files(random: &mut Random, command: &Command) -> Case {
    let mut text = Text::new();
    let is_json = random.percent(30);
    if is_json {
        let secret = text.secret(random);
        let ends = ["\"", "\"]", "", "}", "\" 1}"];
        text.text = format!("{{\"pw\": [\"{secret}{}", random.pick(&ends));
    } else {
        text.text.push_str("pw = ");
        text.broken_value(random);
    }
    let mut outputs = Outputs::default();
    command.broken_values(random, &text.text, is_json, &mut outputs);
    text.case(outputs)
}

impl Text {
    fn new() -> Self {
        Self { text: String::new(), secrets: 0, is_broken: false, visible: Vec::new() }
    }

    fn case(self, outputs: Outputs) -> Case {
        Case {
            text: self.text,
            mistakes: vec!["broken"],
            leaks: outputs.leaks,
            hides_visible: None,
        }
    }

    /// Returns a new secret word, often one that is not a name.
    fn secret(&mut self, random: &mut Random) -> String {
        self.secrets += 1;
        let mark = if random.percent(60) { "!" } else { "" };
        format!("hushhush{mark}{}", self.secrets)
    }

    /// Adds a word that the report must show.
    fn visible(&mut self, random: &mut Random, before: &str, after: &str) {
        let word = format!("{VISIBLE}{}x{}", self.visible.len(), random.below(10));
        self.text.push_str(before);
        self.text.push_str(&word);
        self.text.push_str(after);
        self.visible.push(word);
    }

    fn fill(&mut self, random: &mut Random, pattern: &str) {
        let mut parts = pattern.split("SECRET");
        self.text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let secret = self.secret(random);
            self.text.push_str(&secret);
            self.text.push_str(part);
        }
    }

    /// Adds a value with a syntax error.
    fn broken_value(&mut self, random: &mut Random) {
        let (opener, closer) = *random.pick(OPENERS);
        self.text.push_str(opener);
        let lines = 1 + random.below(4);
        let is_line = opener.ends_with('\n');
        for index in 0..lines {
            let line = if index == 0 && !is_line { "SECRET" } else { *random.pick(LINES) };
            self.fill(random, line);
            self.text.push('\n');
            if !is_line && random.percent(60) {
                break;
            }
        }
        if random.percent(80) {
            self.text.push_str(closer);
        }
        self.text.push('\n');
    }

    /// Adds items before a secret, the secret at a nesting, and items after it.
    fn configuration(&mut self, random: &mut Random) {
        if random.percent(60) {
            self.visible(random, "# ", "\n");
        }
        if random.percent(60) {
            self.visible(random, "extra {\n  note = \"", "\"\n}\n");
        }
        if random.percent(30) {
            self.visible(random, "note = [\"", "\"]\n");
        }
        let is_broken = random.percent(75);
        self.is_broken = is_broken;
        let (open, close) = *random.pick(&[
            ("", ""),
            ("db \"a\" {\n", "}\n"),
            ("db \"a\" {\n  unknown {\n", "  }\n}\n"),
            ("dynamic \"db\" {\n  for_each = [1]\n  content {\n", "  }\n}\n"),
            ("other {\n", "}\n"),
            ("db {\n", "}\n"),
        ]);
        let start = self.text.len();
        self.text.push_str(open);
        if random.percent(40) {
            self.visible(random, "port = \"", "\"\n");
        }
        self.item(random, is_broken);
        if !is_broken && random.percent(50) {
            self.visible(random, "# ", "\n");
        }
        self.text.push_str(close);
        // Otherwise the end of the block is not certain.
        let count = |c| self.text[start..].matches(c).count();
        let is_balanced = count('{') == count('}') && !self.text[start..].contains("/*");
        let has_end = !open.is_empty() && is_balanced;
        if !is_broken || has_end && random.percent(70) {
            self.visible(random, "\nextra {\n  note = \"", "\" # a\n}\n");
        }
    }

    /// Adds the item with the secret.
    fn item(&mut self, random: &mut Random, is_broken: bool) {
        let (before, after) = *random.pick(&[
            ("password = ", "\n"),
            ("password = ", "\n"),
            ("password = ", "\n"),
            ("pasword = ", "\n"),
            ("pin = ", "\n"),
            ("cfg = { pin = ", "}\n"),
            ("cfg = {\n  size = 1\n  pin = ", "\n}\n"),
            ("cfg = ", "\n"),
            ("x = [{ password = ", "}]\n"),
            ("x = f({ pni = ", "})\n"),
            ("x = \"${{ password = ", "}}\"\n"),
            ("password {\n  a = ", "\n}\n"),
        ]);
        self.text.push_str(before);
        if is_broken {
            if random.percent(5) {
                self.text.truncate(self.text.trim_end_matches(['=', ' ']).len() + 1);
            }
            self.broken_value(random);
            if random.percent(70) {
                self.text.push_str(after);
            }
            return;
        }
        let value = *random.pick(WHOLE);
        self.fill(random, value);
        let is_line = after == "\n";
        if is_line && !value.starts_with("<<") && random.percent(50) {
            self.visible(random, " # ", "");
        }
        if value.starts_with("<<") && !is_line {
            self.text.push('\n');
        }
        self.text.push_str(after);
    }
}
