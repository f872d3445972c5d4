//! Matches over the kinds of specs. None has a wildcard, so that the compiler lists what a new kind changes.

use syn::visit::{self, Visit};
use syn::{ExprMatch, File, ItemImpl, Pat, Path, Type};

use crate::support::sources::{parse, production_files};

const KINDS: [&str; 11] = [
    "Object", "Tuple", "Attr", "Literal", "Expr", "Default", "Blocks", "Label", "OneOf", "Rest",
    "Wrapped",
];

/// Finds the matches over specs in a file.
#[derive(Default)]
struct Finder {
    /// `true` inside `impl Spec`, where `Self` is a spec.
    is_in_spec: bool,
    matches: usize,
    /// The number of matches with a wildcard.
    wildcards: usize,
}

impl Finder {
    fn of(file: &File) -> Self {
        let mut finder = Self::default();
        finder.visit_file(file);
        finder
    }

    fn is_kind(&self, path: &Path) -> bool {
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let [.., of, kind] = names.as_slice() else { return false };
        (of == "Spec" || of == "Self" && self.is_in_spec) && KINDS.contains(&kind.as_str())
    }

    /// Returns `true` if a pattern names a kind of spec.
    fn names_kind(&self, pattern: &Pat) -> bool {
        match pattern {
            Pat::TupleStruct(tuple) => {
                self.is_kind(&tuple.path) || tuple.elems.iter().any(|it| self.names_kind(it))
            }
            Pat::Or(or) => or.cases.iter().any(|it| self.names_kind(it)),
            Pat::Tuple(tuple) => tuple.elems.iter().any(|it| self.names_kind(it)),
            Pat::Reference(reference) => self.names_kind(&reference.pat),
            Pat::Paren(paren) => self.names_kind(&paren.pat),
            _ => false,
        }
    }

    /// Returns `true` if a pattern matches every spec, where the patterns of the other arms name kinds.
    fn is_wildcard(&self, pattern: &Pat, others: &[&Pat]) -> bool {
        match pattern {
            Pat::Wild(_) | Pat::Ident(_) => true,
            Pat::Tuple(tuple) => tuple.elems.iter().enumerate().any(|(index, element)| {
                let others = others.iter().filter_map(|other| match other {
                    Pat::Tuple(other) => other.elems.iter().nth(index),
                    _ => None,
                });
                let others: Vec<_> = others.filter(|other| self.names_kind(other)).collect();
                !others.is_empty() && self.is_wildcard(element, &others)
            }),
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let is_spec = matches!(&*item.self_ty, Type::Path(ty) if ty.path.is_ident("Spec"));
        let outer = std::mem::replace(&mut self.is_in_spec, is_spec);
        visit::visit_item_impl(self, item);
        self.is_in_spec = outer;
    }

    fn visit_expr_match(&mut self, found: &'ast ExprMatch) {
        let patterns: Vec<_> = found.arms.iter().map(|arm| &arm.pat).collect();
        if patterns.iter().any(|pattern| self.names_kind(pattern)) {
            self.matches += 1;
            let is_wildcard = patterns.iter().any(|it| self.is_wildcard(it, &patterns));
            self.wildcards += usize::from(is_wildcard);
        }
        visit::visit_expr_match(self, found);
    }
}

#[test]
fn matches_over_specs_have_no_wildcards() {
    let mut matches = 0;
    let folders = ["crates/core/src", "crates/docs/src", "crates/clap/src"];
    for file in folders.into_iter().flat_map(production_files) {
        let found = Finder::of(&parse(&file));
        assert_eq!(found.wildcards, 0, "{file}");
        matches += found.matches;
    }
    assert!(matches > 10, "{matches}");
}

#[test]
fn wildcards_are_found() {
    for arms in [
        "Spec::Attr(_) => 1, _ => 2",
        "&crate::spec::Spec::Attr(_) => 1, other => 2",
        "(Spec::Attr(_) | Spec::Label(_), 1) => 1, (_, 2) => 2, (Spec::Label(_), _) => 3",
        "Some(Spec::Attr(_)) => 1, _ => 2",
    ] {
        let file = syn::parse_str(&format!("fn f() {{ match x {{ {arms} }} }}")).unwrap();
        assert_eq!(Finder::of(&file).wildcards, 1, "{arms}");
    }
    let own = "impl Spec { fn f(&self) { match self { Self::Attr(_) => 1, _ => 2 } } }";
    assert_eq!(Finder::of(&syn::parse_str(own).unwrap()).wildcards, 1);
    let other =
        "impl Value { fn f(&self) { match (self, 1) { (Self::Tuple(_), _) => 1, _ => 2 } } }";
    assert_eq!(Finder::of(&syn::parse_str(other).unwrap()).matches, 0);
}
