package main

import "sync"

const (
	recordedBodiesSeed    = 3000
	recordedBodiesFrom    = 2500
	recordedBodies        = 1000
	recordedBodiesMaxSize = 1800
)

// recordRandomBodies makes them once: each was checked for stability when it was
// made, and where one in thousands is not stable all the same, another one takes
// its place.
var recordRandomBodies = sync.OnceValues(chooseRandomBodies)

// chooseRandomBodies keeps those of many random cases that have the rarest kinds
// of specs and outcomes.
func chooseRandomBodies() (document, error) {
	return recordRarest(recordedBodies, recordedBodiesFrom, recordedBodiesMaxSize, bodiesFrom(recordedBodiesSeed, 0))
}
