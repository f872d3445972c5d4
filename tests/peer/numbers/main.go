// Records the results of go-cty's operations on numbers, one case per line, as
// tests/vectors/numbers.json:
//
//	go run . > ../../vectors/numbers.json
//
// A case is [operation, operand, operand, result, precision of the result]. An operand is "d" and a
// literal, "i" or "u" and an integer, "f" and the bits of a float64 in hexadecimal, "z" for cty.Zero,
// "+" or "-" for the infinities. An error is "!", and a long text is "#", its length and its FNV hash.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/big"
	"math/rand"
	"os"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

const maxText = 180

var corners = []string{
	"d0", "d-0", "z", "i0", "+", "-", "i1", "i-1", "i2", "i3", "i7", "i-7", "d1", "d2", "d3", "d-3", "d5.1", "d11",
	"d0.1", "d0.2", "d0.3", "d0.5", "d0.75", "d-0.75", "d1.5", "d2.5", "d-2.5", "d10", "d100", "d99.99", "d1e-7",
	"i9223372036854775807", "i-9223372036854775808", "u9223372036854775808", "u18446744073709551615",
	"i9007199254740993", "d9007199254740993", "d18446744073709551616", "d18446744073709551617",
	"d1p512", "d1p-512", "d1p511", "d1p513", "d1e154", "d1e155", "d1e-155", "d3.3p700",
	"f3fb999999999999a", "f3fe0000000000000", "f3fd5555555555555", "f4340000000000000", "f433fffffffffffff",
	"f0000000000000001", "f000fffffffffffff", "f0010000000000000", "f7fefffffffffffff", "fc008000000000000",
	"f8000000000000000", "f44b52d02c7e14af6", "f4415af1d78b58c40", "f43e0000000000000",
}

func main() {
	random := rand.New(rand.NewSource(512))
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	separator := "["
	emit := func(fields ...any) {
		line, err := json.Marshal(fields)
		check(err)
		fmt.Fprintf(out, "%s\n%s", separator, line)
		separator = ","
	}
	for _, literal := range literals(random) {
		parse(emit, literal)
	}
	operands := append(append([]string{}, corners...), integerNeighbours()...)
	for len(operands) < 700 {
		operands = append(operands, randomOperand(random))
	}
	for _, operand := range operands {
		unary(emit, operand)
	}
	for i, a := range corners {
		for j, b := range corners {
			binary(emit, (i+j)%len(operations), a, b)
		}
	}
	for i := range 1400 {
		binary(emit, i%len(operations), operands[random.Intn(len(operands))], operands[random.Intn(len(operands))])
	}
	pairs := [][2]string{
		{"d11", "d5.1"}, {"d0.1", "d0.2"}, {"d1", "d3"}, {"i1", "i3"}, {"i1", "d3"}, {"d0.1", "f3fb999999999999a"},
		{"d10", "d0.1"}, {"d1e50", "d7"}, {"d-11", "d5.1"}, {"d5", "d0"}, {"d1", "+"}, {"+", "d2"}, {"d0", "+"},
		{"f3fb999999999999a", "i3"}, {"d2", "d3"}, {"d1p512", "d1"}, {"d1p600", "d1"}, {"d1p600", "d-1"},
		{"f4340000000000000", "i1"}, {"f4340000000000000", "f3ff0000000000000"}, {"i-9223372036854775808", "i-1"},
	}
	for _, pair := range pairs {
		for op := range operations {
			binary(emit, op, pair[0], pair[1])
		}
	}
	fmt.Fprint(out, "\n]\n")
}

func literals(random *rand.Rand) []string {
	list := strings.Fields(`inf Inf +inf -Inf INF infinity nan NaN +5 -5 5. .5 -.5 . +. e5 1e 1e+ 1e5 1E5 1e+5 1e-5 1p4 1P-4
		1.5p3 1_000 0x10 0b1 0o7 007 --5 +-5 1..2 1.2.3 1e5.5 0e99999999999 1e99999999999999999999 0e99999999999999999999
		-0 -0.000 0.0 00.10 1e400 1e-400 1e1500 1e-1500 1e20000 1e-3000 1e248 1e249 1e-248 1e-249 1e275 1e276 123e-270
		9.99e-1000 5e-324 2.2250738585072011e-308 179769313486231570000000000000000000000000000000000000000000000000000
		0.30000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001
		1.0000000000000000000000000000000000000000000000000000000001 12345678901234567890 1234567890123456789
		9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551615`)
	list = append(list, "", " 1", "1 ", "1e 5", "1e5x", "٣", "1,5", strings.Repeat("9", 400), "0."+strings.Repeat("7", 300),
		strings.Repeat("0", 300)+"1", "0."+strings.Repeat("0", 300)+"1")
	two := big.NewInt(2)
	for _, power := range []int64{511, 512, 513, 514, 600} {
		for _, offset := range []int64{-3, -2, -1, 0, 1, 2, 3} {
			n := new(big.Int).Exp(two, big.NewInt(power), nil)
			list = append(list, n.Add(n, big.NewInt(offset)).String())
		}
	}
	for range 250 {
		list = append(list, randomLiteral(random))
	}
	for range 40 {
		list = append(list, randomDigits(random, 1+random.Intn(200))+"e"+strconv.Itoa(random.Intn(1200)-600))
	}
	return list
}

func integerNeighbours() []string {
	var list []string
	for _, power := range []uint{31, 52, 53, 54, 62, 63} {
		for offset := int64(-1); offset <= 1; offset++ {
			n := int64(uint64(1)<<power) + offset
			list = append(list, "i"+strconv.FormatInt(n, 10), "f"+strconv.FormatUint(math.Float64bits(float64(n)*3), 16))
		}
	}
	for exponent := -1074; exponent < 1024; exponent += 37 {
		list = append(list, "f"+strconv.FormatUint(math.Float64bits(math.Ldexp(1, exponent)), 16))
	}
	for exponent := -700; exponent < 700; exponent += 60 {
		list = append(list, "d1p"+strconv.Itoa(exponent))
	}
	return list
}

func randomOperand(random *rand.Rand) string {
	switch random.Intn(10) {
	case 0, 1:
		return "i" + strconv.FormatInt(int64(random.Uint64())>>random.Intn(64), 10)
	case 2:
		return "u" + strconv.FormatUint(random.Uint64()>>random.Intn(64), 10)
	case 3, 4:
		f := (random.Float64() - 0.5) * math.Pow(10, float64(random.Intn(60)-30))
		return "f" + strconv.FormatUint(math.Float64bits(f), 16)
	case 5:
		f, err := strconv.ParseFloat(randomLiteral(random), 64)
		check(err)
		return "f" + strconv.FormatUint(math.Float64bits(f), 16)
	default:
		return "d" + randomLiteral(random)
	}
}

func randomLiteral(random *rand.Rand) string {
	text := randomDigits(random, 1+random.Intn(8))
	if random.Intn(2) == 0 {
		text = "-" + text
	}
	if random.Intn(3) > 0 {
		text += "." + randomDigits(random, 1+random.Intn(20))
	}
	if random.Intn(4) == 0 {
		text += "e" + strconv.Itoa(random.Intn(80)-40)
	}
	return text
}

func randomDigits(random *rand.Rand, count int) string {
	var text strings.Builder
	for range count {
		text.WriteByte(byte('0' + random.Intn(10)))
	}
	return text.String()
}

func parse(emit func(...any), literal string) {
	value, err := cty.ParseNumberVal(literal)
	if err != nil {
		emit("parse", literal, "", "!", 0)
		return
	}
	emit("parse", literal, "", text(value), precision(value))
}

func unary(emit func(...any), operand string) {
	a := number(operand)
	float := a.AsBigFloat()
	emit("text", operand, "", text(a), precision(a))
	f64, _ := float.Float64()
	emit("f64", operand, "", strconv.FormatUint(math.Float64bits(f64), 16), 0)
	if float.IsInf() {
		return
	}
	functions := []function.Function{stdlib.NegateFunc, stdlib.IntFunc, stdlib.CeilFunc, stdlib.FloorFunc, stdlib.AbsoluteFunc}
	for i, name := range []string{"neg", "trunc", "ceil", "floor", "abs"} {
		if (len(operand)+i)%3 == 0 || float.IsInt() == (name == "neg") {
			result, err := functions[i].Call([]cty.Value{a})
			check(err)
			emit(name, operand, "", text(result), precision(result))
		}
	}
}

var operations = []string{"add", "sub", "mul", "div", "mod", "cmp", "eq"}

func binary(emit func(...any), op int, left, right string) {
	a, b := number(left), number(right)
	functions := []function.Function{stdlib.AddFunc, stdlib.SubtractFunc, stdlib.MultiplyFunc, stdlib.DivideFunc, stdlib.ModuloFunc}
	switch name := operations[op]; name {
	case "cmp":
		emit(name, left, right, strconv.Itoa(a.AsBigFloat().Cmp(b.AsBigFloat())), 0)
	case "eq":
		emit(name, left, right, strconv.FormatBool(a.RawEquals(b)), 0)
	default:
		result, err := functions[op].Call([]cty.Value{a, b})
		if err != nil {
			emit(name, left, right, "!", 0)
			return
		}
		emit(name, left, right, text(result), precision(result))
	}
}

func number(operand string) cty.Value {
	rest := operand[1:]
	switch operand[0] {
	case 'd':
		value, err := cty.ParseNumberVal(rest)
		check(err)
		return value
	case 'i':
		n, err := strconv.ParseInt(rest, 10, 64)
		check(err)
		return cty.NumberIntVal(n)
	case 'u':
		n, err := strconv.ParseUint(rest, 10, 64)
		check(err)
		return cty.NumberUIntVal(n)
	case 'f':
		bits, err := strconv.ParseUint(rest, 16, 64)
		check(err)
		return cty.NumberFloatVal(math.Float64frombits(bits))
	case 'z':
		return cty.Zero
	case '+':
		return cty.PositiveInfinity
	default:
		return cty.NegativeInfinity
	}
}

func text(value cty.Value) string {
	full := value.AsBigFloat().Text('f', -1)
	if len(full) <= maxText {
		return full
	}
	hash := fnv.New64a()
	hash.Write([]byte(full))
	return fmt.Sprintf("#%d %x", len(full), hash.Sum64())
}

func precision(value cty.Value) uint {
	return value.AsBigFloat().Prec()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
