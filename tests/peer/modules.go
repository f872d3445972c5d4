package main

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// compareModules expands the `dynamic` blocks of Terraform modules with `hcldyn expand` and with
// the reference, and compares the results.
//
// The variables of a module are generated from their declared types, or for type any from the
// attributes that the module reads. They are generated once minimal, and once for each seed with
// two or three elements in each collection. Each block that contains dynamic blocks is a case. Both
// programs read the same variables, locals and `each` from one file. Everything else (resources,
// data, failed locals) is unknown when the two sources are decoded.
func compareModules(hcldyn string, seeds int, folders []string) error {
	failed := false
	for _, folder := range folders {
		module, err := readModule(folder)
		if err != nil {
			return err
		}
		for seed := -1; seed < seeds; seed++ {
			name := "minimal"
			if seed >= 0 {
				name = fmt.Sprintf("rich %d", seed)
			}
			counts, err := module.compare(hcldyn, seed)
			if err != nil {
				return err
			}
			fmt.Printf("%s, %s: %s\n", filepath.Base(folder), name, counts)
			failed = failed || counts.different+counts.oursOnly > 0
		}
	}
	if failed {
		return fmt.Errorf("there are differences")
	}
	return nil
}

// moduleCounts counts dynamic blocks, including nested ones, by the outcome of their case.
type moduleCounts struct {
	same, bothFail, oursOnly, referenceOnly, different int
	// Of the equal ones: the number of dynamic blocks that remain, and of blocks that the others
	// generate.
	kept, generated int
}

func (c moduleCounts) String() string {
	return fmt.Sprintf("%d same (%d of them kept as written; %d blocks compared), %d both error, %d error of hcldyn only, "+
		"%d error of the reference only, %d different",
		c.same, c.kept, c.generated, c.bothFail, c.oursOnly, c.referenceOnly, c.different)
}

type tfModule struct {
	sources   map[string][]byte
	bodies    map[string]*hclsyntax.Body
	variables map[string]*hclsyntax.Body
	locals    map[string]hclsyntax.Expression
	shapes    map[string]*shape
}

func readModule(folder string) (*tfModule, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.tf"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no .tf files in %s", folder)
	}
	m := &tfModule{map[string][]byte{}, map[string]*hclsyntax.Body{}, map[string]*hclsyntax.Body{},
		map[string]hclsyntax.Expression{}, map[string]*shape{}}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		parsed, diags := hclsyntax.ParseConfig(source, file, hcl.InitialPos)
		if diags.HasErrors() {
			return nil, diags
		}
		body := parsed.Body.(*hclsyntax.Body)
		m.sources[file], m.bodies[file] = source, body
		for _, block := range body.Blocks {
			switch block.Type {
			case "variable":
				m.variables[block.Labels[0]] = block.Body
			case "locals":
				for name, attr := range block.Body.Attributes {
					m.locals[name] = attr.Expr
				}
			}
		}
	}
	for _, body := range m.bodies {
		m.infer(body, map[string][]*shape{})
	}
	return m, nil
}

// shape describes the parts of a value of type any that a module reads.
type shape struct {
	attrs  map[string]*shape
	isList bool
	// isRequired is true if the part is read outside of try and can.
	isRequired bool
}

func (s *shape) attr(name string) *shape {
	if s.attrs == nil {
		s.attrs = map[string]*shape{}
	}
	if s.attrs[name] == nil {
		s.attrs[name] = &shape{}
	}
	return s.attrs[name]
}

// infer finds the shapes of variables in the expressions of a body. The scope maps iterators to
// shapes.
func (m *tfModule) infer(body *hclsyntax.Body, scope map[string][]*shape) {
	for _, attr := range body.Attributes {
		m.shapesIn(attr.Expr, scope, 0)
	}
	for _, block := range body.Blocks {
		inner := scope
		if block.Type == "dynamic" {
			if forEach := block.Body.Attributes["for_each"]; forEach != nil {
				inner = map[string][]*shape{}
				for name, shapes := range scope {
					inner[name] = shapes
				}
				iterator := block.Labels[0]
				if attr := block.Body.Attributes["iterator"]; attr != nil {
					iterator = hcl.ExprAsKeyword(attr.Expr)
				}
				inner[iterator] = m.elements(forEach.Expr, scope, true, 0)
			}
		}
		m.infer(block.Body, inner)
	}
}

// elements returns the shapes of the elements of a collection.
func (m *tfModule) elements(expr hclsyntax.Expression, scope map[string][]*shape, isCollection bool, depth int) []*shape {
	var found []*shape
	switch expr := expr.(type) {
	case *hclsyntax.FunctionCallExpr:
		for _, arg := range expr.Args {
			found = append(found, m.elements(arg, scope, true, depth)...)
		}
		if expr.Name == "flatten" {
			for _, shape := range found {
				shape.isList = true
			}
		}
	case *hclsyntax.TupleConsExpr:
		for _, part := range expr.Exprs {
			found = append(found, m.elements(part, scope, false, depth)...)
		}
	case *hclsyntax.ParenthesesExpr:
		return m.elements(expr.Expression, scope, isCollection, depth)
	case *hclsyntax.ConditionalExpr:
		found = append(m.elements(expr.TrueResult, scope, isCollection, depth),
			m.elements(expr.FalseResult, scope, isCollection, depth)...)
	case *hclsyntax.ForExpr:
		return m.elements(expr.CollExpr, scope, isCollection, depth)
	default:
		found = m.shapesIn(expr, scope, depth)
		for _, shape := range found {
			shape.isList = shape.isList || isCollection
		}
	}
	return found
}

// shapesIn returns the shapes of the references in an expression.
func (m *tfModule) shapesIn(expr hclsyntax.Expression, scope map[string][]*shape, depth int) []*shape {
	var found []*shape
	caught := caughtIn(expr)
	for _, traversal := range expr.Variables() {
		steps := []string{}
		for _, step := range traversal[1:] {
			switch step := step.(type) {
			case hcl.TraverseAttr:
				steps = append(steps, step.Name)
			case hcl.TraverseIndex:
				if step.Key.Type() == cty.String {
					steps = append(steps, step.Key.AsString())
				}
			}
		}
		if len(steps) == 0 {
			continue
		}
		var shapes []*shape
		root := traversal.RootName()
		switch {
		case root == "var":
			if m.shapes[steps[0]] == nil {
				m.shapes[steps[0]] = &shape{}
			}
			shapes = []*shape{m.shapes[steps[0]]}
		case root == "local" && depth < 4 && m.locals[steps[0]] != nil:
			shapes = m.shapesIn(m.locals[steps[0]], map[string][]*shape{}, depth+1)
		case steps[0] == "value":
			shapes = scope[root]
		}
		for _, shape := range shapes {
			for _, step := range steps[1:] {
				shape = shape.attr(step)
				shape.isRequired = shape.isRequired || !caught[traversal.SourceRange()]
			}
			found = append(found, shape)
		}
	}
	return found
}

// caughtIn returns the ranges of the references in arguments of try and can.
func caughtIn(expr hclsyntax.Expression) map[hcl.Range]bool {
	caught := map[hcl.Range]bool{}
	hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		if call, ok := node.(*hclsyntax.FunctionCallExpr); ok && (call.Name == "try" || call.Name == "can") {
			for _, arg := range call.Args {
				for _, traversal := range arg.Variables() {
					caught[traversal.SourceRange()] = true
				}
			}
		}
		return nil
	})
	return caught
}

// valueGenerator makes values. Without a source of randomness, they are minimal.
type valueGenerator struct{ random *rand.Rand }

func (g valueGenerator) isRich() bool { return g.random != nil }

func (g valueGenerator) count() int { return 2 + g.random.Intn(2) }

func (g valueGenerator) ofType(ty cty.Type) cty.Value {
	switch {
	case !g.isRich() && (ty.IsListType() || ty.IsTupleType()):
		return cty.EmptyTupleVal
	case !g.isRich() && ty.IsSetType():
		return cty.EmptyTupleVal
	case !g.isRich() && ty.IsMapType():
		return cty.EmptyObjectVal
	case ty == cty.String && g.isRich():
		return cty.StringVal([]string{"a-1", "b/2/c", "Enabled", "x y"}[g.random.Intn(4)])
	case ty == cty.String:
		return cty.StringVal("")
	case ty == cty.Number && g.isRich():
		return cty.NumberIntVal(int64(1 + g.random.Intn(90)))
	case ty == cty.Number:
		return cty.Zero
	case ty == cty.Bool:
		return cty.BoolVal(g.isRich() && g.random.Intn(4) > 0)
	case ty.IsListType() || ty.IsSetType():
		elements := make([]cty.Value, g.count())
		for i := range elements {
			elements[i] = g.ofType(ty.ElementType())
		}
		return cty.TupleVal(elements)
	case ty.IsMapType():
		elements := map[string]cty.Value{}
		for i := range g.count() {
			elements[fmt.Sprintf("key-%d", i)] = g.ofType(ty.ElementType())
		}
		return cty.ObjectVal(elements)
	case ty.IsObjectType():
		attrs := map[string]cty.Value{}
		for _, name := range sortedKeys(ty.AttributeTypes()) {
			if ty.AttributeOptional(name) && (!g.isRich() || g.random.Intn(5) == 0) {
				continue
			}
			attrs[name] = g.ofType(ty.AttributeType(name))
		}
		return cty.ObjectVal(attrs)
	case g.isRich():
		return cty.StringVal("any")
	}
	return cty.NullVal(cty.DynamicPseudoType)
}

func (g valueGenerator) ofShape(s *shape) cty.Value {
	one := func() cty.Value {
		if len(s.attrs) == 0 {
			return g.ofType([]cty.Type{cty.String, cty.String, cty.Number, cty.Bool}[g.random.Intn(4)])
		}
		attrs := map[string]cty.Value{}
		for _, name := range sortedKeys(s.attrs) {
			if s.attrs[name].isRequired || g.random.Intn(6) > 0 {
				attrs[name] = g.ofShape(s.attrs[name])
			}
		}
		return cty.ObjectVal(attrs)
	}
	if !s.isList || len(s.attrs) > 0 && g.random.Intn(6) == 0 {
		return one()
	}
	elements := make([]cty.Value, g.count())
	for i := range elements {
		elements[i] = one()
	}
	return cty.TupleVal(elements)
}

func (m *tfModule) variable(name string, g valueGenerator) cty.Value {
	body := m.variables[name]
	ty, defaults := cty.DynamicPseudoType, (*typeexpr.Defaults)(nil)
	if attr := body.Attributes["type"]; attr != nil {
		ty, defaults, _ = typeexpr.TypeConstraintWithDefaults(attr.Expr)
	}
	var value cty.Value
	if attr := body.Attributes["default"]; attr != nil && !g.isRich() {
		value, _ = attr.Expr.Value(nil)
	} else if shape := m.shapes[name]; ty == cty.DynamicPseudoType && g.isRich() && shape != nil {
		value = g.ofShape(shape)
	} else {
		value = g.ofType(ty)
	}
	if defaults != nil && !value.IsNull() {
		value = defaults.Apply(value)
	}
	if converted, err := convert.Convert(value, ty); err == nil {
		value = converted
	}
	return value
}

func (m *tfModule) compare(hcldyn string, seed int) (moduleCounts, error) {
	var counts moduleCounts
	g := valueGenerator{}
	if seed >= 0 {
		g.random = rand.New(rand.NewSource(int64(seed)))
	}
	functions := terraformFunctions()
	variables := map[string]cty.Value{}
	for _, name := range sortedKeys(m.variables) {
		variables[name] = m.variable(name, g)
	}
	locals := m.evaluateLocals(variables, functions)
	folder, err := os.MkdirTemp("", "hcldyn-modules")
	if err != nil {
		return counts, err
	}
	defer os.RemoveAll(folder)
	for _, file := range sortedKeys(m.bodies) {
		for _, block := range m.bodies[file].Blocks {
			if countDynamics(block.Body) == 0 {
				continue
			}
			given := map[string]cty.Value{
				"var": cty.ObjectVal(variables), "local": cty.ObjectVal(locals),
				"count": cty.ObjectVal(map[string]cty.Value{"index": cty.Zero}),
			}
			c := &moduleCase{m: m, hcldyn: hcldyn, folder: folder, functions: functions, given: given}
			c.all = c.withUnknowns(block.Body)
			if each, ok := c.each(block.Body); ok {
				given["each"], c.all["each"] = each, each
			}
			source := m.sources[file]
			if err := c.run(source, block, &counts, true); err != nil {
				return counts, err
			}
		}
	}
	return counts, nil
}

// evaluateLocals returns the locals that can be evaluated.
func (m *tfModule) evaluateLocals(variables map[string]cty.Value, functions map[string]function.Function) map[string]cty.Value {
	locals := map[string]cty.Value{}
	for progress := true; progress; {
		progress = false
		ctx := &hcl.EvalContext{Functions: functions, Variables: map[string]cty.Value{
			"var": cty.ObjectVal(variables), "local": cty.ObjectVal(locals)}}
		for _, name := range sortedKeys(m.locals) {
			if _, done := locals[name]; done || !isGiven(m.locals[name], ctx) {
				continue
			}
			value, diags := m.locals[name].Value(ctx)
			if !diags.HasErrors() && value.IsWhollyKnown() {
				locals[name], progress = value, true
			}
		}
	}
	return locals
}

// isGiven returns true if all variables of an expression have values.
func isGiven(expr hclsyntax.Expression, ctx *hcl.EvalContext) bool {
	for _, traversal := range expr.Variables() {
		object, ok := ctx.Variables[traversal.RootName()]
		if !ok {
			return false
		}
		if len(traversal) > 1 {
			if attr, ok := traversal[1].(hcl.TraverseAttr); ok && !object.Type().HasAttribute(attr.Name) {
				return false
			}
		}
	}
	return true
}

// moduleCase is a block that contains dynamic blocks.
type moduleCase struct {
	m         *tfModule
	hcldyn    string
	folder    string
	functions map[string]function.Function
	// given is known to both programs; all also has the other references of the block, as unknown
	// values.
	given, all map[string]cty.Value
}

func (c *moduleCase) withUnknowns(body *hclsyntax.Body) map[string]cty.Value {
	all := map[string]cty.Value{}
	for name, value := range c.given {
		all[name] = value
	}
	locals := map[string]cty.Value{}
	for name := range c.m.locals {
		locals[name] = cty.DynamicVal
		if known := c.given["local"]; known.Type().HasAttribute(name) {
			locals[name] = known.GetAttr(name)
		}
	}
	all["local"] = cty.ObjectVal(locals)
	hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		if expr, ok := node.(*hclsyntax.ScopeTraversalExpr); ok {
			if root := expr.Traversal.RootName(); all[root] == cty.NilVal {
				all[root] = cty.DynamicVal
			}
		}
		return nil
	})
	// Iterators and the names bound by `for` shadow these.
	return all
}

// each returns the first element of the block's own for_each.
func (c *moduleCase) each(body *hclsyntax.Body) (cty.Value, bool) {
	attr := body.Attributes["for_each"]
	if attr == nil {
		return cty.NilVal, false
	}
	collection, diags := attr.Expr.Value(&hcl.EvalContext{Functions: c.functions, Variables: c.all})
	if diags.HasErrors() || !collection.IsWhollyKnown() || collection.IsNull() || !collection.CanIterateElements() {
		return cty.NilVal, false
	}
	for it := collection.ElementIterator(); it.Next(); {
		key, value := it.Element()
		if collection.Type().IsSetType() {
			key = value
		}
		return cty.ObjectVal(map[string]cty.Value{"key": key, "value": value}), true
	}
	return cty.NilVal, false
}

// run compares a block. If the results differ, it compares each of the outermost dynamic blocks in
// it.
func (c *moduleCase) run(source []byte, block *hclsyntax.Block, counts *moduleCounts, isWhole bool) error {
	text := append([]byte{}, source[block.TypeRange.Start.Byte:block.CloseBraceRange.End.Byte]...)
	text = append(text, '\n')
	vars, err := c.write()
	if err != nil {
		return err
	}
	file := filepath.Join(c.folder, "main.tf")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	dynamics := countDynamics(&hclsyntax.Body{Blocks: hclsyntax.Blocks{block}})
	command := exec.Command(c.hcldyn, "expand", "--vars", vars, file)
	var complaint strings.Builder
	command.Stderr = &complaint
	expanded, commandErr := command.Output()
	original, reference := c.decode(text, text, expanded)
	ours, oursDiags := c.decode(expanded, text, expanded)
	referenceFails, oursFails := reference.HasErrors(), commandErr != nil || oursDiags.HasErrors()
	isSame := !referenceFails && !oursFails && original == ours
	if isWhole && !isSame {
		return c.outermost(source, block.Body, counts)
	}
	switch {
	case referenceFails && oursFails:
		counts.bothFail += dynamics
	case oursFails:
		counts.oursOnly += dynamics
		fmt.Printf("hcldyn only: %s\n%s%s\n", block.TypeRange, complaint.String(), oursDiags.Error())
	case referenceFails:
		counts.referenceOnly += dynamics
		fmt.Printf("reference only: %s\n%s\n", block.TypeRange, reference.Error())
	case !isSame:
		counts.different += dynamics
		fmt.Printf("different: %s\n--- reference\n%s--- hcldyn\n%s\n", block.TypeRange, original, ours)
	default:
		counts.same += dynamics
		counts.generated += strings.Count(ours, " {\n")
		parsed, _ := hclsyntax.ParseConfig(expanded, "expanded", hcl.InitialPos)
		counts.kept += min(countDynamics(parsed.Body.(*hclsyntax.Body)), dynamics)
	}
	return nil
}

func (c *moduleCase) outermost(source []byte, body *hclsyntax.Body, counts *moduleCounts) error {
	for _, block := range body.Blocks {
		if block.Type != "dynamic" {
			if err := c.outermost(source, block.Body, counts); err != nil {
				return err
			}
		} else if err := c.run(source, block, counts, false); err != nil {
			return err
		}
	}
	return nil
}

// write writes the given variables to a file for both programs, and evaluates it with the
// reference.
func (c *moduleCase) write() (string, error) {
	var text strings.Builder
	ctx := &hcl.EvalContext{Functions: map[string]function.Function{"convert": typeexpr.ConvertFunc}}
	for _, name := range sortedKeys(c.given) {
		fmt.Fprintf(&text, "%s = {\n", name)
		object, read := c.given[name], map[string]cty.Value{}
		for attr := range object.Type().AttributeTypes() {
			literal := string(hclwrite.TokensForValue(object.GetAttr(attr)).Bytes())
			typed := fmt.Sprintf("convert(%s, %s)", literal, typeexpr.TypeString(object.GetAttr(attr).Type()))
			for _, form := range []string{typed, literal} {
				expr, diags := hclsyntax.ParseExpression([]byte(form), "vars", hcl.InitialPos)
				if diags.HasErrors() {
					continue
				}
				value, diags := expr.Value(ctx)
				if !diags.HasErrors() {
					read[attr] = value
					fmt.Fprintf(&text, "%s = %s\n", attr, form)
					break
				}
			}
			if read[attr] == cty.NilVal {
				return "", fmt.Errorf("%s.%s cannot be written", name, attr)
			}
		}
		for attr, value := range read {
			if name != "local" && name != "var" {
				continue
			}
			whole := c.all[name].AsValueMap()
			whole[attr] = value
			c.all[name] = cty.ObjectVal(whole)
		}
		if name != "local" && name != "var" {
			c.all[name] = cty.ObjectVal(read)
		}
		text.WriteString("}\n")
	}
	file := filepath.Join(c.folder, "vars.hcl")
	return file, os.WriteFile(file, []byte(text.String()), 0o600)
}

// decode expands a source with the reference and returns its content in order. The schema covers
// both sources.
func (c *moduleCase) decode(text, one, other []byte) (string, hcl.Diagnostics) {
	file, diags := hclsyntax.ParseConfig(text, "text", hcl.InitialPos)
	if diags.HasErrors() {
		return "", diags
	}
	form := &bodyForm{}
	for _, text := range [][]byte{one, other} {
		if file, _ := hclsyntax.ParseConfig(text, "text", hcl.InitialPos); file != nil {
			form.add(file.Body.(*hclsyntax.Body))
		}
	}
	ctx := &hcl.EvalContext{Functions: c.functions, Variables: c.all}
	var shown strings.Builder
	diags = form.show(dynblock.Expand(file.Body, ctx), ctx, "", &shown)
	return shown.String(), diags
}

// bodyForm contains the names of all attributes and blocks that a body may have.
type bodyForm struct {
	attrs  map[string]bool
	blocks map[string]*bodyForm
	labels map[string]int
}

func (f *bodyForm) add(body *hclsyntax.Body) {
	if f.attrs == nil {
		f.attrs, f.blocks, f.labels = map[string]bool{}, map[string]*bodyForm{}, map[string]int{}
	}
	for name := range body.Attributes {
		f.attrs[name] = true
	}
	for _, block := range body.Blocks {
		ty, labels, inner := block.Type, len(block.Labels), block.Body
		if ty == "dynamic" {
			ty, labels = block.Labels[0], 0
			if attr := block.Body.Attributes["labels"]; attr != nil {
				if tuple, ok := attr.Expr.(*hclsyntax.TupleConsExpr); ok {
					labels = len(tuple.Exprs)
				}
			}
			for _, content := range block.Body.Blocks {
				if content.Type == "content" {
					inner = content.Body
				}
			}
		}
		if f.blocks[ty] == nil {
			f.blocks[ty] = &bodyForm{}
		}
		f.labels[ty] = labels
		f.blocks[ty].add(inner)
	}
}

func (f *bodyForm) show(body hcl.Body, ctx *hcl.EvalContext, indent string, shown *strings.Builder) hcl.Diagnostics {
	schema := &hcl.BodySchema{}
	for _, name := range sortedKeys(f.attrs) {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: name})
	}
	for _, ty := range sortedKeys(f.blocks) {
		header := hcl.BlockHeaderSchema{Type: ty}
		for i := range f.labels[ty] {
			header.LabelNames = append(header.LabelNames, fmt.Sprint(i))
		}
		schema.Blocks = append(schema.Blocks, header)
	}
	content, diags := body.Content(schema)
	for _, name := range sortedKeys(content.Attributes) {
		value, valueDiags := content.Attributes[name].Expr.Value(ctx)
		diags = append(diags, valueDiags...)
		fmt.Fprintf(shown, "%s%s = %s\n", indent, name, plain(value))
	}
	for _, block := range content.Blocks {
		fmt.Fprintf(shown, "%s%s %q {\n", indent, block.Type, block.Labels)
		diags = append(diags, f.blocks[block.Type].show(block.Body, ctx, indent+"  ", shown)...)
	}
	return diags
}

// plain formats a value as `expand` can write it: collections are tuples and objects, and null has
// no type.
func plain(value cty.Value) string {
	switch {
	case !value.IsKnown():
		return "unknown"
	case value.IsNull():
		return "null"
	case value.Type() == cty.String:
		return fmt.Sprintf("%q", value.AsString())
	case value.Type() == cty.Number:
		return value.AsBigFloat().Text('g', -1)
	case value.Type() == cty.Bool:
		return fmt.Sprint(value.True())
	}
	var parts []string
	for it := value.ElementIterator(); it.Next(); {
		key, element := it.Element()
		part := plain(element)
		if value.Type().IsMapType() || value.Type().IsObjectType() {
			part = fmt.Sprintf("%q = %s", key.AsString(), part)
		}
		parts = append(parts, part)
	}
	if value.Type().IsMapType() || value.Type().IsObjectType() {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func countDynamics(body *hclsyntax.Body) int {
	count := 0
	for _, block := range body.Blocks {
		if block.Type == "dynamic" {
			count++
		}
		count += countDynamics(block.Body)
	}
	return count
}

// terraformFunctions returns the functions that modules use. Functions that differ between go-cty
// and Terraform are replaced by small placeholders.
func terraformFunctions() map[string]function.Function {
	text := func(name string, call func(string) string) function.Function {
		return function.New(&function.Spec{
			Params: []function.Parameter{{Name: name, Type: cty.String}},
			Type:   function.StaticReturnType(cty.String),
			Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
				return cty.StringVal(call(args[0].AsString())), nil
			},
		})
	}
	every := func(wanted bool) function.Function {
		return function.New(&function.Spec{
			Params: []function.Parameter{{Name: "list", Type: cty.List(cty.Bool)}},
			Type:   function.StaticReturnType(cty.Bool),
			Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
				for it := args[0].ElementIterator(); it.Next(); {
					_, element := it.Element()
					if element.IsNull() || element.True() != wanted {
						if wanted || !element.IsNull() {
							return cty.BoolVal(!wanted), nil
						}
					}
				}
				return cty.BoolVal(wanted), nil
			},
		})
	}
	return map[string]function.Function{
		"abs": stdlib.AbsoluteFunc, "alltrue": every(true), "anytrue": every(false), "can": tryfunc.CanFunc,
		"ceil": stdlib.CeilFunc, "chunklist": stdlib.ChunklistFunc, "coalesce": terraformCoalesce,
		"coalescelist": stdlib.CoalesceListFunc, "compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc,
		"contains": stdlib.ContainsFunc, "distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc,
		"flatten": stdlib.FlattenFunc, "floor": stdlib.FloorFunc, "format": stdlib.FormatFunc,
		"formatlist": stdlib.FormatListFunc, "join": stdlib.JoinFunc, "jsondecode": stdlib.JSONDecodeFunc,
		"jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc, "length": terraformLength,
		"lookup": terraformLookup, "lower": stdlib.LowerFunc, "max": stdlib.MaxFunc, "merge": stdlib.MergeFunc,
		"md5": text("str", func(s string) string { sum := md5.Sum([]byte(s)); return hex.EncodeToString(sum[:]) }),
		"min": stdlib.MinFunc, "nonsensitive": identity, "range": stdlib.RangeFunc, "regex": stdlib.RegexFunc,
		"regexall": stdlib.RegexAllFunc, "replace": stdlib.ReplaceFunc, "reverse": stdlib.ReverseListFunc,
		"setproduct": stdlib.SetProductFunc, "setunion": stdlib.SetUnionFunc, "slice": stdlib.SliceFunc,
		"sort": stdlib.SortFunc, "split": stdlib.SplitFunc, "substr": stdlib.SubstrFunc, "title": stdlib.TitleFunc,
		"tobool": stdlib.MakeToFunc(cty.Bool), "tolist": stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
		"tomap": stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)), "tonumber": stdlib.MakeToFunc(cty.Number),
		"toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)), "tostring": stdlib.MakeToFunc(cty.String),
		"trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc, "trimspace": stdlib.TrimSpaceFunc,
		"trimsuffix": stdlib.TrimSuffixFunc, "try": tryfunc.TryFunc, "upper": stdlib.UpperFunc,
		"values": stdlib.ValuesFunc, "zipmap": stdlib.ZipmapFunc,
	}
}

var identity = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType, AllowNull: true, AllowUnknown: true,
		AllowDynamicType: true}},
	Type: func(args []cty.Value) (cty.Type, error) { return args[0].Type(), nil },
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return args[0], nil },
})

// terraformLength also accepts strings.
var terraformLength = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "value", Type: cty.DynamicPseudoType, AllowDynamicType: true}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		if args[0].Type() == cty.String {
			return stdlib.Strlen(args[0])
		}
		return stdlib.Length(args[0])
	},
})

// terraformLookup accepts null as the default.
var terraformLookup = function.New(&function.Spec{
	Params: []function.Parameter{
		{Name: "map", Type: cty.DynamicPseudoType},
		{Name: "key", Type: cty.String},
	},
	VarParam: &function.Parameter{Name: "default", Type: cty.DynamicPseudoType, AllowNull: true, AllowDynamicType: true},
	Type: func(args []cty.Value) (cty.Type, error) {
		if value, err := lookup(args); err == nil {
			return value.Type(), nil
		} else {
			return cty.DynamicPseudoType, err
		}
	},
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return lookup(args) },
})

func lookup(args []cty.Value) (cty.Value, error) {
	if !args[0].IsWhollyKnown() || !args[1].IsKnown() {
		return cty.DynamicVal, nil
	}
	ty := args[0].Type()
	if !ty.IsObjectType() && !ty.IsMapType() {
		return cty.NilVal, fmt.Errorf("lookup takes a map")
	}
	if value, ok := args[0].AsValueMap()[args[1].AsString()]; ok {
		return value, nil
	}
	if len(args) < 3 {
		return cty.NilVal, fmt.Errorf("no element of the key %q", args[1].AsString())
	}
	if ty.IsMapType() {
		return convert.Convert(args[2], ty.ElementType())
	}
	return args[2], nil
}

// terraformCoalesce skips empty strings.
var terraformCoalesce = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "values", Type: cty.DynamicPseudoType, AllowNull: true, AllowUnknown: true,
		AllowDynamicType: true},
	Type: func(args []cty.Value) (cty.Type, error) {
		types := make([]cty.Type, len(args))
		for i, arg := range args {
			types[i] = arg.Type()
		}
		ty, _ := convert.UnifyUnsafe(types)
		if ty == cty.NilType {
			return cty.NilType, fmt.Errorf("all values must have one type")
		}
		return ty, nil
	},
	Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
		for _, arg := range args {
			value, err := convert.Convert(arg, ty)
			if err != nil {
				return cty.NilVal, err
			}
			if !value.IsKnown() {
				return cty.UnknownVal(ty), nil
			}
			if !value.IsNull() && !(ty == cty.String && value.AsString() == "") {
				return value, nil
			}
		}
		return cty.NilVal, fmt.Errorf("no value that is not null")
	},
})
