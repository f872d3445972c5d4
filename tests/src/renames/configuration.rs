//! Random configurations of several files in both syntaxes.

use super::expressions::Names;
use super::pieces::{Configuration, File, Kind, Piece, in_json, text};
use crate::random::Random;

/// The depth of expressions.
const DEPTH: usize = 2;

/// The items of a file so far, in native syntax, or by the names of JSON syntax.
struct Items {
    name: String,
    is_json: bool,
    native: Vec<Piece>,
    /// The properties `variable`, `locals`, `data` and `result`, without their brackets.
    json: [Vec<Vec<Piece>>; 4],
}

const PROPERTIES: [&str; 4] = ["variable", "locals", "data", "result"];

/// Returns the configuration of a seed and an index.
pub(super) fn configuration(random: &mut Random) -> Configuration {
    let mut files: Vec<_> =
        (0..1 + random.below(3)).map(|index| Items::new(random, index)).collect();
    let mut names = Names {
        random,
        all: Vec::new(),
        global: Vec::new(),
        local: Vec::new(),
        has_names_as_values: false,
    };
    for _ in 0..names.random.below(3) {
        function(&mut names, &mut files);
    }
    for _ in 0..3 + names.random.below(6) {
        let file = names.random.below(files.len());
        definition(&mut names, &mut files[file]);
    }
    for _ in 0..1 + names.random.below(4) {
        let file = names.random.below(files.len());
        result(&mut names, &mut files[file]);
    }
    let Names { all: names, has_names_as_values, .. } = names;
    let files = files.into_iter().map(Items::into_file).collect();
    Configuration { files, names, has_names_as_values }
}

/// Adds a function to the first file in native syntax, if there is one.
fn function(names: &mut Names<'_>, files: &mut [Items]) {
    let Some(file) = files.iter_mut().find(|it| !it.is_json) else { return };
    let parameter = names.add(Kind::Parameter);
    names.local.push(parameter);
    let result = names.number(1);
    names.local.clear();
    let name = names.add(Kind::Function);
    names.global.push(name);
    file.native.extend([text("function \""), Piece::Name(name), text("\" {\n  params = [")]);
    file.native.extend([Piece::Name(parameter), text("]\n  result = ")]);
    file.native.extend(result);
    file.native.push(text("\n}\n"));
}

/// Adds a variable, a local value or a block with a label.
fn definition(names: &mut Names<'_>, file: &mut Items) {
    let kinds = [Kind::Variable, Kind::Local, Kind::Local, Kind::LocalObject, Kind::Data];
    let kind = *names.random.pick(&kinds);
    let value = match kind {
        Kind::Variable => vec![text((1 + names.random.below(97)).to_string())],
        _ => names.number(DEPTH),
    };
    let name = names.add(kind);
    // Functions see no other names.
    names.global.push(name);
    let value = match kind {
        Kind::LocalObject => [vec![text("{ a = ")], value, vec![text(", \"b\" = 1 }")]].concat(),
        _ => value,
    };
    file.define(kind, name, value, names.random.percent(50));
}

/// Adds a block whose value is compared.
fn result(names: &mut Names<'_>, file: &mut Items) {
    if file.is_json {
        let value = in_json(names.number(DEPTH + 1));
        let block = [vec![text("{\"value\": ")], value, vec![text("}")]].concat();
        file.json[3].push(block);
        return;
    }
    if names.random.percent(40) {
        let block = dynamic(names, "result", 0);
        file.native.extend(block);
        return;
    }
    file.native.push(text("result {\n"));
    let attribute = value(names);
    file.native.extend(attribute);
    for _ in 0..names.random.below(2) {
        let block = dynamic(names, "part", 1);
        file.native.extend(block);
    }
    file.native.push(text("}\n"));
}

/// Returns the attribute `value`.
fn value(names: &mut Names<'_>) -> Vec<Piece> {
    let look = "local.a var.b data.disk.c x it.value $${local.a}";
    let mut pieces = match names.random.below(8) {
        0 => vec![text(format!("value = \"{look} ${{"))],
        1 => vec![text(format!("value = <<-EOT\n  {look}\n  ${{"))],
        2 if names.has_locals() && names.random.percent(30) => {
            names.has_names_as_values = true;
            return vec![text("value = [for k, v in local : \"${k}\"] # local.a\n")];
        }
        _ => vec![text("value = ")],
    };
    let is_template =
        pieces.len() == 1 && matches!(&pieces[0], Piece::Text(text) if text.ends_with("${"));
    let is_heredoc = matches!(&pieces[0], Piece::Text(text) if text.contains("EOT"));
    pieces.extend(names.number(DEPTH));
    pieces.push(text(match (is_template, is_heredoc) {
        (_, true) => "}\n  EOT\n",
        (true, false) => "}\" # local.a\n",
        (false, false) => " # var.a local.b\n",
    }));
    pieces
}

/// Returns a block that generates blocks of a type.
fn dynamic(names: &mut Names<'_>, ty: &str, depth: usize) -> Vec<Piece> {
    let collection = [names.number(1), vec![text(", ")], names.number(0)].concat();
    let has_own = names.random.percent(60);
    let iterator = if has_own {
        names.add(Kind::Iterator)
    } else {
        names.push(ty.to_owned(), Kind::BlockIterator)
    };
    let mut pieces = vec![text("dynamic \"")];
    pieces.push(if has_own { text(ty) } else { Piece::Name(iterator) });
    pieces.push(text("\" {\n  for_each = ["));
    pieces.extend(collection);
    pieces.push(text("]\n"));
    if has_own {
        let spaces = *names.random.pick(&[" = ", "=", " =\t"]);
        let end = *names.random.pick(&["\n", " # it\n", " \n"]);
        pieces.extend([text(format!("  iterator{spaces}")), Piece::Name(iterator), text(end)]);
    }
    pieces.push(text("  content {\n"));
    names.local.push(iterator);
    pieces.extend(value(names));
    if depth == 0 && names.random.percent(40) {
        pieces.extend(dynamic(names, "part", 1));
    }
    names.local.pop();
    pieces.push(text("  }\n}\n"));
    pieces
}

impl Items {
    fn new(random: &mut Random, index: usize) -> Self {
        let is_json = random.percent(25);
        let ending = if is_json { "hcl.json" } else { "hcl" };
        let name = format!("w/{}.{ending}", ["b", "a", "c"][index]);
        Self { name, is_json, native: Vec::new(), json: Default::default() }
    }

    fn define(&mut self, kind: Kind, name: usize, value: Vec<Piece>, is_spaced: bool) {
        let name = Piece::Name(name);
        if self.is_json {
            let (index, before, after) = match kind {
                Kind::Variable => (0, "{\"default\": ", "}"),
                Kind::Data => (2, "{\"size\": ", "}"),
                _ => (1, "", ""),
            };
            let head = vec![text("\""), name, text(format!("\": {before}"))];
            let property = [head, in_json(value), vec![text(after)]].concat();
            self.json[index].push(property);
            return;
        }
        let (before, between, after) = match kind {
            Kind::Variable => ("variable \"", "\" {\n  default = ", "\n}\n"),
            Kind::Data => ("data \"disk\" \"", "\" {\n  size = ", "\n}\n"),
            _ if is_spaced => ("locals {\n  # local\n  ", " = ", "\n}\n"),
            _ => ("locals {\n", "=", "\n}\n"),
        };
        self.native.extend([text(before), name, text(between)]);
        self.native.extend(value);
        self.native.push(text(after));
    }

    fn into_file(self) -> File {
        if !self.is_json {
            return File { name: self.name, pieces: self.native };
        }
        let mut pieces = vec![text("{\n")];
        let mut comma = "";
        for (properties, name) in self.json.into_iter().zip(PROPERTIES) {
            if properties.is_empty() {
                continue;
            }
            let (open, close) = match name {
                "data" => ("{\"disk\": {", "}}"),
                "result" => ("[", "]"),
                _ => ("{", "}"),
            };
            pieces.push(text(format!("{comma}  \"{name}\": {open}\n    ")));
            for (index, property) in properties.into_iter().enumerate() {
                pieces.push(text(if index > 0 { ",\n    " } else { "" }));
                pieces.extend(property);
            }
            pieces.push(text(format!("\n  {close}")));
            comma = ",\n";
        }
        pieces.push(text("\n}\n"));
        File { name: self.name, pieces }
    }
}
