//! Fields of blocks of the kind `key`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_string { #[hcl(key)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_name_other_string { #[hcl(key, name = "other")] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_with_same_string { #[hcl(key, with = same::<String>, encode_with = copy::<String>)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_encode_with_copy_string { #[hcl(key, encode_with = copy::<String>)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_from_str_string { #[hcl(key, from_str)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_validate_valid_string { #[hcl(key, validate = valid::<String>)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_hide_string { #[hcl(key, hide)] field: String } "item \"5\" {\n}\n" => "\"5\"";
    of_u8 { #[hcl(key)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_name_other_u8 { #[hcl(key, name = "other")] field: u8 } "item \"5\" {\n}\n" => "5";
    of_with_same_u8 { #[hcl(key, with = same::<u8>, encode_with = copy::<u8>)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_encode_with_copy_u8 { #[hcl(key, encode_with = copy::<u8>)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_from_str_u8 { #[hcl(key, from_str)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_validate_valid_u8 { #[hcl(key, validate = valid::<u8>)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_hide_u8 { #[hcl(key, hide)] field: u8 } "item \"5\" {\n}\n" => "5";
    of_level { #[hcl(key)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_name_other_level { #[hcl(key, name = "other")] field: Level } "item \"five\" {\n}\n" => "Five";
    of_with_same_level { #[hcl(key, with = same::<Level>, encode_with = copy::<Level>)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_encode_with_copy_level { #[hcl(key, encode_with = copy::<Level>)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_validate_valid_level { #[hcl(key, validate = valid::<Level>)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_hide_level { #[hcl(key, hide)] field: Level } "item \"five\" {\n}\n" => "Five";
    of_box_str { #[hcl(key)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_name_other_box_str { #[hcl(key, name = "other")] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_with_same_box_str { #[hcl(key, with = same::<Box<str>>, encode_with = copy::<Box<str>>)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_encode_with_copy_box_str { #[hcl(key, encode_with = copy::<Box<str>>)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_validate_valid_box_str { #[hcl(key, validate = valid::<Box<str>>)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_hide_box_str { #[hcl(key, hide)] field: Box<str> } "item \"5\" {\n}\n" => "\"5\"";
    of_spanned_string { #[hcl(key)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_name_other_spanned_string { #[hcl(key, name = "other")] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_with_same_spanned_string { #[hcl(key, with = same::<Spanned<String>>, encode_with = copy::<Spanned<String>>)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_encode_with_copy_spanned_string { #[hcl(key, encode_with = copy::<Spanned<String>>)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_validate_valid_spanned_string { #[hcl(key, validate = valid::<Spanned<String>>)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
    of_hide_spanned_string { #[hcl(key, hide)] field: Spanned<String> } "item \"5\" {\n}\n" => "\"5\"";
}
