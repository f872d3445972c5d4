package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// generatedBody is a random spec with a random body and the reference's answer. Panics is set if
// the reference panics.
type generatedBody struct {
	Body      string           `json:"body"`
	Syntax    string           `json:"syntax,omitempty"`
	Expand    bool             `json:"expand"`
	Spec      *spec            `json:"spec"`
	Variables map[string]*node `json:"variables"`
	Value     *node            `json:"value"`
	Errors    []bodyError      `json:"errors,omitempty"`
	Panics    bool             `json:"panics,omitempty"`
	Blocks    []textBlock      `json:"blocks,omitempty"`
}

// elsewhere is the location of an error that is in the spec instead of the body, or has no
// location.
const elsewhere = -1

// bodyError is the location and the subject of an error.
type bodyError struct {
	start int
	about string
}

func (e bodyError) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{e.start, e.about})
}

// textBlock is a block of the source: the starts of its header and its body, its end, and the kinds
// of its for_each value.
type textBlock struct {
	start, body, end int
	forEach          *collectionProbe
	// header is the type and the labels, in JSON.
	header string
}

func (b textBlock) MarshalJSON() ([]byte, error) {
	parts := []any{b.start, b.body, b.end}
	if b.header != "" {
		parts = append(parts, "header "+b.header)
	}
	if b.forEach != nil {
		for _, found := range b.forEach.found() {
			parts = append(parts, found)
		}
	}
	return json.Marshal(parts)
}

// collectionProbe replaces a for_each expression in the tree and records its results.
type collectionProbe struct {
	hclsyntax.Expression
	unknown, marked, empty bool
}

func (p *collectionProbe) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	value, diags := p.Expression.Value(ctx)
	bare, marks := value.Unmark()
	p.unknown = p.unknown || !bare.IsKnown()
	p.marked = p.marked || len(marks) > 0
	p.empty = p.empty || bare.IsKnown() && bare.CanIterateElements() && bare.LengthInt() == 0
	return value, diags
}

func (p *collectionProbe) found() []string {
	found := []string{}
	for name, is := range map[string]bool{"unknown": p.unknown, "marked": p.marked, "empty": p.empty} {
		if is {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

const (
	wantedBodyLength = 700
	cleanInHundred   = 55
	bodyEvaluations  = 8
	casesOfSeed      = 1_000_003
)

// generateBodies writes random cases, starting with the first one.
func generateBodies(seed int64, first, count int) error {
	return writeCases(count, casesFrom(seed, first, bodyEvaluations, randomBody))
}

// generateJSONBodies writes random cases with bodies in JSON syntax.
func generateJSONBodies(seed int64, first, count int) error {
	return writeCases(count, casesFrom(seed, first, bodyEvaluations, randomJSONBody))
}

// randomCases returns the case of an index. Its answer is stable in that many evaluations.
type randomCases func(seed int64, index, evaluations int) generatedBody

// casesFrom returns a function that returns the next case on each call.
func casesFrom(seed int64, index, evaluations int, random randomCases) func() generatedBody {
	return func() generatedBody {
		index++
		return random(seed, index-1, evaluations)
	}
}

// randomBody returns a case with a stable answer. It does not depend on other cases.
func randomBody(seed int64, index, evaluations int) generatedBody {
	random := newRandomValues(seed*casesOfSeed + int64(index))
	for {
		g, c := nextBody(random)
		again := func() any { return decodeGenerated(c.Spec, c.Body, g.variables, c.Expand) }
		if c != nil && isStable(c, evaluations, again) {
			return *c
		}
	}
}

// nextBody returns nil if the source is too long or cannot be parsed.
func nextBody(random randomValues) (*randomBodies, *generatedBody) {
	g := &randomBodies{
		randomValues: random,
		variables:    map[string]cty.Value{"v0": random.anyValue(1)},
		mistakes:     random.Intn(100) >= cleanInHundred,
		plain:        random.oneIn(8),
	}
	described := g.rootSpec()
	text := g.body(described, bodyScope{})
	if len(text) > wantedBodyLength && !g.oneIn(20) {
		return g, nil
	}
	expand := !g.plain || g.oneIn(2)
	return g, decodeGenerated(described, text, g.variables, expand)
}

// decodeGenerated returns nil for a source that cannot be parsed.
func decodeGenerated(described *spec, text string, variables map[string]cty.Value, expand bool) (c *generatedBody) {
	c = &generatedBody{Body: text, Expand: expand, Spec: described, Variables: map[string]*node{}}
	file, diags := hclsyntax.ParseConfig([]byte(text), "case", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	for name, value := range variables {
		c.Variables[name] = describeFully(value)
	}
	c.Blocks = blocksOf(file.Body.(*hclsyntax.Body))
	c.decode(file.Body, variables)
	return c
}

// decode records the result of the case.
func (c *generatedBody) decode(body hcl.Body, variables map[string]cty.Value) {
	defer func() {
		if recover() != nil {
			c.Panics = true
		}
	}()
	value, diags := decodeBody(body, c.Spec.build(), &hcl.EvalContext{Variables: variables}, c.Expand)
	for _, diag := range diags {
		start := diag.Subject.Start.Byte
		if diag.Subject.Filename != "case" {
			start = elsewhere
		}
		c.Errors = append(c.Errors, bodyError{start, aboutOf(diag.Summary)})
	}
	slices.SortFunc(c.Errors, func(a, b bodyError) int {
		return 1000*(a.start-b.start) + strings.Compare(a.about, b.about)
	})
	c.Errors = slices.Compact(c.Errors)
	c.Value = describeFully(value)
}

// blocksOf returns the blocks of a source, and replaces their for_each expressions by probes.
func blocksOf(body *hclsyntax.Body) []textBlock {
	found := []textBlock{}
	for _, block := range body.Blocks {
		b := textBlock{start: block.TypeRange.Start.Byte, body: block.Body.SrcRange.Start.Byte, end: block.CloseBraceRange.End.Byte}
		if forEach := block.Body.Attributes["for_each"]; forEach != nil && block.Type == "dynamic" {
			b.forEach = &collectionProbe{Expression: forEach.Expr}
			forEach.Expr = b.forEach
		}
		found = append(found, b)
		found = append(found, blocksOf(block.Body)...)
	}
	return found
}

// aboutOf returns the subject of an error of the reference, by the start and end of its summary.
// The default is an error about an expression.
func aboutOf(summary string) string {
	for _, known := range []struct{ prefix, suffix, about string }{
		{"Insufficient dynamic", "", "labels"},
		{"Extraneous dynamic block label", "", "labels"},
		{"Extraneous dynamic content", "", "content"},
		{"Missing dynamic content", "", "content"},
		{"Invalid dynamic block label", "", "label"},
		{"Invalid dynamic", "", "header"},
		{"Extraneous label", "", "labels"},
		{"Insufficient ", " blocks", "too few"},
		{"Too many ", " blocks", "too many"},
		{"Unconsistent ", " blocks", "types"},
		{"Missing ", " block", "missing block"},
		{"Missing required argument", "", "missing attribute"},
		{"Missing map element", "", "expression"},
		{"Missing ", "", "labels"},
		{"Duplicate ", " block", "second block"},
		{"Unsupported block type", "", "unexpected"},
		{"Unsupported argument", "", "unexpected"},
		{"Unexpected ", "", "unexpected"},
		{"Extraneous JSON object property", "", "unexpected"},
		{"Incorrect JSON value type", "", "shape"},
		{"Duplicate argument", "", "second attribute"},
		{"Incorrect attribute value type", "", "type"},
		{"Invalid attribute value", "", "type"},
		{"Transform function failed", "", "transform"},
		{"Refused", "", "refused"},
	} {
		if strings.HasPrefix(summary, known.prefix) && strings.HasSuffix(summary, known.suffix) {
			return known.about
		}
	}
	return "expression"
}

// outcomes returns the results of a case.
func (c generatedBody) outcomes() []string {
	switch {
	case c.Panics:
		return []string{"panics"}
	case len(c.Errors) > 0:
		found := []string{"fails"}
		for _, e := range c.Errors {
			found = append(found, "fails: "+e.about)
		}
		return found
	}
	found := []string{"decodes"}
	text, _ := json.Marshal(c.Value)
	for name, part := range map[string]string{"marks": `"marks":`, "unknown values": `"unknown"`, "refinements": `"known":`} {
		if bytes.Contains(text, []byte(part)) {
			found = append(found, "decodes with "+name)
		}
	}
	return found
}

// features returns the features of a case: the kinds of specs, the kinds of the collections of
// dynamic blocks, and the nesting depth of these.
func (c generatedBody) features() []string {
	kinds := map[string]bool{}
	c.Spec.kinds(kinds)
	for i, b := range c.Blocks {
		if b.forEach == nil {
			continue
		}
		depth := 1
		for _, outer := range c.Blocks[:i] {
			if outer.forEach != nil && outer.end > b.end {
				depth++
			}
		}
		kinds[fmt.Sprintf("dynamic, %d deep", depth)] = true
		for _, found := range b.forEach.found() {
			kinds["dynamic of "+found] = true
		}
	}
	return sortedKeys(kinds)
}

// shown returns each feature of a case combined with each outcome.
func (c generatedBody) shown() []string {
	found := []string{}
	for _, outcome := range c.outcomes() {
		for _, feature := range c.features() {
			found = append(found, feature+", "+outcome)
		}
	}
	return found
}
