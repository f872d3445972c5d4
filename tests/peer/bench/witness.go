package main

import (
	"fmt"
	"hash/fnv"
	"io"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// witness sums up a value, equal on both sides, so that the script can check that both computed the
// same.
func witness(value cty.Value) string {
	sum := fnv.New64a()
	write(sum, value)
	return fmt.Sprintf("%016x", sum.Sum64())
}

func write(w io.Writer, value cty.Value) {
	ty := value.Type()
	switch {
	case value.IsNull():
		io.WriteString(w, "null;")
	case !value.IsKnown():
		io.WriteString(w, "unknown;")
	case ty.IsPrimitiveType():
		text, err := convert.Convert(value, cty.String)
		if err != nil {
			panic(err)
		}
		io.WriteString(w, text.AsString()+";")
	case ty.IsSetType():
		// The sides order sets differently.
		fmt.Fprintf(w, "%d;", value.LengthInt())
	default:
		keyed := ty.IsObjectType() || ty.IsMapType()
		io.WriteString(w, "[")
		for it := value.ElementIterator(); it.Next(); {
			key, element := it.Element()
			if keyed {
				io.WriteString(w, key.AsString()+"=")
			}
			write(w, element)
		}
		io.WriteString(w, "]")
	}
}
