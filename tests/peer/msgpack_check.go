package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"

	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// packedCase is a value that the Rust side has written.
type packedCase struct {
	Value any             `json:"value"`
	Type  json.RawMessage `json:"type"`
	Bytes string          `json:"bytes"`
}

// checkMsgpack reads the bytes in a file that the Rust side has written, and
// tells how often the reference reads another value or writes other bytes.
func checkMsgpack(text []byte) error {
	var packed []packedCase
	if err := json.Unmarshal(text, &packed); err != nil {
		return err
	}
	otherOrder := 0
	for i, c := range packed {
		same, err := c.check()
		if err != nil {
			return fmt.Errorf("case %d, %s as %s: %w", i, c.Bytes, c.Type, err)
		}
		if !same {
			otherOrder++
		}
	}
	fmt.Printf("%d values are the same, %d of them with a set in another order\n", len(packed), otherOrder)
	return nil
}

// check tells whether the reference writes the very same bytes; they may only
// differ in the order of a set.
func (c packedCase) check() (bool, error) {
	ty, err := ctyjson.UnmarshalType(c.Type)
	if err != nil {
		return false, err
	}
	written, err := hex.DecodeString(c.Bytes)
	if err != nil {
		return false, err
	}
	value, err := msgpack.Unmarshal(written, ty)
	if err != nil {
		return false, err
	}
	found, err := canonical(describeFully(value))
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
	again, err := msgpack.Marshal(value, ty)
	if err != nil {
		return false, err
	}
	if bytes.Equal(again, written) {
		return true, nil
	}
	if !hasCompoundSet(value.Type()) {
		return false, fmt.Errorf("the reference writes %x", again)
	}
	return false, nil
}
