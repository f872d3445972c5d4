package main

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// bodyScope holds the names available in a part of a body, besides variables.
type bodyScope struct {
	iterators []iterator
	indent    string
}

// iterator is the iterator that the content of a dynamic block sees.
type iterator struct {
	name       string
	key, value cty.Type
}

const maxDynamics = 3

func (s bodyScope) deeper() bodyScope { return bodyScope{s.iterators, s.indent + "  "} }

// with returns the scope of the content of a dynamic block.
func (s bodyScope) with(own iterator) bodyScope {
	inner := bodyScope{indent: s.indent + "  "}
	for _, outer := range s.iterators {
		if outer.name != own.name {
			inner.iterators = append(inner.iterators, outer)
		}
	}
	inner.iterators = append(inner.iterators, own)
	return inner
}

// body returns the source of a body for a spec.
func (g *randomBodies) body(s *spec, at bodyScope) string {
	items := []string{}
	seen := map[string]bool{}
	for _, part := range s.inBody() {
		switch name := part.Name + part.Block; {
		case seen[name]:
		case part.Kind == "attr":
			items = append(items, g.attributeText(part, at)...)
			seen[name] = true
		default:
			items = append(items, g.blockTexts(part, at)...)
			seen[name] = true
		}
	}
	if g.mistake(12) {
		items = append(items, pick(g.randomValues,
			"extra = 1\n", "extra {\n}\n", "dynamic \"extra\" {\n  for_each = []\n  content {}\n}\n",
			"dynamic {\n}\n", "dynamic \"a\" \"b\" {\n}\n"))
	}
	g.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	text := ""
	for _, item := range items {
		text += at.indent + item
	}
	return text
}

func (g *randomBodies) attributeText(s *spec, at bodyScope) []string {
	if s.Required && g.mistake(12) || !s.Required && g.oneIn(4) {
		return nil
	}
	return []string{fmt.Sprintf("%s = %s\n", s.Name, g.expressionFor(s.valueType(), at))}
}

// expressionFor returns an expression whose value converts to a type, unless the case makes a
// mistake.
func (g *randomBodies) expressionFor(ty cty.Type, at bodyScope) string {
	if g.mistake(10) {
		return g.wrongExpression()
	}
	if ty.HasDynamicTypes() {
		ty = g.anyTypeLike(ty)
	}
	chance := g.Intn(20)
	if fitting := at.fitting(ty); len(fitting) > 0 && chance < 14 {
		return pick(g.randomValues, fitting...)
	}
	switch {
	case chance < 10:
		return g.literal(ty)
	case chance < 11:
		return "null"
	}
	return g.variable(g.value(ty.WithoutOptionalAttributesDeep()))
}

func (g *randomBodies) wrongExpression() string {
	switch g.Intn(6) {
	case 0:
		return pick(g.randomValues, "nowhere", "v0.nope", "bl1.value", "it.key", "1 + \"x\"")
	case 1:
		return "null"
	case 2:
		return g.literal(g.anyType(1))
	}
	return g.variable(g.anyValue(2))
}

// anyTypeLike replaces the dynamic parts of a type.
func (g *randomBodies) anyTypeLike(ty cty.Type) cty.Type {
	switch {
	case ty.IsListType():
		return cty.List(g.primitive())
	case ty.IsSetType():
		return cty.Set(g.primitive())
	case ty.IsMapType():
		return cty.Map(g.primitive())
	}
	return g.anyType(1)
}

// fitting returns the parts of iterators that convert to a type.
func (s bodyScope) fitting(ty cty.Type) []string {
	found := []string{}
	add := func(text string, given cty.Type) {
		if safe := convert.GetConversion(given, ty); safe != nil || given.Equals(ty) {
			found = append(found, text)
		}
	}
	for _, it := range s.iterators {
		add(it.name+".value", it.value)
		add(it.name+".key", it.key)
		add(fmt.Sprintf("\"%s-${%s.key}\"", it.name, it.name), cty.String)
		add(fmt.Sprintf("[%s.value]", it.name), cty.List(it.value))
		if it.value.IsObjectType() {
			for _, name := range sortedKeys(it.value.AttributeTypes()) {
				add(it.name+".value."+name, it.value.AttributeType(name))
			}
		}
	}
	return found
}

// literal returns the source of a value of a type.
func (g *randomBodies) literal(ty cty.Type) string {
	texts := []string{}
	switch {
	case ty == cty.Number && g.oneIn(4):
		return `"` + g.numberText() + `"`
	case ty == cty.Number:
		return g.numberText()
	case ty == cty.String:
		return quoted(pick(g.randomValues, randomTexts...))
	case ty == cty.Bool:
		return pick(g.randomValues, "true", "false")
	case ty.IsListType() || ty.IsSetType():
		for range g.Intn(3) {
			texts = append(texts, g.literal(ty.ElementType()))
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case ty.IsTupleType():
		for _, element := range ty.TupleElementTypes() {
			texts = append(texts, g.literal(element))
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case ty.IsMapType():
		for i := range g.Intn(3) {
			texts = append(texts, fmt.Sprintf("k%d = %s", i, g.literal(ty.ElementType())))
		}
	default:
		for _, name := range sortedKeys(ty.AttributeTypes()) {
			if !ty.AttributeOptional(name) || g.oneIn(2) {
				texts = append(texts, fmt.Sprintf("%s = %s", name, g.literal(ty.AttributeType(name))))
			}
		}
	}
	return "{ " + strings.Join(texts, ", ") + " }"
}

// blockTexts returns the blocks for a spec, each written or generated.
func (g *randomBodies) blockTexts(s *spec, at bodyScope) []string {
	least, most := 0, 3
	switch s.Kind {
	case "block", "block_attrs":
		most = 1
		if s.Required {
			least = 1
		}
	case "block_list", "block_set", "block_tuple":
		least = s.Min
		if s.Max > 0 {
			most = s.Max
		}
	}
	if g.mistake(10) {
		least, most = 0, most+1
	}
	keys := g.Perm(8)
	texts := []string{}
	for count := 0; count < most && (count < least || !g.oneIn(3)); count++ {
		if len(at.iterators) < maxDynamics && !g.plain && g.oneIn(2) {
			text, generated := g.dynamicText(s, keys[count%8], most-count, at)
			texts = append(texts, text)
			count += generated - 1
			continue
		}
		texts = append(texts, g.staticText(s, keys[count%8], at))
	}
	return texts
}

func (g *randomBodies) staticText(s *spec, key int, at bodyScope) string {
	labels := ""
	for i := range g.labelsOf(s) {
		label := fmt.Sprintf("%q", labelText(key, i))
		if g.oneIn(6) {
			label = strings.Trim(label, `"`)
		}
		labels += " " + label
	}
	return s.Block + labels + " {\n" + g.content(s, at.deeper()) + at.indent + "}\n"
}

// labelsOf returns the number of labels to write for a block.
func (g *randomBodies) labelsOf(s *spec) int {
	count := len(s.Labels) + s.Nested.labelCount()
	switch {
	case g.mistake(15):
		return count + 1
	case g.mistake(15) && count > 0:
		return count - 1
	}
	return count
}

func labelText(key, index int) string {
	return []string{"a", "b", "id", "x", "k-1", "é", "f", "g"}[(key+index)%8]
}

// content returns the body of a block.
func (g *randomBodies) content(s *spec, at bodyScope) string {
	if s.Kind != "block_attrs" {
		return g.body(s.Nested, at)
	}
	text := ""
	for i := range g.Intn(3) {
		text += fmt.Sprintf("%sk%d = %s\n", at.indent, i, g.expressionFor(s.valueType(), at))
	}
	if g.mistake(15) {
		text += at.indent + "extra {}\n"
	}
	return text
}
