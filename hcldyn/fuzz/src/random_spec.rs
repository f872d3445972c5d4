//! A spec chosen by the first bytes of an input.

use hcldyn::cty::{Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, DataForm, LabelSpec, ObjectSpec, OneOfSpec, Rest, Spec};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

/// The names of attributes and blocks, which the seeds use too.
const NAMES: &[&str] = &["a", "b", "c", "block", "name", "types"];
const DEPTH: usize = 3;

/// The number of bytes at the start of an input that choose the spec.
pub(crate) const SPEC_BYTES: usize = 64;

/// Returns the spec that these bytes choose. It may contradict itself.
pub(crate) fn random_spec(bytes: &[u8]) -> Spec {
    let mut choices = Unstructured::new(bytes);
    object(&mut choices, DEPTH).unwrap_or(Spec::Rest(Rest::Body))
}

fn object(choices: &mut Unstructured<'_>, depth: usize) -> Result<Spec> {
    let mut attributes = Vec::new();
    for name in NAMES {
        if choices.ratio(1, 2)? {
            attributes.push((*name, of_item(choices, name, depth)?));
        }
    }
    Ok(ObjectSpec::new(attributes).into())
}

fn of_item(choices: &mut Unstructured<'_>, name: &'static str, depth: usize) -> Result<Spec> {
    if depth == 0 || choices.ratio(1, 3)? {
        return attribute(choices, name);
    }
    let nested = object(choices, depth - 1)?;
    let blocks = blocks(choices, name, nested.clone())?;
    Ok(match choices.int_in_range(0..=12)? {
        0 => BlocksSpec::new(name, nested).dynamic().into(),
        1 => Spec::from(blocks.list()),
        2 => Spec::from(blocks.tuple()),
        3 => Spec::from(blocks.set()),
        4 => Spec::from(BlocksSpec::new(name, nested).map("key").dynamic()),
        5 => Spec::from(BlocksSpec::new(name, nested).object("key").then_by("next").dynamic()),
        6 => BlocksSpec::attributes(name, ty(choices)?).dynamic().into(),
        7 => {
            let types = [(name, nested), ("other", attribute(choices, "a")?)];
            Spec::from(BlocksSpec::of_types(types).tuple().dynamic())
        }
        8 => LabelSpec::new(0, "key").into(),
        9 => Spec::Rest(Rest::Data(DataForm::Tuples)),
        10 => Spec::any(),
        11 => Spec::Rest(Rest::Attributes(ty(choices)?.into())),
        _ => OneOfSpec::by_attribute(name, [("x", nested), ("y", attribute(choices, "b")?)]).into(),
    })
}

fn attribute(choices: &mut Unstructured<'_>, name: &'static str) -> Result<Spec> {
    let attr = AttrSpec::new(name, ty(choices)?);
    Ok(match choices.int_in_range(0..=3)? {
        0 => attr.required().into(),
        1 => attr.sensitive().into(),
        2 => Spec::from(attr).or(Spec::Literal(Value::from("default"))),
        _ => attr.into(),
    })
}

fn blocks(choices: &mut Unstructured<'_>, name: &'static str, nested: Spec) -> Result<BlocksSpec> {
    let blocks = BlocksSpec::new(name, nested).min_items(choices.int_in_range(0..=1)?);
    let blocks = if choices.arbitrary()? { blocks.max_items(2) } else { blocks };
    Ok(if choices.ratio(3, 4)? { blocks.dynamic() } else { blocks })
}

fn ty(choices: &mut Unstructured<'_>) -> Result<Type> {
    Ok(match choices.int_in_range(0..=6)? {
        0 => Type::Number,
        1 => Type::String,
        2 => Type::Bool,
        3 => Type::list(Type::String),
        4 => Type::map(Type::Number),
        5 => Type::set(Type::Dynamic),
        _ => Type::Dynamic,
    })
}
