package main

import (
	"fmt"
	"strings"
)

var words = []string{"app", "base", "web", "v1.2.3", "latest", "linux/amd64", "3.21", "a b", "x_y", "Ä", "", "1",
	"true"}

var keys = []string{"A", "VERSION", "GO_VERSION", "x", "org.opencontainers.image.title", "HTTP_PROXY"}

// text returns an expression for a string.
func (g *generator) text(s scope, depth int) string {
	if depth <= 0 || g.one(4) {
		switch {
		case len(s.strings) > 0 && !g.one(3):
			return pick(g, s.strings...)
		case len(s.numbers) > 0 && g.one(4):
			return fmt.Sprintf(`"${%s}"`, pick(g, s.numbers...))
		default:
			return quote(pick(g, words...))
		}
	}
	sub := func() string { return g.text(s, depth-1) }
	switch g.Intn(34) {
	case 0, 1, 2, 3:
		return g.template(s, depth)
	case 4, 5:
		return fmt.Sprintf("%s ? %s : %s", g.condition(s, depth-1), sub(), sub())
	case 6:
		return fmt.Sprintf("%s(%s)", pick(g, "upper", "lower", "title", "trimspace", "chomp", "reverse"), sub())
	case 7:
		return fmt.Sprintf("%s(%s)", pick(g, "md5", "sha1", "sha256", "base64encode", "urlencode", "sanitize"), sub())
	case 8:
		return fmt.Sprintf(`replace(%s, %s, "-")`, sub(), quote(pick(g, ".", "/", "a", "1")))
	case 9:
		return fmt.Sprintf(`join(%s, %s)`, quote(pick(g, ",", "-", "")), g.list(s, depth-1))
	case 10:
		return fmt.Sprintf(`format(%s, %s, %s)`, quote(pick(g, "%s:%s", "%s-%v", "%q=%s", "%[2]s%[1]s")), sub(),
			sub())
	case 11:
		return fmt.Sprintf(`substr(%s, %d, %d)`, sub(), g.Intn(3), pick(g, -1, 0, 1, 4))
	case 12:
		return fmt.Sprintf(`%s(%s, %s)`, pick(g, "trimprefix", "trimsuffix", "trim"), sub(), quote(pick(g, "v",
			"a", "-", ".")))
	case 13:
		return fmt.Sprintf(`coalesce(%s, %s)`, sub(), sub())
	case 14:
		return fmt.Sprintf(`try(%s, %s)`, pick(g, sub(), s.undefined("missing.part"), `regex("^z", "a")`,
			"[][0]"), sub())
	case 15:
		return fmt.Sprintf(`element(concat([%s], %s), %d)`, sub(), g.list(s, depth-1), g.Intn(3))
	case 16:
		return fmt.Sprintf(`lookup(%s, %s, %s)`, g.table(s, depth-1), quote(pick(g, keys...)), sub())
	case 17:
		return fmt.Sprintf(`regex_replace(%s, %s, %s)`, sub(), quote(pick(g, "[^a-z]", "a+", "(.)1", "^v")),
			quote(pick(g, "-", "", "$1", "${1}x")))
	case 18:
		return fmt.Sprintf(`%s(%s)`, pick(g, "basename", "dirname"), sub())
	case 19:
		return fmt.Sprintf(`jsonencode(%s)`, pick(g, g.list(s, depth-1), g.table(s, depth-1), g.number(s, depth-1)))
	case 20:
		return fmt.Sprintf(`"%s"`, strings.Repeat("x", g.Intn(3)))
	case 21:
		return fmt.Sprintf(`formatdate("YYYY-MM-DD", %s)`, quote("2024-02-29T12:34:56Z"))
	case 22:
		return fmt.Sprintf(`formattimestamp(%s, %s)`, quote(pick(g, "YYYY/MM", "X", "hh:mm")), pick(g,
			"1690328596", `"2024-02-29T12:34:56Z"`))
	case 23:
		return fmt.Sprintf(`split(",", "%s")[%d]`, "a,b,c", g.Intn(3))
	case 24:
		if !s.inFunction {
			return fmt.Sprintf(`convert(%s, string)`, pick(g, g.number(s, depth-1), g.condition(s, depth-1)))
		}
	case 25:
		if len(s.nullable) > 0 {
			name := pick(g, s.nullable...)
			return fmt.Sprintf(`%s == null ? %s : jsonencode(%s)`, name, sub(), name)
		}
	case 26:
		return fmt.Sprintf(`unixtimestampparse(%d).%s`, g.Intn(2_000_000_000), pick(g, "year", "rfc3339",
			"month_name", "iso_week", "year_day"))
	case 27, 28, 29:
		if len(g.functions) > 0 {
			return g.call(pick(g, g.functions...), s, depth-1)
		}
	case 30:
		return fmt.Sprintf(`[for x in %s : x][0]`, fmt.Sprintf(`concat([%s], %s)`, sub(), g.list(s, depth-1)))
	case 31:
		return fmt.Sprintf(`{ a = %s, "b" = %s }%s`, sub(), sub(), pick(g, ".a", `["b"]`))
	case 32:
		return fmt.Sprintf(`(%s)`, sub())
	}
	return g.template(s, depth)
}

// template returns a quoted template.
func (g *generator) template(s scope, depth int) string {
	parts := []string{}
	for range 1 + g.Intn(3) {
		parts = append(parts, g.templatePart(s, depth))
	}
	return `"` + strings.Join(parts, "") + `"`
}

func (g *generator) templatePart(s scope, depth int) string {
	switch g.Intn(8) {
	case 0:
		return fmt.Sprintf("%%{ if %s }%s%%{ else }z%%{ endif }", g.condition(s, depth-1), pick(g, "a", "${1+1}",
			"b-"))
	case 1:
		return fmt.Sprintf("%%{ for x in %s }${x}%s%%{ endfor }", g.list(s, depth-1), pick(g, ",", "", "/"))
	case 2:
		return pick(g, "$${HOME}", "%%{x}", `\n`, `\"`, "$ ", "é", `\u00e9`)
	case 3:
		return pick(g, "-", ":", "/", "reg.io/")
	case 4:
		return "${" + g.number(s, depth-1) + "}"
	default:
		return "${" + g.text(s, depth-1) + "}"
	}
}

// number returns an expression for a number.
func (g *generator) number(s scope, depth int) string {
	if depth <= 0 || g.one(3) {
		if len(s.numbers) > 0 && !g.one(3) {
			return pick(g, s.numbers...)
		}
		return pick(g, "0", "1", "2", "10", "1.5", "8080")
	}
	sub := func() string { return g.number(s, depth-1) }
	switch g.Intn(10) {
	case 0:
		return fmt.Sprintf("%s %s %s", sub(), pick(g, "+", "-", "*"), sub())
	case 1:
		return fmt.Sprintf("%s(%s, %s)", pick(g, "add", "subtract", "multiply", "max", "min"), sub(), sub())
	case 2:
		return fmt.Sprintf("length(%s)", pick(g, g.list(s, depth-1), "values("+g.table(s, depth-1)+")"))
	case 3:
		return fmt.Sprintf("strlen(%s)", g.text(s, depth-1))
	case 4:
		return fmt.Sprintf("%s(%s)", pick(g, "absolute", "ceil", "floor", "int", "negate", "signum"), sub())
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(s, depth-1), sub(), sub())
	case 6:
		return fmt.Sprintf(`parseint("%d", 10)`, g.Intn(1000))
	case 7:
		return fmt.Sprintf(`%s(%s, %d)`, pick(g, "modulo", "divide"), sub(), 1+g.Intn(4))
	case 8:
		return fmt.Sprintf(`indexof(["a", "b", "c"], %s)`, quote(pick(g, "a", "b", "c")))
	default:
		return fmt.Sprintf("(%s)", sub())
	}
}

// condition returns an expression for a bool.
func (g *generator) condition(s scope, depth int) string {
	if depth <= 0 || g.one(3) {
		switch {
		case len(s.bools) > 0 && !g.one(3):
			return pick(g, s.bools...)
		case len(s.strings) > 0:
			return fmt.Sprintf("%s %s %s", pick(g, s.strings...), pick(g, "==", "!="), quote(pick(g, words...)))
		default:
			return pick(g, "true", "false")
		}
	}
	sub := func() string { return g.condition(s, depth-1) }
	switch g.Intn(11) {
	case 0:
		return fmt.Sprintf("(%s) %s (%s)", sub(), pick(g, "&&", "||"), sub())
	case 1:
		return fmt.Sprintf("!(%s)", sub())
	case 2:
		return fmt.Sprintf("%s(%s, %s)", pick(g, "and", "or", "equal", "notequal"), sub(), sub())
	case 3:
		return fmt.Sprintf("not(%s)", sub())
	case 4:
		return fmt.Sprintf("contains(%s, %s)", g.list(s, depth-1), g.text(s, depth-1))
	case 5:
		return fmt.Sprintf("(%s) %s (%s)", g.number(s, depth-1), pick(g, "<", ">=", "==", "!="), g.number(s, depth-1))
	case 6:
		return fmt.Sprintf("%s(%s, %s)", pick(g, "greaterthan", "lessthanorequalto", "lessthan",
			"greaterthanorequalto"), g.number(s, depth-1), g.number(s, depth-1))
	case 7:
		return fmt.Sprintf("can(%s)", pick(g, fmt.Sprintf(`regex("^[a-z]+", %s)`, g.text(s, depth-1)),
			s.undefined("missing"), g.text(s, depth-1)))
	case 8:
		return fmt.Sprintf("semvercmp(%s, %s)", quote(pick(g, "1.2.3", "v2.0.0", "1.0.0-rc.1", "3")),
			quote(pick(g, ">= 1.0", "^1.2", "~2.0.0", "<1 || >2", "1.x", "!=3.0.0", "1.0 - 2.0")))
	case 9:
		return fmt.Sprintf("equal(%s, %s)", g.text(s, depth-1), g.text(s, depth-1))
	default:
		return fmt.Sprintf("(%s) != %s", g.text(s, depth-1), quote(pick(g, words...)))
	}
}

// list returns an expression for a list or a tuple of strings.
func (g *generator) list(s scope, depth int) string {
	if depth <= 0 || g.one(3) {
		if len(s.lists) > 0 && !g.one(3) {
			return pick(g, s.lists...)
		}
		parts := []string{}
		for range g.Intn(4) {
			parts = append(parts, g.text(s, depth-1))
		}
		if len(parts) > 0 && g.one(5) {
			return "[\n    " + strings.Join(parts, ",\n    ") + ",\n  ]"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	sub := func() string { return g.list(s, depth-1) }
	switch g.Intn(17) {
	case 0, 1:
		return fmt.Sprintf("concat(%s, %s)", sub(), sub())
	case 2:
		return fmt.Sprintf(`split(%s, %s)`, quote(pick(g, ",", "-", ".")), g.text(s, depth-1))
	case 3:
		return fmt.Sprintf(`[for x in %s : %s]`, sub(), g.text(s.with("x"), depth-1))
	case 4:
		return fmt.Sprintf(`[for i, x in %s : "${i}-${x}" if %s]`, sub(), g.condition(s.with("x"), depth-1))
	case 5:
		return fmt.Sprintf(`%s(%s)`, pick(g, "compact", "distinct", "sort", "flatten", "reverselist"), sub())
	case 6:
		return fmt.Sprintf(`formatlist(%s, %s)`, quote(pick(g, "%s-x", "reg/%s", "%v")), sub())
	case 7:
		return fmt.Sprintf(`%s(%s)`, pick(g, "keys", "values"), g.table(s, depth-1))
	case 8, 9:
		return fmt.Sprintf(`%s ? %s : %s`, g.condition(s, depth-1), sub(), sub())
	case 10:
		return fmt.Sprintf(`formatlist("%%d", range(%d))`, g.Intn(4))
	case 11:
		return fmt.Sprintf(`flatten([%s, [%s]])`, sub(), sub())
	case 12:
		return fmt.Sprintf(`[for k, v in %s : "${k}=${v}"]`, g.table(s, depth-1))
	case 13:
		return fmt.Sprintf(`coalescelist(%s, [%s])`, sub(), g.text(s, depth-1))
	case 14:
		return fmt.Sprintf(`slice(concat(%s, ["a", "b"]), 0, %d)`, sub(), g.Intn(3))
	case 15:
		return fmt.Sprintf(`[for x in %s : x]`, fmt.Sprintf("%s(%s, %s)", pick(g, "setunion", "setintersection",
			"setsubtract"), sub(), sub()))
	default:
		return fmt.Sprintf("(%s)", sub())
	}
}

// table returns an expression for a map or an object of strings.
func (g *generator) table(s scope, depth int) string {
	if depth <= 0 || g.one(3) {
		if len(s.maps) > 0 && !g.one(3) {
			return pick(g, s.maps...)
		}
		parts := []string{}
		for _, key := range keys {
			if g.one(4) {
				parts = append(parts, fmt.Sprintf("%s %s %s", g.key(key), pick(g, "=", ":"), g.text(s, depth-1)))
			}
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	sub := func() string { return g.table(s, depth-1) }
	switch g.Intn(7) {
	case 0, 1:
		return fmt.Sprintf("merge(%s, %s)", sub(), sub())
	case 2:
		return fmt.Sprintf(`{ for x in distinct(%s) : x => %s }`, g.list(s, depth-1), g.text(s.with("x"), depth-1))
	case 3:
		return fmt.Sprintf(`{ for k, v in %s : %s => v if %s }`, sub(), pick(g, "k", "upper(k)", `"p-${k}"`),
			g.condition(s.with("k", "v"), depth-1))
	case 4:
		return fmt.Sprintf(`%s ? %s : %s`, g.condition(s, depth-1), sub(), sub())
	case 5:
		return fmt.Sprintf(`zipmap(["A", "x"], [%s, %s])`, g.text(s, depth-1), g.text(s, depth-1))
	default:
		return fmt.Sprintf("(%s)", sub())
	}
}

// key returns the form of an object's key.
func (g *generator) key(key string) string {
	if strings.Contains(key, ".") || g.one(3) {
		return quote(key)
	}
	return key
}

// quote returns a literal template without sequences.
func quote(text string) string {
	text = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "${", "$${", "%{", "%%{", "\n", `\n`).Replace(text)
	return `"` + text + `"`
}
