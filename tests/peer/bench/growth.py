"""Prints the table of what `growth` measured."""

import sys
from collections import defaultdict
from statistics import median

from figures import read, time

measured = defaultdict(lambda: defaultdict(list))
for name, nanos, *_ in read(sys.argv[1]):
    work, count = name.removeprefix("growth ").rsplit(", ", 1)
    measured[work][int(count)].append(float(nanos))

print("| work | smallest | once | 10 times | 100 times | of 10 | of 100 |")
print("|---|--:|--:|--:|--:|--:|--:|")
for work, counts in measured.items():
    once, ten, hundred = (median(times) for _, times in sorted(counts.items()))
    print(f"| {work} | {min(counts):,} | {time(once)} | {time(ten)} | {time(hundred)} "
          f"| {ten / once:.1f} | {hundred / once:.0f} |")
