"""Compares counts of instructions with recorded ones; fails where there are five percent more."""

import sys
from figures import read

MOST = 1.05

recorded = {name: int(count) for name, _, count in read(sys.argv[1])}
grown = []
print("| operation | instructions | recorded | ratio |\n|---|--:|--:|--:|")
for name, _, count in read(sys.argv[2]):
    ratio = int(count) / recorded[name] if recorded[name] else float("inf")
    print(f"| {name} | {int(count):,} | {recorded[name]:,} | {ratio:.3f} |")
    if ratio > MOST:
        grown.append(name)
if grown:
    sys.exit("More instructions than recorded: " + "; ".join(grown))
