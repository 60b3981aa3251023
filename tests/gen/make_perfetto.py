#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_perfetto.py OUT [STEPS [SEED]]: a Perfetto trace as the TrackEvent library writes it for a profiler of GPUs.

Threads write sequences with interned names, defaults and a clock that counts differences; each step has nested ranges, HIP
calls with flows to kernels and memcpys on tracks of a GPU, values of counters, and marks. A sequence resets its state
every few hundred packets, and now and then loses some: then events that need the state follow, until the next reset.
Sequences take turns of many packets, so packets are far from the order of time. The same arguments give the same bytes."""

import random
import struct
import sys

BEGIN, END, INSTANT, COUNTER = 1, 2, 3, 4
CLEARED, NEEDED = 1, 2
THREADS = 4
CATEGORIES = ["app", "hip_api", "kernel_dispatch", "memory_copy"]
NAMES = ["train step", "forward", "backward", "aten::mm", "hipLaunchKernel", "hipMemcpyAsync", "loss"]
KERNELS = [f"gemm_{i}(float const*, float const*, float*, int)" for i in range(40)]
KEYS = ["corr_id", "copy_bytes", "shape", "begin_ns", "end_ns", "delta_ns", "tid", "kind", "operation", "agent", "queue",
        "kernel_id", "private_segment_size", "group_segment_size", "workgroup_size", "grid_size"]
COPIES = ["MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST"]
TURN = 200  # packets that a sequence writes at a time


def varint(value):
    out = bytearray()
    value &= (1 << 64) - 1
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def fixed(field, value):
    return varint(field << 3 | 1) + struct.pack("<Q", value)


def fraction(field, value):
    return varint(field << 3 | 1) + struct.pack("<d", value)


def message(field, *parts):
    data = b"".join(parts)
    return varint(field << 3 | 2) + varint(len(data)) + data


def text(field, value):
    return message(field, value.encode())


class Sequence:
    """One writer: packets with times as differences, names by number."""

    def __init__(self, number_, track):
        self.id, self.track, self.packets, self.time_ns, self.loses = number_, track, [], None, False
        self.until_reset = 0

    def add(self, *parts, flags=NEEDED):
        dropped = number(42, 1) if self.loses else b""
        self.loses = False
        self.packets.append(message(1, number(3, 1000), number(10, self.id), number(13, flags), number(79, 4_100_000), dropped, *parts))

    def reset(self, time_ns):
        clocks = message(6, message(1, number(1, 6), number(2, time_ns)),
                         message(1, number(1, 64), number(2, time_ns), number(3, 1)))
        defaults = message(59, number(58, 64), message(11, number(11, self.track)))
        names = b"".join(message(2, number(1, i + 1), text(2, n)) for i, n in enumerate(NAMES + KERNELS + COPIES))
        categories = b"".join(message(1, number(1, i + 1), text(2, n)) for i, n in enumerate(CATEGORIES))
        keys = b"".join(message(3, number(1, i + 1), text(2, n)) for i, n in enumerate(KEYS))
        self.add(clocks, flags=CLEARED)
        self.add(defaults, message(12, categories, names, keys))
        self.time_ns, self.until_reset = time_ns, 300

    def event(self, time_ns, kind, *parts):
        if self.until_reset == 0 or time_ns < self.time_ns:
            self.reset(time_ns)
        self.until_reset -= 1
        self.add(number(8, time_ns - self.time_ns), message(11, number(9, kind), *parts))
        self.time_ns = time_ns


def named(name, category):
    known = NAMES + KERNELS + COPIES
    return number(3, CATEGORIES.index(category) + 1) + number(10, known.index(name) + 1)


def annotation(key, value):
    return message(4, number(1, KEYS.index(key) + 1), number(3, value))


def spans(begin, length):
    """What rocprofv3 repeats of each of its records."""
    return (annotation("begin_ns", begin) + annotation("end_ns", begin + length) + annotation("delta_ns", length)
            + annotation("tid", 101))


DISPATCH = b"".join(annotation(k, v) for k, v in (
    ("kind", 11), ("agent", 4), ("queue", 1), ("kernel_id", 17), ("private_segment_size", 0),
    ("group_segment_size", 4096), ("workgroup_size", 256), ("grid_size", 1 << 20)))


def write_step(random_, step, host, gpu, counter, correlation):
    at = 1_000_000_000 + step * 1_000_000
    host.event(at, BEGIN, named("train step", "app"), annotation("shape", step % 7))
    at += random_.randrange(1, 1000)
    for phase in ("forward", "backward"):
        host.event(at, BEGIN, named(phase, "app"))
        for _ in range(random_.randrange(2, 12)):
            at += random_.randrange(1, 500)
            host.event(at, BEGIN, named("aten::mm", "app"))
            at += random_.randrange(1, 500)
            correlation += 1
            is_copy = random_.random() < 0.2
            call = "hipMemcpyAsync" if is_copy else "hipLaunchKernel"
            flow = correlation ^ 0x9E3779B97F4A7C15
            length = random_.randrange(1, 900)
            host.event(at, BEGIN, named(call, "hip_api"), fixed(47, flow), spans(at, length), annotation("kind", 3),
                       annotation("operation", 108), annotation("corr_id", correlation))
            begin = max(at + random_.randrange(0, 20_000), gpu.time_ns or 0)  # a queue runs in order
            name = random_.choice(COPIES if is_copy else KERNELS)
            extra = annotation("copy_bytes", random_.randrange(1, 1 << 24)) if is_copy else DISPATCH
            run = random_.randrange(0, 3000)
            gpu.event(begin, BEGIN, named(name, "memory_copy" if is_copy else "kernel_dispatch"), fixed(48, flow),
                      spans(begin, run), annotation("corr_id", correlation), extra)
            gpu.event(begin + run, END)
            at += length
            host.event(at, END)
            host.event(at + 5, END)
            at += 10
        host.event(at, END)
    host.event(at + 10, INSTANT, named("loss", "app"))
    host.event(at + 20, END)
    host.event(at + 30, COUNTER, number(11, counter), fraction(44, random_.random()))
    if random_.random() < 0.01:
        host.loses = True  # what follows cannot be read until the sequence resets
        host.event(at + 40, INSTANT, named("loss", "app"))
    return correlation


def make(steps, seed=1):
    """Yields the packets."""
    random_ = random.Random(seed)
    service = [number(1, 6) + number(2, 500_000), number(1, 3) + number(2, 400_000), number(1, 1) + number(2, 1_700_000_000_000_000_000)]
    yield message(1, number(10, 99), message(6, *[message(1, c) for c in service]))
    yield message(1, message(45, text(4, "Perfetto v53.0")))
    for i in range(THREADS):
        thread = number(1, 100) + number(2, 101 + i) + text(5, f"trainer {i}")
        yield message(1, number(10, i + 1), message(60, number(1, 1000 + i), message(4, thread)))
        yield message(1, number(10, i + 1), message(60, number(1, 3000 + i), number(5, 1000 + i), text(2, "loss"), message(8)))
        yield message(1, number(10, 50 + i), message(60, number(1, 2000 + i), text(2, f"COMPUTE AGENT [{i % 2}] STREAM [{i}] (GPU)")))
    hosts = [Sequence(i + 1, 1000 + i) for i in range(THREADS)]
    gpus = [Sequence(50 + i, 2000 + i) for i in range(THREADS)]
    correlation = 0
    for step in range(steps):
        i = step % THREADS
        correlation = write_step(random_, step // THREADS, hosts[i], gpus[i], 3000 + i, correlation)
        for sequence in hosts + gpus:
            if len(sequence.packets) >= TURN:
                yield from sequence.packets
                sequence.packets = []
    for sequence in gpus + hosts:
        yield from sequence.packets


def main():
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with open(sys.argv[1], "wb") as out:
        for packet in make(steps, int(sys.argv[3]) if len(sys.argv) > 3 else 1):
            out.write(packet)


if __name__ == "__main__":
    main()
