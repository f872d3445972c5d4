//! Fields of blocks of the kind `range`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_place { #[hcl(range)] field: Place } "item {\n}\n" => "_";
}
