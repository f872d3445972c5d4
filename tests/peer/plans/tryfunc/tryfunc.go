// Package tryfunc has the functions `try` and `can` with the marks that hcldyn keeps. `../build` builds a Terraform with it.
package tryfunc

import (
	"errors"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/customdecode"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// TryFunc returns the value of the first expression that has one, with the marks of those that failed.
var TryFunc = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "expressions", Type: customdecode.ExpressionClosureType},
	Type: func(args []cty.Value) (cty.Type, error) {
		value, err := try(args)
		if err != nil {
			return cty.NilType, err
		}
		return value.Type(), nil
	},
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return try(args) },
})

// CanFunc returns true if an expression has a value, with the marks of the value or of the failed expression.
var CanFunc = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "expression", Type: customdecode.ExpressionClosureType}},
	Type:   function.StaticReturnType(cty.Bool),
	Impl:   func(args []cty.Value, _ cty.Type) (cty.Value, error) { return can(args[0]), nil },
})

func try(args []cty.Value) (cty.Value, error) {
	failed := cty.ValueMarks{}
	for _, arg := range args {
		closure := customdecode.ExpressionClosureFromVal(arg)
		value, diags := closure.Value()
		switch {
		case diags.HasErrors():
			addMarks(failed, variableMarks(closure))
		case value.IsWhollyKnown():
			return value.WithMarks(failed), nil
		default:
			_, marks := value.UnmarkDeep()
			return cty.DynamicVal.WithMarks(marks, failed), nil
		}
	}
	return cty.NilVal, errors.New("no expression succeeded")
}

func can(arg cty.Value) cty.Value {
	closure := customdecode.ExpressionClosureFromVal(arg)
	value, diags := closure.Value()
	if diags.HasErrors() {
		return cty.False.WithMarks(variableMarks(closure))
	}
	_, marks := value.UnmarkDeep()
	if !value.IsWhollyKnown() {
		return cty.UnknownVal(cty.Bool).WithMarks(marks)
	}
	return cty.True.WithMarks(marks)
}

// variableMarks returns the marks of the variables in an expression. If a step of a traversal fails, these are the marks of
// the value before it.
func variableMarks(closure *customdecode.ExpressionClosure) cty.ValueMarks {
	all := cty.ValueMarks{}
	for _, traversal := range closure.Expression.Variables() {
		value, ok := variable(closure.EvalContext, traversal.RootName())
		if !ok {
			continue
		}
		isWhole := true
		for _, step := range traversal[1:] {
			part, diags := step.TraversalStep(value)
			if isWhole = !diags.HasErrors(); !isWhole {
				break
			}
			value = part
		}
		marks := value.Marks()
		if isWhole {
			_, marks = value.UnmarkDeep()
		}
		addMarks(all, marks)
	}
	return all
}

// variable returns the value of a name in a context or those around it.
func variable(ctx *hcl.EvalContext, name string) (cty.Value, bool) {
	for ; ctx != nil; ctx = ctx.Parent() {
		if value, ok := ctx.Variables[name]; ok {
			return value, true
		}
	}
	return cty.NilVal, false
}

func addMarks(all, marks cty.ValueMarks) {
	for mark := range marks {
		all[mark] = struct{}{}
	}
}
