# SPDX-License-Identifier: Apache-2.0
"""How the rows of the performance table are measured: processor time of processes with their children, six runs of which
the first is dropped, the median of the rest and how far they lie apart; commands that are compared run by turns."""

import os
import re
import statistics
import subprocess
import sys
import threading
import time
from collections import namedtuple

RUNS = 6

# spread: how far the runs lie apart, as a share of their median.
Figure = namedtuple("Figure", "median spread")


def figure(values):
    median = statistics.median(values)
    return Figure(median, (max(values) - min(values)) / median if median > 0 else 0.0)


def run(*command):
    """What a command prints; its failure ends the benchmark. 1: a bar of its own is missed, 6: findings."""
    result = subprocess.run(command, capture_output=True, check=False)
    if result.returncode not in (0, 1, 6):
        sys.exit(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr.decode(errors='replace')}")
    return result.stdout.decode()


def warm(path):
    """Into the page cache."""
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 24):
            pass


def cpu_s(command, said=os.devnull):
    """Processor and wall seconds of a process; what it prints goes into the file, and messages that it expects nowhere."""
    nowhere = (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), nowhere])
    begin = time.monotonic()
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 6):
        sys.exit(f"{' '.join(command)}: status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begin


def median_cpu_s(command, said=os.devnull):
    return figure([cpu_s(command, said)[0] for _ in range(RUNS)][1:])


def interleaved(commands, out):
    """Of each command, run by turns, the processor seconds ("process"), and the figures that it printed."""
    said = out + ".said"
    runs = [[] for _ in commands]
    for _ in range(RUNS):
        for command, measured in zip(commands, runs):
            if os.path.exists(out):
                os.unlink(out)
            cpu, _ = cpu_s(command, said)
            with open(said, encoding="utf-8", errors="replace") as file:
                measured.append({**figures(file.read(4096)), "process": cpu})
    for path in (out, said):
        if os.path.exists(path):
            os.unlink(path)
    return [{name: figure([run[name] for run in measured[1:]]) for name in measured[0]} for measured in runs]


def figures(text):
    """{"map": 0.31, ...} of "map 0.31 profile 0.84 ..." """
    return {name: float(value) for name, value in re.findall(r"([a-z]+) ([0-9.]+)", text)}


def medians(command):
    """Of the figures that a command prints."""
    runs = [figures(run(*command)) for _ in range(RUNS)][1:]
    return {name: figure([x[name] for x in runs]) for name in runs[0]}


def peak_memory(command, source=None):
    """Most private and most shared memory bytes of a process at any millisecond, mapped files left out. source: a command
    whose output it reads."""
    feeder = source and subprocess.Popen(source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process = subprocess.Popen(command, stdin=feeder and feeder.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = {"RssAnon": 0, "RssShmem": 0}
    done = threading.Event()

    def watch():
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            while not done.is_set():
                try:
                    status.seek(0)
                    text = status.read()
                except OSError:
                    return
                for line in text.splitlines():
                    name, _, value = line.partition(":")
                    if name in peak:
                        peak[name] = max(peak[name], int(value.split()[0]) * 1024)
                time.sleep(0.001)

    thread = threading.Thread(target=watch)
    thread.start()
    status = process.wait()
    done.set()
    thread.join()
    if feeder:
        feeder.stdout.close()
        feeder.wait()
    if status not in (0, 6):
        sys.exit(f"{' '.join(command)}: status {status}")
    return peak["RssAnon"], peak["RssShmem"]
