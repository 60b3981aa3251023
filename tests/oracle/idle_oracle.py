# SPDX-License-Identifier: Apache-2.0
"""Why a device was idle (METRICS 13): one cause for each gap of a rank, without the program."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, namedtuple
from functools import lru_cache

from kineto_run import CALLS, COMM, OPERATORS, STEP, Nested, union

SHORT_NS = 30000
CALLS_BACK = 16

# In the order of priority; a gap has the cause of the largest part, of equal parts the first.
HOST_CAUSES = ("profiler", "dataloader", "sync_call", "allocation", "call", "operator", "python", "annotation")
CAUSES = (*HOST_CAUSES, "nothing_known", "sync", "stream_wait", "collective", "launch_overhead", "nothing_follows",
          "launch_not_known", "queued", "not_recorded")

LOADER = re.compile(r"^enumerate\((DataLoader|DataPipe)\)|dataloader_next|torch/utils/data/dataloader\.py")
STREAM_WAIT = re.compile(r"StreamWaitEvent")
SYNC = re.compile(r"^(cu|hip|musa|ze).*Synchronize|^(cu|hip)(?!.*Async).*Memcpy")
ALLOCATION = re.compile(r"^(cu|hip).*(Malloc|Free)|^cuda.*Host(Alloc|Register)|^cuMem.*Alloc|"
                        r"^cuMem(Create|Map|Unmap|Release)")
LAUNCH = re.compile(r"Launch|Memcpy|Memset|runFunction")

Gap = namedtuple("Gap", "begin end cause")


@lru_cache(None)
def word(name):
    for what, pattern in (("dataloader", LOADER), ("wait", STREAM_WAIT), ("sync", SYNC), ("allocation", ALLOCATION),
                          ("launch", LAUNCH)):
        if pattern.search(name):
            return what
    return None


@lru_cache(None)
def host_cause(name, category):
    kind = word(name)
    if kind == "dataloader":
        return kind
    if category in CALLS:
        return {"sync": "sync_call", "allocation": "allocation"}.get(kind, "call")
    return "operator" if category in OPERATORS else "python" if category == "python_function" else "annotation"


class Thread:
    """The slices of a thread, without its steps."""

    def __init__(self, slices):
        self.nested = Nested(slices)
        self.calls = [x for x in self.nested.slices if x.category in CALLS]
        self.call_begins = [x.begin for x in self.calls]

    def waits_before(self, launch):
        """Whether the last of the calls before a launch that waits or launches makes a stream wait."""
        last = bisect_right(self.call_begins, launch.begin)
        before = self.calls[max(last - 2 * CALLS_BACK, 0):last]
        for x in [x for x in reversed(before) if x.end <= launch.begin][:CALLS_BACK]:
            if word(x.name) in ("wait", "launch", "sync"):
                return word(x.name) == "wait"
        return False


def collective_identity(x):
    """What the kernels of a collective have in common, but for their number; None for a send or receive of two ranks."""
    told = x.args.get("Collective name")
    if (str(told).startswith(("send", "recv")) if told is not None else "SendRecv" in x.name):
        return None
    sequence = x.args.get("Seq", x.args.get("seq_num"))
    return (str(x.args.get("Process Group Name")), str(x.args.get("Process Group Ranks")), sequence,
            x.name if sequence is None else None)


class Collectives:
    """Which communication kernels of a job belong together: the nth of each device, if all have as many."""

    def __init__(self, runs):
        devices_of = defaultdict(lambda: defaultdict(list))  # {identity: {(rank, device): [kernel]}}
        for rank, run in enumerate(runs):
            for x in sorted((x for x in run.activities if x.is_kernel and x.kind == COMM), key=lambda x: x.begin):
                identity = collective_identity(x)
                if identity is not None:
                    devices_of[identity][rank, x.device].append(x)
        self.begins_of = {}  # {kernel: [(rank, begin)] of all that belong to it}
        for (*_, sequence, _), devices in devices_of.items():
            if sequence is None and len({len(own) for own in devices.values()}) > 1:
                continue
            for n in range(max(map(len, devices.values()))):
                parts = [(rank, own[n]) for (rank, _), own in devices.items() if n < len(own)]
                for _, x in parts:
                    self.begins_of[id(x)] = [(rank, other.begin) for rank, other in parts]

    def begin_elsewhere(self, rank, x, begin, end):
        return any(other != rank and begin <= time <= end for other, time in self.begins_of.get(id(x), ()))


@lru_cache(maxsize=9)
def threads_of(run):
    threads, wanted = defaultdict(list), CALLS | OPERATORS | {"user_annotation", "python_function"}
    for x in run.host_slices:
        if x.category in wanted and not STEP.match(x.name):
            threads[x.thread].append(x)
    return {key: Thread(slices) for key, slices in threads.items()}


class Idleness:
    def __init__(self, run, rank, collectives):
        self.run, self.rank, self.collectives = run, rank, collectives
        self.threads = threads_of(run)
        self.profiler = union((x.begin, x.end) for x in run.host_slices if x.category == "overhead")

    def gaps(self, device, begin, end):
        """Of a window, in order of time."""
        activities = [x for x in self.run.activities if x.device == device]
        lasting = sorted((x for x in activities if x.end > x.begin), key=lambda x: x.begin)
        begins, ends = [x.begin for x in lasting], {}
        for x in lasting:
            ends.setdefault(x.end, x)
        at, found = begin, []
        for b, e in [*union((x.begin, x.end) for x in lasting), (None, None)]:
            gap_end = end if b is None else min(b, end)
            if at < gap_end:
                i = bisect_left(begins, gap_end)
                following = lasting[i] if i < len(lasting) else None
                found.append(Gap(at, gap_end, self.cause(at, gap_end, ends.get(at), following)))
            if b is None or b >= end:
                break
            at = max(at, e)
        return found

    def cause(self, begin, end, previous, following):
        if following is None:
            return "nothing_follows"
        if following.call is None:
            return "launch_not_known"
        if min(end, self.run.begin) - begin > end - max(begin, self.run.begin):
            return "not_recorded"
        launch = self.run.calls[following.call]
        thread = self.threads[launch.thread]
        if launch.begin >= begin:
            return self.cause_on_host(begin, end, launch, thread)
        if previous is not None and previous.stream != following.stream and thread.waits_before(launch):
            return "stream_wait"
        if self.collectives.begin_elsewhere(self.rank, following, begin, end):
            return "collective"
        return "launch_overhead" if end - begin < SHORT_NS else "queued"

    def cause_on_host(self, begin, end, launch, thread):
        seen = thread.nested.within(begin, end)
        blocking = [x for x in seen if x.category in CALLS and x.begin < begin and word(x.name) == "sync"]
        if blocking:
            sync_end = max(x.end for x in blocking)
            after = self.largest_part(sync_end, min(launch.begin, end), seen)[1]
            if after <= max(sync_end - begin, SHORT_NS):
                return "sync"
        return self.largest_part(begin, end, seen)[0]

    def largest_part(self, begin, end, seen):
        """(cause, its time): each instant counts for the first cause that applies."""
        if begin >= end:
            return None, 0
        first = max(bisect_left(self.profiler, (begin,)) - 1, 0)
        covers = self.profiler[first:bisect_left(self.profiler, (end,))]
        best, before = ("nothing_known", 0), 0
        counted, by_cause = [], defaultdict(list, profiler=covers)
        for x in seen:
            by_cause[host_cause(x.name, x.category)].append((x.begin, x.end))
        for cause in HOST_CAUSES:
            if cause not in by_cause:
                continue
            counted += by_cause[cause]
            counted = union((max(b, begin), min(e, end)) for b, e in counted)
            all_ns = sum(e - b for b, e in counted)
            if all_ns - before > best[1]:
                best = cause, all_ns - before
            before = all_ns
        rest = end - begin - before
        return ("nothing_known", rest) if rest > best[1] else best
