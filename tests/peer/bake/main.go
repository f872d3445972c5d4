// Command bake compares a program with buildx's bake: both read build definitions, and both print them
// with all expressions evaluated, as `docker buildx bake --print` does.
//
//	cd tests/peer/bake && go run . print -f docker-bake.hcl --set '*.platform=linux/arm64' app
//	cd tests/peer/bake && go run . compare PROGRAM FOLDER
//	cd tests/peer/bake && go run . random SEED COUNT PROGRAM [DIFFERENCES]
//
// A case is a file `arguments` or `NAME.arguments` at any depth of the folder, with one argument on
// each line. Its file `environment` or `NAME.environment` has a variable on each line, as NAME=VALUE.
// Both run in the folder of that file. PROGRAM may have arguments of its own, after spaces.
//
// Both must print equal JSON, or both must fail. The reference iterates over maps in random order, so that
// the order of a group's targets may change: one of its answers must be equal.
package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

const usage = `usage: go run . print [-f FILE]... [--set PATTERN.KEY=VALUE]... [--var NAME=VALUE]... [TARGET]... |
  compare PROGRAM FOLDER | random SEED COUNT PROGRAM [DIFFERENCES] |
  generate SEED COUNT FOLDER | record FOLDER`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	command := ""
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	switch {
	case command == "print":
		text, err := reference(args)
		if err != nil {
			return err
		}
		fmt.Println(string(text))
		return nil
	case command == "compare" && len(args) == 2:
		return compareFolder(args[0], args[1])
	case command == "random" && (len(args) == 3 || len(args) == 4):
		differences := "wip"
		if len(args) == 4 {
			differences = args[3]
		}
		return withNumbers(args, func(seed int64, count int) error {
			return compareRandom(seed, count, args[2], differences)
		})
	case command == "generate" && len(args) == 3:
		return withNumbers(args, func(seed int64, count int) error {
			return generateCases(seed, count, args[2])
		})
	case command == "record" && len(args) == 1:
		return recordFolder(args[0])
	case command == workerCommand && len(args) == 0:
		return answerRequests()
	}
	return errors.New(usage)
}

// withNumbers calls a function with the seed and the count that the arguments begin with.
func withNumbers(args []string, call func(seed int64, count int) error) error {
	seed, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	return call(seed, count)
}
