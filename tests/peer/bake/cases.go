package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A bakeCase is one invocation: the folder to run in, the arguments, and the environment.
type bakeCase struct {
	Name        string   `json:"-"`
	Prefix      string   `json:"-"` // the path of its files, without the last part of their names
	Folder      string   `json:"folder"`
	Arguments   []string `json:"arguments"`
	Environment []string `json:"environment"`
}

// findCases returns the cases of a folder, sorted by name.
func findCases(folder string) ([]bakeCase, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	var found []bakeCase
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		stem, isCase := strings.CutSuffix(entry.Name(), "arguments")
		if !isCase || stem != "" && !strings.HasSuffix(stem, ".") {
			return nil
		}
		one := bakeCase{Folder: filepath.Dir(path), Prefix: strings.TrimSuffix(path, "arguments")}
		if one.Name, err = filepath.Rel(folder, strings.TrimRight(one.Prefix, "./")); err != nil {
			return err
		}
		if one.Arguments, err = readLines(path); err != nil {
			return err
		}
		one.Environment, err = readLines(one.Prefix + "environment")
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		found = append(found, one)
		return err
	})
	slices.SortFunc(found, func(a, b bakeCase) int { return strings.Compare(a.Name, b.Name) })
	return found, err
}

// readLines returns the lines of a file.
func readLines(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), nil
}

// writeCase writes a case and its files to its folder.
func writeCase(one bakeCase, files map[string]string) error {
	if err := os.MkdirAll(one.Folder, 0o755); err != nil {
		return err
	}
	texts := map[string]string{"arguments": asLines(one.Arguments), "environment": asLines(one.Environment)}
	for name, text := range files {
		texts[name] = text
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(one.Folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func asLines(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
