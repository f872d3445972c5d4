package main

import (
	"encoding/json"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

type marshalCase struct {
	Value  *node           `json:"value"`
	Type   json.RawMessage `json:"type"`
	Text   *string         `json:"json"`
	Defect bool            `json:"defect,omitempty"`
}

type unmarshalCase struct {
	Text   string          `json:"json"`
	Type   json.RawMessage `json:"type"`
	Value  *node           `json:"value"`
	Defect bool            `json:"defect,omitempty"`
}

// typeCase is an input that is read as a type, or as a value of an implied type.
type typeCase struct {
	Text   string          `json:"json"`
	Type   json.RawMessage `json:"type"`
	Defect bool            `json:"defect,omitempty"`
}

// recordJSON writes every value by every type, reads every input by every type, and reads inputs as
// types and by the types they imply.
func recordJSON() (document, error) {
	lines := map[string][]string{}
	for _, g := range readGroups("json") {
		lines[g.name] = g.lines
	}
	types, err := readTypes(lines["types"])
	if err != nil {
		return nil, err
	}
	marshal := []any{}
	for _, text := range lines["values"] {
		value, err := readValue(text)
		if err != nil {
			return nil, err
		}
		for _, ty := range types {
			marshal = append(marshal, marshalBy(value, ty))
		}
	}
	unmarshal := []any{}
	for _, text := range lines["texts"] {
		for _, ty := range types {
			unmarshal = append(unmarshal, unmarshalBy(text, ty))
		}
	}
	for _, text := range lines["broken texts"] {
		for _, ty := range []cty.Type{cty.DynamicPseudoType, cty.Number, cty.List(cty.Number), types[len(types)-1]} {
			unmarshal = append(unmarshal, unmarshalBy(text, ty))
		}
	}
	return document{
		{name: "marshal", cases: marshal},
		{name: "unmarshal", cases: unmarshal},
		{name: "types", cases: readTypesWith(ctyjson.UnmarshalType, lines["type texts"])},
		{name: "implied", cases: readTypesWith(ctyjson.ImpliedType, lines["implied texts"])},
	}, nil
}

func readTypes(texts []string) ([]cty.Type, error) {
	var types []cty.Type
	for _, text := range texts {
		ty, err := readType(text)
		if err != nil {
			return nil, err
		}
		types = append(types, ty)
	}
	return types, nil
}

func marshalBy(value cty.Value, ty cty.Type) (c marshalCase) {
	c = marshalCase{Value: describe(value), Type: describeType(ty)}
	defer noteDefect(&c.Defect)
	if text, err := ctyjson.Marshal(value, ty); err == nil {
		c.Text = new(string)
		*c.Text = string(text)
	}
	return c
}

func unmarshalBy(text string, ty cty.Type) (c unmarshalCase) {
	c = unmarshalCase{Text: text, Type: describeType(ty)}
	defer noteDefect(&c.Defect)
	if value, err := ctyjson.Unmarshal([]byte(text), ty); err == nil {
		c.Value = describe(value)
	}
	return c
}

func readTypesWith(read func([]byte) (cty.Type, error), texts []string) []any {
	recorded := []any{}
	for _, text := range texts {
		recorded = append(recorded, readTypeWith(read, text))
	}
	return recorded
}

func readTypeWith(read func([]byte) (cty.Type, error), text string) (c typeCase) {
	c = typeCase{Text: text}
	defer noteDefect(&c.Defect)
	if ty, err := read([]byte(text)); err == nil {
		c.Type = describeType(ty)
	}
	return c
}

// noteDefect, when deferred, records that the reference panics.
func noteDefect(defect *bool) {
	if recover() != nil {
		*defect = true
	}
}
