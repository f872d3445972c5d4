package main

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
)

// generateCases writes random cases to a folder.
func generateCases(seed int64, count int, folder string) error {
	_, err := writeRandomCases(seed, count, folder)
	return err
}

// compareRandom compares a program with the reference on random cases, and copies the cases that differ.
func compareRandom(seed int64, count int, program, differences string) error {
	folder, err := os.MkdirTemp("", "bake-random")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	cases, err := writeRandomCases(seed, count, folder)
	if err != nil {
		return err
	}
	verdicts, err := compareCases(program, cases)
	if err != nil {
		return err
	}
	for index, v := range verdicts {
		if v.difference == "" {
			continue
		}
		kept := filepath.Join(differences, cases[index].Name)
		if err := os.RemoveAll(kept); err != nil {
			return err
		}
		if err := os.CopyFS(kept, os.DirFS(cases[index].Folder)); err != nil {
			return err
		}
	}
	return report(verdicts)
}

// writeRandomCases writes the cases of a seed to folders named SEED-INDEX. A case depends on its seed and
// its index alone.
func writeRandomCases(seed int64, count int, folder string) ([]bakeCase, error) {
	cases := make([]bakeCase, count)
	for index := range cases {
		name := fmt.Sprintf("%d-%06d", seed, index)
		g := newGenerator(rand.New(rand.NewSource(seed*1_000_003 + int64(index))))
		one, files := g.generate()
		one.Name = name
		one.Folder = filepath.Join(folder, name)
		if err := writeCase(one, files); err != nil {
			return nil, err
		}
		cases[index] = one
	}
	return cases, nil
}

// A generator makes one random case. Expressions only refer to what was made before them, so that there are
// no cycles; the definition then shows all of it in random order.
type generator struct {
	*rand.Rand
	known     scope
	functions []userFunction
	targets   []*randomTarget
	groups    []string
	items     []item
	arguments []string
	settings  []string
	files     []string
	document  string // the text of a file in JSON syntax, or none
	variables []randomVariable
}

// An item is a top-level part of a definition, and the index of its file.
type item struct {
	text string
	file int
}

// A scope lists expressions of each type: names, and paths such as `target.app.tags`.
type scope struct {
	strings, numbers, bools, lists, maps, nullable []string
	// A function only refers to names that exist, even in the arguments of `try`, `can` and `convert`.
	inFunction bool
}

// undefined returns an expression with an undefined name, where that is not an error.
func (s scope) undefined(expr string) string {
	if s.inFunction {
		return "[][1]"
	}
	return expr
}

// with returns a scope with more strings, for the body of a `for` expression or of a function.
func (s scope) with(names ...string) scope {
	s.strings = append(append([]string{}, s.strings...), names...)
	return s
}

func newGenerator(random *rand.Rand) *generator {
	return &generator{Rand: random, known: scope{strings: []string{"BAKE_LOCAL_PLATFORM", "BAKE_CMD_CONTEXT"}}}
}

// one returns true with a chance of 1 to n.
func (g *generator) one(n int) bool { return g.Intn(n) == 0 }

// pick returns one of the choices.
func pick[T any](g *generator, choices ...T) T { return choices[g.Intn(len(choices))] }

// generate makes a case: one in ten has a mistake.
func (g *generator) generate() (bakeCase, map[string]string) {
	g.chooseFiles()
	g.addValues()
	g.addTargets()
	g.addGroups()
	g.invoke()
	if g.one(10) {
		g.addMistake()
	}
	g.Shuffle(len(g.items), func(i, j int) { g.items[i], g.items[j] = g.items[j], g.items[i] })
	texts := map[string]string{}
	if g.document != "" {
		texts["metadata.json"] = g.document
	}
	for index, name := range g.files {
		text := ""
		for _, part := range g.items {
			if part.file == index {
				text += part.text + "\n"
			}
		}
		texts[name] = text
	}
	return bakeCase{Arguments: g.arguments, Environment: g.settings}, texts
}

// chooseFiles decides which files there are: those that are read without `-f`, or others.
func (g *generator) chooseFiles() {
	switch g.Intn(8) {
	case 0:
		g.files = []string{"docker-bake.hcl", "docker-bake.override.hcl"}
	case 1:
		g.files = []string{"build.hcl", "more.hcl", "last.hcl"}[:1+g.Intn(3)]
		for _, name := range g.files {
			g.arguments = append(g.arguments, pick(g, "-f", "--file"), name)
		}
		if g.one(2) {
			g.addDocument()
		}
	default:
		g.files = []string{"docker-bake.hcl"}
	}
}

// addDocument adds a file in JSON syntax, such as tools write that compute tags and labels.
func (g *generator) addDocument() {
	g.arguments = append(g.arguments, "-f", "metadata.json")
	g.document = `{
  "variable": { "FROM_JSON": { "default": "json", "description": "x" }, "LIST_JSON": { "default": ["a", "b"] } },
  "computed": "${FROM_JSON}-${upper(BAKE_LOCAL_PLATFORM)}",
  "target": {
    "metadata": {
      "tags": ["user/app:${FROM_JSON}", "${computed}"],
      "labels": { "version": "1.0", "${FROM_JSON}-key": "$${literal}", "none": null },
      "args": { "NUMBER": 1.5, "BOOL": true },
      "output": [{ "type": "image", "push": "true" }, "type=docker"]
    }
  }
}
`
	g.known.declare("string", "FROM_JSON")
	g.known.declare("string", "computed")
	g.known.declare("list", "LIST_JSON")
}

// add adds an item to a random file, but the last of several.
func (g *generator) add(text string) {
	g.items = append(g.items, item{text, g.Intn(max(1, len(g.files)-1))})
}

// addAfter adds an item that overrides others, to the last file.
func (g *generator) addAfter(text string) {
	g.items = append(g.items, item{text, len(g.files) - 1})
}

// lastFile reports whether there is a file after the first one.
func (g *generator) lastFile() bool { return len(g.files) > 1 }
