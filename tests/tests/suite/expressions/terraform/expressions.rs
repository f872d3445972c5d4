//! The sections from types and values to splat expressions.

use hcldyn::HclDecode;
use hcldyn::cty::{Type, Value};
use hcldyn_tests::text::{parse, problems, value};

use super::{context, eval, same, unreadable, wrong};

mod introduction {
    use super::*;

    #[test]
    fn the_simplest_expressions_are_literals() {
        assert_eq!((eval("\"hello\""), eval("5")), ("hello".into(), 5.into()));
    }

    #[test]
    fn a_program_can_restrict_expressions() {
        assert_eq!(parse("5").as_literal(), Some(&5.into()));
        assert_eq!(parse("2 + 3").as_literal(), None);
        assert!(parse("2 + 3").variables().is_empty());
        assert!(!parse("2 + var.a").variables().is_empty());
    }
}

mod types_and_values {
    use super::*;

    #[derive(HclDecode)]
    struct Argument {
        #[hcl(default = 80)]
        port: u16,
        name: Option<String>,
    }

    fn argument(text: &str) -> Argument {
        hcldyn::from_str(text, &context()).unwrap()
    }

    #[test]
    fn every_value_has_a_type() {
        assert_eq!(eval("\"hello\"").ty(), Type::String);
        assert_eq!(eval("15").ty(), Type::Number);
        assert_eq!(eval("6.283185").ty(), Type::Number);
        assert_eq!(eval("true").ty(), Type::Bool);
        let zones = eval("[\"us-west-1a\", \"us-west-1c\"]");
        assert_eq!(zones.ty(), Type::tuple([Type::String, Type::String]));
        let person = eval("{name = \"Mabel\", age = 52}");
        assert_eq!(person.ty(), Type::object([("age", Type::Number), ("name", Type::String)]));
    }

    #[test]
    fn text_is_unicode_and_numbers_have_fractions() {
        same(&[
            ("length(\"h\u{e9}llo \u{4e16}\u{754c}\")", "8"),
            ("6.283185 * 1000000", "6283185"),
        ]);
    }

    #[test]
    fn elements_are_counted_from_zero() {
        same(&[("[\"us-west-1a\", \"us-west-1c\"][0]", "\"us-west-1a\"")]);
        wrong(&[("[1, 2][2]", "Index out of range; The index must be from 0 to 1")]);
    }

    #[test]
    fn elements_of_a_map_have_names() {
        same(&[("{name = \"Mabel\", age = 52}.age", "52")]);
    }

    #[test]
    fn null_has_no_type() {
        assert_eq!(eval("null"), Value::null(Type::Dynamic));
    }

    #[test]
    fn null_counts_as_unset() {
        let given = argument("port = null\nname = null\n");
        assert_eq!((given.port, given.name), (80, None));
        #[derive(Debug, HclDecode)]
        struct Mandatory {
            #[allow(dead_code, reason = "it is never there")]
            name: String,
        }
        assert!(hcldyn::from_str::<Mandatory>("name = null\n", &context()).is_err());
    }

    #[test]
    fn a_condition_can_omit_an_argument() {
        assert_eq!(argument("port = var.a != \"\" ? 8080 : null\n").port, 80);
        assert_eq!(argument("port = var.name != \"\" ? 8080 : null\n").port, 8080);
    }

    #[test]
    fn lists_and_tuples_behave_alike_and_so_do_maps_and_objects() {
        for text in ["tolist([1, 2])", "[1, 2]"] {
            assert_eq!(eval(&format!("[for x in {text} : x + {text}[0]]")), eval("[2, 3]"));
        }
        for text in ["tomap({ a = 1 })", "{ a = 1 }"] {
            assert_eq!(eval(&format!("{text}.a + {text}[\"a\"]")), eval("2"));
        }
    }

    #[test]
    fn arguments_convert_to_the_type_they_have() {
        let given = argument("port = \"8080\"\nname = 15\n");
        assert_eq!((given.port, given.name.as_deref()), (8080, Some("15")));
        assert!(hcldyn::from_str::<Argument>("port = \"http\"\n", &context()).is_err());
        assert!(hcldyn::from_str::<Argument>("port = [80]\n", &context()).is_err());
    }

    #[test]
    fn primitive_values_convert_both_ways() {
        for (text, ty, expected) in [
            ("true", "tostring", Value::from("true")),
            ("\"true\"", "tobool", true.into()),
            ("false", "tostring", "false".into()),
            ("\"false\"", "tobool", false.into()),
            ("15", "tostring", "15".into()),
            ("\"15\"", "tonumber", 15.into()),
        ] {
            assert_eq!(eval(&format!("{ty}({text})")), expected);
        }
        same(&[
            ("\"15\" + 1", "16"),
            ("\"true\" && true", "true"),
            ("\"${15}${true}\"", "\"15true\""),
        ]);
        wrong(&[
            ("\"fifteen\" + 1", "Invalid operand of \"+\": a number is required, not \"fifteen\""),
            ("\"yes\" && true", "Invalid operand of \"&&\": a bool is required, not \"yes\""),
        ]);
    }
}

mod literals {
    use super::*;

    #[test]
    fn each_type_has_literals() {
        assert_eq!(eval("\"like this\""), "like this".into());
        assert_eq!((eval("true"), eval("false")), (true.into(), false.into()));
        assert!(eval("null").is_null());
        let list = eval("[\"a\", 15, true]");
        assert_eq!(list.elements(), ["a".into(), Value::from(15), true.into()]);
    }

    #[test]
    fn a_list_may_have_lines_and_a_comma_at_its_end() {
        same(&[("[\n  1,\n  2,\n]", "[1, 2]"), ("[\n  1,\n  1 + 1\n]", "[1, 2]")]);
        unreadable(&[("[\n  1\n  2\n]", "Missing separator"), ("[1 2]", "Missing separator")]);
    }

    #[test]
    fn pairs_are_separated_by_commas_or_lines() {
        let expected = "{ \"name\" = \"John\", \"age\" = 50 + 2 }";
        same(&[
            ("{\n  name = \"John\"\n  age = 52\n}", expected),
            ("{name = \"John\", age = 52}", expected),
        ]);
    }

    #[test]
    fn keys_are_names_or_quoted_or_in_parentheses() {
        same(&[("{ \"a b\" = 1 }[\"a b\"]", "1")]);
        unreadable(&[("{ a b = 1 }", "Missing object value; Expected \"=\"")]);
        same(&[("{ (var.business_unit_tag_name) = \"SRE\" }", "{ unit = \"SRE\" }")]);
    }
}

mod indices_and_references {
    use super::*;

    #[test]
    fn brackets_take_whole_numbers_or_keys() {
        same(&[("var.list[1]", "\"bb\""), ("var.map[\"kk\"]", "\"v\"")]);
        wrong(&[
            ("var.list[0.5]", "Invalid index; An index must be a whole number"),
            ("var.list[\"x\"]", "Invalid index for a tuple: a number is required"),
            ("var.list[-1]", "Invalid index; An index must be at least 0"),
            ("var.map[\"none\"]", "Unknown attribute; This object has no attribute \"none\""),
            ("var.map[0]", "Unknown attribute; This object has no attribute 0"),
        ]);
    }

    #[test]
    fn attributes_follow_a_dot() {
        same(&[("var.map.k", "var.map[\"k\"]"), ("var.single_object.id", "7")]);
    }

    #[test]
    fn names_can_be_used_alone_or_combined() {
        same(&[
            ("var.name", "\"Juan\""),
            ("\"${var.name} ${aws_instance.example.id}\"", "\"Juan i-1\""),
        ]);
    }

    #[test]
    fn references_are_the_dependencies_of_an_expression() {
        let found = parse("[aws_instance.example.id, upper(var.name), path.module]").variables();
        let names: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["aws_instance.example.id", "var.name", "path.module"]);
    }

    #[test]
    fn attributes_of_a_resource_are_references() {
        same(&[
            ("aws_instance.example.ami", "\"ami-abc123\""),
            ("aws_instance.example.id", "\"i-1\""),
            ("aws_instance.example.ebs_block_device[*].device_name", "[\"sda2\", \"sda3\"]"),
        ]);
    }

    #[test]
    fn blocks_with_a_key_are_found_by_it() {
        same(&[("aws_instance.example.device[\"foo\"].size", "2")]);
    }

    /// The page uses square brackets here. They cannot have keys, as its own section on `for` states.
    #[test]
    fn a_for_expression_maps_blocks_with_keys() {
        let devices = "{for k, device in aws_instance.example.device : k => device.size}";
        same(&[(devices, "{ foo = 2, bar = 4 }")]);
        unreadable(&[(
            &devices.replace('{', "[").replace('}', "]"),
            "Invalid for expression; A list has no keys",
        )]);
    }

    #[test]
    fn instances_are_a_list() {
        same(&[
            ("aws_instance.counted[*].id", "[\"i-1\", \"i-2\", \"i-3\"]"),
            ("aws_instance.counted[0].id", "\"i-1\""),
        ]);
    }

    #[test]
    fn a_program_can_add_names_anywhere() {
        let count = Value::object([("index", Value::from(3))]);
        let inside = context().child().with_variable("count", count);
        assert_eq!(value("\"${var.name}-${count.index}\"", &inside), "Juan-3".into());
        wrong(&[("count.index", "Undefined variable; The variable \"count\"")]);
    }
}

mod values_not_yet_known {
    use super::*;

    #[test]
    fn results_of_unknown_values_are_unknown() {
        assert_eq!(eval("1 + later").ty(), Type::Number);
        assert!(!eval("1 + later").is_known());
        assert!(!eval("\"n-${later}\"").is_known());
    }

    #[test]
    fn an_unknown_value_is_rejected_where_a_known_one_is_required() {
        #[derive(Debug, HclDecode)]
        struct Resource {
            #[allow(dead_code, reason = "it is never there")]
            count: u32,
        }
        let problems = hcldyn::from_str::<Resource>("count = later\n", &context()).unwrap_err();
        assert!(problems.to_string().contains("not known yet"), "{problems}");
    }

    #[test]
    fn wrong_types_are_found_before_values_are_known() {
        wrong(&[
            ("later ? 1 : 2", "Invalid condition; The condition must be a bool, not a number"),
            ("later.name", "Unknown attribute; A number that is not known yet"),
            ("[later] + 1", "Invalid operand of \"+\": a number is required, not a tuple"),
        ]);
    }

    #[test]
    fn a_value_without_a_type_can_be_rejected_later() {
        let unknown = context().with_variable("x", Value::dynamic());
        assert!(!value("x + 1", &unknown).is_known());
        assert!(!problems("x + 1", &context().with_variable("x", "one")).is_empty());
    }
}

mod operators {
    use super::*;

    #[test]
    fn an_operator_has_one_operand_or_two() {
        same(&[("1 + 2", "3"), ("!true", "false")]);
    }

    #[test]
    fn operators_have_the_documented_precedence() {
        same(&[
            ("-2 * 3 + 7", "1"),
            ("!false && true", "true"),
            ("1 + 2 * 3", "7"),
            ("10 - 8 / 4", "8"),
            ("7 % 4 + 1", "4"),
            ("1 + 1 > 1", "true"),
            ("3 <= 4 - 1", "true"),
            ("1 < 2 == true", "true"),
            ("1 == 2 && false || true", "true"),
            ("false && false == false", "false"),
            ("true || false && false", "true"),
        ]);
    }

    #[test]
    fn parentheses_are_evaluated_first() {
        same(&[
            ("(1 + 2) * 3", "9"),
            ("1 + (2 * 3)", "1 + 2 * 3"),
            ("(true || false) && false", "false"),
        ]);
    }

    #[test]
    fn operands_are_converted() {
        same(&[("\"1\" + \"2\"", "3"), ("\"2\" > 1", "true"), ("!\"true\"", "false")]);
        wrong(&[
            ("\"one\" + 1", "Invalid operand of \"+\": a number is required, not \"one\""),
            ("[] + 1", "Invalid operand of \"+\": a number is required, not a tuple"),
            ("!1", "Invalid operand of \"!\": a bool is required, not a number"),
            ("true > 1", "Invalid operand of \">\": a number is required, not a bool"),
        ]);
    }

    #[test]
    fn arithmetic() {
        same(&[
            ("7 + 2", "9"),
            ("7 - 2", "5"),
            ("7 * 2", "14"),
            ("7 / 2", "3.5"),
            ("7 % 2", "1"),
            ("-(3)", "-1 * 3"),
        ]);
    }

    #[test]
    fn equality_takes_any_types() {
        same(&[
            ("1 == 1", "true"),
            ("1 == \"1\"", "false"),
            ("\"a\" == [\"a\"]", "false"),
            ("[1, { a = 2 }] == [1, { a = 2 }]", "true"),
            ("1 != 1", "false"),
            ("1 != \"1\"", "true"),
        ]);
    }

    #[test]
    fn comparison() {
        same(&[
            ("[1 < 2, 2 < 2]", "[true, false]"),
            ("[2 <= 2, 3 <= 2]", "[true, false]"),
            ("[3 > 2, 2 > 2]", "[true, false]"),
            ("[2 >= 2, 1 >= 2]", "[true, false]"),
        ]);
        wrong(&[("\"a\" < \"b\"", "Invalid operand of \"<\": a number is required, not \"a\"")]);
    }

    #[test]
    fn logic() {
        same(&[
            (
                "[for a in [true, false] : [for b in [true, false] : a || b]]",
                "[[true, true], [true, false]]",
            ),
            (
                "[for a in [true, false] : [for b in [true, false] : a && b]]",
                "[[true, false], [false, false]]",
            ),
            ("[!true, !false]", "[false, true]"),
        ]);
    }
}

mod conditionals_and_calls {
    use super::*;

    #[test]
    fn a_condition_selects_one_of_two_values() {
        same(&[("true ? 1 : 2", "1"), ("1 > 2 ? 1 : 2", "2"), ("\"true\" ? 1 : 2", "1")]);
        wrong(&[("1 ? 1 : 2", "Invalid condition; The condition must be a bool, not a number")]);
    }

    #[test]
    fn a_condition_gives_defaults() {
        same(&[("var.a != \"\" ? var.a : \"default-a\"", "\"default-a\"")]);
        same(&[("var.name != \"\" ? var.name : \"default-a\"", "var.name")]);
    }

    #[test]
    fn the_type_does_not_depend_on_the_condition() {
        for condition in ["true", "false", "later > 1"] {
            assert_eq!(eval(&format!("{condition} ? 1 : \"b\"")).ty(), Type::String);
        }
        wrong(&[("true ? [1] : \"a\"", "Mismatched conditional results")]);
    }

    #[test]
    fn a_call_has_a_name_and_arguments() {
        same(&[("max(5, 12, 9)", "12"), ("upper(\"a\")", "\"A\"")]);
        wrong(&[("missing(1)", "Unknown function")]);
    }

    #[test]
    fn the_number_and_types_of_arguments_are_checked() {
        wrong(&[
            ("upper()", "Missing argument"),
            ("upper(\"a\", \"b\")", "Too many arguments"),
            (
                "upper([])",
                "Invalid argument; Invalid value for the argument \"string\" of upper: a string",
            ),
        ]);
        same(&[("upper(true)", "\"TRUE\"")]);
    }

    #[test]
    fn some_functions_take_any_number() {
        same(&[("min(55, 3453, 2)", "2"), ("min(1)", "1")]);
    }

    #[test]
    fn a_list_expands_into_arguments() {
        same(&[("min([55, 2453, 2]...)", "2"), ("min(1, [55, 2453]...)", "1")]);
        unreadable(&[
            ("min([55, 2453, 2]\u{2026})", "Unexpected character"),
            ("[[1, 2]...]", "Missing separator; Expected a comma or \"]\" before \"...\""),
            ("min([1]..., 2)", "Invalid expansion; Only the last argument"),
        ]);
    }
}

mod for_expressions {
    use super::*;

    #[test]
    fn for_in_brackets_makes_a_tuple_in_order() {
        same(&[("[for s in var.list : upper(s)]", "[\"A\", \"BB\", \"\"]")]);
    }

    #[test]
    fn for_in_braces_makes_an_object() {
        same(&[("{for s in var.list : s => upper(s)}", "{ a = \"A\", bb = \"BB\", \"\" = \"\" }")]);
        unreadable(&[(
            "{for s in var.list : upper(s)}",
            "Invalid for expression; Expected \"=>\"",
        )]);
    }

    #[test]
    fn if_filters_elements() {
        same(&[("[for s in var.list : upper(s) if s != \"\"]", "[\"A\", \"BB\"]")]);
    }

    #[test]
    fn for_with_two_names_binds_key_and_value() {
        same(&[("[for k, v in var.map : length(k) + length(v)]", "[3, 3]")]);
    }

    #[test]
    fn an_ellipsis_groups_by_key() {
        same(&[(
            "{for s in [\"ab\", \"\", \"ac\", \"b\"] : substr(s, 0, 1) => s... if s != \"\"}",
            "{ a = [\"ab\", \"ac\"], b = [\"b\"] }",
        )]);
        wrong(&[(
            "{for s in [\"ab\", \"ac\"] : substr(s, 0, 1) => s}",
            "Duplicate key; The key \"a\"",
        )]);
    }
}

mod splats {
    use super::*;

    #[test]
    fn a_splat_is_a_short_for() {
        same(&[
            ("var.objects[*].id", "[for o in var.objects : o.id]"),
            ("var.objects[*].id", "[1, 2]"),
        ]);
    }

    #[test]
    fn a_splat_takes_several_steps_from_each_element() {
        let all = "var.objects[*].interfaces[0].name";
        same(&[
            (all, "[for o in var.objects : o.interfaces[0].name]"),
            (all, "[\"eth0\", \"wlan0\"]"),
        ]);
    }

    #[test]
    fn a_single_value_is_a_list_of_one() {
        same(&[
            ("var.single_object[*].id", "[var.single_object][*].id"),
            ("var.single_object[*].id", "[var.single_object.id]"),
            ("aws_instance.example[*].id", "[\"i-1\"]"),
            ("var.none[*].id", "[]"),
        ]);
    }

    #[test]
    fn the_legacy_splat_applies_indexes_to_the_result() {
        let old = "var.objects.*.interfaces[0][1].name";
        same(&[(old, "[for o in var.objects : o.interfaces][0][1].name"), (old, "\"eth1\"")]);
    }
}
