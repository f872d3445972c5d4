package main

import (
	"encoding/json"
	"fmt"
	"sort"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

type pathsCase struct {
	Value  string     `json:"value"`
	Plain  *node      `json:"plain"`
	Marks  []pathMark `json:"marks"`
	Walked [][]any    `json:"walked"`
}

type pathMark struct {
	Path  []any    `json:"path"`
	Marks []string `json:"marks"`
}

type partCase struct {
	Value  string `json:"value"`
	Attr   string `json:"attr,omitempty"`
	Key    string `json:"key,omitempty"`
	Result *node  `json:"result"`
}

type markedConversion struct {
	Value  string          `json:"value"`
	To     json.RawMessage `json:"to"`
	Result *node           `json:"result"`
}

var (
	markedNumbers = []named{
		{"1", number(1)},
		{"1 a", number(1).Mark("a")},
		{"2 b", number(2).Mark("b")},
		{"0 ab", number(0).Mark("a").Mark("b")},
		{"number a", cty.UnknownVal(cty.Number).Mark("a")},
		{"number 1 to 5 b", refine(cty.Number).NotNull().NumberRangeInclusive(number(1), number(5)).NewValue().Mark("b")},
		{"null b", cty.NullVal(cty.Number).Mark("b")},
		{"dynamic b", cty.DynamicVal.Mark("b")},
	}
	markedBools = []named{
		{"true", cty.True},
		{"true a", cty.True.Mark("a")},
		{"false b", cty.False.Mark("b")},
		{"bool a", cty.UnknownVal(cty.Bool).Mark("a")},
		{"null bool b", cty.NullVal(cty.Bool).Mark("b")},
	}
	markedTexts = []named{
		{"text x", cty.StringVal("x")},
		{"text x a", cty.StringVal("x").Mark("a")},
		{"text true a", cty.StringVal("true").Mark("a")},
		{"text 12 b", cty.StringVal("12").Mark("b")},
		{"text b", cty.UnknownVal(cty.String).Mark("b")},
		{"null text a", cty.NullVal(cty.String).Mark("a")},
	}
	markedStructures = []named{
		{"list", cty.ListVal([]cty.Value{number(1), number(2).Mark("a")})},
		{"list b", cty.ListVal([]cty.Value{number(1), number(2).Mark("a")}).Mark("b")},
		{"list plain", cty.ListVal([]cty.Value{number(1), number(2)})},
		{"list short a", cty.ListVal([]cty.Value{number(1).Mark("a")})},
		{"set", cty.SetVal([]cty.Value{number(1).Mark("b"), number(2).Mark("a")})},
		{"set plain", cty.SetVal([]cty.Value{number(1), number(2)})},
		{"map", cty.MapVal(map[string]cty.Value{"k": number(1).Mark("a"), "l": number(2)})},
		{"map b", cty.MapVal(map[string]cty.Value{"k": number(1).Mark("a")}).Mark("b")},
		{"tuple", cty.TupleVal([]cty.Value{number(1), cty.StringVal("2").Mark("a")})},
		{"tuple b", cty.TupleVal([]cty.Value{number(1).Mark("a"), cty.UnknownVal(cty.Number)}).Mark("b")},
		{"object", cty.ObjectVal(map[string]cty.Value{"k": number(1).Mark("a"), "l": cty.StringVal("2")})},
		{"object b", cty.ObjectVal(map[string]cty.Value{"k": number(1)}).Mark("b")},
		{"nested", cty.TupleVal([]cty.Value{cty.ObjectVal(map[string]cty.Value{"k": cty.ListVal([]cty.Value{number(1).Mark("b")}).Mark("a")})})},
		{"empty a", cty.ListValEmpty(cty.Number).Mark("a")},
		{"null list a", cty.NullVal(cty.List(cty.Number)).Mark("a")},
		{"unknown list b", cty.UnknownVal(cty.List(cty.Number)).Mark("b")},
	}
	markedKeys = []named{
		{"0", number(0)}, {"1 a", number(1).Mark("a")}, {"9", number(9)},
		{"text k", cty.StringVal("k")}, {"text k b", cty.StringVal("k").Mark("b")},
		{"number a", cty.UnknownVal(cty.Number).Mark("a")}, {"text b", cty.UnknownVal(cty.String).Mark("b")},
		{"null a", cty.NullVal(cty.Number).Mark("a")},
	}
)

// recordMarks puts marked values through every operation.
func recordMarks() (document, error) {
	groups := [][]named{markedNumbers, markedBools, markedTexts, markedStructures}
	table := map[string]*node{}
	operations, conversions, paths, parts := []any{}, []any{}, []any{}, []any{}
	for _, group := range groups {
		operations = append(operations, recordOperations(group)...)
		for _, v := range group {
			table[v.name] = describeFully(v.value)
			conversions = append(conversions, markedConversions(v)...)
			paths = append(paths, recordPaths(v))
			parts = append(parts, recordParts(v)...)
		}
	}
	keys := map[string]*node{}
	for _, key := range markedKeys {
		keys[key.name] = describeFully(key.value)
	}
	return document{
		{name: "values", field: table},
		{name: "keys", field: keys},
		{name: "operations", cases: operations},
		{name: "conversions", cases: conversions},
		{name: "paths", cases: paths},
		{name: "parts", cases: parts},
	}, nil
}

func markedConversions(v named) []any {
	recorded := []any{}
	for _, to := range refinedTypes {
		result := resultOf(func() cty.Value {
			result, err := convert.Convert(v.value, to)
			if err != nil {
				panic(err)
			}
			return result
		})
		recorded = append(recorded, markedConversion{Value: v.name, To: describeType(to), Result: result})
	}
	return recorded
}

func recordPaths(v named) pathsCase {
	plain, marks := v.value.UnmarkDeepWithPaths()
	c := pathsCase{Value: v.name, Plain: describeFully(plain), Marks: []pathMark{}, Walked: [][]any{}}
	for _, mark := range marks {
		names := []string{}
		for m := range mark.Marks {
			names = append(names, fmt.Sprint(m))
		}
		sort.Strings(names)
		c.Marks = append(c.Marks, pathMark{describePath(mark.Path), names})
	}
	err := cty.Walk(v.value, func(path cty.Path, _ cty.Value) (bool, error) {
		c.Walked = append(c.Walked, describePath(path))
		return true, nil
	})
	if err != nil {
		panic(err)
	}
	return c
}

func recordParts(v named) []any {
	recorded := []any{}
	part := func(c partCase, step cty.PathStep) {
		c.Value = v.name
		c.Result = resultOf(func() cty.Value {
			result, err := step.Apply(v.value)
			if err != nil {
				panic(err)
			}
			return result
		})
		recorded = append(recorded, c)
	}
	for _, name := range []string{"k", "missing"} {
		part(partCase{Attr: name}, cty.GetAttrStep{Name: name})
	}
	for _, key := range markedKeys {
		part(partCase{Key: key.name}, cty.IndexStep{Key: key.value})
	}
	return recorded
}

// describePath writes an attribute as its name and a key as a value.
func describePath(path cty.Path) []any {
	steps := []any{}
	for _, step := range path {
		switch step := step.(type) {
		case cty.GetAttrStep:
			steps = append(steps, step.Name)
		case cty.IndexStep:
			steps = append(steps, describeFully(step.Key))
		}
	}
	return steps
}
