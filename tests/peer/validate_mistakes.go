package main

import (
	"fmt"
	"math/rand"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// moduleMistake is a kind of mistake in a file of a module. It returns the changed text and the first and last line of the
// mistake, or false if the file has nothing to change.
type moduleMistake struct {
	name  string
	plant func(f *mistakenFile) bool
}

// mistakenFile is a file in which a mistake is planted.
type mistakenFile struct {
	*rand.Rand
	text        string
	body        *hclsyntax.Body
	first, last int
}

// moduleMistakes are mistakes that need no provider.
var moduleMistakes = []moduleMistake{
	{"an undeclared variable", func(f *mistakenFile) bool { return f.renamed("var") }},
	{"an undeclared local value", func(f *mistakenFile) bool { return f.renamed("local") }},
	{"an undeclared module", func(f *mistakenFile) bool { return f.renamed("module") }},
	{"an undeclared data source", func(f *mistakenFile) bool { return f.renamed("data") }},
	{"an undeclared resource", func(f *mistakenFile) bool { return f.renamed("") }},
	{"an undefined function", func(f *mistakenFile) bool {
		return f.call(func(call *hclsyntax.FunctionCallExpr) { f.replace(call.NameRange, call.Name+"z") })
	}},
	{"a further argument of a function", func(f *mistakenFile) bool {
		return f.call(func(call *hclsyntax.FunctionCallExpr) {
			last := call.CloseParenRange
			last.End = last.Start
			f.replace(last, ", 1, 2, 3, 4, 5")
			f.first = call.NameRange.Start.Line
		}, "length", "lookup", "upper", "lower", "tostring", "tonumber", "toset", "keys", "values", "jsonencode", "replace", "split")
	}},
	{"an unknown argument of a variable", func(f *mistakenFile) bool { return f.inside("variable", "defaultz = null") }},
	{"an unknown argument of an output", func(f *mistakenFile) bool { return f.inside("output", "valuz = 1") }},
	{"an unknown block in a variable", func(f *mistakenFile) bool { return f.inside("variable", "vld {}") }},
	{"an unknown block in terraform", func(f *mistakenFile) bool { return f.inside("terraform", "nope {}") }},
	{"an unknown argument of lifecycle", func(f *mistakenFile) bool { return f.inside("resource", "lifecycle { nope = 1 }") }},
	{"an undeclared resource in depends_on", func(f *mistakenFile) bool {
		return f.inside("module", "depends_on = [aws_nope.this]")
	}},
	{"both count and for_each", func(f *mistakenFile) bool { return f.inside("module", "count = 1\nfor_each = {}") }},
	{"each without for_each", func(f *mistakenFile) bool { return f.added("locals {\n  planted = each.key\n}\n") }},
	{"count without count", func(f *mistakenFile) bool { return f.added("output \"planted\" {\n  value = count.index\n}\n") }},
	{"self outside a block", func(f *mistakenFile) bool { return f.added("output \"planted\" {\n  value = self.id\n}\n") }},
	{"an unknown block", func(f *mistakenFile) bool { return f.added("vrbl \"planted\" {}\n") }},
	{"a missing label", func(f *mistakenFile) bool { return f.added("output {\n  value = 1\n}\n") }},
	{"a further label", func(f *mistakenFile) bool { return f.added("output \"a\" \"b\" {\n  value = 1\n}\n") }},
	{"an output without a value", func(f *mistakenFile) bool { return f.added("output \"planted\" {\n}\n") }},
	{"a module without a source", func(f *mistakenFile) bool { return f.added("module \"planted\" {\n}\n") }},
	{"a repeated block", func(f *mistakenFile) bool {
		block := f.block("variable", "output")
		return block != nil && f.added(f.text[block.Range().Start.Byte:block.CloseBraceRange.End.Byte]+"\n")
	}},
	{"a default of another type", func(f *mistakenFile) bool {
		return f.added("variable \"planted\" {\n  type    = number\n  default = \"x\"\n}\n")
	}},
	{"an unknown type", func(f *mistakenFile) bool { return f.added("variable \"planted\" {\n  type = nope\n}\n") }},
	{"a reference in a default", func(f *mistakenFile) bool {
		return f.added("variable \"planted\" {\n  default = local.planted\n}\n")
	}},
	{"a wrong operand", func(f *mistakenFile) bool { return f.added("locals {\n  planted = {} + 1\n}\n") }},
	{"a number as a list", func(f *mistakenFile) bool { return f.added("locals {\n  planted = join(\",\", 1)\n}\n") }},
	{"an attribute of a string", func(f *mistakenFile) bool { return f.added("locals {\n  planted = \"x\".y\n}\n") }},
	{"an index past the end", func(f *mistakenFile) bool { return f.added("locals {\n  planted = [1][2]\n}\n") }},
	{"a missing attribute", func(f *mistakenFile) bool { return f.added("locals {\n  planted = { a = 1 }.b\n}\n") }},
	{"different types in a condition", func(f *mistakenFile) bool {
		return f.added("locals {\n  planted = terraform.workspace == \"x\" ? { a = 1 } : [1]\n}\n")
	}},
	{"a list in for_each", func(f *mistakenFile) bool {
		return f.added("resource \"terraform_data\" \"planted\" {\n  for_each = [\"a\"]\n}\n")
	}},
	{"a word in count", func(f *mistakenFile) bool {
		return f.added("resource \"terraform_data\" \"planted\" {\n  count = \"x\"\n}\n")
	}},
	{"an unknown argument of terraform_data", func(f *mistakenFile) bool {
		return f.added("resource \"terraform_data\" \"planted\" {\n  inputz = 1\n}\n")
	}},
	{"an unknown attribute of terraform_data", func(f *mistakenFile) bool {
		return f.added("resource \"terraform_data\" \"planted\" {\n}\nlocals {\n  planted = terraform_data.planted.idd\n}\n")
	}},
	{"a cycle", func(f *mistakenFile) bool { return f.added("locals {\n  planted = [local.planted]\n}\n") }},
	{"an invalid name", func(f *mistakenFile) bool { return f.added("variable \"1planted\" {}\n") }},
	{"a validation without a condition", func(f *mistakenFile) bool {
		return f.added("variable \"planted\" {\n  validation {\n    error_message = \"x\"\n  }\n}\n")
	}},
	{"a sensitive output", func(f *mistakenFile) bool {
		return f.added("output \"planted\" {\n  value = sensitive(1)\n}\n")
	}},
	{"a missing brace", func(f *mistakenFile) bool { return f.added("locals {\n  planted = 1\n") }},
	{"a missing value", func(f *mistakenFile) bool { return f.added("locals {\n  planted =\n}\n") }},
	{"an unfinished string", func(f *mistakenFile) bool { return f.added("locals {\n  planted = \"x\n}\n") }},
	{"an unfinished template", func(f *mistakenFile) bool { return f.added("locals {\n  planted = \"${1\"\n}\n") }},
	{"a repeated argument", func(f *mistakenFile) bool { return f.added("locals {\n  planted = 1\n  planted = 2\n}\n") }},
}

// replace changes a range of the text.
func (f *mistakenFile) replace(at hcl.Range, text string) {
	f.text = f.text[:at.Start.Byte] + text + f.text[at.End.Byte:]
	f.first, f.last = at.Start.Line, at.End.Line
}

// added adds blocks at the end.
func (f *mistakenFile) added(text string) bool {
	lines := func(text string) int {
		count := 1
		for _, c := range text {
			if c == '\n' {
				count++
			}
		}
		return count
	}
	f.text += "\n"
	f.first = lines(f.text)
	f.text += text
	f.last = lines(f.text)
	return true
}

// inside adds an item at the start of a block of a type.
func (f *mistakenFile) inside(ty, text string) bool {
	block := f.block(ty)
	if block == nil || block.OpenBraceRange.Start.Line == block.CloseBraceRange.Start.Line {
		return false
	}
	at := block.OpenBraceRange
	at.Start = at.End
	f.replace(at, "\n"+text)
	f.last += 3
	return true
}

// block returns a random block of one of the types.
func (f *mistakenFile) block(types ...string) *hclsyntax.Block {
	found := []*hclsyntax.Block{}
	for _, block := range f.body.Blocks {
		for _, ty := range types {
			if block.Type == ty {
				found = append(found, block)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[f.Intn(len(found))]
}

// renamed changes the name in a random reference; the root is that of the type of a resource if it is empty.
func (f *mistakenFile) renamed(root string) bool {
	found := []hcl.TraverseAttr{}
	f.visit(func(node hclsyntax.Node) {
		expr, ok := node.(*hclsyntax.ScopeTraversalExpr)
		if !ok {
			return
		}
		at := 1
		switch expr.Traversal.RootName() {
		case root:
			if root == "data" {
				at = 2
			}
		case "var", "local", "module", "data", "path", "each", "count", "self", "terraform":
			return
		default:
			if root != "" || len(expr.Traversal) < 3 {
				return
			}
		}
		if len(expr.Traversal) > at {
			if name, ok := expr.Traversal[at].(hcl.TraverseAttr); ok {
				found = append(found, name)
			}
		}
	})
	if len(found) == 0 {
		return false
	}
	name := found[f.Intn(len(found))]
	f.replace(name.SrcRange, fmt.Sprintf(".%sz", name.Name))
	return true
}

// call changes a random call, of one of the functions if there are any.
func (f *mistakenFile) call(change func(call *hclsyntax.FunctionCallExpr), names ...string) bool {
	found := []*hclsyntax.FunctionCallExpr{}
	f.visit(func(node hclsyntax.Node) {
		call, ok := node.(*hclsyntax.FunctionCallExpr)
		if !ok {
			return
		}
		isWanted := len(names) == 0
		for _, name := range names {
			isWanted = isWanted || name == call.Name
		}
		if isWanted {
			found = append(found, call)
		}
	})
	if len(found) == 0 {
		return false
	}
	change(found[f.Intn(len(found))])
	return true
}

// visit calls a function with all expressions, but not those of types, or of arguments that are not evaluated.
func (f *mistakenFile) visit(visit func(node hclsyntax.Node)) {
	for _, block := range f.body.Blocks {
		switch block.Type {
		case "variable", "terraform", "moved", "import", "removed", "provider":
			continue
		}
		_ = hclsyntax.VisitAll(block.Body, func(node hclsyntax.Node) hcl.Diagnostics {
			switch node := node.(type) {
			case *hclsyntax.Attribute:
				switch node.Name {
				case "ignore_changes", "replace_triggered_by", "provider", "providers", "depends_on":
				default:
					_ = hclsyntax.VisitAll(node.Expr, func(node hclsyntax.Node) hcl.Diagnostics {
						visit(node)
						return nil
					})
				}
			}
			return nil
		})
	}
}
