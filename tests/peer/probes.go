package main

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// probe replaces an expression in the tree and records its results. Some differences from the
// reference occur only if a part failed, was null, has parts of unknown type, or was an unknown
// condition that can never be a bool.
type probe struct {
	hclsyntax.Expression
	role    string
	failed  bool
	null    bool
	unknown bool
	untyped bool
}

func (p *probe) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	value, diags := p.Expression.Value(ctx)
	p.failed = p.failed || diags.HasErrors()
	p.null = p.null || value.IsNull()
	ty := value.Type()
	p.unknown = p.unknown || !value.IsKnown() && ty != cty.Bool && ty != cty.String && ty != cty.DynamicPseudoType
	p.untyped = p.untyped || ty != cty.DynamicPseudoType && ty.HasDynamicTypes()
	return value, diags
}

// placeProbes places probes on the parts of conditionals, logical operators and equality, and on
// the conditions of loops.
func placeProbes(expr hclsyntax.Expression) []*probe {
	probes := []*probe{}
	place := func(part *hclsyntax.Expression, role string) {
		p := &probe{Expression: *part, role: role}
		probes = append(probes, p)
		*part = p
	}
	var later []func()
	hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.ConditionalExpr:
			later = append(later, func() {
				place(&node.Condition, "condition")
				place(&node.TrueResult, "arm")
				place(&node.FalseResult, "arm")
			})
		case *hclsyntax.ForExpr:
			if node.CondExpr != nil {
				later = append(later, func() { place(&node.CondExpr, "condition") })
			}
		case *hclsyntax.BinaryOpExpr:
			role := ""
			switch node.Op {
			case hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalOr:
				role = "operand"
			case hclsyntax.OpEqual, hclsyntax.OpNotEqual:
				role = "side"
			default:
				return nil
			}
			later = append(later, func() {
				place(&node.LHS, role)
				place(&node.RHS, role)
			})
		}
		return nil
	})
	for _, place := range later {
		place()
	}
	return probes
}

// findings returns the results of the probes as nodes.
func findings(probes []*probe) []astNode {
	found := []astNode{}
	for _, p := range probes {
		at := p.Range()
		add := func(what string, is bool) {
			if is {
				found = append(found, astNode{what + " " + p.role, at.Start.Byte, at.End.Byte})
			}
		}
		add("failed", p.failed && (p.role == "arm" || p.role == "operand"))
		add("untyped", p.untyped && p.role == "arm")
		add("null", p.null && (p.role == "operand" || p.role == "side"))
		add("unknown", p.unknown && p.role == "condition")
	}
	return found
}
