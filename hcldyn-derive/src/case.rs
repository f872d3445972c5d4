//! The cases of names for `rename_all`.

/// A case of names with several words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Snake,
    Kebab,
    Camel,
    Pascal,
    ScreamingSnake,
    ScreamingKebab,
    Lower,
    Upper,
}

impl Case {
    const ALL: [(&'static str, Self); 8] = [
        ("snake_case", Self::Snake),
        ("kebab-case", Self::Kebab),
        ("camelCase", Self::Camel),
        ("PascalCase", Self::Pascal),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
    ];

    /// Returns the case with a name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, case)| *case)
    }

    /// Returns the name of the case that is written with other separators or in another case.
    pub(crate) fn similar(name: &str) -> Option<&'static str> {
        let plain = |name: &str| name.replace(['-', '_', ' ', '"'], "").to_lowercase();
        let mut names = Self::ALL.iter().map(|(known, _)| *known);
        let near = names.clone().find(|known| plain(known) == plain(name));
        near.or_else(|| names.find(|known| plain(known) == format!("{}case", plain(name))))
    }

    /// Returns a list of all cases.
    pub(crate) fn names() -> String {
        crate::symbol::list(&Self::ALL.map(|(name, _)| format!("{name:?}")))
    }

    /// Returns a field's or a variant's name in this case.
    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        let capitals = || words.iter().map(|word| capitalized(word)).collect::<Vec<_>>();
        match self {
            Self::Snake => words.join("_"),
            Self::Kebab => words.join("-"),
            Self::Pascal => capitals().concat(),
            Self::Camel => match words.split_first() {
                None => String::new(),
                Some((first, _)) => first.clone() + &capitals()[1..].concat(),
            },
            Self::ScreamingSnake => words.join("_").to_uppercase(),
            Self::ScreamingKebab => words.join("-").to_uppercase(),
            // As serde does: the underscores of a field's name stay.
            Self::Lower => name.to_lowercase(),
            Self::Upper => name.to_uppercase(),
        }
    }
}

/// Returns the words of `http_server`, `HttpServer` and `HTTPServer`, in lower case.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (index, &c) in chars.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| chars[before]);
        let is_next_small = chars.get(index + 1).is_some_and(|next| next.is_lowercase());
        let starts = c.is_uppercase()
            && before.is_some_and(|before| !before.is_uppercase() || is_next_small);
        if c == '_' || starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c != '_') {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_variants_have_the_same_words() {
        for (name, lower, upper) in [
            ("http_server2", "http_server2", "HTTP_SERVER2"),
            ("HttpServer2", "httpserver2", "HTTPSERVER2"),
            ("HTTPServer2", "httpserver2", "HTTPSERVER2"),
        ] {
            let cased = Case::ALL.map(|(_, case)| case.apply(name));
            let expected = [
                "http_server2",
                "http-server2",
                "httpServer2",
                "HttpServer2",
                "HTTP_SERVER2",
                "HTTP-SERVER2",
                lower,
                upper,
            ];
            assert_eq!(cased, expected);
        }
    }

    #[test]
    fn similar_names() {
        for (given, expected) in [
            ("kebab_case", Some("kebab-case")),
            ("KebabCase", Some("kebab-case")),
            ("snake-case", Some("snake_case")),
            ("kebab", Some("kebab-case")),
            ("SCREAMING_SNAKE", Some("SCREAMING_SNAKE_CASE")),
            ("verbatim", None),
        ] {
            assert_eq!(Case::similar(given), expected, "{given}");
        }
    }
}
