// Command peer records what the reference implementation of HCL answers, as
// JSON files that the Rust tests read.
//
// Run `go run . record` in this folder to rewrite ../vectors. The cases are the text files in
// cases/; the notation of values is described in ../vectors/README.md. `go run . check-json FILE`
// reads the output of the Rust tests. `go run . generate-expressions SEED COUNT` and similar
// commands write random cases, as ../vectors/README.md describes.
package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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
	var err error
	switch {
	case len(os.Args) == 2 && os.Args[1] == "record":
		err = record()
	case len(os.Args) == 3 && os.Args[1] == "check-json":
		err = check(os.Args[2], jsonForm.check)
	case len(os.Args) == 3 && os.Args[1] == "check-msgpack":
		err = check(os.Args[2], msgpackForm.check)
	case len(os.Args) > 2 && os.Args[1] == "check-artifact":
		err = checkArtifacts(os.Args[2:])
	case len(os.Args) > 4 && os.Args[1] == "compare-modules":
		var seeds int
		if seeds, err = strconv.Atoi(os.Args[3]); err == nil {
			err = compareModules(os.Args[2], seeds, os.Args[4:])
		}
	case len(os.Args) > 4 && os.Args[1] == "compare-converted":
		err = generate(os.Args[3:5], func(n []int) error {
			return compareConverted(os.Args[2], int64(n[0]), n[1], os.Args[5:])
		})
	case len(os.Args) > 4 && os.Args[1] == "compare-plans":
		err = generate(os.Args[3:5], func(n []int) error {
			return comparePlans(os.Args[2], int64(n[0]), n[1], os.Args[5:])
		})
	case len(os.Args) > 5 && os.Args[1] == "compare-validate":
		err = generate(os.Args[3:5], func(n []int) error {
			return compareValidate(os.Args[2], int64(n[0]), n[1], os.Args[5:])
		})
	case len(os.Args) == 4 && os.Args[1] == "generate-expressions":
		err = generate(os.Args[2:], func(n []int) error { return generateExpressions(int64(n[0]), n[1]) })
	case len(os.Args) == 5 && os.Args[1] == "generate-bodies":
		err = generate(os.Args[2:], func(n []int) error { return generateBodies(int64(n[0]), n[1], n[2]) })
	case len(os.Args) == 5 && os.Args[1] == "generate-json-bodies":
		err = generate(os.Args[2:], func(n []int) error { return generateJSONBodies(int64(n[0]), n[1], n[2]) })
	case len(os.Args) == 5 && os.Args[1] == "generate-syntax":
		err = generate(os.Args[3:], func(n []int) error { return generateSyntax(os.Args[2], int64(n[0]), n[1]) })
	case len(os.Args) == 5 && os.Args[1] == "generate-formats":
		err = generate(os.Args[3:], func(n []int) error { return generateFormats(os.Args[2], int64(n[0]), n[1]) })
	default:
		fmt.Fprintln(os.Stderr, "usage: go run . record | check-json FILE | check-msgpack FILE | check-artifact FILE... |\n"+
			"  compare-modules HCLDYN SEEDS FOLDER... | compare-converted HCLDYN SEED COUNT [FOLDER...] |\n"+
			"  compare-plans PROGRAM SEED COUNT [FOLDER] | compare-validate PROGRAM SEED COUNT FOLDER... |\n"+
			"  generate-expressions SEED COUNT | generate-bodies SEED FIRST COUNT |\n"+
			"  generate-json-bodies SEED FIRST COUNT | generate-syntax FOLDER SEED COUNT |\n"+
			"  generate-formats FOLDER SEED COUNT")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func record() error {
	topics := []topic{
		{"expressions.json", recordExpressions},
		{"random_expressions.json", recordRandomExpressions},
		{"random_bodies.json", recordRandomBodies},
		{"random_json_bodies.json", recordRandomJSONBodies},
		{"random_syntax.json", recordRandomSyntax},
		{"random_formats.json", recordRandomFormats},
		{"analysis.json", recordAnalysis},
		{"functions.json", recordFunctions},
		{"dynblock.json", recordDynblock},
		{"specs.json", recordSpecs},
		{"variables.json", recordVariables},
		{"conversions.json", recordConversions},
		{"json.json", recordJSON},
		{"json_bodies.json", recordJSONBodies},
		{"json_expressions.json", recordJSONExpressions},
		{"msgpack.json", recordMsgpack},
		{"refinements.json", recordRefinements},
		{"marks.json", recordMarks},
		{"sets.json", recordSets},
		{"hcldec.json", recordSpecFiles},
	}
	for _, t := range topics {
		if err := write(t); err != nil {
			return fmt.Errorf("%s: %w", t.file, err)
		}
	}
	return nil
}

// check reads a file that the Rust tests wrote.
func check(file string, check func([]byte) error) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return check(text)
}

// generate writes the random cases that the given numbers select.
func generate(texts []string, generate func(numbers []int) error) error {
	numbers := []int{}
	for _, text := range texts {
		number, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		numbers = append(numbers, number)
	}
	return generate(numbers)
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
	fmt.Printf("%-24s %4d cases %7d bytes\n", t.file, doc.count(), len(text))
	return os.WriteFile(filepath.Join(vectors, t.file), text, 0o644)
}

// checkStable records the topic repeatedly. A few answers of the reference depend on the iteration
// order of Go maps, and such cases are useless.
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
