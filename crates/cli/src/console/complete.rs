//! Completions of a name that is being typed.

use std::collections::BTreeSet;

use hcldyn::cty::{Kind, Type, Value};
use hcldyn::syntax::{Source, to_hcl};
use hcldyn::{Diagnostics, EvalContext, parse_expression};
use hcldyn_syntax::lexer::{is_name, is_name_part};

/// The candidates for the text from an offset to the cursor, sorted by name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Completion {
    pub(super) start: usize,
    pub(super) candidates: Vec<String>,
}

/// Completes the text before the cursor: the name of a variable or function, of an attribute after a dot, or a key
/// in brackets and quotes.
pub(super) fn complete(ctx: &EvalContext, before: &str) -> Completion {
    if let Some((start, of)) = quoted_key(before) {
        let quoted = |name: &String| to_hcl(&name.as_str().into()) + "]";
        let keys = names_in(ctx, of).iter().map(quoted).collect();
        return Completion::of(before, start, keys);
    }
    let path = path_before(before);
    match path.rfind('.') {
        None => Completion::of(before, before.len() - path.len(), roots(ctx)),
        Some(dot) => {
            let mut names = names_in(ctx, &path[..dot]);
            names.retain(|name| is_name(name));
            Completion::of(before, before.len() - path.len() + dot + 1, names)
        }
    }
}

impl Completion {
    /// Returns the candidates that begin with the typed text.
    fn of(before: &str, start: usize, names: BTreeSet<String>) -> Self {
        let typed = &before[start..];
        let candidates = names.into_iter().filter(|name| name.starts_with(typed)).collect();
        Self { start, candidates }
    }
}

/// Returns all variables, and all functions with an opening parenthesis.
fn roots(ctx: &EvalContext) -> BTreeSet<String> {
    let functions = ctx.function_names().map(|name| format!("{name}("));
    ctx.variable_names().map(str::to_owned).chain(functions).collect()
}

/// Returns the names of the parts of the value of a path. Those of a marked value may be secret, so they are left
/// out.
fn names_in(ctx: &EvalContext, path: &str) -> BTreeSet<String> {
    let Some(value) = value_of(ctx, path).filter(|value| !value.is_marked()) else {
        return BTreeSet::new();
    };
    match (value.kind(), value.ty()) {
        (Kind::Map(map), _) => map.iter().map(|(key, _)| key.to_string()).collect(),
        (_, Type::Object(object)) => object.iter().map(|(name, _)| name.to_string()).collect(),
        _ => BTreeSet::new(),
    }
}

/// Returns the value of a path: a variable and literal steps, which take no time to evaluate.
fn value_of(ctx: &EvalContext, path: &str) -> Option<Value> {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("<path>", path), &mut diags)?;
    expr.as_traversal()?;
    let value = expr.value(ctx, &mut diags);
    (!diags.has_errors()).then_some(value)
}

/// Returns the offset of the quote of an unfinished key, and the path before its bracket.
fn quoted_key(before: &str) -> Option<(usize, &str)> {
    let quote = before.rfind('"')?;
    let path = path_before(before[..quote].strip_suffix('[')?);
    (!path.is_empty()).then_some((quote, path))
}

/// Returns the longest path at the end of a text: names, dots, and brackets with a literal in them.
fn path_before(text: &str) -> &str {
    let mut start = text.len();
    while let Some(c) = text[..start].chars().next_back() {
        start = match c {
            ']' => match text[..start].rfind('[') {
                Some(bracket) => bracket,
                None => break,
            },
            '.' => start - 1,
            _ if is_name_part(c) => start - c.len_utf8(),
            _ => break,
        };
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use hcldyn::cty::Mark;
    use hcldyn::functions;

    use super::*;

    /// Returns the text with each candidate.
    fn completed(before: &str) -> Vec<String> {
        let tags = [("team", "a"), ("two words", "b"), ("say \"hi\"", "c")];
        let tags = tags.map(|(key, value)| (key.into(), value.into()));
        let disk = Value::object([("size", 1.into()), ("mount", "/".into())]);
        let var = Value::object([
            ("name", "x".into()),
            ("names", Value::tuple(vec!["x".into()])),
            ("disks", Value::tuple(vec![disk.clone()])),
            ("tags", Value::map(Type::String, tags.to_vec())),
            ("later", Value::unknown(disk.ty())),
            ("secret", disk.mark(Mark::sensitive())),
        ]);
        let ctx = EvalContext::new()
            .with_functions(functions::all().filter(|(name, _)| name.starts_with("to")))
            .with_variable("var", 1)
            .child()
            .with_variable("var", var)
            .with_variable("vault", 1)
            .with_variable("total", 1);
        let completion = complete(&ctx, before);
        let kept = &before[..completion.start];
        completion.candidates.iter().map(|candidate| kept.to_owned() + candidate).collect()
    }

    #[test]
    fn variables_and_functions() {
        assert_eq!(completed("va"), ["var", "vault"]);
        assert_eq!(
            completed("1 + to"),
            [
                "1 + tobool(",
                "1 + tolist(",
                "1 + tomap(",
                "1 + tonumber(",
                "1 + toset(",
                "1 + tostring(",
                "1 + total",
            ]
        );
        assert_eq!(completed("tol"), ["tolist("]);
        assert_eq!(completed("tolist(va"), ["tolist(var", "tolist(vault"]);
        assert_eq!(completed("é + v"), ["é + var", "é + vault"]);
        assert_eq!(completed("nope"), [""; 0]);
    }

    #[test]
    fn attributes_of_objects_known_or_not() {
        assert_eq!(completed("var.na"), ["var.name", "var.names"]);
        assert_eq!(completed("[var.la"), ["[var.later"]);
        assert_eq!(completed("var.later."), ["var.later.mount", "var.later.size"]);
        assert_eq!(completed("\"${var.disks[0].s"), ["\"${var.disks[0].size"]);
        assert_eq!(completed("var[\"disks\"][0].m"), ["var[\"disks\"][0].mount"]);
    }

    #[test]
    fn keys_of_maps() {
        assert_eq!(completed("var.tags."), ["var.tags.team"]);
        assert_eq!(completed("var.tags[\"t"), ["var.tags[\"team\"]", "var.tags[\"two words\"]"]);
        assert_eq!(completed("var.tags[\"s"), [r#"var.tags["say \"hi\""]"#]);
    }

    #[test]
    fn words_without_completions() {
        for before in ["var.name.", "var.nope.", "1.", ".", "f().", "].", "var.secret."] {
            assert_eq!(completed(before), [""; 0], "{before:?}");
        }
    }
}
