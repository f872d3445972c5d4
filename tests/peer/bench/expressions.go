package main

import (
	_ "embed"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

//go:embed expressions.txt
var expressions string

func expressionCases() []benchCase {
	var cases []benchCase
	for line := range strings.Lines(expressions) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		cases = append(cases, benchCase{"eval " + name, func() func() cty.Value {
			return evaluation(text)
		}})
	}
	return cases
}

func evaluation(text string) func() cty.Value {
	expression, diags := hclsyntax.ParseExpression([]byte(text), "bench", hcl.InitialPos)
	check(diags)
	context := expressionContext()
	return func() cty.Value {
		value, diags := expression.Value(context)
		check(diags)
		return value
	}
}

func expressionContext() *hcl.EvalContext {
	network := cty.ObjectVal(map[string]cty.Value{
		"port": cty.NumberIntVal(8080), "zone": cty.StringVal("z"),
	})
	site := cty.ObjectVal(map[string]cty.Value{"name": cty.StringVal("one"), "network": network})
	var sites []cty.Value
	for range 1_000 {
		sites = append(sites, site)
	}
	return &hcl.EvalContext{
		Variables: map[string]cty.Value{
			"port":    cty.NumberIntVal(80),
			"ports":   cty.ListVal([]cty.Value{cty.NumberIntVal(80), cty.NumberIntVal(443)}),
			"site":    site,
			"sites":   cty.ListVal(sites),
			"numbers": cty.ListVal(integers(10_000)),
		},
		Functions: map[string]function.Function{
			"upper": stdlib.UpperFunc, "max": stdlib.MaxFunc,
		},
	}
}

func check(diags hcl.Diagnostics) {
	if diags.HasErrors() {
		panic(diags.Error())
	}
}
