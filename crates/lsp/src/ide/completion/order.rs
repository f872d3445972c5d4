//! The order of completions.

use std::cmp::Reverse;

use hcldyn_core::cty::Type;

/// The position of a completion among the others: by its group, then the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    group: u8,
    likeness: Reverse<u32>,
}

impl Order {
    pub(super) const fn of_group(group: u8) -> Self {
        Self { group, likeness: Reverse(0) }
    }

    pub(super) const fn likely(self, likeness: u32) -> Self {
        Self { likeness: Reverse(likeness), ..self }
    }
}

/// Returns how much a name has in common with the name of the thing that it would be the value of.
pub(super) fn likeness(name: &str, wanted: &str) -> u32 {
    if name == wanted {
        return 100;
    }
    let is_common = |word: &&str| words(name).any(|it| it.eq_ignore_ascii_case(word));
    let common = words(wanted).filter(is_common).count();
    let extra = words(name).count().abs_diff(common);
    (10 * common).saturating_sub(extra) as u32
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(['_', '-'])
}

/// The relation of a type to the one that a place needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Exact,
    Unknown,
    Converted,
    Never,
}

/// Returns the best relation of a type to one of those that a place needs.
pub(super) fn fit(found: Option<&Type>, wanted: &[Type]) -> Fit {
    let Some(found) = found else { return Fit::Unknown };
    let fits = wanted.iter().map(|wanted| fit_of(found, wanted));
    fits.min().unwrap_or(Fit::Unknown)
}

fn fit_of(found: &Type, wanted: &Type) -> Fit {
    use Type::{Bool, List, Map, Number, Object, Set, String, Tuple};
    match (found, wanted) {
        (Type::Dynamic, _) | (_, Type::Dynamic) => Fit::Unknown,
        (Bool, Bool) | (Number, Number) | (String, String) => Fit::Exact,
        (Bool | Number, String) => Fit::Converted,
        (String, Bool | Number) => Fit::Converted,
        (List(found) | Set(found), List(wanted) | Set(wanted)) | (Map(found), Map(wanted)) => {
            fit_of(found, wanted).min(Fit::Converted)
        }
        (List(_) | Set(_) | Tuple(_), List(_) | Set(_) | Tuple(_))
        | (Map(_) | Object(_), Map(_) | Object(_)) => Fit::Exact,
        _ => Fit::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_common_words_are_alike() {
        let mut names = ["region", "vpc_zone_id", "zone", "zone_name", "vpc_name"];
        names.sort_by_key(|name| Reverse(likeness(name, "zone_name")));
        assert_eq!(names, ["zone_name", "zone", "vpc_name", "vpc_zone_id", "region"]);
    }

    #[test]
    fn fitting_types_come_first() {
        let wanted = [Type::list(Type::String)];
        assert_eq!(fit(Some(&Type::set(Type::String)), &wanted), Fit::Exact);
        assert_eq!(fit(Some(&Type::Dynamic), &wanted), Fit::Unknown);
        assert_eq!(fit(Some(&Type::String), &wanted), Fit::Never);
        assert_eq!(fit(None, &wanted), Fit::Unknown);
    }
}
