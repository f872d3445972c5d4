//! A summary of a value, equal on both sides, so that the script can check that both computed the same.

use hcldyn::cty::{Kind, Str, Value};

/// The FNV-1a hash of a value's parts.
pub(crate) fn of(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn write(text: &mut String, value: &Value) {
    match value.kind() {
        Kind::Null(_) => text.push_str("null;"),
        Kind::Unknown(..) => text.push_str("unknown;"),
        Kind::Bool(value) => *text += &format!("{value};"),
        Kind::Number(value) => *text += &format!("{value};"),
        Kind::String(value) => *text += &format!("{value};"),
        // The sides order sets differently.
        Kind::Set(set) => *text += &format!("{};", set.elements().len()),
        Kind::List(_) | Kind::Tuple(_) => {
            text.push('[');
            value.elements().iter().for_each(|element| write(text, element));
            text.push(']');
        }
        Kind::Map(map) => write_entries(text, map.iter()),
        Kind::Object(object) => write_entries(text, object.iter()),
        _ => panic!("no case makes one"),
    }
}

fn write_entries<'a>(text: &mut String, entries: impl Iterator<Item = (&'a Str, &'a Value)>) {
    text.push('[');
    for (key, value) in entries {
        *text += &format!("{key}=");
        write(text, value);
    }
    text.push(']');
}
