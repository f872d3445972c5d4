//! Valid plans.

use std::fs;

use snapbox::str;

use super::Folder;

/// The output for the reference's example with two networks.
const CREATED: &str = r#"Created cloud_subnet.example["1"]: subnet-85d2d22b (10.1.0.0/16)
Created cloud_subnet.example["2"]: subnet-5cec4182 (10.2.0.0/16)
Outputs:

subnet_ids = [
    "subnet-85d2d22b",
    "subnet-5cec4182",
]
"#;

#[test]
fn the_reference_example_works_in_two_processes() {
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
    folder.apply([]).assert().success().stdout_eq(CREATED);
}

#[test]
fn a_variable_can_be_set_when_the_plan_is_applied() {
    let folder = Folder::of("network", "open");
    folder.plan([]).assert().success().stdout_eq(str![[r#"
+ cloud_subnet.example[...]
    (known after apply)

Outputs:

subnet_ids = (known after apply)

To create: 0, and 1 whose number is known after apply.

"#]]);
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error[missing-variable-value]: Missing value
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^ The variable "network_numbers" has no value and no default.
  |
  = help: Give it a value, or write a default in its block.
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
fn the_reference_example_works_in_json() {
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
    folder.apply([]).assert().success().stdout_eq(CREATED);
}

#[test]
fn a_cluster_uses_all_features() {
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

/// Instances can differ even if their number is unknown while planning.
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
    (known after apply)

Outputs:

disks = (known after apply)

To create: 0, and 1 whose number is known after apply.

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
