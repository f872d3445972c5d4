package main

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// constant returns a literal value of a type.
func (p *randomPlan) constant(ty cty.Type) string {
	switch {
	case ty == cty.String:
		return fmt.Sprintf("%q", pick(p.randomValues, "x", "a", "b", "two words", "1", "true", "é", ""))
	case ty == cty.Number:
		return pick(p.randomValues, "0", "1", "2", "-3", "2.5", "10")
	case ty == cty.Bool:
		return pick(p.randomValues, "true", "false")
	case ty.IsListType():
		return "[" + strings.Join(p.constants(ty.ElementType()), ", ") + "]"
	case ty.IsSetType():
		return "[" + strings.Join(p.constants(ty.ElementType()), ", ") + "]"
	case ty.IsMapType():
		parts := []string{}
		for i, part := range p.constants(ty.ElementType()) {
			parts = append(parts, fmt.Sprintf("%s = %s", []string{"a", "b", "c"}[i], part))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case ty.IsObjectType():
		parts := []string{}
		for _, name := range sortedNames(ty.AttributeTypes()) {
			parts = append(parts, fmt.Sprintf("%s = %s", name, p.constant(ty.AttributeType(name))))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	default:
		return "null"
	}
}

func (p *randomPlan) constants(ty cty.Type) []string {
	all, count := []string{}, p.Intn(4)
	if !ty.IsPrimitiveType() {
		count++
	}
	for range min(count, 3) {
		all = append(all, p.constant(ty))
	}
	return all
}

// expr returns an expression of about a type, which may be what is allowed.
func (m *planModule) expr(ty cty.Type, depth int, allowed planFlags) (string, planFlags) {
	if ty == cty.DynamicPseudoType {
		ty = cty.String
	}
	if !m.oneIn(3) {
		if text, flags, ok := m.reference(ty, allowed); ok {
			return text, flags
		}
	}
	if depth == 0 {
		return m.constant(ty), planFlags{}
	}
	if m.oneIn(6) {
		return m.anyExpr(ty, depth, allowed)
	}
	switch {
	case ty == cty.String:
		return m.stringExpr(depth, allowed)
	case ty == cty.Number:
		return m.numberExpr(depth, allowed)
	case ty == cty.Bool:
		return m.boolExpr(depth, allowed)
	case ty.IsListType():
		return m.listExpr(ty.ElementType(), depth, allowed)
	case ty.IsSetType():
		text, flags := m.listExpr(ty.ElementType(), depth, allowed)
		return fmt.Sprintf("toset(%s)", text), flags
	case ty.IsMapType():
		return m.mapExpr(ty.ElementType(), depth, allowed)
	default:
		return m.objectExpr(ty, depth, allowed)
	}
}

// reference returns a reference to something of a type, or to a part of something.
func (m *planModule) reference(ty cty.Type, allowed planFlags) (string, planFlags, bool) {
	found := []planRef{}
	for _, ref := range m.refs {
		if ref.unknown && !allowed.unknown || ref.secret && !allowed.secret {
			continue
		}
		for _, part := range m.partsOf(ref, ty) {
			if allowed.secret || !part.secret {
				found = append(found, part)
			}
		}
	}
	if len(found) == 0 {
		return "", planFlags{}, false
	}
	// The last ones, so that chains of references become long.
	if len(found) > 4 && m.oneIn(2) {
		found = found[len(found)-4:]
	}
	ref := pick(m.randomValues, found...)
	return ref.expr, ref.planFlags, true
}

// partsOf returns a reference, or references to its parts, that have a type.
func (m *planModule) partsOf(ref planRef, ty cty.Type) []planRef {
	if ref.ty.Equals(ty) {
		return []planRef{ref}
	}
	found := []planRef{}
	switch {
	case ref.ty.IsObjectType():
		for _, name := range sortedNames(ref.ty.AttributeTypes()) {
			part := planRef{ref.expr + "." + name, ref.ty.AttributeType(name), ref.planFlags}
			found = append(found, m.partsOf(part, ty)...)
		}
	case ref.ty.IsListType() && ref.ty.ElementType().Equals(ty):
		text := fmt.Sprintf("try((%s)[0], %s)", ref.expr, m.constant(ty))
		found = append(found, planRef{text, ty, ref.tried()})
	case ref.ty.IsMapType() && ref.ty.ElementType().Equals(ty):
		text := fmt.Sprintf("lookup(%s, \"a\", %s)", ref.expr, m.constant(ty))
		found = append(found, planRef{text, ty, ref.planFlags})
	}
	return found
}

// anyExpr returns an expression that any type can have.
func (m *planModule) anyExpr(ty cty.Type, depth int, allowed planFlags) (string, planFlags) {
	first, a := m.expr(ty, depth-1, allowed)
	second, b := m.expr(ty, depth-1, allowed)
	switch m.Intn(8) {
	case 0, 1, 2:
		condition, c := m.expr(cty.Bool, depth-1, allowed)
		return fmt.Sprintf("(%s ? %s : %s)", condition, first, second), a.or(b).or(c)
	case 3:
		if !allowed.secret && a.nearSecret {
			return second, b
		}
		return fmt.Sprintf("try(%s, %s)", first, second), a.tried().or(b)
	case 4:
		return fmt.Sprintf("coalesce(%s, %s)", first, second), a.or(b)
	case 5:
		if !allowed.secret {
			return first, a
		}
		return fmt.Sprintf("sensitive(%s)", first), planFlags{a.unknown, true, true}
	case 6:
		return fmt.Sprintf("one([%s])", first), a
	default:
		return fmt.Sprintf("[%s, %s][%d]", first, second, m.Intn(2)), a.or(b)
	}
}

// format fills a pattern with expressions of types.
func (m *planModule) format(pattern string, depth int, allowed planFlags, types ...cty.Type) (string, planFlags) {
	args, flags := []any{}, planFlags{}
	for _, ty := range types {
		text, of := m.expr(ty, depth-1, allowed)
		args, flags = append(args, text), flags.or(of)
	}
	return fmt.Sprintf(pattern, args...), flags
}

func (m *planModule) stringExpr(depth int, allowed planFlags) (string, planFlags) {
	switch m.Intn(9) {
	case 0, 1:
		return m.format(`"${%s}-${%s}"`, depth, allowed, cty.String, m.primitive())
	case 2:
		return m.format("upper(%s)", depth, allowed, cty.String)
	case 3:
		return m.format(`join(",", %s)`, depth, allowed, cty.List(cty.String))
	case 4:
		return m.format(`format("%%s/%%v", %s, %s)`, depth, allowed, cty.String, m.primitive())
	case 5:
		return m.format("tostring(%s)", depth, allowed, m.primitive())
	case 6:
		return m.format("jsonencode(%s)", depth, allowed, m.planType(1))
	case 7:
		return m.format(`"%%{ for x in %s }${x};%%{ endfor }"`, depth, allowed, cty.List(m.primitive()))
	default:
		return m.format(`lookup(%s, "b", %s)`, depth, allowed, cty.Map(cty.String), cty.String)
	}
}

func (m *planModule) numberExpr(depth int, allowed planFlags) (string, planFlags) {
	switch m.Intn(7) {
	case 0, 1:
		return m.format("(%s "+pick(m.randomValues, "+", "-", "*")+" %s)", depth, allowed, cty.Number, cty.Number)
	case 2:
		return m.format("max(%s, %s)", depth, allowed, cty.Number, cty.Number)
	case 3:
		return m.format("length(%s)", depth, allowed, m.collection())
	case 4:
		return m.format("length(%s)", depth, allowed, cty.String)
	case 5:
		text, flags := m.format("try(tonumber(%s), 7)", depth, allowed, cty.String)
		if flags = flags.tried(); flags.secret && !allowed.secret {
			return "7", planFlags{}
		}
		return text, flags
	default:
		return m.format("sum(concat([1], %s))", depth, allowed, cty.List(cty.Number))
	}
}

func (m *planModule) collection() cty.Type {
	ty := m.primitive()
	if m.oneIn(3) {
		ty = m.objectType(0)
	}
	return pick(m.randomValues, cty.List(ty), cty.Map(ty), cty.Set(cty.String))
}

func (m *planModule) boolExpr(depth int, allowed planFlags) (string, planFlags) {
	ty := m.planType(1)
	switch m.Intn(8) {
	case 0, 1:
		ty := m.primitive()
		return m.format("(%s "+pick(m.randomValues, "==", "!=")+" %s)", depth, allowed, ty, ty)
	case 2:
		allowed.unknown = false
		return m.format("(%s "+pick(m.randomValues, "<", ">=")+" %s)", depth, allowed, cty.Number, cty.Number)
	case 3:
		return m.format("!%s", depth, allowed, cty.Bool)
	case 4:
		allowed.unknown = false
		return m.format("(%s "+pick(m.randomValues, "&&", "||")+" %s)", depth, allowed, cty.Bool, cty.Bool)
	case 5:
		return m.format(`contains(%s, "x")`, depth, allowed, cty.List(cty.String))
	case 6:
		text, flags := m.format("can(%s)", depth, allowed, ty)
		if flags = flags.tried(); flags.secret && !allowed.secret {
			return "true", planFlags{}
		}
		return text, flags
	default:
		return m.format("(%s == null)", depth, allowed, m.primitive())
	}
}

// forExpr returns a `for` expression with the pattern of its result, or its elements.
func (m *planModule) forExpr(pattern string, of, ty cty.Type, depth int, allowed planFlags) (string, planFlags) {
	collection, flags := m.expr(of, depth-1, allowed)
	outside := m.refs
	name := pick(m.randomValues, "it", "x")
	element := of.ElementType()
	m.refs = append(outside[:len(outside):len(outside)], planRef{name, element, flags}, planRef{"k", cty.String, flags})
	if of.IsListType() {
		m.refs[len(m.refs)-1].ty = cty.Number
	}
	text, inner := m.expr(ty, depth-1, allowed)
	m.refs = outside
	return fmt.Sprintf(pattern, name, collection, text), flags.or(inner)
}

func (m *planModule) listExpr(ty cty.Type, depth int, allowed planFlags) (string, planFlags) {
	switch m.Intn(8) {
	case 0, 1:
		return m.format("[%s, %s]", depth, allowed, ty, ty)
	case 2:
		return m.format("[%s]", depth, allowed, ty)
	case 3:
		return m.forExpr("[for k, %s in %s : %s]", m.collection(), ty, depth, allowed)
	case 4:
		if m.oneIn(3) {
			return m.forExpr("flatten([for k, %s in %s : [%s]])", m.collection(), ty, depth, allowed)
		}
		return m.format("concat(%s, %s)", depth, allowed, cty.List(ty), cty.List(ty))
	case 5:
		return m.format("values(%s)", depth, allowed, cty.Map(ty))
	case 6:
		if ty == cty.String {
			return m.format(pick(m.randomValues, "keys(%s)", "sort(values(%s))"), depth, allowed, cty.Map(ty))
		}
		return m.format("tolist(%s)", depth, allowed, cty.List(ty))
	default:
		return m.format("(%s)[*]", depth, allowed, ty)
	}
}

func (m *planModule) mapExpr(ty cty.Type, depth int, allowed planFlags) (string, planFlags) {
	switch m.Intn(6) {
	case 0, 1:
		return m.format("{ a = %s, c = %s }", depth, allowed, ty, ty)
	case 2:
		return m.forExpr("{ for k, %s in %s : \"k${k}\" => %s }", m.collection(), ty, depth, allowed)
	case 3:
		if ty.IsPrimitiveType() && m.oneIn(2) {
			return m.forExpr("{ for k, %s in %s : \"k${k}\" => %s if \"k${k}\" != \"k\" }", m.collection(), ty, depth, allowed)
		}
		return m.format("merge(%s, %s)", depth, allowed, cty.Map(ty), cty.Map(ty))
	case 4:
		return m.format("tomap(%s)", depth, allowed, cty.Map(ty))
	default:
		return m.format(`zipmap(["a", "b"], [%s, %s])`, depth, allowed, ty, ty)
	}
}

func (m *planModule) objectExpr(ty cty.Type, depth int, allowed planFlags) (string, planFlags) {
	parts, flags := []string{}, planFlags{}
	for _, name := range sortedNames(ty.AttributeTypes()) {
		text, of := m.expr(ty.AttributeType(name), depth-1, allowed)
		parts, flags = append(parts, fmt.Sprintf("%s = %s", name, text)), flags.or(of)
	}
	return "{ " + strings.Join(parts, ", ") + " }", flags
}
