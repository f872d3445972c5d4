package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// accessOf returns a variable, a part of a variable, or a part of another expression.
func accessOf(w want) maker {
	return func(g *randomExpressions, s scope, depth int) string {
		if !g.oneIn(4) {
			if found, ok := g.traversal(s, w); ok {
				return found
			}
		}
		source := g.primary(s, pick(g.randomValues, mapping, sequence), depth)
		steps, _ := g.steps(s, s.evaluated(source), w, 1+g.Intn(2), depth)
		return source + steps
	}
}

// indexed returns an expression with a computed index.
func indexed(g *randomExpressions, s scope, depth int) string {
	if g.oneIn(3) {
		return g.primary(s, mapping, depth) + "[" + g.expression(s, text, depth) + "]"
	}
	return g.primary(s, sequence, depth) + "[" + g.expression(s, numeric, depth) + "]"
}

// traversal returns a variable or a part of one, of the wanted kind.
func (g *randomExpressions) traversal(s scope, w want) (string, bool) {
	if g.oneIn(60) {
		return pick(g.randomValues, "missing", "missing.a", "usr"), true
	}
	names := sortedKeys(s)
	for range 8 {
		name := pick(g.randomValues, names...)
		steps, value := g.steps(s, s[name], w, g.Intn(4), 0)
		if isWanted(value, w) || value.Type() == cty.DynamicPseudoType && g.oneIn(4) {
			return name + steps, true
		}
	}
	return "", false
}

// isWanted returns true if a value is of a kind, as far as its type shows.
func isWanted(v cty.Value, w want) bool {
	ty := v.Type()
	switch {
	case w == anything:
		return true
	case w == text:
		return ty == cty.String || ty == cty.Number
	case w == numeric:
		return ty == cty.Number
	case w == boolean:
		return ty == cty.Bool
	case w == sequence:
		return ty.IsListType() || ty.IsSetType() || ty.IsTupleType()
	default:
		return ty.IsMapType() || ty.IsObjectType()
	}
}

// steps returns at most `most` steps into a value, and the value they lead to.
func (g *randomExpressions) steps(s scope, v cty.Value, w want, most, depth int) (string, cty.Value) {
	var made strings.Builder
	for range most {
		if w != anything && isWanted(v, w) && g.oneIn(2) {
			break
		}
		step, part, ok := g.step(s, v, depth)
		if !ok {
			break
		}
		made.WriteString(step)
		v = part
	}
	return made.String(), v
}

// step returns one step into a value, and the value it leads to.
func (g *randomExpressions) step(s scope, v cty.Value, depth int) (string, cty.Value, bool) {
	ty := v.Type()
	if g.oneIn(40) {
		ty = pick(g.randomValues, cty.DynamicPseudoType, cty.List(cty.String))
	}
	switch {
	case ty.IsObjectType() && len(ty.AttributeTypes()) > 0:
		return g.keyStep(v, pick(g.randomValues, sortedKeys(ty.AttributeTypes())...))
	case ty.IsMapType():
		if keys := keysOf(v); len(keys) > 0 && !g.oneIn(8) {
			return g.keyStep(v, pick(g.randomValues, keys...))
		}
		return g.keyStep(v, pick(g.randomValues, randomNames...))
	case ty.IsListType(), ty.IsTupleType():
		return g.indexStep(s, v, depth)
	case ty == cty.DynamicPseudoType || g.oneIn(30):
		return pick(g.randomValues, ".a", "[0]", `["id"]`, ".b.a", ".0"), cty.DynamicVal, true
	}
	return "", v, false
}

func keysOf(v cty.Value) []string {
	v, _ = v.Unmark()
	if v.IsNull() || !v.IsKnown() {
		return nil
	}
	return sortedKeys(v.AsValueMap())
}

func (g *randomExpressions) keyStep(v cty.Value, key string) (string, cty.Value, bool) {
	part, diags := hcl.GetAttr(v, key, nil)
	ok := !diags.HasErrors() || g.oneIn(6)
	if hclsyntax.ValidIdentifier(key) && !g.oneIn(4) {
		return "." + key, part, ok
	}
	return "[" + quoted(key) + "]", part, ok
}

func (g *randomExpressions) indexStep(s scope, v cty.Value, depth int) (string, cty.Value, bool) {
	length := 2
	if bare, _ := v.Unmark(); hasElements(bare) {
		length = bare.LengthInt()
	}
	i := g.Intn(length + 1)
	if i == length && length > 0 && !g.oneIn(8) {
		i = 0
	}
	part, diags := hcl.Index(v, cty.NumberIntVal(int64(i)), nil)
	ok := !diags.HasErrors() || g.oneIn(6)
	switch {
	case g.oneIn(5):
		return "." + strconv.Itoa(i), part, ok
	case g.oneIn(8):
		return fmt.Sprintf(`["%d"]`, i), part, ok
	case g.oneIn(25):
		return pick(g.randomValues, "[-1]", "[0.5]", `["a"]`, "[9]", "[null]"), part, ok
	case g.oneIn(6):
		return "[" + g.expression(s, numeric, depth-1) + "]", part, ok
	}
	return fmt.Sprintf("[%d]", i), part, ok
}

// element returns a key and a value that a loop over a collection can see.
func (g *randomExpressions) element(v cty.Value) (key, value cty.Value) {
	v, _ = v.Unmark()
	ty := v.Type()
	switch {
	case hasElements(v) && v.LengthInt() > 0:
		at := g.Intn(v.LengthInt())
		for it := v.ElementIterator(); it.Next(); at-- {
			key, value = it.Element()
			if at == 0 {
				break
			}
		}
		return key, value
	case ty.IsCollectionType():
		return cty.UnknownVal(cty.String), cty.UnknownVal(ty.ElementType())
	}
	return cty.DynamicVal, cty.DynamicVal
}

// hasElements returns true if the elements of a value can be listed.
func hasElements(v cty.Value) bool {
	return v.IsKnown() && !v.IsNull() && v.CanIterateElements()
}

// splat returns an attribute-only or full splat of any expression, with steps after it.
func splat(g *randomExpressions, s scope, depth int) string {
	w := sequence
	if g.oneIn(4) {
		w = anything
	}
	source, ok := g.traversal(s, w)
	if !ok || g.oneIn(3) {
		source = g.primary(s, w, depth)
	}
	_, element := g.element(s.evaluated(source))
	if g.oneIn(3) {
		return source + ".*" + g.attributeSteps(element)
	}
	steps, inner := g.steps(s, element, anything, g.Intn(3), depth)
	if g.oneIn(6) {
		_, element := g.element(inner)
		more, _ := g.steps(s, element, anything, g.Intn(2), depth)
		steps += "[*]" + more
	}
	return source + "[*]" + steps
}

// attributeSteps returns steps that an attribute-only splat applies to each element.
func (g *randomExpressions) attributeSteps(v cty.Value) string {
	made := ""
	for range g.Intn(3) {
		ty := v.Type()
		switch {
		case ty.IsObjectType() && len(ty.AttributeTypes()) > 0:
			name := pick(g.randomValues, sortedKeys(ty.AttributeTypes())...)
			if !hclsyntax.ValidIdentifier(name) {
				return made
			}
			made += "." + name
			v, _ = hcl.GetAttr(v, name, nil)
		case ty.IsListType(), ty.IsTupleType():
			return made + pick(g.randomValues, ".0", ".1", "[0]")
		default:
			return made + pick(g.randomValues, "", "", ".a", "[0]")
		}
	}
	return made
}

// iterators returns the names bound by a loop over a collection, and its scope.
func (g *randomExpressions) iterators(s scope, collection string) ([]string, scope) {
	key, value := g.element(s.evaluated(collection))
	names := []string{pick(g.randomValues, "v", "each", "x")}
	if g.oneIn(2) {
		return names, s.with(names, []cty.Value{value})
	}
	names = []string{pick(g.randomValues, "k", "i", "x"), pick(g.randomValues, "v", "each")}
	return names, s.with(names, []cty.Value{key, value})
}

func forTuple(g *randomExpressions, s scope, depth int) string {
	intro, inner := g.loop(s, depth)
	return "[" + intro + g.expression(inner, anything, depth) + g.filter(inner, depth) + "]"
}

func forObject(g *randomExpressions, s scope, depth int) string {
	intro, inner := g.loop(s, depth)
	value := g.expression(inner, anything, depth)
	if g.oneIn(3) {
		value += "..."
	}
	return "{" + intro + g.expression(inner, text, pick(g.randomValues, 0, depth)) + " => " + value + g.filter(inner, depth) + "}"
}

func (g *randomExpressions) loop(s scope, depth int) (string, scope) {
	collection := g.expression(s, pick(g.randomValues, sequence, sequence, mapping), depth)
	names, inner := g.iterators(s, collection)
	return "for " + strings.Join(names, ", ") + " in " + collection + " : ", inner
}

func (g *randomExpressions) filter(s scope, depth int) string {
	if g.oneIn(3) {
		return " if " + g.expression(s, boolean, depth)
	}
	return ""
}
