package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

type blockCase struct {
	Name      string           `json:"name"`
	Body      string           `json:"body"`
	Expand    bool             `json:"expand"`
	Spec      any              `json:"spec"`
	Variables map[string]*node `json:"variables"`
	Implied   json.RawMessage  `json:"implied"`
	Value     *node            `json:"value"`
	Errors    []place          `json:"errors"`
	Defect    bool             `json:"defect,omitempty"`
}

// blockSource is one case of cases/dynblock or cases/specs:
//
//	=== name of the case
//	--- spec
//	its description in JSON; that of the case before, if there is none
//	--- variables
//	attributes, as readValues takes them; may be missing
//	--- body
//	the HCL text to decode
//
// A name that starts with `plain:` is decoded without expansion, and one that
// starts with `defect:` shows a defect of the reference.
type blockSource struct {
	name      string
	spec      string
	variables string
	body      string
}

func recordDynblock() (document, error) {
	return recordBlocks("dynblock", parseNative)
}

func recordSpecs() (document, error) {
	return recordBlocks("specs", parseNative)
}

// parse parses a source in one of the two syntaxes.
type parse func(text string) (hcl.Body, hcl.Diagnostics)

func parseNative(text string) (hcl.Body, hcl.Diagnostics) {
	file, diags := hclsyntax.ParseConfig([]byte(text), "case", hcl.InitialPos)
	return file.Body, diags
}

func recordBlocks(topic string, parse parse) (document, error) {
	recorded := []any{}
	for _, source := range readBlockSources(topic) {
		c, err := decode(source, parse)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source.name, err)
		}
		recorded = append(recorded, c)
	}
	return document{{name: "cases", cases: recorded}}, nil
}

func readBlockSources(topic string) []blockSource {
	var sources []blockSource
	for _, text := range readTexts(topic) {
		spec := ""
		for _, chunk := range strings.Split("\n"+text, "\n=== ")[1:] {
			source := readBlockSource(chunk)
			if source.spec == "" {
				source.spec = spec
			}
			spec = source.spec
			sources = append(sources, source)
		}
	}
	return sources
}

func readBlockSource(chunk string) blockSource {
	name, rest, _ := strings.Cut(chunk, "\n")
	source := blockSource{name: name}
	for _, part := range strings.Split("\n"+rest, "\n--- ")[1:] {
		switch title, content, _ := strings.Cut(part, "\n"); title {
		case "spec":
			source.spec = content
		case "variables":
			source.variables = content
		case "body":
			source.body = strings.TrimRight(content, "\n") + "\n"
		}
	}
	return source
}

func decode(source blockSource, parse parse) (c blockCase, err error) {
	c.Name = source.name
	c.Body = source.body
	c.Expand = !strings.HasPrefix(source.name, "plain:")
	c.Defect = strings.HasPrefix(source.name, "defect:")
	c.Errors = []place{}
	if err := json.Unmarshal([]byte(source.spec), &c.Spec); err != nil {
		return c, err
	}
	var described spec
	if err := json.Unmarshal([]byte(source.spec), &described); err != nil {
		return c, err
	}
	variables, err := readValues(source.variables)
	if err != nil {
		return c, err
	}
	c.Variables = describeAll(variables)
	body, diags := parse(source.body)
	if diags.HasErrors() {
		return c, diags
	}
	defer func() {
		if recover() != nil {
			c.Defect = true
		}
	}()
	built := described.build()
	c.Implied = describeType(hcldec.ImpliedType(built))
	value, diags := decodeBody(body, built, &hcl.EvalContext{Variables: variables}, c.Expand)
	c.Value = describe(value)
	c.Errors = places(diags)
	return c, nil
}

func decodeBody(body hcl.Body, spec hcldec.Spec, ctx *hcl.EvalContext, expand bool) (cty.Value, hcl.Diagnostics) {
	if expand {
		body = dynblock.Expand(body, ctx)
	}
	return hcldec.Decode(body, spec, ctx)
}
