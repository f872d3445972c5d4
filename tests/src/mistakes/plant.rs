//! Mistakes, and the items in which they are planted.

use super::item::{Content, MistakenItem};
use super::schema::MAX_RETRIES;
use crate::random::Random;

/// A kind of mistake.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Returns `true` for an item that can have the mistake, with the type of the block around it.
    fits: fn(&MistakenItem, &str) -> bool,
    /// Makes the mistake, and returns the items in place of the item.
    make: fn(MistakenItem, &mut Random) -> Vec<MistakenItem>,
}

/// The kinds of mistakes.
pub(super) const KINDS: [Kind; 31] = [
    Kind { name: "misspelled attribute", fits: is_field, make: misspelled },
    Kind { name: "duplicate attribute", fits: is_field, make: |item, _| vec![item.clone(), item] },
    Kind { name: "missing equals sign", fits: is_field, make: |item, _| broken(&item, "NAME 80") },
    Kind { name: "missing value", fits: is_field, make: |item, _| broken(&item, "NAME =") },
    Kind { name: "unclosed string", fits: is_field, make: |item, _| broken(&item, "NAME = \"a") },
    Kind { name: "missing operand", fits: is_field, make: |item, _| broken(&item, "NAME = 1 +") },
    Kind { name: "wrong type", fits: is_converted, make: |item, _| with(item, "[{}]") },
    Kind { name: "null", fits: is_required, make: |item, _| with(item, "null") },
    Kind { name: "port out of range", fits: is_port, make: |item, _| with(item, "70000") },
    Kind { name: "element out of range", fits: is_ports, make: |item, _| with(item, "[1, 70000]") },
    Kind { name: "element of wrong type", fits: is_ports, make: |item, _| with(item, "[{}, 2]") },
    Kind { name: "undefined variable", fits: is_evaluated, make: |item, _| with(item, "zoen") },
    Kind { name: "undefined input", fits: is_evaluated, make: |item, _| with(item, "var.zoen") },
    Kind { name: "undefined local", fits: is_evaluated, make: |item, _| with(item, "local.zoen") },
    Kind {
        name: "undefined block",
        fits: is_evaluated,
        make: |item, _| with(item, "upstream.x.port"),
    },
    Kind {
        name: "undefined function",
        fits: is_evaluated,
        make: |item, _| with(item, "uper(\"a\")"),
    },
    Kind { name: "wrong argument", fits: is_evaluated, make: |item, _| with(item, "upper([])") },
    Kind { name: "wrong operand", fits: is_evaluated, make: |item, _| with(item, "shifted({})") },
    Kind { name: "wrong index", fits: is_evaluated, make: |item, _| with(item, "local.names[9]") },
    Kind {
        name: "misspelled name in an object",
        fits: |item, _| item.name() == "endpoint",
        make: |item, _| with(item, "{ address = local.zone, limti = 3 }"),
    },
    Kind {
        name: "misspelled keyword",
        fits: |item, _| item.name() == "methods",
        make: |item, _| with(item, "[\"gte\", \"post\"]"),
    },
    Kind {
        name: "invalid value",
        fits: |item, _| item.name() == "retries",
        make: |item, _| with(item, &(MAX_RETRIES + 1).to_string()),
    },
    Kind { name: "missing attribute", fits: has_required, make: without_required },
    Kind { name: "misspelled block", fits: is_unreferenced, make: |item, _| headed(item, "x") },
    Kind {
        name: "missing label",
        fits: has_label,
        make: |item, _| {
            let head = item.name().to_owned();
            vec![MistakenItem { head, ..item }]
        },
    },
    Kind {
        name: "further label",
        fits: has_label,
        make: |item, _| {
            let head = format!("{} \"more\"", item.head);
            vec![MistakenItem { head, ..item }]
        },
    },
    Kind {
        name: "duplicate block",
        fits: |item, _| is_definition(item),
        make: |item, _| vec![item.clone(), item],
    },
    Kind { name: "cycle", fits: |item, _| item.name() == "locals", make: cycle },
    Kind {
        name: "wrong collection",
        fits: |item, _| item.name() == "for_each",
        make: |item, _| with(item, "5"),
    },
    Kind {
        name: "undefined name in a closure",
        fits: |item, _| item.name() == "when",
        make: |item, _| with(item, "request.metod == \"GET\""),
    },
    Kind {
        name: "result of a closure",
        fits: |item, _| item.name() == "when",
        make: |item, _| with(item, "request.size"),
    },
];

/// Plants a mistake in one of the items that can have it. Returns `false` if there is none.
pub(super) fn plant(
    items: &mut Vec<MistakenItem>,
    kind: &Kind,
    id: usize,
    random: &mut Random,
) -> bool {
    let mut found = Vec::new();
    find(items, "", kind, &mut Vec::new(), &mut found);
    if found.is_empty() {
        return false;
    }
    let path = random.pick(&found).clone();
    let Some((last, around)) = path.split_last() else { return false };
    let mut siblings = items;
    for position in around {
        let Some(inner) = siblings[*position].items_mut() else { return false };
        siblings = inner;
    }
    let item = siblings.remove(*last);
    for (offset, mut item) in (kind.make)(item, random).into_iter().enumerate() {
        item.mistake = Some(id);
        siblings.insert(last + offset, item);
    }
    true
}

/// Finds the items that can have a mistake. None of them is in an item with one, or contains one.
fn find(
    items: &[MistakenItem],
    around: &str,
    kind: &Kind,
    path: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    for (position, item) in items.iter().enumerate() {
        path.push(position);
        if item.mistake.is_none() {
            if (kind.fits)(item, around) && !item.has_mistakes() {
                found.push(path.clone());
            }
            find(item.items(), item.name(), kind, path, found);
        }
        path.pop();
    }
}

fn is_attribute(item: &MistakenItem) -> bool {
    matches!(item.content, Content::Value(_))
}

/// An attribute that the program names.
fn is_field(item: &MistakenItem, around: &str) -> bool {
    is_attribute(item) && matches!(around, "" | "upstream" | "server" | "route" | "tls" | "content")
}

/// An attribute whose expression is evaluated once.
fn is_evaluated(item: &MistakenItem, around: &str) -> bool {
    is_attribute(item) && item.name() != "when" && (is_field(item, around) || around == "locals")
}

fn is_converted(item: &MistakenItem, around: &str) -> bool {
    let is_default = around == "variable" && item.name() == "default";
    is_default || is_evaluated(item, around) && around != "locals"
}

fn is_required(item: &MistakenItem, around: &str) -> bool {
    let names = ["region", "ports", "host", "port", "listen", "target", "cert", "key"];
    is_field(item, around) && names.contains(&item.name())
}

fn is_port(item: &MistakenItem, _: &str) -> bool {
    item.name() == "port"
}

fn is_ports(item: &MistakenItem, _: &str) -> bool {
    matches!(item.name(), "ports" | "listen")
}

fn is_definition(item: &MistakenItem) -> bool {
    matches!(item.name(), "upstream" | "variable" | "function")
}

/// A block that no expression refers to.
fn is_unreferenced(item: &MistakenItem, _: &str) -> bool {
    matches!(item.name(), "server" | "route" | "tls")
}

fn has_label(item: &MistakenItem, _: &str) -> bool {
    matches!(item.name(), "server" | "route")
}

fn has_required(item: &MistakenItem, _: &str) -> bool {
    matches!(item.name(), "upstream" | "server" | "route" | "tls" | "content")
        && item.items().iter().any(|inner| is_required(inner, item.name()))
}

fn with(item: MistakenItem, value: &str) -> Vec<MistakenItem> {
    vec![MistakenItem { content: Content::Value(value.to_owned()), ..item }]
}

fn broken(item: &MistakenItem, line: &str) -> Vec<MistakenItem> {
    let line = line.replace("NAME", &item.head);
    vec![MistakenItem { content: Content::Line(line), ..item.clone() }]
}

/// Exchanges two letters of the name, or doubles the last one.
fn misspelled(item: MistakenItem, random: &mut Random) -> Vec<MistakenItem> {
    let mut letters: Vec<char> = item.head.chars().collect();
    let position = random.below(letters.len() - 1);
    if letters[position] == letters[position + 1] {
        letters.push('s');
    } else {
        letters.swap(position, position + 1);
    }
    vec![MistakenItem { head: letters.into_iter().collect(), ..item }]
}

fn headed(item: MistakenItem, suffix: &str) -> Vec<MistakenItem> {
    let head = item.head.replacen(item.name(), &format!("{}{suffix}", item.name()), 1);
    vec![MistakenItem { head, ..item }]
}

fn without_required(mut item: MistakenItem, random: &mut Random) -> Vec<MistakenItem> {
    let around = item.name().to_owned();
    if let Some(items) = item.items_mut() {
        let required: Vec<_> =
            (0..items.len()).filter(|index| is_required(&items[*index], &around)).collect();
        items.remove(*random.pick(&required));
    }
    vec![item]
}

/// Lets two locals refer to each other.
fn cycle(mut item: MistakenItem, _: &mut Random) -> Vec<MistakenItem> {
    for (name, value) in [("offset", "local.first - 1"), ("first", "local.offset + var.base")] {
        for inner in item.items_mut().into_iter().flatten().filter(|inner| inner.head == name) {
            inner.content = Content::Value(value.to_owned());
        }
    }
    vec![item]
}
