package main

import (
	"encoding/json"
	"fmt"

	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// spec is the JSON description of a decoding spec; ../vectors/README.md lists
// which fields each kind uses.
type spec struct {
	Kind     string           `json:"kind"`
	Fields   map[string]*spec `json:"fields"`
	Items    []*spec          `json:"items"`
	Name     string           `json:"name"`
	Type     json.RawMessage  `json:"type"`
	Required bool             `json:"required"`
	Block    string           `json:"block"`
	Nested   *spec            `json:"nested"`
	Min      int              `json:"min"`
	Max      int              `json:"max"`
	Labels   []string         `json:"labels"`
	Index    int              `json:"index"`
	Value    *node            `json:"value"`
	Primary  *spec            `json:"primary"`
	Default  *spec            `json:"default"`
}

// build makes the reference's spec of a description.
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
	return s.buildBlock()
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
