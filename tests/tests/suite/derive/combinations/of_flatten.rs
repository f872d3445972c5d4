//! Fields of blocks of the kind `flatten`, written by `hcldyn-derive/src/combinations`.

combinations! {
    (HclDecode, HclEncode), decoded;

    of_server { #[hcl(flatten)] field: Server } "item {\nx = 5\n}\n" => "Server { x: 5 }";
    of_prefix_db_server { #[hcl(flatten, prefix = "db_")] field: Server } "item {\ndb_x = 5\n}\n" => "Server { x: 5 }";
    of_box_server { #[hcl(flatten)] field: Box<Server> } "item {\nx = 5\n}\n" => "Server { x: 5 }";
    of_prefix_db_box_server { #[hcl(flatten, prefix = "db_")] field: Box<Server> } "item {\ndb_x = 5\n}\n" => "Server { x: 5 }";
    of_step { #[hcl(flatten)] field: Step } "item {\nrun {\n}\n}\n" => "Run";
    of_prefix_db_step { #[hcl(flatten, prefix = "db_")] field: Step } "item {\ndb_run {\n}\n}\n" => "Run";
    of_tagged { #[hcl(flatten)] field: Tagged } "item {\ntype = \"run\"\n}\n" => "Run";
    of_prefix_db_tagged { #[hcl(flatten, prefix = "db_")] field: Tagged } "item {\ndb_type = \"run\"\n}\n" => "Run";
    of_btreemap_string_u8 { #[hcl(flatten)] field: BTreeMap<String, u8> } "item {\nx = 5\n}\n" => "{\"x\": 5}";
    of_hashmap_string_u8 { #[hcl(flatten)] field: HashMap<String, u8> } "item {\nx = 5\n}\n" => "{\"x\": 5}";
    of_btreemap_string_deferred_u8 { #[hcl(flatten)] field: BTreeMap<String, Deferred<u8>> } "item {\nx = 5\n}\n" => "_";
    of_option_server { #[hcl(flatten)] field: Option<Server> } "item {\nx = 5\n}\n" => "Some(Server { x: 5 })";
    of_prefix_db_option_server { #[hcl(flatten, prefix = "db_")] field: Option<Server> } "item {\ndb_x = 5\n}\n" => "Some(Server { x: 5 })";
    of_option_box_server { #[hcl(flatten)] field: Option<Box<Server>> } "item {\nx = 5\n}\n" => "Some(Server { x: 5 })";
    of_prefix_db_option_box_server { #[hcl(flatten, prefix = "db_")] field: Option<Box<Server>> } "item {\ndb_x = 5\n}\n" => "Some(Server { x: 5 })";
}
