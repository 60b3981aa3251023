# SPDX-License-Identifier: Apache-2.0
"""The performance table: each row with its figure, its bar, and whether it is met, on the machine named first.

    table.py BUILD [--trace FILE] [--folder FOLDER] [--rows WORD[,WORD...]] [--largest EVENTS]

Every figure is processor time (children included), or a ratio of two figures of this run: six runs, the first dropped,
the median of five, `wc -l` of the same file interleaved, inputs in the page cache, outputs deleted between runs.
FOLDER takes some 8 GB while the rows of 100 M events are measured.

A whole import, of 1 M and of 4 M events ("--rows import"): what `stepscope-cli convert` costs, against `wc -l`; how long
it takes up to the fsync, against the processor time of the same run up to there, told by bench_import, which does the
same and whose processor time stands beside that of the program; the same from a .json.gz and a .json.zst, by both, since
the program is linked statically and the two inflate gzip by different code; and its memory.
"""

import argparse
import gzip
import shutil
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

RUNS = 6
MILLION = 1000000


class Bench:
    def __init__(self, options, folder):
        self.build, self.trace, self.largest, self.folder = options.build, options.trace, options.largest, folder
        self.missed = 0

    def program(self, name):
        path = os.path.join(self.build, name)
        if not os.path.exists(path):
            sys.exit(f"{path} is not built")
        return path

    def row(self, name, figure, bar, ok):
        self.missed += not ok
        print(f"{name:<34} {figure:<66} bar {bar:<30} {'ok' if ok else 'MISSED'}", flush=True)

    def note(self, name, figure):
        print(f"{name:<34} {figure}", flush=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def json(self, events):
        path = self.path(f"{events}.json")
        if not os.path.exists(path):
            run(self.program("tests/gen/make_trace"), "--events", str(events), "--stacks", "-o", path)
        warm(path)
        return path

    def json_gz(self, events):
        path = self.path(f"{events}.json.gz")
        if not os.path.exists(path):
            with open(self.json(events), "rb") as text, gzip.open(path, "wb", compresslevel=6) as file:
                shutil.copyfileobj(text, file, 1 << 22)
        warm(path)
        return path

    def json_zst(self, events):
        path, program = self.path(f"{events}.json.zst"), shutil.which("zstd")
        if not os.path.exists(path) and program is None:
            return None
        if not os.path.exists(path):
            run(program, "-3", "-q", "-f", self.json(events), "-o", path)
        warm(path)
        return path

    def native(self, events, run_of_job=None):
        path = self.path(f"{events}{'' if run_of_job is None else f'-{run_of_job}'}.stepscope")
        noise = [] if run_of_job is None else ["--noise", str(run_of_job)]
        if not os.path.exists(path):
            run(self.program("tests/gen/make_profile"), "--events", str(events), "--stacks", *noise, "-o", path)
        warm(path)
        return path

    def convert(self, source, *options):
        return [self.program("app/stepscope-cli"), "convert", source, "-o", self.path("out.stepscope"), *options]

    def sizes(self):
        return [n for n in (MILLION, 10 * MILLION, 100 * MILLION) if n <= self.largest]


def run(*command):
    """What a command prints; its failure ends the benchmark."""
    result = subprocess.run(command, capture_output=True, check=False)
    if result.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit {result.returncode}\n{result.stderr.decode(errors='replace')}")
    return result.stdout.decode()


def warm(path):
    """Into the page cache."""
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 24):
            pass


def cpu_s(command, said=os.devnull):
    """Processor and wall seconds of a process; what it prints goes into the file."""
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)])
    begin = time.monotonic()
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: status {status}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begin


def interleaved(commands, out):
    """Of each command, run by turns, the median processor seconds, and of the figures that it printed."""
    said = out + ".said"
    runs = [[] for _ in commands]
    for _ in range(RUNS):
        for command, measured in zip(commands, runs):
            if os.path.exists(out):
                os.unlink(out)
            cpu, _ = cpu_s(command, said)
            with open(said, encoding="utf-8") as file:
                measured.append({**figures(file.read()), "process": cpu})
    for path in (out, said):
        if os.path.exists(path):
            os.unlink(path)
    return [{name: statistics.median(run[name] for run in measured[1:]) for name in measured[0]} for measured in runs]


def figures(text):
    """{"map": 0.31, ...} of "map 0.31 profile 0.84 ..." """
    return {name: float(value) for name, value in re.findall(r"([a-z]+) ([0-9.]+)", text)}


def medians(command):
    runs = [figures(run(*command)) for _ in range(RUNS)][1:]
    return {name: statistics.median(x[name] for x in runs) for name in runs[0]}


# ---- the rows ----

def native_file(bench):
    for source, name in ((bench.json(MILLION), "1 M events"), (bench.trace, os.path.basename(bench.trace or ""))):
        if source is None:
            continue
        out = bench.path("out.stepscope")
        run(*bench.convert(source))
        json_bytes = os.path.getsize(source)
        if source.endswith(".gz"):
            with gzip.open(source) as file:
                json_bytes = sum(len(x) for x in iter(lambda: file.read(1 << 22), b""))
        ratio = os.path.getsize(out) / json_bytes
        bench.row("native file", f"{name[:40]}: {os.path.getsize(out) / 1e6:.1f} MB, {ratio:.3f} of the JSON",
                  "0.5 of the JSON", ratio <= 0.5)
        os.unlink(out)


def whole_import(bench):
    for millions in (1, 4):
        source, out = bench.json(millions * MILLION), bench.path("out.stepscope")
        alike = [bench.program("tests/bench/bench_import"), source, out]
        count, program, own = interleaved((["/usr/bin/wc", "-l", source], bench.convert(source), alike), out)
        cpu, wc = program["process"], count["process"]
        bench.row(f"whole import, {millions} M events", f"{cpu:.3f} s CPU, {cpu / wc:.1f} x wc -l ({wc:.3f} s)",
                  "10 x wc -l", cpu <= 10 * wc)
        bench.row(f"whole import, {millions} M events, wall",
                  f"{own['wall'] / 1e3:.3f} s up to the fsync, {own['share']:.2f} x its own CPU ({own['cpu'] / 1e3:.3f} s)",
                  "0.55 x CPU", own["share"] <= 0.55)
        bench.note("", f"to its end {own['process']:.3f} s CPU, {own['process'] / cpu:.2f} x that of stepscope-cli")


def compressed_import(bench):
    plain, out = bench.json(MILLION), bench.path("out.stepscope")
    alike = bench.program("tests/bench/bench_import")
    for suffix, packed, bar in ((".gz", bench.json_gz, 1.3), (".zst", bench.json_zst, 1.2)):
        source = packed(MILLION)
        if source is None:
            bench.note(f".json{suffix}", "not measured: there is no program that packs it")
            continue
        static, static_packed, own, own_packed = (f["process"] for f in interleaved(
            (bench.convert(plain), bench.convert(source), [alike, plain, out], [alike, source, out]), out))
        for name, cpu, unpacked in (("stepscope-cli", static, static_packed), ("shared libraries", own, own_packed)):
            bench.row(f".json{suffix}, {name}", f"{unpacked:.3f} s CPU, {unpacked / cpu:.2f} x that of the .json ({cpu:.3f} s)",
                      f"{bar} x plain", unpacked <= bar * cpu)


def peak_memory(command):
    """Most private and most shared memory bytes of a process at any millisecond, mapped files left out."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
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
    if status != 0:
        sys.exit(f"{' '.join(command)}: status {status}")
    return peak["RssAnon"], peak["RssShmem"]


def memory(bench):
    for millions in (1, 4):
        anonymous, shared = map(max, zip(*[peak_memory(bench.convert(bench.json(millions * MILLION)))
                                           for _ in range(3)]))
        bar = 64 * millions * MILLION + 64e6
        bench.row(f"memory, {millions} M events", f"{anonymous / 1e6:.0f} MB ({anonymous / millions / MILLION:.0f} B/event)"
                  + (f"; {shared / 1e6:.0f} MB of files in memory" if shared else ""), f"{bar / 1e6:.0f} MB", anonymous <= bar)


def imports(bench):
    whole_import(bench)
    compressed_import(bench)
    memory(bench)


def first_picture(bench):
    smallest = None
    for events in bench.sizes():
        f = medians([bench.program("tests/bench/bench_first_picture"), bench.native(events), "--picture"])
        smallest = smallest or f["picture"]
        bench.row(f"open a native file, {events // MILLION} M events",
                  f"first picture {f['picture']:.1f} ms CPU (fonts {f['fonts']:.1f}, map {f['map']:.2f}, profile "
                  f"{f['profile']:.2f}, draw {f['draw']:.1f})", "50 ms", f["picture"] <= 50)
        if events > MILLION:
            bench.note("", f"{f['picture'] / smallest:.2f} x that of 1 M events")
    for events in bench.sizes():
        text = figures(run(bench.program("tests/bench/bench_first_picture"), bench.native(events)))
        bench.note(f"dashboard, {events // MILLION} M events", f"{text['dashboard']:.0f} ms CPU more for its figures")


def archive(bench):
    """Archive size and decoding are measured by a program of their own."""
    output = run(bench.program("tests/bench/bench_archive"), bench.program("tests/gen/make_trace"), str(MILLION),
                 *([bench.trace] if bench.trace else []))
    for line in output.splitlines():
        match = re.match(r"(archive size|decode), (.*), bar ([0-9.]+) (ok|MISSED)(.*)", line)
        if match:
            name, figure, bar, verdict, rest = match.groups()
            unit = "of the .json.gz" if name == "archive size" else "M events/s"
            bench.row(name, re.sub(r", (all columns of )?", ", ", figure), f"{bar} {unit}", verdict == "ok")
            if rest:
                bench.note("", rest.lstrip("; "))


def visible_range(bench):
    for events in bench.sizes():
        if events < 10 * MILLION and bench.largest >= 10 * MILLION:
            continue
        last = run(bench.program("tests/bench/bench_visible_range"), bench.native(events)).splitlines()[-1]
        match = re.search(r"longest row (\d+) slices.*worst median ([0-9.]+) us; pyramid ([0-9.]+) B/slice", last)
        slices, us, size = match.groups()
        bench.row(f"visible range, {events // MILLION} M events",
                  f"{us} us at the worst zoom of a row of {int(slices) / 1e6:.1f} M; {size} B/event",
                  "50 us, 1 B/event", float(us) <= 50 and float(size) <= 1)
    for events in bench.sizes()[1:]:
        output = run(bench.program("tests/bench/bench_visible_range"), str(events)).splitlines()
        us = re.search(r"worst median ([0-9.]+) us", next(x for x in output if x.startswith("visible range"))).group(1)
        sizes = [float(x) for line in output for x in re.findall(r"pyramid ([0-9.]+) B/slice", line)]
        bench.row(f"visible range, row of {events // MILLION} M", f"{us} us at the worst zoom; {max(sizes):.3f} B/event",
                  "50 us, 1 B/event", float(us) <= 50 and max(sizes) <= 1)


def sum_by_name(bench):
    for events in bench.sizes():
        text = run(bench.program("tests/bench/bench_name_totals"), bench.native(events))
        f = figures(text.split(":", 1)[1])
        bench.row(f"sum(duration) by name, {events // MILLION} M", f"{f['median']:.2f} ns a slice; the first time, with its "
                  f"page faults, {f['first']:.2f} ns", "2 ns", f["median"] <= 2)


def statistics_of_windows(bench):
    """All reports of a whole profile, and what each function takes for windows of it."""
    names = run(bench.program("app/stepscope-cli"), "stats", "--help").split("(summary", 1)[1].split(")", 1)[0]
    for events in bench.sizes()[:2]:
        said, asked = bench.path("stats.json"), [x for name in ("summary" + names).replace("\n", " ").split(",")
                                                 for x in ("--report", name.strip())]
        for what, reports in (("without --report", []), ("every report", asked)):
            command = [bench.program("app/stepscope-cli"), "stats", bench.native(events), "--json", *reports]
            cpu = statistics.median([cpu_s(command, said)[0] for _ in range(RUNS)][1:])
            bench.row(f"statistics, {events // MILLION} M events", f"{what}: {cpu:.3f} s CPU", "1 s", cpu <= 1)
        output = run(bench.program("tests/bench/bench_stats"), bench.native(events))
        for line in output.splitlines():
            name, figure, verdict = re.match(r"(.*?)  +(1/10.*?)  bar 150 ms (ok|MISSED)", line).groups()
            bench.row(name, re.sub(" +", " ", figure), "150 ms of the wall", verdict == "ok")
        sections = run(bench.program("tests/bench/bench_dashboard"), bench.native(events)).splitlines()
        for line in sections[1:-1]:
            bench.note("dashboard: " + line[:14].strip(), "whole {}, half {}, 1/100 {}, a step {} ms CPU".format(*line[14:].split()))
        whole, half, hundredth, step = map(float, sections[-1].split()[1:5])
        bench.note(f"dashboard: all, {events // MILLION} M events",
                   f"whole {whole:.0f}, half {half:.0f}, 1/100 {hundredth:.0f}, a step {step:.0f} ms of the wall")


def comparisons(bench):
    """Two runs of one job of 10 M events on the command line, and four of 1 M for the page."""
    pair = [bench.native(min(bench.largest, 10 * MILLION), run_of_job) for run_of_job in (1, 2)]
    command = [bench.program("app/stepscope-cli"), "compare", *pair]
    cpu = statistics.median([cpu_s(command)[0] for _ in range(RUNS)][1:])
    bench.row(f"compare 2 x {min(bench.largest // MILLION, 10)} M events", f"{cpu:.3f} s CPU", "2.5 s", cpu <= 2.5)
    anonymous, _ = map(max, zip(*[peak_memory(command) for _ in range(3)]))
    bench.row("", f"{anonymous / 2e6:.1f} MB a profile besides the mapped files", "64 MB", anonymous <= 2 * 64e6)
    lines = run(bench.program("tests/bench/bench_compare"), *[bench.native(MILLION, i) for i in (1, 2, 3, 4)]).splitlines()
    costs = {line.split()[0]: figures(line) for line in lines}
    page = costs["page"]
    bench.row("Compare page, 4 x 1 M events", f"{page['page']:.0f} ms of the wall ({page['cpu']:.0f} ms CPU)", "500 ms",
              page["page"] <= 500)
    for name, what in (("align", "what they can be aligned by"), ("missing", "slices without a counterpart"),
                       ("find", "the counterpart of one slice")):
        bench.note("", f"{what}: {costs[name]['cpu']:.3f} ms CPU")


ROWS = {
    "native": native_file,
    "import": imports,
    "open": first_picture,
    "memory": memory,
    "archive": archive,
    "range": visible_range,
    "sum": sum_by_name,
    "stats": statistics_of_windows,
    "compare": comparisons,
}


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    load = os.getloadavg()[0]
    return f"{os.uname().nodename}, {os.cpu_count()} CPUs, {model.group(1) if model else '?'}; load before: {load:.1f}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--trace", help="a real trace")
    parser.add_argument("--folder", default=None, help="for large files; kept when given")
    parser.add_argument("--rows", default="native,import,open,archive,range,sum,stats,compare")
    parser.add_argument("--largest", type=int, default=100 * MILLION)
    options = parser.parse_args()
    if options.trace and not os.path.exists(options.trace):
        options.trace = None

    print(machine())
    with tempfile.TemporaryDirectory(dir=options.folder or "/var/tmp", prefix="stepscope-bench-") as folder:
        bench = Bench(options, options.folder or folder)
        for name in options.rows.split(","):
            ROWS[name](bench)
    print(f"{bench.missed} bars missed")
    return bench.missed > 0


if __name__ == "__main__":
    sys.exit(main())
