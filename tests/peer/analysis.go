package main

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// analysisCase is the static analysis of an expression. A form is missing if the expression does
// not have it.
type analysisCase struct {
	Expr      string      `json:"expr"`
	Keyword   string      `json:"keyword,omitempty"`
	Traversal string      `json:"traversal,omitempty"`
	List      *[]string   `json:"list,omitempty"`
	Map       *[][]string `json:"map,omitempty"`
	Call      []string    `json:"call,omitempty"`
	Variables []string    `json:"variables"`
}

// recordAnalysis analyzes each line of cases/analysis.
func recordAnalysis() (document, error) {
	recorded := []any{}
	for _, g := range readGroups("analysis") {
		for _, text := range g.lines {
			c, err := analyse(text)
			if err != nil {
				return nil, err
			}
			recorded = append(recorded, c)
		}
	}
	return document{{name: "cases", cases: recorded}}, nil
}

func analyse(text string) (analysisCase, error) {
	expr, diags := hclsyntax.ParseExpression([]byte(text), "case", hcl.InitialPos)
	if diags.HasErrors() {
		return analysisCase{}, fmt.Errorf("%s: %w", text, diags)
	}
	return analyseExpression(text, expr, 0), nil
}

// analyseExpression returns the forms of an expression. The arguments of a call are shift bytes
// after the location that the reference reports.
func analyseExpression(text string, expr hcl.Expression, shift int) analysisCase {
	c := analysisCase{Expr: text, Keyword: hcl.ExprAsKeyword(expr), Variables: []string{}}
	written := func(expr hcl.Expression) string { return string(expr.Range().SliceBytes([]byte(text))) }
	if traversal, diags := hcl.AbsTraversalForExpr(expr); !diags.HasErrors() {
		c.Traversal = writeTraversal(traversal)
	}
	if elements, diags := hcl.ExprList(expr); !diags.HasErrors() {
		c.List = &[]string{}
		for _, element := range elements {
			*c.List = append(*c.List, written(element))
		}
	}
	if pairs, diags := hcl.ExprMap(expr); !diags.HasErrors() {
		c.Map = &[][]string{}
		for _, pair := range pairs {
			*c.Map = append(*c.Map, []string{written(pair.Key), written(pair.Value), hcl.ExprAsKeyword(pair.Key)})
		}
	}
	if call, diags := hcl.ExprCall(expr); !diags.HasErrors() {
		c.Call = []string{call.Name}
		for _, argument := range call.Arguments {
			at := argument.Range()
			at.Start.Byte += shift
			at.End.Byte += shift
			c.Call = append(c.Call, string(at.SliceBytes([]byte(text))))
		}
	}
	for _, traversal := range expr.Variables() {
		c.Variables = append(c.Variables, writeTraversal(traversal))
	}
	return c
}

// writeTraversal writes a traversal in the syntax of a configuration.
func writeTraversal(traversal hcl.Traversal) string {
	text := traversal.RootName()
	for _, step := range traversal[1:] {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			text += "." + step.Name
		case hcl.TraverseIndex:
			text += "[" + writeKey(step.Key) + "]"
		default:
			panic(fmt.Sprintf("%T has no notation", step))
		}
	}
	return text
}

func writeKey(key cty.Value) string {
	switch {
	case key.IsNull():
		return "null"
	case key.Type() == cty.String:
		return fmt.Sprintf("%q", key.AsString())
	case key.Type() == cty.Bool:
		return fmt.Sprint(key.True())
	default:
		return key.AsBigFloat().Text('f', -1)
	}
}
