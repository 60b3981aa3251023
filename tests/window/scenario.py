# SPDX-License-Identifier: Apache-2.0
"""Scenarios: what a person does in the window and has to see, each on a program of its own. Reported as TAP."""

import faulthandler
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import traceback

from application import Application
from desktop import Desktop, MissingTool

# Ends a scenario that hangs. None takes a minute on a machine of its own.
SCENARIO_SECONDS = 300
# Other tests run at the same time.
PATIENCE = 2
SANITIZED_PATIENCE = 6

# Behind the sentence of what did not hold at first; tests/run_report.py looks for it.
SECOND_TRY = " # second try"
# One that crashed each time would find no end.
PROGRAMS_MAX = 3
PART_CHILD = "STEPSCOPE_RUNS_A_PART"

_scenarios = []


def scenario(sentence, seconds=SCENARIO_SECONDS, sanitized=False):
    """Registers a function (stage) under what it shows to hold. Sanitized: it also runs in a build with sanitizers; the
    others do so only where STEPSCOPE_ALL is set. A third of all are, so that every part of the window is."""
    def register(function):
        function.seconds, function.sanitized = max(seconds, SCENARIO_SECONDS), sanitized
        _scenarios.append((sentence, function))
        return function
    return register


class Stage:
    """What a scenario gets: a desktop, the program, and profiles to open."""

    def __init__(self, desktop, program, folder):
        self.desktop, self.program, self.folder = desktop, program, folder
        source, build = os.environ["STEPSCOPE_SOURCE"], os.environ["STEPSCOPE_BUILD"]
        self.sample = os.path.join(source, "resources", "sample")
        self._make_trace = os.path.join(build, "tests", "gen", "make_trace")
        self._make_profile = os.path.join(build, "tests", "gen", "make_profile")
        self._failures = os.path.join(build, "window-failures")
        self.sanitized, self.environment = self._sanitizers(source)
        self.patience = SANITIZED_PATIENCE if self.sanitized else PATIENCE
        self.number = 0  # of the scenario that runs

    def _sanitizers(self, source):
        """A program under ASan is slower, and its leak check has to know what libraries keep."""
        linked = subprocess.run(["ldd", self.program], capture_output=True, text=True, check=True).stdout
        match = re.search(r"libasan\S* => (\S+)", linked)
        if match is None:
            return False, {}
        environment = {"LSAN_OPTIONS": "print_suppressions=0:suppressions="
                                       + os.path.join(source, "tests", "window", "lsan.supp")}
        keep_modules = os.environ.get("STEPSCOPE_KEEP_MODULES")
        if keep_modules:
            environment["LD_PRELOAD"] = match.group(1) + ":" + keep_modules
        return True, environment

    def trace_leaks(self):
        """From now on reports of leaks have whole stacks, which tell whose they are (leak_report.py) and take time."""
        if self.sanitized:
            self.environment["ASAN_OPTIONS"] = (os.environ.get("ASAN_OPTIONS", "")
                                                + ":fast_unwind_on_malloc=0:malloc_context_size=60")

    def app(self, *paths, home=None, **environment):
        return Application(self.desktop, self.program, paths, home=home, patience=self.patience,
                           on_failure=self._record, **{**self.environment, **environment})

    # ---- profiles ----

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def write_trace(self, name, events, **keys):
        return self.write(name, json.dumps({"schemaVersion": 1, **keys, "traceEvents": events}))

    def make_trace(self, name, n_events, *options):
        """A run of about so many events, the same each time."""
        if not os.path.exists(self.path(name)):
            subprocess.run([self._make_trace, "--events", str(n_events), *options, "-o", self.path(name)],
                           check=True, capture_output=True)
        return self.path(name)

    def make_steps(self, name, n_steps, *options):
        """A run of so many steps, the same each time."""
        if not os.path.exists(self.path(name)):
            subprocess.run([self._make_trace, "--steps", str(n_steps), *options, "-o", self.path(name)], check=True,
                           capture_output=True)
        return self.path(name)

    def make_xspace(self, name, *options):
        """A run of JAX on two GPUs, the same each time."""
        script = os.path.join(os.environ["STEPSCOPE_SOURCE"], "tests", "gen", "make_xspace.py")
        subprocess.run([sys.executable, script, self.path(name), *options], check=True, capture_output=True)
        return self.path(name)

    def make_profile(self, name, n_events):
        """Likewise, as a native file; made anew each time."""
        subprocess.run([self._make_profile, "--events", str(n_events), "-o", self.path(name)], check=True,
                       capture_output=True)
        return self.path(name)

    def stats(self, path, *options):
        """The figures that the window has to show, from the command line."""
        result = subprocess.run([self.program, "stats", path, "--json", *options], check=True, capture_output=True)
        return json.loads(result.stdout)

    # ---- failures ----

    def failure_path(self, extension):
        return os.path.join(self._failures, f"{self.number}.{extension}")

    def _record(self, app):
        """What was on the screen, and what assistive technology saw, when a scenario failed."""
        os.makedirs(self._failures, exist_ok=True)
        self.desktop.framebuffer.save(self.failure_path("png"))
        try:
            tree = app.root.dump() if app.root is not None else ["never came to the accessibility bus"]
        except Exception as error:  # the program may be gone, or hang: the failure itself is what counts
            tree = [f"no tree: {error}"]
        with open(self.failure_path("txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(tree) + "\n")


def _deadline(_signal, _frame):
    raise AssertionError("The scenario took too long")


def _part_of(wanted):
    """The match of "1/3"."""
    return re.fullmatch(r"(\d+)/(\d+)", wanted)


def _choose(wanted):
    """(number, sentence, function) of the scenarios whose sentence has the word in it; of "1/3" every third one."""
    numbered = [(number, *scenario) for number, scenario in enumerate(_scenarios, 1)]
    part = _part_of(wanted)
    if part:
        return numbered[int(part.group(1)) - 1::int(part.group(2))]
    words = wanted.replace("'", "")  # nor does ./tests/run, which gives them to a shell, send any
    return [entry for entry in numbered if words in entry[1].replace("'", "")]


def _fails(stage, function):
    """Runs a scenario. Returns what is to be said of its failure, as comments of TAP; None: it holds."""
    signal.alarm(int(function.seconds * stage.patience))
    try:
        function(stage)
    except Exception as error:
        frames = [f"# {os.path.basename(frame.filename)}:{frame.lineno}: {frame.line}"
                  for frame in traceback.extract_tb(error.__traceback__)[1:]]
        return "\n".join([*frames, f"# {type(error).__name__}: {error}".replace("\n", "\n# "),
                          f"# see {stage.failure_path('png')} and {stage.failure_path('txt')}"])
    finally:
        signal.alarm(0)
    return None


def _report(number, sentence, failure, remark=""):
    """Prints what came of a scenario; returns whether it failed."""
    if failure:
        print(failure)
    print(f"{'not ok' if failure else 'ok'} {number} - {sentence}{'' if failure else remark}", flush=True)
    return failure is not None


def run(program, wanted="", done=()):
    """Runs chosen scenarios but those with the numbers done; returns the exit status. What fails is tried once more at the end,
    when fewer tests run beside it: a machine that is busy with other things fails nothing. The report of the run lists what
    held at the second try only."""
    chosen = _choose(wanted)
    if not chosen:
        print(f"1..1\nnot ok 1 - no scenario has the words {wanted!r}")
        return 1
    failed, again = 0, []
    reported = itertools.count(len(done) + 1)
    faulthandler.enable(sys.stdout)
    signal.signal(signal.SIGALRM, _deadline)
    try:
        with Desktop(1290, 810) as desktop, tempfile.TemporaryDirectory() as folder:
            stage = Stage(desktop, program, folder)
            if stage.sanitized and not os.environ.get("STEPSCOPE_ALL") and _part_of(wanted):
                chosen = [entry for entry in chosen if entry[2].sanitized]
            if not done:
                print(f"1..{len(chosen)}", flush=True)
            for stage.number, sentence, function in chosen:
                if stage.number in done:
                    continue
                failure = _fails(stage, function)
                if failure:
                    again.append((stage.number, sentence, function, failure))
                else:
                    _report(next(reported), sentence, None)
            stage.trace_leaks()
            for stage.number, sentence, function, failure in again:
                print(failure, flush=True)
                stage.folder = os.path.join(folder, f"again-{stage.number}")
                os.mkdir(stage.folder)
                failed += _report(next(reported), sentence, _fails(stage, function), SECOND_TRY)
    except MissingTool as error:
        print(f"1..0 # SKIP not installed: {error}")
        return 0
    return 1 if failed else 0


def _run_part(program, part):
    """Runs it in a program of its own. If that crashes, which the libraries between Python and D-Bus may make it do, another
    one goes on with what is not done."""
    numbers = {sentence: number for number, sentence, _ in _choose(part)}
    done, status, is_planned = [], 0, False
    for _ in range(PROGRAMS_MAX):
        command = [sys.executable, sys.argv[0], program, part, *map(str, done)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, PART_CHILD: "1"}) as process:
            for line in process.stdout:
                if line.startswith("1..") and is_planned:
                    continue
                is_planned = is_planned or line.startswith("1..")
                print(line if re.match("ok|not ok|1\\.\\.|#", line) else f"# {line}", end="", flush=True)
                reported = re.match(r"(not )?ok \d+ - (.*)", line)
                if reported:
                    done.append(numbers[reported.group(2).removesuffix(SECOND_TRY)])
                    status = 1 if reported.group(1) else status
        if process.returncode >= 0:
            return max(status, process.returncode)
        print(f"# The program that ran the scenarios was ended by signal {-process.returncode}; another one goes on"
              f"{SECOND_TRY}", flush=True)
    return 1


def main():
    program, *rest = sys.argv[1:]
    # meson puts the words of `tests/run --scenario` behind the part.
    if len(rest) > 1 and not rest[1].isdecimal():
        del rest[0]
    wanted = rest[0] if rest else ""
    if _part_of(wanted) and PART_CHILD not in os.environ:
        return _run_part(program, wanted)
    return run(program, wanted, {int(number) for number in rest[1:]})
