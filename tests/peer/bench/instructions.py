"""Compares counts of instructions with recorded ones; fails where there are five percent more."""

import sys
from figures import read

MOST = 1.05


def compare(recorded, counted):
    """The table of both, and what is wrong, each of them as lines."""
    recorded = {name: int(count) for name, _, count in recorded}
    table = ["| operation | instructions | recorded | ratio |", "|---|--:|--:|--:|"]
    problems = []
    for name, _, count in counted:
        now, before = int(count), recorded.pop(name, 0)
        if now <= 0 or before <= 0:
            problems.append(f"not counted, or not recorded: {name}")
            continue
        table.append(f"| {name} | {now:,} | {before:,} | {now / before:.3f} |")
        if now > MOST * before:
            problems.append(f"more instructions than recorded: {name}")
    problems += [f"not counted: {name}" for name in recorded]
    return table, problems


if __name__ == "__main__":
    table, problems = compare(read(sys.argv[1]), read(sys.argv[2]))
    print("\n".join(table))
    sys.exit("\n".join(problems) or None)
