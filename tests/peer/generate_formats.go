package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// formatCase is a valid source and its layout by the reference.
type formatCase struct {
	Text      string `json:"text"`
	Formatted string `json:"formatted"`
}

// generateFormats writes valid sources with their layouts, one on each line: the files of the
// reference's source code and of the folder, the strings in the tests of the reference, our own
// cases, and count random changes of all of them. If Terraform is installed, the layouts are those of
// `terraform fmt`, otherwise those of `hclwrite`.
func generateFormats(folder string, seed int64, count int) error {
	source, err := sourceOfReference()
	if err != nil {
		return err
	}
	texts := [][]byte{}
	for _, folder := range []string{source, folder} {
		found, err := textsIn(folder)
		if err != nil {
			return err
		}
		texts = append(texts, found...)
	}
	texts = append(texts, ownTexts()...)
	out := bufio.NewWriter(os.Stdout)
	write := func(cases []formatCase) error {
		if _, err := exec.LookPath("terraform"); err == nil {
			if err := byTerraform(cases); err != nil {
				return err
			}
		}
		for _, c := range cases {
			var line bytes.Buffer
			if err := encodeLine(&line, c); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "%s\n", line.Bytes()); err != nil {
				return err
			}
		}
		return nil
	}
	whole := []formatCase{}
	for _, text := range texts {
		if c, ok := formatted(text); ok {
			whole = append(whole, c)
		}
	}
	fmt.Fprintf(os.Stderr, "%d texts, and %d changes of them\n", len(whole), count)
	if err := write(whole); err != nil {
		return err
	}
	next := randomFormats(texts, seed)
	for count > 0 {
		batch := []formatCase{}
		for range min(count, formatBatch) {
			batch = append(batch, next())
		}
		if err := write(batch); err != nil {
			return err
		}
		count -= len(batch)
	}
	return out.Flush()
}

const (
	recordedFormatSeed    = 26
	recordedFormats       = 600
	recordedFormatMaxSize = 300
)

// recordRandomFormats records short changes of our own cases.
func recordRandomFormats() (document, error) {
	next := randomFormats(ownTexts(), recordedFormatSeed)
	recorded := []any{}
	for len(recorded) < recordedFormats {
		if c := next(); len(c.Text) <= recordedFormatMaxSize && c.Text != c.Formatted {
			recorded = append(recorded, c)
		}
	}
	return document{{name: "cases", cases: recorded}}, nil
}

// ownTexts returns our own cases in native syntax.
func ownTexts() [][]byte {
	found := [][]byte{}
	for _, original := range ownOriginals() {
		if original.syntax == "native" {
			found = append(found, original.text)
		}
	}
	return found
}

// textsIn returns the files in native syntax in a folder, and the strings in the tests in Go.
func textsIn(folder string) ([][]byte, error) {
	found := [][]byte{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".hcl", ".tf", ".t", ".hcldec":
			text, err := os.ReadFile(path)
			found = append(found, text)
			return err
		case ".go":
			if strings.HasSuffix(path, "_test.go") {
				texts, err := stringsInGo(path)
				found = append(found, texts...)
				return err
			}
		}
		return nil
	})
	return found, err
}

// stringsInGo returns the strings in a file in Go, ordered by location.
func stringsInGo(path string) ([][]byte, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	found := [][]byte{}
	ast.Inspect(file, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(literal.Value); err == nil {
			found = append(found, []byte(text))
		}
		return true
	})
	return found, nil
}

// formatted returns the layout of a source, and false if the source is invalid or empty.
func formatted(text []byte) (formatCase, bool) {
	if len(bytes.TrimSpace(text)) == 0 || !utf8.Valid(text) || !isValid(text) {
		return formatCase{}, false
	}
	return formatCase{string(text), string(hclwrite.Format(text))}, true
}

func isValid(text []byte) (valid bool) {
	defer func() {
		if recover() != nil {
			valid = false
		}
	}()
	_, diags := hclsyntax.ParseConfig(text, "case", hcl.InitialPos)
	return !diags.HasErrors()
}

// randomFormats returns a function that makes one random valid source after the other.
func randomFormats(texts [][]byte, seed int64) func() formatCase {
	random := rand.New(rand.NewSource(seed))
	expressions := &randomExpressions{randomValues: newRandomValues(seed)}
	originals := []original{}
	for _, text := range texts {
		for _, part := range parts("native", text) {
			if len(part) > 0 {
				originals = append(originals, original{"native", part})
			}
		}
	}
	return func() formatCase {
		for {
			from := originals[random.Intn(len(originals))]
			switch random.Intn(8) {
			case 0, 1:
				from.text = expressions.attributes(1 + random.Intn(3))
			case 2, 3, 4:
				from.text = []byte(layouts{random}.body(2))
			}
			if random.Intn(3) == 0 {
				from.text = mutatedByByteOrToken(from, random)
			}
			if c, ok := formatted(otherSpaces(from.text, random)); ok {
				return c
			}
		}
	}
}

// attributes returns random expressions as the values of attributes.
func (g *randomExpressions) attributes(count int) []byte {
	var body bytes.Buffer
	for i := range count {
		c := g.anyCase()
		fmt.Fprintf(&body, "%s = %s\n", strings.Repeat("x", i+1), c.Expr)
	}
	return body.Bytes()
}

// gaps may be anywhere between two tokens outside of templates. Many lines can end with a comment.
var gaps = []string{"", "", " ", " ", "  ", "\t", "    ", "\n", " # é\n", "/* c */", " // c\n", " \r\n"}

// otherSpaces returns the source with other whitespace between some of its tokens.
func otherSpaces(text []byte, random *rand.Rand) []byte {
	found, _ := hclsyntax.LexConfig(text, "case", hcl.InitialPos)
	changed := []byte{}
	at, part := 0, random.Intn(4)
	for _, token := range found {
		start, end := token.Range.Start.Byte, token.Range.End.Byte
		gap := text[min(at, start):start]
		if random.Intn(4) < part {
			gap = []byte(gaps[random.Intn(7)])
			if random.Intn(12) == 0 {
				gap = []byte(gaps[random.Intn(len(gaps))])
			}
		}
		changed = slices.Concat(changed, gap, text[start:end])
		at = end
	}
	return changed
}
