# SPDX-License-Identifier: Apache-2.0
"""The figures of a step or window are the same in the whole profile and in the part that `convert` cuts out of it.

    test_parts.py STEPSCOPE [NAME]

`stats --json` of the part and of the whole must say the same of that step or window, but for times, which count from the
begin of the part. NAME limits the test to traces whose path has it.
"""

import json
import os
import random
import sys
import tempfile

import reference
import traces

PROGRAM = sys.argv[1]
NAME = sys.argv[2] if len(sys.argv) > 2 else ""
TIMES = {"begin", "end", "first_start_ns", "last_end_ns", "host_begin_ns", "host_end_ns", "device_begin_ns", "device_end_ns",
         "begin_ns", "end_ns", "max_at_ns"}
# Beside what stats prints when nothing is asked.
REPORTS = tuple(f"--report={name}" for name in ("breakdown", "memory_use", "queue_depth", "steps"))
STEPS_PER_TRACE = 4
WINDOWS_PER_TRACE = 2
FORMS = (), ("--to", "chrome")
REFERRED = ("nccl_data", "ns_resolution", "trace_diff__test", "trace_diff__control", "num_workers_0", "num_workers_4", "sampled_rank-0")


def from_window(value, origin, key=""):
    """A value in which times count from the begin of the window."""
    if isinstance(value, dict):
        return {name: from_window(item, origin, name) for name, item in value.items()}
    if isinstance(value, list):
        return [from_window(item, origin) for item in value]
    return value - origin if key in TIMES and value is not None else value


def comparable(stats):
    origin = stats["window_ns"]["begin"]
    epoch = stats["time_origin"]["epoch_ns"]
    figures = from_window({key: value for key, value in stats.items() if key not in ("time_origin", "schema")}, origin)
    figures["begin_of_window"] = None if epoch is None else int(epoch) + origin
    for device in figures["devices"]:
        device["streams"].sort(key=lambda stream: stream["stream"])
    return figures


def figures_of(path, *options):
    """All that is compared of a profile."""
    stats = traces.output(PROGRAM, "stats", path, *options)
    known = {(device["rank"], device["device"]) for device in traces.output(PROGRAM, "info", path)["devices"]}
    return comparable({**stats, **traces.output(PROGRAM, "stats", path, *options, *REPORTS), "known": known})


def forgive(whole, part):
    """Leaves out what a part cannot say: devices without work in it, and that the recording ended within its last step."""
    lost = whole.pop("known") - part.pop("known")
    whole["memory_use"]["series"] = [series for series in whole["memory_use"]["series"]
                                     if (series["rank"], series["device"]) not in lost]
    for step, of_part in zip(whole["breakdown"], part["breakdown"]):
        if any(rank == step["rank"] for rank, _ in lost):
            # With no device left, nothing is said of what they did: it was nothing.
            nothing = {key: None for key, value in of_part.items() if value is None and step[key] == 0}
            step.update(nothing)
            for figures in (step, of_part):
                del figures["device_time_ns"], figures["idle_ns"]
    for figures in (whole, part):
        figures["utilization"]["devices"] = [device for device in figures["utilization"]["devices"] if any(device["values"])]
    if whole["summary"]["devices"] > part["summary"]["devices"] and part["summary"]["devices"] >= len(part["devices"]):
        for figures in (whole, part):
            del figures["summary"]["devices"], figures["summary"]["gpu_active_percent"]
    if any(step["truncated"] for step in whole["steps"]):
        whole["summary"]["step_wall_median_ns"] = part["summary"]["step_wall_median_ns"] = None
    for figures in (whole, part):
        for step in figures["steps"] + figures["breakdown"]:
            # The position counts the steps of the file.
            del step["index"], step["truncated"]


def differences(a, b, path=""):
    if isinstance(a, dict) and isinstance(b, dict):
        return [line for key in sorted(a.keys() | b.keys()) for line in differences(a.get(key), b.get(key), f"{path}.{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [line for i, (x, y) in enumerate(zip(a, b)) for line in differences(x, y, f"{path}[{i}]")]
    # Sums of another order.
    if isinstance(a, float) and isinstance(b, float) and abs(a - b) <= 1e-12 * abs(a):
        return []
    return [] if a == b else [f"{path}: {str(a)[:150]} {str(b)[:150]}"]


def step_numbers(stats):
    numbers = [step["index"] if step["number"] is None else step["number"] for step in stats["steps"]]
    distinct = list(dict.fromkeys(numbers))
    distance = max(1, len(distinct) // STEPS_PER_TRACE)
    return distinct[::distance]


def compare(path, out, window, window_of_part):
    whole = figures_of(path, *window)
    part = figures_of(out, *window_of_part)
    forgive(whole, part)
    return [f"{os.path.basename(path)} {' '.join(window)}: {line}" for line in differences(whole, part)[:8]]


def check_steps(path, stats, folder):
    out = os.path.join(folder, "part")
    for number in step_numbers(stats):
        step = ("--step", str(number))
        for form in FORMS if stats["summary"]["ranks"] == 1 else FORMS[:1]:
            result = traces.run(PROGRAM, "convert", path, "-o", out, *step, *form)
            assert result.returncode == 0, result.stderr
            yield compare(path, out, step, step)


def check_windows(path, stats, folder):
    """The part knows the time of the day, or else its first slice is that of the window or one before it."""
    epoch = stats["time_origin"]["epoch_ns"]
    out = os.path.join(folder, "part.stepscope")
    end = stats["window_ns"]["end"]
    for seed in range(WINDOWS_PER_TRACE if epoch is not None and end > 0 else 0):
        rng = random.Random(seed)
        begin, behind = sorted(rng.randrange(end + 1) for _ in range(2))
        result = traces.run(PROGRAM, "convert", path, "-o", out, "--window", f"{begin}..{behind}")
        if result.returncode == 1 and b"nothing was recorded" in result.stderr:
            continue
        assert result.returncode == 0, result.stderr
        shift = int(traces.output(PROGRAM, "info", out)["time_origin"]["epoch_ns"]) - int(epoch)
        yield compare(path, out, ("--window", f"{begin}..{behind}"), ("--window", f"{begin - shift}..{behind - shift}"))


def check_rank(folder):
    """A rank of a directory is what its file holds."""
    directory = os.path.join(traces.ROOT, "kineto_multirank", "dlrm_8rank")
    out = os.path.join(folder, "part.stepscope")
    for name in sorted(os.listdir(directory))[:3]:
        rank = name[len("worker"):].split("_")[0]
        assert traces.run(PROGRAM, "convert", directory, "-o", out, "--rank", rank, "--archive").returncode == 0
        whole = figures_of(os.path.join(directory, name))
        part = figures_of(out)
        yield [f"{name}: {line}" for line in differences(whole, part)[:8]]


def without_times(said):
    """What the reference says of a step, without where in its file it lies, and without numbers of the whole file."""
    kept = {key: said.get(key) for key in ("kernels", "memcpy", "memset", "launch_latency", "comm_compute", "devices", "steps")}
    for device in (kept["devices"] or {}).values():
        for key in ("first_start_us", "last_end_us"):
            device.pop(key)
    for step in kept["steps"]:
        step.pop("start_us")
    return kept


def check_reference(folder):
    """Another program says the same of a step of the whole trace and of the JSON of that step."""
    out = os.path.join(folder, "step.json")
    for name in REFERRED if reference.load() is not None else ():
        path = next(path for path in traces.files("kineto") if name in path)
        number = step_numbers(traces.output(PROGRAM, "stats", path))[1]
        assert traces.run(PROGRAM, "convert", path, "-o", out, "--to", "chrome", "--step", str(number)).returncode == 0
        whole, part = (without_times(reference.ask(file, None, number)) for file in (path, out))
        yield [f"{name}, by the reference: {line}" for line in differences(whole, part)[:8]]


def write_trace(path):
    """Steps whose work runs in the time of later ones, on two streams, while memory and counters change seldom."""
    events = []

    def add(name, category, start, length, pid=100, tid=7, **args):
        events.append({"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": start, "dur": length, "args": args})

    def launch(number, call, start, length, stream, name):
        add("cudaLaunchKernel", "cuda_runtime", call, 1, correlation=number)
        add(name, "kernel", start, length, 0, stream, correlation=number, device=0, stream=stream)

    for step in range(6):
        at = 20 * step
        add(f"ProfilerStep#{step}", "user_annotation", at, 20)
        add("aten::mm", "cpu_op", at + 1, 12)
        add("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "user_annotation", at + 14, 5)
        launch(10 * step + 1, at + 2, at + 22, 25, 7 + step % 2, "gemm")
        launch(10 * step + 2, at + 3, at + 55, 4, 9, "far")
        launch(10 * step + 3, at + 16, at + 21, 3 + step, 20, "ncclDevKernel_AllReduce_Sum_f32_RING_LL")
    for at, device, allocated in ((3, 0, 64), (5, 1, 16), (47, 0, 256), (48, -1, 8)):
        events.append({"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 100, "tid": 7, "ts": at,
                       "args": {"Total Allocated": allocated, "Device Type": int(device >= 0), "Device Id": device,
                                "Bytes": 8, "Addr": 4096, "Total Reserved": 512}})
    add("k", "kernel", 4, 1, 1, 30, device=1, stream=30)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 1},
                   "baseTimeNanoseconds": 1700000000000000000, "traceEvents": events}, file)


REFUSED = (
    (("--step", "99999"), "There is no step 99999 (1009 to 1014)"),
    (("--steps", "99990..99999"), "There is no step 99990"),
    (("--rank", "5"), "there is no rank 5; the profile has rank 3"),
    (("--step", "1010", "--rank", "5"), "there is no rank 5"),
    (("--window", "9s..10s"), "nothing was recorded in this part"),
    (("--window", "5..5"), "nothing was recorded in this part"),
    (("--window", "5..3"), "--window needs A..B"),
    (("--window", "x"), "--window needs A..B"),
    (("--step", "x"), "--step needs a number"),
    (("--rank", "x"), "--rank needs a number"),
    (("--steps", "3..1"), "--steps A..B needs A <= B"),
    (("--step", "1010", "--window", "1..2"), "only one of"),
    (("--step", "1010", "--steps", "1..2"), "only one of"),
    (("--steps", "1..2", "--steps", "3..4"), "one range"),
    (("--steps", "a", "--steps", "b"), "one pattern"),
    (("--steps", "name"), "--steps REGEX says what the steps are"),
)


def check_options(folder):
    path = os.path.join(traces.ROOT, "kineto", "HTA__trace_diff__control__control.json.gz")
    out = os.path.join(folder, "option.stepscope")
    for options, message in REFUSED:
        for form in FORMS:
            result = traces.run(PROGRAM, "convert", path, "-o", out, *options, *form)
            assert result.returncode == 1 and message in result.stderr.decode(), (options, result)
            assert not os.path.exists(out), options

    def steps(*options):
        result = traces.run(PROGRAM, "convert", path, "-o", out, *options)
        assert result.returncode == 0, result.stderr
        return [step["number"] for step in traces.output(PROGRAM, "stats", out)["steps"]]

    # The one before the first ran on in its time.
    assert steps("--steps", "1010..1011") in ([1010, 1011], [1009, 1010, 1011])
    assert steps("--steps", "1013..")[-2:] == [1013, 1014]
    assert steps("--steps", "..1010") == [1009, 1010]
    assert steps("--step", "1010", "--rank", "3")[-1] == 1010
    assert steps("--steps", "Optimizer.step#.*", "--steps", "0..0")
    printed = traces.run(PROGRAM, "convert", path, "-o", "-", "--step", "1010", "--to", "chrome")
    assert printed.returncode == 0 and printed.stdout[:1] == b"{" and b" events" in printed.stderr


def main():
    traces.require()
    found = []
    with traces.own_cache(), tempfile.TemporaryDirectory() as folder:
        paths = traces.files("kineto", "chrome_other", "rocm", "nsys", suffixes=(".json", ".json.gz", ".sqlite", ".db"))
        paths.append(os.path.join(traces.ROOT, "kineto_multirank", "dlrm_8rank"))
        made = os.path.join(folder, "made.json")
        write_trace(made)
        for path in [made, *paths]:
            if NAME not in path or traces.run(PROGRAM, "info", "--cache", path).returncode != 0:
                continue
            stats = traces.output(PROGRAM, "stats", path)
            found += check_steps(path, stats, folder)
            found += check_windows(path, stats, folder)
        found += check_rank(folder)
        found += check_reference(folder)
        check_options(folder)
    problems = [line for lines in found for line in lines]
    for line in problems[:60]:
        print(line)
    print(f"{len(found)} parts, {len(problems)} differences")
    return bool(problems) or (not NAME and len(found) < 100)


if __name__ == "__main__":
    sys.exit(main())
