package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
)

// randomPlan is a random configuration in Terraform's language: a root module and up to three local
// modules, one of them inside another one.
type randomPlan struct {
	randomValues
	files map[string]string
	// The values of variables, NAME=VALUE.
	arguments []string
	// The kind of its mistake, if it has one.
	mistake string
	modules []*planModule
}

// planModule is a module under construction.
type planModule struct {
	*randomPlan
	folder    string
	blocks    []string
	refs      []planRef
	variables []planVariable
	// The references to its outputs, without a prefix.
	outputs []planRef
	// The blocks that are repeated, and all that are resources or modules.
	repeated []planRepeated
	entities []string
	inner    []*planModule
}

// planFlags says what a value may be.
type planFlags struct {
	// The value, or a part of it, may be unknown.
	unknown bool
	// The value, or a part of it, may be sensitive.
	secret bool
	// It is a part of something with a sensitive part.
	nearSecret bool
}

func (f planFlags) or(other planFlags) planFlags {
	return planFlags{f.unknown || other.unknown, f.secret || other.secret, f.nearSecret || other.nearSecret}
}

// tried returns the flags of an attempt, which has the marks of all variables if it fails.
func (f planFlags) tried() planFlags {
	isSecret := f.secret || f.nearSecret
	return planFlags{f.unknown, isSecret, isSecret}
}

// anyFlags allows all values.
var anyFlags = planFlags{unknown: true, secret: true}

// planRef is something that an expression can refer to.
type planRef struct {
	expr string
	ty   cty.Type
	planFlags
}

// planRepeated is a block with for_each, which the for_each of another one can refer to.
type planRepeated struct {
	expr  string
	parts []planRef
}

type planVariable struct {
	name string
	ty   cty.Type
	// The values that it takes.
	takes      planFlags
	hasDefault bool
	isNullable bool
}

func newRandomPlan(seed int64) *randomPlan {
	p := &randomPlan{randomValues: newRandomValues(seed), files: map[string]string{}}
	if p.oneIn(8) {
		p.mistake = pick(p.randomValues, planMistakes...).name
	}
	innermost := p.module(pick(p.randomValues, "inner", "outer/inner"), nil)
	outer := p.module("outer", []*planModule{innermost})
	other := p.module("other", nil)
	root := p.module("", []*planModule{outer, other, innermost}[:1+p.Intn(3)])
	if p.mistake != "" {
		of := pick(p.randomValues, root, root, root, outer, innermost)
		of.makeMistake()
	}
	for _, m := range p.modules {
		m.write()
	}
	return p
}

// module makes a module that may use others.
func (p *randomPlan) module(folder string, inner []*planModule) *planModule {
	m := &planModule{randomPlan: p, folder: folder, inner: inner}
	for i := range p.Intn(4) {
		m.variable(fmt.Sprintf("v%d", i))
	}
	if folder != "" {
		m.refs = append(m.refs, planRef{"path.module", cty.String, planFlags{}})
	}
	calls := 0
	for i := range 3 + p.Intn(6) {
		switch {
		case len(inner) > 0 && p.oneIn(3):
			m.call(fmt.Sprintf("m%d", calls), pick(p.randomValues, inner...))
			calls++
		case p.oneIn(2):
			m.resource(fmt.Sprintf("r%d", i))
		default:
			m.locals(fmt.Sprintf("l%d", i))
		}
	}
	for i := range 1 + p.Intn(4) {
		m.output(fmt.Sprintf("o%d", i))
	}
	p.modules = append(p.modules, m)
	return m
}

func (m *planModule) isRoot() bool { return m.folder == "" }

// write adds the files of a module, with its blocks in any order.
func (m *planModule) write() {
	m.Shuffle(len(m.blocks), func(i, j int) { m.blocks[i], m.blocks[j] = m.blocks[j], m.blocks[i] })
	prefix := ""
	if m.folder != "" {
		prefix = m.folder + "/"
	}
	half := m.Intn(len(m.blocks) + 1)
	m.files[prefix+"a.tf"] = strings.Join(m.blocks[:half], "\n")
	m.files[prefix+"b.tf"] = strings.Join(m.blocks[half:], "\n")
}

func (m *planModule) add(format string, args ...any) {
	m.blocks = append(m.blocks, fmt.Sprintf(format, args...))
}

// planType returns the type of a variable or an expression. The elements of collections are
// primitive, or objects with primitive attributes.
func (p *randomPlan) planType(depth int) cty.Type {
	if depth == 0 || p.oneIn(2) {
		return p.primitive()
	}
	switch p.Intn(6) {
	case 0:
		return cty.List(p.primitive())
	case 1:
		return cty.Set(cty.String)
	case 2:
		return cty.Map(p.primitive())
	case 3:
		return cty.List(cty.String)
	case 4:
		return pick(p.randomValues, cty.List, cty.Map)(p.objectType(0))
	default:
		return p.objectType(depth - 1)
	}
}

func (p *randomPlan) objectType(depth int) cty.Type {
	types := map[string]cty.Type{}
	for range 1 + p.Intn(3) {
		types[pick(p.randomValues, "a", "b", "c")] = p.planType(depth)
	}
	return cty.Object(types)
}

// constraint returns a type constraint for values of a type. Attributes may be optional.
func (p *randomPlan) constraint(ty cty.Type) string {
	switch {
	case ty.IsObjectType():
		parts := []string{}
		for _, name := range sortedNames(ty.AttributeTypes()) {
			part := ty.AttributeType(name)
			text := p.constraint(part)
			switch p.Intn(6) {
			case 0:
				text = fmt.Sprintf("optional(%s)", text)
			case 1:
				text = fmt.Sprintf("optional(%s, %s)", text, p.constant(part))
			}
			parts = append(parts, name+" = "+text)
		}
		if p.oneIn(4) {
			parts = append(parts, "d = optional(string, \"d\")")
		}
		return "object({ " + strings.Join(parts, ", ") + " })"
	case ty.IsListType():
		return fmt.Sprintf("list(%s)", p.constraint(ty.ElementType()))
	case ty.IsMapType():
		return fmt.Sprintf("map(%s)", p.constraint(ty.ElementType()))
	default:
		return typeexpr.TypeString(ty)
	}
}

// variable declares a variable. The variables of the root module get values on the command line.
func (m *planModule) variable(name string) {
	v := planVariable{name: name, ty: m.planType(2), hasDefault: m.oneIn(2), isNullable: !m.oneIn(3)}
	v.takes = planFlags{unknown: !m.isRoot() && m.oneIn(2), secret: m.oneIn(5)}
	body := ""
	if !m.oneIn(8) {
		body += fmt.Sprintf("  type = %s\n", m.constraint(v.ty))
	}
	if v.hasDefault {
		text := m.constant(v.ty)
		if v.isNullable && m.oneIn(4) {
			text = "null"
		}
		body += fmt.Sprintf("  default = %s\n", text)
	}
	if v.takes.secret {
		body += "  sensitive = true\n"
	}
	if !v.isNullable {
		body += "  nullable = false\n"
	}
	own := planRef{"var." + name, v.ty, v.takes}
	if m.oneIn(3) {
		body += m.validation(own)
	}
	if m.isRoot() && (!v.hasDefault || m.oneIn(2)) {
		m.arguments = append(m.arguments, name+"="+m.argument(v.ty))
	}
	m.add("variable %q {\n%s}\n", name, body)
	m.variables = append(m.variables, v)
	m.refs = append(m.refs, own)
}

// validation returns a block with a condition on a variable, which is mostly true.
func (m *planModule) validation(own planRef) string {
	condition := pick(m.randomValues, "%s != \"none\"", "can(%s)", "try(length(%s) < 9, true)", "jsonencode(%s) != \"1\"",
		"%s == null || can(tostring(%[1]s)) || can(length(%[1]s))")
	condition = fmt.Sprintf(condition, own.expr)
	return fmt.Sprintf("  validation {\n    condition = %s\n    error_message = \"Invalid.\"\n  }\n", condition)
}

// argument returns a value for the command line.
func (m *planModule) argument(ty cty.Type) string {
	text := m.constant(ty)
	if ty == cty.String {
		return strings.Trim(text, `"`)
	}
	return text
}

func (m *planModule) locals(name string) {
	ty := m.planType(2)
	text, flags := m.expr(ty, 3, anyFlags)
	m.add("locals {\n  %s = %s\n}\n", name, text)
	m.refs = append(m.refs, planRef{"local." + name, ty, flags})
}

func (m *planModule) output(name string) {
	ty := m.planType(2)
	text, flags := m.expr(ty, 3, anyFlags)
	switch {
	case len(m.entities) > 0 && m.oneIn(3):
		text = pick(m.randomValues, m.entities...)
		flags = anyFlags
		ty = cty.DynamicPseudoType
		if m.oneIn(3) {
			text = "jsonencode(" + text + ")"
			ty = cty.String
		}
	case m.oneIn(12) && !flags.nearSecret:
		text = fmt.Sprintf("issensitive(%s)", text)
		ty = cty.Bool
	}
	body := fmt.Sprintf("  value = %s\n", text)
	if flags.secret || m.oneIn(10) {
		flags.secret = true
		body += "  sensitive = true\n"
	}
	if m.oneIn(8) {
		body += "  description = \"An output.\"\n"
	}
	m.add("output %q {\n%s}\n", name, body)
	m.outputs = append(m.outputs, planRef{name, ty, flags})
}

func (m *planModule) resource(name string) {
	address := "terraform_data." + name
	ty := m.planType(2)
	m.repeatable(address, func(head string) (string, []planRef) {
		body := head
		parts := []planRef{{"id", cty.String, planFlags{unknown: true}}}
		if !m.oneIn(6) {
			text, flags := m.expr(ty, 3, anyFlags)
			body += fmt.Sprintf("  input = %s\n", text)
			parts = append(parts, planRef{"input", ty, flags}, planRef{"output", ty, planFlags{unknown: true}})
		}
		if m.oneIn(4) {
			ty := m.planType(1)
			text, flags := m.expr(ty, 2, anyFlags)
			body += fmt.Sprintf("  triggers_replace = %s\n", text)
			parts = append(parts, planRef{"triggers_replace", ty, flags})
		}
		if m.oneIn(10) {
			body += "  lifecycle {\n    create_before_destroy = true\n  }\n"
		}
		return fmt.Sprintf("resource \"terraform_data\" %q {\n%s}\n", name, body), parts
	})
}

// pathTo returns the path to the folder of another module.
func (m *planModule) pathTo(folder string) string {
	if m.isRoot() {
		return "./" + folder
	}
	if rest, ok := strings.CutPrefix(folder, m.folder+"/"); ok {
		return "./" + rest
	}
	return strings.Repeat("../", 1+strings.Count(m.folder, "/")) + folder
}

// call uses a module.
func (m *planModule) call(name string, inner *planModule) {
	m.repeatable("module."+name, func(head string) (string, []planRef) {
		body := fmt.Sprintf("  source = %q\n", m.pathTo(inner.folder)) + head
		all := planFlags{}
		for _, v := range inner.variables {
			if v.hasDefault && m.oneIn(2) {
				continue
			}
			text, flags := m.expr(v.ty, 2, v.takes)
			if m.oneIn(12) && (v.isNullable || v.hasDefault) {
				text, flags = "null", planFlags{}
			}
			all = all.or(flags)
			body += fmt.Sprintf("  %s = %s\n", v.name, text)
		}
		return fmt.Sprintf("module %q {\n%s}\n", name, body), inner.outputs
	})
}

// repeatable adds a resource or module, which may be repeated. The function returns its text, after
// attributes that come first, and the references to its parts, without a prefix.
func (m *planModule) repeatable(address string, write func(head string) (string, []planRef)) {
	outside, head := len(m.refs), ""
	known := m.refs
	if len(m.entities) > 0 && m.oneIn(8) {
		head = fmt.Sprintf("  depends_on = [%s]\n", pick(m.randomValues, m.entities...))
	}
	var after func(parts []planRef)
	switch m.Intn(9) {
	case 0, 1:
		text, number := m.count()
		head += fmt.Sprintf("  count = %s\n", text)
		m.refs = append(m.refs, planRef{"count.index", cty.Number, planFlags{}})
		after = func(parts []planRef) { m.counted(address, number, parts) }
	case 2, 3, 4:
		text, keys, value := m.forEach()
		head += fmt.Sprintf("  for_each = %s\n", text)
		m.refs = append(m.refs, planRef{"each.key", cty.String, planFlags{}})
		m.refs = append(m.refs, value...)
		after = func(parts []planRef) { m.keyed(address, keys, parts) }
	default:
		after = func(parts []planRef) {
			for _, part := range parts {
				m.refs = append(m.refs, planRef{address + "." + part.expr, part.ty, part.planFlags})
			}
		}
	}
	text, parts := write(head)
	flags := planFlags{}
	for _, part := range parts {
		flags.nearSecret = flags.nearSecret || part.secret || part.nearSecret
	}
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i].nearSecret = flags.nearSecret
	}
	m.refs = known[:outside:outside]
	after(parts)
	m.entities = append(m.entities, address)
	m.blocks = append(m.blocks, text)
}

// count returns the number of instances, and the number itself if it is written.
func (m *planModule) count() (text string, number int) {
	if m.oneIn(2) {
		number = m.Intn(4)
		return fmt.Sprint(number), number
	}
	if m.oneIn(2) {
		text, _ = m.expr(cty.Bool, 2, planFlags{secret: true})
		return text + " ? 1 : 0", 0
	}
	text, _ = m.expr(cty.List(cty.String), 2, planFlags{secret: true})
	return fmt.Sprintf("length(%s)", text), 0
}

// forEach returns a collection, its keys if they are written, and the references to the value of an
// element.
func (m *planModule) forEach() (text string, keys []string, value []planRef) {
	if len(m.repeated) > 0 && m.oneIn(2) {
		of := pick(m.randomValues, m.repeated...)
		for _, part := range of.parts {
			value = append(value, planRef{"each.value." + part.expr, part.ty, part.planFlags})
		}
		return of.expr, nil, value
	}
	ty := m.planType(1)
	keys = []string{"a", "b", "c"}[:m.Intn(4)]
	if len(keys) == 0 {
		keys = nil
	}
	switch m.Intn(4) {
	case 0:
		text, _ := m.expr(cty.Set(cty.String), 2, planFlags{})
		return text, nil, []planRef{{"each.value", cty.String, planFlags{}}}
	case 1:
		text, _ := m.expr(cty.Map(ty), 2, planFlags{})
		return text, nil, []planRef{{"each.value", ty, planFlags{}}}
	case 2:
		return fmt.Sprintf("toset(%s)", quotedList(keys)), keys, []planRef{{"each.value", cty.String, planFlags{}}}
	}
	parts, flags := []string{}, planFlags{}
	for _, key := range keys {
		text, of := m.expr(ty, 2, anyFlags)
		parts, flags = append(parts, fmt.Sprintf("%s = %s", key, text)), flags.or(of)
	}
	text = "{ " + strings.Join(parts, ", ") + " }"
	return text, keys, []planRef{{"each.value", ty, flags}}
}

func quotedList(texts []string) string {
	quoted := []string{}
	for _, text := range texts {
		quoted = append(quoted, fmt.Sprintf("%q", text))
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// counted adds the references to a block with count.
func (m *planModule) counted(address string, number int, parts []planRef) {
	m.refs = append(m.refs, planRef{fmt.Sprintf("length(%s)", address), cty.Number, planFlags{}})
	for _, part := range parts {
		list := cty.List(part.ty)
		m.refs = append(m.refs,
			planRef{fmt.Sprintf("%s[*].%s", address, part.expr), list, part.planFlags},
			planRef{fmt.Sprintf("[for it in %s : it.%s]", address, part.expr), list, part.planFlags})
		if number > 0 {
			at := m.Intn(number)
			m.refs = append(m.refs, planRef{fmt.Sprintf("%s[%d].%s", address, at, part.expr), part.ty, part.planFlags})
		}
		if number == 1 {
			m.refs = append(m.refs, planRef{fmt.Sprintf("one(%s[*].%s)", address, part.expr), part.ty, part.planFlags})
		}
		text := fmt.Sprintf("try(%s[0].%s, %s)", address, part.expr, m.constant(part.ty))
		m.refs = append(m.refs, planRef{text, part.ty, part.tried()})
	}
}

// keyed adds the references to a block with for_each.
func (m *planModule) keyed(address string, keys []string, parts []planRef) {
	m.repeated = append(m.repeated, planRepeated{address, parts})
	m.refs = append(m.refs, planRef{fmt.Sprintf("length(%s)", address), cty.Number, planFlags{}},
		planRef{fmt.Sprintf("keys(%s)", address), cty.List(cty.String), planFlags{}},
		planRef{fmt.Sprintf("toset(keys(%s))", address), cty.Set(cty.String), planFlags{}})
	for _, part := range parts {
		m.refs = append(m.refs,
			planRef{fmt.Sprintf("values(%s)[*].%s", address, part.expr), cty.List(part.ty), part.planFlags},
			planRef{fmt.Sprintf("{ for key, it in %s : key => it.%s }", address, part.expr), cty.Map(part.ty), part.planFlags})
		if len(keys) > 0 {
			text := fmt.Sprintf("%s[%q].%s", address, pick(m.randomValues, keys...), part.expr)
			m.refs = append(m.refs, planRef{text, part.ty, part.planFlags})
		}
		text := fmt.Sprintf("try(%s[\"b\"].%s, %s)", address, part.expr, m.constant(part.ty))
		m.refs = append(m.refs, planRef{text, part.ty, part.tried()})
	}
}
