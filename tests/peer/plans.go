package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"sync"
)

// comparePlans writes random configurations in Terraform's language, about one in eight with a
// mistake, and compares the outputs of `terraform plan` with those that the program prints. Both
// must reject the same ones. The cases that differ are written to a folder, with both answers.
// TERRAFORM in the environment is the path of another Terraform, whose sensitive parts must be the same.
func comparePlans(program string, seed int64, count int, folders []string) error {
	c, err := newPlanComparison(program, folders)
	if err != nil {
		return err
	}
	defer os.RemoveAll(c.folder)
	var wait sync.WaitGroup
	next := make(chan int64)
	for range 2 {
		wait.Go(func() {
			for seed := range next {
				c.compare(seed)
			}
		})
	}
	for i := range count {
		next <- seed + int64(i)
	}
	close(next)
	wait.Wait()
	return c.summary()
}

// defaultTerraform is the installed Terraform.
const defaultTerraform = "terraform"

// planComparison counts the outcomes.
type planComparison struct {
	program, terraform string
	// The folder of the cases, and the one for those that differ, if they are kept.
	folder, kept string
	sync.Mutex
	same, rejected, sameLine, different, outputs, parts, unknown int
	mistakes, explained                                          map[string]int
	failed                                                       []error
}

func newPlanComparison(program string, folders []string) (*planComparison, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "hcldyn-plans")
	if err != nil {
		return nil, err
	}
	// Terraform warns about a missing file of settings.
	if err := os.WriteFile(filepath.Join(folder, "rc"), nil, 0o644); err != nil {
		return nil, err
	}
	terraform := os.Getenv("TERRAFORM")
	if terraform == "" {
		terraform = defaultTerraform
	}
	c := &planComparison{program: program, terraform: terraform, folder: folder, mistakes: map[string]int{}, explained: map[string]int{}}
	if len(folders) > 0 {
		c.kept = folders[0]
	}
	return c, nil
}

// planAnswer is what a program answers: outputs, or the text of an error.
type planAnswer struct {
	outputs map[string]planned
	// The outputs as planned, and the instances of resources by their addresses.
	parts map[string]any
	err   string
}

// planned is the value of an output. Parts that are not known are unknownPart.
type planned struct {
	Value     any  `json:"value"`
	Sensitive bool `json:"sensitive"`
}

// unknownPart stands for a part of a value that is not known yet.
var unknownPart = map[string]any{"$unknown": true}

func (c *planComparison) compare(seed int64) {
	p := newRandomPlan(seed)
	folder := filepath.Join(c.folder, fmt.Sprint(seed))
	ours, theirs, err := c.ask(p, folder)
	c.Lock()
	defer c.Unlock()
	if err != nil {
		c.failed = append(c.failed, fmt.Errorf("%d: %w", seed, err))
		return
	}
	if p.mistake != "" && theirs.err != "" {
		c.mistakes[p.mistake]++
	}
	reason := c.explain(ours, theirs)
	switch {
	case ours.err != "" && theirs.err != "":
		c.rejected++
		if isSameLine(ours.err, theirs.err) {
			c.sameLine++
		} else {
			err = c.keep(seed, folder, p.mistake+" at another line", ours, theirs)
		}
	case reason != "":
		c.explained[reason]++
	case ours.err == "" && theirs.err == "" && reflect.DeepEqual(ours, theirs):
		c.same++
		c.parts += len(ours.parts)
		c.outputs += len(ours.outputs)
		for _, output := range ours.outputs {
			c.unknown += countUnknown(output.Value)
		}
	default:
		c.different++
		err = c.keep(seed, folder, p.mistake, ours, theirs)
	}
	if err = errors.Join(err, os.RemoveAll(folder)); err != nil {
		c.failed = append(c.failed, err)
	}
}

// ask writes a configuration, and asks both programs.
func (c *planComparison) ask(p *randomPlan, folder string) (ours, theirs planAnswer, err error) {
	if err := writePlan(p.files, folder); err != nil {
		return ours, theirs, err
	}
	if ours, err = c.askOurs(folder, p.arguments); err != nil {
		return ours, theirs, err
	}
	theirs, err = c.askTerraform(folder, p.arguments)
	return ours, theirs, err
}

// writePlan writes the files of a configuration.
func writePlan(files map[string]string, folder string) error {
	for path, text := range files {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (c *planComparison) askOurs(folder string, variables []string) (planAnswer, error) {
	arguments := []string{"terraform", "show", ".", "--show-sensitive"}
	for _, v := range variables {
		arguments = append(arguments, "--var", v)
	}
	out, message := c.run(folder, c.program, arguments...)
	switch {
	case strings.Contains(message, "panicked"):
		return planAnswer{}, errors.New(message)
	case message != "":
		return planAnswer{err: message}, nil
	}
	return readPlan(out)
}

func (c *planComparison) askTerraform(folder string, variables []string) (planAnswer, error) {
	if _, message := c.run(folder, c.terraform, "init", "-input=false", "-no-color"); message != "" {
		return planAnswer{err: message}, nil
	}
	arguments := []string{"plan", "-out=plan", "-input=false", "-lock=false", "-refresh=false", "-no-color"}
	for _, v := range variables {
		arguments = append(arguments, "-var", v)
	}
	if _, message := c.run(folder, c.terraform, arguments...); message != "" {
		return planAnswer{err: message}, nil
	}
	out, message := c.run(folder, c.terraform, "show", "-json", "plan")
	if message != "" {
		return planAnswer{}, errors.New(message)
	}
	return readPlan(out)
}

// readPlan reads the outputs and the planned values of a plan.
func readPlan(out []byte) (planAnswer, error) {
	var plan struct {
		Planned struct {
			Outputs map[string]any `json:"outputs"`
			Root    plannedModule  `json:"root_module"`
		} `json:"planned_values"`
		Changes map[string]struct {
			After        any `json:"after"`
			AfterUnknown any `json:"after_unknown"`
			Sensitive    any `json:"after_sensitive"`
		} `json:"output_changes"`
	}
	if err := json.Unmarshal(out, &plan); err != nil {
		return planAnswer{}, err
	}
	answer := planAnswer{outputs: map[string]planned{}, parts: map[string]any{}}
	for name, change := range plan.Changes {
		answer.outputs[name] = planned{withUnknown(change.After, change.AfterUnknown), change.Sensitive == true}
	}
	for name, value := range plan.Planned.Outputs {
		answer.parts["planned output "+name] = value
	}
	plan.Planned.Root.addTo(answer.parts)
	return answer, nil
}

// withoutMarks returns the answer without the sensitive parts of resources.
func (a planAnswer) withoutMarks() planAnswer {
	parts := map[string]any{}
	for name, part := range a.parts {
		if resource, ok := part.(map[string]any); ok {
			part = maps.Clone(resource)
			delete(part.(map[string]any), "sensitive_values")
		}
		parts[name] = part
	}
	return planAnswer{outputs: a.outputs, parts: parts}
}

// hasMoreUnknownMarks returns true if all sensitive parts of another answer are sensitive, and others only if they are unknown.
func (a planAnswer) hasMoreUnknownMarks(other planAnswer) bool {
	for name, part := range a.parts {
		resource, _ := part.(map[string]any)
		others, _ := other.parts[name].(map[string]any)
		if resource["address"] == name && !hasMoreUnknownMarks(resource["sensitive_values"], others["sensitive_values"], resource["values"]) {
			return false
		}
	}
	return true
}

// hasMoreUnknownMarks compares the sensitive parts of a planned value, in which null takes the place of unknown parts.
func hasMoreUnknownMarks(marks, others, value any) bool {
	if reflect.DeepEqual(marks, others) || marks == true && others != true && value == nil {
		return true
	}
	switch marks := marks.(type) {
	case map[string]any:
		others, isObject := others.(map[string]any)
		values, _ := value.(map[string]any)
		for name := range others {
			isObject = isObject && marks[name] != nil
		}
		for name, inner := range marks {
			isObject = isObject && hasMoreUnknownMarks(inner, others[name], values[name])
		}
		return isObject
	case []any:
		others, isList := others.([]any)
		values, _ := value.([]any)
		if !isList || len(others) != len(marks) || len(values) != len(marks) {
			return false
		}
		for i, inner := range marks {
			isList = isList && hasMoreUnknownMarks(inner, others[i], values[i])
		}
		return isList
	}
	return false
}

// plannedModule is an instance of a module in a plan.
type plannedModule struct {
	Resources []map[string]any `json:"resources"`
	Children  []plannedModule  `json:"child_modules"`
}

// addTo adds the resources by their addresses. Only Terraform knows their providers.
func (m plannedModule) addTo(parts map[string]any) {
	for _, resource := range m.Resources {
		delete(resource, "provider_name")
		delete(resource, "schema_version")
		parts[fmt.Sprint(resource["address"])] = resource
	}
	for _, child := range m.Children {
		child.addTo(parts)
	}
}

// run returns the output of a program, or its error.
func (c *planComparison) run(folder, program string, arguments ...string) (out []byte, message string) {
	command := exec.Command(program, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(c.folder, "rc"), "CHECKPOINT_DISABLE=1")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, err.Error() + "\n" + stderr.String()
	}
	return out, ""
}

// withUnknown returns a value of a plan with its unknown parts, which the plan stores apart.
func withUnknown(after, unknown any) any {
	if unknown == true {
		return unknownPart
	}
	switch unknown := unknown.(type) {
	case map[string]any:
		whole := map[string]any{}
		known, _ := after.(map[string]any)
		for name, part := range known {
			whole[name] = withUnknown(part, unknown[name])
		}
		for name, part := range unknown {
			if _, ok := known[name]; !ok && part == true {
				whole[name] = unknownPart
			} else if !ok {
				whole[name] = withUnknown(nil, part)
			}
		}
		return whole
	case []any:
		known, _ := after.([]any)
		whole := []any{}
		for i, part := range unknown {
			var of any
			if i < len(known) {
				of = known[i]
			}
			whole = append(whole, withUnknown(of, part))
		}
		return whole
	}
	return after
}

func countUnknown(value any) int {
	if reflect.DeepEqual(value, unknownPart) {
		return 1
	}
	count := 0
	switch value := value.(type) {
	case map[string]any:
		for _, part := range value {
			count += countUnknown(part)
		}
	case []any:
		for _, part := range value {
			count += countUnknown(part)
		}
	}
	return count
}

// explain returns the reason of a deliberate difference.
func (c *planComparison) explain(ours, theirs planAnswer) string {
	switch {
	case ours.err == "" && theirs.err == "" && !reflect.DeepEqual(ours, theirs) &&
		c.terraform == defaultTerraform && reflect.DeepEqual(ours.withoutMarks(), theirs.withoutMarks()):
		return "only the Terraform of plans/build has the same sensitive parts"
	case ours.err == "" && theirs.err == "" && !reflect.DeepEqual(ours, theirs) &&
		reflect.DeepEqual(ours.withoutMarks(), theirs.withoutMarks()) && ours.hasMoreUnknownMarks(theirs):
		return "sensitive values that are not known stay sensitive"
	case ours.err != "" || theirs.err == "":
		return ""
	case strings.Contains(theirs.err, "Failed to query available provider packages"):
		return "providers are not asked"
	case strings.Contains(theirs.err, "until apply") || strings.Contains(theirs.err, "will be known only after apply"):
		return "unknown collections are accepted"
	}
	return ""
}

// planLine finds the file and the line of an error of Terraform, and of ours.
var planLine = regexp.MustCompile(`(?m)^  on (\S*) line (\d+)`)
var ourLine = regexp.MustCompile(`(?m)^ *--> (?:\./)?(\S*?):(\d+):`)

// isSameLine returns true if both reject a line of the same number in the same file, or the first one has no line.
func isSameLine(ours, theirs string) bool {
	found := ourLine.FindAllStringSubmatch(ours, -1)
	located := 0
	for _, their := range planLine.FindAllStringSubmatch(theirs, -1) {
		if their[1] != "" {
			located++
		}
		for _, our := range found {
			if our[1] == their[1] && our[2] == their[2] {
				return true
			}
		}
	}
	return located == 0
}

// keep stores a case that differs, with both answers.
func (c *planComparison) keep(seed int64, folder, mistake string, ours, theirs planAnswer) error {
	fmt.Printf("%d differs (%s): %s\n", seed, mistake, firstPlanDifference(ours, theirs))
	if c.kept == "" {
		return nil
	}
	to := filepath.Join(c.kept, fmt.Sprint(seed))
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(folder, ".terraform")); err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(folder)); err != nil {
		return err
	}
	for name, answer := range map[string]planAnswer{"ours.txt": ours, "theirs.txt": theirs} {
		text := answer.err
		if text == "" {
			written, err := json.MarshalIndent(answer.outputs, "", "  ")
			if err != nil {
				return err
			}
			text = string(written)
		}
		if err := os.WriteFile(filepath.Join(to, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func firstPlanDifference(ours, theirs planAnswer) string {
	switch {
	case ours.err != "":
		return "only ours rejects: " + firstLine(ours.err)
	case theirs.err != "":
		return "only theirs rejects: " + firstLine(theirs.err)
	}
	names := map[string]bool{}
	for name := range ours.outputs {
		names[name] = true
	}
	for name := range theirs.outputs {
		names[name] = true
	}
	for _, name := range sortedNames(names) {
		if a, b := ours.outputs[name], theirs.outputs[name]; !reflect.DeepEqual(a, b) {
			return showDifference("output "+name, a, b)
		}
	}
	for name := range ours.parts {
		names[name] = true
	}
	for name := range theirs.parts {
		names[name] = true
	}
	for _, name := range sortedNames(names) {
		if a, b := ours.parts[name], theirs.parts[name]; !reflect.DeepEqual(a, b) {
			return showDifference(name, a, b)
		}
	}
	return ""
}

func showDifference(name string, a, b any) string {
	ours, _ := json.Marshal(a)
	theirs, _ := json.Marshal(b)
	return fmt.Sprintf("%s: ours %s, theirs %s", name, ours, theirs)
}

// firstLine returns the first line of an error that says something.
func firstLine(message string) string {
	for _, line := range strings.Split(message, "\n") {
		if strings.Contains(strings.ToLower(line), "error: ") || strings.Contains(line, "error[") {
			return strings.TrimSpace(line)
		}
	}
	return strings.ReplaceAll(message, "\n", " ")
}

func sortedNames[V any](of map[string]V) []string {
	names := []string{}
	for name := range of {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (c *planComparison) summary() error {
	fmt.Printf("%d same (%d outputs, %d unknown parts, %d other values), %d rejected by both (%d at the same line), %d different\n",
		c.same, c.outputs, c.unknown, c.parts, c.rejected, c.sameLine, c.different)
	for _, reason := range sortedNames(c.explained) {
		fmt.Printf("%7d meant to differ: %s\n", c.explained[reason], reason)
	}
	for _, mistake := range sortedNames(c.mistakes) {
		fmt.Printf("%7d rejected by Terraform: %s\n", c.mistakes[mistake], mistake)
	}
	if c.different > 0 {
		c.failed = append(c.failed, errors.New("there are differences"))
	}
	return errors.Join(c.failed...)
}
