# SPDX-License-Identifier: Apache-2.0
"""Writes the Kineto files of a simulated training job whose ranks meet in collectives, with clocks that are wrong and, if
wanted, a rank that is late for a known cause."""

import json
import os
import random

START_NS = 1_700_000_000_000_000_000
CAUSES = ("dataloader", "host", "compute", "memcpy", "collective")
ALL_REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
ALL_GATHER = "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
SEND_RECV = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"
GEMM = "ampere_sgemm_128x64_tn"
MS, US = 1_000_000, 1_000


def decimal_us(ns):
    return f"{ns // 1000}.{ns % 1000:03d}"


class Rank:
    """Appends events in the order of time: a thread of the host, and a stream of a GPU."""

    def __init__(self, number, world, offset_ns, drift):
        self.number, self.world, self.offset_ns, self.drift = number, world, offset_ns, drift
        self.host = self.gpu = 50 * MS
        self.correlation = 0
        self.events = []

    def shown(self, true_ns):
        return START_NS + round(true_ns + self.offset_ns + self.drift * true_ns)

    def add(self, category, name, begin, end, tid, args, pid=100):
        begin, end = self.shown(begin), self.shown(end)
        self.events.append(f'{{"ph":"X","cat":"{category}","name":{json.dumps(name)},"pid":{pid},"tid":{tid},'
                           f'"ts":{decimal_us(begin)},"dur":{decimal_us(end - begin)},"args":{json.dumps(args)}}}')

    def on_host(self, category, name, length):
        self.add(category, name, self.host, self.host + length, 100, {})
        self.host += length

    def launch(self, call="cudaLaunchKernel"):
        """Returns when the GPU can begin."""
        self.correlation += 1
        self.add("cuda_runtime", call, self.host, self.host + 5 * US, 100, {"correlation": self.correlation})
        self.host += 6 * US
        return max(self.gpu, self.host + 3 * US)

    def on_gpu(self, category, name, begin, length, stream=7, **args):
        self.add(category, name, begin, begin + length, stream,
                 {"device": self.number, "stream": stream, "correlation": self.correlation, **args}, pid=self.number)
        if stream == 7:
            self.gpu = begin + length

    def text(self):
        return ('{"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":%d,"world_size":%d},'
                '"traceEvents":[%s]}' % (self.number, self.world, ",\n".join(self.events)))


def meet(ranks, members, name, group, sequence, transfer, chance):
    """All members launch a collective; it ends for all when the last one has come and the data is sent."""
    begins = {r: ranks[r].launch() for r in members}
    end = max(begins.values()) + transfer
    for r in members:
        late = chance.randrange(2000)
        ranks[r].on_gpu("kernel", name, begins[r], end + late - begins[r], **{
            "Collective name": "allreduce" if "AllReduce" in name else "allgather", "Process Group Name": group,
            "Group size": len(members), "In msg nelems": 1000000, "Out msg nelems": 1000000, "dtype": "Float",
            "Seq": sequence})


def send(ranks, source, target, chance):
    """A message beside what the GPUs compute; both ends wait for the other one."""
    begins = {}
    for r in (source, target):
        ranks[r].launch()
        begins[r] = ranks[r].host + 3 * US
    end = max(begins.values()) + chance.randrange(1, 3) * MS
    for r in (source, target):
        ranks[r].on_gpu("kernel", SEND_RECV, begins[r], end - begins[r], stream=20, **{
            "Collective name": "send" if r == source else "recv", "Process Group Name": "9",
            "Process Group Ranks": str(list(range(len(ranks)))), "Group size": len(ranks),
            "Dst Rank" if r == source else "Src Rank": target if r == source else source,
            "In msg nelems": 500000, "Out msg nelems": 500000, "dtype": "BFloat16"})


def run_step(ranks, step, late_rank, cause, chance, messages=False):
    n = len(ranks)

    def extra(rank, what):
        return chance.randrange(15, 25) * MS if rank.number == late_rank and cause == what else 0

    def about(length):
        return round(length * chance.uniform(0.98, 1.02))

    begins = [rank.host for rank in ranks]
    for rank in ranks:
        rank.on_host("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                     about(3 * MS) + extra(rank, "dataloader"))
        begin = rank.launch("cudaMemcpyAsync")
        rank.on_gpu("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", begin, about(MS) + extra(rank, "memcpy"))
        for i in range(4):
            rank.on_host("cpu_op", "aten::mm", about(100 * US))
            if i == 2 and extra(rank, "host"):
                rank.host = max(rank.host, rank.gpu)
                rank.on_host("cpu_op", "aten::item", extra(rank, "host"))
            rank.on_gpu("kernel", GEMM, rank.launch(), about(4 * MS) + (extra(rank, "compute") if i == 1 else 0))
    for pair in range(n // 2):
        members = (2 * pair, 2 * pair + 1)
        slow = chance.randrange(15, 25) * MS if cause == "collective" and late_rank in members else 0
        meet(ranks, members, ALL_GATHER, f"tp{pair}", step, 2 * MS + slow, chance)
    for source in range(n - 1 if messages else 0):
        send(ranks, source, source + 1, chance)
    for rank in ranks:
        for _ in range(3):
            rank.on_host("cpu_op", "aten::mm", about(100 * US))
            rank.on_gpu("kernel", GEMM, rank.launch(), about(3 * MS))
    meet(ranks, range(n), ALL_REDUCE, "dp", step, 5 * MS, chance)
    for rank, begin in zip(ranks, begins):
        wait = max(rank.gpu - rank.host, 0) + 4 * US
        rank.add("cuda_runtime", "cudaDeviceSynchronize", rank.host, rank.host + wait, 100, {"correlation": 0})
        rank.host += wait + US
        rank.add("user_annotation", f"ProfilerStep#{step}", begin, rank.host, 100, {})
        rank.host += US


def write(folder, seed, n, n_steps=20, cause=None, share=0.7, messages=False):
    """Returns the late rank, or None in a healthy job. With messages each rank sends one to the next in each step."""
    chance = random.Random(seed)
    ranks = [Rank(i, n, chance.uniform(-5e6, 5e6), chance.uniform(-20e-6, 20e-6)) for i in range(n)]
    late_rank = chance.randrange(n) if cause else None
    late_steps = set(chance.sample(range(n_steps), round(share * n_steps)))
    for step in range(n_steps):
        run_step(ranks, step, late_rank if step in late_steps else None, cause, chance, messages)
    for rank in ranks:
        with open(os.path.join(folder, f"rank{rank.number}.pt.trace.json"), "w", encoding="ascii") as file:
            file.write(rank.text())
    return late_rank
