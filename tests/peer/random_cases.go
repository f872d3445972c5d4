package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"slices"
	"sort"
)

// randomCase is a random case with the reference's answer.
type randomCase interface {
	// features returns the features of the case, without duplicates.
	features() []string
	// outcomes returns the results of the case, without duplicates.
	outcomes() []string
	// shown returns the aspects that make the case worth recording if few others have them.
	shown() []string
}

// writeCases writes count cases, one on each line, and then counts of their features.
func writeCases[C randomCase](count int, next func() C) error {
	out := bufio.NewWriter(os.Stdout)
	counts := census{features: map[string]int{}, outcomes: map[string]int{}}
	for range count {
		c := next()
		counts.add(c)
		line, err := lineOf(c)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", line)
	}
	counts.print()
	return out.Flush()
}

// recordRarest records the cases with the rarest aspects among many cases, of at most maxSize
// bytes.
func recordRarest[C randomCase](kept, of, maxSize int, next func() C) (document, error) {
	all := []C{}
	counts := map[string]int{}
	for range of {
		c := next()
		line, err := lineOf(c)
		if err != nil {
			return nil, err
		}
		if len(line) > maxSize {
			continue
		}
		all = append(all, c)
		for _, shown := range c.shown() {
			counts[shown]++
		}
	}
	rarity := func(c C) float64 {
		most := 0.0
		for _, shown := range c.shown() {
			most = max(most, 1/float64(counts[shown]))
		}
		return most
	}
	sort.SliceStable(all, func(i, j int) bool { return rarity(all[i]) > rarity(all[j]) })
	recorded := []any{}
	for _, c := range all[:kept] {
		recorded = append(recorded, c)
	}
	return document{{name: "cases", cases: recorded}}, nil
}

// isStable returns true if repeated calls of again give the same answer. A few answers of the
// reference depend on the iteration order of Go maps.
func isStable(answer any, times int, again func() any) bool {
	first, err := lineOf(answer)
	if err != nil {
		return false
	}
	for range times {
		if line, err := lineOf(again()); err != nil || !bytes.Equal(line, first) {
			return false
		}
	}
	return true
}

func lineOf(c any) ([]byte, error) {
	var line bytes.Buffer
	err := encodeLine(&line, c)
	return line.Bytes(), err
}

// census counts cases by feature and by outcome.
type census struct {
	total              int
	features, outcomes map[string]int
}

func (c *census) add(found randomCase) {
	c.total++
	for _, feature := range found.features() {
		c.features[feature]++
	}
	outcomes := slices.Sorted(slices.Values(found.outcomes()))
	for _, outcome := range slices.Compact(outcomes) {
		c.outcomes[outcome]++
	}
}

func (c *census) print() {
	fmt.Fprintf(os.Stderr, "%d cases\n", c.total)
	for _, counts := range []map[string]int{c.features, c.outcomes} {
		names := sortedKeys(counts)
		sort.SliceStable(names, func(i, j int) bool { return counts[names[i]] > counts[names[j]] })
		for _, name := range names {
			fmt.Fprintf(os.Stderr, "  %-28s %6d\n", name, counts[name])
		}
		fmt.Fprintln(os.Stderr)
	}
}
