package main

import (
	"math/rand"
	"strconv"

	"github.com/zclconf/go-cty/cty"
)

// randomValues makes types and values of every kind: known, null, unknown with and without
// refinements, dynamic, and marked, as a whole and in parts. Numbers are parsed from text, so that
// the notation keeps their precision.
type randomValues struct{ *rand.Rand }

func newRandomValues(seed int64) randomValues {
	return randomValues{rand.New(rand.NewSource(seed))}
}

var (
	randomNames = []string{"a", "b", "id", "on", "tag-1"}
	randomTexts = []string{
		"", "x", "a", "b", "id", "0", "1", "2.5", "-3", "true", "false", "é", "e\u0301", "two words", "  pad ",
		"line\nbreak", "tab\t", "$", "%{", "${x}", "\"", "\\", "👩‍👩‍👧", "0x1", "1e2", "True", "null",
	}
	randomNumbers = []string{
		"0", "1", "2", "3", "-1", "-0", "0.5", "2.5", "-7.25", "10", "100", "1e3", "1e-7", "9007199254740993",
		"12345678901234567890123", "0.1", "0.30000000000000000000000000000000000001", "1e40",
	}
	randomMarks = []string{"m", "n", "secret"}
)

// oneIn returns true once in n times.
func (r randomValues) oneIn(n int) bool { return r.Intn(n) == 0 }

func pick[T any](r randomValues, all ...T) T { return all[r.Intn(len(all))] }

// primitive returns one of the three primitive types.
func (r randomValues) primitive() cty.Type {
	return pick(r, cty.String, cty.String, cty.Number, cty.Number, cty.Bool)
}

// anyType returns a type with at most depth levels of nested types.
func (r randomValues) anyType(depth int) cty.Type {
	if depth == 0 || r.oneIn(3) {
		return r.primitive()
	}
	return r.compoundType(depth)
}

// compoundType returns the type of a collection, tuple or object.
func (r randomValues) compoundType(depth int) cty.Type {
	switch r.Intn(7) {
	case 0, 1:
		return cty.List(r.anyType(depth - 1))
	case 2:
		return cty.Set(r.anyType(depth - 1))
	case 3:
		return cty.Map(r.anyType(depth - 1))
	case 4:
		types := []cty.Type{}
		for range r.Intn(4) {
			types = append(types, r.anyType(depth-1))
		}
		return cty.Tuple(types)
	default:
		types := map[string]cty.Type{}
		for range r.Intn(4) {
			types[pick(r, randomNames...)] = r.anyType(depth - 1)
		}
		return cty.Object(types)
	}
}

// anyValue returns a value of a random type, sometimes an untyped one.
func (r randomValues) anyValue(depth int) cty.Value {
	if r.oneIn(25) {
		return r.marked(pick(r, cty.DynamicVal, cty.NullVal(cty.DynamicPseudoType)))
	}
	return r.value(r.anyType(depth))
}

// value returns a value of a type. Each part may be null, unknown or marked.
func (r randomValues) value(ty cty.Type) cty.Value {
	switch r.Intn(20) {
	case 0:
		return r.marked(cty.NullVal(ty))
	case 1:
		return r.marked(cty.UnknownVal(ty))
	case 2:
		return r.marked(r.refined(ty))
	default:
		return r.marked(r.known(ty))
	}
}

func (r randomValues) marked(v cty.Value) cty.Value {
	for r.oneIn(18) {
		v = v.Mark(pick(r, randomMarks...))
	}
	return v
}

// known returns a known value, whose parts may be unknown.
func (r randomValues) known(ty cty.Type) cty.Value {
	switch {
	case ty == cty.String:
		return cty.StringVal(pick(r, randomTexts...))
	case ty == cty.Number:
		return cty.MustParseNumberVal(r.numberText())
	case ty == cty.Bool:
		return cty.BoolVal(r.oneIn(2))
	case ty.IsListType():
		return r.collection(ty, cty.ListVal, cty.ListValEmpty)
	case ty.IsSetType():
		return r.collection(ty, cty.SetVal, cty.SetValEmpty)
	case ty.IsMapType():
		return r.mapOf(ty.ElementType())
	case ty.IsTupleType():
		elements := []cty.Value{}
		for _, element := range ty.TupleElementTypes() {
			elements = append(elements, r.value(element))
		}
		return cty.TupleVal(elements)
	case ty.IsObjectType():
		attributes := map[string]cty.Value{}
		for _, name := range sortedKeys(ty.AttributeTypes()) {
			attributes[name] = r.value(ty.AttributeType(name))
		}
		return cty.ObjectVal(attributes)
	}
	return cty.DynamicVal
}

func (r randomValues) numberText() string {
	if r.oneIn(2) {
		return strconv.Itoa(r.Intn(4))
	}
	return pick(r, randomNumbers...)
}

func (r randomValues) collection(ty cty.Type, of func([]cty.Value) cty.Value, empty func(cty.Type) cty.Value) cty.Value {
	elements := []cty.Value{}
	length := r.length()
	if length > 1 && ty.IsSetType() && !ty.ElementType().IsPrimitiveType() && !r.oneIn(20) {
		// The order of compound elements is specific to the reference.
		length = 1
	}
	for range length {
		elements = append(elements, r.value(ty.ElementType()))
	}
	if len(elements) == 0 {
		return empty(ty.ElementType())
	}
	return of(elements)
}

func (r randomValues) mapOf(ty cty.Type) cty.Value {
	elements := map[string]cty.Value{}
	for range r.length() {
		elements[pick(r, append(randomNames, "0", "é", "two words")...)] = r.value(ty)
	}
	if len(elements) == 0 {
		return cty.MapValEmpty(ty)
	}
	return cty.MapVal(elements)
}

func (r randomValues) length() int { return pick(r, 0, 1, 1, 2, 2, 3, 4) }

// refined returns an unknown value with refinements, or a known value if the refinements leave only
// one.
func (r randomValues) refined(ty cty.Type) cty.Value {
	builder := cty.UnknownVal(ty).Refine()
	if !r.oneIn(3) {
		builder = builder.NotNull()
	}
	low := r.Intn(3)
	switch {
	case ty == cty.Number:
		if r.oneIn(2) {
			builder = builder.NumberRangeLowerBound(number(int64(low-1)), r.oneIn(2))
		}
		if r.oneIn(2) {
			builder = builder.NumberRangeUpperBound(number(int64(low+r.Intn(3))), r.oneIn(2))
		}
	case ty == cty.String && !r.oneIn(3):
		builder = builder.StringPrefixFull(pick(r, "a", "pre-", "1", "tr", "é", "two "))
	case ty.IsCollectionType():
		if r.oneIn(2) {
			builder = builder.CollectionLengthLowerBound(low)
		}
		if r.oneIn(2) {
			builder = builder.CollectionLengthUpperBound(low + r.Intn(3))
		}
	}
	return builder.NewValue()
}

// context returns a few variables, by name.
func (r randomValues) context(names ...string) map[string]cty.Value {
	variables := map[string]cty.Value{}
	for _, name := range names {
		variables[name] = r.anyValue(2)
	}
	return variables
}
