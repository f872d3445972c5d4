package main

const (
	recordedSeed    = 2000
	recordedFrom    = 8000
	recordedCount   = 2000
	recordedMaxSize = 1400
)

// recordRandomExpressions records the cases with the rarest kinds of nodes and outcomes among many
// random ones.
func recordRandomExpressions() (document, error) {
	g := &randomExpressions{randomValues: newRandomValues(recordedSeed)}
	return recordRarest(recordedCount, recordedFrom, recordedMaxSize, g.anyCase)
}
