//! Fields of blocks of the kind `expr`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_expression { #[hcl(expr)] field: Expression } "item {\nfield = 5\n}\n" => "_";
    of_name_other_expression { #[hcl(expr, name = "other")] field: Expression } "item {\nother = 5\n}\n" => "_";
    of_alias_other_expression { #[hcl(expr, alias = "other")] field: Expression } "item {\nother = 5\n}\n" => "_";
    of_former_name_other_expression { #[hcl(expr, former_name = "other")] field: Expression } "item {\nother = 5\n}\n" => "_";
    of_flag_long_second_expression { #[hcl(expr, flag(long = "second"))] field: Expression } "item {\nfield = 5\n}\n" => "_";
    of_from_file_expression { #[hcl(expr, from(file))] field: Expression } "item {\nfield = 5\n}\n" => "_";
    of_requires_extra_expression { #[hcl(expr, requires = "extra")] field: Expression } "item {\nextra = 1\nfield = 5\n}\n" => "_";
    of_hide_expression { #[hcl(expr, hide)] field: Expression } "item {\nfield = 5\n}\n" => "_";
    of_option_expression { #[hcl(expr)] field: Option<Expression> } "item {\nfield = 5\n}\n" => "_";
    of_name_other_option_expression { #[hcl(expr, name = "other")] field: Option<Expression> } "item {\nother = 5\n}\n" => "_";
    of_alias_other_option_expression { #[hcl(expr, alias = "other")] field: Option<Expression> } "item {\nother = 5\n}\n" => "_";
    of_former_name_other_option_expression { #[hcl(expr, former_name = "other")] field: Option<Expression> } "item {\nother = 5\n}\n" => "_";
    of_deprecated_old_option_expression { #[hcl(expr, deprecated = "Old.")] field: Option<Expression> } "item {\nfield = 5\n}\n" => "_";
    of_flag_long_second_option_expression { #[hcl(expr, flag(long = "second"))] field: Option<Expression> } "item {\nfield = 5\n}\n" => "_";
    of_from_file_option_expression { #[hcl(expr, from(file))] field: Option<Expression> } "item {\nfield = 5\n}\n" => "_";
    of_conflicts_with_extra_option_expression { #[hcl(expr, conflicts_with = "extra")] field: Option<Expression> } "item {\nfield = 5\n}\n" => "_";
    of_requires_extra_option_expression { #[hcl(expr, requires = "extra")] field: Option<Expression> } "item {\nextra = 1\nfield = 5\n}\n" => "_";
    of_hide_option_expression { #[hcl(expr, hide)] field: Option<Expression> } "item {\nfield = 5\n}\n" => "_";
}
