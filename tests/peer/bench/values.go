package main

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

func valueCases() []benchCase {
	var cases []benchCase
	add := func(name string, prepare func() func() cty.Value) {
		cases = append(cases, benchCase{name, prepare})
	}
	digits := []struct{ name, text string }{
		{"int", "42"}, {"0.75", "0.75"}, {"3.14159", "3.14159"}, {"154 digits", longThird()},
	}
	for _, d := range digits {
		add("parse "+d.name, func() func() cty.Value {
			return func() cty.Value { return cty.MustParseNumberVal(d.text) }
		})
	}
	for _, d := range digits {
		add("text of "+d.name, func() func() cty.Value {
			number := cty.MustParseNumberVal(d.text)
			return func() cty.Value { return converted(number, cty.String) }
		})
	}
	binary := func(name, a, b string, operation func(a, b cty.Value) cty.Value) {
		add(name, func() func() cty.Value {
			a, b := cty.MustParseNumberVal(a), cty.MustParseNumberVal(b)
			return func() cty.Value { return operation(a, b) }
		})
	}
	binary("add ints", "40", "2", cty.Value.Add)
	binary("add 0.1 + 0.2", "0.1", "0.2", cty.Value.Add)
	binary("multiply ints", "40", "2", cty.Value.Multiply)
	binary("multiply 0.1 * 0.2", "0.1", "0.2", cty.Value.Multiply)
	binary("divide 84 / 2", "84", "2", cty.Value.Divide)
	binary("divide 1 / 3", "1", "3", cty.Value.Divide)
	binary("modulo ints", "40", "7", cty.Value.Modulo)
	binary("compare ints", "40", "2", cty.Value.LessThan)
	binary("compare 0.1 < 0.2", "0.1", "0.2", cty.Value.LessThan)
	binary("equal ints", "40", "40", cty.Value.Equals)
	binary("equal 0.1", "0.1", "0.1", cty.Value.Equals)
	for _, c := range []struct{ name, text string }{
		{"string ASCII", "compute-instance-17"}, {"string not ASCII", "Grüße aus Zürich, 東京"},
		{"string to normalise", "Cafe\u0301 au lait"},
	} {
		add(c.name, func() func() cty.Value {
			return func() cty.Value { return cty.StringVal(c.text) }
		})
	}
	add("unify 100 primitives", func() func() cty.Value {
		return unifying(func(i int) cty.Type { return oneOf(i) })
	})
	add("unify 100 objects", func() func() cty.Value {
		return unifying(func(i int) cty.Type {
			return cty.Object(map[string]cty.Type{"name": cty.String, "port": oneOf(i)})
		})
	})
	return append(cases, collectionCases()...)
}

func collectionCases() []benchCase {
	conversion := func(name string, given func() cty.Value, wanted cty.Type) benchCase {
		return benchCase{name, func() func() cty.Value {
			given := given()
			return func() cty.Value { return converted(given, wanted) }
		}}
	}
	strings := func() cty.Value { return cty.TupleVal(texts(10_000)) }
	return []benchCase{
		{"list of 10,000", func() func() cty.Value {
			elements := texts(10_000)
			return func() cty.Value { return cty.ListVal(elements) }
		}},
		{"set of 10,000", func() func() cty.Value {
			elements := texts(10_000)
			return func() cty.Value { return cty.SetVal(elements) }
		}},
		{"map of 1,000", func() func() cty.Value {
			names, values := names(1_000), texts(1_000)
			return func() cty.Value { return cty.MapVal(entries(names, values)) }
		}},
		{"object of 1,000", func() func() cty.Value {
			names, values := names(1_000), texts(1_000)
			return func() cty.Value { return cty.ObjectVal(entries(names, values)) }
		}},
		{"read 1,000 attributes", func() func() cty.Value {
			names := names(1_000)
			object := cty.ObjectVal(entries(names, texts(1_000)))
			return func() (last cty.Value) {
				for _, name := range names {
					last = object.GetAttr(name)
				}
				return last
			}
		}},
		{"read 1,000 elements", func() func() cty.Value {
			list := cty.ListVal(texts(1_000))
			return func() (last cty.Value) {
				for it := list.ElementIterator(); it.Next(); {
					_, last = it.Element()
				}
				return last
			}
		}},
		{"clone", func() func() cty.Value {
			value := cty.ListVal(texts(10_000))
			return func() cty.Value { return value }
		}},
		{"equal lists of 1,000", func() func() cty.Value {
			a, b := cty.ListVal(texts(1_000)), cty.ListVal(texts(1_000))
			return func() cty.Value { return a.Equals(b) }
		}},
		{"type of object of 1,000", func() func() cty.Value {
			names, values := names(1_000), texts(1_000)
			return func() cty.Value { return cty.NullVal(cty.ObjectVal(entries(names, values)).Type()) }
		}},
		conversion("tuple to list", strings, cty.List(cty.String)),
		conversion("tuple to list of any", strings, cty.List(cty.DynamicPseudoType)),
		conversion("tuple to set", strings, cty.Set(cty.String)),
		conversion("numbers to strings", func() cty.Value {
			return cty.TupleVal(integers(10_000))
		}, cty.List(cty.String)),
		conversion("object to map", func() cty.Value {
			return cty.ObjectVal(entries(names(1_000), texts(1_000)))
		}, cty.Map(cty.String)),
		conversion("object to object", service, cty.ObjectWithOptionalAttrs(map[string]cty.Type{
			"name": cty.String, "port": cty.Number, "enabled": cty.Bool,
			"zones": cty.List(cty.String), "note": cty.String,
		}, []string{"note"})),
		conversion("list to the same", func() cty.Value {
			return cty.ListVal(texts(10_000))
		}, cty.List(cty.String)),
	}
}

func service() cty.Value {
	return cty.ObjectVal(map[string]cty.Value{
		"name":    cty.StringVal("http"),
		"port":    cty.StringVal("8080"),
		"enabled": cty.StringVal("true"),
		"zones":   cty.TupleVal(texts(3)),
	})
}

func unifying(ty func(i int) cty.Type) func() cty.Value {
	var types []cty.Type
	for i := range 100 {
		types = append(types, ty(i))
	}
	return func() cty.Value {
		common, _ := convert.Unify(types)
		return cty.NullVal(common)
	}
}

func oneOf(i int) cty.Type {
	if i%2 == 0 {
		return cty.Number
	}
	return cty.String
}

func converted(value cty.Value, wanted cty.Type) cty.Value {
	result, err := convert.Convert(value, wanted)
	if err != nil {
		panic(err)
	}
	return result
}

func text(value cty.Value) string {
	return converted(value, cty.String).AsString()
}

func longThird() string {
	return text(cty.MustParseNumberVal("1").Divide(cty.MustParseNumberVal("3")))
}

func names(count int) []string {
	var names []string
	for i := range count {
		names = append(names, fmt.Sprintf("element-%d", i*7919%count))
	}
	return names
}

func texts(count int) []cty.Value {
	var values []cty.Value
	for _, name := range names(count) {
		values = append(values, cty.StringVal(name))
	}
	return values
}

func integers(count int) []cty.Value {
	var values []cty.Value
	for i := range count {
		values = append(values, cty.NumberIntVal(int64(i)))
	}
	return values
}

func entries(names []string, values []cty.Value) map[string]cty.Value {
	entries := make(map[string]cty.Value, len(names))
	for i, name := range names {
		entries[name] = values[i]
	}
	return entries
}
