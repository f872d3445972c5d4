//! The layout of expanded files: written items stay as they are, and generated ones have the style of their neighbours.

use snapbox::{IntoData, str};

use super::expand;

#[test]
fn a_text_without_dynamic_blocks_stays_byte_for_byte() {
    let text = "\u{feff}# first\r\na   =  \"\\u00e9 ${ f(\"${x}\") } \\n\" // last\r\n\r\n\r\nb \"l\" m { c = 1 }\r\n\
                d = <<EOT\r\n  x\r\nEOT\r\ne = ( 1\r\n + 2 )";
    expand(text).assert().success().stdout_eq(text.raw());
}

#[test]
fn comments_and_alignment_stay() {
    let text = r#"
# Of the file.
service "web" { # of the service
  name    = "web"

  # Of the rules.
  dynamic "rule" {
    # Of the collection.
    for_each = ["a", "b"]
    content { # of the content
      name   = rule.value # of the name

      # Of the number.
      number = rule.key
    } # after
  }

  last = true # of the last
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

# Of the file.
service "web" { # of the service
  name    = "web"

  # Of the rules.
  rule {
    name   = "a" # of the name

    # Of the number.
    number = 0
  }

  rule {
    name   = "b" # of the name

    # Of the number.
    number = 1
  }

  last = true # of the last
}

"#]]);
}

#[test]
fn nothing_generated_leaves_no_gap() {
    let text = r#"
service "web" {
  dynamic "a" {
    for_each = []
    content {}
  }

  name = "web"

  dynamic "b" {
    for_each = []
    content {}
  }

  port = 80

  dynamic "c" {
    for_each = []
    content {}
  }

  dynamic "d" {
    for_each = []
    content {}
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

service "web" {
  name = "web"

  port = 80
}

"#]]);
}

#[test]
fn values_of_several_lines_are_indented() {
    let text = r#"
service {
	dynamic "a" {
		for_each = [{ name = "x", tags = { k = "v", list = [1, 2] } }]
		content {
			all = a.value
		}
	}
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

service {
	a {
		all = {
		  name = "x"
		  tags = {
		    k    = "v"
		    list = [1, 2]
		  }
		}
	}
}

"#]]);
}

#[test]
fn the_text_of_a_heredoc_does_not_move() {
    let text = r#"dynamic "a" {
  for_each = [1]
  content {
    doc = <<EOT
    four
  two ${other.x} ${a.value}
EOT
    last = other.x
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"
a {
  doc = <<EOT
    four
  two ${other.x} 1
EOT
  last = other.x
}

"#]]);
}

#[test]
fn windows_line_ends_are_kept() {
    let text = "dynamic \"a\" {\r\n  for_each = [{ x = 1 }, {}]\r\n  content {\r\n    v = a.value\r\n  }\r\n}\r\n";
    expand(text)
        .assert()
        .success()
        .stdout_eq("a {\r\n  v = {\r\n    x = 1\r\n  }\r\n}\r\n\r\na {\r\n  v = {}\r\n}\r\n".raw());
}

#[test]
fn content_on_one_line() {
    let text = r#"dynamic "a" {
  for_each = [1, 2]
  content /* { */ { v = a.value }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"
a { v = 1 }
a { v = 2 }

"#]]);
}

#[test]
fn an_expression_of_several_lines_is_replaced_or_moved() {
    let text = r#"
dynamic "a" {
  for_each = [1]
  content {
    known = [
      a.value,
      2,
    ]
    moved = [
      a.value, # the value
      other.x,
    ]
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

a {
  known = [1, 2]
  moved = [
    1, # the value
    other.x,
  ]
}

"#]]);
}

#[test]
fn a_comment_after_the_brace_of_a_content_goes_with_it() {
    let text = "dynamic \"a\" { # 1\r\n  for_each = [1]\r\n  content { /* 2 */ // 3\r\n    # 4\r\n    b { # 5\r\n    }\r\n  }\r\n}\r\n";
    let expanded = "a {\r\n  # 4\r\n  b { # 5\r\n  }\r\n}\r\n";
    expand(text).assert().success().stdout_eq(expanded.raw());
}

#[test]
fn a_byte_order_mark_before_a_dynamic_block_stays() {
    let text = "\u{feff}dynamic \"a\" {\n  for_each = []\n  content {}\n}\n\nb = 1\n";
    expand(text).assert().success().stdout_eq("\u{feff}b = 1\n".raw());
}
