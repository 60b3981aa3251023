# SPDX-License-Identifier: Apache-2.0
"""The report of a test run: what is not a success must not read as one. Prints TAP."""

import json
import os
import subprocess
import sys
import tempfile

REPORT = os.path.join(sys.argv[1], "tests", "run_report.py")


def line(name, result="OK", suite="unit", stdout=""):
    return json.dumps({"name": f"stepscope:{suite} / {name}", "result": result, "duration": 1.0, "command": [name],
                       "stdout": stdout, "stderr": ""})


class Folder:
    """Results of builds, and what the report says of them."""

    def __init__(self, path):
        self._path = path
        self.results = []

    def build(self, name, lines, status=0):
        """lines: of the log of meson; None: it left none."""
        log, result = (os.path.join(self._path, f"{name}.{kind}") for kind in ("log", "json"))
        if lines is not None:
            with open(log, "w", encoding="utf-8") as file:
                file.write("".join(entry + "\n" for entry in lines))
        subprocess.run([sys.executable, REPORT, "collect", result, name, log, os.devnull, os.devnull, "2", str(status)],
                       check=True)
        self.results.append(result)
        return subprocess.run([sys.executable, REPORT, "passed", result], check=False).returncode == 0

    def print(self):
        done = subprocess.run([sys.executable, REPORT, "print", *self.results], check=False, capture_output=True, text=True)
        return done.returncode, done.stdout


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def all_passed(folder):
    check(folder.build("release", [line("a"), line("b", "SKIP")]), "The build counts as failed")
    status, text = folder.print()
    check(status == 0 and text.endswith("1 passed, 0 failed, 1 skipped\n"), (status, text))


def one_failed(folder):
    check(not folder.build("release", [line("a"), line("b c", "FAIL", stdout="the reason")], 1), "It counts as passed")
    status, text = folder.print()
    check(status == 1 and text.endswith("1 passed, 1 failed, 0 skipped\n"), (status, text))
    check("the reason" in text and "./tests/run --build release 'b c'\n" in text, text)


def one_scenario_failed(folder):
    output = "1..2\nok 1 - one\n# why\nnot ok 2 - a kernel's launch\n"
    folder.build("release", [line("window, part 1", "ERROR", "window", output)], 1)
    _, text = folder.print()
    check("# why" in text and "--build release --scenario 'a kernels launch'\n" in text, text)


def second_try(folder):
    output = ("1..3\nok 1 - one\n# of three\nok 2 - two\n# why\n# where\nok 3 - a click # second try\n"
              "# the stack\n# ended by signal 11 # second try\n")
    check(folder.build("release", [line("window, part 1", suite="window", stdout=output)]), "It counts as failed")
    status, text = folder.print()
    check(status == 0 and "1 passed, 0 failed" in text, (status, text))
    check("held at the second try: a click, in the release build\n    # why\n    # where\n" in text, text)
    check("held at the second try: ended by signal 11, in the release build\n    # the stack\n" in text, text)


def no_log(folder):
    folder.build("release", [line("a")])
    check(not folder.build("sanitize", None, 1), "A build without a log counts as passed")
    status, text = folder.print()
    check(status == 1 and text.endswith("1 passed, 1 failed, 0 skipped\n"), (status, text))
    check("FAILED: all tests of the build in the sanitize build" in text and "left no results" in text, text)


def empty_log(folder):
    check(not folder.build("release", []), "A build without tests counts as passed")
    check(folder.print()[0] == 1, "A run without tests is a success")


def cut_log(folder):
    check(not folder.build("release", [line("a")], 137), "A build whose tests were killed counts as passed")
    status, text = folder.print()
    check(status == 1 and "ended with status 137" in text, (status, text))


def all_skipped(folder):
    folder.build("release", [line("a")])
    check(not folder.build("sanitize", [line("a", "SKIP")]), "A build that skipped everything counts as passed")
    check(folder.print()[0] == 1, "A run with a build that skipped everything is a success")


CASES = {
    "a run without a failure is a success, and skipped tests are counted": all_passed,
    "a failed test is told with its reason and the command that repeats it": one_failed,
    "a failed scenario is told with its reason and a command without apostrophes": one_scenario_failed,
    "a scenario that held at the second try only is told with its reason, and no failure": second_try,
    "a build that left no log fails": no_log,
    "a build without tests fails": empty_log,
    "a build whose tests were killed fails": cut_log,
    "a build that skipped all of its tests fails": all_skipped,
}


def main():
    failed = 0
    print(f"1..{len(CASES)}")
    for number, (sentence, case) in enumerate(CASES.items(), 1):
        try:
            with tempfile.TemporaryDirectory() as path:
                case(Folder(path))
        except AssertionError as error:
            failed += 1
            print(f"# {error}".replace("\n", "\n# "))
            print(f"not ok {number} - {sentence}")
        else:
            print(f"ok {number} - {sentence}")
    return 1 if failed else 0


sys.exit(main())
