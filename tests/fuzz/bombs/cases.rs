//! The cases: inputs and the functions that take them.

use crate::grammar;

/// The use of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Door {
    /// Evaluates the source as an expression.
    Expression,
    /// Decodes the source as a body by a spec.
    Spec,
    /// Decodes the source as a body to a struct.
    Struct,
    /// Decodes the source as the body of a struct and evaluates its deferred attribute.
    Deferred,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The name or the seed, to run the case again.
    pub(crate) name: String,
    pub(crate) door: Door,
    pub(crate) text: String,
}

impl Door {
    const ALL: [Self; 4] = [Self::Expression, Self::Spec, Self::Struct, Self::Deferred];

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|door| format!("{door:?}") == name)
    }
}

impl Case {
    /// The case of a seed.
    pub(crate) fn random(seed: u64) -> Self {
        let door = Door::ALL[(seed % 4) as usize];
        let text = match door {
            Door::Expression => grammar::expression(seed),
            Door::Spec | Door::Struct => grammar::body(seed),
            Door::Deferred => format!("later = {}\n", grammar::expression(seed)),
        };
        Self { name: seed.to_string(), door, text }
    }

    /// Known bombs.
    pub(crate) fn known() -> Vec<Self> {
        let thousand = format!("[{}]", "1,".repeat(1_000));
        let named = |name: &str, text: String| {
            let name = name.to_owned();
            let is_body = text.contains("dynamic");
            let door = if is_body { Door::Spec } else { Door::Expression };
            Self { name, door, text }
        };
        let mut known = vec![
            named(
                "literals in loops",
                format!("[for i in {thousand}: [for j in {thousand}: {thousand}]]"),
            ),
            named("range in loops", "[for i in range(999): [for j in range(999): range(999)]]".to_owned()),
            named(
                "setproduct in a loop",
                "[for i in range(1000): setproduct(range(999), range(999))]".to_owned(),
            ),
            named(
                "replace in a loop",
                "[for i in range(1000): replace(replace(format(\"%1000s\", i), \" \", format(\"%240s\", 1)), \
                 \" \", format(\"%240s\", i))]"
                    .to_owned(),
            ),
            named("long template in generated blocks", long_template()),
            named(
                "work that nobody sees",
                "can([for i in range(999): [for j in range(999): length(setproduct(range(999), \
                 range(999)))]])"
                    .to_owned(),
            ),
            named("loops in generated blocks", loops_in_blocks()),
            named("many groups", format!("regex(\"{}\", \"aab\")", "(a)?".repeat(6_000))),
            named("many empty groups", format!("regex(\"{}\", \"aab\")", "()".repeat(8_000))),
            named(
                "matches in a long string",
                format!("length(regexall(\"x*y|x\", \"{}\"))", "x".repeat(100_000)),
            ),
        ];
        let through_others: Vec<_> = known.iter().flat_map(Self::through_other_doors).collect();
        known.extend(through_others);
        known
    }

    fn through_other_doors(&self) -> Vec<Self> {
        let through = |door, text| Self { door, text, name: self.name.clone() };
        match self.door {
            Door::Expression => vec![
                through(Door::Spec, format!("a = {}\n", self.text)),
                through(Door::Struct, format!("a = {}\n", self.text)),
                through(Door::Deferred, format!("later = {}\n", self.text)),
            ],
            _ => vec![through(Door::Struct, self.text.clone())],
        }
    }
}

fn long_template() -> String {
    let template = "x".repeat(5_000);
    dynamic(
        "[for i in range(400): i]",
        &format!(
            "{}\n",
            dynamic_c("[for i in range(500): i]", &format!("\"{template}${{c.value}}\""))
        ),
    )
}

fn loops_in_blocks() -> String {
    let x = "[for i in range(1000): [for j in range(1000): i]]";
    dynamic("[for i in range(500): i]", &dynamic_c("[for i in range(500): i]", x))
}

fn dynamic(for_each: &str, content: &str) -> String {
    format!("dynamic \"b\" {{\n  for_each = {for_each}\n  content {{\n{content}  }}\n}}\n")
}

fn dynamic_c(for_each: &str, x: &str) -> String {
    format!("dynamic \"c\" {{\n  for_each = {for_each}\n  content {{\n    x = {x}\n  }}\n}}\n")
}
