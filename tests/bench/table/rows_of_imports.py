# SPDX-License-Identifier: Apache-2.0
"""Kineto JSON: a whole import of 1 M and of 4 M events against `wc -l`, how long it takes up to the fsync against its own
processor time, the same from .json.gz and .json.zst, its memory, and the size of what it writes.

The wall time is that of bench_import, which does the same as `stepscope-cli convert` and tells the moment before the
fsync; from then on the disk is measured. It is linked to shared libraries, the program statically."""

import gzip
import os
import time

from inputs import MILLION
from measuring import Figure, interleaved, peak_memory, run
from memory_limit import ends_within


def convert(inputs, source, *options):
    return [inputs.program("app/stepscope-cli"), "convert", source, "--no-cache", "-o", inputs.path("out.stepscope"), *options]


def ratio(figure, of):
    return Figure(figure.median / of.median, figure.spread + of.spread)


def sizes(rows, inputs):
    real = inputs.real("kineto/sam-fast__amg_example__asdf_False.json.gz")
    for source, name in ((inputs.json(MILLION), "1 M events"), (real, "sam-fast")):
        if source is None:
            continue
        out = inputs.path("out.stepscope")
        run(*convert(inputs, source))
        json_bytes = os.path.getsize(source)
        if source.endswith(".gz"):
            with gzip.open(source) as file:
                json_bytes = sum(len(x) for x in iter(lambda: file.read(1 << 22), b""))
        rows.add(f"size of the native file, {name}", os.path.getsize(out) / json_bytes, "of the JSON", 0.5,
                 f"{os.path.getsize(out) / 1e6:.1f} MB")
        os.unlink(out)


def whole(rows, inputs):
    for millions in (1, 4):
        source, out = inputs.json(millions * MILLION), inputs.path("out.stepscope")
        alike = [inputs.program("tests/bench/bench_import"), source, out]
        count, program, own = interleaved((["/usr/bin/wc", "-l", source], convert(inputs, source), alike), out)
        rows.add(f"import, {millions} M events", ratio(program["process"], count["process"]), "x wc -l", 10,
                 f"{program['process'].median:.3f} s of CPU, wc -l {count['process'].median:.3f} s")
        rows.add(f"import, {millions} M events, wall up to the fsync", own["share"], "of its CPU", 0.55,
                 f"{own['wall'].median / 1e3:.3f} s, of {own['cpu'].median / 1e3:.3f} s of CPU")


def compressed(rows, inputs):
    plain, gz, zst, out = inputs.json(MILLION), inputs.json_gz(MILLION), inputs.json_zst(MILLION), inputs.path("out.stepscope")
    alike = inputs.program("tests/bench/bench_import")
    own = [[alike, source, out] for source in (plain, gz, zst)]
    static = [convert(inputs, source) for source in (plain, gz, zst)]
    unpack = [["/usr/bin/gzip", "-dc", gz], ["/usr/bin/zstd", "-dcq", zst]]
    *figures, by_gzip, by_zstd = [x["process"] for x in interleaved(static + own + unpack, out)]
    for linked, (of, of_gz, of_zst) in (("stepscope-cli", figures[:3]), ("shared libraries", figures[3:])):
        rows.add(f"import of .json.gz, {linked}", ratio(of_gz, of), "x that of .json", 1.3,
                 f"{of_gz.median:.3f} s of CPU; gzip -dc alone {by_gzip.median:.3f} s")
        rows.add(f"import of .json.zst, {linked}", ratio(of_zst, of), "x that of .json", 1.2,
                 f"{of_zst.median:.3f} s of CPU; zstd -dc alone {by_zstd.median:.3f} s")


def memory(rows, inputs):
    for millions in (1, 4):
        anonymous, shared = map(max, zip(*[peak_memory(convert(inputs, inputs.json(millions * MILLION))) for _ in range(3)]))
        bar = 64 * millions + 64
        rows.add(f"memory of an import, {millions} M events", anonymous / 1e6, "MB", bar,
                 f"{shared / 1e6:.0f} MB of files in memory" if shared else "")
        ended = ends_within(1e6 * bar, convert(inputs, inputs.json(millions * MILLION)))
        if ended is not None:
            rows.add(f"imports that end with {bar} MB in all, {millions} M events", float(ended), "of 1", 1, "the pages of files "
                     "count, too", more_is_better=True)


def piped(rows, inputs, largest):
    """Texts that no disk needs to hold: 100 M events are 29 GB of JSON."""
    for events in (n for n in (10 * MILLION, 100 * MILLION) if n <= largest):
        generator = [inputs.program("tests/gen/make_trace"), "--events", str(events), "--stacks", "-o", "-"]
        begin = time.monotonic()
        anonymous, _ = peak_memory(convert(inputs, "-"), generator)
        wall_s = time.monotonic() - begin
        rows.add(f"memory of an import from a pipe, {events // MILLION} M events", anonymous / 1e6, "MB",
                 64 * events / 1e6 + 64, f"{wall_s:.0f} s of the wall, the generator included")
        os.unlink(inputs.path("out.stepscope"))


def measure(rows, inputs, largest):
    sizes(rows, inputs)
    whole(rows, inputs)
    compressed(rows, inputs)
    memory(rows, inputs)
    piped(rows, inputs, largest)
