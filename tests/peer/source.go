package main

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
)

// group is a `# heading` of a case file and the lines below it.
type group struct {
	name  string
	lines []string
}

// readGroups reads the cases of a topic: one case on each line, `⏎` for a line
// break inside a case, `⇥` for a tab, `␠` for a space at an end, `␍` for a
// carriage return. Lines that start with `//` are comments.
func readGroups(topic string) []group {
	visible := strings.NewReplacer("⏎", "\n", "⇥", "\t", "␠", " ", "␍", "\r")
	var groups []group
	for _, text := range readTexts(topic) {
		for _, line := range strings.Split(text, "\n") {
			switch {
			case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "//"):
			case strings.HasPrefix(line, "# "):
				groups = append(groups, group{name: line[2:]})
			default:
				last := &groups[len(groups)-1]
				last.lines = append(last.lines, visible.Replace(line))
			}
		}
	}
	return groups
}

// readTexts reads the case files of a topic, in the order of their names.
func readTexts(topic string) []string {
	names, err := fs.Glob(cases, "cases/"+topic+"/*.txt")
	if err != nil || len(names) == 0 {
		panic(fmt.Sprintf("no cases for %s", topic))
	}
	var texts []string
	for _, name := range names {
		text, err := cases.ReadFile(name)
		if err != nil {
			panic(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// readValues evaluates the attributes of an HCL source with the notation below.
func readValues(text string) (map[string]cty.Value, error) {
	file, diags := hclsyntax.ParseConfig([]byte(text), "values", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	attributes, diags := file.Body.JustAttributes()
	if diags.HasErrors() {
		return nil, diags
	}
	values := map[string]cty.Value{}
	for name, attribute := range attributes {
		value, diags := attribute.Expr.Value(valueContext)
		if diags.HasErrors() {
			return nil, diags
		}
		values[name] = value
	}
	return values, nil
}

// readValue evaluates one expression with the notation below.
func readValue(text string) (cty.Value, error) {
	expr, diags := hclsyntax.ParseExpression([]byte(text), "value", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilVal, fmt.Errorf("%s: %w", text, diags)
	}
	value, diags := expr.Value(valueContext)
	if diags.HasErrors() {
		return cty.NilVal, fmt.Errorf("%s: %w", text, diags)
	}
	return value, nil
}

// readType reads a type constraint.
func readType(text string) (cty.Type, error) {
	expr, diags := hclsyntax.ParseExpression([]byte(text), "type", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilType, fmt.Errorf("%s: %w", text, diags)
	}
	ty, diags := typeexpr.TypeConstraint(expr)
	if diags.HasErrors() {
		return cty.NilType, fmt.Errorf("%s: %w", text, diags)
	}
	return ty, nil
}

// valueContext lets a case file write values without an HCL literal.
var valueContext = &hcl.EvalContext{Functions: map[string]function.Function{
	"as": valueFunction(func(ty cty.Type, rest []cty.Value) (cty.Value, error) {
		return convert.Convert(rest[0], ty)
	}, typeParameter, anyParameter),
	"null_of": valueFunction(func(ty cty.Type, _ []cty.Value) (cty.Value, error) {
		return cty.NullVal(ty), nil
	}, typeParameter),
	"unknown": valueFunction(func(ty cty.Type, _ []cty.Value) (cty.Value, error) {
		return cty.UnknownVal(ty), nil
	}, typeParameter),
	"unknown_not_null": valueFunction(func(ty cty.Type, _ []cty.Value) (cty.Value, error) {
		return cty.UnknownVal(ty).RefineNotNull(), nil
	}, typeParameter),
	"mark": valueFunction(func(_ cty.Type, rest []cty.Value) (cty.Value, error) {
		return rest[0].Mark("secret"), nil
	}, anyParameter),
	"mark_as": valueFunction(func(_ cty.Type, rest []cty.Value) (cty.Value, error) {
		return rest[1].Mark(rest[0].AsString()), nil
	}, anyParameter, anyParameter),
	"inf": valueFunction(func(cty.Type, []cty.Value) (cty.Value, error) {
		return cty.PositiveInfinity, nil
	}),
}}

var (
	typeParameter = function.Parameter{Name: "type", Type: typeexpr.TypeConstraintType}
	anyParameter  = function.Parameter{
		Name: "value", Type: cty.DynamicPseudoType,
		AllowNull: true, AllowUnknown: true, AllowDynamicType: true, AllowMarked: true,
	}
)

func valueFunction(build func(cty.Type, []cty.Value) (cty.Value, error), params ...function.Parameter) function.Function {
	return function.New(&function.Spec{
		Params: params,
		Type:   function.StaticReturnType(cty.DynamicPseudoType),
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if len(args) > 0 && args[0].Type() == typeexpr.TypeConstraintType {
				return build(typeexpr.TypeConstraintFromVal(args[0]), args[1:])
			}
			return build(cty.NilType, args)
		},
	})
}
