package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// node is a value in the notation of ../vectors/README.md.
type node struct {
	Kind    string          `json:"t"`
	Of      json.RawMessage `json:"of,omitempty"`
	Value   any             `json:"v,omitempty"`
	NotNull bool            `json:"not_null,omitempty"`
	Known   *known          `json:"known,omitempty"`
	Marks   []string        `json:"marks,omitempty"`
}

// describe writes a value in the notation.
func describe(v cty.Value) *node {
	bare, marks := v.Unmark()
	n := describeBare(bare)
	for mark := range marks {
		n.Marks = append(n.Marks, fmt.Sprint(mark))
	}
	sort.Strings(n.Marks)
	return n
}

func describeBare(v cty.Value) *node {
	ty := v.Type()
	switch {
	case !v.IsKnown():
		return &node{Kind: "unknown", Of: describeType(ty), NotNull: ty != cty.DynamicPseudoType && v.Range().DefinitelyNotNull()}
	case v.IsNull():
		return &node{Kind: "null", Of: describeType(ty)}
	case ty == cty.String:
		return &node{Kind: "string", Value: v.AsString()}
	case ty == cty.Number:
		return &node{Kind: "number", Value: v.AsBigFloat().Text('f', -1)}
	case ty == cty.Bool:
		return &node{Kind: "bool", Value: v.True()}
	case ty.IsListType():
		return &node{Kind: "list", Of: describeType(ty.ElementType()), Value: describeElements(v)}
	case ty.IsSetType():
		return &node{Kind: "set", Of: describeType(ty.ElementType()), Value: describeElements(v)}
	case ty.IsTupleType():
		return &node{Kind: "tuple", Value: describeElements(v)}
	case ty.IsMapType():
		return &node{Kind: "map", Of: describeType(ty.ElementType()), Value: describeEntries(v)}
	case ty.IsObjectType():
		return &node{Kind: "object", Value: describeEntries(v)}
	}
	panic(fmt.Sprintf("no notation for %#v", v))
}

func describeElements(v cty.Value) []*node {
	nodes := []*node{}
	for _, element := range v.AsValueSlice() {
		nodes = append(nodes, describe(element))
	}
	return nodes
}

func describeEntries(v cty.Value) map[string]*node {
	nodes := map[string]*node{}
	for key, element := range v.AsValueMap() {
		nodes[key] = describe(element)
	}
	return nodes
}

func describeAll(values map[string]cty.Value) map[string]*node {
	nodes := map[string]*node{}
	for name, value := range values {
		nodes[name] = describe(value)
	}
	return nodes
}

// describeType writes a type in the JSON form of cty.
func describeType(ty cty.Type) json.RawMessage {
	text, err := ctyjson.MarshalType(ty)
	if err != nil {
		panic(err)
	}
	return text
}

// place is the byte range of a diagnostic.
type place struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Stage string `json:"stage,omitempty"`
}

// places lists the ranges of the errors, sorted and without duplicates, since the reference's own
// order depends on the iteration order of Go maps.
func places(diags hcl.Diagnostics) []place {
	found := []place{}
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError {
			found = append(found, placeOf(diag))
		}
	}
	return sortedOnce(found)
}

// sortedOnce sorts places and removes duplicates.
func sortedOnce(places []place) []place {
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return slices.Compact(places)
}

func firstError(diags hcl.Diagnostics) *hcl.Diagnostic {
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError {
			return diag
		}
	}
	return nil
}

func placeOf(diag *hcl.Diagnostic) place {
	return place{Start: diag.Subject.Start.Byte, End: diag.Subject.End.Byte}
}

// document is one vector file: sections of single fields, and sections of cases with one case on
// each line.
type document []section

type section struct {
	name  string
	field any
	cases []any
}

func (d document) count() int {
	total := 0
	for _, s := range d {
		total += len(s.cases)
	}
	return total
}

func (d document) encode() ([]byte, error) {
	var out bytes.Buffer
	for i, s := range d {
		lead := ",\n"
		if i == 0 {
			lead = "{\n"
		}
		fmt.Fprintf(&out, "%s%q: ", lead, s.name)
		if err := s.encode(&out); err != nil {
			return nil, err
		}
	}
	out.WriteString("\n}\n")
	return out.Bytes(), nil
}

func (s section) encode(out *bytes.Buffer) error {
	if s.cases == nil {
		return encodeLine(out, s.field)
	}
	for i, c := range s.cases {
		lead := ",\n"
		if i == 0 {
			lead = "[\n"
		}
		out.WriteString(lead)
		if err := encodeLine(out, c); err != nil {
			return err
		}
	}
	out.WriteString("\n]")
	return nil
}

func encodeLine(out *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	out.Truncate(out.Len() - 1)
	return nil
}
