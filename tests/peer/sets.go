package main

import (
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

type setCase struct {
	Elements []*node `json:"elements"`
	Set      *node   `json:"set"`
	Length   *node   `json:"length"`
}

type setOperation struct {
	Op     string `json:"op"`
	A      int    `json:"a"`
	B      int    `json:"b"`
	Result *node  `json:"result"`
}

type membership struct {
	Set    int   `json:"set"`
	Value  *node `json:"value"`
	Result *node `json:"result"`
}

func texts(texts ...string) []cty.Value {
	var values []cty.Value
	for _, text := range texts {
		values = append(values, cty.StringVal(text))
	}
	return values
}

func numbers(texts ...string) []cty.Value {
	var values []cty.Value
	for _, text := range texts {
		values = append(values, cty.MustParseNumberVal(text))
	}
	return values
}

func pair(a, b cty.Value) cty.Value { return cty.TupleVal([]cty.Value{a, b}) }

func list(elements ...cty.Value) cty.Value { return cty.ListVal(elements) }

func port(name string, n int64) cty.Value {
	return cty.ObjectVal(map[string]cty.Value{"name": cty.StringVal(name), "port": number(n)})
}

// setElements are the elements of the sets, including repeated ones.
var setElements = [][]cty.Value{
	texts("b", "a", "b", "B", "", "é", "z", "a b"),
	texts("a", "c"),
	append(texts("b", "a"), cty.NullVal(cty.String)),
	append(texts("b"), cty.UnknownVal(cty.String)),
	append(texts("b", "a"), cty.UnknownVal(cty.String), cty.UnknownVal(cty.String), cty.NullVal(cty.String)),
	numbers("10", "9", "1", "-1", "0.5", "-0.5", "1e3", "10.0", "1e300", "-1e300"),
	numbers("1", "2"),
	{cty.NumberFloatVal(0.1), cty.MustParseNumberVal("0.1"), number(1).Divide(number(3)), cty.MustParseNumberVal("0.3")},
	append(numbers("1"), cty.PositiveInfinity, cty.NegativeInfinity, cty.Zero),
	append(numbers("1"), cty.UnknownVal(cty.Number), refine(cty.Number).NotNull().NumberRangeInclusive(number(2), number(3)).NewValue()),
	{cty.True, cty.False, cty.True},
	{cty.False},
	{cty.True, cty.UnknownVal(cty.Bool), cty.NullVal(cty.Bool)},
	{list(number(10)), list(number(9)), list(number(1)), list(number(10))},
	{list(number(1)), list(number(1), number(2)), cty.ListValEmpty(cty.Number)},
	{list(number(1)), list(cty.UnknownVal(cty.Number)), cty.NullVal(cty.List(cty.Number))},
	{pair(number(2), cty.StringVal("a")), pair(number(1), cty.StringVal("b")), pair(number(2), cty.StringVal("a"))},
	{pair(number(2), cty.StringVal("a")), pair(cty.UnknownVal(cty.Number), cty.StringVal("b"))},
	{port("http", 80), port("dns", 53), port("http", 8080), port("dns", 53)},
	{port("http", 80), port("ssh", 22)},
	{port("dns", 53), cty.ObjectVal(map[string]cty.Value{"name": cty.UnknownVal(cty.String), "port": number(1)})},
	{cty.MapVal(map[string]cty.Value{"a": number(1)}), cty.MapVal(map[string]cty.Value{"b": number(0)}), cty.MapValEmpty(cty.Number)},
	{cty.SetVal(numbers("1", "2")), cty.SetVal(numbers("2", "1")), cty.SetVal(numbers("3"))},
	{cty.SetVal(numbers("3"))},
	{cty.StringVal("a").Mark("m"), cty.StringVal("b")},
	{cty.StringVal("c").Mark("n")},
}

var setFunctions = []struct {
	name string
	fn   function.Function
}{
	{"setunion", stdlib.SetUnionFunc},
	{"setintersection", stdlib.SetIntersectionFunc},
	{"setsubtract", stdlib.SetSubtractFunc},
}

// recordSets makes sets and combines all pairs with elements of one type.
func recordSets() (document, error) {
	var sets []cty.Value
	made, operations, members := []any{}, []any{}, []any{}
	for _, elements := range setElements {
		set := cty.SetVal(elements)
		sets = append(sets, set)
		c := setCase{Elements: []*node{}, Set: describeFully(set), Length: describeFully(set.Length())}
		for _, element := range elements {
			c.Elements = append(c.Elements, describeFully(element))
		}
		made = append(made, c)
	}
	for i, a := range sets {
		for j, b := range sets {
			if !a.Type().Equals(b.Type()) {
				continue
			}
			equal := resultOf(func() cty.Value { return a.Equals(b) })
			operations = append(operations, setOperation{Op: "equals", A: i, B: j, Result: equal})
			for _, f := range setFunctions {
				operations = append(operations, setOperation{Op: f.name, A: i, B: j, Result: called(f.fn, a, b)})
			}
			for _, element := range setElements[j] {
				has := resultOf(func() cty.Value { return a.HasElement(element) })
				members = append(members, membership{Set: i, Value: describeFully(element), Result: has})
			}
		}
	}
	return document{
		{name: "sets", cases: made},
		{name: "operations", cases: operations},
		{name: "members", cases: members},
	}, nil
}

func called(f function.Function, a, b cty.Value) *node {
	return resultOf(func() cty.Value {
		result, err := f.Call([]cty.Value{a, b})
		if err != nil {
			panic(err)
		}
		return result
	})
}
