//! Fields of blocks of the kind `skip`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_u8 { #[hcl(skip)] field: u8 } "item {\n}\n" => "0";
    of_option_notdecoded { #[hcl(skip)] field: Option<NotDecoded> } "item {\n}\n" => "None";
    of_vec_notdecoded { #[hcl(skip)] field: Vec<NotDecoded> } "item {\n}\n" => "[]";
}
