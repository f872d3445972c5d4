//! The check of links in rendered documentation.

use hcldyn_tests::links::broken;

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
            ("c.rs.html", "<a href=\"index.html#&amp;\">"),
            (
                "d/index.html",
                "<a href=\"all.html\"><a href=\"crate::Item\"><a href=\"../a/b.html#tymethod.x\"> \
                 <a href=\"mailto:someone@example.org\"><a href=\"//host.example/\">",
            ),
        ],
    );
    let expected = [
        "c.rs.html: index.html#&",
        "d/index.html: ../a/b.html#tymethod.x",
        "d/index.html: all.html",
        "d/index.html: crate::Item",
        "index.html: a/b.html#y",
        "index.html: gone.html",
        "index.html: gone.svg",
    ];
    assert_eq!(broken(folder.path()).unwrap(), expected);
}
