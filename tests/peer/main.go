// Command peer records what the reference implementation of HCL answers, as
// JSON files that the Rust tests read.
//
// Run `go run . record` in this folder to rewrite ../vectors. The cases are
// the text files in cases/; the form of a value is described in
// ../vectors/README.md.
package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
)

//go:embed cases
var cases embed.FS

const vectors = "../vectors"

// topic is one recorded file.
type topic struct {
	file   string
	record func() (document, error)
}

func main() {
	if len(os.Args) != 2 || os.Args[1] != "record" {
		fmt.Fprintln(os.Stderr, "usage: go run . record")
		os.Exit(2)
	}
	topics := []topic{
		{"expressions.json", recordExpressions},
		{"functions.json", recordFunctions},
		{"dynblock.json", recordDynblock},
		{"conversions.json", recordConversions},
		{"refinements.json", recordRefinements},
		{"marks.json", recordMarks},
		{"sets.json", recordSets},
	}
	for _, t := range topics {
		if err := write(t); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %s\n", t.file, err)
			os.Exit(1)
		}
	}
}

func write(t topic) error {
	doc, err := t.record()
	if err != nil {
		return err
	}
	text, err := doc.encode()
	if err != nil {
		return err
	}
	if err := checkStable(t, text); err != nil {
		return err
	}
	fmt.Printf("%-18s %4d cases %7d bytes\n", t.file, doc.count(), len(text))
	return os.WriteFile(filepath.Join(vectors, t.file), text, 0o644)
}

// checkStable records the topic again and again, because a few answers of the
// reference depend on the iteration order of Go maps: such a case is no use.
func checkStable(t topic, text []byte) error {
	for range 12 {
		doc, err := t.record()
		if err != nil {
			return err
		}
		again, err := doc.encode()
		if err != nil {
			return err
		}
		if line, changed := firstChange(text, again); changed {
			return fmt.Errorf("the answer is not always the same: %s", line)
		}
	}
	return nil
}

func firstChange(before, after []byte) ([]byte, bool) {
	lines := bytes.Split(after, []byte("\n"))
	for i, line := range bytes.Split(before, []byte("\n")) {
		if i >= len(lines) || !bytes.Equal(line, lines[i]) {
			return line, true
		}
	}
	return nil, false
}
