//! Random expressions, most of whose parts have the right type.

use crate::random::Random;

/// The type that an expression should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    String,
    Bool,
    Strings,
    Numbers,
    Map,
    Site,
    Sites,
}

const KINDS: [Kind; 8] = [
    Kind::Number,
    Kind::String,
    Kind::Bool,
    Kind::Strings,
    Kind::Numbers,
    Kind::Map,
    Kind::Site,
    Kind::Sites,
];

/// The chance in percent that a part has any type.
const MISTAKES: usize = 6;

/// A random configuration: one to three attributes, and generated blocks.
pub(crate) fn configuration(random: &mut Random) -> String {
    let mut writer = Writer { random, loops: Vec::new() };
    let mut text = String::new();
    let items = [
        ("any", Kind::Strings),
        ("name", Kind::String),
        ("port", Kind::Number),
        ("names", Kind::Strings),
        ("enabled", Kind::Bool),
    ];
    let first = writer.random.below(items.len());
    let (name, kind) = items[first];
    text += &format!("{name} = {}\n", writer.expression(kind, 4));
    if writer.random.percent(30) {
        let kind = *writer.random.pick(&KINDS);
        text += &format!("other = {}\n", writer.expression(kind, 3));
    }
    if writer.random.percent(20) {
        let (collection, element) = writer.collection(2);
        text += &format!("dynamic \"rule\" {{\n  for_each = {collection}\n  content {{\n");
        writer.loops.push(("rule.value".to_owned(), element));
        text += &format!("    name = {}\n", writer.expression(Kind::String, 2));
        text += &format!("    port = {}\n  }}\n}}\n", writer.expression(Kind::Number, 2));
    }
    text
}

struct Writer<'r> {
    random: &'r mut Random,
    /// The variables of the loops around the expression.
    loops: Vec<(String, Kind)>,
}

impl Writer<'_> {
    fn expression(&mut self, kind: Kind, depth: usize) -> String {
        let kind = if self.random.percent(MISTAKES) { *self.random.pick(&KINDS) } else { kind };
        if depth == 0 || self.random.percent(15) {
            return self.leaf(kind);
        }
        if self.random.percent(12) {
            let (condition, a) =
                (self.expression(Kind::Bool, depth - 1), self.expression(kind, depth - 1));
            return format!("({condition} ? {a} : {})", self.expression(kind, depth - 1));
        }
        if self.random.percent(3) {
            let (a, b) = (self.expression(kind, depth - 1), self.expression(kind, depth - 1));
            return format!("try({a}, {b})");
        }
        match kind {
            Kind::Number => self.number(depth - 1),
            Kind::String => self.string(depth - 1),
            Kind::Bool => self.bool(depth - 1),
            Kind::Strings => self.strings(depth - 1),
            Kind::Numbers => self.numbers(depth - 1),
            Kind::Map => self.map(depth - 1),
            Kind::Site => self.site(depth - 1),
            Kind::Sites => self.sites(depth - 1),
        }
    }

    fn leaf(&mut self, kind: Kind) -> String {
        let loops = self.loops.iter().filter(|(_, it)| *it == kind);
        let names: Vec<_> = loops.map(|(name, _)| name.clone()).collect();
        if !names.is_empty() && self.random.percent(60) {
            return self.random.pick(&names).clone();
        }
        if self.random.percent(4) {
            return (*self.random.pick(&["null", "anything", "anything.name"])).to_owned();
        }
        let leaves: &[&str] = match kind {
            Kind::Number => &["num", "count", "1", "0", "80", "site.port", "pair[1]"],
            Kind::String => &["name", "\"a\"", "\"1\"", "site.name", "pair[0]"],
            Kind::Bool => &["flag", "true", "false"],
            Kind::Strings => &["names", "ids", "[]", "[\"a\", name]", "keys(ports)"],
            Kind::Numbers => &["numbers", "[1, num]", "values(ports)"],
            Kind::Map => &["ports", "{}", "{ a = 1 }"],
            Kind::Site => &["site", "{ name = \"a\", port = 1 }", "sites[0]"],
            Kind::Sites => &["sites", "values(by_name)", "[site]"],
        };
        (*self.random.pick(leaves)).to_owned()
    }

    fn number(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 => format!("length({})", self.collection(depth).0),
            1 => format!("{}.port", self.expression(Kind::Site, depth)),
            2 => format!("{}[{}]", self.leaf(Kind::Numbers), self.expression(Kind::Number, depth)),
            3 => format!("{}[{}]", self.leaf(Kind::Map), self.expression(Kind::String, depth)),
            4 => format!("-{}", self.leaf(Kind::Number)),
            5 => format!("max({})", self.two(Kind::Number, depth, ", ")),
            _ => {
                let op = *self.random.pick(&[" + ", " - ", " * ", " % ", " / "]);
                format!("({})", self.two(Kind::Number, depth, op))
            }
        }
    }

    fn string(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 => format!("{}.name", self.expression(Kind::Site, depth)),
            1 => format!("upper({})", self.expression(Kind::String, depth)),
            2 => format!("join(\"-\", {})", self.expression(Kind::Strings, depth)),
            3 => format!("{}[{}]", self.leaf(Kind::Strings), self.expression(Kind::Number, depth)),
            4 => format!("{}[\"name\"]", self.leaf(Kind::Site)),
            5 => format!("\"a${{{}}}\"", self.expression(Kind::Number, depth)),
            _ => format!("\"${{{}}}-b\"", self.expression(Kind::String, depth)),
        }
    }

    fn bool(&mut self, depth: usize) -> String {
        match self.random.below(7) {
            0 => format!("!{}", self.leaf(Kind::Bool)),
            1 => format!("({})", self.two(Kind::Bool, depth, " && ")),
            2 => format!("({})", self.two(Kind::Bool, depth, " || ")),
            3 => format!("can({})", self.expression(Kind::Number, depth)),
            4 => {
                let (list, text) =
                    (self.expression(Kind::Strings, depth), self.expression(Kind::String, depth));
                format!("contains({list}, {text})")
            }
            5 => {
                let op = *self.random.pick(&[" < ", " <= ", " > ", " >= "]);
                format!("({})", self.two(Kind::Number, depth, op))
            }
            _ => {
                let (kind, op) = (*self.random.pick(&KINDS), *self.random.pick(&[" == ", " != "]));
                format!("({})", self.two(kind, depth, op))
            }
        }
    }

    fn strings(&mut self, depth: usize) -> String {
        match self.random.below(5) {
            0 => format!("{}[*].name", self.expression(Kind::Sites, depth)),
            1 => format!("keys({})", self.expression(Kind::Map, depth)),
            2 => format!("concat({})", self.two(Kind::Strings, depth, ", ")),
            3 => format!("[{}]", self.two(Kind::String, depth, ", ")),
            _ => self.each(Kind::String, depth),
        }
    }

    fn numbers(&mut self, depth: usize) -> String {
        match self.random.below(3) {
            0 => format!("{}[*].port", self.expression(Kind::Sites, depth)),
            1 => format!("[{}]", self.two(Kind::Number, depth, ", ")),
            _ => self.each(Kind::Number, depth),
        }
    }

    fn map(&mut self, depth: usize) -> String {
        match self.random.below(3) {
            0 => format!("merge({})", self.two(Kind::Map, depth, ", ")),
            1 => format!("{{ ({}) = 1 }}", self.expression(Kind::String, depth)),
            _ => {
                let (collection, element) = self.collection(depth);
                self.loops.push(("v".to_owned(), element));
                let key = self.expression(Kind::String, depth);
                let value = self.expression(Kind::Number, depth);
                self.loops.pop();
                format!("{{ for k, v in {collection} : {key} => {value}... }}")
            }
        }
    }

    fn site(&mut self, depth: usize) -> String {
        match self.random.below(3) {
            0 => format!("{}[0]", self.leaf(Kind::Sites)),
            1 => format!("by_name[{}]", self.expression(Kind::String, depth)),
            _ => {
                let (name, port) =
                    (self.expression(Kind::String, depth), self.expression(Kind::Number, depth));
                format!("{{ name = {name}, port = {port} }}")
            }
        }
    }

    fn sites(&mut self, depth: usize) -> String {
        match self.random.below(2) {
            0 => format!("[{}]", self.two(Kind::Site, depth, ", ")),
            _ => self.each(Kind::Site, depth),
        }
    }

    /// A loop over a collection, with values of a type.
    fn each(&mut self, kind: Kind, depth: usize) -> String {
        let (collection, element) = self.collection(depth);
        self.loops.push(("x".to_owned(), element));
        let value = self.expression(kind, depth);
        let condition = if self.random.percent(30) {
            format!(" if {}", self.expression(Kind::Bool, depth))
        } else {
            String::new()
        };
        self.loops.pop();
        format!("[for x in {collection} : {value}{condition}]")
    }

    /// A collection, and the type of its elements.
    fn collection(&mut self, depth: usize) -> (String, Kind) {
        let choices = [
            (Kind::Strings, Kind::String),
            (Kind::Numbers, Kind::Number),
            (Kind::Map, Kind::Number),
            (Kind::Sites, Kind::Site),
        ];
        let (collection, element) = *self.random.pick(&choices);
        (self.expression(collection, depth), element)
    }

    fn two(&mut self, kind: Kind, depth: usize, between: &str) -> String {
        let first = self.expression(kind, depth);
        format!("{first}{between}{}", self.expression(kind, depth))
    }
}
