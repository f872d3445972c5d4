//! Fields of blocks of the kind `expr_closure`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_expressionclosure { #[hcl(expr_closure)] field: ExpressionClosure } "item {\nfield = 5\n}\n" => "_";
    of_name_other_expressionclosure { #[hcl(expr_closure, name = "other")] field: ExpressionClosure } "item {\nother = 5\n}\n" => "_";
    of_alias_other_expressionclosure { #[hcl(expr_closure, alias = "other")] field: ExpressionClosure } "item {\nother = 5\n}\n" => "_";
    of_former_name_other_expressionclosure { #[hcl(expr_closure, former_name = "other")] field: ExpressionClosure } "item {\nother = 5\n}\n" => "_";
    of_flag_long_second_expressionclosure { #[hcl(expr_closure, flag(long = "second"))] field: ExpressionClosure } "item {\nfield = 5\n}\n" => "_";
    of_from_file_expressionclosure { #[hcl(expr_closure, from(file))] field: ExpressionClosure } "item {\nfield = 5\n}\n" => "_";
    of_requires_extra_expressionclosure { #[hcl(expr_closure, requires = "extra")] field: ExpressionClosure } "item {\nextra = 1\nfield = 5\n}\n" => "_";
    of_scope_a_u8_expressionclosure { #[hcl(expr_closure, scope(a = u8))] field: ExpressionClosure } "item {\nfield = 5\n}\n" => "_";
    of_hide_expressionclosure { #[hcl(expr_closure, hide)] field: ExpressionClosure } "item {\nfield = 5\n}\n" => "_";
    of_option_expressionclosure { #[hcl(expr_closure)] field: Option<ExpressionClosure> } "item {\nfield = 5\n}\n" => "_";
    of_name_other_option_expressionclosure { #[hcl(expr_closure, name = "other")] field: Option<ExpressionClosure> } "item {\nother = 5\n}\n" => "_";
    of_alias_other_option_expressionclosure { #[hcl(expr_closure, alias = "other")] field: Option<ExpressionClosure> } "item {\nother = 5\n}\n" => "_";
    of_former_name_other_option_expressionclosure { #[hcl(expr_closure, former_name = "other")] field: Option<ExpressionClosure> } "item {\nother = 5\n}\n" => "_";
    of_deprecated_old_option_expressionclosure { #[hcl(expr_closure, deprecated = "Old.")] field: Option<ExpressionClosure> } "item {\nfield = 5\n}\n" => "_";
    of_flag_long_second_option_expressionclosure { #[hcl(expr_closure, flag(long = "second"))] field: Option<ExpressionClosure> } "item {\nfield = 5\n}\n" => "_";
    of_from_file_option_expressionclosure { #[hcl(expr_closure, from(file))] field: Option<ExpressionClosure> } "item {\nfield = 5\n}\n" => "_";
    of_conflicts_with_extra_option_expressionclosure { #[hcl(expr_closure, conflicts_with = "extra")] field: Option<ExpressionClosure> } "item {\nfield = 5\n}\n" => "_";
    of_requires_extra_option_expressionclosure { #[hcl(expr_closure, requires = "extra")] field: Option<ExpressionClosure> } "item {\nextra = 1\nfield = 5\n}\n" => "_";
    of_scope_a_u8_option_expressionclosure { #[hcl(expr_closure, scope(a = u8))] field: Option<ExpressionClosure> } "item {\nfield = 5\n}\n" => "_";
    of_hide_option_expressionclosure { #[hcl(expr_closure, hide)] field: Option<ExpressionClosure> } "item {\nfield = 5\n}\n" => "_";
}
