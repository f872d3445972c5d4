package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// layouts makes random bodies in which the layout is difficult: templates and heredocs with sequences over several
// lines, comments, numbers as steps, and brackets that open and close on different lines.
type layouts struct{ *rand.Rand }

func (g layouts) pick(list ...string) string { return list[g.Intn(len(list))] }

// body returns attributes and blocks.
func (g layouts) body(depth int) string {
	var made strings.Builder
	for range 1 + g.Intn(4) {
		switch {
		case g.Intn(6) == 0:
			made.WriteString(g.pick("\n", "# note\n", "  // note\n", "/* note */\n", "/* a\n b */\n"))
		case depth > 0 && g.Intn(4) == 0:
			header := g.pick("server", "a-b \"x\"", "resource \"a\" \"b\"")
			fmt.Fprintf(&made, "%s {\n%s}\n", header, g.body(depth-1))
		case g.Intn(12) == 0:
			fmt.Fprintf(&made, "one { %s = %s }\n", g.name(), g.line(1))
		default:
			value := g.value(3)
			end := g.pick("\n", "\n", "\n", " # é\n", "// c\n", " /* c */\n")
			if strings.HasSuffix(value, "\n") {
				end = ""
			}
			fmt.Fprintf(&made, "%s%s%s%s", g.name(), g.pick("=", " = ", "   ="), value, end)
		}
	}
	return made.String()
}

func (g layouts) name() string {
	return g.pick("a", "host", "long_name", "größe", "e1", "in", "for_each")
}

// value returns the value of an attribute, which may be a heredoc.
func (g layouts) value(depth int) string {
	switch g.Intn(4) {
	case 0:
		return g.heredoc(depth)
	case 1:
		return g.line(depth)
	}
	return g.expression(depth, "\n")
}

// line returns an expression without line breaks.
func (g layouts) line(depth int) string { return g.expression(depth, "") }

// expression returns an expression with line breaks where they are allowed.
func (g layouts) expression(depth int, newline string) string {
	if depth == 0 {
		return g.pick("1", "-2", "x", "!y", "null", "\"s\"", "0.5", "1e3", "-1.e", "a.b") + g.steps()
	}
	inner := func() string { return g.expression(depth-1, newline) }
	item := func() string {
		if newline != "" && g.Intn(6) == 0 {
			return g.heredoc(depth-1) + g.pick("", " ", "# c\n")
		}
		return inner() + g.comment(newline)
	}
	open := g.pick("", "", newline, " "+newline)
	switch g.Intn(12) {
	case 0:
		return "[" + open + item() + "," + open + item() + open + "]" + g.steps()
	case 1:
		return "{" + open + g.name() + "=" + inner() + "," + open + g.key() + " : " + inner() + open + "}"
	case 2:
		return g.pick("f", "core::g") + "(" + open + item() + ", " + open + inner() + g.pick("", "...") + open + ")" + g.steps()
	case 3:
		return "(" + open + inner() + g.pick(" + ", "-", " && ", "==", "%", " >= -") + inner() + open + ")"
	case 4:
		return "[for k, v in " + g.pick("x", "[1]", "a.0.b") + " :" + open + inner() + g.pick("", " if "+inner()) + open + "]"
	case 5:
		return "{for v in x : v =>" + inner() + g.pick("", "...") + "}"
	case 6:
		return "(" + open + inner() + "?" + open + inner() + ":" + inner() + open + ")"
	case 7:
		return "-" + inner()
	case 8, 9:
		return "\"" + g.text(depth-1, newline, false) + "\""
	}
	return "x" + g.steps()
}

func (g layouts) key() string { return g.pick("b", "\"c\"", "(d)", "e.f") }

func (g layouts) steps() string {
	if g.Intn(3) > 0 {
		return ""
	}
	return g.pick(".0.endpoint", ".0.e", ".1.E2x", "[0].e", ".*.a", "[*].0", ". b", " .0 .c", ".0 [1]", "[ \"k\" ]", ".0.g", ". 0 .e5", ".0 .1")
}

// comment returns nothing, or a comment where line breaks are allowed.
func (g layouts) comment(newline string) string {
	if newline == "" || g.Intn(5) > 0 {
		return ""
	}
	return g.pick(" # c\n", "// é\n", " /* c */ ", "/* a\n b */")
}

// heredoc returns a heredoc with its last line break.
func (g layouts) heredoc(depth int) string {
	indents := []string{"", "  ", "    ", "\t"}
	marker := g.pick("EOT", "E", "größe")
	var made strings.Builder
	fmt.Fprintf(&made, "<<%s%s\n", g.pick("", "-"), marker)
	for range g.Intn(4) {
		made.WriteString(g.pick(indents...))
		if g.Intn(5) > 0 {
			made.WriteString(g.text(depth, "\n", true))
		}
		made.WriteString(g.pick("\n", "\n", "  \n", "\r\n"))
	}
	made.WriteString(g.pick(indents...) + marker + g.pick("", "", "  ", "\t") + "\n")
	return made.String()
}

// text returns literal characters with sequences.
func (g layouts) text(depth int, newline string, isHeredoc bool) string {
	var made strings.Builder
	for range 1 + g.Intn(3) {
		switch g.Intn(6) {
		case 0, 1:
			made.WriteString(g.pick("a", " b  c ", "$${x}", "é ", "=", "# no comment", "  ", "% ", "{", "} "))
		case 2, 3:
			made.WriteString(g.sequence("${", g.inside(depth, newline)))
		case 4:
			made.WriteString(g.sequence("%{", "if "+g.inside(depth, newline)) + g.text(0, "", isHeredoc))
			if g.Intn(2) == 0 {
				made.WriteString(g.sequence("%{", "else") + g.pick("", " a"))
			}
			made.WriteString(g.sequence("%{", "endif"))
		default:
			made.WriteString(g.sequence("%{", "for k,v in "+g.inside(depth, newline)) + g.pick("", " a ", "${v}"))
			if isHeredoc {
				made.WriteString(g.pick("", "\n  "))
			}
			made.WriteString(g.sequence("%{", "endfor"))
		}
	}
	return made.String()
}

func (g layouts) inside(depth int, newline string) string {
	if depth <= 0 {
		return g.pick("x", "a.0.b", "-1", "f( 1,2 )", "{ }", "[1 ,2]", "!x", "x-y")
	}
	return g.expression(depth-1, newline) + g.comment(newline)
}

// sequence returns an interpolation or a directive around an expression.
func (g layouts) sequence(open, inside string) string {
	space := g.pick("", " ", "  ", "\n", "\t")
	return open + g.pick("", "", "~") + space + inside + g.pick("", " ", "\t", "\n") + g.pick("", "", "~") + "}"
}
