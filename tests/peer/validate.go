package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// compareValidate compares the errors of `hcldyn terraform lint` with those of `terraform validate`, on modules as they are and
// with a planted mistake. Providers that accept everything take the place of the real ones; see guessedSchema. A folder is
// the checkout of a repository, whose modules are those of its root and of `modules`.
func compareValidate(program string, seed int64, count int, folders []string) error {
	c, err := newValidateComparison(program)
	if err != nil {
		return err
	}
	defer os.RemoveAll(c.folder)
	for _, folder := range folders {
		if err := c.repository(folder, rand.New(rand.NewSource(seed)), count); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
	}
	return c.summary()
}

// validateComparison counts the outcomes.
type validateComparison struct {
	program, folder                    string
	repositories, modules, left, valid int
	kinds                              map[string]*validateCounts
	differences                        int
}

// validateCounts are the planted mistakes of a kind, and those that each program reports on their lines.
type validateCounts struct {
	planted, ours, theirs, both int
	// The errors of ours that are elsewhere.
	elsewhere int
}

func newValidateComparison(program string) (*validateComparison, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "hcldyn-validate")
	if err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-o", filepath.Join(folder, "provider"), ".")
	build.Dir = "provider"
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return &validateComparison{program: program, folder: folder, kinds: map[string]*validateCounts{}}, nil
}

// repository compares the modules of a checkout.
func (c *validateComparison) repository(from string, random *rand.Rand, count int) error {
	root := filepath.Join(c.folder, filepath.Base(from))
	if err := os.CopyFS(root, os.DirFS(from)); err != nil {
		return err
	}
	defer os.RemoveAll(root)
	if err := c.install(root); err != nil {
		return err
	}
	modules := []string{}
	for _, pattern := range []string{"", "modules/*", "modules/*/*"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return err
		}
		modules = append(modules, found...)
	}
	valid := []string{}
	for _, module := range modules {
		if files, _ := filepath.Glob(filepath.Join(module, "*.tf")); len(files) == 0 {
			continue
		}
		isValid, err := c.module(module)
		if err != nil {
			return err
		}
		if isValid {
			valid = append(valid, module)
		}
	}
	if len(valid) == 0 {
		return nil
	}
	c.repositories++
	for range count {
		if err := c.plant(valid[random.Intn(len(valid))], random); err != nil {
			return err
		}
	}
	return nil
}

// install writes the provider under all names that the modules use, and the settings that name it.
func (c *validateComparison) install(root string) error {
	schema, err := guessSchema(root)
	if err != nil {
		return err
	}
	bin := filepath.Join(c.folder, "bin")
	if err := os.RemoveAll(bin); err != nil {
		return err
	}
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	settings := "provider_installation {\n  dev_overrides {\n"
	for _, address := range sortedNames(schema.providers) {
		settings += fmt.Sprintf("    %q = %q\n", address, bin)
		name := "terraform-provider-" + strings.ToLower(filepath.Base(address))
		if err := os.Link(filepath.Join(c.folder, "provider"), filepath.Join(bin, name)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	settings += "  }\n  direct {}\n}\n"
	if err := os.WriteFile(filepath.Join(c.folder, "rc"), []byte(settings), 0o644); err != nil {
		return err
	}
	return schema.write(filepath.Join(bin, "schema.json"))
}

// module compares a module as it is. Returns true if both programs accept it.
func (c *validateComparison) module(module string) (bool, error) {
	name := c.name(module)
	if _, err := c.run(module, "terraform", "get"); err != nil {
		c.left++
		return false, nil
	}
	ours, theirs, err := c.ask(module)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	c.modules++
	if len(ours) == 0 && len(theirs) == 0 {
		c.valid++
		return true, nil
	}
	for _, it := range theirs {
		fmt.Printf("%s: Terraform: %s\n", name, it)
	}
	for _, it := range ours {
		fmt.Printf("%s: hcldyn: %s\n", name, it)
	}
	if (len(ours) == 0) != (len(theirs) == 0) {
		c.differences++
	}
	return false, nil
}

func (c *validateComparison) name(path string) string {
	name, err := filepath.Rel(c.folder, path)
	if err != nil {
		return path
	}
	return name
}

// plant plants a mistake in a file of a valid module.
func (c *validateComparison) plant(module string, random *rand.Rand) error {
	files, err := filepath.Glob(filepath.Join(module, "*.tf"))
	if err != nil {
		return err
	}
	for {
		path := files[random.Intn(len(files))]
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, diags := hclsyntax.ParseConfig(text, path, hcl.InitialPos)
		if diags.HasErrors() {
			return diags
		}
		mistake := moduleMistakes[random.Intn(len(moduleMistakes))]
		planted := &mistakenFile{Rand: random, text: string(text), body: file.Body.(*hclsyntax.Body)}
		if !mistake.plant(planted) {
			continue
		}
		if err := os.WriteFile(path, []byte(planted.text), 0o644); err != nil {
			return err
		}
		ours, theirs, err := c.ask(module)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", c.name(path), mistake.name, err)
		}
		c.count(mistake.name, path, planted, ours, theirs)
		return os.WriteFile(path, text, 0o644)
	}
}

func (c *validateComparison) count(kind, path string, planted *mistakenFile, ours, theirs []validateError) {
	counts := c.kinds[kind]
	if counts == nil {
		counts = &validateCounts{}
		c.kinds[kind] = counts
	}
	isHere := func(it validateError) bool {
		return it.file == path && planted.first <= it.line && it.line <= planted.last
	}
	isOurs, isTheirs := slices.ContainsFunc(ours, isHere), slices.ContainsFunc(theirs, isHere)
	counts.planted++
	if isOurs {
		counts.ours++
	}
	if isTheirs {
		counts.theirs++
	}
	if isOurs && isTheirs {
		counts.both++
	}
	isElsewhere := false
	for _, it := range ours {
		if !isHere(it) {
			counts.elsewhere++
			isElsewhere = true
		}
	}
	if isOurs == isTheirs && isOurs && !isElsewhere {
		return
	}
	if isTheirs && !isOurs {
		c.differences++
	}
	fmt.Printf("%s:%d-%d: %s\n", c.name(path), planted.first, planted.last, kind)
	for _, it := range theirs {
		fmt.Printf("  Terraform: %s\n", it)
	}
	for _, it := range ours {
		fmt.Printf("  hcldyn: %s\n", it)
	}
}

// validateError is an error of one of the programs.
type validateError struct {
	file    string
	line    int
	message string
}

func (e validateError) String() string {
	return fmt.Sprintf("%s:%d: %s", filepath.Base(e.file), e.line, e.message)
}

// ask returns the errors of both programs.
func (c *validateComparison) ask(module string) (ours, theirs []validateError, err error) {
	out, _ := c.run(module, c.program, "terraform", "lint", ".", "--diags", "json")
	if ours, err = readErrors(module, out); err != nil {
		return nil, nil, fmt.Errorf("hcldyn: %w: %s", err, out)
	}
	out, _ = c.run(module, "terraform", "validate", "-json")
	if theirs, err = readErrors(module, out); err != nil {
		return nil, nil, fmt.Errorf("terraform: %w: %s", err, out)
	}
	return ours, theirs, nil
}

// readErrors reads the errors in the output of one of the programs. Terraform's has a range, ours a subject.
func readErrors(module string, out []byte) ([]validateError, error) {
	var all struct {
		Diagnostics []struct {
			Severity, Summary, Detail string
			Range, Subject            struct {
				Filename string
				Start    struct{ Line int }
			}
		}
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, err
	}
	found := []validateError{}
	for _, it := range all.Diagnostics {
		if it.Severity == "error" {
			at := it.Range
			if at.Filename == "" {
				at = it.Subject
			}
			found = append(found, validateError{filepath.Join(module, at.Filename), at.Start.Line, it.Summary + "; " + strings.ReplaceAll(it.Detail, "\n", " ")})
		}
	}
	return found, nil
}

func (c *validateComparison) run(folder, program string, arguments ...string) ([]byte, error) {
	command := exec.Command(program, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(c.folder, "rc"), "CHECKPOINT_DISABLE=1")
	var out bytes.Buffer
	command.Stdout = &out
	err := command.Run()
	return out.Bytes(), err
}

func (c *validateComparison) summary() error {
	fmt.Printf("%d repositories, %d modules: %d valid for both; %d left out, since they use modules from elsewhere\n",
		c.repositories, c.modules, c.valid, c.left)
	all := validateCounts{}
	for _, kind := range sortedNames(c.kinds) {
		it := c.kinds[kind]
		fmt.Printf("%5d %s: Terraform %d, hcldyn %d, both %d; elsewhere %d\n", it.planted, kind, it.theirs, it.ours, it.both, it.elsewhere)
		all.planted, all.theirs, all.ours = all.planted+it.planted, all.theirs+it.theirs, all.ours+it.ours
		all.both, all.elsewhere = all.both+it.both, all.elsewhere+it.elsewhere
	}
	fmt.Printf("%5d mistakes: Terraform %d, hcldyn %d, both %d; elsewhere %d\n", all.planted, all.theirs, all.ours, all.both, all.elsewhere)
	if c.differences > 0 {
		return errors.New("there are differences")
	}
	return nil
}
