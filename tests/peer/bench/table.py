"""Prints the table of what `run` measured."""

import sys
from collections import defaultdict
from statistics import median

from figures import read, spread, time

cases, measured, once = (read(path) for path in sys.argv[1:4])
times, allocations, witnesses = defaultdict(list), {}, defaultdict(set)
for name, side, nanos, allocs, _, seen in measured:
    times[name, side].append(float(nanos))
    allocations[name, side] = allocs
    witnesses[name].add(seen)

print("| case | ours | reference | ratio | lowest to highest | allocations of the reference |")
print("|---|--:|--:|--:|--:|--:|")
for (name,) in cases:
    ours, reference = times[name, "ours"], times[name, "reference"]
    ratios = [b / a for a, b in zip(ours, reference)]
    differs = "" if len(witnesses[name]) == 1 else " (results differ)"
    print(f"| {name}{differs} | {time(median(ours))} | {time(median(reference))} "
          f"| {median(ratios):.3g} | {spread(ratios)} | {int(allocations[name, 'reference']):,} |")

if once:
    print("\n| peak memory | ours | reference | ratio |\n|---|--:|--:|--:|")
for ours, reference in zip(once[::2], once[1::2]):
    ours_peak, reference_peak = int(ours[4]) / 1024, int(reference[4]) / 1024
    print(f"| {ours[0]} | {ours_peak:.0f} MiB | {reference_peak:.0f} MiB "
          f"| {reference_peak / ours_peak:.3g} |")
