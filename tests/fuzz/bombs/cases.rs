//! The cases: inputs and the functions that take them.

use crate::{grammar, includes, shapes};

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
    /// Decodes the source by a spec and encodes the value.
    Encode,
    /// Decodes the source as several layers of a struct.
    Layers,
    /// Formats the source.
    Format,
    /// Edits the source.
    Edit,
    /// Applies the fixes of the source.
    Fix,
    /// Reads the source as a spec file, writes documents about it, and decodes by it.
    Describe,
    /// Decodes the source, which includes other files.
    Include,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The name or the seed, to run the case again.
    pub(crate) name: String,
    pub(crate) door: Door,
    pub(crate) text: String,
}

impl Door {
    pub(crate) const ALL: [Self; 11] = [
        Self::Expression,
        Self::Spec,
        Self::Struct,
        Self::Deferred,
        Self::Encode,
        Self::Layers,
        Self::Format,
        Self::Edit,
        Self::Fix,
        Self::Describe,
        Self::Include,
    ];

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|door| format!("{door:?}") == name)
    }
}

impl Case {
    /// The case of a seed for one of some doors.
    pub(crate) fn random(seed: u64, doors: &[Door]) -> Self {
        let door = doors[(seed % doors.len() as u64) as usize];
        let text = match door {
            Door::Expression => grammar::expression(seed),
            Door::Spec | Door::Struct | Door::Encode | Door::Layers => grammar::body(seed),
            Door::Deferred => format!("later = {}\n", grammar::expression(seed)),
            Door::Fix if seed.is_multiple_of(3) => {
                format!("latr = {}\n", grammar::expression(seed))
            }
            Door::Format | Door::Edit | Door::Fix => shapes::source(seed),
            Door::Describe => shapes::spec_file(seed),
            Door::Include => includes::main_file(seed),
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
        let spec =
            |name: &str, text: String| Self { name: name.to_owned(), door: Door::Describe, text };
        let include = |name: &str, files: &str| {
            let text = format!("include {{\n  files = {files}\n}}\n");
            Self { name: name.to_owned(), door: Door::Include, text }
        };
        let through_others: Vec<_> = known.iter().flat_map(Self::through_other_doors).collect();
        known.extend(through_others);
        known.extend(shapes::known_spec_files().map(|(name, text)| spec(name, text)));
        known.extend([
            include("one pattern many times", "[for i in range(1000) : \"f*.hcl\"]"),
            include("many directories", "[for i in range(500) : \"/usr/*/*/*/q${i}\"]"),
            include("one file many times", "[for i in numbers : \"chain/0.hcl\"]"),
        ]);
        known
    }

    fn through_other_doors(&self) -> Vec<Self> {
        let body = match self.door {
            Door::Expression => format!("a = {}\n", self.text),
            _ => self.text.clone(),
        };
        let misspelled = body.replacen("a = ", "aa = ", 1);
        let later = format!("later = {}\n", self.text);
        let through =
            |door, text: &str| Self { door, text: text.to_owned(), name: self.name.clone() };
        let of_body = [Door::Spec, Door::Struct, Door::Encode, Door::Layers, Door::Edit, Door::Fix];
        let mut cases: Vec<_> = of_body.map(|door| through(door, &body)).into();
        cases.push(through(Door::Fix, &misspelled));
        if self.door == Door::Expression {
            cases.push(through(Door::Deferred, &later));
        }
        cases
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
