//! Fields of blocks of the kind `label`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_string { #[hcl(label)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_name_other_string { #[hcl(label, name = "other")] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_with_same_string { #[hcl(label, with = same::<String>, encode_with = copy::<String>)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_encode_with_copy_string { #[hcl(label, encode_with = copy::<String>)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_from_str_string { #[hcl(label, from_str)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_validate_valid_string { #[hcl(label, validate = valid::<String>)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_hide_string { #[hcl(label, hide)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_u8 { #[hcl(label)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_name_other_u8 { #[hcl(label, name = "other")] field: u8 } "item \"5\" {\n}\n" => "5";
    of_with_same_u8 { #[hcl(label, with = same::<u8>, encode_with = copy::<u8>)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_encode_with_copy_u8 { #[hcl(label, encode_with = copy::<u8>)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_from_str_u8 { #[hcl(label, from_str)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_validate_valid_u8 { #[hcl(label, validate = valid::<u8>)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_hide_u8 { #[hcl(label, hide)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_level { #[hcl(label)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_name_other_level { #[hcl(label, name = "other")] field: Level } "item \"five\" {\n}\n" => "Five";
    of_with_same_level { #[hcl(label, with = same::<Level>, encode_with = copy::<Level>)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_encode_with_copy_level { #[hcl(label, encode_with = copy::<Level>)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_validate_valid_level { #[hcl(label, validate = valid::<Level>)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_hide_level { #[hcl(label, hide)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_box_str { #[hcl(label)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_name_other_box_str { #[hcl(label, name = "other")] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_with_same_box_str { #[hcl(label, with = same::<Box<str>>, encode_with = copy::<Box<str>>)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_encode_with_copy_box_str { #[hcl(label, encode_with = copy::<Box<str>>)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_validate_valid_box_str { #[hcl(label, validate = valid::<Box<str>>)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_hide_box_str { #[hcl(label, hide)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_spanned_string { #[hcl(label)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_name_other_spanned_string { #[hcl(label, name = "other")] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_with_same_spanned_string { #[hcl(label, with = same::<Spanned<String>>, encode_with = copy::<Spanned<String>>)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_encode_with_copy_spanned_string { #[hcl(label, encode_with = copy::<Spanned<String>>)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_validate_valid_spanned_string { #[hcl(label, validate = valid::<Spanned<String>>)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_hide_spanned_string { #[hcl(label, hide)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
}
