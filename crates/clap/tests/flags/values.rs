//! The values that flags set, and their layer.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::time::Duration;
use std::{env, process};

use clap::{Command, CommandFactory, Parser};
use hcldyn::cli::{Dotted, FlagSet, Flags, Options};
use hcldyn::cty::{Type, Value};
use hcldyn::environment::Environment;
use hcldyn::load::{FlagSetting, Layer};
use hcldyn::spec::{AttrSpec, Spec};
use hcldyn::{Decoder, HclDecode};

use super::{Arguments, Config, Level, Server, config, flags, report};

#[test]
fn primitive_values_are_literal() {
    let config = config(&["--region", "${us}", "--workers=3", "--log-level", "debug"]);
    assert_eq!(config.region, "${us}");
    assert_eq!((config.workers, config.log_level), (Some(3), Level::Debug));
    assert_eq!(super::config(&["--region="]).region, "");
}

#[test]
fn flags_are_repeated_for_parts() {
    let config = config(&[
        "--zones=a,b",
        "--zones",
        "",
        "--ports=443",
        "--ports",
        "80",
        "--tags=team=a=b",
        "--tags=empty=",
        "--weights",
        "a=[1, 2]",
        "--weights=b=[]",
        "--pair",
        "x",
        "--pair",
        "true",
        "--tags=team=c",
    ]);
    assert_eq!(config.zones, ["a,b", ""]);
    assert_eq!(config.ports, BTreeSet::from([80, 443]));
    let tags = [("team", "c"), ("empty", "")].map(|(key, value)| (key.into(), value.into()));
    assert_eq!(config.tags, BTreeMap::from(tags));
    assert_eq!(config.weights, BTreeMap::from([("a".into(), vec![1, 2]), ("b".into(), vec![])]));
    assert_eq!(config.pair, Some(("x".to_owned(), true)));
}

#[test]
fn values_of_any_type_are_expressions_or_strings() {
    let extra = |text| config(&["--extra", text]).extra.unwrap();
    assert_eq!(extra("1"), Value::from(1));
    assert_eq!(extra("on"), Value::from("on"));
    assert_eq!(extra("[1 +"), Value::from("[1 +"));
}

#[test]
fn bools_have_a_negative_flag_and_the_last_one_counts() {
    let tls = |arguments: &[&str]| config(arguments).server.unwrap().web.unwrap().tls;
    assert!(!tls(&["--no-server-web-tls"]));
    assert!(tls(&["--no-server-web-tls", "--server-web-tls"]));
    assert!(!tls(&["--server-web-tls", "--no-server-web-tls"]));
    assert!(!tls(&["--server-web-tls=false"]));
}

#[test]
fn blocks_are_merged_with_those_of_files() {
    let decoder = Decoder::new()
        .text("main.hcl", "region = \"file\"\nserver {\n  port = 1\n  timeout = \"1s\"\n}\n")
        .flags(flags(&["--server-port=2", "--region=flag"]))
        .overrides("--set", ["region=\"set\""])
        .environment(Environment::with_prefix("").variables([("REGION", "environment")]));
    let loaded = decoder.decode::<Config>().unwrap();
    assert_eq!(loaded.value.region, "set");
    let server = Server { port: 2, timeout: Some(Duration::from_secs(1)), web: None };
    assert_eq!(loaded.value.server, Some(server));
    let layers = |path| loaded.explain(path).iter().map(ToString::to_string).collect::<Vec<_>>();
    let expected = [
        "overrides at --set:1:8",
        "flags at --region:1:1",
        "environment at <environment variable REGION>:1:1",
        "files at main.hcl:1:10",
    ];
    assert_eq!(layers("region"), expected);
    assert_eq!(loaded.explain("server.port")[0].layer, Layer::Flags);
}

#[test]
fn aliases_are_flags() {
    let server = config(&["--server-listen-port", "81"]).server.unwrap();
    assert_eq!(server.port, 81);
    let loaded = Decoder::new().flags(flags(&["--server-wait=2s"])).decode::<Config>().unwrap();
    assert!(loaded.warnings.to_string().starts_with("--server-wait:1:1: warning: Deprecated"));
}

#[test]
fn a_block_inside_itself_has_flags_up_to_its_repetition() {
    assert!(Arguments::try_parse_from(["app", "--server-web-server-port=1"]).is_ok());
    assert!(Arguments::try_parse_from(["app", "--server-web-server-web-tls"]).is_err());
}

#[derive(Debug, Parser)]
struct WithDots {
    #[command(flatten)]
    flags: Flags<Config, Dotted>,
    /// A flag of the program.
    #[arg(long, short)]
    region: Option<String>,
}

#[test]
fn names_have_dots_and_give_way_to_the_program() {
    let arguments = ["app", "--server.web.max-age", "5", "--config-region=a", "--region=b"];
    let WithDots { flags, region } = WithDots::parse_from(arguments);
    assert_eq!(region.as_deref(), Some("b"));
    let names: Vec<_> = flags.settings().iter().map(|it| format!("{it:?}")).collect();
    assert!(names[0].contains("\"--config-region\""), "{names:?}");
    let config = Decoder::new().flags(flags).decode::<Config>().unwrap().value;
    assert_eq!(
        (config.region.as_str(), config.server.unwrap().web.unwrap().max_age),
        ("a", Some(5))
    );
}

#[derive(Debug, HclDecode)]
struct Similar {
    a_b: Option<u8>,
    help: Option<u8>,
    no_x: Option<u8>,
    x: Option<bool>,
    #[hcl(block)]
    a: Option<Inner>,
}

#[derive(Debug, HclDecode)]
struct Inner {
    b: Option<u8>,
}

#[derive(Debug, Parser)]
struct SimilarArguments {
    #[command(flatten)]
    flags: Flags<Similar>,
}

#[test]
fn equal_names_are_told_apart() {
    let arguments = ["app", "--a-b=1", "--a.b=2", "--config-help=3", "--no-x=4", "--x"];
    let flags = SimilarArguments::parse_from(arguments).flags;
    let value = Decoder::new().flags(flags).decode::<Similar>().unwrap().value;
    let found = (value.a_b, value.a.unwrap().b, value.help, value.no_x, value.x);
    assert_eq!(found, (Some(1), Some(2), Some(3), Some(4), Some(true)));
}

#[cfg(unix)]
#[test]
fn values_that_are_not_utf8_are_errors() {
    use std::os::unix::ffi::OsStringExt;

    let value = OsString::from_vec(b"--region=\xff".to_vec());
    let arguments = Arguments::try_parse_from([OsString::from("app"), value]).unwrap();
    let diags = Decoder::new().flags(arguments.flags).decode::<Config>().err().unwrap();
    let expected = "--region: error: Invalid encoding; The value must be valid UTF-8.";
    assert_eq!(diags.to_string(), expected);
}

#[test]
fn debug_output_hides_values() {
    let shown = format!("{:?}", flags(&["--password=s3cret", "--region=eu"]));
    assert!(shown.contains("--password") && !shown.contains("s3cret"), "{shown}");
    let decoder = Decoder::new().flags(flags(&["--password=s3cret"]));
    assert!(!format!("{decoder:?}").contains("s3cret"));
}

#[test]
fn a_path_to_nothing_is_an_error() {
    let flag = FlagSetting::new("--prot", ["prot"], ["1"]);
    let diags = Decoder::new().flags([flag]).decode::<Config>().err().unwrap();
    assert!(diags.to_string().starts_with("--prot: error: Unknown setting"), "{diags}");
}

#[test]
fn a_flag_has_its_own_names() {
    for arguments in [["-j", "4"], ["--jobs", "4"], ["--threads", "4"]] {
        assert_eq!(config(&arguments).job_count, Some(4));
    }
    assert!(Arguments::try_parse_from(["app", "--job-count=4"]).is_err());
    assert_eq!(config(&["--trace"]).trace, Some(true));
}

#[test]
fn sources_that_are_allowed_set_an_attribute() {
    let decoder = Decoder::new()
        .defaults("<defaults>", "dry_run = false\n")
        .text("main.hcl", "token = \"file\"\n")
        .environment(
            Environment::with_prefix("").variables([("TOKEN", "environment"), ("HOME", "/home")]),
        )
        .flags(flags(&["--dry-run"]));
    let config = decoder.decode::<Config>().unwrap().value;
    assert_eq!(config.token.as_deref(), Some("environment"));
    assert_eq!((config.dry_run, config.home.as_deref()), (Some(true), Some("/home")));
}

/// The variable that the flag `--jobs` reads.
const JOBS: &str = "HCLDYN_TEST_JOBS";

/// The test runs itself with the variable, since setting one would change those of the other tests.
#[test]
fn an_environment_variable_takes_the_place_of_a_flag() {
    if env::var_os(JOBS).is_none() {
        let name = "values::an_environment_variable_takes_the_place_of_a_flag";
        let mut itself = process::Command::new(env::current_exe().unwrap());
        let status = itself.args([name, "--exact"]).env(JOBS, "7").output().unwrap().status;
        return assert!(status.success());
    }
    let loaded = Decoder::new()
        .text("main.hcl", "job_count = 1\n")
        .flags(flags(&[]))
        .decode::<Config>()
        .unwrap();
    assert_eq!(loaded.value.job_count, Some(7));
    let explained = loaded.explain("job_count")[0].to_string();
    assert_eq!(explained, "environment at <environment variable HCLDYN_TEST_JOBS>:1:1");
    assert_eq!(config(&["--jobs=8"]).job_count, Some(8));
    let help = Arguments::command().render_help().to_string();
    assert!(help.contains("[env: HCLDYN_TEST_JOBS]"), "{help}");
}

#[test]
fn a_label_that_selects_the_form_of_a_block_is_part_of_names() {
    #[derive(Debug, HclDecode)]
    struct Settings {
        #[hcl(block)]
        storage: Option<Storage>,
    }
    /// The place of files.
    #[derive(Debug, PartialEq, HclDecode)]
    #[hcl(tag = label)]
    enum Storage {
        S3 { bucket: String, region: Option<String> },
        Disk { path: String },
    }
    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        flags: Flags<Settings>,
    }
    let decode = |text: &str, arguments: &[&str]| {
        let arguments = Arguments::parse_from(["app"].iter().chain(arguments));
        let decoder = Decoder::new().text("main.hcl", text).flags(arguments.flags);
        decoder.decode::<Settings>().map(|it| it.value.storage).map_err(|it| it.to_string())
    };
    let s3 = |bucket: &str, region: &str| {
        Ok(Some(Storage::S3 { bucket: bucket.into(), region: Some(region.into()) }))
    };
    assert_eq!(decode("", &["--storage-s3-bucket=b", "--storage-s3-region=eu"]), s3("b", "eu"));
    let text = "storage \"s3\" {\n  bucket = \"a\"\n  region = \"eu\"\n}\n";
    assert_eq!(decode(text, &["--storage-s3-bucket=b"]), s3("b", "eu"));
    let mistake = decode(text, &["--storage-disk-path=/x"]).unwrap_err();
    assert!(mistake.contains("storage"), "{mistake}");
    let help = Arguments::command().render_help().to_string();
    assert!(help.contains("\nstorage.disk:\n      --storage-disk-path <PATH>"), "{help}");
}

/// The variable of an attribute that only the environment may set.
const KEY: &str = "HCLDYN_TEST_KEY";

#[test]
fn an_attribute_of_the_environment_has_a_variable_but_no_flag() {
    if env::var_os(KEY).is_none() {
        let name = "values::an_attribute_of_the_environment_has_a_variable_but_no_flag";
        let mut itself = process::Command::new(env::current_exe().unwrap());
        let status = itself.args([name, "--exact"]).env(KEY, "s3cret").output().unwrap().status;
        return assert!(status.success());
    }
    assert_eq!(config(&[]).key.as_deref(), Some("s3cret"));
    let help = Arguments::command().render_help().to_string();
    assert!(!help.contains("--key") && !help.contains("s3cret"), "{help}");
    let found = report(&["--key", "other"]);
    assert!(found.contains("\"key\" can't be set by a flag.\n"), "{found}");
    assert!(found.ends_with("Set it by an environment variable."), "{found}");
    let command = Options::new(Command::new("app")).flags().command::<Config>();
    let help = command.clone().render_help().to_string();
    assert!(help.contains("\n  HCLDYN_TEST_KEY  The key of another service\n"), "{help}");
    let options = Options::new(Command::new("app")).flags().environment("APP_");
    let help = options.command::<Config>().render_help().to_string();
    assert!(help.contains("\n  HCLDYN_TEST_KEY  The key of another service\n"), "{help}");
    assert!(help.contains("\n  APP_KEY          The key of another service\n"), "{help}");
}

#[test]
fn the_number_of_flags_is_limited() {
    let attributes = (0..5_000).map(|index| {
        let name = format!("a{index}");
        (name.clone(), Spec::from(AttrSpec::new(name, Type::Number)))
    });
    let set = FlagSet::new(&Spec::object(attributes).outline());
    assert_eq!(set.augment(Command::new("app")).get_arguments().count(), 4_096);
}
