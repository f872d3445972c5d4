package main

import "fmt"

// addMistake adds one mistake to the definition or to the arguments. Some of them are not an error for the
// reference, which ignores what it does not know.
func (g *generator) addMistake() {
	t := g.targets[g.Intn(len(g.targets))]
	name := t.names[g.Intn(len(t.names))]
	wrong := func(lines ...string) {
		g.addAfter(block("target", name, lines))
		g.arguments = append(g.arguments, name)
	}
	set := func(text string) { g.arguments = append(g.arguments, "--set", text) }
	switch g.Intn(50) {
	case 0:
		wrong(`tags = [missing]`)
	case 1:
		wrong(`tags = "one"`)
	case 2:
		wrong(`args = ["a"]`)
	case 3:
		wrong(`platforms = ["a/b/c/d/e"]`)
	case 4:
		wrong(`output = ["push=true"]`)
	case 5:
		wrong(`output = [{ push = "true" }]`)
	case 6:
		wrong(`secret = ["id"]`)
	case 7:
		wrong(`secret = ["id=a,src=missing-file"]`)
	case 8:
		wrong(`ulimits = ["nofile"]`)
	case 9:
		wrong(`shm-size = "x"`)
	case 10:
		wrong(`annotations = ["bad:a=b"]`)
	case 11:
		wrong(`attest = ["mode=max"]`)
	case 12:
		wrong(`inherits = ["missing"]`)
	case 13:
		wrong(fmt.Sprintf(`inherits = [%q]`, name))
	case 14:
		wrong(fmt.Sprintf(`contexts = { self = "target:%s" }`, name))
	case 15:
		wrong(`contexts = { other = "target:missing" }`)
	case 16:
		wrong(`no-cache = "maybe"`)
	case 17:
		wrong(fmt.Sprintf(`tags = concat(target.%s.tags, ["a"])`, name))
	case 18:
		wrong(`tags = [unknownfn("a")]`)
	case 19:
		wrong(`tags = [upper("a", "b")]`)
	case 20:
		wrong(`name = "other"`)
	case 21:
		wrong(`matrix = { a = ["x", "y"] }`)
	case 22:
		wrong(`matrix = { a = "x" }`, `name = a`)
	case 23:
		wrong(`matrix = ["x"]`, `name = "n"`)
	case 24:
		wrong(`matrix = { a = ["x.y"] }`, `name = "n-${a}"`)
	case 25:
		g.add("cycle1 = cycle2\ncycle2 = cycle1")
	case 26:
		g.add(block("variable", "wrong", []string{"type = number", `default = "x"`}))
	case 27:
		g.add(block("variable", "wrong", []string{`default = "x"`, block("validation", "",
			[]string{`condition = wrong == "y"`, `error_message = "no"`})}))
	case 28:
		g.add(block("variable", "wrong", []string{"type = unknown"}))
	case 29:
		g.add(block("function", "wrong", []string{"params = [a]", "result = missing"}))
	case 30:
		g.add(block("function", "wrong", []string{`params = ["a"]`, "result = 1"}))
	case 31:
		g.add(block("function", "wrong", []string{"result = 1"}))
	case 32:
		g.add(block("group", "wrong", nil))
	case 33:
		g.add(block("group", "wrong", []string{`targets = ["missing"]`}))
		g.arguments = append(g.arguments, "wrong")
	case 34:
		g.add(block("target", "not valid", nil))
	case 35:
		g.add(block("unknown", "a", []string{"b = 1"}))
	case 36:
		g.add(`target "open" {`)
	case 37:
		g.arguments = append(g.arguments, pick(g, "missing", "missing*"))
	case 38:
		g.arguments = append(g.arguments, "-f", "missing.hcl")
	case 39:
		set(name + ".unknown=1")
	case 40:
		set(name + ".args=1")
	case 41:
		set("missing*.tags=a")
	case 42:
		set(name + "=a")
	case 43:
		set(name + ".tags")
	case 44:
		set(name + ".platform.x=a")
	case 45:
		set(name + "." + pick(g, "no-cache=x", "pull=x", "output=push=true", "cache-from=a=b",
			"context.x=1"))
	case 46:
		g.add(block("variable", "wrong", []string{"default = " + pick(g, "1", "true", `["a"]`)}))
		g.settings = append(g.settings, "wrong=text")
	case 47:
		kind := pick(g, "number", "bool", "object({a=string})", "list(number)", "map(string)", "tuple([string])")
		g.add(block("variable", "wrong", []string{"type = " + kind}))
		g.settings = append(g.settings, pick(g, "wrong=a,b", "wrong_JSON=[[]]", `wrong="`))
	case 48:
		g.add("same = 1\nsame = 2")
	default:
		g.add(block("target", "two\" \"labels", nil))
	}
}
