//! The table of limits in docs/limits.md: each limit has the value of the constant that it names, and each
//! named test exists.

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Member};

use crate::support::sources::{parse, read, root};

const TABLE: &str = "| of | limit | where | test |";

struct Row<'t> {
    limit: &'t str,
    place: Vec<&'t str>,
    tests: Vec<&'t str>,
}

#[test]
fn limits_equal_their_constants() {
    let table = read("docs/limits.md");
    let mut constants = 0;
    for row in rows(&table) {
        // A limit without a named constant is defined in another crate.
        let [file, name] = row.place[..] else { continue };
        let value = value(&parse(&find(["", "crates/core/src/"], file)), name);
        let spellings = spellings(value.unwrap_or_else(|| panic!("{file} has no {name}")));
        assert!(
            spellings.iter().any(|it| it == row.limit),
            "{name}: {spellings:?}, not {}",
            row.limit
        );
        constants += 1;
    }
    assert!(constants > 40, "{constants}");
}

#[test]
fn each_limit_has_a_test() {
    for row in rows(&read("docs/limits.md")) {
        assert!(!row.tests.is_empty(), "no test of {}", row.place.join(" "));
        let mut file = "limits/boundaries.rs";
        for name in row.tests {
            if name.ends_with(".rs") {
                file = name;
                continue;
            }
            let tests = tests(&parse(&find(["", "tests/tests/suite/", "crates/core/src/"], file)));
            let name = format!("::{name}");
            assert!(tests.iter().any(|test| test.ends_with(&name)), "{file} has no test {name}");
            file = "limits/boundaries.rs";
        }
    }
}

fn rows(architecture: &str) -> impl Iterator<Item = Row<'_>> {
    let (_, table) = architecture.split_once(TABLE).unwrap();
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    lines.map(|line| {
        let [_, limit, place, tests] =
            line.trim_matches('|').splitn(4, '|').collect::<Vec<_>>()[..]
        else {
            panic!("{line} has not four cells");
        };
        Row { limit: limit.trim(), place: code_in(place), tests: code_in(tests) }
    })
}

/// Returns the parts of a cell in backticks.
fn code_in(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Returns the value of a constant in a source, or of a field in a literal.
fn value(source: &syn::File, name: &str) -> Option<u64> {
    struct Values<'n>(&'n str, Option<u64>);

    impl<'ast> Visit<'ast> for Values<'_> {
        fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
            if item.ident == self.0 {
                self.1 = self.1.or_else(|| evaluate(&item.expr));
            }
        }

        fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
            if item.ident == self.0 {
                self.1 = self.1.or_else(|| evaluate(&item.expr));
            }
            visit::visit_impl_item_const(self, item);
        }

        fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
            if matches!(&field.member, Member::Named(name) if name == self.0) {
                self.1 = self.1.or_else(|| evaluate(&field.expr));
            }
        }
    }

    let mut values = Values(name, None);
    values.visit_file(source);
    values.1
}

fn evaluate(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Paren(paren) => evaluate(&paren.expr),
        Expr::Cast(cast) => evaluate(&cast.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => int.base10_parse().ok(),
            _ => None,
        },
        Expr::Binary(binary) => {
            let (left, right) = (evaluate(&binary.left)?, evaluate(&binary.right)?);
            match binary.op {
                BinOp::Shl(_) => Some(left << right),
                BinOp::Sub(_) => left.checked_sub(right),
                _ => None,
            }
        }
        Expr::Path(path) => {
            let names: Vec<_> = path.path.segments.iter().map(|it| it.ident.to_string()).collect();
            (names == ["u32", "MAX"]).then_some(u32::MAX.into())
        }
        _ => None,
    }
}

/// Returns the tests of a file with their modules: `::module::name`.
fn tests(source: &syn::File) -> Vec<String> {
    #[derive(Default)]
    struct Tests {
        module: String,
        found: Vec<String>,
    }

    impl<'ast> Visit<'ast> for Tests {
        fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
            let length = self.module.len();
            self.module += &format!("::{}", item.ident);
            visit::visit_item_mod(self, item);
            self.module.truncate(length);
        }

        fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
            if item.attrs.iter().any(|attribute| attribute.path().is_ident("test")) {
                self.found.push(format!("{}::{}", self.module, item.sig.ident));
            }
        }
    }

    let mut tests = Tests::default();
    tests.visit_file(source);
    tests.found
}

/// Returns the allowed spellings of a number in the table.
fn spellings(value: u64) -> Vec<String> {
    let mut spellings = vec![with_commas(value)];
    if value.is_power_of_two() {
        spellings.push(format!("2^{}", value.ilog2()));
    }
    for (unit, bits) in [("KiB", 10), ("MiB", 20), ("GiB", 30)] {
        if value.trailing_zeros() >= bits {
            spellings.push(format!("{} {unit}", value >> bits));
        }
    }
    spellings
}

fn with_commas(value: u64) -> String {
    let digits = value.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(|group| str::from_utf8(group).unwrap()).collect::<Vec<_>>().join(",")
}

/// Returns the path of a file in the first of some folders that contains it.
fn find<const N: usize>(folders: [&str; N], path: &str) -> String {
    let mut paths = folders.iter().map(|folder| format!("{folder}{path}"));
    paths.find(|path| root().join(path).is_file()).unwrap_or_else(|| panic!("there is no {path}"))
}
