package main

import (
	"encoding/json"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// known holds the refinements of an unknown value, besides that it is not null.
type known struct {
	Lower     *bound `json:"lower,omitempty"`
	Upper     *bound `json:"upper,omitempty"`
	Prefix    string `json:"prefix,omitempty"`
	MinLength int    `json:"min_length,omitempty"`
	MaxLength *int   `json:"max_length,omitempty"`
}

type bound struct {
	Number    string `json:"number"`
	Inclusive bool   `json:"inclusive"`
}

// named is a value and its name in the cases.
type named struct {
	name  string
	value cty.Value
}

type operationCase struct {
	Op     string `json:"op"`
	A      string `json:"a"`
	B      string `json:"b,omitempty"`
	Result *node  `json:"result"`
}

type refinedConversion struct {
	Value  string          `json:"value"`
	To     json.RawMessage `json:"to"`
	Result *node           `json:"result"`
}

type refineCase struct {
	Value  string `json:"value"`
	Step   string `json:"step"`
	Result *node  `json:"result"`
}

type includesCase struct {
	Range    string `json:"range"`
	Value    string `json:"value"`
	Includes *bool  `json:"includes"`
}

type rangeCase struct {
	Value string `json:"value"`
	Null  bool   `json:"could_be_null"`
	Known *known `json:"known"`
}

// binary are the operations on two values, unary those on one.
var binary = []struct {
	name  string
	apply func(a, b cty.Value) cty.Value
}{
	{"add", cty.Value.Add},
	{"subtract", cty.Value.Subtract},
	{"multiply", cty.Value.Multiply},
	{"divide", cty.Value.Divide},
	{"modulo", cty.Value.Modulo},
	{"less_than", cty.Value.LessThan},
	{"greater_than", cty.Value.GreaterThan},
	{"less_than_or_equal", cty.Value.LessThanOrEqualTo},
	{"greater_than_or_equal", cty.Value.GreaterThanOrEqualTo},
	{"equals", cty.Value.Equals},
	{"not_equal", cty.Value.NotEqual},
	{"and", cty.Value.And},
	{"or", cty.Value.Or},
}

var unary = []struct {
	name  string
	apply func(cty.Value) cty.Value
}{
	{"negate", cty.Value.Negate},
	{"not", cty.Value.Not},
	{"length", cty.Value.Length},
}

func refine(ty cty.Type) *cty.RefinementBuilder { return cty.UnknownVal(ty).Refine() }

// number has the precision of a number parsed from text.
func number(n int64) cty.Value { return cty.MustParseNumberVal(strconv.FormatInt(n, 10)) }

var refinedNumbers = []named{
	{"-2", number(-2)},
	{"0", number(0)},
	{"3", number(3)},
	{"number", cty.UnknownVal(cty.Number)},
	{"number not null", refine(cty.Number).NotNull().NewValue()},
	{"number 1 to 5", refine(cty.Number).NotNull().NumberRangeInclusive(number(1), number(5)).NewValue()},
	{"number above 1 below 5", refine(cty.Number).NotNull().NumberRangeLowerBound(number(1), false).NumberRangeUpperBound(number(5), false).NewValue()},
	{"number from 3", refine(cty.Number).NotNull().NumberRangeLowerBound(number(3), true).NewValue()},
	{"number below 0", refine(cty.Number).NotNull().NumberRangeUpperBound(number(0), false).NewValue()},
	{"number -4 to 4 or null", refine(cty.Number).NumberRangeInclusive(number(-4), number(4)).NewValue()},
	{"dynamic", cty.DynamicVal},
}

var refinedTexts = []named{
	{"text abc", cty.StringVal("abc")},
	{"text xyz", cty.StringVal("xyz")},
	{"null text", cty.NullVal(cty.String)},
	{"text", cty.UnknownVal(cty.String)},
	{"text not null", refine(cty.String).NotNull().NewValue()},
	{"text ab-", refine(cty.String).NotNull().StringPrefixFull("ab").NewValue()},
	{"text abcd", refine(cty.String).NotNull().StringPrefixFull("abcd").NewValue()},
	{"text xy or null", refine(cty.String).StringPrefixFull("xy").NewValue()},
	{"text ab trimmed", refine(cty.String).NotNull().StringPrefix("a-b").NewValue()},
}

var refinedBools = []named{
	{"true", cty.True},
	{"false", cty.False},
	{"bool", cty.UnknownVal(cty.Bool)},
	{"bool not null", refine(cty.Bool).NotNull().NewValue()},
	{"null bool", cty.NullVal(cty.Bool)},
}

// refinedCollections returns collections of one kind, e.g. "list".
func refinedCollections(kind string, ty cty.Type, known ...cty.Value) []named {
	all := []named{
		{"null " + kind, cty.NullVal(ty)},
		{kind, cty.UnknownVal(ty)},
		{kind + " not null", refine(ty).NotNull().NewValue()},
		{kind + " of 1 to 2", refine(ty).NotNull().CollectionLengthLowerBound(1).CollectionLengthUpperBound(2).NewValue()},
		{kind + " of 3", refine(ty).NotNull().CollectionLength(3).NewValue()},
		{kind + " of 2 and more or null", refine(ty).CollectionLengthLowerBound(2).NewValue()},
	}
	for i, value := range known {
		all = append(all, named{kind + " known " + string(rune('a'+i)), value})
	}
	return all
}

var (
	refinedLists = refinedCollections("list", cty.List(cty.Number),
		cty.ListValEmpty(cty.Number), cty.ListVal([]cty.Value{number(1)}), cty.ListVal([]cty.Value{number(1), number(2)}))
	refinedSets = refinedCollections("set", cty.Set(cty.Number),
		cty.SetValEmpty(cty.Number), cty.SetVal([]cty.Value{number(1)}), cty.SetVal([]cty.Value{number(1), cty.UnknownVal(cty.Number)}))
	refinedMaps = refinedCollections("map", cty.Map(cty.Number),
		cty.MapValEmpty(cty.Number), cty.MapVal(map[string]cty.Value{"a": number(1)}))
	refinedStructures = []named{
		{"tuple", cty.UnknownVal(cty.Tuple([]cty.Type{cty.Number, cty.Number}))},
		{"tuple not null", refine(cty.Tuple([]cty.Type{cty.Number, cty.String})).NotNull().NewValue()},
		{"object", cty.UnknownVal(cty.Object(map[string]cty.Type{"a": cty.Number}))},
		{"object not null", refine(cty.Object(map[string]cty.Type{"a": cty.Number, "b": cty.Number})).NotNull().NewValue()},
	}
)

var refinedTypes = []cty.Type{
	cty.DynamicPseudoType, cty.Bool, cty.Number, cty.String,
	cty.List(cty.Number), cty.List(cty.String), cty.List(cty.DynamicPseudoType),
	cty.Set(cty.Number), cty.Set(cty.String), cty.Map(cty.Number), cty.Map(cty.String),
	cty.Tuple([]cty.Type{cty.Number, cty.String}), cty.Object(map[string]cty.Type{"a": cty.String}),
}

var refineSteps = []struct {
	name  string
	apply func(*cty.RefinementBuilder) *cty.RefinementBuilder
}{
	{"not_null", (*cty.RefinementBuilder).NotNull},
	{"null", (*cty.RefinementBuilder).Null},
	{"lower 3", func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.NumberRangeLowerBound(number(3), true) }},
	{"above 3", func(b *cty.RefinementBuilder) *cty.RefinementBuilder {
		return b.NumberRangeLowerBound(number(3), false)
	}},
	{"upper 3", func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.NumberRangeUpperBound(number(3), true) }},
	{"below 3", func(b *cty.RefinementBuilder) *cty.RefinementBuilder {
		return b.NumberRangeUpperBound(number(3), false)
	}},
	{"prefix ab-c", func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.StringPrefix("ab-c") }},
	{"whole_prefix abc", func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.StringPrefixFull("abc") }},
	{"min_length 2", func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.CollectionLengthLowerBound(2) }},
	{"max_length 2", func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.CollectionLengthUpperBound(2) }},
	{"max_length 0", func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.CollectionLengthUpperBound(0) }},
}

// recordRefinements puts refined values through every operation.
func recordRefinements() (document, error) {
	groups := [][]named{refinedNumbers, refinedTexts, refinedBools, refinedLists, refinedSets, refinedMaps, refinedStructures}
	var all []named
	operations := []any{}
	for _, group := range groups {
		all = append(all, group...)
		operations = append(operations, recordOperations(group)...)
	}
	table := map[string]*node{}
	for _, v := range all {
		table[v.name] = describeFully(v.value)
	}
	return document{
		{name: "values", field: table},
		{name: "operations", cases: operations},
		{name: "conversions", cases: refinedConversions(all)},
		{name: "refine", cases: recordRefine(all)},
		{name: "ranges", cases: recordRanges(all)},
		{name: "includes", cases: recordIncludes(groups)},
	}, nil
}

// recordOperations applies every operation to every value of a group, and to every pair of values.
// Operations that do not support values of this kind are left out, i.e. operations that never have
// a result.
func recordOperations(group []named) []any {
	recorded := []any{}
	for _, op := range unary {
		var cases []any
		found := false
		for _, a := range group {
			c := operationCase{Op: op.name, A: a.name, Result: resultOf(func() cty.Value { return op.apply(a.value) })}
			found = found || c.Result != nil && a.value != cty.DynamicVal
			cases = append(cases, c)
		}
		if found {
			recorded = append(recorded, cases...)
		}
	}
	for _, op := range binary {
		var cases []any
		found := false
		for _, a := range group {
			for _, b := range group {
				c := operationCase{Op: op.name, A: a.name, B: b.name, Result: resultOf(func() cty.Value { return op.apply(a.value, b.value) })}
				found = found || c.Result != nil && a.value != cty.DynamicVal
				cases = append(cases, c)
			}
		}
		if found {
			recorded = append(recorded, cases...)
		}
	}
	return recorded
}

func refinedConversions(all []named) []any {
	recorded := []any{}
	for _, v := range all {
		for _, to := range refinedTypes {
			c := refinedConversion{Value: v.name, To: describeType(to)}
			c.Result = resultOf(func() cty.Value {
				result, err := convert.Convert(v.value, to)
				if err != nil {
					panic(err)
				}
				return result
			})
			recorded = append(recorded, c)
		}
	}
	return recorded
}

func recordRefine(all []named) []any {
	recorded := []any{}
	for _, v := range all {
		for _, step := range refineSteps {
			recorded = append(recorded, refineCase{
				Value:  v.name,
				Step:   step.name,
				Result: resultOf(func() cty.Value { return step.apply(v.value.Refine()).NewValue() }),
			})
		}
	}
	return recorded
}

func recordRanges(all []named) []any {
	recorded := []any{}
	for _, v := range all {
		r := v.value.Range()
		recorded = append(recorded, rangeCase{Value: v.name, Null: r.CouldBeNull(), Known: knownOf(v.value)})
	}
	return recorded
}

func recordIncludes(groups [][]named) []any {
	recorded := []any{}
	for _, group := range groups {
		for _, a := range group {
			for _, b := range group {
				result := resultOf(func() cty.Value { return a.value.Range().Includes(b.value) })
				if result == nil {
					continue
				}
				c := includesCase{Range: a.name, Value: b.name}
				if result.Kind == "bool" {
					answer := result.Value.(bool)
					c.Includes = &answer
				}
				recorded = append(recorded, c)
			}
		}
	}
	return recorded
}

// resultOf returns nil if the reference panics, which is its form of rejection.
func resultOf(compute func() cty.Value) (n *node) {
	defer func() {
		if recover() != nil {
			n = nil
		}
	}()
	return describeFully(compute())
}

// describeFully writes a value in the notation, with all refinements of unknown parts.
func describeFully(v cty.Value) *node {
	n := describe(v)
	addKnown(n, v)
	return n
}

func addKnown(n *node, v cty.Value) {
	v, _ = v.Unmark()
	if !v.IsKnown() {
		if found := knownOf(v); *found != (known{}) {
			n.Known = found
		}
		return
	}
	switch children := n.Value.(type) {
	case []*node:
		for i, element := range v.AsValueSlice() {
			addKnown(children[i], element)
		}
	case map[string]*node:
		for key, element := range v.AsValueMap() {
			addKnown(children[key], element)
		}
	}
}

// knownOf returns the refinements of a value. They are empty if its type is unknown, since the
// reference then rejects the question.
func knownOf(v cty.Value) *known {
	k := &known{}
	ty := v.Type()
	if v.IsNull() || ty == cty.DynamicPseudoType {
		return k
	}
	r := v.Range()
	switch {
	case ty == cty.Number:
		lower, inclusive := r.NumberLowerBound()
		k.Lower = boundOf(lower, inclusive, cty.NegativeInfinity)
		upper, inclusive := r.NumberUpperBound()
		k.Upper = boundOf(upper, inclusive, cty.PositiveInfinity)
	case ty == cty.String:
		k.Prefix = r.StringPrefix()
	case ty.IsCollectionType():
		k.MinLength = r.LengthLowerBound()
		if max := r.LengthUpperBound(); max < 1<<60 {
			k.MaxLength = &max
		}
	}
	return k
}

// boundOf returns a bound that is stricter than that of any number.
func boundOf(number cty.Value, inclusive bool, unbounded cty.Value) *bound {
	if !number.IsKnown() || number.RawEquals(unbounded) {
		return nil
	}
	return &bound{number.AsBigFloat().Text('f', -1), inclusive}
}
