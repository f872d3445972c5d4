"""Runs commands in turn, several rounds, and prints medians: measure.py ROUNDS NAME COMMAND [NAME COMMAND]..."""

import os
import subprocess
import sys
import time
from statistics import median


def measure(command):
    """Seconds, seconds of all cores together, and peak memory in MB of one run."""
    started = time.perf_counter()
    process = subprocess.Popen(command.split(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status != 0:
        sys.exit(f"{command} failed")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    rounds, pairs = int(sys.argv[1]), sys.argv[2:]
    commands = dict(zip(pairs[::2], pairs[1::2]))
    runs = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(measure(command))
    ours = None
    print(f"{'':36}{'seconds':>9}{'ratio':>7}{'CPU':>9}{'ratio':>7}{'MB':>6}")
    for name, results in runs.items():
        seconds, cpu, memory = (median(column) for column in zip(*results))
        ours = ours or (seconds, cpu)
        ratios = seconds / ours[0], cpu / ours[1]
        print(f"{name:36}{seconds:9.2f}{ratios[0]:7.1f}{cpu:9.2f}{ratios[1]:7.1f}{memory:6.0f}")


main()
