//! Invalid plans and invalid configurations.

use std::fs;

use snapbox::str;

use super::Folder;

#[test]
fn a_changed_value_is_rejected() {
    let folder = Folder::of("network", "changed");
    folder.plan(["--var", "network_numbers=[1, 2]"]).assert().success();
    let changed = ["--var", "base_network_addr=11.0.0.0/8"];
    folder.apply(changed).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error[changed-value]: Changed value
 --> in/main.hcl:5:1
  |
5 | variable "base_network_addr" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: "var.base_network_addr": the value was "10.0.0.0/8" before and is "11.0.0.0/8" now. A
          value that was known before must not change.
"#]]);
    let changed = ["--var", "network_numbers=[1, 3]"];
    folder.apply(changed).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error[changed-value]: Changed value
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = note: "var.network_numbers", element 1: the value was 2 before and is 3 now. A value that was
          known before must not change.
"#]]);
}

#[test]
fn changed_secrets_are_not_shown() {
    let folder = Folder::of("cluster", "secret");
    folder.plan(["--var", "region=eu", "--var", "password=a"]).assert().success();
    folder.apply(["--var", "password=b"]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error[changed-value]: Changed value
  --> in/variables.hcl:10:1
   |
10 | variable "password" {
   | ^^^^^^^^^^^^^^^^^^^
   |
   = note: "var.password": the value has changed. Both values are hidden because they are sensitive.
           A value that was known before must not change.
"#]]);
}

#[test]
fn wrong_values_are_reported() {
    let folder = Folder::of("network", "wrong");
    let wrong = ["--var", "network_numbers=[\"x\"]", "--var", "number=1"];
    folder.plan(wrong).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error[undeclared-variable]: Undeclared variable
 --> <command line>:1:1
  |
1 | number
  | ^^^^^^ The variable "number" is not declared.
  |
  = help: Declared variables: "network_numbers" and "base_network_addr".

error[wrong-type]: Wrong type
 --> <command line>:1:17
  |
1 | network_numbers=["x"]
  |                 ^^^^^
  |
  = note: Invalid value for the variable "network_numbers": element 0: a number is required.
note: declared here
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
"#]]);
    folder.plan([]).assert().success();
    let wrong = ["--var", "network_numbers=1"];
    folder.apply(wrong).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error[wrong-type]: Wrong type
 --> <command line>:1:17
  |
1 | network_numbers=1
  |                 ^
  |
  = note: Invalid value for the variable "network_numbers": a list of numbers is required, not a
          number.
note: declared here
 --> in/main.hcl:1:1
  |
1 | variable "network_numbers" {
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^
"#]]);
}

#[test]
fn a_cycle_is_reported_with_its_steps() {
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
error[reference-cycle]: Reference cycle
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
   = note: local.first depends on local.second, local.second depends on cloud_network.main and
           cloud_network.main depends on local.first.
   = help: Remove one of these references.
"#]]);
}

#[test]
fn an_undefined_name_is_reported_with_a_suggestion() {
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
error[undefined-name]: Undefined name
 --> in/main.hcl:8:27
  |
8 |   tags       = { region = var.regoin, id = cloud_network.man.id, name = local.name }
  |                           ^^^^^^^^^^ var.regoin is not defined.
  |
  = help: Did you mean "region"?

error[undefined-name]: Undefined name
 --> in/main.hcl:8:44
  |
8 |   tags       = { region = var.regoin, id = cloud_network.man.id, name = local.name }
  |                                            ^^^^^^^^^^^^^^^^^^^^ cloud_network.man is not defined.
  |
  = help: Did you mean "main"?

error[undefined-name]: Undefined name
 --> in/main.hcl:8:73
  |
8 |   tags       = { region = var.regoin, id = cloud_network.man.id, name = local.name }
  |                                                                         ^^^^^^^^^^ local.name is not defined.
  |
  = help: Nothing is defined in local.
"#]]);
}

/// All errors are reported in one run, even if the number of instances is unknown.
#[test]
fn every_error_in_resources_is_reported() {
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
error[unexpected-label]: Unexpected label
 --> in/main.hcl:6:10
  |
6 | resource "cloud_netwrok" "a" {
  |          ^^^^^^^^^^^^^^^
  |
  = note: The type must be "cloud_network", "cloud_subnet" or "cloud_server", not "cloud_netwrok".
  = help: Did you mean "cloud_network"?

error[unexpected-attribute]: Unexpected attribute
  --> in/main.hcl:11:3
   |
11 |   cidr_blok  = each.value
   |   ^^^^^^^^^ The attribute "cidr_blok" is not expected here.
   |
   = help: Did you mean "cidr_block"?

error[wrong-type]: Wrong type
  --> in/main.hcl:12:16
   |
12 |   tags       = each.value
   |                ^^^^^^^^^^ Invalid value for "tags": a map of strings is required, not a string.

error[reference-required]: Reference required
  --> in/main.hcl:13:17
   |
13 |   depends_on = [1]
   |                 ^ An element of "depends_on" must be a reference to a block.
   |
   = help: Write the name as in an expression.

error[invalid-for-each]: Invalid for_each
  --> in/main.hcl:17:16
   |
17 |   for_each   = ["a"]
   |                ^^^^^
   |
   = note: The collection must be a map, an object or a set of strings, not a tuple.
   = help: For a list of strings, write toset(…).

error[invalid-count]: Invalid count
  --> in/main.hcl:22:16
   |
22 |   count      = -1
   |                ^^ The number of instances must be a whole number, 0 or more, not -1.

error[reference-required]: Reference required
  --> in/main.hcl:28:16
   |
28 |   depends_on = cloud_network.c
   |                ^^^^^^^^^^^^^^^ "depends_on" must be a list of references.
   |
   = help: Write depends_on = [ … ].

error[unexpected-block]: Unexpected block
  --> in/main.hcl:31:1
   |
31 | module "e" {
   | ^^^^^^ A block of type "module" is not expected here.
   |
   = help: Expected here: "locals", "output", "resource" and "variable".
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
error[invalid-for-each]: Invalid for_each
 --> in/main.hcl:8:16
  |
8 |   for_each   = var.tokens
  |                ^^^^^^^^^^
  |
  = note: The collection can't be sensitive, because its keys are parts of names, which are shown.
  = help: Use a collection whose elements alone are sensitive.
"#]]);
}

#[test]
fn an_invalid_plan_is_rejected() {
    let folder = Folder::of("network", "damaged");
    folder.plan(["--var", "network_numbers=[1, 2]"]).assert().success();
    let path = folder.0.join("plan.artifact");
    let plan = fs::read_to_string(&path).unwrap();
    fs::write(&path, plan.replace("10.1.0.0", "10.9.0.0")).unwrap();
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: the artifact was changed after it was written: its digest differs

"#]]);
    fs::write(&path, &plan[..1000]).unwrap();
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: the artifact ends after 1000 of its 1876 bytes

"#]]);
    fs::write(&path, "{}").unwrap();
    folder.apply([]).assert().failure().stdout_eq("").stderr_eq(str![[r#"
error: this is not an artifact of an evaluation

"#]]);
}

#[test]
fn an_empty_folder_plans_nothing() {
    let folder = Folder::new("empty");
    folder.plan([]).assert().success().stdout_eq(str![[r#"
To create: 0.

"#]]);
    folder.apply([]).assert().success().stdout_eq("");
}
