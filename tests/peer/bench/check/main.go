// Generates a folder of HCL files, or parses one, with those inside it, with the reference's parser;
// see ../README.md.
//
//	check generate DIR FILES
//	check parse DIR          one file after the other
//	check parse-all DIR      on all cores
package main

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// fileSize is the minimum size of a file in bytes.
const fileSize = 20_000

func main() {
	switch command, dir := os.Args[1], os.Args[2]; command {
	case "generate":
		count, err := strconv.Atoi(os.Args[3])
		check(err)
		generate(dir, count)
	case "parse":
		parseOn(1, dir)
	case "parse-all":
		parseOn(runtime.NumCPU(), dir)
	default:
		check(fmt.Errorf("unknown command %q", command))
	}
}

func generate(dir string, count int) {
	random := rand.New(rand.NewSource(1))
	for index := range count {
		var text strings.Builder
		for block := 0; text.Len() < fileSize; block++ {
			writeBlock(&text, random, block)
		}
		name := fmt.Sprintf("part-%04d.tf", index)
		check(os.WriteFile(filepath.Join(dir, name), []byte(text.String()), 0o644))
	}
}

// writeBlock writes a block like those in infrastructure code, with attributes, maps, templates,
// calls, a for expression, an occasional heredoc, and nested blocks.
func writeBlock(text *strings.Builder, random *rand.Rand, block int) {
	fmt.Fprintf(text, "# Machine %d of this part.\nresource \"machine\" \"m%d_%d\" {\n", block, block, random.Intn(1000))
	fmt.Fprintf(text, "  name  = \"${var.prefix}-m%d-${local.zone}\"\n", block)
	fmt.Fprintf(text, "  count = var.enabled && var.size >= %d ? %d : 0\n", random.Intn(50), 1+random.Intn(9))
	fmt.Fprintf(text, "  ports = [for p in var.ports : p + %d if p != %d]\n", random.Intn(9000), random.Intn(99))
	fmt.Fprintf(text, "  tags = {\n    Owner = \"team-%d\"\n    Stage = lower(var.stage)\n    Cost  = %d.%02d\n  }\n", random.Intn(40), random.Intn(900), random.Intn(100))
	fmt.Fprintf(text, "  nets = concat(module.network.private[*].id, [\"net-%08x\", \"net-%08x\"])\n", random.Uint32(), random.Uint32())
	for disk := range 1 + random.Intn(3) {
		fmt.Fprintf(text, "\n  disk \"d%d\" {\n    size = %d\n    kind = \"ssd\"\n    path = \"/mnt/${each.key}/%d\"\n  }\n", disk, 10+random.Intn(500), disk)
	}
	if random.Intn(3) == 0 {
		text.WriteString("\n  script = <<-EOT\n    #!/bin/sh\n    echo \"${var.greeting}\"\n    exec /opt/run --level=%{ if var.debug }debug%{ else }info%{ endif }\n  EOT\n")
	}
	fmt.Fprintf(text, "\n  dynamic \"rule\" {\n    for_each = var.rules[%d]\n    content {\n      port = rule.value.port\n      from = try(rule.value.from, null)\n    }\n  }\n}\n\n", random.Intn(5))
}

func parseOn(workers int, dir string) {
	next := make(chan string)
	var group sync.WaitGroup
	for range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			for name := range next {
				parse(name)
			}
		}()
	}
	check(filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(name) == ".tf" {
			next <- name
		}
		return err
	}))
	close(next)
	group.Wait()
}

func parse(name string) {
	text, err := os.ReadFile(name)
	check(err)
	if _, diags := hclsyntax.ParseConfig(text, name, hcl.InitialPos); diags.HasErrors() {
		check(diags)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
