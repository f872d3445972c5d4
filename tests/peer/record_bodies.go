package main

import "sync"

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
	return recordRarest(wanted, recordedBodiesFrom, recordedBodiesMaxSize, casesFrom(recordedBodiesSeed, 0, random))
}
