# SPDX-License-Identifier: Apache-2.0
"""The report at the end of a test run.

    run_report.py collect RESULT BUILD TESTLOG TIMES BUILD_TIMES SECONDS STATUS   writes the results of one build to a file
    run_report.py passed RESULT                                                   succeeds if there are tests and none failed
    run_report.py print RESULT...                                                 prints tables, failures and counts

STATUS is the exit status of meson. A run of tests that ended before its last test is a failed test of its own, "all tests of
the build": what is missing in the log of a run that was cut short would otherwise look like a success.
"""

import collections
import json
import re
import shlex
import sys

SLOWEST = 10
LINES_OF_A_FAILURE = 40


def lines_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return [json.loads(line) for line in file if line.strip()]
    except FileNotFoundError:
        return []


def without_wrapper(command):
    for place, word in enumerate(command):
        if word.endswith("measured.py"):
            return command[place + 2:]
    return command


def outcome(result):
    if result in ("OK", "EXPECTEDFAIL"):
        return "passed"
    return "skipped" if result == "SKIP" else "failed"


def cut_short(tests, status):
    """Why the run is not complete, as a failed test; None if it is."""
    if tests and (status == 0 or any(test["outcome"] == "failed" for test in tests)):
        return None
    reason = f"meson test ended with status {status}" if tests else "meson test left no results"
    return {"suite": "run", "name": "all tests of the build", "outcome": "failed", "result": "ERROR", "wall": 0.0,
            "cpu": 0.0, "second_tries": [], "output": f"{reason}; it ended before its last test.\n"}


def second_tries_of(output):
    """(what held at the second try only, the lines before it), as tests/window/scenario.py prints them."""
    lines = []
    for line in output.splitlines():
        held = re.match(r"(?:ok \d+ - |# )(.*) # second try$", line)
        if held:
            yield held.group(1), lines[-LINES_OF_A_FAILURE:]
        lines = lines + [line] if line.startswith("#") and not held else []


def collect(path, build, testlog, times, build_times, seconds, status):
    costs = {}
    for line in lines_of(times):
        costs[tuple(line["command"])] = line["cpu"]
    tests = []
    for test in lines_of(testlog):
        suite, _, name = test["name"].rpartition(" / ")
        tests.append({
            "suite": suite.partition(":")[2].split("+")[0], "name": name, "outcome": outcome(test["result"]),
            "result": test["result"], "wall": test["duration"],
            "cpu": costs.get(tuple(without_wrapper(test["command"])), 0.0),
            "second_tries": list(second_tries_of(test.get("stdout", ""))),
            "output": "" if outcome(test["result"]) == "passed" else test.get("stdout", "") + test.get("stderr", "")})
    incomplete = cut_short(tests, int(status))
    if incomplete is not None:
        tests.append(incomplete)
    built = lines_of(build_times)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"build": build, "tests": tests, "wall": float(seconds),
                   "built": {"cpu": built[-1]["cpu"], "wall": built[-1]["wall"]} if built else None}, file)


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def count(results):
    return collections.Counter(test["outcome"] for result in results for test in result["tests"])


def print_table(results):
    print(f"\n{'build':<10} {'suite':<10} {'tests':>6} {'CPU s':>8} {'wall s':>8}")
    for result in results:
        if result["built"]:
            print(f"{result['build']:<10} {'(compile)':<10} {'':>6} {result['built']['cpu']:>8.0f}"
                  f" {result['built']['wall']:>8.0f}")
        suites = collections.defaultdict(lambda: [0, 0.0, 0.0])
        for test in result["tests"]:
            row = suites[test["suite"]]
            row[0] += 1
            row[1] += test["cpu"]
            row[2] += test["wall"]
        for suite, (n, cpu, wall) in sorted(suites.items(), key=lambda item: -item[1][2]):
            print(f"{result['build']:<10} {suite:<10} {n:>6} {cpu:>8.0f} {wall:>8.0f}")
        print(f"{result['build']:<10} {'total':<10} {len(result['tests']):>6} {'':>8} {result['wall']:>8.0f}")
    print("The wall time of a suite is the sum over its tests, which run at the same time.")


def print_slowest(results):
    tests = [(test["wall"], test["cpu"], result["build"], test["name"]) for result in results for test in result["tests"]]
    print(f"\n{'slowest':<38} {'CPU s':>8} {'wall s':>8}")
    for wall, cpu, build, name in sorted(tests, reverse=True)[:SLOWEST]:
        print(f"{name + ', ' + build:<38} {cpu:>8.0f} {wall:>8.0f}")


def scenarios_of(output):
    """(sentence, lines before it) of each scenario that failed."""
    lines = []
    for line in output.splitlines():
        if line.startswith("#"):
            lines.append(line)
        else:
            failed = re.match(r"not ok \d+ - (.*)", line)
            if failed:
                yield failed.group(1), lines
            lines = []


def print_second_tries(results):
    for result in results:
        for test in result["tests"]:
            for what, lines in test["second_tries"]:
                print(f"\nFailed at first, held at the second try: {what}, in the {result['build']} build")
                print("".join(f"    {line}\n" for line in lines), end="")


def print_failures(results):
    for result in results:
        for test in result["tests"]:
            if test["outcome"] != "failed":
                continue
            print(f"\nFAILED: {test['name']} in the {result['build']} build ({test['result']})")
            scenarios = list(scenarios_of(test["output"])) if test["suite"] == "window" else []
            for sentence, lines in scenarios:
                print(f"  {sentence}")
                print("".join(f"    {line}\n" for line in lines[-LINES_OF_A_FAILURE:]), end="")
                print(f"    to repeat it: ./tests/run --build {result['build']} --scenario"
                      f" {shlex.quote(sentence.replace(chr(39), ''))}")
            if not scenarios:
                print("".join(f"    {line}\n" for line in test["output"].splitlines()[-LINES_OF_A_FAILURE:]), end="")
                name = "" if test["suite"] == "run" else " " + shlex.quote(test["name"])
                print(f"    to repeat it: ./tests/run --build {result['build']}{name}")


def print_summary(results):
    counts = collections.Counter(test["result"] for result in results for test in result["tests"])
    print()
    for title, names in (("Ok:", ["OK"]), ("Expected Fail:", ["EXPECTEDFAIL"]), ("Fail:", ["FAIL", "ERROR"]),
                         ("Unexpected Pass:", ["UNEXPECTEDPASS"]), ("Skipped:", ["SKIP"]), ("Timeout:", ["TIMEOUT"])):
        print(f"{title:<20}{sum(counts[name] for name in names):<4}")


def main():
    verb, *arguments = sys.argv[1:]
    if verb == "collect":
        collect(*arguments)
        return 0
    results = [read(path) for path in arguments]
    counts = count(results)
    if verb == "print":
        print_table(results)
        print_slowest(results)
        print_second_tries(results)
        print_failures(results)
        print_summary(results)
        print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 0 if counts["failed"] == 0 and results and all(count([result])["passed"] > 0 for result in results) else 1


sys.exit(main())
