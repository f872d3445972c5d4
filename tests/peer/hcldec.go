package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// specFileCase is a spec file and an input, with the answer of the reference's command: a value, or
// the rejected one of the two.
type specFileCase struct {
	Name    string          `json:"name"`
	Spec    string          `json:"spec"`
	Input   string          `json:"input"`
	Value   json.RawMessage `json:"value"`
	Refuses string          `json:"refuses,omitempty"`
}

// recordSpecFiles runs the reference's command on the cases in cases/hcldec:
//
//	=== name of the case
//	--- spec
//	the spec file; that of the case before, if there is none
//	--- input
//	the text to decode
func recordSpecFiles() (document, error) {
	folder, err := os.MkdirTemp("", "hcldec")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	command, err := installHcldec(folder)
	if err != nil {
		return nil, err
	}
	recorded := []any{}
	for _, source := range readSpecFiles() {
		if err := source.run(command, folder); err != nil {
			return nil, fmt.Errorf("%s: %w", source.Name, err)
		}
		recorded = append(recorded, source)
	}
	return document{{name: "cases", cases: recorded}}, nil
}

// installHcldec builds the command, at the version of the library.
func installHcldec(folder string) (string, error) {
	const library = "github.com/hashicorp/hcl/v2"
	version, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", library).Output()
	if err != nil {
		return "", err
	}
	target := library + "/cmd/hcldec@" + strings.TrimSpace(string(version))
	install := exec.Command("go", "install", target)
	install.Env = append(os.Environ(), "GOBIN="+folder)
	if output, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, output)
	}
	return filepath.Join(folder, "hcldec"), nil
}

func readSpecFiles() []*specFileCase {
	var sources []*specFileCase
	spec := ""
	for _, text := range readTexts("hcldec") {
		for _, chunk := range strings.Split("\n"+text, "\n=== ")[1:] {
			name, rest, _ := strings.Cut(chunk, "\n")
			source := &specFileCase{Name: name, Spec: spec}
			for _, part := range strings.Split("\n"+rest, "\n--- ")[1:] {
				title, content, _ := strings.Cut(part, "\n")
				content = strings.TrimRight(content, "\n") + "\n"
				switch title {
				case "spec":
					source.Spec = content
				case "input":
					source.Input = content
				}
			}
			spec = source.Spec
			sources = append(sources, source)
		}
	}
	return sources
}

func (c *specFileCase) run(command, folder string) error {
	specFile, inputFile := filepath.Join(folder, "spec.hcl"), filepath.Join(folder, "input.hcl")
	for file, text := range map[string]string{specFile: c.Spec, inputFile: c.Input} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
	}
	var out, problems bytes.Buffer
	run := exec.Command(command, "--spec="+specFile, "--diags=json", "--keep-nulls", inputFile)
	run.Stdout, run.Stderr = &out, &problems
	var failed *exec.ExitError
	switch err := run.Run(); {
	case err == nil:
		c.Value = json.RawMessage(strings.TrimSpace(out.String()))
		return nil
	case !errors.As(err, &failed):
		return err
	}
	var reported struct {
		Diagnostics []struct {
			Severity string `json:"severity"`
			Subject  struct {
				Filename string `json:"filename"`
			} `json:"subject"`
		} `json:"diagnostics"`
	}
	if err := json.Unmarshal(problems.Bytes(), &reported); err != nil {
		return fmt.Errorf("%w: %s", err, problems.String())
	}
	c.Value = json.RawMessage("null")
	c.Refuses = "input"
	for _, problem := range reported.Diagnostics {
		if problem.Severity == "error" && problem.Subject.Filename == specFile {
			c.Refuses = "spec"
		}
	}
	return nil
}
