//! Comparison of a value with an earlier evaluation of it.

use std::collections::HashSet;
use std::convert::Infallible;

use crate::cty::internal::CollectVec;
use crate::cty::{Inclusive, Kind, Map, Object, Path, Set, Step, Type, Value, ValueRange};
use crate::diag::{counted, list_phrases};
use crate::source::Place;
use crate::spec::{Origin, Presence};

/// A part that differs from its earlier value, or from what was known about it.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) path: Path,
    pub(super) place: Place,
    /// A clause: `the value was 80 before and is 81 now`.
    pub(super) message: String,
}

/// Returns the differences between a value and its earlier evaluation, which knew less.
pub(super) fn differences(before: &Value, after: &Value, origin: &Origin) -> Vec<Difference> {
    let has_marks = before.contains_marked() || after.contains_marked();
    let mut comparison = Comparison { path: Path::root(), found: Vec::new(), has_marks };
    comparison.values(before, after, origin);
    comparison.found
}

struct Comparison {
    /// The path of the part being compared.
    path: Path,
    found: Vec<Difference>,
    /// `true` if a part of either value is marked. The type of a null or unknown value may then name attributes
    /// of the marked part.
    has_marks: bool,
}

impl Comparison {
    fn values(&mut self, before: &Value, after: &Value, origin: &Origin) {
        if after.is_failed() || origin.presence == Presence::Failed {
            return;
        }
        if before.is_marked() || after.is_marked() {
            self.marked(before.unmarked(), after.unmarked(), origin);
        } else {
            self.unmarked(before, after, origin);
        }
    }

    /// Reports only that a difference exists, without its path inside the value.
    fn marked(&mut self, before: &Value, after: &Value, origin: &Origin) {
        if !differences(before, after, origin).is_empty() {
            let message =
                "the value has changed. Both values are hidden because they are sensitive";
            self.report(origin, message.to_owned());
        }
    }

    fn unmarked(&mut self, before: &Value, after: &Value, origin: &Origin) {
        match (before.kind(), after.kind()) {
            (Kind::Unknown(..), _) => self.unknown(before, after, origin),
            (Kind::Object(before), Kind::Object(after)) => self.objects(before, after, origin),
            (Kind::Map(_), Kind::Map(_))
            | (Kind::Set(_), Kind::Set(_))
            | (Kind::List(_), Kind::List(_))
            | (Kind::Null(_), Kind::Null(_))
                if before.elements().is_empty() && after.elements().is_empty() =>
            {
                self.types(before, after, origin);
            }
            (Kind::Map(before), Kind::Map(after)) => self.maps(before, after, origin),
            (Kind::Set(before), Kind::Set(after)) => self.sets(before, after, origin),
            (Kind::List(_), Kind::List(_)) | (Kind::Tuple(_), Kind::Tuple(_)) => {
                self.sequences(before.elements(), after.elements(), origin);
            }
            _ if before == after || by_digits(before) == by_digits(after) => {}
            _ => self.changed(before, after, origin),
        }
    }

    fn changed(&mut self, before: &Value, after: &Value, origin: &Origin) {
        let now = if after.is_known() { after.describe() } else { "not known".to_owned() };
        let before = before.describe();
        self.report(origin, format!("the value was {before} before and is {now} now"));
    }

    fn unknown(&mut self, before: &Value, after: &Value, origin: &Origin) {
        let reported = self.found.len();
        self.types(before, after, origin);
        let range = before.range();
        if self.found.len() == reported && range.includes(after) == Some(false) {
            let (known, after) = (list_known(&range), after.describe());
            self.report(origin, format!("the value must {known}; it is {after} now"));
        }
    }

    /// An untyped null conforms to every type.
    fn types(&mut self, before: &Value, after: &Value, origin: &Origin) {
        let (wanted, ty) = (before.ty(), after.ty());
        match ty.check_conforms(&wanted) {
            Err(error) if !(after.is_null() && ty == Type::Dynamic) => {
                self.report(
                    origin,
                    if self.has_marks {
                        format!("the value must be of type {}", wanted.friendly_name())
                    } else {
                        format!("the value must be of type {wanted}: {error}")
                    },
                );
            }
            _ => {}
        }
    }

    fn objects(&mut self, before: &Object, after: &Object, origin: &Origin) {
        for (name, value) in before.iter() {
            match after.shape().position(name) {
                Some(position) => self.part(
                    Step::Attr(name.clone()),
                    (value, &after.values()[position]),
                    origin.of_element(position),
                ),
                None => self.report(origin, format!("the attribute {:?} was removed", &**name)),
            }
        }
        for (name, _) in after.iter().filter(|(name, _)| before.get(name).is_none()) {
            self.report(origin, format!("the attribute {:?} was added", &**name));
        }
    }

    fn maps(&mut self, before: &Map, after: &Map, origin: &Origin) {
        for (key, value) in before.iter() {
            match after.keys().binary_search(key) {
                Ok(position) => self.part(
                    Step::Index(key.clone().into()),
                    (value, &after.values()[position]),
                    origin.of_element(position),
                ),
                Err(_) => self.report(origin, format!("the element {:?} was removed", &**key)),
            }
        }
        for (key, _) in after.iter().filter(|(key, _)| before.get(key).is_none()) {
            self.report(origin, format!("the element {:?} was added", &**key));
        }
    }

    fn sequences(&mut self, before: &[Value], after: &[Value], origin: &Origin) {
        if before.len() != after.len() {
            let (before, after) = (before.len(), after.len());
            let message = format!("the length was {before} before and is {after} now");
            return self.report(origin, message);
        }
        for (position, pair) in before.iter().zip(after).enumerate() {
            self.part(Step::Index(position.into()), pair, origin.of_element(position));
        }
    }

    /// An unknown element may become any of the new elements: sets do not identify their elements.
    #[allow(clippy::mutable_key_type, reason = "what changes in a value is only a cached type")]
    fn sets(&mut self, before: &Set, after: &Set, origin: &Origin) {
        let known = |set: &Set| -> HashSet<Value> { known_elements(set).map(by_digits).collect() };
        let (was_known, is_known) = (known(before), known(after));
        for gone in known_elements(before).filter(|it| !is_known.contains(&by_digits(it))) {
            self.report(origin, format!("the element {} was removed", gone.describe()));
        }
        let open = before.elements().len() - was_known.len();
        let is_new = |it: &&Value| !was_known.contains(&by_digits(it));
        for new in after.elements().iter().filter(is_new).skip(open) {
            self.report(origin, format!("the element {} was added", new.describe()));
        }
    }

    fn part(&mut self, step: Step, (before, after): (&Value, &Value), origin: &Origin) {
        self.path.push(step);
        self.values(before, after, origin);
        self.path.pop();
    }

    fn report(&mut self, origin: &Origin, message: String) {
        let (path, place) = (self.path.clone(), origin.place.clone());
        self.found.push(Difference { path, place, message });
    }
}

fn known_elements(set: &Set) -> impl Iterator<Item = &Value> {
    set.elements().iter().filter(|it| it.is_wholly_known())
}

/// Replaces each number with its digits as a string: the wire forms preserve only the digits.
fn by_digits(value: &Value) -> Value {
    let Ok(digits) = value.clone().transform(|_, part| {
        let digits = part.as_number().map(|number| number.to_string().into());
        Ok::<_, Infallible>(digits.unwrap_or(part))
    });
    digits
}

/// Describes what was known about an unknown value.
fn list_known(range: &ValueRange) -> String {
    let bound = |(number, inclusive), inclusively: &str, exclusively: &str| match inclusive {
        Inclusive::Yes => format!("{inclusively} {number}"),
        Inclusive::No => format!("{exclusively} {number}"),
    };
    let not_null = (!range.could_be_null()).then(|| "not be null".to_owned());
    let lower = range.lower().map(|it| bound(it, "be at least", "be more than"));
    let upper = range.upper().map(|it| bound(it, "be at most", "be less than"));
    let prefix = Some(range.prefix()).filter(|it| !it.is_empty());
    let prefix = prefix.map(|prefix| format!("start with {prefix:?}"));
    let least = Some(range.min_length()).filter(|it| *it > 0);
    let least = least.map(|least| format!("have at least {}", counted(least as usize, "element")));
    let most = range
        .max_length()
        .map(|most| format!("have at most {}", counted(most as usize, "element")));
    let known = [not_null, lower, upper, prefix, least, most].into_iter().flatten().collect_vec();
    list_phrases(&known, "and")
}
