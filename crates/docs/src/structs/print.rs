//! The source of structs and enums.

use std::fmt::Write as _;

use hcldyn_core::cty::value_spec::ItemDocs;

use super::literals::string;

/// The maximum width of a line with options.
const WIDTH: usize = 100;

/// A field, or a variant with its content as the type.
#[derive(Debug, Default)]
pub(super) struct Field {
    pub(super) docs: String,
    /// The options in `#[hcl(…)]`.
    pub(super) options: Vec<String>,
    pub(super) name: String,
    pub(super) ty: String,
}

/// The head of a struct or an enum.
#[derive(Debug)]
pub(super) struct Head<'a> {
    pub(super) docs: String,
    /// The derives, separated by commas.
    pub(super) derives: &'a str,
    pub(super) options: Vec<String>,
    pub(super) name: &'a str,
}

impl Head<'_> {
    fn text(&self, keyword: &str) -> String {
        let (derives, name) = (self.derives, self.name);
        let (docs, options) = (comment(&self.docs, ""), attribute(&self.options, ""));
        format!("{docs}#[derive({derives})]\n{options}pub {keyword} {name} ")
    }

    /// Returns a struct.
    pub(super) fn of_struct(&self, fields: &[Field]) -> String {
        let body = body(fields, |field| format!("pub {}: {},", field.name, field.ty));
        self.text("struct") + &body
    }

    /// Returns an enum.
    pub(super) fn of_enum(&self, variants: &[Field]) -> String {
        let body = body(variants, |variant| match variant.ty.as_str() {
            "" => format!("{},", variant.name),
            content => format!("{}({content}),", variant.name),
        });
        self.text("enum") + &body
    }
}

fn body(fields: &[Field], line: impl Fn(&Field) -> String) -> String {
    const INDENT: &str = "    ";
    if fields.is_empty() {
        return "{}\n".to_owned();
    }
    let mut text = "{\n".to_owned();
    for field in fields {
        let (docs, options) = (comment(&field.docs, INDENT), attribute(&field.options, INDENT));
        let _ = writeln!(text, "{docs}{options}{INDENT}{}", line(field));
    }
    text + "}\n"
}

/// Returns `#[hcl(…)]` with some options, on one line or on a line for each.
fn attribute(options: &[String], indent: &str) -> String {
    if options.is_empty() {
        return String::new();
    }
    let line = format!("{indent}#[hcl({})]\n", options.join(", "));
    if line.len() <= WIDTH {
        return line;
    }
    let lines = options.iter().map(|option| format!("{indent}    {option},\n"));
    format!("{indent}#[hcl(\n{}{indent})]\n", lines.collect::<String>())
}

/// Returns documentation as a comment.
fn comment(docs: &str, indent: &str) -> String {
    let lines = docs.lines().map(|line| format!("{indent}/// {line}").trim_end().to_owned() + "\n");
    lines.collect()
}

/// Returns the options for the documentation of an item, apart from its text.
pub(super) fn docs_options(docs: &ItemDocs) -> Vec<String> {
    let mut options = Vec::new();
    options.extend(docs.title.as_ref().map(|title| format!("title = {}", string(title))));
    options.extend(docs.since.as_ref().map(|since| format!("since = {}", string(since))));
    options.extend(docs.examples.iter().map(|example| format!("example = {}", string(example))));
    if docs.is_hidden {
        options.push("hide".to_owned());
    }
    options
}

/// Returns an option with one string or a list of strings, or nothing without strings.
pub(super) fn strings_option<T: AsRef<str>>(name: &str, strings: &[T]) -> Option<String> {
    let all: Vec<_> = strings.iter().map(|text| string(text.as_ref())).collect();
    match &all[..] {
        [] => None,
        [only] => Some(format!("{name} = {only}")),
        all => Some(format!("{name} = [{}]", all.join(", "))),
    }
}
