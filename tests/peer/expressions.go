package main

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

type expressionCase struct {
	Group string          `json:"group"`
	Expr  string          `json:"expr"`
	Value *node           `json:"value"`
	Type  json.RawMessage `json:"type"`
	Error *place          `json:"error"`
}

// expressionFunctions are the functions every recorded expression may call.
var expressionFunctions = map[string]function.Function{
	"can":    tryfunc.CanFunc,
	"concat": stdlib.ConcatFunc,
	"format": stdlib.FormatFunc,
	"join":   stdlib.JoinFunc,
	"keys":   stdlib.KeysFunc,
	"length": stdlib.LengthFunc,
	"lookup": stdlib.LookupFunc,
	"lower":  stdlib.LowerFunc,
	"max":    stdlib.MaxFunc,
	"merge":  stdlib.MergeFunc,
	"min":    stdlib.MinFunc,
	"try":    tryfunc.TryFunc,
	"upper":  stdlib.UpperFunc,
	"values": stdlib.ValuesFunc,
}

// recordExpressions evaluates each line of cases/expressions, and each line of cases/every_kind
// once for every variable in place of `@`. Of two equal expressions, only the first is recorded.
func recordExpressions() (document, error) {
	return recordEvaluations(func(ctx *hcl.EvalContext) []any {
		recorded := []any{}
		seen := map[string]bool{}
		for _, g := range append(readGroups("expressions"), everyKind(ctx.Variables)...) {
			for _, expr := range g.lines {
				if seen[expr] {
					continue
				}
				seen[expr] = true
				recorded = append(recorded, evaluate(ctx, g.name, expr))
			}
		}
		return recorded
	})
}

// recordEvaluations records cases with the variables and functions of their expressions.
func recordEvaluations(record func(ctx *hcl.EvalContext) []any) (document, error) {
	text, err := cases.ReadFile("cases/variables.hcl")
	if err != nil {
		return nil, err
	}
	variables, err := readValues(string(text))
	if err != nil {
		return nil, err
	}
	return document{
		{name: "variables", field: describeAll(variables)},
		{name: "functions", field: sortedKeys(expressionFunctions)},
		{name: "cases", cases: record(&hcl.EvalContext{Variables: variables, Functions: expressionFunctions})},
	}, nil
}

func everyKind(variables map[string]cty.Value) []group {
	var groups []group
	for _, g := range readGroups("every_kind") {
		groups = append(groups, group{name: g.name, lines: g.everyVariable(variables)})
	}
	return groups
}

// everyVariable returns the lines of a group. A line with `@` is repeated with each variable in its
// place.
func (g group) everyVariable(variables map[string]cty.Value) []string {
	var lines []string
	for _, pattern := range g.lines {
		if !strings.Contains(pattern, "@") {
			lines = append(lines, pattern)
			continue
		}
		for _, name := range sortedKeys(variables) {
			lines = append(lines, strings.ReplaceAll(pattern, "@", name))
		}
	}
	return lines
}

func evaluate(ctx *hcl.EvalContext, group, text string) expressionCase {
	c := expressionCase{Group: group, Expr: text}
	expr, diags := hclsyntax.ParseExpression([]byte(text), "case", hcl.InitialPos)
	c.answer(ctx, expr, diags)
	return c
}

// answer records the value of an expression, or the first error. The error may be a syntax error.
func (c *expressionCase) answer(ctx *hcl.EvalContext, expr hcl.Expression, diags hcl.Diagnostics) {
	if c.fails("parse", diags) {
		return
	}
	value, diags := expr.Value(ctx)
	if c.fails("eval", diags) {
		return
	}
	c.Value = describe(value)
	c.Type = describeType(value.Type())
}

func (c *expressionCase) fails(stage string, diags hcl.Diagnostics) bool {
	diag := firstError(diags)
	if diag == nil {
		return false
	}
	at := placeOf(diag)
	at.Stage = stage
	c.Error = &at
	return true
}
