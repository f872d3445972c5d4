package main

import (
	"encoding/json"
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

type conversionCase struct {
	Value  *node           `json:"value"`
	To     json.RawMessage `json:"to"`
	Safe   bool            `json:"safe"`
	Result *node           `json:"result"`
	Defect bool            `json:"defect,omitempty"`
}

type unificationCase struct {
	Types  []json.RawMessage `json:"types"`
	Safe   json.RawMessage   `json:"unified"`
	Unsafe json.RawMessage   `json:"unified_unsafe"`
}

// recordConversions converts every value to every type, and unifies every
// single type, pair and listed combination of types.
func recordConversions() (document, error) {
	lines := map[string][]string{}
	for _, g := range readGroups("conversions") {
		lines[g.name] = g.lines
	}
	conversions := []any{}
	for _, target := range lines["types"] {
		to, err := readType(target)
		if err != nil {
			return nil, err
		}
		for _, text := range lines["values"] {
			value, err := readValue(text)
			if err != nil {
				return nil, err
			}
			conversions = append(conversions, convertTo(value, to))
		}
	}
	unifications, err := recordUnifications(lines["unify each pair"], lines["unify"])
	if err != nil {
		return nil, err
	}
	return document{
		{name: "conversions", cases: conversions},
		{name: "unifications", cases: unifications},
	}, nil
}

func convertTo(value cty.Value, to cty.Type) (c conversionCase) {
	c = conversionCase{Value: describe(value), To: describeType(to)}
	c.Safe = value.Type().Equals(to) || convert.GetConversion(value.Type(), to) != nil
	defer func() {
		if recover() != nil {
			c.Defect = true
		}
	}()
	result, err := convert.Convert(value, to)
	if err != nil {
		c.Defect = isDocumentedOnly(value.Type(), to)
		return c
	}
	c.Result = describe(result)
	c.Defect = c.Defect || !fits(result.Type(), to)
	return c
}

// isDocumentedOnly returns true for the conversion that the specification describes but the
// reference lacks.
func isDocumentedOnly(from, to cty.Type) bool {
	return (from.IsListType() || from.IsSetType()) && to.IsTupleType()
}

// fits returns true if a converted value has its target type. The reference sometimes keeps the
// element type of an unknown source, or the optional attributes of the target.
func fits(got, to cty.Type) bool {
	return got.TestConformance(to.WithoutOptionalAttributesDeep()) == nil &&
		got.Equals(got.WithoutOptionalAttributesDeep())
}

func recordUnifications(singles, combinations []string) ([]any, error) {
	var sets [][]string
	for i, a := range singles {
		for _, b := range singles[i:] {
			sets = append(sets, []string{a, b})
		}
	}
	recorded := []any{}
	for _, set := range sets {
		c, err := unify(set)
		if err != nil {
			return nil, err
		}
		recorded = append(recorded, c)
	}
	for _, line := range combinations {
		c, err := unifyLine(line)
		if err != nil {
			return nil, err
		}
		recorded = append(recorded, c)
	}
	return recorded, nil
}

// unifyLine parses the types of a line as the elements of a tuple type.
func unifyLine(line string) (unificationCase, error) {
	tuple, err := readType(fmt.Sprintf("tuple([%s])", line))
	if err != nil {
		return unificationCase{}, err
	}
	return unifyTypes(tuple.TupleElementTypes()), nil
}

func unify(texts []string) (unificationCase, error) {
	var types []cty.Type
	for _, text := range texts {
		ty, err := readType(text)
		if err != nil {
			return unificationCase{}, err
		}
		types = append(types, ty)
	}
	return unifyTypes(types), nil
}

func unifyTypes(types []cty.Type) unificationCase {
	c := unificationCase{Types: []json.RawMessage{}}
	for _, ty := range types {
		c.Types = append(c.Types, describeType(ty))
	}
	if ty, _ := convert.Unify(types); ty != cty.NilType {
		c.Safe = describeType(ty)
	}
	if ty, _ := convert.UnifyUnsafe(types); ty != cty.NilType {
		c.Unsafe = describeType(ty)
	}
	return c
}
