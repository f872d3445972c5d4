package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// wireForm is a form of values that both sides read and write.
type wireForm struct {
	text      func(writtenCase) ([]byte, error)
	describe  func(cty.Value) any
	marshal   func(cty.Value, cty.Type) ([]byte, error)
	unmarshal func([]byte, cty.Type) (cty.Value, error)
}

var jsonForm = wireForm{
	text:      func(c writtenCase) ([]byte, error) { return []byte(c.Text), nil },
	describe:  func(value cty.Value) any { return describe(value) },
	marshal:   ctyjson.Marshal,
	unmarshal: ctyjson.Unmarshal,
}

var msgpackForm = wireForm{
	text:      func(c writtenCase) ([]byte, error) { return hex.DecodeString(c.Bytes) },
	describe:  func(value cty.Value) any { return describeFully(value) },
	marshal:   msgpack.Marshal,
	unmarshal: msgpack.Unmarshal,
}

// writtenCase is a value that the Rust side wrote, as text or as bytes in hexadecimal digits.
type writtenCase struct {
	Value any             `json:"value"`
	Type  json.RawMessage `json:"type"`
	Text  string          `json:"json"`
	Bytes string          `json:"bytes"`
}

// check reads a file that the Rust side wrote, and reports how often the reference reads another
// value or writes something else.
func (f wireForm) check(text []byte) error {
	var written []writtenCase
	if err := json.Unmarshal(text, &written); err != nil {
		return err
	}
	otherOrder := 0
	for i, c := range written {
		same, err := f.checkCase(c)
		if err != nil {
			return fmt.Errorf("case %d, %s%s as %s: %w", i, c.Text, c.Bytes, c.Type, err)
		}
		if !same {
			otherOrder++
		}
	}
	fmt.Printf("%d values are the same, %d of them with a set in another order\n", len(written), otherOrder)
	return nil
}

// checkCase returns true if the reference writes exactly the same; only the order of a set may
// differ.
func (f wireForm) checkCase(c writtenCase) (bool, error) {
	ty, err := ctyjson.UnmarshalType(c.Type)
	if err != nil {
		return false, err
	}
	written, err := f.text(c)
	if err != nil {
		return false, err
	}
	value, err := f.unmarshal(written, ty)
	if err != nil {
		return false, err
	}
	found, err := canonical(f.describe(value))
	if err != nil {
		return false, err
	}
	expected, err := canonical(c.Value)
	if err != nil {
		return false, err
	}
	if found != expected {
		return false, fmt.Errorf("read as %s instead of %s", found, expected)
	}
	again, err := f.marshal(value, ty)
	if err != nil {
		return false, err
	}
	if bytes.Equal(again, written) {
		return true, nil
	}
	if !hasCompoundSet(value.Type()) {
		return false, fmt.Errorf("the reference writes %q", again)
	}
	return false, nil
}

// hasCompoundSet returns true if a type contains a set that is ordered by hashes.
func hasCompoundSet(ty cty.Type) bool {
	switch {
	case ty.IsSetType():
		return !ty.ElementType().IsPrimitiveType()
	case ty.IsCollectionType():
		return hasCompoundSet(ty.ElementType())
	case ty.IsTupleType():
		return slices.ContainsFunc(ty.TupleElementTypes(), hasCompoundSet)
	case ty.IsObjectType():
		return slices.ContainsFunc(slices.Collect(maps.Values(ty.AttributeTypes())), hasCompoundSet)
	}
	return false
}

// canonical writes a value in the notation with all sets in one order.
func canonical(value any) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return "", err
	}
	sortSets(plain)
	text, err = json.Marshal(plain)
	return string(text), err
}

func sortSets(value any) {
	switch value := value.(type) {
	case []any:
		for _, part := range value {
			sortSets(part)
		}
	case map[string]any:
		for _, part := range value {
			sortSets(part)
		}
		if elements, ok := value["v"].([]any); ok && value["t"] == "set" {
			slices.SortFunc(elements, func(a, b any) int { return strings.Compare(mustEncode(a), mustEncode(b)) })
		}
	}
}

func mustEncode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
