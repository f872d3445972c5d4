//! Random mistakes in configurations.

use super::bodies::{BodyItem, Written};
use super::specs::is_block_with_secrets;
use crate::random::Random;

/// Makes up to `count` mistakes in a body and returns their kinds. At most one is a misspelling: a
/// name that is misspelled twice is too different to be recognised.
pub(super) fn make(
    random: &mut Random,
    items: &mut Vec<BodyItem>,
    count: usize,
) -> Vec<&'static str> {
    let mut made: Vec<&str> = Vec::new();
    for _ in 0..count {
        let before = items.clone();
        let is_misspelt = |it: &&str| it.starts_with("misspelt");
        match make_one(random, items) {
            Some(mistake) if is_misspelt(&mistake) && made.iter().any(is_misspelt) => {
                *items = before;
            }
            mistake => made.extend(mistake),
        }
    }
    made
}

/// Makes one mistake in a body and returns its kind, if there is an item to change.
fn make_one(random: &mut Random, items: &mut Vec<BodyItem>) -> Option<&'static str> {
    if items.is_empty() {
        return None;
    }
    let index = random.below(items.len());
    if random.percent(50)
        && let Some(mistake) = descend(random, &mut items[index])
    {
        return Some(mistake);
    }
    match random.below(4) {
        0 => {
            let copy = items[index].clone();
            let at = random.below(items.len() + 1);
            items.insert(at, copy);
            Some("repeated item")
        }
        1 => {
            let item = items.remove(index);
            let (ty, labels) = ("unknown_block".to_owned(), Vec::new());
            let block = BodyItem::Block {
                ty,
                labels,
                items: vec![item],
                is_on_one_line: random.percent(50),
            };
            items.insert(index, block);
            Some("unknown block")
        }
        2 => {
            let item = items.remove(index);
            for other in items.iter_mut() {
                if let BodyItem::Block { ty, items, .. } = other
                    && is_block_with_secrets(ty)
                {
                    items.push(item);
                    return Some("moved item");
                }
            }
            items.push(item);
            None
        }
        _ => Some(spoil(random, &mut items[index])),
    }
}

/// Makes the mistake inside an item, if it has items.
fn descend(random: &mut Random, item: &mut BodyItem) -> Option<&'static str> {
    match item {
        BodyItem::Block { items, .. } => make_one(random, items),
        BodyItem::Dynamic { contents, .. } => make_one(random, contents.first_mut()?),
        BodyItem::Attr { .. } => None,
    }
}

fn spoil(random: &mut Random, item: &mut BodyItem) -> &'static str {
    match item {
        BodyItem::Attr { name, value, is_secret } => match random.below(5) {
            0 | 1 => {
                *name = misspelt(random, name);
                "misspelt attribute"
            }
            2 => {
                *name = name.to_uppercase();
                "name in capitals"
            }
            3 => {
                let (value, is_secret) = (value.clone(), *is_secret);
                let inner = BodyItem::Attr { name: "value".to_owned(), value, is_secret };
                *item = BodyItem::Block {
                    ty: name.clone(),
                    labels: Vec::new(),
                    items: vec![inner],
                    is_on_one_line: random.percent(50),
                };
                "attribute as a block"
            }
            _ => {
                *value = Written::List(vec![value.clone()]);
                "value in a list"
            }
        },
        BodyItem::Block { .. } => spoil_block(random, item),
        BodyItem::Dynamic { .. } => spoil_dynamic(random, item),
    }
}

fn spoil_block(random: &mut Random, item: &mut BodyItem) -> &'static str {
    let BodyItem::Block { ty, labels, items, .. } = item else { return "" };
    match random.below(5) {
        0 => {
            labels.push("extra".to_owned());
            "extra label"
        }
        1 => {
            labels.pop();
            "missing label"
        }
        2 => {
            *ty = misspelt(random, ty);
            "misspelt block"
        }
        3 => {
            let pairs = items.iter().filter_map(|item| match item {
                BodyItem::Attr { name, value, .. } => Some((name.clone(), value.clone())),
                _ => None,
            });
            let value = Written::Object(pairs.collect());
            *item = BodyItem::Attr { name: ty.clone(), value, is_secret: false };
            "block as an attribute"
        }
        _ => {
            let (contents, labels) = (vec![items.clone()], Vec::new());
            *item = BodyItem::Dynamic { ty: ty.clone(), for_each: Vec::new(), labels, contents };
            "dynamic without for_each"
        }
    }
}

fn spoil_dynamic(random: &mut Random, item: &mut BodyItem) -> &'static str {
    let BodyItem::Dynamic { ty, for_each, labels, contents } = item else { return "" };
    let bare = |text: &str| Written::Bare(text.to_owned());
    match random.below(6) {
        0 => {
            for_each.clear();
            "no for_each"
        }
        1 => {
            *for_each = vec![bare(random.pick::<&str>(&["[]", "{}", "1", "null", "nope"]))];
            "wrong for_each"
        }
        2 => {
            contents.clear();
            "no content"
        }
        3 => {
            contents.extend(contents.clone());
            "second content"
        }
        4 => {
            labels.push(bare(random.pick::<&str>(&["null", "[]", "\"x\""])));
            "wrong labels"
        }
        _ => {
            *ty = misspelt(random, ty);
            "misspelt dynamic block"
        }
    }
}

/// Returns the name with one letter removed, repeated, swapped with the next one, or replaced.
fn misspelt(random: &mut Random, name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = random.below(letters.len().max(2) - 1);
    match random.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters[at] = 'x',
    }
    letters.into_iter().collect()
}
