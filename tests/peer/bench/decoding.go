package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/customdecode"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

func decodingCases() []benchCase {
	return []benchCase{
		{"parse 3 MB", func() func() cty.Value {
			text := read("resources.hcl")
			return func() cty.Value {
				parse(text)
				return cty.True
			}
		}},
		{"decode 3 MB", func() func() cty.Value {
			return decoding("resources.hcl", resources(), 0)
		}},
		{"decode JSON syntax, 3 MB", func() func() cty.Value {
			return decoding("resources.hcl.json", resources(), 0)
		}},
		{"decode 1,000 generated", func() func() cty.Value {
			return decoding("generated-1000.hcl", ports(), 1_000)
		}},
		{"decode 10,000 generated", func() func() cty.Value {
			return decoding("generated-10000.hcl", ports(), 10_000)
		}},
		{"decode 100,000 generated", func() func() cty.Value {
			return decoding("generated-100000.hcl", ports(), 100_000)
		}},
		{"decode 50 x 50 x 50", func() func() cty.Value {
			return decoding("nested.hcl", levels("a", levels("b", levels("c", number()))), 50)
		}},
		{"closure 1,000,000 times", closure},
	}
}

// decoding decodes a source to a value, like a program that reads a file.
func decoding(file string, spec hcldec.Spec, elements int) func() cty.Value {
	text, context := read(file), decodingContext(elements)
	return func() cty.Value {
		read := parse
		if strings.HasSuffix(file, ".json") {
			read = parseJSON
		}
		body := dynblock.Expand(read(text).Body, context)
		value, diags := hcldec.Decode(body, spec, context)
		check(diags)
		return value
	}
}

// closure decodes an expression as a closure, and evaluates it for a million requests.
func closure() func() cty.Value {
	attr := required("when", customdecode.ExpressionClosureType)
	value := decoding("closure.hcl", attr, 0)()
	when := customdecode.ExpressionClosureFromVal(value)
	request := cty.ObjectVal(map[string]cty.Value{
		"method": cty.StringVal("GET"), "size": cty.NumberIntVal(512),
	})
	return func() cty.Value {
		allowed := cty.False
		for range 1_000_000 {
			ctx := when.EvalContext.NewChild()
			ctx.Variables = map[string]cty.Value{"request": request}
			value, diags := when.Expression.Value(ctx)
			check(diags)
			allowed = value
		}
		return allowed
	}
}

func parse(text []byte) *hcl.File {
	file, diags := hclsyntax.ParseConfig(text, "bench.hcl", hcl.InitialPos)
	check(diags)
	return file
}

func parseJSON(text []byte) *hcl.File {
	file, diags := json.Parse(text, "bench.hcl.json")
	check(diags)
	return file
}

// read reads a source that the other program wrote.
func read(file string) []byte {
	text, err := os.ReadFile(filepath.Join(os.Getenv("BENCH_TEXTS"), file))
	if err != nil {
		panic(err)
	}
	return text
}

func resources() hcldec.Spec {
	return hcldec.ObjectSpec{"resource": &hcldec.BlockListSpec{
		TypeName: "resource",
		Nested: hcldec.ObjectSpec{
			"kind":     &hcldec.BlockLabelSpec{Index: 0, Name: "kind"},
			"name":     &hcldec.BlockLabelSpec{Index: 1, Name: "name"},
			"hostname": required("hostname", cty.String),
			"count":    required("count", cty.Number),
			"enabled":  required("enabled", cty.Bool),
			"zones":    required("zones", cty.List(cty.String)),
			"tags":     required("tags", cty.Map(cty.String)),
			"script":   required("script", cty.String),
			"weight":   required("weight", cty.Number),
			"network": &hcldec.BlockSpec{TypeName: "network", Required: true, Nested: hcldec.ObjectSpec{
				"cidr":    required("cidr", cty.String),
				"gateway": &hcldec.AttrSpec{Name: "gateway", Type: cty.String},
			}},
			"port": portList(),
		},
	}}
}

func ports() hcldec.Spec {
	return hcldec.ObjectSpec{"port": portList()}
}

func portList() hcldec.Spec {
	return &hcldec.BlockListSpec{TypeName: "port", Nested: hcldec.ObjectSpec{
		"number":      required("number", cty.Number),
		"description": required("description", cty.String),
	}}
}

func levels(ty string, nested hcldec.Spec) hcldec.Spec {
	return hcldec.ObjectSpec{ty: &hcldec.BlockListSpec{TypeName: ty, Nested: nested}}
}

func number() hcldec.Spec {
	return hcldec.ObjectSpec{"n": required("n", cty.Number)}
}

func required(name string, ty cty.Type) hcldec.Spec {
	return &hcldec.AttrSpec{Name: name, Type: ty, Required: true}
}

func decodingContext(elements int) *hcl.EvalContext {
	return &hcl.EvalContext{
		Variables: map[string]cty.Value{
			"region":          cty.StringVal("eu-central"),
			"domain":          cty.StringVal("example.net"),
			"environment":     cty.StringVal("production"),
			"enabled_gateway": cty.True,
			"zones": cty.TupleVal([]cty.Value{
				cty.StringVal("a"), cty.StringVal("b"), cty.StringVal("c"),
			}),
			"limit":      cty.NumberIntVal(1024),
			"range_list": cty.TupleVal(integers(elements)),
		},
		Functions: map[string]function.Function{"upper": stdlib.UpperFunc},
	}
}
