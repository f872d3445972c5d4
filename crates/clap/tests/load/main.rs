//! `load`, and the commands about values of a configuration, on streams of the test.

#![allow(clippy::unwrap_used, reason = "a failure here is a failure of the test")]

mod site;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::{CommandFactory, Parser};
use hcldyn::cli::{Options, Streams};
use hcldyn::{Decoder, HclDecode};
use snapbox::{assert_data_eq, str};

use self::site::{Arguments, Config, MAIN, Outcome, Site};

#[test]
fn each_layer_overrides_those_before_it() {
    let mut site = Site::with_main();
    let port = |site: &Site, arguments: &[&str]| site.run_main(arguments).config().server[0].port;
    assert_eq!(port(&site, &[]), 80);
    site.write("conf.d/10.hcl", "server \"web\" {\n  port = 81\n}\n");
    site.write("conf.d/20.hcl", "server \"web\" {\n  port = 82\n}\n");
    assert_eq!(port(&site, &[]), 82);
    site.write("port", "83\n");
    site = site.set("APP_TOKEN", "x");
    let file = site.path("port");
    site = site.set("APP_SERVER__WEB__PORT_FILE", &file);
    assert_eq!(port(&site, &[]), 83);
    site = site.set("APP_SERVER__WEB__PORT", "84");
    assert_eq!(port(&site, &[]), 84);
    assert_eq!(port(&site, &["--set", "server.web.port=85"]), 85);
    let both = ["--set", "server.web.port=85", "--set", "server.web.port = 80 + 6"];
    assert_eq!(port(&site, &both), 86);
    site = site.set("APP_WORKERS", "5");
    let workers = |arguments: &[&str]| site.run_main(arguments).config().workers;
    assert_eq!(workers(&[]), 5);
    assert_eq!(workers(&["--workers", "6"]), 6);
    assert_eq!(workers(&["--set", "workers=7", "--workers", "6"]), 7);
}

#[test]
fn env_files_are_below_the_environment() {
    let mut site = Site::with_main();
    site.write("one.env", "APP_WORKERS=5\nAPP_REGION=us\n");
    let (file, main) = (site.path("one.env"), site.path("main.hcl"));
    let arguments = ["--config", &main, "--env-file", &file];
    let config = site.run_with(Site::options().env_files(), &arguments).config();
    assert_eq!((config.workers, config.region.as_str()), (5, "us"));
    site = site.set("APP_REGION", "ap");
    let config = site.run_with(Site::options().env_files(), &arguments).config();
    assert_eq!((config.workers, config.region.as_str()), (5, "ap"));
    let (code, _, errors) = site.run(&arguments).ended();
    assert_eq!(code, 2);
    assert!(errors.starts_with("error: unexpected argument '--env-file' found"), "{errors}");
}

#[test]
fn the_first_place_that_exists_is_read() {
    let site = Site::new().set("XDG_CONFIG_DIRS", "relative");
    let (dirs, home) = (site.path("xdg"), site.path("own"));
    let site = site.set("APP_REGION", "none");
    assert_eq!(site.run(&[]).config().region, "none");
    let environment = site.environment.clone();
    let mut site = Site { environment: environment[..1].to_vec(), ..site };
    site = site.set("XDG_CONFIG_DIRS", &dirs);
    site.write("xdg/app/config.hcl", "region = \"system\"\n");
    assert_eq!(site.run(&[]).config().region, "system");
    site.write("home/.config/app/config.hcl", "region = \"home\"\n");
    assert_eq!(site.run(&[]).config().region, "home");
    site.write("own/app/config.hcl", "region = \"xdg\"\n");
    site = site.set("XDG_CONFIG_HOME", &home);
    assert_eq!(site.run(&[]).config().region, "xdg");
    site.write("folder/a.hcl", "region = \"folder\"\n");
    site.write("folder/b.hcl", "workers = 7\n");
    let folder = site.path("folder");
    let config = site.run(&["--config", &folder]).config();
    assert_eq!((config.region.as_str(), config.workers), ("folder", 7));
    let places = [site.path("missing.hcl"), folder];
    assert_eq!(site.run_with(Site::options().places(places), &[]).config().region, "folder");
}

#[test]
fn errors_of_a_configuration_end_the_program() {
    let site = Site::with_main();
    let (code, output, errors) = site.run_main(&["--set", "server.web.prot=81"]).ended();
    assert_eq!((code, &*output), (2, ""));
    assert_data_eq!(
        errors,
        str![[r#"
error[unknown-setting]: Unknown setting
 --> --set:1:11
  |
1 | server.web.prot
  |           ^^^^^ A block of type "server" has no item "prot".
  |
  = help: Did you mean "port"?

"#]]
    );
    let (code, _, errors) = Site::new().set("APP_WORKERS", "1").run(&[]).ended();
    assert_eq!(code, 2);
    assert!(errors.contains("Missing attribute"), "{errors}");
    assert!(errors.ends_with("and --config names one\n"), "{errors}");
}

#[test]
fn arguments_of_the_program_stay() {
    let site = Site::with_main();
    let loaded = site.run_main(&["--verbose"]).loaded.unwrap();
    assert!(loaded.arguments::<Arguments>().unwrap().verbose);
    let (code, _, errors) = site.run_main(&["--verbos"]).ended();
    assert_eq!(code, 2);
    assert!(errors.contains("a similar argument exists: '--verbose'"), "{errors}");
    let (code, output, _) = site.run(&["--version"]).ended();
    assert_eq!((code, &*output), (0, "app 1.0\n"));
}

#[test]
fn a_subcommand_of_the_program_has_precedence() {
    #[derive(Debug, Parser)]
    #[command(name = "app")]
    enum Own {
        /// Copies the configuration.
        Config { target: String },
    }
    let site = Site::with_main();
    let main = site.path("main.hcl");
    let options = || Options::new(Own::command());
    let arguments = ["--config", &main, "config", "check"];
    let loaded = site.run_with(options(), &arguments).loaded.unwrap();
    let Own::Config { target } = loaded.arguments().unwrap();
    assert_eq!(target, "check");
    let (_, output, _) = site.run_with(options(), &["--help"]).ended();
    assert!(output.contains("Copies the configuration"), "{output}");
    assert!(!output.contains("Checks, shows, changes"), "{output}");
}

#[test]
fn all_values_are_printed_with_their_layers() {
    let site = Site::with_main().set("APP_TOKEN", "hunter3");
    site.write("conf.d/a.hcl", "tags = [\"a\", \"b\"]\n");
    let (code, output, errors) = site.run_main(&["--print-config", "--workers=5"]).ended();
    assert_eq!((code, &*errors), (0, ""));
    assert_data_eq!(
        output,
        str![[r#"
region = "eu" # files at main.hcl:2:10
workers = 5 # flags at --workers:1:1
token = (sensitive) # environment at <environment variable APP_TOKEN>:1:1
tags = ["a", "b"] # drop-ins at conf.d/a.hcl:1:8
server.web.port = 80 # files at main.hcl:5:14
server.web.password = (sensitive) # files at main.hcl:6:14

"#]]
    );
    let (code, output, _) = site.run_main(&["config", "show", "--set", "workers=5"]).ended();
    assert_eq!(code, 0);
    assert_data_eq!(
        output,
        str![[r#"
region  = "eu"
workers = 5
token   = "(sensitive)"
tags    = ["a", "b"]

server "web" {
  port     = 80
  password = "(sensitive)"
}

"#]]
    );
}

#[test]
fn values_are_found_and_explained() {
    let site = Site::with_main().set("APP_SERVER__WEB__PORT", "81");
    let main = ["config", "get", "tags[1]", "--set", "tags=[\"a\", \"b\"]"];
    assert_eq!(site.run_main(&main).ended(), (0, "\"b\"\n".to_owned(), String::new()));
    let get = |path: &str| site.run_main(&["config", "get", path]).ended().1;
    assert_eq!(get("server.web.port"), "81\n");
    assert_eq!(get("server[\"web\"].password"), "(sensitive)\n");
    assert_eq!(get("token"), "null\n");
    let explain = |path: &str| site.run_main(&["config", "explain", path]).ended().1;
    assert_eq!(
        explain("server.web.port"),
        "server.web.port = 81\n  environment at <environment variable APP_SERVER__WEB__PORT>:1:1\n  \
         files at main.hcl:5:14\n"
    );
    assert_eq!(explain("workers"), "workers = 4\n  default\n");
    assert_eq!(explain("token"), "token = null\n  not set\n");
    assert_eq!(
        explain("server.web.password"),
        "server.web.password = (sensitive)\n  files at main.hcl:6:14\n"
    );
    let (code, output, errors) = site.run_main(&["config", "get", "server.web"]).ended();
    assert_eq!((code, &*output), (2, ""));
    assert!(errors.contains("The path ends at a block of type \"server\""), "{errors}");
}

#[test]
fn a_value_is_set_where_it_is_set() {
    let site = Site::with_main();
    site.write("conf.d/a.hcl", "workers = 5 # many\n");
    let set = |path: &str, value: &str| site.run_main(&["config", "set", path, value]).ended();
    let changed = |path: &str| (0, format!("changed: {path}\n"), String::new());
    assert_eq!(set("workers", "6"), changed("workers (needs a restart)"));
    assert_eq!(site.read("conf.d/a.hcl"), "workers = 6 # many\n");
    assert_eq!(set("server.web.port", "8000 + 80"), changed("server.web.port"));
    assert_eq!(site.read("main.hcl"), MAIN.replace("80 # HTTP", "8000 + 80 # HTTP"));
    let added = (0, "changed: tags\n".to_owned(), String::new());
    assert_eq!(set("tags", "[\"a\"]"), added);
    assert!(site.read("main.hcl").contains("tags"), "{}", site.read("main.hcl"));

    let before = site.read("main.hcl");
    for (path, value) in
        [("server.web.port", "\"x\""), ("server.web.prot", "1"), ("region", "eu"), ("region", "\"")]
    {
        let (code, output, errors) = set(path, value);
        assert_eq!((code, &*output), (2, ""), "{path} {value}");
        assert!(errors.starts_with("error["), "{errors}");
    }
    assert_eq!(site.read("main.hcl"), before);
    let site = site.set("APP_WORKERS", "9");
    let (code, output, errors) = site.run_main(&["config", "set", "workers", "8"]).ended();
    assert_eq!((code, &*output), (0, ""));
    assert_eq!(errors, "warning: conf.d/a.hcl is written, but another layer overrides workers\n");
    let (code, _, errors) =
        Site::new().set("APP_REGION", "eu").run(&["config", "set", "workers", "8"]).ended();
    assert_eq!(code, 2);
    assert!(errors.contains("no file to write the value to"), "{errors}");
}

#[test]
fn secrets_are_in_no_output() {
    let site = Site::with_main();
    site.write("token", "hunter3-of-a-file\n");
    let file = site.path("token");
    let site = site.set("APP_TOKEN_FILE", &file);
    let secret = "server.web.password=\"hunter4\"";
    let broken = [
        "server.web.password=\"hunter5",
        "server.web.password=[\"hunter6\"]",
        "token=hunter7",
        "hunter8",
    ];
    let commands: [&[&str]; 12] = [
        &["--print-config"],
        &["--help"],
        &["config", "show"],
        &["config", "get", "token"],
        &["config", "explain", "server.web.password"],
        &["config", "set", "server.web.password", "hunter9"],
        &["config", "set", "server.web.password", "\"hunter9"],
        &["config", "check"],
        &["--set", "workers = token"],
        &["--token", "hunter10", "--print-config"],
        &["--token=hunter11", "--workers=many"],
        &["--tokn=hunter12"],
    ];
    for command in commands {
        for given in [secret].iter().chain(&broken) {
            let Outcome { output, errors, .. } =
                site.run_main(&[command, &["--set", given]].concat());
            assert!(!output.contains("hunter"), "{command:?} {given}: {output}");
            // A broken option without a path is named, not shown.
            assert!(!errors.contains("hunter"), "{command:?} {given}: {errors}");
        }
    }
    assert_eq!(site.run_main(&[]).config().token.as_deref(), Some("hunter3-of-a-file"));
}

#[test]
fn the_help_lists_the_sources() {
    let options = Site::options().env_files().places(["/srv/app.hcl", "app.d"]);
    let (code, output, _) = Site::new().run_with(options, &["--help"]).ended();
    assert_eq!(code, 0);
    assert_data_eq!(
        output,
        str![[r#"
Serves files

Usage: app [OPTIONS] [COMMAND]

Commands:
  config  Checks, shows, changes and documents the configuration
  help    Print this message or the help of the given subcommand(s)

Options:
      --verbose           Writes a log
      --region <REGION>   The region to serve [env: APP_REGION]
      --workers <NUMBER>  The number of threads [default: 4] [env: APP_WORKERS]
      --token <TOKEN>     The key of clients [env: APP_TOKEN]
      --tags <TAGS>       Words for searches [env: APP_TAGS]
  -h, --help              Print help
  -V, --version           Print version

Configuration:
      --config <PATH>     Reads this file or directory, or standard input for -, in place of the
                          files below. It may be used several times
      --set <PATH=VALUE>  Sets an attribute, such as server.web.port=80, or adds to a list with +=.
                          The value is an expression, so a string has quotes. It may be used several
                          times
      --env-file <FILE>   Reads variables from this file, in place of .env. It may be used several
                          times
      --print-config      Prints every value with the layer and the location that set it, and ends.
                          Sensitive values are hidden

Sources of values, each overriding those before it:
  1. --config, or the first of these files that exists:
       /srv/app.hcl
       app.d
  2. conf.d/*.hcl beside it
  3. variables in --env-file, or in .env
  4. environment variables: APP_A__B sets a.b, and APP_A__B_FILE names a file with its value
  5. the flags of attributes
  6. --set, in the order of the arguments

"#]]
    );
}

#[test]
fn a_configuration_is_reloaded() {
    let site = Site::with_main();
    let outcomes = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&outcomes);
    let options = Site::options()
        .reload_on_signal()
        .watch(Duration::from_secs(3600))
        .log_reloads(move |outcome| log.lock().unwrap().push(outcome.to_string()));
    let main = site.path("main.hcl");
    let loaded = site.run_with(options, &["--config", &main]).loaded.unwrap();
    site.write("main.hcl", &format!("workers = 5\n{}", MAIN.replace("80 # HTTP", "81")));
    #[cfg(unix)]
    {
        signal_hook::low_level::raise(signal_hook::consts::SIGHUP).unwrap();
        while outcomes.lock().unwrap().is_empty() {
            std::thread::yield_now();
        }
        assert_eq!(
            *outcomes.lock().unwrap(),
            ["changed: workers (needs a restart)\nchanged: server.web.port"]
        );
        assert_eq!(loaded.current().server[0].port, 81);
    }
    drop(loaded);
}

/// The decoder of a program is the base of all layers.
#[test]
fn the_decoder_of_the_program_is_kept() {
    let site = Site::with_main();
    site.write("part.hcl", "workers = 6\n");
    site.write("main.hcl", &format!("{MAIN}include {{\n  files = [\"part.hcl\"]\n}}\n"));
    let main = site.path("main.hcl");
    let decoder = Decoder::new().includes("include").defaults("<defaults>", "tags = [\"x\"]\n");
    let options = || Site::options().decoder(decoder.clone()).confine_includes();
    let config = site.run_with(options(), &["--config", &main]).config();
    assert_eq!(
        (config.workers, &*config.tags, &*config.server[0].name),
        (6, &["x".to_owned()][..], "web")
    );
    site.write("main.hcl", &format!("{MAIN}include {{\n  files = [\"/etc/hostname\"]\n}}\n"));
    let (code, _, errors) = site.run_with(options(), &["--config", &main]).ended();
    assert_eq!(code, 2);
    assert!(errors.contains("file-outside-directory"), "{errors}");
    assert!(Path::new(&main).exists());
}

#[test]
fn the_help_lists_variables_without_flags() {
    #[derive(HclDecode)]
    #[expect(dead_code, reason = "only its help is read")]
    struct Settings {
        /// The number of threads.
        workers: u16,
        #[hcl(block)]
        access: Access,
    }

    #[derive(HclDecode)]
    #[expect(dead_code, reason = "only its help is read")]
    struct Access {
        /// The token that clients send.
        #[hcl(sensitive, from(file, env))]
        api_token: String,
        #[hcl(hide, from(file, env))]
        old_token: Option<String>,
        #[hcl(from(file, flag))]
        zone: Option<String>,
    }

    let help = |options: Options| options.command::<Settings>().render_help().to_string();
    let options = || Options::new(clap::Command::new("app")).environment("APP_");
    let with_flags = help(options().flags());
    let listed =
        "\nEnvironment variables:\n  APP_ACCESS__API_TOKEN  The token that clients send\n\n";
    assert!(with_flags.contains(listed), "{with_flags}");
    assert!(with_flags.contains("The number of threads [env: APP_WORKERS]\n"), "{with_flags}");
    assert!(with_flags.contains("--access-zone <ZONE>"), "{with_flags}");
    for unlisted in ["OLD_TOKEN", "ACCESS__ZONE", "--access-api-token"] {
        assert!(!with_flags.contains(unlisted), "{with_flags}");
    }
    let without_flags = help(options());
    let listed = "  APP_WORKERS            The number of threads\n  APP_ACCESS__API_TOKEN  The";
    assert!(without_flags.contains(listed), "{without_flags}");
}

#[test]
fn a_missing_attribute_has_the_names_of_other_sources() {
    let site = Site::new();
    site.write("main.hcl", "server \"web\" {\n}\nserver \"a.b\" {\n}\n");
    let (_, _, errors) = site.run_main(&[]).ended();
    assert_data_eq!(
        errors,
        str![[r#"
error[missing-attribute]: Missing attribute
 --> main.hcl:1:1
  |
1 | server "web" {
  | ^ The required attribute "region" is not set.
  |
  = help: Set "region" in a file, by APP_REGION or by --region.

error[missing-attribute]: Missing attribute
 --> main.hcl:1:14
  |
1 | server "web" {
  |              ^ The required attribute "port" is not set.
  |
  = help: Set "port" in a file or by APP_SERVER__WEB__PORT.

error[missing-attribute]: Missing attribute
 --> main.hcl:3:14
  |
3 | server "a.b" {
  |              ^ The required attribute "port" is not set.

"#]]
    );
}

#[test]
fn names_of_sources_are_those_of_the_command() {
    let site = Site::new();
    site.write("main.hcl", "workers = 1\n");
    let command = || clap::Command::new("app").arg(clap::Arg::new("region").long("region"));
    let run =
        |options: Options| site.run_with(options, &["--config", &site.path("main.hcl")]).ended().2;
    let errors = run(Options::new(command()).flags());
    assert!(errors.contains("Set \"region\" in a file or by --config-region.\n"), "{errors}");
    let errors = run(Options::new(command()).environment("MY_"));
    assert!(errors.contains("Set \"region\" in a file or by MY_REGION.\n"), "{errors}");
    let errors = run(Options::new(command()));
    assert!(!errors.contains("Set \"region\""), "{errors}");
}

#[test]
fn a_dash_reads_standard_input() {
    let run = |input: &str, arguments: &[&str]| {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut streams = Streams::new(input.as_bytes(), &mut output, &mut errors);
        let environment = [("APP_WORKERS", "3")];
        let loaded = Site::options().load_from::<Config, _, _, _>(
            ["app", "--config", "-"].iter().chain(arguments),
            environment,
            &mut streams,
        );
        drop(streams);
        (loaded.map(|it| (it.current().region.clone(), it.current().workers)), errors)
    };
    assert_eq!(run("region = \"eu\"\n", &[]).0, Ok(("eu".to_owned(), 3)));
    assert_eq!(run("region = \"eu\"\n", &["--region", "us"]).0, Ok(("us".to_owned(), 3)));
    let (loaded, errors) = run("region = 1 +\n", &[]);
    let errors = String::from_utf8(errors).unwrap();
    assert_eq!(loaded, Err(2));
    assert!(errors.contains(" --> <stdin>:1:"), "{errors}");
}
