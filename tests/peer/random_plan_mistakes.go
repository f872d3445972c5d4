package main

import "fmt"

// planMistake is a kind of mistake. Its text is added to a module.
type planMistake struct {
	name, text string
}

// planMistakes are the mistakes. Terraform accepts a few of them.
var planMistakes = []planMistake{
	{"for_each over a list", `resource "terraform_data" "bad" { for_each = ["a", "b"] }`},
	{"for_each over a number", `resource "terraform_data" "bad" { for_each = 3 }`},
	{"for_each over null", `resource "terraform_data" "bad" { for_each = null }`},
	{"for_each over a null map", "variable \"bad\" {\n  type = map(string)\n  default = null\n}\n" +
		`resource "terraform_data" "bad" { for_each = var.bad }`},
	{"for_each over a sensitive map", `resource "terraform_data" "bad" { for_each = sensitive({ a = 1 }) }`},
	{"for_each with a sensitive key", `resource "terraform_data" "bad" { for_each = { (sensitive("a")) = 1 } }`},
	{"for_each over a set with a sensitive element", `resource "terraform_data" "bad" { for_each = toset([sensitive("a")]) }`},
	{"for_each with a sensitive element", "resource \"terraform_data\" \"bad\" {\n  for_each = { a = sensitive(1) }\n  input = each.value\n}"},
	{"for_each over a set of numbers", `resource "terraform_data" "bad" { for_each = toset([1, 2]) }`},
	{"for_each over a set with null", `resource "terraform_data" "bad" { for_each = toset(["a", null]) }`},
	{"for_each over an empty set", `resource "terraform_data" "bad" { for_each = toset([]) }`},
	{"for_each over an empty list", `resource "terraform_data" "bad" { for_each = [] }`},
	{"for_each over an unknown set", "resource \"terraform_data\" \"open\" {}\n" +
		`resource "terraform_data" "bad" { for_each = toset([terraform_data.open.id]) }`},
	{"an unknown count", "resource \"terraform_data\" \"open\" {}\n" +
		`resource "terraform_data" "bad" { count = length(terraform_data.open.id) }`},
	{"a negative count", `resource "terraform_data" "bad" { count = -1 }`},
	{"a fraction as count", `resource "terraform_data" "bad" { count = 1.5 }`},
	{"a word as count", `resource "terraform_data" "bad" { count = "x" }`},
	{"a number in quotes as count", `resource "terraform_data" "bad" { count = "2" }`},
	{"a bool as count", `resource "terraform_data" "bad" { count = true }`},
	{"null as count", `resource "terraform_data" "bad" { count = null }`},
	{"a sensitive count", `resource "terraform_data" "bad" { count = sensitive(2) }`},
	{"both count and for_each", "resource \"terraform_data\" \"bad\" {\n  count = 1\n  for_each = {}\n}"},
	{"count.index with for_each", "resource \"terraform_data\" \"bad\" {\n  for_each = { a = 1 }\n  input = count.index\n}"},
	{"each.key with count", "resource \"terraform_data\" \"bad\" {\n  count = 1\n  input = each.key\n}"},
	{"each.key without for_each", `resource "terraform_data" "bad" { input = each.key }`},
	{"each.key without for_each in try", `resource "terraform_data" "bad" { input = try(each.key, 1) }`},
	{"each in a local value", `locals { bad = each.key }`},
	{"count in an output", "output \"bad\" { value = count.index }"},
	{"an unknown part of each", "resource \"terraform_data\" \"bad\" {\n  for_each = { a = 1 }\n  input = each.nope\n}"},
	{"each in its for_each", "resource \"terraform_data\" \"bad\" {\n  for_each = { a = each.key }\n}"},
	{"an undeclared variable", `locals { bad = var.nope }`},
	{"an undeclared local value", `locals { bad = local.nope }`},
	{"an undeclared resource", `locals { bad = terraform_data.nope.id }`},
	{"an undeclared resource in try", `locals { bad = try(terraform_data.nope.id, 1) }`},
	{"an undeclared variable in try", `locals { bad = try(var.nope, 1) }`},
	{"an undeclared module", `locals { bad = module.nope.o0 }`},
	{"an undeclared local value in a resource without instances", "resource \"terraform_data\" \"bad\" {\n  count = 0\n  input = local.nope\n}"},
	{"an unknown attribute", "resource \"terraform_data\" \"bad\" {}\nlocals { bad = terraform_data.bad.nope }"},
	{"an unknown argument", `resource "terraform_data" "bad" { nmae = 1 }`},
	{"an unexpected block", "resource \"terraform_data\" \"bad\" {\n  nope {}\n}"},
	{"an attribute of all instances", "resource \"terraform_data\" \"bad\" { count = 1 }\nlocals { bad = terraform_data.bad.id }"},
	{"an attribute of all keyed instances", "resource \"terraform_data\" \"bad\" { for_each = { a = 1 } }\nlocals { bad = terraform_data.bad.id }"},
	{"an index of a single resource", "resource \"terraform_data\" \"bad\" {}\nlocals { bad = terraform_data.bad[0].id }"},
	{"an index past the end", "resource \"terraform_data\" \"bad\" { count = 2 }\noutput \"bad\" { value = terraform_data.bad[2].id }"},
	{"an index of no instances", "resource \"terraform_data\" \"bad\" { count = 0 }\noutput \"bad\" { value = terraform_data.bad[0].id }"},
	{"one of several", "resource \"terraform_data\" \"bad\" { count = 2 }\noutput \"bad\" { value = one(terraform_data.bad[*].id) }"},
	{"one of none", "resource \"terraform_data\" \"bad\" { count = 0 }\noutput \"bad\" { value = one(terraform_data.bad[*].id) }"},
	{"an unknown key", "resource \"terraform_data\" \"bad\" { for_each = { a = 1 } }\noutput \"bad\" { value = terraform_data.bad[\"z\"].id }"},
	{"a number as a key", "resource \"terraform_data\" \"bad\" { for_each = toset([\"1\"]) }\noutput \"bad\" { value = terraform_data.bad[1].id }"},
	{"a cycle of local values", "locals {\n  bad1 = local.bad2\n  bad2 = local.bad1\n}"},
	{"a cycle of resources", "resource \"terraform_data\" \"bad1\" { input = terraform_data.bad2.id }\n" +
		`resource "terraform_data" "bad2" { input = terraform_data.bad1.id }`},
	{"a resource in itself", `resource "terraform_data" "bad" { input = terraform_data.bad.id }`},
	{"a cycle by depends_on", "resource \"terraform_data\" \"bad1\" { depends_on = [terraform_data.bad2] }\n" +
		`resource "terraform_data" "bad2" { input = terraform_data.bad1.id }`},
	{"an undeclared resource in depends_on", `resource "terraform_data" "bad" { depends_on = [terraform_data.nope] }`},
	{"a string in depends_on", "resource \"terraform_data\" \"a_b\" {}\nresource \"terraform_data\" \"bad\" { depends_on = [\"terraform_data.a_b\"] }"},
	{"an instance in depends_on", "resource \"terraform_data\" \"more\" { count = 2 }\nresource \"terraform_data\" \"bad\" { depends_on = [terraform_data.more[0]] }"},
	{"a function in depends_on", "resource \"terraform_data\" \"more\" {}\nresource \"terraform_data\" \"bad\" { depends_on = concat([terraform_data.more]) }"},
	{"a sensitive output", "output \"bad\" { value = sensitive(1) }"},
	{"a sensitive part of an output", "output \"bad\" { value = { a = [sensitive(1)] } }"},
	{"a sensitive input of an output", "resource \"terraform_data\" \"bad\" { input = sensitive(1) }\noutput \"bad\" { value = terraform_data.bad.input }"},
	{"the output of a sensitive input", "resource \"terraform_data\" \"bad\" { input = sensitive(1) }\noutput \"bad\" { value = terraform_data.bad.output }"},
	{"the length of a sensitive list", "output \"bad\" { value = length(sensitive([1])) }"},
	{"the length of a list with a sensitive element", "output \"bad\" { value = length([sensitive(1)]) }"},
	{"a repeated variable", "variable \"bad\" { default = 1 }\nvariable \"bad\" { default = 1 }"},
	{"a repeated output", "output \"bad\" { value = 1 }\noutput \"bad\" { value = 1 }"},
	{"a repeated local value", "locals { bad = 1 }\nlocals { bad = 1 }"},
	{"a repeated resource", "resource \"terraform_data\" \"bad\" {}\nresource \"terraform_data\" \"bad\" {}"},
	{"an output without a value", "output \"bad\" {}"},
	{"an unknown argument of an output", "output \"bad\" {\n  value = 1\n  nope = 1\n}"},
	{"a variable in a default", `variable "bad" { default = local.nope }`},
	{"a default of another type", "variable \"bad\" {\n  type = number\n  default = \"x\"\n}"},
	{"a default that is null", "variable \"bad\" {\n  nullable = false\n  default = null\n}"},
	{"an unknown type", "variable \"bad\" {\n  type = nope\n  default = 1\n}"},
	{"an unknown argument of a variable", "variable \"bad\" {\n  default = 1\n  nope = 1\n}"},
	{"a failing validation", "variable \"bad\" {\n  default = 1\n  validation {\n    condition = var.bad > 1\n    error_message = \"Too small.\"\n  }\n}"},
	{"a validation of another variable", "variable \"bad\" {\n  default = 1\n  validation {\n    condition = var.bad > 0 && var.bad2 > 1\n    error_message = \"Too small.\"\n  }\n}\nvariable \"bad2\" { default = 1 }"},
	{"a validation by a local value", "variable \"bad\" {\n  default = 1\n  validation {\n    condition = var.bad > local.bad\n    error_message = \"Too small.\"\n  }\n}\nlocals { bad = 0 }"},
	{"a validation by a failing local value", "variable \"bad\" {\n  default = 1\n  validation {\n    condition = var.bad > local.bad\n    error_message = \"Too small.\"\n  }\n}\nlocals { bad = 2 }"},
	{"a validation with null as its condition", "variable \"bad\" {\n  default = 1\n  validation {\n    condition = var.bad == 1 ? null : true\n    error_message = \"Too small.\"\n  }\n}"},
	{"a validation without a message", "variable \"bad\" {\n  default = 1\n  validation {\n    condition = var.bad > 0\n  }\n}"},
	{"a required variable", `variable "bad" {}`},
	{"a string as a number", `locals { bad = "x" + 1 }`},
	{"an undeclared function", `locals { bad = nope(1) }`},
	{"a wrong argument of a function", `locals { bad = upper([1]) }`},
	{"a module without a source", `module "bad" {}`},
	{"a source without a folder", `module "bad" { source = "./nope" }`},
	{"an expression as a source", "locals { where = \"./inner\" }\nmodule \"bad\" { source = local.where }"},
	{"an invalid name", "resource \"terraform_data\" \"1bad\" {}"},
	{"a reserved name of a variable", "variable \"count\" { default = 1 }"},
	{"a reserved name of an input", "variable \"source\" { default = 1 }"},
	{"another type of resource", `resource "nope" "bad" {}`},
	{"a reference to a type alone", `locals { bad = terraform_data }`},
	{"a reference to all variables", `locals { bad = var }`},
	{"a null condition", `locals { bad = null ? 1 : 2 }`},
	{"an unused local value that fails", `locals { bad = [1][3] }`},
}

// planCallMistakes are mistakes in the use of a module, by a text that is added to its inputs.
var planCallMistakes = []string{
	"an undeclared input", "a missing input", "a wrong input", "an unknown output", "a module in itself", "a repeated module",
	"a cycle of a module and itself", "an invalid input of no instances", "a failing validation in a module",
	"a mistake in a module without instances", "a sensitive input of a module", "null for a variable that is never null",
	"null for a variable with a default", "an output of all instances", "an undeclared module in depends_on",
}

func init() {
	for _, name := range planCallMistakes {
		planMistakes = append(planMistakes, planMistake{name: name})
	}
}

// makeMistake adds the mistake to the module.
func (m *planModule) makeMistake() {
	for _, mistake := range planMistakes {
		if mistake.name == m.mistake && mistake.text != "" {
			m.blocks = append(m.blocks, mistake.text)
			return
		}
	}
	m.makeCallMistake()
}

// makeCallMistake adds a folder with a module, and a wrong use of it.
func (m *planModule) makeCallMistake() {
	used := "variable \"n\" { type = number }\noutput \"v\" { value = var.n }\n"
	source := m.pathTo("used")
	body, more := "  n = 1\n", ""
	switch m.mistake {
	case "an undeclared input":
		body += "  nope = 1\n"
	case "a missing input":
		body = ""
	case "a wrong input":
		body = pick(m.randomValues, "  n = [1]\n", "  n = \"x\"\n", "  n = {}\n")
	case "an unknown output":
		more = `locals { bad = module.bad.nope }`
	case "a module in itself":
		used += "module \"again\" {\n  source = \"../used\"\n  n = 1\n}\n"
	case "a repeated module":
		more = fmt.Sprintf("module \"bad\" {\n  source = %q\n  n = 1\n}\n", source)
	case "a cycle of a module and itself":
		body = "  n = module.bad.v\n"
	case "an invalid input of no instances":
		body = "  count = 0\n  n = [1]\n"
	case "a failing validation in a module":
		used += "variable \"w\" {\n  default = 1\n  validation {\n    condition = var.w > var.n\n    error_message = \"Too small.\"\n  }\n}\n"
	case "a mistake in a module without instances":
		body += "  count = 0\n"
		used += pick(m.randomValues, "locals { x = var.nope }\n", "locals { x = upper([1]) }\n", "output \"v\" { value = 1 }\n",
			"output \"w\" { value = sensitive(1) }\n", "output \"w\" { value = var.n.x }\n")
	case "a sensitive input of a module":
		body = "  n = sensitive(1)\n"
	case "null for a variable that is never null":
		used += "variable \"w\" {\n  type = number\n  nullable = false\n}\n"
		body += "  w = null\n"
	case "null for a variable with a default":
		used += "variable \"w\" {\n  default = 1\n  nullable = false\n}\noutput \"w\" { value = var.w }\n"
		body += "  w = null\n"
		more = "output \"bad\" { value = module.bad.w }\n"
	case "an output of all instances":
		body += "  count = 1\n"
		more = `locals { bad = module.bad.v }`
	case "an undeclared module in depends_on":
		body += "  depends_on = [module.nope]\n"
	}
	m.files["used/main.tf"] = used
	m.add("module \"bad\" {\n  source = %q\n%s}\n%s", source, body, more)
}
