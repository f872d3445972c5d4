package main

import (
	"fmt"
	"slices"
	"strings"
)

// An attribute is an attribute of a target. It has a kind if expressions can use its value.
type attribute struct {
	name, kind, text string
}

// attributes returns attributes of a target.
func (g *generator) attributes(s scope, t *randomTarget) []attribute {
	found := []attribute{}
	for _, name := range attributeNames {
		if !g.one(attributeChance[name]) {
			continue
		}
		text, kind := g.attribute(name, s, t)
		if text == "" {
			continue
		}
		if g.one(200) && !slices.Contains(notNull, name) {
			text, kind = "null", ""
		}
		found = append(found, attribute{name, kind, name + " = " + text})
	}
	return found
}

// notNull lists the attributes for which null is an error of the reference.
var notNull = []string{"description", "resources", "cache-from", "cache-to", "output", "secret", "ssh", "attest"}

// attributeNames is the list of attributes; it decides the order of random choices.
var attributeNames = []string{
	"inherits", "args", "labels", "contexts", "context", "dockerfile", "dockerfile-inline", "tags", "platforms",
	"cache-from", "cache-to", "output", "secret", "ssh", "attest", "no-cache", "pull", "network", "ulimits",
	"extra-hosts", "annotations", "call", "shm-size", "description", "target", "no-cache-filter", "entitlements",
	"resources",
}

// attributeChance is n for an attribute that one of n targets has.
var attributeChance = map[string]int{
	"inherits": 2, "args": 2, "labels": 3, "contexts": 4, "context": 3, "dockerfile": 3, "dockerfile-inline": 6,
	"tags": 2, "platforms": 3, "cache-from": 4, "cache-to": 6, "output": 5, "secret": 6, "ssh": 8, "attest": 6,
	"no-cache": 8, "pull": 8, "network": 8, "ulimits": 8, "extra-hosts": 8, "annotations": 8, "call": 10,
	"shm-size": 10, "description": 6, "target": 4, "no-cache-filter": 10, "entitlements": 12, "resources": 12,
}

// attribute returns the value of an attribute, and the kind of that value.
func (g *generator) attribute(name string, s scope, t *randomTarget) (string, string) {
	switch name {
	case "inherits":
		return g.inherits(), ""
	case "args", "labels":
		return g.nullableTable(s), ""
	case "extra-hosts":
		return fmt.Sprintf(`{ host = "10.0.0.%d", %s = %s }`, g.Intn(9), pick(g, "a", `"b.c"`), pick(g,
			`"host-gateway"`, "null", g.text(s, 1))), ""
	case "contexts":
		return g.contexts(s), ""
	case "context":
		return pick(g, `"."`, `"./app/../web"`, `"https://github.com/moby/buildkit.git#v0.20"`, `"cwd://sub"`,
			"BAKE_CMD_CONTEXT", `"dir/"`, `""`, `"/abs/./x"`, `"https://host/x.tar.gz"`, g.text(s, 1)), "string"
	case "dockerfile":
		return pick(g, `"Dockerfile.dev"`, `""`, `"cwd://Dockerfile"`, `"./docker/../Dockerfile"`, g.text(s, 2)),
			"string"
	case "dockerfile-inline":
		return g.heredoc(s), "string"
	case "tags", "no-cache-filter":
		return g.list(s, exprDepth), "list"
	case "platforms":
		return g.choices(`"linux/amd64"`, `"linux/arm64"`, `"linux/arm/v7"`, `"local"`, "BAKE_LOCAL_PLATFORM",
			`"windows(10.0.17763)/amd64"`, `"linux"`, `"linux/amd64,linux/386"`, `"arm64"`), "list"
	case "cache-from", "cache-to":
		return g.choices(`"type=gha,scope=x"`, `"user/app:cache"`, `"user/app:a,user/app:b"`,
			`"type=registry,ref=user/app"`, `{ type = "registry", ref = "user/app" }`,
			`{ type = "local", src = "cache", mode = "max" }`, `""`, fmt.Sprintf(`"type=local,dest=${%s}"`,
				g.text(s, 1)), `"type=inline"`, `"TYPE=s3,\"name=a,b\""`), ""
	case "output":
		return g.choices(`"type=docker"`, `"type=image,push=true,name=user/app"`, `"type=registry"`,
			`{ type = "image", push = "true" }`, `"out"`, `"type=local,dest=out"`,
			`{ type = "tar", dest = "out.tar" }`, `"type=cacheonly"`, `"type=oci,dest=img.tar,tar=true"`,
			`{ type = "docker", compression = "zstd", force = true }`, `""`, `"type=oci"`), ""
	case "secret":
		return g.choices(`"id=token,env=HOME"`, `"type=env,id=b,src=PATH"`, `{ id = "c", env = "HOME" }`,
			`"id=HOME"`, fmt.Sprintf(`"id=file,src=%s"`, g.files[0]), fmt.Sprintf(`{ id = "d", src = "%s" }`,
				g.files[0]), `""`, `"type=file,id=token,source=/dev/null"`), ""
	case "ssh":
		return g.choices(`"default"`, `{ id = "default" }`, `"other"`, `{ id = "third", paths = [] }`, `""`), ""
	case "attest":
		return g.choices(`"type=provenance,mode=max"`, `"type=sbom"`, `"type=provenance,disabled=true"`,
			`{ type = "sbom", generator = "x" }`, `{ type = "provenance", disabled = true, mode = "min" }`,
			`"type=sbom,disabled=0"`, `""`), ""
	case "no-cache", "pull":
		return pick(g, "true", "false", `"true"`, g.condition(s, 2)), "bool"
	case "network":
		return pick(g, `"host"`, `"none"`, `"default"`, `""`), "string"
	case "ulimits":
		return g.choices(`"nofile=1024:2048"`, `"nproc=10"`, `"core=0:-1"`), "list"
	case "annotations":
		return g.choices(`"a=b"`, `"index:org.x=1"`, `"manifest[linux/amd64],index:k=v=w"`,
			fmt.Sprintf(`"t=${%s}"`, g.text(s, 1)), `"manifest-descriptor:d=$${x}"`, `""`), "list"
	case "call":
		return pick(g, `"check"`, `"build"`, `"outline"`, `"lint,format=json"`), "string"
	case "shm-size":
		return pick(g, `"128m"`, `"1.5 GiB"`, "1024", `"2gb"`), "string"
	case "description":
		return g.text(s, 2), "string"
	case "target":
		return pick(g, `"release"`, g.text(s, 1)), "string"
	case "entitlements":
		return g.choices(`"network.host"`, `"security.insecure"`, `"device=x"`), "list"
	case "resources":
		return pick(g, `{ memory = "1g", cpu-shares = 5 }`, `{ memory-swap = "-1", "cpuset-cpus" = "0-1" }`,
			`{ cpu-quota = 2 + 3, cpu-period = "7" }`, "{}"), ""
	}
	return "", ""
}

// choices returns a list of some of the expressions.
func (g *generator) choices(expressions ...string) string {
	parts := []string{}
	for range g.Intn(4) {
		parts = append(parts, pick(g, expressions...))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// inherits returns a list of targets that are complete.
func (g *generator) inherits() string {
	if len(g.targets) == 0 {
		return "[]"
	}
	parts := []string{}
	for range 1 + g.Intn(2) {
		parts = append(parts, quote(g.anyTarget()))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// nullableTable returns a map of strings, in which some values may be null, numbers or bools.
func (g *generator) nullableTable(s scope) string {
	if !g.one(3) {
		return g.table(s, exprDepth)
	}
	parts := []string{}
	for _, key := range keys {
		if g.one(3) {
			parts = append(parts, g.key(key)+" = "+pick(g, "null", "1.50", "true", g.number(s, 1), g.text(s, 1),
				quote("a ${b} %{c}")))
		}
	}
	return "{\n    " + strings.Join(parts, "\n    ") + "\n  }"
}

// contexts returns named contexts; those that link to targets come from other ones before it.
func (g *generator) contexts(s scope) string {
	parts := []string{`base = "docker-image://alpine:3.20"`}
	if g.one(2) {
		parts = append(parts, pick(g, `src = "../src"`, `empty = ""`, `"a/b" = "oci-layout://path"`,
			"x = "+g.text(s, 1)))
	}
	if len(g.targets) > 0 && g.one(2) {
		parts = append(parts, fmt.Sprintf(`%s = "target:%s"`, pick(g, "linked", "base2"), g.anyTarget()))
	}
	return "{\n    " + strings.Join(parts, "\n    ") + "\n  }"
}

// heredoc returns a heredoc, or a quoted template.
func (g *generator) heredoc(s scope) string {
	if g.one(4) {
		return g.template(s, 2)
	}
	lines := []string{}
	for range 1 + g.Intn(3) {
		lines = append(lines, pick(g, "FROM alpine", "  RUN echo $${HOME} $PATH", "ARG V=${"+g.text(s, 1)+"}",
			"%{ if "+g.condition(s, 1)+" }RUN a%{ endif }", "%{~ for x in "+g.list(s,
				1)+" ~}\nRUN ${x}\n%{~ endfor ~}", "", "# 100%"))
	}
	marker := pick(g, "<<EOT", "<<-EOT")
	return marker + "\n" + strings.Join(lines, "\n") + "\nEOT\n"
}
