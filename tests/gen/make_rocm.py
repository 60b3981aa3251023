#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_rocm.py rocprofv3|rocpd OUT [--steps N] [--processes N] [--gpus N] [--counters] [--seed N]: a run on AMD GPUs as
rocprofv3 writes it, as JSON or as an rocpd database, from the same random numbers. Prints what it holds as JSON.

The JSON is that of rocprofiler-sdk's source/lib/output/generateJSON.cpp and cxx/serialization/save.hpp, the database that
of source/share/rocprofiler-sdk-rocpd/rocpd_tables.sql and lib/output/generateRocpd.cpp (schema version 3)."""

import argparse
import json
import os
import random
import sqlite3
import sys

KERNELS = [
    "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float> >(int, at::native::FillFunctor<float>)",
    "Cijk_Alik_Bljk_HHS_BH_MT128x128x32_MI32x32x8x1_SN_ISA942",
    "ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)",
    "void rocprim::detail::block_reduce_kernel<true, int>(int*, int*)",
]
# The numbers of buffer tracing kinds, and the names of the operations that are used.
KINDS = ["NONE", "HSA_CORE_API", "HSA_AMD_EXT_API", "HSA_IMAGE_EXT_API", "HSA_FINALIZE_EXT_API", "HIP_RUNTIME_API",
         "HIP_COMPILER_API", "MARKER_CORE_API", "MARKER_CONTROL_API", "MARKER_NAME_API", "MEMORY_COPY", "KERNEL_DISPATCH",
         "SCRATCH_MEMORY", "CORRELATION_ID_RETIREMENT", "RCCL_API", "OMPT", "MEMORY_ALLOCATION", "RUNTIME_INITIALIZATION",
         "ROCDECODE_API", "ROCJPEG_API", "HIP_STREAM", "HIP_RUNTIME_API_EXT", "HIP_COMPILER_API_EXT"]
OPERATIONS = {
    "HSA_CORE_API": ["hsa_init", "hsa_signal_destroy", "hsa_queue_create"],
    "HIP_RUNTIME_API_EXT": ["hipMalloc", "hipLaunchKernel", "hipMemcpyAsync", "hipGraphLaunch", "hipDeviceSynchronize"],
    "MARKER_CORE_API": ["roctxMarkA", "roctxRangePushA", "roctxRangePop"],
    "MEMORY_COPY": ["MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_HOST", "MEMORY_COPY_HOST_TO_DEVICE",
                    "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_DEVICE_TO_DEVICE"],
    "KERNEL_DISPATCH": ["KERNEL_DISPATCH_NONE", "KERNEL_DISPATCH_ENQUEUE", "KERNEL_DISPATCH_COMPLETE"],
    "RCCL_API": ["ncclAllReduce"],
    "MEMORY_ALLOCATION": ["MEMORY_ALLOCATION_NONE", "MEMORY_ALLOCATION_ALLOCATE", "MEMORY_ALLOCATION_FREE"],
}
FIRST_AGENT = 37944
COUNTERS = {11001: "SQ_WAVES", 11002: "GRBM_GUI_ACTIVE"}


class Process:
    """One process: rows of each table, as dictionaries with the numbers of the records."""

    def __init__(self, rng, index, args):
        self.rng, self.pid, self.tid = rng, 4000 + 11 * index, 4000 + 11 * index
        self.n_gpus = args.gpus
        self.now = 8_306_017_478_773_569 + 1009 * index
        self.correlation = 0
        self.hip, self.hsa, self.markers, self.rccl = [], [], [], []
        self.kernels, self.copies, self.allocations, self.counted = [], [], [], []
        self.texts = {}
        self.dispatch = 0
        self.device_free = [self.now] * self.n_gpus
        self.call(self.hsa, "HSA_CORE_API", "hsa_init", 40_000)
        for i in range(self.n_gpus):
            self.allocate(i)
        for step in range(args.steps):
            self.step(step, args.counters)

    def next_correlation(self):
        self.correlation += 1
        return self.correlation

    def record(self, kind, operation, start, end, correlation):
        return {"kind": KINDS.index(kind), "operation": OPERATIONS[kind].index(operation), "thread": self.tid,
                "internal": correlation, "external": 0, "start": start, "end": end}

    def call(self, rows, kind, operation, length, args=None):
        start = self.now + self.rng.randrange(50, 900)
        self.now = start + self.rng.randrange(length // 2, length)
        rows.append(self.record(kind, operation, start, self.now, self.next_correlation()) | {"args": args or []})
        return rows[-1]

    def allocate(self, gpu):
        size = self.rng.randrange(1 << 12, 1 << 31)
        call = self.call(self.hip, "HIP_RUNTIME_API_EXT", "hipMalloc", 90_000, [("size_t", "size", str(size))])
        self.allocations.append(self.record("MEMORY_ALLOCATION", "MEMORY_ALLOCATION_ALLOCATE", call["start"] + 10,
                                            call["end"] - 10, self.next_correlation())
                                | {"agent": self.gpu_agent(gpu), "bytes": size, "address": 0x7F00_0000_0000 + size})

    @staticmethod
    def gpu_agent(gpu):
        return FIRST_AGENT + 2 + gpu

    def on_device(self, gpu, length):
        start = max(self.device_free[gpu], self.now) + self.rng.randrange(200, 9_000)
        self.device_free[gpu] = start + self.rng.randrange(length // 2, length)
        return start, self.device_free[gpu]

    def kernel(self, call, gpu):
        start, end = self.on_device(gpu, 80_000)
        self.dispatch += 1
        block = [self.rng.choice([64, 256, 512]), 1, 1]
        blocks = [self.rng.randrange(1, 4000), self.rng.randrange(1, 4), 1]
        self.kernels.append(self.record("KERNEL_DISPATCH", "KERNEL_DISPATCH_COMPLETE", start, end, call["internal"]) | {
            "agent": self.gpu_agent(gpu), "queue": 2 + gpu, "stream": 1 + gpu,
            "kernel": 1 + self.rng.randrange(len(KERNELS)), "dispatch": self.dispatch,
            "block": block, "grid": [a * b for a, b in zip(block, blocks)], "blocks": blocks,
            "group": self.rng.randrange(0, 65536), "private": 0})
        return self.kernels[-1]

    def step(self, number, counters):
        start = self.now + 500
        self.now = start
        correlation = self.next_correlation()
        for gpu in range(self.n_gpus):
            for _ in range(4):
                call = self.call(self.hip, "HIP_RUNTIME_API_EXT", "hipLaunchKernel", 9_000,
                                 [("const void*", "function_address", "0x7f41"), ("hipStream_t", "stream", "0x0")])
                row = self.kernel(call, gpu)
                if counters:
                    self.counted.append((row, {k: [float(self.rng.randrange(1000)) for _ in range(4)] for k in COUNTERS}))
            call = self.call(self.hip, "HIP_RUNTIME_API_EXT", "hipMemcpyAsync", 12_000)
            direction = self.rng.choice(OPERATIONS["MEMORY_COPY"][2:])
            a, b = self.on_device(gpu, 30_000)
            host, device = FIRST_AGENT, self.gpu_agent(gpu)
            self.copies.append(self.record("MEMORY_COPY", direction, a, b, call["internal"]) | {
                "dst": host if direction.endswith("_HOST") else device,
                "src": host if "_HOST_TO" in direction else device,
                "bytes": self.rng.randrange(1, 1 << 28), "stream": 1 + gpu})
        call = self.call(self.hip, "HIP_RUNTIME_API_EXT", "hipGraphLaunch", 20_000)
        for _ in range(7):
            self.kernel(call, 0)
        self.call(self.rccl, "RCCL_API", "ncclAllReduce", 30_000)
        mark = self.record("MARKER_CORE_API", "roctxMarkA", self.now, self.now, self.next_correlation())
        self.markers.append(mark | {"args": []})
        self.texts[mark["internal"]] = f"mark {number}"
        self.call(self.hip, "HIP_RUNTIME_API_EXT", "hipDeviceSynchronize", 60_000)
        self.now = max(self.now, *self.device_free) + 700
        self.markers.append(self.record("MARKER_CORE_API", "roctxRangePushA", start, self.now, correlation) | {"args": []})
        self.texts[correlation] = f"ProfilerStep#{number}"

    def agents(self):
        for i in range(2 + self.n_gpus):
            is_gpu = i >= 2
            yield {"size": 304, "id": {"handle": FIRST_AGENT + i}, "type": 2 if is_gpu else 1,
                   "cpu_cores_count": 0 if is_gpu else 96, "simd_count": 1216 if is_gpu else 0,
                   "max_waves_per_simd": 8 if is_gpu else 0, "lds_size_in_kb": 64 if is_gpu else 0,
                   "wave_front_size": 64 if is_gpu else 0, "cu_count": 304 if is_gpu else 0,
                   "gfx_target_version": 90402 if is_gpu else 0, "max_waves_per_cu": 32 if is_gpu else 0,
                   "name": "gfx942" if is_gpu else "AMD EPYC 9654 96-Core Processor", "vendor_name": "AMD",
                   "product_name": "AMD Instinct MI300X" if is_gpu else "AMD EPYC 9654 96-Core Processor",
                   "model_name": "ip discovery" if is_gpu else "", "node_id": i, "logical_node_id": i,
                   "logical_node_type_id": i - 2 if is_gpu else i,
                   "mem_banks": [{"heap_type": 1, "size_in_bytes": 206141652992}] if is_gpu else []}


# ---- JSON ----

def json_record(row):
    return {"size": 80, "kind": row["kind"], "operation": row["operation"],
            "correlation_id": {"internal": row["internal"], "external": row["external"], "ancestor": 0},
            "start_timestamp": row["start"], "end_timestamp": row["end"], "thread_id": row["thread"]}


def json_dispatch(row):
    three = lambda values: dict(zip("xyz", values))
    return {"size": 72, "agent_id": {"handle": row["agent"]}, "queue_id": {"handle": row["queue"]},
            "kernel_id": row["kernel"], "dispatch_id": row["dispatch"], "private_segment_size": row["private"],
            "group_segment_size": row["group"], "workgroup_size": three(row["block"]), "grid_size": three(row["grid"])}


def json_process(process):
    def api(rows):
        for row in rows:
            yield json_record(row) | {"args": [dict(zip(("type", "name", "value"), x)) for x in row["args"]],
                                      "retval": {"uint64_t_retval": 0}}

    def kernels():
        for row in process.kernels:
            yield {"size": 136, "kind": row["kind"], "operation": row["operation"], "thread_id": row["thread"],
                   "correlation_id": {"internal": row["internal"], "external": row["external"]},
                   "start_timestamp": row["start"], "end_timestamp": row["end"], "dispatch_info": json_dispatch(row),
                   "stream_id": {"handle": row["stream"]}}

    def copies():
        for row in process.copies:
            yield json_record(row) | {"dst_agent_id": {"handle": row["dst"]}, "src_agent_id": {"handle": row["src"]},
                                      "bytes": row["bytes"], "stream_id": {"handle": row["stream"]}}

    def allocations():
        for row in process.allocations:
            yield json_record(row) | {"agent_id": {"handle": row["agent"]}, "address": hex(row["address"]),
                                      "allocation_size": row["bytes"], "stream_id": {"handle": 0}}

    def counted():
        for row, values in process.counted:
            yield {"thread_id": row["thread"],
                   "dispatch_data": {"size": 128, "correlation_id": {"internal": row["internal"], "external": 0},
                                     "start_timestamp": row["start"], "end_timestamp": row["end"],
                                     "dispatch_info": json_dispatch(row)},
                   "records": [{"counter_id": {"handle": k}, "value": v} for k, vs in values.items() for v in vs],
                   "stream_id": {"handle": row["stream"]}}

    return {
        "metadata": {"node": {"id": 1, "hash": 7, "machine_id": "0123456789abcdef", "system_name": "Linux",
                              "hostname": "mi300-node", "release": "6.8.0", "version": "#1", "hardware_name": "x86_64",
                              "domain_name": "(none)"},
                     "pid": process.pid, "init_time": 8_306_017_478_000_000, "fini_time": process.now,
                     "command": ["/usr/bin/python3", "train.py"], "config": {}},
        "agents": list(process.agents()),
        "counters": [{"agent_id": {"handle": FIRST_AGENT + 2}, "id": {"handle": k}, "is_constant": 0, "is_derived": 0,
                      "name": v, "description": v.lower(), "block": "SQ", "expression": ""} for k, v in COUNTERS.items()],
        "strings": {
            "callback_records": [],
            "buffer_records": [{"kind": k, "operations": OPERATIONS.get(k, [])} for k in KINDS],
            "marker_api": [{"key": k, "value": v} for k, v in process.texts.items()],
            "correlation_id": {"external": []}, "counters": {"dimension_ids": []}},
        "code_objects": [],
        "kernel_symbols": [{"size": 0, "kernel_id": 0, "kernel_name": "", "formatted_kernel_name": ""}] + [
            {"size": 80, "kernel_id": i, "code_object_id": 1, "kernel_name": f"k{i}.kd", "arch_vgpr_count": 32 + i,
             "formatted_kernel_name": name, "demangled_kernel_name": name} for i, name in enumerate(KERNELS, 1)],
        "host_functions": [], "summary": [],
        "callback_records": {"counter_collection": list(counted())},
        "buffer_records": {
            "kernel_dispatch": list(kernels()), "hip_api": list(api(process.hip)), "hsa_api": list(api(process.hsa)),
            "marker_api": list(api(process.markers)), "rccl_api": list(api(process.rccl)), "memory_copy": list(copies()),
            "memory_allocation": list(allocations()), "scratch_memory": [], "rocdecode_api": [], "rocjpeg_api": [],
            "pc_sample_host_trap": [], "pc_sample_stochastic": []}}


def write_json(path, processes):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"rocprofiler-sdk-tool": [json_process(x) for x in processes]}, file, indent=0)


# ---- rocpd ----

TABLES = {
    "metadata": "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL, value TEXT NOT NULL",
    "string": "string TEXT NOT NULL UNIQUE ON CONFLICT ABORT",
    "info_node": "hash BIGINT NOT NULL UNIQUE, machine_id TEXT NOT NULL UNIQUE, system_name TEXT, hostname TEXT, release TEXT, version TEXT, hardware_name TEXT, domain_name TEXT",
    "info_process": "nid INTEGER NOT NULL, ppid INTEGER, pid INTEGER NOT NULL, init BIGINT, fini BIGINT, start BIGINT, end BIGINT, command TEXT, environment JSONB DEFAULT '{}' NOT NULL, extdata JSONB DEFAULT '{}' NOT NULL",
    "info_thread": "nid INTEGER NOT NULL, ppid INTEGER, pid INTEGER NOT NULL, tid INTEGER NOT NULL, name TEXT, start BIGINT, end BIGINT, extdata JSONB DEFAULT '{}' NOT NULL",
    "info_agent": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, type TEXT CHECK (type IN ('CPU', 'GPU')), absolute_index INTEGER, logical_index INTEGER, type_index INTEGER, uuid INTEGER, name TEXT, model_name TEXT, vendor_name TEXT, product_name TEXT, user_name TEXT, extdata JSONB DEFAULT '{}' NOT NULL",
    "info_queue": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, name TEXT, extdata JSONB DEFAULT '{}' NOT NULL",
    "info_stream": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, name TEXT, extdata JSONB DEFAULT '{}' NOT NULL",
    "info_pmc": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, agent_id INTEGER, target_arch TEXT, event_code INT, instance_id INTEGER, name TEXT NOT NULL, symbol TEXT NOT NULL, description TEXT, long_description TEXT DEFAULT '', component TEXT, units TEXT DEFAULT '', value_type TEXT, block TEXT, expression TEXT, is_constant INTEGER, is_derived INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
    "info_code_object": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, agent_id INTEGER, uri TEXT, load_base BIGINT, load_size BIGINT, load_delta BIGINT, storage_type TEXT, extdata JSONB DEFAULT '{}' NOT NULL",
    "info_kernel_symbol": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, code_object_id INTEGER NOT NULL, kernel_name TEXT, display_name TEXT, kernel_object INTEGER, kernarg_segment_size INTEGER, kernarg_segment_alignment INTEGER, group_segment_size INTEGER, private_segment_size INTEGER, sgpr_count INTEGER, arch_vgpr_count INTEGER, accum_vgpr_count INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
    "track": "nid INTEGER NOT NULL, pid INTEGER, tid INTEGER, name_id INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
    "event": "category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER, call_stack JSONB DEFAULT '{}' NOT NULL, line_info JSONB DEFAULT '{}' NOT NULL, extdata JSONB DEFAULT '{}' NOT NULL",
    "arg": "event_id INTEGER NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, value TEXT, extdata JSONB DEFAULT '{}' NOT NULL",
    "pmc_event": "event_id INTEGER, pmc_id INTEGER NOT NULL, value REAL DEFAULT 0.0, extdata JSONB DEFAULT '{}'",
    "region": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, tid INTEGER NOT NULL, start BIGINT NOT NULL, end BIGINT NOT NULL, name_id INTEGER NOT NULL, event_id INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
    "sample": "track_id INTEGER NOT NULL, timestamp BIGINT NOT NULL, event_id INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
    "kernel_dispatch": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, tid INTEGER, agent_id INTEGER NOT NULL, kernel_id INTEGER NOT NULL, dispatch_id INTEGER NOT NULL, queue_id INTEGER NOT NULL, stream_id INTEGER NOT NULL, start BIGINT NOT NULL, end BIGINT NOT NULL, private_segment_size INTEGER, group_segment_size INTEGER, workgroup_size_x INTEGER NOT NULL, workgroup_size_y INTEGER NOT NULL, workgroup_size_z INTEGER NOT NULL, grid_size_x INTEGER NOT NULL, grid_size_y INTEGER NOT NULL, grid_size_z INTEGER NOT NULL, region_name_id INTEGER, event_id INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
    "memory_copy": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, tid INTEGER, start BIGINT NOT NULL, end BIGINT NOT NULL, name_id INTEGER NOT NULL, dst_agent_id INTEGER, dst_address INTEGER, src_agent_id INTEGER, src_address INTEGER, size INTEGER NOT NULL, queue_id INTEGER, stream_id INTEGER, region_name_id INTEGER, event_id INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
    "memory_allocate": "nid INTEGER NOT NULL, pid INTEGER NOT NULL, tid INTEGER, agent_id INTEGER, type TEXT, level TEXT, start BIGINT NOT NULL, end BIGINT NOT NULL, address INTEGER, size INTEGER NOT NULL, queue_id INTEGER, stream_id INTEGER, event_id INTEGER, extdata JSONB DEFAULT '{}' NOT NULL",
}


class Database:
    """The tables of one process in a database; those of several have suffixes of their own."""

    def __init__(self, connection, process):
        self.connection, self.process = connection, process
        guid = f"0000767b-7c07-7ae3-a8b3-{process.pid:012x}"
        self.suffix = "_" + guid.replace("-", "_")
        for name, columns in TABLES.items():
            if name != "metadata":
                columns = f"id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, guid TEXT DEFAULT '{guid}' NOT NULL, {columns}"
            connection.execute(f"CREATE TABLE `rocpd_{name}{self.suffix}` ({columns})")
            connection.execute(f"CREATE VIEW IF NOT EXISTS `rocpd_{name}` AS SELECT * FROM `rocpd_{name}{self.suffix}`")
        self.strings, self.n_events, self.tracks = {}, 0, {}
        for tag, value in (("schema_version", "3"), ("uuid", self.suffix), ("guid", guid)):
            self.insert("metadata", tag=tag, value=value)

    def insert(self, table, **row):
        self.connection.execute(f"INSERT INTO `rocpd_{table}{self.suffix}` ({','.join(row)}) VALUES ({','.join('?' * len(row))})",
                                list(row.values()))

    def string(self, text):
        if text not in self.strings:
            self.strings[text] = len(self.strings) + 1
            self.insert("string", id=self.strings[text], string=text)
        return self.strings[text]

    def event(self, row, extdata="{}"):
        self.n_events += 1
        self.insert("event", id=self.n_events, category_id=self.string(KINDS[row["kind"]]), stack_id=row["internal"],
                    parent_stack_id=0, correlation_id=row["external"], extdata=extdata)
        return self.n_events

    def api(self, rows):
        p = self.process
        for row in rows:
            kind = KINDS[row["kind"]]
            text = p.texts.get(row["internal"]) if kind.startswith("MARKER") else None
            event = self.event(row, json.dumps({"message": text}) if text is not None else "{}")
            for position, (type_, name, value) in enumerate(row["args"]):
                self.insert("arg", event_id=event, position=position, type=type_, name=name, value=value)
            name = self.string(OPERATIONS[kind][row["operation"]])
            if row["start"] != row["end"]:
                self.insert("region", id=row["internal"], nid=1, pid=p.pid, tid=row["thread"], start=row["start"],
                            end=row["end"], name_id=name, event_id=event)
                continue
            track = self.tracks.setdefault((row["thread"], kind), len(self.tracks) + 1)
            if self.connection.execute(f"SELECT 1 FROM `rocpd_track{self.suffix}` WHERE id=?", [track]).fetchone() is None:
                self.insert("track", id=track, nid=1, pid=p.pid, tid=row["thread"], name_id=self.string(kind))
            self.insert("sample", id=row["internal"], track_id=track, timestamp=row["start"], event_id=event)

    def write(self):
        p = self.process
        self.insert("info_node", id=1, hash=7, machine_id="0123456789abcdef", system_name="Linux", hostname="mi300-node")
        self.insert("info_process", id=p.pid, nid=1, ppid=1, pid=p.pid, init=8_306_017_478_000_000, fini=p.now,
                    start=8_306_017_478_000_000, end=p.now, command="/usr/bin/python3 train.py")
        self.insert("info_thread", id=p.tid, nid=1, ppid=1, pid=p.pid, tid=p.tid)
        for i in range(p.n_gpus + 2):
            self.insert("info_queue", id=i, nid=1, pid=p.pid, name=f"Queue {i}")
            self.insert("info_stream", id=i, nid=1, pid=p.pid, name=f"Stream {i}")
        for agent in p.agents():
            self.insert("info_agent", id=agent["node_id"], nid=1, pid=p.pid, type="GPU" if agent["type"] == 2 else "CPU",
                        absolute_index=agent["node_id"], logical_index=agent["logical_node_id"],
                        type_index=agent["logical_node_type_id"], name=agent["name"], product_name=agent["product_name"],
                        extdata=json.dumps(agent))
        for k, v in COUNTERS.items():
            self.insert("info_pmc", id=k, nid=1, pid=p.pid, agent_id=2, target_arch="GPU", name=v, symbol=v)
        for i, name in enumerate(KERNELS, 1):
            self.insert("info_kernel_symbol", id=i, nid=1, pid=p.pid, code_object_id=1, kernel_name=f"k{i}.kd",
                        display_name=name, arch_vgpr_count=32 + i)
        for rows in (p.hip, p.hsa, p.markers, p.rccl):
            self.api(rows)
        event_of = {}
        for row in p.kernels:
            event = event_of[row["dispatch"]] = self.event(row)
            self.insert("kernel_dispatch", id=row["dispatch"], nid=1, pid=p.pid, tid=row["thread"],
                        agent_id=row["agent"] - FIRST_AGENT, kernel_id=row["kernel"], dispatch_id=row["dispatch"],
                        queue_id=row["queue"], stream_id=row["stream"], start=row["start"], end=row["end"],
                        private_segment_size=row["private"], group_segment_size=row["group"],
                        workgroup_size_x=row["block"][0], workgroup_size_y=row["block"][1], workgroup_size_z=row["block"][2],
                        grid_size_x=row["grid"][0], grid_size_y=row["grid"][1], grid_size_z=row["grid"][2],
                        region_name_id=self.string(""), event_id=event)
        for row, values in p.counted:
            for k, vs in values.items():
                self.insert("pmc_event", event_id=event_of[row["dispatch"]], pmc_id=k, value=sum(vs))
        for row in p.copies:
            self.insert("memory_copy", nid=1, pid=p.pid, tid=row["thread"], start=row["start"], end=row["end"],
                        name_id=self.string(OPERATIONS["MEMORY_COPY"][row["operation"]]),
                        dst_agent_id=row["dst"] - FIRST_AGENT, src_agent_id=row["src"] - FIRST_AGENT, size=row["bytes"],
                        stream_id=row["stream"], event_id=self.event(row))
        for row in p.allocations:
            self.insert("memory_allocate", nid=1, pid=p.pid, tid=row["thread"], agent_id=row["agent"] - FIRST_AGENT,
                        type="ALLOC", level="REAL", start=row["start"], end=row["end"], address=row["address"],
                        size=row["bytes"], event_id=self.event(row))


def write_rocpd(path, processes):
    if os.path.exists(path):
        os.remove(path)
    with sqlite3.connect(path) as connection:
        for process in processes:
            Database(connection, process).write()
    connection.close()


def truth(processes):
    """What a reader has to find."""
    spans = lambda rows: {"count": len(rows), "total_ns": sum(x["end"] - x["start"] for x in rows)}
    rows = lambda name: [x for p in processes for x in getattr(p, name)]
    calls = {(p.pid, x["internal"]) for p in processes for x in p.hip + p.hsa}
    runs = [(p.pid, x["internal"]) for p in processes for x in p.kernels + p.copies]
    markers = rows("markers")
    return {"kernel": spans(rows("kernels")), "gpu_memcpy": spans(rows("copies")), "bytes": sum(x["bytes"] for x in rows("copies")),
            "cuda_runtime": spans(rows("hip") + rows("hsa")), "RCCL_API": spans(rows("rccl")),
            "user_annotation": spans([x for x in markers if x["start"] != x["end"]]),
            "marks": sum(x["start"] == x["end"] for x in markers), "memory_allocation": spans(rows("allocations")),
            "launches": sum(x in calls for x in runs),
            "samples": sum(len(v) for p in processes for _, v in p.counted),
            "sample_sum": sum(sum(vs) for p in processes for _, v in p.counted for vs in v.values()),
            "ranks": len(processes), "devices": processes[0].n_gpus * len(processes)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("form", choices=("rocprofv3", "rocpd"))
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--gpus", type=int, default=2)
    parser.add_argument("--counters", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    processes = [Process(rng, i, args) for i in range(args.processes)]
    (write_json if args.form == "rocprofv3" else write_rocpd)(args.out, processes)
    json.dump(truth(processes), sys.stdout)
    print()


if __name__ == "__main__":
    main()
