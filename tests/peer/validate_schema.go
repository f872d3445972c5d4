package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// guessedSchema is a provider schema in which the resources of modules have the arguments that are written, and the attributes
// that expressions mention, all of any type. So what Terraform reports does not depend on a provider.
type guessedSchema struct {
	provider        guessedBlock
	resources, data map[string]*guessedBlock
	// The addresses of the providers, such as hashicorp/aws.
	providers map[string]bool
}

type guessedBlock struct {
	attributes map[string]bool
	blocks     map[string]*guessedBlock
}

func newGuessedBlock() guessedBlock {
	return guessedBlock{map[string]bool{}, map[string]*guessedBlock{}}
}

// resourceMeta are the arguments and blocks of resources that belong to the language.
var resourceMeta = []string{"count", "for_each", "provider", "depends_on", "lifecycle", "provisioner", "connection"}

// providerMeta are the arguments of provider blocks that belong to the language.
var providerMeta = []string{"alias", "version"}

// guessSchema reads all files in native syntax below a folder.
func guessSchema(folder string) (*guessedSchema, error) {
	s := &guessedSchema{newGuessedBlock(), map[string]*guessedBlock{}, map[string]*guessedBlock{}, map[string]bool{}}
	sources := map[string]string{}
	err := eachModuleFile(folder, func(path string, text []byte) error {
		if file, diags := hclsyntax.ParseConfig(text, path, hcl.InitialPos); !diags.HasErrors() {
			s.file(file.Body.(*hclsyntax.Body), sources)
		}
		return nil
	})
	for ty := range s.resources {
		s.use(ty, sources)
	}
	for ty := range s.data {
		s.use(ty, sources)
	}
	for _, source := range sources {
		s.providers[source] = true
	}
	delete(s.providers, "hashicorp/terraform")
	delete(s.resources, "terraform_data")
	delete(s.data, "terraform_remote_state")
	return s, err
}

// eachModuleFile calls a function with the path and the text of each file in native syntax below a folder.
func eachModuleFile(folder string, visit func(path string, text []byte) error) error {
	return filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".terraform":
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".tf":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return visit(path, text)
	})
}

// use adds the provider of a type, unless a module says where it is from.
func (s *guessedSchema) use(ty string, sources map[string]string) {
	name, _, _ := strings.Cut(ty, "_")
	if _, ok := sources[name]; !ok {
		s.providers["hashicorp/"+name] = true
	}
}

func (s *guessedSchema) file(body *hclsyntax.Body, sources map[string]string) {
	for _, block := range body.Blocks {
		switch block.Type {
		case "resource":
			s.of(s.resources, block.Labels[0]).add(block.Body, resourceMeta)
		case "data", "ephemeral":
			s.of(s.data, block.Labels[0]).add(block.Body, resourceMeta)
		case "check":
			s.file(block.Body, sources)
		case "provider":
			s.provider.add(block.Body, providerMeta)
			if _, ok := sources[block.Labels[0]]; !ok {
				s.providers["hashicorp/"+block.Labels[0]] = true
			}
		case "terraform":
			for _, inner := range block.Body.Blocks {
				if inner.Type == "required_providers" {
					addSources(inner.Body, sources)
				}
			}
		}
	}
	_ = hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		if expr, ok := node.(*hclsyntax.ScopeTraversalExpr); ok {
			s.mention(expr.Traversal)
		}
		return nil
	})
}

// addSources adds the addresses of required providers.
func addSources(required *hclsyntax.Body, sources map[string]string) {
	for name, attribute := range required.Attributes {
		sources[name] = "hashicorp/" + name
		pairs, _ := hcl.ExprMap(attribute.Expr)
		for _, pair := range pairs {
			value, diags := pair.Value.Value(nil)
			if hcl.ExprAsKeyword(pair.Key) == "source" && !diags.HasErrors() && value.Type() == cty.String {
				sources[name] = strings.TrimPrefix(value.AsString(), "registry.terraform.io/")
			}
		}
	}
}

func (s *guessedSchema) of(all map[string]*guessedBlock, ty string) *guessedBlock {
	if all[ty] == nil {
		block := newGuessedBlock()
		all[ty] = &block
	}
	return all[ty]
}

func (b *guessedBlock) add(body *hclsyntax.Body, meta []string) {
	for name := range body.Attributes {
		if !slices.Contains(meta, name) {
			b.attributes[name] = true
		}
	}
	for _, block := range body.Blocks {
		name, content := block.Type, block.Body
		if slices.Contains(meta, name) {
			continue
		}
		if name == "dynamic" && len(block.Labels) == 1 {
			name, content = block.Labels[0], nil
			for _, inner := range block.Body.Blocks {
				if inner.Type == "content" {
					content = inner.Body
				}
			}
		}
		if b.blocks[name] == nil {
			inner := newGuessedBlock()
			b.blocks[name] = &inner
		}
		if content != nil {
			b.blocks[name].add(content, nil)
		}
	}
}

// mention adds the attribute of a resource that a reference mentions.
func (s *guessedSchema) mention(traversal hcl.Traversal) {
	all, steps := s.resources, traversal[1:]
	ty := traversal.RootName()
	if ty == "data" && len(steps) > 0 {
		attribute, ok := steps[0].(hcl.TraverseAttr)
		if !ok {
			return
		}
		all, steps, ty = s.data, steps[1:], attribute.Name
	}
	if !strings.Contains(ty, "_") || len(steps) < 2 {
		return
	}
	steps = steps[1:]
	if _, ok := steps[0].(hcl.TraverseIndex); ok {
		steps = steps[1:]
	}
	if len(steps) == 0 {
		return
	}
	if attribute, ok := steps[0].(hcl.TraverseAttr); ok {
		s.of(all, ty).attributes[attribute.Name] = true
	}
}

// write writes the schema in the form of `terraform providers schema -json`.
func (s *guessedSchema) write(path string) error {
	all := func(types map[string]*guessedBlock) map[string]any {
		found := map[string]any{}
		for name, block := range types {
			found[name] = map[string]any{"version": 0, "block": block.json()}
		}
		return found
	}
	text, err := json.Marshal(map[string]any{"format_version": "1.0", "provider_schemas": map[string]any{"hcldyn.example/any/any": map[string]any{
		"provider":            map[string]any{"version": 0, "block": s.provider.json()},
		"resource_schemas":    all(s.resources),
		"data_source_schemas": all(s.data),
	}}})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func (b *guessedBlock) json() map[string]any {
	attributes, blocks := map[string]any{}, map[string]any{}
	for name, block := range b.blocks {
		blocks[name] = map[string]any{"nesting_mode": "list", "block": block.json()}
	}
	for name := range b.attributes {
		if b.blocks[name] == nil {
			attributes[name] = map[string]any{"type": "dynamic", "optional": true, "computed": true}
		}
	}
	return map[string]any{"attributes": attributes, "block_types": blocks}
}
