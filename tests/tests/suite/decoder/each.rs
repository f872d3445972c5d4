//! `Decoder::decode_each`: the files of a directory, each a configuration of its own.

use hcldyn::cty::value_spec::Unexpected;
use hcldyn::{Decoder, HclDecode};

use crate::support::folder::Folder;

#[derive(Debug, HclDecode)]
struct Site {
    port: u16,
    host: Option<String>,
    #[hcl(block)]
    route: Vec<Route>,
}

#[derive(Debug, HclDecode)]
struct Route {
    #[hcl(label)]
    path: String,
}

fn decoder(folder: &Folder) -> Decoder {
    Decoder::new().files(folder.path().join("*.hcl").display().to_string()).includes("include")
}

fn errors(folder: &Folder, decoder: &Decoder) -> String {
    folder.relative(&decoder.decode_each::<Site>().err().unwrap().to_string())
}

#[test]
fn each_file_is_decoded_with_its_includes_and_all_layers() {
    let main = "port = 81\ninclude {\n  files = \"parts/*.hcl\"\n}\n";
    let folder = Folder::new(
        "each",
        &[
            ("a.hcl", "port = 80\n"),
            ("b.hcl", main),
            ("parts/1.hcl", "route \"/\" {}\n"),
            ("parts/2.hcl", "route \"/api\" {}\n"),
            ("c.hcl", "host = \"c\"\n"),
        ],
    );
    let decoder = decoder(&folder).defaults("<defaults>", "port = 1\n").value("host", "all");
    let sites = decoder.decode_each::<Site>().unwrap();
    let shown = sites.iter().map(|site| {
        let routes: Vec<_> = site.value.route.iter().map(|route| &route.path[..]).collect();
        let files: Vec<_> = site.files.iter().map(|path| path.display().to_string()).collect();
        let host = site.value.host.as_deref().unwrap_or_default();
        let files = folder.relative(&files.join(" "));
        format!("{} {host} [{}] {files}", site.value.port, routes.join(" "))
    });
    let expected =
        ["80 all [] a.hcl", "81 all [/ /api] b.hcl parts/1.hcl parts/2.hcl", "1 all [] c.hcl"];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn the_errors_of_all_files_are_reported() {
    let folder = Folder::new(
        "each-errors",
        &[
            ("a.hcl", "port = 80\nspeed = 1\n"),
            ("b.hcl", "port = \n"),
            ("c.hcl", "port = \"x\"\n"),
            ("d.hcl", "port = 83\n"),
        ],
    );
    let decoder = decoder(&folder).unexpected(Unexpected::Warn);
    let reported = errors(&folder, &decoder);
    let files: Vec<_> = reported.lines().map(|line| &line[..5]).collect();
    assert_eq!(files, ["b.hcl", "c.hcl", "a.hcl"], "errors, then warnings: {reported}");
}

#[test]
fn texts_are_decoded_one_by_one_and_no_input_gives_no_configuration() {
    let decoder = Decoder::new().text("a.hcl", "port = 80").text("b.hcl", "port = 81");
    assert_eq!(decoder.decode_each::<Site>().unwrap()[1].value.port, 81);
    assert!(decoder.decode::<Site>().is_err());
    assert!(
        Decoder::new().defaults("<defaults>", "port = 1").decode_each::<Site>().unwrap().is_empty()
    );
    let unreadable = Decoder::new().files("[").decode_each::<Site>().err().unwrap();
    assert_eq!(unreadable.error_count(), 1);
}
