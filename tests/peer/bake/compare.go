package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// attempts is the maximum number of answers of the reference that one case is compared with, and runs is that
// of the program, whose answer changes with the clock.
const (
	attempts = 40
	runs     = 4
)

// timeout is the maximum run time of the program for one case.
const timeout = 20 * time.Second

// A verdict is the result of one comparison.
type verdict struct {
	name       string
	fails      bool
	unstable   bool
	difference string
}

// compareFolder compares a program with the reference on the cases of a folder.
func compareFolder(program, folder string) error {
	found, err := findCases(folder)
	if err != nil {
		return err
	}
	verdicts, err := compareCases(program, found)
	if err != nil {
		return err
	}
	return report(verdicts)
}

// report prints the differences and the counts. Any difference is an error.
func report(verdicts []verdict) error {
	equal, fails, unstable, different := 0, 0, 0, 0
	for _, v := range verdicts {
		switch {
		case v.difference != "":
			different++
			fmt.Printf("== %s\n%s\n", v.name, strings.TrimRight(v.difference, "\n"))
		case v.fails:
			fails++
		default:
			equal++
		}
		if v.unstable {
			unstable++
		}
	}
	fmt.Printf("%d cases: %d equal, %d fail in both, %d differ; the reference has several answers for %d\n",
		len(verdicts), equal, fails, different, unstable)
	if different > 0 {
		return fmt.Errorf("%d cases differ", different)
	}
	return nil
}

// compareCases compares a program with the reference on all cores.
func compareCases(program string, cases []bakeCase) ([]verdict, error) {
	command, err := parseCommand(program)
	if err != nil {
		return nil, err
	}
	verdicts := make([]verdict, len(cases))
	err = onAllCores(cases, func(w *worker, index int, one bakeCase) error {
		var err error
		verdicts[index], err = compareCase(w, command, one)
		return err
	})
	return verdicts, err
}

// parseCommand splits a program from its arguments, and makes its path absolute.
func parseCommand(program string) ([]string, error) {
	command := strings.Fields(program)
	if len(command) == 0 {
		return nil, fmt.Errorf("no program in %q", program)
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, err
	}
	command[0], err = filepath.Abs(path)
	return command, err
}

// onAllCores calls a function for each case, on each core with a worker of its own. Each case gets the
// variables of the environment that all cases share.
func onAllCores(cases []bakeCase, call func(w *worker, index int, one bakeCase) error) error {
	shared, closeShared, err := sharedEnvironment()
	if err != nil {
		return err
	}
	defer closeShared()
	indices := make(chan int)
	failures := make(chan error, runtime.NumCPU())
	var group sync.WaitGroup
	for range runtime.NumCPU() {
		group.Go(func() {
			w := &worker{}
			defer w.stop()
			var failure error
			for index := range indices {
				if failure != nil {
					continue
				}
				one := cases[index]
				one.Environment = slices.Concat(shared, one.Environment)
				failure = call(w, index, one)
			}
			failures <- failure
		})
	}
	for index := range cases {
		indices <- index
	}
	close(indices)
	group.Wait()
	close(failures)
	for failure := range failures {
		if failure != nil {
			return failure
		}
	}
	return nil
}

// sharedEnvironment returns variables for all cases: the same home directory on each machine, and the
// socket of an agent for `ssh = ["default"]`, which only has to exist.
func sharedEnvironment() ([]string, func(), error) {
	folder, err := os.MkdirTemp("", "bake-agent")
	if err != nil {
		return nil, nil, err
	}
	agent, err := net.Listen("unix", filepath.Join(folder, "agent"))
	if err != nil {
		return nil, nil, err
	}
	closeAll := func() {
		agent.Close()
		os.RemoveAll(folder)
	}
	return []string{"HOME=/home/bake", "PATH=" + os.Getenv("PATH"), "SSH_AUTH_SOCK=" + agent.Addr().String()},
		closeAll, nil
}

// compareCase compares the program's answer with those of the reference.
func compareCase(w *worker, command []string, one bakeCase) (verdict, error) {
	result := verdict{name: one.Name}
	ours, first := answer{}, answer{}
	for attempt := range attempts {
		if attempt < runs {
			ours = runProgram(command, one)
		}
		theirs, err := w.ask(one)
		if err != nil {
			return result, err
		}
		if attempt == 0 {
			first = theirs
		} else if theirs != first {
			result.unstable = true
		}
		difference := compareAnswers(ours, theirs)
		if difference == "" {
			result.fails = theirs.failed()
			result.difference = ""
			return result, nil
		}
		if attempt == 0 {
			result.difference = difference
		}
	}
	return result, nil
}

// runProgram returns the program's answer.
func runProgram(command []string, one bakeCase) answer {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	process := exec.CommandContext(ctx, command[0], slices.Concat(command[1:], one.Arguments)...)
	process.Dir = one.Folder
	process.Env = one.Environment
	var output, failure bytes.Buffer
	process.Stdout, process.Stderr = &output, &failure
	if err := process.Run(); err != nil {
		return answer{Error: strings.TrimSpace(err.Error() + "\n" + failure.String())}
	}
	return answer{Text: output.String()}
}

// compareAnswers describes how two answers differ, in at most 20 lines.
func compareAnswers(ours, theirs answer) string {
	switch {
	case ours.failed() && theirs.failed():
		return ""
	case ours.failed():
		return "only the program fails: " + ours.Error
	case theirs.failed():
		return "only the reference fails: " + theirs.Error
	}
	var a, b any
	if err := json.Unmarshal([]byte(ours.Text), &a); err != nil {
		return fmt.Sprintf("the program does not print JSON: %s\n%s", err, ours.Text)
	}
	if err := json.Unmarshal([]byte(theirs.Text), &b); err != nil {
		return fmt.Sprintf("the reference does not print JSON: %s\n%s", err, theirs.Text)
	}
	lines := compareJSON("", a, b)
	if len(lines) > 20 {
		lines = append(lines[:20], fmt.Sprintf("and %d more", len(lines)-20))
	}
	return strings.Join(lines, "\n")
}

// compareJSON returns a line for each difference, with its path.
func compareJSON(path string, ours, theirs any) []string {
	a, isObject := ours.(map[string]any)
	b, bothObjects := theirs.(map[string]any)
	if !isObject || !bothObjects {
		if reflect.DeepEqual(ours, theirs) {
			return nil
		}
		return []string{fmt.Sprintf("%s: %s, the reference has %s", path, asJSON(ours), asJSON(theirs))}
	}
	var lines []string
	names := maps.Clone(a)
	maps.Copy(names, b)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		ourPart, inOurs := a[name]
		theirPart, inTheirs := b[name]
		at := strings.TrimPrefix(path+"."+name, ".")
		switch {
		case !inOurs:
			lines = append(lines, fmt.Sprintf("%s: missing, the reference has %s", at, asJSON(theirPart)))
		case !inTheirs:
			lines = append(lines, fmt.Sprintf("%s: %s, missing in the reference", at, asJSON(ourPart)))
		default:
			lines = append(lines, compareJSON(at, ourPart, theirPart)...)
		}
	}
	return lines
}

func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// recordFolder writes the reference's answers beside the cases of a folder, as NAME.output or NAME.failure.
func recordFolder(folder string) error {
	found, err := findCases(folder)
	if err != nil {
		return err
	}
	answers := make([]answer, len(found))
	err = onAllCores(found, func(w *worker, index int, one bakeCase) error {
		var err error
		answers[index], err = w.ask(one)
		return err
	})
	if err != nil {
		return err
	}
	failed := 0
	for index, one := range found {
		for _, name := range []string{"output", "failure"} {
			if err := os.Remove(one.Prefix + name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		name, text := "output", answers[index].Text
		if answers[index].failed() {
			failed++
			name, text = "failure", answers[index].Error
		}
		if err := os.WriteFile(one.Prefix+name, []byte(text+"\n"), 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%d cases, of which %d fail\n", len(found), failed)
	return nil
}
