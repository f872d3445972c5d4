package main

import (
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// want is the usual kind of value of a generated expression.
type want int

const (
	anything want = iota
	text
	numeric
	boolean
	sequence
	mapping
)

// scope maps the names that an expression can use to values. Inside a for expression, it includes
// the iterators with the key and value of one element.
type scope map[string]cty.Value

// randomExpressions writes expressions. It evaluates the parts of an expression first, so that the
// enclosing expression usually accepts them.
type randomExpressions struct {
	randomValues
	// inTemplate is true if a heredoc cannot be written here.
	inTemplate bool
}

// randomFunctions are the functions that random expressions can call, some of them in namespaces.
var randomFunctions = map[string]function.Function{
	"can": tryfunc.CanFunc, "try": tryfunc.TryFunc,
	"upper": stdlib.UpperFunc, "join": stdlib.JoinFunc, "tostring": stdlib.MakeToFunc(cty.String),
	"max": stdlib.MaxFunc, "min": stdlib.MinFunc, "abs": stdlib.AbsoluteFunc,
	"concat": stdlib.ConcatFunc, "keys": stdlib.KeysFunc, "values": stdlib.ValuesFunc, "reverse": stdlib.ReverseListFunc,
	"merge": stdlib.MergeFunc, "coalesce": stdlib.CoalesceFunc,
	"text::lower": stdlib.LowerFunc, "num::max": stdlib.MaxFunc, "std::coll::flatten": stdlib.FlattenFunc,
}

// maker writes an expression with parts nested at most depth levels.
type maker func(g *randomExpressions, s scope, depth int) string

var makers map[want][]maker

func init() {
	makers = map[want][]maker{
		anything: {accessOf(anything), accessOf(anything), splat, conditionalOf(anything), callOf(anything), parenthesised, indexed, loneInterpolation},
		text:     {template, template, heredoc, accessOf(text), conditionalOf(text), callOf(text), loneInterpolation},
		numeric:  {arithmetic, arithmetic, negated, accessOf(numeric), conditionalOf(numeric), callOf(numeric), indexed},
		boolean:  {comparison, equality, equality, logic, logic, inverted, accessOf(boolean), conditionalOf(boolean), callOf(boolean)},
		sequence: {tuple, tuple, forTuple, forTuple, splat, splat, accessOf(sequence), conditionalOf(sequence), callOf(sequence)},
		mapping:  {object, object, forObject, forObject, accessOf(mapping), conditionalOf(mapping), callOf(mapping)},
	}
}

// expression returns an expression of a random kind, usually with a value of the wanted kind.
func (g *randomExpressions) expression(s scope, w want, depth int) string {
	if g.oneIn(25) {
		w = anything
	}
	if w == anything && !g.oneIn(3) || g.oneIn(25) {
		w = pick(g.randomValues, text, numeric, boolean, sequence, mapping)
	}
	if depth <= 0 {
		return g.leaf(s, w)
	}
	return pick(g.randomValues, makers[w]...)(g, s, depth-1)
}

// operand returns an expression to use inside another one, usually in parentheses if they make a
// difference.
func (g *randomExpressions) operand(s scope, w want, depth int) string {
	made := g.expression(s, w, depth)
	if isPrimary(made) || !strings.Contains(made, "<<") && g.oneIn(4) {
		return made
	}
	return "(" + made + ")"
}

// primary returns an expression that a traversal can follow.
func (g *randomExpressions) primary(s scope, w want, depth int) string {
	made := g.expression(s, w, depth)
	if isPrimary(made) {
		return made
	}
	return "(" + made + ")"
}

// isPrimary returns true if an expression is a single term.
func isPrimary(made string) bool {
	if strings.Contains(made, "<<") {
		return false
	}
	expr, diags := hclsyntax.ParseExpression([]byte(made), "part", hcl.InitialPos)
	if diags.HasErrors() {
		return false
	}
	switch expr.(type) {
	case *hclsyntax.BinaryOpExpr, *hclsyntax.UnaryOpExpr, *hclsyntax.ConditionalExpr:
		return false
	}
	return true
}

// leaf returns a literal, or a variable or a part of one.
func (g *randomExpressions) leaf(s scope, w want) string {
	if !g.oneIn(3) {
		if found, ok := g.traversal(s, w); ok {
			return found
		}
	}
	if g.oneIn(25) {
		return "null"
	}
	switch w {
	case numeric:
		return pick(g.randomValues, "0", "1", "2", "-1", "0.5", "1e2", "3.0", "007", "12345678901234567890123")
	case boolean:
		return pick(g.randomValues, "true", "false")
	case sequence:
		return pick(g.randomValues, "[]", "[1]", `["a", "b"]`, "[[1], [2]]", `[{ a = 1 }]`, "[null]")
	case mapping:
		return pick(g.randomValues, "{}", "{ a = 1 }", "{ a = [1], b = {} }", `{ "id" : true }`)
	default:
		return quoted(pick(g.randomValues, randomTexts...))
	}
}

// evaluated returns the value of an expression in a scope, or a dynamic value if it has none.
func (s scope) evaluated(made string) (value cty.Value) {
	defer func() {
		if recover() != nil {
			value = cty.DynamicVal
		}
	}()
	expr, diags := hclsyntax.ParseExpression([]byte(made), "part", hcl.InitialPos)
	if diags.HasErrors() {
		return cty.DynamicVal
	}
	value, _ = expr.Value(&hcl.EvalContext{Variables: s, Functions: randomFunctions})
	return value
}

// with returns the scope inside an expression that binds names to values.
func (s scope) with(names []string, values []cty.Value) scope {
	inner := maps.Clone(s)
	for i, name := range names {
		inner[name] = values[i]
	}
	return inner
}

func arithmetic(g *randomExpressions, s scope, depth int) string {
	return g.binary(s, numeric, depth, "+", "-", "*", "/", "%")
}

func comparison(g *randomExpressions, s scope, depth int) string {
	return g.binary(s, numeric, depth, "<", "<=", ">", ">=")
}

func equality(g *randomExpressions, s scope, depth int) string {
	return g.binary(s, pick(g.randomValues, anything, text, numeric, boolean, sequence, mapping), depth, "==", "!=")
}

func logic(g *randomExpressions, s scope, depth int) string {
	return g.binary(s, boolean, depth, "&&", "||")
}

func (g *randomExpressions) binary(s scope, w want, depth int, operators ...string) string {
	left, right := g.operand(s, w, depth), g.operand(s, w, depth)
	return left + " " + pick(g.randomValues, operators...) + " " + right
}

func negated(g *randomExpressions, s scope, depth int) string {
	return "-" + g.operand(s, numeric, depth)
}

func inverted(g *randomExpressions, s scope, depth int) string {
	return "!" + g.operand(s, boolean, depth)
}

func parenthesised(g *randomExpressions, s scope, depth int) string {
	made := g.expression(s, anything, depth)
	return pick(g.randomValues, "("+made+")", "("+made+")", "(\n  "+made+"\n)", "( /* é */ "+made+" )")
}

func conditionalOf(w want) maker {
	return func(g *randomExpressions, s scope, depth int) string {
		condition, other := g.operand(s, boolean, depth), w
		if g.oneIn(8) {
			other = anything
		}
		return condition + " ? " + g.operand(s, w, depth) + " : " + g.operand(s, other, depth)
	}
}

func tuple(g *randomExpressions, s scope, depth int) string {
	elements := []string{}
	w := pick(g.randomValues, anything, text, numeric, mapping)
	for range g.Intn(4) {
		elements = append(elements, g.expression(s, w, depth))
	}
	made := strings.Join(elements, ", ")
	if made != "" && g.oneIn(5) {
		made = "\n  " + made + ",\n"
	}
	return "[" + made + "]"
}

func object(g *randomExpressions, s scope, depth int) string {
	items := []string{}
	for range g.Intn(4) {
		value := g.expression(s, anything, depth)
		if strings.Contains(value, "<<") {
			value = "(" + value + ")"
		}
		items = append(items, g.key(s, depth)+pick(g.randomValues, " = ", " : ")+value)
	}
	if len(items) > 0 && g.oneIn(4) {
		return "{\n  " + strings.Join(items, "\n  ") + "\n}"
	}
	return "{" + strings.Join(items, ", ") + "}"
}

func (g *randomExpressions) key(s scope, depth int) string {
	switch g.Intn(10) {
	case 0, 1, 2, 3:
		return pick(g.randomValues, append([]string{"true", "null", "é"}, randomNames...)...)
	case 4:
		return quoted(pick(g.randomValues, randomTexts...))
	case 5:
		return pick(g.randomValues, "1", "0.5", "a.b", "-1")
	case 6:
		return template(g, s, depth)
	default:
		return "(" + g.expression(s, text, depth) + ")"
	}
}

// callPattern is a function and the kinds of its arguments.
type callPattern struct {
	name string
	args []want
}

var calls = map[want][]callPattern{
	anything: {{"try", []want{anything, anything}}, {"try", []want{anything}}, {"coalesce", []want{text, text}}},
	text:     {{"upper", []want{text}}, {"join", []want{text, sequence}}, {"tostring", []want{text}}, {"text::lower", []want{text}}},
	numeric:  {{"max", []want{numeric, numeric}}, {"min", []want{numeric}}, {"abs", []want{numeric}}, {"num::max", []want{numeric}}},
	boolean:  {{"can", []want{anything}}},
	sequence: {
		{"concat", []want{sequence, sequence}}, {"keys", []want{mapping}}, {"values", []want{mapping}},
		{"reverse", []want{sequence}}, {"std::coll::flatten", []want{sequence}},
	},
	mapping: {{"merge", []want{mapping, mapping}}},
}

func callOf(w want) maker {
	return func(g *randomExpressions, s scope, depth int) string {
		called := pick(g.randomValues, calls[w]...)
		if g.oneIn(40) {
			called.name = pick(g.randomValues, "uper", "text::uper", "texts::lower", "text::", "nope")
		}
		args := []string{}
		for _, arg := range called.args {
			args = append(args, g.expression(s, arg, depth))
		}
		switch {
		case g.oneIn(30):
			args = append(args, g.expression(s, anything, depth))
		case g.oneIn(30):
			args = args[1:]
		case g.oneIn(4):
			args[len(args)-1] = g.expression(s, sequence, depth) + "..."
		}
		return fmt.Sprintf("%s(%s)", called.name, strings.Join(args, ", "))
	}
}
