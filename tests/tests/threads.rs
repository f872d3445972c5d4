//! Decoding on several threads gives what one thread gives.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use hcldyn::body::Unexpected;
use hcldyn::cty::{Function, Mark};
use hcldyn::diag::{Report, Style};
use hcldyn::spec::{AttrSpec, BlockMapSpec, BlockTypesSpec, BlocksSpec, Decoded, LabelSpec, Spec};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, Limits, Type, Value, functions};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::select;

thread_local! {
    /// What was decoded last, also where there were errors.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// All kinds of blocks of which there may be many, decoded and not made into anything else.
struct Everything;

impl HclDecode for Everything {
    fn spec() -> Spec {
        let port = || Spec::object([("number", AttrSpec::new("number", Type::Number).into())]);
        let ports = BlocksSpec::new("port", port()).dynamic();
        let rule = || {
            Spec::object([
                ("name", LabelSpec::new(0, "name").into()),
                ("size", AttrSpec::new("size", Type::Number).required().into()),
                ("key", AttrSpec::new("key", Type::String).sensitive().into()),
                ("any", AttrSpec::new("any", Type::Dynamic).into()),
                ("port", Spec::BlockTuple(ports.clone().into())),
            ])
        };
        let blocks =
            |name| BlocksSpec::new(name, rule()).dynamic().former_name(format!("old_{name}"));
        let types = BlockTypesSpec::new([("red", rule()), ("blue", port())]);
        Spec::object([
            ("first", AttrSpec::new("first", Type::Number).into()),
            ("tuple", Spec::BlockTuple(blocks("rule").into())),
            (
                "list",
                Spec::BlockList(BlocksSpec::new("item", port()).dynamic().max_items(900).into()),
            ),
            ("set", Spec::BlockSet(BlocksSpec::new("one", port()).dynamic().into())),
            ("map", Spec::BlockMap(BlockMapSpec::new("entry", "key", port()).dynamic().into())),
            ("types", Spec::BlocksOf(types.into())),
        ])
    }

    fn from_decoded(decoded: Decoded, _: &mut Diagnostics) -> Option<Self> {
        LAST.set(format!("{decoded:#?}"));
        Some(Self)
    }
}

fn context(limits: Limits) -> EvalContext {
    let half = |n: i64| if n > 50 { Err(format!("{n} is too much")) } else { Ok(n / 2) };
    EvalContext::new()
        .with_limits(limits)
        .with_functions(functions::all())
        .with_function("half", Function::from_fn("For tests.", ["n"], half))
        .with_variable("names", Value::tuple(["a", "b", "c"].map(Value::from).to_vec()))
        .with_variable("secret", Value::tuple(vec![Value::from(1)]).mark(Mark::sensitive()))
        .with_variable("unknown", Value::unknown(Type::list(Type::Number)))
}

/// All that comes of decoding by so many threads.
fn outcome(decoder: &Decoder, threads: usize) -> String {
    LAST.take();
    let decoder = decoder.clone().threads(NonZeroUsize::new(threads).unwrap());
    let diags = match decoder.decode::<Everything>() {
        Ok(loaded) => loaded.warnings,
        Err(problems) => problems,
    };
    // Drawing them all takes long; a few show whether secrets are hidden.
    let mut few = Diagnostics::with_limit(10);
    few.append(diags.clone());
    let report = Report::new(&few, Style::Plain);
    let (errors, more) = (diags.error_count(), diags.suppressed());
    format!("{report}\n{diags}\n{errors} errors, {more} more\n{}", LAST.take())
}

/// Where two texts differ first, for they are long.
fn difference(one: &str, other: &str) -> Option<String> {
    let mut lines = one.lines().zip(other.lines());
    let first =
        lines.find(|(one, other)| one != other).map(|(one, other)| format!("{one}\n{other}"));
    first.or_else(|| (one != other).then(|| "one is longer".to_owned()))
}

#[track_caller]
fn assert_same(decoder: &Decoder) -> String {
    let expected = outcome(decoder, 1);
    for threads in [2, 3] {
        assert_eq!(difference(&outcome(decoder, threads), &expected), None);
    }
    expected
}

/// Items of a body, `N` standing for a number; right ones and wrong ones.
const ITEMS: &[&str] = &[
    "rule \"rN\" {\n  size = N\n}",
    "rule \"rN\" {\n  size = half(N)\n  key = \"k\"\n}",
    "rule \"rN\" {\n  size = 1\n  key = names[N]\n}",
    "rule \"rN\" {\n  size = \"N\"\n  any = [for x in names : \"${x}N\"]\n}",
    "rule \"rN\" {\n  syze = N\n}",
    "rule {\n  size = N\n}",
    "old_rule \"rN\" {\n  size = N\n  port { number = N }\n}",
    "rule \"rN\" {\n  size = 2\n  dynamic \"port\" {\n    for_each = range(N)\n    content {\n      number = port.value\n    }\n  }\n}",
    "dynamic \"rule\" {\n  for_each = names\n  labels = [\"${rule.value}N\"]\n  content {\n    size = rule.key + N\n  }\n}",
    "dynamic \"rule\" {\n  for_each = [1, 2]\n  labels = [names[rule.value + N]]\n  content {\n    size = 1\n  }\n}",
    "dynamic \"rule\" {\n  for_each = secret\n  labels = [\"s\"]\n  content {\n    size = names[N]\n  }\n}",
    "dynamic \"rule\" {\n  for_each = []\n  labels = [\"e\"]\n  content {\n    size = nothing\n  }\n}",
    "dynamic \"item\" {\n  for_each = range(N)\n  content {\n    number = half(item.value)\n  }\n}",
    "item {\n  number = N\n}",
    "item {\n  number = [N]\n}",
    "one {\n  number = N\n}",
    "entry \"keyN\" {\n  number = N\n}",
    "entry \"a\" {\n}",
    "red \"rN\" {\n  size = N\n}",
    "blue {\n  number = N\n}",
    "first = N",
    "first = \"x",
    "rule \"rN\"\n{\n  size = N\n}",
    "rule \"rN\" {\n  size = \n  port {\n    number = N N\n  }\n}",
    "green {}",
];

/// How often which of the items stands in a text.
fn text(seed: &[(usize, usize)], items: &[&str], count: usize) -> String {
    let mut text = String::new();
    for index in 0..count {
        let (item, number) = seed[index % seed.len()];
        // No two of a text are the same.
        let number = format!("{}", (number + index) % 100);
        let _ = writeln!(text, "{}\n", items[item % items.len()].replace('N', &number));
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 16, ..ProptestConfig::default() })]

    #[test]
    fn random_texts_are_decoded_alike(
        seed in vec((0..ITEMS.len(), 0..100_usize), 1..40),
        good in any::<bool>(),
        limits in (select(vec![20, 1_000, 250_000_u64]), select(vec![0, 3, 100, 10_000_usize])),
        unexpected in select(vec![Unexpected::Refuse, Unexpected::Warn, Unexpected::Ignore]),
    ) {
        // The first few items give texts without a mistake, as they are read most of the time.
        let items = if good { &ITEMS[..1] } else { ITEMS };
        let limit = Limits::default().with_generated_blocks(limits.0);
        let decoder = Decoder::new()
            .context(context(limit))
            .problems_kept(limits.1)
            .unexpected(unexpected)
            .text("a.hcl", text(&seed, items, 900))
            .text("b.hcl", text(&seed[seed.len() / 2..], items, 700));
        let expected = outcome(&decoder, 1);
        prop_assert_eq!(difference(&outcome(&decoder, 2), &expected), None);
        prop_assert_eq!(difference(&outcome(&decoder, 5), &expected), None);
    }
}

#[test]
fn blocks_of_one_dynamic_block_are_decoded_alike() {
    for content in
        ["size = rule.key", "size = names[rule.key]", "size = half(rule.key)\n key = rule.key"]
    {
        let text = format!(
            "dynamic \"rule\" {{\n  for_each = range(1000)\n  labels = [\"r${{rule.key}}\"]\n  content {{\n    {content}\n  }}\n}}\n"
        );
        let said =
            assert_same(&Decoder::new().context(context(Limits::default())).text("t.hcl", text));
        assert!(said.contains("name: \"r999\"") || said.contains("r999"), "{content}");
    }
}

/// The block that goes past the limit is the same, and so is what is left out behind it.
#[test]
fn the_limit_of_generated_blocks_is_hit_at_the_same_place() {
    let block = "rule \"r\" {\n  size = 1\n  dynamic \"port\" {\n    for_each = names\n    content {\n      number = 1\n    }\n  }\n}\n";
    let text = block.repeat(1_000);
    for generated_blocks in [0, 1_499, 1_500, 2_999, 3_000] {
        let limits = Limits::default().with_generated_blocks(generated_blocks);
        let said =
            assert_same(&Decoder::new().context(context(limits)).text("t.hcl", text.clone()));
        // Three blocks each; a block has ten lines, and the collection is in the fourth.
        let line = generated_blocks / 3 * 9 + 4;
        let place = format!("t.hcl:{line}:");
        assert_eq!(
            said.contains(&place),
            generated_blocks < 3_000,
            "{generated_blocks}: {}",
            &said[..500]
        );
    }
}

#[test]
fn files_are_read_alike() {
    let folder = std::env::temp_dir().join(format!("hcldyn-threads-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for index in 0..60 {
        let mut text = text(&[(index, index), (0, 1), (19, 2)], ITEMS, 20);
        match index {
            7 => text.push_str("first = \n"),
            // More than one thread reads alone.
            8 => {
                text = format!("rule \"long\" {{\n  size = 1 # {}\n}}\n", "x".repeat(600))
                    .repeat(2_000);
            }
            9 => text = "{\"one\": {\"number\": 7}, \"first\": }".to_owned(),
            _ => {}
        }
        let ending = if index % 9 == 0 { "hcl.json" } else { "hcl" };
        std::fs::write(folder.join(format!("f{index:02}.{ending}")), text).unwrap();
    }
    std::fs::write(folder.join("g.hcl"), b"first = \xff\n").unwrap();
    let decoder = |limits: Limits, most: usize| {
        Decoder::new()
            .context(context(limits))
            .problems_kept(most)
            .text("before.hcl", "first = 1\n")
            .file(folder.join("missing.hcl"))
            .folder(&folder)
            .folder(folder.join("nowhere"))
            .file(folder.join("f01.hcl"))
    };
    let (usual, mut said) = (Limits::default(), Vec::new());
    said.push(assert_same(&decoder(usual.clone(), 5)));
    said.push(assert_same(&decoder(usual.clone(), 10_000)));
    said.push(assert_same(&decoder(usual.clone().with_files(62), 10_000)));
    said.push(assert_same(&decoder(usual.clone().with_file_bytes(1_000_000), 10_000)));
    said.push(assert_same(&decoder(usual.with_file_bytes(10_000), 10_000)));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(said[1].contains("missing.hcl") && said[1].contains("nowhere"));
    assert!(said[2].contains("Too many files"));
    assert!(said[3].contains("too long") && said[4].contains("too long"));
}

/// Waits until two threads have called it.
#[derive(Default)]
struct Meeting {
    seen: Mutex<HashSet<thread::ThreadId>>,
    another: Condvar,
}

impl Meeting {
    fn wait(&self) -> usize {
        let mut seen = self.seen.lock().unwrap();
        seen.insert(thread::current().id());
        self.another.notify_all();
        let long = Duration::from_secs(60);
        let (seen, _) = self.another.wait_timeout_while(seen, long, |seen| seen.len() < 2).unwrap();
        seen.len()
    }
}

#[test]
fn two_threads_take_part() {
    let meeting = Arc::new(Meeting::default());
    let met = move |_: i64| meeting.wait() as i64;
    let ctx = EvalContext::new().with_function("met", Function::from_fn("For tests.", ["n"], met));
    let text = "item {\n  number = met(1)\n}\n".repeat(600);
    let decoder = Decoder::new().context(ctx).text("t.hcl", text);
    let said = outcome(&decoder, 2);
    assert!(said.contains("\n0 errors, 0 more"), "{}", &said[..500]);
    // The first two calls met, and no other had to wait.
    assert!(said.contains("number"), "{}", &said[..500]);
}

#[test]
fn the_first_panic_of_a_function_goes_on() {
    let fussy = |n: i64| {
        assert!(n < 300, "I do not like {n}");
        n
    };
    let ctx =
        EvalContext::new().with_function("fussy", Function::from_fn("For tests.", ["n"], fussy));
    let mut text = String::new();
    for index in 0..1_000 {
        let _ = writeln!(text, "item {{\n  number = fussy({index})\n}}");
    }
    let decoder = Decoder::new().context(ctx).text("t.hcl", text);
    let said = |threads| {
        let panic = catch_unwind(AssertUnwindSafe(|| outcome(&decoder, threads))).unwrap_err();
        panic.downcast_ref::<String>().cloned()
    };
    assert_eq!(said(1).as_deref(), Some("I do not like 300"));
    assert_eq!(said(4), said(1));
}

/// What a function may spend is known to the thread that calls it.
#[test]
fn a_function_that_decodes_does_so_on_one_thread() {
    let decode = |_: i64| {
        let seen = Arc::new(Mutex::new(HashSet::new()));
        let known = Arc::clone(&seen);
        let see = move |n: i64| {
            known.lock().unwrap().insert(thread::current().id());
            n
        };
        let ctx =
            EvalContext::new().with_function("see", Function::from_fn("For tests.", ["n"], see));
        let decoder = Decoder::new()
            .context(ctx)
            .text("t.hcl", "item {\n  number = see(1)\n}\n".repeat(2_000));
        let _ = outcome(&decoder, 4);
        let seen = seen.lock().unwrap().clone();
        assert_eq!(seen, HashSet::from([thread::current().id()]));
        1_i64
    };
    let ctx =
        EvalContext::new().with_function("decode", Function::from_fn("For tests.", ["n"], decode));
    let decoder = Decoder::new().context(ctx).text("t.hcl", "first = decode(1)\n");
    let said = outcome(&decoder, 4);
    assert!(said.contains("\n0 errors, 0 more"), "{}", &said[..500]);
}
