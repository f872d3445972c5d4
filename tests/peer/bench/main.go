// Command bench measures the reference implementation on the cases on which ours/main.rs measures
// hcldyn. The script run drives both.
package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// batchTime is the minimum time of a batch, so that it includes its share of garbage collections.
const batchTime = 20 * time.Millisecond

// Batches are measured until either maximum is reached, but at least once. An operation that takes
// longer than totalTime is measured once.
const (
	maxBatches = 9
	totalTime  = time.Second
)

// A benchCase is an operation to measure, with the function that prepares it.
type benchCase struct {
	name string
	make func() func() cty.Value
}

func main() {
	cases := slices.Concat(valueCases(), expressionCases(), decodingCases(), structCases())
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: bench measure|once|print <case>")
		os.Exit(2)
	}
	at := slices.IndexFunc(cases, func(c benchCase) bool { return c.name == os.Args[2] })
	if at < 0 {
		fmt.Fprintf(os.Stderr, "no case %q\n", os.Args[2])
		os.Exit(2)
	}
	operation := cases[at].make()
	if os.Args[1] == "print" {
		print(operation())
		return
	}
	if os.Args[1] == "once" {
		elapsed := batch(operation, 1)
		fmt.Printf("%d\t%d\t%s\t%s\n", elapsed.Nanoseconds(), mallocs(), peakMemory(), witness(sink))
		return
	}
	nanos, allocations := measure(operation)
	fmt.Printf("%.2f\t%.0f\t-\t%s\n", nanos, allocations, witness(sink))
}

// print writes a value as JSON, like the command hcldec.
func print(value cty.Value) {
	json, err := ctyjson.SimpleJSONValue{Value: value}.MarshalJSON()
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(json)
}

var sink cty.Value

// measure returns the median time of a batch and the mean number of allocations, both per
// operation.
func measure(operation func() cty.Value) (nanos, allocations float64) {
	before := mallocs()
	count, elapsed := calibrate(operation)
	if elapsed > totalTime {
		return float64(elapsed.Nanoseconds()), float64(mallocs() - before)
	}
	start, before := time.Now(), mallocs()
	var times []float64
	for len(times) < maxBatches && (len(times) == 0 || time.Since(start) < totalTime) {
		times = append(times, float64(batch(operation, count).Nanoseconds())/float64(count))
	}
	allocations = float64(mallocs()-before) / float64(count*len(times))
	slices.Sort(times)
	return times[len(times)/2], allocations
}

// calibrate returns the number of operations that fill a batch, and their time.
func calibrate(operation func() cty.Value) (int, time.Duration) {
	count := 1
	for {
		elapsed := batch(operation, count)
		if elapsed >= batchTime {
			return count, elapsed
		}
		missing := 1.2 * float64(batchTime) / float64(elapsed+1)
		count = max(count+1, int(float64(count)*min(10, missing)))
	}
}

func mallocs() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.Mallocs
}

func batch(operation func() cty.Value, count int) time.Duration {
	start := time.Now()
	for range count {
		sink = operation()
	}
	return time.Since(start)
}

// peakMemory returns the peak resident memory in kB.
func peakMemory() string {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			return strings.Fields(rest)[0]
		}
	}
	return "0"
}
