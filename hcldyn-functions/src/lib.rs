//! The pure functions of Terraform's language.
//!
//! None of them is in scope by itself. A program offers them all, or those it picks:
//!
//! ```
//! use hcldyn::{EvalContext, functions};
//!
//! let ctx = EvalContext::new().with_functions(functions::all());
//! let few = EvalContext::new()
//!     .with_functions(functions::all().filter(|(name, _)| matches!(*name, "upper" | "lower")));
//! ```
//!
//! Names and behaviour are Terraform's. Functions that read files, clocks or the environment, or take random
//! bytes, are in [`effects`]; those that take expressions instead of values (`try`, `can`, `templatestring`,
//! `templatefile`) are in `hcldyn::ext`.
//!
//! `rsadecrypt` is absent: the RSA library for Rust leaks parts of the key by the time it takes (RUSTSEC-2023-0071).
//!
//! No argument can make a function panic, run for long or fill the memory: where a result can be much
//! larger than the arguments (`range`, `setproduct`, `indent`, the width in `format`), or far more work
//! (all matches of a pattern in a long text), there is a limit and an error that says so.
#![doc = include_str!("docs/library.md")]

mod arguments;
mod charset;
mod collection;
mod combining;
mod compression;
mod conversion;
mod csv;
mod date;
pub mod effects;
mod encoding;
mod format;
mod hash;
mod json;
mod limits;
mod mapping;
mod network;
mod numeric;
mod path;
mod pattern;
mod regex;
mod sequence;
mod set;
mod string;
#[cfg(test)]
mod testing;
mod uuid;
mod yaml;

use std::sync::LazyLock;

use hcldyn_cty::Function;

/// A function and the name it is called by.
type Named = (&'static str, Function);

/// All functions, in the order of their names.
///
/// ```
/// use hcldyn::functions;
///
/// let (_, upper) = functions::all().find(|(name, _)| *name == "upper").unwrap();
/// assert_eq!(upper.call(vec!["a".into()]), Ok("A".into()));
/// ```
pub fn all() -> impl Iterator<Item = (&'static str, Function)> {
    ALL.iter().cloned()
}

static ALL: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let topics = [
        charset::functions(),
        collection::functions(),
        combining::functions(),
        compression::functions(),
        conversion::functions(),
        csv::functions(),
        date::functions(),
        encoding::functions(),
        format::functions(),
        hash::functions(),
        mapping::functions(),
        network::functions(),
        numeric::functions(),
        path::functions(),
        regex::functions(),
        sequence::functions(),
        set::functions(),
        string::functions(),
        uuid::functions(),
        yaml::functions(),
    ];
    let mut all = topics.concat();
    all.sort_by_key(|(name, _)| *name);
    all
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_used_once() {
        let names: Vec<_> = all().map(|(name, _)| name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn every_function_says_what_it_does() {
        for (name, function) in all() {
            let description = function.description();
            assert!(description.ends_with('.'), "{name}: {description:?}");
        }
    }
    #[test]
    fn every_function_is_documented_with_an_example() {
        let library = include_str!("docs/library.md");
        let examples: Vec<_> = library.split("```").skip(1).step_by(2).collect();
        for (name, function) in all() {
            let row = format!("| `{name}({})` | {} |", params(&function), function.description());
            let follows = ["Terraform", "cty"].map(|model| format!("\n{row} {model} |\n"));
            assert!(follows.iter().any(|row| library.contains(row)), "no row {row}");
            let call = format!("{name}(");
            assert!(examples.iter().any(|lines| lines.contains(&call)), "no example of {name}");
        }
    }

    fn params(function: &Function) -> String {
        let variadic = function.variadic().map(|param| format!("{}...", param.name()));
        let params = function.params().iter().map(|param| param.name().to_owned());
        params.chain(variadic).collect::<Vec<_>>().join(", ")
    }
}
