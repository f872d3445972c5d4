package main

import (
	"encoding/json"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// spec is the JSON description of a decoding spec; ../vectors/README.md lists the fields of each
// kind.
type spec struct {
	Kind     string           `json:"kind"`
	Fields   map[string]*spec `json:"fields,omitempty"`
	Items    []*spec          `json:"items,omitempty"`
	Name     string           `json:"name,omitempty"`
	Type     json.RawMessage  `json:"type,omitempty"`
	Required bool             `json:"required,omitempty"`
	Block    string           `json:"block,omitempty"`
	Nested   *spec            `json:"nested,omitempty"`
	Min      int              `json:"min,omitempty"`
	Max      int              `json:"max,omitempty"`
	Labels   []string         `json:"labels,omitempty"`
	Index    int              `json:"index,omitempty"`
	Value    *node            `json:"value,omitempty"`
	Primary  *spec            `json:"primary,omitempty"`
	Default  *spec            `json:"default,omitempty"`

	Expr     string `json:"expr,omitempty"`
	Variable string `json:"variable,omitempty"`
	Function string `json:"function,omitempty"`
	Wrapped  *spec  `json:"wrapped,omitempty"`
	Prefix   string `json:"prefix,omitempty"`
	Refuse   string `json:"refuse,omitempty"`
}

// build converts a description to the reference's spec.
func (s *spec) build() hcldec.Spec {
	switch s.Kind {
	case "object":
		object := hcldec.ObjectSpec{}
		for name, field := range s.Fields {
			object[name] = field.build()
		}
		return object
	case "tuple":
		tuple := hcldec.TupleSpec{}
		for _, item := range s.Items {
			tuple = append(tuple, item.build())
		}
		return tuple
	case "attr":
		return &hcldec.AttrSpec{Name: s.Name, Type: s.valueType(), Required: s.Required}
	case "literal":
		return &hcldec.LiteralSpec{Value: s.literal()}
	case "label":
		return &hcldec.BlockLabelSpec{Index: s.Index, Name: s.Name}
	case "default":
		return &hcldec.DefaultSpec{Primary: s.Primary.build(), Default: s.Default.build()}
	}
	if s.Wrapped != nil || s.Expr != "" {
		return s.buildWrapped()
	}
	return s.buildBlock()
}

func (s *spec) buildWrapped() hcldec.Spec {
	switch s.Kind {
	case "expr":
		return &hcldec.ExprSpec{Expr: s.expression()}
	case "transform_expr":
		return &hcldec.TransformExprSpec{
			Wrapped: s.Wrapped.build(), Expr: s.expression(), VarName: s.Variable,
			TransformCtx: &hcl.EvalContext{Functions: expressionFunctions},
		}
	case "transform_func":
		return &hcldec.TransformFuncSpec{Wrapped: s.Wrapped.build(), Func: expressionFunctions[s.Function]}
	case "refine":
		return &hcldec.RefineValueSpec{Wrapped: s.Wrapped.build(), Refine: s.refine}
	case "validate":
		return &hcldec.ValidateSpec{Wrapped: s.Wrapped.build(), Func: s.validate}
	}
	panic(fmt.Sprintf("no spec of kind %q", s.Kind))
}

func (s *spec) expression() hcl.Expression {
	expr, err := parseExpression(s.Expr)
	if err != nil {
		panic(err)
	}
	return expr
}

// refine refines a value as not null and, if there is a prefix, with that prefix.
func (s *spec) refine(builder *cty.RefinementBuilder) *cty.RefinementBuilder {
	builder = builder.NotNull()
	if s.Prefix != "" {
		builder = builder.StringPrefixFull(s.Prefix)
	}
	return builder
}

// validate rejects the string that the spec names.
func (s *spec) validate(value cty.Value) hcl.Diagnostics {
	bare, _ := value.Unmark()
	if bare.IsKnown() && !bare.IsNull() && bare.RawEquals(cty.StringVal(s.Refuse)) {
		return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "Refused"}}
	}
	return nil
}

func (s *spec) buildBlock() hcldec.Spec {
	switch s.Kind {
	case "block":
		return &hcldec.BlockSpec{TypeName: s.Block, Nested: s.Nested.build(), Required: s.Required}
	case "block_list":
		return &hcldec.BlockListSpec{TypeName: s.Block, Nested: s.Nested.build(), MinItems: s.Min, MaxItems: s.Max}
	case "block_tuple":
		return &hcldec.BlockTupleSpec{TypeName: s.Block, Nested: s.Nested.build(), MinItems: s.Min, MaxItems: s.Max}
	case "block_set":
		return &hcldec.BlockSetSpec{TypeName: s.Block, Nested: s.Nested.build(), MinItems: s.Min, MaxItems: s.Max}
	case "block_map":
		return &hcldec.BlockMapSpec{TypeName: s.Block, LabelNames: s.Labels, Nested: s.Nested.build()}
	case "block_object":
		return &hcldec.BlockObjectSpec{TypeName: s.Block, LabelNames: s.Labels, Nested: s.Nested.build()}
	case "block_attrs":
		return &hcldec.BlockAttrsSpec{TypeName: s.Block, ElementType: s.valueType(), Required: s.Required}
	}
	panic(fmt.Sprintf("no spec of kind %q", s.Kind))
}

func (s *spec) valueType() cty.Type {
	ty, err := ctyjson.UnmarshalType(s.Type)
	if err != nil {
		panic(err)
	}
	return ty
}

// literal reads the value of a literal spec, which is always primitive.
func (s *spec) literal() cty.Value {
	switch s.Value.Kind {
	case "string":
		return cty.StringVal(s.Value.Value.(string))
	case "number":
		return cty.MustParseNumberVal(s.Value.Value.(string))
	case "bool":
		return cty.BoolVal(s.Value.Value.(bool))
	}
	panic(fmt.Sprintf("no literal of kind %q", s.Value.Kind))
}
