package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	ctymsgpack "github.com/zclconf/go-cty/cty/msgpack"
)

// artifact is a partial evaluation as the Rust side stores it.
type artifact struct {
	Seal    string                   `json:"artifact" msgpack:"artifact"`
	Sources []artifactSource         `json:"sources" msgpack:"sources"`
	Values  map[string]artifactValue `json:"values" msgpack:"values"`
}

type artifactSource struct {
	Name string `json:"name" msgpack:"name"`
	Text string `json:"text" msgpack:"text"`
}

// artifactValue is a value in either form. In MessagePack, type and marks are strings that hold
// JSON. In JSON, parts without a JSON form are MessagePack.
type artifactValue struct {
	Type    json.RawMessage `json:"type" msgpack:"type"`
	Value   json.RawMessage `json:"value" msgpack:"value"`
	Marks   json.RawMessage `json:"marks" msgpack:"marks"`
	Msgpack []artifactPart  `json:"msgpack" msgpack:"-"`
}

type artifactPart struct {
	Path  []any  `json:"path"`
	Value []byte `json:"value"`
}

type artifactMarks struct {
	Path  []any    `json:"path"`
	Marks []string `json:"marks"`
}

// checkArtifacts prints the values of artifacts in the notation, and compares them with the file of
// values, if there is one.
func checkArtifacts(files []string) error {
	for _, file := range files {
		if err := checkArtifact(file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func checkArtifact(file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	values, err := readArtifact(content)
	if err != nil {
		return err
	}
	found := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		node := describeFully(values[name])
		found[name] = node
		fmt.Printf("%s\t%s\n", name, mustEncode(node))
	}
	recorded, err := os.ReadFile(file + ".values")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return compareValues(found, recorded)
}

func compareValues(found map[string]any, recorded []byte) error {
	var expected map[string]any
	if err := json.Unmarshal(recorded, &expected); err != nil {
		return err
	}
	if len(found) != len(expected) {
		return fmt.Errorf("%d values instead of %d", len(found), len(expected))
	}
	for name, value := range expected {
		a, err := canonical(found[name])
		if err != nil {
			return err
		}
		b, err := canonical(value)
		if err != nil {
			return err
		}
		if a != b {
			return fmt.Errorf("%s is read as %s instead of %s", name, a, b)
		}
	}
	fmt.Fprintf(os.Stderr, "%d values are the same\n", len(found))
	return nil
}

func readArtifact(content []byte) (map[string]cty.Value, error) {
	var a artifact
	read, unmarshal := msgpack.Unmarshal, ctymsgpack.Unmarshal
	if content[0] == '{' {
		read, unmarshal = json.Unmarshal, ctyjson.Unmarshal
	}
	if err := read(content, &a); err != nil {
		return nil, err
	}
	if err := checkSeal(a.Seal, content); err != nil {
		return nil, err
	}
	for _, source := range a.Sources {
		fmt.Printf("source %s, %d bytes\n", source.Name, len(source.Text))
	}
	values := map[string]cty.Value{}
	for name, written := range a.Values {
		value, err := written.read(unmarshal)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		values[name] = value
	}
	return values, nil
}

// checkSeal checks that the digest is that of all bytes except its own.
func checkSeal(seal string, content []byte) error {
	var version, length int
	var digest string
	if _, err := fmt.Sscanf(seal, "hcldyn %d %d %s", &version, &length, &digest); err != nil {
		return err
	}
	at := bytes.Index(content, []byte(digest))
	rest := content[at+len(digest):]
	sum := sha256.Sum256(slices.Concat(content[:at], rest))
	if version != 1 || length != len(rest) || base64.StdEncoding.EncodeToString(sum[:]) != digest {
		return fmt.Errorf("the seal is broken: %s", seal)
	}
	return nil
}

func (v artifactValue) read(unmarshal func([]byte, cty.Type) (cty.Value, error)) (cty.Value, error) {
	ty, err := ctyjson.UnmarshalType(v.Type)
	if err != nil {
		return cty.NilVal, err
	}
	value, err := unmarshal(v.Value, ty)
	if err != nil {
		return cty.NilVal, err
	}
	for _, part := range v.Msgpack {
		if value, err = replaceAt(value, part.Path, func(null cty.Value) (cty.Value, error) {
			return ctymsgpack.Unmarshal(part.Value, null.Type())
		}); err != nil {
			return cty.NilVal, err
		}
	}
	var marks []artifactMarks
	if err := json.Unmarshal(v.Marks, &marks); err != nil {
		return cty.NilVal, err
	}
	for _, at := range slices.Backward(marks) {
		if value, err = replaceAt(value, at.Path, func(bare cty.Value) (cty.Value, error) {
			for _, mark := range at.Marks {
				bare = bare.Mark(mark)
			}
			return bare, nil
		}); err != nil {
			return cty.NilVal, err
		}
	}
	return value, nil
}

// replaceAt replaces the value at a path.
func replaceAt(value cty.Value, path []any, replace func(cty.Value) (cty.Value, error)) (cty.Value, error) {
	if len(path) == 0 {
		return replace(value)
	}
	ty := value.Type()
	if index, ok := path[0].(float64); ok {
		elements := value.AsValueSlice()
		part, err := replaceAt(elements[int(index)], path[1:], replace)
		elements[int(index)] = part
		if ty.IsListType() {
			return cty.ListVal(elements), err
		}
		return cty.TupleVal(elements), err
	}
	entries, key := value.AsValueMap(), path[0].(string)
	part, err := replaceAt(entries[key], path[1:], replace)
	entries[key] = part
	if ty.IsMapType() {
		return cty.MapVal(entries), err
	}
	return cty.ObjectVal(entries), err
}
