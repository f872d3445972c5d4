package main

import (
	"fmt"
	"slices"
	"strings"
)

const exprDepth = 3

// A randomVariable is a `variable` block, with the kind of its value.
type randomVariable struct {
	name, kind string
}

// A userFunction is a `function` block: its parameters are strings, its result is a string.
type userFunction struct {
	name       string
	parameters int
	variadic   bool
}

// call returns a call of a function.
func (g *generator) call(f userFunction, s scope, depth int) string {
	arguments := []string{}
	for range f.parameters {
		arguments = append(arguments, g.text(s, depth-1))
	}
	if f.variadic {
		for range g.Intn(3) {
			arguments = append(arguments, g.text(s, depth-1))
		}
		if g.one(4) {
			arguments = append(arguments, fmt.Sprintf("concat(%s)...", g.list(s, depth-1)))
		}
	}
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(arguments, ", "))
}

// addValues adds variables, attributes and functions.
func (g *generator) addValues() {
	for index := range 2 + g.Intn(7) {
		switch g.Intn(5) {
		case 0, 1, 2:
			g.addVariable(fmt.Sprintf("%s%d", pick(g, "VAR", "tag", "Go_"), index))
		case 3:
			g.addAttribute(fmt.Sprintf("%s%d", pick(g, "local", "COMMON", "set-"), index))
		default:
			g.addFunction(fmt.Sprintf("fn%d", index))
		}
	}
}

// declare makes a value known to the expressions that follow.
func (s *scope) declare(kind, name string) {
	switch kind {
	case "string":
		s.strings = append(s.strings, name)
	case "number":
		s.numbers = append(s.numbers, name)
	case "bool":
		s.bools = append(s.bools, name)
	case "list", "tuple":
		s.lists = append(s.lists, name)
	case "set":
		s.lists = append(s.lists, fmt.Sprintf("[for e in %s : e]", name))
	case "map", "object":
		s.maps = append(s.maps, name)
	case "null":
		s.nullable = append(s.nullable, name)
	}
}

// value returns an expression of a kind.
func (g *generator) value(kind string, s scope, depth int) string {
	switch kind {
	case "number":
		return g.number(s, depth)
	case "bool":
		return g.condition(s, depth)
	case "list", "set":
		return g.list(s, depth)
	case "tuple":
		return fmt.Sprintf("[%s, %s]", g.text(s, depth), g.text(s, depth))
	case "map":
		return g.table(s, depth)
	case "object":
		return fmt.Sprintf("{ name = %s, tag = %s }", g.text(s, depth), g.text(s, depth))
	default:
		return g.text(s, depth)
	}
}

var typeNames = map[string]string{
	"string": "string", "number": "number", "bool": "bool", "list": "list(string)", "set": "set(string)",
	"tuple": "tuple([string, string])", "map": "map(string)", "object": "object({ name = string, tag = string })",
}

// addVariable adds a `variable` block in one of its forms.
func (g *generator) addVariable(name string) {
	kind := pick(g, "string", "string", "string", "number", "bool", "list", "set", "tuple", "map", "object")
	lines := []string{}
	known := kind
	switch g.Intn(9) {
	case 0:
		known = "string"
		kind = "untyped"
	case 1:
		lines = append(lines, "default = null")
		known = "null"
		kind = "untyped"
	case 2:
		lines = append(lines, "type = "+typeNames[kind])
		known = "null"
	case 3, 4, 5:
		lines = append(lines, "type = "+typeNames[kind], "default = "+g.value(kind, g.known, exprDepth-1))
	case 6:
		lines = append(lines, "type = any", "default = "+g.value(kind, g.known, 1))
		kind = "" // Values from outside are errors of the reference.
	default:
		lines = append(lines, "default = "+g.value(kind, g.known, exprDepth-1))
		kind = "untyped " + kind
	}
	if g.one(3) {
		lines = append(lines, "description = "+quote(pick(g, words...)))
	}
	if g.one(4) {
		lines = append(lines, g.validation(name, known))
	}
	g.add(block("variable", name, lines))
	g.known.declare(known, name)
	if !g.overrideVariable(name, strings.TrimPrefix(kind, "untyped ")) {
		g.variables = append(g.variables, randomVariable{name, kind})
	}
}

// overrideVariable adds, at times, another definition of a variable to a later file.
func (g *generator) overrideVariable(name, kind string) bool {
	if !g.lastFile() || !g.one(4) || typeNames[kind] == "" {
		return false
	}
	text := g.value(kind, scope{}, 1)
	if g.one(2) {
		g.addAfter(fmt.Sprintf("%s = %s", name, text))
	} else {
		g.addAfter(block("variable", name, []string{"default = " + text}))
	}
	return true
}

// validation returns a block whose condition mostly holds.
func (g *generator) validation(name, kind string) string {
	condition := fmt.Sprintf(`%s != "forbidden"`, name)
	switch {
	case kind == "null":
		condition = fmt.Sprintf(`%s == null || can("${%s}")`, name, name)
	case kind == "string" && g.one(2):
		condition = fmt.Sprintf(`strlen(%s) < 500`, name)
	case kind == "number":
		condition = fmt.Sprintf(`%s > -1000000`, name)
	case kind == "list":
		condition = fmt.Sprintf(`length(%s) >= 0`, name)
	}
	message := quote("The value of " + name + " is invalid.")
	if kind == "string" && g.one(3) {
		message = fmt.Sprintf(`"invalid: ${%s}"`, name)
	}
	return block("validation", "", []string{"condition = " + condition, "error_message = " + message})
}

// addAttribute adds a top-level attribute.
func (g *generator) addAttribute(name string) {
	kind := pick(g, "string", "string", "number", "bool", "list", "map", "object")
	g.add(fmt.Sprintf("%s = %s", name, g.value(kind, g.known, exprDepth)))
	g.known.declare(kind, name)
	if g.lastFile() && g.one(5) {
		g.addAfter(fmt.Sprintf("%s = %s", name, g.value(kind, scope{}, 1)))
	}
}

// addFunction adds a `function` block.
func (g *generator) addFunction(name string) {
	f := userFunction{name: name, parameters: g.Intn(3), variadic: g.one(4)}
	parameters := []string{"p0", "p1"}[:f.parameters]
	inside := g.known.with(parameters...)
	inside.inFunction = true
	lines := []string{"params = [" + strings.Join(parameters, ", ") + "]"}
	if f.variadic {
		lines = append(lines, "variadic_params = rest")
		inside.lists = append(append([]string{}, inside.lists...), "rest", "rest")
	}
	lines = append(lines, "result = "+g.text(inside, exprDepth))
	g.add(block("function", name, lines))
	g.functions = append(g.functions, f)
}

// block returns a block, with at most one label.
func block(blockType, label string, lines []string) string {
	head := blockType
	if label != "" {
		head += ` "` + label + `"`
	}
	if len(lines) == 0 {
		return head + " {}"
	}
	return head + " {\n  " + strings.Join(lines, "\n  ") + "\n}"
}

// A randomTarget is a `target` block: the names of its targets, and whether it has a matrix.
type randomTarget struct {
	label  string
	names  []string
	matrix bool
}

// addTargets adds the targets. Only their expressions refer to other targets.
func (g *generator) addTargets() {
	if g.document != "" {
		g.known.declare("list", "target.metadata.tags")
		g.targets = append(g.targets, &randomTarget{label: "metadata", names: []string{"metadata"}})
	}
	for index := range 1 + g.Intn(6) {
		label := fmt.Sprintf("%s%d", pick(g, "app", "_base", "test-", "t"), index)
		if index == 0 && g.one(3) {
			label = "default"
		}
		t := &randomTarget{label: label, names: []string{label}}
		s := g.known
		lines := []string{}
		if g.one(4) {
			lines, s = g.matrix(t)
		}
		attributes := g.attributes(s, t)
		g.Shuffle(len(attributes), func(i, j int) { attributes[i], attributes[j] = attributes[j], attributes[i] })
		for _, a := range attributes {
			lines = append(lines, a.text)
		}
		if g.one(12) {
			lines = append(lines, pick(g, `unknown = "ignored"`, `x-extra = { a = 1 }`, "other {\n    a = 1\n  }"))
		}
		g.add(block("target", label, lines))
		again := g.one(8)
		if again {
			g.addAgain(t, s)
		} else if !t.matrix {
			g.declareAttributes(label, attributes)
		}
		g.targets = append(g.targets, t)
	}
}

// addAgain adds another block for the same targets, which is merged.
func (g *generator) addAgain(t *randomTarget, s scope) {
	if t.matrix {
		t = &randomTarget{label: t.names[0], names: t.names[:1]}
		s = g.known
	}
	lines := []string{}
	for _, a := range g.attributes(s, t) {
		lines = append(lines, a.text)
	}
	g.addAfter(block("target", t.label, lines))
}

// declareAttributes makes attributes of a target known to the expressions that follow.
func (g *generator) declareAttributes(label string, attributes []attribute) {
	for _, a := range attributes {
		if a.kind != "" && g.one(2) {
			g.known.declare(a.kind, fmt.Sprintf("target.%s.%s", label, a.name))
		}
	}
}

// matrix returns the attributes `matrix` and `name`, and the scope of the others.
func (g *generator) matrix(t *randomTarget) ([]string, scope) {
	t.matrix = true
	t.names = nil
	s := g.known
	s.strings = append([]string{}, s.strings...)
	name := t.label
	axes := []string{}
	combinations := 1
	parts := []string{""}
	addAxis := func(axis, reference string, values []string) {
		name += "-${" + reference + "}"
		combinations *= len(values)
		next := []string{}
		for _, part := range parts {
			for _, value := range values {
				next = append(next, part+"-"+value)
			}
		}
		parts = next
		s.strings = append(s.strings, strings.TrimSuffix(strings.TrimPrefix(reference, "sanitize("), ")"))
		axes = append(axes, axis)
	}
	for index := range 1 + g.Intn(3) {
		axis := fmt.Sprintf("axis%d", index)
		switch g.Intn(5) {
		case 0:
			addAxis(axis+` = [{ name = "x", tag = "1" }, { name = "y", tag = "2" }]`, axis+".name", []string{"x",
				"y"})
			s.strings = append(s.strings, axis+".tag")
		case 1:
			addAxis(axis+` = ["1.20", "1.21"]`, "sanitize("+axis+")", []string{"1_20", "1_21"})
		case 2:
			addAxis(axis+` = ["a"]`, axis, []string{"a"})
		case 3:
			addAxis(axis+` = [for n in range(2) : "n${n}"]`, axis, []string{"n0", "n1"})
		default:
			addAxis(axis+` = ["a", "b", "c"]`, axis, []string{"a", "b", "c"})
		}
	}
	lines := []string{"matrix = {\n    " + strings.Join(axes, "\n    ") + "\n  }"}
	if combinations == 1 && g.one(3) {
		t.names = []string{t.label}
		return lines, s
	}
	for _, part := range parts {
		t.names = append(t.names, t.label+part)
	}
	return append(lines, `name = "`+name+`"`), s
}

// anyTarget returns the name of a target, or a name that stands for several.
func (g *generator) anyTarget() string {
	t := g.targets[g.Intn(len(g.targets))]
	return t.names[g.Intn(len(t.names))]
}

// hasDefaultTarget reports whether a target is named `default`.
func (g *generator) hasDefaultTarget() bool {
	return slices.ContainsFunc(g.targets, func(t *randomTarget) bool { return t.label == "default" })
}

// addGroups adds groups of targets and of other groups.
func (g *generator) addGroups() {
	hasDefault := g.hasDefaultTarget()
	for index := range g.Intn(4) {
		name := fmt.Sprintf("group%d", index)
		if index == 0 && !hasDefault && !g.one(3) {
			name = "default"
		}
		g.addGroup(name)
		if g.one(10) {
			g.addGroup(name)
		}
		g.groups = append(g.groups, name)
	}
}

func (g *generator) addGroup(name string) {
	members := []string{}
	for range 1 + g.Intn(3) {
		switch {
		case len(g.groups) > 0 && g.one(4):
			members = append(members, quote(pick(g, g.groups...)))
		case g.one(6):
			members = append(members, quote(g.targets[g.Intn(len(g.targets))].label))
		default:
			members = append(members, quote(g.anyTarget()))
		}
	}
	targets := "[" + strings.Join(members, ", ") + "]"
	if g.one(8) {
		targets = fmt.Sprintf("concat(%s, [])", targets)
	}
	lines := []string{"targets = " + targets}
	if g.one(4) {
		lines = append(lines, "description = "+g.text(g.known, 1))
	}
	g.add(block("group", name, lines))
}
