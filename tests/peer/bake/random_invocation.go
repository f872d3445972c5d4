package main

import (
	"fmt"
	"strings"
)

// invoke adds arguments and variables of the environment.
func (g *generator) invoke() {
	g.setVariables()
	for range g.Intn(4) / 2 * 2 {
		g.arguments = append(g.arguments, "--set", g.override())
	}
	if g.one(12) {
		g.arguments = append(g.arguments, "--set", pick(g, "*.no-cache=true", "*.pull=false",
			"*.attest=type=sbom", "*.attest=type=provenance,mode=max", "*.attest=type=provenance,disabled=true", "*.call=lint"))
	}
	g.chooseTargets()
}

// chooseTargets adds the targets to print. Without any, there must be a default.
func (g *generator) chooseTargets() {
	hasDefault := g.hasDefaultTarget() || len(g.groups) > 0 && g.groups[0] == "default"
	if hasDefault && !g.one(3) {
		return
	}
	for range 1 + g.Intn(3) {
		switch g.Intn(6) {
		case 0:
			g.arguments = append(g.arguments, pick(g, "*", "?*", "*[0-9a-z]*", g.anyTarget()[:1]+"*"))
		case 1:
			if len(g.groups) > 0 {
				g.arguments = append(g.arguments, pick(g, g.groups...))
				continue
			}
			g.arguments = append(g.arguments, g.targets[0].names[0])
		case 2:
			g.arguments = append(g.arguments, g.targets[g.Intn(len(g.targets))].label)
		default:
			g.arguments = append(g.arguments, g.anyTarget())
		}
	}
}

// setVariables sets variables on the command line and in the environment, in the forms of their types.
func (g *generator) setVariables() {
	for _, v := range g.variables {
		if !g.one(4) {
			continue
		}
		name, text := v.name, ""
		switch v.kind {
		case "string", "untyped string", "untyped":
			text = pick(g, "set", "", "a,b", "v9.9.9", `{"a":1}`, "true", "  x ")
		case "number", "untyped number":
			text = pick(g, "7", "1.25", "-3", "1e3")
		case "bool", "untyped bool":
			text = pick(g, "true", "false", "1", "0")
		case "list", "set":
			text = pick(g, "a", "a,b,a", `"a,b",c`, "x, y", `["j","k"]`)
		case "tuple":
			text = pick(g, "a,b", "1,2")
		case "map":
			text = pick(g, "A:1", "A:1,x:2", `"k:v w",A:z`)
		case "object":
			name, text = name+"_JSON", `{"name":"n","tag":"t"}`
		}
		if (v.kind == "list" || v.kind == "set" || v.kind == "map") && g.one(3) {
			name, text = name+"_JSON", map[string]string{"list": `["j", "k"]`, "set": `["j", "j"]`,
				"map": `{"A": "j"}`}[v.kind]
		}
		if v.kind == "" || text == "" && !strings.HasSuffix(v.kind, "string") && v.kind != "untyped" {
			continue
		}
		if g.one(3) {
			g.arguments = append(g.arguments, "--var", name+"="+text)
		} else {
			g.settings = append(g.settings, name+"="+text)
		}
	}
}

// override returns an argument for `--set`.
func (g *generator) override() string {
	t := g.targets[g.Intn(len(g.targets))]
	name := t.names[g.Intn(len(t.names))]
	pattern := pick(g, "*", name, name, name[:1]+"*", "*"+name[len(name)-1:])
	plain := func(key string, values ...string) string {
		return fmt.Sprintf("%s.%s=%s", pattern, key, pick(g, values...))
	}
	list := func(key string, values ...string) string {
		return fmt.Sprintf("%s.%s%s=%s", pattern, key, pick(g, "", "", "+"), pick(g, values...))
	}
	switch g.Intn(21) {
	case 0, 1:
		return list(pick(g, "platform", "platforms"), "linux/arm64", "linux/amd64", "linux/riscv64", "")
	case 2, 3:
		return plain(pick(g, "args.", "arg.")+pick(g, keys...), "set", "", "a=b", "${x}")
	case 4:
		return fmt.Sprintf("%s.args.%s", pattern, pick(g, "HOME", "UNSET"))
	case 5, 6:
		return list(pick(g, "tags", "tag"), "new:1", "new:2", "")
	case 7:
		return plain(pick(g, "labels.", "label.")+pick(g, keys...), "set", "")
	case 8:
		return plain("context", "./other/", "https://github.com/a/b.git", ".")
	case 9:
		return plain("dockerfile", "Dockerfile.set", "")
	case 10:
		return list("output", "type=registry", "type=image,push=false", "out", "type=docker", "")
	case 11:
		return list(pick(g, "cache-from", "cache-to"), "type=gha", "user/app:c,user/app:d", "type=local,src=c", "")
	case 12:
		return plain(pick(g, "no-cache", "pull"), "true", "false", "1")
	case 13:
		return list(pick(g, "secret", "secrets"), "id=s,env=HOME", "id=token,env=PATH", "")
	case 14:
		return list("attest", "type=sbom", "type=provenance,mode=min", "type=provenance,disabled=true", "")
	case 15:
		return plain("contexts.base", "docker-image://debian", "")
	case 16:
		return list(pick(g, "annotations", "annotation"), "k=v", "index:a=b", "")
	case 17:
		return list(pick(g, "ulimits", "no-cache-filter", "ulimit"), "nofile=1", "")
	case 18:
		return plain(pick(g, "target", "call", "network", "shm-size"), "1m", "8")
	case 19:
		return plain(pick(g, "extra-hosts.", "extra-host.")+"h", "1.2.3.4")
	default:
		return list(pick(g, "entitlements", "ssh"), "default", "network.host")
	}
}
