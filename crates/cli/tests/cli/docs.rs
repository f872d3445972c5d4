//! `hcldyn docs`.

use std::fs;

use snapbox::str;

use super::Files;

const SPEC: &str = r#"
object {
  attr "name" {
    type     = string
    required = true
    docs     = "The name of the server."
  }
  block_list "rules" {
    block_type = "rule"
    attr { name = "port" }
  }
}
"#;

fn files(test: &str) -> Files {
    Files::new(test).with("app.hcldec", SPEC)
}

#[test]
fn markdown_is_printed() {
    let files = files("docs_markdown");
    files
        .run(["docs", "--spec", "app.hcldec", "--title", "App"])
        .assert()
        .success()
        .stderr_eq("")
        .stdout_eq(str![[r##"
# <a id="configuration"></a>App

```hcl
name = "example"
```

**Arguments**

| Argument | Type | Default | Description |
|---|---|---|---|
| <a id="name"></a>`name` | string | **required** | The name of the server. |

**Blocks**

| Block | Number | Description |
|---|---|---|
| [`rule`](#rule) | any number |  |

## Contents

- [`rule`](#rule)

## <a id="rule"></a>`rule`

```hcl
rule {
  port = "example"
}
```

**Arguments**

| Argument | Type | Default | Description |
|---|---|---|---|
| <a id="rule-port"></a>`port` | any value |  |  |

"##]]);
}

#[test]
fn pages_are_written() {
    let files = files("docs_pages");
    files
        .run(["docs", "--spec", "app.hcldec", "--format", "html", "--output", "out", "--split"])
        .assert()
        .success()
        .stdout_eq("");
    let read = |name: &str| fs::read_to_string(files.0.join("out").join(name)).unwrap();
    assert!(read("index.html").contains("href=\"rule.html#rule\""));
    assert!(read("rule.html").starts_with("<!DOCTYPE html>"));
    files.run(["docs", "--spec", "app.hcldec", "--format", "man"]).assert().success();
}

#[test]
fn a_page_is_put_between_markers_and_checked() {
    let text = r"# App

<!-- hcldyn docs: start -->
<!-- hcldyn docs: end -->

More.
";
    let files = files("docs_into").with("README.md", text);
    let check = ["docs", "--spec", "app.hcldec", "--into", "README.md", "--check"];
    files.run(check).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
README.md is not up to date
to update it, run the same command without --check

"#]]);
    let write = ["docs", "--spec", "app.hcldec", "--into", "README.md"];
    files.run(write).assert().success().stdout_eq("").stderr_eq("");
    files.run(check).assert().success().stderr_eq("");
    let written = fs::read_to_string(files.0.join("README.md")).unwrap();
    assert!(written.starts_with("# App\n\n<!-- hcldyn docs: start -->\n\n## "));
    assert!(written.ends_with("<!-- hcldyn docs: end -->\n\nMore.\n"));
}

#[test]
fn a_file_without_markers_stays() {
    let files = files("docs_no_markers").with("README.md", "# App\n");
    files.run(["docs", "--spec", "app.hcldec", "--into", "README.md"]).assert().code(2).stderr_eq(
        str![[r#"
error[file-not-changed]: File not changed
--> README.md
 = note: The page has no place: the file must contain the lines "<!-- hcldyn docs: start -->" and
         "<!-- hcldyn docs: end -->", in this order.
 = help: The file is unchanged.

"#]],
    );
    assert_eq!(fs::read_to_string(files.0.join("README.md")).unwrap(), "# App\n");
}
