package main

import (
	"encoding/json"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// variablesCase is a body with a spec, and the locations of its variables: all of them, those that
// expansion needs, and those that hcldec finds on its own, without dynamic blocks.
type variablesCase struct {
	Name   string  `json:"name"`
	Body   string  `json:"body"`
	Spec   any     `json:"spec"`
	All    []place `json:"all"`
	Expand []place `json:"expand"`
	Plain  []place `json:"plain"`
}

// recordVariables records the bodies of cases/variables and of cases/dynblock, which have the same
// form.
func recordVariables() (document, error) {
	recorded := []any{}
	sources := append(readBlockSources("variables"), readBlockSources("dynblock")...)
	for _, source := range sources {
		c, err := findVariables(source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source.name, err)
		}
		recorded = append(recorded, c)
	}
	return document{{name: "cases", cases: recorded}}, nil
}

func findVariables(source blockSource) (variablesCase, error) {
	c := variablesCase{Name: source.name, Body: source.body}
	var described spec
	if err := json.Unmarshal([]byte(source.spec), &described); err != nil {
		return c, err
	}
	if err := json.Unmarshal([]byte(source.spec), &c.Spec); err != nil {
		return c, err
	}
	file, diags := hclsyntax.ParseConfig([]byte(source.body), "case", hcl.InitialPos)
	if diags.HasErrors() {
		return c, diags
	}
	built := described.build()
	c.All = traversalPlaces(dynblock.VariablesHCLDec(file.Body, built))
	c.Expand = traversalPlaces(dynblock.ExpandVariablesHCLDec(file.Body, built))
	c.Plain = traversalPlaces(hcldec.Variables(file.Body, built))
	return c, nil
}

func traversalPlaces(traversals []hcl.Traversal) []place {
	found := []place{}
	for _, traversal := range traversals {
		r := traversal.SourceRange()
		found = append(found, place{Start: r.Start.Byte, End: r.End.Byte})
	}
	return sortedOnce(found)
}
