package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"
)

// compareConverted converts random bodies, and the files of folders, to JSON with `hcldyn convert`,
// and compares what the reference reads from both: the blocks in their order, with their labels, and
// the value of each attribute. No object of the JSON may have two properties with the same name.
func compareConverted(hcldyn string, seed int64, count int, folders []string) error {
	temporary, err := os.MkdirTemp("", "hcldyn-converted")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	c := &converted{hcldyn: hcldyn}
	g := &nativeBodies{randomExpressions{randomValues: newRandomValues(seed)}}
	for range count {
		text := g.body(3)
		path := filepath.Join(temporary, "random.hcl")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
		c.compare(path, g.variables())
	}
	for _, folder := range folders {
		if err := filepath.WalkDir(folder, c.visit); err != nil {
			return err
		}
	}
	fmt.Printf("%d same (%d attributes, %d of them without a value; %d blocks), %d invalid in native syntax, %d different\n",
		c.same, c.attributes, c.failed, c.blocks, c.invalid, c.different)
	if c.different > 0 {
		return errors.New("there are differences")
	}
	return nil
}

// converted counts the outcomes.
type converted struct {
	hcldyn                                               string
	same, invalid, different, attributes, failed, blocks int
}

func (c *converted) visit(path string, entry fs.DirEntry, err error) error {
	isNative := slices.Contains([]string{".hcl", ".tf", ".tfvars", ".t"}, filepath.Ext(path))
	if err == nil && !entry.IsDir() && isNative {
		c.compare(path, nil)
	}
	return err
}

// compare compares a file. Without variables, all names are unknown.
func (c *converted) compare(path string, variables map[string]cty.Value) {
	source, err := os.ReadFile(path)
	if err != nil {
		return
	}
	file, diags := hclsyntax.ParseConfig(source, path, hcl.InitialPos)
	if diags.HasErrors() {
		c.invalid++
		return
	}
	native := file.Body.(*hclsyntax.Body)
	ctx := &hcl.EvalContext{Variables: variables, Functions: randomFunctions}
	if variables == nil {
		ctx = &hcl.EvalContext{Variables: unknownNames(native), Functions: terraformFunctions()}
	}
	command := exec.Command(c.hcldyn, "convert", "--to", "json", path)
	var stderr strings.Builder
	command.Stderr = &stderr
	text, err := command.Output()
	if err == nil {
		err = c.read(text, native, ctx)
	} else {
		err = fmt.Errorf("%w: %s", err, stderr.String())
	}
	if err == nil {
		c.same++
		return
	}
	c.different++
	if variables != nil {
		fmt.Printf("--- %s\n%s", source, text)
	}
	fmt.Printf("%s: %v\n", path, err)
}

func (c *converted) read(text []byte, native *hclsyntax.Body, ctx *hcl.EvalContext) error {
	if err := checkNames(json.NewDecoder(bytes.NewReader(text))); err != nil {
		return err
	}
	file, diags := hcljson.Parse(text, "converted.json")
	if diags.HasErrors() {
		return diags
	}
	return c.sameItems(native, file.Body, ctx)
}

// checkNames returns an error if an object has two properties with the same name.
func checkNames(decoder *json.Decoder) error {
	type level struct {
		names  map[string]bool
		isName bool
	}
	levels := []level{{}}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		top := &levels[len(levels)-1]
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{':
				top.isName = true
				levels = append(levels, level{map[string]bool{}, true})
			case '[':
				top.isName = true
				levels = append(levels, level{})
			default:
				levels = levels[:len(levels)-1]
			}
			continue
		case string:
			if top.names != nil && top.isName {
				if top.names[token] {
					return fmt.Errorf("the property %q is repeated", token)
				}
				top.names[token], top.isName = true, false
				continue
			}
		}
		top.isName = true
	}
}

// sameItems compares the items of two bodies.
func (c *converted) sameItems(native *hclsyntax.Body, body hcl.Body, ctx *hcl.EvalContext) error {
	schema := &hcl.BodySchema{}
	for name := range native.Attributes {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name, Required: true})
	}
	labels := map[string]int{}
	for _, block := range native.Blocks {
		if _, ok := labels[block.Type]; !ok {
			names := make([]string, len(block.Labels))
			schema.Blocks = append(schema.Blocks, hcl.BlockHeaderSchema{Type: block.Type, LabelNames: names})
		}
		labels[block.Type] = len(block.Labels)
	}
	content, diags := body.Content(schema)
	if diags.HasErrors() {
		return diags
	}
	if len(native.Blocks) == 0 {
		if _, diags := body.JustAttributes(); diags.HasErrors() {
			return diags
		}
	}
	for name, attribute := range native.Attributes {
		want, wantErrors := valueOf(attribute.Expr, ctx)
		got, gotErrors := valueOf(content.Attributes[name].Expr, ctx)
		c.attributes++
		if wantErrors {
			c.failed++
		}
		if wantErrors != gotErrors || !wantErrors && !want.RawEquals(got) {
			return fmt.Errorf("%s is %#v, not %#v", name, got, want)
		}
	}
	if len(content.Blocks) != len(native.Blocks) {
		return fmt.Errorf("%d blocks, not %d", len(content.Blocks), len(native.Blocks))
	}
	for i, block := range native.Blocks {
		c.blocks++
		found := content.Blocks[i]
		if found.Type != block.Type || !slices.Equal(found.Labels, block.Labels) {
			return fmt.Errorf("%s %q, not %s %q", found.Type, found.Labels, block.Type, block.Labels)
		}
		if err := c.sameItems(block.Body, found.Body, ctx); err != nil {
			return err
		}
	}
	return nil
}

// valueOf returns the value of an expression, and true if it has errors.
func valueOf(expr hcl.Expression, ctx *hcl.EvalContext) (value cty.Value, hasErrors bool) {
	defer func() {
		if recover() != nil {
			value, hasErrors = cty.DynamicVal, true
		}
	}()
	value, diags := expr.Value(ctx)
	return value, diags.HasErrors()
}

// unknownNames returns an unknown value for each variable in a body.
func unknownNames(body *hclsyntax.Body) map[string]cty.Value {
	names := map[string]cty.Value{}
	hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		if expr, ok := node.(*hclsyntax.ScopeTraversalExpr); ok {
			names[expr.Traversal.RootName()] = cty.DynamicVal
		}
		return nil
	})
	return names
}

// nativeBodies writes bodies with blocks of several types in any order.
type nativeBodies struct{ randomExpressions }

// oddTexts are parts of strings that templates in JSON may be read wrongly from.
var oddTexts = []string{
	"x", " ", "$", "%", "{", "}", "~", `\r`, `\n`, `\r\n`, `\t`, `\"`, `\\`, `\ufeff`, `\u2028`, `\u0000`, `\u0085`, `\u007b`, "é",
	"$${", "%%{", "${x}", "${ 1 + 1 }", "${~ x ~}", `${"a"}`, `${"$"}`, `${"\r"}`, `${"\ufeff"}`, "//",
	"%{ if true }y%{ else }z%{ endif }",
}

func (g *nativeBodies) variables() scope {
	return scope{
		"x": cty.StringVal("X"), "n": cty.NumberIntVal(3), "list": cty.ListVal([]cty.Value{cty.StringVal("l")}),
		"user": cty.ObjectVal(map[string]cty.Value{"name": cty.StringVal("u"), "id": cty.NumberIntVal(7)}),
		"none": cty.NullVal(cty.String), "later": cty.UnknownVal(cty.String),
	}
}

func (g *nativeBodies) body(depth int) string {
	var made strings.Builder
	items := g.Intn(6)
	for i := range items {
		if depth == 0 || g.oneIn(3) {
			fmt.Fprintf(&made, "a%d = %s\n", i, strings.TrimSuffix(g.value(), "\n"))
			continue
		}
		made.WriteString(g.block(depth - 1))
	}
	return made.String()
}

func (g *nativeBodies) block(depth int) string {
	types := []string{"plain", "step", "named", "pair", "dynamic"}
	ty := g.Intn(len(types))
	header := types[ty]
	for range []int{0, 0, 1, 2, 1}[ty] {
		header += ` "` + pick(g.randomValues, "k", "l", "//", "$${k}", `\ufeff`, `\r`, "é", "plain", "step") + `"`
	}
	return header + " {\n" + g.body(depth) + "}\n"
}

func (g *nativeBodies) value() string {
	if g.oneIn(2) {
		return g.expression(g.variables(), anything, 1+g.Intn(3))
	}
	text := g.text()
	return pick(g.randomValues, text, "["+text+"]", "{ "+text+" = 1, k = "+text+" }", "upper("+text+")")
}

func (g *nativeBodies) text() string {
	var made strings.Builder
	for range g.Intn(6) {
		made.WriteString(pick(g.randomValues, oddTexts...))
	}
	return `"` + made.String() + `"`
}
