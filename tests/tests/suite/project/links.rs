//! The check of links in rendered documentation.

use hcldyn_tests::links::{Mirror, broken};

use crate::support::folder::Folder;

#[test]
fn broken_links_are_found() {
    let index = "<a href=\"a/b.html#x\"></a><a href='#no'></a><a href=\"#here\"><h1 id=\"here\">\
                 <a href=\"a/b.html#y\"><a class=\"c\" href=\"gone.html\"><img src=\"gone.svg\"> \
                 <a href=\"https://gone.example/\"><a href=\"a/\"><link href=\"a/s.css?v=1\">";
    let folder = Folder::new(
        "links",
        &[
            ("index.html", index),
            (
                "a/b.html",
                "<p id=\"x\"><a href=\"../index.html#here\"><a href=\"../c.rs.html#10-12\">",
            ),
            ("a/s.css", ""),
            (
                "c.rs.html",
                "<a href=\"index.html#&amp;\"><a href=\"d/old.html#x\"><a href=\"d/old.html#z\">",
            ),
            ("d/old.html", "<meta http-equiv=\"refresh\" content=\"0;URL=../a/b.html\">"),
            (
                "d/index.html",
                "<a href=\"all.html\"><a href=\"crate::Item\"><a href=\"../a/b.html#tymethod.x\"> \
                 <a href=\"mailto:someone@example.org\"><a href=\"//host.example/\">",
            ),
        ],
    );
    let expected = [
        "c.rs.html: d/old.html#z",
        "c.rs.html: index.html#&",
        "d/index.html: ../a/b.html#tymethod.x",
        "d/index.html: all.html",
        "d/index.html: crate::Item",
        "index.html: a/b.html#y",
        "index.html: gone.html",
        "index.html: gone.svg",
    ];
    assert_eq!(broken(folder.path(), &[]).unwrap(), expected);
}

#[test]
fn links_to_a_mirror_are_looked_up_there() {
    let page = "<a href=\"https://host.example/x/a.html#b\"><a href=\"https://host.example/x/a.html#c\">\
                <a href=\"https://host.example/x/d/\"><a href=\"https://host.example/x/e/\">\
                <a href=\"https://other.example/e/\">";
    let site = Folder::new("links-site", &[("index.html", page)]);
    let other = Folder::new("links-mirror", &[("a.html", "<p id=\"b\">"), ("d/index.html", "")]);
    let mirror =
        Mirror { address: "https://host.example/x/".to_owned(), folder: other.path().to_owned() };
    let expected =
        ["index.html: https://host.example/x/a.html#c", "index.html: https://host.example/x/e/"];
    assert_eq!(broken(site.path(), &[mirror]).unwrap(), expected);
}
