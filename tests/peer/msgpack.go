package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"
)

type msgpackWritten struct {
	Value *node           `json:"value"`
	Type  json.RawMessage `json:"type"`
	Bytes *string         `json:"bytes"`
}

type msgpackRead struct {
	Bytes  string          `json:"bytes"`
	Type   json.RawMessage `json:"type"`
	Value  *node           `json:"value"`
	Defect bool            `json:"defect,omitempty"`
}

type msgpackImplied struct {
	Bytes  string          `json:"bytes"`
	Type   json.RawMessage `json:"type"`
	Defect bool            `json:"defect,omitempty"`
}

// recordMsgpack writes every value, reads the results and the listed bytes, and finds the types
// they imply.
func recordMsgpack() (document, error) {
	lines := map[string][]string{}
	for _, g := range readGroups("msgpack") {
		lines[g.name] = append(lines[g.name], g.lines...)
	}
	m := msgpackRecorder{seen: map[string]bool{}}
	for _, record := range []func() error{
		func() error { return m.values(lines["values"], lines["read as"]) },
		func() error { return m.pairs(lines["write"]) },
		func() error { return m.bytes(lines["read"]) },
		func() error { return m.types(lines["implied"]) },
	} {
		if err := record(); err != nil {
			return nil, err
		}
	}
	return document{
		{name: "write", cases: m.written},
		{name: "read", cases: m.read},
		{name: "implied", cases: m.implied},
	}, nil
}

// msgpackRecorder collects cases without duplicates.
type msgpackRecorder struct {
	written, read, implied []any
	seen                   map[string]bool
}

func (m *msgpackRecorder) values(values, readAs []string) error {
	for _, text := range values {
		value, err := readRefinedValue(text)
		if err != nil {
			return err
		}
		for _, ty := range []cty.Type{value.Type(), cty.DynamicPseudoType} {
			if written := m.write(value, ty); written != nil {
				m.readBack(written, ty)
			}
		}
		written := m.write(value, value.Type())
		for _, target := range readAs {
			ty, err := readTypeConstraint(target)
			if err != nil {
				return err
			}
			m.readBack(written, ty)
		}
		m.imply(written)
	}
	return nil
}

func (m *msgpackRecorder) pairs(lines []string) error {
	for _, line := range lines {
		text, target, _ := strings.Cut(line, " ⇒ ")
		value, err := readRefinedValue(text)
		if err != nil {
			return err
		}
		ty, err := readTypeConstraint(target)
		if err != nil {
			return err
		}
		if written := m.write(value, ty); written != nil {
			m.readBack(written, ty)
			m.imply(written)
		}
	}
	return nil
}

func (m *msgpackRecorder) bytes(lines []string) error {
	for _, line := range lines {
		text, target, _ := strings.Cut(line, " ⇒ ")
		bytes, err := readBytes(text)
		if err != nil {
			return err
		}
		ty, err := readTypeConstraint(target)
		if err != nil {
			return err
		}
		m.readBack(bytes, ty)
	}
	return nil
}

func (m *msgpackRecorder) types(lines []string) error {
	for _, line := range lines {
		bytes, err := readBytes(line)
		if err != nil {
			return err
		}
		m.imply(bytes)
	}
	return nil
}

func (m *msgpackRecorder) write(value cty.Value, ty cty.Type) []byte {
	c := msgpackWritten{Value: describeFully(value), Type: describeType(ty)}
	bytes, err := msgpack.Marshal(value, ty)
	if err == nil {
		text := hex.EncodeToString(bytes)
		c.Bytes = &text
	}
	if m.isNew(c) {
		m.written = append(m.written, c)
	}
	return bytes
}

func (m *msgpackRecorder) readBack(bytes []byte, ty cty.Type) {
	c := msgpackRead{Bytes: hex.EncodeToString(bytes), Type: describeType(ty)}
	c.Defect = panics(func() {
		value, err := msgpack.Unmarshal(bytes, ty)
		if err == nil {
			c.Value = describeFully(value)
		}
	})
	if m.isNew(c) {
		m.read = append(m.read, c)
	}
}

func (m *msgpackRecorder) imply(bytes []byte) {
	c := msgpackImplied{Bytes: hex.EncodeToString(bytes)}
	c.Defect = panics(func() {
		ty, err := msgpack.ImpliedType(bytes)
		if err == nil {
			c.Type = describeType(ty)
		}
	})
	if m.isNew(c) {
		m.implied = append(m.implied, c)
	}
}

func (m *msgpackRecorder) isNew(c any) bool {
	key := fmt.Sprintf("%T", c)
	text, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	key += string(text)
	isNew := !m.seen[key]
	m.seen[key] = true
	return isNew
}

func panics(call func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	call()
	return false
}

// readTypeConstraint parses a type in which attributes may be optional.
func readTypeConstraint(text string) (cty.Type, error) {
	if !strings.Contains(text, "optional(") {
		return readType(text)
	}
	expr, err := parseExpression(text)
	if err != nil {
		return cty.NilType, err
	}
	ty, _, diags := typeexpr.TypeConstraintWithDefaults(expr)
	if diags.HasErrors() {
		return cty.NilType, fmt.Errorf("%s: %w", text, diags)
	}
	return ty, nil
}

// readBytes parses hexadecimal digits with optional spaces; `16x61` repeats a byte sixteen times.
func readBytes(text string) ([]byte, error) {
	var bytes []byte
	for _, part := range strings.Fields(text) {
		count := 1
		if before, after, isRepeated := strings.Cut(part, "x"); isRepeated {
			var err error
			if count, err = strconv.Atoi(before); err != nil {
				return nil, err
			}
			part = after
		}
		decoded, err := hex.DecodeString(part)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		for range count {
			bytes = append(bytes, decoded...)
		}
	}
	return bytes, nil
}
