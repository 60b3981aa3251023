# SPDX-License-Identifier: Apache-2.0
"""Instructions of hot paths, against those that the repository keeps: counts.py BUILD [--write] [--only WORD].

A path is a command of stepscope-cli on a generated profile. It runs on one processor under callgrind, whose counts are the
same within 0.1 % whatever else the machine does. One that takes over 3 % more, or less, than counts.tsv says fails: more is
a loss; less is a gain that the file has to hold, or later losses up to there go unseen. --write replaces the file, whose
lines are a path and its millions of instructions, of Debian 12's compiler for x86-64.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counts.tsv")
TOLERANCE_PERCENT = 3.0
EVENTS = "200000"
SKIPPED = 77


class Inputs:
    """Files in a folder, each made when it is first asked for."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.program = os.path.join(build, "app/stepscope-cli")

    def path(self, name):
        return os.path.join(self.folder, name)

    def _made(self, name, *command):
        path = self.path(name)
        if not os.path.exists(path):
            subprocess.run([*command, path], check=True, capture_output=True)
        return path

    def _generator(self, name, program, *options):
        return self._made(name, os.path.join(self.build, "tests/gen", program), "--events", EVENTS, "--stacks", *options, "-o")

    def json(self):
        return self._generator("run.json", "make_trace")

    def json_gz(self):
        path = self.path("run.json.gz")
        if not os.path.exists(path):
            with open(path, "wb") as file:
                subprocess.run(["gzip", "-6", "-c", self.json()], check=True, stdout=file)
        return path

    def cupti(self):
        return self._made("run.cupti", os.path.join(self.build, "tests/gen/make_cupti"), "--events", EVENTS, "-o")

    def xspace(self):
        script = os.path.join(os.path.dirname(KEPT), "..", "..", "gen", "make_xspace.py")
        path = self.path("run.xplane.pb")
        if not os.path.exists(path):
            subprocess.run([sys.executable, script, path, "--steps", "100", "--repeat", "20"], check=True, capture_output=True)
        return path

    def native(self, run_of_job=1):
        return self._generator(f"run-{run_of_job}.stepscope", "make_profile", "--noise", str(run_of_job))

    def archive(self):
        return self._made("run.archive", self.program, "convert", self.native(), "--archive", "-o")

    def reports(self):
        """Names of all reports of stats, as its help tells them."""
        text = subprocess.run([self.program, "stats", "--help"], check=True, capture_output=True, text=True).stdout
        return re.sub(r"\s", "", text.split("(summary", 1)[1].split(")", 1)[0]).strip(",").split(",")


# Ids are looked up by hashes with a secret of each process, which here makes 5 % of difference: the median of so many runs.
RUNS = {"import of CUPTI records": 7}

# By name: the arguments of stepscope-cli. "{out}" is a file that is not there yet.
PATHS = {
    "import of JSON": lambda inputs: ["convert", inputs.json(), "--no-cache", "-o", "{out}"],
    "import of .json.gz": lambda inputs: ["convert", inputs.json_gz(), "--no-cache", "-o", "{out}"],
    "import of CUPTI records": lambda inputs: ["convert", inputs.cupti(), "--no-cache", "-o", "{out}"],
    "import of XSpace": lambda inputs: ["convert", inputs.xspace(), "--no-cache", "-o", "{out}"],
    "writing an archive": lambda inputs: ["convert", inputs.native(), "--archive", "-o", "{out}"],
    "opening an archive": lambda inputs: ["info", inputs.archive(), "--no-cache"],
    "writing JSON": lambda inputs: ["convert", inputs.native(), "--to", "chrome", "-o", "{out}"],
    "every report of stats": lambda inputs: ["stats", inputs.native(), "--json", "--report", "summary",
                                             *(x for name in inputs.reports() for x in ("--report", name))],
    "findings": lambda inputs: ["check", inputs.native(), "--findings"],
    "critical path of a step": lambda inputs: ["stats", inputs.native(), "--report", "critical_path", "--step", "20"],
    "comparison of two profiles": lambda inputs: ["compare", inputs.native(1), inputs.native(2)],
    "query that groups all slices": lambda inputs: ["query", inputs.native(),
                                                    "select name, count(*), sum(dur_ns) from slice group by name"],
}


def million_instructions(inputs, arguments):
    out = inputs.path("out")
    command = ["taskset", "-c", str(min(os.sched_getaffinity(0))), "valgrind", "--tool=callgrind",
               "--callgrind-out-file=/dev/null", inputs.program, *(out if x == "{out}" else x for x in arguments)]
    result = subprocess.run(command, capture_output=True, check=False, env={**os.environ, "HOME": inputs.folder})
    if os.path.exists(out):
        os.unlink(out)
    said = result.stderr.decode(errors="replace")
    collected = re.search(r"Collected : (\d+)", said)
    if result.returncode not in (0, 6) or collected is None:  # 6: findings
        sys.exit(f"{' '.join(command)}: exit {result.returncode}\n{said[-2000:]}")
    return int(collected.group(1)) / 1e6


def kept():
    if not os.path.exists(KEPT):
        return {}
    with open(KEPT, encoding="utf-8") as file:
        return {name: float(number) for name, number in (line.rstrip("\n").split("\t") for line in file)}


def write(counts):
    with open(KEPT, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\t{counts[name]:.1f}\n" for name in PATHS if name in counts)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="", metavar="WORD", help="paths whose names contain it")
    options = parser.parse_args()
    if not options.write and not os.environ.get("STEPSCOPE_ALL"):
        print("Instructions are counted by ./tests/run --all only, which sets STEPSCOPE_ALL.")
        return SKIPPED
    if os.uname().machine != "x86_64" or shutil.which("valgrind") is None:
        print("The counts are those of x86-64 under valgrind, which is not here.")
        return SKIPPED
    before, now, n_off = kept(), {}, 0
    with tempfile.TemporaryDirectory(prefix="stepscope-counts-") as folder:
        inputs = Inputs(options.build, folder)
        for name in PATHS:
            if options.only not in name:
                continue
            now[name] = statistics.median(million_instructions(inputs, PATHS[name](inputs)) for _ in range(RUNS.get(name, 1)))
            change = 100 * (now[name] / before[name] - 1) if name in before else float("inf")
            is_off = abs(change) > TOLERANCE_PERCENT
            n_off += is_off
            print(f"{name:<30} {now[name]:>10.1f} M instructions, {change:+6.1f} % {'OFF' if is_off else 'ok'}", flush=True)
    if options.write:
        write({**before, **now})
        return 0
    if n_off:
        print(f"{n_off} of {len(now)} paths are off by more than {TOLERANCE_PERCENT:g} %. If that is meant: counts.py BUILD --write")
    return n_off > 0


if __name__ == "__main__":
    sys.exit(main())
