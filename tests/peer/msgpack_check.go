package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// msgpackClaim is one line of a file that another implementation wrote: these
// bytes are this value, written for this type.
type msgpackClaim struct {
	Value any             `json:"value"`
	Type  json.RawMessage `json:"type"`
	Bytes string          `json:"bytes"`
}

// checkMsgpack reads the bytes of a file of claims and exits with an error if
// a value is another one than claimed.
func checkMsgpack(path string) {
	file, err := os.Open(path)
	if err != nil {
		fail(err)
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	count, wrong := 0, 0
	for decoder.More() {
		var claim msgpackClaim
		if err := decoder.Decode(&claim); err != nil {
			fail(err)
		}
		count++
		if err := claim.check(); err != nil {
			wrong++
			fmt.Fprintf(os.Stderr, "%s as %s: %s\n", claim.Bytes, claim.Type, err)
		}
	}
	fmt.Printf("%d values, %d wrong\n", count, wrong)
	if count == 0 || wrong > 0 {
		os.Exit(1)
	}
}

func (c msgpackClaim) check() error {
	ty, err := ctyjson.UnmarshalType(c.Type)
	if err != nil {
		return err
	}
	bytes, err := hex.DecodeString(c.Bytes)
	if err != nil {
		return err
	}
	value, err := msgpack.Unmarshal(bytes, ty)
	if err != nil {
		return err
	}
	found, err := generic(value)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(sortSets(found), sortSets(c.Value)) {
		return fmt.Errorf("found %v, claimed %v", found, c.Value)
	}
	return nil
}

// generic is the notation of a value as JSON without Go types.
func generic(value cty.Value) (any, error) {
	text, err := json.Marshal(describeRefined(value))
	if err != nil {
		return nil, err
	}
	var found any
	err = json.Unmarshal(text, &found)
	return found, err
}

// sortSets puts the elements of sets, whose order is not part of the claim,
// in the order of their texts.
func sortSets(notation any) any {
	switch notation := notation.(type) {
	case []any:
		for _, part := range notation {
			sortSets(part)
		}
	case map[string]any:
		for _, part := range notation {
			sortSets(part)
		}
		if elements, isArray := notation["v"].([]any); isArray && notation["t"] == "set" {
			sort.Slice(elements, func(i, j int) bool {
				return fmt.Sprint(elements[i]) < fmt.Sprint(elements[j])
			})
		}
	}
	return notation
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
