package main

import "slices"

// median is the middle one; 0 of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	v := slices.Sorted(slices.Values(values))
	return v[len(v)/2]
}

func sum(values []float64) (total float64) {
	for _, v := range values {
		total += v
	}
	return total
}

// spread is the least and the most served caller, as shares of the mean.
func spread(counts []float64) (least, most float64) {
	mean := sum(counts) / max(1, float64(len(counts)))
	if mean == 0 {
		return 0, 0
	}
	return slices.Min(counts) / mean, slices.Max(counts) / mean
}
