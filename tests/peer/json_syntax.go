package main

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/json"
)

// jsonExpressionCase is an expression in JSON syntax: what it evaluates to, and
// what can be told of it without that.
type jsonExpressionCase struct {
	expressionCase
	Analysis *analysisCase `json:"analysis"`
}

func recordJSONBodies() (document, error) {
	return recordBlocks("json_bodies", parseJSON)
}

func parseJSON(text string) (hcl.Body, hcl.Diagnostics) {
	file, diags := json.Parse([]byte(text), "case")
	return file.Body, diags
}

// recordJSONExpressions evaluates each line of cases/json_expressions, those
// below a heading with `@` once for every variable in its place.
func recordJSONExpressions() (document, error) {
	text, err := cases.ReadFile("cases/variables.hcl")
	if err != nil {
		return nil, err
	}
	variables, err := readValues(string(text))
	if err != nil {
		return nil, err
	}
	ctx := &hcl.EvalContext{Variables: variables, Functions: expressionFunctions}
	recorded := []any{}
	for _, g := range readGroups("json_expressions") {
		for _, expr := range g.everyVariable(variables) {
			recorded = append(recorded, evaluateJSON(ctx, g.name, expr))
		}
	}
	return document{
		{name: "variables", field: describeAll(variables)},
		{name: "functions", field: sortedKeys(expressionFunctions)},
		{name: "cases", cases: recorded},
	}, nil
}

func evaluateJSON(ctx *hcl.EvalContext, group, text string) (c jsonExpressionCase) {
	c.Group, c.Expr = group, text
	expr, diags := json.ParseExpression([]byte(text), "case")
	if diag := firstError(diags); diag != nil {
		at := placeOf(diag)
		at.Stage = "parse"
		c.Error = &at
		return c
	}
	// The quote of the string is not counted.
	analysis := analyseExpression(text, expr, 1)
	c.Analysis = &analysis
	defer func() {
		if recover() != nil {
			c.Error = &place{Stage: "panic"}
		}
	}()
	value, diags := expr.Value(ctx)
	if diag := firstError(diags); diag != nil {
		at := placeOf(diag)
		at.Stage = "eval"
		c.Error = &at
		return c
	}
	c.Value = describe(value)
	c.Type = describeType(value.Type())
	return c
}
