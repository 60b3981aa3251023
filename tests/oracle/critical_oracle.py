# SPDX-License-Identifier: Apache-2.0
"""The critical path of a window of one rank (METRICS 21), without the program.

Every rule is looked up among all events, and the longest path is found by taking nodes in the order in which their edges
allow it, whatever their times. Only for small traces: the work grows with the square of the events.
"""

import collections
import re

from idle_oracle import word

CLASSES = ("compute", "communication", "memcpy", "launch", "host", "dataloader", "gap")
ROUNDING_NS = 2000
GAP_NS = 1500000
CALLS_BACK = 16
HOST = ("cpu_op", "user_annotation", "cuda_runtime", "cuda_driver")
CALL = ("cuda_runtime", "cuda_driver")
WORK = ("kernel", "gpu_memcpy", "gpu_memset")


class Slice:
    def __init__(self, event, origin_ns):
        args = event.get("args", {})
        self.category, self.name, self.args = event["cat"], event["name"], args
        self.thread = (event["pid"], event["tid"])
        self.device, self.stream, self.correlation = args.get("device"), args.get("stream"), args.get("correlation", 0)
        self.told_begin = nanoseconds(event["ts"]) - origin_ns
        self.told_end = self.told_begin + nanoseconds(event["dur"])
        self.begin, self.end, self.fixed_end = self.told_begin, self.told_end, self.told_end
        self.call, self.is_own, self.is_waiting = None, False, False

    @property
    def is_work(self):
        return self.category in WORK


def nanoseconds(text):
    whole, _, part = str(text).partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0")[:3])


def slices_of(root):
    events = [e for e in root["traceEvents"] if e.get("ph") == "X" and e.get("cat") in HOST + WORK + ("cuda_sync",)]
    origin_ns = min(nanoseconds(e["ts"]) for e in events)
    return [Slice(e, origin_ns) for e in events]


class Window:
    """What takes part in the window, and what waits for what."""

    def __init__(self, root, begin, end):
        every = slices_of(root)
        self.begin, self.end = begin, end
        self.has_sync_events = any(x.category == "cuda_sync" for x in every)
        self.records = [x for x in every if x.category == "cuda_sync"]
        calls = [x for x in every if x.category in CALL]
        self.call_of = {}
        for x in sorted(calls, key=lambda x: x.begin):
            self.call_of.setdefault(x.correlation, x)
        self.hosts = [x for x in every if x.category in HOST and self.touches(x)]
        for x in self.hosts:
            if begin is not None:
                x.begin, x.end = max(x.begin, begin), min(x.end, end)
        self.streams = collections.defaultdict(list)
        for x in sorted((x for x in every if x.is_work), key=lambda x: (x.begin, x.end)):
            self.take_work(x)
        self.streams = {key: work for key, work in self.streams.items() if any(x.is_own for x in work)}
        for work in self.streams.values():
            for x, following in zip(work, work[1:]):
                if 0 < x.end - following.begin <= ROUNDING_NS:
                    x.end = x.fixed_end = following.begin
        self.waits = []  # (work, what waits for it)
        self.find_waits()

    def starts_in(self, x):
        return self.begin is None or self.begin <= x.told_begin < self.end

    def touches(self, x):
        return self.starts_in(x) or (x.told_begin < self.end and x.told_end > self.begin)

    def take_work(self, x):
        call = self.call_of.get(x.correlation) if x.correlation else None
        if call is not None and self.starts_in(call):
            x.call, x.is_own = call, True
        elif call is None and self.starts_in(x):
            x.is_own = True
        self.streams[x.device, x.stream].append(x)

    # ---- waits ----

    def last_launched_before(self, key, time):
        """Of works whose calls begin at one time, the later one of the stream."""
        launched = [x for x in self.streams.get(key, ()) if x.call is not None and x.call.begin < time]
        most = max((x.call.begin for x in launched), default=None)
        return next((x for x in reversed(launched) if x.call.begin == most), None)

    def first_launched_from(self, key, time):
        launched = [x for x in self.streams.get(key, ()) if x.call is not None and x.call.begin >= time]
        least = min((x.call.begin for x in launched), default=None)
        return next((x for x in launched if x.call.begin == least), None)

    def stream_of_last_launch(self, call):
        before = [x for work in self.streams.values() for x in work
                  if x.call is not None and x.call.thread == call.thread and x.call.begin < call.begin]
        if not before:
            return None
        last = max(before, key=lambda x: x.call.begin)
        return last.device, last.stream

    def work_of_event(self, record, call):
        wanted = record.args.get("wait_on_cuda_event_record_corr_id", -1)
        made = [x for x in self.hosts if "EventRecord" in x.name and x.correlation == wanted and x.begin <= call.begin]
        if wanted < 0 or not made:
            return None
        key = record.device, record.args.get("wait_on_stream", -1)
        return self.last_launched_before(key, max(x.begin for x in made))

    def waited_for(self, call):
        """The work that a synchronising call may have waited for."""
        devices = {key[0] for key in self.streams}
        if self.has_sync_events:
            for record in [x for x in self.records if x.correlation == call.correlation]:
                if record.name == "Context Sync":
                    yield from (self.last_launched_before(key, call.begin) for key in self.streams if key[0] == record.device)
                elif record.name == "Stream Sync":
                    yield self.last_launched_before((record.device, record.stream), call.begin)
                elif record.name == "Event Sync":
                    yield self.work_of_event(record, call)
        elif "Device" in call.name:
            for device in devices:
                yield from (self.last_launched_before(key, call.begin) for key in self.streams if key[0] == device)
        elif "Stream" in call.name or "Event" in call.name:
            yield self.last_launched_before(self.stream_of_last_launch(call), call.begin)

    def find_waits(self):
        of_host = []
        for call in (x for x in self.hosts if x.category in CALL):
            if word(call.name) == "sync" and "Memcpy" not in call.name:
                of_host += [(work, call) for work in self.waited_for(call) if work is not None]
        for work in self.streams.values():
            of_host += [(x, x.call) for x in work if x.call is not None and x.category == "gpu_memcpy"]
        for work, call in of_host:
            if 0 < work.fixed_end - call.end <= ROUNDING_NS and work.begin <= call.end:
                work.end = min(work.end, call.end)
        for work, call in of_host:
            if work.end <= call.end:
                self.waits.append((work, call))
                call.is_waiting = call.is_waiting or work.end > call.begin
        for record in (x for x in self.records if x.name == "Stream Wait Event"):
            for call in (x for x in self.hosts if x.category in CALL and x.correlation == record.correlation):
                work = self.work_of_event(record, call)
                waiting = self.first_launched_from((record.device, record.stream), call.begin)
                if work is not None and waiting is not None:
                    self.waits.append((work, waiting))

    def follows_stream_wait(self, x):
        """Without records: the last of the calls before a launch that waits or launches makes a stream wait."""
        if self.has_sync_events or x.call is None:
            return False
        if not any(word(y.name) == "wait" for y in self.hosts if y.category in CALL):
            return False
        before = [y for y in slices_before(self, x.call)][-CALLS_BACK:]
        for y in reversed(before):
            if y.told_end <= x.call.told_begin and word(y.name) in ("wait", "launch", "sync"):
                return word(y.name) == "wait"
        return False


def slices_before(window, call):
    """Calls of the thread, also those of before the window."""
    return sorted((x for x in window.call_of.values() if x.thread == call.thread and x.told_begin < call.told_begin),
                  key=lambda x: x.told_begin)


# ---- the graph ----


def place_of(x, is_end):
    """The order of nodes: by time, and of one time as the program's critical_graph.h says."""
    length = x.end - x.begin
    if length > 0 and is_end:
        return x.end, 0 if x.is_work else 1, 0, 0
    return (x.begin, 3, length, is_end) if x.is_work else (x.begin, 2, -length, is_end)


def class_of(x):
    if x.category != "kernel":
        return "memcpy"
    return "communication" if x.name.startswith("nccl") else "compute"


def nodes_of(own):
    return sorted(((x, e) for x in own for e in (False, True)), key=lambda node: place_of(*node))


class Graph:
    """Nodes are (slice, whether it is its end); edges lead to lists of (from, weight, class). rest (slice, time): what is left
    of a slice's own time."""

    def __init__(self, window, rest=lambda x, weight: weight):
        self.window, self.rest = window, rest
        self.into = collections.defaultdict(list)
        self.add_threads()
        for work in window.streams.values():
            for x in work:
                if x.is_own:
                    self.add_work(x, work)
        for work, waiting in window.waits:
            if not waiting.is_work:
                self.add((work, True), (waiting, True), 0, "host")

    def add(self, source, target, weight, klass):
        if place_of(*source) < place_of(*target):
            self.into[target].append((source, weight, klass))

    def add_threads(self):
        threads = collections.defaultdict(list)
        for x in self.window.hosts:
            threads[x.thread].append(x)
        launching = {x.call for work in self.window.streams.values() for x in work if x.is_own}
        connected = [t for t, own in threads.items() if any(x in launching or x.is_waiting for x in own)]
        taking_part = {t: threads[t] for t in connected or threads}
        every = []  # (place, thread, whether it works before the node, and behind it, node)
        for thread, own in taking_part.items():
            busy = 0
            for x, is_end in nodes_of(own):
                before = busy
                if x.category != "user_annotation":
                    busy += -1 if is_end else 1
                every.append((place_of(x, is_end), thread, before > 0, busy > 0, (x, is_end)))
        every.sort(key=lambda entry: entry[0])
        for thread, own in taking_part.items():
            nodes = nodes_of(own)
            for i, (a, b) in enumerate(zip(nodes, nodes[1:])):
                ended = {id(x) for x, is_end in nodes[:i + 1] if is_end}
                around = [x for x, is_end in nodes[:i + 1] if not is_end and id(x) not in ended]
                self.add_stretch(a, b, around, [entry for entry in every if entry[1] != thread])

    def add_stretch(self, a, b, around, others):
        """From a node of a thread to its next one. around: what is open on the thread."""
        loads = any(word(x.name) == "dataloader" for x in around)
        top = max(around, key=lambda x: place_of(x, False), default=None)
        if not around or any(x.is_waiting for x in around):
            self.into[b].append((a, 0, "host"))
        elif loads or any(x.category != "user_annotation" for x in around):
            self.add_own(a, b, top, "dataloader" if loads else "host")
        else:
            self.add_yielding(a, b, top, others)

    def add_own(self, a, b, top, klass):
        self.into[b].append((a, self.rest(top, place_of(*b)[0] - place_of(*a)[0]), klass))

    def add_yielding(self, a, b, top, others):
        """While the thread has annotations alone: it waits for others in the periods in which any of them works."""
        working = {}
        for place, thread, _, works, _ in others:
            if place <= place_of(*a):  # The same: both are as long as the window.
                working[thread] = works
        inside = [entry for entry in others if place_of(*a) < entry[0] < place_of(*b) and (entry[2] or entry[3])]
        working = {thread for thread, works in working.items() if works}
        before, ends, is_linked, latest = a, [], False, None
        for _, thread, did_work, works, node in inside:
            latest = node
            if not working:
                self.add_own(before, node, top, "host")
                before, is_linked = node, True
            elif not is_linked or not did_work:
                self.into[node].append((before, 0, "host"))
                is_linked = True
            if did_work and not works:
                self.into[node].append(((ends or [before])[-1], 0, "host"))
                ends.append(node)
            (working.add if works else working.discard)(thread)
            if not working:
                before, ends, is_linked, latest = node, [], False, None
        if not working:
            self.add_own(before, b, top, "host")
            return
        for node in (before, *ends[-1:], latest):
            if node is not None:
                self.into[b].append((node, 0, "host"))

    def add_work(self, x, stream):
        self.into[x, True].append(((x, False), self.rest(x, x.end - x.begin), class_of(x)))
        ended = [y for y in stream if y is not x and place_of(y, True) < place_of(x, False)]
        last = max(ended, key=lambda y: (place_of(y, True), stream.index(y)), default=None)
        call = x.call if x.call is not None and place_of(x.call, False) < place_of(x, False) else None
        last_end = last.end if last is not None else float("-inf")
        call_begin = call.begin if call is not None else float("-inf")
        waits = [w for w, waiting in self.window.waits if waiting is x and place_of(w, True) < place_of(x, False)]
        if self.window.follows_stream_wait(x):
            others = [y for (device, number), work in self.window.streams.items() for y in work
                      if device == x.device and number != x.stream and place_of(y, True) < place_of(x, False)]
            guess = max(others, key=lambda y: place_of(y, True), default=None)
            if guess is not None and guess.is_own and guess.end > max(last_end, call_begin):
                waits = [*waits, guess]
        for w in waits:
            self.add((w, True), (x, False), 0, "gap")
        wait_end = max((w.end for w in waits), default=float("-inf"))
        is_launch = call is not None and last_end < call_begin and wait_end < call_begin
        if call is not None:
            self.add((call, False), (x, False), x.begin - call_begin if is_launch else 0, "launch")
        if last is not None and last.is_own:
            is_gap = not is_launch and wait_end < last_end and x.begin - last_end < GAP_NS
            self.add((last, True), (x, False), x.begin - last_end if is_gap else 0, "gap")


def longest(into):
    """The length of the longest path, and the sums by class of each path of that length. Nodes are taken once all before
    them are (Kahn)."""
    out, missing = collections.defaultdict(list), collections.Counter()
    nodes = set(into)
    for target, edges in into.items():
        for source, weight, klass in edges:
            out[source].append((target, weight, CLASSES.index(klass)))
            missing[target] += 1
            nodes.add(source)
    ready = [node for node in nodes if missing[node] == 0]
    best = {node: (0, {(0,) * len(CLASSES)}) for node in ready}
    done = 0
    while ready:
        node = ready.pop()
        done += 1
        length, sums = best[node]
        for target, weight, klass in out[node]:
            most, known = best.get(target, (-1, set()))
            if length + weight >= most:
                added = {s[:klass] + (s[klass] + weight,) + s[klass + 1:] for s in sums}
                best[target] = (length + weight, added | known if length + weight == most else added)
            missing[target] -= 1
            if missing[target] == 0:
                ready.append(target)
    assert done == len(nodes), "the graph has a circle"
    most = max((length for length, _ in best.values()), default=0)
    every = set().union(*(sums for length, sums in best.values() if length == most)) if best else {(0,) * len(CLASSES)}
    return most, [dict(zip(CLASSES, sums)) for sums in every]


def critical_path(root, begin=None, end=None):
    """The length of the path and its possible sums by class, in ns, of a window in ns from the first slice."""
    return longest(Graph(Window(root, begin, end)).into)


def what_if(root, name, percent, begin=None, end=None):
    """The length of the path if the slices of a name took less time. Rounds up; None: none takes part."""
    told = []

    def rest(x, weight):
        if x.name != name:
            return weight
        if weight > 0:
            told.append(x)
        return weight - weight * percent // 100

    length, _ = longest(Graph(Window(root, begin, end), rest).into)
    return length if told else None


def step_window(root, number):
    step = next(x for x in slices_of(root) if re.fullmatch(rf"ProfilerStep#{number}", x.name))
    return step.told_begin, step.told_end
