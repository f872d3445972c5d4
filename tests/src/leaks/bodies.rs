//! Random configurations for a spec, as data.

use super::expressions::expression;
use super::specs::{Attr, Block, Kind, Names, OF_RULE, Object, Ty, other_name};
use crate::random::Random;

/// An item of a body.
#[derive(Clone, Debug)]
pub(super) enum BodyItem {
    Attr { name: String, value: Written, is_secret: bool },
    Block { ty: String, labels: Vec<String>, items: Vec<Self>, is_on_one_line: bool },
    Dynamic { ty: String, for_each: Vec<Written>, labels: Vec<Written>, contents: Vec<Vec<Self>> },
}

/// A value in the source.
#[derive(Clone, Debug)]
pub(super) enum Written {
    /// A string without escapes, which may be a secret.
    String(String),
    /// A number or a constant.
    Bare(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
    /// An expression in native syntax.
    Expression(String),
    /// A heredoc, in JSON a string.
    Heredoc(String),
}

/// The source of the secrets of a case, all different.
#[derive(Debug)]
pub(super) struct Values {
    count: usize,
    /// `true` if secrets may look like names, which are references except in JSON.
    pub(super) is_json: bool,
}

/// The items of a body for an object, with possible errors in values.
pub(super) fn items(random: &mut Random, object: &Object, values: &mut Values) -> Vec<BodyItem> {
    let mut items = Vec::new();
    for attr in &object.attrs {
        if random.percent(75) {
            items.push(attribute(random, attr, values));
        }
    }
    if let Some((name, form)) = object.forms.get(random.below(2)) {
        let value = Written::String((*name).to_owned());
        items.push(BodyItem::Attr { name: "kind".to_owned(), value, is_secret: false });
        items.extend(form.attrs.iter().map(|attr| attribute(random, attr, values)));
    }
    for block in &object.blocks {
        for _ in 0..random.below(3) {
            items.push(self::block(random, block, values));
        }
    }
    items
}

fn attribute(random: &mut Random, attr: &Attr, values: &mut Values) -> BodyItem {
    let is_other = attr.names != Names::None && random.percent(50);
    let name = if is_other { other_name(attr.name) } else { attr.name.to_owned() };
    let value = if attr.is_sensitive {
        values.secret(random, attr.ty)
    } else {
        values.plain(random, attr.ty)
    };
    BodyItem::Attr { name, value, is_secret: attr.is_sensitive }
}

fn block(random: &mut Random, block: &Block, values: &mut Values) -> BodyItem {
    let items = match block.kind {
        Kind::Free => {
            let value = values.plain(random, Ty::String);
            vec![BodyItem::Attr { name: "free".to_owned(), value, is_secret: false }]
        }
        _ => items(random, &block.nested, values),
    };
    let ty = block.ty.to_owned();
    let labels = 0..block.labels();
    if random.percent(70) {
        let labels = labels.map(|_| (*random.pick(&["a", "b", "c"])).to_owned()).collect();
        return BodyItem::Block { ty, labels, items, is_on_one_line: random.percent(30) };
    }
    let labels = labels.map(|_| values.plain(random, Ty::String)).collect();
    let for_each = if random.percent(60) {
        values.expression(random, 1)
    } else {
        (*random.pick(&["ls", "le", "st", "mm", "mk", "pl", "pm", "ob", "oe", "te"])).to_owned()
    };
    BodyItem::Dynamic {
        ty,
        for_each: vec![Written::Expression(for_each)],
        labels,
        contents: vec![items],
    }
}

impl Values {
    pub(super) fn new(is_json: bool) -> Self {
        Self { count: 0, is_json }
    }

    /// A new secret word.
    fn word(&mut self, random: &mut Random) -> String {
        self.count += 1;
        let mark = if self.is_json && random.percent(70) { "" } else { "!" };
        format!("hushhush{mark}{}", self.count)
    }

    /// A secret key of an object.
    fn key(&self) -> String {
        if self.is_json { "hushhushk".to_owned() } else { "\"hushhush!k\"".to_owned() }
    }

    fn digits(&mut self) -> String {
        self.count += 1;
        format!("585825{}", self.count)
    }

    fn expression(&self, random: &mut Random, depth: usize) -> String {
        let mut scope = vec!["db", "server"];
        if random.percent(80) {
            scope.clear();
        }
        expression(random, depth, &mut scope)
    }

    /// A value that is not secret, but may contain marked variables.
    pub(super) fn plain(&mut self, random: &mut Random, ty: Ty) -> Written {
        if random.percent(50) {
            let depth = random.below(3);
            let iterator = *random.pick(&["db.value", "db.key", "server.value.x", "s"]);
            return Written::Expression(if random.percent(20) {
                iterator.to_owned()
            } else {
                self.expression(random, depth)
            });
        }
        let bare = |text: &str| Written::Bare(text.to_owned());
        let string = |text: &str| Written::String(text.to_owned());
        match ty {
            _ if random.percent(10) => Written::List(vec![Written::List(Vec::new())]),
            Ty::String => string("a"),
            Ty::Number => bare("8080"),
            Ty::Bool => bare("true"),
            Ty::Strings => Written::List(vec![string("a"), string("b")]),
            Ty::Numbers => Written::List(vec![bare("1")]),
            Ty::Map => Written::Object(vec![("x".to_owned(), string("a"))]),
            Ty::Object | Ty::Parts => {
                Written::Object(vec![("x".to_owned(), string("a")), ("y".to_owned(), bare("1"))])
            }
            Ty::Any => string("any"),
        }
    }

    /// A value with secrets, of the given type or another one.
    pub(super) fn secret(&mut self, random: &mut Random, ty: Ty) -> Written {
        let word = self.word(random);
        let string = Written::String(word.clone());
        if ty == Ty::Parts && random.percent(70) {
            // Only one part is sensitive.
            let plain = Written::Bare("8080".to_owned());
            return Written::Object(vec![("x".to_owned(), string), ("y".to_owned(), plain)]);
        }
        match random.below(10) {
            0 => return self.failing(random, &word),
            1 => return string,
            2 => return Written::List(vec![string, Written::Bare(self.digits())]),
            3 if ty != Ty::Parts => return Written::Object(vec![(self.key(), string)]),
            4 => return Written::Bare(self.digits()),
            _ => {}
        }
        match ty {
            Ty::String | Ty::Any if random.percent(20) => Written::Heredoc(word),
            Ty::String if random.percent(20) => Written::String(OF_RULE.to_owned()),
            Ty::String | Ty::Any | Ty::Bool => string,
            Ty::Number => Written::Bare(self.digits()),
            Ty::Strings => Written::List(vec![string, Written::String(self.word(random))]),
            Ty::Numbers => Written::List(vec![Written::Bare(self.digits()), string]),
            Ty::Map => {
                let more = Written::List(vec![string.clone()]);
                Written::Object(vec![("x".to_owned(), string), (self.key(), more)])
            }
            Ty::Object => {
                let digits = Written::Bare(self.digits());
                Written::Object(vec![("x".to_owned(), string), ("y".to_owned(), digits)])
            }
            Ty::Parts => Written::List(vec![string]),
        }
    }

    /// An expression with a secret, whose evaluation usually fails.
    fn failing(&self, random: &mut Random, word: &str) -> Written {
        Written::Expression(match random.below(9) {
            0 => format!("\"{word}\" + 1"),
            1 => format!("\"{word}\".x"),
            2 => format!("nope(\"{word}\")"),
            3 => format!("[for v in [\"{word}\"] : v + 1]"),
            4 => format!("\"{word}${{{}}}\"", self.expression(random, 1)),
            5 => format!("\"{word}${{nope}}\""),
            6 => format!("tonumber(\"{word}\")"),
            7 => r#"{ "hushhush!k" = 1 }.x"#.to_owned(),
            _ => format!("[\"{word}\", {}]", self.expression(random, 1)),
        })
    }
}
