//! Fields of blocks of the kind `labels`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_vec_string { #[hcl(labels)] field: Vec<String> } "item \"5\" \"5\" {\n}\n" => "[\"5\", \"5\"]";
    of_name_other_vec_string { #[hcl(labels, name = "other")] field: Vec<String> } "item \"5\" \"5\" {\n}\n" => "[\"5\", \"5\"]";
    of_from_str_vec_string { #[hcl(labels, from_str)] field: Vec<String> } "item \"5\" \"5\" {\n}\n" => "[\"5\", \"5\"]";
    of_validate_valid_vec_string { #[hcl(labels, validate = valid::<Vec<String>>)] field: Vec<String> } "item \"5\" \"5\" {\n}\n" => "[\"5\", \"5\"]";
    of_hide_vec_string { #[hcl(labels, hide)] field: Vec<String> } "item \"5\" \"5\" {\n}\n" => "[\"5\", \"5\"]";
    of_vec_u8 { #[hcl(labels)] field: Vec<u8> } "item \"5\" {\n}\n" => "[5]";
    of_name_other_vec_u8 { #[hcl(labels, name = "other")] field: Vec<u8> } "item \"5\" {\n}\n" => "[5]";
    of_from_str_vec_u8 { #[hcl(labels, from_str)] field: Vec<u8> } "item \"5\" {\n}\n" => "[5]";
    of_validate_valid_vec_u8 { #[hcl(labels, validate = valid::<Vec<u8>>)] field: Vec<u8> } "item \"5\" {\n}\n" => "[5]";
    of_hide_vec_u8 { #[hcl(labels, hide)] field: Vec<u8> } "item \"5\" {\n}\n" => "[5]";
    of_vecdeque_string { #[hcl(labels)] field: VecDeque<String> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_name_other_vecdeque_string { #[hcl(labels, name = "other")] field: VecDeque<String> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_from_str_vecdeque_string { #[hcl(labels, from_str)] field: VecDeque<String> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_validate_valid_vecdeque_string { #[hcl(labels, validate = valid::<VecDeque<String>>)] field: VecDeque<String> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_hide_vecdeque_string { #[hcl(labels, hide)] field: VecDeque<String> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_box_slice_string { #[hcl(labels)] field: Box<[String]> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_name_other_box_slice_string { #[hcl(labels, name = "other")] field: Box<[String]> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_from_str_box_slice_string { #[hcl(labels, from_str)] field: Box<[String]> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_validate_valid_box_slice_string { #[hcl(labels, validate = valid::<Box<[String]>>)] field: Box<[String]> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_hide_box_slice_string { #[hcl(labels, hide)] field: Box<[String]> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_vec_spanned_string { #[hcl(labels)] field: Vec<Spanned<String>> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_name_other_vec_spanned_string { #[hcl(labels, name = "other")] field: Vec<Spanned<String>> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_validate_valid_vec_spanned_string { #[hcl(labels, validate = valid::<Vec<Spanned<String>>>)] field: Vec<Spanned<String>> } "item \"5\" {\n}\n" => "[\"5\"]";
    of_hide_vec_spanned_string { #[hcl(labels, hide)] field: Vec<Spanned<String>> } "item \"5\" {\n}\n" => "[\"5\"]";
}
