//! Configurations whose values are given as flags, or in the environment, in place of a file.

mod family;
mod sample;
mod structs;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use clap::Command;
use hcldyn::body::Layering;
use hcldyn::cli::{Dashed, FlagSet, FlagStyle};
use hcldyn::cty::{Kind, Str, Type, Value};
use hcldyn::environment::Environment;
use hcldyn::load::FlagSetting;
use hcldyn::spec::outline::{
    AttributeEvaluation, BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineBlockType,
    OutlineBody, OutlineContent,
};
use hcldyn::spec::{BlockCollection, Decoded, SettingOptions, SettingSource, Spec};
use hcldyn::syntax::{Layout, Source, parse_expression_at, to_hcl_literal};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode};

pub use self::structs::{STRUCTS, Sabotage, check_struct};
use crate::random::Random;
use crate::random_configurations::ConfigurationWriter;

thread_local! {
    static SPEC: RefCell<Option<Spec>> = const { RefCell::new(None) };
}

/// A value decoded by the spec of a case.
struct Any(Value);

impl HclDecode for Any {
    fn spec() -> Spec {
        SPEC.with_borrow(|spec| spec.clone().expect("a case sets the spec"))
    }

    fn from_decoded(decoded: Decoded, _: &mut Diagnostics) -> Option<Self> {
        Some(Self(decoded.value))
    }
}

/// The values of a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given {
    /// The number of values given as flags.
    pub flags: usize,
    /// The number of values given in the environment.
    pub variables: usize,
}

/// An attribute of the root, or of blocks without labels.
#[derive(Clone)]
struct Setting {
    path: Vec<String>,
    /// The expression in a file.
    text: String,
    /// The values of a flag, if it can express the value.
    flag: Option<Vec<String>>,
    /// The value of an environment variable, if it can express the value.
    variable: Option<String>,
    /// `true` for a bool.
    is_bool: bool,
    /// The flag, and the sources that may set the attribute.
    options: SettingOptions,
}

/// A body whose attributes can be given in several ways.
#[derive(Default)]
struct BodyText {
    /// The positions of its settings.
    settings: Vec<usize>,
    /// The single blocks.
    blocks: Vec<(String, Self)>,
    /// All other items.
    rest: String,
}

/// Decodes a random configuration of a spec from a file, and with its values as flags and in the environment. Returns
/// the number of values, or `None` for an invalid configuration.
///
/// # Errors
///
/// Returns the first difference.
pub fn check(spec: &Spec, seed: u64, index: u64) -> Result<Option<Given>, String> {
    let outline = spec.outline();
    SPEC.set(Some(spec.clone()));
    let random = Random::new(seed, index);
    let writer = ConfigurationWriter { outline: &outline, random, text: String::new() };
    let mut generator = Generator { writer, settings: Vec::new() };
    let body = generator.body(outline.root(), &[], 3);
    let settings = generator.settings;
    let whole = body.text(&settings, &|_| true);
    let Ok(expected) = decode(&whole, Decoder::new()) else { return Ok(None) };

    let (flags, in_flags) = flags(&outline, &settings)?;
    let rest = body.text(&settings, &|position| !in_flags.contains(&position));
    let shown = format!("{flags:?}\n{rest}\nfor\n{whole}");
    let found = decode(&rest, Decoder::new().flags(flags));
    compare(&expected, found, || format!("flags: {shown}"))?;

    let (variables, in_variables) = variables(&settings);
    let rest = body.text(&settings, &|position| !in_variables.contains(&position));
    let shown = format!("{variables:?}\n{rest}\nfor\n{whole}");
    let found = decode(
        &rest,
        Decoder::new().environment(Environment::with_prefix("").variables(variables)),
    );
    compare(&expected, found, || format!("environment: {shown}"))?;
    Ok(Some(Given { flags: in_flags.len(), variables: in_variables.len() }))
}

fn decode(text: &str, decoder: Decoder) -> Result<String, String> {
    let decoded = decoder.text("main.hcl", text).decode::<Any>();
    decoded.map(|it| shown(&it.value.0)).map_err(|diags| diags.to_string())
}

fn compare(
    expected: &str,
    found: Result<String, String>,
    case: impl Fn() -> String,
) -> Result<(), String> {
    match found {
        Ok(found) if found == expected => Ok(()),
        Ok(found) => Err(format!("{found}\nin place of\n{expected}\nwith {}", case())),
        Err(error) => Err(format!("{error}\nwith {}", case())),
    }
}

/// Returns a value as text. Values of the program are equal.
fn shown(value: &Value) -> String {
    match value.kind() {
        Kind::Capsule(_) => "capsule".to_owned(),
        Kind::Marked(value, marks) => format!("{} {marks:?}", shown(value)),
        Kind::List(_) | Kind::Set(_) | Kind::Map(_) | Kind::Tuple(_) | Kind::Object(_) => {
            let entries = value.entries();
            let entries: Vec<_> = entries
                .map(|entry| format!("{} = {}", shown(&entry.key()), shown(&entry.value())))
                .collect();
            format!("{}({})", value.ty().friendly_name(), entries.join(", "))
        }
        _ => format!("{value:?}"),
    }
}

/// Gives as many values as flags as possible, through the parser of clap. Returns their positions.
fn flags(
    outline: &Outline,
    settings: &[Setting],
) -> Result<(Vec<FlagSetting>, HashSet<usize>), String> {
    let (mut arguments, mut given) = (vec!["app".to_owned()], HashSet::new());
    let mut names = HashSet::new();
    for (position, setting) in settings.iter().enumerate() {
        let Some(values) = &setting.flag else { continue };
        let name = Dashed::name(&strs(&setting.path));
        if !names.insert(name.clone()) {
            continue;
        }
        arguments.extend(values.iter().map(|value| format!("--{name}={value}")));
        given.insert(position);
    }
    let set = FlagSet::new(outline);
    let command = set.augment(Command::new("app").disable_help_flag(true));
    let matches = command.try_get_matches_from(&arguments).map_err(|error| error.to_string())?;
    let flags = set.settings(&matches);
    let paths = |path: &[Str]| path.iter().map(ToString::to_string).collect::<Vec<_>>();
    let found: BTreeSet<_> = flags.iter().map(|flag| paths(flag.path())).collect();
    let expected: BTreeSet<_> = given.iter().map(|at| settings[*at].path.clone()).collect();
    if found != expected {
        return Err(format!("the flags set {found:?} in place of {expected:?}"));
    }
    Ok((flags, given))
}

/// Gives as many values in the environment as possible. Returns their positions.
fn variables(settings: &[Setting]) -> (Vec<(String, String)>, HashSet<usize>) {
    let (mut variables, mut given) = (Vec::new(), HashSet::new());
    let mut names = HashSet::new();
    for (position, setting) in settings.iter().enumerate() {
        let Some(value) = &setting.variable else { continue };
        let name = setting.path.join("__").to_uppercase();
        if names.insert(name.clone()) {
            variables.push((name, value.clone()));
            given.insert(position);
        }
    }
    (variables, given)
}

fn strs(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

impl BodyText {
    /// Returns the text of a file with the settings at some positions.
    fn text(&self, settings: &[Setting], is_written: &dyn Fn(usize) -> bool) -> String {
        let mut text = String::new();
        for position in self.settings.iter().filter(|position| is_written(**position)) {
            let Setting { path, text: value, .. } = &settings[*position];
            let name = path.last().map_or("", String::as_str);
            let _ = writeln!(text, "{name} = {value}");
        }
        for (ty, body) in &self.blocks {
            let inner = body.text(settings, is_written);
            // A block that only has settings is left out, if all of them are given elsewhere.
            if !inner.is_empty() || body.settings.is_empty() {
                let _ = writeln!(text, "{ty} {{\n{inner}}}");
            }
        }
        text + &self.rest
    }
}

/// A generator of configurations.
struct Generator<'o> {
    writer: ConfigurationWriter<'o>,
    settings: Vec<Setting>,
}

impl Generator<'_> {
    fn body(&mut self, body: &OutlineBody, path: &[String], depth: usize) -> BodyText {
        let mut text = BodyText::default();
        for attribute in &body.attributes {
            if attribute.is_required || self.writer.random.percent(60) {
                let setting = self.setting(attribute, path);
                text.settings.push(self.settings.len());
                self.settings.push(setting);
            }
        }
        let mut rest = Vec::new();
        for block in &body.blocks {
            match self.single(block) {
                Some((ty, id)) if depth > 0 => {
                    if block.is_required() || self.writer.random.percent(70) {
                        let path: Vec<_> = path.iter().cloned().chain([ty.clone()]).collect();
                        let inner = self.writer.outline.body(id);
                        text.blocks.push((ty, self.body(inner, &path, depth - 1)));
                    }
                }
                _ => rest.push(block),
            }
        }
        let around = std::mem::take(&mut self.writer.text);
        for block in rest {
            let least = block.options.count.min;
            let more = usize::from(depth > 0 && !block.is_required());
            for _ in 0..least + self.writer.random.below(more + 1) {
                self.writer.block(block, depth.saturating_sub(1));
            }
        }
        self.writer.forms_and_rest(body, &[], depth);
        text.rest = std::mem::replace(&mut self.writer.text, around);
        text
    }

    /// Returns the type and the body of a block that a path of names leads to.
    fn single(&mut self, block: &OutlineBlock) -> Option<(String, BodyId)> {
        let ty = self.writer.random.pick(&block.types);
        let OutlineContent::Body(id) = ty.content else { return None };
        let is_path = is_path(self.writer.outline, block, ty);
        is_path.then(|| (ty.names.name.to_string(), id))
    }

    fn setting(&mut self, attribute: &OutlineAttribute, path: &[String]) -> Setting {
        let name = self.writer.name(&attribute.names);
        let text = self.writer.value(&attribute.value);
        Setting::new(attribute, path, name, text)
    }
}

/// Returns `true` if a path of names leads to a block.
fn is_path(outline: &Outline, block: &OutlineBlock, ty: &OutlineBlockType) -> bool {
    let OutlineContent::Body(id) = ty.content else { return false };
    let has_tag = outline.body(id).choices.iter().any(|choice| choice.label().is_some());
    let is_labeled = has_tag || !outline.labels_of(block, ty).is_empty();
    let is_merged = match block.options.layering {
        None => block.types.len() == 1,
        Some(layering) => layering == Layering::Merge,
    };
    block.collection == BlockCollection::Single && is_merged && !is_labeled
}

impl Setting {
    /// Creates a setting from the expression of an attribute in a file.
    fn new(attribute: &OutlineAttribute, path: &[String], name: String, text: String) -> Self {
        let ty = attribute.value.ty();
        let is_evaluated = attribute.evaluation == AttributeEvaluation::Value && !ty.has_capsule();
        let value = evaluated(&text);
        let flag = match &value {
            _ if !is_evaluated => Some(vec![text.clone()]),
            Some(value) => flag_values(value, &ty, &text),
            None => None,
        };
        let variable = match &value {
            Some(value) if is_evaluated && ty.is_primitive() => primitive(value),
            _ => Some(text.clone()),
        };
        let setting = &attribute.setting;
        Self {
            path: path.iter().cloned().chain([name]).collect(),
            text,
            flag: flag.filter(|_| setting.allows(SettingSource::Flag)),
            variable: variable.filter(|_| setting.allows(SettingSource::Environment)),
            is_bool: ty == Type::Bool,
            options: setting.clone(),
        }
    }

    /// Creates a setting of the attribute that selects the form of a body.
    fn of_tag(path: &[String], name: &str, text: String, value: String) -> Self {
        Self {
            path: path.iter().cloned().chain([name.to_owned()]).collect(),
            text,
            flag: Some(vec![value.clone()]),
            variable: Some(value),
            is_bool: false,
            options: SettingOptions::default(),
        }
    }
}

/// Returns the values of a flag for a value of a type, or `None` if it can't express it.
fn flag_values(value: &Value, ty: &Type, text: &str) -> Option<Vec<String>> {
    let part = |part: &Value, ty: &Type| {
        if ty.is_primitive() { primitive(part) } else { to_hcl_literal(part, Layout::Line) }
    };
    let values: Vec<String> = match ty {
        _ if ty.is_primitive() => vec![primitive(value)?],
        Type::List(element) | Type::Set(element) => {
            value.elements().iter().map(|it| part(it, element)).collect::<Option<_>>()?
        }
        Type::Tuple(types) => {
            let elements = value.elements().iter().zip(types.iter());
            elements.map(|(it, ty)| part(it, ty)).collect::<Option<_>>()?
        }
        Type::Map(element) => {
            let entry = |key: &Value, value: &Value| {
                Some(format!("{}={}", key.as_str()?, part(value, element)?))
            };
            value.entries().map(|it| entry(&it.key(), &it.value())).collect::<Option<_>>()?
        }
        _ => vec![text.to_owned()],
    };
    (!values.is_empty()).then_some(values)
}

/// Returns a value of a primitive type as it is written without quotes.
fn primitive(value: &Value) -> Option<String> {
    match value.kind() {
        Kind::String(text) => Some(text.to_string()),
        Kind::Bool(_) | Kind::Number(_) => to_hcl_literal(value, Layout::Line),
        _ => None,
    }
}

fn evaluated(text: &str) -> Option<Value> {
    let source = Source::new("<value>", text);
    let (place, mut diags) = (source.place((0..text.len()).into()), Diagnostics::new());
    let value = parse_expression_at(&place, &mut diags)?.value(&EvalContext::new(), &mut diags);
    (!diags.has_errors()).then_some(value)
}
