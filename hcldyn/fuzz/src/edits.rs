//! Edits of documents.

use std::ops::Range;

use hcldyn::body::Body;
use hcldyn::edit::{Document, ItemPath};
use hcldyn::syntax::Source;

/// The number of bytes at the start of an input that choose the edit.
const CHOICE_BYTES: usize = 4;

/// Values to write.
const EXPRESSIONS: &[&str] =
    &["1", "\"text\"", "[1, \"b\"]", "{\n  key = 1\n}", "a ? b : [\n1]", "<<-EOT\n  ${x}\n EOT"];

/// An attribute or a block of a document.
struct EditedItem {
    path: ItemPath,
    /// The range of the value. It is empty for a block.
    range: Range<usize>,
    is_block: bool,
}

/// Edits an item of a document. All bytes outside the item must stay, and a removed insertion must leave nothing.
pub fn edit(bytes: &[u8]) {
    let Some((choices, text)) = bytes.split_at_checked(CHOICE_BYTES) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(document) = Document::parse(&Source::new("fuzz.hcl", text)) else { return };
    let mut items = Vec::new();
    add_items(document.body(), &ItemPath::root(), &mut items);
    let chosen = |count: usize, choice: u8| usize::from(choice) % count;
    let expression = EXPRESSIONS[chosen(EXPRESSIONS.len(), choices[1])];
    let Some(item) = (!items.is_empty()).then(|| &items[chosen(items.len(), choices[0])]) else {
        return;
    };
    let place = document.get(item.path.clone()).unwrap_or_else(|it| panic!("{}: {it}", item.path));
    let is_same = item.is_block || place.span().range() == item.range;
    assert!(is_same, "{} leads to another item", item.path);
    match (item.is_block, choices[2] % 3) {
        (false, 0) => set(&document, item, expression),
        (_, 1) => remove(&document, item),
        (true, _) => insert(&document, item, expression),
        (false, _) => rename(&document, item),
    }
}

fn add_items(body: &Body, path: &ItemPath, items: &mut Vec<EditedItem>) {
    let content = body.everything();
    for attribute in &content.attributes {
        let range = attribute.expr.place().span().range();
        items.push(EditedItem {
            path: path.clone().name(attribute.name.clone()),
            range,
            is_block: false,
        });
    }
    for (index, block) in content.blocks.iter().enumerate() {
        // A path leads to the attribute of an equal name.
        if content.attribute(&block.ty).is_some() {
            continue;
        }
        let before = content.blocks[..index].iter().filter(|it| it.ty == block.ty).count();
        let path = path.clone().name(block.ty.clone()).index(before);
        add_items(&block.body, &path, items);
        items.push(EditedItem { path, range: 0..0, is_block: true });
    }
}

fn set(document: &Document, item: &EditedItem, expression: &str) {
    let (before, mut edited) = (document.to_string(), document.clone());
    if edited.set_expression(item.path.clone(), expression).is_err() {
        return assert_eq!(edited.to_string(), before, "a failed edit changed the document");
    }
    let after = edited.to_string();
    let (start, end) = (&before[..item.range.start], &before[item.range.end..]);
    assert!(after.starts_with(start) && after.ends_with(end), "other bytes changed:\n{after}");
    let value = &before[item.range.clone()];
    edited.set_expression(item.path.clone(), value).expect("the old value is valid");
}

fn remove(document: &Document, item: &EditedItem) {
    let (before, mut edited) = (document.to_string(), document.clone());
    edited.remove(item.path.clone()).unwrap_or_else(|it| panic!("{}: {it}", item.path));
    let after = edited.to_string();
    assert!(after.len() < before.len(), "nothing was removed");
    let start = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    assert!(before.ends_with(&after[start..]), "more than one range changed:\n{after}");
}

fn insert(document: &Document, block: &EditedItem, expression: &str) {
    let mut edited = document.clone();
    let path = block.path.clone().name("inserted");
    if edited.insert_expression(path.clone(), expression).is_err() {
        return;
    }
    let value = edited.expression(path.clone()).expect("the attribute was inserted");
    assert!(!value.text().is_empty());
    let inserted = edited.to_string();
    edited.remove(path).expect("the attribute was inserted");
    let spaces = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(spaces(&edited.to_string()), spaces(&document.to_string()), "{inserted}");
}

fn rename(document: &Document, attribute: &EditedItem) {
    let (before, mut edited) = (document.to_string(), document.clone());
    match edited.rename(attribute.path.clone(), "renamed") {
        Ok(()) => assert_eq!(
            edited.to_string().matches("renamed").count(),
            before.matches("renamed").count() + 1
        ),
        Err(_) => assert_eq!(edited.to_string(), before, "a failed edit changed the document"),
    }
}
