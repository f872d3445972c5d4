package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
)

// syntaxCase is a source and the reference's answer. Errors are the starts of the reported errors.
type syntaxCase struct {
	Syntax string `json:"syntax"`
	Text   string `json:"text,omitempty"`
	// Bytes is the source if it is not UTF-8.
	Bytes  []int      `json:"bytes,omitempty"`
	Errors []textSpot `json:"errors"`
	Panics bool       `json:"panics,omitempty"`
	// Matched is true if all brackets, quotes and heredocs of a source in native syntax have a counterpart.
	Matched bool `json:"matched,omitempty"`
}

// textSpot is a location by its offset, and by line and column.
type textSpot struct{ offset, line, column int }

func (s textSpot) MarshalJSON() ([]byte, error) {
	return json.Marshal([]int{s.offset, s.line, s.column})
}

// original is a source from which mutations are made.
type original struct {
	syntax string
	text   []byte
}

// mostBytes is the maximum size of an original; longer files are split.
const mostBytes = 4096

// generateSyntax writes count sources, one on each line. Each is a mutation in one byte or token of
// one of our own cases, of a file of the reference's source code, or of a file in the folder. In every
// second one in native syntax, the brackets stay as they are.
func generateSyntax(folder string, seed int64, count int) error {
	source, err := sourceOfReference()
	if err != nil {
		return err
	}
	originals := ownOriginals()
	for _, folder := range []string{source, folder} {
		found, err := originalsIn(folder)
		if err != nil {
			return err
		}
		originals = append(originals, found...)
	}
	fmt.Fprintf(os.Stderr, "mutations of %d texts\n", len(originals))
	out := bufio.NewWriter(os.Stdout)
	random := rand.New(rand.NewSource(seed))
	for range count {
		var line bytes.Buffer
		c := randomSyntax(originals, random, mutatedAnyhow)
		c.Matched = c.Syntax == "native" && c.Bytes == nil && bracketsMatch([]byte(c.Text))
		if err := encodeLine(&line, c); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", line.Bytes())
	}
	return out.Flush()
}

// randomSyntax returns a mutation of an original. One in four is in JSON syntax.
func randomSyntax(originals []original, random *rand.Rand, mutate func(original, *rand.Rand) []byte) syntaxCase {
	wanted := []string{"native", "native", "native", "json"}[random.Intn(4)]
	for {
		from := originals[random.Intn(len(originals))]
		if from.syntax == wanted {
			return readSyntax(from.syntax, mutate(from, random))
		}
	}
}

// ownOriginals returns the bodies and expressions of our own cases.
func ownOriginals() []original {
	found := []original{}
	for _, topic := range []struct{ name, syntax string }{{"dynblock", "native"}, {"specs", "native"}, {"json_bodies", "json"}} {
		for _, source := range readBlockSources(topic.name) {
			found = append(found, original{topic.syntax, []byte(source.body)})
		}
	}
	for _, g := range readGroups("expressions") {
		for _, line := range g.lines {
			found = append(found, original{"native", []byte("x = " + line + "\n")})
		}
	}
	for _, g := range readGroups("json_expressions") {
		for _, line := range g.lines {
			found = append(found, original{"json", []byte("{\"x\": " + line + "}")})
		}
	}
	return found
}

const (
	recordedSyntaxSeed    = 11
	recordedRefusals      = 300
	recordedAcceptances   = 100
	recordedSyntaxMaxSize = 300
)

// recordRandomSyntax records short mutations of our own cases. The reference rejects most of them.
func recordRandomSyntax() (document, error) {
	originals := ownOriginals()
	random := rand.New(rand.NewSource(recordedSyntaxSeed))
	recorded := []any{}
	left := map[bool]int{true: recordedRefusals, false: recordedAcceptances}
	for left[true]+left[false] > 0 {
		c := randomSyntax(originals, random, mutated)
		refused := len(c.Errors) > 0
		if len(c.Text) <= recordedSyntaxMaxSize && c.Bytes == nil && left[refused] > 0 {
			left[refused]--
			recorded = append(recorded, c)
		}
	}
	return document{{name: "cases", cases: recorded}}, nil
}

func sourceOfReference() (string, error) {
	path, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/hashicorp/hcl/v2").Output()
	return strings.TrimSpace(string(path)), err
}

// originalsIn returns the sources in a folder, ordered by name, without duplicates.
func originalsIn(folder string) ([]original, error) {
	found := []original{}
	seen := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		syntax := map[string]string{".hcl": "native", ".tf": "native", ".t": "native", ".hcldec": "native", ".json": "json"}[filepath.Ext(path)]
		if err != nil || entry.IsDir() || syntax == "" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, part := range parts(syntax, text) {
			if len(part) > 0 && !seen[string(part)] {
				seen[string(part)] = true
				found = append(found, original{syntax, part})
			}
		}
		return err
	})
	return found, err
}

// parts splits a long source.
func parts(syntax string, text []byte) [][]byte {
	if len(text) <= mostBytes {
		return [][]byte{text}
	}
	found := [][]byte{}
	if syntax == "native" {
		const blockEnd = "\n}\n"
		for _, part := range bytes.SplitAfter(text, []byte(blockEnd)) {
			if len(part) <= mostBytes {
				found = append(found, part)
			}
		}
		return found
	}
	properties := map[string]json.RawMessage{}
	elements := []json.RawMessage{}
	if json.Unmarshal(text, &properties) == nil {
		elements = sortedValues(properties)
	} else if json.Unmarshal(text, &elements) != nil {
		return nil
	}
	for _, element := range elements {
		found = append(found, parts(syntax, element)...)
	}
	return found
}

// mutated returns the source with one byte removed, doubled, or swapped with its successor.
func mutated(from original, random *rand.Rand) []byte {
	text := from.text
	at := random.Intn(len(text))
	found := slices.Clone(text)
	switch random.Intn(3) {
	case 0:
		return slices.Delete(found, at, at+1)
	case 1:
		return slices.Insert(found, at, text[at])
	}
	if at+1 < len(found) {
		found[at], found[at+1] = found[at+1], found[at]
	}
	return found
}

// tokens are inserted, or replace other tokens.
var tokens = []string{
	"\"", "${", "${~", "%{", "%{~", "}", "~}", "{", "(", ")", "[", "]", "=", "==", "=>", "!", "!=", ",", ".", "...",
	"*", ".*", "[*]", "\n", "\r\n", "\r", "<<EOT\n", "<<-EOT\n", "\nEOT\n", "for", "in", "if", "else", "endif", "endfor",
	"true", "null", "0", "1.5", "1e400", ".0", ".01", "name", ":", "::", "?", "-", "+", "/", "%", "&&", "||", "<", ">=",
	" ", "\t", "#", "//", "/*", "*/", "\\", "\\u00e9", "$${", "%%{", "$", "%", "'", "`", ";", "&", "|", "^", "~", "é", "\u00a0",
}

// mutatedByByteOrToken mutates a byte or a token. Only native syntax has these tokens.
func mutatedByByteOrToken(from original, random *rand.Rand) []byte {
	if from.syntax == "native" && random.Intn(2) == 0 {
		return mutatedByToken(from, random)
	}
	return mutated(from, random)
}

// mutatedAnyhow mutates a byte or a token, or a token that is not a bracket. One source in four is random.
func mutatedAnyhow(from original, random *rand.Rand) []byte {
	if from.syntax == "native" && random.Intn(4) == 0 {
		for from.text = nil; from.text == nil || !isValid(from.text); {
			from.text = []byte(layouts{random}.body(2))
		}
	}
	if from.syntax == "native" && random.Intn(2) == 0 {
		return mutatedBetweenBrackets(from, random)
	}
	return mutatedByByteOrToken(from, random)
}

// separators are the tokens that are removed most often.
var separators = []hclsyntax.TokenType{
	hclsyntax.TokenEqual, hclsyntax.TokenColon, hclsyntax.TokenComma, hclsyntax.TokenFatArrow, hclsyntax.TokenDot,
}

// phrases are inserted between two tokens.
var phrases = []string{
	" name = 1 ", "\nname = 1\n", "\nname = 1,\n", " name ", "\nname\n", " = ", " : ", ", ", " 0 ", " ? ", " == ", "...", ".",
	"\nname {\n  a = 1\n}\n", "\nname \"x\" {\n}\n", " if ", " in ", " for ", " !", "\n", " { a = 1 }", " (1)", " [0]", " \"a\" ",
}

// mutatedBetweenBrackets returns the source with one token removed that is not a bracket, or a phrase inserted in
// which all brackets match.
func mutatedBetweenBrackets(from original, random *rand.Rand) []byte {
	text := from.text
	found, _ := hclsyntax.LexConfig(text, "case", hcl.InitialPos)
	wanted := random.Intn(3)
	chosen := hclsyntax.Tokens{}
	for _, token := range found {
		isSeparator := slices.Contains(separators, token.Type)
		if wanted == 0 || wanted == 1 && isSeparator || wanted == 2 && bracketChange(token.Type) == 0 {
			chosen = append(chosen, token)
		}
	}
	if len(chosen) == 0 {
		return mutatedByByteOrToken(from, random)
	}
	token := chosen[random.Intn(len(chosen))].Range
	start, end := token.Start.Byte, token.End.Byte
	if wanted == 0 {
		phrase := []byte(phrases[random.Intn(len(phrases))])
		return slices.Concat(text[:end], phrase, text[end:])
	}
	return slices.Concat(text[:start], text[end:])
}

// bracketsMatch returns true if all brackets, quotes and heredocs have a counterpart.
func bracketsMatch(text []byte) bool {
	found, diags := hclsyntax.LexConfig(text, "case", hcl.InitialPos)
	open := []hclsyntax.TokenType{}
	heredocs, comments := 0, 0
	for _, token := range found {
		switch {
		case token.Type == hclsyntax.TokenOHeredoc:
			heredocs++
		case token.Type == hclsyntax.TokenComment && bytes.HasPrefix(token.Bytes, []byte("/*")):
			comments++
		}
		switch change := bracketChange(token.Type); {
		case change > 0:
			open = append(open, token.Type)
		case change < 0:
			if len(open) == 0 || closings[open[len(open)-1]] != token.Type {
				return false
			}
			open = open[:len(open)-1]
		case token.Type == hclsyntax.TokenQuotedNewline:
			return false
		}
	}
	// The start of an invalid heredoc and an unclosed comment are operators for the reference.
	isWhole := bytes.Count(text, []byte("<<")) == heredocs && bytes.Count(text, []byte("/*")) == comments
	return len(open) == 0 && isWhole && !diags.HasErrors()
}

// closings are the tokens that close brackets, by those that open them.
var closings = map[hclsyntax.TokenType]hclsyntax.TokenType{
	hclsyntax.TokenOBrace:          hclsyntax.TokenCBrace,
	hclsyntax.TokenOBrack:          hclsyntax.TokenCBrack,
	hclsyntax.TokenOParen:          hclsyntax.TokenCParen,
	hclsyntax.TokenOQuote:          hclsyntax.TokenCQuote,
	hclsyntax.TokenOHeredoc:        hclsyntax.TokenCHeredoc,
	hclsyntax.TokenTemplateInterp:  hclsyntax.TokenTemplateSeqEnd,
	hclsyntax.TokenTemplateControl: hclsyntax.TokenTemplateSeqEnd,
}

// bracketChange returns 1 for a token that opens a bracket, and -1 for one that closes it.
func bracketChange(token hclsyntax.TokenType) int {
	if closings[token] != 0 {
		return 1
	}
	for _, closing := range closings {
		if closing == token {
			return -1
		}
	}
	return 0
}

// mutatedByToken returns the source with one token removed, doubled, replaced or inserted.
func mutatedByToken(from original, random *rand.Rand) []byte {
	text := from.text
	found, _ := hclsyntax.LexConfig(text, "case", hcl.InitialPos)
	if len(found) < 2 {
		return mutated(from, random)
	}
	token := found[random.Intn(len(found)-1)].Range
	next := found[random.Intn(len(found)-1)].Range
	other := []byte(tokens[random.Intn(len(tokens))])
	start, end := token.Start.Byte, token.End.Byte
	before, own, after := text[:start], text[start:end], text[end:]
	switch random.Intn(5) {
	case 0:
		return slices.Concat(before, after)
	case 1:
		return slices.Concat(before, own, own, after)
	case 2:
		return slices.Concat(before, text[next.Start.Byte:next.End.Byte], after)
	case 3:
		return slices.Concat(before, other, after)
	}
	return slices.Concat(before, own, other, after)
}

func readSyntax(syntax string, text []byte) (c syntaxCase) {
	c = syntaxCase{Syntax: syntax, Text: string(text), Errors: []textSpot{}}
	if !utf8.Valid(text) {
		c.Text = ""
		for _, b := range text {
			c.Bytes = append(c.Bytes, int(b))
		}
	}
	defer func() {
		if recover() != nil {
			c.Panics = true
		}
	}()
	var diags hcl.Diagnostics
	if syntax == "json" {
		_, diags = hcljson.Parse(text, "case")
	} else {
		_, diags = hclsyntax.ParseConfig(text, "case", hcl.InitialPos)
	}
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError {
			start := diag.Subject.Start
			c.Errors = append(c.Errors, textSpot{start.Byte, start.Line, start.Column})
		}
	}
	slices.SortFunc(c.Errors, func(a, b textSpot) int { return a.offset - b.offset })
	c.Errors = slices.Compact(c.Errors)
	return c
}
