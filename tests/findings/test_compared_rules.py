# SPDX-License-Identifier: Apache-2.0
"""Findings of two runs: which are new, which went, which stayed, and which one of them cannot tell.

    test_compared_rules.py STEPSCOPE
"""

import json
import subprocess
import sys

from made_run import PROGRAM, Run, run_cases

LOADER = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"


def slow_loader(folder, name, gap_us=1_000):
    run = Run()
    return run.steps(gap_us=gap_us, during=lambda begin, length: run.host(LOADER, begin, length - 20)).write(folder, name)


def compare(*arguments, status=0):
    done = subprocess.run([PROGRAM, "compare", "--no-cache", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(f"compare ended with {done.returncode}: {done.stderr}")
    return done.stdout


def changes(*arguments):
    return {(row["profile"], row["rule"]): row for row in json.loads(compare(*arguments, "--json"))["findings"]}


def expect(row, change, base_gain_ns, gain_ns):
    found = (row["change"], row["base_gain_ns_per_step"], row["gain_ns_per_step"])
    if found != (change, base_gain_ns, gain_ns):
        raise AssertionError(f"{row['rule']}: {found}, not {(change, base_gain_ns, gain_ns)}")


def appears_goes_and_stays(folder):
    healthy, slow, slower = Run().steps().write(folder, "healthy.json"), slow_loader(folder, "slow.json"), \
        slow_loader(folder, "slower.json", 1_500)
    expect(changes(healthy, slow)[1, "data_loader"], "appeared", None, 1_000_000)
    expect(changes(slow, healthy)[1, "data_loader"], "gone", 1_000_000, None)
    expect(changes(slow, slower)[1, "data_loader"], "stayed", 1_000_000, 1_500_000)
    if changes(healthy, healthy):
        raise AssertionError("A healthy run has findings")


def below_the_threshold(folder):
    slow, better = slow_loader(folder, "slow.json"), slow_loader(folder, "better.json", 400)  # 3.8 %
    row = changes(slow, better)[1, "data_loader"]
    expect(row, "gone", 1_000_000, None)
    if row["below_threshold_ns_per_step"] != 400_000 or changes(better, slow)[1, "data_loader"]["below_threshold_ns_per_step"] != 400_000:
        raise AssertionError(row)
    if "Gone: Waiting for data (medium, at most 1.000 ms per step, now 400.0 µs, below its threshold)" not in \
            " ".join(compare(slow, better).split()):
        raise AssertionError(compare(slow, better))


def each_side_against_the_first(folder):
    healthy, slow = Run().steps().write(folder, "healthy.json"), slow_loader(folder, "slow.json")
    found = changes(slow, healthy, slow)
    expect(found[1, "data_loader"], "gone", 1_000_000, None)
    expect(found[2, "data_loader"], "stayed", 1_000_000, 1_000_000)


def without_the_data(folder):
    run = Run()
    for i in range(5):
        run.step(i + 1, 1_000 + i * 10_000, 10_000)
    host_only, slow = run.write(folder, "host.json"), slow_loader(folder, "slow.json")
    expect(changes(slow, host_only)[1, "data_loader"], "undecided", 1_000_000, None)
    expect(changes(host_only, slow)[1, "data_loader"], "undecided", None, 1_000_000)


def parts_of_one_profile(folder):
    run = Run()
    run.steps(n=3)
    run.steps(n=3, gap_us=1_000, first=4, during=lambda begin, length: run.host(LOADER, begin, length - 20), begin=40_000)
    path = run.write(folder)
    expect(changes(path, "--steps", "1..3", "--steps", "4..6")[1, "data_loader"], "appeared", None, 1_000_000)


def for_people(folder):
    healthy, slow = Run().steps().write(folder, "healthy.json"), slow_loader(folder, "slow.json")
    text = " ".join(compare(healthy, slow).split())
    if "Findings New: Waiting for data (medium, at most 1.000 ms per step). The GPUs wait" not in text:
        raise AssertionError(text)
    if "\n- Gone: Waiting for data (medium, at most 1.000 ms per step). The GPUs" not in compare(slow, healthy, "--md"):
        raise AssertionError(compare(slow, healthy, "--md"))
    if not compare(healthy, healthy).endswith("Findings\n  No rule found anything wrong.\n"):
        raise AssertionError(compare(healthy, healthy))


def rules_of_a_file(folder):
    slow = slow_loader(folder, "slow.json")
    with open(f"{folder}/rules.ini", "w", encoding="utf-8") as file:
        file.write("[data_loader]\nenabled=false\n")
    if (1, "data_loader") in changes(slow, slow, "--rules", file.name):
        raise AssertionError("A rule that is switched off found something")
    with open(file.name, "w", encoding="utf-8") as file:
        file.write("[no_such_rule]\n")
    compare(slow, slow, "--rules", file.name, status=1)


sys.exit(run_cases([appears_goes_and_stays, below_the_threshold, each_side_against_the_first, without_the_data, parts_of_one_profile, for_people,
                    rules_of_a_file]))
