package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// readRefinedValue evaluates one expression with the functions below and those of every case file.
func readRefinedValue(text string) (cty.Value, error) {
	expr, err := parseExpression(text)
	if err != nil {
		return cty.NilVal, err
	}
	ctx := valueContext.NewChild()
	ctx.Functions = refinedFunctions
	value, diags := expr.Value(ctx)
	if diags.HasErrors() {
		return cty.NilVal, fmt.Errorf("%s: %w", text, diags)
	}
	return value, nil
}

func parseExpression(text string) (hclsyntax.Expression, error) {
	expr, diags := hclsyntax.ParseExpression([]byte(text), "value", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%s: %w", text, diags)
	}
	return expr, nil
}

var refinedFunctions = map[string]function.Function{
	"refined": valueFunction(func(ty cty.Type, rest []cty.Value) (cty.Value, error) {
		return refineUnknown(ty, rest[0].AsValueMap()), nil
	}, typeParameter, anyParameter),
	"float": valueFunction(func(_ cty.Type, rest []cty.Value) (cty.Value, error) {
		value, err := strconv.ParseFloat(rest[0].AsString(), 64)
		return cty.NumberFloatVal(value), err
	}, anyParameter),
	"repeat": valueFunction(func(_ cty.Type, rest []cty.Value) (cty.Value, error) {
		count, _ := rest[1].AsBigFloat().Int64()
		return cty.StringVal(strings.Repeat(rest[0].AsString(), int(count))), nil
	}, anyParameter, anyParameter),
}

func refineUnknown(ty cty.Type, known map[string]cty.Value) cty.Value {
	length := func(name string) int {
		length, _ := known[name].AsBigFloat().Int64()
		return int(length)
	}
	builder := cty.UnknownVal(ty).Refine()
	for name, value := range known {
		switch name {
		case "not_null":
			builder = builder.NotNull()
		case "prefix":
			builder = builder.StringPrefixFull(value.AsString())
		case "min", "above":
			builder = builder.NumberRangeLowerBound(value, name == "min")
		case "max", "below":
			builder = builder.NumberRangeUpperBound(value, name == "max")
		case "length_min":
			builder = builder.CollectionLengthLowerBound(length(name))
		case "length_max":
			builder = builder.CollectionLengthUpperBound(length(name))
		}
	}
	return builder.NewValue()
}
