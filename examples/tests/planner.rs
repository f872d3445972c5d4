//! The planner as its users see it: two processes, of which the second has nothing but what the first wrote.

use std::path::{Path, PathBuf};
use std::{env, fs};

use snapbox::cmd::Command;
use snapbox::str;

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planner").join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("in")).unwrap();
        Self(folder)
    }

    fn with(text: &str, test: &str) -> Self {
        let folder = Self::new(test);
        fs::write(folder.0.join("in/main.hcl"), text).unwrap();
        folder
    }

    /// The configuration that stands beside the example.
    fn of(example: &str, test: &str) -> Self {
        let folder = Self::new(test);
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("planner").join(example);
        for file in fs::read_dir(from).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), folder.0.join("in").join(file.file_name())).unwrap();
        }
        folder
    }

    fn plan<const N: usize>(&self, arguments: [&str; N]) -> Command {
        self.planner().args(["plan", "in"]).args(arguments)
    }

    /// From here on the sources are gone.
    fn apply<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let _ = fs::remove_dir_all(self.0.join("in"));
        self.planner().args(["apply", "plan.artifact"]).args(arguments)
    }

    fn planner(&self) -> Command {
        // A test stands in `deps`, beside the folder of the examples.
        let test = env::current_exe().unwrap();
        let examples = test.parent().and_then(Path::parent).unwrap().join("examples");
        let planner = examples.join(format!("planner{}", env::consts::EXE_SUFFIX));
        assert!(planner.is_file(), "build the examples first: cargo test -p hcldyn-examples");
        Command::new(planner).current_dir(&self.0)
    }

    /// The problems of a configuration.
    fn problems(text: &str, test: &str) -> Command {
        Self::with(text, test).plan([])
    }
}

#[test]
fn the_example_of_the_reference_in_two_processes() {
    let folder = Folder::of("network", "network");
    folder.plan(["--var", "network_numbers=[1, 2]"]).assert().success().stdout_eq(str![[r#"
+ cloud_subnet.example["1"]
    cidr_block = "10.1.0.0/16"
    id         = "subnet-..." (known after apply)

+ cloud_subnet.example["2"]
    cidr_block = "10.2.0.0/16"
    id         = "subnet-..." (known after apply)

Outputs:

subnet_ids = [
    "subnet-..." (known after apply),
    "subnet-..." (known after apply),
]

To create: 2.

"#]]);
    folder.apply([]).assert().success().stdout_eq(str![[r#"
Created cloud_subnet.example["1"]: subnet-85d2d22b (10.1.0.0/16)
Created cloud_subnet.example["2"]: subnet-5cec4182 (10.2.0.0/16)
Outputs:

subnet_ids = [
    "subnet-85d2d22b",
    "subnet-5cec4182",
]

"#]]);
}

#[test]
fn what_is_left_open_is_known_when_it_is_applied() {
    let folder = Folder::of("network", "open");
    folder.plan([]).assert().success().stdout_eq(str![[r#"
+ cloud_subnet.example[...]
    cidr_block = (known after apply)
    id         = "subnet-..." (known after apply)

Outputs:

subnet_ids = (known after apply)

To create: 0, and 1 of which the number is known after apply.

"#]]);
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Missing value
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^ The variable "network_numbers" has no default, and no value is given.
"#]]);
    let numbers = ["--var", "network_numbers=[7]"];
    folder.apply(numbers).assert().success().stdout_eq(str![[r#"
Created cloud_subnet.example["7"]: subnet-a3aa2efd (10.7.0.0/16)
Outputs:

subnet_ids = [
    "subnet-a3aa2efd",
]

"#]]);
}

#[test]
fn the_example_of_the_reference_in_json() {
    let text = r#"{
  "variable": {
    "network_numbers": { "type": "list(number)" },
    "base_network_addr": { "type": "string", "default": "10.0.0.0/8" }
  },
  "locals": {
    "network_blocks": "${{ for x in var.network_numbers: x => cidrsubnet(var.base_network_addr, 8, x) }}"
  },
  "resource": { "cloud_subnet": { "example": {
    "for_each": "${local.network_blocks}",
    "cidr_block": "${each.value}"
  } } },
  "output": { "subnet_ids": { "value": "${cloud_subnet.example[*].id}" } }
}"#;
    let folder = Folder::new("json");
    fs::write(folder.0.join("in/main.hcl.json"), text).unwrap();
    folder.plan(["--var", "network_numbers=[1, 2]"]).assert().success();
    folder.apply([]).assert().success().stdout_eq(str![[r#"
Created cloud_subnet.example["1"]: subnet-85d2d22b (10.1.0.0/16)
Created cloud_subnet.example["2"]: subnet-5cec4182 (10.2.0.0/16)
Outputs:

subnet_ids = [
    "subnet-85d2d22b",
    "subnet-5cec4182",
]

"#]]);
}

#[test]
fn a_cluster_of_everything() {
    let folder = Folder::of("cluster", "cluster");
    let arguments = ["--var", "region=eu", "--var", "password=hunter2"];
    folder.plan(arguments).assert().success().stdout_eq(str![[r#"
+ cloud_network.main
    cidr_block = "10.0.0.0/8"
    id         = "network-..." (known after apply)
    tags       = {
        region = "eu"
    }

+ cloud_subnet.zone["a"]
    cidr_block = "10.0.0.0/16"
    id         = "subnet-..." (known after apply)
    network    = "network-..." (known after apply)

+ cloud_subnet.zone["b"]
    cidr_block = "10.1.0.0/16"
    id         = "subnet-..." (known after apply)
    network    = "network-..." (known after apply)

+ cloud_server.db
    disk   = []
    id     = "server-..." (known after apply)
    subnet = "subnet-..." (known after apply)

+ cloud_server.web[0]
    disk     = [
        {
            name = "system"
            size = 20
        },
        {
            name = "data-0"
            size = 100
        },
    ]
    id       = "server-..." (known after apply)
    password = (sensitive)
    subnet   = "subnet-..." (known after apply)

+ cloud_server.web[1]
    disk     = [
        {
            name = "system"
            size = 20
        },
        {
            name = "data-1"
            size = 100
        },
    ]
    id       = "server-..." (known after apply)
    password = (sensitive)
    subnet   = "subnet-..." (known after apply)

Outputs:

urls = [
    "https://..." (known after apply),
    "https://..." (known after apply),
]
servers = {
    a = [
        {
            name = "system"
            size = 20
        },
        {
            name = "data-0"
            size = 100
        },
    ]
    b = [
        {
            name = "system"
            size = 20
        },
        {
            name = "data-1"
            size = 100
        },
    ]
}
password = (sensitive)

To create: 6.

"#]]);
    folder.apply([]).assert().success().stdout_eq(str![[r#"
Created cloud_network.main: network-de5dff7e (10.0.0.0/8, region = eu)
Created cloud_subnet.zone["a"]: subnet-a69bdda3 (10.0.0.0/16 in network-de5dff7e)
Created cloud_subnet.zone["b"]: subnet-fd16b2ba (10.1.0.0/16 in network-de5dff7e)
Created cloud_server.db: server-48564b28 (in subnet-a69bdda3)
Created cloud_server.web[0]: server-0260b556 (in subnet-a69bdda3, with a password, system of 20 GB, data-0 of 100 GB)
Created cloud_server.web[1]: server-3e5ed533 (in subnet-fd16b2ba, with a password, system of 20 GB, data-1 of 100 GB)
Outputs:

urls = [
    "https://server-0260b556.eu.example/",
    "https://server-3e5ed533.eu.example/",
]
servers = {
    a = [
        {
            name = "system"
            size = 20
        },
        {
            name = "data-0"
            size = 100
        },
    ]
    b = [
        {
            name = "system"
            size = 20
        },
        {
            name = "data-1"
            size = 100
        },
    ]
}
password = (sensitive)

"#]]);
}

/// Also where nobody knows yet how many there are.
#[test]
fn instances_may_have_different_blocks() {
    let text = r#"
variable "number" {
  type = number
}

resource "cloud_server" "node" {
  count  = var.number
  subnet = "subnet-1"

  dynamic "disk" {
    for_each = range(count.index)
    labels   = ["data"]
    content {
      size = 10
    }
  }
}

output "disks" {
  value = [for node in cloud_server.node : length(node.disk)]
}
"#;
    let folder = Folder::with(text, "different");
    folder.plan([]).assert().success().stdout_eq(str![[r#"
+ cloud_server.node[...]
    disk   = (known after apply)
    id     = "server-..." (known after apply)
    subnet = "subnet-1"

Outputs:

disks = (known after apply)

To create: 0, and 1 of which the number is known after apply.

"#]]);
    folder.apply(["--var", "number=3"]).assert().success().stdout_eq(str![[r#"
Created cloud_server.node[0]: server-15696668 (in subnet-1)
Created cloud_server.node[1]: server-d966c95d (in subnet-1, data of 10 GB)
Created cloud_server.node[2]: server-19635c86 (in subnet-1, data of 10 GB, data of 10 GB)
Outputs:

disks = [
    0,
    1,
    2,
]

"#]]);
}

#[test]
fn what_was_planned_must_not_change() {
    let folder = Folder::of("network", "changed");
    folder.plan(["--var", "network_numbers=[1, 2]"]).assert().success();
    let changed = ["--var", "base_network_addr=11.0.0.0/8"];
    folder.apply(changed).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Changed value
 --> in/main.hcl:5:1
  |
5 | variable "base_network_addr" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = In "var.base_network_addr": it was "10.0.0.0/8" before, and is "11.0.0.0/8" now. What was
    known before must not change.
"#]]);
    let changed = ["--var", "network_numbers=[1, 3]"];
    folder.apply(changed).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Changed value
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = In "var.network_numbers", element 1: it was 2 before, and is 3 now. What was known before
    must not change.
"#]]);
}

#[test]
fn secrets_that_change_are_not_shown() {
    let folder = Folder::of("cluster", "secret");
    folder.plan(["--var", "region=eu", "--var", "password=a"]).assert().success();
    folder.apply(["--var", "password=b"]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Changed value
  --> in/variables.hcl:10:1
   |
10 | variable "password" {
   | ^^^^^^^^^^^^^^^^^^^
   |
   = In "var.password": it is not what it was before. It is sensitive, so neither value is
     shown. What was known before must not change.
"#]]);
}

#[test]
fn wrong_values_are_told() {
    let folder = Folder::of("network", "wrong");
    let wrong = ["--var", "network_numbers=[\"x\"]", "--var", "number=1"];
    folder.plan(wrong).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Undeclared variable
 --> <command line>:1:1
  |
1 | number
  | ^^^^^^
  |
  = There is no variable "number". Declared: "network_numbers" and "base_network_addr".

error: Wrong type
 --> <command line>:1:17
  |
1 | network_numbers=["x"]
  |                 ^^^^^
  |
  = The variable "network_numbers" cannot have this value: element 0: a number is required.
note: the variable is declared here
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
"#]]);
    folder.plan([]).assert().success();
    let wrong = ["--var", "network_numbers=1"];
    folder.apply(wrong).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Wrong type
 --> <command line>:1:17
  |
1 | network_numbers=1
  |                 ^
  |
  = The variable "network_numbers" cannot have this value: a list of number is required, not a
    number.
note: the variable is declared here
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
"#]]);
}

#[test]
fn a_cycle_is_told_with_the_way_around() {
    let text = r#"
locals {
  first = "${local.second}!"
}

resource "cloud_network" "main" {
  cidr_block = local.first
}

locals {
  second = cloud_network.main.id
}
"#;
    Folder::problems(text, "cycle").assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Cycle of references
  --> in/main.hcl:3:14
   |
 3 |   first = "${local.second}!"
   |              ^^^^^^^^^^^^
...
 7 |   cidr_block = local.first
   |                ----------- cloud_network.main refers to local.first
...
11 |   second = cloud_network.main.id
   |            --------------------- local.second refers to cloud_network.main
   |
   = local.first needs local.second, local.second needs cloud_network.main and
     cloud_network.main needs local.first. None of them can be evaluated before the others. One
     of these references must go.
"#]]);
}

#[test]
fn a_name_that_is_not_defined_is_told_with_what_was_meant() {
    let text = r#"
variable "region" {
  default = "eu"
}

resource "cloud_network" "main" {
  cidr_block = "10.0.0.0/8"
  tags       = { region = var.regoin, id = cloud_network.man.id, name = local.name }
}
"#;
    Folder::problems(text, "undefined").assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Undefined name
 --> in/main.hcl:8:27
  |
8 |   tags       = { region = var.regoin, id = cloud_network.man.id, name = local.name }
  |                           ^^^^^^^^^^
  |
  = Nothing defines var.regoin. Did you mean "region"? Defined in var: "region".

error: Undefined name
 --> in/main.hcl:8:44
  |
8 |   tags       = { region = var.regoin, id = cloud_network.man.id, name = local.name }
  |                                            ^^^^^^^^^^^^^^^^^^^^
  |
  = Nothing defines cloud_network.man. Did you mean "main"? Defined in cloud_network: "main".

error: Undefined name
 --> in/main.hcl:8:73
  |
8 |   tags       = { region = var.regoin, id = cloud_network.man.id, name = local.name }
  |                                                                         ^^^^^^^^^^ Nothing defines local.name. Nothing is defined in local.
"#]]);
}

/// All in one run, also where it is not known how many instances there are.
#[test]
fn every_mistake_in_resources_is_told() {
    let text = r#"
variable "names" {
  type = set(string)
}

resource "cloud_netwrok" "a" {
}

resource "cloud_network" "b" {
  for_each   = var.names
  cidr_blok  = each.value
  tags       = each.value
  depends_on = [1]
}

resource "cloud_network" "c" {
  for_each   = ["a"]
  cidr_block = "10.0.0.0/8"
}

resource "cloud_network" "d" {
  count      = -1
  cidr_block = "10.0.0.0/8"
}

resource "cloud_network" "e" {
  cidr_block = "10.0.0.0/8"
  depends_on = cloud_network.c
}

module "e" {
}
"#;
    Folder::problems(text, "mistakes").assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Unknown type of resource
 --> in/main.hcl:6:10
  |
6 | resource "cloud_netwrok" "a" {
  |          ^^^^^^^^^^^^^^^
  |
  = There is no type "cloud_netwrok". Did you mean "cloud_network"? Types: "cloud_network",
    "cloud_subnet" and "cloud_server".

error: Missing attribute
 --> in/main.hcl:9:30
  |
9 | resource "cloud_network" "b" {
  |                              ^ The attribute "cidr_block" is required here, but it is not set.

error: Unexpected attribute
  --> in/main.hcl:11:3
   |
11 |   cidr_blok  = each.value
   |   ^^^^^^^^^ There is no attribute "cidr_blok" here. Did you mean "cidr_block"?

error: Wrong type
  --> in/main.hcl:12:16
   |
12 |   tags       = each.value
   |                ^^^^^^^^^^
   |
   = The attribute "tags" cannot have this value: a map of string is required, not a string.

error: Reference required
  --> in/main.hcl:13:17
   |
13 |   depends_on = [1]
   |                 ^ The name of a resource is required, such as cloud_network.main.

error: Unsuitable for_each
  --> in/main.hcl:17:16
   |
17 |   for_each   = ["a"]
   |                ^^^^^
   |
   = The for_each of a resource must be a map, an object or a set of strings, and must not be
     sensitive, but this is tuple with 1 element.

error: Unsuitable value
  --> in/main.hcl:22:16
   |
22 |   count      = -1
   |                ^^ In "count": A whole number from 0 to 255 is needed, but the value is -1.

error: List required
  --> in/main.hcl:28:16
   |
28 |   depends_on = cloud_network.c
   |                ^^^^^^^^^^^^^^^ A list of resources is required: [cloud_network.main].

error: Unexpected block
  --> in/main.hcl:31:1
   |
31 | module "e" {
   | ^^^^^^
   |
   = There are no blocks of type "module" here. Known here: "variable", "locals", "output" and
     "resource".
"#]]);
}

#[test]
fn keys_must_not_be_secret() {
    let text = r#"
variable "tokens" {
  default   = { a = "10.0.0.0/8" }
  sensitive = true
}

resource "cloud_network" "a" {
  for_each   = var.tokens
  cidr_block = each.value
}
"#;
    Folder::problems(text, "keys").assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: Unsuitable for_each
 --> in/main.hcl:8:16
  |
8 |   for_each   = var.tokens
  |                ^^^^^^^^^^
  |
  = The for_each of a resource must be a map, an object or a set of strings, and must not be
    sensitive, but this is a hidden value.
"#]]);
}

#[test]
fn the_graph_is_drawn() {
    let folder = Folder::of("network", "graph");
    folder.plan(["--graph", "network"]).assert().success();
    let dot = fs::read_to_string(folder.0.join("network.dot")).unwrap();
    let drawn: Vec<_> = dot.lines().map(str::trim).collect();
    assert_eq!(
        drawn,
        [
            "digraph {",
            "0 [ label = \"var.network_numbers\" ]",
            "1 [ label = \"var.base_network_addr\" ]",
            "2 [ label = \"local.network_blocks\" ]",
            "3 [ label = \"cloud_subnet.example\" ]",
            "4 [ label = \"output \\\"subnet_ids\\\"\" ]",
            "2 -> 0 [ ]",
            "2 -> 1 [ ]",
            "3 -> 2 [ ]",
            "4 -> 3 [ ]",
            "}",
        ]
    );
    let svg = fs::read_to_string(folder.0.join("network.svg")).unwrap();
    for node in ["var.network_numbers", "local.network_blocks", "cloud_subnet.example"] {
        assert!(svg.contains(node), "{node} is not in {svg}");
    }
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
}

#[test]
fn a_plan_that_is_none_is_refused() {
    let folder = Folder::of("network", "damaged");
    folder.plan(["--var", "network_numbers=[1, 2]"]).assert().success();
    let path = folder.0.join("plan.artifact");
    let plan = fs::read_to_string(&path).unwrap();
    fs::write(&path, plan.replace("10.1.0.0", "10.9.0.0")).unwrap();
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: the artifact was changed since it was written: its digest is another

"#]]);
    fs::write(&path, &plan[..1000]).unwrap();
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: the artifact ends after 1000 of its 1558 bytes

"#]]);
    fs::write(&path, "{}").unwrap();
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: this is not an artifact of an evaluation

"#]]);
}

#[test]
fn a_folder_without_a_configuration_plans_nothing() {
    let folder = Folder::new("empty");
    folder.plan([]).assert().success().stdout_eq(str![[r#"
To create: 0.

"#]]);
    folder.apply([]).assert().success().stdout_eq("");
}
