"""Runs commands in turn, several rounds, and prints medians: measure.py ROUNDS NAME COMMAND [NAME COMMAND]..."""

import os
import subprocess
import sys
import time
from statistics import median


def measure(command):
    """Seconds, cores in use, and peak memory in MB of one run."""
    started = time.perf_counter()
    process = subprocess.Popen(command.split(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status != 0:
        sys.exit(f"{command} failed")
    return seconds, (usage.ru_utime + usage.ru_stime) / seconds, usage.ru_maxrss / 1024


def main():
    rounds, pairs = int(sys.argv[1]), sys.argv[2:]
    commands = dict(zip(pairs[::2], pairs[1::2]))
    runs = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(measure(command))
    first = None
    print(f"{'':36}{'seconds':>9}{'times ours':>12}{'cores':>7}{'MB':>7}")
    for name, results in runs.items():
        seconds, cores, memory = (median(column) for column in zip(*results))
        first = first or seconds
        print(f"{name:36}{seconds:9.2f}{seconds / first:12.1f}{cores:7.1f}{memory:7.0f}")


main()
