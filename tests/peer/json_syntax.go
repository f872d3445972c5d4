package main

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/json"
)

// jsonExpressionCase is an expression in JSON syntax with its value and its static analysis.
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

// recordJSONExpressions evaluates each line of cases/json_expressions. A line below a heading with
// `@` is evaluated once for every variable in its place.
func recordJSONExpressions() (document, error) {
	return recordEvaluations(func(ctx *hcl.EvalContext) []any {
		recorded := []any{}
		for _, g := range readGroups("json_expressions") {
			for _, expr := range g.everyVariable(ctx.Variables) {
				recorded = append(recorded, evaluateJSON(ctx, g.name, expr))
			}
		}
		return recorded
	})
}

func evaluateJSON(ctx *hcl.EvalContext, group, text string) (c jsonExpressionCase) {
	c.Group, c.Expr = group, text
	expr, diags := json.ParseExpression([]byte(text), "case")
	if !diags.HasErrors() {
		// The quote of the string is not counted.
		analysis := analyseExpression(text, expr, 1)
		c.Analysis = &analysis
	}
	defer func() {
		if recover() != nil {
			c.Error = &place{Stage: "panic"}
		}
	}()
	c.answer(ctx, expr, diags)
	return c
}
