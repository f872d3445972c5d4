package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	yaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

type functionCase struct {
	Function string  `json:"fn"`
	Args     []*node `json:"args"`
	Value    *node   `json:"value"`
	Error    bool    `json:"error"`
	Defect   bool    `json:"defect,omitempty"`
}

// standardFunctions are the functions of cty under their usual names in HCL.
var standardFunctions = map[string]function.Function{
	"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "floor": stdlib.FloorFunc,
	"log": stdlib.LogFunc, "max": stdlib.MaxFunc, "min": stdlib.MinFunc,
	"parseint": stdlib.ParseIntFunc, "pow": stdlib.PowFunc, "signum": stdlib.SignumFunc,

	"chomp": stdlib.ChompFunc, "format": stdlib.FormatFunc, "formatlist": stdlib.FormatListFunc,
	"indent": stdlib.IndentFunc, "join": stdlib.JoinFunc, "lower": stdlib.LowerFunc,
	"regex": stdlib.RegexFunc, "regexall": stdlib.RegexAllFunc, "replace": stdlib.ReplaceFunc,
	"split": stdlib.SplitFunc, "strrev": stdlib.ReverseFunc, "substr": stdlib.SubstrFunc,
	"title": stdlib.TitleFunc, "trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc,
	"trimspace": stdlib.TrimSpaceFunc, "trimsuffix": stdlib.TrimSuffixFunc, "upper": stdlib.UpperFunc,

	"chunklist": stdlib.ChunklistFunc, "coalesce": stdlib.CoalesceFunc, "coalescelist": stdlib.CoalesceListFunc,
	"compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc,
	"distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc, "flatten": stdlib.FlattenFunc,
	"keys": stdlib.KeysFunc, "length": stdlib.LengthFunc, "lookup": stdlib.LookupFunc,
	"merge": stdlib.MergeFunc, "range": stdlib.RangeFunc, "reverse": stdlib.ReverseListFunc,
	"setintersection": stdlib.SetIntersectionFunc, "setproduct": stdlib.SetProductFunc,
	"setsubtract": stdlib.SetSubtractFunc, "setunion": stdlib.SetUnionFunc, "slice": stdlib.SliceFunc,
	"sort": stdlib.SortFunc, "values": stdlib.ValuesFunc, "zipmap": stdlib.ZipmapFunc,

	"csvdecode": stdlib.CSVDecodeFunc, "jsondecode": stdlib.JSONDecodeFunc, "jsonencode": stdlib.JSONEncodeFunc,
	"yamldecode": yaml.YAMLDecodeFunc, "yamlencode": yaml.YAMLEncodeFunc,

	"formatdate": stdlib.FormatDateFunc, "timeadd": stdlib.TimeAddFunc,

	"tobool":   stdlib.MakeToFunc(cty.Bool),
	"tolist":   stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
	"tomap":    stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)),
	"tonumber": stdlib.MakeToFunc(cty.Number),
	"toset":    stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
	"tostring": stdlib.MakeToFunc(cty.String),
}

// recordFunctions calls the function named by each group of cases/functions with the arguments of
// each line. A line that starts with `!` shows a defect of the reference.
func recordFunctions() (document, error) {
	recorded := []any{}
	for _, g := range readGroups("functions") {
		f, known := standardFunctions[g.name]
		if !known {
			return nil, fmt.Errorf("no function %q", g.name)
		}
		for _, line := range g.lines {
			text, defect := strings.CutPrefix(line, "!")
			args, err := readValue("[" + strings.TrimSpace(text) + "]")
			if err != nil {
				return nil, err
			}
			c := call(f, prepareArguments(f, args.AsValueSlice()))
			c.Function = g.name
			c.Defect = c.Defect || defect
			recorded = append(recorded, c)
		}
	}
	return document{{name: "cases", cases: recorded}}, nil
}

// prepareArguments converts the arguments to the types of the parameters, like a call in an
// expression. An argument that cannot be converted stays unchanged.
func prepareArguments(f function.Function, args []cty.Value) []cty.Value {
	prepared := []cty.Value{}
	for i, arg := range args {
		if ty, ok := parameterType(f, i); ok && arg.Type() != cty.DynamicPseudoType {
			if converted, err := convert.Convert(arg, ty); err == nil {
				arg = converted
			}
		}
		prepared = append(prepared, arg)
	}
	return prepared
}

func parameterType(f function.Function, index int) (cty.Type, bool) {
	switch {
	case index < len(f.Params()):
		return f.Params()[index].Type, true
	case f.VarParam() != nil:
		return f.VarParam().Type, true
	}
	return cty.NilType, false
}

func call(f function.Function, args []cty.Value) (c functionCase) {
	c.Args = []*node{}
	for _, arg := range args {
		c.Args = append(c.Args, describe(arg))
	}
	defer func() {
		if recover() != nil {
			c.Error, c.Defect = true, true
		}
	}()
	value, err := f.Call(args)
	if err != nil {
		var panicked function.PanicError
		c.Error, c.Defect = true, errors.As(err, &panicked)
		return c
	}
	c.Value = describe(value)
	return c
}

func sortedKeys[T any](m map[string]T) []string {
	keys := []string{}
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
