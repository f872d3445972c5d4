"""Prints the table of what `peers` measured of one text: each case beside the first."""

import sys
from collections import defaultdict
from statistics import median

from figures import read, spread, time

times, peaks, witnesses = defaultdict(list), {}, {}
for name, nanos, *_ in read(sys.argv[1]):
    times[name].append(float(nanos))
for name, _, _, peak, seen in read(sys.argv[2]):
    peaks[name], witnesses[name] = int(peak) / 1024, seen

first = next(iter(times))
same = {seen for name, seen in witnesses.items() if "structs" in name}
differs = "" if len(same) == 1 else " (results differ)"
print("| case | time | times the first | lowest to highest | peak memory | times the first |")
print("|---|--:|--:|--:|--:|--:|")
for name, own in times.items():
    ratios = [a / b for a, b in zip(own, times[first])]
    print(f"| {name}{differs} | {time(median(own))} | {median(ratios):.3g} | {spread(ratios)} "
          f"| {peaks[name]:.0f} MiB | {peaks[name] / peaks[first]:.3g} |")
