//! Every option of a field with every kind of field and its types.
//!
//! A combination has one of three outcomes: the derive rejects it with one error that names the option and the kind, the
//! compiler rejects it (`tests/derive-ui/rejected/combinations`), or it compiles, decodes a sample and writes it again
//! (`tests/tests/suite/derive/combinations`). A snapshot shows the outcomes. `HCLDYN_UPDATE=1` rewrites the programs that
//! must compile.

mod samples;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use syn::DeriveInput;

use self::samples::{KINDS, OPTIONS, Sample, samples};
use crate::ast::Container;
use crate::attr::FieldKind;
use crate::ctxt::Ctxt;
use crate::symbol::{Derive, Position, Symbol};
use crate::{check, expand};

/// The outcome of a combination that only `Spec::check` rejects.
const INVALID_SPEC: &str = "invalid spec";

/// An option of a field with a kind and a type.
struct Combination {
    kind: FieldKind,
    /// The option, or an empty string.
    option: &'static str,
    sample: &'static Sample,
}

impl Combination {
    /// Returns all combinations of a kind.
    fn of(kind: FieldKind) -> impl Iterator<Item = Self> {
        let options = |sample: &Sample| {
            let count = if sample.source.is_some() { OPTIONS.len() } else { 0 };
            std::iter::once("").chain(OPTIONS.into_iter().take(count))
        };
        samples(kind).iter().flat_map(move |sample| {
            let is_tested = |option: &&str| sample.expr != "_" || !option.contains("EXPR");
            let options = options(sample).filter(is_tested);
            options.map(move |option| Self { kind, option, sample })
        })
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
        let kind = self.kind.symbol().name();
        if option.is_empty() { kind.to_owned() } else { format!("{kind}, {option}") }
    }

    /// Returns the struct.
    fn program(&self) -> String {
        let (options, ty) = (self.options(), self.sample.ty);
        format!("struct Item {{ #[hcl({options})] field: {ty}, extra: Option<u8> }}")
    }

    /// Runs the derive. Returns its errors, or the code.
    fn derive(&self) -> Result<String, Vec<String>> {
        let input: DeriveInput = syn::parse_str(&self.program()).unwrap();
        let ctxt = Ctxt::new(Derive::Decode);
        let container = Container::from_input(&ctxt, &input);
        check::check_decode(&ctxt, &container);
        let errors = ctxt.finish();
        if errors.is_empty() {
            let code = expand::impl_decode(&container);
            syn::parse2::<syn::File>(code.clone()).unwrap();
            return Ok(code.to_string());
        }
        Err(errors.iter().map(ToString::to_string).collect())
    }

    /// Returns the source of the field.
    fn source(&self) -> &'static str {
        let name = self.option.split(' ').next().unwrap_or_default();
        match (self.sample.ty, name) {
            // Only strings meet conditions on strings.
            ("Value", "length" | "non_empty" | "matches" | "one_of") => "\"5\"",
            _ => self.sample.source.unwrap_or_default(),
        }
    }

    /// Returns the decoded field, as `Debug` prints it.
    fn decoded(&self) -> &'static str {
        let name = self.option.split(' ').next().unwrap_or_default();
        match (self.sample.ty, name) {
            // The derive cannot see that the values of this type are strings.
            ("Level", "range" | "unique") | ("Vec<Level>", "range") => INVALID_SPEC,
            // They create the content of the outer `Option`.
            ("Option<Option<u8>>", "with" | "serde") => "None",
            _ => self.sample.decoded,
        }
    }

    /// Returns a line of a program that decodes a sample.
    fn line(&self) -> String {
        let (mut options, ty) = (self.options(), self.sample.ty);
        // A field with a function to read it needs one to write it.
        if let Some((_, generics)) = options.split_once(", with = same") {
            options = format!("{options}, encode_with = copy{generics}");
        }
        let option = self.option.replace("<T>", "");
        let name: Vec<_> = format!("{option} {}", ty.replace('[', "slice "))
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let name = name.join("_");
        let mut line = format!("of_{name} {{ #[hcl({options})] field: {ty} }}");
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
            FieldKind::Blocks | FieldKind::Flatten | FieldKind::Remain => {
                (String::new(), format!("{source}\n"))
            }
            FieldKind::Range | FieldKind::Skip => (String::new(), String::new()),
        };
        let decoded = self.decoded();
        let text = format!("item{labels} {{\n{extra}{body}}}\n");
        let _ = write!(line, " {text:?} => {decoded:?}");
        let unset = match self.option {
            "default = EXPR" | "default = TEXT" => Some(decoded),
            "default" | "optional" => Some(self.sample.zero),
            _ => None,
        };
        if let Some(unset) = unset {
            let _ = write!(line, ", \"item {{\\n}}\\n\" => {unset:?}");
        }
        line + ";"
    }
}

/// Returns a file of the tests.
fn file(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests").join(path)
}

/// Returns the combinations of a kind that the compiler rejects, with single spaces.
fn rejected_by_compiler(kind: FieldKind) -> String {
    let path = format!("derive-ui/rejected/combinations/{}.rs", kind.symbol().name());
    let text = fs::read_to_string(file(&path)).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lists the outcomes of one kind: each with its options and types.
fn outcomes(kind: FieldKind, lines: &mut String) -> String {
    let rejected = rejected_by_compiler(kind);
    let mut snapshot = format!("# {}\n", kind.symbol().name());
    let mut found: BTreeMap<usize, Vec<(String, Vec<&str>)>> = BTreeMap::new();
    for each in Combination::of(kind) {
        let written = format!("#[hcl({})] field: {},", each.options(), each.sample.ty);
        let outcome = match each.derive() {
            Ok(_) if rejected.contains(&written) => "rejected by the compiler".to_owned(),
            Ok(_) => {
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
    let is_update = env::var_os("HCLDYN_UPDATE").is_some();
    let mut snapshot = String::new();
    for kind in KINDS {
        let mut lines = String::new();
        snapshot += &outcomes(kind, &mut lines);
        let name = kind.symbol().name();
        let text = format!(
            "//! Fields of the kind `{name}`, written by `hcldyn-derive/src/combinations`.\n\ncombinations! {{\n{lines}}}\n"
        );
        let path = file(&format!("tests/suite/derive/combinations/of_{name}.rs"));
        if is_update {
            fs::write(&path, &text).unwrap();
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        let path = path.display();
        assert!(known == text, "{path} is not up to date; run this test with HCLDYN_UPDATE=1");
    }
    insta::assert_snapshot!("outcomes", snapshot);
}

#[test]
fn every_option_is_combined() {
    let is_kind = |symbol: &Symbol| KINDS.iter().any(|kind| kind.symbol() == *symbol);
    for symbol in Symbol::known(Derive::Decode, Position::Field).filter(|it| !is_kind(it)) {
        let name = symbol.name();
        let is_combined = |option: &&str| option.split(' ').next() == Some(name);
        assert!(OPTIONS.iter().any(is_combined), "{symbol} is not combined");
    }
}

/// An option that the kind does not allow is rejected with a message that names both.
#[test]
fn errors_name_the_option_and_the_kind() {
    for kind in KINDS {
        for each in Combination::of(kind) {
            let Err(errors) = each.derive() else { continue };
            let name = each.option.split(' ').next().unwrap_or_default();
            let named = format!("`{name}` is only allowed with");
            if let Some(error) = errors.iter().find(|error| error.starts_with(&named)) {
                let kind = format!("but this field is {}", kind.symbol());
                assert!(error.ends_with(&kind), "{error}");
            }
        }
    }
}

#[test]
fn a_field_has_one_kind() {
    for first in KINDS {
        for second in KINDS.into_iter().filter(|second| *second != first) {
            let (first, second) = (first.symbol(), second.symbol());
            let program =
                format!("struct Item {{ #[hcl({}, {})] field: u8 }}", first.name(), second.name());
            let input: DeriveInput = syn::parse_str(&program).unwrap();
            let ctxt = Ctxt::new(Derive::Decode);
            let container = Container::from_input(&ctxt, &input);
            let errors = ctxt.finish();
            assert!(container.fields().all(|field| field.is_broken.get()), "{program}");
            let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
            assert_eq!(errors, [format!("a field cannot be both {first} and {second}")]);
        }
    }
}
