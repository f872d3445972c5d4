// Command terraform records what the functions of Terraform's language answer,
// by evaluating each expression in cases/ on the console of OpenTofu or Terraform,
// and writes ../../vectors/terraform.json.
//
//	go install github.com/opentofu/opentofu/cmd/tofu@latest  # or any other way to get it
//	cd tests/peer && go run ./terraform PROGRAM
//
// A line of a case file is an expression; a line `# name` starts the cases of a
// function. In each expression `unknown(TYPE)` is an unknown value of that type:
// `string`, `number`, `list` (of strings), `map` (of strings) or `any`. The console
// runs in a new folder with the files of files/.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"sync"
)

// answer is one line of the recorded file. Without an error, it has the type on one line, as the
// console's type() writes it, and the value. The value is JSON, or the console's notation if it is
// infinite. A value with unknown parts is omitted.
type answer struct {
	Function  string          `json:"fn"`
	Expr      string          `json:"expr"`
	Type      string          `json:"type,omitempty"`
	Value     json.RawMessage `json:"value,omitempty"`
	Plain     string          `json:"plain,omitempty"`
	Unknown   bool            `json:"unknown,omitempty"`
	Sensitive bool            `json:"sensitive,omitempty"`
	Error     bool            `json:"error,omitempty"`
}

// configuration has a planned resource, whose attributes are unknown.
const configuration = `resource "terraform_data" "u" {}
locals {
  any    = terraform_data.u.output
  string = terraform_data.u.id
  number = length(terraform_data.u.id)
  list   = split(",", terraform_data.u.id)
  map    = terraform_data.u.id == "" ? tomap({ a = "x" }) : tomap({ b = "y" })
}
`

var unknown = regexp.MustCompile(`\bunknown\((\w+)\)`)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./terraform PROGRAM")
		os.Exit(2)
	}
	if err := record(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func record(program string) error {
	cases, err := readCases()
	if err != nil {
		return err
	}
	// A console locks its folder, so each has its own.
	consoles := []*console{}
	for range runtime.NumCPU() {
		c, err := newConsole(program)
		if err != nil {
			return err
		}
		defer os.RemoveAll(c.folder)
		consoles = append(consoles, c)
	}
	if err := answerAll(consoles, cases); err != nil {
		return err
	}
	version, err := consoles[0].version()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n\"program\": %q,\n\"cases\": [\n", version)
	for i, c := range cases {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		out.Write(line)
		if i < len(cases)-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	out.WriteString("]\n}\n")
	fmt.Printf("terraform.json %d cases %d bytes, %s\n", len(cases), out.Len(), version)
	return os.WriteFile("../vectors/terraform.json", out.Bytes(), 0o644)
}

func readCases() ([]*answer, error) {
	files, err := filepath.Glob("terraform/cases/*.txt")
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("no cases: run this in tests/peer")
	}
	sort.Strings(files)
	cases := []*answer{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := ""
		lines := bufio.NewScanner(bytes.NewReader(text))
		for lines.Scan() {
			line := strings.TrimSpace(lines.Text())
			if heading, ok := strings.CutPrefix(line, "# "); ok {
				name = heading
			} else if line != "" {
				cases = append(cases, &answer{Function: name, Expr: line})
			}
		}
	}
	return cases, nil
}

type console struct {
	program, folder string
}

func newConsole(program string) (*console, error) {
	folder, err := os.MkdirTemp("", "terraform-console-")
	if err != nil {
		return nil, err
	}
	files := os.DirFS("terraform/files")
	err = fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		to := filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
	if err != nil {
		return nil, err
	}
	c := &console{program, folder}
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte(configuration), 0o644); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "rc"), nil, 0o644); err != nil {
		return nil, err
	}
	if out, err := c.run("", "init"); err != nil {
		return nil, fmt.Errorf("init: %w\n%s", err, out)
	}
	return c, nil
}

func (c *console) run(input string, args ...string) (string, error) {
	command := exec.Command(c.program, args...)
	command.Dir = c.folder
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(c.folder, "rc"), "CHECKPOINT_DISABLE=1")
	command.Stdin = strings.NewReader(input)
	out, err := command.Output()
	return string(out), err
}

func (c *console) version() (string, error) {
	out, err := c.run("", "version")
	first, _, _ := strings.Cut(out, "\n")
	return first, err
}

func answerAll(consoles []*console, cases []*answer) error {
	var wait sync.WaitGroup
	next := make(chan *answer)
	failed := make(chan error, len(cases))
	for _, c := range consoles {
		wait.Go(func() {
			for a := range next {
				if err := c.answer(a); err != nil {
					failed <- fmt.Errorf("%s: %w", a.Expr, err)
				}
			}
		})
	}
	for _, a := range cases {
		next <- a
	}
	close(next)
	wait.Wait()
	close(failed)
	errs := []error{}
	for err := range failed {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// answer asks for the type and the value of an expression. The console stops at the first line with
// an error.
func (c *console) answer(a *answer) error {
	expr := unknown.ReplaceAllString(a.Expr, "local.$1")
	both, err := c.ask("jsonencode(" + expr + ")\ntype(" + expr + ")")
	if err != nil {
		// An infinite value has no JSON.
		if both, err = c.ask(expr + "\ntype(" + expr + ")"); err != nil {
			a.Error = true
			return nil
		}
		a.Plain, _, _ = strings.Cut(both, "\n")
	}
	value, ty, _ := strings.Cut(both, "\n")
	a.Type = strings.Join(strings.Fields(ty), " ")
	if a.Plain != "" {
		return nil
	}
	if value == "(sensitive value)" {
		a.Sensitive = true
		if value, err = c.ask("nonsensitive(jsonencode(" + expr + "))"); err != nil {
			return err
		}
	}
	switch {
	case value == "(known after apply)":
		a.Unknown = true
		return nil
	case strings.HasPrefix(value, `"`):
		return unquoted(value, a)
	default:
		return fmt.Errorf("odd answer %s", value)
	}
}

// unquoted extracts the JSON from a quoted string. Its escapes are those of JSON, except a few of
// templates.
func unquoted(value string, a *answer) error {
	value = strings.NewReplacer("$${", "${", "%%{", "%{").Replace(value)
	var text string
	if err := json.Unmarshal([]byte(value), &text); err != nil {
		return err
	}
	a.Value = json.RawMessage(text)
	return nil
}

// ask sends one line to the console and returns its answer.
func (c *console) ask(expr string) (string, error) {
	out, err := c.run(expr+"\n", "console", "-no-color")
	return strings.TrimSpace(out), err
}
