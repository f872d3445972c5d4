//! Fields of blocks of the kind `remain`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_body { #[hcl(remain)] field: Body } "item {\nx = 5\n}\n" => "_";
    of_btreemap_string_u8 { #[hcl(remain)] field: BTreeMap<String, u8> } "item {\nx = 5\n}\n" => "{\"x\": 5}";
    of_hashmap_string_value { #[hcl(remain)] field: HashMap<String, Value> } "item {\nx = 5\n}\n" => "_";
}
