#![doc = include_str!("docs/intro.md")]
#![doc = include_str!("docs/library.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arguments;
mod charset;
mod collection;
mod combining;
#[cfg(feature = "gzip")]
mod compression;
mod conversion;
mod csv;
#[cfg(feature = "time")]
mod date;
#[cfg(feature = "effects")]
pub mod effects;
mod encoding;
mod format;
#[cfg(feature = "crypto")]
mod hash;
mod json;
mod limits;
mod mapping;
#[cfg(feature = "net")]
mod network;
mod numeric;
mod path;
#[cfg(feature = "regex")]
mod pattern;
#[cfg(feature = "regex")]
mod regex;
mod sequence;
mod set;
mod string;
#[cfg(test)]
mod testing;
#[cfg(feature = "crypto")]
mod uuid;
#[cfg(feature = "yaml")]
mod yaml;

use std::sync::LazyLock;

use hcldyn_cty::{Function, Str};

/// A function and the name it is called by.
type Named = (&'static str, Function);

/// Returns all functions with their names, sorted by name.
///
/// ```
/// use hcldyn::functions;
///
/// let (_, upper) = functions::all().find(|(name, _)| *name == "upper").unwrap();
/// assert_eq!(upper.call(vec!["a".into()]), Ok("A".into()));
/// ```
#[doc(alias = "stdlib")]
pub fn all() -> impl Iterator<Item = (&'static str, Function)> {
    ALL.iter().cloned()
}

/// Returns each function under its name and under that name in Terraform's namespace `core`: `upper` and
/// `core::upper`. Names that already have a namespace are unchanged.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, functions, parse_expression};
///
/// let ctx = EvalContext::new().with_functions(functions::with_core_names(functions::all()));
/// let mut diags = Diagnostics::new();
/// let text = r#"core::upper("a") == upper("a")"#;
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from(true));
/// ```
pub fn with_core_names<N: Into<Str>>(
    functions: impl IntoIterator<Item = (N, Function)>,
) -> impl Iterator<Item = (Str, Function)> {
    functions.into_iter().flat_map(|(name, function)| {
        let name = name.into();
        let core = (!name.contains("::")).then(|| format!("core::{name}").into());
        let core = core.map(|core: Str| (core, function.clone()));
        std::iter::once((name, function)).chain(core)
    })
}

static ALL: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let topics = [
        charset::functions(),
        collection::functions(),
        combining::functions(),
        #[cfg(feature = "gzip")]
        compression::functions(),
        conversion::functions(),
        csv::functions(),
        #[cfg(feature = "time")]
        date::functions(),
        encoding::functions(),
        format::functions(),
        #[cfg(feature = "crypto")]
        hash::functions(),
        mapping::functions(),
        #[cfg(feature = "net")]
        network::functions(),
        numeric::functions(),
        path::functions(),
        #[cfg(feature = "regex")]
        regex::functions(),
        sequence::functions(),
        set::functions(),
        string::functions(),
        #[cfg(feature = "crypto")]
        uuid::functions(),
        #[cfg(feature = "yaml")]
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
    fn core_names_are_added_once() {
        let function = |name: &'static str| (name, all().next().unwrap().1);
        let names = |functions: Vec<(&'static str, Function)>| {
            with_core_names(functions).map(|(name, _)| name.to_string()).collect::<Vec<_>>()
        };
        let functions = vec![function("a"), function("provider::aws::b"), function("core::c")];
        assert_eq!(names(functions), ["a", "core::a", "provider::aws::b", "core::c"]);
        assert_eq!(with_core_names(all()).count(), 2 * all().count());
    }

    #[test]
    fn every_function_has_a_description() {
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
