//! Random expressions, whose values are numbers, with references to the names that are known.

use super::pieces::{Kind, Name, Piece, text};
use crate::random::Random;

/// The names of everything. Several are roots of references or words in other roles.
pub(super) const TEXTS: [&str; 24] = [
    "a", "b", "c", "d", "x", "y", "k", "v", "it", "key", "value", "size", "disk", "local", "var",
    "data", "each", "part", "result", "max", "a-b", "a_1", "é", "iterator",
];

/// The names that are known at a place.
#[derive(Debug)]
pub(super) struct Names<'r> {
    pub(super) random: &'r mut Random,
    pub(super) all: Vec<Name>,
    /// The numbers of the names that blocks define, which expressions may refer to.
    pub(super) global: Vec<usize>,
    /// The numbers of the local names around the place, the innermost last.
    pub(super) local: Vec<usize>,
    pub(super) has_names_as_values: bool,
}

impl Names<'_> {
    /// Adds a name, with a text that no other name of its kind has.
    pub(super) fn add(&mut self, kind: Kind) -> usize {
        let namespace = |kind| match kind {
            Kind::LocalObject => Kind::Local,
            kind => kind,
        };
        let is_local = matches!(kind, Kind::For | Kind::Key | Kind::Iterator | Kind::Parameter);
        let mut name = (*self.random.pick(&TEXTS)).to_owned();
        let is_taken = |name: &str, all: &[Name]| {
            all.iter().any(|it| it.text == name && namespace(it.kind) == namespace(kind))
        };
        let is_word = |name: &str| kind == Kind::Function && name == "max";
        while !is_local && (is_taken(&name, &self.all) || is_word(&name)) {
            name += self.random.pick::<&str>(&["1", "x", "_z"]);
        }
        self.push(name, kind)
    }

    pub(super) fn push(&mut self, text: String, kind: Kind) -> usize {
        self.all.push(Name { text, kind });
        self.all.len() - 1
    }

    /// Returns `true` if `local` is an object here.
    pub(super) fn has_locals(&self) -> bool {
        let is_local = |it: &usize| matches!(self.all[*it].kind, Kind::Local | Kind::LocalObject);
        self.local.is_empty() && self.global.iter().any(is_local)
    }

    /// Returns an expression of a number.
    pub(super) fn number(&mut self, depth: usize) -> Vec<Piece> {
        if depth == 0 {
            return match self.random.below(5) {
                0 => vec![text(self.literal())],
                _ => self.reference(),
            };
        }
        let depth = depth - 1;
        match self.random.below(13) {
            0..4 => self.reference(),
            4 => [self.around("(", depth, " + "), self.around("", depth, ")")].concat(),
            5 => {
                let condition = self.around("(", depth, " > 40 ? ");
                [condition, self.around("", depth, " : "), self.around("", depth, ")")].concat()
            }
            6 => {
                let key = *self.random.pick(&TEXTS);
                self.around(&format!("{{ {key} = "), depth, &format!(" }}.{key}"))
            }
            7 => {
                let key = *self.random.pick(&TEXTS);
                self.around(&format!("sum([{{ \"{key}\" = "), depth, &format!(" }}][*].{key})"))
            }
            8 => self.around("(\"${", depth, "}\" + 0)"),
            9 => self.for_list(depth),
            10 => self.for_object(depth),
            11 => self.for_directive(depth),
            _ => self.call(depth),
        }
    }

    fn literal(&mut self) -> String {
        (1 + self.random.below(97)).to_string()
    }

    /// Returns an expression between texts.
    fn around(&mut self, before: &str, depth: usize, after: &str) -> Vec<Piece> {
        let mut pieces = vec![text(before)];
        pieces.extend(self.number(depth));
        pieces.push(text(after));
        pieces
    }

    fn for_list(&mut self, depth: usize) -> Vec<Piece> {
        let mut head = self.around("[", depth, ", ");
        head.extend(self.around("", depth, "]"));
        let (key, value) = self.variables();
        let mut pieces = vec![text("sum([for ")];
        pieces.extend(key.into_iter().flat_map(|key| [Piece::Name(key), text(", ")]));
        pieces.extend([Piece::Name(value), text(" in ")]);
        pieces.extend(head);
        pieces.push(text(" : "));
        let body = self.inside(key, value, depth);
        pieces.extend(body);
        if self.random.percent(30) {
            pieces.push(text(" if "));
            let condition = self.inside(key, value, 0);
            pieces.extend(condition);
            pieces.push(text(" >= 0"));
        }
        pieces.push(text("])"));
        pieces
    }

    fn for_object(&mut self, depth: usize) -> Vec<Piece> {
        let key_text = *self.random.pick(&TEXTS);
        let collection = self.around(&format!("{{ \"{key_text}\" = "), depth, " }");
        let (key, value) = (self.add(Kind::Key), self.distinct());
        let mut pieces = vec![text("{ for "), Piece::Name(key), text(", "), Piece::Name(value)];
        pieces.push(text(" in "));
        pieces.extend(collection);
        pieces.extend([text(" : "), Piece::Name(key), text(" => ")]);
        pieces.extend(self.inside(Some(key), value, depth));
        pieces.push(text(format!(" }}[\"{key_text}\"]")));
        pieces
    }

    fn for_directive(&mut self, depth: usize) -> Vec<Piece> {
        let collection = self.around("[", depth, "]");
        let value = self.add(Kind::For);
        let mut pieces = vec![text("(\"%{ for "), Piece::Name(value), text(" in ")];
        pieces.extend(collection);
        pieces.push(text(" }%{ if true }${"));
        pieces.extend(self.inside(None, value, depth));
        pieces.push(text("}%{ endif }%{ endfor }\" + 0)"));
        pieces
    }

    /// Returns the variables of a `for`.
    fn variables(&mut self) -> (Option<usize>, usize) {
        if self.random.percent(50) {
            return (None, self.add(Kind::For));
        }
        (Some(self.add(Kind::For)), self.distinct())
    }

    /// Returns a variable that differs from the last name.
    fn distinct(&mut self) -> usize {
        let last = self.all.last().map(|it| it.text.clone()).unwrap_or_default();
        let name = self.add(Kind::For);
        if self.all[name].text == last {
            self.all[name].text += "2";
        }
        name
    }

    /// Returns an expression that sees the variables of a `for`.
    fn inside(&mut self, key: Option<usize>, value: usize, depth: usize) -> Vec<Piece> {
        let count = self.local.len();
        self.local.extend(key.into_iter().chain([value]));
        let pieces = self.number(depth);
        self.local.truncate(count);
        pieces
    }

    fn call(&mut self, depth: usize) -> Vec<Piece> {
        let is_function = |it: &&usize| self.all[**it].kind == Kind::Function;
        let functions: Vec<_> = self.global.iter().filter(is_function).copied().collect();
        if functions.is_empty() {
            return self.around("max(", depth, ", 3)");
        }
        let mut pieces = vec![Piece::Name(*self.random.pick(&functions))];
        pieces.extend(self.around("(", depth, ")"));
        pieces
    }

    /// Returns a reference to a name with a number, or a literal.
    fn reference(&mut self) -> Vec<Piece> {
        let known: Vec<_> = self.global.iter().chain(&self.local).copied().collect();
        let is_local = !self.local.is_empty() && self.random.percent(60);
        let known = if is_local { self.local.clone() } else { known };
        if known.is_empty() {
            return vec![text(self.literal())];
        }
        let name = *self.random.pick(&known);
        let is_hidden =
            |root: &str, at: usize| self.local.iter().skip(at).any(|it| self.all[*it].text == root);
        let position = self.local.iter().position(|it| *it == name).map_or(0, |it| it + 1);
        let kind = self.all[name].kind;
        let root = match kind {
            Kind::Variable => "var",
            Kind::Local | Kind::LocalObject => "local",
            Kind::Data => "data",
            _ => &self.all[name].text,
        };
        if is_hidden(root, position) || kind == Kind::Function {
            return vec![text(self.literal())];
        }
        let is_quoted = self.random.percent(30);
        let part = |before: &str| {
            if is_quoted {
                [text(format!("{before}[\"")), Piece::Name(name), text("\"]")]
            } else {
                [text(format!("{before}.")), Piece::Name(name), text("")]
            }
        };
        match kind {
            Kind::Variable => part("var").to_vec(),
            Kind::Local => part("local").to_vec(),
            Kind::LocalObject => [&part("local")[..], &[text(".a")]].concat(),
            Kind::Data => [&part("data.disk")[..], &[text(".size")]].concat(),
            Kind::Key => vec![text("length("), Piece::Name(name), text(")")],
            Kind::Iterator | Kind::BlockIterator => vec![Piece::Name(name), text(".value")],
            _ => vec![Piece::Name(name)],
        }
    }
}
