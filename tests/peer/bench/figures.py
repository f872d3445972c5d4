"""What the tables share: reading what was measured, and writing figures."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file]


def time(nanos):
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if nanos >= size:
            return f"{nanos / size:.3g} {unit}" if nanos < 1000 * size else f"{nanos / size:,.0f} {unit}"
    return f"{nanos:.3g} ns"


def spread(ratios):
    return f"{min(ratios):.3g} to {max(ratios):.3g}"
