package main

import (
	"bytes"
	"sort"
)

const (
	recordedSeed    = 2000
	recordedFrom    = 8000
	recordedCount   = 2000
	recordedMaxSize = 1400
)

// recordRandomExpressions keeps those of many random cases that have the rarest
// kinds of nodes and outcomes.
func recordRandomExpressions() (document, error) {
	g := &randomExpressions{randomValues: newRandomValues(recordedSeed)}
	kept := []generatedCase{}
	counts := map[string]int{}
	for range recordedFrom {
		c := g.anyCase()
		var line bytes.Buffer
		if err := encodeLine(&line, c); err != nil {
			return nil, err
		}
		if line.Len() > recordedMaxSize {
			continue
		}
		kept = append(kept, c)
		for feature := range features(c) {
			counts[feature]++
		}
	}
	rarity := func(c generatedCase) float64 {
		sum := 0.0
		for feature := range features(c) {
			sum = max(sum, 1/float64(counts[feature]))
		}
		return sum
	}
	sort.SliceStable(kept, func(i, j int) bool { return rarity(kept[i]) > rarity(kept[j]) })
	recorded := []any{}
	for _, c := range kept[:recordedCount] {
		recorded = append(recorded, c)
	}
	return document{{name: "cases", cases: recorded}}, nil
}

// features are what a case shows: each kind of node with each kind of node it
// comes with, and with the outcome.
func features(c generatedCase) map[string]bool {
	found := map[string]bool{c.outcome(): true}
	for _, a := range c.Nodes {
		found[a.kind+", "+c.outcome()] = true
		for _, b := range c.Nodes {
			if covers(a, b) {
				found[a.kind+" of "+b.kind] = true
			}
		}
	}
	return found
}

func covers(outer, inner astNode) bool {
	return outer != inner && outer.start <= inner.start && inner.end <= outer.end
}
