//! Random values of structs, given in files, as flags, in the environment, and in all of them at once.

use std::fmt::Debug;

use clap::Command;
use hcldyn::cli::{Dashed, FlagSet, FlagStyle};
use hcldyn::edit::Document;
use hcldyn::edit::convert::to_json;
use hcldyn::environment::Environment;
use hcldyn::load::FlagSetting;
use hcldyn::spec::outline::{Outline, OutlineBody, OutlineContent};
use hcldyn::spec::{Encoder, SettingSource, Tag};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, HclEncode};

use super::family;
use super::sample::Sample;
use super::{Given, Setting, is_path, strs};
use crate::random::Random;

/// The number of structs.
pub const STRUCTS: u64 = 13;

/// A change of what is given, to see that a comparison finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    /// No change.
    None,
    /// The last flag is left out.
    Flag,
    /// The last variable is left out.
    Variable,
}

/// Encodes a random struct as a file in both syntaxes, with flags, with variables, and with a mixture of all, and decodes
/// each.
///
/// # Errors
///
/// Returns the first result that is not the struct.
pub fn check_struct(seed: u64, index: u64, sabotage: Sabotage) -> Result<Given, String> {
    let random = Random::new(seed, index);
    match index % STRUCTS {
        0 => check::<family::Plain>(random, sabotage),
        1 => check::<family::Collections>(random, sabotage),
        2 => check::<family::Formed>(random, sabotage),
        3 => check::<family::Levels>(random, sabotage),
        4 => check::<family::Secrets>(random, sabotage),
        5 => check::<family::Nested>(random, sabotage),
        6 => check::<family::Repeated>(random, sabotage),
        7 => check::<family::Flattened>(random, sabotage),
        8 => check::<family::Named>(random, sabotage),
        9 => check::<family::Checked>(random, sabotage),
        10 => check::<family::Objects>(random, sabotage),
        11 => check::<family::Formful>(random, sabotage),
        _ => check::<family::Listener>(random, sabotage),
    }
}

fn check<T>(mut random: Random, sabotage: Sabotage) -> Result<Given, String>
where
    T: HclEncode + Sample + PartialEq + Debug,
{
    let (value, other) = (T::sample(&mut random), T::sample(&mut random));
    let outline = T::spec().outline();
    let mut case = Case {
        settings: settings::<T>(&outline, &value)?,
        others: settings::<T>(&outline, &other)?,
        document: document(&value)?,
        outline,
        random,
        sabotage,
    };
    let mut given = Given::default();
    let files: &[Form] = &[Form::Native, Form::Json];
    for forms in [files, &[Form::Flag, Form::Native], &[Form::Variable, Form::Native], &FORMS] {
        let encoded = case.encoded(forms)?;
        let decoded = encoded.decoder.decode::<T>();
        let is_equal = decoded.as_ref().is_ok_and(|it| it.value == value && it.warnings.is_empty());
        if !is_equal {
            return Err(format!("{decoded:#?}\nin place of\n{value:#?}\nwith {}", encoded.shown));
        }
        given.flags += encoded.given.flags;
        given.variables += encoded.given.variables;
    }
    Ok(given)
}

/// A form of giving a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A file in native syntax.
    Native,
    /// A file in JSON syntax.
    Json,
    Flag,
    Variable,
}

const FORMS: [Form; 4] = [Form::Flag, Form::Variable, Form::Native, Form::Json];

/// A random struct.
struct Case {
    /// The values of attributes that flags and variables may set.
    settings: Vec<Setting>,
    /// The settings of another struct.
    others: Vec<Setting>,
    /// The whole struct.
    document: Document,
    outline: Outline,
    random: Random,
    sabotage: Sabotage,
}

/// A struct in some forms.
struct Encoded {
    decoder: Decoder,
    given: Given,
    /// The sources of the decoder.
    shown: String,
}

impl Case {
    /// Gives each value in one of the forms, the first one that can express it after a random order. A file may have another
    /// value of an attribute that a flag or a variable sets.
    fn encoded(&mut self, forms: &[Form]) -> Result<Encoded, String> {
        let (mut flags, mut variables) = (Vec::new(), Vec::new());
        let mut document = self.document.clone();
        for setting in self.settings.clone() {
            let is_in_file = setting.options.allows(SettingSource::File);
            let is_chosen = |form: Form, random: &mut Random| {
                forms.contains(&form) && (forms.len() == 2 || random.percent(40)) || !is_in_file
            };
            let path = item_path(&setting.path);
            match (&setting.flag, &setting.variable) {
                (Some(values), _) if is_chosen(Form::Flag, &mut self.random) => {
                    flags.extend(self.random_flag(&setting, values));
                }
                (_, Some(value)) if is_chosen(Form::Variable, &mut self.random) => {
                    let name = setting.path.join("__").to_uppercase().replace('-', "_");
                    variables.push((name, value.clone()));
                }
                _ if is_in_file => continue,
                _ => return Err(format!("{path} can't be given")),
            }
            let other = self.others.iter().find(|it| it.path == setting.path && is_in_file);
            let edited = match other.filter(|_| self.random.percent(30)) {
                Some(other) => document.set_expression(&*path, &other.text).map(drop),
                None => document.remove(&*path),
            };
            edited.map_err(|error| format!("{path}: {error}"))?;
        }
        match self.sabotage {
            Sabotage::None => {}
            Sabotage::Flag => drop(flags.pop()),
            Sabotage::Variable => drop(variables.pop()),
        }
        let is_json = forms.contains(&Form::Json)
            && (!forms.contains(&Form::Flag) || self.random.percent(50));
        let text = document.source().text();
        let shown = format!("{flags:?}\n{variables:?}\n{text}");
        let given = Given { flags: flags.len(), variables: variables.len() };
        let decoder = if is_json {
            Decoder::new().text("main.hcl.json", json(document.source())?)
        } else {
            Decoder::new().text("main.hcl", text)
        };
        let decoder = decoder.flags(self.parsed(&flags)?);
        let decoder = decoder.environment(Environment::with_prefix("").variables(variables));
        Ok(Encoded { decoder, given, shown })
    }

    /// Returns the arguments of a flag, in one of the forms that clap reads.
    fn random_flag(&mut self, setting: &Setting, values: &[String]) -> Vec<String> {
        let options = &setting.options.flag;
        let long = options.long.as_ref().map(ToString::to_string);
        let long = long.unwrap_or_else(|| Dashed::name(&strs(&setting.path)));
        let is_other = self.random.percent(50);
        match (values, options.short) {
            ([value], _) if setting.is_bool && is_other => match value.as_str() {
                "true" => vec![format!("--{long}")],
                _ => vec![format!("--no-{long}")],
            },
            (values, Some(short)) if is_other => {
                values.iter().map(|value| format!("-{short}={value}")).collect()
            }
            _ => values.iter().map(|value| format!("--{long}={value}")).collect(),
        }
    }

    /// Parses arguments as clap does.
    fn parsed(&self, flags: &[String]) -> Result<Vec<FlagSetting>, String> {
        let set = FlagSet::new(&self.outline);
        let command = set.augment(Command::new("app").disable_help_flag(true));
        let arguments = ["app"].into_iter().chain(flags.iter().map(String::as_str));
        let matches = command.try_get_matches_from(arguments).map_err(|error| error.to_string())?;
        Ok(set.settings(&matches))
    }
}

fn document<T: HclEncode>(value: &T) -> Result<Document, String> {
    let text =
        Encoder::new().reveal_sensitive().to_string(value).map_err(|error| error.to_string())?;
    Document::parse(&Source::new("main.hcl", text)).map_err(|diags| diags.to_string())
}

fn json(source: &Source) -> Result<String, String> {
    let mut diags = Diagnostics::new();
    to_json(source, &mut diags).ok_or_else(|| diags.to_string())
}

/// Returns the attributes of a struct that flags and variables may set, with their values.
fn settings<T: HclEncode>(outline: &Outline, value: &T) -> Result<Vec<Setting>, String> {
    let mut found = Found { outline, document: document(value)?, settings: Vec::new() };
    found.body(outline.root(), &[]);
    Ok(found.settings)
}

struct Found<'o> {
    outline: &'o Outline,
    document: Document,
    settings: Vec<Setting>,
}

impl Found<'_> {
    fn body(&mut self, body: &OutlineBody, path: &[String]) {
        for choice in &body.choices {
            let Tag::Attribute(tag) = &choice.tag else { continue };
            let text = self.text(path, tag);
            let value = text.as_deref().map(|it| it.trim_matches('"').to_owned());
            if let (Some(text), Some(value)) = (text, value) {
                self.settings.push(Setting::of_tag(path, tag, text, value.clone()));
                let form = choice.forms.iter().find(|it| *it.tag == *value);
                if let Some(form) = form {
                    self.body(self.outline.body(form.body), path);
                }
            }
        }
        for attribute in &body.attributes {
            if let Some(text) = self.text(path, &attribute.names.name) {
                let name = attribute.names.name.to_string();
                self.settings.push(Setting::new(attribute, path, name, text));
            }
        }
        for block in &body.blocks {
            for ty in &block.types {
                let OutlineContent::Body(id) = ty.content else { continue };
                if is_path(self.outline, block, ty) {
                    let path: Vec<_> =
                        path.iter().cloned().chain([ty.names.name.to_string()]).collect();
                    self.body(self.outline.body(id), &path);
                }
            }
        }
    }

    /// Returns the expression of an attribute, if it is set.
    fn text(&self, path: &[String], name: &str) -> Option<String> {
        let path: Vec<_> = path.iter().cloned().chain([name.to_owned()]).collect();
        let place = self.document.get(&*item_path(&path)).ok()?;
        Some(place.text().to_owned())
    }
}

/// Returns a path as a document takes it.
fn item_path(path: &[String]) -> String {
    path.join(".")
}
