package main

import "sync"

const (
	recordedBodiesSeed    = 3000
	recordedBodiesFrom    = 2500
	recordedBodies        = 1000
	recordedJSONBodies    = 500
	recordedBodiesMaxSize = 1800
)

// The random bodies are generated once. Each was checked for stability at that time. If one in
// thousands is unstable after all, another one replaces it.
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
func chooseRandomBodies(wanted int, random func(seed int64, index int) generatedBody) (document, error) {
	return recordRarest(wanted, recordedBodiesFrom, recordedBodiesMaxSize, casesFrom(recordedBodiesSeed, 0, random))
}
