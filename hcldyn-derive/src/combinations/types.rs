//! Every option of a type with every shape of type.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::shapes::{SELECTED, Shape, TYPE_OPTIONS, shapes};
use super::{assert_written, derive, is_option_of, option_name, rejected_by_compiler};
use crate::symbol::{Derive, Position, Symbol};

/// An option of a type with a shape.
pub(super) struct Combination {
    pub(super) derive: Derive,
    shape: &'static Shape,
    /// The option, or an empty string.
    pub(super) option: &'static str,
}

/// Every derive with the name of its files.
const DERIVES: [(Derive, &str); 2] = [(Derive::Decode, "types"), (Derive::Value, "value_types")];

impl Combination {
    /// Returns all combinations of a derive.
    pub(super) fn of(derive: Derive) -> impl Iterator<Item = Self> {
        shapes(derive).iter().flat_map(move |shape| {
            let options = TYPE_OPTIONS.into_iter();
            let options =
                options.filter(move |option| is_option_of(option, derive, Position::Type));
            std::iter::once("").chain(options).map(move |option| Self { derive, shape, option })
        })
    }

    /// Returns the type with its options, to which an inverse is added.
    pub(super) fn item(&self, inverse: &str) -> String {
        let is_generic = self.shape.is_generic();
        let bound = if is_generic {
            "T: hcldyn::cty::FromValue + hcldyn::cty::ToValue"
        } else {
            "u8: Copy"
        };
        let valid = if self.derive == Derive::Value { "valid" } else { "valid_body" };
        let option = self.option.replace("BOUND", bound).replace("VALID", valid) + inverse;
        let options = [self.shape.own, &option].into_iter().filter(|option| !option.is_empty());
        let options: Vec<_> = options.collect();
        let item = self.shape.item;
        match &*options {
            [] => item.to_owned(),
            options => format!("#[hcl({})] {item}", options.join(", ")),
        }
    }

    /// Runs the derive. Returns the error in the option, or that of a shape that is always rejected.
    fn derive(&self) -> Result<(), String> {
        let Err(errors) = derive(self.derive, &self.item("")) else { return Ok(()) };
        let plain = derive(self.derive, &Self { option: "", ..*self }.item(""));
        let of_shape = plain.err().unwrap_or_default();
        let of_option: Vec<_> =
            errors.iter().filter(|error| !of_shape.contains(error)).cloned().collect();
        let errors = if of_option.is_empty() { of_shape } else { of_option };
        assert_eq!(errors.len(), 1, "{}: {errors:#?}", self.item(""));
        Err(errors[0].clone())
    }

    /// Returns the source and the decoded value.
    fn sample(&self) -> (String, String) {
        let &Shape { name, mut source, mut decoded, .. } = self.shape;
        let of_selector =
            SELECTED.iter().find(|(shape, option, ..)| (*shape, *option) == (name, self.option));
        if let Some((.., selected, value)) = of_selector {
            (source, decoded) = (selected, value);
        }
        let is_body = self.shape.item.contains("server: Vec");
        let (more, added) = match self.option {
            "unknown = \"ignore\"" | "unknown = \"warn\"" => ("more = 1\n", None),
            "dynamic" if is_body => (
                "dynamic \"server\" {\nfor_each = [6]\ncontent {\nx = server.value\n}\n}\n",
                Some(("server: []", "server: [Server { x: 6 }]")),
            ),
            "or_attr" if is_body => {
                ("server = { x = 6 }\n", Some(("server: []", "server: [Server { x: 6 }]")))
            }
            option if option.starts_with("requires_if") => {
                ("big_name = 6\n", Some(("big_name: None", "big_name: Some(6)")))
            }
            _ => ("", None),
        };
        let mut source = source.replace("MORE", more);
        let mut decoded = added.map_or(decoded.to_owned(), |(from, to)| decoded.replace(from, to));
        match self.option {
            "rename_all = \"camelCase\"" if self.shape.is_struct() => {
                source = source.replace("big_name", "bigName");
            }
            "rename_all = \"camelCase\"" => source = source.replace("big_run", "bigRun"),
            "rename_all_fields = \"camelCase\"" => source = source.replace("big_name", "bigName"),
            "ignore_case" => source = source.replace("big_run", "BIG_Run"),
            "default" => {
                source = source.replace("x = 5\n", "");
                decoded = decoded.replace("x: 5", "x: 0").replace("x: Some(5)", "x: None");
            }
            "from = \"u8\"" | "try_from = \"u8\"" => {
                source = "5".to_owned();
                decoded = self
                    .shape
                    .made
                    .replace("Item::", "")
                    .replace("(x", "(5")
                    .replace(", x)", ", 5)");
                decoded = decoded.replace(": x", ": 5");
                decoded = decoded.replace("{ x,", "{ x: 5,").replace("Item {}", "Item");
            }
            _ => {}
        }
        assert!(!source.is_empty(), "{} is accepted", self.item(""));
        if self.derive == Derive::Value {
            source = format!("item = {source}\n");
        }
        (source, decoded)
    }

    /// Returns a line of a program that decodes a sample.
    fn line(&self) -> String {
        let inverse = if self.option.starts_with("with(") && self.derive == Derive::Decode {
            ", encode_with(u8 = copy::<u8>)"
        } else {
            ""
        };
        let item = self.item(inverse);
        let (source, decoded) = self.sample();
        let words = format!("{} {}", self.shape.name, self.option);
        let words =
            words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let name = words.map(str::to_lowercase).collect::<Vec<_>>().join("_");
        let argument = if self.shape.is_generic() { "<u8>" } else { "" };
        let has_default = self.shape.is_struct() && self.option != "derive_default";
        let default = if has_default { ", Default" } else { "" };
        let derives = match self.derive {
            Derive::Value => "HclValue",
            Derive::Decode | Derive::Encode => "HclDecode, HclEncode",
        };
        let keyword = if self.shape.is_struct() { "struct" } else { "enum" };
        let item = item.replacen(keyword, &format!("pub(super) {keyword}"), 1);
        let mut line = format!("of_{name} {{ #[derive(Debug{default}, {derives})] {item}");
        if self.option.contains("from = ") {
            let (generics, made) =
                if self.shape.is_generic() { ("<T>", "Item<T>") } else { ("", "Item") };
            let expr = self.shape.made.replacen("Item", "Self", 1);
            let number = if expr.contains('x') { "x" } else { "_" };
            let _ = write!(
                line,
                " impl{generics} From<u8> for {made} {{ fn from({number}: u8) -> Self {{ {expr} }} }}"
            );
        }
        let _ = write!(line, " }} ({argument}) {source:?} => {decoded:?};");
        line
    }
}

/// The outcomes of an option: each with its shapes.
type Outcomes = Vec<(String, Vec<&'static str>)>;

/// Lists the outcomes of a derive, and adds the lines of a program with the types that compile.
fn outcomes(derive: Derive, rejected: &str, lines: &mut String) -> String {
    let mut found: BTreeMap<usize, Outcomes> = BTreeMap::new();
    for each in Combination::of(derive) {
        let written = each.item("");
        let outcome = match each.derive() {
            Ok(()) if rejected.contains(&written) => "rejected by the compiler".to_owned(),
            // A type parameter hides that the field is always set.
            Ok(()) if each.option.starts_with("exactly_one_of") => {
                "rejected by `Spec::check`".to_owned()
            }
            Ok(()) => {
                let _ = writeln!(lines, "    {}", each.line());
                "decodes".to_owned()
            }
            Err(error) => error,
        };
        let option = TYPE_OPTIONS.iter().position(|option| *option == each.option);
        let outcomes = found.entry(option.map_or(0, |index| index + 1)).or_default();
        match outcomes.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, shapes)) => shapes.push(each.shape.name),
            None => outcomes.push((outcome, vec![each.shape.name])),
        }
    }
    let mut snapshot = format!("# {}\n", derive.name());
    for (option, outcomes) in found {
        let option = option.checked_sub(1).map_or("without options", |index| TYPE_OPTIONS[index]);
        let _ = writeln!(snapshot, "\n{option}");
        for (outcome, shapes) in outcomes {
            let _ = writeln!(snapshot, "  {}: {outcome}", shapes.join(", "));
        }
    }
    snapshot + "\n"
}

#[test]
fn every_option_of_a_type_has_an_outcome() {
    let mut snapshot = String::new();
    for (derive, name) in DERIVES {
        let mut lines = String::new();
        snapshot += &outcomes(derive, &rejected_by_compiler(name), &mut lines);
        let (of_what, decoded) = match derive {
            Derive::Value => ("values", "decoded_value"),
            Derive::Decode | Derive::Encode => ("blocks", "decoded"),
        };
        let text = format!(
            "//! Types of {of_what} with their options, written by `hcldyn-derive/src/combinations`.\n\nwhole_types! {{\n    {decoded};\n\n{lines}}}\n"
        );
        assert_written(&format!("tests/suite/derive/combinations/of_{name}.rs"), &text);
    }
    insta::assert_snapshot!("types", snapshot);
}

/// An error names the option, unless the shape is an error by itself.
#[test]
fn errors_name_the_option_of_a_type() {
    for (derive, _) in DERIVES {
        for each in Combination::of(derive) {
            let Err(error) = each.derive() else { continue };
            let of_shape = Combination { option: "", ..each }.derive();
            let name = format!("`{}", option_name(each.option));
            let is_named = error.contains(&name) || of_shape == Err(error.clone());
            assert!(is_named, "{}: {error}", each.item(""));
        }
    }
}

#[test]
fn every_option_of_a_type_is_combined() {
    for (derive, _) in DERIVES {
        // Documents alone read these.
        let others = [Symbol::Example, Symbol::Since, Symbol::Title];
        for symbol in Symbol::known(derive, Position::Type).filter(|it| !others.contains(it)) {
            let is_combined = |option: &&str| option_name(option) == symbol.name();
            assert!(TYPE_OPTIONS.iter().any(is_combined), "{symbol} is not combined");
        }
    }
}

/// A type that decodes can also be written, if its conversions have inverses.
#[test]
fn types_that_decode_are_written() {
    for each in Combination::of(Derive::Encode) {
        let decoded = Combination { derive: Derive::Decode, ..each }.derive();
        let expected = match decoded {
            Ok(()) if each.option.starts_with("with(") => {
                let error = "fields with `with` are written by the inverse function; add `encode_with(u8 = path::to::function)`";
                Err(error.to_owned())
            }
            decoded => decoded,
        };
        assert_eq!(each.derive(), expected, "{}", each.item(""));
    }
}

/// The code of an accepted type is not the one that accompanies errors, which panics.
#[test]
fn accepted_types_have_whole_implementations() {
    for (derive, _) in DERIVES {
        for each in Combination::of(derive) {
            let input = syn::parse_str(&each.item("")).unwrap();
            let (errors, code) = match derive {
                Derive::Value => crate::value(&input),
                Derive::Decode | Derive::Encode => crate::decode(&input),
            };
            let is_whole = !code.to_string().contains("unreachable");
            assert!(is_whole || !errors.is_empty(), "{}", each.item(""));
        }
    }
}
