package main

import (
	"bytes"
	"sort"
	"sync"
)

const (
	recordedBodiesSeed    = 3000
	recordedBodiesFrom    = 2500
	recordedBodies        = 1000
	recordedJSONBodies    = 500
	recordedBodiesMaxSize = 1800
)

// The random bodies are made once: each was checked for stability when it was
// made, and where one in thousands is not stable all the same, another one takes
// its place.
var (
	recordRandomBodies = sync.OnceValues(func() (document, error) {
		return chooseRandomBodies(recordedBodies, randomBody)
	})
	recordRandomJSONBodies = sync.OnceValues(func() (document, error) {
		return chooseRandomBodies(recordedJSONBodies, randomJSONBody)
	})
)

// chooseRandomBodies keeps those of many random cases that have the rarest kinds
// of specs and outcomes.
func chooseRandomBodies(wanted int, random func(seed int64, index int) generatedBody) (document, error) {
	kept := []generatedBody{}
	counts := map[string]int{}
	for i := range recordedBodiesFrom {
		c := random(recordedBodiesSeed, i)
		var line bytes.Buffer
		if err := encodeLine(&line, c); err != nil {
			return nil, err
		}
		if line.Len() > recordedBodiesMaxSize {
			continue
		}
		kept = append(kept, c)
		for _, shown := range c.shown() {
			counts[shown]++
		}
	}
	rarity := func(c generatedBody) float64 {
		most := 0.0
		for _, shown := range c.shown() {
			most = max(most, 1/float64(counts[shown]))
		}
		return most
	}
	sort.SliceStable(kept, func(i, j int) bool { return rarity(kept[i]) > rarity(kept[j]) })
	recorded := []any{}
	for _, c := range kept[:wanted] {
		recorded = append(recorded, c)
	}
	return document{{name: "cases", cases: recorded}}, nil
}

// shown is what a case shows: each of its features with each of its outcomes.
func (c generatedBody) shown() []string {
	found := []string{}
	for _, outcome := range c.outcomes() {
		for _, feature := range c.features() {
			found = append(found, feature+", "+outcome)
		}
	}
	return found
}
