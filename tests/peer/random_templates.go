package main

import (
	"strings"
)

// quoted returns a string literal.
func quoted(text string) string { return `"` + escaped(text) + `"` }

var (
	quotes  = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "${", "$${", "%{", "%%{", "é", `\u00e9`)
	raw     = strings.NewReplacer("${", "$${", "%{", "%%{", "\n", " ")
	escaped = quotes.Replace
)

// template returns a quoted template.
func template(g *randomExpressions, s scope, depth int) string {
	return `"` + g.templateParts(s, depth, escaped) + `"`
}

func loneInterpolation(g *randomExpressions, s scope, depth int) string {
	return `"` + g.interpolation(s, anything, depth) + `"`
}

// heredoc returns a heredoc, plain or flush. It is in parentheses unless it is the whole
// expression.
func heredoc(g *randomExpressions, s scope, depth int) string {
	if g.inTemplate {
		return template(g, s, depth)
	}
	intro := pick(g.randomValues, "<<EOT\n", "<<-EOT\n", "<<-EOT\n")
	indents := []string{"", "  ", "    ", "\t"}
	var made strings.Builder
	made.WriteString(intro)
	for range g.Intn(4) {
		made.WriteString(pick(g.randomValues, indents...))
		if !g.oneIn(5) {
			made.WriteString(g.templateParts(s, depth, raw.Replace))
		}
		made.WriteString("\n")
	}
	made.WriteString(pick(g.randomValues, indents...) + "EOT\n")
	return made.String()
}

func (g *randomExpressions) templateParts(s scope, depth int, escape func(string) string) string {
	var made strings.Builder
	for range 1 + g.Intn(3) {
		switch g.Intn(6) {
		case 0, 1:
			made.WriteString(closed(escape(pick(g.randomValues, append(randomTexts, " ", "EO")...))))
		case 2, 3:
			made.WriteString(g.interpolation(s, text, depth))
		case 4:
			made.WriteString(g.ifDirective(s, depth, escape))
		default:
			made.WriteString(g.forDirective(s, depth, escape))
		}
	}
	return made.String()
}

// closed appends a dot to a string that would form an escape such as $${ with a following sequence.
func closed(text string) string {
	if strings.HasSuffix(text, "$") || strings.HasSuffix(text, "%") {
		return text + "."
	}
	return text
}

func (g *randomExpressions) interpolation(s scope, w want, depth int) string {
	return g.sequenceOf("${", g.inside(s, w, depth), "}")
}

func (g *randomExpressions) ifDirective(s scope, depth int, escape func(string) string) string {
	made := g.sequenceOf("%{", " if "+g.inside(s, boolean, depth)+" ", "}") + g.body(s, depth, escape)
	if g.oneIn(2) {
		made += g.sequenceOf("%{", " else ", "}") + g.body(s, depth, escape)
	}
	return made + g.sequenceOf("%{", " endif ", "}")
}

func (g *randomExpressions) forDirective(s scope, depth int, escape func(string) string) string {
	collection := g.inside(s, pick(g.randomValues, sequence, sequence, mapping), depth)
	names, inner := g.iterators(s, collection)
	intro := " for " + strings.Join(names, ", ") + " in " + collection + " "
	return g.sequenceOf("%{", intro, "}") + g.body(inner, depth, escape) + g.sequenceOf("%{", " endfor ", "}")
}

// body returns the part that a directive repeats or chooses.
func (g *randomExpressions) body(s scope, depth int, escape func(string) string) string {
	if depth > 0 && g.oneIn(4) {
		return g.templateParts(s, depth-1, escape)
	}
	return pick(g.randomValues, "", " ", "x", " - ") + g.sequenceOf("${", g.inside(s, text, 0), "}") + pick(g.randomValues, "", " ", ",")
}

// inside returns an expression in a template.
func (g *randomExpressions) inside(s scope, w want, depth int) string {
	before := g.inTemplate
	g.inTemplate = true
	made := g.expression(s, w, depth)
	g.inTemplate = before
	return made
}

// sequenceOf returns a template sequence, sometimes with strip markers.
func (g *randomExpressions) sequenceOf(open, content, end string) string {
	if g.oneIn(6) {
		open += "~"
	}
	if g.oneIn(6) {
		end = "~" + end
	}
	return open + content + end
}
