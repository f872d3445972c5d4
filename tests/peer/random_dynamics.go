package main

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// dynamicText returns a dynamic block that generates at most `most` blocks, and the number of
// generated blocks as far as it is known.
func (g *randomBodies) dynamicText(s *spec, key, most int, at bodyScope) (string, int) {
	own := iterator{name: s.Block}
	inner := at.indent + "  "
	lines := []string{}
	if g.oneIn(3) {
		own.name = g.iteratorName(at)
		lines = append(lines, "iterator = "+own.name+"\n")
	}
	if g.mistake(25) {
		lines = []string{"iterator = " + pick(g.randomValues, `"it"`, "a.b", "it[0]", "null", "(it)", "1") + "\n"}
	}
	var text string
	var count int
	text, own.key, own.value, count = g.collectionText(most, at)
	if !g.mistake(30) {
		lines = append(lines, "for_each = "+text+"\n")
	}
	if wanted := len(s.Labels) + s.Nested.labelCount(); wanted > 0 || g.mistake(25) {
		if !g.mistake(25) {
			lines = append(lines, "labels = "+g.labelsText(wanted, key, own, at)+"\n")
		}
	}
	for range g.contents() {
		lines = append(lines, "content {\n"+g.content(s, at.deeper().with(own))+inner+"}\n")
	}
	if g.mistake(40) {
		lines = append(lines, pick(g.randomValues, "extra = 1\n", "extra {}\n"))
	}
	g.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return fmt.Sprintf("dynamic %q {\n%s%s%s}\n", s.Block, inner, strings.Join(lines, inner), at.indent), count
}

// contents returns the number of content blocks.
func (g *randomBodies) contents() int {
	if g.mistake(25) {
		return pick(g.randomValues, 0, 2)
	}
	return 1
}

// iteratorName returns a new name, that of an outer iterator, or that of a variable.
func (g *randomBodies) iteratorName(at bodyScope) string {
	names := []string{"it", "each", "v0"}
	for _, outer := range at.iterators {
		names = append(names, outer.name)
	}
	return pick(g.randomValues, names...)
}

// collectionText returns an expression for for_each, the types of its keys and values, and its
// number of elements.
func (g *randomBodies) collectionText(most int, at bodyScope) (text string, key, value cty.Type, count int) {
	value = pick(g.randomValues, g.primitive(), g.primitive(), g.anyType(1), g.compoundType(1))
	for _, outer := range at.iterators {
		if ty := outer.value; (ty.IsListType() || ty.IsSetType()) && g.oneIn(2) {
			return outer.name + ".value", cty.Number, ty.ElementType(), 1
		}
	}
	if g.mistake(12) {
		return g.oddCollection(), cty.String, cty.String, 1
	}
	count = g.Intn(most + 1)
	collection, key := g.knownCollection(value, count)
	switch g.Intn(12) {
	case 0:
		collection = cty.UnknownVal(collection.Type())
		count = 1
	case 1:
		collection = collection.Mark(pick(g.randomValues, randomMarks...))
	case 2:
		return "[]", cty.Number, cty.String, 0
	case 3, 4:
		return `["a", "b"]`, cty.Number, cty.String, 2
	case 5:
		return "{ a = 1, b = 2 }", cty.String, cty.Number, 2
	}
	return g.variable(collection), key, value, count
}

func (g *randomBodies) oddCollection() string {
	return g.variable(pick(g.randomValues,
		cty.NullVal(cty.List(cty.String)), cty.NullVal(cty.DynamicPseudoType), cty.DynamicVal,
		cty.DynamicVal.Mark("m"), cty.NullVal(cty.Map(cty.String)).Mark("n"), cty.UnknownVal(cty.String),
		cty.StringVal("x"), cty.Zero.Mark("secret"), cty.True, g.anyValue(2), g.anyValue(2)))
}

// knownCollection returns a collection of count elements, and the type of its keys.
func (g *randomBodies) knownCollection(ty cty.Type, count int) (cty.Value, cty.Type) {
	elements := []cty.Value{}
	byName := map[string]cty.Value{}
	for i := range count {
		element := g.value(ty)
		elements = append(elements, element)
		byName[labelText(i, 0)] = element
	}
	switch g.Intn(5) {
	case 0:
		return cty.TupleVal(elements), cty.Number
	case 1:
		return cty.ObjectVal(byName), cty.String
	case 2:
		if count == 0 {
			return cty.MapValEmpty(ty), cty.String
		}
		return cty.MapVal(byName), cty.String
	case 3:
		if count == 0 {
			return cty.SetValEmpty(ty), ty
		}
		if !ty.IsPrimitiveType() {
			// The order of compound elements is specific to the reference.
			elements = elements[:1]
		}
		return cty.SetVal(elements), ty
	}
	if count == 0 {
		return cty.ListValEmpty(ty), cty.Number
	}
	return cty.ListVal(elements), cty.Number
}

// labelsText returns the value of labels.
func (g *randomBodies) labelsText(count, key int, own iterator, at bodyScope) string {
	if g.mistake(20) {
		return pick(g.randomValues, `"x"`, "null", "nowhere", `[for x in ["a"] : x]`, "(["+`"a"`+"])")
	}
	if g.mistake(15) {
		count += pick(g.randomValues, 1, -1)
	}
	labels := []string{}
	for i := range count {
		labels = append(labels, g.labelExpression(labelText(key, i), own))
	}
	return "[" + strings.Join(labels, ", ") + "]"
}

func (g *randomBodies) labelExpression(text string, own iterator) string {
	if g.mistake(10) {
		return pick(g.randomValues, "null", "1", "true", "[]", "nowhere", own.name+".value",
			g.variable(cty.UnknownVal(cty.String)), g.variable(cty.StringVal("a").Mark("m")))
	}
	switch chance := g.Intn(6); {
	case chance == 0:
		return fmt.Sprintf("%q", text)
	case chance < 4 && own.key.IsPrimitiveType():
		return own.name + ".key"
	}
	return fmt.Sprintf("\"%s-${%s.key}\"", text, own.name)
}
