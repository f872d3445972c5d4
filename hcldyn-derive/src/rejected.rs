//! The errors of the derives for the programs of `tests/derive-ui`, which they must reject.
//!
//! The recorded output of the compiler contains its own errors, which change between its versions. The errors of the derives
//! do not depend on the compiler, so that this test compares them with every version.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, DeriveInput, Item, Stmt, Token};

/// Returns the programs, in the order of their names.
fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/derive-ui/rejected");
    let paths = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut programs: Vec<_> = paths(&folder).iter().flat_map(|folder| paths(folder)).collect();
    programs.retain(|path| path.extension().is_some_and(|it| it == "rs"));
    programs.sort();
    programs
}

/// Returns the errors that the derives report in some items, in the order of the items.
fn errors(items: &[Item]) -> Vec<String> {
    items.iter().flat_map(errors_in).collect()
}

fn errors_in(item: &Item) -> Vec<String> {
    match item {
        Item::Struct(item) => of_derives(&item.attrs, item.to_token_stream()),
        Item::Enum(item) => of_derives(&item.attrs, item.to_token_stream()),
        Item::Union(item) => of_derives(&item.attrs, item.to_token_stream()),
        Item::Mod(module) => module.content.iter().flat_map(|(_, items)| errors(items)).collect(),
        Item::Fn(function) => {
            let items = function.block.stmts.iter().filter_map(|statement| match statement {
                Stmt::Item(item) => Some(item),
                _ => None,
            });
            items.flat_map(errors_in).collect()
        }
        _ => Vec::new(),
    }
}

fn of_derives(attrs: &[Attribute], item: TokenStream) -> Vec<String> {
    let input: DeriveInput = syn::parse2(item).unwrap();
    let derives = attrs.iter().filter(|attr| attr.path().is_ident("derive")).flat_map(|attr| {
        attr.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated).unwrap()
    });
    let errors = derives.flat_map(|derive| {
        let name = derive.segments.last().unwrap().ident.to_string();
        let ((errors, code), implemented) = match name.as_str() {
            "HclDecode" => (crate::decode(&input), "HclDecode"),
            "HclEncode" => (crate::encode(&input), "HclEncode"),
            "HclValue" => (crate::value(&input), "FromValue"),
            _ => return Vec::new(),
        };
        // Code that uses a rejected type has no further errors.
        let is_implemented = code.to_string().contains(&format!("{implemented} for"));
        assert!(is_implemented, "{} without {implemented}", input.ident);
        syn::parse2::<syn::File>(code).unwrap();
        errors
    });
    // Outside a compiler, tokens are printed with more spaces.
    errors.flat_map(syn::Error::into_iter).map(|it| it.to_string().replace(" ,", ",")).collect()
}

/// Returns the errors without a code in the output of the compiler, which are those of the derives.
fn shown(output: &str) -> Vec<String> {
    let messages = output.split("\nerror: ").skip(1);
    let lines = |message: &str| -> Vec<String> {
        let lines = message.lines().take_while(|line| !line.trim_start().starts_with("--> "));
        lines.map(|line| line.trim().to_owned()).collect()
    };
    messages.map(|message| lines(message).join("\n")).collect()
}

#[test]
fn the_derives_report_the_recorded_errors() {
    for path in programs() {
        let program = syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap();
        let output = fs::read_to_string(path.with_extension("stderr")).unwrap();
        let (mut found, mut expected) = (errors(&program.items), shown(&format!("\n{output}")));
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{}", path.display());
    }
}
