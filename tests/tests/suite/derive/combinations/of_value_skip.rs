//! Fields of objects of the kind `skip`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclValue), decoded_object;

    of_u8 { #[hcl(skip)] field: u8 } "" => "0";
    of_option_notdecoded { #[hcl(skip)] field: Option<NotDecoded> } "" => "None";
    of_vec_notdecoded { #[hcl(skip)] field: Vec<NotDecoded> } "" => "[]";
}
