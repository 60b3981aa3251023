# SPDX-License-Identifier: Apache-2.0
"""Writes an XSpace file as JAX would: make_xspace.py FILE [--steps N] [--repeat N] [--plain].

A thread of Python marks steps and launches kernels and copies on two GPUs; another consumes what it produces. --repeat writes
the lines so often, each under another number, for files of any size. --plain leaves out the stats of host events."""

import argparse
import struct

US = 1000000  # picoseconds


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value) if value else b""


def data(field, value):
    if isinstance(value, str):
        value = value.encode()
    return varint(field << 3 | 2) + varint(len(value)) + value


class Names:
    def __init__(self, field):
        self.field, self.ids, self.displays = field, {}, {}

    def __getitem__(self, name):
        return self.ids.setdefault(name, len(self.ids) + 1)

    def encode(self):
        return b"".join(data(self.field, number(1, i) + data(2, number(1, i) + data(2, n) + (
            data(4, self.displays[n]) if n in self.displays else b""))) for n, i in self.ids.items())


class Plane:
    def __init__(self, name):
        self.name, self.lines, self.stats = name, [], b""
        self.events, self.stat_names = Names(4), Names(5)

    def stat(self, name, value):
        key = number(1, self.stat_names[name])
        if isinstance(value, float):
            return data(4, key + varint(2 << 3 | 1) + struct.pack("<d", value))
        if isinstance(value, str):
            return data(4, key + data(5, value))
        if isinstance(value, tuple):  # a reference
            return data(4, key + number(7, self.stat_names[value[0]]))
        return data(4, key + varint((4 if value < 0 else 3) << 3) + varint(value))

    def event(self, name, begin, length, **stats):
        return data(4, number(1, self.events[name]) + number(2, begin) + number(3, length)
                    + b"".join(self.stat(k, v) for k, v in stats.items()))

    def line(self, number_, name, begin_ns, events):
        self.lines.append((number_, name, begin_ns, b"".join(events)))

    def encode(self, repeat, write):
        head = data(2, self.name)
        lines = [(number(1, i + 100000 * r) + data(2, f"{n}" if r == 0 else f"{n} {r}") + number(3, t), e)
                 for r in range(repeat) for i, n, t, e in self.lines]
        tail = self.events.encode() + self.stat_names.encode() + self.stats
        size = len(head) + len(tail)
        for first, events in lines:
            size += 1 + len(varint(len(first) + len(events))) + len(first) + len(events)
        write(varint(1 << 3 | 2) + varint(size) + head)
        for first, events in lines:
            write(varint(3 << 3 | 2) + varint(len(first) + len(events)))
            write(first)
            write(events)
        write(tail)


def plane_stat(plane, name, value):
    plane.stats += data(6, plane.stat(name, value)[2:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--kernels", type=int, default=50)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()

    host, gpus = Plane("/host:CPU"), [Plane(f"/device:GPU:{i}") for i in range(2)]
    python, pool, streams, copies = [], [], ([], []), ([], [])
    correlation = 0
    host.events.displays["model/dense/MatMul:MatMul"] = "MatMul"
    for step in range(options.steps):
        begin = step * 2000 * US + 7 * US
        stats = {} if options.plain else {"step_num": step, "_r": 1}
        python.append(host.event("train", begin, 1900 * US + 500, **stats))
        for k in range(options.kernels):
            at = begin + k * 30 * US + 501
            correlation += 1
            gpu = k % 2
            python.append(host.event(f"$model.py:{k % 9} layer{k % 7}", at, 28 * US))
            if options.plain:
                continue
            linked = {"_pt": 14, "_p": (1 << 63) + correlation} if k % 3 == 0 else {}
            python.append(host.event("model/dense/MatMul:MatMul", at + 1 * US, 20 * US, is_eager=0, **linked))
            python.append(host.event("cuLaunchKernel", at + 2 * US, 5 * US, correlation_id=correlation, device_id=gpu))
            if linked:
                pool.append(host.event("ThreadpoolListener::StartRegion", at + 9 * US, 0, _ct=14, _c=linked["_p"] - (1 << 64)))
                pool.append(host.event("run", at + 10 * US, 3 * US))
            streams[gpu].append(gpus[gpu].event(
                f"gemm_bf16_{k % 5}", at + 12 * US, 17 * US + k, correlation_id=correlation, hlo_op=(f"fusion.{k % 11}",),
                kernel_details=(f"regs:{32 + k % 8} static_shared:0 dynamic_shared:{1024 * (k % 3)} grid:{k + 1},2,1 block:256,1,1"
                                " occ_pct:50.5",), hlo_module=("jit_train",)))
            if k % 10 == 9:
                correlation += 1
                python.append(host.event("cuMemcpyHtoDAsync_v2", at + 22 * US, 2 * US, correlation_id=correlation))
                copies[gpu].append(gpus[gpu].event("MemcpyH2D", at + 24 * US, 2 * US + 250, correlation_id=correlation,
                                                   memcpy_details="kind_src:pinned kind_dst:device size:4096 dest:0 async:1"))
                python.append(host.event("MemoryAllocation", at + 23 * US, 0, allocator_name=("GPU_0_bfc",),
                                         bytes_allocated=4096 * correlation, bytes_reserved=0, fragmentation=0.25,
                                         allocation_bytes=4096, addr=139 << 40))
    host.line(4242, "python", 42400, python)
    host.line(-17, "tf_pjrt_thread_pool/-17", 42400, pool)
    for i, gpu in enumerate(gpus):
        for key, value in (("device_vendor", "Nvidia"), ("core_count", 132), ("memory_size", 80 << 30),
                           ("compute_cap_major", 9), ("compute_cap_minor", 0)):
            plane_stat(gpu, key, value)
        gpu.line(7, "Stream #7(Compute)", 42400, streams[i])
        gpu.line(8, "Stream #8(MemcpyH2D)", 42400, copies[i])
        gpu.line(-559038735, "XLA Modules", 42400, [gpu.event("jit_train", 20 * US, 1800 * US)])
    environment = Plane("Task Environment")
    plane_stat(environment, "profile_start_time", 1771595660705918620)

    with open(options.file, "wb") as file:
        for plane in gpus + [host, environment]:
            plane.encode(options.repeat, file.write)
        file.write(data(4, "node7"))


if __name__ == "__main__":
    main()
