//! Every option of a field with every kind of field and its types, in structs and in variants, for all derives; and, in
//! `types`, every option of a type with every shape of type.
//!
//! A combination has one of three outcomes: the derive rejects it with one error that names the option and the kind, the
//! compiler rejects it (`tests/derive-ui/rejected/combinations`), or it compiles, decodes a sample and writes it again
//! (`tests/tests/suite/derive/combinations`). A snapshot shows the outcomes. `HCLDYN_UPDATE=1` rewrites the programs that
//! must compile.

mod effects;
mod samples;
mod shapes;
mod types;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use syn::DeriveInput;

use self::samples::{KINDS, OPTIONS, Sample, samples};
use crate::ast::{Container, Data};
use crate::attr::FieldKind;
use crate::check::relation::{self, Presence};
use crate::ctxt::Ctxt;
use crate::symbol::{Derive, Position, Symbol};
use crate::{check, expand};

/// The outcome of a combination that only `Spec::check` rejects.
const INVALID_SPEC: &str = "invalid spec";

/// An option of a field with a kind and a type.
struct Combination {
    derive: Derive,
    kind: FieldKind,
    /// The option, or an empty string.
    option: &'static str,
    sample: &'static Sample,
}

impl Combination {
    /// Returns all combinations of a kind.
    fn of(derive: Derive, kind: FieldKind) -> impl Iterator<Item = Self> {
        let options = move |sample: &Sample| {
            let count = if sample.source.is_some() { OPTIONS.len() } else { 0 };
            let options = OPTIONS.into_iter();
            let options =
                options.filter(move |option| is_option_of(option, derive, Position::Field));
            std::iter::once("").chain(options.take(count))
        };
        samples(derive, kind).iter().flat_map(move |sample| {
            let is_tested = |option: &&str| sample.expr != "_" || !option.contains("EXPR");
            let options = options(sample).filter(is_tested);
            options.map(move |option| Self { derive, kind, option, sample })
        })
    }

    /// Returns `true` if a constant of the type says that it is always set, which the option does not allow.
    fn is_always_set(&self) -> bool {
        let input: DeriveInput = syn::parse_str(&self.item()).unwrap();
        let ctxt = Ctxt::new(self.derive);
        let container = Container::from_input(&ctxt, &input);
        ctxt.finish();
        let Data::Struct(shape) = &container.data else { return false };
        let omissible = relation::omissible(&container.attrs.groups, shape.fields());
        let is_of_type =
            omissible.iter().any(|it| relation::presence(it.field) == Presence::OfType);
        is_of_type && !self.sample.ty.contains("Option") && !self.sample.ty.contains('[')
    }

    /// Returns `true` if a constant of the type says that it takes one block, which the option does not allow.
    fn is_one_block(&self) -> bool {
        let has_effect = ["for_each", "count", "inherits", "matrix"].contains(&self.option);
        let ty = self.sample.ty;
        has_effect && !["Vec", "Map", "["].iter().any(|several| ty.contains(several))
    }

    /// Returns the options of the field as they are written.
    fn options(&self) -> String {
        let ty = self.sample.ty;
        let inner = ty.strip_prefix("Option<").and_then(|ty| ty.strip_suffix('>')).unwrap_or(ty);
        let leaf = if ty.contains("u8") {
            "5"
        } else if ty.contains("bool") {
            "true"
        } else if ty.contains("Level") {
            "\"five\""
        } else {
            "\"5\""
        };
        let text = format!("\"{}\"", leaf.trim_matches('"'));
        let option = self.option.replace("<T>", &format!("<{inner}>"));
        let option = option.replace("EXPR", self.sample.expr).replace("LEAF", leaf);
        let option = option.replace("TEXT", &text);
        // The kind of most attributes of objects is not written.
        let kind = self.kind.symbol().name();
        let is_plain = self.derive == Derive::Value && self.kind == FieldKind::Attr;
        let options = [kind, &option].into_iter().skip(usize::from(is_plain));
        options.filter(|option| !option.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the field.
    fn field(&self) -> String {
        let (options, ty) = (self.options(), self.sample.ty);
        if options.is_empty() {
            format!("field: {ty}")
        } else {
            format!("#[hcl({options})] field: {ty}")
        }
    }

    /// Returns a struct with the field.
    fn item(&self) -> String {
        format!("struct Item {{ {}, extra: Option<u8> }}", self.field())
    }

    /// Runs the derive on the field in a struct.
    fn derive(&self) -> Result<(), Vec<String>> {
        derive(self.derive, &self.item())
    }

    /// Runs the derive on the field in a variant.
    fn derive_variant(&self) -> Result<(), Vec<String>> {
        let program = format!(
            "#[hcl(tag = \"shape\")] enum Item {{ Named {{ {}, extra: Option<u8> }} }}",
            self.field()
        );
        derive(self.derive, &program)
    }

    /// Returns the source of the field.
    fn source(&self) -> &'static str {
        let name = option_name(self.option);
        match (self.sample.ty, name) {
            // Only strings meet conditions on strings.
            ("Value", "length" | "non_empty" | "matches" | "one_of") => "\"5\"",
            _ => self.sample.source.unwrap_or_default(),
        }
    }

    /// Returns the decoded field, as `Debug` prints it.
    fn decoded(&self) -> &'static str {
        let name = option_name(self.option);
        match (self.sample.ty, name) {
            // The derive cannot see that the values of these types are strings or objects.
            ("Level", "range" | "unique") | ("Vec<Level>", "range") => INVALID_SPEC,
            ("Object" | "Option<Object>", "range" | "unique" | "matches" | "one_of") => {
                INVALID_SPEC
            }
            ("Vec<Object>", "range" | "matches" | "one_of") => INVALID_SPEC,
            ("Object", "default") if self.option == "default = TEXT" => INVALID_SPEC,
            // The blocks contain no blocks.
            (ty, "labels_as_blocks") if self.kind == FieldKind::Block && !ty.contains("Step") => {
                INVALID_SPEC
            }
            // They create the content of the outer `Option`.
            ("Option<Option<u8>>", "with" | "serde") => "None",
            _ => self.sample.decoded,
        }
    }

    /// Returns a line of a program that decodes a sample.
    fn line(&self) -> String {
        let (mut field, ty) = (self.field(), self.sample.ty);
        // A field with a function to read it needs one to write it.
        if let (Some((start, end)), Derive::Decode) = (field.split_once(")] "), self.derive)
            && let Some((_, generics)) = start.split_once(", with = same")
        {
            field = format!("{start}, encode_with = copy{generics})] {end}");
        }
        let option = self.option.replace("<T>", "");
        let name: Vec<_> = format!("{option} {}", ty.replace('[', "slice "))
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let name = name.join("_");
        let mut line = format!("of_{name} {{ {field} }}");
        let is_renamed = self.option.contains("\"other\"");
        let name = if is_renamed { "other" } else { "field" };
        let extra = if self.option.starts_with("requires") { "extra = 1\n" } else { "" };
        let source = self.source();
        let (labels, body) = match self.kind {
            FieldKind::Label | FieldKind::Labels | FieldKind::Key => {
                (format!(" {source}"), String::new())
            }
            FieldKind::Attr | FieldKind::Expr | FieldKind::ExprClosure => {
                (String::new(), format!("{name} = {source}\n"))
            }
            FieldKind::Block | FieldKind::Attrs => (String::new(), format!("{name}{source}\n")),
            FieldKind::Flatten if option_name(self.option) == "prefix" => {
                (String::new(), format!("db_{source}\n"))
            }
            FieldKind::Blocks | FieldKind::Flatten | FieldKind::Remain => {
                (String::new(), format!("{source}\n"))
            }
            FieldKind::Range | FieldKind::Skip => (String::new(), String::new()),
        };
        let decoded = self.decoded();
        let (text, empty) = match self.derive {
            Derive::Value => (body, ""),
            Derive::Decode | Derive::Encode => {
                (format!("item{labels} {{\n{extra}{body}}}\n"), "item {\n}\n")
            }
        };
        let _ = write!(line, " {text:?} => {decoded:?}");
        let unset = match self.option {
            "default = EXPR" | "default = TEXT" => Some(decoded),
            "default" | "optional" => Some(self.sample.zero),
            _ => None,
        };
        if let Some(unset) = unset {
            let _ = write!(line, ", {empty:?} => {unset:?}");
        }
        line + ";"
    }
}

/// Returns the name of an option.
fn option_name(option: &str) -> &str {
    option.split([' ', '(']).next().unwrap_or_default()
}

/// Returns `true` if a derive reads an option in a position.
fn is_option_of(option: &str, derive: Derive, position: Position) -> bool {
    let name = option_name(option);
    Symbol::known(derive, position).any(|symbol| symbol.name() == name)
}

/// Runs a derive. Returns its errors.
fn derive(derive: Derive, program: &str) -> Result<(), Vec<String>> {
    code(derive, program).map(drop)
}

/// Runs a derive. Returns its code, or its errors.
fn code(derive: Derive, program: &str) -> Result<String, Vec<String>> {
    let input: DeriveInput = syn::parse_str(program).unwrap();
    let ctxt = Ctxt::new(derive);
    let container = Container::from_input(&ctxt, &input);
    match derive {
        Derive::Value => check::check_value(&ctxt, &container),
        Derive::Decode | Derive::Encode => check::check_decode(&ctxt, &container),
    }
    if derive == Derive::Encode && ctxt.count() == 0 {
        check::check_encode(&ctxt, &container);
    }
    let errors = ctxt.finish();
    if !errors.is_empty() {
        return Err(errors.iter().map(ToString::to_string).collect());
    }
    let code = match derive {
        Derive::Decode => expand::impl_decode(&container),
        Derive::Encode => expand::impl_encode(&container),
        Derive::Value => expand::impl_value(&container),
    };
    let printed = code.to_string();
    syn::parse2::<syn::File>(code).unwrap();
    Ok(printed)
}

/// Returns the name of the files for a kind of field.
fn name_of(derive: Derive, kind: FieldKind) -> String {
    let kind = kind.symbol().name();
    match derive {
        Derive::Value => format!("value_{kind}"),
        Derive::Decode | Derive::Encode => kind.to_owned(),
    }
}

/// Returns a file of the tests.
fn file(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests").join(path)
}

/// Checks that a file of the tests has a text. `HCLDYN_UPDATE=1` writes it instead.
fn assert_written(path: &str, text: &str) {
    let path = file(path);
    if env::var_os("HCLDYN_UPDATE").is_some() {
        fs::write(&path, text).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let path = path.display();
    assert!(known == text, "{path} is not up to date; run this test with HCLDYN_UPDATE=1");
}

/// Returns the combinations of a kind that the compiler rejects, with single spaces.
fn rejected_by_compiler(name: &str) -> String {
    let path = format!("derive-ui/rejected/combinations/{name}.rs");
    let text = fs::read_to_string(file(&path)).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lists the outcomes of one kind: each with its options and types.
fn outcomes(derive: Derive, kind: FieldKind, lines: &mut String) -> String {
    let name = name_of(derive, kind);
    let rejected = rejected_by_compiler(&name);
    let mut snapshot = format!("# {name}\n");
    let mut found: BTreeMap<usize, Vec<(String, Vec<&str>)>> = BTreeMap::new();
    for each in Combination::of(derive, kind) {
        let written = each.field() + ",";
        let outcome = match each.derive() {
            Ok(()) if rejected.contains(&written) => "rejected by the compiler".to_owned(),
            Ok(()) if each.is_always_set() || each.is_one_block() => {
                "rejected by a constant of the type".to_owned()
            }
            Ok(()) => {
                assert!(each.sample.source.is_some(), "{written} is accepted");
                let _ = writeln!(lines, "    {}", each.line());
                match each.decoded() {
                    INVALID_SPEC => "rejected by `Spec::check`".to_owned(),
                    _ => "decodes".to_owned(),
                }
            }
            Err(errors) => {
                assert!(!rejected.contains(&written), "the derive rejects {written}");
                assert_eq!(errors.len(), 1, "{written}: {errors:#?}");
                errors[0].clone()
            }
        };
        let option = OPTIONS.iter().position(|option| *option == each.option);
        let outcomes = found.entry(option.map_or(0, |index| index + 1)).or_default();
        match outcomes.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, types)) => types.push(each.sample.ty),
            None => outcomes.push((outcome, vec![each.sample.ty])),
        }
    }
    for (option, outcomes) in found {
        let _ = match option.checked_sub(1) {
            None => writeln!(snapshot, "\nwithout options"),
            Some(option) => writeln!(snapshot, "\n{}", OPTIONS[option]),
        };
        let is_only = outcomes.len() == 1 && option > 0;
        for (outcome, types) in &outcomes {
            let types = if is_only { "all types" } else { &types.join(", ") };
            let _ = writeln!(snapshot, "  {types}: {outcome}");
        }
    }
    snapshot + "\n"
}

#[test]
fn every_combination_has_an_outcome() {
    let mut snapshot = String::new();
    for (derive, kind) in KINDS {
        let mut lines = String::new();
        snapshot += &outcomes(derive, kind, &mut lines);
        let (name, kind) = (name_of(derive, kind), kind.symbol());
        let (of_what, decoded) = match derive {
            Derive::Value => ("objects", "(HclValue), decoded_object"),
            Derive::Decode | Derive::Encode => ("blocks", "(HclDecode, HclEncode), decoded"),
        };
        let text = format!(
            "//! Fields of {of_what} of the kind {kind}, written by `hcldyn-derive/src/combinations`.\n\ncombinations! {{\n    {decoded};\n\n{lines}}}\n"
        );
        assert_written(&format!("tests/suite/derive/combinations/of_{name}.rs"), &text);
    }
    insta::assert_snapshot!("outcomes", snapshot);
}

#[test]
fn every_option_is_combined() {
    for derive in [Derive::Decode, Derive::Value] {
        let is_kind = |symbol: &Symbol| KINDS.iter().any(|(_, kind)| kind.symbol() == *symbol);
        // Documents and reloads alone read these, as documents read `hide`.
        let others = [Symbol::Example, Symbol::Restart, Symbol::Since, Symbol::Title];
        let is_tested = |symbol: &Symbol| !is_kind(symbol) && !others.contains(symbol);
        for symbol in Symbol::known(derive, Position::Field).filter(is_tested) {
            let name = symbol.name();
            let is_combined = |option: &&str| option_name(option) == name;
            assert!(OPTIONS.iter().any(is_combined), "{symbol} is not combined");
        }
    }
}

/// An option that the kind does not allow is rejected with a message that names both.
#[test]
fn errors_name_the_option_and_the_kind() {
    for (derive, kind) in KINDS {
        for each in Combination::of(derive, kind) {
            let Err(errors) = each.derive() else { continue };
            let name = option_name(each.option);
            let named = format!("`{name}` is only allowed with");
            if let Some(error) = errors.iter().find(|error| error.starts_with(&named)) {
                let kind = format!("but this field is {}", kind.symbol());
                assert!(error.ends_with(&kind), "{error}");
            }
        }
    }
}

/// A field of a variant has the options of a field of a struct.
#[test]
fn variants_have_the_options_of_structs() {
    for (derive, kind) in KINDS {
        for each in Combination::of(derive, kind) {
            let (of_struct, of_variant) = (each.derive(), each.derive_variant());
            match (&of_struct, &of_variant) {
                (Ok(()), Err(errors)) if kind == FieldKind::Labels => {
                    assert!(errors[0].starts_with("`labels` is not allowed with `tag`"));
                }
                _ if kind == FieldKind::Labels => {}
                _ => assert_eq!(of_struct, of_variant, "{}", each.field()),
            }
        }
    }
}

#[test]
fn a_field_has_one_kind() {
    for (derive, first) in KINDS {
        for (_, second) in
            KINDS.into_iter().filter(|second| second.0 == derive && second.1 != first)
        {
            let (first, second) = (first.symbol(), second.symbol());
            let is_allowed = |symbol: Symbol| is_option_of(symbol.name(), derive, Position::Field);
            if !is_allowed(first) || !is_allowed(second) {
                continue;
            }
            let program =
                format!("struct Item {{ #[hcl({}, {})] field: u8 }}", first.name(), second.name());
            let input: DeriveInput = syn::parse_str(&program).unwrap();
            let ctxt = Ctxt::new(derive);
            let container = Container::from_input(&ctxt, &input);
            let errors = ctxt.finish();
            assert!(container.fields().all(|field| field.is_broken.get()), "{program}");
            let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
            assert_eq!(errors, [format!("a field cannot be both {first} and {second}")]);
        }
    }
}
