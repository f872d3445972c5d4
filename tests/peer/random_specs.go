package main

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
)

// randomBodies makes random specs, bodies for them, and the variables of both. Without mistakes, a
// body nearly always fits its spec.
type randomBodies struct {
	randomValues
	variables map[string]cty.Value
	mistakes  bool
	plain     bool
}

// sameBody counts the attributes, blocks and labels that the specs of one body use.
type sameBody struct {
	attributes, blocks, labels int
	isBlock                    bool
	// depth is the number of levels of blocks allowed below.
	depth int
	// typed is true if no type may be dynamic, because a map requires typed elements.
	typed bool
}

// mistake returns true once in n times, in the cases that make mistakes.
func (g *randomBodies) mistake(n int) bool { return g.mistakes && g.oneIn(n) }

// variable returns the name of a new variable.
func (g *randomBodies) variable(v cty.Value) string {
	name := fmt.Sprintf("v%d", len(g.variables))
	g.variables[name] = v
	return name
}

// rootSpec returns the spec of a whole body.
func (g *randomBodies) rootSpec() *spec {
	body := &sameBody{depth: pick(g.randomValues, 1, 2, 2, 3, 3)}
	if g.oneIn(12) {
		return g.part(body)
	}
	return g.object(body, 5)
}

// nestedSpec returns the spec of the blocks of a type.
func (g *randomBodies) nestedSpec(outer *sameBody, typed bool) *spec {
	body := &sameBody{depth: outer.depth - 1, isBlock: true, typed: outer.typed || typed}
	if g.oneIn(6) {
		return g.part(body)
	}
	return g.object(body, 4)
}

func (g *randomBodies) object(body *sameBody, most int) *spec {
	fields := map[string]*spec{}
	for i := range g.Intn(most) + 1 {
		fields[string(rune('a'+i))] = g.part(body)
	}
	return &spec{Kind: "object", Fields: fields}
}

// part returns a spec of any kind for a body.
func (g *randomBodies) part(body *sameBody) *spec {
	chance := g.Intn(100)
	switch {
	case chance < 42 && body.depth > 0:
		return g.blocks(body)
	case chance < 52 && body.isBlock:
		return g.label(body)
	case chance < 56:
		return &spec{Kind: "tuple", Items: g.parts(body)}
	case chance < 59:
		return g.object(body, 2)
	case chance < 63:
		return &spec{Kind: "literal", Value: describe(g.known(g.primitive()))}
	case chance < 66 && !body.typed:
		return &spec{Kind: "expr", Expr: g.outerExpression()}
	case chance < 72:
		return g.defaulted(body)
	case chance < 84:
		return g.wrapped(body)
	}
	return g.attribute(body)
}

func (g *randomBodies) parts(body *sameBody) []*spec {
	items := []*spec{}
	for range g.Intn(3) {
		items = append(items, g.part(body))
	}
	return items
}

func (g *randomBodies) attribute(body *sameBody) *spec {
	if body.attributes == 0 || !g.oneIn(40) {
		body.attributes++
	}
	name := fmt.Sprintf("at%d", body.attributes)
	return &spec{Kind: "attr", Name: name, Type: describeType(g.wantedType(body.typed)), Required: g.oneIn(3)}
}

// wantedType returns the type of an attribute.
func (g *randomBodies) wantedType(typed bool) cty.Type {
	switch chance := g.Intn(20); {
	case chance < 3 && !typed:
		return cty.DynamicPseudoType
	case chance == 3 && !typed:
		return pick(g.randomValues, cty.List, cty.Map, cty.Set)(cty.DynamicPseudoType)
	case chance == 4:
		return cty.ObjectWithOptionalAttrs(map[string]cty.Type{"a": g.primitive(), "b": g.anyType(1)}, []string{"b"})
	case chance < 14:
		return g.primitive()
	}
	return g.anyType(2)
}

func (g *randomBodies) label(body *sameBody) *spec {
	if body.labels == 0 || (body.labels < 2 && g.oneIn(2)) {
		body.labels++
	}
	index := body.labels - 1
	return &spec{Kind: "label", Index: index, Name: fmt.Sprintf("label%d", index)}
}

// outerExpression returns an expression that is a part of a spec.
func (g *randomBodies) outerExpression() string {
	if g.mistake(8) {
		return "nowhere"
	}
	return g.variable(g.anyValue(1))
}

func (g *randomBodies) defaulted(body *sameBody) *spec {
	primary := g.attribute(body)
	primary.Required = g.mistake(12)
	if g.oneIn(5) {
		primary = g.part(body)
	}
	ty := primary.simpleType()
	if g.mistake(6) {
		ty = g.primitive()
	}
	fallback := &spec{Kind: "literal", Value: describe(g.known(ty))}
	switch g.Intn(6) {
	case 0, 1:
		body.attributes++
		name := fmt.Sprintf("at%d", body.attributes)
		fallback = &spec{Kind: "attr", Name: name, Type: describeType(ty), Required: g.mistake(12)}
	case 2:
		if !body.typed {
			fallback = &spec{Kind: "expr", Expr: g.variable(g.value(ty))}
		}
	}
	return &spec{Kind: "default", Primary: primary, Default: fallback}
}

// simpleType returns the type of an attribute spec, if it is primitive.
func (s *spec) simpleType() cty.Type {
	if s.Kind == "attr" {
		if ty := s.valueType(); ty.IsPrimitiveType() {
			return ty
		}
	}
	return cty.String
}

func (g *randomBodies) wrapped(body *sameBody) *spec {
	inner := g.attribute(body)
	if g.oneIn(4) {
		inner = g.part(body)
	}
	text := inner.Kind == "label" || (inner.Kind == "attr" && inner.valueType() == cty.String)
	switch g.Intn(4) {
	case 0:
		return &spec{Kind: "transform_expr", Wrapped: inner, Variable: "it", Expr: g.transformation(body.typed)}
	case 1:
		if text || g.mistake(3) {
			return &spec{Kind: "transform_func", Wrapped: inner, Function: pick(g.randomValues, "upper", "lower")}
		}
	case 2:
		if inner.Kind == "attr" {
			inner.Required = true
		} else if !g.mistake(4) {
			inner = &spec{Kind: "literal", Value: describe(cty.StringVal("a"))}
		}
		prefix := ""
		if text && g.mistake(2) {
			prefix = pick(g.randomValues, "a", "pre-")
		}
		return &spec{Kind: "refine", Wrapped: inner, Prefix: prefix}
	}
	return &spec{Kind: "validate", Wrapped: inner, Refuse: pick(g.randomValues, "x", "a", "id")}
}

func (g *randomBodies) transformation(typed bool) string {
	if g.mistake(6) {
		return pick(g.randomValues, "it.nope", "nowhere", "it + 1", `"${it}!"`)
	}
	if typed {
		return pick(g.randomValues, `it == null ? "none" : "some"`, "it == null")
	}
	return pick(g.randomValues, "it", "[it]", "[it, 1]", "{ was = it }", "it == null", `it == null ? "none" : "some"`)
}

// blocks returns a spec of blocks of some type.
func (g *randomBodies) blocks(body *sameBody) *spec {
	body.blocks++
	s := &spec{Block: fmt.Sprintf("bl%d", body.blocks)}
	switch chance := g.Intn(20); {
	case chance < 5:
		s.Kind, s.Required = "block", g.oneIn(3)
	case chance < 9:
		s.Kind = "block_list"
	case chance < 12 && !body.typed:
		s.Kind = "block_tuple"
	case chance < 14:
		s.Kind = "block_set"
	case chance < 17:
		s.Kind, s.Labels = "block_map", g.keyLabels()
	case chance < 19 && !body.typed:
		s.Kind, s.Labels = "block_object", g.keyLabels()
	default:
		s.Kind, s.Required, s.Type = "block_attrs", g.oneIn(3), describeType(g.wantedType(body.typed))
		return s
	}
	// A list with elements of several types usually fails.
	unifies := s.Kind == "block_list" || s.Kind == "block_set"
	s.Nested = g.nestedSpec(body, s.Kind == "block_map" && !g.mistake(12) || unifies && g.oneIn(2))
	if s.Kind == "block_tuple" || unifies {
		if g.oneIn(5) {
			s.Min = 1 + g.Intn(2)
		}
		if g.oneIn(5) {
			s.Max = max(s.Min, 1+g.Intn(3))
		}
	}
	return s
}

func (g *randomBodies) keyLabels() []string {
	return []string{"key", "second"}[:pick(g.randomValues, 1, 1, 1, 2)]
}

// inBody returns the specs that read the same body: those of attributes and of blocks.
func (s *spec) inBody() []*spec {
	switch {
	case s.Kind == "attr" || s.Block != "":
		return []*spec{s}
	case s.Wrapped != nil:
		return s.Wrapped.inBody()
	case s.Kind == "default":
		return append(s.Primary.inBody(), s.Default.inBody()...)
	}
	found := []*spec{}
	for _, name := range sortedKeys(s.Fields) {
		found = append(found, s.Fields[name].inBody()...)
	}
	for _, item := range s.Items {
		found = append(found, item.inBody()...)
	}
	return found
}

// labelCount returns the number of labels that the spec of a block requires.
func (s *spec) labelCount() int {
	switch {
	case s == nil || s.Block != "":
		return 0
	case s.Kind == "label":
		return s.Index + 1
	}
	count := max(s.Wrapped.labelCount(), s.Primary.labelCount(), s.Default.labelCount())
	for _, part := range append(s.Items, sortedValues(s.Fields)...) {
		count = max(count, part.labelCount())
	}
	return count
}

// kinds collects the kinds of a spec and of its nested specs.
func (s *spec) kinds(found map[string]bool) {
	if s == nil {
		return
	}
	found[s.Kind] = true
	for _, part := range append(s.Items, sortedValues(s.Fields)...) {
		part.kinds(found)
	}
	for _, part := range []*spec{s.Nested, s.Primary, s.Default, s.Wrapped} {
		part.kinds(found)
	}
}

func sortedValues[T any](m map[string]T) []T {
	values := []T{}
	for _, key := range sortedKeys(m) {
		values = append(values, m[key])
	}
	return values
}
