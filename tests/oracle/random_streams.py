# SPDX-License-Identifier: Apache-2.0
"""Random runs of threads that launch work on streams, record and await events, and synchronise, as Kineto writes them."""

import json
import random

KERNELS = ("gemm_kernel", "softmax_kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL")
COPIES = ("Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH (Device -> Pageable)")
PID = 4711


class Run:
    """grid_ns: times are multiples of it; then there is one thread alone, since nothing orders nodes of two threads at one
    time. has_records: synchronisations are recorded (cuda_sync)."""

    def __init__(self, seed, has_records, grid_ns=1):
        self.rng = random.Random(seed)
        self.grid_ns, self.has_records = grid_ns, has_records
        self.events, self.correlation = [], 0
        self.devices = self.rng.choice((1, 1, 2))
        self.streams = [(d, s) for d in range(self.devices) for s in range(7, 8 + self.rng.randrange(4))]
        self.is_busy = self.rng.random() < 0.6         # The host is ahead of the devices.
        self.free = dict.fromkeys(self.streams, 0)     # when the last work of a stream ends
        self.pending = {}                              # stream: when what it was told to wait for ends
        self.recorded = []                             # (correlation, stream, end of the work before)
        n_threads = self.rng.randrange(1, 4) if grid_ns == 1 else 1
        threads = [(PID + t, self.rng.randrange(1, 400) * 1000) for t in range(n_threads)]
        self.helpers_free = dict.fromkeys((PID + 10, PID + 11), 0)  # when the threads that others wait for are done
        clocks = dict(threads)
        for step in range(self.rng.randrange(1, 4)):
            begin = clocks[PID]
            clocks[PID] += grid_ns  # Of two slices of the same times nothing says which is within the other.
            for tid, _ in threads:
                clocks[tid] = self.some_work(tid, clocks[tid])
            self.add("user_annotation", f"ProfilerStep#{step}", begin, clocks[PID] - begin, PID)
            clocks[PID] += self.between(0, 50000)
        self.n_steps = step + 1
        self.damage()

    def between(self, low, high):
        return self.rng.randrange(low // self.grid_ns, high // self.grid_ns + 1) * self.grid_ns

    def add(self, category, name, begin, length, tid, pid=PID, **args):
        begin -= begin % self.grid_ns
        length -= length % self.grid_ns
        self.events.append({"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": begin, "dur": length,
                            "args": args})

    def call(self, name, begin, length, tid):
        self.correlation += 1
        self.add("cuda_runtime", name, begin, length, tid, correlation=self.correlation)
        return self.correlation

    def record(self, name, begin, length, device, stream, correlation, **args):
        if self.has_records:
            self.add("cuda_sync", name, begin, length, stream, pid=device, cuda_sync_kind=name, device=device, stream=stream,
                     correlation=correlation, context=1, **args)

    # ---- what a thread does, from a time on; each returns when it is done ----

    def launch(self, tid, now, stream=None):
        stream = stream or self.rng.choice(self.streams)
        kind = self.rng.choice(("kernel", "kernel", "kernel", "copy", "wait for copy", "memset"))
        length = self.between(3000, 12000)
        begin = max(now + self.between(4000, 20000), self.free[stream] + self.between(0, 9000),
                    self.pending.pop(stream, 0) + self.between(500, 2000))
        if self.rng.random() < 0.03:
            begin += self.between(1400000, 1600000)  # About as long as a gap may be.
        runs = self.rng.choice((0, self.between(1000, 20000), self.between(20000, 400000)))
        if self.is_busy:
            runs = self.between(20000, 200000)
        if kind == "wait for copy":
            length = begin + runs - now + self.between(-1500, 4000) // self.grid_ns * self.grid_ns
        name = {"kernel": "cudaLaunchKernel", "memset": "cudaMemsetAsync", "copy": "cudaMemcpyAsync"}.get(kind, "cudaMemcpy")
        correlation = self.call(name, now, max(length, 0), tid)
        if self.rng.random() < 0.95:
            category, work = {"kernel": ("kernel", self.rng.choice(KERNELS)), "memset": ("gpu_memset", "Memset (Device)")}.get(
                kind, ("gpu_memcpy", self.rng.choice(COPIES)))
            shown = correlation if self.rng.random() < 0.97 else 0
            self.add(category, work, begin, runs, stream[1], pid=stream[0], device=stream[0], stream=stream[1],
                     correlation=shown)
            # Of two works without length at one time nothing says which comes first.
            self.free[stream] = begin + max(runs, self.grid_ns)
        return now + max(length, 0)

    def hand_over(self, tid, now):
        """Work on one stream, and work on another that waits for it; or the host waits."""
        stream = self.rng.choice(self.streams)
        now = self.record_event(tid, self.launch(tid, now, stream) + self.between(0, 2000), stream)
        if self.rng.random() < 0.3:
            return self.synchronise(tid, now, "event", 1)
        waiting = self.rng.choice([s for s in self.streams if s[0] == stream[0]])
        return self.launch(tid, self.await_event(tid, now, waiting, 1) + self.between(0, 2000), waiting)

    def record_event(self, tid, now, stream=None):
        stream = stream or self.rng.choice(self.streams)
        self.recorded.append((self.call("cudaEventRecord", now, self.between(500, 2000), tid), stream, self.free[stream]))
        return now + self.between(2000, 4000)

    def await_event(self, tid, now, waiting=None, back=3):
        if not self.recorded:
            return self.record_event(tid, now)
        record, stream, until = self.rng.choice(self.recorded[-back:])
        waiting = waiting or self.rng.choice([s for s in self.streams if s[0] == stream[0]])
        length = self.between(1000, 3000)
        correlation = self.call("cudaStreamWaitEvent", now, length, tid)
        self.record("Stream Wait Event", now, length, waiting[0], waiting[1], correlation, wait_on_stream=stream[1],
                    wait_on_cuda_event_record_corr_id=record, wait_on_cuda_event_id=1)
        self.pending[waiting] = max(self.pending.get(waiting, 0), until)
        return now + length

    def synchronise(self, tid, now, kind=None, back=3):
        kind = kind or self.rng.choice(("stream", "device", "event", "query"))
        device, number = self.rng.choice(self.streams)
        until = self.free[device, number]
        args = {}
        if kind == "device":
            until = max(end for (d, _), end in self.free.items() if d == device)
        if kind in ("event", "query"):
            if not self.recorded:
                return self.record_event(tid, now)
            record, (device, stream), until = self.rng.choice(self.recorded[-back:])
            args = {"wait_on_stream": stream, "wait_on_cuda_event_record_corr_id": record, "wait_on_cuda_event_id": 1}
        if kind == "query":
            until = 0
        length = max(until - now, 0) + self.between(0, 6000)
        if self.rng.random() < 0.3:
            length = max(length - self.between(0, 6000), 0)  # Rounded, or more than that.
        name = {"stream": "cudaStreamSynchronize", "device": "cudaDeviceSynchronize", "event": "cudaEventSynchronize",
                "query": "cudaEventQuery"}[kind]
        correlation = self.call(name, now, length, tid)
        if self.rng.random() < 0.9:
            kinds = {"stream": "Stream Sync", "device": "Context Sync"}
            self.record(kinds.get(kind, "Event Sync"), now, length, device, number if kind == "stream" else -1, correlation,
                        **args)
        return now + length

    def operator(self, tid, now, depth=0):
        name = self.rng.choice(("aten::mm", "aten::add", "aten::conv2d", "enumerate(DataLoader)#_Iter.__next__"))
        begin, at = now, now + self.between(0, 5000)
        for _ in range(self.rng.randrange(4)):
            acts = [self.launch, self.hand_over, self.hand_over, self.record_event, self.await_event, self.operator]
            act = self.rng.choice(acts if self.is_busy else [*acts, self.synchronise])
            at = act(tid, at) if act != self.operator else self.operator(tid, at, depth + 1) if depth < 3 else at
            at += self.between(0, 8000)
        self.add("cpu_op", name, begin, at - begin, tid)
        return at

    def backward(self, tid, now):
        """Within an annotation a thread waits for others, whose work it starts: it goes on once they are done, a little
        before, or long before."""
        begin = now
        for _ in range(self.rng.randrange(1, 3)):
            now += self.between(0, 20000)
            ends = []
            for helper in self.rng.sample(sorted(self.helpers_free), self.rng.choice((1, 1, 2))):
                at = max(now + self.between(-3000, 20000), self.helpers_free[helper] + 1)
                for _ in range(self.rng.randrange(1, 4)):
                    at = self.rng.choice((self.operator, self.operator, self.launch, self.synchronise))(helper, at)
                    at += self.between(1, 8000)
                self.helpers_free[helper] = at
                ends.append(at)
            until = self.rng.choice((max(ends), max(ends), min(ends), self.rng.choice(ends)))
            now = max(now, until + self.rng.choice((self.between(0, 20000), self.between(-30000, 0))))
            if self.rng.random() < 0.3:
                now = self.operator(tid, now, 2)
        name = self.rng.choice(("backward", "backward", "enumerate(DataLoader)#_Iter.__next__"))
        self.add("user_annotation", name, begin, now - begin, tid)
        return now

    def some_work(self, tid, now):
        for _ in range(self.rng.randrange(1, 6)):
            if self.grid_ns == 1 and self.rng.random() < 0.3:
                now = self.backward(tid, now) + self.between(0, 8000)
            now = self.rng.choice((*[self.operator] * (5 if self.is_busy else 2), self.launch, self.synchronise))(tid, now)
            now += self.between(0, 40000)
        return now

    def damage(self):
        """Slices that overlap on a thread, work that overlaps on its stream or begins before its launch."""
        for event in self.events:
            dice = self.rng.random()
            if event["cat"] == "cpu_op" and dice < 0.05:
                event["dur"] += self.between(0, 60000)
            if event["cat"] == "kernel" and dice < 0.1:
                event["dur"] += self.between(0, 3000) if dice < 0.05 else self.between(0, 100000)
            if event["cat"] == "kernel" and dice > 0.97:
                event["ts"] = max(event["ts"] - self.between(0, 60000), 0)


def microseconds(ns):
    """As Kineto writes them: with three decimals."""
    return f"{ns // 1000}.{ns % 1000:03d}"


def text(run):
    """The JSON of a run, its events in any order."""
    events = list(run.events)
    run.rng.shuffle(events)
    lines = []
    for event in events:
        rest = json.dumps({key: value for key, value in event.items() if key not in ("ts", "dur")})
        lines.append(f'{{"ts": {microseconds(event["ts"])}, "dur": {microseconds(event["dur"])}, {rest[1:]}')
    return '{"schemaVersion": 1, "traceEvents": [\n' + ",\n".join(lines) + "\n]}"
