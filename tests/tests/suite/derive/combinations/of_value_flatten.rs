//! Fields of objects of the kind `flatten`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclValue), decoded_object;

    of_object { #[hcl(flatten)] field: Object } "x = 5\n" => "Object { x: 5 }";
    of_prefix_db_object { #[hcl(flatten, prefix = "db_")] field: Object } "db_x = 5\n" => "Object { x: 5 }";
    of_box_object { #[hcl(flatten)] field: Box<Object> } "x = 5\n" => "Object { x: 5 }";
    of_prefix_db_box_object { #[hcl(flatten, prefix = "db_")] field: Box<Object> } "db_x = 5\n" => "Object { x: 5 }";
    of_btreemap_string_u8 { #[hcl(flatten)] field: BTreeMap<String, u8> } "x = 5\n" => "{\"x\": 5}";
    of_hashmap_string_u8 { #[hcl(flatten)] field: HashMap<String, u8> } "x = 5\n" => "{\"x\": 5}";
    of_btreemap_string_deferred_u8 { #[hcl(flatten)] field: BTreeMap<String, Deferred<u8>> } "x = 5\n" => "_";
}
