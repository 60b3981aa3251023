#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a memory snapshot of PyTorch, of an allocator that is simulated.

    make_memory_snapshot.py OUT [--events N] [--seed N] [--devices N] [--ring N] [--stacks N] [--depth N]
                            [--form python|cpp|json|json-sorted] [--protocol 0..5] [--torch VERSION] [--epoch-us N]

The dictionary is that of torch/csrc/cuda/Module.cpp (THCPModule_memorySnapshot) of PyTorch 2.9, and of earlier ones with
--torch:

    1.13   segments only: a list of them; blocks have a "history" of {addr, frames, real_size}
    2.0    segments and device_traces; events have no time
    2.1    time_us, requested_size, is_expandable, segment_pool_id
    2.9    external_annotations, compile_context, user_metadata

python: pickle.dump () as torch/cuda/memory.py calls it. Call stacks of one place share their frames, not their lists.
cpp: the instructions of torch/csrc/jit/serialization/pickler.cpp, which torch/csrc/cuda/memory_snapshot.cpp uses:
protocol 2, and what is shared is kept after it is complete.
--ring N: only the last N events of each device are kept, as max_entries of _record_memory_history () does.
"""

import argparse
import io
import json
import pickle
import random
import struct


class Cpp:
    """torch::jit::Pickler without type tags."""

    def __init__(self, out, shared):
        self.out, self.shared = out, shared
        self.strings, self.objects, self.n = {}, {}, 0

    def put(self):
        n, self.n = self.n, self.n + 1
        self.out.write(b"q" + bytes([n]) if n < 256 else b"r" + struct.pack("<I", n))
        return n

    def get(self, n):
        self.out.write(b"h" + bytes([n]) if n < 256 else b"j" + struct.pack("<I", n))

    def push(self, value):
        write = self.out.write
        if value is None:
            write(b"N")
        elif value is True or value is False:
            write(b"\x88" if value else b"\x89")
        elif isinstance(value, int):
            if 0 <= value < 256:
                write(b"K" + bytes([value]))
            elif 0 <= value < 65536:
                write(b"M" + struct.pack("<H", value))
            elif -(2**31) <= value < 2**31:
                write(b"J" + struct.pack("<i", value))
            else:
                write(b"\x8a\x08" + struct.pack("<q", value))
        elif isinstance(value, float):
            write(b"G" + struct.pack(">d", value))
        elif isinstance(value, str):
            if value in self.strings:
                self.get(self.strings[value])
            else:
                text = value.encode()
                write(b"X" + struct.pack("<I", len(text)) + text)
                self.strings[value] = self.put()
        elif isinstance(value, tuple):
            assert len(value) == 2
            for item in value:
                self.push(item)
            write(b"\x86")
        elif id(value) in self.objects:
            self.get(self.objects[id(value)])
        else:
            if isinstance(value, dict):
                write(b"}")
                if value:
                    write(b"(")
                    for key, item in value.items():
                        self.push(key)
                        self.push(item)
                    write(b"u")
            else:
                write(b"]")
                write(b"(")
                for item in value:
                    self.push(item)
                write(b"e")
            # Kept where another holder has it: events with a stack are held until their frames are known.
            if id(value) in self.shared or (isinstance(value, dict) and "frames" in value):
                self.objects[id(value)] = self.put()


class Allocator:
    def __init__(self, device, rng, options, frames):
        self.device, self.rng, self.options, self.frames = device, rng, options, frames
        self.time_us = options.epoch_us
        self.segments, self.live, self.pending, self.events = [], {}, {}, []
        self.next_segment = (0x7F0000000000 if device == 0 else 0x7E0000000000) + device * 2**36
        self.free = {}

    def stack(self):
        places = self.options.stacks
        place = self.rng.randrange(places)
        rng = random.Random(place)
        return [self.frames[rng.randrange(len(self.frames))] for _ in range(self.options.depth)]

    def note(self, action, addr, size, frames=None, at=None):
        event = {"action": action, ("device_free" if action == "oom" else "addr"): addr, "size": size,
                 "stream": 0 if self.rng.random() < 0.9 else 0x55D0C0FFEE00}
        if self.options.torch >= (2, 1):
            event["time_us"] = self.time_us
        if self.options.torch >= (2, 9):
            event["compile_context"] = "N/A"
            event["user_metadata"] = ""
        if frames is not None:
            event["frames"] = frames
        self.events.append(event)

    def tick(self):
        self.time_us += self.rng.choice((0, 0, 1, 2, 5, 40))

    def allocate(self):
        requested = self.rng.choice((4, 100, 512, 4096, 70000, 1 << 20, 3 << 20, 9_000_001))
        size = (requested + 511) // 512 * 512
        if not self.free.get(size):
            # A segment of eight blocks of one size.
            self.tick()
            total = 8 * size
            self.note("segment_alloc", self.next_segment, total, self.stack())
            self.segments.append([self.next_segment, total, size])
            self.free.setdefault(size, []).extend(self.next_segment + i * size for i in range(8))
            self.next_segment += (total + 0x1FFFFF) // 0x200000 * 0x200000
        addr = self.free[size].pop()
        frames = self.stack()
        self.tick()
        self.note("alloc", addr, requested, frames)
        self.live[addr] = (requested, size, frames)

    def release(self):
        addr = self.rng.choice(self.order())
        requested, size, frames = self.live.pop(addr)
        self.tick()
        self.note("free_requested", addr, requested, self.stack())
        if self.rng.random() < 0.9:
            self.note("free_completed", addr, requested, self.stack())
            self.free[size].append(addr)
        else:
            self.pending[addr] = (requested, size, frames)

    def order(self):
        return list(self.live) if len(self.live) < 64 else list(self.live)[:: len(self.live) // 64]

    def complete(self):
        addr = next(iter(self.pending))
        requested, size, frames = self.pending.pop(addr)
        self.tick()
        self.note("free_completed", addr, requested, frames)
        self.free[size].append(addr)

    def give_back(self):
        for at, (begin, total, size) in enumerate(self.segments):
            blocks = [begin + i * size for i in range(8)]
            if all(block in self.free[size] for block in blocks):
                self.free[size] = [a for a in self.free[size] if a not in blocks]
                del self.segments[at]
                self.tick()
                self.note("segment_free", begin, total, self.stack())
                return

    def run(self, n, most):
        rng = self.rng
        while len(self.events) < n:
            what = rng.random()
            if what < 0.001:
                self.give_back()
            elif what < 0.0015:
                self.note("oom", 123456, 1 << 34, self.stack())
            elif what < 0.05 and self.pending:
                self.complete()
            elif self.live and rng.random() < len(self.live) / (2 * most):
                self.release()
            else:
                self.allocate()
        self.tick()
        self.note("snapshot", 0, 0)

    def block(self, addr, size):
        state = "active_allocated" if addr in self.live else \
            "active_pending_free" if addr in self.pending else "inactive"
        requested, _, frames = self.live.get(addr) or self.pending.get(addr) or (0, size, [])
        block = {}
        version = self.options.torch
        if version >= (2, 1):
            block.update(address=addr, size=size, requested_size=requested, state=state, frames=frames)
        else:
            block.update(size=size, state=state)
            if state != "inactive":
                block["history"] = [{"addr": addr, "frames": frames, "real_size": requested}]
        return block

    def segment(self, begin, total, size):
        blocks = [self.block(begin + i * size, size) for i in range(8)]
        segment = {"device": self.device, "address": begin, "total_size": total,
                   "allocated_size": sum(b["size"] for b in blocks if b["state"] == "active_allocated"),
                   "active_size": sum(b["size"] for b in blocks if b["state"] != "inactive"),
                   "stream": 0, "segment_type": "large" if size >= 1 << 20 else "small"}
        if self.options.torch >= (2, 1):
            segment.update(requested_size=0, segment_pool_id=(0, 0), is_expandable=False, frames=[])
        segment["blocks"] = blocks
        return segment


def frames_of(n):
    frames = []
    for i in range(n):
        if i % 3 == 0:
            frames.append({"name": f"at::native::kernel_{i}(at::Tensor const&, \"q\")", "filename": "??", "line": 0})
        else:
            frames.append({"name": f"forward_{i}", "filename": f"/home/user/model/layer_{i % 17}.py", "line": 10 + i})
    return frames


def snapshot(options):
    frames = frames_of(200)
    segments, traces = [], []
    for device in range(options.devices):
        allocator = Allocator(device, random.Random(options.seed + device), options, frames)
        if device % 2 == 0 or options.devices < 3:
            allocator.run(options.events, options.live)
        traces.append(allocator.events[-options.ring:] if options.ring else allocator.events)
        segments += [allocator.segment(*segment) for segment in allocator.segments]
    result = {"segments": segments, "device_traces": traces}
    if options.torch >= (2, 1):
        result["allocator_settings"] = {
            "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:False", "max_split_size": -1,
            "garbage_collection_threshold": 0.0, "expandable_segments": False,
            "roundup_power2_divisions": {"1": 0, "256": 0}}
    if options.torch >= (2, 9):
        result["external_annotations"] = [
            {"name": "step", "stage": stage, "device": 0, "time_us": options.epoch_us + at}
            for stage, at in (("START", 10), ("END", 90))]
    if options.torch < (2, 0):
        return segments
    return result


def shared_ids(frames):
    return {id(frame) for frame in frames}


def write(out, value, options):
    if options.form.startswith("json"):
        out.write(json.dumps(value, sort_keys=options.form == "json-sorted").encode())
    elif options.form == "cpp":
        out.write(b"\x80\x02")
        seen, shared, todo = set(), set(), [value]
        while todo:
            item = todo.pop()
            if isinstance(item, (dict, list)):
                if id(item) in seen:
                    shared.add(id(item))
                    continue
                seen.add(id(item))
                todo.extend(item.values() if isinstance(item, dict) else item)
        Cpp(out, shared).push(value)
        out.write(b".")
    else:
        pickle.dump(value, out, protocol=options.protocol)


def parse(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--events", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--ring", type=int, default=0)
    parser.add_argument("--live", type=int, default=300)
    parser.add_argument("--stacks", type=int, default=50)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--form", default="python", choices=("python", "cpp", "json", "json-sorted"))
    parser.add_argument("--protocol", type=int, default=4)
    parser.add_argument("--torch", default="2.9", type=lambda text: tuple(int(part) for part in text.split(".")))
    parser.add_argument("--epoch-us", type=int, default=1_700_000_000_000_000)
    return parser.parse_args(arguments)


def main():
    options = parse()
    with io.open(options.out, "wb") as out:
        write(out, snapshot(options), options)


if __name__ == "__main__":
    main()
