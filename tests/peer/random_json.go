package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// jsonWriter writes a body in native syntax as JSON, in one of the many possible forms.
type jsonWriter struct {
	*randomBodies
	native []byte
	out    bytes.Buffer
	// spots maps locations in the native source to blocks.
	spots map[int]textBlock
	// blocks are these blocks in the JSON source, each before its nested blocks.
	blocks []textBlock
	// header is the start of the name of the last property, or else the start of the next block.
	header int
}

// jsonItem is a property to be written.
type jsonItem struct {
	name  string
	write func()
}

// document writes a whole source.
func (w *jsonWriter) document(body *hclsyntax.Body) string {
	w.body(body, false, false)
	return w.out.String() + "\n"
}

// body writes a body as an object or as an array of objects. If an array would represent several
// blocks, it is wrapped in another array.
func (w *jsonWriter) body(body *hclsyntax.Body, isBlock, isDynamic bool) {
	items := w.items(body, isDynamic)
	if !w.oneIn(8) || isBlock && w.oneIn(2) {
		w.object(items)
		return
	}
	open, end := "", ""
	if isBlock && !w.mistake(4) {
		open, end = "[", "]"
	}
	half := w.Intn(len(items) + 1)
	w.out.WriteString(open + "[")
	w.object(items[:half])
	w.out.WriteString(", ")
	w.object(items[half:])
	if w.mistake(8) {
		w.out.WriteString(pick(w.randomValues, ", null", ", 1", ", []", `, "x"`))
	}
	w.out.WriteString("]" + end)
}

func (w *jsonWriter) object(items []jsonItem) {
	w.out.WriteString("{")
	for i, item := range items {
		if i > 0 {
			w.out.WriteString(pick(w.randomValues, ",", ", ", ",\n"))
		}
		w.header = w.out.Len()
		w.text(item.name)
		w.out.WriteString(pick(w.randomValues, ":", ": ", " : "))
		item.write()
	}
	w.out.WriteString("}")
}

// items returns the attributes and blocks of a body. Blocks of one type are written in one property
// or in several.
func (w *jsonWriter) items(body *hclsyntax.Body, isDynamic bool) []jsonItem {
	items := []jsonItem{}
	for _, name := range sortedKeys(body.Attributes) {
		expr := body.Attributes[name].Expr
		items = append(items, jsonItem{name, func() { w.attribute(name, expr, isDynamic) }})
		if w.mistake(40) {
			items = append(items, jsonItem{name, func() { w.out.WriteString("1") }})
		}
	}
	byType := map[string][]*hclsyntax.Block{}
	for _, block := range body.Blocks {
		if w.oneIn(3) {
			items = append(items, jsonItem{block.Type, func() { w.labelled(block, block.Labels) }})
			continue
		}
		byType[block.Type] = append(byType[block.Type], block)
	}
	for _, ty := range sortedKeys(byType) {
		items = append(items, jsonItem{ty, func() { w.several(byType[ty]) }})
	}
	w.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	if w.oneIn(6) {
		items = append(items, jsonItem{"//", func() { w.out.WriteString(`"a ${comment"`) }})
	}
	if w.mistake(40) {
		items = append(items, jsonItem{pick(w.randomValues, "bl1", "bl2", "at1", "content"), w.wrong})
	}
	return items
}

func (w *jsonWriter) wrong() {
	w.out.WriteString(pick(w.randomValues, "null", "1", "true", `"x"`, "{}", "[]", "[null]", "[[]]", "[1, {}]", `{"a": null}`))
}

// several writes the blocks of one type.
func (w *jsonWriter) several(blocks []*hclsyntax.Block) {
	if len(blocks) == 1 && !w.oneIn(4) {
		w.labelled(blocks[0], blocks[0].Labels)
		return
	}
	if len(blocks[0].Labels) > 0 && w.oneIn(2) {
		w.grouped(blocks)
		return
	}
	w.out.WriteString("[")
	for i, block := range blocks {
		if i > 0 {
			w.out.WriteString(", ")
		}
		w.header = w.out.Len()
		w.labelled(block, block.Labels)
	}
	w.out.WriteString("]")
}

// grouped writes an object with a property for each block, named by the first label.
func (w *jsonWriter) grouped(blocks []*hclsyntax.Block) {
	items := []jsonItem{}
	for _, block := range blocks {
		if len(block.Labels) > 0 {
			items = append(items, jsonItem{block.Labels[0], func() { w.labelled(block, block.Labels[1:]) }})
		}
	}
	w.object(items)
}

// labelled writes a block within the nested objects of its labels.
func (w *jsonWriter) labelled(block *hclsyntax.Block, labels []string) {
	if w.mistake(60) {
		w.wrong()
		return
	}
	if len(labels) > 0 {
		open, end := "", ""
		if w.oneIn(8) {
			open, end = "[", "]"
		}
		w.out.WriteString(open)
		w.object([]jsonItem{{labels[0], func() { w.labelled(block, labels[1:]) }}})
		w.out.WriteString(end)
		return
	}
	index := len(w.blocks)
	spot := w.spots[block.TypeRange.Start.Byte]
	spot.header = strings.Join(append([]string{block.Type}, block.Labels...), " ")
	spot.start, spot.body = w.header, w.out.Len()
	w.look(spot.forEach)
	w.blocks = append(w.blocks, spot)
	w.body(block.Body, true, block.Type == "dynamic")
	w.blocks[index].end = w.out.Len()
}

// look evaluates a collection that may not have been evaluated because an outer block is invalid.
func (w *jsonWriter) look(probe *collectionProbe) {
	if probe == nil {
		return
	}
	defer func() { _ = recover() }()
	_, _ = probe.Value(&hcl.EvalContext{Variables: w.variables})
}

func (w *jsonWriter) attribute(name string, expr hclsyntax.Expression, isDynamic bool) {
	if isDynamic && name == "iterator" {
		if traversal, ok := expr.(*hclsyntax.ScopeTraversalExpr); ok {
			w.text(string(traversal.SrcRange.SliceBytes(w.native)))
			return
		}
	}
	w.expression(expr)
}

func (w *jsonWriter) expression(expr hclsyntax.Expression) {
	source := expr.Range().SliceBytes(w.native)
	switch expr := expr.(type) {
	case *hclsyntax.TupleConsExpr:
		w.out.WriteString("[")
		for i, element := range expr.Exprs {
			if i > 0 {
				w.out.WriteString(", ")
			}
			w.expression(element)
		}
		w.out.WriteString("]")
		return
	case *hclsyntax.ObjectConsExpr:
		items := []jsonItem{}
		for _, item := range expr.Items {
			key, _ := item.KeyExpr.Value(nil)
			items = append(items, jsonItem{key.AsString(), func() { w.expression(item.ValueExpr) }})
		}
		w.object(items)
		return
	case *hclsyntax.TemplateExpr:
		if text, err := strconv.Unquote(string(source)); err == nil && !w.oneIn(10) {
			w.text(text)
			return
		}
	default:
		if json.Valid(source) && !w.oneIn(10) {
			w.out.Write(source)
			return
		}
	}
	w.text("${" + string(source) + "}")
}

// text writes a string, sometimes with unnecessary escapes.
func (w *jsonWriter) text(text string) {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(w.oneIn(10))
	_ = encoder.Encode(text)
	found := strings.TrimSpace(quoted.String())
	if w.oneIn(20) {
		found = strings.ReplaceAll(found, "e", `\u0065`)
	}
	w.out.WriteString(found)
}

// randomJSONBody returns a case in JSON syntax with a stable answer. It does not depend on other
// cases.
func randomJSONBody(seed int64, index, evaluations int) generatedBody {
	random := newRandomValues(seed*casesOfSeed + int64(index))
	for {
		g, native := nextBody(random)
		if native == nil || native.Panics {
			// If the reference panics, parts of the case were not evaluated.
			continue
		}
		text, blocks := g.asJSON(native)
		decode := func() *generatedBody { return decodeGeneratedJSON(native, text, blocks, g.variables) }
		if c := decode(); isStable(c, evaluations, func() any { return decode() }) {
			return *c
		}
	}
}

// asJSON returns the body of a case in native syntax as JSON.
func (g *randomBodies) asJSON(native *generatedBody) (string, []textBlock) {
	file, diags := hclsyntax.ParseConfig([]byte(native.Body), "case", hcl.InitialPos)
	if diags.HasErrors() {
		panic(fmt.Sprintf("was read before: %s", native.Body))
	}
	w := &jsonWriter{randomBodies: g, native: []byte(native.Body), spots: map[int]textBlock{}}
	for _, block := range native.Blocks {
		w.spots[block.start] = block
	}
	return w.document(file.Body.(*hclsyntax.Body)), w.blocks
}

func decodeGeneratedJSON(native *generatedBody, text string, blocks []textBlock, variables map[string]cty.Value) *generatedBody {
	c := &generatedBody{
		Body: text, Syntax: "json", Expand: native.Expand, Spec: native.Spec,
		Variables: native.Variables, Blocks: blocks,
	}
	body, diags := parseJSON(text)
	if diags.HasErrors() {
		panic(fmt.Sprintf("no JSON: %s: %s", diags, text))
	}
	c.decode(body, variables)
	return c
}
