package main

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// generatedCase is a random expression with its variables and the reference's answer: a value, or
// the first error and the locations of the other ones. Panics is set if the reference panics.
type generatedCase struct {
	Expr      string           `json:"expr"`
	Variables map[string]*node `json:"variables"`
	Value     *node            `json:"value"`
	Type      json.RawMessage  `json:"type"`
	Error     *errorPlace      `json:"error"`
	Others    []place          `json:"others,omitempty"`
	Panics    bool             `json:"panics,omitempty"`
	Nodes     []astNode        `json:"nodes"`
}

// errorPlace is a location with the line and column of its start.
type errorPlace struct {
	place
	Line   int `json:"line"`
	Column int `json:"column"`
}

// astNode is a node of the reference's tree and its byte range.
type astNode struct {
	kind       string
	start, end int
}

func (n astNode) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{n.kind, n.start, n.end})
}

const (
	wantedLength  = 120
	acceptedDepth = 3
	evaluations   = 3
)

func generateExpressions(seed int64, count int) error {
	g := &randomExpressions{randomValues: newRandomValues(seed)}
	return writeCases(count, g.anyCase)
}

// anyCase returns a case with a stable answer.
func (g *randomExpressions) anyCase() generatedCase {
	for {
		variables := g.context("x", "user", "é")
		variables["list"] = g.value(pick(g.randomValues, cty.List(g.anyType(1)), cty.Set(g.anyType(1)), cty.List(g.compoundType(1))))
		variables["tags"] = g.value(pick(g.randomValues, cty.Map(g.anyType(1)), cty.Map(cty.String)))
		variables["n"] = g.value(g.primitive())
		expr := g.expression(variables, anything, 1+g.Intn(acceptedDepth))
		if len(expr) > wantedLength && !g.oneIn(20) {
			continue
		}
		evaluate := func() any { return evaluateGenerated(expr, variables) }
		c := evaluateGenerated(expr, variables)
		if isStable(c, evaluations, evaluate) {
			return c
		}
	}
}

func evaluateGenerated(text string, variables map[string]cty.Value) generatedCase {
	c := generatedCase{Expr: text, Variables: map[string]*node{}, Nodes: []astNode{}}
	for _, name := range mentioned(text) {
		if value, ok := variables[name]; ok {
			c.Variables[name] = describeFully(value)
		}
	}
	defer func() {
		if recover() != nil {
			c.Panics = true
		}
	}()
	expr, diags := hclsyntax.ParseExpression([]byte(text), "case", hcl.InitialPos)
	if diags.HasErrors() {
		c.fail("parse", diags)
		return c
	}
	c.Nodes = nodesOf(expr)
	probes := placeProbes(expr)
	value, diags := expr.Value(&hcl.EvalContext{Variables: variables, Functions: randomFunctions})
	c.Nodes = append(c.Nodes, findings(probes)...)
	if diags.HasErrors() {
		c.fail("eval", diags)
		return c
	}
	c.Value = describeFully(value)
	c.Type = describeType(value.Type())
	return c
}

// fail records the first error and the locations of the others.
func (c *generatedCase) fail(stage string, diags hcl.Diagnostics) {
	first := firstError(diags)
	c.Error = &errorPlace{place: placeOf(first), Line: first.Subject.Start.Line, Column: first.Subject.Start.Column}
	for _, at := range places(diags) {
		if at != c.Error.place {
			c.Others = append(c.Others, at)
		}
	}
	c.Error.Stage = stage
}

// mentioned returns the identifiers in a source.
func mentioned(text string) []string {
	tokens, _ := hclsyntax.LexExpression([]byte(text), "case", hcl.InitialPos)
	names := []string{}
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenIdent {
			names = append(names, string(token.Bytes))
		}
	}
	return names
}

func nodesOf(expr hclsyntax.Expression) []astNode {
	nodes := []astNode{}
	hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		if expr, ok := node.(hclsyntax.Expression); ok {
			at := expr.Range()
			nodes = append(nodes, astNode{kindOf(expr), at.Start.Byte, at.End.Byte})
			if called, ok := expr.(*hclsyntax.FunctionCallExpr); ok {
				for _, arg := range called.Args {
					at := arg.Range()
					nodes = append(nodes, astNode{"argument", at.Start.Byte, at.End.Byte})
				}
			}
		}
		return nil
	})
	return nodes
}

// operatorNames contains names of the operations, since the reference has none.
var operatorNames = map[*hclsyntax.Operation]string{
	hclsyntax.OpLogicalOr: "||", hclsyntax.OpLogicalAnd: "&&", hclsyntax.OpLogicalNot: "!",
	hclsyntax.OpEqual: "==", hclsyntax.OpNotEqual: "!=",
	hclsyntax.OpGreaterThan: ">", hclsyntax.OpGreaterThanOrEqual: ">=",
	hclsyntax.OpLessThan: "<", hclsyntax.OpLessThanOrEqual: "<=",
	hclsyntax.OpAdd: "+", hclsyntax.OpSubtract: "-", hclsyntax.OpMultiply: "*",
	hclsyntax.OpDivide: "/", hclsyntax.OpModulo: "%", hclsyntax.OpNegate: "negate",
}

// kindOf returns the kind of a node: its operator, or the name of its type.
func kindOf(expr hclsyntax.Expression) string {
	switch expr := expr.(type) {
	case *hclsyntax.BinaryOpExpr:
		return operatorNames[expr.Op]
	case *hclsyntax.UnaryOpExpr:
		return operatorNames[expr.Op]
	case *hclsyntax.ForExpr:
		switch {
		case expr.KeyExpr == nil:
			return "for tuple"
		case expr.Group:
			return "for groups"
		}
		return "for object"
	case *hclsyntax.FunctionCallExpr:
		if expr.ExpandFinal {
			return "call expanded"
		}
		return "call"
	}
	name := strings.TrimPrefix(reflect.TypeOf(expr).String(), "*hclsyntax.")
	return strings.TrimSuffix(name, "Expr")
}

// outcome returns a short description of the result of a case.
func (c generatedCase) outcome() string {
	switch {
	case c.Panics:
		return "panics"
	case c.Error != nil:
		return "fails to " + c.Error.Stage
	case c.Value.Kind == "unknown" && c.Value.Known != nil:
		return "refined"
	case len(c.Value.Marks) > 0:
		return "marked " + c.Value.Kind
	}
	return c.Value.Kind
}

func (c generatedCase) outcomes() []string { return []string{c.outcome()} }

// features returns the kinds of the nodes.
func (c generatedCase) features() []string {
	kinds := map[string]bool{}
	for _, n := range c.Nodes {
		kinds[n.kind] = true
	}
	return sortedKeys(kinds)
}

// shown returns each kind of node combined with the outcome, and with each kind of node inside it.
func (c generatedCase) shown() []string {
	found := map[string]bool{c.outcome(): true}
	for _, a := range c.Nodes {
		found[a.kind+", "+c.outcome()] = true
		for _, b := range c.Nodes {
			if covers(a, b) {
				found[a.kind+" of "+b.kind] = true
			}
		}
	}
	return sortedKeys(found)
}

func covers(outer, inner astNode) bool {
	return outer != inner && outer.start <= inner.start && inner.end <= outer.end
}
