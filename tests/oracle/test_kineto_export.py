# SPDX-License-Identifier: Apache-2.0
"""What `convert --to chrome` writes is valid, and read again it is the same profile.

    test_kineto_export.py STEPSCOPE [NAME]

Every trace of PyTorch must have the same `stats --json`, slices, arguments, counters, tracks and launches afterwards. The
files are read by a parser that forgives nothing, and events are held against the rules of the format. NAME limits the test to
traces whose path has it.
"""

import gzip
import json
import os
import re
import sys
import tempfile

import traces

PROGRAM = sys.argv[1]
NAME = sys.argv[2] if len(sys.argv) > 2 else ""
TABLES = """select 'slice ' || category, count(*), sum(dur_ns) from slice group by category
            union all select 'key', count(*), sum(length(key)) from arg
            union all select 'value', count(*), sum(length(value)) from arg
            union all select 'counter', count(*), sum(value) from counter
            union all select 'track ' || kind, count(*), sum(length(name)) from track group by kind
            union all select 'flow ' || kind, count(*), null from flow group by kind order by 1"""
LANES_MAX = 63  # of a thread, beside itself
NEVER = 1 << 62
MICROSECONDS = re.compile(r"[0-9]+\.[0-9]{3}\Z")
HOSTILE = rb"""{"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"quote \" backslash \\ control \u0001 nul \u0000 bad \xff\xfe \ud800 end","pid":1,"tid":"a\"b","ts":1.5,"dur":2,
 "args":{"a\"b":"c\\d\u0007","nan":NaN,"word":[1,Infinity],"lead":01,"text":"\x80","nested":{"x":[1,{"y":"\\"}]},"big":12345678901234567890}},
{"ph":"B","cat":"x","name":"open","pid":1,"tid":2,"ts":3},
{"ph":"b","cat":"x","name":"async","pid":1,"id":"q","ts":3},{"ph":"e","cat":"x","name":"async","pid":1,"id":"q","ts":9.001},
{"ph":"C","name":"c \xc3","pid":1,"tid":2,"ts":4,"args":{"v\"":0.1,"w":1e300}},
{"ph":"i","s":"p","name":"\x1b[31m</script>","pid":"","tid":"","ts":5,"args":{}}],"user\"key":"va\\lue","broken":NaN}"""


def refuse(word):
    raise AssertionError(f"{word} is no JSON")


def strict(path):
    with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
        return json.loads(file.read().decode("utf-8"), parse_constant=refuse, parse_float=str)


def check_event(event):
    phase = event["ph"]
    assert phase in "XBbeiCMsf" and "pid" in event and "tid" in event, event
    assert isinstance(event["name"], str) and isinstance(event.get("cat", ""), str), event
    if phase == "M":
        assert event["name"] in ("process_name", "thread_name", "process_labels", "process_sort_index", "thread_sort_index")
        assert len(event["args"]) == 1, event
        return
    assert MICROSECONDS.match(event["ts"]), event
    assert (phase == "X") == ("dur" in event) and MICROSECONDS.match(event.get("dur", "0.000")), event
    assert (phase in "besf") == ("id" in event), event
    if phase == "C":
        assert all(float(value) - float(value) == 0 for value in event["args"].values()), event
    assert phase != "f" or event["bp"] == "e", event
    assert phase != "i" or event["s"] in "tpg", event


def nanoseconds(text):
    whole, decimals = text.split(".")
    return int(whole + decimals)


def check_nesting(events):
    """On one thread, slices lie apart or within each other, and those that never end within no others: Perfetto drops the rest."""
    threads = {}
    for event in events:
        if event["ph"] in "XB":
            begin = nanoseconds(event["ts"])
            end = begin + nanoseconds(event["dur"]) if event["ph"] == "X" else NEVER
            # Perfetto takes equal begins in order of length, and begins without an end last.
            threads.setdefault((event["pid"], event["tid"]), []).append((begin, event["ph"] == "B", -end))
    n_bad = 0
    for slices in threads.values():
        open_ends = []
        for begin, _, minus_end in sorted(slices):
            while open_ends and open_ends[-1] <= begin:
                open_ends.pop()
            fits = not open_ends or -minus_end <= open_ends[-1]
            n_bad += not fits
            if fits:
                open_ends.append(-minus_end)
    return n_bad


def check_lanes(events):
    """A thread for slices that overlap has a name and a place beside its own, and an id that no other has."""
    lanes, named, threads = {}, set(), set()
    for event in events:
        place = event["pid"], event["tid"]
        if "stepscope_tid" not in event:
            threads.add(event["tid"])
            continue
        assert event["ph"] in "MXBsf" and lanes.setdefault(place, event["stepscope_tid"]) == event["stepscope_tid"], event
        if event["name"] == "thread_name":
            named.add(place)
            assert event["args"]["name"].endswith("(overlapping)"), event
    assert named == set(lanes) and threads.isdisjoint(tid for _, tid in lanes), (lanes, named)
    assert len({tid for _, tid in lanes}) == len(lanes), lanes
    return lanes


def check_rules(root):
    ids = {"s": set(), "f": set(), "b": set(), "e": set()}
    for event in root["traceEvents"]:
        check_event(event)
        if event["ph"] in ids:
            ids[event["ph"]].add((event["cat"], event["id"]))
    assert ids["s"] == ids["f"], "an arrow has one end"
    assert ids["e"] <= ids["b"], "an asynchronous slice has no begin"
    check_lanes(root["traceEvents"])
    return len(root["traceEvents"])


def facts(path):
    info = traces.output(PROGRAM, "info", path)
    rows = traces.output(PROGRAM, "query", path, TABLES)["rows"]
    return {"stats": traces.output(PROGRAM, "stats", path), "rows": rows, "epoch": info["time_origin"], "devices": info["devices"],
            "ranks": [{key: rank[key] for key in rank if key != "path"} for rank in info["ranks"]],
            "slices": info["events"]["slices"], "categories": info["events"]["by_category"]}


def check(path, out):
    result = traces.run(PROGRAM, "convert", path, "-o", out, "--to", "chrome")
    assert result.returncode == 0, result.stderr
    root = strict(out)
    check_rules(root)
    assert check_nesting(root["traceEvents"]) == 0, path
    whole, again = facts(path), facts(out)
    return [f"{os.path.basename(path)}: {key}: {str(whole[key])[:300]} {str(again[key])[:300]}"
            for key in whole if whole[key] != again[key]]


def check_hostile(folder):
    path, out = os.path.join(folder, "hostile.json"), os.path.join(folder, "out.json")
    with open(path, "wb") as file:
        file.write(HOSTILE)
    assert traces.run(PROGRAM, "convert", path, "-o", out, "--to", "chrome").returncode == 0
    root = strict(out)
    assert check_rules(root) >= 6
    assert root['user"key'] == "va\\lue"
    args = next(event for event in root["traceEvents"] if event["ph"] == "X")["args"]
    assert args['a"b'] == "c\\d\x07" and args["nested"] == {"x": [1, {"y": "\\"}]} and args["big"] == 12345678901234567890
    assert args["nan"] == "NaN" and args["lead"] == "01" and args["word"] == "[1,Infinity]"
    events = traces.output(PROGRAM, "info", path)["events"]
    again = traces.output(PROGRAM, "info", out)["events"]
    assert events["slices"] == again["slices"] and events["instants"] == again["instants"], (events, again)


def overlapping():
    """Slices of each kind that overlap others of their thread or stream, and pairs of begins and ends."""
    events = [{"ph": "M", "name": "thread_name", "pid": 1, "tid": 7, "args": {"name": "main \\u00e9 thread"}},
              {"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 7, "args": {"sort_index": 5}}]

    def add(category, name, ts, dur, pid=1, tid=7, **args):
        events.append({"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur, "args": args})

    add("user_annotation", "ProfilerStep#1", 0, 1000)
    add("cpu_op", "a", 10, 10)
    add("cpu_op", "b", 15, 10)
    add("cuda_runtime", "cudaLaunchKernel", 24, 4, correlation=3)
    add("python_function", "f", 12, 20)
    add("cpu_op", "touching", 25, 0)
    add("cpu_op", "short", 40, 1.001)
    add("cpu_op", "long", 40, 1.002)
    add("kernel", "k1", 50, 10, 0, 20, correlation=3)
    add("kernel", "k2", 55, 10, 0, 20, stream=20, device=0)
    add("gpu_user_annotation", "p", 52, 20, 0, 20)
    add("kernel", "k3", 55, 10, 0, "stream 4", device=0, stream=4)
    add("kernel", "k4", 60, 10, 0, "stream 4", device=0, stream=4)
    for tid in (8, "named", -3, 140212345678912, ""):
        add("cpu_op", "c", 10, 10, 1, tid)
        add("cpu_op", "d", 15, 10, 1, tid)
    for name, ts in (("open", 41), ("deeper", 900)):
        events.append({"ph": "B", "cat": "cpu_op", "name": name, "pid": 1, "tid": 8, "ts": ts})
    add("cpu_op", "at the begin of an open one", 41, 5, 1, 8)
    return events


def check_overlaps(folder):
    path, out = os.path.join(folder, "overlaps.json"), os.path.join(folder, "out.json")
    events = overlapping()
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "traceEvents": events}, file)
    problems = check(path, out)
    lanes = check_lanes(strict(out)["traceEvents"])
    assert {str(tid) for tid in lanes.values()} == {"7", "8", "20", "stream 4", "named", "-3", "140212345678912", ""}, lanes
    again = os.path.join(folder, "again.json")
    assert traces.run(PROGRAM, "convert", out, "-o", again, "--to", "chrome").returncode == 0
    assert strict(out) == strict(again), "the file of the file differs"

    # More at once than there are lanes.
    for i in range(3000):
        events.append({"ph": "X", "cat": "cpu_op", "name": "stairs", "pid": 1, "tid": 9, "ts": 2000 + i, "dur": 500, "args": {}})
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": events}, file)
    assert traces.run(PROGRAM, "convert", path, "-o", out, "--to", "chrome").returncode == 0
    root = strict(out)
    check_rules(root)
    assert sum(tid == 9 for tid in check_lanes(root["traceEvents"]).values()) == LANES_MAX
    assert 0 < check_nesting(root["traceEvents"]) < 3000
    whole, again = facts(path), facts(out)
    return problems + [f"stairs: {key}" for key in whole if whole[key] != again[key]]


def check_refusals(folder):
    out = os.path.join(folder, "refused.json")
    directory = os.path.join(traces.ROOT, "kineto_multirank", "dlrm_8rank")
    result = traces.run(PROGRAM, "convert", directory, "-o", out, "--to", "chrome")
    assert result.returncode == 1 and b"--rank" in result.stderr and not os.path.exists(out)
    assert traces.run(PROGRAM, "convert", directory, "-o", out, "--to", "chrome", "--rank", "2").returncode == 0
    assert strict(out)["distributedInfo"]["rank"] == 2
    packed = out + ".gz"
    assert traces.run(PROGRAM, "convert", directory, "-o", packed, "--to", "chrome", "--rank", "2").returncode == 0
    assert strict(packed) == strict(out) and os.path.getsize(packed) < os.path.getsize(out) / 4
    result = traces.run(PROGRAM, "convert", directory, "-o", out, "--to", "chrome", "--archive")
    assert result.returncode == 1 and b"--archive" in result.stderr


def main():
    traces.require()
    problems, n = [], 0
    with traces.own_cache(), tempfile.TemporaryDirectory() as folder:
        check_hostile(folder)
        problems += check_overlaps(folder)
        check_refusals(folder)
        for path in traces.files("kineto", "kineto_multirank"):
            if NAME in path and traces.run(PROGRAM, "info", "--cache", path).returncode == 0:
                n += 1
                problems += check(path, os.path.join(folder, "out.json"))
    for line in problems[:40]:
        print(line)
    print(f"{n} traces, {len(problems)} differences")
    return bool(problems) or (not NAME and n < 30)


if __name__ == "__main__":
    sys.exit(main())
