//! Random expressions and bodies that multiply their input.

/// The productions of a symbol with their weights. In a production, `@` and a letter are a
/// placeholder:
///
/// | symbol | expands to |
/// |---|---|
/// | `L` `T` `N` `M` `A` `C` | a list, a string, a number, a map, anything, a condition |
/// | `B` `D` | a body, a `dynamic` block |
/// | `n` `p` | a number, a pattern, both written out |
/// | `v` | a new variable, which can be used after `+` |
/// | `x` | one of the variables, or a number |
type Productions = &'static [(u32, &'static str)];

const LIST: Productions = &[
    (6, "range(@n)"),
    (4, "numbers"),
    (2, "words"),
    (12, "[for @v in @L:@+ @A]"),
    (3, "[for @v in @L:@+ @A if @C]"),
    (4, "setproduct(@L, @L)"),
    (4, "concat(@L, @L)"),
    (3, "flatten(@L)"),
    (3, "[@L, @L, @L]"),
    (2, "[@A, @A, @A, @A, @A, @A]"),
    (2, "sort(@L)"),
    (2, "distinct(@L)"),
    (1, "reverse(@L)"),
    (1, "chunklist(@L, 3)"),
    (2, "formatlist(\"%s-%s\", @L, @L)"),
    (2, "split(\"\", @T)"),
    (2, "regexall(@p, @T)"),
    (2, "@L[*]"),
    (1, "[for @v in @L:@+ { y = @A }].*.y"),
    (1, "values(@M)"),
    (1, "keys(@M)"),
    (1, "toset(@L)"),
    (1, "setunion(@L, @L)"),
    (1, "matchkeys(@L, @L, @L)"),
    (2, "jsondecode(jsonencode(@L))"),
    (3, "double(@L)"),
    (2, "nested(@n)"),
    (1, "@C ? @L : @L"),
    (2, "try(@L, [])"),
    (2, "with({ y = @L }, [y, y, y])"),
    (1, "convert(@L, list(any))"),
];

const TEXT: Productions = &[
    (4, "text"),
    (2, "\"some text\""),
    (5, "join(\",\", @L)"),
    (5, "replace(@T, \"a\", @T)"),
    (2, "replace(@T, \"/[a-z]/\", @T)"),
    (4, "format(\"%s%s\", @T, @T)"),
    (2, "format(\"%1000s\", @T)"),
    (5, "\"${@T}${@T}\""),
    (5, "\"%{ for @v in @L }@+${@T}%{ endfor }\""),
    (4, "jsonencode(@A)"),
    (2, "yamlencode(@A)"),
    (2, "base64encode(@T)"),
    (1, "indent(4, @T)"),
    (1, "upper(@T)"),
    (1, "strrev(@T)"),
    (1, "sha512(@T)"),
    (1, "urlencode(@T)"),
    (2, "templatestring(template, { y = @T })"),
    (2, "echo(@T)"),
    (1, "tostring(@x)"),
];

const NUMBER: Productions = &[
    (4, "@n"),
    (4, "@x"),
    (4, "length(@L)"),
    (2, "length(@M)"),
    (2, "sum(@L)"),
    (2, "length(@T)"),
    (2, "@N + @N"),
    (2, "@N * @N"),
    (1, "pow(@N, @N)"),
    (1, "parseint(@T, 36)"),
    (1, "max(@L...)"),
    (1, "index(@L, @A)"),
    (1, "log(@N, 2)"),
];

const MAP: Productions = &[
    (2, "{ y = 1 }"),
    (5, "{ for @v in @L:@+ \"k${@x}\" => @A }"),
    (2, "{ for @v in @L:@+ \"k\" => @A... }"),
    (3, "zipmap(@L, @L)"),
    (3, "merge(@M, @M)"),
    (1, "transpose({ for @v in @L:@+ @x => words })"),
    (2, "{ a = @A, b = @A, c = @A }"),
];

const CONDITION: Productions = &[
    (2, "true"),
    (2, "@N > @n"),
    (2, "contains(@L, @A)"),
    (2, "@A == @A"),
    (2, "can(@A)"),
    (1, "can(regex(@p, @T))"),
    (1, "alltrue([for @v in @L:@+ @C])"),
];

const ANY: Productions = &[(5, "@L"), (4, "@T"), (3, "@N"), (2, "@M"), (2, "@x")];

const SMALL: Productions = &[(2, "3"), (2, "30"), (4, "300"), (4, "1000")];

const PATTERN: Productions = &[
    (2, "\"x*y|x\""),
    (2, "\"(a+)+$\""),
    (1, "\"(a)?(b)?(c)?(d)?(e)?\""),
    (2, "\"\\\\pL{30}\""),
    (1, "\"(?i).*.*.*=\""),
];

const BODY: Productions =
    &[(3, "a = @A\n@D"), (2, "a = @A\n@D@D"), (1, "later = @A\n@D"), (2, "later = @A\n")];

const DYNAMIC: Productions = &[
    (3, "dynamic \"b\" {\n  for_each = @L\n  content {\n    x = @A\n  }\n}\n"),
    (
        3,
        "dynamic \"b\" {\n  for_each = @L\n  content {\n    x = @A\n    dynamic \"c\" {\n      \
         for_each = @L\n      content {\n        x = @A\n      }\n    }\n  }\n}\n",
    ),
    (2, "dynamic \"b\" {\n  for_each = @L\n  content {\n    x = \"${@T}${b.key}\"\n  }\n}\n"),
];

/// A source of random numbers from a seed (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

/// Writes productions.
struct ProductionWriter {
    random: Random,
    text: String,
    /// The variables in scope.
    bound: Vec<String>,
    /// The number of variables so far.
    variables: usize,
}

/// An expression.
pub(crate) fn expression(seed: u64) -> String {
    write("@A", seed)
}

/// A body with `dynamic` blocks.
pub(crate) fn body(seed: u64) -> String {
    write("@B", seed)
}

fn write(start: &str, seed: u64) -> String {
    let mut random = Random(seed);
    let depth = 2 + random.below(5);
    let mut writer =
        ProductionWriter { random, text: String::new(), bound: Vec::new(), variables: 0 };
    writer.production(start, depth);
    writer.text
}

impl ProductionWriter {
    fn production(&mut self, production: &str, depth: u32) {
        let (outer, mut new) = (self.bound.len(), None);
        let mut parts = production.split('@');
        self.text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (symbol, rest) = part.split_at(1);
            match symbol {
                "v" => {
                    let name = format!("v{}", self.variables);
                    self.variables += 1;
                    self.text.push_str(&name);
                    new = Some(name);
                }
                "+" => self.bound.extend(new.take()),
                "x" => self.variable(),
                "n" => self.any_of(SMALL, 0),
                "p" => self.any_of(PATTERN, 0),
                symbol => self.any_of(productions(symbol), depth),
            }
            self.text.push_str(rest);
        }
        self.bound.truncate(outer);
    }

    /// Chooses a production; at the maximum depth, one without other symbols.
    fn any_of(&mut self, all: Productions, depth: u32) {
        let is_leaf = |it: &str| !it.contains('@') || ["range(@n)", "@x", "@n"].contains(&it);
        let leaves: Vec<_> = all.iter().filter(|(_, it)| is_leaf(it)).collect();
        let choices = if depth == 0 && !leaves.is_empty() { leaves } else { all.iter().collect() };
        let mut rank = self.random.below(choices.iter().map(|(weight, _)| weight).sum());
        for (weight, production) in choices {
            match rank.checked_sub(*weight) {
                None => return self.production(production, depth.saturating_sub(1)),
                Some(rest) => rank = rest,
            }
        }
    }

    fn variable(&mut self) {
        match self.bound.len() {
            0 => self.text.push('7'),
            count => {
                let name = self.random.below(count as u32) as usize;
                self.text.push_str(&self.bound[name]);
            }
        }
    }
}

fn productions(symbol: &str) -> Productions {
    match symbol {
        "L" => LIST,
        "T" => TEXT,
        "N" => NUMBER,
        "M" => MAP,
        "C" => CONDITION,
        "B" => BODY,
        "D" => DYNAMIC,
        _ => ANY,
    }
}

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, count: u32) -> u32 {
        (self.next() % u64::from(count)) as u32
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}
