//! `hcldyn::cli`: the subcommands about a configuration, on streams of the test. `examples/tests` runs them as processes.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use hcldyn::cli::{ConfigCommand, Streams};
use hcldyn::ext::kit::Inputs;
use hcldyn::spec::language::Dialect;
use hcldyn::{Decoder, EvalContext, HclDecode, ext, functions};
use snapbox::{assert_data_eq, str};

/// A server.
#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Config {
    /// The region to serve.
    region: String,
    #[hcl(default = 80, validate = is_even)]
    port: u16,
    #[hcl(sensitive)]
    token: Option<String>,
    #[hcl(block)]
    rule: Vec<Rule>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Rule {
    #[hcl(label)]
    name: String,
    when: Option<hcldyn::Deferred<bool>>,
}

fn is_even(port: &u16) -> Result<(), &'static str> {
    if port.is_multiple_of(2) { Ok(()) } else { Err("It must be even.") }
}

#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: ConfigCommand,
}

/// The result of a command.
struct Outcome {
    code: u8,
    output: String,
    errors: String,
}

fn run<const N: usize>(arguments: [&str; N]) -> Outcome {
    run_with(&Decoder::new(), arguments, "")
}

fn run_with<const N: usize>(decoder: &Decoder, arguments: [&str; N], input: &str) -> Outcome {
    run_all(decoder, &arguments, input)
}

fn run_all(decoder: &Decoder, arguments: &[&str], input: &str) -> Outcome {
    let arguments = ["config"].iter().chain(arguments);
    let Arguments { command } = Arguments::try_parse_from(arguments).unwrap();
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams::new(input.as_bytes(), &mut output, &mut errors);
    let code = command.run_on::<Config>(decoder, &mut streams);
    drop(streams);
    let [output, errors] = [output, errors].map(|bytes| String::from_utf8(bytes).unwrap());
    Outcome { code, output, errors }
}

/// An empty directory.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file, and returns its path.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.into_os_string().into_string().unwrap()
}

#[test]
fn a_configuration_uses_the_context_and_the_layers_of_the_decoder() {
    let context = EvalContext::new().with_variable("zone", "eu").with_functions(functions::all());
    let decoder = Decoder::new().context(context).defaults("<defaults>", "port = 82\n");
    let check = |input| run_with(&decoder, ["check", "-"], input);
    let valid = check("region = upper(zone)\n");
    assert_eq!((valid.code, &*valid.output), (0, ""));
    assert_eq!(valid.errors, "checked 1 configuration: no errors or warnings\n");

    let invalid = check("region = zon\nport = 81\n");
    assert_eq!(invalid.code, 1);
    assert_eq!(invalid.errors, "checked 1 configuration: 2 errors\n");
    assert_data_eq!(
        invalid.output,
        str![[r#"
error[undefined-variable]: Undefined variable
 --> <stdin>:1:10
  |
1 | region = zon
  |          ^^^ The variable "zon" is not defined.
  |
  = help: Did you mean "zone"?

error[failed-validation]: Invalid value
 --> <stdin>:2:8
  |
2 | port = 81
  |        ^^ It must be even.


"#]]
    );
}

#[test]
fn check_gives_variables_their_values() {
    let decoder = Decoder::new().inputs(Inputs::new());
    let text = "region = var.region\nvariable \"region\" {}\n";
    let given = run_with(&decoder, ["check", "--var", "region=eu", "-"], text);
    assert_eq!((given.code, &*given.output), (0, ""));
    let unknown = run_with(&decoder, ["check", "-"], text);
    assert_eq!((unknown.code, &*unknown.output), (0, ""));
    let missing = run_with(&decoder, ["check", "--values", "-"], text);
    assert!(missing.output.contains("\"region\" has no value"), "{}", missing.output);
    let undeclared = run_with(&decoder, ["check", "--var", "zone=a", "-"], "region = \"eu\"\n");
    assert!(undeclared.output.contains("\"zone\" is not declared"), "{}", undeclared.output);
}

/// Authors may write the blocks that the decoder reads itself, so documents describe them too.
#[test]
fn documents_contain_the_blocks_of_the_decoder() {
    let packer = Inputs::new().dialect(Dialect::Packer);
    let decoder = Decoder::new().includes("include").functions("function").inputs(packer);
    let [docs, sample, schema] =
        ["docs", "sample", "schema"].map(|command| run_with(&decoder, [command], "").output);
    let types = ["include", "function", "variable", "variables", "locals", "local", "output"];
    for ty in types {
        assert!(docs.contains(&format!("](#{ty})")), "{ty}: {docs}");
        assert!(sample.contains(&format!("#{ty} ")), "{ty}: {sample}");
        assert!(schema.contains(&format!("\"{ty}\":")), "{ty}: {schema}");
    }
    let checked = run_with(&decoder, ["check", "-"], &sample);
    assert_eq!((checked.code, &*checked.output), (0, ""));
    // A decoded value does not contain them.
    let of_value = run_with(&decoder, ["schema", "--of", "value"], "").output;
    assert!(!of_value.contains("include"), "{of_value}");
}

#[test]
fn each_path_is_a_configuration_and_replaces_the_files_of_the_decoder() {
    let folder = folder("paths");
    let parts = folder.join("parts");
    fs::create_dir(&parts).unwrap();
    file(&parts, "a.hcl", "region = \"eu\"\n");
    file(&parts, "b.hcl", "port = 82\n");
    let own = file(&folder, "own.hcl", "region = \"eu\"\ncolour = 1\n");
    let decoder = Decoder::new().file(&own);

    let without_paths = run_with(&decoder, ["check"], "");
    assert_eq!(without_paths.code, 1);
    assert!(without_paths.output.contains("own.hcl:2:1"), "{}", without_paths.output);

    let both = run_with(&decoder, ["check", parts.to_str().unwrap(), "-"], "region = \"us\"\n");
    assert_eq!((both.code, &*both.output), (0, ""));
    assert_eq!(both.errors, "checked 2 configurations: no errors or warnings\n");
}

#[test]
fn a_missing_file_is_an_error_of_a_configuration() {
    let missing = run(["check", "no/such/file.hcl"]);
    assert_eq!((missing.code, &*missing.errors), (1, "checked 1 configuration: 1 error\n"));
    assert!(missing.output.starts_with("error[file-not-found]"), "{}", missing.output);
    let nothing = run(["check"]);
    assert_eq!((nothing.code, &*nothing.output), (2, ""));
    assert_eq!(nothing.errors, "error: expected a file or a directory to check\n");
}

#[test]
fn a_secret_is_not_printed() {
    let secret = run_with(&Decoder::new(), ["check", "-"], "region = 1 +\ntoken = \"hunter2\"\n");
    assert_eq!(secret.code, 1);
    assert!(!secret.output.contains("hunter2"), "{}", secret.output);
}

#[test]
fn pages_list_the_names_of_the_context() {
    let context = EvalContext::new().with_variable("zone", "eu").with_functions(ext::all());
    let decoder = Decoder::new().context(context);
    let docs = run_with(&decoder, ["docs", "--names"], "").output;
    assert!(docs.contains("`zone`") && docs.contains("`try("), "{docs}");
    let docs = run_with(&decoder, ["docs"], "").output;
    assert!(docs.contains("The region to serve.") && !docs.contains("`zone`"), "{docs}");
    for (format, start) in [("html", "<!DOCTYPE html>"), ("man", ".")] {
        let page = run(["docs", "--format", format]);
        assert!(page.code == 0 && page.output.starts_with(start), "{}", page.output);
    }
}

#[test]
fn a_stale_page_fails_and_is_written() {
    let folder = folder("docs");
    let text = r"# App

<!-- hcldyn docs: start -->
<!-- hcldyn docs: end -->
";
    let page = file(&folder, "README.md", text);
    let stale = run(["docs", "--into", &page, "--check"]);
    assert_eq!((stale.code, &*stale.output), (1, ""));
    assert!(stale.errors.contains("README.md is not up to date\n"), "{}", stale.errors);
    assert_eq!(fs::read_to_string(&page).unwrap(), text);

    assert_eq!(run(["docs", "--into", &page]).code, 0);
    let fresh = run(["docs", "--into", &page, "--check"]);
    assert_eq!((fresh.code, &*fresh.errors), (0, ""));
    assert!(fs::read_to_string(&page).unwrap().contains("The region to serve."));

    let missing = run(["docs", "--into", "no/such/page.md"]);
    assert_eq!(missing.code, 2);
    assert!(missing.errors.contains("error[file-not-found]"), "{}", missing.errors);
}

#[test]
fn the_sample_is_a_valid_configuration() {
    let sample = run(["sample"]).output;
    assert!(sample.contains("# The region to serve.\nregion = "), "{sample}");
    assert_eq!(run_with(&Decoder::new(), ["check", "-"], &sample).code, 0);
    assert_eq!(run(["sample", "--required", "--no-docs"]).output, "region = \"example\"\n");
}

#[test]
fn the_schema_describes_configurations_or_values() {
    let [configuration, value] = ["configuration", "value"].map(|of| {
        let schema = run(["schema", "--of", of]).output;
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        schema
    });
    // Numbers and bools convert to strings.
    let written = &configuration["definitions"]["configuration_items"]["properties"]["region"];
    assert_eq!(written["type"], serde_json::json!(["string", "number", "boolean", "null"]));
    let decoded = &value["properties"]["region"];
    assert_eq!(decoded["type"], serde_json::json!(["string", "null"]));
}

/// A spec file can't contain the type of a deferred expression.
#[test]
fn a_recorded_spec_is_compared_with_the_type() {
    let folder = folder("spec");
    let written = run(["spec", "write"]);
    assert_eq!(written.code, 0);
    assert!(written.errors.contains("not written: in rule, "), "{}", written.errors);
    for (name, text) in [
        ("spec.hcldec", &written.output),
        ("spec.json", &run(["spec", "write", "--to", "json"]).output),
    ] {
        let recorded = file(&folder, name, text);
        let same = run(["spec", "diff", &recorded]);
        assert_eq!((same.code, &*same.output), (0, "0 differences, 0 breaking\n"), "{name}");
    }

    let older = written.output.replace("default = 80", "default = 80\n  aliases = [\"p\"]");
    let older = file(&folder, "older.hcldec", &older);
    let breaking = run(["spec", "diff", &older]);
    assert_eq!(breaking.code, 1);
    assert_eq!(breaking.output, "breaking: port: alias removed: p\n1 difference, 1 breaking\n");
    let json = run(["spec", "diff", &older, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.output).unwrap();
    assert_eq!((&json["breaking"], &json["changes"][0]["old"]), (&1.into(), &"p".into()));
}

#[test]
fn an_unreadable_recorded_spec_is_an_error() {
    let folder = folder("spec_errors");
    let invalid = file(&folder, "invalid.hcldec", "atr {}\n");
    for path in ["no/such/file.hcldec", &invalid] {
        let outcome = run(["spec", "diff", path]);
        assert_eq!((outcome.code, &*outcome.output), (2, ""));
        assert!(outcome.errors.starts_with("error["), "{}", outcome.errors);
    }
}

#[test]
fn an_unformatted_file_fails_and_is_written() {
    let folder = folder("fmt");
    let path = file(&folder, "a.hcl", "a=1\n");
    let check = run(["fmt", "--check", &path]);
    assert_eq!((check.code, check.output), (1, format!("{path}\n")));
    let diff = run(["fmt", "--diff", &path]);
    assert_eq!(diff.code, 1);
    assert!(diff.output.ends_with("-a=1\n+a = 1\n"), "{}", diff.output);
    assert_eq!(run(["fmt", folder.to_str().unwrap()]).code, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "a = 1\n");
    assert_eq!(run(["fmt", "--check", "no/such/file.hcl"]).code, 1);
}

mod own {
    #[derive(Debug, clap::Args)]
    pub(super) struct DocsArgs {
        #[command(flatten)]
        pub(super) docs: hcldyn::cli::DocsArgs,
    }
}

#[test]
fn a_secret_is_not_printed_by_the_formatter() {
    let folder = folder("fmt_secrets");
    for text in ["token=\"hunter2\"\n", "token=\"hunter2\" 1\nregion=\"eu\"\n"] {
        let path = file(&folder, "a.hcl", text);
        let diff = run(["fmt", "--diff", &path]);
        assert_eq!(diff.code, 1);
        let all = diff.output + &diff.errors;
        assert!(all.contains("(sensitive)") && !all.contains("hunter2"), "{all}");
    }
}

/// A program may have a group of the same name as one of the module.
#[test]
fn groups_of_arguments_are_part_of_other_commands() {
    #[derive(Debug, Parser)]
    struct PagesArgs {
        #[arg(long)]
        draft: bool,
        #[command(flatten)]
        docs: own::DocsArgs,
    }

    let PagesArgs { draft, docs } =
        PagesArgs::try_parse_from(["pages", "--draft", "--title", "App"]).unwrap();
    let mut output = Vec::new();
    let mut streams = Streams::new(&[][..], &mut output, std::io::sink());
    let outline = Config::spec().outline();
    assert_eq!(docs.docs.run(outline, &EvalContext::new(), &mut streams), 0);
    drop(streams);
    assert!(draft && String::from_utf8(output).unwrap().contains("App\n"));
}

/// Options of a program with the names, identifiers, groups and types of its own, for all its subcommands.
#[derive(Debug, Parser)]
struct Program {
    #[arg(long = "var", short = 'o', global = true)]
    variables: Vec<String>,
    #[arg(long, global = true)]
    paths: Option<u8>,
    #[arg(long, global = true, alias = "fix")]
    target: Option<PathBuf>,
    #[arg(long, global = true, default_value_t = 7)]
    format: u8,
    #[command(subcommand)]
    command: ProgramCommand,
}

#[derive(Debug, clap::Subcommand)]
enum ProgramCommand {
    /// The subcommands here.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// A group here, with an option of the program.
    Pages {
        #[arg(long)]
        title: u8,
        #[command(flatten)]
        docs: hcldyn::cli::DocsArgs,
    },
}

#[test]
fn the_options_of_a_program_keep_their_names() {
    <Program as clap::CommandFactory>::command().debug_assert();
    let file = file(
        &folder("cli-apart"),
        "a.hcl",
        "region = \"eu\"\nport = var.port\nvariable \"port\" {}\n",
    );
    let args =
        ["app", "config", "check", "--var", "own", "--config-var", "port=81", "--paths=3", &file];
    let program = Program::try_parse_from(args).unwrap();
    assert_eq!((&*program.variables[0], program.paths, program.format), ("own", Some(3), 7));
    let ProgramCommand::Config(command) = program.command else { panic!("another command") };
    let mut output = Vec::new();
    let mut streams = Streams::new(&[][..], &mut output, std::io::sink());
    let decoder = Decoder::new().inputs(Inputs::new());
    assert_eq!(command.run_on::<Config>(&decoder, &mut streams), 1);
    drop(streams);
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("It must be even."), "{output}");

    let args =
        ["app", "pages", "--title=1", "--config-title=App", "--config-format=man", "--format=2"];
    let program = Program::try_parse_from(args).unwrap();
    assert_eq!(program.format, 2);
    let ProgramCommand::Pages { title: 1, docs } = program.command else {
        panic!("another command")
    };
    assert!(format!("{docs:?}").contains("title: Some(\"App\")"), "{docs:?}");
    let error = Program::try_parse_from(["app", "config", "docs", "--help"]).unwrap_err();
    let help = error.to_string();
    for shown in ["--config-format <FORMAT>", "--output <DIR>", "-o, --var", "--format"] {
        assert!(help.contains(shown), "{shown}: {help}");
    }
}

/// The options of `hcldyn check` work on configurations, too.
#[test]
fn check_has_levels_of_warnings() {
    let text = "region = [\"eu\"].0\nport   = 80\n";
    let run = |arguments: &[&str]| {
        let arguments =
            ["check"].iter().chain(arguments).chain(&["-"]).copied().collect::<Vec<_>>();
        run_all(&Decoder::new(), &arguments, text)
    };
    assert_eq!((run(&[]).code, &*run(&[]).output), (0, ""));
    let warned = run(&["--warn", "legacy-index"]);
    assert!(
        warned.code == 0 && warned.output.contains("warning[legacy-index]"),
        "{}",
        warned.output
    );
    let denied = run(&["--deny=legacy-index"]);
    assert!(denied.code == 1 && denied.output.contains("error[legacy-index]"), "{}", denied.output);
    let error = Arguments::try_parse_from(["config", "check", "--deny", "legacy-indexes", "-"])
        .unwrap_err();
    assert!(error.to_string().contains("Did you mean \"legacy-index\"?"), "{error}");
}

#[test]
fn check_has_formats_of_diagnostics() {
    let text = "region = 1 +\nprot   = 80\n";
    let json = run_with(&Decoder::new(), ["check", "--diags=json", "-"], text);
    let parsed: serde_json::Value = serde_json::from_str(&json.output).unwrap();
    assert_eq!((json.code, &parsed["diagnostics"][1]["code"]), (1, &"unexpected-attribute".into()));
    let sarif = run_with(&Decoder::new(), ["check", "--diags=sarif", "-"], text);
    let parsed: serde_json::Value = serde_json::from_str(&sarif.output).unwrap();
    let (result, rule) =
        (&parsed["runs"][0]["results"][0], &parsed["runs"][0]["tool"]["driver"]["rules"][0]);
    assert_eq!((sarif.code, &result["ruleId"]), (1, &"missing-expression".into()));
    assert_eq!(rule["shortDescription"]["text"], "Missing expression");
}

/// A fix changes the file of the mistake, also an included one.
#[test]
fn check_applies_fixes() {
    let folder = folder("cli-fix");
    let main = file(&folder, "main.hcl", "region = \"eu\"\ninclude {\n  files = \"more.hcl\"\n}\n");
    let more = file(&folder, "more.hcl", "prot = 80 # the port\n");
    let decoder = Decoder::new().includes("include");
    let checked = run_with(&decoder, ["check", &main], "");
    assert!(checked.errors.ends_with("1 error; --fix can fix 1\n"), "{}", checked.errors);
    let diff = run_with(&decoder, ["check", "--diff", &main], "");
    assert!(
        diff.output.contains("-prot = 80 # the port\n+port = 80 # the port\n"),
        "{}",
        diff.output
    );
    assert_eq!(
        (diff.code, fs::read_to_string(&more).unwrap()),
        (1, "prot = 80 # the port\n".to_owned())
    );
    let fixed = run_with(&decoder, ["check", "--fix", &main], "");
    assert_eq!((fixed.code, &*fixed.output), (0, ""));
    assert!(fixed.errors.ends_with("no errors or warnings; 1 fixed\n"), "{}", fixed.errors);
    assert_eq!(fs::read_to_string(&more).unwrap(), "port = 80 # the port\n");
    // Standard input can't be changed.
    let stdin = run_with(&decoder, ["check", "--fix", "-"], "region = \"eu\"\nprot = 80\n");
    assert_eq!(stdin.code, 1);
    // Nor does a diff show a secret.
    let secret = file(&folder, "secret.hcl", "region = \"eu\"\nport = 80\ntokn = \"hunter2\"\n");
    let diff = run_with(&decoder, ["check", "--diff", &secret], "");
    assert!(
        diff.output.contains("+token = (sensitive)") && !diff.output.contains("hunter2"),
        "{}",
        diff.output
    );
}
