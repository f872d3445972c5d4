//! Limits, each at its last allowed value and one past it. `docs/limits.md` has the table of all.

use hcldyn::cty::function::Parameter;
use hcldyn::cty::{Function, Number, Refinement, Type, Value, json, msgpack};
use hcldyn::diag::Diagnostic;
use hcldyn::environment::Environment;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Rest, Spec, encode, language};
use hcldyn::syntax::{MAX_SOURCE_LEN, Source, Span, parse_json_body};
use hcldyn::{
    Decoder, Diagnostics, EvalContext, HclDecode, Limits, ext, functions, parse_body,
    parse_expression, syntax,
};

/// Checks that `run` succeeds at a limit, and one past it fails with a message about the limit.
fn limited(limit: usize, problem: &str, run: impl Fn(usize) -> Result<(), String>) {
    assert!(!problem.is_empty(), "every string contains the empty one");
    if let Err(error) = run(limit) {
        panic!("{limit} is within the limit, but {error:.400}");
    }
    let error = run(limit + 1).expect_err("one past the limit is refused");
    assert!(error.contains(problem), "{error}");
}

fn context(limits: Limits) -> EvalContext {
    EvalContext::new()
        .with_limits(limits)
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_variable("word", "word")
        .with_variable("one", vec![1])
        .with_variable("any", Value::dynamic())
}

/// Parses an expression, which must have no errors.
fn parse(text: &str) -> Result<(), String> {
    let mut diags = Diagnostics::new();
    parse_expression(&Source::new("t", text), &mut diags);
    no_problem(&diags)
}

/// Evaluates an expression, which must have no errors.
fn evaluate(ctx: &EvalContext, text: &str) -> Result<(), String> {
    let mut diags = Diagnostics::new();
    if let Some(expr) = parse_expression(&Source::new("t", text), &mut diags) {
        expr.value(ctx, &mut diags);
    }
    no_problem(&diags)
}

fn no_problem(diags: &Diagnostics) -> Result<(), String> {
    diags.iter().next().map_or(Ok(()), |problem| Err(problem.to_string()))
}

fn call(name: &str, args: Vec<Value>) -> Result<Value, String> {
    let (_, function) = functions::all().find(|(other, _)| *other == name).unwrap();
    function.call(args).map_err(|error| error.to_string())
}

fn nested(depth: usize, inner: Value) -> Value {
    (0..depth).fold(inner, |value, _| Value::tuple(vec![value]))
}

mod that_a_program_sets {
    use super::*;

    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic)]
        #[allow(dead_code, reason = "only decoding is looked at")]
        rule: Vec<Rule>,
    }

    #[derive(Debug, HclDecode)]
    struct Rule {}

    #[test]
    fn generated_blocks() {
        let ctx = context(Limits::default().with_generated_blocks(5));
        limited(5, "Too many generated blocks", |count| {
            let elements = "1, ".repeat(count);
            let text = format!("dynamic \"rule\" {{\nfor_each = [{elements}]\ncontent {{}}\n}}\n");
            hcldyn::from_str::<Config>(&text, &ctx).map(drop).map_err(|diags| diags.to_string())
        });
    }

    /// By hand: the loop takes a step for each element, the tuple one step for each element and three for
    /// itself. Four steps for each of the 18 bytes of the expression are free.
    #[test]
    fn work() {
        let ctx = context(Limits::default().with_work(2 * 100 + 3 - 4 * 18));
        limited(100, "Too much work", |count| {
            let many = Value::list(Type::Bool, vec![true.into(); count]);
            evaluate(&ctx.child().with_variable("many", many), "[for v in many: v]")
        });
    }

    /// By hand: building a string takes a step for each 16 bytes. Four steps for each of the 10 bytes of the
    /// template are free.
    #[test]
    fn work_on_strings() {
        let ctx = context(Limits::default().with_work(100 - 4 * 10));
        limited(100, "Too much work", |count| {
            let ctx = ctx.child().with_variable("text", "x".repeat(16 * count));
            evaluate(&ctx, "\"${text}-\"")
        });
    }

    #[test]
    fn diagnostics() {
        let report = |count, mut diags: Diagnostics| {
            let source = Source::new("t", "x".repeat(count));
            for at in 0..count as u32 {
                diags.push(Diagnostic::error(source.place(Span::empty(at)), "Bad", "It is bad."));
            }
            match diags.suppressed() {
                0 => Ok(()),
                more => Err(format!("{more} more than {}", diags.iter().count())),
            }
        };
        limited(Diagnostics::DEFAULT_LIMIT, "1 more than 100", |n| report(n, Diagnostics::new()));
        limited(7, "1 more than 7", |n| report(n, Diagnostics::with_limit(7)));
    }
}

mod of_texts {
    use super::*;

    /// The maximum nesting of blocks and expressions. The outermost expression counts as one level.
    const LEVELS: usize = 500;
    const BLOCKS: usize = 250;

    const TOO_DEEP: &str =
        "Nested too deeply; Blocks can be nested at most 250 levels deep, and expressions";

    /// Untouched zeroed memory takes no physical memory.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn length() {
        let text = |length| String::from_utf8(vec![0; length]).unwrap();
        let problem = "t: error: Source too long; A source can have at most 4,294,967,294 bytes.";
        limited(MAX_SOURCE_LEN, "an empty source", |length| {
            let is_kept = Source::new("t", text(length)).text().len() == length;
            is_kept.then_some(()).ok_or_else(|| "an empty source".to_owned())
        });
        let longer = text(MAX_SOURCE_LEN + 1);
        let mut diags = Diagnostics::new();
        assert!(syntax::source_from_bytes("t", longer, &mut diags).is_none());
        assert_eq!(diags.to_string(), problem);
    }

    #[test]
    fn expressions() {
        let ctx = context(Limits::default());
        for (open, close) in [
            ("-", ""),
            ("(", ")"),
            ("[", "]"),
            ("{ a = ", "}"),
            ("max(", ")"),
            ("\"x${", "}\""),
            ("[for i in one : ", "]"),
            ("true ? ", " : 1"),
        ] {
            limited(LEVELS - 1, TOO_DEEP, |depth| {
                let text = format!("{}any{}", open.repeat(depth), close.repeat(depth));
                // The nesting limit of values is lower than that of expressions.
                if open.contains(['[', '{']) && !open.contains('$') {
                    parse(&text)
                } else {
                    evaluate(&ctx, &text)
                }
            });
        }
        // The key of an index adds one level.
        limited(LEVELS - 2, TOO_DEEP, |steps| {
            evaluate(&ctx, &format!("any{}", "[any]".repeat(steps)))
        });
        evaluate(&ctx, &format!("1{}", " + 1".repeat(100_000))).unwrap();
    }

    #[test]
    fn blocks() {
        let parse = |text| {
            let mut diags = Diagnostics::new();
            parse_body(&Source::new("t", text), &mut diags);
            no_problem(&diags)
        };
        limited(BLOCKS, TOO_DEEP, |depth| parse("b {\n".repeat(depth) + &"}\n".repeat(depth)));
        limited(LEVELS - 1, TOO_DEEP, |depth| parse(format!("a = {}x\n", "!".repeat(depth))));
        // Blocks count as levels of the expressions in them.
        limited(LEVELS - 4, TOO_DEEP, |depth| {
            parse(format!("b {{\nb {{\nb {{\na = {}x\n}}\n}}\n}}\n", "!".repeat(depth)))
        });
    }

    #[test]
    fn blocks_in_paths() {
        #[derive(Debug, HclDecode)]
        #[expect(dead_code, reason = "only errors are compared")]
        struct Node {
            port: Option<u8>,
            #[hcl(block)]
            node: Option<Box<Self>>,
        }
        let decode = |decoder: Decoder| match decoder.decode::<Node>() {
            Ok(loaded) => no_problem(&loaded.warnings),
            Err(diags) => no_problem(&diags),
        };
        limited(BLOCKS, "at most 250 levels deep", |depth| {
            let path = format!("{}port=1", "node.".repeat(depth));
            decode(Decoder::new().overrides("--set", [path]))
        });
        limited(BLOCKS, "at most 250 levels deep", |depth| {
            let name = format!("{}PORT", "NODE__".repeat(depth));
            decode(
                Decoder::new().environment(Environment::with_prefix("").variables([(name, "1")])),
            )
        });
        let path = format!("{}port=1", "node.".repeat(100_000));
        assert!(decode(Decoder::new().overrides("--set", [path])).is_err());
    }

    #[test]
    fn json_syntax() {
        limited(128, "Nested too deeply", |depth| {
            let mut diags = Diagnostics::new();
            let inner = depth - 1;
            let text = format!("{{\"a\": {}{}}}", "[".repeat(inner), "]".repeat(inner));
            parse_json_body(&Source::new("t", text), &mut diags);
            no_problem(&diags)
        });
    }

    #[test]
    fn files_of_which_only_so_much_is_read() {
        let path = std::env::temp_dir().join(format!("hcldyn-limits-{}.hcl", std::process::id()));
        limited(10, "at most 10 bytes", |bytes| {
            std::fs::write(&path, " ".repeat(bytes)).unwrap();
            let mut diags = Diagnostics::new();
            syntax::read_file_within(&path, 10, &mut diags);
            no_problem(&diags)
        });
        std::fs::remove_file(path).unwrap();
    }
}

mod of_evaluations {
    use super::*;

    const COUNT_DOWN: &str = r#"function "f" {
  params = [n]
  result = n == 0 ? 0 : f(n - 1)
}
"#;

    /// The maximum depth of an evaluation, and the levels taken by a function that evaluates an expression.
    const LEVELS: usize = 800;
    const CALL: usize = 8;

    /// The number of calls within the limit. The written call takes one level. Each call after it takes
    /// `CALL` levels, one for the conditional and one for itself. The last call needs as many once more, to
    /// check in its conditional whether `n` is 0. The next call is too deep, and its result is not needed.
    const CALLS: usize = (LEVELS - 1 - (CALL + 2)) / (CALL + 2);

    #[test]
    fn depth() {
        fn context() -> EvalContext {
            let mut diags = Diagnostics::new();
            let body = parse_body(&Source::new("f", COUNT_DOWN), &mut diags);
            let (functions, _) = ext::decode_functions(&body, "function", context, &mut diags);
            EvalContext::new().with_functions(functions)
        }
        let ctx = context();
        limited(CALLS, "the result has an error", |n| evaluate(&ctx, &format!("f({n})")));
    }
}

mod of_values {
    use super::*;

    #[test]
    fn depth() {
        limited(Value::MAX_DEPTH, "is 0 deep", |depth| {
            let value = nested(depth, 1.into());
            let is_made = value.depth() == depth;
            is_made.then_some(()).ok_or_else(|| format!("it is {} deep", value.depth()))
        });
    }

    /// Nested pairs have one value less than a power of two.
    #[test]
    fn size() {
        let pair = |value: &Value| Value::tuple(vec![value.clone(), value.clone()]);
        let almost = (0..23).fold(Value::from(1), |value, _| pair(&value));
        assert_eq!(almost.size(), Value::MAX_SIZE - 1);
        let full = Value::tuple(vec![almost]);
        assert_eq!(full.size(), Value::MAX_SIZE);
        assert!(!Value::tuple(vec![full]).is_known());
    }

    #[test]
    fn digits_of_a_number() {
        limited(80_000, "a number must have at most 80000 digits", |digits| {
            let number = ("0.".to_owned() + &"1".repeat(digits)).parse::<Number>();
            number.map(drop).map_err(|error| error.to_string())
        });
    }

    #[test]
    fn size_of_a_number() {
        limited(Number::MAX_EXPONENT as usize - 1, "2 to the 262144 is infinite", |exponent| {
            if power_of_two(exponent).is_infinite() {
                Err(format!("2 to the {exponent} is infinite"))
            } else {
                Ok(())
            }
        });
    }

    fn power_of_two(exponent: usize) -> Number {
        let (mut result, mut square) = (Number::from(1), Number::from(2));
        for bit in 0..=exponent.ilog2() {
            if bit > 0 {
                square = square.mul(&square).unwrap();
            }
            if exponent >> bit & 1 == 1 {
                result = result.mul(&square).unwrap();
            }
        }
        result
    }

    #[test]
    fn unknown_elements() {
        limited(1024, "stays unknown", |length| {
            let refinement = Refinement {
                not_null: true,
                min_length: length as u64,
                max_length: Some(length as u64),
                ..Refinement::default()
            };
            let list = Value::unknown_refined(Type::list(Type::Bool), refinement);
            list.is_known().then_some(()).ok_or_else(|| "the list stays unknown".to_owned())
        });
    }

    /// The strings share their memory, so the value is small.
    #[test]
    fn encoded_text() {
        let text = Value::from("a".repeat(1 << 20));
        limited(15, "would be longer than 16,777,216 bytes", |count| {
            let attributes = (0..count).map(|index| (format!("a{index}").into(), text.clone()));
            let value = Value::map(Type::String, attributes.collect());
            let spec = Spec::Rest(Rest::Attributes(Type::String.into()));
            encode(&value, &spec).map(drop).map_err(|error| error.to_string())
        });
    }
}

mod of_functions {
    use super::*;

    #[test]
    fn range() {
        limited(1024, "more than 1024 numbers", |count| {
            call("range", vec![Value::from(count as u64)]).map(drop)
        });
    }

    #[test]
    fn elements() {
        let problem = "more than 1000000 elements";
        let separators = |count: usize| vec![",".into(), ",".repeat(count).into()];
        limited(1_000_000, problem, |count| call("split", separators(count)).map(drop));
        let numbers = |count| Value::list(Type::Number, (0..count).map(Value::from).collect());
        limited(1_000, problem, |count| {
            call("setproduct", vec![numbers(1_000), numbers(count as u32)]).map(drop)
        });
    }

    #[test]
    fn bytes() {
        limited(1 << 20, "more than 67108864 bytes", |bytes| {
            let mut words = vec![Value::from("x".repeat(1 << 20)); 63];
            words.push("x".repeat(bytes).into());
            call("join", vec!["".into(), Value::list(Type::String, words)]).map(drop)
        });
    }

    #[test]
    fn width_and_precision() {
        let ctx = context(Limits::default());
        for verb in ["%{}d", "%.{}f"] {
            limited(1_000, "more than 1000", |width| {
                evaluate(
                    &ctx,
                    &format!("format(\"{}\", 1)", verb.replace("{}", &width.to_string())),
                )
            });
        }
    }

    #[test]
    fn whole_numbers_of_digits() {
        limited(512, "at most 512 bits", |bits| {
            call("parseint", vec!["1".repeat(bits).into(), 2.into()]).map(drop)
        });
    }

    #[test]
    fn yaml() {
        let problem = "is nested more than 128 levels deep";
        let text = |depth| "- ".repeat(depth) + "1\n";
        limited(128, problem, |depth| call("yamldecode", vec![text(depth).into()]).map(drop));
        limited(128, problem, |depth| call("yamlencode", vec![nested(depth, 1.into())]).map(drop));
    }
}

mod of_values_written_elsewhere {
    use super::*;

    /// The innermost value counts as a level.
    #[test]
    fn json_depth() {
        let problem = "can be nested at most 128 levels deep";
        let text = |depth: usize| "[".repeat(depth - 1) + "1" + &"]".repeat(depth - 1);
        limited(128, problem, |depth| error_of(json::from_plain_json(text(depth))));
        limited(128, problem, |depth| error_of(json::to_plain_json(&nested(depth - 1, 1.into()))));
        limited(128, problem, |depth| {
            let value = nested(depth - 1, 1.into());
            error_of(json::to_json(&value, &value.ty()))
        });
        limited(128, problem, |depth| {
            error_of(json::from_json(text(depth), &nested(depth - 1, 1.into()).ty()))
        });
        let ty = |depth| (1..depth).fold(Type::String, |ty, _| Type::list(ty));
        limited(128, problem, |depth| error_of(ty(depth).to_json()));
        limited(128, problem, |depth| {
            let text = "[\"list\",".repeat(depth - 1) + "\"bool\"" + &"]".repeat(depth - 1);
            error_of(Type::from_json(text))
        });
    }

    /// The list counts as one value, and so does each object, whose attributes are all missing.
    #[test]
    fn json_values() {
        let read = |objects: usize, attributes: usize| {
            let ty = Type::object((0..attributes).map(|index| (format!("a{index}"), Type::Bool)));
            let text = format!("[{{}}{}]", ",{}".repeat(objects - 1));
            error_of(json::from_json(text, &Type::list(ty)))
        };
        assert_eq!(read(999, 1_000), Ok(()));
        assert!(read(1_000, 999).is_err_and(|error| error.contains("more than 1000000 values")));
    }

    #[test]
    fn json_values_with_types() {
        limited(8, "with a type of their own are nested", |count| {
            let (open, inner) =
                ("{\"type\":\"dynamic\",\"value\":", "{\"type\":\"bool\",\"value\":true}");
            let text = open.repeat(count - 1) + inner + &"}".repeat(count - 1);
            error_of(json::from_json(text, &Type::Dynamic))
        });
    }

    /// The bytes after the map of refinements (here an empty one) are not read.
    #[test]
    fn bytes_of_refinements() {
        limited(1024, "have more than 1024 bytes", |length| {
            let head = [0xc8, (length >> 8) as u8, length as u8, 0x0c, 0x80];
            let message = [&head[..], &vec![0; length - 1]].concat();
            error_of(msgpack::from_msgpack(&message, &Type::String))
        });
    }

    /// As in the reference, a longer string is cut before the last byte that would fit. It then loses its
    /// last letter, which the following characters could change.
    #[test]
    fn the_written_refinements_of_an_unknown_value() {
        limited(256, "254 bytes of it", |length| {
            let known = Refinement { prefix: Some("x".repeat(length).into()), ..<_>::default() };
            let value = Value::unknown_refined(Type::String, known);
            let bytes = msgpack::to_msgpack(&value, &Type::String).unwrap();
            match bytes.iter().filter(|byte| **byte == b'x').count() {
                written if written == length => Ok(()),
                written => Err(format!("{written} bytes of it")),
            }
        });
    }

    fn error_of<T>(result: Result<T, impl ToString>) -> Result<(), String> {
        result.map(drop).map_err(|error| error.to_string())
    }
}

mod of_specs {
    use super::*;

    /// The maximum nesting of specs. The `default` is one level, and its first outcome another one. Each
    /// further outcome counts as one level deeper than the previous one.
    const LEVELS: usize = 128;

    #[test]
    fn depth_of_a_spec_file() {
        limited(LEVELS - 1, "Spec too deep", |outcomes| {
            let literals = "literal {\nvalue = 1\n}\n".repeat(outcomes);
            let mut diags = Diagnostics::new();
            let file =
                parse_body(&Source::new("s", format!("default {{\n{literals}}}\n")), &mut diags);
            language::read(&file, &EvalContext::new(), &mut diags);
            no_problem(&diags)
        });
    }

    #[test]
    fn specs_that_are_used() {
        limited(10_000, "Too many specs", |count| {
            let uses = "use {\nspec = \"one\"\n}\n".repeat(count);
            let text =
                format!("spec \"one\" {{\nliteral {{\nvalue = 1\n}}\n}}\narray {{\n{uses}}}\n");
            let mut diags = Diagnostics::new();
            let file = parse_body(&Source::new("s", text), &mut diags);
            language::read(&file, &EvalContext::new(), &mut diags);
            no_problem(&diags)
        });
    }

    #[test]
    fn bytes_of_values() {
        limited(1 << 20, "Spec too large", |bytes| {
            let docs = format!("docs = \"{}\"\n", "x".repeat(bytes - 2 * "a".len()));
            let attr = |docs: &str| format!("attr {{\nname = \"a\"\n{docs}}}\n");
            let text = format!("array {{\n{}{}}}\n", attr(&docs), attr(""));
            let mut diags = Diagnostics::new();
            let file = parse_body(&Source::new("s", text), &mut diags);
            language::read(&file, &EvalContext::new(), &mut diags);
            no_problem(&diags)
        });
    }

    /// A type with more parts than the limit stays unknown until there is a value.
    #[test]
    fn parts_of_the_type_that_a_function_gives() {
        limited(1 << 18, "stays open", |parts| {
            let ty = Type::tuple(vec![Type::String; parts - 1]);
            let function = Function::builder("Many strings.")
                .param(Parameter::new("of", Type::Number))
                .returning(ty.clone(), |_, ty| Ok(Value::unknown(ty.clone())));
            let spec = Spec::Literal(1.into()).transform(function);
            let is_told = spec.implied_type() == ty;
            is_told.then_some(()).ok_or_else(|| "the type stays open".to_owned())
        });
    }

    #[test]
    fn parts_of_the_type_of_a_block() {
        limited(1 << 18, "stays open", |parts| {
            let ty = Type::tuple(vec![Type::String; parts - 2]);
            let body = Spec::object([("a", AttrSpec::new("a", ty.clone()).into())]);
            let is_told =
                Spec::from(BlocksSpec::new("b", body)).implied_type() == Type::object([("a", ty)]);
            is_told.then_some(()).ok_or_else(|| "the type stays open".to_owned())
        });
    }

    #[test]
    fn labels_of_a_block() {
        limited(256, "the index 256", |count| {
            let labels =
                (0..count).map(|index| (format!("l{index}"), LabelSpec::new(index, "l").into()));
            let spec: Spec = BlocksSpec::new("b", Spec::object(labels)).into();
            spec.check().map_err(|error| error.to_string())
        });
    }
}
