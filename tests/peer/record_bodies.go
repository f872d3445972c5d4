package main

import "sync"

const (
	recordedBodiesSeed    = 3000
	recordedBodiesFrom    = 2500
	recordedBodies        = 1000
	recordedJSONBodies    = 500
	recordedBodiesMaxSize = 1800

	// A Go map of two entries has its rarer order once in eight times. After this many
	// evaluations, one in six thousand unstable cases passes for a stable one.
	recordedEvaluations = 64
)

// The random bodies are generated once. Each was checked for stability at that time.
var (
	recordRandomBodies = sync.OnceValues(func() (document, error) {
		return chooseRandomBodies(recordedBodies, randomBody)
	})
	recordRandomJSONBodies = sync.OnceValues(func() (document, error) {
		return chooseRandomBodies(recordedJSONBodies, randomJSONBody)
	})
)

// chooseRandomBodies records the cases with the rarest kinds of specs and outcomes among many
// random ones.
func chooseRandomBodies(wanted int, random randomCases) (document, error) {
	return recordRarest(wanted, recordedBodiesFrom, recordedBodiesMaxSize, casesFrom(recordedBodiesSeed, 0, recordedEvaluations, random))
}
