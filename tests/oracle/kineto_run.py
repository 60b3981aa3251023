# SPDX-License-Identifier: Apache-2.0
"""One rank of a training run, read from Kineto JSON without the program: what the oracle of comparisons needs of it.

Times are whole nanoseconds from the begin of the earliest slice, of all ranks of a job; the profiler's own slice (category
Trace) is left out.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, namedtuple
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cached_property, lru_cache
from statistics import median

import traces

KERNEL = {"kernel", "concurrent_kernel"}
MEMORY = {"gpu_memcpy", "memcpy", "gpu_memset", "memset"}
CALLS = {"cuda_runtime", "cuda_driver", "runtime", "driver", "hip_runtime", "hip_driver", "xpu_runtime", "xpu_driver",
         "mtia_runtime", "privateuse1_runtime", "privateuse1_driver", "gcu_runtime", "musa_runtime"}
OPERATORS = {"cpu_op", "operator"}
STEP = re.compile(r"^ProfilerStep\s*#\s*(\d+)")
COMMUNICATION = re.compile(r"nccl|rccl|hccl|oneccl|xccl|msccl|nvshmem|cross_device_reduce|userbuffers_|deep_ep|"
                           r"multimem_all_|(one|two)_shot_all_reduce", re.I)
COPY_KERNEL = re.compile(r"^(MEMORY_COPY_|__amd_rocclr_(copyBuffer|fillBuffer))")
LAUNCHES = re.compile(r"launch|memcpy|memset|runFunction", re.I)

COMPUTE, COMM, COPY = "compute", "communication", "copy"

# kind: COMPUTE, COMM or COPY; is_kernel: of the file's category; call: index of the launching call, or None
Activity = namedtuple("Activity", "begin end name kind is_kernel device stream call args")
HostSlice = namedtuple("HostSlice", "begin end name category thread args")
Step = namedtuple("Step", "number host_begin host_end begin end activities is_truncated")


def ns(microseconds):
    """Exact, more than three decimals rounded half to even; None for what is no number."""
    if isinstance(microseconds, bool):
        return None
    if isinstance(microseconds, int):
        return microseconds * 1000
    if isinstance(microseconds, Decimal):
        return int((microseconds * 1000).to_integral_value(rounding=ROUND_HALF_EVEN))
    return None


@lru_cache(None)
def kind_of_kernel(name):
    return COPY if COPY_KERNEL.match(name) else COMM if COMMUNICATION.search(name) else COMPUTE


@lru_cache(None)
def is_launch(name):
    return LAUNCHES.search(name) is not None


def union(intervals):
    merged = []
    for begin, end in sorted(intervals):
        if end <= begin:
            continue
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((begin, end))
    return merged


class Nested:
    """Slices of a thread, to find those that run at a time."""

    def __init__(self, slices):
        self.slices = sorted(slices, key=lambda x: (x.begin, -x.end))
        self.begins = [x.begin for x in self.slices]
        self.around = []  # of each, the last one before it that has not ended when it begins, or -1
        for i, x in enumerate(self.slices):
            around = i - 1
            while around >= 0 and self.slices[around].end <= x.begin:
                around = self.around[around]
            self.around.append(around)

    def at(self, time):
        """Those that run at a time, the last one begun first."""
        i = bisect_right(self.begins, time) - 1
        while i >= 0:
            if self.slices[i].end > time:
                yield self.slices[i]
            i = self.around[i]

    def within(self, begin, end):
        """Those that run at any time of a window."""
        first, last = bisect_right(self.begins, begin), bisect_left(self.begins, end)
        return [*self.at(begin), *(x for x in self.slices[first:last] if x.end > x.begin)]


def number_of(value):
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def job(paths):
    """The ranks of a job, in order, on one time line."""
    runs = [KinetoRun(path) for path in paths]
    origin = min(run.origin for run in runs)
    return [run if run.origin == origin else KinetoRun(run.path, origin) for run in runs]


class KinetoRun:
    def __init__(self, path, origin=None):
        self.path = path
        root = traces.load(path, parse_float=Decimal)
        events, base = (root, 0) if isinstance(root, list) else (root["traceEvents"], root.get("baseTimeNanoseconds", 0))
        slices = [x for x in map(self.as_slice, events) if x is not None]
        self.origin = origin if origin is not None else base + min(x.begin for x in slices)
        shift = base - self.origin
        slices = [x._replace(begin=x.begin + shift, end=x.end + shift) for x in slices]
        self.begin, self.end = min(x.begin for x in slices), max(x.end for x in slices)
        self.host_slices = [x for x in slices if x.category not in KERNEL | MEMORY]
        self.calls = [x for x in slices if x.category in CALLS]
        self.operators = [x for x in slices if x.category in OPERATORS]
        self.annotations = [x for x in slices if x.category == "user_annotation"]
        self.activities = self.read_activities(slices)
        self.devices = sorted({x.device for x in self.activities})
        self.steps = self.read_steps()
        self.memory = defaultdict(list)  # {device: [(time, bytes)]}
        for event in filter(self.is_device_memory, events):
            args = event["args"]
            self.memory[args.get("Device Id")].append((ns(event["ts"]) + shift, args["Total Allocated"]))

    @staticmethod
    def as_slice(event):
        category = str(event.get("cat")).lower()
        if event.get("ph") != "X" or category == "trace":
            return None
        begin, dur = ns(event.get("ts")), ns(event.get("dur"))
        if begin is None or dur is None:
            return None
        return HostSlice(begin, begin + max(dur, 0), str(event.get("name")), category,
                         (str(event.get("pid")), str(event.get("tid"))), event.get("args") or {})

    @staticmethod
    def is_device_memory(event):
        """A change of what a CUDA device (type 1 of PyTorch) has allocated; old files do not tell the total."""
        args = event.get("args") or {}
        return (event.get("ph") in ("i", "I") and event.get("name") == "[memory]" and args.get("Device Type") == 1
                and "Total Allocated" in args)

    def read_activities(self, slices):
        by_correlation = defaultdict(list)
        for i, call in enumerate(self.calls):
            correlation = number_of(call.args.get("correlation"))
            if correlation:
                by_correlation[correlation].append(i)
        found = []
        for x in slices:
            if x.category not in KERNEL and x.category not in MEMORY:
                continue
            is_kernel = x.category in KERNEL
            kind = kind_of_kernel(x.name) if is_kernel else COPY
            candidates = by_correlation.get(number_of(x.args.get("correlation")), ())
            candidates = [i for i in candidates if is_launch(self.calls[i].name)] or candidates
            call = min(candidates, key=lambda i: self.calls[i].begin, default=None)
            device = str(x.args.get("device", x.thread[0]))
            stream = str(x.args.get("stream", x.thread[1]))
            found.append(Activity(x.begin, x.end, x.name, kind, is_kernel, device, stream, call, x.args))
        # As the program numbers slices: row after row, and each row by begin.
        rows = sorted({(x.device, x.stream) for x in found}, key=lambda row: [number_of(part) or 0 for part in row])
        rank = {row: i for i, row in enumerate(rows)}
        return sorted(found, key=lambda x: (rank[x.device, x.stream], x.begin))

    def read_steps(self):
        hosts = sorted((x.begin, x.end, int(STEP.match(x.name)[1])) for x in self.annotations + self.operators
                       if STEP.match(x.name))
        self.host_steps = Nested(HostSlice(begin, end, i, None, None, None) for i, (begin, end, _) in enumerate(hosts))
        launched = defaultdict(list)
        for activity in self.activities:
            if activity.call is not None:
                for step in self.host_steps.at(self.calls[activity.call].begin):
                    launched[step.name].append(activity)
        steps, last_end = [], None
        for i, (host_begin, host_end, number) in enumerate(hosts):
            end = max([host_end] + [x.end for x in launched[i]])
            begin = host_begin
            if last_end is not None:
                begin, end = max(begin, last_end), max(end, last_end)
            last_end = end
            steps.append(Step(number, host_begin, host_end, begin, end, launched[i], False))
        if len(steps) > 1:
            others = median(len(x.activities) for x in steps[:-1])
            steps[-1] = steps[-1]._replace(is_truncated=len(steps[-1].activities) < 0.8 * others)
        return steps

    def steps_at(self, time):
        """Indices of the steps whose host span contains the time, the one that begins last first."""
        return [step.name for step in self.host_steps.at(time)]

    def steps_of_activity(self, activity):
        """The steps that it was launched in; if its launch is not known, the one in whose wall window it starts."""
        if activity.call is not None:
            return self.steps_at(self.calls[activity.call].begin)
        for i, step in enumerate(self.steps):
            if step.begin <= activity.begin < step.end:
                return [i]
        return []

    def memory_peak(self, begin, end):
        """The most that a device has allocated in a window; what it had at the begin counts. None: it is not known."""
        peaks = []
        for changes in self.memory.values():
            before = [change for change in changes if change[0] <= begin]
            peaks += [max(before, key=lambda change: change[0])[1]] if before else []
            peaks += [total for time, total in changes if begin <= time < end]
        return max(peaks, default=None)

    def innermost_operator(self, call):
        """The name of the innermost operator around the begin of a call, on its thread; None: there is none."""
        call = self.calls[call]
        operators = self.operators_of_thread.get(call.thread)
        return next((x.name for x in operators.at(call.begin)), None) if operators else None

    @cached_property
    def operators_of_thread(self):
        threads = defaultdict(list)
        for x in self.operators:
            threads[x.thread].append(x)
        return {key: Nested(slices) for key, slices in threads.items()}


def base_name(name):
    """A C++ function's name without its return type, template arguments and parameters; any other name as it is."""
    text, out, depth = name.replace("(anonymous namespace)", "\x01"), [], 0
    for i, c in enumerate(text):
        if c == "<":
            depth += 1
        elif c == ">":
            depth -= 1
        elif depth == 0:
            if c == "(":
                break
            out.append(c)
    if depth != 0:
        return name
    return "".join(out).strip().split(" ")[-1].replace("\x01", "(anonymous namespace)")
